//! Playing: legal moves, captures, endings. Knows no files.
//!
//! A [`Rulebook`] is a [`Ruleset`](crate::rules::Ruleset) made ready for one width of bit set;
//! everything that plays is a method of it or takes it. [`Game`] hides the width and is what most
//! callers want.
//!
//! The rule numbers K1 to K15 in the documentation are those of [`kernel`]: K1 moving, K2 special squares,
//! K3 taking men, K4 hostile squares, K5 taking the king, K6 shieldwalls, K7 exit forts, K8
//! encirclement, K9 repetition, K10 no move, K11 jumps, K12 chains, K13 the order of verdicts, K14 play
//! without captures, K15 compulsory captures.

mod capture;
mod closed_in;
mod compulsory;
mod ending;
mod error;
#[expect(clippy::module_inception, reason = "a game is what this room is about")]
mod game;
mod history;
mod kernel;
#[cfg(test)]
mod lanes;
mod legal_turn;
mod moves;
mod perft;
mod position;
mod rulebook;
mod table;
mod tactics;
#[cfg(test)]
pub(crate) mod testing;
mod turn;
mod width;

pub use ending::{By, Ending};
pub use error::GameError;
pub(crate) use error::illegal;
pub use game::Game;
pub(crate) use history::History;
pub(crate) use history::{least_plies, least_plies_back};
pub use kernel::{KernelExample, KernelOutcome, KernelRule, kernel};
pub use legal_turn::{LegalTurn, PlayedTurn};
pub(crate) use legal_turn::{legal_turns, squares};
pub use moves::{Hop, Illegal};
pub use perft::Tally;
pub use position::Position;
pub use rulebook::Rulebook;
pub use table::{Table, TableError};
pub(crate) use tactics::Relevant;
pub(crate) use turn::HopOutcome;
pub use turn::{MOST_TURNS, PlayError, TooManyTurns, TurnOutcome};
pub(crate) use width::{AnyTable, OnTable, on_table};
