//! The parts of a move.

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_while_m_n};
use nom::character::complete::{anychar, char, satisfy};
use nom::combinator::{map_opt, opt, peek, value};
use nom::error::{Error, ErrorKind};
use nom::sequence::{pair, preceded, terminated};
use nom::{IResult, Parser};

use crate::board::{PieceKind, Square};
use crate::record::{CaptureText, Info};

/// A letter and one or two digits.
#[inline(always)]
pub(super) fn square(text: &[u8]) -> IResult<&[u8], Square> {
    let digit = |byte: u8| byte.wrapping_sub(b'0');
    let (file, rank, rest) = match text {
        [file, tens, ones, rest @ ..] if digit(*tens) < 10 && digit(*ones) < 10 => {
            (file, digit(*tens) * 10 + digit(*ones), rest)
        }
        [file, ones, rest @ ..] if digit(*ones) < 10 => (file, digit(*ones), rest),
        _ => return refuse(text),
    };
    if !file.is_ascii_alphabetic() || rank == 0 {
        return refuse(text);
    }
    Ok((rest, Square::new(file.to_ascii_lowercase() - b'a', rank - 1)))
}

pub(super) fn refuse<T>(text: &[u8]) -> IResult<&[u8], T> {
    Err(nom::Err::Error(Error::new(text, ErrorKind::Verify)))
}

/// A piece's letter, which another letter follows: `c` alone may be a file. `Hn` is the king, whom
/// some call hnefi.
pub(super) fn piece(text: &[u8]) -> IResult<&[u8], PieceKind> {
    let letter = map_opt(anychar, PieceKind::from_letter);
    let hnefi = value(PieceKind::King, (tag_no_case("hn"), opt(char('-'))));
    terminated(alt((letter, hnefi)), peek(satisfy(|next| next.is_ascii_alphabetic()))).parse(text)
}

#[inline]
pub(super) fn piece_and_square(text: &[u8]) -> IResult<&[u8], (Option<PieceKind>, Square)> {
    // A digit behind the first letter makes that a file.
    if text.get(1).is_some_and(u8::is_ascii_digit) {
        return square(text).map(|(rest, square)| (rest, (None, square)));
    }
    pair(opt(piece), square).parse(text)
}

/// What stands between two squares that are visited one after the other.
#[inline]
pub(super) fn join(text: &[u8]) -> IResult<&[u8], &[u8]> {
    let length = match text {
        [b'^', b'=', ..] => 2,
        [b'-' | b'^' | b'=', ..] => 1,
        _ => 0,
    };
    let (mark, rest) = text.split_at(length);
    match rest {
        [file, digit, ..] if is_file(*file) && digit.is_ascii_digit() => Ok((rest, mark)),
        _ => refuse(text),
    }
}

/// Whether a letter may name a file behind a join: `x` begins a capture.
const fn is_file(letter: u8) -> bool {
    letter.is_ascii_alphabetic() && !matches!(letter, b'x' | b'X')
}

#[inline]
pub(super) fn capture(text: &[u8]) -> IResult<&[u8], CaptureText> {
    let (rest, (piece, square)) =
        preceded(satisfy(|mark| matches!(mark, 'x' | 'X' | '/' | ':')), piece_and_square)
            .parse(text)?;
    Ok((rest, CaptureText { piece, square }))
}

pub(super) fn count(text: &[u8]) -> IResult<&[u8], u8> {
    let number = take_while_m_n(0, 2, |digit: u8| digit.is_ascii_digit());
    let number = map_opt(number, |digits: &[u8]| match digits {
        [] => Some(0),
        _ => Some(digits.iter().fold(0, |sum, digit| sum * 10 + (digit - b'0'))).filter(|&n| n > 0),
    });
    preceded(satisfy(|mark| matches!(mark, 'x' | 'X')), number).parse(text)
}

pub(super) fn info(text: &[u8]) -> IResult<&[u8], Info> {
    alt((
        value(Info::KingTaken, tag("++")),
        value(Info::KingInDanger, tag("+")),
        value(Info::KingEscapes, tag("--")),
        value(Info::KingHasWayOut, tag("-")),
        value(Info::Raichi, tag("R")),
        value(Info::Tuichi, tag("T")),
        value(Info::Starred, tag("*")),
    ))
    .parse(text)
}
