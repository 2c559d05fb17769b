//! A search takes the time from the clock that it is handed, and needs none.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use taflkit::game::Game;
use taflkit::rules::variants;
use taflkit::solve::{Answer, Limit, Limits, Question, Report, Watch, solve};

/// The start of copenhagen, far more than can be searched in so many positions.
fn ask(time: Option<Duration>, clock: &(dyn Fn() -> Duration + Sync)) -> Report {
    let game = Game::new(&variants::ruleset("copenhagen").unwrap()).unwrap();
    let limits = Limits { time, nodes: Some(50_000), memory: 1 << 20, ..Limits::default() };
    solve(&game, &Question::default(), &limits, Watch { clock, ..Watch::idle() }).unwrap()
}

#[test]
fn a_search_ends_when_the_clock_handed_in_says_so() {
    // An hour passes between two looks at it: no search is that slow by another clock.
    let hours = AtomicU64::new(7);
    let clock = || Duration::from_secs(3600 * hours.fetch_add(1, Ordering::Relaxed));
    let report = ask(Some(Duration::from_secs(5 * 3600)), &clock);
    assert_eq!((report.verdict, report.limit), (Answer::Unknown, Some(Limit::Time)));
    assert!(report.elapsed >= Duration::from_secs(5 * 3600), "{:?}", report.elapsed);
}

#[test]
fn a_clock_that_stands_still_ends_nothing() {
    let report = ask(Some(Duration::from_nanos(1)), &|| Duration::ZERO);
    assert_eq!((report.limit, report.elapsed), (Some(Limit::Nodes), Duration::ZERO));
}
