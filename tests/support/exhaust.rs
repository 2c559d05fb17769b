//! A plain exhaustive searcher: every turn of both sides, played out by [`Game`], with nothing
//! remembered, nothing ordered and nothing foreseen.

use taflkit::board::Side;
use taflkit::game::{Ending, Game, LegalTurn};

/// Who is to reach what.
#[derive(Clone, Copy)]
pub(crate) struct Aim {
    pub side: Side,
    pub draw_counts: bool,
}

impl Aim {
    fn met_by(self, ending: Ending) -> bool {
        ending.winner.map_or(self.draw_counts, |winner| winner == self.side)
    }
}

/// Positions that may still be visited.
pub(crate) struct Budget(pub u64);

/// Whether the side reaches its aim within so many turns of its own; nothing if that takes more
/// positions than there are left.
pub(crate) fn reaches(game: &Game, aim: Aim, turns: u32, budget: &mut Budget) -> Option<bool> {
    let own = game.to_move() == aim.side;
    if own && turns == 0 {
        return Some(false);
    }
    for turn in game.legal_turns().unwrap() {
        if reaches_by(game, &turn, aim, turns, budget)? == own {
            return Some(own);
        }
    }
    Some(!own)
}

/// The same after a turn.
fn reaches_by(
    game: &Game,
    turn: &LegalTurn,
    aim: Aim,
    turns: u32,
    budget: &mut Budget,
) -> Option<bool> {
    budget.0 = budget.0.checked_sub(1)?;
    if let Some(ending) = turn.ending {
        return Some(aim.met_by(ending));
    }
    let own = game.to_move() == aim.side;
    let mut after = game.clone();
    after.play(&turn.path).expect("a legal turn can be played");
    reaches(&after, aim, turns - u32::from(own), budget)
}

/// The first turns that reach the aim within so many turns of the aiming side.
pub(crate) fn keys(game: &Game, aim: Aim, turns: u32, budget: &mut Budget) -> Option<Vec<String>> {
    let mut keys = Vec::new();
    for turn in game.legal_turns().unwrap() {
        if reaches_by(game, &turn, aim, turns, budget)? {
            keys.push(turn.to_string());
        }
    }
    Some(keys)
}
