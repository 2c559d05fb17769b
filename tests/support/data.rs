//! Positions with known outcomes and known counts of turns, as the files in `tests/data` list them.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use taflkit::board::{Setup, Side};
use taflkit::rules::Ruleset;
use taflkit::rules::names::resolve;

/// A position, the turns played from it and what each of them does.
#[derive(Debug, Deserialize)]
pub(crate) struct Case {
    pub id: String,
    pub variant: String,
    pub position: String,
    pub side: String,
    pub moves: Vec<String>,
    pub expect: Vec<Expected>,
    pub note: String,
}

/// What a turn does.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub(crate) enum Expected {
    /// `"illegal"`.
    Refused(Refused),
    Played {
        /// For every hop, the squares whose men are taken, sorted.
        captures: Vec<Vec<String>>,
        /// `winner:by`, with `draw` for the winner in a draw; nothing while the game goes on.
        result: Option<String>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Refused {
    Illegal,
}

/// Leaves, captures, attackers' wins and defenders' wins after one turn, two turns and so on.
/// A game that ends early is one leaf; repetition does not count.
#[derive(Debug, Deserialize)]
pub(crate) struct Tuples {
    pub variant: String,
    pub side: String,
    pub position: String,
    pub counts: Vec<[u64; 4]>,
}

/// How many sequences there are of exactly one turn, two turns and so on.
#[derive(Debug, Deserialize)]
pub(crate) struct Perft {
    pub variant: String,
    pub side: String,
    /// The start position of the variant where none is given.
    pub position: Option<String>,
    pub counts: Vec<u64>,
    /// Whether a game that ends early counts as one leaf; otherwise it counts as none.
    #[serde(default)]
    pub early_ends_count: bool,
}

pub(crate) fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = read(include_str!("../data/positions.json"));
    cases.extend(read::<Vec<Case>>(include_str!("../data/positions-more.json")));
    cases
}

pub(crate) fn tuples() -> Vec<Tuples> {
    read(include_str!("../data/perft-tuples.json"))
}

pub(crate) fn perft() -> Vec<Perft> {
    read(include_str!("../data/perft.json"))
}

fn read<T: DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).expect("the data reads")
}

pub(crate) fn rules(variant: &str) -> Ruleset {
    resolve(variant).expect("the rules are known").ruleset
}

pub(crate) fn board(position: &str) -> Setup {
    position.parse().expect("the position reads")
}

pub(crate) fn side(name: &str) -> Side {
    Side::BOTH.into_iter().find(|side| side.name() == name).expect("a side")
}
