//! A game in progress, for one width of board.

use std::sync::Arc;

use thiserror::Error;

use crate::board::{Bits, Piece, Setup, SetupError, Side};
use crate::rules::{RepetitionVerdict, RulesetError};

use super::ending::{By, Ending};
use super::history::HistoryCheckpoint;
use super::turn::Ring;
use super::{
    History, Hop, HopOutcome, Illegal, PlayError, Position, Rulebook, TooManyTurns, TurnOutcome,
};

/// Why a game cannot start.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// The rules cannot be played.
    #[error(transparent)]
    Rules(#[from] RulesetError),
    /// The position has the wrong kings.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// A game in progress, for one width of board.
#[derive(Clone, Debug)]
pub struct Table<B> {
    book: Arc<Rulebook<B>>,
    start: Arc<Position<B>>,
    position: Position<B>,
    ring: Ring,
    history: History<B>,
    quiet: u64,
    ending: Option<Ending>,
    /// The game before each turn that can be taken back, oldest first.
    past: Vec<Checkpoint<B>>,
}

/// A game before a turn. [`Table::undo`] goes back to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checkpoint<B> {
    position: Position<B>,
    ring: Ring,
    quiet: u64,
    ending: Option<Ending>,
    history: HistoryCheckpoint<B>,
}

/// A turn that can be played.
pub(crate) struct TurnAhead<B> {
    pub(crate) hops: Vec<Hop>,
    pub(crate) outcome: TurnOutcome<B>,
    /// The game once it is played.
    pub(crate) after: Table<B>,
}

impl<B: Bits> Table<B> {
    /// A game from the rules' own start position.
    ///
    /// # Errors
    /// When the start position has the wrong kings.
    pub fn new(book: Arc<Rulebook<B>>) -> Result<Self, TableError> {
        let (start, first) = (book.rules.start.clone(), book.rules.first);
        Self::from_setup(book, &start, first)
    }

    /// A game from any position on the rules' board.
    ///
    /// # Errors
    /// When the position has the wrong kings.
    ///
    /// # Panics
    /// When the position is on a board of another size; [`crate::game::Game`] moves the rules to
    /// the position's board.
    pub fn from_setup(
        book: Arc<Rulebook<B>>,
        setup: &Setup,
        to_move: Side,
    ) -> Result<Self, TableError> {
        assert_eq!(setup.size(), book.geometry.size(), "the position is on another board");
        let position = Position::new(setup, to_move)?;
        let mut table = Self {
            book,
            start: Arc::new(position),
            position,
            ring: Ring::Unknown,
            history: History::default(),
            quiet: 0,
            ending: None,
            past: Vec::new(),
        };
        table.reset(position);
        Ok(table)
    }

    /// Starts again from the first position, keeping what memory there is.
    pub fn restart(&mut self) {
        self.reset(*self.start);
    }

    /// Starts again from a position, keeping what memory there is.
    pub fn reset(&mut self, position: Position<B>) {
        self.position = position;
        self.ring = Ring::Unknown;
        self.history.begin(&position);
        self.quiet = 0;
        self.ending = None;
        self.past.clear();
    }

    /// Goes on from another position, as if it came after all that was seen.
    pub(crate) fn go_on_from(&mut self, position: Position<B>) {
        self.position = position;
        self.ring = Ring::Unknown;
        self.history.add_any(&position);
        self.quiet = 0;
        self.ending = None;
    }

    /// Makes these the positions that were seen before the present one.
    pub(crate) fn remember(&mut self, earlier: &[(Setup, Side)]) -> Result<(), SetupError> {
        self.history.clear();
        for (setup, to_move) in earlier {
            self.history.add_any(&Position::new(setup, *to_move)?);
        }
        self.history.add_any(&self.position);
        Ok(())
    }

    /// The rules.
    pub const fn book(&self) -> &Arc<Rulebook<B>> {
        &self.book
    }

    /// The position now.
    pub const fn position(&self) -> &Position<B> {
        &self.position
    }

    /// The positions seen since the last capture, this one among them.
    pub(crate) const fn history(&self) -> &History<B> {
        &self.history
    }

    /// How many turns there have been since the last capture.
    pub(crate) const fn quiet(&self) -> u64 {
        self.quiet
    }

