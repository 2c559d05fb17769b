//! Lines of a solution: the main line with the longest defence, duals, refutations, the whole tree.

use crate::board::Bits;
use crate::game::{LegalTurn, Table as Played, legal_turns};

use super::first::First;
use super::goal::Aim;
use super::limits::Stop;
use super::report::{Dual, Tree};
use super::search::Prover;

/// Follows solutions by asking the search at every step.
pub(super) struct Lines<'a, B> {
    pub(super) prover: Prover<'a, B>,
    pub(super) aim: Aim,
}

/// A main line and where it could have gone on otherwise.
pub(super) struct MainLine {
    pub(super) turns: Vec<LegalTurn>,
    pub(super) duals: Vec<Dual>,
}

impl<B: Bits> Lines<'_, B> {
    /// Key, longest defence and so on, from a position of the solver's where he needs exactly
    /// `turns` turns.
    pub(super) fn main_line(&mut self, root: &Played<B>, turns: u8) -> Result<MainLine, Stop> {
        let mut line = MainLine { turns: Vec::new(), duals: Vec::new() };
        let mut at = root.clone();
        let mut left = turns;
        while left > 0 && at.ending().is_none() {
            let mut best = self.keeping(&at, left)?;
            if best.is_empty() {
                break;
            }
            if best.len() > 1 && !line.turns.is_empty() {
                let turns = best.iter().map(|first| first.name.clone()).collect();
                line.duals.push(Dual { after: line.turns.clone(), turns });
            }
            let key = best.swap_remove(0);
            line.turns.push(key.name);
            at = key.after;
            if at.ending().is_some() {
                break;
            }
            let Some((reply, longest)) = self.longest_defence(&at, left - 1)? else { break };
            line.turns.push(reply.name);
            at = reply.after;
            left = longest;
        }
        Ok(line)
    }

    /// The solver's turns that reach the aim within `turns`.
    pub(super) fn keeping(&mut self, at: &Played<B>, turns: u8) -> Result<Vec<First<B>>, Stop> {
        let mut best = Vec::new();
        for first in self.prover.firsts(at)? {
            let keeps = match first.name.ending {
                Some(ending) => self.aim.met_by(ending),
                None => self.prover.reaches(&first.after, turns - 1)?,
            };
            if keeps {
                best.push(first);
            }
        }
        Ok(best)
    }

    /// The first of the solver's turns that reach the aim within `turns`.
    pub(super) fn first_keeping(
        &mut self,
        at: &Played<B>,
        turns: u8,
    ) -> Result<Option<First<B>>, Stop> {
        let firsts = self.prover.firsts(at)?;
        let ends = |first: &First<B>| first.name.ending.is_some_and(|end| self.aim.met_by(end));
        if let Some(at) = firsts.iter().position(ends) {
            return Ok(firsts.into_iter().nth(at));
        }
        for first in firsts {
            if first.name.ending.is_none() && self.prover.reaches(&first.after, turns - 1)? {
                return Ok(Some(first));
            }
        }
        Ok(None)
    }

    /// The least number of turns, up to `most`, in which the solver reaches his aim from a position where
    /// he is to move.
    pub(super) fn distance(&mut self, at: &Played<B>, most: u8) -> Result<Option<u8>, Stop> {
        for turns in 1..=most {
            if self.prover.reaches(at, turns)? {
                return Ok(Some(turns));
            }
        }
        Ok(None)
    }

    /// The first reply after which the solver needs the most turns, and how many.
    fn longest_defence(
        &mut self,
        at: &Played<B>,
        most: u8,
    ) -> Result<Option<(First<B>, u8)>, Stop> {
        let mut longest: Option<(First<B>, u8)> = None;
        for reply in self.prover.firsts(at)? {
            let turns = match reply.name.ending {
                Some(_) => 0,
                None => self.distance(&reply.after, most)?.unwrap_or(most),
            };
            if longest.as_ref().is_none_or(|&(_, most)| turns > most) {
                longest = Some((reply, turns));
            }
        }
        Ok(longest)
    }

    /// The only reply that keeps the solver from his aim within `turns`, if there is only one.
    pub(super) fn only_refutation(
        &mut self,
        at: &Played<B>,
        turns: u8,
    ) -> Result<Option<LegalTurn>, Stop> {
        let ahead = at.turns_ahead().map_err(|error| self.prover.search.clock.crowd(error))?;
        let mut only = None;
        for (number, turn) in ahead.iter().enumerate() {
            let refutes = match turn.outcome.ending {
                Some(ending) => !self.aim.met_by(ending),
                None => !self.prover.reaches(&turn.after, turns)?,
            };
            if refutes && only.replace(number).is_some() {
                return Ok(None);
            }
        }
        let Some(number) = only else { return Ok(None) };
        let named = legal_turns(at).map_err(|error| self.prover.search.clock.crowd(error))?;
        Ok(named.into_iter().nth(number))
    }

    /// The whole solution from a position of the solver's: one turn for him, every reply.
    pub(super) fn tree(&mut self, at: &Played<B>, turns: u8) -> Result<Option<Tree>, Stop> {
        let Some(turns) = self.distance(at, turns)? else { return Ok(None) };
        let Some(key) = self.first_keeping(at, turns)? else { return Ok(None) };
        let mut replies = Vec::new();
        if key.after.ending().is_none() {
            for reply in self.prover.firsts(&key.after)? {
                let next = match reply.name.ending {
                    Some(_) => None,
                    None => self.tree(&reply.after, turns - 1)?,
                };
                replies.push((reply.name, next));
            }
        }
        Ok(Some(Tree { turn: key.name, replies }))
    }
}
