//! Counting turns, for authors of engines to compare.

use crate::board::{Bits, Side};

use super::ending::{By, Ending};
use super::history::least_plies_back;
use super::table::TurnAhead;
use super::{Hop, HopOutcome, Position, Rulebook, Table, TooManyTurns};

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
    ///
    /// # Errors
    /// When a position on the way has more turns than can be listed.
    pub fn perft(&self, position: &Position<B>, depth: u32) -> Result<u64, TooManyTurns> {
        if self.rules().berserk.is_none() {
            return Ok(self.perft_of_hops(position, depth));
        }
        if depth == 0 {
            return Ok(1);
        }
        let mut count = Ok(0);
        self.each_turn(position, &mut |_, outcomes, after| {
            let Ok(before) = count else { return };
            if depth == 1 {
                count = Ok(before + 1);
            } else if outcomes.last().is_some_and(|outcome| outcome.ending.is_none()) {
                let next = after.with_to_move(after.to_move.other());
                count = self.perft(&next, depth - 1).map(|later| before + later);
            }
        })?;
        count
    }

    /// The same count under rules without chains.
    fn perft_of_hops(&self, position: &Position<B>, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_hops(position),
            2 if self.only_slides_far(position) => self.count_replies(position),
            _ => {
                let mut count = 0;
                self.each_hop(position, |hop| {
                    let mut after = *position;
                    if self.hop(&mut after, hop).ending.is_none() {
                        after.to_move = after.to_move.other();
                        count += self.perft_of_hops(&after, depth - 1);
                    }
                });
                count
            }
        }
    }

    /// The number of sequences of two single moves. A hop that takes nothing opens the lines through
    /// the square that it leaves and closes those through the one that it comes to; all other replies
    /// are those to the position as it is.
    fn count_replies(&self, position: &Position<B>) -> u64 {
        let (mover, replier) = (position.to_move, position.to_move.other());
        let standing = self.count_hops(&position.with_to_move(replier));
        let ring = self.ring(position);
        let mut count = 0;
        for from in position.side(mover).indices() {
            let others = position.occupied().without(B::single(from));
            let opened = self.moves_through(position, replier, from, others);
            for to in self.destinations(position, from).indices() {
                let mut after = *position;
                let hop = Hop { from: from as u16, to: to as u16 };
                let outcome = self.hop_within(&mut after, hop, &mut { ring });
                if outcome.ending.is_some() {
                    continue;
                }
                count += if outcome.taken.is_empty() {
                    standing + opened - self.moves_through(position, replier, to, others)
                } else {
                    self.count_hops(&after.with_to_move(replier))
                };
            }
        }
        count
    }

    /// The same count with captures and wins at the end of the sequences. A game that ends early
    /// counts as one sequence.
    ///
    /// # Errors
    /// As [`Rulebook::perft`].
    pub fn tally(&self, position: &Position<B>, depth: u32) -> Result<Tally, TooManyTurns> {
        if depth == 0 {
            return Ok(Tally { leaves: 1, ..Tally::default() });
        }
        let mut tally = Ok(Tally::default());
        self.each_turn(position, &mut |_, outcomes, after| {
            let Ok(sum) = &mut tally else { return };
            let next = after.with_to_move(after.to_move.other());
            let ending = outcomes.last().and_then(|outcome| outcome.ending);
            let ending = ending.or_else(|| self.stuck(&next, next.to_move));
            if depth == 1 || ending.is_some() {
                *sum += leaf(takes(outcomes), ending, depth == 1);
                return;
            }
            match self.tally(&next, depth - 1) {
                Ok(later) => *sum += later,
                Err(error) => tally = Err(error),
            }
        })?;
        tally
    }
}

impl<B: Bits> Table<B> {
    /// [`Rulebook::perft`] from here, with all that was there before in mind: what the defenders may
    /// not bring back is no turn.
    ///
    /// # Errors
    /// As [`Rulebook::perft`].
    pub(crate) fn perft(&self, depth: u32) -> Result<u64, TooManyTurns> {
        if !self.could_bar_within(depth) {
            return self.book().perft(self.position(), depth);
        }
        let mut count = 0;
        for turn in self.turns_ahead()? {
            count += match turn.over() {
                _ if depth == 1 => 1,
                Some(_) => 0,
                None => turn.after.perft(depth - 1)?,
            };
        }
        Ok(count)
    }

    /// [`Rulebook::tally`] in the same way.
    ///
    /// # Errors
    /// As [`Rulebook::perft`].
    pub(crate) fn tally(&self, depth: u32) -> Result<Tally, TooManyTurns> {
        // Whether a side is stuck at the end is for the turn after it to say.
        if depth == 0 || !self.could_bar_within(depth + 1) {
            return self.book().tally(self.position(), depth);
        }
        let mut tally = Tally::default();
        for turn in self.turns_ahead()? {
            let over = turn.over();
            tally += if depth == 1 || over.is_some() {
                leaf(!turn.outcome.taken.is_empty(), over, depth == 1)
            } else {
                turn.after.tally(depth - 1)?
            };
        }
        Ok(tally)
    }

    /// Whether a turn could be barred within this number of turns.
    fn could_bar_within(&self, depth: u32) -> bool {
        let soon = |(earlier, _): (Position<B>, u32)| {
            least_plies_back(self.position(), &earlier) <= u64::from(depth)
        };
        self.book().bars_repeats && self.history().seen().any(soon)
    }
}

impl<B> TurnAhead<B> {
    /// How the game stands after it, the limit on play without captures left aside.
    fn over(&self) -> Option<Ending> {
        self.outcome.ending.filter(|ending| ending.by != By::NoCapture)
    }
}

/// Whether something falls to the turns of a chain.
fn takes<B: Bits>(outcomes: &[HopOutcome<B>]) -> bool {
    outcomes.iter().any(|outcome| !outcome.taken.is_empty())
}

fn leaf(takes: bool, ending: Option<Ending>, last: bool) -> Tally {
    let winner = ending.and_then(|ending| ending.winner);
    Tally {
        leaves: 1,
        early: u64::from(!last),
        captures: u64::from(last && takes),
        attackers_win: u64::from(winner == Some(Side::Attackers)),
        defenders_win: u64::from(winner == Some(Side::Defenders)),
    }
}
