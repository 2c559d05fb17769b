//! Words for rules that several games share: the game that is meant, chosen before a record is written.

use std::borrow::Cow;

use crate::notation::{Format, shared};
use crate::record::Record;

use super::meaning::meant;

/// The record with the game that the word for its rules means, for a format that writes rules out
/// ([`Format::writes_rules_out`]). A record whose word means one game only is returned as it is.
///
/// Without this, such a format writes no rules for a word that several games share.
pub fn disambiguated(record: &Record, to: Format) -> Cow<'_, Record> {
    let claim = record.rules.as_ref().filter(|_| to.writes_rules_out());
    let game = claim.and_then(|claim| meant(record, shared(&claim.value)?));
    match game {
        Some(game) if record.meant != Some(game) => {
            let mut chosen = record.clone();
            chosen.meant = Some(game);
            Cow::Owned(chosen)
        }
        _ => Cow::Borrowed(record),
    }
}
