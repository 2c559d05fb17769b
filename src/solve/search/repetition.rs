//! The search where the way to a position counts: repetition and the no-capture limit.
//!
//! Where one of three arguments shows that the way does not count, the fast search answers.
//! - **A quickest way to win repeats nothing.** Let the solver always go to a position from where he
//!   wins in the fewest turns: that number falls with each of his turns, so no position comes twice.
//!   So where repetition is no win for him, wins within N turns are the same with the rule and
//!   without it, unless a position that the record before has seen could end the game when it comes
//!   again.
//! - **Repetition takes time.** From any position it takes at least as many turns to come to an
//!   earlier one as there are pieces standing elsewhere, and four turns to come back to the same.
//!   If none can come often enough in the turns that are left, the rule has no effect.
//! - **The count goes up by one a turn.** If the limit is farther off than the turns that are left, it
//!   cannot be reached.
//!
//! Where the defenders may not repeat, the first argument does not hold for them: they may have to come
//! back with the other side to move, which is another position and yet barred. But a barred turn can
//! only harm them. So a win of the attackers without the rule is a win with it, and a win of the
//! defenders with it is a win without it.
//!
//! Where the way does count, the engine plays every turn on its own table. Results are stored under the
//! position together with the earlier positions that can still come again, the count if it matters,
//! and the number of turns left.

use crate::board::{Bits, Side};
use crate::game::{Position, Table as Played, least_plies, least_plies_back};
use crate::rules::{RepetitionVerdict, Stuck};

use crate::solve::first::{First, firsts};
use crate::solve::goal::Aim;
use crate::solve::limits::Stop;

use super::bounded::Search;

/// One thread's search with all rules.
pub(in crate::solve) struct Prover<'a, B> {
    pub(in crate::solve) search: Search<'a, B>,
    aim: Aim,
    /// Whether repetition can be ignored altogether.
    no_repetition: bool,
    /// Whether the way to a position can only hurt the solver. Then a failure of the fast search is one
    /// by all rules; a win may not be.
    only_hinders: bool,
    /// Whether it can only help him. Then a win of the fast search is one by all rules.
    only_helps: bool,
}

impl<'a, B: Bits> Prover<'a, B> {
    /// A search for what can be reached from `root`.
    pub(in crate::solve) fn new(search: Search<'a, B>, aim: Aim, root: &Played<B>) -> Self {
        let rules = search.book.rules();
        let verdict = rules.repetition.verdict;
        let limited = rules.no_capture.is_some();
        let draw_helps = aim.draw_counts && verdict == RepetitionVerdict::Draw;
        let repetition_helps = draw_helps || verdict.may_win_for(aim.side);
        let last = u32::from(rules.repetition.count) - 1;
        let ends_when_met =
            |(position, count): (Position<B>, u32)| count >= last && position != *root.position();
        let fresh = !root.history().seen().any(ends_when_met);
        let waiting_helps = aim.draw_counts && limited;
        let bars = verdict == RepetitionVerdict::DefendersMayNot;
        let harms_defenders = match verdict {
            RepetitionVerdict::DefendersLose => true,
            // Where a side that cannot move draws, they may have nothing left and be glad of it.
            RepetitionVerdict::DefendersMayNot => rules.stuck == Stuck::Loses,
            _ => false,
        };
        Self {
            aim,
            no_repetition: verdict == RepetitionVerdict::Nothing
                || (!repetition_helps && !bars && fresh && !waiting_helps),
            only_hinders: !repetition_helps
                && !aim.draw_counts
                && (!bars || aim.side == Side::Defenders),
            only_helps: harms_defenders && aim.side == Side::Attackers && !limited,
            search,
        }
    }

    /// Whether the solver reaches his aim within `turns` turns of his own.
    pub(in crate::solve) fn reaches(&mut self, at: &Played<B>, turns: u8) -> Result<bool, Stop> {
        let own = at.position().to_move() == self.aim.side;
        if own && turns == 0 {
            return Ok(false);
        }
        let answer = match self.way_counts(at, turns, own) {
            None => self.fast(at.position(), turns, own),
            Some(salt) => self.play_out(at, turns, own, salt),
        };
        self.search.clock.complete().and(answer)
    }

    /// The turns of a position, in the order of their squares.
    pub(in crate::solve) fn firsts(&self, at: &Played<B>) -> Result<Vec<First<B>>, Stop> {
        firsts(at).map_err(|error| self.search.clock.crowd(error))
    }

