//! What a move takes: K3 custodial, K5 the king, K6 shieldwall, and Linnaeus' capture.

use crate::board::{Bits, Direction, NO_SQUARE, Side};

use super::rulebook::KING;
use super::{Position, Rulebook};

impl<B: Bits> Rulebook<B> {
    /// The pieces that fall to the move which has just brought a piece of `side` to `to`. They are
    /// all judged on the board as it stands, then go together.
    // In line: most moves stop beside no enemy, and are done after one test.
    #[inline(always)]
    pub(super) fn captures(&self, position: &Position<B>, side: Side, to: usize) -> B {
        let near = self.geometry.neighbours(to) & position.side(side.other());
        if near.is_empty() || !self.strikes(position, to) {
            return B::EMPTY;
        }
        self.captures_near(position, side, to, near)
    }

    /// The same where enemies stand next to the piece; nothing falls without.
    // Out of line, so that the test before it stays small.
    #[inline(never)]
    fn captures_near(&self, position: &Position<B>, side: Side, to: usize, near: B) -> B {
        let mut taken = self.custodial(position, side, to, near);
        if side == Side::Attackers
            && let Some(king) = position.king().filter(|&king| near.contains(king))
            && self.takes_king(position, to, king)
        {
            taken |= B::single(king);
        }
        if self.wall_closers.contains(to) && near.meets(self.geometry.edge()) {
            taken |= self.shieldwalls(position, side, to);
        }
        taken
    }

    /// Whether the piece that moved can take by moving.
    #[inline]
    pub(super) fn strikes(&self, position: &Position<B>, to: usize) -> bool {
        if to == usize::from(position.king) {
            self.king_strikes
        } else {
            position.ordinary || !position.guards().contains(to)
        }
    }

    /// Pieces but the king next to a square that fall between the piece there and what stands behind
    /// them (K3).
    #[inline]
    fn custodial(&self, position: &Position<B>, side: Side, to: usize, near: B) -> B {
        let victims = near.without(position.guards() | position.king_set());
        let mut taken = B::EMPTY;
        for beside in victims.indices() {
            let far = self.geometry.beyond(to, beside);
            let victim = self.type_of(position, side.other(), beside);
            if self.is_held(position, side, far, victim) {
                taken |= B::single(beside);
            }
        }
        if self.odd_captures { taken | self.odd(position, side, to, victims) } else { taken }
    }

    /// Whether a piece of this type can be taken against a square, wherever it stands beside it (K3, K4):
    /// by a piece of the other side there, or as the square is hostile.
    // In line: asked for every enemy beside the mover.
    #[inline(always)]
    fn is_held(&self, position: &Position<B>, side: Side, square: u16, victim: usize) -> bool {
        if square == NO_SQUARE {
            return self.edge_hostile[victim];
        }
        let at = usize::from(square);
        let partner = position.side(side).contains(at)
            && (self.king_holds || square != position.king)
            && (position.ordinary || !position.guards().contains(at));
        partner || (self.hostile[victim].contains(at) && self.is_hostile_now(position, at, victim))
    }

    /// Whether a square that may be hostile to a piece is.
    #[cold]
    fn is_hostile_now(&self, position: &Position<B>, at: usize, victim: usize) -> bool {
        let empty = !position.occupied().contains(at);
        let has_king = position.king() == Some(at);
        empty && self.hostile_empty[victim].contains(at)
            || has_king && self.hostile_with_king[victim].contains(at)
    }

    /// Captures that few rules know: against squares that are hostile to pieces outside, whatever
    /// stands on them, and Linnaeus' own.
    // Out of line: few rules have such captures.
    #[inline(never)]
    fn odd(&self, position: &Position<B>, side: Side, to: usize, victims: B) -> B {
        let falls = |&beside: &usize| {
            let far = self.geometry.beyond(to, beside);
            let victim = self.type_of(position, side.other(), beside);
            self.outsider_held(far, beside, victim)
        };
        let fallen = victims.indices().filter(falls);
        let taken = fallen.fold(B::EMPTY, |taken, beside| taken | B::single(beside));
        if !self.rules.linnaean_capture || side == Side::Defenders {
            return taken;
        }
        taken | self.fallen_beside_throne(position, to, victims)
    }

    /// Whether a piece that stands beside a square can be taken against it, whatever stands there.
    fn outsider_held(&self, square: u16, beside: usize, victim: usize) -> bool {
        square != NO_SQUARE && self.hostile_to_outsider(usize::from(square), beside, victim)
    }

    /// Linnaeus' capture: a defender between the mover and the king on his throne falls when
    /// attackers hold the king's other three sides.
    fn fallen_beside_throne(&self, position: &Position<B>, to: usize, victims: B) -> B {
        let Some(king) = position.king().filter(|&king| self.throne.contains(king)) else {
            return B::EMPTY;
        };
        let in_line = |&beside: &usize| usize::from(self.geometry.beyond(to, beside)) == king;
        let Some(victim) = victims.indices().find(in_line).map(B::single) else {
            return B::EMPTY;
        };
        let others = self.geometry.neighbours(king).without(victim);
        let attackers = self.partners(position, Side::Attackers);
        let held = others.count() == 3 && others.without(attackers).is_empty();
        if held { victim } else { B::EMPTY }
    }

