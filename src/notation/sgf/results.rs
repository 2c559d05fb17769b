//! Results with their reasons.

use crate::board::Side;
use crate::record::Claim;

/// The results.
pub(super) const RESULTS: &[(&str, Claim)] = &[
    ("B+", Claim::Won(Side::Attackers)),
    ("W+", Claim::Won(Side::Defenders)),
    ("0", Claim::Draw),
    ("?", Claim::Open),
    ("Draw", Claim::Draw),
    ("", Claim::Open),
];

/// What a result claims, and how it came about.
pub(super) fn result_and_reason(typed: &str) -> (Option<Claim>, &str) {
    let typed = typed.trim();
    let (word, reason) = match typed.split_once('+') {
        Some((winner, reason)) => (winner.get(..1).unwrap_or(winner).to_owned() + "+", reason),
        None => (typed.to_owned(), ""),
    };
    (RESULTS.iter().find(|(known, _)| *known == word).map(|(_, claim)| *claim), reason)
}

/// A reason by its letter, where it has one.
pub(super) fn usual_reason(reason: &str) -> &str {
    match reason {
        "Resign" => "R",
        "Time" => "T",
        other => other,
    }
}
