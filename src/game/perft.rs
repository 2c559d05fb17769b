//! Counting turns, for authors of engines to compare.

use crate::board::{Bits, Side};

use super::ending::Ending;
use super::{HopOutcome, Position, Rulebook};

/// What a count of turns found at its last turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Sequences of turns; a game that ends early is one.
    pub leaves: u64,
    /// Those of them that ended early.
    pub early: u64,
    /// Sequences whose last turn takes something.
    pub captures: u64,
    /// Sequences that end in a win of the attackers.
    pub attackers_win: u64,
    /// Sequences that end in a win of the defenders.
    pub defenders_win: u64,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.leaves += other.leaves;
        self.early += other.early;
        self.captures += other.captures;
        self.attackers_win += other.attackers_win;
        self.defenders_win += other.defenders_win;
    }
}

impl<B: Bits> Rulebook<B> {
    /// The number of sequences of exactly `depth` turns from here. A chain is one turn; repetition
    /// and the no-capture limit are left aside; a finished game has no continuation.
    pub fn perft(&self, position: &Position<B>, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 if self.rules.berserk.is_none() => self.count_hops(position),
            _ if self.rules.berserk.is_none() => {
                let mut count = 0;
                self.each_hop(position, |hop| {
                    let mut after = *position;
                    if self.hop(&mut after, hop).ending.is_none() {
                        after.to_move = after.to_move.other();
                        count += self.perft(&after, depth - 1);
                    }
                });
                count
            }
            _ => {
                let mut count = 0;
                self.each_turn(position, &mut |_, outcomes, after| {
                    if depth == 1 {
                        count += 1;
                    } else if outcomes.last().is_some_and(|outcome| outcome.ending.is_none()) {
                        let next = after.with_to_move(after.to_move.other());
                        count += self.perft(&next, depth - 1);
                    }
                });
                count
            }
        }
    }

    /// The same count with captures and wins at the end of the sequences. A game that ends early
    /// counts as one sequence.
    pub fn tally(&self, position: &Position<B>, depth: u32) -> Tally {
        let mut tally = Tally::default();
        if depth == 0 {
            return Tally { leaves: 1, ..tally };
        }
        self.each_turn(position, &mut |_, outcomes, after| {
            let next = after.with_to_move(after.to_move.other());
            let ending = outcomes.last().and_then(|outcome| outcome.ending);
            let ending = ending.or_else(|| self.stuck(&next, next.to_move));
            if depth == 1 || ending.is_some() {
                tally += leaf(outcomes, ending, depth == 1);
            } else {
                tally += self.tally(&next, depth - 1);
            }
        });
        tally
    }
}

fn leaf<B: Bits>(outcomes: &[HopOutcome<B>], ending: Option<Ending>, last: bool) -> Tally {
    let winner = ending.and_then(|ending| ending.winner);
    let takes = outcomes.iter().any(|outcome| !outcome.taken.is_empty());
    Tally {
        leaves: 1,
        early: u64::from(!last),
        captures: u64::from(last && takes),
        attackers_win: u64::from(winner == Some(Side::Attackers)),
        defenders_win: u64::from(winner == Some(Side::Defenders)),
    }
}
