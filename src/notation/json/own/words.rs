//! Words for symbols and squares.

use crate::board::Square;
use crate::record::Info;

/// The words for symbols: OpenTafl's signs, and names for what others mean.
pub(super) const INFOS: &[(&str, Info)] = &[
    ("+", Info::KingInDanger),
    ("++", Info::KingTaken),
    ("-", Info::KingHasWayOut),
    ("--", Info::KingEscapes),
    ("threatens", Info::ThreatensWin),
    ("wins", Info::Wins),
    ("gives away", Info::GivesGameAway),
    ("raichi", Info::Raichi),
    ("tuichi", Info::Tuichi),
    ("*", Info::Starred),
];

pub(super) fn word_of<T: PartialEq>(
    table: &[(&'static str, T)],
    value: &T,
) -> Option<&'static str> {
    table.iter().find(|(_, known)| known == value).map(|(word, _)| *word)
}

pub(super) fn meaning_of<T: Copy>(table: &[(&'static str, T)], word: &str) -> Option<T> {
    table.iter().find(|(known, _)| *known == word).map(|(_, value)| *value)
}

/// `a1`, and beyond `z` two letters, as spreadsheets have it: every square that can be counted has a
/// name of its own.
pub(super) fn square_name(square: Square) -> String {
    let letter = |number: u8| char::from(b'a' + number);
    let rank = u32::from(square.rank) + 1;
    match square.file {
        file @ 0..26 => format!("{}{rank}", letter(file)),
        file => format!("{}{}{rank}", letter(file / 26 - 1), letter(file % 26)),
    }
}

pub(super) fn square(name: &str) -> Option<Square> {
    let digits = name.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
    let file = match name.as_bytes()[..name.len() - digits.len()] {
        [letter] => u16::from(letter - b'a'),
        [tens, ones] => (u16::from(tens - b'a') + 1) * 26 + u16::from(ones - b'a'),
        _ => return None,
    };
    let plain = !digits.starts_with('0') && digits.bytes().all(|digit| digit.is_ascii_digit());
    let rank = digits.parse::<u16>().ok().filter(|_| plain)?;
    Some(Square::new(u8::try_from(file).ok()?, u8::try_from(rank - 1).ok()?))
}