    /// How the game stands if the last turn ended it.
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Plays a turn, even after the game is over: ask [`Table::ending`] first.
    ///
    /// # Errors
    /// When a hop is not legal; the game is then as before.
    pub fn play(&mut self, hops: &[Hop]) -> Result<TurnOutcome<B>, PlayError> {
        if let &[hop] = hops
            && let Some(outcome) = self.slide(hop)
        {
            return Ok(outcome);
        }
        self.play_plain(hops)
    }

    /// The plain lane of [`Table::play`].
    pub(super) fn play_plain(&mut self, hops: &[Hop]) -> Result<TurnOutcome<B>, PlayError> {
        let outcome = self.make(hops, |_| ())?;
        Ok(self.finish(outcome, hops))
    }

    /// Forgets what was found out about the ring.
    #[cfg(test)]
    pub(super) fn forget_ring(&mut self) {
        self.ring = Ring::Unknown;
    }

    /// Makes the hops of a turn, if it is legal.
    fn make(
        &mut self,
        hops: &[Hop],
        report: impl FnMut(HopOutcome<B>),
    ) -> Result<TurnOutcome<B>, PlayError> {
        let before = self.may_bar_turns().then_some((self.position, self.ring));
        let outcome = self.book.turn(&mut self.position, &mut self.ring, hops, report)?;
        if let Some(before) = before
            && self.bars(&self.position, outcome.taken)
        {
            (self.position, self.ring) = before;
            return Err(PlayError { hop: hops.len() - 1, why: Illegal::Repeats });
        }
        Ok(outcome)
    }

    /// The quick lane of [`Table::play`]: plays a turn of one hop under rules that know only slides, as
    /// most do. Returns nothing, and changes nothing, where that is not so or the hop is not legal.
    // In line: nearly every move that is replayed is played here.
    #[inline(always)]
    pub(crate) fn slide(&mut self, hop: Hop) -> Option<TurnOutcome<B>> {
        let Self { book, position, ring, history, .. } = self;
        if !book.slides_only(position) || !book.slides_freely(position, hop) {
            return None;
        }
        // The plain lane finds out whether it is barred.
        if book.bars_repeats && history.could_bring_back(position.to_move, hop) {
            return None;
        }
        let HopOutcome { taken, ending } = book.slide_within(position, hop, ring);
        Some(self.finish(TurnOutcome { taken, ending }, &[hop]))
    }

    /// Says whether turns may be taken back from now on. Those played so far no longer can.
    pub(crate) fn keep_turns(&mut self, keeps: bool) {
        self.history.keep(keeps);
        self.past.clear();
    }

    /// How many turns can be taken back.
    pub(crate) const fn turns_kept(&self) -> usize {
        self.past.len()
    }

    /// The game as it is now, for [`Table::keep_turn`] once the next turn is played.
    pub(crate) fn checkpoint(&self) -> Checkpoint<B> {
        let Self { position, ring, quiet, ending, .. } = *self;
        Checkpoint { position, ring, quiet, ending, history: self.history.checkpoint() }
    }

    /// Makes it possible to take back the turn that was just played. Every turn must be kept in the
    /// order of play.
    pub(crate) fn keep_turn(&mut self, before: Checkpoint<B>) {
        self.past.push(before);
    }

    /// Takes back the last turn that was kept, and says whether there was one. Costs no more than
    /// playing it did.
    pub(crate) fn undo(&mut self) -> bool {
        let Some(before) = self.past.pop() else { return false };
        let Checkpoint { position, ring, quiet, ending, history } = before;
        let added = self.book.rules.repetition.verdict != RepetitionVerdict::Nothing;
        self.history.undo(&history, &position, added);
        (self.position, self.ring, self.quiet, self.ending) = (position, ring, quiet, ending);
        true
    }

    /// The same game, whose turns so far cannot be taken back and whose later ones are not kept.
    pub(crate) fn without_past(&self) -> Self {
        let Self { book, start, position, ring, quiet, ending, .. } = self;
        Self {
            book: Arc::clone(book),
            start: Arc::clone(start),
            position: *position,
            ring: *ring,
            history: self.history.without_past(),
            quiet: *quiet,
            ending: *ending,
            past: Vec::new(),
        }
    }

    /// Plays a turn and also says what each hop did.
    ///
    /// # Errors
    /// As [`Table::play`].
    pub(crate) fn play_in_steps(
        &mut self,
        hops: &[Hop],
    ) -> Result<(TurnOutcome<B>, Vec<HopOutcome<B>>), PlayError> {
        let mut steps = Vec::with_capacity(hops.len());
        let outcome = self.make(hops, |step| steps.push(step))?;
        Ok((self.finish(outcome, hops), steps))
    }

