//! The fast search: whether the solver wins within a number of turns, repetition and the no-capture
//! limit left aside ([`super::repetition`] says when that is exact).
//!
//! Depth-bounded AND/OR search. Three arguments leave turns out, all exact:
//! - Before anything else at a node, the exact test of [`crate::game`] says whether the side to move
//!   wins at once. If it does, the node is decided; if not, no turn of this node ends the game but by
//!   a draw for want of moves, so turns are made without asking for endings.
//! - If the side that is not to move would win at once, only turns that could stop that are looked
//!   at: all others lose at once. For the solver's turns these are dead; for the other side's, won.
//! - Two turns from the end, one quiet reply refutes all turns that could not make its position one
//!   that the solver wins at once.

use std::cmp::Reverse;
use std::iter;

use crate::board::{Bits, Side};
use crate::game::{Hop, Position, Relevant, Rulebook};
use crate::rules::Stuck;

use super::transpositions::{Bounds, Transpositions};
use crate::solve::limits::{Clock, Stop};

/// Two turns that refuted lately, for each number of turns left.
type Killers = [[Option<Hop>; 2]; 128];

/// One thread's search.
pub(in crate::solve) struct Search<'a, B> {
    pub(in crate::solve) book: &'a Rulebook<B>,
    pub(in crate::solve) table: &'a Transpositions,
    pub(in crate::solve) clock: &'a Clock<'a>,
    pub(in crate::solve) solver: Side,
    pub(in crate::solve) uncounted: u64,
    killers: [Killers; 2],
    /// By side, origin and destination: how often a turn decided a node.
    history: [Vec<u32>; 2],
    pub(in crate::solve) spare: Vec<Vec<Child<B>>>,
}

/// A turn and where it leads.
pub(in crate::solve) struct Child<B> {
    /// Its first hop.
    pub hop: Hop,
    /// The position after it, the other side to move.
    pub after: Position<B>,
    taken: bool,
    score: u32,
}

impl<'a, B: Bits> Search<'a, B> {
    pub(in crate::solve) fn new(
        book: &'a Rulebook<B>,
        table: &'a Transpositions,
        clock: &'a Clock<'a>,
        solver: Side,
    ) -> Self {
        let squares = book.geometry().size().squares();
        Self {
            book,
            table,
            clock,
            solver,
            uncounted: 0,
            killers: [[[None; 2]; 128]; 2],
            history: [vec![0; squares * squares], vec![0; squares * squares]],
            spare: Vec::new(),
        }
    }

    /// Counts a visited position.
    #[inline]
    pub(in crate::solve) fn count(&mut self) -> Result<(), Stop> {
        self.uncounted += 1;
        self.report_count_if_due()
    }

    #[inline]
    pub(in crate::solve) fn report_count_if_due(&mut self) -> Result<(), Stop> {
        if self.uncounted >= Clock::STRIDE { self.report_count() } else { Ok(()) }
    }

    /// Hands the positions counted so far to the clock.
    pub(in crate::solve) fn report_count(&mut self) -> Result<(), Stop> {
        self.clock.add(std::mem::take(&mut self.uncounted))
    }

    pub(in crate::solve) fn prove(&self, position: &Position<B>, turns: u8, best: Option<Hop>) {
        self.table.prove(position.hash128(), turns, best);
    }

