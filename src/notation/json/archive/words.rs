//! The words of the site.

use crate::board::Side;
use crate::notation::{typography, word_list};
use crate::record::Claim;

/// The site's words for entries that are no moves.
pub(in crate::notation) const SITE_WORDS: word_list::Words =
    word_list::Words { resigned: "resigned", timed_out: Some("timeout"), elided: "....." };

/// The site's words for results. White are the defenders; an empty word says nothing.
const WINNERS: [(&str, Option<Claim>); 5] = [
    ("White", Some(Claim::Won(Side::Defenders))),
    ("Black", Some(Claim::Won(Side::Attackers))),
    ("Draw", Some(Claim::Draw)),
    ("Ongoing", Some(Claim::Open)),
    ("", None),
];

/// The result that a word of the site states; nothing if it is none of its words.
pub(in crate::notation) fn winner(word: &str) -> Option<Option<Claim>> {
    let typed = typography::typed_words(word);
    let word = typed.as_deref().unwrap_or(word);
    WINNERS.iter().find(|(known, _)| *known == word).map(|&(_, claim)| claim)
}

/// The site's word for a result.
pub(in crate::notation) fn winner_name(claim: Option<Claim>) -> &'static str {
    WINNERS.iter().find(|(_, known)| *known == claim).map_or("", |&(word, _)| word)
}