    /// Whether the attacker that came to `to`, next to the king, takes him (K5).
    // Out of line: few moves stop beside the king.
    #[inline(never)]
    fn takes_king(&self, position: &Position<B>, to: usize, king: usize) -> bool {
        let far = self.geometry.beyond(to, king);
        let is_closed = |square| {
            self.is_held(position, Side::Attackers, square, KING)
                || (self.has_outsiders && self.outsider_held(square, king, KING))
        };
        let surrounded = if self.strong.contains(king) {
            Direction::ALL.iter().all(|&way| is_closed(self.geometry.step(king, way)))
        } else {
            is_closed(far)
        };
        surrounded || self.commander_takes_king(position, to, king, far)
    }

    /// Whether a commander or knight came to `to` and takes the king with another one, or against a
    /// corner that no defender holds; the throne neither helps nor is he taken there.
    fn commander_takes_king(
        &self,
        position: &Position<B>,
        to: usize,
        king: usize,
        far: u16,
    ) -> bool {
        if position.ordinary || !self.rules.commanders_take_king || far == NO_SQUARE {
            return false;
        }
        let far = usize::from(far);
        if [to, king, far].into_iter().any(|square| self.throne.contains(square)) {
            return false;
        }
        let takers = (position.commanders() | position.knights()) & position.side(Side::Attackers);
        let corner = self.corners.contains(far) && !position.side(Side::Defenders).contains(far);
        takers.contains(to) && (takers.contains(far) || corner)
    }

    /// The pieces of a side that hold an enemy.
    fn partners(&self, position: &Position<B>, side: Side) -> B {
        let mut partners = position.side(side).without(position.guards());
        if !self.king_holds {
            partners = partners.without(position.king_set());
        }
        partners
    }

    /// Every row on the edge that the move closes (K6).
    // Out of line: few moves stop on the edge.
    #[inline(never)]
    fn shieldwalls(&self, position: &Position<B>, side: Side, to: usize) -> B {
        let flank_only = self.rules.shieldwall.is_none_or(|wall| wall.flank_only);
        let closers = self.partners(position, side) | B::single(to);
        let mut taken = B::EMPTY;
        for inward in Direction::ALL {
            let outward = inward.opposite();
            if self.geometry.step(to, outward) == NO_SQUARE {
                for along in sideways(inward) {
                    taken |=
                        self.row(position, side, closers, self.geometry.step(to, along), inward);
                }
            } else if !flank_only {
                let edge = self.geometry.step(to, outward);
                if self.geometry.step(usize::from(edge), outward) == NO_SQUARE {
                    taken |= self.row(position, side, closers, edge, inward);
                }
            }
        }
        taken
    }

    /// What falls of the row of enemies on an edge that a square belongs to, if it falls.
    fn row(
        &self,
        position: &Position<B>,
        side: Side,
        closers: B,
        member: u16,
        inward: Direction,
    ) -> B {
        let enemies = position.side(side.other());
        let on_edge = |square: u16| {
            square != NO_SQUARE
                && self.geometry.step(usize::from(square), inward.opposite()) == NO_SQUARE
        };
        if !on_edge(member)
            || !enemies.contains(usize::from(member))
            || !closers.contains(usize::from(self.geometry.step(usize::from(member), inward)))
        {
            return B::EMPTY;
        }
        let mut row = B::single(usize::from(member));
        for along in sideways(inward) {
            let mut at = self.geometry.step(usize::from(member), along);
            while at != NO_SQUARE && enemies.contains(usize::from(at)) {
                row |= B::single(usize::from(at));
                at = self.geometry.step(usize::from(at), along);
            }
            if !self.closes_row(position, closers, at) {
                return B::EMPTY;
            }
        }
        let fronts = self.geometry.shifted(row, inward);
        let falls = row.count() >= 2 && fronts.without(closers).is_empty();
        if falls { row.without(position.king_set() | position.guards()) } else { B::EMPTY }
    }

    fn closes_row(&self, position: &Position<B>, closers: B, end: u16) -> bool {
        if end == NO_SQUARE {
            return false;
        }
        let end = usize::from(end);
        let corner = self.rules.shieldwall.is_some_and(|wall| wall.corners_close)
            && self.corners.contains(end)
            && !position.occupied().contains(end);
        closers.contains(end) || corner
    }
}

const fn sideways(inward: Direction) -> [Direction; 2] {
    match inward {
        Direction::North | Direction::South => [Direction::East, Direction::West],
        Direction::East | Direction::West => [Direction::North, Direction::South],
    }
}
