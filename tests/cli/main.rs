//! The command `tafl` as its users meet it: what it prints, where it points, how it exits.
//!
//! Positions are small so that what the rules say of them can be worked out by eye; the reasons
//! stand beside them.

mod arguments;
mod codes;
mod commands;
mod config;
mod corpus;
mod help;
mod hostile;
mod identity;
mod input;
mod json_schema;
mod judging;
mod opentafl;
mod output;
mod outputs;
mod packed;
mod puzzles;
mod rewriting;
mod run;
mod safety;
mod solve;
mod solve_process;
mod start;
mod streaming;
mod summary;
mod variations;
mod words;
