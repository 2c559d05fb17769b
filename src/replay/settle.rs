//! Which game is meant, settled before a record is written in a format that writes rules out.

use std::borrow::Cow;

use crate::notation::{Format, shared};
use crate::record::Record;

use super::meaning::meant;

/// The record with the game that its word for several games means, as far as a format asks for it: see
/// [`Format::writes_rules_out`]. What is written without that has no rules for such a word.
pub fn settled(record: &Record, to: Format) -> Cow<'_, Record> {
    let claim = record.rules.as_ref().filter(|_| to.writes_rules_out());
    let game = claim.and_then(|claim| meant(record, shared(&claim.value)?));
    match game {
        Some(game) if record.meant != Some(game) => {
            let mut settled = record.clone();
            settled.meant = Some(game);
            Cow::Owned(settled)
        }
        _ => Cow::Borrowed(record),
    }
}
