//! A game on any board, without a width in its type.

use std::fmt;

use thiserror::Error;

use crate::board::{Bits, BoardSize, Setup, Side, Square};
use crate::rules::Ruleset;

use super::{
    AnyTable, Ending, Hop, Illegal, OnTable, Rulebook, Table, TableError, Tally, TooManyTurns,
    on_table,
};

/// A game of tafl in progress.
///
/// ```
/// use taflkit::game::Game;
/// use taflkit::rules::variants;
///
/// let rules = variants::ruleset("brandubh").unwrap();
/// let mut game = Game::new(&rules).unwrap();
/// assert_eq!(game.legal_turns().unwrap().len(), 40);
/// game.play(&["d1".parse().unwrap(), "f1".parse().unwrap()]).unwrap();
/// assert_eq!(game.ending(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    table: AnyTable,
}

/// Why a turn cannot be played in a [`Game`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(Ending),
    /// A square of the turn is not on the board.
    #[error("{0} is not on a board of {1}")]
    OffBoard(Square, BoardSize),
    /// A move is not legal.
    #[error("{from}-{to}: {}", illegal(*.why, *.size))]
    Illegal {
        /// Where the move starts.
        from: Square,
        /// Where it ends.
        to: Square,
        /// What is wrong with it.
        why: Illegal,
        /// The board, to name squares by.
        size: BoardSize,
    },
}

/// The reason in words.
pub(crate) fn illegal(why: Illegal, size: BoardSize) -> String {
    let name = |at| size.square(at);
    match why {
        Illegal::EmptyOrigin => "there is no piece to move".into(),
        Illegal::WrongSide => "the piece is the other side's".into(),
        Illegal::NoMove => "a move must change square".into(),
        Illegal::OffLine => "pieces move along lines".into(),
        Illegal::Blocked { at } => format!("the piece on {} is in the way", name(at)),
        Illegal::MayNotPass { at } => format!("this piece may not cross {}", name(at)),
        Illegal::Occupied => "the destination is occupied".into(),
        Illegal::MayNotStop => "this piece may not stop there".into(),
        Illegal::TooFar { limit: 1 } => "this piece moves one square at most".into(),
        Illegal::TooFar { limit } => format!("this piece moves {limit} squares at most"),
        Illegal::TakesNothing => "a further hop must take something".into(),
        Illegal::NoChain => "the turn does not go on here".into(),
        Illegal::MustGoOn => "the piece has another capture on offer and must go on".into(),
        Illegal::MustTake => "captures are compulsory, and another move takes something".into(),
        Illegal::Repeats => {
            "the pieces stood like that before, and the defenders may not bring that back".into()
        }
    }
}

/// A legal turn, with what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalTurn {
    /// The squares that the piece visits, its origin first.
    pub path: Vec<Square>,
    /// For every hop, whether it is a jump.
    pub jumps: Vec<bool>,
    /// For every hop, the squares of the pieces that fall.
    pub captures: Vec<Vec<Square>>,
    /// How the game stands afterwards, if it is over.
    pub ending: Option<Ending>,
}

impl LegalTurn {
    /// Whether the turn is a chain of several hops.
    pub fn is_chain(&self) -> bool {
        self.captures.len() > 1
    }
}

impl fmt::Display for LegalTurn {
    /// `d1-d3xd4/e3`; hops after the first are joined by `=`, jumps written `^` and `^=`, and what
    /// the whole turn takes follows the last hop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path[0])?;
        for (hop, to) in self.path[1..].iter().enumerate() {
            let mark = match (hop > 0, self.jumps[hop]) {
                (false, false) => "-",
                (false, true) => "^",
                (true, false) => "=",
                (true, true) => "^=",
            };
            write!(f, "{mark}{to}")?;
        }
        for (at, square) in self.captures.iter().flatten().enumerate() {
            write!(f, "{}{square}", if at == 0 { 'x' } else { '/' })?;
        }
        Ok(())
    }
}

/// What a turn that was played did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedTurn {
    /// For every hop, the squares of the pieces that fell.
    pub captures: Vec<Vec<Square>>,
    /// How the game stands, if it is over.
    pub ending: Option<Ending>,
}

impl Game {
    /// A game from the rules' own start position.
    ///
    /// # Errors
    /// When the rules cannot be played.
    pub fn new(rules: &Ruleset) -> Result<Self, TableError> {
        Self::from_position(rules, &rules.start, rules.first)
    }

    /// A game from any position. On a board of another size than the rules' own, the rules are
    /// moved to it as [`Ruleset::on_board`] does.
    ///
    /// # Errors
    /// When the rules cannot be played on that board or the position has the wrong kings.
    pub fn from_position(
        rules: &Ruleset,
        position: &Setup,
        to_move: Side,
    ) -> Result<Self, TableError> {
        position.require_one_king()?;
        let moved;
        let rules = if position.size() == rules.size() {
            rules
        } else {
            moved = rules.on_board(position.clone())?;
            &moved
        };
        Ok(Self { table: AnyTable::new(rules, position, to_move)? })
    }

    /// Counts positions as seen before this one.
    pub(crate) fn remember(&mut self, earlier: &[(Setup, Side)]) -> Result<(), TableError> {
        Ok(on_table!(&mut self.table, table => table.remember(earlier))?)
    }

