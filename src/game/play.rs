//! Making moves: hops, whole turns, and a game in progress.

use std::sync::Arc;

use thiserror::Error;

use crate::board::{Bits, Piece, PieceKind, Setup, SetupError, Side};
use crate::rules::{Jump, RepetitionVerdict, RulesetError, Stuck};

use super::ending::{By, Ending};
use super::history::HistoryMark;
use super::{History, Hop, Illegal, Position, Rulebook};

/// What a hop did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HopOutcome<B> {
    /// The squares of the pieces that fell, the king's among them if he was taken.
    pub taken: B,
    /// How the game stands if the hop ended it.
    pub ending: Option<Ending>,
}

/// A whole turn: one hop, or a chain of them by one piece.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn {
    /// The hops in order; never empty, and each starts where the one before ended.
    pub hops: Vec<Hop>,
}

/// What a turn did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnOutcome<B> {
    /// The squares of all pieces that fell.
    pub taken: B,
    /// How the game stands if it is over.
    pub ending: Option<Ending>,
}

/// Why a turn cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayError {
    /// Which hop of the turn is at fault, from 0.
    pub hop: usize,
    /// What is wrong with it.
    pub why: Illegal,
}

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

/// The most turns of one position that are listed. Without chains no position comes near it; the
/// number of chains can double with every man who is there to be taken.
pub const MOST_TURNS: usize = 100_000;

/// A position has more turns than can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there are more than {MOST_TURNS} turns in this position: a chain can go too many ways")]
pub struct TooManyTurns;

/// The turn that a walk over all turns has come to, hop by hop.
struct Chain<B> {
    hops: Vec<Hop>,
    outcomes: Vec<HopOutcome<B>>,
    /// How many more turns may be listed.
    left: usize,
}

impl<B: Bits> Rulebook<B> {
    /// Makes a hop that is known to be legal. The side to move stays: a chain may go on.
    #[inline]
    pub(crate) fn hop(&self, position: &mut Position<B>, hop: Hop) -> HopOutcome<B> {
        self.hop_within(position, hop, &mut Ring::Unknown)
    }

    /// The same, going by what is known of the attackers' ring, and keeping that up to date.
    #[inline(always)]
    pub(super) fn hop_within(
        &self,
        position: &mut Position<B>,
        hop: Hop,
        ring: &mut Ring,
    ) -> HopOutcome<B> {
        if position.ordinary && self.no_jumps {
            return self.slide_within(position, hop, ring);
        }
        let mover = position.to_move;
        let jumped = self.taken_by_jump(position, hop);
        position.relocate(mover, usize::from(hop.from), usize::from(hop.to));
        *ring = Ring::Unknown;
        self.settle(position, usize::from(hop.to), jumped, ring)
    }

    /// The same for a slide of a man or the king.
    #[inline(always)]
    fn slide_within(&self, position: &mut Position<B>, hop: Hop, ring: &mut Ring) -> HopOutcome<B> {
        position.relocate(position.to_move, usize::from(hop.from), usize::from(hop.to));
        self.settle(position, usize::from(hop.to), B::EMPTY, ring)
    }

    /// What comes of a hop to a square: what it takes besides the man it has jumped, and what it ends.
    #[inline(always)]
    fn settle(
        &self,
        position: &mut Position<B>,
        to: usize,
        jumped: B,
        ring: &mut Ring,
    ) -> HopOutcome<B> {
        let mover = position.to_move;
        let taken = self.captures(position, mover, to) | jumped;
        if !taken.is_empty() {
            position.take(mover.other(), taken);
            // With attackers gone, whoever could reach the edge still can.
            if mover == Side::Attackers {
                *ring = Ring::Unknown;
            }
        }
        let encircled = mover == Side::Attackers
            && self.rules.encirclement
            && self.closes_ring(position, to, ring);
        HopOutcome { taken, ending: self.verdict_given(position, mover, encircled) }
    }

    /// What there is to know of the ring in a position.
    #[inline(never)]
    pub(super) fn ring(&self, position: &Position<B>) -> Ring {
        if self.is_encircled(position) { Ring::Unknown } else { Ring::Open }
    }

