//! Sides, kinds of piece, and sets of kinds.

use std::fmt;
use std::ops::{BitOr, Not};

/// The two sides of a tafl game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The besiegers, who try to take the king.
    Attackers,
    /// The king's side, who try to bring him out.
    Defenders,
}

impl Side {
    /// Both sides, attackers first.
    pub const BOTH: [Self; 2] = [Self::Attackers, Self::Defenders];

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Attackers => Self::Defenders,
            Self::Defenders => Self::Attackers,
        }
    }

    /// `attackers` or `defenders`, as commands and JSON write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Attackers => "attackers",
            Self::Defenders => "defenders",
        }
    }

    /// The side with this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.name() == name)
    }

    /// 0 for the attackers, 1 for the defenders.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The kinds of piece of OpenTafl notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PieceKind {
    /// An ordinary man, `t`.
    Taflman,
    /// A commander, `c`: jumps, and in Berserk takes the king.
    Commander,
    /// A knight, `n`: jumps and takes what it jumps.
    Knight,
    /// The king, `k`.
    King,
    /// A mercenary, `m`: changes side instead of leaving the board.
    Mercenary,
    /// A guard, `g`: neither takes nor is taken.
    Guard,
}

impl PieceKind {
    /// Every kind, in the order in which OpenTafl notation lists speeds.
    pub const ALL: [Self; 6] =
        [Self::Taflman, Self::Commander, Self::Knight, Self::King, Self::Mercenary, Self::Guard];

    /// The letter of the kind, lower case.
    pub const fn letter(self) -> char {
        match self {
            Self::Taflman => 't',
            Self::Commander => 'c',
            Self::Knight => 'n',
            Self::King => 'k',
            Self::Mercenary => 'm',
            Self::Guard => 'g',
        }
    }

    /// The kind with this letter, in either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_lowercase())
    }

    /// One of them, in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Taflman => "taflman",
            Self::Commander => "commander",
            Self::Knight => "knight",
            Self::King => "king",
            Self::Mercenary => "mercenary",
            Self::Guard => "guard",
        }
    }
}

impl fmt::Display for PieceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A piece: whose it is and of what kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Whose piece it is.
    pub side: Side,
    /// What it is.
    pub kind: PieceKind,
}

impl Piece {
    /// How many different pieces there are: six kinds on each side.
    pub const COUNT: usize = 12;

    /// A piece of this side and kind.
    pub const fn new(side: Side, kind: PieceKind) -> Self {
        Self { side, kind }
    }

    /// A number below [`Piece::COUNT`], attackers first, kinds in the order of [`PieceKind::ALL`].
    pub const fn index(self) -> usize {
        self.side as usize * 6 + self.kind as usize
    }

    /// Every piece, in the order of [`Piece::index`].
    pub fn all() -> impl Iterator<Item = Self> {
        Side::BOTH
            .into_iter()
            .flat_map(|side| PieceKind::ALL.into_iter().map(move |kind| Self::new(side, kind)))
    }

    /// The letter of OpenTafl notation: lower case for attackers, upper case for defenders.
    pub const fn letter(self) -> char {
        match self.side {
            Side::Attackers => self.kind.letter(),
            Side::Defenders => self.kind.letter().to_ascii_uppercase(),
        }
    }

    /// The piece with this letter of OpenTafl notation.
    pub fn from_letter(letter: char) -> Option<Self> {
        let side = if letter.is_ascii_uppercase() { Side::Defenders } else { Side::Attackers };
        Some(Self::new(side, PieceKind::from_letter(letter)?))
    }
}

/// A set of pieces by side and kind, such as those which may stop on the throne.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PieceSet(u16);

impl PieceSet {
    /// No piece.
    pub const NONE: Self = Self(0);
    /// Every piece of both sides.
    pub const ALL: Self = Self(0xfff);
    /// Every attacker.
    pub const ATTACKERS: Self = Self(0x03f);
    /// The defenders' king alone.
    pub const KING: Self = Self::of(Piece::new(Side::Defenders, PieceKind::King));
    /// Every defender but the king.
    pub const DEFENDERS: Self = Self(0xfc0 & !Self::KING.0);

    /// The set of one piece.
    pub const fn of(piece: Piece) -> Self {
        Self(1 << piece.index())
    }

    /// Whether the piece is in the set.
    pub const fn contains(self, piece: Piece) -> bool {
        self.0 & (1 << piece.index()) != 0
    }

    /// Whether every piece of `other` is in the set.
    pub const fn includes(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether the set has no piece.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// This set with another added; usable in constants.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The pieces of the set, in the order of [`Piece::index`].
    pub fn iter(self) -> impl Iterator<Item = Piece> {
        Piece::all().filter(move |&piece| self.contains(piece))
    }
}

impl BitOr for PieceSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.with(other)
    }
}

impl Not for PieceSet {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl FromIterator<Piece> for PieceSet {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> Self {
        pieces.into_iter().fold(Self::NONE, |set, piece| set | Self::of(piece))
    }
}

impl fmt::Display for PieceSet {
    /// The letters of OpenTafl notation, as in `tcnkTCNK`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|piece| write!(f, "{}", piece.letter()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_name_every_piece_once() {
        let letters: String = Piece::all().map(Piece::letter).collect();
        assert_eq!(letters, "tcnkmgTCNKMG");
        assert!(Piece::all().all(|piece| Piece::from_letter(piece.letter()) == Some(piece)));
        assert_eq!(Piece::from_letter('x'), None);
    }

    #[test]
    fn classes_share_out_the_pieces() {
        let together = PieceSet::ATTACKERS | PieceSet::DEFENDERS | PieceSet::KING;
        assert_eq!(together, PieceSet::ALL);
        assert_eq!(PieceSet::DEFENDERS.to_string(), "TCNMG");
        assert_eq!((!PieceSet::ATTACKERS).to_string(), "TCNKMG");
    }
}
