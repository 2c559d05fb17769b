//! Plays the moves given and draws the board after each.
//!
//! `cargo run --example draw -- VARIANT [MOVE...]`, such as `brandubh d1-c1 d3-a3`

#![allow(clippy::print_stdout)] // A program may print.

use std::error::Error;

use taflkit::board::Square;
use taflkit::draw::Board;
use taflkit::game::Game;
use taflkit::rules::names;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let variant = arguments.next().unwrap_or_else(|| "brandubh".to_owned());
    let rules = names::resolve(&variant)?.ruleset;
    let mut game = Game::new(&rules)?;
    println!("{}", Board { setup: &game.setup(), rules: Some(&rules) });
    for word in arguments {
        let path: Vec<Square> = word.split('-').map(str::parse).collect::<Result<_, _>>()?;
        let played = game.play(&path)?;
        println!("\n{word}\n{}", Board { setup: &game.setup(), rules: Some(&rules) });
        if let Some(ending) = played.ending {
            println!("{ending}");
        }
    }
    Ok(())
}
