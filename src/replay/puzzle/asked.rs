//! A puzzle as a record states it.

use thiserror::Error;

use crate::board::{Side, Square};
use crate::game::{Game, GameError, TableError};
use crate::record::{Record, Token, TokenKind};
use crate::replay::findings::{Finding, Severity};
use crate::replay::start::{NoStart, Start};
use crate::rules::names::Resolved;
use crate::solve::{Goal, GoalError, Stipulation};

use super::tags::{PuzzleTags, Twice};

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
    /// What is doubtful about its rules and its first mover.
    pub doubts: Vec<Finding>,
}

/// Why a record is no puzzle that can be put to the search.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PuzzleError {
    /// No game can start from it: its rules, its position or its first mover are at fault.
    #[error(transparent)]
    NoGame(#[from] NoStart),
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
    #[error(transparent)]
    Twice(#[from] Twice),
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
    pub fn from_record(record: &Record, given: Option<&Resolved>) -> Result<Self, PuzzleError> {
        Self::from_start(record, Start::of(record, given)?)
    }

    /// The puzzle of a record whose game starts like this.
    ///
    /// # Errors
    /// When start, goal and the moves before the puzzle do not hold together.
    pub fn from_start(record: &Record, start: Start) -> Result<Self, PuzzleError> {
        let is_error = |finding: &Finding| finding.severity == Severity::Error;
        let (errors, doubts): (Vec<_>, _) = start.findings.iter().cloned().partition(is_error);
        if !errors.is_empty() {
            return Err(NoStart(errors).into());
        }
        let mut game = start.game()?;
        let mut solution = moves(record);
        let tags = PuzzleTags::of(record);
        let plies = match tags.start()? {
            Some((_, Some(plies))) if plies <= solution.len() => plies,
            Some((text, _)) => return Err(PuzzleError::Start(text.to_owned())),
            None => 0,
        };
        for (ply, path) in solution.drain(..plies).enumerate() {
            game.play(&path).map_err(|why| PuzzleError::Before { ply: ply + 1, why })?;
        }
        let goal = match tags.goal()? {
            Some(asked) => goal_for(asked?, game.to_move())?,
            None => Goal::Win(None),
        };
        let rules = start.name.to_string();
        Ok(Self { game, rules, goal, start: plies, solution, doubts })
    }
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

/// What a side is asked, if it is the one to move.
///
/// # Errors
/// [`PuzzleError::Side`] if the other side is asked.
pub fn goal_for(asked: Stipulation, to_move: Side) -> Result<Goal, PuzzleError> {
    match asked.side {
        Some(side) if side != to_move => Err(PuzzleError::Side(side)),
        _ => Ok(asked.goal),
    }
}
