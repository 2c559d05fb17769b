//! Moves as letters of files and ranks.

use nom::IResult;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, one_of, satisfy};
use nom::combinator::{map, map_opt, opt, value};
use nom::multi::{many0, many1};
use nom::sequence::{pair, preceded};

use crate::board::{PieceKind, Square};
use crate::record::{CaptureText, Info, MoveParts, MoveText, Record, TokenKind};

/// Two letters, file and rank.
pub(super) fn point(text: &str) -> IResult<&str, Square> {
    let letter = |text| {
        let number = |letter: char| letter as u8 - b'a';
        map(satisfy(|letter| letter.is_ascii_lowercase()), number).parse(text)
    };
    map((letter, letter), |(file, rank)| Square::new(file, rank)).parse(text)
}

pub(super) fn piece(text: &str) -> IResult<&str, Option<PieceKind>> {
    opt(map_opt(one_of("TCNKMG"), PieceKind::from_letter)).parse(text)
}

pub(super) fn info(text: &str) -> IResult<&str, Info> {
    alt((
        value(Info::KingTaken, tag("++")),
        value(Info::KingInDanger, tag("+")),
        value(Info::KingEscapes, tag("--")),
        value(Info::KingHasWayOut, tag("-")),
    ))
    .parse(text)
}

type PointMove = (Option<PieceKind>, Vec<Square>, Vec<CaptureText>, Option<Info>, bool);

/// A move in points: piece, squares, captures, symbol, whether captures are not listed.
fn point_move(text: &str) -> IResult<&str, PointMove> {
    let capture = map(pair(piece, point), |(piece, square)| CaptureText { piece, square });
    let captures = many0(preceded(char(':'), many1(capture)));
    let captures = map(captures, |groups: Vec<Vec<CaptureText>>| groups.concat());
    let unlisted = map(opt(char('~')), |mark| mark.is_some());
    (piece, many1(point), captures, opt(info), unlisted).parse(text)
}

pub(super) fn read_move(value: &str, record: &mut Record) -> Option<MoveText> {
    let ("", (piece, path, captures, info, run_together)) = point_move(value).ok()? else {
        return None;
    };
    if path.len() < 2 {
        return None;
    }
    let text = record.make_move(&MoveParts { path, captures }, piece);
    Some(MoveText { run_together, info, ..text })
}

/// Entries of a game that are no moves.
pub(super) const WORDS: &[(&str, TokenKind)] = &[
    ("resigned", TokenKind::Resigned),
    ("timeout", TokenKind::TimedOut),
    (".....", TokenKind::Elided),
];

pub(super) fn point_name(square: Square) -> String {
    [square.file, square.rank].map(|number| char::from(b'a' + number)).iter().collect()
}

/// A move in points, in the place of a word that is one and visits the same squares.
pub(super) fn move_word(word: &str, record: &Record, text: &MoveText) -> Option<String> {
    let mut known = Record::default();
    let old = read_move(word, &mut known)?;
    (known.path(&old) == record.path(text)).then(|| points(record, text))
}

/// A move in points.
pub(super) fn points(record: &Record, text: &MoveText) -> String {
    let letter = |piece: Option<PieceKind>| {
        piece.map_or_else(String::new, |kind| kind.letter().to_ascii_uppercase().to_string())
    };
    let mut value = letter(text.piece);
    value.extend(record.path(text).iter().map(|square| point_name(*square)));
    for capture in record.captures(text) {
        value += &format!(":{}{}", letter(capture.piece), point_name(capture.square));
    }
    value += text.info.map_or("", Info::symbol);
    if text.run_together {
        value.push('~');
    }
    value
}
