//! Wins in two turns: which first turns could let their side win with the second.
//!
//! [`Rulebook::could_prepare_win`] uses the arguments of [`super::win_in_one`], each with room for one
//! more move. It lets the search refute many turns with one quiet reply. Suppose that the reply is made
//! first and leaves no win at once. Then a turn that does not prepare a win cannot bring one about.

use crate::board::{Bits, Direction, NO_SQUARE, Piece, PieceKind, Side};

use crate::game::{Hop, Position, Rulebook};

use super::answers::Relevant;

impl<B: Bits> Rulebook<B> {
    /// The moves of the side to move after which it might win at once if it were to move again.
    /// Nothing if every move may be one.
    ///
    /// The side must not be able to win at once. The answer is about moves that take nothing; a move
    /// that takes something may always prepare a win. Only for positions that
    /// [`Rulebook::slides_only`].
    pub(crate) fn could_prepare_win(&self, position: &Position<B>) -> Option<Relevant<B>> {
        let king = position.king()?;
        if self.goal.contains(king) {
            return None;
        }
        match position.to_move {
            Side::Attackers => self.attackers_could_prepare_win(position, king),
            Side::Defenders => self.defenders_could_prepare_win(position, king),
        }
    }

    fn attackers_could_prepare_win(
        &self,
        position: &Position<B>,
        king: usize,
    ) -> Option<Relevant<B>> {
        let mut preparing = self.toward_capture(position, king)?;
        preparing.landing |= self.toward_smothering(position, Side::Defenders)?;
        if self.rules.encirclement {
            preparing.landing |= self.toward_ring(position, king)?;
        }
        Some(preparing)
    }

    fn defenders_could_prepare_win(
        &self,
        position: &Position<B>,
        king: usize,
    ) -> Option<Relevant<B>> {
        // A piece at the end of one of the king's lines may open it by leaving.
        let mut leaving = position.king_set() | self.seen_from(position, king);
        let mut landing = self.toward_smothering(position, Side::Attackers)?;
        if self.rules.exit_fort {
            landing |= self.toward_fort(position, king)?;
        }
        leaving &= position.side(Side::Defenders);
        Some(Relevant { landing, leaving })
    }

    /// The first piece seen each way from a square.
    fn seen_from(&self, position: &Position<B>, from: usize) -> B {
        let seen = |way| self.geometry.first_seen(from, way, position.occupied());
        Direction::ALL.into_iter().filter_map(seen).fold(B::EMPTY, |set, at| set | B::single(at))
    }

    /// The moves that could make the king's capture possible.
    ///
    /// A move closes at most one of his sides. Where one side is left, it may also clear the way of
    /// another piece to it, or go where it is seen from.
    fn toward_capture(&self, position: &Position<B>, king: usize) -> Option<Relevant<B>> {
        let mut open = [NO_SQUARE; 4];
        let mut count = 0;
        let mut pockets = B::EMPTY;
        for way in Direction::ALL {
            let side = self.geometry.step(king, way);
            if !self.side_is_closed(position, king, way) {
                open[count] = side;
                count += 1;
            }
            if side != NO_SQUARE && self.side_is_closed(position, king, way.opposite()) {
                pockets |= B::single(usize::from(side));
            }
        }
        let nothing = Relevant { landing: B::EMPTY, leaving: B::EMPTY };
        if !self.strong.contains(king) {
            let mut preparing = self.toward_squares(position, pockets);
            // An attacker may also leave one of two closed sides and come back.
            preparing.landing |= self.geometry.neighbours(king);
            preparing.leaving |= self.geometry.neighbours(king);
            return Some(preparing);
        }
        match (count, &open[..count]) {
            (0, _) => None,
            (_, sides) if sides.contains(&NO_SQUARE) => Some(nothing),
            (1, &[side]) => Some(self.toward_squares(position, B::single(usize::from(side)))),
            (2, &[one, other]) => {
                let landing = B::single(usize::from(one)) | B::single(usize::from(other));
                Some(Relevant { landing, ..nothing })
            }
            _ => Some(nothing),
        }
    }

