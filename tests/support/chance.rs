//! Numbers for random games and positions that can be made again, on every machine.

/// A small generator of numbers (xorshift).
pub(crate) struct Chance(u64);

impl Chance {
    /// A row of numbers that starts somewhere else for every seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed | 1 << 40)
    }

    /// A number from 0 up to `end`, which is left out.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % end
    }
}
