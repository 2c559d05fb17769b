//! Replay and perft beside the crate `hnefatafl`, on the same games in the same process.
//!
//! `cargo run --release -p taflkit-peer -- [GAMES.csv]`
//!
//! Without a file, the games are played at random. A file holds games of Copenhagen as CSV rows.
//! Both sides start from moves that are parsed; both check legality, captures, endings and repetition
//! of every move; what they say of captures and endings is compared.

#[path = "../support/mod.rs"]
mod support;

use std::error::Error;
use std::io::{Write, stdout};
use std::sync::Arc;

use hnefatafl::aliases::{MediumBasicGameLogic, MediumBasicGameState};
use hnefatafl::board::state::BoardState;
use hnefatafl::collections::piecemap::PieceMap;
use hnefatafl::game::GameStatus;
use hnefatafl::pieces::Side;
use hnefatafl::play::Play;
use hnefatafl::preset;
use hnefatafl::tiles::Tile;
use taflkit::board::Bits;
use taflkit::game::{Game, Hop, Rulebook, Table};
use taflkit::notation::{self, Format};
use taflkit::record::{Record, TokenKind};

/// How often each side replays all games; they take turns.
const PASSES: usize = 5;

/// What a replay says of a game: moves played, pieces taken, and whether the game is over.
type Told = (usize, u32, bool);

fn main() -> Result<(), Box<dyn Error>> {
    let rules = support::rules("copenhagen");
    let file = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let rows = match file {
        Some(file) => std::fs::read_to_string(file)?,
        None => support::rows(&rules, 1000, 120),
    };
    let games = parsed(&rows);
    let plays: Vec<Vec<Play>> = games.iter().map(|game| in_their_words(game)).collect();
    let mut ours = Ours(Table::new(Arc::new(Rulebook::new(&rules)?))?);
    let theirs = Theirs::new()?;

    let (mut told, mut told_by_them) = (Vec::new(), Vec::new());
    let (mut best, mut their_best) = (f64::MAX, f64::MAX);
    for _ in 0..PASSES {
        best = best.min(seconds(|| told = games.iter().map(|game| ours.replay(game)).collect()));
        their_best = their_best
            .min(seconds(|| told_by_them = plays.iter().map(|game| theirs.replay(game)).collect()));
    }
    let mut out = stdout();
    let moves: usize = told.iter().map(|told| told.0).sum();
    let rate = |seconds: f64| moves as f64 / seconds / 1e6;
    writeln!(out, "replay: {} games, {moves} moves", games.len())?;
    writeln!(out, "  taflkit   {:6.2} million moves a second", rate(best))?;
    writeln!(out, "  hnefatafl {:6.2} million moves a second", rate(their_best))?;
    writeln!(out, "  ratio     {:6.2}", their_best / best)?;
    let differ = |part: fn(&Told) -> u32| {
        told.iter().zip(&told_by_them).filter(|(our, their)| part(our) != part(their)).count()
    };
    let moves = differ(|told| told.0 as u32);
    let captures = differ(|told| told.1);
    let endings = differ(|told| u32::from(told.2));
    writeln!(out, "  games with different moves {moves}, captures {captures}, endings {endings}")?;

    let depth = 4;
    let game = Game::new(&rules)?;
    let (mut count, mut their_count) = (0, 0);
    let best = support::quickest(7, || count = game.perft(depth).unwrap_or(0)).as_secs_f64();
    let their_best = seconds(|| their_count = theirs.perft(&theirs.start, depth));
    writeln!(out, "perft {depth}: {count} and {their_count} sequences")?;
    writeln!(out, "  taflkit   {:8.2} ms", best * 1e3)?;
    writeln!(out, "  hnefatafl {:8.2} ms", their_best * 1e3)?;
    writeln!(out, "  ratio     {:8.2}", their_best / best)?;
    Ok(())
}

fn seconds(work: impl FnMut()) -> f64 {
    support::quickest(1, work).as_secs_f64()
}

/// The hops of every game, up to the first entry that is no move.
fn parsed(rows: &str) -> Vec<Vec<Hop>> {
    let (mut record, mut faults) = (Record::default(), Vec::new());
    let mut games = Vec::new();
    for row in rows.lines() {
        notation::read_into(Format::Csv, row, &mut record, &mut faults);
        let moves = record.tokens().iter().map_while(|token| match &token.kind {
            TokenKind::Move(text) => Some(record.path(text)),
            _ => None,
        });
        let index =
            |square: taflkit::board::Square| u16::from(square.rank) * SIDE + u16::from(square.file);
        games.push(moves.map(|path| Hop { from: index(path[0]), to: index(path[1]) }).collect());
    }
    games
}

const SIDE: u16 = 11;

fn in_their_words(game: &[Hop]) -> Vec<Play> {
    let tile = |index: u16| Tile::new((index / SIDE) as u8, (index % SIDE) as u8);
    let play = |hop: &Hop| Play::from_tiles(tile(hop.from), tile(hop.to));
    game.iter().map_while(|hop| play(hop).ok()).collect()
}

struct Ours(Table<u128>);

impl Ours {
    fn replay(&mut self, game: &[Hop]) -> Told {
        self.0.restart();
        let (mut moves, mut taken) = (0, 0);
        for &hop in game {
            let Ok(outcome) = self.0.play(&[hop]) else { break };
            moves += 1;
            taken += outcome.taken.count();
            if outcome.ending.is_some() {
                break;
            }
        }
        (moves, taken, self.0.ending().is_some())
    }
}

struct Theirs {
    logic: MediumBasicGameLogic,
    start: MediumBasicGameState,
}

impl Theirs {
    fn new() -> Result<Self, Box<dyn Error>> {
        let start = MediumBasicGameState::new(preset::boards::COPENHAGEN, Side::Attacker)
            .map_err(|error| format!("{error:?}"))?;
        let logic = MediumBasicGameLogic::new(preset::rules::COPENHAGEN, 11);
        Ok(Self { logic, start })
    }

    fn replay(&self, game: &[Play]) -> Told {
        let mut state = self.start;
        let (mut moves, mut taken) = (0, 0);
        for &play in game {
            let Ok(done) = self.logic.do_play(play, state) else { break };
            moves += 1;
            taken += done.record.effects.captures.occupied().count();
            state = done.new_state;
            if state.status != GameStatus::Ongoing {
                break;
            }
        }
        (moves, taken, state.status != GameStatus::Ongoing)
    }

    /// Counts as ours does: the last turns are counted and not played.
    fn perft(&self, state: &MediumBasicGameState, depth: u32) -> u64 {
        let mut count = 0;
        for tile in state.board.occupied_by_side(state.side_to_play) {
            let Ok(plays) = self.logic.iter_plays(tile, state) else { continue };
            if depth == 1 {
                count += plays.count() as u64;
                continue;
            }
            for play in plays {
                let after = self.logic.do_valid_play(play, *state).new_state;
                if after.status == GameStatus::Ongoing {
                    count += self.perft(&after, depth - 1);
                }
            }
        }
        count
    }
}
