//! The variations on a line, in the order in which they are played.

use crate::record::{LineId, Record};

/// A variation on a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    /// The token that it replaces, or the end of the line.
    pub(super) at: usize,
    /// Which it is on that token, from 1.
    pub(super) nth: usize,
    pub(super) line: LineId,
}

/// The variations on a line, in the order of the tokens that they replace.
#[derive(Debug, Default)]
pub(super) struct Branches {
    list: Vec<Branch>,
    next: usize,
}

impl Branches {
    /// The variations on a line, without those that belong elsewhere.
    pub(super) fn of(record: &Record, line: LineId) -> Self {
        let line = record.line(line);
        if line.branches.is_empty() {
            return Self::default();
        }
        let end = line.tokens.len();
        let branch = |branch: &crate::record::Branch| {
            let (at, line) = (branch.at.min(end), branch.line);
            Branch { at, nth: 1, line }
        };
        let mut list: Vec<Branch> = line.branches.iter().map(branch).collect();
        list.retain(|branch| !record.is_misplaced(branch.line));
        list.sort_by_key(|branch| branch.at);
        for number in 1..list.len() {
            if list[number].at == list[number - 1].at {
                list[number].nth = list[number - 1].nth + 1;
            }
        }
        Self { list, next: 0 }
    }

    /// The token before which the next variation is played; the largest number where there is none.
    pub(super) fn next_at(&self) -> usize {
        self.list.get(self.next).map_or(usize::MAX, |branch| branch.at)
    }

    /// The next variation that replaces this token.
    pub(super) fn due(&mut self, at: usize) -> Option<Branch> {
        let branch = self.list.get(self.next).filter(|branch| branch.at == at)?;
        self.next += 1;
        Some(*branch)
    }

    pub(super) fn rest(&self) -> &[Branch] {
        &self.list[self.next..]
    }
}
