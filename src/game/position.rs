//! Pieces on squares, and whose turn it is.

use super::Hop;
use crate::board::{Bits, BoardSize, NO_SQUARE, Piece, PieceKind, Setup, SetupError, Side};

/// A position that can be played from.
///
/// The king is missing only after he was taken, when a game is replayed past its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<B> {
    pub(super) sides: [B; 2],
    /// Commanders, knights, mercenaries and guards of both sides.
    special: [B; 4],
    pub(super) king: u16,
    /// Whether there were only taflmen and the king from the start.
    pub(super) ordinary: bool,
    pub(super) to_move: Side,
}

const SPECIAL: [PieceKind; 4] =
    [PieceKind::Commander, PieceKind::Knight, PieceKind::Mercenary, PieceKind::Guard];

impl<B: Bits> Position<B> {
    /// The position of an arrangement.
    ///
    /// # Errors
    /// When there is not exactly one king, a defender.
    pub fn new(setup: &Setup, to_move: Side) -> Result<Self, SetupError> {
        let king = setup.require_one_king()?;
        let size = setup.size();
        let mut position = Self {
            sides: [B::EMPTY; 2],
            special: [B::EMPTY; 4],
            king: size.index(king).map_or(NO_SQUARE, |index| index as u16),
            ordinary: true,
            to_move,
        };
        for (square, piece) in setup.pieces() {
            let Some(index) = size.index(square) else { continue };
            position.sides[piece.side.index()] |= B::single(index);
            if let Some(at) = SPECIAL.iter().position(|&kind| kind == piece.kind) {
                position.special[at] |= B::single(index);
                position.ordinary = false;
            }
        }
        Ok(position)
    }

    /// The arrangement of the pieces, on a board of this size.
    pub fn to_setup(&self, size: BoardSize) -> Setup {
        let mut setup = Setup::empty(size);
        for index in self.occupied().indices() {
            setup.set(size.square(index), self.piece(index));
        }
        setup
    }

    /// Whose turn it is.
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// The same position with a given side to move.
    #[must_use]
    pub const fn with_to_move(self, to_move: Side) -> Self {
        Self { to_move, ..self }
    }

    /// The squares of a side's pieces, the king's among the defenders'.
    #[inline]
    pub fn side(&self, side: Side) -> B {
        self.sides[side.index()]
    }

    /// The squares with a piece.
    #[inline]
    pub fn occupied(&self) -> B {
        self.sides[0] | self.sides[1]
    }

    /// Where the king is, unless he was taken.
    #[inline]
    pub fn king(&self) -> Option<usize> {
        (self.king != NO_SQUARE).then_some(usize::from(self.king))
    }

    /// The king's square as a set.
    #[inline]
    pub(super) fn king_set(&self) -> B {
        self.king().map_or(B::EMPTY, B::single)
    }

    /// The piece on a square.
    pub fn piece(&self, index: usize) -> Option<Piece> {
        let side = Side::BOTH.into_iter().find(|&side| self.side(side).contains(index))?;
        Some(Piece::new(side, self.kind(index)))
    }

    /// The kind of the piece on a square that has one.
    // In line: nearly every position has only men and a king, which one test tells.
    #[inline(always)]
    pub(super) fn kind(&self, index: usize) -> PieceKind {
        if index == usize::from(self.king) {
            PieceKind::King
        } else if self.ordinary {
            PieceKind::Taflman
        } else {
            let special = SPECIAL.into_iter().zip(self.special);
            special
                .filter(|(_, squares)| squares.contains(index))
                .map(|(kind, _)| kind)
                .next()
                .unwrap_or(PieceKind::Taflman)
        }
    }

    #[inline]
    pub(super) fn guards(&self) -> B {
        self.special[3]
    }

    pub(super) fn commanders(&self) -> B {
        self.special[0]
    }

    pub(super) fn knights(&self) -> B {
        self.special[1]
    }

    /// Ordinary men of both sides: those that can be jumped.
    pub(super) fn taflmen(&self) -> B {
        let special = self.special.iter().fold(self.king_set(), |set, &kind| set | kind);
        self.occupied().without(special)
    }

    /// The squares of the mercenaries among these.
    #[inline]
    pub(crate) fn mercenaries(&self) -> B {
        self.special[2]
    }

    // In line: part of every hop.
    #[inline(always)]
    pub(super) fn relocate(&mut self, side: Side, from: usize, to: usize) {
        let own = &mut self.sides[side.index()];
        own.flip(from);
        own.flip(to);
        if from == usize::from(self.king) {
            self.king = to as u16;
        } else if !self.ordinary {
            for kind in &mut self.special {
                if kind.contains(from) {
                    kind.flip(from);
                    kind.flip(to);
                }
            }
        }
    }

    /// The position after a move that takes nothing.
    #[inline]
    pub(super) fn after_quiet(mut self, hop: Hop) -> Self {
        self.relocate(self.to_move, usize::from(hop.from), usize::from(hop.to));
        self.with_to_move(self.to_move.other())
    }

    /// Takes pieces of a side: they leave the board, but mercenaries change side.
    #[inline]
    pub(super) fn take(&mut self, side: Side, taken: B) {
        self.sides[side.index()] ^= taken;
        if self.king().is_some_and(|king| taken.contains(king)) {
            self.king = NO_SQUARE;
        }
        if !self.ordinary {
            let turned = taken & self.mercenaries();
            self.sides[side.other().index()] |= turned;
            let gone = taken.without(turned);
            for kind in &mut self.special {
                *kind = kind.without(gone);
            }
        }
    }

    /// Two hashes of pieces and side to move that have nothing in common, as one number.
    #[inline]
    pub(crate) fn hash128(&self) -> u128 {
        let second = self.sides[0].stir(self.sides[1].stir(!u64::from(self.king)));
        let second = if self.ordinary {
            second
        } else {
            self.special.iter().fold(second, |hash, kind| kind.stir(hash))
        };
        u128::from(self.hash64()) << 64 | u128::from(second ^ self.to_move as u64)
    }

    /// A quick hash to find positions of one game by.
    #[inline]
    pub(super) fn slot_hash(&self) -> u64 {
        let own = self.sides[0].scatter(0x5851_f42d_4c95_7f2d ^ u64::from(self.king) << 8);
        let hash = own ^ self.sides[1].scatter(0xda94_2042_e4dd_58b5 ^ self.to_move as u64);
        if self.ordinary {
            hash
        } else {
            self.special.iter().fold(hash, |hash, kind| kind.stir(hash))
        }
    }

    /// A hash of pieces and side to move, the same on every machine.
    #[inline]
    pub fn hash64(&self) -> u64 {
        let seed = 0x5851_f42d_4c95_7f2d ^ u64::from(self.king) << 8 ^ self.to_move as u64;
        let hash = self.sides[1].stir(self.sides[0].stir(seed));
        if self.ordinary {
            hash
        } else {
            self.special.iter().fold(hash, |hash, kind| kind.stir(hash))
        }
    }
}
