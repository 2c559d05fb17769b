//! The keys of the format, and what is kept of those without a meaning.

use crate::notation::json::keys::{Keys, Style};
use crate::notation::json::members::Members;
use crate::notation::json::object::Object;
use crate::notation::json::own_keys::OwnKeys;

/// Every key that has a meaning of its own.
const KEYS: [&str; 23] = [
    "Layout",
    "Attacker",
    "Defender",
    "StartDate",
    "Objective",
    "KingCapture",
    "KingStrength",
    "Throne",
    "Hostile",
    "Speed",
    "Surround",
    "ExitFort",
    "ShieldWall",
    "Move",
    "Start",
    "Termination",
    "Variant",
    "Rules",
    "SiteType",
    "FirstMover",
    "Result",
    "Captures",
    "Tags",
];

pub(super) const TAGS: Keys =
    Keys { format: "pto", style: Style::Capitals, known: &KEYS, pairs: "Tags" };

/// Keys of ours.
pub(super) const OWN: OwnKeys = OwnKeys {
    named: "Variant",
    written: "Rules",
    site_type: "SiteType",
    first: "FirstMover",
    result: "Result",
    counts: "Captures",
};

/// The tags that keep keys as they are.
pub(super) const PLAIN: [(&str, &str); 3] =
    [("attackers", "Attacker"), ("defenders", "Defender"), ("start-date", "StartDate")];

/// The numbers of a move, all of them -1 where there is none.
pub(super) const NUMBERS: [&str; 4] = ["MoveX", "MoveY", "MoveXTo", "MoveYTo"];

/// The tag for what else the site says about moves.
pub(super) const MOVES_TAG: &str = "pto-moves";

/// The last file and rank that are read.
pub(super) const LAST: u8 = 25;

pub(super) fn other_members(entry: &Object<'_>) -> Members {
    let mut members = Members::default();
    for (key, value) in entry.rest() {
        members.add(key, &value.get().replace(['\n', '\r'], " "));
    }
    members
}

/// The list of what is said of moves beside their squares, the newest first as in the source.
pub(super) fn listed(in_order: Vec<Members>) -> String {
    let newest_first: Vec<String> = in_order.into_iter().rev().map(Members::object).collect();
    format!("[{}]", newest_first.join(", "))
}
