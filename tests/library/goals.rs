//! What each goal asks, on positions of brandubh that can be thought through.
//!
//! The king wins on a corner: a1, g1, a7, g7. One man cannot take him, nor can two on an edge before
//! both stand beside him.

use crate::support::data::{board, rules, side};
use taflkit::game::Game;
use taflkit::rules::{NoCaptureLimit, Ruleset, TurnUnit};
use taflkit::solve::{Answer, FactKind, Goal, Limits, Question, Report, Watch, solve};

/// The king on e4. At e1 and e7 he would stand between two attackers, with no corner open; from g4 both
/// g1 and g7 are, and no attacker reaches the g-file but c4, who reaches it on g4. So e4-g4 wins in 2,
/// nothing else does, and nothing wins in 1.
const ONE_KEY: &str = "/3t1t1/7/7/2t1K2/7/7/3t1t1/";

/// The same after e4-g4: whatever the attackers play, the king is on a corner next turn.
const TOO_LATE: &str = "/3t1t1/7/7/2t3K/7/7/3t1t1/";

/// The king on e1 sees g1, but not a1, for an attacker on c1. The one on f5 can step between, on f1,
/// and nobody else can. The king then goes to e7, where both corners of that edge are open, and no two
/// of them can be closed in one turn.
const ONE_SAVE: &str = "/2t1K2/7/7/7/5t1/7/7/";

fn ask_by(rules: &Ruleset, position: &str, to_move: &str, goal: Goal, most: u32) -> Report {
    let game = Game::from_position(rules, &board(position), side(to_move)).unwrap();
    let limits = Limits { turns: most, memory: 1 << 20, ..Limits::default() };
    solve(&game, &Question { goal, ..Question::default() }, &limits, Watch::idle()).unwrap()
}

fn ask(position: &str, to_move: &str, goal: Goal, most: u32) -> Report {
    ask_by(&rules("brandubh"), position, to_move, goal, most)
}

fn keys(report: &Report) -> Vec<String> {
    report.keys.iter().map(ToString::to_string).collect()
}

fn kinds(report: &Report) -> Vec<FactKind> {
    report.facts().iter().map(|fact| fact.kind).collect()
}

#[test]
fn a_win_is_the_shortest() {
    let report = ask(ONE_KEY, "defenders", Goal::Win(None), 8);
    assert_eq!((report.verdict, report.turns, report.plies), (Answer::Proved, Some(2), Some(3)));
    assert_eq!((keys(&report), report.shortest_proved), (vec!["e4-g4".to_owned()], true));
    assert_eq!(report.facts(), []);
    assert_eq!(report.summary(), "the defenders win in 2, which is proved to be the shortest");
}

#[test]
fn a_win_in_a_number_of_turns_is_in_that_number() {
    let exact = ask(ONE_KEY, "defenders", Goal::Win(Some(2)), 8);
    assert_eq!((exact.verdict, exact.turns, kinds(&exact)), (Answer::Proved, Some(2), vec![]));

    let short = ask(ONE_KEY, "defenders", Goal::Win(Some(3)), 8);
    assert_eq!((short.verdict, short.turns), (Answer::Proved, Some(2)));
    assert_eq!(kinds(&short), [FactKind::Short]);
    assert_eq!(short.facts()[0].message, "a win in 3 is asked for, but e4-g4 wins in 2");

    let refuted = ask(ONE_KEY, "defenders", Goal::Win(Some(1)), 8);
    assert_eq!((refuted.verdict, refuted.turns, refuted.none_within), (Answer::Refuted, None, 1));
    assert_eq!(kinds(&refuted), [FactKind::Refuted]);
    assert_eq!(refuted.summary(), "the defenders have no win in 1, exhaustively");

    // The goal says how far to look, even where the limit on turns says less.
    assert_eq!(ask(ONE_KEY, "defenders", Goal::Win(Some(2)), 1).turns, Some(2));
}

#[test]
fn a_win_that_is_not_found_is_not_refuted() {
    let unknown = ask(ONE_KEY, "defenders", Goal::Win(None), 1);
    assert_eq!((unknown.verdict, unknown.turns, unknown.none_within), (Answer::Unknown, None, 1));
    assert_eq!(unknown.summary(), "no win in 1; beyond that nothing is known");
}

