//! Logs of the server of a tablut tournament: every move, and the whole board after it. Read only.
//!
//! ```text
//! log     = *line
//! line    = time class method / level message / row / "-" / code
//! level   = word ": "                          ; FINE and WARNING, or what the logger's language has
//! message = "Players:" [TAB "White:"] TAB name TAB "vs" [TAB "Black:"] TAB name
//!         / "Repeated moves allowed:" TAB number TAB "Cache:" TAB number
//!         / "Turn: " ("W" / "B" / "null") " Pawn from " square " to " square
//!         / "Pedina " ("nera" / "bianca") " rimossa in: " square
//!         / "Bianco vince con re in " square
//!         / "Nero vince con re catturato in: " square
//!         / "Partita terminata in pareggio" ...
//!         / "Stato:" [row]
//! row     = 9("O" / "B" / "W" / "K" / "T")
//! code    = "W" / "B" / "WW" / "BW" / "D"
//! ```
//!
//! The server logs its messages at the level FINE and what it refuses at WARNING, in the words of the
//! language that its Java speaks. So the level of the first message that is known is that of the
//! messages, and what the log says at another level is a warning.
//!
//! White are the defenders and begin. Ranks are counted from the top: the square `a1` of a log is the
//! first letter of the first row, our `a9`. `T` is the throne with nobody on it. Letters of squares
//! may be capitals, and `null` stands where the client did not say whose turn it was, or no move at
//! all; such a move is read from the boards before and after, if there are two.
//!
//! A move counts once the log shows that it was made. One that the server refused, and one that no
//! board follows, is kept as a comment, and the warning as `termination`: the tournament counts it as
//! lost, but the log states no result. The time of every move is kept as a comment on it. The king
//! who is taken stays on the last board. Nothing is kept of the server's count of its cache and of the
//! names of its methods.

mod board;
mod date;
mod message;
mod read;
#[cfg(test)]
mod tests;

use crate::notation::format::{Edits, Entry, Facts, Seen, Split};

use message::{Said, code, known_message};
use read::read;

pub(super) const ENTRY: Entry = Entry {
    name: "tablut-log",
    about: "Logs of a tablut tournament's server",
    extensions: &["txt", "log"],
    facts: Facts { states_rules: true, ..Facts::NONE },
    looks_like,
    keys: &[],
    split: Split::At(begins_record),
    bare_lines: None,
    read,
    write: None,
    edits: Edits::NONE,
};

/// How many of a file's first lines are looked at.
const LOOKED_AT: usize = 12;

fn looks_like(beginning: &str) -> bool {
    beginning.lines().take(LOOKED_AT).any(|line| known_message(line.trim_end()).is_some())
}

/// A log begins with the method that makes a game, after whatever happened in the game before.
fn begins_record(line: &str, seen: &mut Seen) -> bool {
    let line = line.trim_end();
    let said = known_message(line);
    let making = line.ends_with(" <init>") || matches!(said, Some(Said::Players(..)));
    let begins = making && seen.moves;
    if begins {
        *seen = Seen::default();
    }
    seen.moves |= matches!(said, Some(Said::Turn(..) | Said::Ending(..))) || code(line).is_some();
    begins
}
