//! Splitting a file into records, a few at a time.
//!
//! A fault in one record never costs the next: records are found by how they begin, not by where
//! the one before should end.

use std::borrow::Cow;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;

use encoding_rs::{Decoder, UTF_16BE, UTF_16LE};
use memchr::{memchr, memchr_iter, memchr3, memrchr};

use super::charset::{self, Letter, Letters};
use super::format::{Seen, Split};
use super::typography::is_blank;
use super::unclaimed::what_json;
use super::{Format, site};

/// The longest record that is read, in bytes; a longer one is cut off there and told of.
pub const MAX_RECORD: usize = 64 << 20;

/// How much is read at a time.
const BLOCK: usize = 256 << 10;

/// How much of a file decides on its format.
const BEGINNING: usize = 8 << 10;

/// The longest byte order mark, in bytes.
const LONGEST_MARK: usize = 3;

/// The least share of letters, one in so many, that makes a file with NULs no text.
const ODD_SHARE: usize = 8;

/// A file being split.
pub struct Source<R> {
    reader: R,
    decoder: Option<Decoder>,
    format: Option<Format>,
    buffer: Vec<u8>,
    /// Bytes of the buffer that have been split into lines.
    scanned: usize,
    /// Bytes behind those in which no line ends.
    endless: usize,
    /// Where the record that is being collected starts.
    open: Option<Open>,
    line: u64,
    index: u64,
    object: Depth,
    seen: Seen,
    ended: bool,
    /// Whether the input pauses: it has nothing to read for now.
    pauses: bool,
    /// Why nothing more can be read, if that is not for the end of the file.
    failed: Option<io::Error>,
    /// Whether the rest of an overlong record is being passed over.
    skipping: bool,
    /// Bytes that have left the buffer.
    gone: u64,
    /// Whether lines end with a carriage return alone, as on old computers.
    returns: bool,
    /// Whether a line of moves without numbers is a game of its own.
    a_game_a_line: bool,
}

#[derive(Clone, Copy)]
struct Open {
    start: usize,
    line: u64,
    /// Blanks before the first letter of that line.
    indent: usize,
    /// Whether it is what stands between objects and belongs to none.
    stray: bool,
}

/// How deep the open object is at this point.
#[derive(Default)]
struct Depth {
    depth: i64,
    in_string: bool,
    /// How the letters of the open tree are told apart.
    letters: Letters,
    /// Whether the beginning of the tree was long enough to know that.
    settled: bool,
}

/// Some whole records of a file.
#[derive(Debug, Default)]
pub struct Chunk {
    /// Where the bytes stand in the file; if it is decoded, in what comes of that.
    pub start: u64,
    /// Their bytes.
    pub bytes: Vec<u8>,
    /// Where each stands in the bytes and in the file.
    pub records: Vec<RawRecord>,
    /// Whether the input pauses behind them: its reader said [`WouldBlock`](io::ErrorKind::WouldBlock),
    /// which is no error here. Then there may be no record.
    pub pauses: bool,
}

/// One record's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawRecord {
    /// Its bytes in the chunk.
    pub range: Range<usize>,
    /// The line of the file on which it starts, from 1.
    pub line: u64,
    /// Which record of the file it is, from 1.
    pub index: u64,
    /// Whether it was cut off at [`MAX_RECORD`].
    pub cut: bool,
}

impl<R: Read> Source<R> {
    /// Splits what a reader gives, in a known format or in the one that its beginning shows.
    pub fn new(reader: R, format: Option<Format>) -> Self {
        Self {
            reader,
            decoder: None,
            format,
            buffer: Vec::new(),
            scanned: 0,
            endless: 0,
            open: None,
            line: 1,
            index: 0,
            object: Depth::default(),
            seen: Seen::default(),
            ended: false,
            pauses: false,
            failed: None,
            skipping: false,
            gone: 0,
            returns: false,
            a_game_a_line: false,
        }
    }

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
                self.take_mark();
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
            Beginning::Format(format) if !given => format.settled(name),
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

    /// The lines of moves without numbers in what has been read of the file, in groups with nothing
    /// between: each line may be a game, or each group. Nothing where the format or the text tells.
    pub fn bare_lines(&self) -> Vec<Vec<String>> {
        if !matches!(self.format, Some(Format::Site | Format::Walker)) {
            return Vec::new();
        }
        let end = if self.ended { None } else { memrchr(b'\n', &self.buffer) };
        site::bare_lines(&String::from_utf8_lossy(&self.buffer[..end.unwrap_or(self.buffer.len())]))
    }

