//! From a question to a report: deepening, the first turns shared out to threads, and the lines.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::board::Bits;
use crate::game::{Game, OnTable, Table as Played};

use super::first::{First, check, firsts};
use super::goal::Goal;
use super::job::{Job, share_out};
use super::limits::{Clock, Limit, Limits, Stop};
use super::lines::Lines;
use super::report::{Answer, Report};
use super::search::{Prover, Search};
use super::watch::{Stage, Watch};
use super::{Question, SolveError};

/// Answers a question about the position that a game stands in.
///
/// # Errors
/// When the question cannot be asked there; see [`SolveError`].
pub fn solve(
    game: &Game,
    question: &Question,
    limits: &Limits,
    watch: Watch<'_>,
) -> Result<Report, SolveError> {
    let most = Limits::MOST_TURNS;
    let asked = match question.goal {
        Goal::Win(turns) | Goal::Save(turns) => turns,
        Goal::Draw => None,
    };
    for turns in [asked, Some(limits.turns)].into_iter().flatten() {
        if turns == 0 || turns > most {
            return Err(SolveError::Turns(turns));
        }
    }
    game.on_table(Solve { question, limits, watch })
}

struct Solve<'a> {
    question: &'a Question,
    limits: &'a Limits,
    watch: Watch<'a>,
}

impl OnTable for Solve<'_> {
    type Out = Result<Report, SolveError>;

    fn run<B: Bits>(self, root: &Played<B>) -> Self::Out {
        check(root)?;
        let clock = Clock::new(self.limits, self.watch);
        let firsts = firsts(root)?;
        let mut job = Job::new(root, firsts, self.question, self.limits, self.watch, &clock);
        job.answer();
        let mut report = job.report;
        report.nodes = clock.nodes();
        report.elapsed = clock.elapsed();
        Ok(report)
    }
}

