//! What a variation is called.

use std::fmt;

use crate::record::LineId;

/// The variation that a finding is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// Which line of the record it is.
    pub line: LineId,
    /// Its name, as in OpenTafl files: `9a.1` is the first on the first move of turn 9.
    pub name: String,
    /// The turn of the variation, counted from 1 where it begins.
    pub turn: u32,
}

impl fmt::Display for Variation {
    /// The address of the turn, but for the letter of its move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "variation {}.{}", self.name, self.turn)
    }
}