    /// Whether the side to move wins with this turn.
    #[inline]
    pub(in crate::solve) fn wins_now(&self, position: &Position<B>) -> Option<Hop> {
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
    pub(in crate::solve) fn answers(&self, position: &Position<B>) -> Option<Relevant<B>> {
        let other = position.with_to_move(position.to_move().other());
        if !self.book.slides_only(position) {
            return self.any_winning_turn(&other).map(|_| Relevant::all(self.book));
        }
        self.book.win_at_once(&other).map(|win| self.book.answers(&other, win))
    }

    /// Whether the solver, to move, wins within `turns` turns, which must be at least 1.
    pub(in crate::solve) fn or(&mut self, position: &Position<B>, turns: u8) -> Result<bool, Stop> {
        if turns == 1 {
            return Ok(self.wins_now(position).is_some());
        }
        self.report_count_if_due()?;
        let key = position.hash128();
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
        let answers = self.answers(position);
        let win = self.deciding_turn(position, turns, answers, best)?;
        match win {
            Some(win) => self.prove(position, turns, Some(win)),
            None => self.table.disprove(key, turns, None),
        }
        Ok(win.is_some())
    }

    /// Whether the solver wins within `turns` turns, at least 1, with the other side to move.
    pub(in crate::solve) fn and(
        &mut self,
        position: &Position<B>,
        turns: u8,
    ) -> Result<bool, Stop> {
        if turns == 1 {
            return self.and_last(position);
        }
        let key = position.hash128();
        let known = self.table.get(key);
        if let Some(answer) = known.and_then(|known| known.answer(turns)) {
            return Ok(answer);
        }
        if let Some(win) = self.wins_now(position) {
            self.table.disprove(key, Bounds::NEVER, Some(win));
            return Ok(false);
        }
        let answers = self.answers(position);
        let best = known.and_then(|known| known.best);
        let refutation = self.deciding_turn(position, turns, answers, best)?;
        match refutation {
            Some(refutation) => self.table.disprove(key, turns, Some(refutation)),
            None => self.prove(position, turns, None),
        }
        Ok(refutation.is_none())
    }

    /// A turn that decides a node for the side to move, which does not win at once: the solver's
    /// that wins within `turns` turns, at least 2, or the other side's that stops him. `answers` are
    /// the turns that can matter, if something threatens.
    fn deciding_turn(
        &mut self,
        position: &Position<B>,
        turns: u8,
        answers: Option<Relevant<B>>,
        best: Option<Hop>,
    ) -> Result<Option<Hop>, Stop> {
        let slides_only = self.book.slides_only(position);
        let early = if slides_only { self.early(position, turns, best) } else { [None; 3] };
        let relevant = answers.unwrap_or(Relevant::all(self.book));
        for hop in early.into_iter().flatten().filter(|&hop| relevant.admit(hop)) {
            self.count()?;
            let mut after = *position;
            self.book.shift(&mut after, hop);
            if self.decides(&after, turns)? {
                self.reward(position.to_move(), hop, turns);
                return Ok(Some(hop));
            }
        }
        let own = position.to_move() == self.solver;
        let mut children = if own && turns == 2 && slides_only && answers.is_none() {
            self.unrefuted(position)
        } else {
            self.children(position, answers.into_iter())
        };
        children.retain(|child| !early.contains(&Some(child.hop)));
        self.uncounted += children.len() as u64;
        let mut decided = self.known_to_decide(&mut children, own, turns);
        if decided.is_none() {
            self.score(&mut children, position.to_move(), turns);
            decided = self.first_to_decide(&mut children, turns)?;
        }
        self.spare.push(children);
        if let Some(hop) = decided {
            self.reward(position.to_move(), hop, turns);
        }
        Ok(decided)
    }

    /// The turns to look at before all are made: what decided here or hereabouts before.
    fn early(&self, position: &Position<B>, turns: u8, best: Option<Hop>) -> [Option<Hop>; 3] {
        let side = position.to_move();
        let [first, second] = self.killers[side.index()][usize::from(turns) & 127];
        // Farther from the end, the solver's threats come before what won elsewhere.
        let elsewhere = side != self.solver || turns == 2;
        let legal = |hop: &Hop| self.book.may_hop(position, *hop).is_ok();
        let fresh = |hop: &Hop| elsewhere && best != Some(*hop) && legal(hop);
        [best.filter(legal), first.filter(fresh), second.filter(fresh)]
    }

    /// Whether a turn that led here, and did not win at once, decides for the side that made it.
    fn decides(&mut self, after: &Position<B>, turns: u8) -> Result<bool, Stop> {
        let own = after.to_move() != self.solver;
        if self.draws(after) {
            return Ok(!own);
        }
        if own { self.and(after, turns - 1) } else { Ok(!self.or(after, turns)?) }
    }

    /// A turn that is known to decide from where it leads; those known not to are dropped.
    fn known_to_decide(&self, children: &mut Vec<Child<B>>, own: bool, turns: u8) -> Option<Hop> {
        if turns < 3 {
            return None;
        }
        let mut decided = None;
        children.retain(|child| {
            let known = self.table.get(child.after.hash128());
            match known.and_then(|known| known.answer(turns - u8::from(own))) {
                None => true,
                Some(wins) => {
                    if wins == own && decided.is_none() {
                        decided = Some(child.hop);
                    }
                    false
                }
            }
        });
        decided
    }

    /// The first of these turns that decides, the likeliest first.
    fn first_to_decide(
        &mut self,
        children: &mut [Child<B>],
        turns: u8,
    ) -> Result<Option<Hop>, Stop> {
        for at in 0..children.len() {
            let likeliest =
                (at..children.len()).min_by_key(|&other| Reverse(children[other].score));
            children.swap(at, likeliest.unwrap_or(at));
            if self.decides(&children[at].after, turns)? {
                return Ok(Some(children[at].hop));
            }
        }
        Ok(None)
    }

    /// [`Search::and`] with one turn left: most of the search is spent here, so replies are made one
    /// by one, those that refuted lately first.
    fn and_last(&mut self, position: &Position<B>) -> Result<bool, Stop> {
        if self.wins_now(position).is_some() {
            return Ok(false);
        }
        let threat = self.answers(position);
        if !self.book.slides_only(position) {
            let children = self.children(position, iter::empty());
            self.uncounted += children.len() as u64;
            let lost = |child: &Child<B>| {
                !self.draws(&child.after) && self.wins_now(&child.after).is_some()
            };
            let won = children.iter().all(lost);
            self.spare.push(children);
            return Ok(won);
        }
        let answers = threat.unwrap_or(Relevant::all(self.book));
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
    pub(in crate::solve) fn draws(&self, position: &Position<B>) -> bool {
        self.book.rules().stuck == Stuck::Draws && !self.book.can_move(position, position.to_move())
    }

    /// The solver's turns, two from the end, without those that one of the replies that refuted
    /// lately refutes all together.
    fn unrefuted(&mut self, position: &Position<B>) -> Vec<Child<B>> {
        let other = position.to_move().other();
        let mut beyond = [Relevant::all(self.book); 2];
        let mut count = 0;
        for reply in self.killers[other.index()][1].into_iter().flatten() {
            self.uncounted += 1;
            if let Some(relevant) = self.book.not_refuted_by(position, reply) {
                beyond[count] = relevant;
                count += 1;
            }
        }
        let beyond = &beyond[..count];
        let may_take = self.book.capturing_squares(position);
        let looked_at = beyond.iter().map(|&Relevant { landing, leaving }| Relevant {
            landing: landing | may_take,
            leaving,
        });
        let mut children = self.children(position, looked_at);
        children.retain(|child| child.taken || beyond.iter().all(|beyond| beyond.admit(child.hop)));
        children
    }

    /// The turns of the side to move that can matter to all of these questions. None of them wins at
    /// once.
    pub(in crate::solve) fn children(
        &mut self,
        position: &Position<B>,
        relevant: impl Iterator<Item = Relevant<B>> + Clone,
    ) -> Vec<Child<B>> {
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
            for relevant in relevant.clone() {
                if !relevant.leaving.contains(from) {
                    ends &= relevant.landing;
                }
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

    /// Says how likely each is to decide.
    fn score(&mut self, children: &mut [Child<B>], side: Side, turns: u8) {
        let squares = self.book.geometry().size().squares();
        let killers = self.killers[side.index()][usize::from(turns) & 127];
        let threats_first = side == self.solver && turns > 2;
        for child in children {
            let at = usize::from(child.hop.from) * squares + usize::from(child.hop.to);
            let mut score = self.history[side.index()][at].min(1 << 20);
            score += u32::from(child.taken) << 8;
            if killers.contains(&Some(child.hop)) {
                score += 1 << 21;
            }
            if threats_first {
                let again = child.after.with_to_move(side);
                score += u32::from(self.wins_now(&again).is_some()) << 22;
            }
            child.score = score;
        }
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
