//! Moves as records write them.

use std::ops::Range;

use crate::board::{PieceKind, Square};

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
    pub path: Range<usize>,
    /// The captures listed, as a range of the record's captures.
    pub captures: Range<usize>,
    /// Whether origin and destination run together as in `h1h3`, a style that lists no captures.
    pub run_together: bool,
    /// The symbol at the end.
    pub info: Option<Info>,
}

/// A capture as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaptureText {
    /// The kind of piece that is said to fall.
    pub piece: Option<PieceKind>,
    /// Where it is said to stand.
    pub square: Square,
}

/// The symbols that OpenTafl notation puts after a move.
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
}

impl Info {
    /// As written.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::KingInDanger => "+",
            Self::KingTaken => "++",
            Self::KingHasWayOut => "-",
            Self::KingEscapes => "--",
        }
    }
}
