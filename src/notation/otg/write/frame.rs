//! A line that is being written, and how far it has been.
//!
//! Comments and variations come in the order that all writers keep. They cannot be handed out token
//! by token, as [`Walk`](crate::record::Walk) does: OpenTafl has them behind a whole turn, and on the
//! hops of a chain one by one. So each is put on its word here, and waits until its turn is written.

use std::collections::HashMap;
use std::ops::Range;

use crate::board::Side;
use crate::record::{Branch, Line, LineId, Note, Record, branches_in_order, notes_in_order};

use super::hops::{Splits, shared_hops};
use super::words::{Beginning, Count, Word, count_of, mover, words};

/// A line that is being written.
pub(super) struct Frame<'a> {
    pub(super) line: &'a Line,
    /// How many of its tokens are written here.
    pub(super) length: usize,
    pub(super) beginning: Beginning,
    /// The address up to the number of the turn; nothing for the game itself.
    pub(super) prefix: String,
    pub(super) depth: usize,
    pub(super) is_main: bool,
    /// Which variation of the file it is.
    pub(super) number: usize,
    pub(super) words: Vec<Word>,
    /// The hops of its chains.
    pub(super) splits: Splits,
    /// The words of each turn.
    pub(super) turns: Vec<Range<usize>>,
    /// The turn to be written next.
    pub(super) turn: usize,
    /// Variations and comments with the words that they are about, in their order.
    branches: Vec<(usize, Branch)>,
    notes: Vec<(usize, &'a Note)>,
    next_branch: usize,
    pub(super) next_note: usize,
    /// Branches before this one are on turns that have been written.
    ready: usize,
    /// How many variations on each word have been written.
    on_word: HashMap<usize, usize>,
}

/// A variation that is to be written.
pub(super) struct Next {
    pub(super) line: LineId,
    /// Where the word stands that it is on, and which variation on it this is.
    pub(super) count: Count,
    pub(super) nth: usize,
    pub(super) beginning: Beginning,
}

impl<'a> Frame<'a> {
    pub(super) fn new(
        record: &Record,
        line: &'a Line,
        length: usize,
        beginning: Beginning,
        prefix: String,
        depth: usize,
    ) -> Self {
        let (words, splits) = words(record, line, length, beginning);
        let is_main = prefix.is_empty();
        let mut turns = turns(&words);
        // A variation is named even if it is empty.
        if turns.is_empty() && !is_main {
            turns.push(0..0);
        }
        let mut frame = Self {
            line,
            length,
            beginning,
            prefix,
            depth,
            is_main,
            number: 0,
            words,
            splits,
            turns,
            turn: 0,
            branches: Vec::new(),
            notes: Vec::new(),
            next_branch: 0,
            next_note: 0,
            ready: 0,
            on_word: HashMap::new(),
        };
        frame.sort(record);
        frame
    }

    /// Finds the words that variations and comments are about.
    fn sort(&mut self, record: &Record) {
        let branches = branches_in_order(self.line).into_iter();
        self.branches = branches.map(|branch| (self.word_of(record, branch), branch)).collect();
        // Variations on the hops of one chain may belong to several turns.
        let turns = &self.turns;
        self.branches.sort_by_key(|&(word, _)| turn_of(turns, word));
        let mut before = (usize::MAX, 0);
        for note in notes_in_order(self.line) {
            let word = self.first_word(note.at);
            let nth = if before.0 == note.at { before.1 + 1 } else { 0 };
            before = (note.at, nth);
            let hops = self.first_word(note.at + 1).saturating_sub(word).max(1);
            self.notes.push((word + nth.min(hops - 1), note.note));
        }
    }

    /// The word that a variation is on: the first hop of the move in whose place it stands that the
    /// two do not share.
    fn word_of(&self, record: &Record, branch: Branch) -> usize {
        let first = self.first_word(branch.at);
        let tokens = (self.splits.get(&branch.at), record.line(branch.line).tokens.first());
        let shared = match tokens {
            (Some(split), Some(token)) => {
                shared_hops(record, (&self.line.tokens[branch.at].kind, split), &token.kind)
            }
            _ => 0,
        };
        // A hop that this line shares with another is not written in it.
        let missing = if branch.at == 0 { self.beginning.shared } else { 0 };
        first + shared.saturating_sub(missing)
    }

    /// The first word of a token, or the number of words for one behind the last.
    fn first_word(&self, token: usize) -> usize {
        if self.words.len() == self.length {
            return token.min(self.length);
        }
        self.words.partition_point(|word| word.token() < token)
    }

    pub(super) fn turn_of(&self, word: usize) -> usize {
        turn_of(&self.turns, word)
    }

    /// Who moves at a token.
    pub(super) fn mover(&self, token: usize) -> Side {
        mover(self.beginning.first, token)
    }

    /// The next comment, and the word that it is about.
    pub(super) fn pending_note(&self) -> Option<(usize, &'a Note)> {
        self.notes.get(self.next_note).copied()
    }

    /// Lets the variations be written that are on words before this one.
    pub(super) fn allow(&mut self, end: usize) {
        self.ready +=
            self.branches[self.ready..].iter().take_while(|(word, _)| *word < end).count();
    }

    /// Lets all variations be written; whether there were any left.
    pub(super) fn allow_all(&mut self) -> bool {
        let left = self.ready < self.branches.len();
        self.ready = self.branches.len();
        left
    }

    /// How many hops of the move that it replaces a variation on a word begins with.
    fn shared(&self, word: usize, branch: Branch) -> usize {
        if word > self.first_word(branch.at) { self.words[word].hop() } else { 0 }
    }

    /// The variations on each word: the word, the line, and how many hops it begins with of the move that it
    /// replaces.
    pub(super) fn variations(&self) -> impl Iterator<Item = (usize, LineId, usize)> {
        self.branches.iter().map(|&(word, branch)| (word, branch.line, self.shared(word, branch)))
    }

    /// The next variation on what has been written.
    pub(super) fn next_variation(&mut self) -> Option<Next> {
        if self.next_branch >= self.ready {
            return None;
        }
        let (word, branch) = self.branches[self.next_branch];
        self.next_branch += 1;
        let nth = self.on_word.entry(word).or_default();
        *nth += 1;
        let nth = *nth;
        let first = self.mover(branch.at.min(self.length));
        let count = count_of(&self.words, word, first, self.beginning);
        let mut beginning = Beginning::of_variation(&self.words, word, count, first);
        beginning.shared = self.shared(word, branch);
        Some(Next { line: branch.line, count, nth, beginning })
    }
}

/// The words of each turn.
fn turns(words: &[Word]) -> Vec<Range<usize>> {
    let mut turns: Vec<Range<usize>> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        match turns.last_mut() {
            Some(turn) if words[turn.start].count().turn == word.count().turn => turn.end = at + 1,
            _ => turns.push(at..at + 1),
        }
    }
    turns
}

/// The turn of a word.
fn turn_of(turns: &[Range<usize>], word: usize) -> usize {
    turns.partition_point(|turn| turn.end <= word)
}
