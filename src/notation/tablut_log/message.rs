//! The lines of a log.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till};
use nom::character::complete::{satisfy, tab, u8 as small};
use nom::combinator::{map_opt, opt, value};
use nom::sequence::{preceded, separated_pair};
use nom::{IResult, Parser};

use crate::board::{PieceKind, Side, Square};
use crate::record::Claim;

use super::board::SIDE;

/// What a line of the server's says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said<'a> {
    /// Who plays the defenders and who the attackers.
    Players(&'a str, &'a str),
    /// How many repetitions are allowed, and how many positions are remembered.
    Limits(&'a str, &'a str),
    /// A move that a client wants to make: all of it, and its squares unless they are `null`.
    Turn(&'a str, Option<(Square, Square)>),
    /// A piece is taken, the king or another one.
    Taken(Option<PieceKind>, Square),
    /// The move before was made.
    Moved,
    /// How the game ended, in our words, and the result.
    Ending(&'static str, Claim),
    /// A board follows; its first row, if it stands on the same line.
    Board(&'a str),
}

/// A square, its rank counted from the top and turned round.
pub(super) fn square(text: &str) -> IResult<&str, Square> {
    let file = satisfy(|letter| letter.is_ascii_alphabetic());
    map_opt((file, small), |(file, rank): (char, u8)| {
        let file = file.to_ascii_lowercase() as u8 - b'a';
        let rank = SIDE.checked_sub(rank).filter(|_| rank > 0)?;
        (file < SIDE).then_some(Square::new(file, rank))
    })
    .parse(text)
}

/// A line's level, which is one word of any language, and what it says.
pub(super) fn leveled(line: &str) -> Option<(&str, &str)> {
    let (level, text) = line.split_once(": ")?;
    let is_word = level.starts_with(char::is_alphabetic)
        && !level.contains(|letter: char| letter.is_whitespace() || letter.is_control());
    is_word.then_some((level, text))
}

/// What a line says if it is a message that is known, at whatever level.
pub(super) fn known_message(line: &str) -> Option<Said<'_>> {
    let (_, text) = leveled(line)?;
    known(text).ok().map(|(_, said)| said)
}

/// The level of what the server refuses, in English.
pub(super) const WARNING: &str = "WARNING";

/// Whether a message at this level is about no move: news of the server, in nearly every language
/// called so.
pub(super) fn is_of_no_move(level: &str) -> bool {
    level.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("info"))
}

fn rest_of_line(text: &str) -> IResult<&str, &str> {
    take_till(|_| false).parse(text)
}

pub(super) fn known(text: &str) -> IResult<&str, Said<'_>> {
    let taken = |words: &'static str, kind: Option<PieceKind>| {
        preceded(tag(words), square).map(move |square| Said::Taken(kind, square))
    };
    let ended = |words: &'static str, how: &'static str, claim: Claim| {
        value(Said::Ending(how, claim), (tag(words), rest_of_line))
    };
    let defenders_won = Claim::Won(Side::Defenders);
    alt((
        players,
        limits,
        turn,
        taken("Pedina nera rimossa in: ", None),
        taken("Pedina bianca rimossa in: ", None),
        taken("Nero vince con re catturato in: ", Some(PieceKind::King)),
        ended("Bianco vince con re in ", "king escaped", defenders_won),
        ended("Partita terminata in pareggio per numero di", "repetition", Claim::Draw),
        ended("Partita terminata in pareggio", "draw", Claim::Draw),
        value(Said::Moved, tag("Movimento pedina")),
        preceded(tag("Stato:"), rest_of_line).map(|row| Said::Board(row.trim())),
    ))
    .parse(text)
}

fn players(text: &str) -> IResult<&str, Said<'_>> {
    let name =
        |label: &'static str| preceded((tab, opt((tag(label), tab))), take_till(|c| c == '\t'));
    let both = separated_pair(name("White:"), (tab, tag("vs")), name("Black:"));
    preceded(tag("Players:"), both).map(|(white, black)| Said::Players(white, black)).parse(text)
}

fn limits(text: &str) -> IResult<&str, Said<'_>> {
    let first = preceded((tag("Repeated moves allowed:"), tab), take_till(|c| c == '\t'));
    let second = preceded((tab, tag("Cache:"), tab), rest_of_line);
    (first, second).map(|(allowed, cache)| Said::Limits(allowed, cache)).parse(text)
}

fn turn(text: &str) -> IResult<&str, Said<'_>> {
    let mut who = (tag("Turn: "), alt((tag("W"), tag("B"), tag("null"))), tag(" Pawn from "));
    let (said, _) = who.parse(text)?;
    let said = said.trim_end();
    let squares: IResult<&str, (Square, Square)> =
        separated_pair(square, tag(" to "), square).parse(said);
    let squares = squares.ok().filter(|(rest, _)| rest.is_empty()).map(|(_, squares)| squares);
    Ok(("", Said::Turn(said, squares)))
}

/// What the code behind a board says of the result; nothing while the game goes on.
pub(super) fn code(line: &str) -> Option<Option<Claim>> {
    const CODES: [(&str, Option<Claim>); 5] = [
        ("W", None),
        ("B", None),
        ("WW", Some(Claim::Won(Side::Defenders))),
        ("BW", Some(Claim::Won(Side::Attackers))),
        ("D", Some(Claim::Draw)),
    ];
    CODES.iter().find(|(known, _)| *known == line).map(|&(_, claim)| claim)
}

/// The time, class and method that stand above every message.
pub(super) fn header(line: &str) -> Option<(&str, &str)> {
    let (rest, _method) = line.rsplit_once(' ')?;
    let (time, class) = rest.rsplit_once(' ')?;
    class.contains('.').then_some((time, class))
}
