//! Which positions a game has seen since they could last be different for good.

use super::Position;
use crate::board::Bits;

/// How often each position has occurred.
///
/// Positions are compared whole; the hash only finds them. Clearing costs nothing, so that one
/// history serves many games.
#[derive(Clone, Debug)]
pub struct History<B> {
    seen: Vec<(Position<B>, u32)>,
    slots: Vec<Slot>,
    generation: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    generation: u32,
    at: u32,
}

impl<B: Bits> Default for History<B> {
    fn default() -> Self {
        Self { seen: Vec::new(), slots: vec![Slot::default(); 64], generation: 1 }
    }
}

impl<B: Bits> History<B> {
    /// Forgets everything: after a capture no earlier position can come again.
    pub fn clear(&mut self) {
        self.seen.clear();
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.fill(Slot::default());
            self.generation = 1;
        }
    }

    /// Notes a position and returns how often it has now occurred.
    #[inline(always)]
    pub fn note(&mut self, position: &Position<B>) -> u32 {
        if self.seen.len() * 2 >= self.slots.len() {
            self.enlarge();
        }
        let at = self.slot_of(position);
        let slot = self.slots[at];
        if slot.generation == self.generation {
            let (_, count) = &mut self.seen[slot.at as usize];
            *count += 1;
            return *count;
        }
        self.slots[at] = Slot { generation: self.generation, at: self.seen.len() as u32 };
        self.seen.push((*position, 1));
        1
    }

    /// Every position and how often it has occurred, in the order of first occurrence.
    pub(crate) fn seen(&self) -> &[(Position<B>, u32)] {
        &self.seen
    }

    /// How often a position has occurred.
    pub fn count(&self, position: &Position<B>) -> u32 {
        let slot = self.slots[self.slot_of(position)];
        if slot.generation == self.generation { self.seen[slot.at as usize].1 } else { 0 }
    }

    /// The slot that holds the position, or the free one where it belongs.
    #[inline(always)]
    fn slot_of(&self, position: &Position<B>) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = position.slot_hash() as usize & mask;
        loop {
            let slot = self.slots[at];
            let free = slot.generation != self.generation;
            if free || self.seen[slot.at as usize].0 == *position {
                return at;
            }
            at = (at + 1) & mask;
        }
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
