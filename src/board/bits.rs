//! Fixed-size bit sets, one bit a square, in the size that a board needs.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares by number. The engine is written once over this trait and compiled for each
/// width: `u64` holds boards up to 7x7, `u128` up to 11x11, [`Wide<4>`] up to 15x15 and
/// [`Wide<6>`] up to 19x19.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// How many squares fit.
    const CAPACITY: usize;
    /// No square.
    const EMPTY: Self;

    /// The set of one square.
    #[must_use]
    fn single(index: usize) -> Self;

    /// All squares with numbers below `end`.
    #[must_use]
    fn below(end: usize) -> Self;

    /// Whether the square is in the set.
    fn contains(self, index: usize) -> bool;

    /// Adds a square.
    #[inline]
    fn insert(&mut self, index: usize) {
        *self |= Self::single(index);
    }

    /// Adds a square that is not in the set, or takes out one that is.
    #[inline]
    fn flip(&mut self, index: usize) {
        *self ^= Self::single(index);
    }

    /// Every number raised by `by`, which must be below 64; numbers past the capacity are lost.
    #[must_use]
    fn raised(self, by: usize) -> Self;

    /// Every number lowered by `by`, which must be below 64; numbers below zero are lost.
    #[must_use]
    fn lowered(self, by: usize) -> Self;

    /// The next 64 numbers from `start` on, `start` becoming bit 0.
    fn word_from(self, start: usize) -> u64;

    /// How many squares are in the set.
    fn count(self) -> u32;

    /// The lowest number.
    fn first(self) -> Option<usize>;

    /// The highest number.
    fn last(self) -> Option<usize>;

    /// Stirs the set into a running hash.
    #[must_use]
    fn stir(self, hash: u64) -> u64;

    /// A quick hash of the set: its words are hashed side by side instead of one into the next.
    #[must_use]
    fn scatter(self, seed: u64) -> u64;

    /// Whether no square is in the set.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the two sets share a square.
    #[inline]
    fn meets(self, other: Self) -> bool {
        self & other != Self::EMPTY
    }

    /// This set without the squares of another.
    #[inline]
    #[must_use]
    fn without(self, other: Self) -> Self {
        self & !other
    }

    /// The numbers in the set, lowest first.
    #[inline]
    fn indices(self) -> Indices<Self> {
        Indices(self)
    }
}

/// The numbers of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Indices<B>(B);

impl<B: Bits> Iterator for Indices<B> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let index = self.0.first()?;
        self.0 ^= B::single(index);
        Some(index)
    }
}

/// One round of a multiply-and-fold hash: good spread, a few cycles.
#[inline]
const fn fold(hash: u64, word: u64) -> u64 {
    let product = (hash ^ word ^ 0x9e37_79b9_7f4a_7c15) as u128 * 0xf39c_c060_5ced_c835;
    (product >> 64) as u64 ^ product as u64
}

/// How the parts that differ with the width are written for the two that are integers.
macro_rules! bits_of_integer {
    ($int:ty, $single:expr, $contains:expr, $stir:expr) => {
        impl Bits for $int {
            const CAPACITY: usize = <$int>::BITS as usize;
            const EMPTY: Self = 0;

            #[inline]
            fn single(index: usize) -> Self {
                let single: fn(usize) -> $int = $single;
                single(index)
            }

            #[inline]
            fn below(end: usize) -> Self {
                if end >= Self::CAPACITY { !0 } else { (1 << end) - 1 }
            }

            #[inline]
            fn contains(self, index: usize) -> bool {
                let contains: fn($int, usize) -> bool = $contains;
                contains(self, index)
            }

            // The compiler is told that less than a word is shifted by.
            #[inline]
            fn raised(self, by: usize) -> Self {
                self << (by & 63)
            }

            #[inline]
            fn lowered(self, by: usize) -> Self {
                self >> (by & 63)
            }

            #[inline]
            fn word_from(self, start: usize) -> u64 {
                if start >= Self::CAPACITY { 0 } else { (self >> start) as u64 }
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn first(self) -> Option<usize> {
                (self != 0).then(|| self.trailing_zeros() as usize)
            }

            #[inline]
            fn last(self) -> Option<usize> {
                (self != 0).then(|| Self::CAPACITY - 1 - self.leading_zeros() as usize)
            }

            #[inline]
            fn stir(self, hash: u64) -> u64 {
                let stir: fn($int, u64) -> u64 = $stir;
                stir(self, hash)
            }

            #[inline]
            fn scatter(self, seed: u64) -> u64 {
                let mut rest = self;
                let mut hash = 0;
                for at in 0..Self::BITS as u64 / 64 {
                    hash ^= fold(seed ^ at, rest as u64);
                    rest = rest.checked_shr(64).unwrap_or(0);
                }
                hash
            }
        }
    };
}

/// The sets of one square each: two words of memory are read faster than a bit is shifted over two.
static SINGLES: [u128; 128] = {
    let mut singles = [0; 128];
    let mut at = 0;
    while at < singles.len() {
        singles[at] = 1 << at;
        at += 1;
    }
    singles
};

bits_of_integer!(u64, |index| 1 << index, |bits, index| bits >> index & 1 != 0, |bits, hash| fold(
    hash, bits
));
bits_of_integer!(
    u128,
    |index| SINGLES[index & 127],
    |bits, index| {
        let word = if index < 64 { bits as u64 } else { (bits >> 64) as u64 };
        word >> (index & 63) & 1 != 0
    },
    |bits, hash| fold(fold(hash, bits as u64), (bits >> 64) as u64)
);

/// A set of up to `64 * N` squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wide<const N: usize>([u64; N]);

macro_rules! wide_operator {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign:ident, $op:tt) => {
        impl<const N: usize> $trait for Wide<N> {
            type Output = Self;

            #[inline]
            fn $method(mut self, other: Self) -> Self {
                for (word, other) in self.0.iter_mut().zip(other.0) {
                    *word $op other;
                }
                self
            }
        }

        impl<const N: usize> $assign_trait for Wide<N> {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = $trait::$method(*self, other);
            }
        }
    };
}

