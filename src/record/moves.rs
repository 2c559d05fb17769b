//! Moves as records write them.

use std::ops::Range;

use crate::board::{PieceKind, Side, Square};

use super::Span;

/// One entry of a game's list of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Where it stands.
    pub span: Span,
    /// What it says.
    pub kind: TokenKind,
}

/// What an entry says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A move.
    Move(MoveText),
    /// The side to move resigns.
    Resigned,
    /// The side to move has lost on time.
    TimedOut,
    /// Stands for a move given elsewhere, as `.....`.
    Elided,
    /// Nothing that can be read: the word as it stands.
    Unreadable(Box<str>),
}

/// A move as it is written. Its squares and captures are kept by the
/// [`Record`](super::Record), which hands them out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// The kind of piece that is said to move.
    pub piece: Option<PieceKind>,
    /// The squares visited, as a range of the record's squares.
    pub path: Range<u32>,
    /// The captures listed, as a range of the record's captures.
    pub captures: Range<u32>,
    /// Whether origin and destination run together as in `h1h3`, a style that lists no captures.
    pub run_together: bool,
    /// Which hops are written as jumps: the lowest bit for the first.
    pub jumps: u32,
    /// Whether the first hop is marked as the going on of a chain, as in `Ne8=e4`.
    pub continues: bool,
    /// How many pieces are said to fall where captures are counted and not listed, as in `d5-c5x1`;
    /// 0 where it is said only that something falls, as in `g1-g4x`.
    pub capture_count: Option<u8>,
    /// The symbol at the end.
    pub info: Option<Info>,
}

/// What most moves are: from one square to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slide {
    /// The origin.
    pub from: Square,
    /// The destination.
    pub to: Square,
    /// Whether nothing stands between them.
    pub run_together: bool,
}

/// A capture as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaptureText {
    /// The kind of piece that is said to fall.
    pub piece: Option<PieceKind>,
    /// Where it is said to stand.
    pub square: Square,
}

/// The symbols that notations put after a move. The first four are OpenTafl's, which speak of the
/// king; the next three are Damian Walker's, which use the same signs to speak of the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Info {
    /// `+`: the king may be taken next turn.
    KingInDanger,
    /// `++`: the king is taken.
    KingTaken,
    /// `-`: the king has a way out.
    KingHasWayOut,
    /// `--`: the king has escaped.
    KingEscapes,
    /// `+` by Walker: the mover threatens to win.
    ThreatensWin,
    /// `++` by Walker: the mover has won, by whatever way.
    Wins,
    /// `--` by Walker: the mover gives the game away.
    GivesGameAway,
    /// `R` in posts, for *raichi*: the king has a way out.
    Raichi,
    /// `T` in posts, for *tuichi*: the king has two ways out.
    Tuichi,
    /// `*` in posts, whose meaning is the poster's own.
    Starred,
}

/// Signs that mean one thing to OpenTafl and another to Walker.
const SIGNS: [(&str, Info, Info); 3] = [
    ("+", Info::KingInDanger, Info::ThreatensWin),
    ("++", Info::KingTaken, Info::Wins),
    ("--", Info::KingEscapes, Info::GivesGameAway),
];

/// What says the same in both notations, by who has moved: OpenTafl's, the mover, Walker's.
const SAME: [(Info, Side, Info); 4] = [
    (Info::KingInDanger, Side::Attackers, Info::ThreatensWin),
    (Info::KingHasWayOut, Side::Defenders, Info::ThreatensWin),
    (Info::KingTaken, Side::Attackers, Info::Wins),
    (Info::KingEscapes, Side::Defenders, Info::Wins),
];

impl Info {
    /// As written.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::KingInDanger | Self::ThreatensWin => "+",
            Self::KingTaken | Self::Wins => "++",
            Self::KingHasWayOut => "-",
            Self::KingEscapes | Self::GivesGameAway => "--",
            Self::Raichi => "R",
            Self::Tuichi => "T",
            Self::Starred => "*",
        }
    }

    /// The symbol that the sign of this one stands for in Walker's notation.
    #[must_use]
    pub fn read_by_walker(self) -> Self {
        let known = SIGNS.iter().find(|(_, opentafl, _)| *opentafl == self);
        known.map_or(self, |&(_, _, walker)| walker)
    }

    /// What says the same in OpenTafl notation after a move of this side, if anything does.
    pub fn in_opentafl(self, mover: Side) -> Option<Self> {
        match self {
            Self::KingInDanger | Self::KingTaken | Self::KingHasWayOut | Self::KingEscapes => {
                Some(self)
            }
            Self::Raichi => Some(Self::KingHasWayOut),
            _ => {
                let same = SAME.iter().find(|&&(_, by, walker)| walker == self && by == mover);
                same.map(|&(opentafl, _, _)| opentafl)
            }
        }
    }

    /// What says the same in Walker's notation after a move of this side, if anything does.
    pub fn in_walker(self, mover: Side) -> Option<Self> {
        match self {
            Self::ThreatensWin | Self::Wins | Self::GivesGameAway => Some(self),
            Self::Raichi | Self::Tuichi if mover == Side::Defenders => Some(Self::ThreatensWin),
            _ => {
                let same = SAME.iter().find(|&&(opentafl, by, _)| opentafl == self && by == mover);
                same.map(|&(_, _, walker)| walker)
            }
        }
    }
}
