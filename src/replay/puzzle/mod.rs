//! Puzzles: what records say of themselves as puzzles, and what the search finds of that.

mod asked;
mod judge;
mod tags;

pub use asked::{Puzzle, PuzzleError, goal_for};
pub use judge::PUZZLE_NODES;
pub(super) use judge::judge;
pub(super) use tags::PuzzleTags;
pub use tags::{Twice, is_puzzle};
