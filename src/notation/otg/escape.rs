//! Texts that could not stand as they are, and how they are kept under [`PERCENT`](super::tags::PERCENT).

use std::borrow::Cow;

use memchr::memchr;
use nom::bytes::complete::take_while1;
use nom::character::complete::char;
use nom::sequence::terminated;
use nom::{IResult, Parser};

use crate::record::Place;

use crate::notation::typography::past_gap;

use super::tags::{is_known, is_name};

/// Where a text is to stand: what must be escaped differs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Spot {
    Name,
    Value,
    /// Before the first turn.
    Opening,
    /// About the first move of a turn.
    First,
    /// About the second.
    Second,
}

/// Removes the mark before a comment that stands elsewhere than after its move.
pub(super) fn marked(part: &str, at: usize, place: Place, end: usize) -> (&str, usize, Place) {
    match part.as_bytes() {
        [b'%', b'<', ..] => (&part[2..], at, Place::Before),
        [b'%', b'>', ..] => (&part[2..], end, Place::After),
        [b'%', b'^', ..] => (&part[2..], end, Place::Before),
        _ => (part, at, place),
    }
}

/// Reads `%XX` as bytes and `%-` as nothing; what is neither stays.
pub(super) fn unescaped(text: &str) -> Cow<'_, str> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some(at) = memchr(b'%', rest) {
        bytes.extend_from_slice(&rest[..at]);
        let digit = |at: usize| rest.get(at).and_then(|&byte| (byte as char).to_digit(16));
        let skip = match (rest.get(at + 1), digit(at + 1), digit(at + 2)) {
            (Some(b'-'), _, _) => 2,
            (_, Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                3
            }
            _ => {
                bytes.push(b'%');
                1
            }
        };
        rest = &rest[at + skip..];
    }
    bytes.extend_from_slice(rest);
    String::from_utf8_lossy(&bytes).into_owned().into()
}

/// The name of a tag that a text would begin, behind a bracket.
fn tag_name(text: &str) -> Option<&str> {
    let name: IResult<&str, &str> = terminated(take_while1(is_name), char(':')).parse(text);
    name.ok().map(|(_, name)| name)
}

fn is_control(byte: u8) -> bool {
    byte < b' ' && !matches!(byte, b'\n' | b'\r' | b'\t')
}

/// Whether a text before the first turn has what OpenTafl takes for the first turn there.
fn has_turn(text: &str) -> bool {
    text.match_indices(". ").any(|(at, _)| ends_number(text, at))
}

/// Whether the dot at this place ends the number of a turn, as OpenTafl looks for it.
fn ends_number(text: &str, at: usize) -> bool {
    text[..at].ends_with(|letter: char| letter.is_ascii_digit()) && text[at..].starts_with(". ")
}

/// Whether a bracket in a text with the number of a turn at the beginning of a line could be taken for the
/// comment on that turn.
fn seems_to_take_in_turns(text: &str) -> bool {
    let numbered = |line: &str| past_gap(line).starts_with(|first: char| first.is_ascii_digit());
    text.contains('[') && text.split('\n').skip(1).any(numbered)
}

/// Whether a text can stand as it is.
pub(super) fn is_plain(text: &str, spot: Spot) -> bool {
    let fits = match spot {
        Spot::Name => {
            return !text.is_empty() && text.chars().all(|letter| is_name(letter) && letter != '%');
        }
        Spot::Value => text.trim().len() == text.len() && !has_turn(text),
        Spot::Opening => tag_name(text).is_none() && !has_turn(text),
        Spot::First => !text.contains('|') && !tag_name(text).is_some_and(is_known),
        Spot::Second => true,
    };
    let special = |&byte: &u8| byte == b']' || is_control(byte);
    fits && !text.as_bytes().iter().any(special)
        && !text.contains("\n[")
        && !seems_to_take_in_turns(text)
}

/// Writes a text in such a way that it reads back the same under [`PERCENT`].
pub(super) fn escape(out: &mut String, text: &str, spot: Spot) {
    if text.is_empty() {
        *out += "%-";
        return;
    }
    let start = text.len() - text.trim_start().len();
    let end = text.trim_end().len();
    let outside = |at: usize| spot == Spot::Value && !(start..end).contains(&at);
    let has_lines = text.contains('\n');
    for (at, letter) in text.char_indices() {
        let special = match spot {
            Spot::Name => !is_name(letter) || letter == '%',
            _ => {
                let begins_tag = letter == '[' && has_lines;
                let ends_name = letter == ':' && spot != Spot::Value;
                let in_header = matches!(spot, Spot::Value | Spot::Opening);
                let begins_turn = letter == '.' && in_header && ends_number(text, at);
                matches!(letter, '%' | ']' | '|') || begins_tag || ends_name || begins_turn
            }
        };
        if special || outside(at) || (letter.is_ascii() && is_control(letter as u8)) {
            let mut buffer = [0; 4];
            for byte in letter.encode_utf8(&mut buffer).bytes() {
                out.push('%');
                out.push(char::from(b"0123456789ABCDEF"[usize::from(byte >> 4)]));
                out.push(char::from(b"0123456789ABCDEF"[usize::from(byte & 15)]));
            }
        } else {
            out.push(letter);
        }
    }
}
