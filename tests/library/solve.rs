//! The proof engine against a plain exhaustive searcher.

use std::num::NonZeroUsize;

use crate::support::data::rules;
use crate::support::exhaust::{self, Aim, Budget};
use crate::support::random::{self, Chance};
use taflkit::game::Game;
use taflkit::rules::Ruleset;
use taflkit::solve::{Answer, Goal, Limits, Question, Report, Watch, solve};

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
            assert_eq!(report.verdict, Answer::Proved);
            return Some(turns);
        }
        assert_eq!(report.verdict, Answer::Refuted, "{}, {turns} turns", told(game));
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
        (small("berserk take:must", BRANDUBH), true),
    ]
}

#[test]
fn compulsory_captures_are_as_the_plain_searcher_has_them() {
    let mut lengths = [0; 4];
    let mut compelled = 0;
    for rules in [
        rules("forced-capture-brandubh"),
        small("copenhagen take:must", BRANDUBH),
        small("copenhagen take:must", FIVE),
        small("fetlar-panel take:must", FIVE),
    ] {
        let mut free = rules.clone();
        free.compulsory_capture = false;
        let mut chance = Chance::new(20_261_130);
        let mut done = 0;
        while done < cases(150) {
            let Some(game) = random::scattered(&rules, &mut chance, false) else { continue };
            if !is_open(&game) {
                continue;
            }
            done += 1;
            let found = agree_on_wins(&game, 3, 20_000);
            lengths[found.unwrap_or(0) as usize] += 1;
            let free = Game::from_position(&free, &game.setup(), game.to_move()).unwrap();
            compelled += usize::from(found != ask_length(&free, 3));
        }
    }
    assert!(lengths[1..].iter().all(|&count| count > 10), "wins of every length: {lengths:?}");
    assert!(compelled > 50, "positions that the rule decides: {compelled}");
}

#[test]
fn wins_and_keys_are_those_of_the_plain_searcher() {
    let mut lengths = [0; 8];
    for (rules, special) in kinds() {
        let mut chance = Chance::new(20_250_101);
        let mut done = 0;
        while done < cases(36) {
            let game = if done % 3 == 0 {
                let plies = 6 + chance.below(40);
                random::played(&rules, &mut chance, plies)
            } else {
                random::scattered(&rules, &mut chance, special)
            };
            let Some(game) = game else { continue };
            if !is_open(&game) {
                continue;
            }
            done += 1;
            let found = agree_on_wins(&game, 4, 20_000);
            lengths[found.unwrap_or(0) as usize] += 1;
        }
    }
    assert!(lengths[1..4].iter().all(|&count| count > 0), "wins of every length: {lengths:?}");
}

/// The long run of the same: more than 5,000 positions.
#[test]
#[ignore = "takes minutes; TAFLKIT_CASES sets the number of positions of each kind"]
fn wins_and_keys_over_thousands_of_positions() {
    let over = |(rules, special): (Ruleset, bool)| {
        let mut chance = Chance::new(77);
        let mut done = 0;
        while done < cases(600) {
            let Some(game) = random::scattered(&rules, &mut chance, special) else { continue };
            if is_open(&game) {
                done += 1;
                agree_on_wins(&game, 4, 30_000);
            }
        }
    };
    std::thread::scope(|scope| {
        for kind in kinds() {
            scope.spawn(|| over(kind));
        }
    });
}

fn is_open(game: &Game) -> bool {
    let limits = Limits { turns: 1, ..Limits::default() };
    solve(game, &Question::default(), &limits, Watch::idle()).is_ok()
}

