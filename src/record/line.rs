//! Lines of play: the game itself, and the variations on it.

use crate::board::Square;

use super::annotation::{self, Clock};
use super::{CaptureText, Span, Token};

/// Which line of a record: [`LineId::MAIN`] is the game itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineId(pub(crate) usize);

impl LineId {
    /// The game itself.
    pub const MAIN: Self = Self(0);
}

/// Moves one after the other, with what is said about them.
///
/// Lines are kept side by side in their [`Record`](super::Record) and name each other by
/// [`LineId`], so that variations may be nested as deep as anybody likes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Moves, resignations and the like, in order.
    pub tokens: Vec<Token>,
    /// Comments, in the order of the source.
    pub notes: Vec<Note>,
    /// Other moves that could have been played, in the order of the source.
    pub branches: Vec<Branch>,
}

/// A comment on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The token that it is about, counted from 0; the number of tokens for a comment after the
    /// last that is about none.
    pub at: usize,
    /// On which side of the token it stands.
    pub place: Place,
    /// The comment, without the marks around it.
    pub text: String,
    /// Where it was read.
    pub span: Span,
}

impl Note {
    /// The time that the comment says the player has left.
    pub fn clock(&self) -> Option<Clock> {
        annotation::clock(&self.text)
    }

    /// The hint that the comment gives to who solves a puzzle.
    pub fn hint(&self) -> Option<&str> {
        annotation::hint(&self.text)
    }
}

/// On which side of a token a comment stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Before it.
    Before,
    /// After it.
    After,
}

/// A variation: a line that could have been played instead of a token and what follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The token that the variation's first move replaces, counted from 0.
    pub at: usize,
    /// The variation.
    pub line: LineId,
}

/// Squares and captures of a move, as they are handed to a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveParts {
    /// The squares visited, the origin first.
    pub path: Vec<Square>,
    /// The captures listed.
    pub captures: Vec<CaptureText>,
}
