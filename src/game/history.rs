//! The positions that a game has seen since the last capture.

use super::{Hop, Position};
use crate::board::{Bits, Side};

/// How often each position has occurred.
///
/// Positions are compared whole; the hash only finds them. A position can come again only after both
/// sides have just gone back, so most positions are never looked up, and only the moves that lead to
/// them are stored. Clearing costs nothing, so that one history serves many games.
#[derive(Clone, Debug)]
pub(crate) struct History<B> {
    seen: Vec<(Position<B>, u32)>,
    slots: Vec<Slot>,
    generation: u32,
    /// The number of the position that was added last.
    last: usize,
    /// The moves since, each to a position that is new.
    since: Vec<Hop>,
    /// By side: the squares that its pieces have left or come to.
    touched: [B; 2],
    /// Whether the last move went from one of them to another.
    went_back: bool,
    /// Whether the first position has no slot yet.
    waits: bool,
    /// Whether turns may be taken back: what a capture clears is then set aside.
    keeps: bool,
    aside: Vec<Past<B>>,
}

/// What was seen before a capture.
#[derive(Clone, Debug)]
struct Past<B> {
    seen: Vec<(Position<B>, u32)>,
    slots: Vec<Slot>,
    generation: u32,
    last: usize,
    since: Vec<Hop>,
    waits: bool,
}

/// The state before a turn, as far as the history cannot work it out when the turn is taken back.
#[derive(Clone, Copy, Debug)]
pub(super) struct HistoryCheckpoint<B> {
    touched: [B; 2],
    went_back: bool,
    aside: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    generation: u32,
    at: u32,
}

impl<B: Bits> Default for History<B> {
    fn default() -> Self {
        Self {
            seen: Vec::new(),
            slots: empty_slots(),
            generation: 1,
            last: 0,
            since: Vec::new(),
            touched: [B::EMPTY; 2],
            went_back: false,
            waits: false,
            keeps: false,
            aside: Vec::new(),
        }
    }
}

fn empty_slots() -> Vec<Slot> {
    vec![Slot::default(); 64]
}

