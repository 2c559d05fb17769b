//! Compulsory captures: K15, where the rules have it. The ordinary games do not (K1).
//!
//! - A side that can play a turn that takes something must play such a turn. Which of them is its
//!   own choice: nothing is said about the largest capture.
//! - Whatever falls counts, a man or the king, in whichever way: between two, against a hostile
//!   square, in a row on the edge, under a jump.
//! - It holds for both sides, and it comes before everything else: a win that takes nothing, such as
//!   the king's escape, is not legal while something can be taken.
//! - A chain takes something exactly when its first hop does, so the first hop has to take. Whether
//!   the chain goes on is for the rules on chains to say (K12).
//! - A turn that takes is a legal turn, so whether a side can move at all is the same question as
//!   ever (K10). Exit fort and encirclement look at the board alone (K7, K8).

use crate::board::Bits;

use super::{Hop, Illegal, Position, Rulebook};

impl<B: Bits> Rulebook<B> {
    /// Whether the side to move has to take something.
    #[inline]
    pub(super) fn has_to_take(&self, position: &Position<B>) -> bool {
        self.rules.compulsory_capture && self.can_take(position)
    }

    /// Where the piece on a square may go with the first hop of a turn. `has_to_take` says whether
    /// its side has to take something.
    #[inline]
    pub(super) fn first_ends(&self, position: &Position<B>, from: usize, has_to_take: bool) -> B {
        match has_to_take {
            true => self.taking_ends(position, from),
            false => self.destinations(position, from),
        }
    }

    /// Whether a turn of the side to move may begin with this hop.
    // In line: every move passes here, and most rules ask nothing more of it.
    #[inline(always)]
    pub(super) fn may_begin(&self, position: &Position<B>, hop: Hop) -> Result<(), Illegal> {
        self.may_hop(position, hop)?;
        if self.rules.compulsory_capture { self.may_take_nothing(position, hop) } else { Ok(()) }
    }

    #[cold]
    // Out of line: few rules make captures compulsory.
    #[inline(never)]
    fn may_take_nothing(&self, position: &Position<B>, hop: Hop) -> Result<(), Illegal> {
        let must = self.can_take(position) && !self.takes(position, hop);
        if must { Err(Illegal::MustTake) } else { Ok(()) }
    }

    #[cold]
    // Out of line, as above.
    #[inline(never)]
    fn can_take(&self, position: &Position<B>) -> bool {
        let mut own = position.side(position.to_move).indices();
        own.any(|from| !self.taking_ends(position, from).is_empty())
    }

    /// Where the piece on a square may go so that something falls.
    pub(super) fn taking_ends(&self, position: &Position<B>, from: usize) -> B {
        let takes = |&to: &usize| self.takes(position, Hop { from: from as u16, to: to as u16 });
        let ends = self.destinations(position, from).indices().filter(takes);
        ends.fold(B::EMPTY, |set, to| set | B::single(to))
    }

    /// Whether something falls to a hop that is legal as far as the board decides.
    fn takes(&self, position: &Position<B>, hop: Hop) -> bool {
        let (from, to) = (usize::from(hop.from), usize::from(hop.to));
        let mover = position.to_move;
        let jumped = self.taken_by_jump(position, hop);
        let mut after = *position;
        after.relocate(mover, from, to);
        !(self.captures(&after, mover, to) | jumped).is_empty()
    }
}
