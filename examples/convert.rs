//! Writes the games of a file in another format, and says what that has no place for.
//!
//! `cargo run --example convert -- FILE FORMAT`

#![allow(clippy::print_stdout, clippy::print_stderr)] // A program may print.

use std::error::Error;

use taflkit::notation::{self, Format, Losses};
use taflkit::replay::disambiguated;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("name a file of games")?;
    let to: Format = arguments.next().ok_or("name a format")?.parse()?;

    // The content tells the format.
    let file = notation::read_all(&std::fs::read(&file)?, None)?;
    let mut losses = Losses::default();
    for game in &file.games {
        for fault in &game.faults {
            eprintln!("line {}: {fault}", game.line);
        }
        match notation::write(to, &disambiguated(&game.record, to), &mut losses) {
            Some(text) => print!("{text}"),
            None => return Err("that format is read only".into()),
        }
    }
    for (what, times) in losses.iter() {
        eprintln!("no place for {what}: {times} times");
    }
    Ok(())
}
