//! Positions that properties set up, and the size of the board.

use nom::IResult;
use nom::Parser;
use nom::character::complete::char;
use nom::combinator::opt;
use nom::sequence::{pair, preceded};

use crate::board::{BoardSize, Piece, PieceKind, Setup, Side, Square};
use crate::record::{Record, RulesClaim};
use crate::rules::names;

use super::points::point;
use super::properties::Property;

/// The size that `SZ` states, as a number or as two.
pub(super) fn size_of(value: &str) -> Option<BoardSize> {
    let side = value.split(':').next().unwrap_or(value).parse().ok()?;
    BoardSize::new(side).ok()
}

/// The longest text of rules that is looked at for the size of the board.
const LONGEST_RULES: usize = 2000;

/// The size of a record's board, as its start or its rules have it. A word for several games has none
/// until it is known which is meant.
pub(super) fn board_size(record: &Record) -> Option<BoardSize> {
    if let Some(start) = &record.start {
        let setup: Setup = start.value.parse().ok()?;
        return Some(setup.size());
    }
    let (RulesClaim::Named(rules) | RulesClaim::Written(rules)) = &record.rules.as_ref()?.value
    else {
        return None;
    };
    let resolved =
        (rules.len() <= LONGEST_RULES).then(|| names::resolve_as(rules, |_| record.meant))?.ok()?;
    Some(resolved.ruleset.size())
}

/// The arrangement that the first node sets up.
pub(super) fn position(properties: &[Property<'_>]) -> Result<Setup, &'static str> {
    let size = properties.iter().find(|property| property.name == "SZ");
    let size = size.and_then(|size| size.values.first());
    let size = size.ok_or("the size of the board is missing: add SZ")?;
    let mut setup = Setup::empty(size_of(size).ok_or("SZ is an odd number from 5 to 19")?);
    for property in properties.iter().filter(|property| property.name != "SZ") {
        for value in &property.values {
            let (piece, points) = match property.name {
                "AB" => (Some(Piece::new(Side::Attackers, PieceKind::Taflman)), *value),
                "AW" => (Some(Piece::new(Side::Defenders, PieceKind::Taflman)), *value),
                "AE" => (None, *value),
                _ => {
                    let (name, point) = value.split_once(':').ok_or("a piece is set up as K:ff")?;
                    let piece = Piece::all().find(|piece| name == piece.letter().to_string());
                    (Some(piece.ok_or("a piece is set up as K:ff")?), point)
                }
            };
            for square in rectangle(points).ok_or("a square is two letters, as in ff")? {
                if !setup.size().contains(square) {
                    return Err("a piece is set up off the board");
                }
                setup.set(square, piece);
            }
        }
    }
    Ok(setup)
}

/// A point, or all between two corners: `aa:cb`.
fn rectangle(points: &str) -> Option<Vec<Square>> {
    let both: IResult<&str, (Square, Option<Square>)> =
        pair(point, opt(preceded(char(':'), point))).parse(points);
    let ("", (one, other)) = both.ok()? else { return None };
    let other = other.unwrap_or(one);
    let files = one.file.min(other.file)..=one.file.max(other.file);
    let ranks = one.rank.min(other.rank)..=one.rank.max(other.rank);
    Some(files.flat_map(|file| ranks.clone().map(move |rank| Square::new(file, rank))).collect())
}
