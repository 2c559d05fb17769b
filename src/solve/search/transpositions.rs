//! The transposition table: for each position, in how few turns the solver is known to win, and within
//! how many he is known not to. Its size is fixed; entries with less work behind them are replaced.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::game::Hop;

/// What is known of a position, whichever way led to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solve) struct Bounds {
    /// The solver wins within this many turns of his; [`Bounds::NEVER`] if that is not known.
    pub proved: u8,
    /// He does not win within this many.
    pub disproved: u8,
    /// The turn that showed it: the solver's winning one, or the other side's refutation.
    pub best: Option<Hop>,
}

impl Bounds {
    /// No win is known; or, as a disproof, the solver can never win.
    pub(in crate::solve) const NEVER: u8 = u8::MAX;

    const UNKNOWN: Self = Self { proved: Self::NEVER, disproved: 0, best: None };

    /// The answer to "does the solver win within `turns`", if these bounds hold one.
    #[inline]
    pub(in crate::solve) fn answer(self, turns: u8) -> Option<bool> {
        if self.proved <= turns {
            Some(true)
        } else if self.disproved >= turns {
            Some(false)
        } else {
            None
        }
    }

    fn pack(self) -> u64 {
        let hop = self.best.map_or(u32::MAX, |hop| u32::from(hop.from) << 16 | u32::from(hop.to));
        u64::from(self.proved) << 56 | u64::from(self.disproved) << 48 | u64::from(hop)
    }

    /// Nothing if it is another kind of entry.
    fn unpack(data: u64) -> Option<Self> {
        (data & Numbers::MARK == 0).then(|| Self::unpacked(data))
    }

    fn unpacked(data: u64) -> Self {
        let hop = data as u32;
        let best = Hop { from: (hop >> 16) as u16, to: hop as u16 };
        Self {
            proved: (data >> 56) as u8,
            disproved: (data >> 48) as u8,
            best: (hop != u32::MAX).then_some(best),
        }
    }

    /// How much work it is worth: roughly how deep the search behind it was.
    fn worth(self) -> u8 {
        let proved = if self.proved == Self::NEVER { 0 } else { self.proved };
        let disproved = if self.disproved == Self::NEVER { 1 } else { self.disproved };
        proved.max(disproved)
    }
}

/// How far a position is from being decided: the numbers of [`super::proof_numbers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solve) struct Numbers {
    /// How many open positions have to be won to prove it, by what is known.
    pub proof: u32,
    /// How many have to be lost to disprove it.
    pub disproof: u32,
}

impl Numbers {
    /// The number of something that can never be proved, or never disproved.
    pub(in crate::solve) const MOST: u32 = (1 << 22) - 1;
    pub(in crate::solve) const PROVED: Self = Self { proof: 0, disproof: Self::MOST };
    pub(in crate::solve) const DISPROVED: Self = Self { proof: Self::MOST, disproof: 0 };

    /// Set in an entry of numbers, never in one of bounds.
    const MARK: u64 = 1 << 47;

    /// The numbers of a decided position.
    pub(in crate::solve) fn decided(proved: bool) -> Self {
        if proved { Self::PROVED } else { Self::DISPROVED }
    }

    /// The decision that the side to move wants, the solver's if `own`.
    pub(in crate::solve) fn won(own: bool) -> Self {
        Self::decided(own)
    }

    /// The other decision.
    pub(in crate::solve) fn lost(own: bool) -> Self {
        Self::decided(!own)
    }

    /// From what the side to move still needs, and what the other side does.
    pub(in crate::solve) fn of(own: bool, effort: u32, against: u32) -> Self {
        if own {
            Self { proof: effort, disproof: against }
        } else {
            Self { proof: against, disproof: effort }
        }
    }

    /// Limits a quarter beyond these where these numbers have reached them.
    pub(in crate::solve) fn beyond(self, reached: Self) -> Self {
        let raised = |limit: u32, number: u32| {
            let beyond = (number + number / 4 + 1).min(Self::MOST);
            if number < limit { limit } else { beyond }
        };
        let proof = raised(self.proof, reached.proof);
        Self { proof, disproof: raised(self.disproof, reached.disproof) }
    }

    /// What the side to move still needs, and what the other side does.
    pub(in crate::solve) fn seen_by(self, own: bool) -> (u32, u32) {
        if own { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }

    fn pack(self, work: u64) -> u64 {
        let work = u64::from(work.max(1).ilog2());
        work << 56 | Self::MARK | u64::from(self.proof) << 22 | u64::from(self.disproof)
    }

    fn unpack(data: u64) -> Option<Self> {
        let number = |data: u64| data as u32 & Self::MOST;
        let numbers = Self { proof: number(data >> 22), disproof: number(data) };
        (data & Self::MARK != 0).then_some(numbers)
    }
}

/// How much the work behind an entry is worth.
fn worth(data: u64) -> u8 {
    match Bounds::unpack(data) {
        Some(bounds) => bounds.worth().max(1),
        None => 1 + (data >> 56) as u8 / 4,
    }
}

/// A table of fixed size, shared by threads without locks.
///
/// An entry is two words, the second xored onto the first, so that halves of two writes do not pass
/// for one entry. Of the key's 128 bits, 64 are compared and others choose the place.
pub(in crate::solve) struct Transpositions {
    words: Box<[AtomicU64]>,
    mask: usize,
}

/// Entries that may hold the same position.
const BUCKET: usize = 4;

impl Transpositions {
    /// Bytes an entry takes.
    pub(in crate::solve) const ENTRY: usize = 16;

