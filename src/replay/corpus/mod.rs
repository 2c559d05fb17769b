//! Many games: reading text, walking folders, splitting files, judging in parallel, keeping the order.

mod bare_lines;
mod check;
#[cfg(feature = "files")]
mod collection;
mod decoded;
mod error;
#[cfg(feature = "files")]
mod inputs;
#[cfg(feature = "files")]
mod pausing;
#[cfg(feature = "files")]
mod per_thread;
mod piece;
mod split;
#[cfg(feature = "files")]
mod unpack;
#[cfg(feature = "files")]
mod workers;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::notation::Format;
use crate::rules::names::Resolved;

use super::findings::Finding;
use super::judge::Judge;
use super::located::{Located, ReadRecord};
use super::selection::Selection;
use super::settings::{PerFile, Settings};

pub use bare_lines::are_games;
pub use check::check;
#[cfg(feature = "files")]
pub use collection::Corpus;
pub use error::WalkError;
#[cfg(feature = "files")]
pub use inputs::{Input, Listed, files, total_bytes};
#[cfg(feature = "files")]
pub use per_thread::PerThread;
#[cfg(feature = "files")]
pub use unpack::{Compression, unpacked};

/// How a collection is read.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The format of every file; nothing to tell by content.
    pub format: Option<Format>,
    /// The rules of every game; nothing to go by what records say.
    pub rules: Option<Resolved>,
    /// The rules of games whose records state none.
    pub default_rules: Option<Arc<Resolved>>,
    /// What is told of the records.
    pub selection: Arc<Selection>,
    /// What holds for files one by one instead of `format`, `default_rules` and `selection`.
    pub per_file: Option<PerFile>,
    /// How many threads judge; nothing for as many as the machine has cores.
    pub jobs: Option<usize>,
    /// How many positions are visited for each question about a puzzle; with none, no puzzle is
    /// solved.
    pub puzzle_nodes: u64,
    /// Whether verdicts also say what number a game has and how it stood where something was found.
    pub details: bool,
    /// Says whether reading standard input would wait just now: then what came of it so far is finished, and
    /// [`Event::Pause`] told. Nothing for input whose writer waits for no answer.
    pub waits: Option<fn() -> bool>,
}

impl Options {
    /// What holds for a file.
    pub fn settings(&self, file: &Path) -> Settings {
        match &self.per_file {
            Some(per_file) => per_file.of(file),
            None => Settings {
                format: self.format,
                default_rules: self.default_rules.clone(),
                selection: Arc::clone(&self.selection),
            },
        }
    }

    fn judge(&self) -> Judge {
        Judge::new(self.rules.clone()).solving(self.puzzle_nodes).with_details(self.details)
    }
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
    /// Standard input pauses: who writes it may wait for what is said of the records so far.
    Pause,
}