impl<B: Bits> Job<'_, B> {
    fn answer(&mut self) {
        let done = match self.question.goal {
            Goal::Save(turns) => self.save(turns.unwrap_or(self.limits.turns)),
            Goal::Win(turns) => self.reach(turns.unwrap_or(self.limits.turns), turns.is_some()),
            Goal::Draw => self.reach(self.limits.turns, false),
        };
        if done.is_err() {
            self.report.limit = self.report.limit.or(self.clock.reached());
            self.report.check_shortest();
        }
    }

    /// The goals win and draw: deepens until some first turn reaches the aim.
    fn reach(&mut self, most: u32, claimed: bool) -> Result<(), Stop> {
        let most = if claimed { most.min(Limits::MOST_TURNS) } else { most };
        for turns in 1..=most {
            self.enlarge();
            self.probe_for_win(turns)?;
            let reached = self.deepen(turns)?;
            if !reached.contains(&true) {
                self.report.none_within = turns;
                continue;
            }
            self.set_keys(&reached, turns);
            return self.describe(&reached);
        }
        if claimed {
            self.report.verdict = Answer::Refuted;
        } else {
            self.report.limit = Some(Limit::Turns);
        }
        Ok(())
    }

    /// Which first turns reach the aim within `turns` turns.
    fn deepen(&mut self, turns: u32) -> Result<Vec<bool>, Stop> {
        let all: Vec<usize> = (0..self.firsts.len()).collect();
        let reached = self.sweep(&all, turns);
        self.clock.complete()?;
        if let Some(reached) = reached.iter().copied().collect() {
            return Ok(reached);
        }
        for (first, _) in
            self.firsts.iter().zip(reached).filter(|(_, reached)| *reached == Some(true))
        {
            self.report.add_win(turns, Some(&first.name));
        }
        Err(Stop)
    }

    fn set_keys(&mut self, reached: &[bool], turns: u32) {
        let keys = self.firsts.iter().zip(reached).filter(|&(_, &reached)| reached);
        self.report.keys = keys.map(|(first, _)| first.name.clone()).collect();
        self.report.turns = Some(turns);
        self.report.verdict = Answer::Proved;
        self.report.shortest_proved = true;
        self.report.also_wins.clear();
        self.report.also_within = turns;
    }

    /// Lines, tries and later wins, once the shortest win is known.
    fn describe(&mut self, reached: &[bool]) -> Result<(), Stop> {
        let shortest = self.report.turns.unwrap_or(1);
        let asked = shortest.saturating_add(self.question.also).min(Limits::MOST_TURNS);
        let mut rest: Vec<usize> = (0..reached.len()).filter(|&at| !reached[at]).collect();
        self.lines(shortest, &rest)?;
        for turns in shortest + 1..=asked {
            self.enlarge();
            let later = self.decide(&rest, turns)?;
            for (&at, _) in rest.iter().zip(&later).filter(|&(_, &later)| later) {
                self.report.also_wins.push((self.firsts[at].name.clone(), turns));
            }
            self.report.also_within = turns;
            let mut later = later.into_iter();
            rest.retain(|_| !later.next().unwrap_or(false));
        }
        Ok(())
    }

    fn lines(&mut self, shortest: u32, rest: &[usize]) -> Result<(), Stop> {
        let search = Search::new(self.root.book(), &self.table, self.clock, self.aim.side);
        let mut lines = Lines { prover: Prover::new(search, self.aim, self.root), aim: self.aim };
        let line = lines.main_line(self.root, shortest as u8)?;
        self.report.plies = Some(line.turns.len() as u32);
        self.report.main_line = line.turns;
        self.report.duals = line.duals;
        let mut tries = Vec::new();
        for &at in rest {
            if self.firsts[at].ending().is_none() {
                let refutation =
                    lines.only_refutation(&self.firsts[at].after, shortest as u8 - 1)?;
                let turn = self.firsts[at].name.clone();
                tries.extend(refutation.map(|refutation| super::Try { turn, refutation }));
            }
        }
        self.report.tries = tries;
        if self.question.tree {
            self.report.tree = lines.tree(self.root, shortest as u8)?;
        }
        Ok(())
    }

    /// The goal save: drops first turns as they prove to lose.
    fn save(&mut self, most: u32) -> Result<(), Stop> {
        let mut safe: Vec<usize> = (0..self.firsts.len()).collect();
        for turns in 1..=most {
            self.enlarge();
            self.probe_for_losses(&safe, turns)?;
            let lost = self.decide(&safe, turns)?;
            let mut lost = lost.into_iter();
            safe.retain(|_| !lost.next().unwrap_or(false));
            self.report.turns = Some(turns);
            if safe.is_empty() {
                self.report.verdict = Answer::Refuted;
                self.report.shortest_proved = true;
                return Ok(());
            }
            self.report.none_within = turns;
        }
        self.report.keys = safe.iter().map(|&at| self.firsts[at].name.clone()).collect();
        self.report.verdict = Answer::Proved;
        self.report.shortest_proved = true;
        Ok(())
    }

    /// Whether the aim is reached within `turns` turns after each of these first turns; nothing for those
    /// that were not decided.
    fn sweep(&self, firsts: &[usize], turns: u32) -> Vec<Option<bool>> {
        let done = AtomicUsize::new(0);
        let threads = if turns < 3 { 1 } else { self.limits.threads };
        let prover = || self.prover(self.clock);
        share_out(firsts.len(), threads, prover, |prover, at| {
            let reached = self.value(prover, &self.firsts[firsts[at]], turns as u8)?;
            prover.search.report_count()?;
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            self.report_progress(turns, Stage::Deepening { done, of: firsts.len() });
            Ok(reached)
        })
    }

    /// The same, if all of them were decided.
    fn decide(&self, firsts: &[usize], turns: u32) -> Result<Vec<bool>, Stop> {
        let reached: Option<Vec<bool>> = self.sweep(firsts, turns).into_iter().collect();
        self.clock.complete()?;
        reached.ok_or(Stop)
    }

    fn value(&self, prover: &mut Prover<'_, B>, first: &First<B>, turns: u8) -> Result<bool, Stop> {
        if let Some(ending) = first.ending() {
            return Ok(self.aim.met_by(ending));
        }
        let own = self.root.position().to_move() == self.aim.side;
        prover.reaches(&first.after, turns - u8::from(own))
    }
}
