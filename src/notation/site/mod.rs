//! The move text of one playing site, as people copy it from its pages and write it in posts.
//!
//! ```text
//! record   = *line
//! line     = [outcome "," id ","] 1*(number / move / word / mark) / result / arrow / prose
//! number   = 1*DIGIT ["." / ")"]               ; 12. or, before a move, 12
//! word     = "resigned" / "timeout" / "..." / "____"
//! mark     = "R" / "T" / "*" / "+" / "++" / "x" ; behind a move, said of it
//! result   = outcome ["."]
//! outcome  = ("White" / "Black") " won" / "Draw"
//! arrow    = "(3, F) -> (2, F)"                 ; row 0 on top
//! ```
//!
//! Moves are those of `moves.rs`, in either case, with or without hyphens, numbers, captures and
//! letters; between words may stand spaces, `;` and `,`. White are the defenders. `resigned` and
//! `timeout` stand in the column of the side that loses. `+`, `++` and `--` are read as in Walker's
//! notation, which posters use. `Hn- c1-c4` is a move of the king. Dots or underscores stand for a
//! move that is not given, but `1. a1-a2` and `1... b1-b2` are the two moves of one turn.
//!
//! A line that begins with none of these is a comment on the last move before it. A game begins where
//! numbers start again from 1, or from 0 in a text that counts so, and, without numbers, after a blank line or a result.
//!
//! Replays with arrows count rows from the top of a board that they do not name: its size is the
//! smallest odd number that holds every square of the game. `Game: 3` goes into the tag `id`.
//!
//! # What is written
//!
//! ```text
//! 1. k8-i8 d6-d9
//! 2. j6-j9xi9 resigned
//! Black won.
//! ```
//!
//! and a blank line. Letters of pieces and symbols are left out, as on the site; `Ongoing.` is ours
//! and says that the game is not finished.

mod games;
mod lines;
mod outcomes;
mod read;
#[cfg(test)]
mod tests;
mod words;
mod write;

use crate::notation::format::{BareLines, Edits, Entry, Facts, Split};

use games::{bare_lines, is_bare};
use write::write;

pub(super) use games::begins_record;
pub(super) use lines::first_move;
pub(super) use outcomes::outcome_words;
pub(super) use read::read;
pub(super) use write::{count_losses, write_turns};

/// Lines of moves without numbers.
pub(super) const BARE_LINES: BareLines = BareLines { find: bare_lines, is_one: is_bare };

pub(super) const ENTRY: Entry = Entry {
    name: "site",
    about: "Move text of one playing site, as pasted from pages and posts",
    extensions: &["txt"],
    facts: Facts { is_loose: true, ..Facts::NONE },
    looks_like,
    keys: &[],
    split: Split::At(begins_record),
    bare_lines: Some(BARE_LINES),
    read,
    write: Some(write),
    edits: Edits {
        result: Some(|claim| format!("{}.", outcome_words(claim, true))),
        ..Edits::NONE
    },
};

/// How many lines are looked at for moves: posts begin with words.
const LINES_LOOKED_AT: usize = 20;

fn looks_like(beginning: &str) -> bool {
    beginning.lines().take(LINES_LOOKED_AT).any(|line| first_move(line).is_some())
}
