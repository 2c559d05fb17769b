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

/// A kind of thing that an OpenTafl file keeps, though that program refuses a file with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unopened {
    /// Resignations and losses on time that the header has no place for.
    GivenUp,
    /// Counts of captures, as `x1`.
    Counts,
    /// Words that are no moves.
    Words,
    /// Placeholders for moves given elsewhere.
    Placeholders,
    /// Moves that would go on with the move before them, if no address stood between.
    Apart,
    /// Variations that begin as what they replace, or as one before them, and have variations of their own
    /// or a later one beside them that has.
    Repetitions,
    /// Variations behind the end of the line that they are on.
    BehindEnd,
    /// Variations without moves.
    EmptyVariations,
    /// Variations that are nested so deep that their addresses are ours.
    DeepVariations,
}

impl Unopened {
    const fn words(self) -> &'static str {
        match self {
            Self::GivenUp => "resignations and losses on time among moves",
            Self::Counts => "counts of captures",
            Self::Words => "words that are no moves",
            Self::Placeholders => "placeholders for moves",
            Self::Apart => "moves that look like a part of the turn before them",
            Self::Repetitions => "variations that repeat a move, where others are on them",
            Self::BehindEnd => "variations behind the end of a line",
            Self::EmptyVariations => "variations without moves",
            Self::DeepVariations => "variations nested very deep",
        }
    }
}

impl fmt::Display for Unopened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
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
pub struct Losses {
    lost: BTreeMap<Lost, u64>,
    unopened: BTreeMap<Unopened, u64>,
}

impl Losses {
    /// Counts one thing that got lost.
    pub fn lose(&mut self, what: Lost) {
        self.lose_many(what, 1);
    }

    /// Counts several things that got lost. Zero changes nothing.
    pub fn lose_many(&mut self, what: Lost, count: usize) {
        if count > 0 {
            *self.lost.entry(what).or_default() += count as u64;
        }
    }

    /// Counts one thing that is kept, and that OpenTafl cannot open. It is no loss.
    pub fn leave_unopened(&mut self, what: Unopened) {
        *self.unopened.entry(what).or_default() += 1;
    }

    /// Every kind of thing that is kept and that OpenTafl cannot open, with how often it is there.
    pub fn unopened(&self) -> impl Iterator<Item = (Unopened, u64)> {
        self.unopened.iter().map(|(&what, &count)| (what, count))
    }

    /// Adds what is counted elsewhere.
    pub fn merge(&mut self, other: &Self) {
        for (&what, &count) in &other.lost {
            *self.lost.entry(what).or_default() += count;
        }
        for (&what, &count) in &other.unopened {
            *self.unopened.entry(what).or_default() += count;
        }
    }

    /// Whether nothing got lost.
    pub fn is_empty(&self) -> bool {
        self.lost.is_empty()
    }

    /// Every kind of loss with how often it happened.
    pub fn iter(&self) -> impl Iterator<Item = (Lost, u64)> {
        self.lost.iter().map(|(&what, &count)| (what, count))
    }
}
