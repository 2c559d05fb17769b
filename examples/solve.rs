//! Looks for a forced win of the side to move, and tells how it goes.
//!
//! `cargo run --release --example solve -- VARIANT POSITION attackers|defenders [MOST TURNS]`

#![allow(clippy::print_stdout)] // A program may print.

use std::error::Error;

use taflkit::board::Side;
use taflkit::game::Game;
use taflkit::rules::names;
use taflkit::solve::{Limits, Question, Watch, solve};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [variant, position, side, more @ ..] = &arguments[..] else {
        return Err("say VARIANT POSITION attackers|defenders".into());
    };
    let rules = names::resolve(variant)?.ruleset;
    let side = if side == "attackers" { Side::Attackers } else { Side::Defenders };
    let game = Game::from_position(&rules, &position.parse()?, side)?;

    // A search that reaches a limit says that it does not know; what it says is proved.
    let turns = more.first().map_or(Ok(4), |most| most.parse())?;
    let limits = Limits { turns, nodes: Some(10_000_000), ..Limits::default() };
    let report = solve(&game, &Question::default(), &limits, Watch::idle())?;
    println!("{report}");
    for key in &report.keys {
        println!("key: {key}");
    }
    Ok(())
}
