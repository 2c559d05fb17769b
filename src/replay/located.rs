//! Records and verdicts with where they stand.

use crate::notation::{Fault, Format};
use crate::record::{LineColumn, Record, places};
use crate::rules::names::Resolved;

use super::findings::Finding;
use super::settings::Settings;
use super::verdict::Verdict;

/// A record as it was read, with where it stands.
#[derive(Clone, Copy, Debug)]
pub struct ReadRecord<'a> {
    /// The file, as the caller named it.
    pub file: &'a str,
    /// The format that it is in.
    pub format: Format,
    /// What holds for its file.
    pub settings: &'a Settings,
    /// The line on which it starts.
    pub line: u64,
    /// Which record of the file it is, from 1.
    pub index: u64,
    /// Its text.
    pub text: &'a str,
    /// The record.
    pub record: &'a Record,
    /// What was wrong with the text.
    pub faults: &'a [Fault],
    /// Whether the text is the bytes of the file as they are, and not made of another encoding.
    pub as_it_was: bool,
    /// What was found about its bytes: that they are in another encoding, or too many.
    pub bytes: Option<&'a Finding>,
    /// Whether the record was not read, for what was found about its bytes.
    pub unread: bool,
}

impl<'a> ReadRecord<'a> {
    /// The rules that were given for all records, or else those assumed for one that states none.
    pub fn rules_or<'b>(&self, given: Option<&'b Resolved>) -> Option<&'b Resolved>
    where
        'a: 'b,
    {
        let assumed = || self.settings.default_rules.as_deref();
        given.or_else(|| assumed().filter(|_| self.record.rules.is_none()))
    }
}

/// One game's verdict with where the game stands.
#[derive(Clone, Copy, Debug)]
pub struct Located<'a> {
    /// The record, and where it stands.
    pub read: ReadRecord<'a>,
    /// What was found.
    pub verdict: &'a Verdict,
}

impl Located<'_> {
    /// The place of every finding, in their order: the record's first character for those about the
    /// record as a whole.
    pub fn places(&self) -> Vec<LineColumn> {
        let spans = self.verdict.findings.iter().map(|finding| finding.span.unwrap_or_default());
        places(self.read.text, self.read.line, &spans.collect::<Vec<_>>())
    }
}
