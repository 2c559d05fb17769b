//! Records held against rules: what is illegal, what was taken, how each game ended.

mod boards;
mod captures;
mod claims;
mod corpus;
mod findings;
mod first;
mod identify;
mod judge;
mod meaning;
mod mend;
mod prepared;
mod puzzle;
mod puzzle_tags;
mod replay;
mod report;
mod rewrite;
mod settle;
mod start;
mod stated;
mod unlisted;
mod upside_down;
mod variation;
mod variations;

pub use corpus::{
    Compression, Corpus, Event, Input, Listed, Options, ReadRecord, WalkError, are_games, files,
    total_bytes, unpacked,
};
pub use findings::{Catalogue, Code, Finding, Severity, catalogue};
pub use identify::{Fit, Identifier};
pub use judge::{Decision, Judge, Verdict};
pub use mend::{Mended, Mender, mend};
pub use puzzle::{PUZZLE_NODES, Puzzle, PuzzleError, goal_for};
pub use puzzle_tags::{Twice, is_puzzle};
pub use report::{Located, SCHEMA, Summary, file_json};
pub use settle::settled;
pub use start::Start;
pub use unlisted::{MOST_OF_A_KIND, Unlisted};
pub use variation::Variation;
