//! Splitting a file into records, a few at a time.
//!
//! A fault in one record never costs the next: records are found by how they begin, not by where
//! the one before should end.

mod beginning;
mod depth;
mod open;
mod reader;
mod split;
#[cfg(test)]
mod tests;

pub use beginning::Beginning;
pub use reader::{Chunk, MAX_RECORD, RawRecord, Source};
