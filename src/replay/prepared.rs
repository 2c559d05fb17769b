//! Rules made ready for replaying many games by them.

use std::sync::Arc;

use crate::game::{AnyTable, TableError};
use crate::rules::Ruleset;

/// Rules with a table on which games are replayed, one after the other.
pub(super) struct Prepared {
    /// What reports call them: the id of a built-in variant, or the name in a rules record.
    pub(super) name: Arc<str>,
    /// The rules.
    pub(super) ruleset: Ruleset,
    /// Where the games are replayed.
    pub(super) table: AnyTable,
}

impl Prepared {
    /// Makes rules ready.
    ///
    /// # Errors
    /// When they cannot be played.
    pub(super) fn new(name: impl Into<Arc<str>>, ruleset: Ruleset) -> Result<Self, TableError> {
        let table = AnyTable::new(&ruleset, &ruleset.start, ruleset.first)?;
        Ok(Self { name: name.into(), ruleset, table })
    }
}
