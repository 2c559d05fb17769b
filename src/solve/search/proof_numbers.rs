//! The second search, by proof numbers. It goes where a proof looks shortest, however deep that is. So
//! it finds long forced lines that the deepening search would reach late.
//!
//! Depth-first proof-number search with a bound on the solver's turns. The bound falls with each of
//! them, so no line comes back to itself, and a result holds whichever way led to the node. A node's
//! *proof number* is the least number of open positions that must be won to prove it; its *disproof
//! number* is the same for the contrary. Many ways lead to the same positions, and a sum would count
//! them again and again. So the largest number of the children counts, and a little for the others.
//!
//! The last turns are left to the exact search of [`super::bounded`], and a reply that lets the
//! solver win at once is no child.

use crate::board::Bits;
use crate::game::{Hop, Position, Relevant};

use super::bounded::Search;
use super::transpositions::{Bounds, Numbers};
use crate::solve::limits::Stop;

/// The solver's turns from the end that are left to the exact search: it is so quick there that
/// numbers would cost more than they save.
const EXACT: u8 = 3;

/// One in this number of open children counts besides the largest: most of them fall to the turns that
/// decide the hard ones.
const SHARE: u32 = 4;

/// An open position below a node.
struct Open<B> {
    hop: Hop,
    after: Position<B>,
    numbers: Numbers,
}

/// A decision, and the turn that brought it about.
type Decision = (Numbers, Option<Hop>);

impl<B: Bits> Search<'_, B> {
    /// Whether the solver, to move or not, wins within `turns` turns of his. Reports now and then how
    /// near to a decision it is.
    pub(in crate::solve) fn by_numbers(
        &mut self,
        position: &Position<B>,
        turns: u8,
        report_progress: &mut dyn FnMut(Numbers),
    ) -> Result<bool, Stop> {
        let mut limit = Numbers { proof: 1, disproof: 1 };
        loop {
            let numbers = self.widen(position, turns, limit)?;
            if numbers == Numbers::PROVED || numbers == Numbers::DISPROVED {
                return Ok(numbers == Numbers::PROVED);
            }
            report_progress(numbers);
            limit = limit.beyond(numbers);
        }
    }

    /// Searches below a position until it is decided or a number reaches its limit.
    fn widen(
        &mut self,
        position: &Position<B>,
        turns: u8,
        limit: Numbers,
    ) -> Result<Numbers, Stop> {
        let own = position.to_move() == self.solver;
        if let Some(decided) = self.decided(position, turns, own)? {
            return Ok(decided);
        }
        let mut open = match self.open(position, turns, own) {
            Ok(open) => open,
            Err(decision) => return Ok(self.remember(position, turns, decision)),
        };
        let mut work = open.len() as u64;
        loop {
            self.report_count_if_due()?;
            open.retain(|child| child.numbers != Numbers::lost(own));
            let Some(choice) = Choice::among(&open, own) else {
                return Ok(self.remember(position, turns, (Numbers::lost(own), None)));
            };
            if choice.effort == 0 {
                let by = open[choice.best].hop;
                return Ok(self.remember(position, turns, (Numbers::won(own), Some(by))));
            }
            let numbers = Numbers::of(own, choice.effort, choice.against);
            if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof {
                self.table.put_numbers(numbered(position, turns), numbers, work);
                return Ok(numbers);
            }
            let child = &mut open[choice.best];
            let left = turns - u8::from(own);
            child.numbers = self.widen(&child.after, left, choice.limit(own, limit))?;
            work += 1;
        }
    }

    /// The answer, if it is known or the exact search gives it.
    fn decided(
        &mut self,
        position: &Position<B>,
        turns: u8,
        own: bool,
    ) -> Result<Option<Numbers>, Stop> {
        let known = self.table.get(position.hash128());
        if let Some(answer) = known.and_then(|known| known.answer(turns)) {
            return Ok(Some(Numbers::decided(answer)));
        }
        if turns < EXACT + u8::from(own) {
            let answer = if own { self.or(position, turns)? } else { self.and(position, turns)? };
            return Ok(Some(Numbers::decided(answer)));
        }
        let Some(win) = self.wins_now(position) else { return Ok(None) };
        if own {
            self.prove(position, 1, Some(win));
        } else {
            self.table.disprove(position.hash128(), Bounds::NEVER, Some(win));
        }
        Ok(Some(Numbers::decided(own)))
    }

    /// The children that are not decided against the side to move; or the node's own decision.
    fn open(
        &mut self,
        position: &Position<B>,
        turns: u8,
        own: bool,
    ) -> Result<Vec<Open<B>>, Decision> {
        let answers = self.answers(position);
        let left = turns - u8::from(own);
        let children = self.children(position, answers.into_iter());
        self.uncounted += children.len() as u64;
        let mut open = Vec::new();
        let mut won = None;
        for child in &children {
            let numbers = self.first_numbers(&child.after, left, !own);
            if numbers == Numbers::won(own) {
                won = Some((numbers, Some(child.hop)));
                break;
            }
            if numbers != Numbers::lost(own) {
                open.push(Open { hop: child.hop, after: child.after, numbers });
            }
        }
        self.spare.push(children);
        won.map_or(Ok(open), Err)
    }

    /// The numbers of a new position: known ones, or a guess from its threats.
    fn first_numbers(&self, position: &Position<B>, turns: u8, own: bool) -> Numbers {
        if self.draws(position) {
            return Numbers::DISPROVED;
        }
        let known = self.table.get(position.hash128());
        if let Some(answer) = known.and_then(|known| known.answer(turns)) {
            return Numbers::decided(answer);
        }
        if let Some(numbers) = self.table.numbers(numbered(position, turns)) {
            return numbers;
        }
        if self.wins_now(position).is_some() {
            return Numbers::decided(own);
        }
        if own {
            return Numbers { proof: 1, disproof: 1 };
        }
        let replies = match self.answers(position) {
            Some(answers) => self.count_relevant(position, &answers),
            None => self.book.count_moves(position) as u32,
        };
        Numbers { proof: 1 + replies / SHARE, disproof: 1 }
    }

    fn count_relevant(&self, position: &Position<B>, relevant: &Relevant<B>) -> u32 {
        let mut count = 0;
        self.book.each_hop(position, |hop| count += u32::from(relevant.admit(hop)));
        count
    }

    /// Remembers a decision.
    fn remember(&self, position: &Position<B>, turns: u8, (numbers, by): Decision) -> Numbers {
        if numbers == Numbers::PROVED {
            self.prove(position, turns, by);
        } else {
            self.table.disprove(position.hash128(), turns, by);
        }
        numbers
    }
}

