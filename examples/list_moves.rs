//! Lists the legal turns of a position, and what each takes.
//!
//! `cargo run --example list_moves -- VARIANT [POSITION attackers|defenders]`

#![allow(clippy::print_stdout)] // A program may print.

use std::error::Error;

use taflkit::board::Side;
use taflkit::game::Game;
use taflkit::rules::names;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let rules = names::resolve(arguments.first().map_or("brandubh", String::as_str))?.ruleset;
    let game = match &arguments[..] {
        [_, position, side] => {
            let side = if side == "attackers" { Side::Attackers } else { Side::Defenders };
            Game::from_position(&rules, &position.parse()?, side)?
        }
        // The start of the variant.
        _ => Game::new(&rules)?,
    };
    let turns = game.legal_turns()?;
    println!("{} turns of the {}", turns.len(), game.to_move());
    for turn in &turns {
        println!("{turn}");
    }
    Ok(())
}
