//! Turns by the names of their squares.

use std::fmt;

use crate::board::{Bits, BoardSize, Square};

use super::{Ending, Hop, Rulebook, Table, TooManyTurns};

/// A legal turn, with what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalTurn {
    /// The squares that the piece visits, its origin first.
    pub path: Vec<Square>,
    /// For every hop, whether it is a jump.
    pub jumps: Vec<bool>,
    /// For every hop, the squares of the pieces that fall.
    pub captures: Vec<Vec<Square>>,
    /// How the game stands afterwards, if it is over.
    pub ending: Option<Ending>,
}

impl LegalTurn {
    /// Whether the turn is a chain of several hops.
    pub fn is_chain(&self) -> bool {
        self.captures.len() > 1
    }
}

impl fmt::Display for LegalTurn {
    /// `d1-d3xd4/e3`; hops after the first are joined by `=`, jumps written `^` and `^=`, and what
    /// the whole turn takes follows the last hop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path[0])?;
        for (hop, to) in self.path[1..].iter().enumerate() {
            let mark = match (hop > 0, self.jumps[hop]) {
                (false, false) => "-",
                (false, true) => "^",
                (true, false) => "=",
                (true, true) => "^=",
            };
            write!(f, "{mark}{to}")?;
        }
        for (at, square) in self.captures.iter().flatten().enumerate() {
            write!(f, "{}{square}", if at == 0 { 'x' } else { '/' })?;
        }
        Ok(())
    }
}

/// What a turn that was played did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedTurn {
    /// For every hop, the squares of the pieces that fell.
    pub captures: Vec<Vec<Square>>,
    /// How the game stands, if it is over.
    pub ending: Option<Ending>,
}

/// The squares of a set by file, then rank.
pub(crate) fn squares<B: Bits>(size: BoardSize, set: B) -> Vec<Square> {
    let mut squares: Vec<Square> = set.indices().map(|index| size.square(index)).collect();
    squares.sort_unstable();
    squares
}

/// Every legal turn, in the order of the rulebook.
pub(crate) fn legal_turns<B: Bits>(table: &Table<B>) -> Result<Vec<LegalTurn>, TooManyTurns> {
    let book = table.book();
    let size = book.geometry().size();
    let mut turns = Vec::new();
    book.each_turn(table.position(), &mut |hops, outcomes, after| {
        if table.is_barred(outcomes, after) {
            return;
        }
        let ends = hops.iter().map(|hop| size.square(usize::from(hop.to)));
        let path = [size.square(usize::from(hops[0].from))].into_iter().chain(ends).collect();
        turns.push(LegalTurn {
            path,
            jumps: jumps(book, table, hops),
            captures: outcomes.iter().map(|outcome| squares(size, outcome.taken)).collect(),
            ending: table.ending_after(outcomes, after),
        });
    })?;
    Ok(turns)
}

/// Which hops of a legal turn are jumps.
pub(super) fn jumps<B: Bits>(book: &Rulebook<B>, table: &Table<B>, hops: &[Hop]) -> Vec<bool> {
    let mut position = *table.position();
    let mut jumps = Vec::with_capacity(hops.len());
    for &hop in hops {
        jumps.push(book.is_jump(&position, hop));
        book.hop(&mut position, hop);
    }
    jumps
}
