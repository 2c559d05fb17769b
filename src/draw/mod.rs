//! Pictures of positions.

mod text;

pub use text::{Board, Marks, Part};
