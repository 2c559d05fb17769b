//! What a record claims about its game.

use crate::board::Side;

/// The rules that a record states.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RulesClaim {
    /// By name.
    Named(String),
    /// By the number and the name that a site gives its kinds of game.
    SiteType {
        /// The number.
        key: Option<u32>,
        /// The name.
        name: String,
    },
    /// Written out as a rules record.
    Written(String),
}

/// The result that a record states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// A side has won.
    Won(Side),
    /// Nobody has won.
    Draw,
    /// The game goes on, or the record does not know.
    Open,
}

impl Claim {
    /// `attackers`, `defenders` or `draw`; nothing for an open game.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::Won(side) => Some(side.name()),
            Self::Draw => Some("draw"),
            Self::Open => None,
        }
    }

    /// The side that is claimed to have won.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Won(side) => Some(side),
            Self::Draw | Self::Open => None,
        }
    }
}

/// How many pieces each side took, counting a square that is listed twice as two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CaptureCounts {
    /// Taken by the attackers.
    pub by_attackers: u32,
    /// Taken by the defenders.
    pub by_defenders: u32,
}
