//! Records held against rules: what is illegal, what was taken, how each game ended.

mod bare_lines;
mod boards;
mod captures;
mod claims;
mod corpus;
mod crew;
mod findings;
mod first;
mod game;
mod identify;
mod judge;
mod meaning;
mod mend;
mod prepared;
mod puzzle;
mod puzzle_tags;
mod report;
mod rewrite;
mod start;
mod stated;
mod unlisted;
mod upside_down;
mod variations;

pub use bare_lines::are_games;
pub use corpus::{Corpus, Event, Input, Options, ReadRecord, WalkError, files, total_bytes};
pub use findings::{Catalogue, Code, Finding, Severity, catalogue};
pub use identify::{Fit, Identifier};
pub use judge::{Decision, Judge, Verdict};
pub use mend::{Mended, mend};
pub use prepared::Prepared;
pub use puzzle::{PUZZLE_NODES, Puzzle, PuzzleError, goal_for};
pub use puzzle_tags::{Twice, is_puzzle};
pub use report::{Located, SCHEMA, Summary, file_json};
pub use start::Start;
pub use unlisted::{MOST_OF_A_KIND, Unlisted};
pub use variations::Variation;
