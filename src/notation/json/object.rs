//! JSON objects as records: what the formats that are kept in JSON share.
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

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use memchr::memmem;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::notation::fault::{Fault, FaultKind};
use crate::notation::unclaimed::{no_object, no_record};
use crate::record::{Record, Span, Tag};

/// A string that stays in the source unless it has escapes.
#[derive(Clone, Debug, Default)]
pub(in crate::notation) struct Text<'a>(pub Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextVisitor;

        impl<'de> Visitor<'de> for TextVisitor {
            type Value = Text<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }

        deserializer.deserialize_str(TextVisitor)
    }
}

/// The members of an object in their order, values as they are written.
#[derive(Default)]
pub(in crate::notation) struct Object<'a> {
    text: &'a str,
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

/// A text as a JSON string.
pub(in crate::notation) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    push_quoted(&mut out, text);
    out
}

/// The same, added to what is written already. Most texts have nothing in them to escape.
pub(in crate::notation) fn push_quoted(out: &mut String, text: &str) {
    out.push('"');
    push_escaped(out, text);
    out.push('"');
}

/// Adds what stands between the quotes of a text, or a part of that.
pub(in crate::notation) fn push_escaped(out: &mut String, text: &str) {
    if text.bytes().any(|byte| byte < b' ' || matches!(byte, b'"' | b'\\')) {
        let quoted = serde_json::Value::from(text).to_string();
        *out += &quoted[1..quoted.len() - 1];
    } else {
        *out += text;
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

/// The members of an object that is being written on one line.
#[derive(Default)]
pub(in crate::notation) struct Members(String);

impl Members {
    /// Adds a value that is JSON already.
    pub(in crate::notation) fn add(&mut self, key: &str, json: &str) {
        self.add_key(key);
        self.0 += json;
    }

    /// Adds a text.
    pub(in crate::notation) fn add_text(&mut self, key: &str, text: &str) {
        self.add_key(key);
        push_quoted(&mut self.0, text);
    }

    /// Adds a value that is written here and now: of a long one there is no room for two.
    pub(in crate::notation) fn add_with(&mut self, key: &str, write: impl FnOnce(&mut String)) {
        self.add_key(key);
        write(&mut self.0);
    }

    fn add_key(&mut self, key: &str) {
        if !self.0.is_empty() {
            self.0 += ", ";
        }
        push_quoted(&mut self.0, key);
        self.0 += ": ";
    }

    /// Whether there are none.
    pub(in crate::notation) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The object.
    pub(in crate::notation) fn object(self) -> String {
        let mut object = self.0;
        object.insert(0, '{');
        object.push('}');
        object
    }
}

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
