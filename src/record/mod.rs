//! Annotated games, whatever the format they were written in.
//!
//! Every element keeps the bytes of the source that it was read from, so that what is wrong with it
//! can be shown in place.

mod claim;
mod moves;
mod span;

pub use claim::{CaptureCounts, Claim, RulesClaim};
pub use moves::{CaptureText, Info, MoveText, Token, TokenKind};
pub use span::{LineColumn, Span, Spanned};

use crate::board::{Side, Square};

/// One game as its record tells it. Nothing in it has been held against any rules.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The rules that the record names or writes out.
    pub rules: Option<Spanned<RulesClaim>>,
    /// A position record to start from instead of the rules' own start.
    pub start: Option<Spanned<String>>,
    /// Header entries in the order of the source, name and value.
    pub tags: Vec<(String, Spanned<String>)>,
    /// Moves, resignations and the like, in order.
    pub tokens: Vec<Token>,
    /// The result that the record claims.
    pub result: Option<Spanned<Claim>>,
    /// How many pieces each side took, as the record counts them.
    pub counts: Option<Spanned<CaptureCounts>>,
    squares: Vec<Square>,
    captures: Vec<CaptureText>,
}

impl Record {
    /// Empties the record, keeping its memory for the next.
    pub fn clear(&mut self) {
        self.rules = None;
        self.start = None;
        self.tags.clear();
        self.tokens.clear();
        self.result = None;
        self.counts = None;
        self.squares.clear();
        self.captures.clear();
    }

    /// The squares that a move of this record visits, its origin first.
    pub fn path(&self, text: &MoveText) -> &[Square] {
        &self.squares[text.path.clone()]
    }

    /// The captures that a move of this record lists.
    pub fn captures(&self, text: &MoveText) -> &[CaptureText] {
        &self.captures[text.captures.clone()]
    }

    /// Adds a square to the move that is being read, and returns where the next would go.
    pub(crate) fn push_square(&mut self, square: Square) -> usize {
        self.squares.push(square);
        self.squares.len()
    }

    /// Adds a capture to the move that is being read.
    pub(crate) fn push_capture(&mut self, capture: CaptureText) {
        self.captures.push(capture);
    }

    /// How many squares and captures have been read so far.
    pub(crate) fn lengths(&self) -> (usize, usize) {
        (self.squares.len(), self.captures.len())
    }

    /// Takes back what was read of a move that turned out to be none.
    pub(crate) fn truncate(&mut self, (squares, captures): (usize, usize)) {
        self.squares.truncate(squares);
        self.captures.truncate(captures);
    }

    /// The value of the first header entry with this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(tag, _)| tag == name);
        found.map(|(_, value)| value.value.as_str())
    }

    /// The player of a side, where the record names one.
    pub fn player(&self, side: Side) -> Option<&str> {
        self.tag(side.name())
    }
}
