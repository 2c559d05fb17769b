//! Wins in one turn: exact tests on bit sets whether the side to move can win at once, and which turns
//! of the other side could stop it.
//!
//! Each test first finds a set of squares that is sure to hold every square where a winning piece
//! could land, then plays the few moves that land there. A win that is found is a win because it was
//! played out. No win is missed, for the reason that is written at each such set.

use crate::board::{Bits, Direction, NO_SQUARE, Piece, PieceKind, Side};
use crate::rules::Stuck;

use crate::game::rulebook::KING;
use crate::game::{Hop, Position, Rulebook};

const KING_PIECE: Piece = Piece::new(Side::Defenders, PieceKind::King);

impl<B: Bits> Rulebook<B> {
    /// Whether turns are single slides of men and king, freely chosen, as the tests of this file take
    /// them to be.
    #[inline]
    pub(crate) fn slides_only(&self, position: &Position<B>) -> bool {
        position.ordinary && self.single_slides
    }

    /// A turn with which the side to move wins at once, repetition left aside. Only for positions
    /// that [`Rulebook::slides_only`].
    #[inline]
    pub(crate) fn win_at_once(&self, position: &Position<B>) -> Option<Hop> {
        match position.to_move {
            Side::Attackers => self.attackers_win_at_once(position),
            Side::Defenders => self.defenders_win_at_once(position),
        }
    }

    fn attackers_win_at_once(&self, position: &Position<B>) -> Option<Hop> {
        let Some(king) = position.king() else { return self.any_win(position) };
        let mut landing = self.pockets(position, king) | self.smothers(position, Side::Defenders);
        if self.rules.encirclement {
            landing |= self.ring_gaps(position, king);
        }
        self.win_landing_on(position, landing)
    }

    fn defenders_win_at_once(&self, position: &Position<B>) -> Option<Hop> {
        let king = position.king()?;
        if self.goal.contains(king) {
            return self.any_win(position);
        }
        let reach = self.slides(position, king);
        if let Some(to) = (reach & self.goal).first() {
            return Some(Hop { from: king as u16, to: to as u16 });
        }
        let mut landing = self.smothers(position, Side::Attackers);
        if self.rules.exit_fort {
            let rim = self.geometry.edge().without(self.corners);
            let walls = position.side(Side::Defenders).without(position.king_set());
            for to in (reach & rim).indices() {
                // An attacker whom he does not take by coming there stands in his fort.
                if self.lies_open(to, walls, self.not_taken_from(position, B::single(to))) {
                    continue;
                }
                let hop = Hop { from: king as u16, to: to as u16 };
                if self.wins(position, hop) {
                    return Some(hop);
                }
            }
            if rim.contains(king) {
                landing |= self.fort_gaps(position, king);
            }
        }
        self.win_landing_on(position, landing)
    }

    /// Whether a legal hop wins at once, played out.
    fn wins(&self, position: &Position<B>, hop: Hop) -> bool {
        let mover = position.to_move;
        let mut after = *position;
        let outcome = self.hop(&mut after, hop);
        let ending = outcome.ending.or_else(|| self.stuck(&after, mover.other()));
        ending.is_some_and(|ending| ending.winner == Some(mover))
    }

    #[cold]
    fn any_win(&self, position: &Position<B>) -> Option<Hop> {
        let mut found = None;
        self.each_hop(position, |hop| {
            if found.is_none() && self.wins(position, hop) {
                found = Some(hop);
            }
        });
        found
    }

    /// A winning move that lands on one of these squares.
    #[inline]
    fn win_landing_on(&self, position: &Position<B>, landing: B) -> Option<Hop> {
        for to in landing.without(position.occupied()).indices() {
            for way in Direction::ALL {
                let Some(hop) = self.hop_along(position, to, way) else { continue };
                if self.wins(position, hop) {
                    return Some(hop);
                }
            }
        }
        None
    }

    /// The move to a square by the first piece seen from it one way, if that piece may make it.
    #[inline]
    fn hop_along(&self, position: &Position<B>, to: usize, way: Direction) -> Option<Hop> {
        let from = self.geometry.first_seen(to, way, position.occupied())?;
        if !position.side(position.to_move).contains(from) {
            return None;
        }
        let hop = Hop { from: from as u16, to: to as u16 };
        self.may_hop(position, hop).is_ok().then_some(hop)
    }

