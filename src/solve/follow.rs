//! Solutions held against the search, turn by turn.

use crate::board::Square;
use crate::game::{Game, LegalTurn};

use super::goal::Goal;
use super::limits::{Limit, Limits};
use super::report::{Answer, Fact, FactKind, Report};
use super::solver::solve;
use super::watch::Watch;
use super::{Question, SolveError};

/// A recorded solution compared with the search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Followed {
    /// The solver's turns, up to the end or to the first that is no key.
    pub steps: Vec<FollowedTurn>,
    /// The ply of the solution, from 1, at which it first leaves the shortest win or cannot be
    /// played, and why.
    pub strays: Option<(usize, String)>,
    /// The limit that ended the following early.
    pub limit: Option<Limit>,
}

/// A turn of the solver's in a recorded solution.
#[derive(Clone, Debug, PartialEq)]
pub struct FollowedTurn {
    /// The turn as written out in full.
    pub turn: String,
    /// Whether it is a key of its position.
    pub is_key: bool,
    /// In how many turns the solver wins there, the turn among them.
    pub turns: u32,
}

/// Holds a recorded solution against the keys, turn by turn, from a position of which `report` is
/// known.
///
/// # Errors
/// When a later position cannot be put to the search, which no proved report leads to.
pub fn follow(
    game: &Game,
    solution: &[Vec<Square>],
    report: &Report,
    limits: &Limits,
    watch: Watch<'_>,
) -> Result<Followed, SolveError> {
    let mut followed = Followed::default();
    let mut game = game.clone();
    let (Goal::Win(_), Answer::Proved, Some(mut turns)) =
        (report.goal, report.verdict, report.turns)
    else {
        return Ok(followed);
    };
    let mut keys = report.keys.clone();
    for (at, path) in solution.iter().enumerate() {
        let own = at % 2 == 0;
        if own && at > 0 {
            let question = Question { goal: Goal::Win(Some(turns)), ..Question::default() };
            let later = solve(&game, &question, limits, watch)?;
            match (later.verdict, later.turns) {
                (Answer::Proved, Some(left)) => (turns, keys) = (left, later.keys),
                _ => {
                    followed.limit = later.limit;
                    return Ok(followed);
                }
            }
        }
        let named = game.turn(path).ok();
        if own && let Some(turn) = &named {
            let is_key = keys.contains(turn);
            followed.steps.push(FollowedTurn { turn: turn.to_string(), is_key, turns });
            if !is_key {
                followed.strays = Some((at + 1, stray(turn, &keys, turns)));
                return Ok(followed);
            }
            turns -= 1;
        }
        if let Err(error) = game.play(path) {
            followed.strays = Some((at + 1, format!("it cannot be played: {error}")));
            return Ok(followed);
        }
    }
    Ok(followed)
}

fn stray(turn: &LegalTurn, keys: &[LegalTurn], turns: u32) -> String {
    let keys: Vec<String> = keys.iter().map(LegalTurn::to_string).collect();
    format!("{turn} does not win in {turns}; {} does", keys.join(" or "))
}

impl Followed {
    /// The fact for the composer, if the solution strays.
    pub fn fact(&self) -> Option<Fact> {
        let (ply, why) = self.strays.as_ref()?;
        let message = format!("ply {ply} of the recorded solution: {why}");
        Some(Fact { kind: FactKind::Strays, message })
    }
}
