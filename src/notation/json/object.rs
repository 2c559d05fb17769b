//! JSON objects as they are read: members with their values as they are written.

use std::fmt;

use memchr::memmem;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::notation::fault::{Fault, FaultKind};
use crate::notation::unclaimed::{no_object, no_record};
use crate::record::Span;

use super::text::Text;

/// The members of an object in their order, values as they are written.
#[derive(Default)]
pub(in crate::notation) struct Object<'a> {
    /// The text that the object is a part of.
    pub(super) text: &'a str,
    members: Vec<(String, &'a RawValue)>,
}

impl<'de: 'a, 'a> Deserialize<'de> for Object<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ObjectVisitor;

        impl<'de> Visitor<'de> for ObjectVisitor {
            type Value = Object<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Object<'de>, M::Error> {
                let mut members = Vec::new();
                while let Some(key) = map.next_key::<Text<'de>>()? {
                    members.push((key.0.into_owned(), map.next_value()?));
                }
                Ok(Object { text: "", members })
            }
        }

        deserializer.deserialize_map(ObjectVisitor)
    }
}

impl<'a> Object<'a> {
    /// Reads an object that is a part of a text, or all of it. What is wrong is a fault.
    pub(in crate::notation) fn parse(
        part: &'a str,
        text: &'a str,
        faults: &mut Vec<Fault>,
    ) -> Option<Self> {
        let object: Option<Self> = parse(part, text, faults);
        object.map(|object| Self { text, ..object })
    }

    /// Reads a record: an object with at least one of the keys that its format is known by. What is
    /// wrong is a fault.
    pub(in crate::notation) fn of_record(
        text: &'a str,
        keys: &[&str],
        faults: &mut Vec<Fault>,
    ) -> Option<Self> {
        if let Some(fault) = no_object(text) {
            faults.push(fault);
            return None;
        }
        let object = Self::parse(text, text, faults)?;
        let known = object.rest().any(|(key, _)| keys.contains(&key));
        if !known {
            faults.push(no_record(text, object.rest().map(|(key, _)| key)));
        }
        known.then_some(object)
    }

    /// Removes a key and returns its value. Of a key that is given twice, the first counts.
    pub(in crate::notation) fn remove(
        &mut self,
        key: &str,
        faults: &mut Vec<Fault>,
    ) -> Option<&'a RawValue> {
        let mut of_key = self.members.extract_if(.., |(name, _)| name == key);
        let (_, value) = of_key.next()?;
        for (_, again) in of_key {
            let span = Span::of(again.get(), self.text);
            faults.push(Fault::new(span, FaultKind::Repeated(key.to_owned())));
        }
        (value.get() != "null").then_some(value)
    }

    /// The same for a value of some type; another is a fault.
    pub(in crate::notation) fn remove_as<T: Deserialize<'a>>(
        &mut self,
        key: &str,
        faults: &mut Vec<Fault>,
    ) -> Option<(T, Span)> {
        let value = self.remove(key, faults)?;
        let span = Span::of(value.get(), self.text);
        parse(value.get(), self.text, faults).map(|value| (value, span))
    }

    /// The same for a text.
    pub(in crate::notation) fn remove_text(
        &mut self,
        key: &str,
        faults: &mut Vec<Fault>,
    ) -> Option<(String, Span)> {
        let (Text(inner), span) = self.remove_as(key, faults)?;
        let inner_span = Span::of(&inner, self.text);
        let span = if inner_span == Span::default() { span } else { inner_span };
        Some((inner.into_owned(), span))
    }

    /// The members that are left.
    pub(in crate::notation) fn rest(&self) -> impl Iterator<Item = (&str, &'a RawValue)> {
        self.members.iter().map(|(key, value)| (key.as_str(), *value))
    }
}

/// Reads a value that is a part of a text, and says where it fails.
pub(in crate::notation) fn parse<'a, T: Deserialize<'a>>(
    part: &'a str,
    text: &str,
    faults: &mut Vec<Fault>,
) -> Option<T> {
    match serde_json::from_str(part) {
        Ok(value) => Some(value),
        Err(error) => {
            let fault = syntax_fault(part, &error);
            let offset = Span::of(part, text).start;
            let span = Span { start: fault.span.start + offset, end: fault.span.end + offset };
            faults.push(Fault { span, ..fault });
            None
        }
    }
}

/// The parser's own words, at the byte that it stopped at.
pub(in crate::notation) fn syntax_fault(text: &str, error: &serde_json::Error) -> Fault {
    let line_start = match error.line() {
        0 | 1 => 0,
        line => memchr::memchr_iter(b'\n', text.as_bytes())
            .nth(line - 2)
            .map_or(text.len(), |newline| newline + 1),
    };
    let mut at = (line_start + error.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let width = text[at..].chars().next().map_or(0, char::len_utf8);
    let told = error.to_string();
    let what = told.split(" at line ").next().unwrap_or(&told);
    let wrong = if error.is_data() { "not as this format has it" } else { "not valid JSON here" };
    Fault::new(Span::new(at, at + width), FaultKind::Syntax(format!("{wrong}: {what}")))
}

/// Whether a key stands somewhere in the beginning of a text, with a value that begins as asked for.
pub(in crate::notation) fn has_key(
    beginning: &str,
    key: &str,
    is_value: impl Fn(&str) -> bool,
) -> bool {
    let name = format!("\"{key}\"");
    memmem::find_iter(beginning.as_bytes(), &name).any(|at| {
        let behind = beginning[at + name.len()..].trim_start();
        behind.strip_prefix(':').is_some_and(|value| is_value(value.trim_start()))
    })
}
