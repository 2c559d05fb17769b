//! Files that are written anew in their own place, record by record, or shown as they would be.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use taflkit::notation::{
    self, Beginning, Format, OldRecord, Passage, RewriteError, Source, rewrite,
};
use taflkit::replay;
use taflkit::rules::names::Resolved;

use super::diffs::Diff;
use super::files::{self, InPlace};
use super::output::{Failure, Output};

/// What is done with the new text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// It replaces the old one.
    Replace,
    /// What differs is shown.
    Show,
}

/// What came of a file.
pub(super) enum Ran {
    /// It was gone through; whether the new text differs.
    Whole { differs: bool },
    /// It stays as it is, for this reason.
    Kept(String),
    /// It could not be read or written.
    Failed(String),
}

/// Writes a file anew. `change` says what each record becomes.
pub(super) fn file(
    path: &Path,
    given: Option<Format>,
    purpose: Purpose,
    rules: Option<&Resolved>,
    output: &Output,
    change: impl FnMut(Format, OldRecord<'_>) -> Option<String>,
) -> Result<Ran, Failure> {
    let opened = files::open_regular(path).and_then(|file| Ok((file, files::open_regular(path)?)));
    let (file, again): (File, File) = match opened {
        Ok(opened) => opened,
        Err(error) => return Ok(Ran::Failed(error.to_string())),
    };
    let name = path.display().to_string();
    let mut sink = match purpose {
        Purpose::Replace => Sink::InPlace(Box::new(InPlace::new(path))),
        Purpose::Show => Sink::diff(&name, output),
    };
    let ran = run(Source::new(file, given), again, path, rules, &mut sink, change)?;
    if let Ran::Whole { .. } = ran {
        return Ok(sink.finish()?.map_or(ran, Ran::Failed));
    }
    Ok(ran)
}

fn run<R: Read>(
    mut source: Source<R>,
    again: impl Read,
    path: &Path,
    rules: Option<&Resolved>,
    sink: &mut Sink,
    mut change: impl FnMut(Format, OldRecord<'_>) -> Option<String>,
) -> Result<Ran, Failure> {
    let cannot_read = |error| Ran::Failed(files::cannot_read(path, &error).to_string());
    let format = match source.begin_named(path) {
        Ok(Beginning::Format(format)) => format,
        Ok(Beginning::Empty) => return Ok(Ran::Kept("the file is empty".into())),
        Ok(Beginning::Binary | Beginning::Doubtful) => {
            return Ok(Ran::Kept("the file is not text".into()));
        }
        Ok(Beginning::OtherJson(what)) => return Ok(Ran::Kept(notation::no_objects(what))),
        Ok(Beginning::Unknown) => {
            return Ok(Ran::Kept("the file is in no known format".into()));
        }
        Err(error) => return Ok(cannot_read(error)),
    };
    if source.is_encoded() {
        return Ok(Ran::Kept("it is not in UTF-8".into()));
    }
    if replay::are_games(&source.bare_lines(), rules) {
        source.split_bare_lines();
    }
    let change = |old: OldRecord<'_>| change(format, old);
    let mut differs = false;
    let take = |passage: Passage<'_>| {
        differs |= matches!(passage, Passage::Changed { .. });
        sink.take(passage)
    };
    match rewrite(&mut source, again, change, take) {
        Ok(()) => Ok(Ran::Whole { differs }),
        Err(RewriteError::Read(error)) => Ok(cannot_read(error)),
        Err(error @ RewriteError::Encoded) => {
            Ok(Ran::Failed(format!("{}: {error}", path.display())))
        }
        Err(RewriteError::Write(error)) => sink.failed(error),
    }
}

/// Where the pieces of a file go.
enum Sink {
    InPlace(Box<InPlace>),
    Diff { diff: Box<Diff>, writer: Box<dyn Write> },
}

impl Sink {
    fn diff(name: &str, output: &Output) -> Self {
        let diff = Box::new(Diff::new(name, output.colours));
        Self::Diff { diff, writer: output.writer() }
    }

    fn take(&mut self, passage: Passage<'_>) -> io::Result<()> {
        match (self, passage) {
            (Self::InPlace(file), Passage::Same(bytes)) => file.keep(bytes),
            (Self::InPlace(file), Passage::Changed { new, .. }) => file.change(new.as_bytes()),
            (Self::Diff { diff, writer }, passage) => diff.take(passage, writer),
        }
    }

    /// Ends the file; returns why it could not be written, if the command can go on all the same.
    fn finish(self) -> Result<Option<String>, Failure> {
        match self {
            Self::InPlace(file) => Ok(file.finish().err().map(|error| error.to_string())),
            Self::Diff { diff, mut writer } => {
                diff.finish(&mut writer)?;
                Ok(writer.flush().map(|()| None)?)
            }
        }
    }

    /// A file that cannot be written is one of several; standard output is the only one.
    fn failed(&self, error: io::Error) -> Result<Ran, Failure> {
        match self {
            Self::InPlace(_) => Ok(Ran::Failed(error.to_string())),
            _ => Err(error.into()),
        }
    }
}
