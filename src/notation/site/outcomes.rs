//! Results in words.

use nom::IResult;

use crate::board::Side;
use crate::notation::typography::past_gap;
use crate::record::Claim;

use super::words::starts_with_square;

/// The outcomes in words, the site's own first; White are the defenders.
const OUTCOMES: [(&str, Claim); 6] = [
    ("White won", Claim::Won(Side::Defenders)),
    ("Black won", Claim::Won(Side::Attackers)),
    ("Draw", Claim::Draw),
    ("Ongoing", Claim::Open),
    ("Defenders won", Claim::Won(Side::Defenders)),
    ("Attackers won", Claim::Won(Side::Attackers)),
];

/// How outcomes are written: as the site does, or naming the sides.
pub(in crate::notation) fn outcome_words(claim: Claim, by_colour: bool) -> &'static str {
    let known = |&&(_, known): &&(&str, Claim)| known == claim;
    let words =
        if by_colour { OUTCOMES.iter().find(known) } else { OUTCOMES.iter().rev().find(known) };
    words.map_or("", |(words, _)| *words)
}

/// An outcome, whose first word is given for its place.
pub(super) fn outcome(text: &str) -> IResult<&str, Claim> {
    if !starts_with_one_of(text, b"wbdoa") || starts_with_square(text) {
        return refuse(text);
    }
    let not_in_word = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric());
    let known = OUTCOMES.iter().find_map(|&(words, claim)| Some((after(text, words)?, claim)));
    known.filter(|(rest, _)| not_in_word(rest)).map_or_else(|| refuse(text), Ok)
}

/// What follows these words, in either case and with any space between them.
pub(super) fn after<'a>(text: &'a str, words: &str) -> Option<&'a str> {
    let mut rest = text;
    for (nth, word) in words.split(' ').enumerate() {
        let next = past_gap(rest);
        let parted = next.len() < rest.len();
        let start = next.get(..word.len()).filter(|start| start.eq_ignore_ascii_case(word))?;
        rest = &next[start.len()..];
        if parted != (nth > 0) {
            return None;
        }
    }
    Some(rest)
}

pub(super) fn refuse<T>(text: &str) -> IResult<&str, T> {
    Err(nom::Err::Error(nom::error::Error::new(text, nom::error::ErrorKind::Tag)))
}

/// Whether a text starts with one of these small letters in either case: asked before words are
/// compared letter by letter, as most lines start with a number.
pub(super) fn starts_with_one_of(text: &str, letters: &[u8]) -> bool {
    text.bytes().next().is_some_and(|first| letters.contains(&first.to_ascii_lowercase()))
}
