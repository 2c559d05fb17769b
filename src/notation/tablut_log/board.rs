//! Printed boards, and the moves between them.

use crate::board::{BoardSize, Piece, PieceKind, Setup, Side, Square};

/// How long the sides of the board are.
pub(super) const SIDE: u8 = 9;

pub(super) fn is_row(line: &str) -> bool {
    line.len() == usize::from(SIDE) && line.bytes().all(|letter| b"OBWKT".contains(&letter))
}

/// The pieces of a board whose first row is its last rank.
pub(super) fn setup(rows: &[&str]) -> Option<Setup> {
    let mut board = Setup::empty(BoardSize::new(usize::from(SIDE)).ok()?);
    for (rank, row) in (0_u8..).zip(rows.iter().rev()) {
        for (file, letter) in (0_u8..).zip(row.bytes()) {
            let piece = match letter {
                b'B' => Some(Piece::new(Side::Attackers, PieceKind::Taflman)),
                b'W' => Some(Piece::new(Side::Defenders, PieceKind::Taflman)),
                b'K' => Some(Piece::new(Side::Defenders, PieceKind::King)),
                _ => None,
            };
            board.set(Square::new(file, rank), piece);
        }
    }
    Some(board)
}

/// The one move that leads from a board to another, captures aside: of one piece that is gone from
/// its square and stands on another, where nobody was.
pub(super) fn move_between(before: &Setup, after: &Setup) -> Option<(Square, Square)> {
    let mut came = after.pieces().filter(|&(square, _)| before.get(square).is_none());
    let (to, piece) = came.next()?;
    let mut left =
        before.pieces().filter(|&(square, known)| known == piece && after.get(square).is_none());
    let (from, _) = left.next()?;
    (came.next().is_none() && left.next().is_none()).then_some((from, to))
}
