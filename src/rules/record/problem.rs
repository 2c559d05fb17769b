//! What can be wrong with a rules record.

use std::error::Error;
use std::fmt;
use std::ops::Range;

use crate::board::{BoardSize, BoardSizeError, SetupError};
use crate::rules::RulesetError;

/// Something wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The bytes of the record that it is about.
    pub span: Range<usize>,
    /// What it is.
    pub kind: ProblemKind,
}

/// What can be wrong with a rules record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// A word that is not `key:value`.
    NotAKey(String),
    /// An unknown key.
    UnknownKey {
        /// The key.
        key: String,
        /// The known key that is most like it.
        nearest: Option<&'static str>,
    },
    /// A key given twice; the last one counts.
    Repeated(&'static str),
    /// A value that the key does not have.
    BadValue {
        /// The key.
        key: &'static str,
        /// The value.
        value: String,
        /// What would have been right.
        expected: &'static str,
    },
    /// A key that a record cannot do without.
    Missing(&'static str),
    /// The stated size is not that of the start position.
    SizeDiffers {
        /// As stated by `dim`.
        stated: usize,
        /// As drawn by `start`.
        drawn: BoardSize,
    },
    /// The stated size is no board size.
    Size(BoardSizeError),
    /// The start position cannot be read.
    Start(SetupError),
    /// The rules cannot be played.
    Unplayable(RulesetError),
    /// `tfr:w` or `tfr:l` without `rep:`.
    AmbiguousRepetition(char),
    /// `dfor` repeats `afor`.
    CopiedForts,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl Error for Problem {}

impl Error for ProblemKind {}

impl ProblemKind {
    /// Whether no ruleset comes out of such a record.
    pub const fn is_error(&self) -> bool {
        !matches!(
            self,
            Self::UnknownKey { .. }
                | Self::Repeated(_)
                | Self::AmbiguousRepetition(_)
                | Self::CopiedForts
        )
    }

    /// What to do about it.
    pub fn help(&self) -> String {
        match self {
            Self::NotAKey(_) => "write every rule as `key:value`, spaces only between rules".into(),
            Self::UnknownKey { nearest: Some(nearest), .. } => {
                format!("did you mean `{nearest}:`?")
            }
            Self::UnknownKey { nearest: None, .. } => {
                "the key is left out of account; `tafl explain T405` lists the known ones".into()
            }
            Self::Repeated(key) => format!("keep one `{key}:`"),
            Self::BadValue { expected, .. } => format!("expected {expected}"),
            Self::Missing(key) => format!("add `{key}:`"),
            Self::SizeDiffers { drawn, .. } => {
                format!("write `dim:{}`, or give a start position of the stated size", drawn.side())
            }
            Self::Size(_) | Self::Start(_) | Self::Unplayable(_) => {
                "mend the record, or give other rules with --variant".into()
            }
            Self::AmbiguousRepetition(_) => {
                "add `rep:mover`, `rep:opener` or `rep:defenders` to say who loses".into()
            }
            Self::CopiedForts => "list the defenders' own forts, or leave `dfor:` out".into(),
        }
    }
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAKey(word) => write!(f, "`{word}` is not a rule of the form key:value"),
            Self::UnknownKey { key, .. } => write!(f, "unknown rules key `{key}`"),
            Self::Repeated(key) => write!(f, "`{key}` is given twice; the last one counts"),
            Self::BadValue { key, value, .. } => write!(f, "`{key}` cannot be `{value}`"),
            Self::Missing(key) => write!(f, "the rules record has no `{key}`"),
            Self::SizeDiffers { stated, drawn } => {
                write!(f, "the record says dim:{stated}, but its start position is {drawn}")
            }
            Self::Size(error) => error.fmt(f),
            Self::Start(error) => error.fmt(f),
            Self::Unplayable(error) => error.fmt(f),
            Self::AmbiguousRepetition(value) => {
                let (loser, other) =
                    if *value == 'w' { ("mover", "opener") } else { ("opener", "mover") };
                write!(
                    f,
                    "`tfr:{value}` is read in two ways; taken as: the {loser} of a threefold \
                     repetition loses, though the notation's text has the {other} lose"
                )
            }
            Self::CopiedForts => {
                write!(f, "`dfor` lists the same squares as `afor`, a known slip of one writer")
            }
        }
    }
}
