//! Smart Game Format (FF[4]) with tafl moves.
//!
//! ```text
//! record   = "(" 1*node *tree ")"
//! tree     = "(" 1*node *tree ")"             ; the first goes on, the others are variations
//! node     = ";" *property
//! property = 1*UPPER 1*("[" text "]")         ; "\" makes the next character plain text
//! ```
//!
//! `B` are the attackers, `W` the defenders. A square is two letters, file and rank: `if` is i6. A move
//! is `ifgf`, captures behind colons: `eggg:gf` or `eggg:gf:fg`. Ours are: a piece's capital letter before
//! a square (`Kefgf:Nad`), further squares of a chain, the symbols of OpenTafl behind the move, a
//! last `~` for a move from a source that lists no captures, `resigned`, `timeout` and `.....` instead
//! of a move, and a `"` before a word that is none. A move in letters and numbers (`a1-a4xb4`) is
//! read, too, and written for what the letters cannot say: jumps, and captures that are only counted.
//!
//! The first node holds the header: [`TAGS`] lists the properties that have names of their own, `RE`
//! the result (`B+`, `W+`, `0`, `?`; a reason like `B+R` becomes the last entry of the game), `RU` the
//! rules by name or as a rules record (`dim:...`), `PL` the side that begins, `SZ`, `AB` and `AW` the
//! start with its taflmen; ours are `PIECE[K:ff]` for any other piece, by its letter in OpenTafl
//! notation, `POSITION` for a start that cannot be said so, `RULES` and `RULENAME` where `RU` would be
//! misread, `SITETYPE[16:name]`, `CAPTURES[1:2]`, and `TAG[name:value]`. Any other property becomes a
//! header entry, its name in lower case.
//!
//! `C` is a comment on the node's move; in a node without one, on the move that follows. More
//! comments in one place are further values. What else stands in later nodes is kept as a comment, as
//! in `BL[120]`. Several games may stand in one file.

mod ending;
mod header;
mod points;
mod properties;
mod read;
mod results;
mod setup;
#[cfg(test)]
mod tests;
mod values;
mod write;
mod write_moves;

use nom::IResult;
use nom::Parser;
use nom::character::complete::{char, multispace0};
use nom::combinator::value;

use crate::notation::format::{Edits, Entry, Facts, Split};

use points::move_word;
use properties::TAGS;
use read::read;
use write::write;

pub(super) const ENTRY: Entry = Entry {
    name: "sgf",
    about: "Smart Game Format with tafl moves",
    extensions: &["sgf"],
    facts: Facts {
        states_rules: true,
        writes_rules_out: true,
        declares_encoding: true,
        ..Facts::NONE
    },
    looks_like,
    keys: &[],
    split: Split::Trees(begins_record),
    bare_lines: None,
    read,
    write: Some(write),
    edits: Edits { move_word: Some(move_word), ..Edits::NONE },
};

fn looks_like(beginning: &str) -> bool {
    node_start(beginning).is_ok()
}

fn node_start(text: &str) -> IResult<&str, ()> {
    value((), (char('('), multispace0, char(';'), multispace0)).parse(text)
}

/// A line that opens a tree with a property of the header begins a record even where the one before
/// is not closed.
fn begins_record(line: &[u8]) -> bool {
    if line.first() != Some(&b'(') {
        return false;
    }
    let text = String::from_utf8_lossy(&line[..line.len().min(64)]);
    let Ok((first, ())) = node_start(&text) else { return false };
    let is = |name: &str| first.strip_prefix(name).is_some_and(|rest| rest.starts_with('['));
    TAGS.iter().any(|(name, _)| is(name))
        || ["FF", "CA", "GM", "AP", "RE", "RU"].into_iter().any(is)
}
