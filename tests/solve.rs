//! The proof engine against a plain exhaustive searcher.

mod support;

use std::num::NonZeroUsize;

use support::data::rules;
use support::exhaust::{self, Aim, Budget};
use support::random::{self, Chance};
use taflkit::game::Game;
use taflkit::rules::Ruleset;
use taflkit::solve::{Goal, Limits, Question, Report, Verdict, Watch, solve};

/// How many positions of each kind; `TAFLKIT_CASES` asks for another number.
fn cases(usual: usize) -> usize {
    let asked = std::env::var("TAFLKIT_CASES").ok().and_then(|cases| cases.parse().ok());
    asked.map_or(usual, NonZeroUsize::get)
}

fn ask(game: &Game, goal: Goal, turns: u32, threads: usize) -> Report {
    let question = Question { goal, ..Question::default() };
    let limits = Limits { turns, threads, memory: 1 << 20, ..Limits::default() };
    solve(game, &question, &limits, Watch::idle()).expect("the question can be asked")
}

fn told(game: &Game) -> String {
    format!("{} of `{}`, {} to move", game.setup(), game.rules().name, game.to_move())
}

/// Both searchers answer alike for every number of turns that the plain one can reach. Returns the
/// length of the win that was found.
fn agree_on_wins(game: &Game, most: u32, positions: u64) -> Option<u32> {
    let aim = Aim { side: game.to_move(), draw_counts: false };
    let mut budget = Budget(positions);
    for turns in 1..=most {
        let expected = exhaust::keys(game, aim, turns, &mut budget)?;
        let threads = 1 + turns as usize % 2;
        let report = ask(game, Goal::Win(Some(turns)), turns, threads);
        let found: Vec<String> = report.keys.iter().map(ToString::to_string).collect();
        assert_eq!(found, expected, "{}, {turns} turns", told(game));
        if !expected.is_empty() {
            assert_eq!(report.turns, Some(turns), "{}", told(game));
            assert_eq!(report.verdict, Verdict::Proved);
            return Some(turns);
        }
        assert_eq!(report.verdict, Verdict::Refuted, "{}, {turns} turns", told(game));
        assert_eq!(report.none_within, turns);
    }
    None
}

fn small(variant: &str, start: &str) -> Ruleset {
    rules(&format!("{variant} start:{start}"))
}

const BRANDUBH: &str = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
const FIVE: &str = "/2t2/2T2/tTKTt/2T2/2t2/";

fn kinds() -> Vec<(Ruleset, bool)> {
    vec![
        (rules("brandubh"), false),
        (rules("tablut"), false),
        (small("copenhagen", BRANDUBH), false),
        (small("berserk", BRANDUBH), true),
        (rules("ard-ri"), false),
        (rules("magpie"), false),
        (small("copenhagen", FIVE), false),
        (small("fetlar", FIVE), false),
        (small("linnaeus", FIVE), false),
    ]
}

#[test]
fn wins_and_keys_are_those_of_the_plain_searcher() {
    let mut lengths = [0; 8];
    for (rules, special) in kinds() {
        let mut chance = Chance::new(20_250_101);
        let mut done = 0;
        while done < cases(120) {
            let game = if done % 3 == 0 {
                let plies = 6 + chance.below(40);
                random::played(&rules, &mut chance, plies)
            } else {
                random::scattered(&rules, &mut chance, special)
            };
            let Some(game) = game else { continue };
            let question = Question::default();
            let limits = Limits { turns: 1, ..Limits::default() };
            if solve(&game, &question, &limits, Watch::idle()).is_err() {
                continue;
            }
            done += 1;
            let found = agree_on_wins(&game, 4, 40_000);
            lengths[found.unwrap_or(0) as usize] += 1;
        }
    }
    assert!(lengths[1..4].iter().all(|&count| count > 10), "wins of every length: {lengths:?}");
}