/// Where a position's numbers are kept, which are those of one bound.
fn numbered<B: Bits>(position: &Position<B>, turns: u8) -> u128 {
    let bound = u128::from(turns) + 1;
    position.hash128() ^ bound.wrapping_mul(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
}

/// How the numbers of the children add up, seen from the side to move.
#[derive(Clone, Copy)]
struct Choice {
    /// The best child for the side to move.
    best: usize,
    /// What the side to move needs at the best child.
    effort: u32,
    /// What it needs at the next best.
    next_effort: u32,
    /// What the other side needs at all children together.
    against: u32,
    /// The part of that which is for the number of children.
    others: u32,
}

impl Choice {
    /// Adds the numbers up and picks the best child; nothing if there is none.
    fn among<B>(open: &[Open<B>], own: bool) -> Option<Self> {
        let numbers = |child: &Open<B>| child.numbers.seen_by(own);
        let best = (0..open.len()).min_by_key(|&at| numbers(&open[at]).0)?;
        let rest = open.iter().enumerate().filter(|&(at, _)| at != best);
        let next_effort = rest.map(|(_, child)| numbers(child).0).min();
        let most_against = open.iter().map(|child| numbers(child).1).max()?;
        let others = (open.len() - 1) as u32 / SHARE;
        Some(Self {
            best,
            effort: numbers(&open[best]).0,
            next_effort: next_effort.unwrap_or(Numbers::MOST),
            against: (most_against + others).min(Numbers::MOST - 1),
            others,
        })
    }

    /// How far the best child may be widened before another one looks better, or the node's own
    /// limit is reached.
    fn limit(self, own: bool, node: Numbers) -> Numbers {
        let (effort, against) = node.seen_by(own);
        let next = self.next_effort.saturating_add(self.next_effort / 4 + 1);
        Numbers::of(own, effort.min(next), against.saturating_sub(self.others))
    }
}

#[cfg(test)]
mod tests {
    use super::super::transpositions::Transpositions;
    use super::*;
    use crate::game::Rulebook;
    use crate::game::testing::{Chance, scattered};
    use crate::rules::names;
    use crate::solve::limits::{Clock, Limits};
    use crate::solve::watch::Watch;

    /// Both searches, each with a table of its own, say the same of a position.
    fn agree(text: &str, count: usize, most: u8) -> [u32; 2] {
        let rules = names::resolve(text).unwrap().ruleset;
        let book = Rulebook::<u64>::new(&rules).unwrap();
        let mut chance = Chance::new(0x5eed_0003);
        let clock = Clock::new(&Limits::default(), Watch::idle());
        let mut said = [0; 2];
        for _ in 0..count {
            let Some(position) = scattered::<u64>(&rules, &mut chance) else { continue };
            let tables = [Transpositions::new(1 << 20), Transpositions::new(1 << 20)];
            let [mut one, mut other] = tables
                .each_ref()
                .map(|table| Search::new(&book, table, &clock, position.to_move()));
            if one.or(&position, 3) != Ok(false) {
                continue;
            }
            let by_numbers = other.by_numbers(&position, most, &mut |_| ());
            assert_eq!(by_numbers, one.or(&position, most), "{text} {position:?}");
            said[usize::from(by_numbers == Ok(true))] += 1;
        }
        said
    }

    #[test]
    fn numbers_decide_as_the_exact_search_does() {
        let five = "start:/2t2/2T2/tTKTt/2T2/2t2/";
        let mut said = [0; 2];
        for (rules, most) in [("copenhagen", 5), ("tablut", 4), ("magpie", 5), ("linnaeus", 4)] {
            for (said, more) in said.iter_mut().zip(agree(&format!("{rules} {five}"), 1000, most)) {
                *said += more;
            }
        }
        assert!(said.iter().all(|&count| count > 10), "wins and others: {said:?}");
    }
}
