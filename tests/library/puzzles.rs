//! The puzzle files of `puzzles/`: what each claims is proved, and the proofs are checked by the rules
//! alone. Files named `example-` show what is wrong with a puzzle.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use taflkit::game::{By, Game};
use taflkit::notation::{self, Format};
use taflkit::replay::Puzzle;
use taflkit::solve::{
    Answer, FactKind, Goal, Limits, Progress, Question, Report, Stage, Theorem, Watch, follow,
    prove, solve, verify,
};

fn limits() -> Limits {
    Limits { turns: 6, memory: 64 << 20, ..Limits::default() }
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|end| end == "otg")).collect();
    files.sort();
    files
}

fn name(file: &Path) -> &str {
    file.file_stem().unwrap().to_str().unwrap()
}

fn read(file: &Path) -> Puzzle {
    let text = fs::read_to_string(file).unwrap();
    let notation::Reading { record, faults } = notation::read(Format::Otg, &text);
    assert!(faults.is_empty(), "{}: {faults:?}", file.display());
    Puzzle::from_record(&record, None).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn answer(puzzle: &Puzzle) -> Report {
    let question = Question { goal: puzzle.goal, ..Question::default() };
    solve(&puzzle.game, &question, &limits(), Watch::idle()).unwrap()
}

fn kinds(report: &Report) -> Vec<FactKind> {
    report.facts().iter().map(|fact| fact.kind).collect()
}

/// Checks a claim by a certificate, which trusts nothing of the search.
fn certified(puzzle: &Puzzle, claim: Theorem) {
    let certificate = prove(&puzzle.game, claim, None, &limits(), Watch::idle()).unwrap();
    verify(&certificate).unwrap_or_else(|flaw| panic!("{flaw}"));
}

#[test]
fn every_puzzle_holds() {
    let mut rules = BTreeSet::new();
    let mut wins = BTreeSet::new();
    let mut sides = BTreeSet::new();
    let mut count = 0;
    for file in files().iter().filter(|file| !name(file).starts_with("example-")) {
        let puzzle = read(file);
        let report = answer(&puzzle);
        assert_eq!(report.verdict, Answer::Proved, "{}", file.display());
        assert_eq!(report.facts(), [], "{}", file.display());
        assert_eq!(report.keys[0].path, puzzle.solution[0], "{}", file.display());
        let followed =
            follow(&puzzle.game, &puzzle.solution, &report, &limits(), Watch::idle()).unwrap();
        assert_eq!(followed.strays, None, "{}", file.display());
        count += 1;
        rules.insert((puzzle.rules.clone(), puzzle.game.size()));
        if let Goal::Win(Some(turns)) = puzzle.goal {
            wins.insert(turns);
            sides.insert(report.side.name());
        }
    }
    assert!(wins.is_superset(&(2..=6).collect()) && sides.len() == 2, "{wins:?} {sides:?}");
    assert!(count >= 24 && rules.len() >= 8, "{count} puzzles, {} variants", rules.len());
}

/// Stopped among the first turns, a search that has found a win says that it is the shortest and what
/// it knows of the keys, and does not call it proved.
#[test]
fn a_search_stopped_among_the_keys_tells_those_it_has() {
    let mut found = 0;
    for file in files().iter().filter(|file| !name(file).starts_with("example-")) {
        let puzzle = read(file);
        let Goal::Win(Some(claimed @ 3..=5)) = puzzle.goal else { continue };
        let interrupt = AtomicBool::new(false);
        let progress = |progress: Progress| {
            let among_keys = matches!(progress.stage, Stage::Deepening { done: 1, .. });
            interrupt.fetch_or(among_keys && progress.turns == claimed, Ordering::Relaxed);
        };
        let watch = Watch { interrupt: &interrupt, progress: &progress, ..Watch::idle() };
        let question = Question { goal: puzzle.goal, ..Question::default() };
        let report = solve(&puzzle.game, &question, &limits(), watch).unwrap();
        if report.verdict != Answer::Unknown || report.turns.is_none() {
            continue;
        }
        found += 1;
        assert_eq!((report.turns, report.shortest_proved), (Some(claimed), true), "{file:?}");
        assert_eq!(report.none_within, claimed - 1, "{file:?}");
        let known: Vec<_> = report.keys.iter().map(|key| key.path.clone()).collect();
        assert!(known.is_empty() || known == [puzzle.solution[0].clone()], "{file:?}: {known:?}");
        assert!(report.summary().contains("and so the shortest"), "{}", report.summary());
        assert_eq!(kinds(&report), [FactKind::Unproved]);
    }
    assert!(found > 3, "{found} searches stopped after a win was found");
}

#[test]
fn short_puzzles_are_certified() {
    for file in files().iter().filter(|file| !name(file).starts_with("example-")) {
        let puzzle = read(file);
        match puzzle.goal {
            Goal::Win(Some(2)) if puzzle.game.size().side() < 11 => {
                certified(&puzzle, Theorem::OnlyKey(2));
                certified(&puzzle, Theorem::NoWinIn(1));
            }
            Goal::Win(Some(turns @ 2..=3)) => {
                certified(&puzzle, Theorem::WinIn(turns));
                certified(&puzzle, Theorem::NoWinIn(1));
            }
            _ => {}
        }
    }
}

#[test]
#[ignore = "certificates that there is no shorter win are large"]
fn long_puzzles_are_certified() {
    for file in files() {
        let puzzle = read(&file);
        if let Goal::Win(Some(turns @ 3..)) = puzzle.goal {
            certified(&puzzle, Theorem::WinIn(turns));
            certified(&puzzle, Theorem::NoWinIn(turns - 1));
        }
    }
}

#[test]
fn special_endings_are_what_they_are_called() {
    let last = |file: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
        let puzzle = read(&folder.join(file));
        let mut game = puzzle.game.clone();
        let mut last = None;
        let mut chains = 0;
        let mut most_taken = 0;
        for path in &puzzle.solution {
            let played = game.play(path).unwrap();
            chains += usize::from(played.captures.len() > 1);
            most_taken = most_taken.max(played.captures.iter().map(Vec::len).max().unwrap_or(0));
            last = played.ending.map(|ending| ending.by);
        }
        (last, chains, most_taken)
    };
    assert_eq!(last("exit-fort-2a.otg").0, Some(By::ExitFort));
    assert_eq!(last("exit-fort-2b.otg").0, Some(By::ExitFort));
    assert_eq!(last("encirclement-3a.otg").0, Some(By::Encircled));
    assert_eq!(last("encirclement-4a.otg").0, Some(By::Encircled));
    assert!(last("berserk-chain-2a.otg").1 > 0);
    // The row c1, d1, e1 falls to a move onto f1 along the edge: no custodial capture takes three
    // in a row.
    assert_eq!(last("shieldwall-4a.otg").2, 3);
    assert_eq!(last("brandubh-attackers-3a.otg").0, Some(By::KingCaptured));
}

