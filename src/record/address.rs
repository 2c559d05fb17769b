//! What variations are called.

use std::fmt;

/// A step from a line to a variation on it, as OpenTafl names it: `4b.2` is the second variation on
/// the second move of turn 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// Which move of its line the variation is on, counted from 0; a line that begins with the second
    /// move of a turn counts the first as well.
    pub(crate) slot: usize,
    /// Which variation on that move it is, counted from 1.
    pub(crate) nth: usize,
}

/// How deep variations are nested before their names start from another variation: `@7.3a.1` is on
/// the third turn of the seventh variation of the record.
pub(crate) const DEEP: usize = 32;

impl Step {
    /// Whether the variation begins with the second move of a turn: 1 if so.
    pub(crate) const fn shift(self) -> usize {
        self.slot % 2
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = if self.slot.is_multiple_of(2) { 'a' } else { 'b' };
        write!(f, "{}{letter}.{}", self.slot / 2 + 1, self.nth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_written_as_opentafl_does() {
        assert_eq!(Step { slot: 16, nth: 1 }.to_string(), "9a.1");
        assert_eq!(Step { slot: 7, nth: 2 }.to_string(), "4b.2");
        assert_eq!(Step { slot: 7, nth: 2 }.shift(), 1);
    }
}
