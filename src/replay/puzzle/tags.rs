//! What a record says of itself as a puzzle.

use thiserror::Error;

use crate::record::Record;
use crate::solve::{GoalError, Stipulation};

/// What the names of all tags of puzzles begin with.
const PREFIX: &str = "puzzle-";

/// A tag that means nothing because it is there with several values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is there more than once, with different values: keep one")]
pub struct Twice(pub &'static str);

/// The tags of a puzzle.
#[derive(Clone, Copy)]
pub(in crate::replay) struct PuzzleTags<'a>(&'a Record);

/// Whether a record is a puzzle and not the record of a game.
pub fn is_puzzle(record: &Record) -> bool {
    record.tags.iter().any(|tag| tag.name.starts_with(PREFIX))
}

impl<'a> PuzzleTags<'a> {
    pub(in crate::replay) fn of(record: &'a Record) -> Self {
        Self(record)
    }

    /// What is asked, if anything is.
    pub(in crate::replay) fn goal(self) -> Result<Option<Result<Stipulation, GoalError>>, Twice> {
        Ok(self.only("puzzle-goal")?.map(str::parse))
    }

    /// After which ply the puzzle starts, if that is said: as written, and the number of plies if it
    /// is one.
    pub(in crate::replay) fn start(self) -> Result<Option<(&'a str, Option<usize>)>, Twice> {
        Ok(self.only("puzzle-start")?.map(|text| (text, ply(text))))
    }

    /// The value of a tag, which must be the same wherever it stands.
    fn only(self, name: &'static str) -> Result<Option<&'a str>, Twice> {
        let mut values = self.0.tags.iter().filter(|tag| tag.name == name).map(|tag| &*tag.value);
        let first = values.next();
        if values.all(|value| Some(value) == first) { Ok(first) } else { Err(Twice(name)) }
    }
}

/// The number of plies up to and with one written like `6a` or `6b`; `0a` is none.
fn ply(text: &str) -> Option<usize> {
    let text = text.trim();
    let letter = text.strip_suffix(['a', 'b'])?;
    let second = usize::from(text.ends_with('b'));
    match letter.parse::<usize>().ok()? {
        0 => Some(0),
        turn if turn < 100_000 => Some(turn * 2 - 1 + second),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_are_read_as_opentafl_writes_them() {
        let plies: Vec<_> = ["0a", "1a", "1b", "6a", "6b"].iter().map(|text| ply(text)).collect();
        assert_eq!(plies, [0, 1, 2, 11, 12].map(Some));
        for text in ["", "a", "6", "6c", "-1a", "999999999999a"] {
            assert_eq!(ply(text), None, "{text}");
        }
    }
}
