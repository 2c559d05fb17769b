//! The bytes of a record, as text.

use std::borrow::Cow;

use memchr::memchr;

use crate::notation::{self, Format, Misfit, RawRecord};
use crate::record::Span;
use crate::replay::findings::{Code, Finding};

/// A record's bytes as text, with what there is to say about them.
pub(super) struct Decoded<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) finding: Option<Finding>,
    /// Whether they are no record that can be read.
    pub(super) unread: bool,
}

impl<'a> Decoded<'a> {
    pub(super) fn of(format: Format, raw: &RawRecord, bytes: &'a [u8]) -> Self {
        let unread =
            |text: Cow<'a, str>, finding| Self { text, finding: Some(finding), unread: true };
        if raw.cut {
            let beginning = String::from_utf8_lossy(&bytes[..bytes.len().min(80)]).into_owned();
            let limit = notation::MAX_RECORD >> 20;
            let message = format!("the record is longer than {limit} MiB");
            return unread(beginning.into(), Finding::new(Code::T005, message).at(Span::new(0, 1)));
        }
        if memchr(0, bytes).is_some() {
            let text = String::from_utf8_lossy(bytes);
            let at = text.find('\0').unwrap_or_default();
            let message = "there are NUL bytes in the record, which is not read";
            return unread(text, Finding::new(Code::T017, message).at(Span::new(at, at + 1)));
        }
        let decoded = notation::decode(format, bytes);
        let finding = decoded.misfit.map(|(span, misfit)| misfitting(span, &misfit));
        Self { text: decoded.text, finding, unread: false }
    }
}

fn misfitting(span: Span, misfit: &Misfit) -> Finding {
    let code = match misfit {
        Misfit::UnknownLabel { .. } => Code::T016,
        Misfit::NotUtf8 | Misfit::NotAsDeclared { .. } | Misfit::Senseless { .. } => Code::T004,
    };
    Finding::new(code, misfit.to_string()).at(span)
}
