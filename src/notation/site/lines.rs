//! What a line is: moves, a row of a table, a heading, a move of a replay, or prose.

use nom::bytes::complete::{tag, tag_no_case};
use nom::character::complete::{char, digit1, satisfy, space0};
use nom::combinator::{map_opt, opt};
use nom::sequence::{delimited, pair, preceded, separated_pair, terminated};
use nom::{IResult, Parser};

use crate::notation::moves::is_move;
use crate::notation::typography::past_gap;
use crate::record::Claim;

use super::outcomes::{outcome, refuse, starts_with_one_of};
use super::words::{Words, elided, is_prefix, turn_number};

/// The first move of a line that begins with one, behind its number and what stands before it.
pub(in crate::notation) fn first_move(line: &str) -> Option<&str> {
    let line = past_gap(line);
    if arrow(line).is_ok() {
        return Some(line);
    }
    let line = row_start(line).map_or(line, |(rest, _)| rest);
    let mut words = Words(line).peekable();
    if words.peek().is_some_and(|word| turn_number(word).is_some_and(|(_, rest)| rest.is_empty())) {
        words.next();
    }
    let word = words.find(|word| elided(word).is_none() && !is_prefix(word))?;
    let word = turn_number(word).map_or(word, |(_, rest)| rest);
    is_move(word.trim_end_matches('.')).then_some(word)
}

/// The number of a turn that a line begins with.
pub(super) fn line_number(line: &str) -> Option<u32> {
    Words(line).next().and_then(turn_number).map(|(number, _)| number)
}

/// What a line is for the telling apart of games.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    Row,
    Heading,
    Arrow,
    Moves,
    Other,
}

impl LineKind {
    /// The kind of a line that begins with no number.
    pub(super) fn of(line: &str) -> Self {
        if row_start(line).is_ok() {
            Self::Row
        } else if heading(line).is_ok() {
            Self::Heading
        } else if arrow(line).is_ok() {
            Self::Arrow
        } else if first_move(line).is_some() {
            Self::Moves
        } else {
            Self::Other
        }
    }
}

/// Whether a line goes on with a turn whose first move was given: `1. ... b1-b2`.
pub(super) fn goes_on(line: &str) -> bool {
    let mut words = Words(line);
    let first = words.next().and_then(turn_number).map_or("", |(_, rest)| rest);
    first.starts_with('.') || words.next().is_some_and(|word| elided(word).is_some())
}

/// The last number of a turn in a line, so that several on one line are told from a repeated first.
/// Nothing where only the first word can be one.
pub(super) fn last_number(line: &str) -> Option<u32> {
    let in_word = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b';' | b',');
    let begins = |pair: &[u8]| !in_word(pair[0]) && pair[1].is_ascii_digit();
    if !line.as_bytes().windows(2).fold(false, |found, pair| found | begins(pair)) {
        return None;
    }
    let numbers = Words(line).filter_map(turn_number);
    numbers.last().map(|(number, _)| number)
}

/// `white won,12,`, as tables of games begin their rows.
pub(super) fn row_start(line: &str) -> IResult<&str, (Claim, &str)> {
    terminated(separated_pair(outcome, char(','), digit1), char(',')).parse(line)
}

/// `Game: 3`.
pub(super) fn heading(line: &str) -> IResult<&str, &str> {
    if !starts_with_one_of(line, b"g") {
        return refuse(line);
    }
    preceded((tag_no_case("game"), opt(char(':')), space0), digit1).parse(line)
}

/// `(3, F)` as a row from the top and a file.
fn cell(text: &str) -> IResult<&str, (u8, u8)> {
    let row = map_opt(digit1, |digits: &str| digits.parse::<u8>().ok().filter(|&row| row < 99));
    let file = satisfy(|letter| letter.is_ascii_alphabetic());
    let comma = (space0, char(','), space0);
    let inside = separated_pair(row, comma, file);
    let (rest, (row, file)) =
        delimited(pair(char('('), space0), inside, pair(space0, char(')'))).parse(text)?;
    Ok((rest, (row, file.to_ascii_lowercase() as u8 - b'a')))
}

/// Where a piece comes from and where it goes, row first.
pub(super) type Arrow = ((u8, u8), (u8, u8));

pub(super) fn arrow(line: &str) -> IResult<&str, Arrow> {
    if !starts_with_one_of(line, b"(") {
        return refuse(line);
    }
    separated_pair(cell, (space0, tag("->"), space0), cell).parse(line)
}
