//! The first turns of a position, each with the game after it.

use crate::board::{Bits, Side};
use crate::game::{By, Ending, Hop, LegalTurn, Table as Played, TooManyTurns, legal_turns};

use super::SolveError;

/// A first turn.
pub(super) struct First<B> {
    pub(super) hops: Vec<Hop>,
    pub(super) after: Played<B>,
    pub(super) name: LegalTurn,
}

impl<B> First<B> {
    pub(super) fn ending(&self) -> Option<Ending> {
        self.name.ending
    }
}

/// The first turns of a position, in the order of their squares.
pub(super) fn firsts<B: Bits>(root: &Played<B>) -> Result<Vec<First<B>>, TooManyTurns> {
    let named = root.turns_ahead()?.into_iter().zip(legal_turns(root)?);
    Ok(named.map(|(turn, name)| First { hops: turn.hops, after: turn.after, name }).collect())
}

/// Checks that the game is not over.
pub(super) fn check<B: Bits>(root: &Played<B>) -> Result<(), SolveError> {
    let position = root.position();
    let last = position.to_move().other();
    let over = root.ending().or_else(|| root.book().verdict(position, last));
    let over = over.or_else(|| root.book().stuck(position, position.to_move()));
    // A king on his goal has escaped, whichever side is to move.
    let escaped = |ending: &Ending| ending.by == By::KingEscaped;
    let over = over.or_else(|| root.book().verdict(position, Side::Defenders).filter(escaped));
    match over {
        Some(ending) => Err(SolveError::Over(ending)),
        None => Ok(()),
    }
}
