//! What the parts of a check cost: parsing alone, and replay by the size of the board.
//!
//! `cargo bench --bench parts`
//!
//! Everything is measured on one thread, over games played at random by fixed seeds.

mod support;

use std::error::Error;
use std::io::{Write, stdout};
use std::sync::Arc;

use taflkit::board::{Bits, Square, Wide};
use taflkit::game::{Hop, Rulebook, Table};
use taflkit::notation::{self, Format, Losses, parse_path};
use taflkit::record::Record;
use taflkit::rules::Ruleset;

const PASSES: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = stdout();
    let rows = support::rows(&support::rules("copenhagen"), 500, 120);
    for format in [Format::Csv, Format::Site, Format::Otg, Format::Archive] {
        let texts = written(&rows, format);
        let rate = parsed(&texts, format);
        writeln!(out, "parsing {:<8} {rate:6.0} MB a second", format.name())?;
    }
    for format in [Format::Csv, Format::Site, Format::Otg, Format::Archive] {
        let text = written(&rows, format).concat();
        let mut plies = 0;
        let time = support::quickest(PASSES, || {
            plies = support::judge_all(text.as_bytes(), format, Some("copenhagen"));
        });
        let (bytes, plies) = (text.len() as f64 / 1e6, plies as f64 / 1e6);
        let (bytes, plies) = (bytes / time.as_secs_f64(), plies / time.as_secs_f64());
        let name = format.name();
        writeln!(out, "checking {name:<8} {bytes:6.1} MB, {plies:5.2} million moves a second")?;
    }
    let costs = support::SIZES.map(|(size, name)| (size, name, cost_of_a_move(name, size)));
    let usual = costs[2].2;
    for (size, name, cost) in costs {
        let ratio = cost / usual;
        writeln!(
            out,
            "replay {size:>2}x{size:<2} {cost:6.1} ns a move, {ratio:.2} times 11x11 ({name})"
        )?;
    }
    Ok(())
}

/// The games in a format, a text a record.
fn written(rows: &str, format: Format) -> Vec<String> {
    let (mut record, mut faults, mut losses) = (Record::default(), Vec::new(), Losses::default());
    let write = |row: &str| {
        notation::read_into(Format::Csv, row, &mut record, &mut faults);
        notation::write(format, &record, &mut losses).expect("a format that is written")
    };
    rows.lines().map(write).collect()
}

/// How many millions of bytes a second are parsed, splitting left aside.
fn parsed(texts: &[String], format: Format) -> f64 {
    let (mut record, mut faults) = (Record::default(), Vec::new());
    let time = support::quickest(PASSES, || {
        for text in texts {
            notation::read_into(format, text, &mut record, &mut faults);
            assert!(!record.tokens().is_empty());
        }
    });
    let bytes: usize = texts.iter().map(String::len).sum();
    bytes as f64 / time.as_secs_f64() / 1e6
}

fn cost_of_a_move(name: &str, size: usize) -> f64 {
    let rules = support::rules(name);
    let rows = support::rows(&rules, 100, 120);
    match size {
        ..=7 => replayed::<u64>(&rules, &rows),
        8..=11 => replayed::<u128>(&rules, &rows),
        12..=15 => replayed::<Wide<4>>(&rules, &rows),
        _ => replayed::<Wide<6>>(&rules, &rows),
    }
}

/// Nanoseconds a move of a replay.
fn replayed<B: Bits>(rules: &Ruleset, rows: &str) -> f64 {
    let size = rules.size();
    let index = |square: Square| size.index(square).expect("a square of the board") as u16;
    let hop = |word: &str| {
        let path = parse_path(word)?;
        Some(Hop { from: index(path[0]), to: index(path[1]) })
    };
    let game = |row: &str| row.trim_end_matches(',').split(' ').map_while(hop).collect();
    let games: Vec<Vec<Hop>> = rows.lines().map(game).collect();
    let book = Rulebook::<B>::new(rules).expect("rules that can be played");
    let mut table = Table::new(Arc::new(book)).expect("a position that can be played");
    let mut moves = 0;
    let time = support::quickest(PASSES, || {
        moves = 0;
        for game in &games {
            table.restart();
            for &hop in game {
                table.play(&[hop]).expect("a legal move");
                moves += 1;
            }
        }
    });
    time.as_secs_f64() * 1e9 / f64::from(moves)
}
