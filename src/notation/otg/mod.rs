//! OpenTafl game files: tags in brackets, then numbered turns, comments in brackets after them.
//!
//! ```text
//! record  = *tag *([address] *move / comment)
//! tag     = "[" name ":" value "]"            ; values may run over lines
//! address = number "."                        ; a turn of the game itself: 12.
//!         / root 1*("." number "." root) ["."] ; a turn of a variation: 4a.5.4c.2.2a.
//! root    = number [letter]                   ; 4a: the first move of turn 4
//! comment = "[" [first] ["|" second] "]"
//! ```
//!
//! `4a.5.4c.2.2a.` is read from the left: on the first move of turn 4 (`4a`) there is a fifth
//! variation; on the third move of its turn 4 (`4c`) there is a second one; here is its turn 2. The
//! turns of a variation are counted from 1, and its move `1a` is played instead of the move that it
//! is on. Where the first word of a variation is `.....`, the first move of the turn is the one that
//! was given, and the next word is played instead of the second.
//!
//! The first part of a comment is about the first move of the turn above it, the second about the
//! second; both are kept to the letter. A chain is a word for each hop, the further ones beginning with
//! `sq=`, and the comment then has a part for each word; a chain in one word is read too, and one whose
//! hops have hyphens: by rules with chains, a word that begins where the one before ended goes on with it;
//! where the rules are not known, it does if it is in the same turn and both list captures. An address
//! with a letter, as `1b.` or `2a.`, keeps two words of the game itself apart. A comment
//! ends at the bracket that matches its first. A clock at the beginning of a part and `(Hint: ...)`
//! in it are read as such by [`Note`](crate::record::Note). A comment between the tags and the first turn, behind a blank
//! line, stands before the first move. With `atkf:n` in the rules the defenders begin each turn.
//!
//! # What is written
//!
//! One tag a line; a blank line; a line for each turn and one for its comment, which is `[|]` where
//! there is none, as OpenTafl itself writes; a blank line. Variations follow the turn that they are
//! on. Where a record has no moves, two blank lines end it.
//!
//! Rules are written out in `[rules:]` whatever the record states them by, for OpenTafl knows no names
//! of rules: a name goes into `[variant:]` beside them. The record's position and first mover are put
//! into them too, as OpenTafl looks for neither anywhere else. On reading, rules that are those of the
//! name but for position and first mover say no more than the name and these two.
//!
//! That program reads nothing but moves among moves. So how a game was given up goes into the header
//! where its side is beyond doubt, as do hyphens that were not there.
//!
//! # Ours
//!
//! What records from elsewhere hold and OpenTafl files have no word for:
//!
//! | written | what it is |
//! |---|---|
//! | `[first-mover:defenders]` | who begins, where the rules do not say |
//! | `[stated-rules:...]` | the rules that the record states, where `[rules:]` had to be put otherwise |
//! | `[game-type:16]` | the number of a site's kind of game, whose name is in `variant` |
//! | `[captures:3 5]` | how many pieces attackers and defenders took |
//! | `[board:4 /3t3/.../]` | the board after four moves, as the source printed it |
//! | `[termination:attackers resigned]` | how the game was given up behind its last move; or `lost on time` |
//! | `[hyphens:none]` | that the moves were written without hyphens elsewhere, as in `h1h3` |
//! | `[hyphens:not 1-4 7]` | that these were, counted line by line as the lines begin in the file |
//! | `[puzzle-goal:...]` | what is to be done in a puzzle |
//! | `[x-NAME:...]` | an entry `NAME` that only another format knows |
//! | `timeout` | a loss on time elsewhere |
//! | `@7.3a.1.1a.` | an address from the seventh variation of the file, where nesting is deep |
//! | `[taflkit:plain]` | begins a record that no other tag begins |
//! | `[taflkit:percent]` | the same, and `%XX` is a byte in names, values and comments |
//!
//! With `percent`, a comment may begin with `%<` (it stands before the move), `%>` (after the end of
//! the line) or `%^` (before that end), and `%-` is an empty text. So any text can be kept, and files
//! without that tag mean what they always meant.

mod address;
mod escape;
mod hyphens;
mod opens;
mod read;
mod rules;
mod tags;
#[cfg(test)]
mod tests;
mod write;

use memchr::memchr;

use crate::board::Side;
use crate::record::Record;

pub use opens::opens_as_it_stands;

use super::format::{Edits, Entry, Facts, Seen, Split};
use super::typography::{before_gap, past_unseen};
use read::read;
use tags::{MARK, is_tag_start, is_turn_start, known_tag};
use write::write;

pub(super) const ENTRY: Entry = Entry {
    name: "otg",
    about: "OpenTafl game files",
    extensions: &["otg"],
    facts: Facts { states_rules: true, writes_rules_out: true, ..Facts::NONE },
    looks_like,
    keys: &[],
    split: Split::At(begins_record),
    bare_lines: None,
    read,
    write: Some(write),
    edits: Edits {
        result: Some(|claim| tags::result_word(claim).to_owned()),
        new_result: Some(tags::new_result),
        ..Edits::NONE
    },
};

/// A tag, or turns with a comment among them: without those, it is a game as sites print it.
fn looks_like(beginning: &str) -> bool {
    let is_comment = |line: &str| line.starts_with('[');
    is_tag_start(beginning) || (is_turn_start(beginning) && beginning.lines().any(is_comment))
}

/// A tag after the moves begins the next game, and so does a tag that the record has already, after
/// a blank line, or any tag after two. `[taflkit:` begins one in any case.
///
/// Inside a bracket, what looks like moves is part of a text; but where a line begins with another
/// bracket, the first was never closed.
fn begins_record(line: &str, seen: &mut Seen) -> bool {
    let line = past_unseen(before_gap(line));
    if line.is_empty() {
        seen.blank = true;
        seen.blanks += 1;
        return false;
    }
    if seen.in_bracket && line.starts_with('[') {
        seen.in_bracket = false;
        seen.moves |= seen.moves_in_bracket;
    }
    let tag = known_tag(line).map(|(name, _)| name);
    let begins = tag.is_some_and(|tag| {
        let again = || seen.tags.iter().any(|known| known == tag);
        seen.moves
            || (seen.blank && again())
            || (seen.blanks > 1 && !seen.in_bracket && !seen.tags.is_empty())
            || (tag == MARK && !seen.tags.is_empty())
    });
    if begins {
        *seen = Seen::default();
    }
    if is_turn_start(line) {
        if seen.in_bracket {
            seen.moves_in_bracket = true;
        } else {
            seen.moves = true;
        }
    }
    seen.blank = false;
    seen.blanks = 0;
    seen.tags.extend(tag.map(str::to_owned));
    follow_brackets(line.as_bytes(), seen);
    begins
}

fn follow_brackets(mut line: &[u8], seen: &mut Seen) {
    while !line.is_empty() {
        let mark = if seen.in_bracket { b']' } else { b'[' };
        let Some(at) = memchr(mark, line) else { return };
        seen.in_bracket = !seen.in_bracket;
        seen.moves_in_bracket = false;
        line = &line[at + 1..];
    }
}

/// The side whose turn it is at a token of the game itself.
fn mover(record: &Record, token: usize) -> Side {
    let first = first_mover(record).unwrap_or(Side::Attackers);
    if token.is_multiple_of(2) { first } else { first.other() }
}

/// Who begins, as far as the record or its rules tell.
fn first_mover(record: &Record) -> Option<Side> {
    let stated = record.first.as_ref().map(|first| first.value);
    stated.or_else(|| rules::first_by(&record.rules.as_ref()?.value, record.meant))
}
