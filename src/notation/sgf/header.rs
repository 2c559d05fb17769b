//! Reads the properties of the first node.

use crate::notation::again::Again;
use crate::notation::fault::{Fault, FaultKind};
use crate::notation::stated::Stated;
use crate::notation::typography::plain;
use crate::notation::{again, charset};
use crate::record::{RulesClaim, Span};

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
                self.contradicts(name, value);
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
            if self.contradicts(name, raw) {
                self.record.add_tag(entry_name(name), value, span);
                continue;
            }
            if FRAME.contains(&(name, &*value)) || self.set_field(name, raw, &value, span) {
                continue;
            }
            if let Some((field, expected)) = expected(name, raw, &value) {
                let value = value.to_string();
                self.faults.push(Fault::new(span, FaultKind::BadField { field, value, expected }));
            }
            self.record.add_tag(entry_name(name), value, span);
        }
    }

    /// Reports a property of which there should be one if it says something else than the first. Returns
    /// whether it does.
    fn contradicts(&mut self, name: &'a str, raw: &'a str) -> bool {
        if !SINGLE.contains(&name) {
            return false;
        }
        match self.singles.add(name, raw, |first| said_again(name, first, raw)) {
            None | Some(Again::Same) => false,
            Some(Again::More) => {
                self.result = None;
                false
            }
            Some(Again::Other) => {
                let span = self.place(raw);
                self.faults.push(Fault::new(span, FaultKind::Repeated(name.to_owned())));
                true
            }
        }
    }

    /// Puts a value where the record has a place for it. Returns whether it has one.
    fn set_field(&mut self, name: &str, raw: &'a str, value: &str, span: Span) -> bool {
        match name {
            "TAG" => {
                let Some((name, value)) = composed(raw) else { return false };
                self.record.add_tag(name, value, span);
            }
            "RE" if self.result.is_none() => self.result = Some(raw),
            _ => {
                let stated = stated(name, raw, value);
                let side = match stated {
                    Some(Stated::First(side)) => Some(side),
                    _ => None,
                };
                if !stated.is_some_and(|stated| stated.keep_first(span, self.record)) {
                    return false;
                }
                self.first = side.or(self.first);
                self.states_first |= side.is_some();
            }
        }
        true
    }
}

/// What a property states, if the record has a place for it.
fn stated(name: &str, raw: &str, value: &str) -> Option<Stated> {
    Some(match name {
        "RU" if !value.starts_with("dim:") => Stated::Rules(RulesClaim::Named(value.to_owned())),
        "RULENAME" => Stated::Rules(RulesClaim::Named(value.to_owned())),
        "RU" | "RULES" => Stated::Rules(RulesClaim::Written(value.to_owned())),
        "SITETYPE" => Stated::Rules(site_type(raw)?),
        "POSITION" => Stated::Start(value.to_owned()),
        "PL" => Stated::First(side(value)?),
        "CAPTURES" => Stated::Counts(capture_counts(value)?),
        _ => return None,
    })
}

/// What the value of a property has to be, where it is not that.
fn expected(name: &str, raw: &str, value: &str) -> Option<(&'static str, &'static str)> {
    let (known, is_one) = match name {
        "PL" => (("PL", "B or W"), side(value).is_some()),
        "SITETYPE" => (("SITETYPE", "a number, a colon and a name"), site_type(raw).is_some()),
        "CAPTURES" => {
            let counts = capture_counts(value);
            (("CAPTURES", "two numbers with a colon between"), counts.is_some())
        }
        _ => return None,
    };
    (!is_one).then_some(known)
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