/// Loss within a number of the other side's turns, asked of both searchers.
#[test]
fn saves_are_those_of_the_plain_searcher() {
    let mut saves = 0;
    for (rules, special) in kinds() {
        let mut chance = Chance::new(4711);
        let mut done = 0;
        while done < cases(40) {
            let Some(game) = random::scattered(&rules, &mut chance, special) else { continue };
            if !is_open(&game) {
                continue;
            }
            done += 1;
            let aim = Aim { side: game.to_move().other(), draw_counts: false };
            let mut budget = Budget(20_000);
            let Some(lost) = exhaust::keys(&game, aim, 1, &mut budget) else { continue };
            let report = ask(&game, Goal::Save(Some(1)), 8, 1);
            let all: Vec<String> =
                game.legal_turns().unwrap().iter().map(ToString::to_string).collect();
            let safe: Vec<String> = all.into_iter().filter(|turn| !lost.contains(turn)).collect();
            let found: Vec<String> = report.keys.iter().map(ToString::to_string).collect();
            assert_eq!(found, safe, "{}", told(&game));
            let verdict = if safe.is_empty() { Answer::Refuted } else { Answer::Proved };
            assert_eq!(report.verdict, verdict);
            saves += usize::from(!lost.is_empty() && !safe.is_empty());
        }
    }
    assert!(saves > 20, "positions with turns that save and turns that do not: {saves}");
}

/// Positions of a game that goes to and fro, so that positions come again, under every verdict on
/// repetition: with the history of the game, and with a count that is reached soon.
#[test]
fn repetition_counts_as_the_plain_searcher_has_it() {
    let verdicts = ["d", "w", "b", "i", "n"];
    let mut wins_by_history = 0;
    for verdict in verdicts {
        for count in [2, 3] {
            let mut rules = small("copenhagen", FIVE);
            rules.repetition.count = count;
            rules.repetition.verdict = match verdict {
                "d" => taflkit::rules::RepetitionVerdict::Draw,
                "w" => taflkit::rules::RepetitionVerdict::DefendersLose,
                "b" => taflkit::rules::RepetitionVerdict::MoverLoses,
                "n" => taflkit::rules::RepetitionVerdict::DefendersMayNot,
                _ => taflkit::rules::RepetitionVerdict::OpenerLoses,
            };
            let mut chance = Chance::new(99);
            let mut done = 0;
            while done < cases(60) {
                let Some(mut game) = random::scattered(&rules, &mut chance, false) else {
                    continue;
                };
                if !is_open(&game) {
                    continue;
                }
                let fresh = game.clone();
                random::go_to_and_fro(&mut game, &mut chance, count);
                if !is_open(&game) {
                    continue;
                }
                done += 1;
                let with = agree_on_wins(&game, 3, 30_000);
                let again = Game::from_position(&rules, &game.setup(), game.to_move()).unwrap();
                let without = agree_on_wins(&again, 3, 30_000);
                wins_by_history += usize::from(with != without);
                agree_on_draws(&fresh, 2, 30_000);
                agree_on_draws(&game, 2, 30_000);
            }
        }
    }
    assert!(wins_by_history > 5, "positions whose history decides: {wins_by_history}");
}

/// The king has two squares on the edge to go to and fro on, a3 and a4, where nobody else may stop;
/// nothing takes him there, and he takes nothing himself. The attackers win by a move that keeps him in
/// and its way back: he then has only a4-a3 left, after which the pieces would stand as at the start.
/// Nine moves of g5 do, and eight of b4, while a5, a2 and b3 would let him out. Without the rule nobody
/// wins.
#[test]
fn a_king_who_may_not_go_back_loses_his_last_move() {
    let ask = |repetition: &str| {
        let rules = format!("brandubh {repetition} surf:n ks:s ka:n cen:a3,a4 cenp:K cenh: cenhe:");
        let rules = small(&rules, "/7/t6/Kt5/1t5/t5t/7/7/");
        ask(&Game::new(&rules).unwrap(), Goal::Win(None), 3, 1)
    };
    let report = ask("rep:illegal");
    assert_eq!((report.verdict, report.turns), (Answer::Proved, Some(2)));
    let keys: Vec<String> = report.keys.iter().map(ToString::to_string).collect();
    let expected = "b4-b5 b4-b6 b4-b7 b4-c4 b4-d4 b4-e4 b4-f4 b4-g4 \
                    g5-b5 g5-c5 g5-d5 g5-e5 g5-f5 g5-g2 g5-g3 g5-g4 g5-g6";
    let mut sorted = keys.clone();
    sorted.sort();
    assert_eq!(sorted.join(" "), expected);
    let line: Vec<String> = report.main_line.iter().map(ToString::to_string).collect();
    assert_eq!(line[1], "a3-a4");
    let back: Vec<&str> = line[0].split('-').rev().collect();
    assert_eq!(line[2], back.join("-"));
    assert_eq!(report.main_line[2].ending.map(|end| end.by), Some(taflkit::game::By::NoMoves));
    let free = ask("rep:none");
    assert_eq!((free.verdict, free.none_within), (Answer::Unknown, 3));
}

