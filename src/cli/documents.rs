//! What commands write as JSON: documents, and lists of entries.

use std::fmt;
use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Value, json};
use taflkit::record::{Known, Record};
use taflkit::replay::GameHash;

use super::Form;
use super::output::Output;

/// A JSON object with its schema in front and, where a schema has entries of several kinds, its kind.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Document {
    schema: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#type: Option<&'static str>,
    #[serde(flatten)]
    content: Value,
}

impl Document {
    /// A document of a schema that knows one kind.
    pub(super) fn new(schema: &str, content: Value) -> Self {
        Self { schema: format!("taflkit.{schema}/1"), r#type: None, content }
    }

    /// An entry of this kind.
    pub(super) fn entry(schema: &str, kind: &'static str, content: Value) -> Self {
        Self { r#type: Some(kind), ..Self::new(schema, content) }
    }

    /// An input that cannot be read, or not to its end.
    pub(super) fn unreadable(schema: &str, file: &str, reason: &str) -> Self {
        Self::entry(schema, "unreadable", json!({ "file": file, "reason": reason }))
    }

    /// A file of a folder that was not looked at.
    pub(super) fn passed_over(schema: &str, file: &str) -> Self {
        let reason = taflkit::replay::PASSED_OVER;
        Self::entry(schema, "passed-over", json!({ "file": file, "reason": reason }))
    }
}

/// In one line.
impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// What a game is known by, as part of a document.
pub(super) fn known(record: &Record, hash: Option<GameHash>) -> Value {
    json!(Known::of(record, hash))
}

/// Entries that are written as they come: as lines, or as a document with `results` and a `summary`.
pub(super) struct Listing {
    schema: &'static str,
    form: Form,
    begun: bool,
}

impl Listing {
    pub(super) const fn new(schema: &'static str, form: Form) -> Self {
        Self { schema, form, begun: false }
    }

    /// The text of one entry more.
    pub(super) fn entry(&mut self, entry: &dyn fmt::Display) -> String {
        match self.form {
            Form::Human => String::new(),
            Form::Jsonl => format!("{entry}\n"),
            Form::Json => {
                let comma = if self.begun { "," } else { "" };
                let begin = self.begin();
                format!("{begin}{comma}\n{entry}")
            }
        }
    }

    /// The text behind the last entry.
    pub(super) fn end(&mut self, summary: Option<&dyn fmt::Display>) -> String {
        match (self.form, summary) {
            (Form::Human, _) | (Form::Jsonl, None) => String::new(),
            (Form::Jsonl, Some(summary)) => format!("{summary}\n"),
            (Form::Json, None) => self.begin() + "\n]}\n",
            (Form::Json, Some(summary)) => self.begin() + &format!("\n],\"summary\":{summary}}}\n"),
        }
    }

    fn begin(&mut self) -> String {
        match std::mem::replace(&mut self.begun, true) {
            true => String::new(),
            false => format!("{{\"schema\":\"taflkit.{}/1\",\"results\":[", self.schema),
        }
    }
}

/// What a command says of its work where its output is something else: on standard output if that is free,
/// else on standard error, in the place of words.
pub(super) struct Report {
    listing: Listing,
    writer: Box<dyn Write>,
}

impl Report {
    /// A report, and how the command tells things beside it. None is written for people.
    pub(super) fn new(
        schema: &'static str,
        output: &Output,
        stdout_is_taken: bool,
    ) -> (Self, Output) {
        let in_report = stdout_is_taken && !output.is_human();
        let writer: Box<dyn Write> = match (output.is_human(), in_report) {
            (true, _) => Box::new(io::sink()),
            (false, true) => Box::new(io::stderr()),
            (false, false) => output.writer(),
        };
        let listing = Listing::new(schema, output.form);
        (Self { listing, writer }, Output { in_report, ..*output })
    }

    pub(super) fn add(&mut self, entry: &Document) -> io::Result<()> {
        let text = self.listing.entry(entry);
        self.writer.write_all(text.as_bytes())
    }

    pub(super) fn end(&mut self, summary: &Document) -> io::Result<()> {
        let text = self.listing.end(Some(summary));
        self.writer.write_all(text.as_bytes())?;
        self.writer.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listing_is_a_document_or_lines() {
        let entry = Document::entry("x", "game", json!({ "a": 1, "z": null }));
        let summary = Document::entry("x", "summary", json!({ "games": 2 }));
        let line = r#"{"schema":"taflkit.x/1","type":"game","a":1,"z":null}"#;
        assert_eq!(entry.to_string(), line);
        let written = |form, count, summary: Option<&Document>| {
            let mut listing = Listing::new("x", form);
            let entries: String = (0..count).map(|_| listing.entry(&entry)).collect();
            entries + &listing.end(summary.map(|summary| summary as _))
        };
        let sum = summary.to_string();
        assert_eq!(written(Form::Jsonl, 2, Some(&summary)), format!("{line}\n{line}\n{sum}\n"));
        assert_eq!(written(Form::Human, 2, Some(&summary)), "");
        for (count, summary) in [(0, None), (0, Some(&summary)), (2, None), (2, Some(&summary))] {
            let text = written(Form::Json, count, summary);
            let document: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(document["results"].as_array().unwrap().len(), count);
            assert_eq!(document.get("summary").is_some(), summary.is_some());
            assert!(text.starts_with("{\"schema\":\"taflkit.x/1\",\"results\":["));
        }
    }
}