    /// Whether an attacker who came to a square encircles the defenders. Where the ring was open, he
    /// closes it only if he cuts something off.
    #[inline(always)]
    fn closes_ring(&self, position: &Position<B>, to: usize, ring: &mut Ring) -> bool {
        if *ring == Ring::Open && self.cuts_nothing(position, to) {
            return false;
        }
        *ring = self.ring(position);
        *ring == Ring::Unknown
    }

    /// The man that a capturing jump passes over.
    pub(super) fn taken_by_jump(&self, position: &Position<B>, hop: Hop) -> B {
        let from = usize::from(hop.from);
        if self.jump_of(position.kind(from)) != Jump::Capturing || !self.strikes(position, from) {
            return B::EMPTY;
        }
        self.geometry.between(from, usize::from(hop.to)) & position.side(position.to_move.other())
    }

    /// Makes a later hop of a chain, if the rules allow it (K12).
    pub(super) fn go_on(
        &self,
        position: &Position<B>,
        hop: Hop,
    ) -> Result<(Position<B>, HopOutcome<B>), Illegal> {
        let Some(berserk) = self.rules.berserk else { return Err(Illegal::NoChain) };
        self.may_hop(position, hop)?;
        let mut after = *position;
        let outcome = self.hop(&mut after, hop);
        let escapes = berserk.king_escapes
            && after.king() == Some(usize::from(hop.to))
            && self.goal.contains(usize::from(hop.to));
        if outcome.taken.is_empty() && !berserk.any_hop && !escapes {
            return Err(Illegal::TakesNothing);
        }
        Ok((after, outcome))
    }

    /// Whether a piece that has just taken has another capture on offer.
    pub(super) fn can_take_again(&self, position: &Position<B>, from: u16) -> bool {
        !self.taking_ends(position, usize::from(from)).is_empty()
    }

    /// Whether a piece that has just taken could go on by any legal hop, its side still to move.
    pub(crate) fn could_go_on(&self, position: &Position<B>, from: u16) -> bool {
        let mut ends = self.destinations(position, usize::from(from)).indices();
        ends.any(|to| self.go_on(position, Hop { from, to: to as u16 }).is_ok())
    }

    /// Whether the attackers, if it is or were their turn, can take the king.
    pub(crate) fn can_take_king(&self, position: &Position<B>) -> bool {
        let position = position.with_to_move(Side::Attackers);
        let mut takes = false;
        self.each_hop(&position, |hop| {
            let mut after = position;
            self.hop(&mut after, hop);
            takes |= after.king().is_none();
        });
        takes
    }

    /// Whether the king, if it is or were his turn, can reach his goal.
    pub(crate) fn can_escape(&self, position: &Position<B>) -> bool {
        let position = position.with_to_move(Side::Defenders);
        let has_to_take = self.has_to_take(&position);
        let ends = |king| self.first_ends(&position, king, has_to_take);
        position.king().is_some_and(|king| ends(king).meets(self.goal))
    }

    /// Whether a turn may end after a hop with this outcome.
    fn may_stop(&self, position: &Position<B>, at: u16, outcome: &HopOutcome<B>) -> bool {
        let compulsory = self.rules.berserk.is_some_and(|berserk| berserk.compulsory);
        !compulsory
            || outcome.ending.is_some()
            || outcome.taken.is_empty()
            || !self.can_take_again(position, at)
    }

    /// Whether a chain may go on after a hop with this outcome.
    pub(super) fn goes_on(&self, outcome: &HopOutcome<B>) -> bool {
        self.rules.berserk.is_some() && !outcome.taken.is_empty() && outcome.ending.is_none()
    }

    /// Calls for every legal turn with the hops, the outcome of each, and the position after it,
    /// the mover still to move. Turns come ordered by origin, then by destination hop by hop.
    ///
    /// # Errors
    /// When there are more than [`MOST_TURNS`], after the call for the last of these.
    pub(crate) fn each_turn(
        &self,
        position: &Position<B>,
        then: &mut impl FnMut(&[Hop], &[HopOutcome<B>], &Position<B>),
    ) -> Result<(), TooManyTurns> {
        let mut chain = Chain { hops: Vec::new(), outcomes: Vec::new(), left: MOST_TURNS };
        let has_to_take = self.has_to_take(position);
        for from in position.side(position.to_move).indices() {
            for to in self.first_ends(position, from, has_to_take).indices() {
                let hop = Hop { from: from as u16, to: to as u16 };
                let mut after = *position;
                let outcome = self.hop(&mut after, hop);
                self.each_chain(&after, hop, outcome, &mut chain, then)?;
            }
        }
        Ok(())
    }

