//! Mending records: writing what follows from the rules, and nothing else.

use crate::notation::{self, Beginning, Edit, Format, Source};
use crate::record::{CaptureCounts, Claim, Record};

use super::bare_lines::are_games;
use super::findings::Code;
use super::judge::{Judge, Verdict};

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
    let mark = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut mended = Mended { text: text[..mark].to_owned(), changes: 0 };
    let mut copied = mark;
    let mut record = Record::default();
    while let Ok(Some(chunk)) = source.next_chunk() {
        for raw in chunk.records.iter().filter(|raw| !raw.cut) {
            let start = mark + chunk.start as usize + raw.range.start;
            let end = mark + chunk.start as usize + raw.range.end;
            mended.text.push_str(&text[copied..start]);
            let edits = edits(format, &text[start..end], &mut record, judge);
            mended.changes += edits.len();
            mended.text.push_str(&notation::apply(&text[start..end], &edits));
            copied = end;
        }
    }
    mended.text.push_str(&text[copied..]);
    Some(mended)
}

/// What is to be changed in one record.
fn edits(format: Format, text: &str, record: &mut Record, judge: &mut Judge) -> Vec<Edit> {
    if notation::unfit_to_change(format, text).is_some() {
        return Vec::new();
    }
    let mut faults = Vec::new();
    notation::read(format, text, record, &mut faults);
    if !faults.is_empty() {
        return Vec::new();
    }
    let mut verdict = judge.judge(text, record, &faults);
    if !verdict.complete {
        return Vec::new();
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
        edits.extend(notation::edit_counts(format, text, record, counts));
    }
    edits
}

/// The result that the board proves, where the record claims another or none.
fn result_edit(format: Format, record: &Record, verdict: &Verdict) -> Option<Edit> {
    let wrong = |code| matches!(code, Code::T301 | Code::T302);
    verdict.findings.iter().find(|finding| wrong(finding.code))?;
    let ending = verdict.last?;
    let claim = ending.winner.map_or(Claim::Draw, Claim::Won);
    notation::edit_result(format, record, claim)
}
