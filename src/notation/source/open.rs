//! The record that is being read.

/// Where it began.
#[derive(Clone, Copy)]
pub(super) struct Open {
    pub(super) start: usize,
    pub(super) line: u64,
    /// Blanks before the first letter of that line.
    pub(super) indent: usize,
    /// Whether it is what stands between objects and belongs to none.
    pub(super) stray: bool,
}