    /// The empty squares where an attacker could take the king.
    ///
    /// The attacker must come to stand next to him. Where he is taken on four sides, all others
    /// must be closed already: the mover slides along a line on which the king does not stand, so it
    /// leaves none of his other sides. Where two sides are enough, the far side must be closed already.
    #[inline]
    fn pockets(&self, position: &Position<B>, king: usize) -> B {
        let around = self.geometry.neighbours(king);
        let closed_side = |way| self.side_is_closed(position, king, way);
        let mut open = B::EMPTY;
        if self.strong.contains(king) {
            for way in Direction::ALL {
                if closed_side(way) {
                    continue;
                }
                let side = self.geometry.step(king, way);
                if side == NO_SQUARE || !open.is_empty() {
                    return B::EMPTY;
                }
                open = B::single(usize::from(side));
            }
            let open = if open.is_empty() { around } else { open };
            return open.without(position.occupied());
        }
        for way in Direction::ALL {
            let side = self.geometry.step(king, way);
            if side != NO_SQUARE && closed_side(way.opposite()) {
                open |= B::single(usize::from(side));
            }
        }
        open.without(position.occupied())
    }

    /// Whether an attacker, or what is hostile to the king, stands on this side of him.
    #[inline]
    pub(in crate::game) fn side_is_closed(
        &self,
        position: &Position<B>,
        king: usize,
        way: Direction,
    ) -> bool {
        let side = self.geometry.step(king, way);
        if side == NO_SQUARE {
            return self.rules.edge_hostile_to.contains(KING_PIECE);
        }
        position.side(Side::Attackers).contains(usize::from(side))
            || self.is_hostile_to_king(position, side)
    }

    #[inline]
    fn is_hostile_to_king(&self, position: &Position<B>, square: u16) -> bool {
        let square = usize::from(square);
        self.hostile_empty[KING].contains(square) && !position.occupied().contains(square)
    }

    /// The squares where one more attacker could close in every defender.
    ///
    /// Take one defender who has a way to the edge through squares without attackers, the king if
    /// he has one. The move must land on that way, as leaving a square only opens more, or take the
    /// defender. If the king has a second way that shares no square with the first, no move does it.
    #[inline]
    fn ring_gaps(&self, position: &Position<B>, king: usize) -> B {
        let open = self.geometry.all().without(position.side(Side::Attackers));
        let edge = self.geometry.edge();
        if edge.contains(king) {
            return B::EMPTY;
        }
        let clear = |way: &Direction| self.geometry.ray(king, *way).without(open).is_empty();
        if Direction::ALL.iter().filter(|way| clear(way)).count() >= 2 {
            return B::EMPTY;
        }
        let Some(first) = self.way_out(king, open, edge) else {
            return self.ring_gaps_without_king(position, open);
        };
        match self.way_out(king, open.without(first), edge) {
            Some(_) => B::EMPTY,
            None => first,
        }
    }

    #[cold]
    fn ring_gaps_without_king(&self, position: &Position<B>, open: B) -> B {
        let edge = self.geometry.edge();
        let outside = self.geometry.flood(edge, open) & position.side(Side::Defenders);
        let Some(defender) = outside.first() else { return self.geometry.all() };
        let takers = self.geometry.neighbours(defender);
        if edge.contains(defender) {
            return if self.rules.shieldwall.is_some() { self.geometry.all() } else { takers };
        }
        takers | self.way_out(defender, open, edge).unwrap_or(self.geometry.all())
    }

    /// The squares of a shortest way by single steps from a square to one of `ends`, through
    /// `open`; the start is not among them, the end is.
    pub(in crate::game) fn way_out(&self, start: usize, open: B, ends: B) -> Option<B> {
        let start = B::single(start);
        let open = open | start;
        let mut layers = [B::EMPTY; 64];
        layers[0] = start;
        let mut reached = start;
        let mut depth = 0;
        while !layers[depth].meets(ends) {
            let next = (self.geometry.grown(layers[depth]) & open).without(reached);
            if next.is_empty() {
                return None;
            }
            if depth + 1 == layers.len() {
                // A way so winding is not traced: any square may be on it.
                return self.geometry.flood(start, open).meets(ends).then_some(open.without(start));
            }
            reached |= next;
            depth += 1;
            layers[depth] = next;
        }
        let mut at = B::single((layers[depth] & ends).first()?);
        let mut way = B::EMPTY;
        while depth > 0 {
            way |= at;
            depth -= 1;
            at = B::single((self.geometry.grown(at) & layers[depth]).first()?);
        }
        Some(way)
    }

