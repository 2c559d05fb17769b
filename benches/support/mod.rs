//! What the benches share: games played at random, always the same ones, and a stopwatch.

// Every bench takes what it needs.
#![allow(dead_code)]

#[path = "../../tests/support/chance.rs"]
mod chance;

use std::io::Read;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

pub(crate) use chance::Chance;
use taflkit::game::{Game, LegalTurn};
use taflkit::notation::{self, Fault, Format, Source};
use taflkit::record::Record;
use taflkit::replay::Judge;
use taflkit::rules::{Ruleset, names};

/// A variant of every size, the built-in ones with the plainest rules.
pub(crate) const SIZES: [(usize, &str); 6] = [
    (7, "brandubh"),
    (9, "tablut"),
    (11, "copenhagen"),
    (13, "copenhagen-13"),
    (15, "coppergate"),
    (19, "alea-evangelii"),
];

/// The rules of a built-in variant.
pub(crate) fn rules(name: &str) -> Ruleset {
    names::resolve(name).expect("a built-in variant").ruleset
}

/// A game of at most so many plies, each turn as records write it. Captures are liked and the game is
/// otherwise played at random; under rules with chains only first hops are played.
pub(crate) fn game(rules: &Ruleset, longest: usize, chance: &mut Chance) -> Vec<String> {
    let mut game = Game::new(rules).expect("rules that can be played");
    let mut moves = Vec::new();
    while game.ending().is_none() && moves.len() < longest {
        let turn = choose(&game, chance);
        if game.play(&turn.path).is_err() {
            break;
        }
        moves.push(turn.to_string().replace('/', "x"));
    }
    moves
}

fn choose(game: &Game, chance: &mut Chance) -> LegalTurn {
    let mut turns = game.legal_turns().expect("a position with few turns");
    let takes = |turn: &LegalTurn| turn.captures.iter().any(|taken| !taken.is_empty());
    let capture = turns.iter().position(takes).filter(|_| chance.below(3) > 0);
    let at = capture.unwrap_or_else(|| chance.below(turns.len()));
    turns.swap_remove(at)
}

/// Games as rows of the CSV format, without claims.
pub(crate) fn rows(rules: &Ruleset, games: usize, longest: usize) -> String {
    let mut chance = Chance::new(1);
    let row = |_| game(rules, longest, &mut chance).join(" ") + ",,,\n";
    (0..games).map(row).collect()
}

/// What `check` does with a file on one thread, but for writing: splits, reads and judges every record.
/// Returns the plies replayed.
pub(crate) fn judge_all(reader: impl Read, format: Format, variant: Option<&str>) -> u64 {
    let mut judge = Judge::new(variant.and_then(|name| names::resolve(name).ok()));
    let mut plies = 0;
    each_record(reader, format, |text, record, faults| {
        plies += u64::from(judge.judge(text, record, faults).plies);
    });
    plies
}

/// Splits and reads every record.
pub(crate) fn each_record(
    reader: impl Read,
    format: Format,
    mut each: impl FnMut(&str, &Record, &[Fault]),
) {
    let mut source = Source::new(reader, Some(format));
    let (mut record, mut faults) = (Record::default(), Vec::new());
    source.begin().expect("a reader that does not fail");
    while let Some(chunk) = source.next_chunk().expect("a reader that does not fail") {
        for raw in &chunk.records {
            let text = std::str::from_utf8(&chunk.bytes[raw.range.clone()]).expect("UTF-8");
            faults.clear();
            notation::read_into(format, text, &mut record, &mut faults);
            each(text, &record, &faults);
        }
    }
}

/// How long a pass takes at least: the time on the processor is told in steps of milliseconds.
const PASS: Duration = Duration::from_millis(100);

/// The quickest of some passes, for the work done once: what others do on the machine only ever makes
/// them slower.
pub(crate) fn quickest(passes: usize, mut work: impl FnMut()) -> Duration {
    let pass = |_| {
        let (start, mut times) = (now(), 0);
        loop {
            work();
            times += 1;
            let taken = now() - start;
            if taken >= PASS {
                return taken / times;
            }
        }
    };
    (0..passes).map(pass).min().unwrap_or_default()
}

/// The time that this thread has had on the processor, where the system tells it in fine steps as
/// Linux does; otherwise the time on the clock.
fn now() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let on_processor = told.and_then(|told| told.split(' ').next()?.parse().ok());
    on_processor.map_or_else(|| START.elapsed(), Duration::from_nanos)
}
