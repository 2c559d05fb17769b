//! Move texts, as the formats share them.
//!
//! ```text
//! move     = [piece] square 1*(join square) [captures] [count] [info]
//! piece    = letter / "Hn" ["-"]                ; t c n k m g in either case, before a square
//! join     = "-" / "^" / "=" / "^=" / ""        ; nothing in old records: h1h3
//! captures = ("x" / ":") capture *(("x" / ":" / "/") capture) ; may also follow an earlier hop
//! capture  = [piece] square
//! count    = "x" *2DIGIT                        ; how many fall, or only that something does
//! info     = "++" / "+" / "--" / "-" / "R" / "T" / "*"
//! ```
//!
//! Squares, letters and `x` may be in either case. Dashes of any kind are hyphens, and what is not seen
//! is not there: see [`super::typography`].

mod grammar;
mod quick;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub(super) use quick::usual_move;
pub use read::parse_path;
pub(super) use read::{
    MOST_FAULTS, is_move, plain_number, read_token, read_words, span_from, stays_unreadable,
};
pub(super) use write::UNREADABLE;
pub use write::{CaptureStyle, MoveStyle};
