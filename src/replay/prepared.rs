//! Rules made ready for replaying many games by them.

use std::sync::Arc;

use crate::board::{Bits, Wide};
use crate::game::{Rulebook, Table, TableError};
use crate::rules::Ruleset;

/// Rules with an engine that games are replayed on, one after the other.
pub struct Prepared {
    /// What reports call them: the id of a built-in variant, or the name in a rules record.
    pub name: Arc<str>,
    /// The rules.
    pub ruleset: Ruleset,
    pub(super) engine: Engine,
}

/// An engine of the width that the board needs.
pub(super) enum Engine {
    Small(Table<u64>),
    Middle(Table<u128>),
    Large(Table<Wide<4>>),
    Huge(Table<Wide<6>>),
}

/// Runs code on the table of an engine, whatever its width.
macro_rules! on_engine {
    ($engine:expr, $table:ident => $body:expr) => {
        match $engine {
            $crate::replay::prepared::Engine::Small($table) => $body,
            $crate::replay::prepared::Engine::Middle($table) => $body,
            $crate::replay::prepared::Engine::Large($table) => $body,
            $crate::replay::prepared::Engine::Huge($table) => $body,
        }
    };
}

pub(super) use on_engine;

impl Prepared {
    /// Makes rules ready.
    ///
    /// # Errors
    /// When they cannot be played.
    pub fn new(name: impl Into<Arc<str>>, ruleset: Ruleset) -> Result<Self, TableError> {
        let engine = match ruleset.size().side() {
            0..=7 => Engine::Small(table(&ruleset)?),
            8..=11 => Engine::Middle(table(&ruleset)?),
            12..=15 => Engine::Large(table(&ruleset)?),
            _ => Engine::Huge(table(&ruleset)?),
        };
        Ok(Self { name: name.into(), ruleset, engine })
    }
}

fn table<B: Bits>(ruleset: &Ruleset) -> Result<Table<B>, TableError> {
    Table::new(Arc::new(Rulebook::new(ruleset)?))
}
