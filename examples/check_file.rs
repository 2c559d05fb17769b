//! Checks a file of games and says what is wrong with them.
//!
//! `cargo run --example check_file -- FILE [VARIANT]`

#![allow(clippy::print_stdout)] // A program may print.

use std::convert::Infallible;
use std::error::Error;
use std::fs::File;

use taflkit::replay::{Event, Options, Summary, check};
use taflkit::rules::names;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().ok_or("name a file of games")?;
    // The rules of all games, where the records do not state them.
    let rules = arguments.next().map(|variant| names::resolve(&variant)).transpose()?;
    let options = Options { rules, ..Options::default() };

    let mut summary = Summary::default();
    let Ok(()) = check(&name, File::open(&name)?, &options, |event| -> Result<(), Infallible> {
        summary.add_event(&event);
        match event {
            Event::Game(game) => {
                for (finding, place) in game.verdict.findings.iter().zip(game.places()) {
                    let (code, message) = (finding.code, &finding.message);
                    println!("{name}:{}:{}: {code} {message}", place.line, place.column);
                }
            }
            Event::File { finding, .. } => println!("{name}: {} {}", finding.code, finding.message),
            Event::Unreadable(error) => println!("{error}"),
            _ => {}
        }
        Ok(())
    });
    println!("{} games, {} of them judged, {} plies", summary.games, summary.judged, summary.plies);
    Ok(())
}
