//! `tafl perft`.

use std::time::Instant;

use clap::Args;
use serde_json::{Value, json};
use taflkit::board::Side;
use taflkit::game::{By, Ending, Game, LegalTurn, Tally, TooManyTurns};

use super::PositionArgs;
use super::documents::Document;
use super::help::{self, Example};
use super::numbers::count;
use super::output::{Failure, Outcome, Output};
use super::progress::Progress;

const EXAMPLES: &[Example] = &[
    ("Count sequences of four turns from the start", "tafl perft --variant brandubh --depth 4"),
    ("Count captures and wins as well", "tafl perft --variant brandubh --depth 3 --tuple"),
    ("Count for every first turn", "tafl perft --variant brandubh --depth 2 --divide"),
];

/// Count sequences of turns, for authors of engines
///
/// A chain is one turn; repetition is left aside, unless it makes moves illegal, and so are limits on
/// play without captures; a finished game has no continuation. With --tuple, a game that ends early counts as one sequence, and what
/// is printed is: sequences, those whose last turn takes something, wins of the attackers, wins of
/// the defenders. Positions with more than 100,000 turns, to which only chains can lead, are refused.
#[derive(Args)]
#[command(after_long_help = help::examples(EXAMPLES))]
pub(super) struct Perft {
    #[command(flatten)]
    position: PositionArgs,
    /// How many turns
    #[arg(long, value_name = "N", value_parser = count::<u32>(0..=100))]
    depth: u32,
    /// Count for every first turn by itself
    #[arg(long)]
    divide: bool,
    /// Count captures and wins as well
    #[arg(long)]
    tuple: bool,
}

impl Perft {
    pub(super) fn run(self, output: &Output) -> Result<Outcome, Failure> {
        let (game, variant) = self.position.game(output)?;
        let started = Instant::now();
        let turns = match self.depth {
            0 => Vec::new(),
            _ => game.legal_turns().map_err(too_many)?,
        };
        let progress = Progress::of_parts(turns.len(), "first turns", output);
        // In parts only where somebody wants to see them.
        let (total, parts) = match self.depth > 0 && (self.divide || progress.is_seen()) {
            true => self.count_parts(&game, &turns, &progress)?,
            false => (self.count(&game, self.depth).map_err(too_many)?, Vec::new()),
        };
        drop(progress);
        if output.verbose {
            let seconds = started.elapsed().as_secs_f64();
            let rate = total.nodes as f64 / seconds.max(1e-9) / 1e6;
            output.note(&format!("{rate:.1} million sequences a second"));
        }
        if output.is_human() {
            let mut text = String::new();
            for (turn, count) in parts.iter().filter(|_| self.divide) {
                text += &format!("{turn}: {}\n", self.in_words(count));
            }
            output.print(&format!("{text}{}\n", self.in_words(&total)))?;
        } else {
            let mut content = self.as_json(&total);
            content["variant"] = variant.into();
            content["position"] = game.setup().to_string().into();
            content["side"] = game.to_move().name().into();
            content["depth"] = self.depth.into();
            if self.divide {
                let parts = parts.iter().map(|(turn, count)| {
                    let mut part = self.as_json(count);
                    part["move"] = turn.as_str().into();
                    part
                });
                content["divide"] = parts.collect();
            }
            output.print_json(&Document::new("perft", content))?;
        }
        Ok(Outcome::Well)
    }

    /// The count, and that for every first turn.
    fn count_parts(
        &self,
        game: &Game,
        turns: &[LegalTurn],
        progress: &Progress,
    ) -> Result<(Count, Vec<(String, Count)>), Failure> {
        let mut total = Count::default();
        let mut parts = Vec::new();
        for turn in turns {
            let mut after = game.clone();
            let played = after.play(&turn.path);
            played.map_err(|error| Failure::usage(error.to_string()))?;
            let part = self.part(turn, &after).map_err(too_many)?;
            total.add(&part);
            parts.push((turn.to_string(), part));
            progress.add(1);
        }
        Ok((total, parts))
    }

    fn count(&self, game: &Game, depth: u32) -> Result<Count, TooManyTurns> {
        if self.tuple {
            let tally = game.tally(depth)?;
            Ok(Count { nodes: tally.leaves - tally.early, tally })
        } else {
            Ok(Count { nodes: game.perft(depth)?, ..Count::default() })
        }
    }

    /// The count for one first turn, which leads to the game as it is after it.
    fn part(&self, turn: &LegalTurn, after: &Game) -> Result<Count, TooManyTurns> {
        let beside = |ending: &Ending| matches!(ending.by, By::Repetition | By::NoCapture);
        let ending = after.ending().filter(|ending| !beside(ending));
        if self.depth > 1 && ending.is_none() {
            return self.count(after, self.depth - 1);
        }
        let last = self.depth == 1;
        let takes = turn.captures.iter().any(|taken| !taken.is_empty());
        let won = |side| u64::from(ending.is_some_and(|ending| ending.winner == Some(side)));
        let tally = Tally {
            leaves: 1,
            early: u64::from(!last),
            captures: u64::from(last && takes),
            attackers_win: won(Side::Attackers),
            defenders_win: won(Side::Defenders),
        };
        Ok(Count { nodes: u64::from(last), tally })
    }

    fn in_words(&self, count: &Count) -> String {
        let Tally { leaves, captures, attackers_win, defenders_win, .. } = count.tally;
        match self.tuple {
            true => format!("({leaves},{captures},{attackers_win},{defenders_win})"),
            false => count.nodes.to_string(),
        }
    }

    fn as_json(&self, count: &Count) -> Value {
        let tally = count.tally;
        match self.tuple {
            true => json!({
                "nodes": count.nodes,
                "leaves": tally.leaves,
                "captures": tally.captures,
                "attackers_win": tally.attackers_win,
                "defenders_win": tally.defenders_win,
            }),
            false => json!({ "nodes": count.nodes }),
        }
    }
}

fn too_many(error: TooManyTurns) -> Failure {
    Failure::usage(format!("on the way {error}"))
}

#[derive(Clone, Copy, Default)]
struct Count {
    nodes: u64,
    tally: Tally,
}

impl Count {
    fn add(&mut self, part: &Self) {
        self.nodes += part.nodes;
        self.tally += part.tally;
    }
}