/// After the key, the attackers would not win if the defenders could pass: with the attackers to
/// move again there is no win in one fewer.
#[test]
fn the_zugzwang_is_one() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
    let puzzle = read(&folder.join("zugzwang-2a.otg"));
    let mut game = puzzle.game.clone();
    game.play(&puzzle.solution[0]).unwrap();
    let passed = Game::from_position(game.rules(), &game.setup(), puzzle.game.to_move()).unwrap();
    let again = Puzzle { game: passed, goal: Goal::Win(Some(1)), ..puzzle };
    assert_eq!(answer(&again).verdict, Answer::Refuted);
    certified(&again, Theorem::NoWinIn(1));
}

#[test]
fn examples_show_what_they_are_named_for() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
    let cooked = read(&folder.join("example-cooked.otg"));
    assert_eq!(kinds(&answer(&cooked)), [FactKind::Cooked]);
    let refuted = read(&folder.join("example-refuted.otg"));
    let report = answer(&refuted);
    assert_eq!((report.verdict, kinds(&report)), (Answer::Refuted, vec![FactKind::Refuted]));
    certified(&refuted, Theorem::NoWinIn(2));
    let short = Puzzle { goal: Goal::Win(Some(4)), ..cooked };
    assert_eq!(kinds(&answer(&short)), [FactKind::Short, FactKind::Cooked]);
}
