//! The words of a line, and the turns in which OpenTafl counts them.
//!
//! Every hop of a chain is a word of its own. A turn has two words at least, and ends with the word
//! behind which the side to move is another than before, so it has more where a chain begins in it.

use crate::board::Side;
use crate::record::{Line, Record, Token, TokenKind};

use super::hops::{Splits, hops, split};

/// Where a word stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    /// The turn, from 1.
    pub(super) turn: usize,
    /// The place in the turn, from 0.
    pub(super) place: usize,
    /// The sides that were to move behind a word of the turn, its first left aside.
    to_move: [bool; 2],
}

impl Count {
    /// The first word of a turn.
    const fn first(turn: usize) -> Self {
        Self { turn, place: 0, to_move: [false; 2] }
    }

    /// The next word, behind which this side is to move.
    fn next(self, to_move: Side) -> Self {
        let after = self.later(self.place + 1, to_move);
        if after.to_move == [true; 2] { Self::first(self.turn + 1) } else { after }
    }

    /// A later word of the turn.
    fn later(mut self, place: usize, to_move: Side) -> Self {
        self.place = place;
        self.to_move[to_move.index()] = true;
        self
    }
}

/// A word of a line. There are as many as a record has moves, so each is kept small.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    token: u32,
    hop: u32,
    turn: u32,
    place: u32,
    to_move: [bool; 2],
}

impl Word {
    fn new(token: usize, hop: usize, count: Count) -> Self {
        let [token, hop, turn, place] = [token, hop, count.turn, count.place].map(|n| n as u32);
        Self { token, hop, turn, place, to_move: count.to_move }
    }

    /// The token that it belongs to.
    pub(super) const fn token(self) -> usize {
        self.token as usize
    }

    /// Which hop of a move it is.
    pub(super) const fn hop(self) -> usize {
        self.hop as usize
    }

    /// Where it stands.
    pub(super) const fn count(self) -> Count {
        let (turn, place) = (self.turn as usize, self.place as usize);
        Count { turn, place, to_move: self.to_move }
    }
}

/// Where the first word of a line stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beginning {
    /// Who moves first.
    pub(super) first: Side,
    /// The place of the first word in its turn, and the word before it if that is in the turn.
    pub(super) place: usize,
    before: Option<Count>,
    /// How many hops of the first move are those of the move that the line replaces.
    pub(super) shared: usize,
}

impl Beginning {
    /// Of the game itself.
    pub(super) const fn of_game(first: Side) -> Self {
        Self { first, place: 0, before: None, shared: 0 }
    }

    /// Of a variation on a word, which has been counted.
    pub(super) fn of_variation(words: &[Word], on: usize, count: Count, first: Side) -> Self {
        let before = on.checked_sub(1).map(|before| words[before].count());
        let before = before.filter(|before| before.turn == count.turn);
        Self { first, place: count.place, before, shared: 0 }
    }
}

/// The words of a line's first tokens, and the hops of those that are chains.
pub(super) fn words(
    record: &Record,
    line: &Line,
    length: usize,
    beginning: Beginning,
) -> (Vec<Word>, Splits) {
    let mut words: Vec<Word> = Vec::with_capacity(length);
    let mut splits = Splits::new();
    for (token, Token { kind, .. }) in line.tokens[..length].iter().enumerate() {
        let hops = hops(kind);
        if let TokenKind::Move(text) = kind
            && hops > 1
        {
            splits.insert(token, split(record, text));
        }
        let first = if token == 0 { beginning.shared } else { 0 };
        for hop in first..hops {
            let mover = mover(beginning.first, token);
            let to_move = if hop + 1 < hops { mover } else { mover.other() };
            let count = match words.last() {
                Some(word) => word.count().next(to_move),
                None if beginning.place == 0 => Count::first(1),
                None => {
                    let before = beginning.before.unwrap_or(Count::first(1));
                    Count { turn: 1, ..before }.later(beginning.place, to_move)
                }
            };
            words.push(Word::new(token, hop, count));
        }
    }
    (words, splits)
}

/// Where a word stands, or would stand behind the last.
pub(super) fn count_of(words: &[Word], word: usize, mover: Side, beginning: Beginning) -> Count {
    match (words.get(word), words.last()) {
        (Some(word), _) => word.count(),
        (None, Some(last)) => last.count().next(mover.other()),
        (None, None) => Count { place: beginning.place, ..Count::first(1) },
    }
}

/// Who moves at a token of a line.
pub(super) fn mover(first: Side, token: usize) -> Side {
    if token.is_multiple_of(2) { first } else { first.other() }
}
