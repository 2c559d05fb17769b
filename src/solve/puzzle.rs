//! Puzzles as records state them, and recorded solutions held against the search.

use thiserror::Error;

use crate::board::{Setup, SetupError, Side, Square};
use crate::game::{Game, GameError, LegalTurn, TableError};
use crate::record::{Record, RulesClaim, Token, TokenKind};
use crate::rules::Ruleset;
use crate::rules::names::{self, ResolveError};

use super::goal::{Goal, GoalError, Stipulation};
use super::limits::{Limit, Limits};
use super::report::{Fact, FactKind, Report, Verdict};
use super::solver::{Watch, solve};
use super::{Question, SolveError};

/// A position with what is asked of it.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The game as it stands where the puzzle starts, with what came before.
    pub game: Game,
    /// What the rules are called.
    pub rules: String,
    /// What is asked; `win` where the record does not say.
    pub goal: Goal,
    /// How many plies of the record come before the puzzle.
    pub start: usize,
    /// The moves that the record has from there on, up to the first word that is no move.
    pub solution: Vec<Vec<Square>>,
}

/// Why a record is no puzzle that can be put to the search.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PuzzleError {
    /// The record names no rules, and none were given.
    #[error("the record states no rules: give them with --variant")]
    NoRules,
    /// The rules that it names are not known.
    #[error("the rules cannot be used: {0}")]
    Rules(ResolveError),
    /// Its start position does not read.
    #[error("the position does not read: {0}")]
    Setup(#[from] SetupError),
    /// Its start position cannot be played.
    #[error("the position cannot be played: {0}")]
    Table(#[from] TableError),
    /// Its goal does not read.
    #[error("the puzzle's goal does not read: {0}")]
    Goal(#[from] GoalError),
    /// The goal is that of a side that is not to move.
    #[error("the puzzle's goal is the {asked}', but the {to_move} are to move", asked = .0, to_move = .0.other())]
    Side(Side),
    /// A tag is there more than once, with different values.
    #[error("`{0}` is there more than once, with different values: keep one")]
    Twice(&'static str),
    /// `puzzle-start` is no ply, or lies past the end of the record.
    #[error(
        "`puzzle-start` is {0:?}: it must be a ply of the record, such as 6a, or 0a for the start"
    )]
    Start(String),
    /// A move before the puzzle starts cannot be played.
    #[error("ply {ply}, before the puzzle starts, cannot be played: {why}")]
    Before {
        /// Which ply, from 1.
        ply: usize,
        /// Why not.
        why: GameError,
    },
}

impl Puzzle {
    /// The puzzle that a record states, by its own rules or by those given.
    ///
    /// The puzzle starts after the ply that `puzzle-start` names; without that tag, at the record's
    /// first position.
    ///
    /// # Errors
    /// When rules, position, goal or the moves before the puzzle do not hold together.
    pub fn from_record(record: &Record, given: Option<&Ruleset>) -> Result<Self, PuzzleError> {
        let rules = match given {
            Some(rules) => rules.clone(),
            None => stated_rules(record)?,
        };
        let start: Setup = match &record.start {
            Some(start) => start.value.parse()?,
            None => rules.start.clone(),
        };
        let mut solution = moves(record);
        let first = first_mover(&rules, &start, solution.first());
        let mut game = Game::from_position(&rules, &start, first)?;
        let plies = match only_tag(record, "puzzle-start")? {
            Some(text) => ply(text)
                .filter(|&ply| ply <= solution.len())
                .ok_or_else(|| PuzzleError::Start(text.to_owned()))?,
            None => 0,
        };
        for (ply, path) in solution.drain(..plies).enumerate() {
            game.play(&path).map_err(|why| PuzzleError::Before { ply: ply + 1, why })?;
        }
        let goal = match only_tag(record, "puzzle-goal")? {
            Some(text) => {
                let asked: Stipulation = text.parse()?;
                check_side(asked, game.to_move())?;
                asked.goal
            }
            None => Goal::Win(None),
        };
        Ok(Self { game, rules: rules.name, goal, start: plies, solution })
    }
}

/// Whether a record sets something to solve, rather than telling of a game: by the tags of puzzles,
/// or by starting from a position or rules of its own.
pub fn is_puzzle(record: &Record) -> bool {
    let tagged = record.tags.iter().any(|tag| tag.name.starts_with("puzzle-"));
    let written =
        matches!(record.rules.as_ref().map(|rules| &rules.value), Some(RulesClaim::Written(_)));
    tagged || record.start.is_some() || written
}

/// The value of a tag that means nothing if it is there with several.
fn only_tag<'a>(record: &'a Record, name: &'static str) -> Result<Option<&'a str>, PuzzleError> {
    let mut values = record.tags.iter().filter(|tag| tag.name == name).map(|tag| &*tag.value);
    let first = values.next();
    if values.all(|value| Some(value) == first) { Ok(first) } else { Err(PuzzleError::Twice(name)) }
}

/// The moves of a record up to the first word that is no move.
fn moves(record: &Record) -> Vec<Vec<Square>> {
    let readable = |token: &&Token| !matches!(token.kind, TokenKind::Unreadable(_));
    let tokens = record.tokens().iter().take_while(readable);
    let moves = tokens.filter_map(|token| match &token.kind {
        TokenKind::Move(text) => Some(record.path(text).to_vec()),
        _ => None,
    });
    moves.collect()
}

/// The side that begins: that of the piece which the first move moves, if there is one.
fn first_mover(rules: &Ruleset, start: &Setup, first: Option<&Vec<Square>>) -> Side {
    let origin = first.and_then(|path| path.first()).filter(|&&at| start.size().contains(at));
    origin.and_then(|&at| start.get(at)).map_or(rules.first, |piece| piece.side)
}

/// Checks that the side that a goal names is to move.
///
/// # Errors
/// [`PuzzleError::Side`] if the other side is.
pub fn check_side(asked: Stipulation, to_move: Side) -> Result<(), PuzzleError> {
    match asked.side {
        Some(side) if side != to_move => Err(PuzzleError::Side(side)),
        _ => Ok(()),
    }
}

fn stated_rules(record: &Record) -> Result<Ruleset, PuzzleError> {
    let claim = record.rules.as_ref().ok_or(PuzzleError::NoRules)?;
    let text = match &claim.value {
        RulesClaim::Named(text) | RulesClaim::Written(text) => text,
        RulesClaim::SiteType { name, .. } => name,
    };
    names::resolve(text).map(|resolved| resolved.ruleset).map_err(PuzzleError::Rules)
}

/// The number of plies up to and with one written like `6a` or `6b`; `0a` is none.
fn ply(text: &str) -> Option<usize> {
    let text = text.trim();
    let letter = text.strip_suffix(['a', 'b'])?;
    let second = usize::from(text.ends_with('b'));
    match letter.parse::<usize>().ok()? {
        0 => Some(0),
        turn if turn < 100_000 => Some(turn * 2 - 1 + second),
        _ => None,
    }
}

/// How a recorded solution fares.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Followed {
    /// For every turn of the solver's up to the end or the first that is no key: the turn, whether
    /// it keeps the shortest win, and in how many turns that is.
    pub steps: Vec<Step>,
    /// The ply of the solution, from 1, at which it first leaves the shortest win or cannot be
    /// played, and why.
    pub strays: Option<(usize, String)>,
    /// The limit that ended the following early.
    pub limit: Option<Limit>,
}

/// A turn of the solver's in a recorded solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
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
    let (Goal::Win(_), Verdict::Proved, Some(mut turns)) =
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
                (Verdict::Proved, Some(left)) => (turns, keys) = (left, later.keys),
                _ => {
                    followed.limit = later.limit;
                    return Ok(followed);
                }
            }
        }
        let named = game.turn(path).ok();
        if own && let Some(turn) = &named {
            let is_key = keys.contains(turn);
            followed.steps.push(Step { turn: turn.to_string(), is_key, turns });
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
    /// What there is to tell a composer.
    pub fn fact(&self) -> Option<Fact> {
        let (ply, why) = self.strays.as_ref()?;
        let message = format!("ply {ply} of the recorded solution: {why}");
        Some(Fact { kind: FactKind::Strays, message })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_are_read_as_opentafl_writes_them() {
        let plies: Vec<_> = ["0a", "1a", "1b", "6a", "6b"].iter().map(|text| ply(text)).collect();
        assert_eq!(plies, [0, 1, 2, 11, 12].map(Some));
        for text in ["", "a", "6", "6c", "-1a", "999999999999a"] {
            assert_eq!(ply(text), None, "{text}");
        }
    }
}
