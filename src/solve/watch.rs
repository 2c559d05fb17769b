//! What a search says while it runs, and what it asks.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

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

impl Watch<'_> {
    /// Asks for nothing and listens to nothing.
    pub fn idle() -> Watch<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Watch { interrupt: &NEVER, progress: &|_| () }
    }
}
