//! Records in the manner of chess PGN: tags in square brackets with quoted values, numbered moves,
//! comments in braces, variations in round brackets.
//!
//! ```text
//! record    = *tag *( number / word / comment / nag / variation / result )
//! tag       = "[" name string [string] "]"         ; one a line
//! number    = 1*DIGIT *"."
//! word      = move ["!" / "?" ...] / "resigned" / "timeout" / "....." / string
//! move      = as in moves.rs, captures also as :g6, as a bare x, or counted as x2
//! comment   = "{" text "}" / ";" text-to-end-of-line / "%" a-whole-line
//! nag       = "$" 1*DIGIT
//! variation = "(" ... ")"                          ; on the move before it
//! result    = "1-0" / "0-1" / "1/2-1/2" / "0-0" / "*"
//! ```
//!
//! Several programs and people write such records, all differently. [`DIALECTS`] tells them apart and
//! says what `1-0` means in each; where that cannot be known no result is claimed.
//!
//! | | |
//! |---|---|
//! | `[Notation "taflkit"]` as the first tag | ours, the one that is written |
//! | `[Attackers]` or `[Defenders]` | 1-0 is a win of the attackers; captures counted: `d5-c5x1` |
//! | `[Game]` with `[Size]` or `[Board]` | Black are the attackers, who come first: 1-0 is theirs; captures `:g6` |
//! | `[Game]` alone | HPGN: 1-0 is a win of the attackers, 0-0 a draw; the king's moves `ka1-ka2` |
//! | any other | one-line games of playing sites and programs: 1-0 may be either |
//!
//! Games whose only word on their rules is `[Site "hnefatafl.org"]`, as that server's program writes
//! them, are played by that server's rules; with `[Variant "Copenhagen"]` beside it they are too.
//!
//! Tag names turn from `TimeControl` to `time-control` where that can be turned back, otherwise they
//! stay as they are. A comment is about the move before it; behind a number it is about the move that
//! follows. Glyphs (`$3`, `!`) are kept as comments in the form `$3`.
//!
//! In records of ours, texts may hold anything by means of escapes: `\\ \" \n \r` in strings,
//! `\\ \} \[ \n \r \s \t` in comments (`\s` is a space at either end, which would be trimmed), and
//! further tags hold the rest of a record: `Rules` (a rules record), `RulesText` (one that does not
//! begin with `dim:`), `RulesName`, `RulesSite "16:name"`, `RulesNone` (where the variant's name would
//! be taken for rules), `Position`, `First`, `Captures "by attackers/by defenders"`, and
//! `[Tag "name" "value"]` for any other name. Moves are OpenTafl's.

mod dialect;
mod escape;
mod meaning;
mod read;
mod rules;
mod tags;
#[cfg(test)]
mod tests;
mod write;
mod write_moves;

use crate::notation::format::{Edits, Entry, Facts, Seen, Split};
use crate::notation::typography::{is_blank, past_unseen};

use read::read;
use tags::is_tag_start;
use write::write;

pub(super) const ENTRY: Entry = Entry {
    name: "pgn",
    about: "Tags and numbered moves in the manner of chess records",
    extensions: &["pgn", "hgpn", "hpgn", "tafl"],
    facts: Facts { states_rules: true, ..Facts::NONE },
    looks_like,
    keys: &[],
    split: Split::At(begins_record),
    bare_lines: None,
    read,
    write: Some(write),
    edits: Edits::NONE,
};

fn looks_like(beginning: &str) -> bool {
    is_tag_start(beginning)
}

/// A tag begins the next record where the one before has moves, or after a blank line.
fn begins_record(line: &str, seen: &mut Seen) -> bool {
    if is_blank(line.as_bytes()) {
        seen.blank = true;
        return false;
    }
    let is_tag = is_tag_start(past_unseen(line));
    let begins = is_tag && (seen.moves || seen.blank);
    if begins {
        *seen = Seen::default();
    }
    seen.moves |= !is_tag;
    seen.blank = false;
    begins
}
