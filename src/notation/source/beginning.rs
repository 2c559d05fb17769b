//! What the beginning of a file shows: its encoding, its line ends, its format.

use std::io;
use std::io::Read;
use std::path::Path;

use encoding_rs::{UTF_16BE, UTF_16LE};
use memchr::memchr;

use crate::notation::Format;
use crate::notation::format::Split;
use crate::notation::typography::is_blank;
use crate::notation::unclaimed::what_json;

use super::reader::{BLOCK, Source, end_lines};

/// How much of a file decides on its format.
const BEGINNING: usize = 8 << 10;

/// The longest byte order mark, in bytes.
const LONGEST_MARK: usize = 3;

/// The least share of letters, one in so many, that makes a file with NULs no text.
const ODD_SHARE: usize = 8;

impl<R: Read> Source<R> {
    /// Looks at the beginning of the file and returns its format; nothing if it is none that is
    /// known. A byte order mark is taken off, and UTF-16 with a mark is turned into UTF-8.
    ///
    /// # Errors
    /// When the file cannot be read, or not as far as to tell its format.
    pub fn begin(&mut self) -> io::Result<Beginning> {
        let mut marked = false;
        while !self.ended && (self.buffer.len() < BEGINNING || self.is_blank_so_far()) {
            self.fill();
            if !marked && (self.buffer.len() >= LONGEST_MARK || self.ended) {
                self.remove_mark();
                marked = true;
            }
            if self.pauses && self.shows_its_records() {
                break;
            }
        }
        self.find_line_ends();
        let start = self.buffer.trim_ascii_start();
        let start = &start[..start.len().min(BEGINNING)];
        let text = String::from_utf8_lossy(start);
        let beginning = if is_binary(&text) {
            Beginning::Binary
        } else if self.ended && is_blank(text.as_bytes()) {
            Beginning::Empty
        } else {
            self.format = self.format.or_else(|| detect(&text));
            match (self.format, what_json(&text)) {
                (Some(format), _) => Beginning::Format(format),
                (None, Some(what)) => Beginning::OtherJson(what),
                (None, None) if text.contains('\0') => Beginning::Doubtful,
                (None, None) => Beginning::Unknown,
            }
        };
        match self.failed.take() {
            Some(error) if !matches!(beginning, Beginning::Format(_)) => Err(error),
            failed => {
                self.failed = failed;
                Ok(beginning)
            }
        }
    }

    /// The same, where the name of the file may tell what its beginning does not.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn begin_named(&mut self, name: &Path) -> io::Result<Beginning> {
        let given = self.format.is_some();
        let format = match self.begin()? {
            Beginning::Format(format) if !given => format.refined_by(name),
            // The first record may be at fault, and others not.
            Beginning::Unknown => match Format::of_file(name) {
                Some(format) => format,
                None => return Ok(Beginning::Unknown),
            },
            beginning => return Ok(beginning),
        };
        self.format = Some(format);
        Ok(Beginning::Format(format))
    }

    /// Whether what has been read is a line at least of a format in which records end where one sees it: who
    /// writes such a line may wait for what is said of it.
    fn shows_its_records(&self) -> bool {
        let text = String::from_utf8_lossy(&self.buffer);
        let format = self.format.or_else(|| detect(text.trim_start()));
        let ends_by_itself = format.is_some_and(|format| {
            matches!(format.entry().split, Split::Lines | Split::Objects | Split::Trees(_))
        });
        ends_by_itself && text.trim_start().contains('\n')
    }

    /// Whether the text is not what the bytes of the file are.
    pub fn is_encoded(&self) -> bool {
        self.decoder.is_some()
    }

    fn is_blank_so_far(&self) -> bool {
        self.buffer.len() < 4 * BLOCK && self.buffer.trim_ascii().is_empty()
    }

    /// Where the beginning has carriage returns and no newline, every one ends a line.
    fn find_line_ends(&mut self) {
        let start = &self.buffer[..self.buffer.len().min(BEGINNING)];
        self.returns = memchr(b'\n', start).is_none()
            && memchr(b'\r', &start[..start.len().saturating_sub(1)]).is_some();
        if self.returns {
            end_lines(&mut self.buffer);
        }
    }

    /// Removes a byte order mark, and those behind it that files have which were put together; after
    /// one of UTF-16, everything read so far and later is decoded.
    fn remove_mark(&mut self) {
        let encoding = match *self.buffer.as_slice() {
            [0xef, 0xbb, 0xbf, ..] => {
                let mut rest = self.buffer.as_slice();
                while let [0xef, 0xbb, 0xbf, after @ ..] = rest {
                    rest = after;
                }
                let marks = self.buffer.len() - rest.len();
                self.buffer.drain(..marks);
                self.gone += marks as u64;
                return;
            }
            [0xff, 0xfe, ..] => UTF_16LE,
            [0xfe, 0xff, ..] => UTF_16BE,
            _ => return,
        };
        self.decoder = Some(encoding.new_decoder_with_bom_removal());
        let raw = std::mem::take(&mut self.buffer);
        self.append_decoded(&raw);
    }
}

/// Whether a beginning is no text: a NUL or two may be dirt in a record, but letters of which many
/// cannot stand in any text are something else.
fn is_binary(beginning: &str) -> bool {
    let is_odd = |letter: char| {
        letter == char::REPLACEMENT_CHARACTER
            || (letter.is_ascii_control() && !letter.is_whitespace())
    };
    beginning.contains('\0') && {
        let odd = beginning.chars().filter(|&letter| is_odd(letter)).count();
        odd * ODD_SHARE > beginning.chars().count()
    }
}

/// The format of a beginning. Where NULs hide it, its other lines may show it.
fn detect(beginning: &str) -> Option<Format> {
    Format::detect(beginning).or_else(|| {
        let sound = |line: &&str| !line.contains('\0');
        let lines: Vec<&str> = beginning.split_inclusive('\n').filter(sound).collect();
        let hidden = beginning.contains('\0');
        hidden.then(|| Format::detect(&lines.concat())).flatten()
    })
}

/// What the beginning of a file shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// Nothing but white space.
    Empty,
    /// No text.
    Binary,
    /// In no known format, and with NULs in it.
    Doubtful,
    /// Text in no known format.
    Unknown,
    /// JSON that holds no objects, so no records: what it is instead.
    OtherJson(&'static str),
    /// Records in this format.
    Format(Format),
}
