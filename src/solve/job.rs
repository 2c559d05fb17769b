//! A question that is being worked on: what its searches share, and work for several threads.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::board::Bits;
use crate::game::Table as Played;

use super::Question;
use super::first::First;
use super::goal::Aim;
use super::limits::{Clock, Limits, Stop};
use super::report::{Answer, Report};
use super::search::{Prover, Search, Transpositions};
use super::watch::{Progress, Stage, Watch};

/// A question about a position, with the report that is being made.
pub(super) struct Job<'a, B> {
    pub(super) root: &'a Played<B>,
    pub(super) question: &'a Question,
    pub(super) limits: &'a Limits,
    pub(super) watch: Watch<'a>,
    pub(super) clock: &'a Clock<'a>,
    pub(super) aim: Aim,
    pub(super) table: Transpositions,
    pub(super) firsts: Vec<First<B>>,
    pub(super) report: Report,
}

/// The table that a search starts with; it grows when the search does.
const FIRST_TABLE: usize = 1 << 22;

impl<'a, B: Bits> Job<'a, B> {
    /// Work on a question, nothing being done yet.
    pub(super) fn new(
        root: &'a Played<B>,
        firsts: Vec<First<B>>,
        question: &'a Question,
        limits: &'a Limits,
        watch: Watch<'a>,
        clock: &'a Clock<'a>,
    ) -> Self {
        let side = root.position().to_move();
        let aim = question.goal.aim(side);
        let report = Report {
            goal: question.goal,
            side,
            verdict: Answer::Unknown,
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
        let table = Transpositions::new(memory.min(FIRST_TABLE));
        Self { root, question, limits, watch, clock, aim, table, firsts, report }
    }

    /// Reports the progress of the search.
    pub(super) fn report_progress(&self, turns: u32, stage: Stage) {
        let (nodes, elapsed) = (self.clock.nodes(), self.clock.elapsed());
        (self.watch.progress)(Progress { turns, stage, nodes, elapsed });
    }

    /// A search of one thread with its own part of the clock, on the table that all share.
    pub(super) fn prover<'t>(&'t self, clock: &'t Clock<'t>) -> Prover<'t, B> {
        let search = Search::new(self.root.book(), &self.table, clock, self.aim.side);
        Prover::new(search, self.aim, self.root)
    }

    /// Gives the search a larger table when it has outgrown its own. What was known is lost, which
    /// costs little: the next deepening is many times the work of all before.
    pub(super) fn enlarge(&mut self) {
        let most = self.limits.memory.max(Limits::LEAST_MEMORY);
        let wanted =
            (self.clock.nodes() as usize).saturating_mul(4 * Transpositions::ENTRY).min(most);
        if wanted > self.table.bytes() * 2 {
            self.table = Transpositions::new(0);
            self.table = Transpositions::new(wanted);
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
    beside(threads.clamp(1, 256) - 1, run);
    results.into_iter().map(OnceLock::into_inner).collect()
}

/// Runs it on this thread and on so many others.
#[cfg(feature = "parallel")]
fn beside(others: usize, run: impl Fn() + Copy + Send) {
    std::thread::scope(|scope| {
        for _ in 0..others {
            scope.spawn(run);
        }
        run();
    });
}

/// Runs it on this thread: there is no other.
#[cfg(not(feature = "parallel"))]
fn beside(_: usize, run: impl Fn()) {
    run();
}
