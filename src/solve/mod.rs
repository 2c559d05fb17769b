//! The proof engine: forced wins, proved. Knows no files.
//!
//! [`solve`] answers a [`Question`] about the position that a [`Game`](crate::game::Game) stands in,
//! with the history that led there. Its [`Report`] keeps apart what is proved and what is not.
//!
//! A side **wins in N** if it can force the game to end as its win, by any ending that the rules
//! know, with at most N turns of its own, whatever the other side does; a chain is one turn. A
//! **key** is a first turn that keeps the shortest win.
//!
//! # Examples
//!
//! ```
//! use taflkit::board::Side;
//! use taflkit::game::Game;
//! use taflkit::rules::variants;
//! use taflkit::solve::{Answer, Goal, Limits, Question, Watch, solve};
//!
//! let rules = variants::ruleset("brandubh").unwrap();
//! let position = "/7/7/7/2t1K2/7/7/t6/".parse().unwrap();
//! let game = Game::from_position(&rules, &position, Side::Defenders).unwrap();
//! let question = Question { goal: Goal::Win(None), ..Question::default() };
//! let report = solve(&game, &question, &Limits::default(), Watch::idle()).unwrap();
//! assert_eq!((report.verdict, report.turns), (Answer::Proved, Some(2)));
//! ```

mod first;
mod follow;
mod goal;
mod job;
mod limits;
mod lines;
mod proof;
mod report;
mod search;
mod solver;
mod watch;

use thiserror::Error;

use crate::game::{Ending, TooManyTurns};

pub use follow::{Followed, FollowedTurn, follow};
pub use goal::{Goal, GoalError, Stipulation};
pub use limits::{Limit, Limits};
pub use proof::{
    Certificate, ClaimJson, EndingJson, Flaw, Node, PROOF_SCHEMA, ProofError, ProofStep, Theorem,
    Verified, prove, verify,
};
pub use report::{Answer, Dual, Fact, FactKind, Report, Tree, Try};
pub use solver::solve;
pub use watch::{Progress, Stage, Watch, system_clock};

/// What is asked about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The goal of the side to move.
    pub goal: Goal,
    /// How many turns past the shortest win to look for first turns that win later.
    pub also: u32,
    /// Whether the whole solution is wanted.
    pub tree: bool,
}

impl Default for Question {
    /// Is there a forced win, and by which keys.
    fn default() -> Self {
        Self { goal: Goal::Win(None), also: 0, tree: false }
    }
}

/// Why a question cannot be asked about a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// Nothing is left to play.
    #[error("the game is over: {0}")]
    Over(Ending),
    /// A number of turns out of range.
    #[error("a search for {0} turns cannot be asked for: ask for 1 to {most}", most = Limits::MOST_TURNS)]
    Turns(u32),
    /// The position has more turns than can be listed.
    #[error(transparent)]
    Crowded(#[from] TooManyTurns),
}
