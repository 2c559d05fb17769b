//! The fast search: whether the solver wins within a number of turns, repetition and the no-capture
//! limit left aside ([`super::careful`] says when that is exact).
//!
//! Depth-bounded AND/OR search. Two arguments leave turns out, both exact:
//! - Before anything else at a node, the exact test of [`crate::game`] says whether the side to move
//!   wins at once. If it does, the node is decided; if not, no turn of this node ends the game but by
//!   a draw for want of moves, so turns are made without asking for endings.
//! - If the side that is not to move would win at once, only turns that could stop that are looked
//!   at: all others lose at once. For the solver's turns these are dead; for the other side's, won.

use crate::board::{Bits, Side};
use crate::game::{Answers, Hop, Position, Rulebook};
use crate::rules::Stuck;

use super::limits::{Clock, Stop};
use super::table::{Bounds, Table};

/// Mixed into the keys of a search that only looks at the solver's threats: what it fails to prove
/// is no disproof.
const FORCING: u128 = 0x9d39_247e_3377_6d41_2af7_3980_05aa_a5c7;

/// Two turns that refuted lately, for each number of turns left.
type Killers = [[Option<Hop>; 2]; 128];

/// One thread's search.
pub(super) struct Search<'a, B> {
    pub(super) book: &'a Rulebook<B>,
    pub(super) table: &'a Table,
    pub(super) clock: &'a Clock<'a>,
    pub(super) solver: Side,
    /// Whether only turns that threaten to win at once are looked at. Wins are then true all the
    /// same, and failures say nothing.
    pub(super) forcing: bool,
    uncounted: u64,
    killers: [Killers; 2],
    /// By side, origin and destination: how often a turn decided a node.
    history: [Vec<u32>; 2],
    spare: Vec<Vec<Child<B>>>,
}

/// A turn and where it leads.
pub(super) struct Child<B> {
    /// Its first hop.
    pub hop: Hop,
    /// The position after it, the other side to move.
    pub after: Position<B>,
    taken: bool,
    score: u32,
}

impl<'a, B: Bits> Search<'a, B> {
    pub(super) fn new(
        book: &'a Rulebook<B>,
        table: &'a Table,
        clock: &'a Clock<'a>,
        solver: Side,
    ) -> Self {
        let squares = book.geometry().size().squares();
        Self {
            book,
            table,
            clock,
            solver,
            forcing: false,
            uncounted: 0,
            killers: [[[None; 2]; 128]; 2],
            history: [vec![0; squares * squares], vec![0; squares * squares]],
            spare: Vec::new(),
        }
    }

    /// Counts a visited position.
    #[inline]
    pub(super) fn count(&mut self) -> Result<(), Stop> {
        self.uncounted += 1;
        if self.uncounted >= Clock::STRIDE { self.settle() } else { Ok(()) }
    }

    /// Hands the positions counted so far to the clock.
    pub(super) fn settle(&mut self) -> Result<(), Stop> {
        self.clock.add(std::mem::take(&mut self.uncounted))
    }

    fn key(&self, position: &Position<B>) -> u128 {
        let key = position.hash128();
        if self.forcing { key ^ FORCING } else { key }
    }

    fn prove(&self, position: &Position<B>, turns: u8, best: Option<Hop>) {
        let key = position.hash128();
        self.table.prove(key, turns, best);
        if self.forcing {
            self.table.prove(key ^ FORCING, turns, best);
        }
    }

    /// Whether the side to move wins with this turn.
    #[inline]
    pub(super) fn wins_now(&self, position: &Position<B>) -> Option<Hop> {
        if self.book.slides_only(position) {
            self.book.win_at_once(position)
        } else {
            self.any_winning_turn(position)
        }
    }

    /// The same, by playing out every turn: for chains, jumps and special pieces.
    fn any_winning_turn(&self, position: &Position<B>) -> Option<Hop> {
        let mover = position.to_move();
        let mut found = None;
        let listed = self.book.each_turn(position, &mut |hops, outcomes, after| {
            if found.is_some() {
                return;
            }
            let ending = outcomes.last().and_then(|outcome| outcome.ending);
            let ending = ending.or_else(|| self.book.stuck(after, mover.other()));
            if ending.is_some_and(|ending| ending.winner == Some(mover)) {
                found = hops.first().copied();
            }
        });
        if let (Err(error), None) = (listed, found) {
            self.clock.crowd(error);
        }
        found
    }