    /// The squares to which a move could leave a side without a move, or the attackers without men.
    ///
    /// A man that can step somewhere now can step there afterwards, unless the move lands there or
    /// takes the man; either way it lands next to him. A shieldwall also takes men on the edge from
    /// farther off, so men there are left out where the rules have it, and so are men with rights
    /// of their own. The king is never taken without that being the end.
    #[inline]
    fn smothers(&self, position: &Position<B>, side: Side) -> B {
        let all = self.geometry.all();
        if self.rules.stuck == Stuck::Draws && side == Side::Defenders {
            return B::EMPTY;
        }
        let Some(mobile) = self.steppers(position, side) else { return all };
        let mut landing = all;
        for man in mobile.indices() {
            landing &= self.geometry.neighbours(man);
            if landing.is_empty() {
                return landing;
            }
        }
        if side == Side::Defenders && !self.speed_limited {
            landing &= self.smothers_king(position);
        }
        landing
    }

    /// The men that can step somewhere and are taken or closed in only by a piece beside them.
    /// Nothing if that cannot be said of any.
    #[inline]
    pub(in crate::game) fn steppers(&self, position: &Position<B>, side: Side) -> Option<B> {
        let men = Piece::new(side, PieceKind::Taflman).index();
        if self.speed_limited && self.rules.speeds.limits()[men] == Some(0) {
            return None;
        }
        let mut own = position.side(side).without(self.insiders[men]);
        if side == Side::Defenders {
            own = own.without(position.king_set());
        }
        if self.rules.shieldwall.is_some() {
            own = own.without(self.geometry.edge());
        }
        let empty = self.stop[men].without(position.occupied());
        Some(own & self.geometry.grown(empty))
    }

    /// The squares to which a move could leave the king without a step, as far as his own exits say.
    fn smothers_king(&self, position: &Position<B>) -> B {
        let Some(exits) = self.kings_exits(position) else { return self.geometry.all() };
        match exits.count() {
            0 => self.geometry.all(),
            1 => exits,
            _ => B::EMPTY,
        }
    }

    /// The empty squares beside the king where he may stop.
    #[inline]
    pub(in crate::game) fn kings_exits(&self, position: &Position<B>) -> Option<B> {
        let king = position.king()?;
        let (_, stop) = self.rights(KING, king);
        Some(self.geometry.neighbours(king) & stop.without(position.occupied()))
    }

    /// The squares where a defender could land to make an exit fort, the king staying on the edge.
    ///
    /// No attacker may be left within the king's reach through squares without defenders. While
    /// there is one, the move must land on the way to him or take him; a shieldwall may take from
    /// farther off a man on the edge. Against two, if no single move deals with both, there is none.
    fn fort_gaps(&self, position: &Position<B>, king: usize) -> B {
        let all = self.geometry.all();
        let walls = position.side(Side::Defenders);
        let attackers = position.side(Side::Attackers);
        let Some(way) = self.way_out(king, all.without(walls), attackers) else { return all };
        if self.two_ways_to_attackers(position, king, walls).is_some() {
            return B::EMPTY;
        }
        let besiegers = way & attackers;
        if self.rules.shieldwall.is_some() && besiegers.meets(self.geometry.edge()) {
            return all;
        }
        way | self.geometry.grown(besiegers)
    }

    /// The attackers that no piece can take by landing on one of these squares.
    #[inline]
    pub(in crate::game) fn not_taken_from(&self, position: &Position<B>, squares: B) -> B {
        let mut safe = position.side(Side::Attackers).without(self.geometry.grown(squares));
        if self.rules.shieldwall.is_some() {
            safe = safe.without(self.geometry.edge());
        }
        safe
    }

    /// The squares of two ways from the king to attackers, past no defender, that no single move can
    /// close both: neither by landing on them nor by taking the attackers at their ends.
    pub(in crate::game) fn two_ways_to_attackers(
        &self,
        position: &Position<B>,
        king: usize,
        walls: B,
    ) -> Option<B> {
        let open = self.geometry.all().without(walls);
        let attackers = position.side(Side::Attackers);
        let ends = self.not_taken_from(position, B::EMPTY);
        let one = self.way_out(king, open.without(attackers.without(ends)), ends)?;
        let one_end = one & attackers;
        let around_end = self.geometry.grown(one_end);
        let ends = ends.without(self.geometry.grown(one) | self.geometry.grown(around_end));
        let open = open.without(one | around_end);
        let other = self.way_out(king, open.without(attackers.without(ends)), ends)?;
        Some(one | other)
    }

