//! Probing for a win by proof numbers before the deepening gets there: from the start position, then
//! after the first turns that promise most.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::board::Bits;
use crate::game::Position;

use crate::solve::goal::Goal;
use crate::solve::job::{Job, share_out};
use crate::solve::limits::{Limits, Stop};
use crate::solve::watch::Stage;

use super::transpositions::Numbers;

/// How many positions the search from the start may visit, unless more were visited so far.
const FROM_START: u64 = 100_000;

/// With fewer positions, the numbers of a first turn say nothing.
const LEAST_PROBE: u64 = 30_000;

/// One in this number of the first turns is probed again, with this number of times the positions.
const SIEVE: usize = 4;

/// What a search by proof numbers is to do.
#[derive(Clone, Copy)]
struct Probe {
    /// The solver's turns from the start position.
    turns: u32,
    /// The positions that it may visit.
    nodes: u64,
    /// Whether one win is all that is wanted.
    one_is_enough: bool,
}

/// A first turn, and the numbers of the position after it.
type Probed = (usize, Numbers);

impl<B: Bits> Job<'_, B> {
    /// Looks for a win in this number of turns. There must be none in fewer.
    pub(in crate::solve) fn probe_for_win(&mut self, turns: u32) -> Result<(), Stop> {
        let wanted = matches!(self.question.goal, Goal::Win(_));
        let trusted = self.prover(self.clock).trusts_fast_wins(self.root, turns as u8);
        if !wanted || turns < 3 || self.report.turns.is_some() || !trusted {
            return Ok(());
        }
        let spent = self.clock.nodes();
        if !self.probe_from_start(turns, FROM_START.max(spent))? {
            self.probe_first_turns(turns, spent)?;
        }
        Ok(())
    }

    /// Probes first turns, so that the deepening finds the long wins among them in the table.
    pub(in crate::solve) fn probe_for_losses(
        &self,
        firsts: &[usize],
        turns: u32,
    ) -> Result<(), Stop> {
        let trusted = self.prover(self.clock).trusts_fast_wins(self.root, turns as u8);
        if turns < 3 || firsts.is_empty() || !trusted {
            return Ok(());
        }
        let nodes = LEAST_PROBE.max(self.clock.nodes() / firsts.len() as u64);
        let open = self.undecided(firsts.iter().copied());
        self.probe(&open, Probe { turns, nodes, one_is_enough: false }).map(drop)
    }

    /// Those first turns after which the game goes on.
    fn undecided(&self, firsts: impl Iterator<Item = usize>) -> Vec<usize> {
        firsts.filter(|&at| self.firsts[at].name.ending.is_none()).collect()
    }

    /// Probes from the start position. If there is no win in this number of turns, tries more turns.
    fn probe_from_start(&mut self, turns: u32, nodes: u64) -> Result<bool, Stop> {
        let most = match self.question.goal {
            Goal::Win(Some(claimed)) => claimed,
            _ => self.limits.turns.clamp(12, Limits::MOST_TURNS),
        };
        let spent = self.clock.nodes();
        for turns in turns..=most {
            let left = (spent + nodes).saturating_sub(self.clock.nodes());
            let trusted = self.prover(self.clock).trusts_fast_wins(self.root, turns as u8);
            if left == 0 || !trusted {
                break;
            }
            let probe = Probe { turns, nodes: left, one_is_enough: true };
            let numbers = self.by_numbers(self.root.position(), probe)?;
            if numbers == Numbers::PROVED {
                let key = self.known_key(turns as u8).map(|at| &self.firsts[at].name);
                self.report.add_win(turns, key);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The first turn of a win in the table, if its first hop identifies it.
    fn known_key(&self, turns: u8) -> Option<usize> {
        let known = self.table.get(self.root.position().hash128())?;
        let best = known.best.filter(|_| known.proved <= turns)?;
        let mut alike = (0..self.firsts.len()).filter(|&at| self.firsts[at].hops[0] == best);
        alike.next().filter(|_| alike.next().is_none())
    }

    /// Probes all first turns a little, the more promising part of them more, and so on.
    fn probe_first_turns(&mut self, turns: u32, nodes: u64) -> Result<(), Stop> {
        let mut open = self.undecided(0..self.firsts.len());
        let rounds = 1 + u64::from(open.len().max(1).ilog(SIEVE));
        while !open.is_empty() {
            let probe =
                Probe { turns, nodes: nodes / rounds / open.len() as u64, one_is_enough: true };
            if probe.nodes < LEAST_PROBE {
                break;
            }
            let mut probed = self.probe(&open, probe)?;
            if let Some(&(at, _)) = probed.iter().find(|(_, numbers)| *numbers == Numbers::PROVED) {
                self.report.add_win(turns, Some(&self.firsts[at].name));
                break;
            }
            probed.retain(|&(_, numbers)| numbers != Numbers::DISPROVED);
            probed.sort_by_key(|(_, numbers)| numbers.proof);
            probed.truncate(open.len() / SIEVE);
            open = probed.into_iter().map(|(at, _)| at).collect();
        }
        Ok(())
    }

    /// The numbers of the positions after first turns, each with its share of positions to visit. Stops at
    /// a win if one is enough.
    fn probe(&self, firsts: &[usize], probe: Probe) -> Result<Vec<Probed>, Stop> {
        let found = AtomicBool::new(false);
        let numbers_of = |(): &mut (), at: usize| {
            if probe.one_is_enough && found.load(Ordering::Relaxed) {
                return Err(Stop);
            }
            let first: usize = firsts[at];
            let numbers = self.by_numbers(self.firsts[first].after.position(), probe)?;
            found.fetch_or(numbers == Numbers::PROVED, Ordering::Relaxed);
            Ok((first, numbers))
        };
        let probed = share_out(firsts.len(), self.limits.threads, || (), numbers_of);
        self.clock.add(0)?;
        Ok(probed.into_iter().flatten().collect())
    }

    /// Searches by proof numbers and returns the last ones.
    fn by_numbers(&self, position: &Position<B>, probe: Probe) -> Result<Numbers, Stop> {
        let clock = self.clock.part(probe.nodes);
        let mut search = self.prover(&clock).search;
        let mut numbers = Numbers { proof: 1, disproof: 1 };
        let asked = self.root.position().to_move() == self.aim.side;
        let own = position.to_move() == self.aim.side;
        let left = probe.turns - u32::from(asked && !own);
        let decided = search.by_numbers(position, left as u8, &mut |so_far| {
            numbers = so_far;
            let Numbers { proof, disproof } = so_far;
            self.report_progress(probe.turns, Stage::ProofNumbers { proof, disproof });
        });
        let _ = search.report_count();
        self.clock.absorb(&clock)?;
        Ok(decided.map_or(numbers, Numbers::decided))
    }
}
