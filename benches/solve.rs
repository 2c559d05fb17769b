//! The speed of the proof engine.
//!
//! `cargo bench --bench solve -- [GAMES.csv]`
//!
//! Prints positions visited a second on one thread, over middle-game positions of Copenhagen that
//! random play comes to. With a file of Copenhagen games as CSV rows, it also prints how long wins in
//! 2 and in 3 take, as the median over the positions 3 and 5 plies before the end of the games that
//! end on the board.

#[path = "../tests/support/chance.rs"]
mod chance;

use std::error::Error;
use std::io::{Write, stdout};
use std::time::Duration;

use chance::Chance;
use taflkit::game::Game;
use taflkit::notation::{self, Format};
use taflkit::record::{Record, TokenKind};
use taflkit::rules::{Ruleset, variants};
use taflkit::solve::{Goal, Limits, Question, Report, Watch, solve};

fn main() -> Result<(), Box<dyn Error>> {
    let rules = variants::ruleset("copenhagen").ok_or("no rules")?;
    let (mut nodes, mut seconds) = (0, 0.0);
    for seed in 1..=20 {
        let Some(report) = middle_game(&rules, seed).and_then(|game| ask(&game, 4, 400_000)) else {
            continue;
        };
        nodes += report.nodes;
        seconds += report.elapsed.as_secs_f64();
    }
    let rate = nodes as f64 / seconds / 1e6;
    writeln!(stdout(), "middle game: {rate:.2} million nodes a second")?;
    if let Some(file) = std::env::args().skip(1).find(|argument| !argument.starts_with('-')) {
        let text = std::fs::read_to_string(file)?;
        for (before, turns) in [(3, 2), (5, 3)] {
            writeln!(stdout(), "{}", endings(&rules, &text, before, turns))?;
        }
    }
    Ok(())
}

fn ask(game: &Game, turns: u32, nodes: u64) -> Option<Report> {
    let question = Question { goal: Goal::Win(None), ..Question::default() };
    let limits = Limits { turns, nodes: Some(nodes), ..Limits::default() };
    solve(game, &question, &limits, Watch::idle()).ok()
}

fn middle_game(rules: &Ruleset, seed: u64) -> Option<Game> {
    let mut chance = Chance::new(seed);
    let mut game = Game::new(rules).ok()?;
    for _ in 0..40 {
        let turns = game.legal_turns().unwrap();
        let turn = turns.get(chance.below(turns.len().max(1)))?;
        if turn.ending.is_some() {
            break;
        }
        game.play(&turn.path).ok()?;
    }
    Some(game)
}

/// Times the search on positions so many plies before the end of games that end on the board.
fn endings(rules: &Ruleset, text: &str, before: usize, turns: u32) -> String {
    let mut times: Vec<Duration> = Vec::new();
    let mut won = 0;
    let (mut record, mut faults) = (Record::default(), Vec::new());
    for line in text.lines() {
        notation::read_into(Format::Csv, line, &mut record, &mut faults);
        let Some(game) = before_end(rules, &record, before) else { continue };
        let Some(report) = ask(&game, turns, u64::MAX) else { continue };
        won += usize::from(report.shortest_proved);
        times.push(report.elapsed);
        if times.len() == 200 {
            break;
        }
    }
    times.sort_unstable();
    let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default();
    let (median, most) = (at(50), at(90));
    let count = times.len();
    format!(
        "{before} plies before the end: {count} positions, {won} won within {turns}; \
         median {median:.1?}, nine in ten within {most:.1?}"
    )
}

fn before_end(rules: &Ruleset, record: &Record, before: usize) -> Option<Game> {
    let paths = record.tokens().iter().filter_map(|token| match &token.kind {
        TokenKind::Move(text) => Some(record.path(text)),
        _ => None,
    });
    let paths: Vec<_> = paths.collect();
    let mut game = Game::new(rules).ok()?;
    let mut earlier = None;
    for (ply, path) in paths.iter().enumerate() {
        if ply + before == paths.len() {
            earlier = Some(game.clone());
        }
        let ended = game.play(path).ok()?.ending.is_some();
        if ended {
            return earlier.filter(|_| ply + 1 == paths.len());
        }
    }
    None
}
