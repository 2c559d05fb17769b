//! What is found of a record more often than anybody would read.

use std::collections::BTreeMap;

use crate::notation::Fault;
use crate::record::Span;

use super::findings::{Code, Finding};
use super::judge::Verdict;

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

impl Verdict {
    /// What there is to say of a record that was read and not judged.
    pub fn on_reading(faults: &[Fault]) -> Self {
        let mut verdict = Self::default();
        verdict.add_faults(faults);
        verdict.tell_unlisted();
        verdict
    }

    pub(super) fn add_faults(&mut self, faults: &[Fault]) {
        for fault in faults {
            self.add(Finding::from(fault));
        }
    }

    /// Adds a finding, or counts it if there are too many of its kind.
    pub(super) fn add(&mut self, finding: Finding) {
        if self.findings.len() >= MOST_OF_A_KIND && !self.has_room_for(finding.code) {
            *self.unlisted.counts.entry(finding.code).or_default() += 1;
            self.unlisted.first = self.unlisted.first.or(finding.span);
        } else {
            self.findings.push(finding);
        }
    }

    #[cold]
    fn has_room_for(&mut self, code: Code) -> bool {
        let listed = &mut self.unlisted.listed;
        if listed.is_empty() {
            for finding in &self.findings {
                *listed.entry(finding.code).or_default() += 1;
            }
        }
        let count = listed.entry(code).or_default();
        let has_room = *count < MOST_OF_A_KIND;
        *count += usize::from(has_room);
        has_room
    }

    /// Says at the end how much is not listed.
    pub(super) fn tell_unlisted(&mut self) {
        let counts = &self.unlisted.counts;
        if counts.is_empty() {
            return;
        }
        let all: u64 = counts.values().sum();
        let kinds: Vec<String> = counts.iter().map(|(code, n)| format!("{n} {code}")).collect();
        let message =
            format!("{all} more findings of this record are not listed: {}", kinds.join(", "));
        let span = self.unlisted.first;
        self.findings.push(Finding { span, ..Finding::new(Code::T018, message) });
    }

    /// How many findings of a kind there are, listed or not.
    pub fn count(&self, code: Code) -> u64 {
        let listed = self.findings.iter().filter(|finding| finding.code == code).count() as u64;
        listed + self.unlisted.counts.get(&code).copied().unwrap_or_default()
    }
}
