//! Random positions for tests.

#[path = "../../tests/support/chance.rs"]
mod chance;

use crate::board::{Bits, Piece, PieceKind, Setup, Side, Square};
use crate::rules::Ruleset;

use super::Position;

pub(crate) use chance::Chance;

/// A position with some men and the king anywhere; half of them in one corner of the board.
pub(crate) fn scattered<B: Bits>(rules: &Ruleset, chance: &mut Chance) -> Option<Position<B>> {
    let size = rules.size();
    let mut setup = Setup::empty(size);
    let closed = |at| rules.groups().iter().any(|(_, group)| group.squares.contains(&at));
    // Every other time, everything happens in one corner of the board.
    let reach = if chance.below(2) == 0 { size.side() } else { 4 };
    let square =
        |chance: &mut Chance| Square::new(chance.below(reach) as u8, chance.below(reach) as u8);
    let men = [chance.below(10), chance.below(6)];
    for (side, count) in Side::BOTH.into_iter().zip(men) {
        for _ in 0..count {
            let at = square(chance);
            if !closed(at) {
                setup.set(at, Some(Piece::new(side, PieceKind::Taflman)));
            }
        }
    }
    let king = square(chance);
    if rules.goal().contains(&king) {
        return None;
    }
    setup.set(king, Some(Piece::new(Side::Defenders, PieceKind::King)));
    Position::new(&setup, Side::BOTH[chance.below(2)]).ok()
}
