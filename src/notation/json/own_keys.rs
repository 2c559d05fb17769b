//! Keys and words of our own, for what the authors of a format in JSON have none for.

use crate::board::Side;
use crate::notation::fault::{Fault, FaultKind};
use crate::notation::typography::plain;
use crate::record::{CaptureCounts, Claim, Record, RulesClaim, Span, Spanned};

use super::members::Members;
use super::object::Object;
use super::text::quoted;

/// Our own words for results.
pub(in crate::notation) const RESULTS: &[(&str, Claim)] = &[
    ("attackers", Claim::Won(Side::Attackers)),
    ("defenders", Claim::Won(Side::Defenders)),
    ("draw", Claim::Draw),
    ("open", Claim::Open),
];

/// Writes under keys of our own what a format in JSON has no keys for.
pub(in crate::notation) fn write_own(record: &Record, keys: &OwnKeys, members: &mut Members) {
    match record.rules.as_ref().map(|rules| &rules.value) {
        Some(RulesClaim::Named(name)) => members.add_text(keys.named, name),
        Some(RulesClaim::Written(rules)) => members.add_text(keys.written, rules),
        Some(RulesClaim::SiteType { key, name }) => {
            let key = key.map_or_else(|| "null".to_owned(), |key| key.to_string());
            members.add(keys.site_type, &format!("[{key}, {}]", quoted(name)));
        }
        None => {}
    }
}

/// Writes the first mover, the result and the counts of captures under keys of our own.
pub(in crate::notation) fn write_claims(record: &Record, keys: &OwnKeys, members: &mut Members) {
    if let Some(first) = &record.first {
        members.add_text(keys.first, first.value.name());
    }
    if let Some(result) = &record.result {
        let known = RESULTS.iter().find(|(_, claim)| *claim == result.value);
        members.add_text(keys.result, known.map_or("open", |&(word, _)| word));
    }
    if let Some(counts) = &record.counts {
        let counts = counts.value;
        members.add(keys.counts, &format!("[{}, {}]", counts.by_attackers, counts.by_defenders));
    }
}

/// Keys of our own in the style of a format.
pub(in crate::notation) struct OwnKeys {
    /// Rules by name.
    pub named: &'static str,
    /// Rules written out.
    pub written: &'static str,
    /// The number and the name of a site's type.
    pub site_type: &'static str,
    /// The side that begins.
    pub first: &'static str,
    /// The result.
    pub result: &'static str,
    /// Counts of captures by attackers and defenders.
    pub counts: &'static str,
}

/// Reads our own keys.
pub(in crate::notation) fn read_own(
    object: &mut Object<'_>,
    keys: &OwnKeys,
    record: &mut Record,
    faults: &mut Vec<Fault>,
) {
    let named = object.remove_text(keys.named, faults);
    let written = object.remove_text(keys.written, faults);
    let site = object.remove_as::<(Option<u32>, String)>(keys.site_type, faults);
    record.rules = match (written, named, site) {
        (Some((rules, span)), _, _) => Some(Spanned::new(RulesClaim::Written(rules), span)),
        (None, Some((name, span)), _) => Some(Spanned::new(RulesClaim::Named(name), span)),
        (None, None, Some(((key, name), span))) => {
            Some(Spanned::new(RulesClaim::SiteType { key, name }, span))
        }
        (None, None, None) => None,
    };
    if let Some((word, span)) = object.remove_text(keys.first, faults) {
        match Side::of_name(plain(&word).trim()) {
            Some(side) => record.first = Some(Spanned::new(side, span)),
            None => faults.push(bad(keys.first, word, "attackers or defenders", span)),
        }
    }
    if let Some((word, span)) = object.remove_text(keys.result, faults) {
        match RESULTS.iter().find(|(known, _)| *known == plain(&word).trim()) {
            Some(&(_, claim)) => record.result = Some(Spanned::new(claim, span)),
            None => faults.push(bad(keys.result, word, "attackers, defenders, draw or open", span)),
        }
    }
    if let Some(((by_attackers, by_defenders), span)) = object.remove_as(keys.counts, faults) {
        record.counts = Some(Spanned::new(CaptureCounts { by_attackers, by_defenders }, span));
    }
}

/// A field with a value that it cannot have.
pub(in crate::notation) fn bad(
    field: &'static str,
    value: String,
    expected: &'static str,
    span: Span,
) -> Fault {
    Fault::new(span, FaultKind::BadField { field, value, expected })
}
