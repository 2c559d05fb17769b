//! Exact tests of what the next turns can bring, on bit sets: whether a side can win at once, and
//! which turns matter to a win in two.

mod answers;
mod win_in_one;
mod win_in_two;

pub(crate) use answers::Relevant;
