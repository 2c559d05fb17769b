//! From a record to its game: by which rules it was played, from which position, and who began.
//! Whatever plays a record starts here.

use std::sync::Arc;

use thiserror::Error;

use crate::board::Side;
use crate::game::{Game, TableError};
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

/// What keeps the game of a record from starting: its rules, its position or its first mover are at
/// fault.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{}", in_a_sentence(.0))]
pub struct NoStart(pub Vec<Finding>);

/// Findings in a sentence, with what to do about each.
fn in_a_sentence(findings: &[Finding]) -> String {
    let one = |finding: &Finding| match &*finding.help {
        "" => finding.message.clone(),
        help => format!("{} ({help})", finding.message),
    };
    findings.iter().map(one).collect::<Vec<_>>().join("; ")
}

impl Start {
    /// Where the game of a record starts, by the rules given or else by those that it states.
    ///
    /// # Errors
    /// Everything that keeps it from starting.
    pub fn of(record: &Record, given: Option<&Resolved>) -> Result<Self, NoStart> {
        let stated = claim(record, given.is_some());
        let meant = stated.and_then(shared).and_then(|shared| meant(record, shared));
        let (resolved, mut findings) = find_rules(given, stated, meant).map_err(NoStart)?;
        let own = own_board(&resolved, record).map_err(|finding| NoStart(vec![*finding]))?;
        findings.extend(upside_down(&resolved, record));
        let name = resolved.name().into();
        let rules = own.unwrap_or(resolved.ruleset);
        let First { side: first, against } = First::of(record, &rules, given.is_some());
        findings.extend(against);
        Ok(Self { name, rules, first, findings })
    }

    /// The game before its first move.
    ///
    /// # Errors
    /// When the rules cannot be played from that position.
    pub fn game(&self) -> Result<Game, TableError> {
        Game::from_position(&self.rules, &self.rules.start, self.first)
    }
}
