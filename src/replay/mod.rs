//! Records held against rules: what is illegal, what was taken, how each game ended.

mod bare_lines;
mod boards;
mod captures;
mod claims;
mod corpus;
mod crew;
mod findings;
mod game;
mod identify;
mod judge;
mod mend;
mod prepared;
mod puzzle;
mod report;
mod rewrite;
mod unlisted;
mod variations;

pub use bare_lines::are_games;
pub use corpus::{Corpus, Event, Input, Options, ReadRecord, WalkError, files, total_bytes};
pub use findings::{Catalogue, Code, Finding, Severity, catalogue};
pub use identify::{Fit, Identifier};
pub use judge::{Decision, Judge, Verdict};
pub use mend::{Mended, mend};
pub use prepared::Prepared;
pub use puzzle::PUZZLE_NODES;
pub use report::{Located, SCHEMA, Summary, file_json};
pub use unlisted::{MOST_OF_A_KIND, Unlisted};
pub use variations::Variation;
