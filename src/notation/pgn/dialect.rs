//! Who writes such records in which way, and what results mean there.

use crate::board::Side;
use crate::notation::typography::plain;
use crate::record::Claim;

use super::tags::{TagText, has, is_ours};

/// Who writes a record in which way.
pub(super) struct Dialect {
    /// Whether these tags are its.
    pub(super) is: fn(&[TagText<'_>]) -> bool,
    /// The side that 1-0 is a win of, where that is known.
    pub(super) first: Option<Side>,
    /// Whether the players called Black and White are the attackers and the defenders.
    pub(super) black_attacks: bool,
}

pub(super) const DIALECTS: &[Dialect] = &[
    Dialect { is: is_ours, first: Some(Side::Attackers), black_attacks: false },
    Dialect {
        is: |tags| has(tags, "Attackers") || has(tags, "Defenders"),
        first: Some(Side::Attackers),
        black_attacks: false,
    },
    Dialect {
        is: |tags| has(tags, "Game") && (has(tags, "Size") || has(tags, "Board")),
        first: Some(Side::Attackers),
        black_attacks: true,
    },
    Dialect {
        is: |tags| has(tags, "Game") && !has(tags, "Variant"),
        first: Some(Side::Attackers),
        black_attacks: false,
    },
    Dialect { is: |_| true, first: None, black_attacks: false },
];

/// Results as they are written, and the claims that they make where 1-0 is a win of the attackers.
const RESULTS: &[(&str, Claim)] = &[
    ("1-0", Claim::Won(Side::Attackers)),
    ("0-1", Claim::Won(Side::Defenders)),
    ("1/2-1/2", Claim::Draw),
    ("*", Claim::Open),
    ("0-0", Claim::Draw),
    ("1/2", Claim::Draw),
    ("?", Claim::Open),
];

/// What a result claims where 1-0 is a win of the attackers, whatever dashes it has.
pub(super) fn claim_of(word: &str) -> Option<Claim> {
    let word = plain(word);
    RESULTS.iter().find(|(known, _)| *known == word.trim()).map(|&(_, claim)| claim)
}

pub(super) fn result_word(claim: Claim) -> Option<&'static str> {
    RESULTS.iter().find(|(_, known)| *known == claim).map(|(word, _)| *word)
}
