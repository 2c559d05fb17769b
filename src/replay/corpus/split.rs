//! Inputs split into pieces of work.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::notation::{self, Beginning, Format, Source};
use crate::replay::findings::{Code, Finding};
use crate::rules::names;

use super::Options;
use super::bare_lines::are_games;
use super::error::WalkError;
use super::piece::{Item, RECORDS_PER_PIECE};

/// Splits one input into pieces of work, which `full` gets until it returns an error.
pub(super) fn split<E>(
    options: &Options,
    name: &str,
    within: PathBuf,
    mut reader: impl Read,
    full: &mut impl FnMut(Item) -> Result<(), E>,
    progress: &mut impl FnMut(u64),
) -> Result<(), E> {
    let mut outcome = Ok(());
    let mut full = |item| {
        outcome = full(item);
        if outcome.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let _ = split_until(options, name, within, &mut reader, &mut full, progress);
    outcome
}

/// The same for one kind of caller and reader, so that it is compiled once.
fn split_until(
    options: &Options,
    name: &str,
    within: PathBuf,
    reader: &mut dyn Read,
    full: &mut dyn FnMut(Item) -> ControlFlow<()>,
    progress: &mut dyn FnMut(u64),
) -> ControlFlow<()> {
    let file: Arc<str> = name.into();
    let settings = Arc::new(options.settings(Path::new(name)));
    let told = |finding| {
        let finding = settings.selection.finding(finding)?;
        Some(Item::Finding { file: Arc::clone(&file), finding })
    };
    let mut source = Source::new(reader, settings.format);
    let unreadable = |error| Item::Unreadable(WalkError::Io { file: name.to_owned(), error });
    full(Item::Opened { file: Arc::clone(&file), within })?;
    let format = match source.begin_named(Path::new(name)).map(format_of) {
        Ok(Ok(format)) => format,
        Ok(Err(finding)) => return told(*finding).map_or(ControlFlow::Continue(()), full),
        Err(error) => return full(unreadable(error)),
    };
    let rules = options.rules.as_ref().or(settings.default_rules.as_deref());
    if are_games(&source.bare_lines(), rules) {
        source.split_bare_lines();
    }
    if !format.states_rules() && rules.is_none() {
        told(rules_needed(name, format)).map_or(ControlFlow::Continue(()), &mut *full)?;
    }
    let mut any = false;
    loop {
        match source.next_chunk() {
            Ok(Some(chunk)) => {
                progress(chunk.bytes.len() as u64);
                let (count, pauses) = (chunk.records.len(), chunk.pauses);
                any |= count > 0;
                let chunk = Arc::new(chunk);
                for start in (0..count).step_by(RECORDS_PER_PIECE) {
                    let records = start..count.min(start + RECORDS_PER_PIECE);
                    full(Item::Records {
                        file: Arc::clone(&file),
                        format,
                        settings: Arc::clone(&settings),
                        chunk: Arc::clone(&chunk),
                        records,
                    })?;
                }
                if pauses {
                    full(Item::Pause)?;
                }
            }
            Ok(None) => return ControlFlow::Continue(()),
            Err(error) if any => return full(unreadable(kept_before(&error))),
            Err(error) => return full(unreadable(error)),
        }
    }
}

/// The format that the beginning of an input shows, or why there are no records in it.
fn format_of(beginning: Beginning) -> Result<Format, Box<Finding>> {
    Err(Box::new(match beginning {
        Beginning::Format(format) => return Ok(format),
        Beginning::Empty => Finding::new(Code::T003, "the file is empty"),
        Beginning::OtherJson(what) => {
            Finding::new(Code::T015, notation::no_objects(what)).help(notation::json_records())
        }
        Beginning::Binary | Beginning::Doubtful => Finding::new(Code::T008, "the file is not text"),
        Beginning::Unknown => Finding::new(Code::T002, "the file is in no known format"),
    }))
}

/// Tells that a file could be read up to an error.
fn kept_before(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{error}; only what came before was read"))
}

/// No record of the file can say by which rules it was played; perhaps its name does.
fn rules_needed(file: &str, format: Format) -> Finding {
    let stem = Path::new(file).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let word = stem.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
    let known = names::resolve(word).ok().and_then(|resolved| resolved.variant);
    let message = format!("records in the format {} state no rules", format.name());
    let finding = Finding::new(Code::T406, message);
    match known {
        Some(id) => finding.help(format!("give the rules, perhaps with --default-variant {id}")),
        None => finding,
    }
}
