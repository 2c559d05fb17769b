//! The archive of one playing site: an object a game.
//!
//! `{"AageGameTypeKey": 16, "AageGameTypeName": "...", "Moves": ["d1-d3", ...], "WhoWon": "White"}`.
//! White are the defenders. `BlackPiecesCaptured` counts what Black took, a square that is listed
//! twice as two. `WhoMovedFirst` says black in every game, also in those that White began, so it is
//! kept as a tag and states nothing; `white` states that the defenders begin. `WhoWon` is empty where
//! the site does not know.
//!
//! Written is an object a line, with the site's keys in the site's order; keys for which the record
//! has no value are left out. Behind them stand other keys of the source and keys of our own, which
//! `grammar/archive.md` lists: for rules that are no type of the site, a start position, the side
//! that begins, and header entries that the site has no key for. How tags and keys name each
//! other is told in [`super::object`].

mod game;
mod quick;
mod read;
#[cfg(test)]
mod tests;
mod words;
mod write;

use crate::notation::format::{Edits, Entry, Facts, Split};

use read::read;
use write::{edit_counts, write};

pub(in crate::notation) use words::{SITE_WORDS, winner, winner_name};

pub(in crate::notation) const ENTRY: Entry = Entry {
    name: "archive",
    about: "The JSON of one site's archive",
    extensions: &["json", "jsonl", "ndjson"],
    facts: Facts { states_rules: true, ..Facts::NONE },
    looks_like,
    keys: &[
        "Moves",
        "WhoWon",
        "AageGameTypeKey",
        "AageGameTypeName",
        "WhoMovedFirst",
        "WhiteSidePlayerName",
        "BlackSidePlayerName",
        "BlackPiecesCaptured",
        "WhitePiecesCaptured",
    ],
    split: Split::Objects,
    bare_lines: None,
    read,
    write: Some(write),
    edits: Edits {
        result: Some(|claim| winner_name(Some(claim)).to_owned()),
        counts: Some(edit_counts),
        ..Edits::NONE
    },
};

fn looks_like(beginning: &str) -> bool {
    let in_list = beginning.strip_prefix('[').map_or(beginning, str::trim_start);
    in_list.starts_with('{')
}