    /// The largest table that fits in this number of bytes, at least one bucket.
    pub(in crate::solve) fn new(bytes: usize) -> Self {
        let buckets = (bytes / (Self::ENTRY * BUCKET)).max(1);
        let buckets =
            if buckets.is_power_of_two() { buckets } else { buckets.next_power_of_two() / 2 };
        let words = (0..buckets * BUCKET * 2).map(|_| AtomicU64::new(0)).collect();
        Self { words, mask: buckets - 1 }
    }

    /// Its size in bytes.
    pub(in crate::solve) fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    #[inline]
    fn bucket(&self, key: u128) -> &[AtomicU64] {
        let at = (key as usize & self.mask) * BUCKET * 2;
        &self.words[at..at + BUCKET * 2]
    }

    /// What is known of the position with this key.
    #[inline]
    pub(in crate::solve) fn get(&self, key: u128) -> Option<Bounds> {
        self.find(key).and_then(Bounds::unpack)
    }

    /// The numbers that are kept under this key.
    pub(in crate::solve) fn numbers(&self, key: u128) -> Option<Numbers> {
        self.find(key).and_then(Numbers::unpack)
    }

    #[inline]
    fn find(&self, key: u128) -> Option<u64> {
        let check = (key >> 64) as u64;
        for entry in self.bucket(key).chunks_exact(2) {
            let data = entry[1].load(Ordering::Relaxed);
            if data != 0 && entry[0].load(Ordering::Relaxed) ^ data == check {
                return Some(data);
            }
        }
        None
    }

    /// Stores numbers, and how much work is behind them.
    pub(in crate::solve) fn put_numbers(&self, key: u128, numbers: Numbers, work: u64) {
        self.put(key, numbers.pack(work));
    }

    /// Stores that the solver wins within `turns` turns.
    pub(in crate::solve) fn prove(&self, key: u128, turns: u8, best: Option<Hop>) {
        let known = self.get(key).unwrap_or(Bounds::UNKNOWN);
        if turns < known.proved {
            self.put(key, Bounds { proved: turns, best: best.or(known.best), ..known }.pack());
        }
    }

    /// Stores that the solver does not win within `turns` turns.
    pub(in crate::solve) fn disprove(&self, key: u128, turns: u8, best: Option<Hop>) {
        let known = self.get(key).unwrap_or(Bounds::UNKNOWN);
        if turns > known.disproved {
            let best = if known.proved == Bounds::NEVER { best.or(known.best) } else { known.best };
            self.put(key, Bounds { disproved: turns, best, ..known }.pack());
        }
    }

    fn put(&self, key: u128, data: u64) {
        let check = (key >> 64) as u64;
        let bucket = self.bucket(key);
        let mut chosen = 0;
        let mut least = u8::MAX;
        for (at, entry) in bucket.chunks_exact(2).enumerate() {
            let held = entry[1].load(Ordering::Relaxed);
            let free = held == 0 || entry[0].load(Ordering::Relaxed) ^ held == check;
            let worth = if free { 0 } else { worth(held) };
            if worth < least {
                (chosen, least) = (at, worth);
            }
            if free && held != 0 {
                chosen = at;
                break;
            }
        }
        bucket[chosen * 2].store(check ^ data, Ordering::Relaxed);
        bucket[chosen * 2 + 1].store(data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_answer_what_they_hold() {
        let bounds = Bounds { proved: 5, disproved: 3, best: None };
        let answers: Vec<_> = (2..=6).map(|turns| bounds.answer(turns)).collect();
        assert_eq!(answers, [Some(false), Some(false), None, Some(true), Some(true)]);
    }

    #[test]
    fn bounds_of_one_position_add_up() {
        let table = Transpositions::new(1 << 12);
        let key = 7 << 64 | 3;
        let (first, second) = (Hop { from: 1, to: 2 }, Hop { from: 3, to: 4 });
        table.disprove(key, 2, Some(first));
        table.prove(key, 4, Some(second));
        table.disprove(key, 3, Some(first));
        table.prove(key, 9, Some(first));
        let expected = Bounds { proved: 4, disproved: 3, best: Some(second) };
        assert_eq!(table.get(key), Some(expected));
        assert_eq!(table.get(8 << 64 | 3), None);
    }

    #[test]
    fn a_full_table_keeps_what_is_worth_most() {
        let table = Transpositions::new(1);
        assert_eq!(table.bytes(), BUCKET * Transpositions::ENTRY);
        for position in 1..=100_u128 {
            let turns = if position == 50 { 9 } else { 2 };
            table.disprove(position << 64, turns, None);
        }
        assert_eq!(table.get(50 << 64).map(|bounds| bounds.disproved), Some(9));
        assert!(table.get(100 << 64).is_some());
    }
}
