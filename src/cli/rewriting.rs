//! Files that are written anew in their own place, record by record, or shown as they would be.

use std::cell::RefCell;
use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};
use std::path::Path;

use taflkit::notation::{
    self, Beginning, Change, Format, Head, Layout, Passage, RewriteError, Source, rewrite,
};
use taflkit::replay::{self, Compression};
use taflkit::rules::names::Resolved;
use tempfile::SpooledTempFile;

use super::diffs::Diff;
use super::files::{self, HELD, InPlace};
use super::output::{Failure, Output};

/// What is done with the new text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// It replaces the old one.
    Replace,
    /// What differs is shown.
    Show,
    /// It is written to standard output.
    Print,
    /// Nothing: it is only asked whether it differs.
    Compare,
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
    change: &mut impl Change,
) -> Result<Ran, Failure> {
    let mut old = match Old::open(path, given, || files::open_regular(path)) {
        Ok(old) => old,
        Err(ran) => return Ok(ran),
    };
    if replay::are_games(&old.source.bare_lines(), rules) {
        old.source.split_bare_lines();
    }
    let mut sink = Sink::new(purpose, path, output);
    match old.rewrite(change, |passage| sink.take(passage)) {
        Ok(differs) => Ok(sink.finish(output)?.map_or(Ran::Whole { differs }, Ran::Failed)),
        Err(error) => sink.failed(path, error),
    }
}

/// Lays a file out in the canonical form of its format. `open` opens it from its first byte, `tell` is told
/// of records that stay as they are: on which line, and why. Where nothing differs, nothing is written.
pub(super) fn lay_out<R: Read>(
    path: &Path,
    open: impl Fn() -> io::Result<R>,
    given: Option<Format>,
    purpose: Purpose,
    output: &Output,
    mut tell: impl FnMut(u64, &str),
) -> Result<Ran, Failure> {
    let mut layout = Layout::new(&mut tell);
    let (differs, shows, sink) = loop {
        let old = match Old::open(path, given, &open) {
            Ok(old) => old,
            Err(ran) => return Ok(ran),
        };
        if replay::are_games(&old.source.bare_lines(), None) {
            // Numbers in one line would take from the others that they are games.
            return Ok(Ran::Whole { differs: false });
        }
        let (format, mut head, mut sink) =
            (old.format, Head::default(), Sink::new(purpose, path, output));
        let ran = old.rewrite(&mut layout, |passage| {
            head.push(passage);
            sink.take(passage)
        });
        match ran {
            Err(error) => return sink.failed(path, error),
            Ok(differs) if layout.is_done() => {
                break (differs, given.is_some() || head.shows(format, path), sink);
            }
            Ok(_) => {}
        }
    };
    if differs && !shows {
        tell(1, "laid out, the file would be taken for one in another format");
    }
    if !differs || !shows {
        return Ok(Ran::Whole { differs: false });
    }
    Ok(sink.finish(output)?.map_or(Ran::Whole { differs }, Ran::Failed))
}

/// A file whose format is known, and that can be written anew.
struct Old<R> {
    source: Source<R>,
    format: Format,
    again: io::Chain<Cursor<Vec<u8>>, R>,
}

impl<R: Read> Old<R> {
    /// Begins with a file; if it has to stay as it is, what came of it.
    fn open(
        path: &Path,
        given: Option<Format>,
        open: impl Fn() -> io::Result<R>,
    ) -> Result<Self, Ran> {
        let failed = |error: io::Error| Ran::Failed(error.to_string());
        let cannot_read = |error| failed(files::cannot_read(path, &error));
        let kept = |why: &str| Err(Ran::Kept(why.to_owned()));
        let (file, mut again) = (open().map_err(failed)?, open().map_err(failed)?);
        let mut beginning = Vec::new();
        (&mut again).take(4).read_to_end(&mut beginning).map_err(cannot_read)?;
        if Compression::of(&beginning).is_some() {
            return kept("it is compressed, and only its unpacked text could be changed");
        }
        let mut source = Source::new(file, given);
        let format = match source.begin_named(path).map_err(cannot_read)? {
            Beginning::Format(format) => format,
            Beginning::Empty => return kept("the file is empty"),
            Beginning::Binary | Beginning::Doubtful => return kept("the file is not text"),
            Beginning::OtherJson(what) => return kept(&notation::no_objects(what)),
            Beginning::Unknown => return kept("the file is in no known format"),
        };
        if source.is_encoded() {
            return kept("it is not in UTF-8");
        }
        Ok(Self { source, format, again: Cursor::new(beginning).chain(again) })
    }

