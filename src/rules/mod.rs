//! What a variant says, as plain data. Nothing here plays.
//!
//! A [`Ruleset`] has one field for each way in which tafl rules differ. The built-in variants are a
//! table of them ([`variants`]), each written as an OpenTafl rules record; [`record`] reads and
//! writes such records, and [`prose`] puts a ruleset into words.

mod fit;
pub mod names;
pub mod prose;
pub mod record;
mod ruleset;
mod shared;
pub mod variants;

pub use fit::Misfit;
pub use ruleset::{
    Berserk, Escape, Jump, Jumps, KingArms, KingCapture, NoCaptureLimit, Repetition,
    RepetitionVerdict, Ruleset, RulesetError, Shieldwall, SpecialSquares, Speeds, Stuck, TurnUnit,
};
pub use shared::{Shared, site_host};
