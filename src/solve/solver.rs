//! From a question to a report: deepening, the first turns shared out to threads, and the lines.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use crate::board::{Bits, Side};
use crate::game::{
    By, Ending, Game, Hop, LegalTurn, OnTable, Table as Played, TooManyTurns, legal_turns,
};

use super::goal::Goal;
use super::limits::{Clock, Limit, Limits, Stop};
use super::lines::Lines;
use super::report::{Report, Verdict};
use super::search::bounded::Search;
use super::search::repetition::{Aim, Prover};
use super::search::table::Table;
use super::{Question, SolveError};

/// What a search is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It decides the first turns one by one.
    Deepening {
        /// First turns decided.
        done: usize,
        /// First turns there are.
        of: usize,
    },
    /// It follows what looks nearest to a proof.
    ProofNumbers {
        /// How many open positions would have to be won to prove the win, by what is known.
        proof: u32,
        /// How many would have to be lost to disprove it.
        disproof: u32,
    },
}

/// How a search is getting on.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The number of turns that is being tried.
    pub turns: u32,
    /// What is being done.
    pub stage: Stage,
    /// Positions visited so far.
    pub nodes: u64,
    /// The time so far.
    pub elapsed: Duration,
}

/// What a search tells and asks while it runs.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Set to end the search; it then reports what it has.
    pub interrupt: &'a AtomicBool,
    /// Called now and then, from any thread.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

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
        let clock = Clock::new(self.limits, self.watch.interrupt);
        let firsts = firsts(root)?;
        let mut job = Job::new(root, firsts, self.question, self.limits, self.watch, &clock);
        job.answer();
        let mut report = job.report;
        report.nodes = clock.nodes();
        report.elapsed = clock.elapsed();
        Ok(report)
    }
}

/// Checks that there is something to ask.
pub(super) fn check<B: Bits>(root: &Played<B>) -> Result<(), SolveError> {
    let position = root.position();
    let last = position.to_move().other();
    let over = root.ending().or_else(|| root.book().verdict(position, last));
    let over = over.or_else(|| root.book().stuck(position, position.to_move()));
    // A king who stands on his goal has got there, whoever is to move.
    let escaped = |ending: &Ending| ending.by == By::KingEscaped;
    let over = over.or_else(|| root.book().verdict(position, Side::Defenders).filter(escaped));
    match over {
        Some(ending) => Err(SolveError::Over(ending)),
        None => Ok(()),
    }
}

/// A first turn.
pub(super) struct First<B> {
    pub(super) hops: Vec<Hop>,
    pub(super) after: Played<B>,
    pub(super) name: LegalTurn,
}

impl<B> First<B> {
    fn ending(&self) -> Option<Ending> {
        self.name.ending
    }
}

/// The first turns of a position, in the order of their squares.
pub(super) fn firsts<B: Bits>(root: &Played<B>) -> Result<Vec<First<B>>, TooManyTurns> {
    let named = root.turns_ahead()?.into_iter().zip(legal_turns(root)?);
    Ok(named.map(|(turn, name)| First { hops: turn.hops, after: turn.after, name }).collect())
}

pub(super) struct Job<'a, B> {
    pub(super) root: &'a Played<B>,
    pub(super) question: &'a Question,
    pub(super) limits: &'a Limits,
    pub(super) watch: Watch<'a>,
    pub(super) clock: &'a Clock<'a>,
    pub(super) aim: Aim,
    pub(super) table: Table,
    pub(super) firsts: Vec<First<B>>,
    pub(super) report: Report,
}

/// The table that a search starts with; it grows when the search does.
const FIRST_TABLE: usize = 1 << 22;

impl<'a, B: Bits> Job<'a, B> {
    fn new(
        root: &'a Played<B>,
        firsts: Vec<First<B>>,
        question: &'a Question,
        limits: &'a Limits,
        watch: Watch<'a>,
        clock: &'a Clock<'a>,
    ) -> Self {
        let side = root.position().to_move();
        let aim = match question.goal {
            Goal::Win(_) => Aim { side, draw_counts: false },
            Goal::Draw => Aim { side, draw_counts: true },
            Goal::Save(_) => Aim { side: side.other(), draw_counts: false },
        };
        let report = Report {
            goal: question.goal,
            side,
            verdict: Verdict::Unknown,
            turns: None,
            plies: None,
            shortest_proved: false,
            none_within: 0,
            keys: Vec::new(),
            also_wins: Vec::new(),
            also_within: 0,
            main_line: Vec::new(),
            tries: Vec::new(),
            duals: Vec::new(),
            tree: None,
            nodes: 0,
            elapsed: Duration::ZERO,
            limit: None,
        };
        let memory = limits.memory.max(Limits::LEAST_MEMORY);
        let table = Table::new(memory.min(FIRST_TABLE));
        Self { root, question, limits, watch, clock, aim, table, firsts, report }
    }

    fn answer(&mut self) {
        let done = match self.question.goal {
            Goal::Save(turns) => self.save(turns.unwrap_or(self.limits.turns)),
            Goal::Win(turns) => self.reach(turns.unwrap_or(self.limits.turns), turns.is_some()),
            Goal::Draw => self.reach(self.limits.turns, false),
        };
        if done.is_err() {
            self.report.limit = self.report.limit.or(self.clock.reached());
            self.report.note_shortest();
        }
    }

