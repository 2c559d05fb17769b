//! What can be wrong with the text of a record.

use std::error::Error;
use std::fmt;

use crate::board::Side;
use crate::record::Span;

/// Something in a record's text that cannot be read as it should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where it is.
    pub span: Span,
    /// What it is.
    pub kind: FaultKind,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The text does not follow its format.
    Syntax(String),
    /// Something is opened and never closed.
    Unclosed(&'static str),
    /// A word where a move should be.
    NotAMove(String),
    /// A field that the record should have.
    Missing(&'static str),
    /// A field with a value that it cannot have.
    BadField {
        /// The field.
        field: &'static str,
        /// Its value.
        value: String,
        /// What would have been right.
        expected: &'static str,
    },
    /// A result that means one side in some dialects and the other in others.
    WhichSide(String),
    /// A header entry that the format does not know.
    UnknownTag {
        /// Its name.
        name: String,
        /// The known name most like it.
        nearest: Option<&'static str>,
    },
    /// A turn whose number does not follow that of the turn before.
    TurnNumber {
        /// The number.
        found: u32,
        /// What would have followed.
        expected: u32,
    },
    /// The address of a variation on a move that is not there.
    Nowhere(String),
    /// A header entry behind moves.
    TagAfterMoves(String),
    /// A header entry, or a key, that carries meaning and is given once more.
    Repeated(String),
    /// A result that contradicts the one that stands before it.
    TwoResults {
        /// The one that counts.
        first: String,
        /// The other.
        again: String,
    },
    /// The first move is not marked as that of the side that the record lets begin.
    FirstMover {
        /// The side that begins, as stated.
        stated: Side,
    },
    /// A value in JSON that is no record.
    NoRecord {
        /// What it is instead.
        what: String,
        /// What would make it a record.
        help: String,
    },
}

impl Fault {
    /// A fault at a place.
    pub(crate) const fn new(span: Span, kind: FaultKind) -> Self {
        Self { span, kind }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl Error for Fault {}

impl Error for FaultKind {}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(what) => f.write_str(what),
            Self::Unclosed(what) => write!(f, "this {what} is never closed"),
            Self::NotAMove(word) => write!(f, "`{}` is not a move", shortened(word)),
            Self::Missing(field) => write!(f, "the record has no `{field}`"),
            Self::BadField { field, value, .. } => {
                write!(f, "`{field}` cannot be `{}`", shortened(value))
            }
            Self::WhichSide(value) => {
                write!(f, "`{}` does not say which side has won", shortened(value))
            }
            Self::UnknownTag { name, .. } => write!(f, "unknown tag `{}`", shortened(name)),
            Self::TurnNumber { found, expected } => {
                write!(f, "turn {found} comes where turn {expected} should")
            }
            Self::Nowhere(address) => {
                write!(f, "no move stands where the variation `{}` begins", shortened(address))
            }
            Self::TagAfterMoves(name) => write!(f, "the tag `{}` follows moves", shortened(name)),
            Self::Repeated(name) => {
                write!(f, "`{}` is given twice; the first counts", shortened(name))
            }
            Self::TwoResults { first, again } => {
                write!(
                    f,
                    "the results `{}` and `{}` contradict each other",
                    shortened(first),
                    shortened(again)
                )
            }
            Self::FirstMover { stated } => {
                let other = stated.other();
                write!(f, "the {other} begin, where the record states that the {stated} move first")
            }
            Self::NoRecord { what, .. } => f.write_str(what),
        }
    }
}

impl FaultKind {
    /// Two results that contradict each other, as they are written.
    pub(crate) fn two_results(first: &str, again: &str) -> Self {
        Self::TwoResults { first: first.to_owned(), again: again.to_owned() }
    }

    /// What to do about it.
    pub fn help(&self) -> String {
        match self {
            Self::Syntax(_) => "mend the text; the next record is read all the same".into(),
            Self::Unclosed(what) => format!("close the {what}"),
            Self::NotAMove(_) => {
                "write a move as origin-destination with captures behind it, as in d1-d3xd4".into()
            }
            Self::Missing(field) => format!("add `{field}`"),
            Self::BadField { expected, .. } => format!("expected {expected}"),
            Self::WhichSide(_) => {
                "name the sides with [Attackers \"..\"] and [Defenders \"..\"]: 1-0 then is a win of \
                 the attackers"
                    .into()
            }
            Self::UnknownTag { nearest: Some(nearest), .. } => format!("did you mean `{nearest}`?"),
            Self::UnknownTag { nearest: None, .. } => "the tag is left out of account".into(),
            Self::TurnNumber { .. } => {
                "number turns without gaps; the moves are read in the order in which they stand"
                    .into()
            }
            Self::Nowhere(_) => {
                "a variation on the first move of turn 7 is written 7a.1.1a., after that turn"
                    .into()
            }
            Self::TagAfterMoves(_) => "put tags before the first move".into(),
            Self::Repeated(name) => format!("keep the one `{}` that is right", shortened(name)),
            Self::TwoResults { .. } => "keep the result that is right".into(),
            Self::FirstMover { .. } => {
                "correct what the record states, or look for a move that is missing".into()
            }
            Self::NoRecord { help, .. } => help.clone(),
        }
    }
}

/// A word cut to a length that fits a message.
pub(crate) fn shortened(word: &str) -> String {
    const MOST: usize = 40;
    match word.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &word[..end]),
        None => word.to_owned(),
    }
}
