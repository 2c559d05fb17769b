//! What a format has no place for, kind by kind.

use std::collections::BTreeMap;
use std::fmt;

/// A kind of thing that gets lost when a record is written in a format that has no place for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lost {
    /// Variations.
    Variations,
    /// Comments.
    Comments,
    /// Clocks in comments.
    Clocks,
    /// Hints in comments.
    Hints,
    /// The start position, where it is not the rules' own.
    StartPosition,
    /// The rules.
    Rules,
    /// Which side begins.
    FirstMover,
    /// The result.
    Result,
    /// That a side resigned.
    Resignation,
    /// That a side lost on time.
    TimeLoss,
    /// Header entries.
    Tags,
    /// Captures.
    Captures,
    /// Letters of pieces.
    PieceLetters,
    /// Symbols after moves.
    Symbols,
    /// Further hops of chains, or that a move is a jump.
    Chains,
    /// Counts of captures.
    Counts,
    /// Printed boards.
    Boards,
    /// Moves that name squares off the board.
    Squares,
    /// Words that could not be read as moves.
    Unreadable,
    /// Placeholders for moves given elsewhere.
    Placeholders,
}

impl Lost {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Variations => "variations",
            Self::Comments => "comments",
            Self::Clocks => "clocks",
            Self::Hints => "hints",
            Self::StartPosition => "start-position",
            Self::Rules => "rules",
            Self::FirstMover => "first-mover",
            Self::Result => "result",
            Self::Resignation => "resignation",
            Self::TimeLoss => "time-loss",
            Self::Tags => "tags",
            Self::Captures => "captures",
            Self::PieceLetters => "piece-letters",
            Self::Symbols => "symbols",
            Self::Chains => "chains",
            Self::Counts => "counts",
            Self::Boards => "boards",
            Self::Squares => "squares-off-the-board",
            Self::Unreadable => "unreadable-words",
            Self::Placeholders => "placeholders",
        }
    }
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name().replace('-', " "))
    }
}

/// How often what got lost, when records are written in a format that has no place for it.
///
/// # Examples
/// ```
/// use taflkit::notation::{self, Format, Losses, Lost};
///
/// let read = notation::read(Format::Otg, "[date:2015]\n\n1. d1-d3 f6-f7\n[well played|]\n");
/// let mut losses = Losses::default();
/// let row = notation::write(Format::Csv, &read.record, &mut losses).unwrap();
/// assert_eq!(row, "d1-d3 f6-f7,,,\n");
/// let lost: Vec<(Lost, u64)> = losses.iter().collect();
/// assert_eq!(lost, [(Lost::Comments, 1), (Lost::Tags, 1)]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses(BTreeMap<Lost, u64>);

impl Losses {
    /// Counts one thing that got lost.
    pub fn lose(&mut self, what: Lost) {
        self.lose_many(what, 1);
    }

    /// Counts several things that got lost. Zero changes nothing.
    pub fn lose_many(&mut self, what: Lost, count: usize) {
        if count > 0 {
            *self.0.entry(what).or_default() += count as u64;
        }
    }

    /// Adds what is counted elsewhere.
    pub fn merge(&mut self, other: &Self) {
        for (&what, &count) in &other.0 {
            *self.0.entry(what).or_default() += count;
        }
    }

    /// Whether nothing got lost.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Every kind of loss with how often it happened.
    pub fn iter(&self) -> impl Iterator<Item = (Lost, u64)> {
        self.0.iter().map(|(&what, &count)| (what, count))
    }
}
