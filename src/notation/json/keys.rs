//! Keys as tags of a record, and tags as keys.
//!
//! Keys that a format does not know become tags and are written again under the same key. A tag says
//! by its name which key it was:
//!
//! ```text
//! a-name         a key with a text, in the style of the format: "AName" or "a_name"
//! FORMAT-json:K  the key K with anything but a text; the tag's value is the JSON
//! FORMAT-text:K  the key K with a text, where K is not in the style of the format
//! ```
//!
//! Tags that are no such keys, and second tags of a name, are written as pairs in a list of our own.

use std::collections::BTreeSet;

use serde_json::value::RawValue;

use crate::notation::fault::{Fault, FaultKind};
use crate::record::{Record, Span, Tag};

use super::members::Members;
use super::object::Object;
use super::text::{Text, quoted};

/// How tags of a format and its keys name each other.
#[derive(Clone, Copy)]
pub(in crate::notation) struct Keys {
    /// The name of the format.
    pub format: &'static str,
    /// What keys look like.
    pub style: Style,
    /// Keys that have a meaning of their own.
    pub known: &'static [&'static str],
    /// The key of the list for tags that are no keys.
    pub pairs: &'static str,
}

/// What the keys of a format look like.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::notation) enum Style {
    /// `TimeControl`
    Capitals,
    /// `time_control`
    Underscores,
}

impl Style {
    /// A key as the name of a tag.
    fn tag_of(self, key: &str) -> String {
        let mut name = String::new();
        for letter in key.chars() {
            let split = self == Self::Capitals && letter.is_ascii_uppercase() && !name.is_empty();
            match (self, letter) {
                _ if split => name.extend(['-', letter.to_ascii_lowercase()]),
                (Self::Capitals, _) => name.push(letter.to_ascii_lowercase()),
                (Self::Underscores, '_') => name.push('-'),
                (Self::Underscores, _) => name.push(letter),
            }
        }
        name
    }

    /// The name of a tag as a key; nothing for a name that is not made of words in lower case.
    fn key_of(self, name: &str) -> Option<String> {
        let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
        let word = |word: &str| {
            let first = word.chars().next().filter(char::is_ascii_lowercase)?;
            word.chars().all(plain).then(|| match self {
                Self::Capitals => format!("{}{}", first.to_ascii_uppercase(), &word[1..]),
                Self::Underscores => word.to_owned(),
            })
        };
        let words: Vec<String> = name.split('-').map(word).collect::<Option<_>>()?;
        Some(words.join(if self == Self::Capitals { "" } else { "_" }))
    }
}

impl Keys {
    /// Keeps the members that are left, and the pairs, as tags.
    pub(in crate::notation) fn read_rest(
        &self,
        mut object: Object<'_>,
        record: &mut Record,
        faults: &mut Vec<Fault>,
    ) {
        let pairs = object.remove_as::<Vec<[Text<'_>; 2]>>(self.pairs, faults);
        for (key, value) in object.rest() {
            self.read_member(object.text, key, value, record);
        }
        for [name, value] in pairs.into_iter().flat_map(|(pairs, _)| pairs) {
            let span = Span::of(&value.0, object.text);
            record.add_tag(name.0.into_owned(), value.0, span);
        }
    }

    /// Keeps a member as a tag.
    pub(in crate::notation) fn read_member(
        &self,
        text: &str,
        key: &str,
        value: &RawValue,
        record: &mut Record,
    ) {
        let tag = self.tag(text, key, value);
        record.tags.push(tag);
    }

    /// The tag that keeps a key.
    fn tag(&self, text: &str, key: &str, value: &RawValue) -> Tag {
        let raw = value.get();
        match serde_json::from_str::<Text<'_>>(raw) {
            Ok(inner) => {
                let name = self.style.tag_of(key);
                let name = match self.style.key_of(&name).as_deref() == Some(key) {
                    true => name,
                    false => format!("{}-text:{key}", self.format),
                };
                let span = Span::of(&inner.0, text);
                Tag { name: name.into(), value: inner.0.into_owned(), span }
            }
            Err(_) => Tag {
                name: format!("{}-json:{key}", self.format).into(),
                value: raw.replace(['\n', '\r'], " "),
                span: Span::of(raw, text),
            },
        }
    }

    /// Writes header entries under the keys that their names stand for, otherwise as pairs. The
    /// first entries with the names in `done` have been written.
    pub(in crate::notation) fn write_tags(
        &self,
        record: &Record,
        done: &[&str],
        members: &mut Members,
    ) {
        let mut done = done.to_vec();
        let mut used = BTreeSet::new();
        let mut pairs = Vec::new();
        for tag in &record.tags {
            if let Some(at) = done.iter().position(|name| *name == tag.name) {
                done.remove(at);
                continue;
            }
            match self.member(&tag.name, &tag.value) {
                Some((key, json))
                    if !self.known.contains(&key.as_str()) && used.insert(key.clone()) =>
                {
                    members.add(&key, &json);
                }
                _ => pairs.push(format!("[{}, {}]", quoted(&tag.name), quoted(&tag.value))),
            }
        }
        if !pairs.is_empty() {
            members.add(self.pairs, &format!("[{}]", pairs.join(", ")));
        }
    }

    /// The key and the JSON value that a tag was read from, where it reads back the same.
    fn member(&self, name: &str, value: &str) -> Option<(String, String)> {
        let own =
            |kind: &str| name.strip_prefix(self.format)?.strip_prefix(kind).map(str::to_owned);
        let (key, json) = match (own("-json:"), own("-text:")) {
            (Some(key), _) => (key, value.to_owned()),
            (None, Some(key)) => (key, quoted(value)),
            (None, None) => (self.style.key_of(name)?, quoted(value)),
        };
        let raw: &RawValue = serde_json::from_str(&json).ok()?;
        let again = self.tag(&json, &key, raw);
        (again.name == name && again.value == value).then_some((key, json))
    }
}

/// Keeps a value in a tag: numbers, truths and texts as they read.
pub(in crate::notation) fn read_plain(
    text: &str,
    tag: &'static str,
    value: &RawValue,
    record: &mut Record,
    faults: &mut Vec<Fault>,
) {
    let raw = value.get();
    if raw.starts_with(['{', '[']) {
        let what = "a text, a number, true or false should stand here";
        faults.push(Fault::new(Span::of(raw, text), FaultKind::Syntax(what.to_owned())));
    } else if let Ok(inner) = serde_json::from_str::<Text<'_>>(raw) {
        record.add_tag(tag, inner.0.to_string(), Span::of(&inner.0, text));
    } else {
        record.add_tag(tag, raw, Span::of(raw, text));
    }
}

/// The value of such a tag: a number or a truth where it is written like one.
pub(in crate::notation) fn plain_value(value: &str) -> String {
    let number = value.parse::<u64>().is_ok_and(|number| number.to_string() == value);
    if number || matches!(value, "true" | "false") { value.to_owned() } else { quoted(value) }
}
