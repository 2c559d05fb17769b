//! Turns: hops and chains of them, and what each does to a position.

use thiserror::Error;

use crate::board::{Bits, Side};
use crate::rules::{Jump, Stuck};

use super::ending::{By, Ending};
use super::{Hop, Illegal, Position, Rulebook};

/// What a hop did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HopOutcome<B> {
    /// The squares of the pieces that fell, the king's among them if he was taken.
    pub taken: B,
    /// How the game stands if the hop ended it.
    pub ending: Option<Ending>,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("hop {} of the turn: {why}", .hop + 1)]
pub struct PlayError {
    /// Which hop of the turn is at fault, from 0.
    pub hop: usize,
    /// What is wrong with it.
    pub why: Illegal,
}

/// The most turns of one position that are listed. Without chains no position comes near it; the
/// number of chains can double with every man who can be taken.
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

/// What is known of the attackers' ring around the defenders (K8). Defenders who slide stay on their
/// side of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ring {
    /// It is open: some defender can reach the edge.
    Open,
    /// Nothing, as always after a capture and where pieces jump.
    Unknown,
}

impl<B: Bits> Rulebook<B> {
    /// Makes a hop that is known to be legal. The side to move stays: a chain may go on.
    #[inline]
    pub(crate) fn hop(&self, position: &mut Position<B>, hop: Hop) -> HopOutcome<B> {
        self.hop_within(position, hop, &mut Ring::Unknown)
    }

    /// The same, going by what is known of the attackers' ring, and keeping that up to date.
    // In line: the search and the replay spend most of their time in hops.
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
        self.finish_hop(position, usize::from(hop.to), jumped, ring)
    }

    /// The same for a slide of a man or the king.
    // In line, as above.
    #[inline(always)]
    pub(super) fn slide_within(
        &self,
        position: &mut Position<B>,
        hop: Hop,
        ring: &mut Ring,
    ) -> HopOutcome<B> {
        position.relocate(position.to_move, usize::from(hop.from), usize::from(hop.to));
        self.finish_hop(position, usize::from(hop.to), B::EMPTY, ring)
    }

    /// Finishes a hop to a square: takes what falls, and finds out whether the game is over.
    // In line, as above.
    #[inline(always)]
    fn finish_hop(
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
            // With attackers gone, a defender who could reach the edge still can.
            if mover == Side::Attackers {
                *ring = Ring::Unknown;
            }
        }
        let encircled = mover == Side::Attackers
            && self.rules.encirclement
            && self.closes_ring(position, to, ring);
        HopOutcome { taken, ending: self.verdict_given(position, mover, encircled) }
    }

    /// What is known of the ring in a position.
    // Out of line: rare, and a flood fill is large.
    #[inline(never)]
    pub(super) fn ring(&self, position: &Position<B>) -> Ring {
        if self.is_encircled(position) { Ring::Unknown } else { Ring::Open }
    }

    /// Whether an attacker who came to a square encircles the defenders. If the ring was open, he closes
    /// it only if he cuts something off.
    // In line: nearly always answered by one look at the squares around.
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
    // In line: asked after every turn, and nearly always answered by the first piece.
    #[inline(always)]
    pub(crate) fn stuck(&self, position: &Position<B>, to_move: Side) -> Option<Ending> {
        if self.can_move(position, to_move) {
            return None;
        }
        Some(self.cannot_move(to_move))
    }

    /// How the game stands where a side is to move and cannot.
    pub(super) const fn cannot_move(&self, to_move: Side) -> Ending {
        let winner = match self.rules.stuck {
            Stuck::Loses => Some(to_move.other()),
            Stuck::Draws => None,
        };
        Ending { winner, by: By::NoMoves }
    }

    /// Plays the hops of a turn on a position, the mover still to move afterwards.
    pub(super) fn turn(
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