    /// The moves after which a piece might be able to come to one of these squares.
    fn toward_squares(&self, position: &Position<B>, squares: B) -> Relevant<B> {
        let occupied = position.occupied();
        let mut preparing = Relevant { landing: B::EMPTY, leaving: B::EMPTY };
        for square in squares.without(occupied).indices() {
            preparing.leaving |= self.seen_from(position, square);
            for way in Direction::ALL {
                preparing.landing |= self.geometry.slide(square, way, occupied);
            }
        }
        preparing
    }

    /// The squares where the first of two moves could land that leave a side without a move.
    ///
    /// Each man who can step now must have one of the two beside him, and the king, if he has
    /// exits, one of the two on each of them.
    fn toward_smothering(&self, position: &Position<B>, side: Side) -> Option<B> {
        let mobile = self.steppers(position, side)?;
        let first = self.geometry.neighbours(mobile.first()?);
        let mut landing = B::EMPTY;
        for one in first.indices() {
            let rest = mobile.without(self.geometry.neighbours(one));
            let mut other = self.geometry.all();
            for man in rest.indices() {
                other &= self.geometry.neighbours(man);
                if other.is_empty() {
                    break;
                }
            }
            if !other.is_empty() {
                landing |= other | B::single(one);
            }
        }
        if side == Side::Attackers || landing.is_empty() || self.speed_limited {
            return Some(landing);
        }
        let exits = self.kings_exits(position)?;
        match exits.count() {
            0 | 1 => Some(landing),
            2 => Some(landing & exits),
            _ => Some(B::EMPTY),
        }
    }

    /// The squares where the first of two moves could land that close in every defender.
    ///
    /// While the king has two ways to the edge that share no square, both moves must land on them.
    fn toward_ring(&self, position: &Position<B>, king: usize) -> Option<B> {
        let edge = self.geometry.edge();
        if edge.contains(king) {
            return Some(B::EMPTY);
        }
        let open = self.geometry.all().without(position.side(Side::Attackers));
        let clear = |way: &Direction| self.geometry.ray(king, *way).without(open).is_empty();
        if Direction::ALL.iter().filter(|way| clear(way)).count() >= 3 {
            return Some(B::EMPTY);
        }
        let one = self.way_out(king, open, edge)?;
        let other = self.way_out(king, open.without(one), edge)?;
        Some(one | other)
    }

    /// The squares where the first of two moves could land, no king's move, that make an exit fort.
    ///
    /// If the king makes the second, the first must land on every way from his new square to an
    /// attacker that leads past no defender. If he stays, the two must land on all such ways or take
    /// the attackers at their ends: two ways are found that no single move can deal with.
    fn toward_fort(&self, position: &Position<B>, king: usize) -> Option<B> {
        let rim = self.geometry.edge().without(self.corners);
        let mut landing = B::EMPTY;
        let walls = position.side(Side::Defenders).without(position.king_set());
        for to in (self.slides(position, king) & rim).indices() {
            // An attacker whom he takes by coming there no longer ends a way.
            let safe = self.not_taken_from(position, B::single(to));
            landing |= self.way_out(to, self.geometry.all().without(walls), safe)?;
        }
        if rim.contains(king) {
            landing |= self.two_ways_to_attackers(position, king, walls)?;
        }
        Some(landing)
    }

    /// The squares where a move of the side to move could take a man: beside him, with something on
    /// his far side that may close him in, or, for a shieldwall, on the edge or before it.
    pub(crate) fn capturing_squares(&self, position: &Position<B>) -> B {
        let mover = position.to_move;
        let men = Piece::new(mover.other(), PieceKind::Taflman);
        let victims = position.side(mover.other());
        if self.rules.linnaean_capture {
            return self.geometry.grown(victims);
        }
        let outside = self.hostile_outside.iter().flatten();
        let closers = outside.fold(position.side(mover), |set, &(squares, _)| set | squares)
            | self.hostile_empty[men.index()]
            | self.hostile_with_king[men.index()];
        let against_edge = self.rules.edge_hostile_to.contains(men);
        let mut landing = B::EMPTY;
        for way in Direction::ALL {
            let back = way.opposite();
            let mut closed = self.geometry.shifted(closers, back);
            if against_edge {
                closed |=
                    self.geometry.all().without(self.geometry.shifted(self.geometry.all(), back));
            }
            landing |= self.geometry.shifted(victims & closed, back);
        }
        if self.rules.shieldwall.is_some() {
            landing |= self.geometry.grown(victims & self.geometry.edge());
        }
        landing
    }

