//! Our own JSON, `taflkit.record/1`: everything that a [`Record`] holds but its places.
//!
//! An object a record, in one line as it is written here, laid out in any way as it is read:
//!
//! ```json
//! {"schema": "taflkit.record/1",
//!  "tags": [{"name": "event", "value": "Yule"}],
//!  "rules": {"record": "dim:7 ..."},
//!  "start": "/3t3/.../", "first": "attackers", "result": "defenders",
//!  "counts": {"by_attackers": 1, "by_defenders": 0},
//!  "boards": [{"after": 2, "position": "/3t3/.../"}],
//!  "lines": [{"moves": [{"path": ["d1", "d3"], "captures": [{"square": "d4", "piece": "king"}],
//!                        "piece": "taflman", "run_together": true, "info": "++"},
//!                       "resigned", "timeout", "elided", {"unreadable": "nox"}],
//!             "notes": [{"at": 0, "place": "before", "text": "..."}],
//!             "variations": [{"at": 0, "line": 1}]}]}
//! ```
//!
//! `rules` is one of `{"name"}`, `{"record"}` and `{"site_type": {"key", "name"}}`. The first line is
//! the game itself; the others are variations, each named by exactly one line, which is why no depth
//! of nesting needs recursion. What is empty or not stated is left out. The same content always gives
//! the same bytes: lines are numbered as a walk through the tree meets them, comments and variations
//! stand in the order of the moves that they are about, and a comment or variation beyond the last
//! move counts as standing right behind it. `grammar/record.schema.json` is the schema.

mod model;
mod read;
#[cfg(test)]
mod tests;
mod words;
mod write;

use crate::notation::format::{Edits, Entry, Facts, Split};

use read::read;
use write::{move_word, write};

pub(in crate::notation) use model::SCHEMA;
pub(in crate::notation) use write::write_canonical;

pub(in crate::notation) const ENTRY: Entry = Entry {
    name: "json",
    about: "Our own JSON, which carries everything",
    extensions: &["json", "jsonl", "ndjson"],
    facts: Facts { states_rules: true, ..Facts::NONE },
    looks_like,
    keys: &["schema", "lines"],
    split: Split::Objects,
    bare_lines: None,
    read,
    write: Some(write),
    edits: Edits { move_word: Some(move_word), ..Edits::NONE },
};

fn looks_like(beginning: &str) -> bool {
    let in_list = beginning.strip_prefix('[').map_or(beginning, str::trim_start);
    in_list.starts_with('{') && beginning.contains("\"taflkit.record/")
}