    /// Calls for every turn that goes on with this hop, which has just been made.
    fn each_chain(
        &self,
        position: &Position<B>,
        hop: Hop,
        outcome: HopOutcome<B>,
        chain: &mut Chain<B>,
        then: &mut impl FnMut(&[Hop], &[HopOutcome<B>], &Position<B>),
    ) -> Result<(), TooManyTurns> {
        chain.hops.push(hop);
        chain.outcomes.push(outcome);
        if self.may_stop(position, hop.to, &outcome) {
            chain.left = chain.left.checked_sub(1).ok_or(TooManyTurns)?;
            then(&chain.hops, &chain.outcomes, position);
        }
        if self.goes_on(&outcome) {
            for to in self.destinations(position, usize::from(hop.to)).indices() {
                let next = Hop { from: hop.to, to: to as u16 };
                if let Ok((after, outcome)) = self.go_on(position, next) {
                    self.each_chain(&after, next, outcome, chain, then)?;
                }
            }
        }
        chain.hops.pop();
        chain.outcomes.pop();
        Ok(())
    }

    /// How the game stands for the side that is to move next, when a turn ended nothing by itself
    /// (K10).
    #[inline(always)]
    pub(crate) fn stuck(&self, position: &Position<B>, to_move: Side) -> Option<Ending> {
        if self.can_move(position, to_move) {
            return None;
        }
        Some(self.cannot_move(to_move))
    }

    /// How the game stands where a side is to move and cannot.
    const fn cannot_move(&self, to_move: Side) -> Ending {
        let winner = match self.rules.stuck {
            Stuck::Loses => Some(to_move.other()),
            Stuck::Draws => None,
        };
        Ending { winner, by: By::NoMoves }
    }

    /// Plays the hops of a turn on a position, the mover still to move afterwards.
    fn turn(
        &self,
        position: &mut Position<B>,
        ring: &mut Ring,
        hops: &[Hop],
        mut report: impl FnMut(HopOutcome<B>),
    ) -> Result<TurnOutcome<B>, PlayError> {
        let fault = |hop, why| PlayError { hop, why };
        let Some((&first, later)) = hops.split_first() else {
            return Err(fault(0, Illegal::NoMove));
        };
        self.may_begin(position, first).map_err(|why| fault(0, why))?;
        if self.rules.berserk.is_none() && later.is_empty() {
            let HopOutcome { taken, ending } = self.hop_within(position, first, ring);
            report(HopOutcome { taken, ending });
            return Ok(TurnOutcome { taken, ending });
        }
        *ring = Ring::Unknown;
        self.chain(position, first, later, report)
    }

    /// Plays the hops of a chain, the first of which is known to be legal.
    fn chain(
        &self,
        position: &mut Position<B>,
        first: Hop,
        later: &[Hop],
        mut report: impl FnMut(HopOutcome<B>),
    ) -> Result<TurnOutcome<B>, PlayError> {
        let fault = |hop, why| PlayError { hop, why };
        let mut after = *position;
        let mut outcome = self.hop(&mut after, first);
        let mut taken = outcome.taken;
        report(outcome);
        let mut at = first.to;
        for (number, &hop) in later.iter().enumerate() {
            if !self.goes_on(&outcome) || hop.from != at {
                return Err(fault(number + 1, Illegal::NoChain));
            }
            (after, outcome) = self.go_on(&after, hop).map_err(|why| fault(number + 1, why))?;
            taken |= outcome.taken;
            report(outcome);
            at = hop.to;
        }
        if self.rules.berserk.is_some() && !self.may_stop(&after, at, &outcome) {
            return Err(fault(later.len() + 1, Illegal::MustGoOn));
        }
        *position = after;
        Ok(TurnOutcome { taken, ending: outcome.ending })
    }
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
}

