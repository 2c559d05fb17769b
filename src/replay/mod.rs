//! Records held against rules: what is illegal, what was taken, how each game ended.
//!
//! [`Judge`] judges one record and returns a [`Verdict`] with its [`Finding`]s. [`check`] judges a whole text
//! in memory, [`Corpus`] files and folders. [`positions`] plays a record, [`Puzzle`] is one that asks for a
//! win. All of them find the rules, the first position and the first mover through [`Start`].
//!
//! # Examples
//!
//! ```
//! use taflkit::notation::{self, Format};
//! use taflkit::replay::Judge;
//!
//! let text = "[Variant \"Brandubh\"]\n\n1. d1-c1 c4-c3 2. d1-d2 *\n";
//! let read = notation::read(Format::Pgn, text);
//! let verdict = Judge::default().judge(text, &read.record, &read.faults);
//! let illegal = &verdict.findings[0];
//! assert_eq!((illegal.code.name(), illegal.ply), ("T101", Some(3)));
//! assert_eq!(&*illegal.message, "d1-d2 is not legal: there is no piece to move");
//! ```

mod corpus;
mod disambiguate;
mod faults;
mod findings;
mod first;
mod game;
mod identify;
mod identity;
mod judge;
mod located;
mod meaning;
mod mender;
mod positions;
mod prepared;
mod puzzle;
mod report;
mod selection;
mod settings;
mod start;
mod stated;
mod unlisted;
mod upside_down;
mod variation;
mod verdict;

#[cfg(feature = "files")]
pub use corpus::{Compression, Corpus, Input, Listed, PerThread, files, total_bytes, unpacked};
pub use corpus::{Event, Options, WalkError, are_games, check};
pub use disambiguate::disambiguated;
pub use findings::{Catalogue, Code, Finding, Severity, Standing, catalogue};
pub use identify::{Fit, Identifier};
pub use identity::GameHash;
pub use judge::Judge;
pub use located::{Located, ReadRecord};
pub use mender::{Mended, Mender, mend};
pub use positions::{Positions, Unplayed, positions};
pub use puzzle::{PUZZLE_NODES, Puzzle, PuzzleError, Twice, goal_for, is_puzzle};
pub use report::{PASSED_OVER, SCHEMA, Summary};
pub use selection::Selection;
pub use settings::{PerFile, Settings};
pub use start::{NoStart, Start};
pub use unlisted::{MOST_OF_A_KIND, Unlisted};
pub use variation::Variation;
pub use verdict::{Decision, NotJudged, Verdict};
