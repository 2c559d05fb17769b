//! Collections of files and folders, judged by several threads.

use std::convert::Infallible;
use std::fs::File;
use std::io;
use std::path::PathBuf;

use crate::replay::findings::{Code, Finding};
use crate::replay::located::Located;

use super::error::WalkError;
use super::inputs::{Found, Input, known_endings, walk};
use super::pausing::Pausing;
use super::per_thread::PerThread;
use super::piece::{Item, judge_one};
use super::split::split;
use super::unpack::unpacked;
use super::workers::{Order, Workers};
use super::{Event, Options};

/// A collection of records.
pub struct Corpus {
    options: Options,
    workers: Workers,
}

impl Corpus {
    /// A collection that is to be read in this way.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn new(options: Options) -> Result<Self, WalkError> {
        let workers = Workers::new(options.jobs).map_err(WalkError::Threads)?;
        Ok(Self { options, workers })
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
        let judges = PerThread::new(|| self.options.judge());
        let judged = |state: &mut S, event: Event<'_>| {
            let Event::Record(read) = event else { return each(state, event) };
            let verdict = judges.with(|judge| judge_one(judge, &read));
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
        self.workers.run(
            |give| {
                let mut full = |item: Item| {
                    let (bytes, pauses) = (item.bytes(), matches!(item, Item::Pause));
                    give(Order::Work { piece: item, bytes })?;
                    if pauses { give(Order::Finish) } else { Ok(()) }
                };
                walk(inputs).try_for_each(|file| self.open(file, &mut full, &mut progress))
            },
            |item| state_of(item, &each),
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
            Ok(Found::Stdin) => self.open_stdin(full, progress),
            Ok(Found::File { path, within }) => {
                let name = path.display().to_string();
                match File::open(&path).and_then(unpacked) {
                    Ok(reader) => split(&self.options, &name, within, reader, full, progress),
                    Err(error) => full(Item::Unreadable(WalkError::Io { file: name, error })),
                }
            }
            Ok(Found::EmptyFolder(path)) => {
                let message = "the folder has no file with a known ending";
                let finding = Finding::new(Code::T003, message).help(known_endings());
                let told = self.options.settings(&path).selection.finding(finding);
                let file = path.display().to_string().into();
                told.map_or(Ok(()), |finding| full(Item::Finding { file, finding }))
            }
            Ok(Found::PassedOver { folder, files }) => full(Item::PassedOver { folder, files }),
            Err(error) => full(Item::Unreadable(error)),
        }
    }

    /// Splits standard input, at whose pauses everything is finished.
    fn open_stdin<E>(
        &self,
        full: &mut impl FnMut(Item) -> Result<(), E>,
        progress: &mut impl FnMut(u64),
    ) -> Result<(), E> {
        if self.options.waits.is_some() {
            full(Item::Pause)?;
        }
        let within = PathBuf::from("-");
        match (unpacked(io::stdin().lock()), self.options.waits) {
            (Ok(reader), Some(waits)) => {
                let reader = Pausing::new(reader, waits);
                split(&self.options, "-", within, reader, full, progress)
            }
            (Ok(reader), None) => split(&self.options, "-", within, reader, full, progress),
            (Err(error), _) => {
                full(Item::Unreadable(WalkError::Io { file: "-".to_owned(), error }))
            }
        }
    }
}

/// What `each` gathers of a piece of work.
fn state_of<S: Default>(item: Item, each: &impl Fn(&mut S, Event<'_>)) -> S {
    let mut state = S::default();
    let Ok(()) = item.tell(|event| -> Result<(), Infallible> {
        each(&mut state, event);
        Ok(())
    });
    state
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::notation::Format;
    use crate::replay::corpus::piece::RECORDS_PER_PIECE;
    use crate::rules::names;

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
            let bound = corpus.workers.most_waiting() * RECORDS_PER_PIECE;
            assert!(most <= bound, "{most} findings waited, {bound} may");
        }
    }
}