/// A game before a turn, so that the turn can be taken back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Before<B> {
    position: Position<B>,
    ring: Ring,
    quiet: u64,
    ending: Option<Ending>,
    history: HistoryMark<B>,
}

/// A turn that can be played.
pub(crate) struct TurnAhead<B> {
    pub(crate) hops: Vec<Hop>,
    pub(crate) outcome: TurnOutcome<B>,
    /// The game once it is played.
    pub(crate) after: Table<B>,
}

/// What is known of the attackers' ring around the defenders (K8). Defenders who slide stay on their
/// side of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ring {
    /// It is open: some defender can reach the edge.
    Open,
    /// Nothing, as always after a capture and where pieces jump.
    Unknown,
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
    }

    /// Goes on from a position that comes now, by whatever way, after all that was seen.
    pub(crate) fn go_on_from(&mut self, position: Position<B>) {
        self.position = position;
        self.ring = Ring::Unknown;
        self.history.note_jump(&position);
        self.quiet = 0;
        self.ending = None;
    }

    /// Counts positions as seen before the one that the game stands in, and nothing else.
    pub(crate) fn remember(&mut self, earlier: &[(Setup, Side)]) -> Result<(), SetupError> {
        self.history.clear();
        for (setup, to_move) in earlier {
            self.history.note_jump(&Position::new(setup, *to_move)?);
        }
        self.history.note_jump(&self.position);
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

    /// Plays a turn, even after the game is over: who keeps to the rules asks
    /// [`Table::ending`] first.
    ///
    /// # Errors
    /// When a hop is not legal; the game is then as before.
    pub fn play(&mut self, hops: &[Hop]) -> Result<TurnOutcome<B>, PlayError> {
        if let &[hop] = hops
            && let Some(outcome) = self.slide(hop)
        {
            return Ok(outcome);
        }
        let outcome = self.make(hops, |_| ())?;
        Ok(self.finish(outcome, hops))
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

    /// Plays a turn of one hop where nothing but slides is known, as in most games. Nothing has
    /// happened where that is not so, or the hop is not legal.
    #[inline(always)]
    pub(crate) fn slide(&mut self, hop: Hop) -> Option<TurnOutcome<B>> {
        let Self { book, position, ring, history, .. } = self;
        if !book.slides_only(position) || !book.slides_freely(position, hop) {
            return None;
        }
        // Whether it is barred is asked where there is time.
        if book.bars_repeats && history.could_bring_back(position.to_move, hop) {
            return None;
        }
        let HopOutcome { taken, ending } = book.slide_within(position, hop, ring);
        Some(self.finish(TurnOutcome { taken, ending }, &[hop]))
    }

    /// From now on turns may be taken back, or no longer.
    pub(crate) fn keep_history(&mut self, keeps: bool) {
        self.history.keep(keeps);
    }

    /// The game as it is now, for [`Table::take_back`] after the next turn.
    pub(crate) fn before(&self) -> Before<B> {
        let Self { position, ring, quiet, ending, .. } = *self;
        Before { position, ring, quiet, ending, history: self.history.mark() }
    }

    /// Takes back the last turn that is not taken back yet. Costs no more than playing it did.
    pub(crate) fn take_back(&mut self, before: Before<B>) {
        let Before { position, ring, quiet, ending, history } = before;
        let noted = self.book.rules.repetition.verdict != RepetitionVerdict::Nothing;
        self.history.take_back(&history, &position, noted);
        (self.position, self.ring, self.quiet, self.ending) = (position, ring, quiet, ending);
    }

    /// Plays a turn and also says what each hop did.
    ///
    /// # Errors
    /// As [`Table::play`].
    pub fn play_in_steps(
        &mut self,
        hops: &[Hop],
    ) -> Result<(TurnOutcome<B>, Vec<HopOutcome<B>>), PlayError> {
        let mut steps = Vec::with_capacity(hops.len());
        let outcome = self.make(hops, |step| steps.push(step))?;
        Ok((self.finish(outcome, hops), steps))
    }

    /// Ends a turn: K13, 5 to 7.
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

    /// Notes the position and says what its coming again does (K9).
    #[inline(always)]
    fn repeated(&mut self, mover: Side, over: bool, quiet: Option<Hop>) -> Option<Ending> {
        let rule = self.book.rules.repetition;
        if rule.verdict == RepetitionVerdict::Nothing {
            return None;
        }
        let count = self.history.note_turn(&self.position, quiet);
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
        // Which replies are barred depends on all that was there, otherwise only this position counts.
        let all_counts = self.book.bars_repeats && after.to_move == Side::Attackers;
        let mut ahead = Self {
            book: Arc::clone(&self.book),
            start: Arc::clone(&self.start),
            position: *after,
            ring: Ring::Unknown,
            history: if all_counts { self.history.clone() } else { History::default() },
            quiet: self.quiet,
            ending: None,
        };
        let taken = taken_by(outcomes);
        let ending = outcomes.last().and_then(|outcome| outcome.ending);
        let next = after.with_to_move(after.to_move.other());
        if !all_counts && (taken.is_empty() || !after.ordinary) {
            for _ in 0..self.history.count(&next) {
                ahead.history.note(&next);
            }
        }
        ahead.finish(TurnOutcome { taken, ending }, &[]).ending
    }

    /// Whether some turn of the side to move could be barred because it brings something back.
    fn may_bar_turns(&self) -> bool {
        self.book.bars_repeats
            && self.position.to_move == Side::Defenders
            && self.history.anything_could_come_back()
    }

    /// Whether a turn of the defenders that left these pieces brings back what they may not (K9).
    /// After a capture nothing comes back, unless men change side.
    fn bars(&self, after: &Position<B>, taken: B) -> bool {
        let count = u32::from(self.book.rules.repetition.count);
        (taken.is_empty() || !after.mercenaries().is_empty())
            && self.history.times_there(after) + 1 >= count
    }

    /// Whether a turn of the side to move that is legal as far as the board decides is barred.
    pub(super) fn is_barred(&self, outcomes: &[HopOutcome<B>], after: &Position<B>) -> bool {
        self.may_bar_turns() && self.bars(after, taken_by(outcomes))
    }

    /// How the game stands if the defenders are to move and every turn of theirs is barred (K10).
    #[inline(always)]
    fn all_barred(&self) -> Option<Ending> {
        if self.may_bar_turns() && !self.has_open_turn() {
            return Some(self.book.cannot_move(self.position.to_move));
        }
        None
    }

    /// Whether the side to move has a turn that is not barred.
    #[cold]
    #[inline(never)]
    fn has_open_turn(&self) -> bool {
        if self.position.mercenaries().is_empty() {
            // What takes nothing is a single hop, and what takes something is not barred.
            let mut open = false;
            self.book.each_hop(&self.position, |hop| {
                let mut after = self.position;
                open = open || {
                    let outcome = self.book.hop(&mut after, hop);
                    !self.bars(&after, outcome.taken)
                };
            });
            return open;
        }
        let mut open = false;
        let listed = self.book.each_turn(&self.position, &mut |_, outcomes, after| {
            open = open || !self.is_barred(outcomes, after);
        });
        // There are not so many positions to bring back as there are turns that cannot be listed.
        open || listed.is_err()
    }

    /// Every legal turn, what it does and the game after it, in the order of the rulebook.
    ///
    /// # Errors
    /// When there are more than [`MOST_TURNS`].
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

    /// How many legal single moves the side to move has, chains left aside.
    pub(crate) fn count_moves(&self) -> u64 {
        let mut barred = 0;
        if self.may_bar_turns() {
            self.book.each_hop(&self.position, |hop| {
                let mut after = self.position;
                let outcome = self.book.hop(&mut after, hop);
                barred += u64::from(self.bars(&after, outcome.taken));
            });
        }
        self.book.count_moves(&self.position) - barred
    }

    /// The kind of piece on a square, if there is one.
    pub fn piece(&self, index: usize) -> Option<Piece> {
        self.position.piece(index)
    }

    /// Whether the piece on a square is a king.
    pub fn is_king(&self, index: usize) -> bool {
        self.piece(index).is_some_and(|piece| piece.kind == PieceKind::King)
    }
}

/// Everything that the hops of a turn take.
fn taken_by<B: Bits>(outcomes: &[HopOutcome<B>]) -> B {
    outcomes.iter().fold(B::EMPTY, |set, outcome| set | outcome.taken)
}
