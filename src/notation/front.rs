//! Reading and writing by the name of a format.

use thiserror::Error;

use crate::record::{Record, RulesClaim, Span};
use crate::rules::names;

use super::decode::{Misfit, decode};
use super::fault::Fault;
use super::losses::Losses;
use super::source::{Beginning, Source};
use super::{Format, typography};

/// What was read of one record.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// All that could be read.
    pub record: Record,
    /// What is wrong with the text.
    pub faults: Vec<Fault>,
}

/// The games of a whole file.
#[derive(Clone, Debug)]
pub struct GameFile {
    /// The format of the file.
    pub format: Format,
    /// Its games, in their order.
    pub games: Vec<FileGame>,
}

/// One game of a file.
#[derive(Clone, Debug)]
pub struct FileGame {
    /// The line of the file on which its record starts, from 1.
    pub line: u64,
    /// The text of the record. All spans are places in it.
    pub text: String,
    /// Where the bytes turn out not to be in the encoding that they should be in, and what they are.
    pub misfit: Option<(Span, Misfit)>,
    /// Whether the record is longer than [`MAX_RECORD`](super::MAX_RECORD). Nothing is read of it then.
    pub cut: bool,
    /// All that could be read.
    pub record: Record,
    /// What is wrong with the text.
    pub faults: Vec<Fault>,
}

/// Why a file has no records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotRecords {
    /// There is nothing in it.
    #[error("the file is empty")]
    Empty,
    /// It is no text.
    #[error("the file is not text")]
    NotText,
    /// It is JSON, and none of its values can be a record.
    #[error("{}", super::no_objects(.0))]
    OtherJson(&'static str),
    /// It is text that looks like no format.
    #[error("the file is in no known format")]
    UnknownFormat,
}

/// Reads one record.
///
/// # Examples
/// ```
/// use taflkit::notation::{self, Format};
/// use taflkit::record::TokenKind;
///
/// let read = notation::read(Format::Csv, "d1-d3 e5-e2xe1 nonsense,0,1,White");
/// assert_eq!(read.record.tokens().len(), 3);
/// assert_eq!(read.faults.len(), 1);
/// assert_eq!(read.faults[0].to_string(), "`nonsense` is not a move");
/// let TokenKind::Move(text) = &read.record.tokens()[1].kind else { panic!() };
/// assert_eq!(read.record.captures(text)[0].square.to_string(), "e1");
/// ```
#[must_use]
pub fn read(format: Format, text: &str) -> Reading {
    let mut reading = Reading::default();
    read_into(format, text, &mut reading.record, &mut reading.faults);
    reading
}

/// Reads one record into another, whose memory is used again. That saves a large part of the time
/// where many short records are read one after the other. Faults are added to those that are there.
///
/// # Examples
/// ```
/// use taflkit::notation::{self, Format};
/// use taflkit::record::Record;
///
/// let (mut record, mut faults) = (Record::default(), Vec::new());
/// let mut moves = 0;
/// for row in ["d1-d3 e5-e2,0,0,", "d1-c1,0,0,White"] {
///     notation::read_into(Format::Csv, row, &mut record, &mut faults);
///     moves += record.tokens().len();
/// }
/// assert_eq!((moves, faults.len()), (3, 0));
/// ```
pub fn read_into(format: Format, text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    record.clear();
    // A record that breaks off breaks off at its end, not at the beginning of the next.
    (format.entry().read)(text.trim_end_matches(typography::is_gap), record, faults);
    type_words(record);
}

/// Reads a whole file: all its games, in the given format or in the one that its beginning shows. For
/// files that should not be held in memory as a whole there is [`Source`].
///
/// # Errors
/// When the file is empty, is no text, or is in no known format. Faults in its games are no errors: they
/// are in the games.
///
/// # Examples
/// ```
/// use taflkit::notation::{self, Format, NotRecords};
///
/// let file = notation::read_all(b"[date:2015]\n\n1. d1-d3\n\n[date:2016]\n\n1. a4-c4\n", None)?;
/// assert_eq!(file.format, Format::Otg);
/// let lines: Vec<u64> = file.games.iter().map(|game| game.line).collect();
/// assert_eq!(lines, [1, 5]);
/// assert_eq!(file.games[1].record.tag("date"), Some("2016"));
/// assert_eq!(notation::read_all(b"Dear sir", None).unwrap_err(), NotRecords::UnknownFormat);
/// # Ok::<(), NotRecords>(())
/// ```
pub fn read_all(bytes: &[u8], format: Option<Format>) -> Result<GameFile, NotRecords> {
    let mut source = Source::new(bytes, format);
    let format = match source.begin().expect("memory can be read") {
        Beginning::Format(format) => format,
        Beginning::Empty => return Err(NotRecords::Empty),
        Beginning::Binary | Beginning::Doubtful => return Err(NotRecords::NotText),
        Beginning::OtherJson(what) => return Err(NotRecords::OtherJson(what)),
        Beginning::Unknown => return Err(NotRecords::UnknownFormat),
    };
    let mut games = Vec::new();
    while let Some(chunk) = source.next_chunk().expect("memory can be read") {
        for raw in &chunk.records {
            let decoded = decode(format, &chunk.bytes[raw.range.clone()]);
            let text = decoded.text.into_owned();
            let Reading { record, faults } =
                if raw.cut { Reading::default() } else { read(format, &text) };
            let misfit = decoded.misfit;
            games.push(FileGame { line: raw.line, text, misfit, cut: raw.cut, record, faults });
        }
    }
    Ok(GameFile { format, games })
}

/// Writes one record. Adds to `losses` what the format has no place for. Returns nothing for a format
/// that is only read.
///
/// # Examples
/// ```
/// use taflkit::notation::{self, Format, Losses};
///
/// let read = notation::read(Format::Site, "1. d1-d3 e5-e2xe1\nBlack won.\n");
/// let mut losses = Losses::default();
/// let row = notation::write(Format::Csv, &read.record, &mut losses).unwrap();
/// assert_eq!(row, "d1-d3 e5-e2xe1,,,Black\n");
/// assert!(losses.is_empty());
/// assert_eq!(notation::write(Format::Ludii, &read.record, &mut losses), None);
/// ```
pub fn write(format: Format, record: &Record, losses: &mut Losses) -> Option<String> {
    format.entry().write.map(|write| write(record, losses))
}

/// Removes letters that nobody sees from rules, positions and what puzzles ask. The name of a game keeps
/// them unless there is such a game without them; other names and comments stay as they are.
fn type_words(record: &mut Record) {
    let rules = |text: &str| names::resolve(text).is_ok();
    match record.rules.as_mut().map(|rules| &mut rules.value) {
        Some(RulesClaim::Named(text)) => type_word(text, rules),
        // What is wrong besides is to be told, not what is not seen.
        Some(RulesClaim::Written(text)) => type_word(text, |_| true),
        Some(RulesClaim::SiteType { name, .. }) => type_word(name, str::is_ascii),
        None => {}
    }
    let boards = record.boards.iter_mut().map(|(_, board)| board);
    for position in boards.chain(&mut record.start) {
        type_word(&mut position.value, |_| true);
    }
    let of_puzzle = record.tags.iter_mut().filter(|tag| tag.name.starts_with("puzzle-"));
    of_puzzle.for_each(|tag| type_word(&mut tag.value, str::is_ascii));
}

fn type_word(text: &mut String, is_right: impl Fn(&str) -> bool) {
    if let Some(typed) = typography::typed_words(text).filter(|typed| is_right(typed)) {
        *text = typed;
    }
}
