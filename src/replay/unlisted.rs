//! What is found of a record more often than anybody would read.

use std::collections::BTreeMap;

use crate::record::Span;

use super::findings::{Code, Finding};

/// How many findings of each kind are listed for one record.
pub const MOST_OF_A_KIND: usize = 1000;

/// Findings that are counted and not listed.
#[derive(Clone, Debug, Default)]
pub struct Unlisted {
    /// How many, by kind.
    pub counts: BTreeMap<Code, u64>,
    /// Where the first of them is.
    first: Option<Span>,
    /// How many of each kind are listed, once there are many.
    listed: BTreeMap<Code, usize>,
}

impl Unlisted {
    /// Counts a finding if there are too many of its kind to list it.
    #[cold]
    pub(super) fn counts_instead(&mut self, finding: &Finding, listed: &[Finding]) -> bool {
        if self.has_room_for(finding.code, listed) {
            return false;
        }
        *self.counts.entry(finding.code).or_default() += 1;
        self.first = self.first.or(finding.span);
        true
    }

    fn has_room_for(&mut self, code: Code, findings: &[Finding]) -> bool {
        if self.listed.is_empty() {
            for finding in findings {
                *self.listed.entry(finding.code).or_default() += 1;
            }
        }
        let count = self.listed.entry(code).or_default();
        let has_room = *count < MOST_OF_A_KIND;
        *count += usize::from(has_room);
        has_room
    }

    /// Keeps only kinds for which this says yes.
    pub(super) fn keep(&mut self, has: impl Fn(Code) -> bool) {
        self.counts.retain(|&code, _| has(code));
    }

    /// A finding that says how much is not listed.
    pub(super) fn finding(&self) -> Option<Finding> {
        if self.counts.is_empty() {
            return None;
        }
        let all: u64 = self.counts.values().sum();
        let kinds: Vec<String> =
            self.counts.iter().map(|(code, n)| format!("{n} {code}")).collect();
        let message =
            format!("{all} more findings of this record are not listed: {}", kinds.join(", "));
        Some(Finding { span: self.first, ..Finding::new(Code::T018, message) })
    }
}