    /// Whether repetition or the no-capture limit could matter within `turns` of the solver's turns.
    pub(in crate::solve) fn way_at_root(&self, at: &Played<B>, turns: u8) -> bool {
        self.way_counts(at, turns, at.position().to_move() == self.aim.side).is_some()
    }

    /// Whether a win found by the fast search from here is a win by all rules.
    pub(in crate::solve) fn trusts_fast_wins(&self, at: &Played<B>, turns: u8) -> bool {
        let own = at.position().to_move() == self.aim.side;
        self.only_helps || self.way_counts(at, turns, own).is_none()
    }

    fn fast(&mut self, position: &Position<B>, turns: u8, own: bool) -> Result<bool, Stop> {
        match (own, turns) {
            // Without repetition no side loses by its own turn.
            (_, 0) => Ok(false),
            (true, _) => self.search.or(position, turns),
            (false, _) => self.search.and(position, turns),
        }
    }

    /// A number made of the earlier positions and the quiet turns that can still matter; nothing if none
    /// can.
    fn way_counts(&self, at: &Played<B>, turns: u8, own: bool) -> Option<u128> {
        let rules = self.search.book.rules();
        let left = u64::from(turns) * 2 + u64::from(!own);
        let mut salt = mixed(u128::from(turns) + 1);
        let mut counts = self.aim.draw_counts;
        if let Some(limit) = rules.no_capture
            && at.quiet() + left >= limit.plies()
        {
            counts = true;
            salt ^= mixed(u128::from(at.quiet()) << 64 | 2);
        }
        if !self.no_repetition {
            for (earlier, count) in at.history().seen() {
                let (times, least) = match rules.repetition.verdict {
                    RepetitionVerdict::DefendersMayNot => {
                        let back = least_plies_back(at.position(), &earlier);
                        (at.history().times_there(&earlier), back)
                    }
                    _ => (count, least_plies(at.position(), &earlier)),
                };
                let more = u32::from(rules.repetition.count).saturating_sub(times).max(1);
                let time = least + 4 * (u64::from(more) - 1);
                if time <= left {
                    counts = true;
                    salt ^= mixed(earlier.hash128() ^ u128::from(count));
                }
            }
        }
        counts.then_some(salt)
    }

    fn play_out(&mut self, at: &Played<B>, turns: u8, own: bool, salt: u128) -> Result<bool, Stop> {
        let key = at.position().hash128() ^ salt;
        if let Some(answer) = self.search.table.get(key).and_then(|known| known.answer(turns)) {
            return Ok(answer);
        }
        if self.only_helps && self.fast(at.position(), turns, own)? {
            return Ok(true);
        }
        if self.only_hinders && turns > 0 && !self.fast(at.position(), turns, own)? {
            return Ok(false);
        }
        let answer = self.try_turns(at, turns, own)?;
        if answer {
            self.search.table.prove(key, turns, None);
        } else {
            self.search.table.disprove(key, turns, None);
        }
        Ok(answer)
    }

    /// Plays the turns one by one until one decides.
    fn try_turns(&mut self, at: &Played<B>, turns: u8, own: bool) -> Result<bool, Stop> {
        let mut open = Vec::new();
        let all = at.turns_ahead().map_err(|error| self.search.clock.crowd(error))?;
        for turn in all {
            self.search.count()?;
            match turn.outcome.ending {
                Some(ending) if self.aim.met_by(ending) == own => return Ok(own),
                Some(_) => {}
                None => open.push((turn.hops[0], turn.after)),
            }
        }
        let known = self.search.table.get(at.position().hash128());
        if let Some(best) = known.and_then(|known| known.best) {
            open.sort_by_key(|&(first, _)| first != best);
        }
        for (_, after) in open {
            if self.reaches(&after, turns - u8::from(own))? == own {
                return Ok(own);
            }
        }
        Ok(!own)
    }
}

/// Mixes the bits of a number.
fn mixed(number: u128) -> u128 {
    let spread = number.wrapping_mul(0x2d35_8dcc_aa6c_78a5_8bb8_4b93_962e_acc9);
    let spread = (spread ^ spread >> 67).wrapping_mul(0x4b33_a62e_d433_d4a3_4d5a_2da5_1de1_aa47);
    spread ^ spread >> 61
}