    /// The goals win and draw: deepens until some first turn reaches the aim.
    fn reach(&mut self, most: u32, claimed: bool) -> Result<(), Stop> {
        let most = if claimed { most.min(Limits::MOST_TURNS) } else { most };
        for turns in 1..=most {
            self.enlarge();
            self.seek(turns)?;
            let reached = self.deepen(turns)?;
            if !reached.contains(&true) {
                self.report.none_within = turns;
                continue;
            }
            self.note_keys(&reached, turns);
            return self.describe(&reached);
        }
        if claimed {
            self.report.verdict = Verdict::Refuted;
        } else {
            self.report.limit = Some(Limit::Turns);
        }
        Ok(())
    }

    /// Which first turns reach the aim within so many turns.
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
            self.report.note_win(turns, Some(&first.name));
        }
        Err(Stop)
    }

    fn note_keys(&mut self, reached: &[bool], turns: u32) {
        let keys = self.firsts.iter().zip(reached).filter(|&(_, &reached)| reached);
        self.report.keys = keys.map(|(first, _)| first.name.clone()).collect();
        self.report.turns = Some(turns);
        self.report.verdict = Verdict::Proved;
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
            self.look_ahead(&safe, turns)?;
            let lost = self.decide(&safe, turns)?;
            let mut lost = lost.into_iter();
            safe.retain(|_| !lost.next().unwrap_or(false));
            self.report.turns = Some(turns);
            if safe.is_empty() {
                self.report.verdict = Verdict::Refuted;
                self.report.shortest_proved = true;
                return Ok(());
            }
            self.report.none_within = turns;
        }
        self.report.keys = safe.iter().map(|&at| self.firsts[at].name.clone()).collect();
        self.report.verdict = Verdict::Proved;
        self.report.shortest_proved = true;
        Ok(())
    }

    /// Whether each of these first turns lets the aim be reached within so many turns, as far as it
    /// came.
    fn sweep(&self, firsts: &[usize], turns: u32) -> Vec<Option<bool>> {
        let done = AtomicUsize::new(0);
        let threads = if turns < 3 { 1 } else { self.limits.threads };
        let prover = || self.prover(self.clock);
        share_out(firsts.len(), threads, prover, |prover, at| {
            let reached = self.value(prover, &self.firsts[firsts[at]], turns as u8)?;
            prover.search.settle()?;
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            self.tell(turns, Stage::Deepening { done, of: firsts.len() });
            Ok(reached)
        })
    }

    /// The same, if all of them were decided.
    fn decide(&self, firsts: &[usize], turns: u32) -> Result<Vec<bool>, Stop> {
        let reached: Option<Vec<bool>> = self.sweep(firsts, turns).into_iter().collect();
        self.clock.complete()?;
        reached.ok_or(Stop)
    }

    /// Tells whoever watches how the search is getting on.
    pub(super) fn tell(&self, turns: u32, stage: Stage) {
        let (nodes, elapsed) = (self.clock.nodes(), self.clock.elapsed());
        (self.watch.progress)(Progress { turns, stage, nodes, elapsed });
    }

    fn value(&self, prover: &mut Prover<'_, B>, first: &First<B>, turns: u8) -> Result<bool, Stop> {
        if let Some(ending) = first.ending() {
            return Ok(self.aim.met_by(ending));
        }
        let own = self.root.position().to_move() == self.aim.side;
        prover.reaches(&first.after, turns - u8::from(own))
    }

    pub(super) fn prover<'t>(&'t self, clock: &'t Clock<'t>) -> Prover<'t, B> {
        let search = Search::new(self.root.book(), &self.table, clock, self.aim.side);
        Prover::new(search, self.aim, self.root)
    }

    /// Gives the search a larger table when it has outgrown its own. What was known is lost, which
    /// costs little: the next deepening is many times the work of all before.
    fn enlarge(&mut self) {
        let most = self.limits.memory.max(Limits::LEAST_MEMORY);
        let wanted = (self.clock.nodes() as usize).saturating_mul(4 * Table::ENTRY).min(most);
        if wanted > self.table.bytes() * 2 {
            self.table = Table::new(0);
            self.table = Table::new(wanted);
        }
    }
}

/// Lets threads do pieces of work one after another, each with a state of its own, until all are
/// done or one has to stop; says what came of each.
pub(super) fn share_out<S, T: Send + Sync>(
    pieces: usize,
    threads: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> Result<T, Stop> + Sync,
) -> Vec<Option<T>> {
    let next = AtomicUsize::new(0);
    let results: Vec<OnceLock<T>> = (0..pieces).map(|_| OnceLock::new()).collect();
    let run = || {
        let mut state = state();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(place) = results.get(at) else { return };
            let Ok(result) = work(&mut state, at) else { return };
            let _ = place.set(result);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.clamp(1, 256) {
            scope.spawn(run);
        }
        run();
    });
    results.into_iter().map(OnceLock::into_inner).collect()
}
