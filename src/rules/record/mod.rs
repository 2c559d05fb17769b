//! Rules records of OpenTafl notation: `dim:7 esc:e ... start:/.../`, read and written.
//!
//! # Examples
//!
//! ```
//! use taflkit::rules::{Escape, record};
//!
//! let parsed = record::parse("dim:5 esc:e start:/2t2/5/t1K1t/5/2t2/").unwrap();
//! assert_eq!(parsed.ruleset.escape, Escape::Edge);
//! assert_eq!(record::write(&parsed.ruleset), "dim:5 esc:e start:/2t2/5/t1K1t/5/2t2/");
//! let problems = record::parse("dim:5 esc:q start:/2t2/5/t1K1t/5/2t2/").unwrap_err();
//! assert_eq!(problems[0].to_string(), "`esc` cannot be `q`");
//! ```
//!
//! # Keys
//!
//! Every key of the notation is read with its default. What the notation has no words for goes
//! into keys of our own, which other readers skip; [`KEYS`] lists them all, and says which are ours.
//! Where the two say different things, our key wins.
//!
//! Where OpenTafl's program does what no key of the notation says, a record means what the program
//! does: commanders and knights of the attackers help to take the king (`ctk:n` says that they do
//! not). Its slips are not followed: with such pieces on the board it no longer lets four ordinary
//! men take a strong king, nor two a king that is weak away from his throne.
//!
//! Two keys have been read in different ways by different programs, and each gets a
//! [`ProblemKind`] of its own when a record leans on it:
//! - `tfr:w` and `tfr:l`. The notation's text lets the side that brings about the third occurrence
//!   win under `w`; the program that defined the notation makes it lose. Games were played under
//!   the program, so `w` is read as "the mover loses" and `l` as "the opener loses". A `rep:` key
//!   settles it.
//! - `dfor:` with the same squares as `afor:`, a known slip of the program's writer.

mod defaults;
mod keys;
mod problem;
mod read;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod values;
mod write;

pub use keys::{KEYS, Key};
pub use problem::{Problem, ProblemKind};
pub use read::{Parsed, amend, is_rule, parse};
pub use write::write;
