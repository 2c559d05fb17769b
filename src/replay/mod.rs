//! Records held against rules: what is illegal, what was taken, how each game ended.

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
mod start;
mod stated;
mod unlisted;
mod upside_down;
mod variation;
mod verdict;

#[cfg(feature = "files")]
pub use corpus::{Compression, Corpus, Input, Listed, files, total_bytes, unpacked};
pub use corpus::{Event, Options, WalkError, are_games, check};
pub use disambiguate::disambiguated;
pub use findings::{Catalogue, Code, Finding, Severity, Standing, catalogue};
pub use identify::{Fit, Identifier};
pub use identity::{GameHash, Labels};
pub use judge::Judge;
pub use located::{Located, ReadRecord};
pub use mender::{Mended, Mender, mend};
pub use positions::{Positions, Unplayed, positions};
pub use puzzle::{PUZZLE_NODES, Puzzle, PuzzleError, Twice, goal_for, is_puzzle};
pub use report::{PASSED_OVER, SCHEMA, Summary};
pub use start::{NoStart, Start};
pub use unlisted::{MOST_OF_A_KIND, Unlisted};
pub use variation::Variation;
pub use verdict::{Decision, Verdict};
