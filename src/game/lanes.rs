//! [`Table::slide`], the quick lane of play, held against the plain one: random rules, boards and moves.

use std::sync::Arc;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::board::{Bits, Piece, PieceKind};
use crate::rules::Ruleset;
use crate::rules::names::resolve;
use crate::rules::record::testing::any_words;

use super::testing::{Chance, scattered};
use super::{Ending, Hop, PlayError, Position, Rulebook, Table, TurnOutcome};

/// All that a table knows of its game, but for what it has found out about the ring.
type Seen<B> = (Position<B>, u64, Option<Ending>, Vec<(Position<B>, u32)>);

fn seen<B: Bits>(table: &Table<B>) -> Seen<B> {
    let mut earlier: Vec<_> = table.history().seen().collect();
    earlier.sort_by_key(|(position, _)| position.hash128());
    (*table.position(), table.quiet(), table.ending(), earlier)
}

/// Plays a turn in the plain lane, nothing being known of the ring.
fn plainly<B: Bits>(table: &mut Table<B>, hop: Hop) -> Result<TurnOutcome<B>, PlayError> {
    table.forget_ring();
    table.play_plain(&[hop])
}

/// A position with pieces of all kinds now and then.
fn any_position<B: Bits>(rules: &Ruleset, chance: &mut Chance) -> Option<Position<B>> {
    let position = scattered::<B>(rules, chance)?;
    if chance.below(8) > 0 {
        return Some(position);
    }
    let mut setup = position.to_setup(rules.size());
    let men: Vec<_> = setup.pieces().filter(|(_, piece)| piece.kind != PieceKind::King).collect();
    for (square, piece) in men {
        let kinds = [PieceKind::Taflman, PieceKind::Knight, PieceKind::Commander, PieceKind::Guard];
        setup.set(square, Some(Piece::new(piece.side, kinds[chance.below(4)])));
    }
    Position::new(&setup, position.to_move()).ok()
}

/// A legal hop, the way back of an earlier one, any line from a piece, or any two squares.
fn any_hop<B: Bits>(table: &Table<B>, played: &[Hop], chance: &mut Chance) -> Hop {
    let squares = table.book().geometry().size().squares();
    let mut legal = Vec::new();
    table.book().each_hop(table.position(), |hop| legal.push(hop));
    let own: Vec<usize> = table.position().side(table.position().to_move()).indices().collect();
    match (chance.below(8), played.len().checked_sub(2)) {
        (7, _) if !own.is_empty() => {
            let from = own[chance.below(own.len())];
            let line: Vec<usize> = table.book().geometry().lines(from).indices().collect();
            Hop { from: from as u16, to: line[chance.below(line.len())] as u16 }
        }
        (0, _) => Hop { from: chance.below(squares) as u16, to: chance.below(squares) as u16 },
        (1 | 2, Some(at)) => Hop { from: played[at].to, to: played[at].from },
        _ if legal.is_empty() => Hop { from: 0, to: 1 },
        _ => legal[chance.below(legal.len())],
    }
}

/// Plays a game at random in both lanes; counts what the quick lane played and what it left alone.
fn both_lanes<B: Bits>(rules: &Ruleset, chance: &mut Chance, count: &mut [usize; 3]) {
    let Ok(book) = Rulebook::<B>::new(rules) else { return };
    let Some(position) = any_position(rules, chance) else { return };
    let Ok(mut table) = Table::new(Arc::new(book)) else { return };
    table.reset(position);
    let mut played = Vec::new();
    for _ in 0..30 {
        let hop = any_hop(&table, &played, chance);
        let (book, position) = (table.book(), table.position());
        let by_steps = book.explain_hop(position, usize::from(hop.from), usize::from(hop.to));
        assert_eq!(book.may_hop(position, hop), by_steps, "{hop:?} {table:?}");
        let mut plain = table.clone();
        let expected = plainly(&mut plain, hop);
        let before = seen(&table);
        match table.slide(hop) {
            Some(outcome) => {
                assert_eq!(Ok(outcome), expected, "{hop:?} {table:?}");
                assert_eq!(seen(&table), seen(&plain), "{hop:?} {table:?}");
                count[0] += 1;
                count[1] += usize::from(outcome.ending.is_some() || !outcome.taken.is_empty());
            }
            None => {
                assert_eq!(seen(&table), before, "the quick lane changes nothing: {hop:?}");
                count[2] += 1;
                if table.play(&[hop]).is_err() {
                    continue;
                }
            }
        }
        played.push(hop);
    }
}

#[test]
fn the_quick_lane_plays_as_the_plain_one_does() {
    let (mut runner, mut chance) = (TestRunner::deterministic(), Chance::new(0x5eed_0061));
    let starts = [
        "brandubh",
        "brandubh tfr:d",
        "brandubh rep:illegal",
        "brandubh quiet:6p",
        "copenhagen start:/2t2/2T2/tTKTt/2T2/2t2/",
    ];
    let mut count = [0; 3];
    for round in 0..1500 {
        let words = any_words().new_tree(&mut runner).unwrap().current();
        // Every other time, few rules are unusual, so that most moves are for the quick lane.
        let words: Vec<&str> = words.split(' ').take(if round % 2 == 0 { 2 } else { 12 }).collect();
        let text = format!("{} {}", starts[round % starts.len()], words.join(" "));
        let Ok(rules) = resolve(&text) else { continue };
        both_lanes::<u64>(&rules.ruleset, &mut chance, &mut count);
        both_lanes::<u128>(&rules.ruleset, &mut chance, &mut count);
    }
    let enough = [10_000, 1000, 5000];
    assert!(count.iter().zip(enough).all(|(&count, least)| count > least), "{count:?}");
}
