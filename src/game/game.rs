//! A game on any board, without a width in its type.

use crate::board::{Bits, BoardSize, Setup, Side, Square};
use crate::rules::Ruleset;

use super::legal_turn::{jumps, legal_turns, squares};
use super::{
    AnyTable, Ending, GameError, Hop, LegalTurn, OnTable, PlayedTurn, Table, TableError, Tally,
    TooManyTurns, on_table,
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
        let mut table = AnyTable::new(rules, position, to_move)?;
        on_table!(&mut table, table => table.keep_turns(true));
        Ok(Self { table })
    }

    /// Counts positions as seen before this one.
    pub(crate) fn remember(&mut self, earlier: &[(Setup, Side)]) -> Result<(), TableError> {
        Ok(on_table!(&mut self.table, table => table.remember(earlier))?)
    }

    /// Hands the table to code that is written for any width.
    pub(crate) fn on_table<W: OnTable>(&self, work: W) -> W::Out {
        on_table!(&self.table, table => work.run(&table.without_past()))
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
        on_table!(&self.table, table => {
            let PlayedTurn { captures, ending } = play(&mut table.without_past(), path)?;
            let jumps = jumps(table.book(), table, &hops(self.size(), path)?);
            Ok(LegalTurn { path: path.to_vec(), jumps, captures, ending })
        })
    }

    /// Plays a turn, given by the squares that the piece visits.
    ///
    /// # Errors
    /// When the game is over or the turn is not legal; the game is then as before.
    pub fn play(&mut self, path: &[Square]) -> Result<PlayedTurn, GameError> {
        on_table!(&mut self.table, table => {
            let before = table.checkpoint();
            let played = play(table, path)?;
            table.keep_turn(before);
            Ok(played)
        })
    }

    /// Takes back the last turn, and says whether there was one. Everything is then as it was before
    /// that turn, the count of repeated positions and of turns without a capture included.
    ///
    /// # Examples
    ///
    /// ```
    /// use taflkit::game::Game;
    /// use taflkit::rules::variants;
    ///
    /// let mut game = Game::new(&variants::ruleset("brandubh").unwrap()).unwrap();
    /// let start = game.setup();
    /// game.play(&["d1".parse().unwrap(), "f1".parse().unwrap()]).unwrap();
    /// assert!(game.undo());
    /// assert_eq!(game.setup(), start);
    /// assert!(!game.undo(), "nothing was played before");
    /// ```
    pub fn undo(&mut self) -> bool {
        on_table!(&mut self.table, table => table.undo())
    }

    /// The number of sequences of exactly `depth` turns from here; see [`Rulebook::perft`](super::Rulebook::perft). Turns that
    /// the defenders may not play because they repeat are left out.
    ///
    /// # Errors
    /// When a position on the way has more turns than can be listed.
    pub fn perft(&self, depth: u32) -> Result<u64, TooManyTurns> {
        on_table!(&self.table, table => table.without_past().perft(depth))
    }

    /// The count with captures and wins; see [`Rulebook::tally`](super::Rulebook::tally).
    ///
    /// # Errors
    /// As [`Game::perft`].
    pub fn tally(&self, depth: u32) -> Result<Tally, TooManyTurns> {
        on_table!(&self.table, table => table.without_past().tally(depth))
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

/// Plays a turn on the table of a game.
fn play<B: Bits>(table: &mut Table<B>, path: &[Square]) -> Result<PlayedTurn, GameError> {
    if let Some(ending) = table.ending() {
        return Err(GameError::Over(ending));
    }
    let size = table.book().geometry().size();
    let played = table.play_in_steps(&hops(size, path)?);
    let (outcome, steps) = played.map_err(|error| {
        let last = path.len().saturating_sub(1);
        let end = (error.hop + 1).min(last);
        let square = |at: usize| path.get(at).copied().unwrap_or(Square::new(0, 0));
        let (from, to) = (square(end.saturating_sub(1)), square(end));
        GameError::Illegal { from, to, why: error.why, size }
    })?;
    let captures = steps.iter().map(|step| squares(size, step.taken)).collect();
    Ok(PlayedTurn { captures, ending: outcome.ending })
}

#[cfg(test)]
mod tests {
    use super::super::testing::Chance;
    use super::*;
    use crate::rules::names;

    /// All that can be seen of a game.
    fn seen(game: &Game) -> (Setup, Side, Option<Ending>, Vec<LegalTurn>) {
        (game.setup(), game.to_move(), game.ending(), game.legal_turns().unwrap())
    }

    /// Turns are played and taken back at random. A game must then look like one in which only the
    /// turns that were not taken back were ever played, endings by repetition and quiet play included.
    fn play_and_undo(rules: &str, seed: u64) -> usize {
        let rules = names::resolve(rules).unwrap().ruleset;
        let (mut chance, mut undone) = (Chance::new(seed), 0);
        let mut game = Game::new(&rules).unwrap();
        let mut paths: Vec<Vec<Square>> = Vec::new();
        for _ in 0..120 {
            let turns = game.legal_turns().unwrap();
            if turns.is_empty() || chance.below(3) == 0 {
                assert_eq!(game.undo(), paths.pop().is_some());
                undone += 1;
            } else {
                // A few turns come again and again, so that positions do.
                let turn = &turns[chance.below(turns.len().min(3))];
                game.play(&turn.path).unwrap();
                paths.push(turn.path.clone());
            }
            let mut again = Game::new(&rules).unwrap();
            for path in &paths {
                again.play(path).unwrap();
            }
            assert_eq!(seen(&game), seen(&again), "{paths:?}");
        }
        undone
    }

    #[test]
    fn a_turn_that_is_taken_back_was_never_played() {
        let rules = [
            "brandubh",
            "brandubh rep:draw/3 quiet:6p",
            "brandubh rep:illegal",
            "berserk start:/1t5/7/2Tt3/6K/2Tt3/6T/7/",
            "magpie",
        ];
        for rules in rules {
            for seed in 1..4 {
                assert!(play_and_undo(rules, seed) > 10, "{rules}");
            }
        }
    }

    #[test]
    fn an_illegal_turn_leaves_nothing_to_take_back() {
        let mut game = Game::new(&names::resolve("brandubh").unwrap().ruleset).unwrap();
        let path = ["d1", "d4"].map(|name| name.parse().unwrap());
        assert!(game.play(&path).is_err() && !game.undo());
    }
}
