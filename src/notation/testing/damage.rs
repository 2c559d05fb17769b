//! Random damage to texts.

use proptest::prelude::*;
use proptest::sample::{Index, select};

/// What is done to a text.
#[derive(Clone, Debug)]
pub(in crate::notation) enum Damage {
    /// Everything from a letter on is missing.
    Cut(Index),
    /// Some letters are missing.
    Delete(Index, usize),
    /// Something stands between two letters.
    Insert(Index, &'static str),
    /// Some letters stand there twice.
    Double(Index, usize),
    /// Two letters have changed places.
    SwapLetters(Index, Index),
    /// Two lines have changed places.
    SwapLines(Index, Index),
    /// A line stands there twice.
    DoubleLine(Index),
}

/// Any damage; what is inserted is one of these texts.
pub(in crate::notation) fn damage(
    inserted: &'static [&'static str],
) -> impl Strategy<Value = Damage> {
    let at = any::<Index>;
    prop_oneof![
        1 => at().prop_map(Damage::Cut),
        2 => (at(), 1..12_usize).prop_map(|(at, length)| Damage::Delete(at, length)),
        3 => (at(), select(inserted)).prop_map(|(at, text)| Damage::Insert(at, text)),
        1 => (at(), 1..20_usize).prop_map(|(at, length)| Damage::Double(at, length)),
        1 => (at(), at()).prop_map(|(one, other)| Damage::SwapLetters(one, other)),
        1 => (at(), at()).prop_map(|(one, other)| Damage::SwapLines(one, other)),
        1 => at().prop_map(Damage::DoubleLine),
    ]
}

/// A text with damage.
pub(in crate::notation) fn damaged(text: &str, damage: &Damage) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    if letters.is_empty() {
        return String::new();
    }
    let count = letters.len();
    let part = |at: &Index, length: usize| {
        let start = at.index(count);
        start..(start + length).min(count)
    };
    match damage {
        Damage::Cut(at) => letters.truncate(at.index(count)),
        Damage::Delete(at, length) => drop(letters.drain(part(at, *length))),
        Damage::Insert(at, new) => {
            let at = at.index(count + 1);
            letters.splice(at..at, new.chars());
        }
        Damage::Double(at, length) => {
            let part = part(at, *length);
            let doubled = letters[part.clone()].to_vec();
            letters.splice(part.end..part.end, doubled);
        }
        Damage::SwapLetters(one, other) => letters.swap(one.index(count), other.index(count)),
        Damage::SwapLines(one, other) => {
            let (one, other) = (one.index(lines.len()), other.index(lines.len()));
            lines.swap(one, other);
            return lines.concat();
        }
        Damage::DoubleLine(at) => {
            let at = at.index(lines.len());
            lines.insert(at, lines[at]);
            return lines.concat();
        }
    }
    letters.into_iter().collect()
}