    /// The turns that can matter if the other side, were it to move, would win at once.
    fn answers(&self, position: &Position<B>) -> Option<Answers<B>> {
        let other = position.with_to_move(position.to_move().other());
        if !self.book.slides_only(position) {
            return self.any_winning_turn(&other).map(|_| Answers::all(self.book));
        }
        self.book.win_at_once(&other).map(|win| self.book.answers(&other, win))
    }

    /// Whether the solver, to move, wins within `turns` turns, which must be at least 1.
    pub(super) fn or(&mut self, position: &Position<B>, turns: u8) -> Result<bool, Stop> {
        if turns == 1 {
            return Ok(self.wins_now(position).is_some());
        }
        if self.uncounted >= Clock::STRIDE {
            self.settle()?;
        }
        let key = self.key(position);
        let known = self.table.get(key);
        if let Some(answer) = known.and_then(|known| known.answer(turns)) {
            return Ok(answer);
        }
        if let Some(win) = self.wins_now(position) {
            self.prove(position, 1, Some(win));
            return Ok(true);
        }
        if turns > 2 && self.or(position, turns - 1)? {
            return Ok(true);
        }
        let best = self.table.get(key).and_then(|known| known.best);
        let answers = self.answers(position).unwrap_or(Answers::all(self.book));
        let mut children = self.children(position, &answers);
        self.order(&mut children, position.to_move(), turns, best);
        let mut answer = Ok(false);
        for child in &children {
            match self.and(&child.after, turns - 1) {
                Ok(false) => {}
                Ok(true) => {
                    self.reward(position.to_move(), child.hop, turns);
                    self.prove(position, turns, Some(child.hop));
                    answer = Ok(true);
                    break;
                }
                Err(stop) => {
                    answer = Err(stop);
                    break;
                }
            }
        }
        if answer == Ok(false) {
            self.table.disprove(key, turns, None);
        }
        self.spare.push(children);
        answer
    }

    /// Whether the solver wins within `turns` turns, at least 1, with the other side to move.
    pub(super) fn and(&mut self, position: &Position<B>, turns: u8) -> Result<bool, Stop> {
        if turns == 1 {
            return self.and_last(position);
        }
        let key = self.key(position);
        let known = self.table.get(key);
        if let Some(answer) = known.and_then(|known| known.answer(turns)) {
            return Ok(answer);
        }
        if let Some(win) = self.wins_now(position) {
            self.table.disprove(key, Bounds::NEVER, Some(win));
            return Ok(false);
        }
        let answers = match self.answers(position) {
            Some(answers) => answers,
            None if self.forcing => return Ok(false),
            None => Answers::all(self.book),
        };
        let mut children = self.children(position, &answers);
        self.order(&mut children, position.to_move(), turns, known.and_then(|known| known.best));
        let mut answer = Ok(true);
        for child in &children {
            match self.reply(child, turns) {
                Ok(true) => {}
                Ok(false) => {
                    self.reward(position.to_move(), child.hop, turns);
                    self.table.disprove(key, turns, Some(child.hop));
                    answer = Ok(false);
                    break;
                }
                Err(stop) => {
                    answer = Err(stop);
                    break;
                }
            }
        }
        if answer == Ok(true) {
            self.prove(position, turns, None);
        }
        self.spare.push(children);
        answer
    }

    /// Whether the solver still wins after a reply that did not win.
    #[inline]
    fn reply(&mut self, child: &Child<B>, turns: u8) -> Result<bool, Stop> {
        if self.draws(&child.after) {
            return Ok(false);
        }
        self.or(&child.after, turns)
    }

