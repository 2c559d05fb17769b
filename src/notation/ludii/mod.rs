//! Trials of the Ludii system: a game's name, its moves as lists of actions, and how it ended. Read
//! only.
//!
//! ```text
//! trial   = *line
//! line    = "game=" path / "START GAME OPTIONS" / option / "END GAME OPTIONS" / move / count / entry
//! entry   = key "=" value                ; numInitialPlacementMoves, winner, rankings ...
//! move    = "Move=[Move:" fields ",actions=" [action *("," action)] "]"
//! action  = "[" name [":" fields] "]"
//! fields  = key "=" value *("," key "=" value)
//! count   = "LEGAL MOVES LIST SIZE = " number
//! ```
//!
//! Squares are numbers: `0` is a1, and the next rank begins at the length of a side. Nothing says how
//! long that is; it is taken from the king, who is put down in the centre, otherwise from the largest
//! number. Mover 0 puts the pieces down (1 an attacker, 2 a defender, 3 the king), 1 are the
//! attackers, 2 the defenders.
//!
//! Pieces taken are read from `Remove` actions; other actions than the move itself are kept as
//! comments on it. The numbers of legal moves, one a ply, are kept in the tag `legal-moves`, other
//! lines under their own names.

mod games;
mod line;
mod read;
#[cfg(test)]
mod tests;

use crate::notation::format::{Edits, Entry, Facts, Seen, Split};

use line::turn;
use read::read;

pub(super) const ENTRY: Entry = Entry {
    name: "ludii",
    about: "Trials of the Ludii system",
    extensions: &["trl", "txt"],
    facts: Facts { states_rules: true, ..Facts::NONE },
    looks_like,
    keys: &[],
    split: Split::At(begins_record),
    bare_lines: None,
    read,
    write: None,
    edits: Edits::NONE,
};

/// The words before the number of legal moves.
const COUNT: &str = "LEGAL MOVES LIST SIZE = ";

fn looks_like(beginning: &str) -> bool {
    let first = beginning.lines().next().unwrap_or_default().trim_end();
    first.starts_with("game=") || turn(first).is_ok()
}

fn begins_record(line: &str, _: &mut Seen) -> bool {
    line.starts_with("game=")
}
