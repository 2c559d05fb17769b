//! Mending records: writing what follows from the rules, and nothing else.

use std::convert::Infallible;
use std::sync::Arc;

use crate::notation::{
    self, Beginning, Edit, Fault, Format, OldRecord, Passage, Source, edit_counts, edit_result,
    rewrite,
};
use crate::record::{CaptureCounts, Claim, Record};
use crate::rules::names::Resolved;

use super::corpus::are_games;
use super::findings::{Code, Severity};
use super::judge::Judge;
use super::verdict::Verdict;

/// A text with its records mended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mended {
    /// The text.
    pub text: String,
    /// How many places were changed.
    pub changes: usize,
}

/// Mends the records of a text: captures, letters of pieces, symbols after moves, counts of captures,
/// and the result where the board decides. A record that is not legal to its last move, or that has
/// faults of reading, stays as it is. Returns nothing if the text is in no known format.
pub fn mend(text: &str, format: Option<Format>, judge: &mut Judge) -> Option<Mended> {
    let mut source = Source::new(text.as_bytes(), format);
    let Ok(Beginning::Format(format)) = source.begin() else { return None };
    if are_games(&source.bare_lines(), judge.given()) {
        source.split_bare_lines();
    }
    let mut mender = Mender::new(judge);
    let mut changes = 0;
    let mut written = Vec::with_capacity(text.len());
    let take = |passage: Passage<'_>| -> Result<(), Infallible> {
        written.extend_from_slice(match passage {
            Passage::Same(bytes) => bytes,
            Passage::Changed { new, .. } => new.as_bytes(),
        });
        Ok(())
    };
    let mut change = |old: OldRecord<'_>| {
        let (new, places) = mender.mended(format, old.text).ok()??;
        changes += places;
        Some(new)
    };
    rewrite(&mut source, format, text.as_bytes(), &mut change, take).ok()?;
    Some(Mended { text: String::from_utf8(written).ok()?, changes })
}

/// Mends records one after the other.
pub struct Mender<'a> {
    judge: &'a mut Judge,
    record: Record,
}

impl<'a> Mender<'a> {
    /// A mender with a judge, who must be a [mending](Judge::mending) one.
    pub fn new(judge: &'a mut Judge) -> Self {
        Self { judge, record: Record::default() }
    }

    /// Mends records that state no rules by these from now on.
    pub fn assume(&mut self, rules: Option<&Arc<Resolved>>) {
        self.judge.assume(rules);
    }

    /// The record mended, and in how many places; nothing if there is nothing to mend.
    ///
    /// # Errors
    /// Why the record has to stay as it is although it has faults.
    pub fn mended(
        &mut self,
        format: Format,
        old: Result<&str, &str>,
    ) -> Result<Option<(String, usize)>, String> {
        let text = old?;
        let edits = edits(format, text, &mut self.record, self.judge)?;
        Ok((!edits.is_empty()).then(|| (notation::apply(text, &edits), edits.len())))
    }
}

/// What is to be changed in one record, or why nothing can be.
fn edits(
    format: Format,
    text: &str,
    record: &mut Record,
    judge: &mut Judge,
) -> Result<Vec<Edit>, String> {
    if let Some(why) = notation::unfit_to_change(format, text) {
        return Err(why);
    }
    let mut faults: Vec<Fault> = Vec::new();
    notation::read_into(format, text, record, &mut faults);
    if let Some(fault) = faults.first() {
        return Err(fault.kind.to_string());
    }
    let mut verdict = judge.judge(text, record, &faults);
    if !verdict.complete {
        let mut findings = verdict.findings.iter();
        let grave = findings.find(|finding| finding.severity == Severity::Error);
        return grave.map_or(Ok(Vec::new()), |finding| Err(finding.message.to_string()));
    }
    let mut edits = std::mem::take(&mut verdict.edits);
    edits.extend(result_edit(format, record, &verdict));
    let listed = verdict.listed;
    let stated = record.counts.as_ref().map(|counts| counts.value);
    let counts = CaptureCounts { by_attackers: listed[0], by_defenders: listed[1] };
    let comparable = verdict
        .findings
        .iter()
        .all(|finding| finding.code != Code::T010 || finding.variation.is_some());
    if comparable && stated.is_some_and(|stated| stated != counts) {
        edits.extend(edit_counts(format, text, record, counts));
    }
    Ok(edits)
}

/// The result that the board proves, where the record claims another or none.
fn result_edit(format: Format, record: &Record, verdict: &Verdict) -> Option<Edit> {
    let wrong = |code| matches!(code, Code::T301 | Code::T302);
    verdict.findings.iter().find(|finding| wrong(finding.code))?;
    let ending = verdict.last?;
    let claim = ending.winner.map_or(Claim::Draw, Claim::Won);
    edit_result(format, record, claim)
}