impl<B: Bits> History<B> {
    /// Forgets everything: after a capture no earlier position can come again.
    pub(super) fn clear(&mut self) {
        if self.keeps && !self.seen.is_empty() {
            self.set_aside();
        }
        self.seen.clear();
        self.since.clear();
        self.touched = [B::EMPTY; 2];
        self.went_back = false;
        self.waits = false;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.fill(Slot::default());
            self.generation = 1;
        }
    }

    /// Adds the position after a turn and returns how often it has now occurred. `quiet` is the hop of
    /// a turn that is one hop and takes nothing; other turns have none.
    // In line: for nearly every turn this is two tests and a push.
    #[inline(always)]
    pub(super) fn add_turn(&mut self, position: &Position<B>, quiet: Option<Hop>) -> u32 {
        if self.seen.is_empty() {
            self.begin(position);
            return 1;
        }
        match quiet {
            Some(hop) if !self.may_come_again(position.to_move.other(), hop) => {
                self.since.push(hop);
                1
            }
            Some(_) => self.add(position),
            None => self.add_any(position),
        }
    }

    /// Starts again with a first position.
    pub(super) fn begin(&mut self, position: &Position<B>) {
        self.clear();
        self.seen.push((*position, 1));
        self.last = 0;
        self.waits = true;
    }

    /// Whether a quiet move can lead to an earlier position. It can only if both sides have just moved
    /// from a square that they had touched before to another such square.
    // In line: part of the above.
    #[inline(always)]
    fn may_come_again(&mut self, mover: Side, hop: Hop) -> bool {
        let touched = &mut self.touched[mover.index()];
        let (from, to) = (usize::from(hop.from), usize::from(hop.to));
        let goes_back = touched.contains(from) & touched.contains(to);
        touched.insert(from);
        touched.insert(to);
        goes_back & std::mem::replace(&mut self.went_back, goes_back)
    }

    /// Whether a quiet move of the side to move can bring the pieces back as they stood before. This is
    /// the test of [`History::may_come_again`]. It holds whichever side was to move then: neither side
    /// can undo one move of its own by one other.
    #[inline]
    pub(super) fn could_bring_back(&self, mover: Side, hop: Hop) -> bool {
        let touched = self.touched[mover.index()];
        self.went_back
            && touched.contains(usize::from(hop.from))
            && touched.contains(usize::from(hop.to))
    }

    /// Whether any move could do so, after the one that was added last.
    pub(super) const fn anything_could_come_back(&self) -> bool {
        self.went_back
    }

    /// Adds a position that no known hop led to. From now on every position may have been there.
    #[cold]
    pub(super) fn add_any(&mut self, position: &Position<B>) -> u32 {
        self.touched = [!B::EMPTY; 2];
        self.went_back = true;
        self.add(position)
    }

    /// Says whether turns may be taken back from now on.
    pub(super) fn keep(&mut self, keeps: bool) {
        self.keeps = keeps;
        self.aside.clear();
    }

    /// The same history, whose turns so far cannot be taken back and whose later ones are not kept.
    pub(super) fn without_past(&self) -> Self {
        Self {
            seen: self.seen.clone(),
            slots: self.slots.clone(),
            since: self.since.clone(),
            aside: Vec::new(),
            keeps: false,
            ..*self
        }
    }

    #[cold]
    fn set_aside(&mut self) {
        self.aside.push(Past {
            seen: std::mem::take(&mut self.seen),
            slots: std::mem::replace(&mut self.slots, empty_slots()),
            generation: self.generation,
            last: self.last,
            since: std::mem::take(&mut self.since),
            waits: self.waits,
        });
    }

    /// What [`History::undo`] needs to know of the time before a turn.
    pub(super) const fn checkpoint(&self) -> HistoryCheckpoint<B> {
        let Self { touched, went_back, .. } = self;
        HistoryCheckpoint { touched: *touched, went_back: *went_back, aside: self.aside.len() }
    }

    /// Takes back the last turn, which started from this position. `added` says whether the position
    /// after it was added. Turns are taken back in the opposite order of their playing.
    pub(super) fn undo(&mut self, to: &HistoryCheckpoint<B>, from: &Position<B>, added: bool) {
        if self.aside.len() > to.aside {
            if let Some(past) = self.aside.pop() {
                let Past { seen, slots, generation, last, since, waits } = past;
                let (touched, went_back) = (to.touched, to.went_back);
                let aside = std::mem::take(&mut self.aside);
                let keeps = self.keeps;
                *self = Self {
                    seen,
                    slots,
                    generation,
                    last,
                    since,
                    touched,
                    went_back,
                    waits,
                    keeps,
                    aside,
                };
            }
        } else if added {
            self.remove_last(from);
        }
        self.touched = to.touched;
        self.went_back = to.went_back;
    }

    /// Removes the position that was added last; `before` is the one before it.
    fn remove_last(&mut self, before: &Position<B>) {
        if self.since.pop().is_some() {
            return;
        }
        let (_, count) = &mut self.seen[self.last];
        *count -= 1;
        if *count == 0 {
            self.free_last();
        }
        self.last = self.slot_of(before).unwrap_or(0);
    }

    /// Frees the slot of the position that came last. No other position was put behind it.
    fn free_last(&mut self) {
        let Some((position, _)) = self.seen.pop() else { return };
        let (number, mask) = (self.seen.len(), self.slots.len() - 1);
        let first = position.slot_hash() as usize;
        let is_its = |at: &usize| {
            let slot = self.slots[*at];
            slot.generation == self.generation && slot.at as usize == number
        };
        let its = (0..self.slots.len()).map(|step| (first + step) & mask).find(is_its);
        if let Some(at) = its {
            self.slots[at] = Slot::default();
        }
    }

    /// Adds a position and returns how often it has now occurred.
    // Out of line: few positions are looked up.
    #[inline(never)]
    pub(super) fn add(&mut self, position: &Position<B>) -> u32 {
        self.catch_up();
        let at = self.give_slot(position);
        self.last = at;
        let (_, count) = &mut self.seen[at];
        *count += 1;
        *count
    }

    /// Works out the positions of which only the moves are stored.
    fn catch_up(&mut self) {
        if std::mem::take(&mut self.waits) {
            let (first, _) = self.seen[0];
            self.slot_of(&first).unwrap_or_else(|free| self.fill(free, 0));
        }
        let mut since = std::mem::take(&mut self.since);
        for hop in since.drain(..) {
            let position = self.seen[self.last].0.after_quiet(hop);
            self.last = self.give_slot(&position);
            self.seen[self.last].1 += 1;
        }
        self.since = since;
    }

    /// Every position and how often it has occurred, in the order of first occurrence.
    pub(crate) fn seen(&self) -> impl Iterator<Item = (Position<B>, u32)> {
        let last = self.seen.get(self.last).map(|&(position, _)| position);
        let since = self.since.iter().scan(last, |at, &hop| {
            *at = at.map(|position| position.after_quiet(hop));
            at.map(|position| (position, 1))
        });
        self.seen.iter().copied().chain(since)
    }

    /// How often a position has occurred.
    pub(super) fn count(&self, position: &Position<B>) -> u32 {
        match self.slot_of(position) {
            Ok(at) => self.seen[at].1,
            Err(_) => {
                let found = if self.waits { 0 } else { self.seen.len() };
                let mut since = self.seen().skip(found);
                since.any(|(known, _)| known == *position).into()
            }
        }
    }

    /// How often the pieces have stood as in a position, whichever side was to move.
    pub(crate) fn times_there(&self, position: &Position<B>) -> u32 {
        Side::BOTH.into_iter().map(|side| self.count(&position.with_to_move(side))).sum()
    }

    /// The number of a position that has a slot, or the free slot where it belongs.
    #[inline]
    fn slot_of(&self, position: &Position<B>) -> Result<usize, usize> {
        let mask = self.slots.len() - 1;
        let mut at = position.slot_hash() as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.generation != self.generation {
                return Err(at);
            }
            if self.seen[slot.at as usize].0 == *position {
                return Ok(slot.at as usize);
            }
            at = (at + 1) & mask;
        }
    }

    /// The number of a position, which gets one if it has none.
    fn give_slot(&mut self, position: &Position<B>) -> usize {
        if self.seen.len() * 2 >= self.slots.len() {
            self.enlarge();
        }
        self.slot_of(position).unwrap_or_else(|free| {
            self.seen.push((*position, 0));
            self.fill(free, self.seen.len() - 1)
        })
    }

    fn fill(&mut self, free: usize, at: usize) -> usize {
        self.slots[free] = Slot { generation: self.generation, at: at as u32 };
        at
    }

    #[cold]
    fn enlarge(&mut self) {
        self.slots = vec![Slot::default(); self.slots.len() * 2];
        self.generation = 1;
        let mask = self.slots.len() - 1;
        for (number, (position, _)) in self.seen.iter().enumerate() {
            let mut at = position.slot_hash() as usize & mask;
            while self.slots[at].generation == self.generation {
                at = (at + 1) & mask;
            }
            self.slots[at] = Slot { generation: self.generation, at: number as u32 };
        }
    }
}