wide_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, &=);
wide_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |=);
wide_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^=);

impl<const N: usize> Not for Wide<N> {
    type Output = Self;

    #[inline]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

impl<const N: usize> Bits for Wide<N> {
    const CAPACITY: usize = 64 * N;
    const EMPTY: Self = Self([0; N]);

    #[inline]
    fn single(index: usize) -> Self {
        let mut set = Self::EMPTY;
        set.0[index / 64] = 1 << (index % 64);
        set
    }

    #[inline]
    fn below(end: usize) -> Self {
        let mut set = Self::EMPTY;
        for (at, word) in set.0.iter_mut().enumerate() {
            *word = u64::below(end.saturating_sub(64 * at));
        }
        set
    }

    #[inline]
    fn contains(self, index: usize) -> bool {
        self.0[index / 64].contains(index % 64)
    }

    #[inline]
    fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    #[inline]
    fn flip(&mut self, index: usize) {
        self.0[index / 64] ^= 1 << (index % 64);
    }

    #[inline]
    fn raised(self, by: usize) -> Self {
        let mut set = self;
        for at in 0..N {
            let carried = if at == 0 || by == 0 { 0 } else { self.0[at - 1] >> (64 - by) };
            set.0[at] = self.0[at] << by | carried;
        }
        set
    }

    #[inline]
    fn lowered(self, by: usize) -> Self {
        let mut set = self;
        for at in 0..N {
            let carried = if at + 1 == N || by == 0 { 0 } else { self.0[at + 1] << (64 - by) };
            set.0[at] = self.0[at] >> by | carried;
        }
        set
    }

    #[inline]
    fn word_from(self, start: usize) -> u64 {
        let word = |at: usize| self.0.get(at).copied().unwrap_or(0);
        let (at, by) = (start / 64, start % 64);
        // Two steps up, as one of 64 bits is none.
        word(at) >> by | word(at + 1) << 1 << (63 - by)
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn first(self) -> Option<usize> {
        let at = self.0.iter().position(|&word| word != 0)?;
        Some(64 * at + self.0[at].trailing_zeros() as usize)
    }

    #[inline]
    fn last(self) -> Option<usize> {
        let at = self.0.iter().rposition(|&word| word != 0)?;
        Some(64 * at + 63 - self.0[at].leading_zeros() as usize)
    }

    // Arrays are compared by a call, which costs more than it does.
    #[inline]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    fn meets(self, other: Self) -> bool {
        (self & other).0.iter().fold(0, |all, word| all | word) != 0
    }

    #[inline]
    fn stir(self, hash: u64) -> u64 {
        self.0.iter().fold(hash, |hash, &word| fold(hash, word))
    }

    #[inline]
    fn scatter(self, seed: u64) -> u64 {
        let words = self.0.iter().zip(seed..);
        words.fold(0, |hash, (&word, seed)| hash ^ fold(seed, word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn set_of<B: Bits>(indices: &BTreeSet<usize>) -> B {
        indices.iter().fold(B::EMPTY, |set, &index| set | B::single(index))
    }

    fn agrees_with_a_plain_set<B: Bits>(picked: &BTreeSet<usize>, by: usize, end: usize) {
        let plain: BTreeSet<usize> =
            picked.iter().copied().filter(|&index| index < B::CAPACITY).collect();
        let set: B = set_of(&plain);
        let list = |set: B| set.indices().collect::<Vec<_>>();
        assert_eq!(list(set), plain.iter().copied().collect::<Vec<_>>());
        assert_eq!(set.count() as usize, plain.len());
        assert_eq!(set.first(), plain.first().copied());
        assert_eq!(set.last(), plain.last().copied());
        let raised = plain.iter().map(|i| i + by).filter(|&i| i < B::CAPACITY);
        assert_eq!(list(set.raised(by)), raised.collect::<Vec<_>>());
        let lowered = plain.iter().filter_map(|i| i.checked_sub(by));
        assert_eq!(list(set.lowered(by)), lowered.collect::<Vec<_>>());
        let below = plain.iter().copied().filter(|&i| i < end);
        assert_eq!(list(set & B::below(end)), below.collect::<Vec<_>>());
        assert!((0..B::CAPACITY).all(|index| set.contains(index) == plain.contains(&index)));
        for index in (0..B::CAPACITY).step_by(7) {
            let (mut with, mut flipped) = (set, set);
            with.insert(index);
            flipped.flip(index);
            assert_eq!(with, set | B::single(index));
            assert_eq!(flipped, set ^ B::single(index));
        }
        let word = plain.iter().filter(|&&i| (end..end + 64).contains(&i));
        assert_eq!(set.word_from(end), word.fold(0, |word, &i| word | 1 << (i - end)));
    }

    proptest! {
        #[test]
        fn every_width_behaves_as_a_set(
            picked in prop::collection::btree_set(0_usize..384, 0..60),
            by in 0_usize..64,
            end in 0_usize..400,
        ) {
            agrees_with_a_plain_set::<u64>(&picked, by, end);
            agrees_with_a_plain_set::<u128>(&picked, by, end);
            agrees_with_a_plain_set::<Wide<4>>(&picked, by, end);
            agrees_with_a_plain_set::<Wide<6>>(&picked, by, end);
        }
    }
}
