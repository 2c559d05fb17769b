//! The searches for a win, and the table of what they have found.

pub(in crate::solve) mod bounded;
mod probe;
mod proof_numbers;
pub(in crate::solve) mod repetition;
pub(in crate::solve) mod table;