    /// Ends a turn: K13, 5 to 7.
    // In line: the end of every turn.
    #[inline(always)]
    fn finish(&mut self, outcome: TurnOutcome<B>, hops: &[Hop]) -> TurnOutcome<B> {
        let mover = self.position.to_move;
        self.position.to_move = mover.other();
        if outcome.taken.is_empty() {
            self.quiet += 1;
        } else {
            self.quiet = 0;
            let changed_side =
                !self.position.ordinary && outcome.taken.meets(self.position.mercenaries());
            if !changed_side {
                self.history.clear();
            }
        }
        let quiet = match *hops {
            [hop] if outcome.taken.is_empty() => Some(hop),
            _ => None,
        };
        let repeated = self.repeated(mover, outcome.ending.is_some(), quiet);
        let mut ending = outcome.ending.or(repeated);
        if ending.is_none() {
            ending = self.book.stuck(&self.position, mover.other()).or_else(|| self.all_barred());
        }
        if ending.is_none() {
            ending = self.quiet_too_long();
        }
        self.ending = ending;
        TurnOutcome { ending, ..outcome }
    }

    /// Adds the position to the history and says how repetition ends the game (K9).
    // In line: part of the above.
    #[inline(always)]
    fn repeated(&mut self, mover: Side, over: bool, quiet: Option<Hop>) -> Option<Ending> {
        let rule = self.book.rules.repetition;
        if rule.verdict == RepetitionVerdict::Nothing {
            return None;
        }
        let count = self.history.add_turn(&self.position, quiet);
        if over || count < u32::from(rule.count) || !rule.verdict.ends_game() {
            return None;
        }
        let winner = rule.verdict.winner(mover);
        Some(Ending { winner, by: By::Repetition })
    }

    fn quiet_too_long(&self) -> Option<Ending> {
        let limit = self.book.rules.no_capture?;
        (self.quiet >= limit.plies()).then_some(Ending { winner: None, by: By::NoCapture })
    }

    /// How the game would stand after a turn whose hops left this position, without playing it.
    pub(super) fn ending_after(
        &self,
        outcomes: &[HopOutcome<B>],
        after: &Position<B>,
    ) -> Option<Ending> {
        // Which replies are barred depends on all earlier positions. Elsewhere only this one counts.
        let all_counts = self.book.bars_repeats && after.to_move == Side::Attackers;
        let mut ahead = Self {
            book: Arc::clone(&self.book),
            start: Arc::clone(&self.start),
            position: *after,
            ring: Ring::Unknown,
            history: if all_counts { self.history.clone() } else { History::default() },
            quiet: self.quiet,
            ending: None,
            past: Vec::new(),
        };
        let taken = taken_by(outcomes);
        let ending = outcomes.last().and_then(|outcome| outcome.ending);
        let next = after.with_to_move(after.to_move.other());
        if !all_counts && (taken.is_empty() || !after.ordinary) {
            for _ in 0..self.history.count(&next) {
                ahead.history.add(&next);
            }
        }
        ahead.finish(TurnOutcome { taken, ending }, &[]).ending
    }

    /// Every legal turn, what it does and the game after it, in the order of the rulebook.
    ///
    /// # Errors
    /// When there are more than [`MOST_TURNS`](super::MOST_TURNS).
    pub(crate) fn turns_ahead(&self) -> Result<Vec<TurnAhead<B>>, TooManyTurns> {
        let mut all = Vec::new();
        self.book.each_turn(&self.position, &mut |hops, _, _| all.push(hops.to_vec()))?;
        let played = |hops: Vec<Hop>| {
            let mut after = self.clone();
            let outcome = after.play(&hops).ok()?;
            Some(TurnAhead { hops, outcome, after })
        };
        Ok(all.into_iter().filter_map(played).collect())
    }

    /// The kind of piece on a square, if there is one.
    pub fn piece(&self, index: usize) -> Option<Piece> {
        self.position.piece(index)
    }
}

/// Everything that the hops of a turn take.
pub(super) fn taken_by<B: Bits>(outcomes: &[HopOutcome<B>]) -> B {
    outcomes.iter().fold(B::EMPTY, |set, outcome| set | outcome.taken)
}