    /// Hands the table to code that is written for any width.
    pub(crate) fn on_table<W: OnTable>(&self, work: W) -> W::Out {
        on_table!(&self.table, table => work.run(table))
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        on_table!(&self.table, table => table.book().geometry().size())
    }

    /// The rules, moved to the board of the game.
    pub fn rules(&self) -> &Ruleset {
        on_table!(&self.table, table => table.book().rules())
    }

    /// The pieces now.
    pub fn setup(&self) -> Setup {
        on_table!(&self.table, table => table.position().to_setup(self.size()))
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Side {
        on_table!(&self.table, table => table.position().to_move())
    }

    /// How the game stands if a turn has ended it.
    pub fn ending(&self) -> Option<Ending> {
        on_table!(&self.table, table => table.ending())
    }

    /// Every legal turn, by origin and destination rank by rank; none once the game is over.
    ///
    /// # Errors
    /// When there are more than [`MOST_TURNS`](super::MOST_TURNS).
    pub fn legal_turns(&self) -> Result<Vec<LegalTurn>, TooManyTurns> {
        if self.ending().is_some() {
            return Ok(Vec::new());
        }
        on_table!(&self.table, table => legal_turns(table))
    }

    /// What a turn would do, given by the squares that the piece visits.
    ///
    /// # Errors
    /// When the game is over or the turn is not legal.
    pub fn turn(&self, path: &[Square]) -> Result<LegalTurn, GameError> {
        let size = self.size();
        let hops = hops(size, path)?;
        Ok(on_table!(&self.table, table => {
            let PlayedTurn { captures, ending } = self.clone().play(path)?;
            let jumps = jumps(table.book(), table, &hops);
            LegalTurn { path: path.to_vec(), jumps, captures, ending }
        }))
    }

    /// Plays a turn, given by the squares that the piece visits.
    ///
    /// # Errors
    /// When the game is over or the turn is not legal; the game is then as before.
    pub fn play(&mut self, path: &[Square]) -> Result<PlayedTurn, GameError> {
        if let Some(ending) = self.ending() {
            return Err(GameError::Over(ending));
        }
        let size = self.size();
        let hops = hops(size, path)?;
        on_table!(&mut self.table, table => {
            let played = table.play_in_steps(&hops);
            let (outcome, steps) = played.map_err(|error| {
                let last = path.len().saturating_sub(1);
                let end = (error.hop + 1).min(last);
                let square = |at: usize| path.get(at).copied().unwrap_or(Square::new(0, 0));
                let (from, to) = (square(end.saturating_sub(1)), square(end));
                GameError::Illegal { from, to, why: error.why, size }
            })?;
            let captures = steps.iter().map(|step| squares(size, step.taken)).collect();
            Ok(PlayedTurn { captures, ending: outcome.ending })
        })
    }

    /// The number of sequences of exactly `depth` turns from here; see [`Rulebook::perft`]. Where the
    /// defenders may not repeat, what they may not is left out.
    ///
    /// # Errors
    /// When a position on the way has more turns than can be listed.
    pub fn perft(&self, depth: u32) -> Result<u64, TooManyTurns> {
        on_table!(&self.table, table => table.perft(depth))
    }

    /// The count with captures and wins; see [`Rulebook::tally`].
    ///
    /// # Errors
    /// As [`Game::perft`].
    pub fn tally(&self, depth: u32) -> Result<Tally, TooManyTurns> {
        on_table!(&self.table, table => table.tally(depth))
    }
}

fn hops(size: BoardSize, path: &[Square]) -> Result<Vec<Hop>, GameError> {
    let number = |square: Square| match size.index(square) {
        Some(index) => Ok(index as u16),
        None => Err(GameError::OffBoard(square, size)),
    };
    let numbers: Vec<u16> = path.iter().map(|&square| number(square)).collect::<Result<_, _>>()?;
    Ok(numbers.windows(2).map(|pair| Hop { from: pair[0], to: pair[1] }).collect())
}

/// The squares of a set by file, then rank.
pub(crate) fn squares<B: Bits>(size: BoardSize, set: B) -> Vec<Square> {
    let mut squares: Vec<Square> = set.indices().map(|index| size.square(index)).collect();
    squares.sort_unstable();
    squares
}

pub(crate) fn legal_turns<B: Bits>(table: &Table<B>) -> Result<Vec<LegalTurn>, TooManyTurns> {
    let book = table.book();
    let size = book.geometry().size();
    let mut turns = Vec::new();
    book.each_turn(table.position(), &mut |hops, outcomes, after| {
        if table.is_barred(outcomes, after) {
            return;
        }
        let ends = hops.iter().map(|hop| size.square(usize::from(hop.to)));
        let path = [size.square(usize::from(hops[0].from))].into_iter().chain(ends).collect();
        turns.push(LegalTurn {
            path,
            jumps: jumps(book, table, hops),
            captures: outcomes.iter().map(|outcome| squares(size, outcome.taken)).collect(),
            ending: table.ending_after(outcomes, after),
        });
    })?;
    Ok(turns)
}

/// Which hops of a legal turn are jumps.
fn jumps<B: Bits>(book: &Rulebook<B>, table: &Table<B>, hops: &[Hop]) -> Vec<bool> {
    let mut position = *table.position();
    let mut jumps = Vec::with_capacity(hops.len());
    for &hop in hops {
        jumps.push(book.is_jump(&position, hop));
        book.hop(&mut position, hop);
    }
    jumps
}
