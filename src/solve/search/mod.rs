//! The searches for a win, and the table of what they have found.

mod bounded;
mod probe;
mod proof_numbers;
mod repetition;
mod transpositions;

pub(super) use bounded::Search;
pub(super) use repetition::Prover;
pub(super) use transpositions::Transpositions;