    /// [`Search::and`] with one turn left: most of the search is spent here, so replies are made one
    /// by one, those that refuted lately first.
    fn and_last(&mut self, position: &Position<B>) -> Result<bool, Stop> {
        if self.wins_now(position).is_some() {
            return Ok(false);
        }
        let threat = self.answers(position);
        if self.forcing && threat.is_none() {
            return Ok(false);
        }
        if !self.book.slides_only(position) {
            let children = self.children(position, &Answers::all(self.book));
            self.uncounted += children.len() as u64;
            let lost = |child: &Child<B>| {
                !self.draws(&child.after) && self.wins_now(&child.after).is_some()
            };
            let won = children.iter().all(lost);
            self.spare.push(children);
            return Ok(won);
        }
        let answers = threat.unwrap_or(Answers::all(self.book));
        let side = position.to_move();
        for killer in self.killers[side.index()][1].into_iter().flatten() {
            if answers.admit(killer)
                && self.book.may_hop(position, killer).is_ok()
                && self.refutes(position, killer)?
            {
                return Ok(false);
            }
        }
        for from in position.side(side).indices() {
            let mut ends = self.book.destinations(position, from);
            if !answers.leaving.contains(from) {
                ends &= answers.landing;
            }
            for to in ends.indices() {
                let hop = Hop { from: from as u16, to: to as u16 };
                if self.refutes(position, hop)? {
                    self.reward(side, hop, 1);
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether after this reply the solver does not win at once.
    #[inline]
    fn refutes(&mut self, position: &Position<B>, hop: Hop) -> Result<bool, Stop> {
        self.count()?;
        let mut after = *position;
        self.book.shift(&mut after, hop);
        Ok(self.draws(&after) || self.book.win_at_once(&after).is_none())
    }

    /// Whether the game is drawn because the side to move cannot.
    #[inline]
    fn draws(&self, position: &Position<B>) -> bool {
        self.book.rules().stuck == Stuck::Draws && !self.book.can_move(position, position.to_move())
    }

    /// The turns of the side to move that can matter. None of them wins at once.
    fn children(&mut self, position: &Position<B>, answers: &Answers<B>) -> Vec<Child<B>> {
        let mut children = self.spare.pop().unwrap_or_default();
        children.clear();
        let mover = position.to_move();
        if !self.book.slides_only(position) {
            let listed = self.book.each_turn(position, &mut |hops, outcomes, after| {
                let taken = outcomes.iter().any(|outcome| !outcome.taken.is_empty());
                let after = after.with_to_move(mover.other());
                children.extend(hops.first().map(|&hop| Child { hop, after, taken, score: 0 }));
            });
            if let Err(error) = listed {
                self.clock.crowd(error);
            }
            return children;
        }
        for from in position.side(mover).indices() {
            let mut ends = self.book.destinations(position, from);
            if !answers.leaving.contains(from) {
                ends &= answers.landing;
            }
            for to in ends.indices() {
                let hop = Hop { from: from as u16, to: to as u16 };
                let mut after = *position;
                let taken = self.book.shift(&mut after, hop);
                children.push(Child { hop, after, taken, score: 0 });
            }
        }
        children
    }

    /// Puts first what is most likely to decide, and counts the positions.
    fn order(&mut self, children: &mut Vec<Child<B>>, side: Side, turns: u8, best: Option<Hop>) {
        let squares = self.book.geometry().size().squares();
        let killers = self.killers[side.index()][usize::from(turns) & 127];
        self.uncounted += children.len() as u64;
        let own = side == self.solver;
        if own {
            // A turn after which the game is drawn is never a win.
            children.retain(|child| !self.draws(&child.after));
        }
        for child in children.iter_mut() {
            let at = usize::from(child.hop.from) * squares + usize::from(child.hop.to);
            let mut score = self.history[side.index()][at].min(1 << 20);
            score += u32::from(child.taken) << 8;
            if killers.contains(&Some(child.hop)) {
                score += 1 << 21;
            }
            if own && turns > 2 {
                let again = child.after.with_to_move(side);
                score += u32::from(self.wins_now(&again).is_some()) << 22;
            }
            if best == Some(child.hop) {
                score += 1 << 23;
            }
            child.score = score;
        }
        children.sort_by_key(|child| std::cmp::Reverse(child.score));
    }

    /// Remembers a turn that decided a node.
    fn reward(&mut self, side: Side, hop: Hop, turns: u8) {
        let squares = self.book.geometry().size().squares();
        let at = usize::from(hop.from) * squares + usize::from(hop.to);
        let history = &mut self.history[side.index()][at];
        *history = history.saturating_add(u32::from(turns) * u32::from(turns));
        let killers = &mut self.killers[side.index()][usize::from(turns) & 127];
        if killers[0] != Some(hop) {
            killers[1] = killers[0];
            killers[0] = Some(hop);
        }
    }
}
