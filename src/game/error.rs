//! Why a turn cannot be played.

use std::error::Error;
use std::fmt;

use crate::board::{BoardSize, Square};

use super::{Ending, Illegal};

/// Why a turn cannot be played in a [`Game`](super::Game).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(Ending),
    /// A square of the turn is not on the board.
    #[error("{0} is not on a board of {1}")]
    OffBoard(Square, BoardSize),
    /// A move is not legal.
    #[error("{from}-{to}: {}", illegal(*.why, *.size))]
    Illegal {
        /// Where the move starts.
        from: Square,
        /// Where it ends.
        to: Square,
        /// What is wrong with it.
        why: Illegal,
        /// The board, to name squares by.
        size: BoardSize,
    },
}

impl Error for Illegal {}

impl fmt::Display for Illegal {
    /// The reason in words, without the names of squares, which depend on the board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFar { limit } if *limit != 1 => {
                write!(f, "this piece moves {limit} squares at most")
            }
            _ => f.write_str(match self {
                Self::EmptyOrigin => "there is no piece to move",
                Self::WrongSide => "the piece is the other side's",
                Self::NoMove => "a move must change square",
                Self::OffLine => "pieces move along lines",
                Self::Blocked { .. } => "a piece is in the way",
                Self::MayNotPass { .. } => "this piece may not cross a square on the way",
                Self::Occupied => "the destination is occupied",
                Self::MayNotStop => "this piece may not stop there",
                Self::TooFar { .. } => "this piece moves one square at most",
                Self::TakesNothing => "a further hop must take something",
                Self::NoChain => "the turn does not go on here",
                Self::MustGoOn => "the piece has another capture on offer and must go on",
                Self::MustTake => "captures are compulsory, and another move takes something",
                Self::Repeats => {
                    "the pieces stood like that before, and the defenders may not bring that back"
                }
            }),
        }
    }
}

/// The reason in words, with the names of squares.
pub(crate) fn illegal(why: Illegal, size: BoardSize) -> String {
    match why {
        Illegal::Blocked { at } => format!("the piece on {} is in the way", size.square(at)),
        Illegal::MayNotPass { at } => format!("this piece may not cross {}", size.square(at)),
        _ => why.to_string(),
    }
}