/// The least number of turns, of both sides together, that can lead from `from` to `to`; a lower bound.
/// Only mercenaries come back after a capture.
pub(crate) fn least_plies<B: Bits>(from: &Position<B>, to: &Position<B>) -> u64 {
    const NEVER: u64 = u64::MAX / 2;
    if !from.mercenaries().is_empty() {
        return 1;
    }
    if from == to {
        return 4;
    }
    let mover = from.to_move();
    let elsewhere = |side: Side| {
        let (now, then) = (from.side(side), to.side(side));
        (now.count() == then.count()).then(|| u64::from(now.without(then).count()))
    };
    let (Some(own), Some(others)) = (elsewhere(mover), elsewhere(mover.other())) else {
        return NEVER;
    };
    let parity = u64::from(mover != to.to_move());
    let least = (2 * own).saturating_sub(1).max(2 * others).max(1);
    if least % 2 == parity { least } else { least + 1 }
}

/// The same for a turn of the defenders that brings the pieces of an earlier position back, whichever
/// side was to move then.
pub(crate) fn least_plies_back<B: Bits>(from: &Position<B>, earlier: &Position<B>) -> u64 {
    let back = earlier.with_to_move(Side::Attackers);
    if from.mercenaries().is_empty() && *from == back.with_to_move(Side::Defenders) {
        // Three turns of theirs that come to nothing, between two of the attackers.
        return 5;
    }
    least_plies(from, &back)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::testing::{Chance, scattered};
    use crate::rules::variants;

    /// A quiet move of the side to move, to any empty square: the history knows no other rules.
    fn any_hop(position: &Position<u64>, chance: &mut Chance) -> Option<Hop> {
        let own: Vec<usize> = position.side(position.to_move).indices().collect();
        let occupied = position.side(Side::Attackers) | position.side(Side::Defenders);
        let from = *own.get(chance.below(own.len().max(1)))?;
        // Few squares, so that pieces often come back.
        let free: Vec<usize> = (0..9).filter(|&at| !occupied.contains(at)).collect();
        let to = *free.get(chance.below(free.len().max(1)))?;
        Some(Hop { from: from as u16, to: to as u16 })
    }

    #[test]
    fn positions_are_counted_as_if_each_were_looked_for() {
        let rules = variants::ruleset("brandubh").unwrap();
        let mut chance = Chance::new(0x5eed_0011);
        let mut again = 0;
        let mut history = History::<u64>::default();
        for _ in 0..1000 {
            let Some(mut position) = scattered::<u64>(&rules, &mut chance) else { continue };
            history.begin(&position);
            let mut all = vec![position];
            for _ in 0..40 {
                let jump = chance.below(6) == 0;
                let Some(hop) = any_hop(&position, &mut chance) else { break };
                position = position.after_quiet(hop);
                let count = if jump {
                    let Some(hop) = any_hop(&position, &mut chance) else { break };
                    position = position.after_quiet(hop);
                    history.add_any(&position);
                    None
                } else {
                    Some(history.add_turn(&position, Some(hop)))
                };
                all.push(position);
                let times = all.iter().filter(|&&seen| seen == position).count() as u32;
                assert_eq!(count.unwrap_or(times), times);
                assert_eq!(history.count(&position), times);
                again += usize::from(count > Some(1));
            }
            let seen: Vec<_> = history.seen().collect();
            let times = |at: &Position<u64>| all.iter().filter(|&seen| seen == at).count() as u32;
            assert!(seen.iter().all(|(at, count)| *count == times(at)));
            assert_eq!(seen.iter().map(|(_, count)| *count as usize).sum::<usize>(), all.len());
        }
        assert!(again > 300, "positions that came again: {again}");
    }

    /// Turns of all kinds are played and taken back at random; what is left is held against a list.
    #[test]
    fn turns_that_are_taken_back_were_never_played() {
        let rules = variants::ruleset("brandubh").unwrap();
        let mut chance = Chance::new(0x5eed_0012);
        let (mut again, mut captures) = (0, 0);
        let mut history = History::<u64>::default();
        for _ in 0..300 {
            let Some(start) = scattered::<u64>(&rules, &mut chance) else { continue };
            history.keep(false);
            history.begin(&start);
            history.keep(true);
            // Every position with whether a capture led to it.
            let mut path = vec![(start, false)];
            let mut marks = Vec::new();
            for _ in 0..200 {
                let (position, _) = path[path.len() - 1];
                if chance.below(3) == 0 {
                    let Some(mark) = marks.pop() else { continue };
                    path.pop();
                    history.undo(&mark, &path[path.len() - 1].0, true);
                } else {
                    let Some(hop) = any_hop(&position, &mut chance) else { break };
                    let (next, kind) = (position.after_quiet(hop), chance.below(40));
                    marks.push(history.checkpoint());
                    if kind == 0 {
                        history.clear();
                        captures += 1;
                    }
                    history.add_turn(&next, (kind > 1).then_some(hop));
                    path.push((next, kind == 0));
                }
                let since = path.iter().rposition(|&(_, cleared)| cleared).unwrap_or(0);
                let seen: Vec<_> = path[since..].iter().map(|&(position, _)| position).collect();
                let times = |at: &Position<u64>| seen.iter().filter(|&known| known == at).count();
                for position in &seen {
                    assert_eq!(history.count(position) as usize, times(position));
                }
                assert_eq!(history.seen().map(|(_, n)| n as usize).sum::<usize>(), seen.len());
                again += usize::from(times(&seen[seen.len() - 1]) > 1);
            }
        }
        assert!(again > 300 && captures > 300, "{again} came again, {captures} captures");
    }

    #[test]
    fn coming_back_takes_as_many_turns_as_pieces_are_away() {
        let position = |record: &str, side| -> Position<u64> {
            Position::new(&record.parse().unwrap(), side).unwrap()
        };
        let start = position("/t3t/5/2K2/5/T4/", Side::Attackers);
        let one_away = position("/1t2t/5/2K2/5/T4/", Side::Defenders);
        let both_away = position("/1t2t/5/2K2/5/1T3/", Side::Attackers);
        let two_away = position("/1t1t1/5/2K2/5/T4/", Side::Attackers);
        let taken = position("/t4/5/2K2/5/T4/", Side::Attackers);
        assert_eq!(least_plies(&start, &start), 4);
        assert_eq!(least_plies(&start, &one_away), 1);
        assert_eq!(least_plies(&one_away, &start), 3);
        assert_eq!(least_plies(&both_away, &start), 2);
        assert_eq!(least_plies(&two_away, &start), 4);
        assert!(least_plies(&taken, &start) > 1000);
    }
}
