//! The command `tafl` as its users meet it: what it prints, where it points, how it exits.
//!
//! Positions are small so that what the rules say of them can be worked out by eye; the reasons
//! stand beside them.

#[path = "cli/arguments.rs"]
mod arguments;
#[path = "cli/codes.rs"]
mod codes;
#[path = "cli/commands.rs"]
mod commands;
#[path = "cli/help.rs"]
mod help;
#[path = "cli/hostile.rs"]
mod hostile;
#[path = "cli/input.rs"]
mod input;
#[path = "cli/judging.rs"]
mod judging;
#[path = "cli/output.rs"]
mod output;
#[path = "cli/outputs.rs"]
mod outputs;
#[path = "cli/packed.rs"]
mod packed;
#[path = "cli/puzzles.rs"]
mod puzzles;
#[path = "cli/run.rs"]
mod run;
#[path = "cli/safety.rs"]
mod safety;
#[path = "cli/start.rs"]
mod start;
#[path = "cli/variations.rs"]
mod variations;
#[path = "cli/words.rs"]
mod words;
