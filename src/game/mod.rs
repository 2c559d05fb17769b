//! Playing: legal moves, captures, endings. Knows no files.
//!
//! [`Game`] is what most callers want. It hides that a board is a set of bits whose width depends on the
//! size of the board. [`Rulebook`] and [`Table`] are the engine for one width, for callers who need its
//! speed.
//!
//! # Examples
//!
//! ```
//! use taflkit::game::{By, Game};
//! use taflkit::rules::variants;
//!
//! let rules = variants::ruleset("brandubh").unwrap();
//! // The king on c4 is one slide away from no corner; from c1 he would be.
//! let position = "/7/7/7/2K1t2/7/7/t6/".parse().unwrap();
//! let mut game = Game::from_position(&rules, &position, rules.first.other()).unwrap();
//! for turn in [["c4", "c1"], ["e4", "e5"], ["c1", "a1"]] {
//!     game.play(&turn.map(|square| square.parse().unwrap())).unwrap();
//! }
//! assert_eq!(game.ending().map(|ending| ending.by), Some(By::KingEscaped));
//! assert!(game.undo() && game.ending().is_none());
//! ```
//!
//! The rule numbers K1 to K15 in the documentation are those of [`kernel`]: K1 moving, K2 special squares,
//! K3 taking men, K4 hostile squares, K5 taking the king, K6 shieldwalls, K7 exit forts, K8
//! encirclement, K9 repetition, K10 no move, K11 jumps, K12 chains, K13 the order of verdicts, K14 play
//! without captures, K15 compulsory captures.

mod barred;
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
