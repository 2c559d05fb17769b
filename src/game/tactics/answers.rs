//! Answers to a threat: which turns could stop the other side from winning at once.

use crate::board::{Bits, Side};
use crate::game::{Hop, Position, Rulebook};

/// The moves that can matter for a question about what comes after them. The answer for all others is
/// known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Relevant<B> {
    /// A move matters when it lands here.
    pub landing: B,
    /// A move matters when it moves a piece from here.
    pub leaving: B,
}

impl<B: Bits> Relevant<B> {
    /// Every move.
    pub(crate) fn all(book: &Rulebook<B>) -> Self {
        Self { landing: book.geometry.all(), leaving: book.geometry.all() }
    }

    /// Whether a move matters.
    #[inline]
    pub(crate) fn admit(&self, hop: Hop) -> bool {
        self.landing.contains(usize::from(hop.to)) || self.leaving.contains(usize::from(hop.from))
    }
}

impl<B: Bits> Rulebook<B> {
    /// A set that holds every reply that could stop a win at once. `position` has the winning side to move
    /// and `win` is its winning move; the replies are the other side's, as if it were to move instead.
    /// The caller must look at replies that end the game, and at rules under which a reply can draw.
    ///
    /// - A king who can escape is stopped only by a piece that lands on his way, or by his capture, which
    ///   ends the game. Where he has several ways, the piece must land on all of them.
    /// - A capture of the king is stopped by moving him, by landing on the way of the capturing
    ///   piece or next to the king, or by taking that piece or one that holds another of his sides:
    ///   the taker lands next to it, or it is a shieldwall, and then the man taken is on the edge.
    ///
    /// Against other wins, every reply may matter.
    pub(crate) fn answers(&self, position: &Position<B>, win: Hop) -> Relevant<B> {
        let Some(king) = position.king() else { return Relevant::all(self) };
        match position.to_move {
            Side::Defenders if usize::from(win.from) == king && !self.goal.contains(king) => {
                self.answers_to_escape(position, king)
            }
            Side::Attackers if self.geometry.neighbours(king).contains(usize::from(win.to)) => {
                self.answers_to_capture(position, king, win)
            }
            _ => Relevant::all(self),
        }
    }

    fn answers_to_escape(&self, position: &Position<B>, king: usize) -> Relevant<B> {
        let mut landing = self.geometry.all();
        let goals = self.slides(position, king) & self.goal;
        for goal in goals.indices() {
            if self.geometry.lines(king).contains(goal) {
                landing &= self.geometry.between(king, goal) | B::single(goal);
            }
        }
        if goals.is_empty() {
            return Relevant::all(self);
        }
        Relevant { landing, leaving: B::EMPTY }
    }

    fn answers_to_capture(&self, position: &Position<B>, king: usize, win: Hop) -> Relevant<B> {
        let (from, to) = (usize::from(win.from), usize::from(win.to));
        let mut after = *position;
        if self.hop(&mut after, win).ending.is_none() || after.king().is_some() {
            return Relevant::all(self);
        }
        let around = self.geometry.neighbours(king);
        let takers = B::single(from) | (around & position.side(Side::Attackers));
        let path = match self.geometry.lines(from).contains(to) {
            true => self.geometry.between(from, to),
            false => self.geometry.all(),
        };
        let beside = takers.indices().fold(B::EMPTY, |set, at| set | self.geometry.neighbours(at));
        let mut landing = path | B::single(to) | around | beside;
        if let Some(wall) = self.rules.shieldwall
            && takers.meets(self.geometry.edge())
        {
            landing |= self.geometry.edge();
            if !wall.flank_only {
                landing |= self.geometry.grown(self.geometry.edge());
            }
        }
        Relevant { landing, leaving: B::single(king) }
    }
}
