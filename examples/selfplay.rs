//! Plays games against itself and writes them as records, for samples and for measuring.
//!
//! `cargo run --release --example selfplay -- VARIANT GAMES [SEED] [archive|csv|otg]`
//!
//! Both sides win at once when they can, avoid moves that lose at once when they can, like
//! captures, and otherwise move at random. The same seed gives the same games.

#[path = "../tests/support/chance.rs"]
mod chance;

use std::error::Error;
use std::io::{BufWriter, Write, stdout};

use chance::Chance;
use taflkit::board::Side;
use taflkit::game::{Ending, Game, LegalTurn};
use taflkit::rules::{names, record};

/// The most plies of a game; after that it is broken off.
const LONGEST: usize = 300;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument =
        |at: usize, usual: &str| arguments.get(at).map_or(usual.to_owned(), Clone::clone);
    let rules = names::resolve(&argument(0, "copenhagen"))?.ruleset;
    let games: usize = argument(1, "1").parse()?;
    let mut chance = Chance::new(argument(2, "1").parse()?);
    let format = argument(3, "archive");
    let mut out = BufWriter::new(stdout().lock());
    for number in 1..=games {
        let mut game = Game::new(&rules)?;
        let mut moves = Vec::new();
        while game.ending().is_none() && moves.len() < LONGEST {
            let turn = choose(&game, &mut chance);
            game.play(&turn.path)?;
            moves.push(written(&turn, &format));
        }
        let line = match format.as_str() {
            "csv" => csv(&moves, rules.first, game.ending()),
            "otg" => otg(&moves, &record::write(&rules), game.ending(), number),
            _ => archive(&moves, &rules.name, rules.first, game.ending(), number),
        };
        out.write_all(line.as_bytes())?;
    }
    out.flush()?;
    Ok(())
}

fn choose(game: &Game, chance: &mut Chance) -> LegalTurn {
    let mut turns = game.legal_turns().unwrap();
    let me = game.to_move();
    let wins = |turn: &LegalTurn| turn.ending.is_some_and(|ending| ending.winner == Some(me));
    if let Some(at) = turns.iter().position(wins) {
        return turns.swap_remove(at);
    }
    for _ in 0..6 {
        let mut at = chance.below(turns.len());
        let takes = |turn: &LegalTurn| turn.captures.iter().any(|taken| !taken.is_empty());
        if let Some(capture) = turns.iter().position(takes).filter(|_| chance.below(3) > 0) {
            at = capture;
        }
        if !loses_at_once(game, &turns[at]) {
            return turns.swap_remove(at);
        }
        if turns.len() == 1 {
            break;
        }
        turns.swap_remove(at);
    }
    turns.swap_remove(0)
}

fn loses_at_once(game: &Game, turn: &LegalTurn) -> bool {
    let mut after = game.clone();
    if after.play(&turn.path).is_err() {
        return true;
    }
    let them = after.to_move();
    let replies = after.legal_turns().unwrap();
    let wins = |reply: &LegalTurn| reply.ending.is_some_and(|end| end.winner == Some(them));
    replies.iter().any(wins)
}

/// The turn as the format writes it: the archive repeats `x`, OpenTafl notation has slashes.
fn written(turn: &LegalTurn, format: &str) -> String {
    let text = turn.to_string();
    match (format, text.split_once('x')) {
        ("otg", _) | (_, None) => text,
        (_, Some((squares, taken))) => format!("{squares}x{}", taken.replace('/', "x")),
    }
}

fn winner(ending: Option<Ending>) -> &'static str {
    match ending.map(|ending| ending.winner) {
        Some(Some(Side::Attackers)) => "Black",
        Some(Some(Side::Defenders)) => "White",
        Some(None) => "Draw",
        None => "Ongoing",
    }
}

/// How many captures each side lists, attackers first.
fn counts(moves: &[String], first: Side) -> [usize; 2] {
    let listed = |text: &String| text.matches('x').count();
    let of = |start: usize| moves.iter().skip(start).step_by(2).map(listed).sum();
    let [beginner, other] = [of(0), of(1)];
    if first == Side::Attackers { [beginner, other] } else { [other, beginner] }
}

fn csv(moves: &[String], first: Side, ending: Option<Ending>) -> String {
    let [attackers, defenders] = counts(moves, first);
    format!("{},{attackers},{defenders},{}\n", moves.join(" "), winner(ending))
}

fn archive(
    moves: &[String],
    name: &str,
    first: Side,
    ending: Option<Ending>,
    number: usize,
) -> String {
    let [attackers, defenders] = counts(moves, first);
    let game = serde_json::json!({
        "Id": format!("selfplay-{number}"),
        "WhiteSidePlayerName": "tafl",
        "BlackSidePlayerName": "tafl",
        "AageGameTypeName": name,
        "BlackPiecesCaptured": attackers,
        "WhitePiecesCaptured": defenders,
        "Moves": moves,
        "WhoWon": winner(ending),
    });
    format!("{game}\n")
}

fn otg(moves: &[String], rules: &str, ending: Option<Ending>, number: usize) -> String {
    let result = match winner(ending) {
        "Black" => "1",
        "White" => "-1",
        "Draw" => "0",
        _ => "?",
    };
    let mut text = format!("[event:selfplay {number}]\n[result:{result}]\n[rules:{rules}]\n\n");
    for (turn, pair) in moves.chunks(2).enumerate() {
        text += &format!("{}. {}\n[|]\n\n", turn + 1, pair.join(" "));
    }
    text
}