    /// Takes every line of moves without numbers as a game of its own.
    pub fn split_bare_lines(&mut self) {
        self.a_game_a_line = true;
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
    fn take_mark(&mut self) {
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

    /// Reads one block more. What comes before an error is kept.
    fn fill(&mut self) {
        let start = self.buffer.len();
        self.buffer.reserve(BLOCK);
        let mut block = (&mut self.reader).take(BLOCK as u64);
        let error = block.read_to_end(&mut self.buffer).err();
        self.pauses = error.as_ref().is_some_and(|e| e.kind() == io::ErrorKind::WouldBlock);
        self.failed = error.filter(|_| !self.pauses);
        self.ended = !self.pauses && (self.buffer.len() - start < BLOCK || self.failed.is_some());
        if self.decoder.is_some() {
            let raw = self.buffer.split_off(start);
            self.append_decoded(&raw);
        }
        if self.returns {
            end_lines(&mut self.buffer[start..]);
        }
    }

    /// Adds what bytes in another encoding say.
    fn append_decoded(&mut self, raw: &[u8]) {
        let Some(decoder) = &mut self.decoder else { return };
        let room = decoder.max_utf8_buffer_length(raw.len()).unwrap_or(raw.len() * 3 + 16);
        let start = self.buffer.len();
        self.buffer.resize(start + room, 0);
        let target = &mut self.buffer[start..];
        let (_, _, written, _) = decoder.decode_to_utf8(raw, target, self.ended);
        self.buffer.truncate(start + written);
    }

    /// The next records, or nothing at the end of the file. Where the input pauses, those that are whole.
    ///
    /// # Errors
    /// When the file cannot be read on: after all whole records before. The one in which it breaks off
    /// is left out.
    pub fn next_chunk(&mut self) -> io::Result<Option<Chunk>> {
        let mut chunk = Chunk::default();
        loop {
            self.scan(&mut chunk.records);
            if self.ended {
                if self.failed.is_none() {
                    self.scan_rest(&mut chunk.records);
                }
                self.open = None;
                chunk.start = self.gone;
                chunk.bytes = std::mem::take(&mut self.buffer);
                self.gone += chunk.bytes.len() as u64;
                self.scanned = 0;
                self.endless = 0;
                return match self.failed.take_if(|_| chunk.records.is_empty()) {
                    Some(error) => Err(error),
                    None => Ok((!chunk.records.is_empty()).then_some(chunk)),
                };
            }
            if !chunk.records.is_empty() || self.pauses {
                chunk.pauses = std::mem::take(&mut self.pauses);
                self.hand_out(&mut chunk);
                return Ok(Some(chunk));
            }
            self.drop_skipped();
            self.fill();
        }
    }

    /// Moves the bytes of finished records into the chunk and keeps the rest.
    fn hand_out(&mut self, chunk: &mut Chunk) {
        let keep = self.open.map_or(self.scanned, |open| open.start);
        let rest = self.buffer.split_off(keep);
        chunk.start = self.gone;
        self.gone += keep as u64;
        chunk.bytes = std::mem::replace(&mut self.buffer, rest);
        self.scanned -= keep;
        if let Some(open) = &mut self.open {
            open.start = 0;
        }
    }

    /// Frees what has been read of a record that is being passed over or between records.
    fn drop_skipped(&mut self) {
        if self.open.is_none() {
            let done = if self.skipping { self.buffer.len() } else { self.scanned };
            self.buffer.drain(..done);
            self.gone += done as u64;
            self.scanned = 0;
            self.endless = self.buffer.len();
        }
    }

    /// Goes through the whole lines in the buffer.
    fn scan(&mut self, records: &mut Vec<RawRecord>) {
        while let Some(more) = memchr(b'\n', &self.buffer[self.scanned + self.endless..]) {
            let end = self.scanned + self.endless + more + 1;
            self.endless = 0;
            self.take_line(self.scanned..end, records);
        }
        self.endless = self.buffer.len() - self.scanned;
        let start = self.open.map_or(self.scanned, |open| open.start);
        if self.buffer.len() - start > MAX_RECORD && !self.skipping {
            self.open.get_or_insert(Open { start, line: self.line, indent: 0, stray: false });
            self.close(start + MAX_RECORD, true, records);
            self.scanned = self.buffer.len();
            self.endless = 0;
            self.skipping = true;
        }
    }

    /// Goes through the last line, which no newline ends, and closes the last record.
    fn scan_rest(&mut self, records: &mut Vec<RawRecord>) {
        if self.scanned < self.buffer.len() {
            self.take_line(self.scanned..self.buffer.len(), records);
        }
        self.close(self.buffer.len(), false, records);
    }

    fn take_line(&mut self, line: Range<usize>, records: &mut Vec<RawRecord>) {
        let number = self.line;
        self.line += 1;
        self.scanned = line.end;
        let text = &self.buffer[line.clone()];
        if self.skipping {
            // Whatever follows a cut record on its own last line belongs to it.
            self.skipping = false;
            return;
        }
        match self.format.map_or(Split::Whole, |format| format.entry().split) {
            Split::Lines => {
                if !text.trim_ascii().is_empty() {
                    self.begin_record(line.start, number, records);
                    self.close(line.end, false, records);
                }
            }
            Split::Objects => self.take_json_line(line, number, records),
            Split::Trees(begins) => self.take_tree_line(line, number, begins, records),
            Split::At(begins) => {
                // Looked at first, as going through bad text piece by piece costs more.
                let text = match std::str::from_utf8(text) {
                    Ok(text) => Cow::Borrowed(text),
                    Err(_) => String::from_utf8_lossy(text),
                };
                let had_moves = self.seen.moves;
                let mut begins_one = begins(&text, &mut self.seen);
                if self.a_game_a_line && had_moves && !begins_one && site::is_bare(&text) {
                    self.seen = Seen::default();
                    begins(&text, &mut self.seen);
                    begins_one = true;
                }
                if begins_one || (self.open.is_none() && !text.trim().is_empty()) {
                    self.begin_record(line.start, number, records);
                }
            }
            Split::Whole => {
                if self.open.is_none() && !text.trim_ascii().is_empty() {
                    self.begin_record(line.start, number, records);
                }
            }
        }
    }

    fn begin_record(&mut self, start: usize, line: u64, records: &mut Vec<RawRecord>) {
        self.close(start, false, records);
        self.open = Some(Open { start, line, indent: 0, stray: false });
    }

    fn close(&mut self, end: usize, cut: bool, records: &mut Vec<RawRecord>) {
        let Some(open) = self.open.take() else { return };
        self.object = Depth::default();
        if is_blank(&self.buffer[open.start..end]) {
            return;
        }
        self.index += 1;
        let range = open.start..end;
        records.push(RawRecord { range, line: open.line, index: self.index, cut });
    }

    /// Trees in round brackets, followed bracket by bracket; a line that begins like a record does so
    /// in any case.
    fn take_tree_line(
        &mut self,
        line: Range<usize>,
        number: u64,
        begins: fn(&[u8]) -> bool,
        records: &mut Vec<RawRecord>,
    ) {
        if begins(&self.buffer[line.clone()]) {
            self.close(line.start, false, records);
        }
        self.settle_letters();
        let mut at = line.start;
        while at < line.end {
            if self.open.is_none() {
                let text = &self.buffer[at..line.end];
                let Some(start) = text.iter().position(|byte| !byte.is_ascii_whitespace()) else {
                    return;
                };
                at += start;
                self.begin_record(at, number, records);
                self.settle_letters();
            }
            match self.object.tree_end(&self.buffer[at..line.end]) {
                Some(length) => {
                    at += length;
                    self.close(at, false, records);
                }
                None => return,
            }
        }
    }

    /// Finds out how the letters of the open tree are told apart, once where it begins and, if little of it
    /// had been read there, once more.
    fn settle_letters(&mut self) {
        let Some(open) = self.open.filter(|_| !self.object.settled) else { return };
        let record = &self.buffer[open.start..];
        let enough = record.len() >= charset::WINDOW || self.ended;
        if enough || self.object.depth == 0 {
            self.object.letters = Letters::of(record);
            self.object.settled = enough;
        }
    }

    /// What is left of a damaged object is told of as a record that cannot be read, all of it at once.
    fn take_stray(&mut self, rest: Range<usize>, number: u64, records: &mut Vec<RawRecord>) {
        let between = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'[' | b']' | b',');
        if self.open.is_none() && !self.buffer[rest.clone()].iter().all(between) {
            self.begin_record(rest.start, number, records);
            self.open.iter_mut().for_each(|open| open.stray = true);
        }
    }

    /// JSON: an object that fills a line is a record. Others are followed brace by brace; a line
    /// that starts with a brace, no farther to the right than the line on which the record started,
    /// begins a new record in any case.
    fn take_json_line(&mut self, line: Range<usize>, number: u64, records: &mut Vec<RawRecord>) {
        let text = &self.buffer[line.clone()];
        let indent = text.len() - text.trim_ascii_start().len();
        let whole = line.start + indent..line.start + text.trim_ascii_end().len();
        let braced = text.get(indent) == Some(&b'{');
        if braced && self.open.is_some_and(|open| indent <= open.indent) {
            self.close(line.start, false, records);
        }
        let between = self.open.is_none_or(|open| open.stray);
        if between && braced && is_one_object(&self.buffer[whole.clone()]) {
            self.begin_record(whole.start, number, records);
            self.close(whole.end, false, records);
            return;
        }
        let mut at = line.start;
        while at < line.end {
            if self.open.is_none_or(|open| open.stray) {
                let Some(brace) = memchr(b'{', &self.buffer[at..line.end]) else {
                    self.take_stray(at..line.end, number, records);
                    return;
                };
                at += brace;
                self.begin_record(at, number, records);
                self.open.iter_mut().for_each(|open| open.indent = indent);
            }
            match self.object.object_end(&self.buffer[at..line.end]) {
                Some(length) => {
                    at += length;
                    self.close(at, false, records);
                }
                None => return,
            }
        }
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

/// Whether a line that begins with a brace is an object without others in it, as most are: looking for
/// the few bytes that matter is quicker than following every string.
fn is_one_object(line: &[u8]) -> bool {
    let Some((_, rest)) = line.split_first() else { return false };
    memchr3(b'{', b'}', b'\\', rest).is_some_and(|at| rest[at..] == *b"}")
        && memchr_iter(b'"', rest).count().is_multiple_of(2)
}

fn end_lines(bytes: &mut [u8]) {
    bytes.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
}

impl Depth {
    /// Where the tree that is open ends in these bytes, if it does. Texts in square brackets may run
    /// over the ends of lines.
    fn tree_end(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut at = 0;
        while at < bytes.len() {
            let byte = bytes[at];
            if !self.letters.are_plain() {
                let Letter { length, is_ascii } = self.letters.first(&bytes[at..]);
                if !is_ascii {
                    at += length;
                    continue;
                }
            }
            at += 1;
            match byte {
                b'\\' if self.in_string => at += self.escaped(&bytes[at..]),
                b']' => self.in_string = false,
                _ if self.in_string => {}
                b'[' => self.in_string = true,
                b'(' => self.depth += 1,
                b')' => {
                    self.depth -= 1;
                    if self.depth <= 0 {
                        return Some(at);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// How many bytes the letter behind a backslash has.
    fn escaped(&mut self, bytes: &[u8]) -> usize {
        if bytes.is_empty() || self.letters.are_plain() {
            1
        } else {
            self.letters.first(bytes).length
        }
    }

    /// Where the object that is open ends in these bytes, if it does. Strings do not run over the
    /// end of a line.
    fn object_end(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut at = 0;
        while at < bytes.len() {
            if self.in_string {
                let next = memchr::memchr3(b'"', b'\\', b'\n', &bytes[at..]).map(|n| at + n)?;
                at = next + if bytes[next] == b'\\' { 2 } else { 1 };
                self.in_string = bytes[next] == b'\\';
                continue;
            }
            let next = memchr::memchr3(b'"', b'{', b'}', &bytes[at..]).map(|n| at + n)?;
            at = next + 1;
            match bytes[next] {
                b'"' => self.in_string = true,
                b'{' => self.depth += 1,
                _ => self.depth -= 1,
            }
            if self.depth <= 0 && !self.in_string {
                return Some(at);
            }
        }
        None
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The records of a text, read in small blocks, each with its line.
    fn records(text: &[u8], format: Option<Format>) -> Vec<(u64, String)> {
        let mut source = Source::new(text, format);
        source.begin().unwrap();
        let mut all = Vec::new();
        while let Some(chunk) = source.next_chunk().unwrap() {
            for raw in &chunk.records {
                assert_eq!(raw.index as usize, all.len() + 1);
                let text = String::from_utf8_lossy(&chunk.bytes[raw.range.clone()]);
                all.push((raw.line, text.trim().to_owned()));
            }
        }
        all
    }

    fn owned(list: &[(u64, &str)]) -> Vec<(u64, String)> {
        list.iter().map(|&(line, text)| (line, text.to_owned())).collect()
    }

    #[test]
    fn lines_of_json_are_records() {
        let text = b"{\"a\": \"}{\"}\n\n{\"b\": [\"x\n{\"c\": 1}";
        let expected = [(1, "{\"a\": \"}{\"}"), (3, "{\"b\": [\"x"), (4, "{\"c\": 1}")];
        assert_eq!(records(text, None), owned(&expected));
    }

    #[test]
    fn objects_may_span_lines_and_stand_in_a_list() {
        let text = b"[\n {\n  \"a\": {\"n\": \"\\\"}\"}\n },\n {\"b\": 1}, {\"c\": 2}\n]\n";
        let expected =
            [(2, "{\n  \"a\": {\"n\": \"\\\"}\"}\n }"), (5, "{\"b\": 1}"), (5, "{\"c\": 2}")];
        assert_eq!(records(text, None), owned(&expected));
    }

    #[test]
    fn what_is_left_of_an_object_is_not_passed_over_in_silence() {
        let text = b"{\"a\": 1}\n\"b\": 2}\nrest\n{\"c\": 3},\n]\n";
        let expected = [(1, "{\"a\": 1}"), (2, "\"b\": 2}\nrest"), (4, "{\"c\": 3}")];
        assert_eq!(records(text, None), owned(&expected));
    }

    #[test]
    fn a_cut_off_object_does_not_swallow_the_next() {
        let text = b"{\n \"a\": [1,\n{\n \"b\": 2\n}\n";
        assert_eq!(records(text, None), owned(&[(1, "{\n \"a\": [1,"), (3, "{\n \"b\": 2\n}")]));
    }

    #[test]
    fn games_of_one_file_are_told_apart() {
        let text = b"\xef\xbb\xbf[date:1]\r\n[rules:x]\r\n\r\n1. a1-a2\r\n[never closed\r\n\r\n\
                     [date:2]\r\n\r\n[date:3]\r\n1. b1-b2\r\n";
        let all = records(text, None);
        let lines: Vec<u64> = all.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 7, 9]);
    }

    #[test]
    fn trees_are_told_apart() {
        let text =
            b"(;FF[4]C[(;a \\] (] ( ;B[aa]))(;B[bb])\n\n(;FF[4]C[never\n(;B[cc])\n(;FF[4]) )\n";
        let expected = [
            (1, "(;FF[4]C[(;a \\] (] ( ;B[aa]))"),
            (1, "(;B[bb])"),
            (3, "(;FF[4]C[never\n(;B[cc])"),
            (5, "(;FF[4])"),
            (5, ")"),
        ];
        assert_eq!(records(text, None), owned(&expected));
    }

    /// Second bytes that look like a backslash, a bracket and an opening one, each record in the encoding
    /// that it declares.
    #[test]
    fn brackets_within_letters_are_none() {
        let records: [(&str, &[u8]); 4] = [
            ("Shift_JIS", b"\x83\x5c"),
            ("GBK", b"\xd5\x5c \x81\x5d \x81\x5b"),
            ("big5", b"\xa5\x5c\\\xa5\x5c \xa5\x5d"),
            ("iso-2022-jp", b"\x1b$B\x25\x5d\x5c\x5b\x1b(B"),
        ];
        let mut text = Vec::new();
        for (charset, name) in records {
            text.extend(
                [b"(;FF[4]PB[", name, b"]CA[", charset.as_bytes(), b"]\n;B[aaab](;"].concat(),
            );
            text.extend([b"C[", name, b"](;B[", name, b"]))(;W[bbbc]))"].concat());
        }
        let lines: Vec<u64> = records_of(&text).into_iter().map(|(line, _)| line).collect();
        assert_eq!(lines, [1, 2, 3, 4]);
    }

    fn records_of(text: &[u8]) -> Vec<(u64, String)> {
        records(text, Some(Format::Sgf))
    }

    #[test]
    fn a_tag_after_moves_or_a_blank_line_begins_a_record() {
        let text =
            b"[Event \"a\"]\n[Site \"b\"]\n\n1. a1-a2 {never\n[Event \"c\"]\n\n[Event \"d\"]\n";
        let lines: Vec<u64> = records(text, None).iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 5, 7]);
    }

    #[test]
    fn utf_16_is_read() {
        let mut text = vec![0xff, 0xfe];
        text.extend("a1-a2,0,0,White\nb1-b2,0,0,\n".encode_utf16().flat_map(u16::to_le_bytes));
        let expected = [(1, "a1-a2,0,0,White"), (2, "b1-b2,0,0,")];
        assert_eq!(records(&text, None), owned(&expected));
    }

    #[test]
    fn old_line_ends_are_read() {
        let expected = [(1, "a1-a2,0,0,White"), (3, "b1-b2,0,0,")];
        assert_eq!(records(b"a1-a2,0,0,White\r\rb1-b2,0,0,\r", None), owned(&expected));
    }

    #[test]
    fn lines_of_moves_without_numbers_are_told() {
        let lines = |text: &str| {
            let mut source = Source::new(text.as_bytes(), Some(Format::Site));
            source.begin().unwrap();
            source.bare_lines()
        };
        assert_eq!(
            lines("Games:\na1-a2 b1-b2\na1-a3 resigned\n\nc1-c2\n"),
            [vec!["a1-a2 b1-b2", "a1-a3 resigned"], vec!["c1-c2"]]
        );
        for text in ["1. a1-a2 b1-b2\na1-a3\n", "a1-a2 2. b1-b2\nc1-c2", "white won,1,a1-a2\nb1-b2"]
        {
            assert!(lines(text).is_empty(), "{text}");
        }
        let text = b"Games:\na1-a2 b1-b2\na1-a3 resigned\n\nSaid.\nc1-c2\nWhite won.\nc1-c2\n";
        let mut source = Source::new(&text[..], Some(Format::Site));
        source.begin().unwrap();
        source.split_bare_lines();
        let chunk = source.next_chunk().unwrap().unwrap();
        let starts: Vec<u64> = chunk.records.iter().map(|raw| raw.line).collect();
        assert_eq!(starts, [1, 3, 6, 8]);
    }

    #[test]
    fn what_is_not_seen_is_no_record() {
        for (text, format) in [
            ("a1-a2,0,0,White\n\x1a", Format::Csv),
            ("\u{a0}\u{200b}\na1-a2,0,0,White\n\u{feff}\n", Format::Csv),
            ("(;FF[4]B[aaab])\n\x1a\x1a", Format::Sgf),
            ("{\"Moves\": []}\n\x1a", Format::Archive),
            ("1. a1-a2\n\x1a", Format::Site),
            ("[date:1]\n\n1. a1-a2\n\x1a\n", Format::Otg),
        ] {
            assert_eq!(records(text.as_bytes(), None).len(), 1, "{text:?}");
            let begun = Source::new(text.as_bytes(), None).begin().unwrap();
            assert_eq!(begun, Beginning::Format(format), "{text:?}");
        }
    }

    #[test]
    fn an_overlong_record_is_cut_and_passed_over() {
        let mut text = vec![b'a'; MAX_RECORD + 3 * BLOCK];
        text.extend(b",0,0,White\na1-a2,0,0,White\n");
        let mut source = Source::new(&*text, Some(Format::Csv));
        source.begin().unwrap();
        let mut raws = Vec::new();
        while let Some(chunk) = source.next_chunk().unwrap() {
            raws.extend(chunk.records);
        }
        let told: Vec<(u64, bool)> = raws.iter().map(|raw| (raw.line, raw.cut)).collect();
        assert_eq!(told, [(1, true), (2, false)]);
    }

    #[test]
    fn beginnings_are_recognised() {
        let begin = |text: &[u8]| Source::new(text, None).begin().unwrap();
        assert_eq!(begin(b" \n\n"), Beginning::Empty);
        assert_eq!(begin(b"\x7fELF\0\0"), Beginning::Binary);
        assert_eq!(begin(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xb7\xc3\xf0\x9e\x81"), Beginning::Binary);
        assert_eq!(begin(b"a game of mine, \0 and how it went"), Beginning::Doubtful);
        let rows = b"d1-\0c1,0,0,White\nd1-c1,0,0,White\n";
        assert_eq!(begin(rows), Beginning::Format(Format::Csv));
        assert_eq!(begin(b"Dear sir"), Beginning::Unknown);
        assert_eq!(begin(b"[date:1]"), Beginning::Format(Format::Otg));
        assert_eq!(begin(b"\xef\xbb\xbf \x1a"), Beginning::Empty);
        assert_eq!(begin(b"[1, 2]"), Beginning::OtherJson("a list"));
        assert_eq!(begin("\u{200b}[date:1]".as_bytes()), Beginning::Format(Format::Otg));
    }
}
