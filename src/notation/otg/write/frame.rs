//! A line that is being written, with what of it has been.

use std::collections::HashMap;
use std::ops::Range;

use crate::board::Side;
use crate::record::{Line, LineId, Note};

/// A line that is being written.
pub(super) struct Frame<'a> {
    pub(super) line: &'a Line,
    /// How many of its tokens are written here.
    pub(super) length: usize,
    /// Who moves first in it.
    pub(super) first: Side,
    /// The address up to the number of the turn; nothing for the game itself.
    pub(super) prefix: String,
    pub(super) depth: usize,
    pub(super) is_main: bool,
    /// Which variation of the file it is.
    pub(super) number: usize,
    /// 1 if its first token is the second move of a turn.
    pub(super) shift: usize,
    pub(super) turn: usize,
    /// Branches and notes in the order of their tokens.
    pub(super) branches: Vec<usize>,
    pub(super) notes: Vec<usize>,
    pub(super) next_branch: usize,
    pub(super) next_note: usize,
    /// Branches before this one are on turns that have been written.
    pub(super) ready: usize,
    /// How many variations on each token have been written.
    pub(super) on_token: HashMap<usize, usize>,
}

impl<'a> Frame<'a> {
    pub(super) fn new(
        line: &'a Line,
        length: usize,
        first: Side,
        prefix: String,
        depth: usize,
    ) -> Self {
        let mut branches: Vec<usize> = (0..line.branches.len()).collect();
        branches.sort_by_key(|&branch| line.branches[branch].at.min(length) / 2);
        let mut notes: Vec<usize> = (0..line.notes.len()).collect();
        notes.sort_by_key(|&note| line.notes[note].at);
        Self {
            line,
            length,
            first,
            prefix,
            depth,
            is_main: false,
            number: 0,
            shift: 0,
            turn: 0,
            branches,
            notes,
            next_branch: 0,
            next_note: 0,
            ready: 0,
            on_token: HashMap::new(),
        }
    }

    /// Lets the line begin with the second move of a turn.
    pub(super) fn shift_by(&mut self, shift: usize) {
        let at = |branch: usize| self.line.branches[branch].at.min(self.length);
        self.branches.sort_by_key(|&branch| (at(branch) + shift) / 2);
        self.shift = shift;
    }

    /// How many turns are written: a variation is named even if it is empty.
    pub(super) fn turns(&self) -> usize {
        (self.length + self.shift).div_ceil(2).max(usize::from(!self.is_main))
    }

    /// The tokens of a turn, whether the line has them or not.
    pub(super) fn tokens_of(&self, turn: usize) -> Range<usize> {
        (2 * turn).saturating_sub(self.shift)..2 * turn + 2 - self.shift
    }

    /// Who moves at a token.
    pub(super) fn mover(&self, at: usize) -> Side {
        if at.is_multiple_of(2) { self.first } else { self.first.other() }
    }

    pub(super) fn note(&self) -> Option<&'a Note> {
        self.notes.get(self.next_note).map(|&note| &self.line.notes[note])
    }

    /// The next variation on what has been written: its token, its line, and which it is there.
    pub(super) fn next_variation(&mut self) -> Option<(usize, LineId, usize)> {
        if self.next_branch >= self.ready {
            return None;
        }
        let branch = self.line.branches[self.branches[self.next_branch]];
        self.next_branch += 1;
        let at = branch.at.min(self.length);
        let nth = self.on_token.entry(at).or_default();
        *nth += 1;
        Some((at, branch.line, *nth))
    }
}