    /// Writes it anew; whether something differs.
    fn rewrite(
        mut self,
        change: &mut impl Change,
        mut take: impl FnMut(Passage<'_>) -> io::Result<()>,
    ) -> Result<bool, RewriteError<io::Error>> {
        let mut differs = false;
        rewrite(&mut self.source, self.format, self.again, change, |passage| {
            differs |= matches!(passage, Passage::Changed { .. });
            take(passage)
        })?;
        Ok(differs)
    }
}

/// Where the pieces of a file go. What goes to standard output waits until the file is whole.
enum Sink {
    InPlace(Box<InPlace>),
    Diff { diff: Box<Diff>, waiting: Box<SpooledTempFile> },
    Print(Box<SpooledTempFile>),
    Nowhere,
}

impl Sink {
    fn new(purpose: Purpose, path: &Path, output: &Output) -> Self {
        let waiting = || Box::new(SpooledTempFile::new(HELD));
        match purpose {
            Purpose::Replace => Self::InPlace(Box::new(InPlace::new(path))),
            Purpose::Show => {
                let diff = Diff::new(&path.display().to_string(), output.colours);
                Self::Diff { diff: Box::new(diff), waiting: waiting() }
            }
            Purpose::Print => Self::Print(waiting()),
            Purpose::Compare => Self::Nowhere,
        }
    }

    fn take(&mut self, passage: Passage<'_>) -> io::Result<()> {
        let bytes = match passage {
            Passage::Same(bytes) => bytes,
            Passage::Changed { new, .. } => new.as_bytes(),
        };
        match (self, passage) {
            (Self::InPlace(file), Passage::Same(bytes)) => file.keep(bytes),
            (Self::InPlace(file), Passage::Changed { .. }) => file.change(bytes),
            (Self::Diff { diff, waiting }, passage) => {
                diff.take(passage, waiting).map_err(not_held)
            }
            (Self::Print(waiting), _) => waiting.write_all(bytes).map_err(not_held),
            (Self::Nowhere, _) => Ok(()),
        }
    }

    /// Ends the file; returns why it could not be written, if the command can go on all the same.
    fn finish(self, output: &Output) -> Result<Option<String>, Failure> {
        let mut waiting = match self {
            Self::InPlace(file) => return Ok(file.finish().err().map(|error| error.to_string())),
            Self::Nowhere => return Ok(None),
            Self::Print(waiting) => waiting,
            Self::Diff { diff, mut waiting } => {
                diff.finish(&mut waiting).map_err(not_held)?;
                waiting
            }
        };
        waiting.rewind().map_err(not_held)?;
        let mut writer = output.writer();
        io::copy(&mut waiting, &mut writer)?;
        Ok(writer.flush().map(|()| None)?)
    }

    /// A file that cannot be written is one of several; standard output is the only one.
    fn failed(&self, path: &Path, error: RewriteError<io::Error>) -> Result<Ran, Failure> {
        match (self, error) {
            (_, RewriteError::Read(error)) => {
                Ok(Ran::Failed(files::cannot_read(path, &error).to_string()))
            }
            (_, error @ RewriteError::Encoded) => {
                Ok(Ran::Failed(format!("{}: {error}", path.display())))
            }
            (Self::InPlace(_), RewriteError::Write(error)) => Ok(Ran::Failed(error.to_string())),
            (_, RewriteError::Write(error)) => Err(error.into()),
        }
    }
}

/// What waits for the end of a file may be too much for the place of temporary files.
fn not_held(error: io::Error) -> io::Error {
    io::Error::other(format!("cannot write to the folder of temporary files: {error}"))
}

/// Standard input, which can be read any number of times.
pub(super) struct HeldInput(RefCell<SpooledTempFile>);

impl HeldInput {
    /// Reads it to its end, unpacked if it is compressed.
    pub(super) fn read() -> io::Result<Self> {
        let cannot_read = |error| files::cannot_read(Path::new("-"), &error);
        let mut input = replay::unpacked(io::stdin().lock()).map_err(cannot_read)?;
        let (mut held, mut block) = (SpooledTempFile::new(HELD), vec![0; BLOCK]);
        loop {
            match input.read(&mut block) {
                Ok(0) => return Ok(Self(RefCell::new(held))),
                Ok(length) => held.write_all(&block[..length]).map_err(not_held)?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(cannot_read(error)),
            }
        }
    }

    /// A reader of it from its first byte.
    pub(super) fn reader(&self) -> impl Read {
        Reader { held: &self.0, at: 0 }
    }
}

/// How much is read at a time.
const BLOCK: usize = 64 << 10;

struct Reader<'a> {
    held: &'a RefCell<SpooledTempFile>,
    at: u64,
}

impl Read for Reader<'_> {
    fn read(&mut self, block: &mut [u8]) -> io::Result<usize> {
        let mut held = self.held.borrow_mut();
        held.seek(SeekFrom::Start(self.at))?;
        let read = held.read(block)?;
        self.at += read as u64;
        Ok(read)
    }
}
