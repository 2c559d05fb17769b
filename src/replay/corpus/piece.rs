//! Pieces of work, and what comes of each.

use std::borrow::Cow;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use crate::notation::{self, Chunk, Format};
use crate::record::Record;
use crate::replay::findings::{Code, Finding};
use crate::replay::judge::Judge;
use crate::replay::located::ReadRecord;
use crate::replay::settings::Settings;
use crate::replay::verdict::{NotJudged, Verdict};

use super::Event;
use super::decoded::Decoded;
use super::error::WalkError;

/// A piece of work, in the order of the input.
pub(super) enum Item {
    Records {
        file: Arc<str>,
        format: Format,
        settings: Arc<Settings>,
        chunk: Arc<Chunk>,
        records: Range<usize>,
    },
    Finding {
        file: Arc<str>,
        finding: Finding,
    },
    Opened {
        file: Arc<str>,
        within: PathBuf,
    },
    #[cfg(feature = "files")]
    PassedOver {
        folder: PathBuf,
        files: Vec<PathBuf>,
    },
    Unreadable(WalkError),
    /// Everything before is waited for.
    Pause,
}

impl Item {
    /// How many bytes of the input it has.
    #[cfg(feature = "files")]
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Records { chunk, records, .. } => {
                chunk.bytes.len() * records.len() / chunk.records.len().max(1)
            }
            _ => 0,
        }
    }

    /// Tells what is in it; records are read.
    ///
    /// # Errors
    /// What `each` returns; nothing is told after the first.
    pub(super) fn tell<E>(self, mut each: impl FnMut(Event<'_>) -> Result<(), E>) -> Result<(), E> {
        match self {
            Self::Opened { file, within } => each(Event::Opened { file: &file, within: &within }),
            #[cfg(feature = "files")]
            Self::PassedOver { folder, files } => {
                each(Event::PassedOver { folder: &folder, files: &files })
            }
            Self::Unreadable(error) => each(Event::Unreadable(&error)),
            Self::Pause => each(Event::Pause),
            Self::Finding { file, finding } => each(Event::File { file: &file, finding: &finding }),
            Self::Records { file, format, settings, chunk, records } => {
                let each = |read: ReadRecord<'_>| each(Event::Record(read));
                read_records(&file, format, &settings, &chunk, records, each)
            }
        }
    }
}

/// How many records a piece has at most. What is said of records waits until all pieces are done, and
/// of short ones that are nothing but faults a hundred times their length is said.
pub(super) const RECORDS_PER_PIECE: usize = 64;

fn read_records<E>(
    file: &str,
    format: Format,
    settings: &Settings,
    chunk: &Chunk,
    records: Range<usize>,
    mut each: impl FnMut(ReadRecord<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut record = Record::default();
    let mut faults = Vec::new();
    for raw in &chunk.records[records] {
        let bytes = &chunk.bytes[raw.range.clone()];
        let Decoded { text, finding, unread } = Decoded::of(format, raw, bytes);
        faults.clear();
        if unread {
            record.clear();
        } else {
            notation::read_into(format, &text, &mut record, &mut faults);
        }
        each(ReadRecord {
            file,
            format,
            settings,
            line: raw.line,
            index: raw.index,
            text: &text,
            record: &record,
            faults: &faults,
            bytes: finding.as_ref(),
            unread,
            as_it_was: matches!(text, Cow::Borrowed(_)),
        })?;
    }
    Ok(())
}

/// What is found of one record, its bytes included.
pub(super) fn judge_one(judge: &mut Judge, read: &ReadRecord<'_>) -> Verdict {
    let mut verdict = judged(judge, read);
    read.settings.selection.apply(&mut verdict);
    verdict
}

fn judged(judge: &mut Judge, read: &ReadRecord<'_>) -> Verdict {
    let findings: Vec<Finding> = read.bytes.cloned().into_iter().collect();
    if read.unread {
        return Verdict { findings, not_judged: Some(NotJudged::Unread), ..Verdict::default() };
    }
    judge.assume(read.settings.default_rules.as_ref());
    let mut verdict = judge.judge(read.text, read.record, read.faults);
    if !read.format.states_rules() {
        // Said once for the whole file.
        verdict.findings.retain(|finding| finding.code != Code::T406);
    }
    verdict.findings.splice(0..0, findings);
    verdict
}
