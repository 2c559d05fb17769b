//! The plain engine against positions with known outcomes and known counts of turns.

use crate::support::data::{self, Case, Expected, Refused};
use crate::support::plain::{Plain, PlainOutcome};
use taflkit::board::{Side, Square};

/// How many turns the plain engine may play for one count: it is slow.
const MOST_PLAYED: u64 = 15_000;

/// How many turns it may generate for one count; those of the last ply are not played.
const MOST_GENERATED: u64 = 100_000;

fn outcome(played: &PlainOutcome) -> Expected {
    let squares = |hop: &Vec<Square>| hop.iter().map(ToString::to_string).collect();
    let result = played.ending.map(|(winner, by)| {
        let winner = winner.map_or("draw", Side::name);
        format!("{winner}:{by}")
    });
    Expected::Played { captures: played.captured.iter().map(squares).collect(), result }
}

/// What the engine makes of the turns of a case, up to one that it refuses.
fn play(case: &Case) -> Vec<Expected> {
    let rules = data::rules(&case.variant);
    let mut game = Plain::new(&rules, &data::board(&case.position), data::side(&case.side));
    let mut outcomes = Vec::new();
    for text in &case.moves {
        let Some(turn) = game.turns().into_iter().find(|turn| turn.text() == *text) else {
            outcomes.push(Expected::Refused(Refused::Illegal));
            break;
        };
        outcomes.push(outcome(&game.play(&turn)));
    }
    outcomes
}

#[test]
fn positions_come_out_as_worked_out_by_hand() {
    for case in data::cases() {
        assert_eq!(play(&case), case.expect, "{}: {}", case.id, case.note);
    }
}

#[test]
fn turns_captures_and_wins_are_as_counted_elsewhere() {
    for row in data::tuples() {
        let rules = data::rules(&row.variant);
        let game = Plain::new(&rules, &data::board(&row.position), data::side(&row.side));
        for (depth, count) in (1..).zip(&row.counts) {
            if count[0] <= MOST_PLAYED {
                let label = format!("{} {} to depth {depth}", row.variant, row.position);
                assert_eq!(game.tuple(depth), *count, "{label}");
            }
        }
    }
}

#[test]
fn turns_from_the_start_are_as_counted_elsewhere() {
    for row in data::perft() {
        let rules = data::rules(&row.variant);
        let board = row.position.as_deref().map_or_else(|| rules.start.clone(), data::board);
        let game = Plain::new(&rules, &board, data::side(&row.side));
        for (depth, &count) in (1..).zip(&row.counts) {
            let counted = match row.early_ends_count {
                true if count <= MOST_PLAYED => game.tuple(depth)[0],
                false if count <= MOST_GENERATED => game.perft(depth),
                _ => continue,
            };
            assert_eq!(counted, count, "{} to depth {depth}", row.variant);
        }
    }
}

/// Counted by a third program, which was written for the logs that these rules are from.
#[test]
fn turns_among_camps_are_counted_to_the_third() {
    let rules = data::rules("tablut-ashton");
    let game = Plain::new(&rules, &rules.start, rules.first);
    assert_eq!([1, 2, 3].map(|depth| game.perft(depth)), [56, 4408, 248_456]);
}