/// The same for the goal of a draw at least.
fn agree_on_draws(game: &Game, most: u32, positions: u64) {
    let aim = Aim { side: game.to_move(), draw_counts: true };
    let mut budget = Budget(positions);
    for turns in 1..=most {
        let Some(expected) = exhaust::keys(game, aim, turns, &mut budget) else { return };
        let report = ask(game, Goal::Draw, turns, 1);
        let found: Vec<String> = report.keys.iter().map(ToString::to_string).collect();
        assert_eq!(found, expected, "{}, {turns} turns, a draw", told(game));
        if !expected.is_empty() {
            return;
        }
    }
}

/// A limit on play without captures that is about to be reached.
#[test]
fn the_no_capture_limit_counts_as_the_plain_searcher_has_it() {
    let mut differ = 0;
    for limit in 2..7 {
        let mut rules = small("fetlar", FIVE);
        let unlimited = rules.clone();
        rules.no_capture =
            Some(taflkit::rules::NoCaptureLimit { limit, unit: taflkit::rules::TurnUnit::Plies });
        let mut chance = Chance::new(5);
        let mut done = 0;
        while done < cases(60) {
            let Some(game) = random::scattered(&rules, &mut chance, false) else { continue };
            if !is_open(&game) {
                continue;
            }
            done += 1;
            let with = agree_on_wins(&game, 3, 30_000);
            let free = Game::from_position(&unlimited, &game.setup(), game.to_move()).unwrap();
            differ += usize::from(with != ask_length(&free, 3));
            agree_on_draws(&game, 2, 30_000);
        }
    }
    assert!(differ > 10, "positions that the limit decides: {differ}");
}

fn ask_length(game: &Game, most: u32) -> Option<u32> {
    let report = ask(game, Goal::Win(None), most, 1);
    report.turns.filter(|_| report.verdict == Answer::Proved)
}

/// Answer, keys and lines do not depend on the threads or on the size of the table.
#[test]
fn answers_do_not_depend_on_threads_or_table() {
    let rules = rules("brandubh");
    let mut chance = Chance::new(31);
    let mut proved = 0;
    for _ in 0..60 {
        let plies = 8 + chance.below(30);
        let Some(game) = random::played(&rules, &mut chance, plies) else { continue };
        if !is_open(&game) {
            continue;
        }
        let answer = |threads, memory| {
            let limits = Limits { turns: 3, threads, memory, ..Limits::default() };
            let report = solve(&game, &Question::default(), &limits, Watch::idle()).unwrap();
            (
                report.verdict,
                report.turns,
                report.keys,
                report.main_line,
                report.tries,
                report.duals,
            )
        };
        let one = answer(1, 1 << 20);
        proved += usize::from(one.0 == Answer::Proved);
        assert_eq!(one, answer(2, 1 << 24), "{}", told(&game));
        assert_eq!(one, answer(4, 1 << 20), "{}", told(&game));
    }
    assert!(proved > 10, "{proved} positions with a win");
}
