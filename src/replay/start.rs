//! From a record to its game: by which rules it was played, from which position, and who began.
//! Whatever plays a record starts here.

use std::sync::Arc;

use crate::board::Side;
use crate::notation::shared;
use crate::record::Record;
use crate::rules::Ruleset;
use crate::rules::names::Resolved;

use super::findings::Finding;
use super::first::First;
use super::meaning::meant;
use super::stated::{claim, find_rules, own_board};
use super::upside_down::upside_down;

/// The game of a record before its first move.
#[derive(Clone, Debug)]
pub struct Start {
    /// What the rules are called.
    pub name: Arc<str>,
    /// The rules; their start is the position that the game starts from.
    pub rules: Ruleset,
    /// The side that begins.
    pub first: Side,
    /// What is doubtful about all this.
    pub findings: Vec<Finding>,
}

impl Start {
    /// Where the game of a record starts, by the rules given or else by those that it states.
    ///
    /// # Errors
    /// Everything that keeps it from starting.
    pub fn of(record: &Record, given: Option<&Resolved>) -> Result<Self, Vec<Finding>> {
        let stated = claim(record, given.is_some());
        let meant = stated.and_then(shared).and_then(|shared| meant(record, shared));
        let (resolved, mut findings) = find_rules(given, stated, meant)?;
        let own = own_board(&resolved, record).map_err(|finding| vec![*finding])?;
        findings.extend(upside_down(&resolved, record));
        let name = resolved.name().into();
        let rules = own.unwrap_or(resolved.ruleset);
        let First { side: first, against } = First::of(record, &rules, given.is_some());
        findings.extend(against);
        Ok(Self { name, rules, first, findings })
    }
}
