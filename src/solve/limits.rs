//! How long a search may go on, and whether it should stop now.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::Duration;

use crate::game::TooManyTurns;

use super::watch::Watch;

/// What a search may use. Reaching a limit makes a verdict [`Unknown`](super::Answer::Unknown),
/// never wrong.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most turns of the solver's that are looked at.
    pub turns: u32,
    /// The most positions visited, looked at every thousand or so.
    pub nodes: Option<u64>,
    /// The longest time, by the clock of the [`Watch`].
    pub time: Option<Duration>,
    /// The largest size of the table, in bytes.
    pub memory: usize,
    /// How many threads search; one without the feature `parallel`. No verdict, key or line depends on it.
    pub threads: usize,
}

impl Limits {
    /// The most turns that can be asked for.
    pub const MOST_TURNS: u32 = 99;
    /// The smallest table, in bytes.
    pub const LEAST_MEMORY: usize = 1 << 20;
}

impl Default for Limits {
    /// Eight turns, no limit on nodes and time, a table of 256 MiB, one thread.
    fn default() -> Self {
        Self { turns: 8, nodes: None, time: None, memory: 256 << 20, threads: 1 }
    }
}

/// The limit that ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// [`Limits::turns`].
    Turns,
    /// [`Limits::nodes`].
    Nodes,
    /// [`Limits::time`].
    Time,
    /// Somebody asked for the end.
    Interrupted,
    /// A position on the way has more turns than [`MOST_TURNS`](crate::game::MOST_TURNS).
    Crowded,
}

impl Limit {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Turns => "max-turns",
            Self::Nodes => "nodes",
            Self::Time => "time",
            Self::Interrupted => "interrupted",
            Self::Crowded => "crowded",
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Turns => "the limit on turns was reached",
            Self::Nodes => "the limit on nodes was reached",
            Self::Time => "the time is up",
            Self::Interrupted => "the search was interrupted",
            Self::Crowded => "on the way there is a position with more turns than can be listed",
        })
    }
}

/// In place of a limit: see [`Clock::crowd`].
const CROWDED: u8 = 4;

/// A search has to stop before it has an answer; the reason is with its [`Clock`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stop;

/// Counts the positions of all threads and says when to stop.
pub(super) struct Clock<'a> {
    now: &'a (dyn Fn() -> Duration + Sync),
    started: Duration,
    nodes: AtomicU64,
    most_nodes: u64,
    deadline: Option<Duration>,
    interrupt: &'a AtomicBool,
    reached: AtomicU8,
}

impl<'a> Clock<'a> {
    /// How many positions a thread visits between two looks at the clock.
    pub(super) const STRIDE: u64 = 1024;

    pub(super) fn new(limits: &Limits, watch: Watch<'a>) -> Self {
        let started = (watch.clock)();
        Self {
            now: watch.clock,
            started,
            nodes: AtomicU64::new(0),
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            deadline: limits.time.and_then(|time| started.checked_add(time)),
            interrupt: watch.interrupt,
            reached: AtomicU8::new(0),
        }
    }

    /// A clock for a part of the search, which may visit at most `nodes` of the positions that are left.
    pub(super) fn part(&self, nodes: u64) -> Clock<'a> {
        Self {
            now: self.now,
            started: (self.now)(),
            nodes: AtomicU64::new(0),
            most_nodes: nodes.min(self.most_nodes.saturating_sub(self.nodes())),
            deadline: self.deadline,
            interrupt: self.interrupt,
            reached: AtomicU8::new(0),
        }
    }

    /// Counts what a part of the search has visited.
    ///
    /// # Errors
    /// [`Stop`] once any limit but the part's own is reached.
    pub(super) fn absorb(&self, part: &Clock<'_>) -> Result<(), Stop> {
        self.add(part.nodes())?;
        if part.complete().is_err() { Err(self.crowd(TooManyTurns)) } else { Ok(()) }
    }

    /// Adds positions to the count.
    ///
    /// # Errors
    /// [`Stop`] once any limit is reached.
    pub(super) fn add(&self, nodes: u64) -> Result<(), Stop> {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let limit = if self.interrupt.load(Ordering::Relaxed) {
            3
        } else if total >= self.most_nodes {
            1
        } else if self.deadline.is_some_and(|deadline| (self.now)() >= deadline) {
            2
        } else {
            return if self.reached.load(Ordering::Relaxed) == 0 { Ok(()) } else { Err(Stop) };
        };
        // The first reason stays.
        let _ = self.reached.compare_exchange(0, limit, Ordering::Relaxed, Ordering::Relaxed);
        Err(Stop)
    }

    /// Records that the turns of a position could not all be looked at. Results from now on are void.
    pub(super) fn crowd(&self, _: TooManyTurns) -> Stop {
        self.reached.store(CROWDED, Ordering::SeqCst);
        Stop
    }

    /// Whether what was found can be believed.
    ///
    /// # Errors
    /// [`Stop`] once the turns of some position could not all be looked at.
    pub(super) fn complete(&self) -> Result<(), Stop> {
        if self.reached.load(Ordering::SeqCst) == CROWDED { Err(Stop) } else { Ok(()) }
    }

    /// The limit that was reached, if one was.
    pub(super) fn reached(&self) -> Option<Limit> {
        match self.reached.load(Ordering::Relaxed) {
            0 => None,
            1 => Some(Limit::Nodes),
            2 => Some(Limit::Time),
            CROWDED => Some(Limit::Crowded),
            _ => Some(Limit::Interrupted),
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(super) fn elapsed(&self) -> Duration {
        (self.now)().saturating_sub(self.started)
    }
}
