//! Moves that were written without hyphens elsewhere: OpenTafl opens none without, so they get hyphens,
//! and the header tells which had none.

use std::ops::RangeInclusive;

use crate::record::{Line, LineId, Record, TokenKind};

/// The value of the tag where no move had a hyphen.
const NONE: &str = "none";

/// What begins the value where some moves had none.
const NOT: &str = "not";

/// What a value has to be.
pub(super) const EXPECTED: &str = "none, or not and numbers of moves, as in not 1-4 7";

/// Which moves had no hyphens.
pub(super) enum Bare {
    All,
    /// These, counted over all lines in the order in which they begin in the file, from 1.
    Some(Vec<RangeInclusive<usize>>),
}

/// What a value of the tag says: `none`, or `not 1-4 7`.
pub(super) fn parse(value: &str) -> Option<Bare> {
    let mut words = value.split_ascii_whitespace();
    match words.next() {
        Some(NONE) if words.next().is_none() => Some(Bare::All),
        Some(NOT) => {
            let mut ranges: Vec<RangeInclusive<usize>> = Vec::new();
            for word in words {
                let (first, last) = word.split_once('-').unwrap_or((word, word));
                let range = first.parse().ok()?..=last.parse().ok()?;
                let before = ranges.last().map_or(0, |before| *before.end());
                if range.is_empty() || *range.start() <= before {
                    return None;
                }
                ranges.push(range);
            }
            (!ranges.is_empty()).then_some(Bare::Some(ranges))
        }
        _ => None,
    }
}

/// Whether every move of a record, if there is any, has no hyphen; then the value that says so.
pub(super) fn all(record: &Record) -> Option<String> {
    let mut moves = (0..record.line_count())
        .flat_map(|line| &record.line(LineId(line)).tokens)
        .filter_map(|token| match &token.kind {
            TokenKind::Move(text) => Some(text),
            _ => None,
        })
        .peekable();
    let all = moves.peek().is_some() && moves.all(|text| text.run_together);
    all.then(|| NONE.to_owned())
}

/// The value for the moves without hyphens of a record whose lines are written in this order.
pub(super) fn some(record: &Record, order: &[LineId]) -> String {
    let mut ranges: Vec<RangeInclusive<usize>> = Vec::new();
    let mut number = 0;
    for token in order.iter().flat_map(|&line| &record.line(line).tokens) {
        number += 1;
        if !matches!(&token.kind, TokenKind::Move(text) if text.run_together) {
            continue;
        }
        match ranges.last_mut() {
            Some(last) if last.end() + 1 == number => *last = *last.start()..=number,
            _ => ranges.push(number..=number),
        }
    }
    let mut value = NOT.to_owned();
    for range in ranges {
        let (first, last) = range.into_inner();
        value += &match first == last {
            true => format!(" {first}"),
            false => format!(" {first}-{last}"),
        };
    }
    value
}

/// Marks the moves that had no hyphens elsewhere. Returns whether all the numbers stand for moves.
pub(super) fn remove(record: &mut Record, bare: &Bare) -> bool {
    let ranges = match bare {
        Bare::All => &[1..=usize::MAX][..],
        Bare::Some(ranges) => ranges,
    };
    let mut ranges = ranges.iter().peekable();
    let mut well = true;
    let mut number = 0;
    for line in 0..record.line_count() {
        let Line { tokens, .. } = record.line_mut(LineId(line));
        for token in tokens {
            number += 1;
            while ranges.next_if(|range| *range.end() < number).is_some() {}
            if !ranges.peek().is_some_and(|range| range.contains(&number)) {
                continue;
            }
            match &mut token.kind {
                TokenKind::Move(text) => text.run_together = true,
                _ => well = false,
            }
        }
    }
    let named = |range: &RangeInclusive<usize>| *range.end() <= number;
    matches!(bare, Bare::All) || (well && ranges.all(named))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_none_or_numbers_that_grow() {
        let told = |value| match parse(value) {
            Some(Bare::All) => "all".to_owned(),
            Some(Bare::Some(ranges)) => format!("{ranges:?}"),
            None => "bad".to_owned(),
        };
        assert_eq!(told("none"), "all");
        assert_eq!(told("not 1-4 7"), "[1..=4, 7..=7]");
        for bad in ["", "not", "none 1", "not 0", "not 4-1", "not 7 1", "not 1-4 4", "not x", "1"] {
            assert_eq!(told(bad), "bad", "{bad}");
        }
    }
}
