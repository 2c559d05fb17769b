//! Games of PlayTaflOnline in JSON: moves newest first, rules as small numbers.
//!
//! `grammar/pto.md` lists the keys, the numbers and what they mean, and our own keys. Moves name two
//! squares by file and rank from 0, so that captures are never listed, a turn is one hop, and there are
//! no words for resignation or a loss on time. An entry of -1 for every number is no move.
//!
//! The rules are put together from the layout and the numbers. What `EndState`, in the newest move,
//! says of the result by its number has not been published: it is kept as a tag, and the result is
//! written under a key of our own.

mod date;
mod keys;
mod read;
mod rules;
#[cfg(test)]
mod tests;
mod write;

use crate::notation::format::{Edits, Entry, Facts, Split};
use crate::notation::json::object::has_key;

use read::read;
use write::write;

pub(in crate::notation) const ENTRY: Entry = Entry {
    name: "pto",
    about: "Games of PlayTaflOnline in JSON",
    extensions: &["json", "jsonl", "ndjson"],
    facts: Facts { states_rules: true, ..Facts::NONE },
    looks_like,
    keys: &["Move", "Layout", "Attacker", "Defender", "KingCapture"],
    split: Split::Objects,
    bare_lines: None,
    read,
    write: Some(write),
    edits: Edits::NONE,
};

/// A game of the site that other JSON keeps has the site's words too, and its moves under another key.
fn looks_like(beginning: &str) -> bool {
    let in_list = beginning.strip_prefix('[').map_or(beginning, str::trim_start);
    let has = |key| has_key(beginning, key, |_| true);
    let has_words = || has("Layout") && has("KingCapture") && !has("Moves");
    in_list.starts_with('{') && (has("Move") || has_words())
}
