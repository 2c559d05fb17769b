//! What a search says while it runs, and what it asks.

use std::sync::atomic::AtomicBool;
use std::time::Duration;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::{sync::OnceLock, time::Instant};

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
    /// The time so far, by the clock of the [`Watch`].
    pub elapsed: Duration,
}

/// What a search reports and asks for while it runs.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Set to end the search; it then reports what it has.
    pub interrupt: &'a AtomicBool,
    /// Called now and then, from any thread.
    pub progress: &'a (dyn Fn(Progress) + Sync),
    /// The time since some moment that stays the same, such as [`system_clock`]. What stands still gives
    /// a search as much time as it wants.
    pub clock: &'a (dyn Fn() -> Duration + Sync),
}

impl Watch<'_> {
    /// Asks for nothing, listens to nothing, and takes the time from [`system_clock`].
    pub fn idle() -> Watch<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Watch { interrupt: &NEVER, progress: &|_| (), clock: &system_clock }
    }
}

/// The time since the first call, by the clock of the system.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub fn system_clock() -> Duration {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed()
}

/// Always the same time, as there is no clock here: a caller who wants one hands in that of the host.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub fn system_clock() -> Duration {
    Duration::ZERO
}
