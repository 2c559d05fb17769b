//! What the search remembers: for positions, in how few turns the solver is known to win, and in how
//! many he is known not to. The size is fixed; what matters less gives way.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::game::Hop;

/// What is known of a position, whatever the way to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// The solver wins within this many turns of his; [`Bounds::NEVER`] if that is not known.
    pub proved: u8,
    /// He does not win within this many.
    pub disproved: u8,
    /// The turn that showed it: the solver's winning one, or the other side's refutation.
    pub best: Option<Hop>,
}

impl Bounds {
    /// No win is known; or, as a disproof, the solver can never win.
    pub(super) const NEVER: u8 = u8::MAX;

    const UNKNOWN: Self = Self { proved: Self::NEVER, disproved: 0, best: None };

    /// The answer to "does the solver win within `turns`", if these bounds hold one.
    #[inline]
    pub(super) fn answer(self, turns: u8) -> Option<bool> {
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

    fn unpack(data: u64) -> Self {
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

/// A table of fixed size, shared by threads without locks.
///
/// An entry is two words, the second xored onto the first, so that halves of two writes do not pass
/// for one entry. Of the key's 128 bits, 64 are compared and others choose the place.
pub(super) struct Table {
    words: Box<[AtomicU64]>,
    mask: usize,
}

/// Entries that may hold the same position.
const BUCKET: usize = 4;

impl Table {
    /// Bytes an entry takes.
    pub(super) const ENTRY: usize = 16;

    /// The largest table that fits in so many bytes, at least one bucket.
    pub(super) fn new(bytes: usize) -> Self {
        let buckets = (bytes / (Self::ENTRY * BUCKET)).max(1);
        let buckets =
            if buckets.is_power_of_two() { buckets } else { buckets.next_power_of_two() / 2 };
        let words = (0..buckets * BUCKET * 2).map(|_| AtomicU64::new(0)).collect();
        Self { words, mask: buckets - 1 }
    }

    /// Its size in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    #[inline]
    fn bucket(&self, key: u128) -> &[AtomicU64] {
        let at = (key as usize & self.mask) * BUCKET * 2;
        &self.words[at..at + BUCKET * 2]
    }

    /// What is known of the position with this key.
    #[inline]
    pub(super) fn get(&self, key: u128) -> Option<Bounds> {
        let check = (key >> 64) as u64;
        for entry in self.bucket(key).chunks_exact(2) {
            let data = entry[1].load(Ordering::Relaxed);
            if data != 0 && entry[0].load(Ordering::Relaxed) ^ data == check {
                return Some(Bounds::unpack(data));
            }
        }
        None
    }

    /// Notes that the solver wins within so many turns.
    pub(super) fn prove(&self, key: u128, turns: u8, best: Option<Hop>) {
        let known = self.get(key).unwrap_or(Bounds::UNKNOWN);
        if turns < known.proved {
            self.put(key, Bounds { proved: turns, best: best.or(known.best), ..known });
        }
    }

    /// Notes that the solver does not win within so many turns.
    pub(super) fn disprove(&self, key: u128, turns: u8, best: Option<Hop>) {
        let known = self.get(key).unwrap_or(Bounds::UNKNOWN);
        if turns > known.disproved {
            let best = if known.proved == Bounds::NEVER { best.or(known.best) } else { known.best };
            self.put(key, Bounds { disproved: turns, best, ..known });
        }
    }

    fn put(&self, key: u128, bounds: Bounds) {
        let check = (key >> 64) as u64;
        let bucket = self.bucket(key);
        let mut chosen = 0;
        let mut least = u8::MAX;
        for (at, entry) in bucket.chunks_exact(2).enumerate() {
            let data = entry[1].load(Ordering::Relaxed);
            let free = data == 0 || entry[0].load(Ordering::Relaxed) ^ data == check;
            let worth = if free { 0 } else { Bounds::unpack(data).worth().max(1) };
            if worth < least {
                (chosen, least) = (at, worth);
            }
            if free && data != 0 {
                chosen = at;
                break;
            }
        }
        let data = bounds.pack();
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
        let table = Table::new(1 << 12);
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
        let table = Table::new(1);
        assert_eq!(table.bytes(), BUCKET * Table::ENTRY);
        for position in 1..=100_u128 {
            let turns = if position == 50 { 9 } else { 2 };
            table.disprove(position << 64, turns, None);
        }
        assert_eq!(table.get(50 << 64).map(|bounds| bounds.disproved), Some(9));
        assert!(table.get(100 << 64).is_some());
    }
}
