//! Records held against rules: what is illegal, what was taken, how each game ended.

mod boards;
mod captures;
mod claims;
mod corpus;
mod findings;
mod first;
mod identify;
mod identity;
mod judge;
mod located;
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
    Compression, Corpus, Event, Input, Listed, Options, WalkError, are_games, files, total_bytes,
    unpacked,
};
pub use findings::{Catalogue, Code, Finding, Severity, Standing, catalogue};
pub use identify::{Fit, Identifier};
pub use identity::{GameHash, Labels};
pub use judge::{Decision, Judge, Verdict};
pub use located::{Located, ReadRecord};
pub use mend::{Mended, Mender, mend};
pub use puzzle::{PUZZLE_NODES, Puzzle, PuzzleError, goal_for};
pub use puzzle_tags::{Twice, is_puzzle};
pub use report::{PASSED_OVER, SCHEMA, Summary, file_json, passed_over_json, unreadable_json};
pub use settle::settled;
pub use start::Start;
pub use unlisted::{MOST_OF_A_KIND, Unlisted};
pub use variation::Variation;
