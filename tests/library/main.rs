//! The library as its users meet it. What runs the command is in `tests/cli`: two test programs in all,
//! since each one more costs every build its linking.

#[path = "../support/mod.rs"]
mod support;

mod certificates;
mod check;
mod clock;
mod engine;
mod goals;
mod grammar;
mod kernel;
mod ludii;
mod opentafl;
mod plain_engine;
mod puzzles;
mod resync;
mod several_games;
mod solve;
