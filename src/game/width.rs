//! Boards have their size at run time and bit sets theirs at compile time: this is where the one
//! picks the other, once a game.

use std::sync::Arc;

use crate::board::{Bits, Setup, Side, Wide};
use crate::rules::Ruleset;

use super::{Rulebook, Table, TableError};

/// A table of the width that its board needs.
#[derive(Clone, Debug)]
pub(crate) enum AnyTable {
    /// Up to 7 squares a side.
    Small(Table<u64>),
    /// Up to 11.
    Middle(Table<u128>),
    /// Up to 15.
    Large(Table<Wide<4>>),
    /// Up to 19.
    Huge(Table<Wide<6>>),
}

/// Runs code on a table of any width.
macro_rules! on_table {
    ($any:expr, $table:ident => $body:expr) => {
        match $any {
            $crate::game::AnyTable::Small($table) => $body,
            $crate::game::AnyTable::Middle($table) => $body,
            $crate::game::AnyTable::Large($table) => $body,
            $crate::game::AnyTable::Huge($table) => $body,
        }
    };
}

pub(crate) use on_table;

/// Work on a table, whatever its width: [`on_table`] for code that is written elsewhere.
pub(crate) trait OnTable {
    /// What comes of it.
    type Out;

    /// Does the work.
    fn run<B: Bits>(self, table: &Table<B>) -> Self::Out;
}

impl AnyTable {
    /// A game from a position on the rules' board.
    pub(crate) fn new(rules: &Ruleset, setup: &Setup, to_move: Side) -> Result<Self, TableError> {
        fn table<B: Bits>(
            rules: &Ruleset,
            setup: &Setup,
            to_move: Side,
        ) -> Result<Table<B>, TableError> {
            Table::from_setup(Arc::new(Rulebook::new(rules)?), setup, to_move)
        }
        Ok(match rules.size().side() {
            0..=7 => Self::Small(table(rules, setup, to_move)?),
            8..=11 => Self::Middle(table(rules, setup, to_move)?),
            12..=15 => Self::Large(table(rules, setup, to_move)?),
            _ => Self::Huge(table(rules, setup, to_move)?),
        })
    }
}