    /// The moves of the side to move that this quiet reply of the other side may fail to refute. After
    /// every other move that takes nothing, the reply can be played and leaves no win at once. Nothing
    /// if the reply takes something, is not legal, or lets the side win.
    pub(crate) fn not_refuted_by(&self, position: &Position<B>, reply: Hop) -> Option<Relevant<B>> {
        let other = position.to_move.other();
        let turned = position.with_to_move(other);
        let to = usize::from(reply.to);
        if self.may_hop(&turned, reply).is_err() || self.goal.contains(to) {
            return None;
        }
        let mut after = turned;
        if self.shift(&mut after, reply) || self.win_at_once(&after).is_some() {
            return None;
        }
        let Relevant { mut landing, mut leaving } = self.could_prepare_win(&after)?;
        let near = self.geometry.grown(B::single(to));
        landing |= near | self.geometry.between(usize::from(reply.from), to);
        // A hostile square that is left empty may let the reply take something.
        leaving |= self.geometry.grown(near);
        let edge = self.geometry.edge();
        if self.rules.shieldwall.is_some() && near.meets(edge) {
            landing |= edge;
        }
        Some(Relevant { landing, leaving })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::testing::{Chance, scattered};
    use crate::rules::names;

    /// After a move that prepares no win, no second move wins, played out; and a reply refutes every
    /// move that is not listed as open. Counts the moves that were left out.
    fn hold<B: Bits>(text: &str, count: usize) -> [usize; 2] {
        let rules = names::resolve(text).unwrap().ruleset;
        let book = Rulebook::<B>::new(&rules).unwrap();
        let mut chance = Chance::new(0x5eed_0002);
        let mut left_out = [0; 2];
        for _ in 0..count {
            let Some(position) = scattered::<B>(&rules, &mut chance) else { continue };
            if book.win_at_once(&position).is_some() {
                continue;
            }
            let told =
                || format!("{text} {} {:?}", position.to_setup(rules.size()), position.to_move);
            let mover = position.to_move;
            let mut replies = Vec::new();
            let turned = position.with_to_move(mover.other());
            book.each_hop(&turned, |reply| replies.push(reply));
            let reply = replies.get(chance.below(replies.len().max(1))).copied();
            let falls = book.capturing_squares(&position);
            let preparing = book.could_prepare_win(&position);
            let open = reply.and_then(|reply| book.not_refuted_by(&position, reply));
            book.each_hop(&position, |hop| {
                let mut after = position;
                if book.shift(&mut after, hop) {
                    assert!(falls.contains(usize::from(hop.to)), "{hop:?}: {}", told());
                    return;
                }
                if preparing.is_some_and(|preparing| !preparing.admit(hop)) {
                    left_out[0] += 1;
                    let again = book.win_at_once(&after.with_to_move(mover));
                    assert_eq!(again, None, "{hop:?}: {}", told());
                }
                let Some(reply) = reply else { return };
                if open.is_some_and(|open| !open.admit(hop)) {
                    left_out[1] += 1;
                    assert_eq!(
                        book.may_hop(&after, reply),
                        Ok(()),
                        "{hop:?} {reply:?}: {}",
                        told()
                    );
                    book.hop(&mut after, reply);
                    let again = book.win_at_once(&after.with_to_move(mover));
                    assert_eq!(again, None, "{hop:?} {reply:?}: {}", told());
                }
            });
        }
        left_out
    }

    #[test]
    fn what_prepares_no_win_leaves_none() {
        let five = "start:/2t2/2T2/tTKTt/2T2/2t2/";
        for rules in ["brandubh", "ard-ri", "magpie", "brandubh-weak-king", "linnaeus"] {
            let left_out =
                hold::<u64>(&format!("{rules} start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"), 8000);
            assert!(left_out.iter().all(|&count| count > 500), "{rules}: {left_out:?}");
        }
        for rules in ["copenhagen", "fetlar", "tablut"] {
            hold::<u64>(&format!("{rules} {five}"), 8000);
        }
        for rules in ["copenhagen", "tablut", "sea-battle-9", "fetlar-panel", "norse-america"] {
            let left_out = hold::<u128>(rules, 5000);
            assert!(left_out.iter().all(|&count| count > 500), "{rules}: {left_out:?}");
        }
    }
}