#[test]
fn a_save_within_a_number_of_turns() {
    let saved = ask(ONE_SAVE, "attackers", Goal::Save(Some(1)), 8);
    assert_eq!((saved.verdict, saved.turns, saved.none_within), (Answer::Proved, Some(1), 1));
    assert_eq!((keys(&saved), kinds(&saved)), (vec!["f5-f1".to_owned()], vec![]));
    assert_eq!(
        saved.summary(),
        "1 of the first turns avoids a forced loss within 1 turn of the other side"
    );

    let lost = ask(ONE_SAVE, "attackers", Goal::Save(Some(2)), 8);
    assert_eq!((lost.verdict, lost.turns, keys(&lost)), (Answer::Refuted, Some(2), vec![]));
    assert_eq!(kinds(&lost), [FactKind::Refuted]);
    assert_eq!(
        lost.summary(),
        "every turn of the attackers loses within 2 turns of the other side"
    );

    let late = ask(TOO_LATE, "attackers", Goal::Save(Some(2)), 8);
    assert_eq!((late.verdict, late.turns), (Answer::Refuted, Some(1)));
}

/// Without a number, a save looks as far ahead as the limit on turns, and says how far that was.
#[test]
fn a_save_is_within_the_limit_on_turns() {
    let one = ask(ONE_SAVE, "attackers", Goal::Save(None), 1);
    assert_eq!((one.verdict, one.turns, keys(&one).len()), (Answer::Proved, Some(1), 1));
    assert!(one.summary().ends_with("within 1 turn of the other side"), "{}", one.summary());
    let two = ask(ONE_SAVE, "attackers", Goal::Save(None), 2);
    assert_eq!((two.verdict, two.turns), (Answer::Refuted, Some(2)));
}

/// Several turns that save make a puzzle a cook, as several keys do.
#[test]
fn several_saves_are_a_cook() {
    // Attackers on d7 and f7 keep the king on e7 from the corners. The one on d7 may go along the rank,
    // to b7 or c7; when either of them goes down his file, the way is open.
    let report = ask("/7/7/7/7/7/7/3tKt1/", "attackers", Goal::Save(Some(1)), 8);
    assert_eq!(keys(&report), ["d7-b7", "d7-c7"]);
    assert_eq!((report.verdict, kinds(&report)), (Answer::Proved, vec![FactKind::Cooked]));
}

/// A game that goes on for so many plies without a capture is drawn.
fn drawn_after(plies: u32) -> Ruleset {
    let no_capture = NoCaptureLimit { limit: plies, unit: TurnUnit::Plies };
    Ruleset { no_capture: Some(no_capture), ..rules("brandubh") }
}

#[test]
fn a_draw_is_a_draw_or_better() {
    // The first turn draws at once, whichever it is: there is nothing to take.
    let any = ask_by(&drawn_after(1), TOO_LATE, "attackers", Goal::Draw, 3);
    let game = Game::from_position(&drawn_after(1), &board(TOO_LATE), side("attackers")).unwrap();
    assert_eq!((any.verdict, any.turns), (Answer::Proved, Some(1)));
    assert_eq!(any.keys, game.legal_turns().unwrap());
    assert_eq!(
        any.summary(),
        "the attackers force a draw or better in 1, which is proved to be the shortest"
    );

    // With a second ply the king gets home before the game is drawn.
    let none = ask_by(&drawn_after(2), TOO_LATE, "attackers", Goal::Draw, 3);
    assert_eq!((none.verdict, none.turns, none.none_within), (Answer::Unknown, None, 3));
    assert_eq!(none.summary(), "no forced draw in 3; beyond that nothing is known");

    // The king need not wait for a draw.
    let won = ask_by(&drawn_after(3), TOO_LATE, "defenders", Goal::Draw, 3);
    assert_eq!((won.turns, keys(&won)), (Some(1), vec!["g4-g1".to_owned(), "g4-g7".to_owned()]));
    // That a draw would do makes it no win.
    let no_win = ask_by(&drawn_after(1), ONE_KEY, "defenders", Goal::Win(Some(2)), 3);
    assert_eq!(no_win.verdict, Answer::Refuted);
}