    /// Makes a legal single hop of which it is known that it does not win, and passes the turn.
    /// Returns whether it took anything.
    #[inline]
    pub(crate) fn shift(&self, position: &mut Position<B>, hop: Hop) -> bool {
        let mover = position.to_move;
        position.relocate(mover, usize::from(hop.from), usize::from(hop.to));
        let taken = self.captures(position, mover, usize::from(hop.to));
        position.to_move = mover.other();
        if taken.is_empty() {
            return false;
        }
        position.take(mover.other(), taken);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Setup;
    use crate::game::testing::{Chance, scattered};
    use crate::rules::names;

    fn played_out<B: Bits>(book: &Rulebook<B>, position: &Position<B>) -> bool {
        let mut wins = false;
        book.each_hop(position, |hop| wins |= book.wins(position, hop));
        wins
    }

    /// The tests ahead say what playing every move says, and whatever they leave out loses.
    fn hold<B: Bits>(text: &str, count: usize) -> [usize; 2] {
        let rules = names::resolve(text).unwrap().ruleset;
        let book = Rulebook::<B>::new(&rules).unwrap();
        let mut chance = Chance::new(0x5eed_0001);
        let mut seen = [0; 2];
        for _ in 0..count {
            let Some(position) = scattered::<B>(&rules, &mut chance) else { continue };
            let told =
                || format!("{text} {} {:?}", position.to_setup(rules.size()), position.to_move);
            let win = book.win_at_once(&position);
            assert_eq!(win.is_some(), played_out(&book, &position), "{}", told());
            let other = position.with_to_move(position.to_move.other());
            let Some(threat) = book.win_at_once(&other) else { continue };
            assert!(book.wins(&other, threat), "{}", told());
            if win.is_some() {
                continue;
            }
            seen[position.to_move.index()] += 1;
            let answers = book.answers(&other, threat);
            book.each_hop(&position, |hop| {
                let mut after = position;
                let ending = book.hop(&mut after, hop).ending;
                assert_eq!(ending, None, "{}", told());
                let mut shifted = position;
                book.shift(&mut shifted, hop);
                assert_eq!(shifted, after.with_to_move(other.to_move), "{}", told());
                if !answers.admit(hop) {
                    assert!(played_out(&book, &shifted), "{hop:?} stops {threat:?}: {}", told());
                }
            });
        }
        seen
    }

    #[test]
    fn tests_ahead_equal_playing_it_out() {
        let five = "start:/2t2/2T2/tTKTt/2T2/2t2/";
        let mut seen = [0; 2];
        let mut add = |found: [usize; 2]| {
            for (total, found) in seen.iter_mut().zip(found) {
                *total += found;
            }
        };
        for rules in ["brandubh", "ard-ri", "magpie", "brandubh-weak-king", "ard-ri-step"] {
            add(hold::<u64>(rules, 12_000));
        }
        for rules in ["copenhagen", "fetlar", "linnaeus", "simple", "tablut"] {
            add(hold::<u64>(&format!("{rules} {five}"), 12_000));
        }
        for rules in ["copenhagen", "tablut", "sea-battle-9", "fetlar-panel", "norse-america"] {
            add(hold::<u128>(rules, 6000));
        }
        assert!(seen.iter().all(|&count| count > 500), "threats met by either side: {seen:?}");
    }

    fn position(rules: &str, record: &str, side: Side) -> (Rulebook<u64>, Position<u64>) {
        let rules = names::resolve(rules).unwrap().ruleset;
        let setup: Setup = record.parse().unwrap();
        let rules = rules.on_board(setup.clone()).unwrap();
        (Rulebook::new(&rules).unwrap(), Position::new(&setup, side).unwrap())
    }

    #[test]
    fn a_king_with_two_ways_out_is_stopped_by_nobody() {
        // From c1 he reaches a1 and e1; nothing lands on both ways.
        let (book, defenders) = position("copenhagen", "/2K2/5/5/5/t4/", Side::Defenders);
        let threat = book.win_at_once(&defenders).unwrap();
        assert!(book.answers(&defenders, threat).landing.is_empty());
    }
}
