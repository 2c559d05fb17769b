//! Many games: walking folders, splitting files, judging in parallel, keeping the order.

mod bare_lines;
mod inputs;
mod unpack;
mod workers;

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use memchr::memchr;

use crate::notation::{self, Beginning, Chunk, Format, Misfit, RawRecord, Source};
use crate::record::{Record, Span};
use crate::rules::names::{self, Resolved};

use super::findings::{Code, Finding};
use super::judge::Judge;
use super::located::{Located, ReadRecord};
use super::verdict::Verdict;

use inputs::{Found, known_endings, walk};
use workers::Crew;

pub use bare_lines::are_games;
pub use inputs::{Input, Listed, WalkError, files, total_bytes};
pub use unpack::{Compression, unpacked};

/// How a collection is read.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The format of every file; nothing to tell by content.
    pub format: Option<Format>,
    /// The rules of every game; nothing to go by what records say.
    pub rules: Option<Resolved>,
    /// How many threads judge; nothing for as many as the machine has cores.
    pub jobs: Option<usize>,
    /// How many positions are visited for each question about a puzzle; with none, no puzzle is
    /// solved.
    pub puzzle_nodes: u64,
    /// Whether verdicts also say what number a game has and how it stood where something was found.
    pub details: bool,
}

/// What the walk through a collection comes upon, in order.
#[derive(Debug)]
pub enum Event<'a> {
    /// A file is opened; what follows is about it until the next is.
    Opened {
        /// The file.
        file: &'a str,
        /// Its place in a folder that was named, or its own name; without the ending of a
        /// compressed file.
        within: &'a Path,
    },
    /// A record, not judged.
    Record(ReadRecord<'a>),
    /// A game, judged.
    Game(Located<'a>),
    /// Something about a whole file or folder.
    File {
        /// The file.
        file: &'a str,
        /// What is found.
        finding: &'a Finding,
    },
    /// Files of a folder whose endings are not known, which were not looked at.
    PassedOver {
        /// The folder that was named.
        folder: &'a Path,
        /// The files.
        files: &'a [PathBuf],
    },
    /// A file or folder that cannot be read, or not to its end.
    Unreadable(&'a WalkError),
}

/// A collection of records.
pub struct Corpus {
    options: Options,
    crew: Crew,
}

/// A piece of work, in the order of the input.
enum Item {
    Records { file: Arc<str>, format: Format, chunk: Arc<Chunk>, records: Range<usize> },
    Finding { file: Arc<str>, finding: Finding },
    Opened { file: Arc<str>, within: PathBuf },
    PassedOver { folder: PathBuf, files: Vec<PathBuf> },
    Unreadable(WalkError),
}

impl Item {
    /// How many bytes of the input it has.
    fn bytes(&self) -> usize {
        match self {
            Self::Records { chunk, records, .. } => {
                chunk.bytes.len() * records.len() / chunk.records.len().max(1)
            }
            _ => 0,
        }
    }
}

/// How many records a piece has at most. What is said of records waits until all pieces are done, and
/// of short ones that are nothing but faults a hundred times their length is said.
const RECORDS_PER_PIECE: usize = 64;

impl Corpus {
    /// A collection that is to be read in this way.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn new(options: Options) -> Result<Self, WalkError> {
        let crew = Crew::new(options.jobs)?;
        Ok(Self { options, crew })
    }

    /// Judges every record of the inputs; [`Event::Record`] does not occur. Otherwise as
    /// [`Corpus::read`].
    ///
    /// # Errors
    /// Whatever `done` returns as an error stops the walk. What cannot be read is an [`Event`].
    pub fn judge<S: Default + Send, E>(
        &self,
        inputs: &[Input],
        each: impl Fn(&mut S, Event<'_>) + Sync,
        done: impl FnMut(S) -> Result<(), E>,
        progress: impl FnMut(u64),
    ) -> Result<(), E> {
        let new_judge = || {
            let Options { rules, puzzle_nodes, details, .. } = &self.options;
            Judge::new(rules.clone()).solving(*puzzle_nodes).with_details(*details)
        };
        // One for each thread: nobody else asks for it.
        let judges: Vec<Mutex<Judge>> =
            (0..self.crew.size()).map(|_| Mutex::new(new_judge())).collect();
        let judged = |state: &mut S, event: Event<'_>| {
            let Event::Record(read) = event else { return each(state, event) };
            let own = judges.get(self.crew.number());
            let verdict = match own.and_then(|judge| judge.try_lock().ok()) {
                Some(mut judge) => judge_one(&mut judge, &read),
                None => judge_one(&mut new_judge(), &read),
            };
            each(state, Event::Game(Located { read, verdict: &verdict }));
        };
        self.read(inputs, judged, done, progress)
    }

    /// Reads every record of the inputs; [`Event::Game`] does not occur. `each` runs on the threads
    /// and gathers what it wants in a state of its own; `done` gets these states in the order of the
    /// input, so that the same input gives the same output whatever the number of threads.
    /// `progress` hears of bytes read.
    ///
    /// # Errors
    /// Whatever `done` returns as an error stops the walk. What cannot be read is an [`Event`].
    pub fn read<S: Default + Send, E>(
        &self,
        inputs: &[Input],
        each: impl Fn(&mut S, Event<'_>) + Sync,
        done: impl FnMut(S) -> Result<(), E>,
        mut progress: impl FnMut(u64),
    ) -> Result<(), E> {
        self.crew.run(
            |give| {
                let mut full = |item: Item| {
                    let bytes = item.bytes();
                    give(item, bytes)
                };
                walk(inputs).try_for_each(|file| self.open(file, &mut full, &mut progress))
            },
            |item| work_on(item, &each),
            done,
        )
    }

    /// Splits one of the files that a walk has found.
    fn open<E>(
        &self,
        found: Result<Found, WalkError>,
        full: &mut impl FnMut(Item) -> Result<(), E>,
        progress: &mut impl FnMut(u64),
    ) -> Result<(), E> {
        match found {
            Ok(Found::Stdin) => match unpacked(io::stdin().lock()) {
                Ok(reader) => self.split("-", PathBuf::from("-"), reader, full, progress),
                Err(error) => full(Item::Unreadable(WalkError::Io { file: "-".to_owned(), error })),
            },
            Ok(Found::File { path, within }) => {
                let name = path.display().to_string();
                match File::open(&path).and_then(unpacked) {
                    Ok(reader) => self.split(&name, within, reader, full, progress),
                    Err(error) => full(Item::Unreadable(WalkError::Io { file: name, error })),
                }
            }
            Ok(Found::EmptyFolder(path)) => {
                let message = "the folder has no file with a known ending";
                let finding = Finding::new(Code::T003, message).help(known_endings());
                full(Item::Finding { file: path.display().to_string().into(), finding })
            }
            Ok(Found::PassedOver { folder, files }) => full(Item::PassedOver { folder, files }),
            Err(error) => full(Item::Unreadable(error)),
        }
    }

    /// Splits one file into pieces of work.
    fn split<R: Read, E>(
        &self,
        name: &str,
        within: PathBuf,
        reader: R,
        full: &mut impl FnMut(Item) -> Result<(), E>,
        progress: &mut impl FnMut(u64),
    ) -> Result<(), E> {
        let file: Arc<str> = name.into();
        let mut source = Source::new(reader, self.options.format);
        let unreadable = |error| Item::Unreadable(WalkError::Io { file: name.to_owned(), error });
        full(Item::Opened { file: Arc::clone(&file), within })?;
        let format = match source.begin_named(Path::new(name)) {
            Ok(Beginning::Format(format)) => format,
            Ok(Beginning::Empty) => {
                let finding = Finding::new(Code::T003, "the file is empty");
                return full(Item::Finding { file, finding });
            }
            Ok(Beginning::OtherJson(what)) => {
                let message = notation::no_objects(what);
                let finding = Finding::new(Code::T015, message).help(notation::json_records());
                return full(Item::Finding { file, finding });
            }
            Ok(Beginning::Binary | Beginning::Doubtful) => {
                let finding = Finding::new(Code::T008, "the file is not text");
                return full(Item::Finding { file, finding });
            }
            Ok(Beginning::Unknown) => {
                let finding = Finding::new(Code::T002, "the file is in no known format");
                return full(Item::Finding { file, finding });
            }
            Err(error) => return full(unreadable(error)),
        };
        if are_games(&source.bare_lines(), self.options.rules.as_ref()) {
            source.split_bare_lines();
        }
        if !format.states_rules() && self.options.rules.is_none() {
            let finding = rules_needed(name, format);
            full(Item::Finding { file: Arc::clone(&file), finding })?;
        }
        let mut any = false;
        loop {
            match source.next_chunk() {
                Ok(Some(chunk)) => {
                    any = true;
                    progress(chunk.bytes.len() as u64);
                    let count = chunk.records.len();
                    let chunk = Arc::new(chunk);
                    for start in (0..count).step_by(RECORDS_PER_PIECE) {
                        let records = start..count.min(start + RECORDS_PER_PIECE);
                        let (file, chunk) = (Arc::clone(&file), Arc::clone(&chunk));
                        full(Item::Records { file, format, chunk, records })?;
                    }
                }
                Ok(None) => return Ok(()),
                Err(error) if any => return full(unreadable(kept_before(&error))),
                Err(error) => return full(unreadable(error)),
            }
        }
    }
}

fn work_on<S: Default>(item: Item, each: &(impl Fn(&mut S, Event<'_>) + Sync)) -> S {
    let mut state = S::default();
    match item {
        Item::Opened { file, within } => {
            each(&mut state, Event::Opened { file: &file, within: &within });
        }
        Item::PassedOver { folder, files } => {
            each(&mut state, Event::PassedOver { folder: &folder, files: &files });
        }
        Item::Unreadable(error) => each(&mut state, Event::Unreadable(&error)),
        Item::Finding { file, finding } => {
            each(&mut state, Event::File { file: &file, finding: &finding });
        }
        Item::Records { file, format, chunk, records } => {
            let mut record = Record::default();
            let mut faults = Vec::new();
            for raw in &chunk.records[records] {
                let bytes = &chunk.bytes[raw.range.clone()];
                let Bytes { text, finding, unread } = decoded(format, raw, bytes);
                faults.clear();
                if unread {
                    record.clear();
                } else {
                    notation::read(format, &text, &mut record, &mut faults);
                }
                let read = ReadRecord {
                    file: &file,
                    format,
                    line: raw.line,
                    index: raw.index,
                    text: &text,
                    record: &record,
                    faults: &faults,
                    bytes: finding.as_ref(),
                    unread,
                    as_it_was: matches!(text, Cow::Borrowed(_)),
                };
                each(&mut state, Event::Record(read));
            }
        }
    }
    state
}

/// A record's bytes as text, with what there is to say about them.
struct Bytes<'a> {
    text: Cow<'a, str>,
    finding: Option<Finding>,
    /// Whether they are no record that can be read.
    unread: bool,
}

fn decoded<'a>(format: Format, raw: &RawRecord, bytes: &'a [u8]) -> Bytes<'a> {
    let unread = |text: Cow<'a, str>, finding| Bytes { text, finding: Some(finding), unread: true };
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
    Bytes { text: decoded.text, finding, unread: false }
}

fn misfitting(span: Span, misfit: &Misfit) -> Finding {
    let code = match misfit {
        Misfit::UnknownLabel { .. } => Code::T016,
        Misfit::NotUtf8 | Misfit::NotAsDeclared { .. } | Misfit::Senseless { .. } => Code::T004,
    };
    Finding::new(code, misfit.to_string()).at(span)
}

fn judge_one(judge: &mut Judge, read: &ReadRecord<'_>) -> Verdict {
    let findings: Vec<Finding> = read.bytes.cloned().into_iter().collect();
    if read.unread {
        return Verdict { findings, ..Verdict::default() };
    }
    let mut verdict = judge.judge(read.text, read.record, read.faults);
    if !read.format.states_rules() {
        // Said once for the whole file.
        verdict.findings.retain(|finding| finding.code != Code::T406);
    }
    verdict.findings.splice(0..0, findings);
    verdict
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
        Some(id) => finding.help(format!("give the rules, perhaps with --variant {id}")),
        None => finding,
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn findings_do_not_pile_up() {
        const RECORDS: usize = 20_000;
        let mut file = tempfile::NamedTempFile::new().unwrap();
        io::Write::write_all(&mut file, "x\n".repeat(RECORDS).as_bytes()).unwrap();
        let inputs = [Input::Path(file.path().to_owned())];
        for jobs in [1, 2] {
            let rules = names::resolve("brandubh").ok();
            let options = Options {
                format: Some(Format::Csv),
                rules,
                jobs: Some(jobs),
                ..Options::default()
            };
            let (waiting, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let each = |told: &mut usize, event: Event<'_>| {
                let Event::Game(game) = event else { return };
                let count = game.verdict.findings.len();
                *told += count;
                let before = waiting.fetch_add(count, Ordering::Relaxed);
                most.fetch_max(before + count, Ordering::Relaxed);
            };
            let mut all = 0;
            let done = |told: usize| -> Result<(), Infallible> {
                waiting.fetch_sub(told, Ordering::Relaxed);
                all += told;
                Ok(())
            };
            let corpus = Corpus::new(options).unwrap();
            corpus.judge(&inputs, each, done, |_| ()).unwrap();
            assert_eq!(all, RECORDS);
            let most = most.into_inner();
            let bound = corpus.crew.most_waiting() * RECORDS_PER_PIECE;
            assert!(most <= bound, "{most} findings waited, {bound} may");
        }
    }
}
