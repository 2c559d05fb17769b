//! Reads the properties of the first node.

use crate::notation::again::Again;
use crate::notation::fault::{Fault, FaultKind};
use crate::notation::typography::plain;
use crate::notation::{again, charset};
use crate::record::{RulesClaim, Span, Spanned};

use super::properties::{
    FRAME, Property, SINGLE, capture_counts, composed, entry_name, side, site_type, unescaped,
};
use super::read::Reader;
use super::results::{result_and_reason, usual_reason};

impl<'a> Reader<'a, '_> {
    /// A property of the first node that is neither a move nor a comment.
    pub(super) fn header(&mut self, property: Property<'a>) {
        let name = property.name;
        if matches!(name, "AB" | "AW" | "AE" | "PIECE" | "SZ") {
            for value in &property.values {
                self.is_said_again(name, value);
                self.setup_tags.push(self.record.tags.len());
                self.record.add_tag(entry_name(name), unescaped(value), self.place(value));
            }
            self.setup.push(property);
            return;
        }
        for raw in property.values {
            let span = self.place(raw);
            let value = unescaped(raw);
            // The bytes are text by now, whatever they were.
            if name == "CA" && charset::encoding(value.as_bytes()).is_some() {
                continue;
            }
            if self.is_said_again(name, raw) {
                self.record.add_tag(entry_name(name), value, span);
                continue;
            }
            if FRAME.contains(&(name, &*value)) || self.set_field(name, raw, &value, span) {
                continue;
            }
            let malformed = match name {
                "PL" => side(&value).is_none().then_some(("PL", "B or W")),
                "SITETYPE" => {
                    site_type(raw).is_none().then_some(("SITETYPE", "a number, a colon and a name"))
                }
                "CAPTURES" => {
                    let expected = "two numbers with a colon between";
                    capture_counts(&value).is_none().then_some(("CAPTURES", expected))
                }
                _ => None,
            };
            if let Some((field, expected)) = malformed {
                let value = value.to_string();
                self.faults.push(Fault::new(span, FaultKind::BadField { field, value, expected }));
            }
            self.record.add_tag(entry_name(name), value, span);
        }
    }

    /// Whether a property of which there should be one has another value already, which is told of.
    fn is_said_again(&mut self, name: &'a str, raw: &'a str) -> bool {
        if !SINGLE.contains(&name) {
            return false;
        }
        let Some((_, first)) = self.singles.iter_mut().find(|(known, _)| *known == name) else {
            self.singles.push((name, raw));
            return false;
        };
        match said_again(name, first, raw) {
            Again::Same => {}
            Again::More => {
                *first = raw;
                self.result = None;
            }
            Again::Other => {
                let span = self.place(raw);
                self.faults.push(Fault::new(span, FaultKind::Repeated(name.to_owned())));
                return true;
            }
        }
        false
    }

    /// Puts a value where the record has a place for it. Returns whether it has one.
    fn set_field(&mut self, name: &str, raw: &'a str, value: &str, span: Span) -> bool {
        let record = &mut *self.record;
        let owned = || value.to_owned();
        let rules = match name {
            "RU" if value.starts_with("dim:") => Some(RulesClaim::Written(owned())),
            "RU" | "RULENAME" => Some(RulesClaim::Named(owned())),
            "RULES" => Some(RulesClaim::Written(owned())),
            "SITETYPE" => site_type(raw),
            _ => None,
        };
        if let Some(rules) = rules {
            let free = record.rules.is_none();
            record.rules.get_or_insert(Spanned::new(rules, span));
            return free;
        }
        match name {
            "POSITION" if record.start.is_none() => {
                record.start = Some(Spanned::new(owned(), span));
                true
            }
            "PL" if record.first.is_none() => {
                let Some(side) = side(value) else { return false };
                record.first = Some(Spanned::new(side, span));
                self.first = Some(side);
                self.states_first = true;
                true
            }
            "CAPTURES" if record.counts.is_none() => {
                let counts = capture_counts(value);
                record.counts = counts.map(|counts| Spanned::new(counts, span));
                counts.is_some()
            }
            "TAG" => match composed(raw) {
                Some((name, value)) => {
                    record.add_tag(name, value, span);
                    true
                }
                None => false,
            },
            "RE" if self.result.is_none() => {
                self.result = Some(raw);
                true
            }
            _ => false,
        }
    }
}

/// What a property of which there should be one says beside the first.
fn said_again(name: &str, first: &str, again: &str) -> Again {
    match name {
        "RU" | "RULENAME" | "RULES" => again::rules(&unescaped(first), &unescaped(again)),
        "RE" => {
            let (first, again) = (plain(first), plain(again));
            let ((one, why), (other, why_again)) =
                (result_and_reason(&first), result_and_reason(&again));
            match again::results(one, other) {
                Again::Same if one == other && usual_reason(why) != usual_reason(why_again) => {
                    match (why, why_again) {
                        ("", _) => Again::More,
                        (_, "") => Again::Same,
                        _ => Again::Other,
                    }
                }
                // What is no result at all is told of where the result is read.
                Again::Other if first == again => Again::Same,
                result => result,
            }
        }
        _ => again::text(first, again),
    }
}
