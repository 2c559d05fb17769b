//! Finds where records begin and end.

use std::borrow::Cow;
use std::io::Read;
use std::ops::Range;

use memchr::{memchr, memchr_iter, memchr3, memrchr};

use crate::notation::charset;
use crate::notation::charset::Letters;
use crate::notation::format::{Seen, Split};
use crate::notation::typography::is_blank;

use super::depth::Depth;
use super::open::Open;
use super::reader::{MAX_RECORD, RawRecord, Source};

impl<R: Read> Source<R> {
    /// The lines of moves without numbers in what has been read of the file, in groups with nothing
    /// between: each line may be a game, or each group. Nothing where the format or the text tells.
    pub fn bare_lines(&self) -> Vec<Vec<String>> {
        let Some(bare_lines) = self.format.and_then(|format| format.entry().bare_lines) else {
            return Vec::new();
        };
        let end = if self.ended { None } else { memrchr(b'\n', &self.buffer) };
        (bare_lines.find)(&String::from_utf8_lossy(
            &self.buffer[..end.unwrap_or(self.buffer.len())],
        ))
    }

    /// Reads every line of moves without numbers as a game of its own.
    pub fn split_bare_lines(&mut self) {
        self.a_game_a_line = true;
    }

    /// Goes through the whole lines in the buffer.
    pub(super) fn scan(&mut self, records: &mut Vec<RawRecord>) {
        while let Some(more) = memchr(b'\n', &self.buffer[self.scanned + self.endless..]) {
            let end = self.scanned + self.endless + more + 1;
            self.endless = 0;
            self.split_line(self.scanned..end, records);
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
    pub(super) fn scan_rest(&mut self, records: &mut Vec<RawRecord>) {
        if self.scanned < self.buffer.len() {
            self.split_line(self.scanned..self.buffer.len(), records);
        }
        self.close(self.buffer.len(), false, records);
    }

    fn split_line(&mut self, line: Range<usize>, records: &mut Vec<RawRecord>) {
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
            Split::Objects => self.split_json_line(line, number, records),
            Split::Trees(begins) => self.split_tree_line(line, number, begins, records),
            Split::At(begins) => self.split_at_line(line, number, begins, records),
            Split::Whole => {
                if self.open.is_none() && !text.trim_ascii().is_empty() {
                    self.begin_record(line.start, number, records);
                }
            }
        }
    }

    /// A record begins at a line that looks like the beginning of one.
    fn split_at_line(
        &mut self,
        line: Range<usize>,
        number: u64,
        begins: fn(&str, &mut Seen) -> bool,
        records: &mut Vec<RawRecord>,
    ) {
        let bytes = &self.buffer[line.clone()];
        // Looked at first, as going through bad text piece by piece costs more.
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => String::from_utf8_lossy(bytes),
        };
        let had_moves = self.seen.moves;
        let mut begins_one = begins(&text, &mut self.seen);
        if self.a_game_a_line && had_moves && !begins_one && self.is_bare(&text) {
            self.seen = Seen::default();
            begins(&text, &mut self.seen);
            begins_one = true;
        }
        if begins_one || (self.open.is_none() && !text.trim().is_empty()) {
            self.begin_record(line.start, number, records);
        }
    }

    /// Whether a line holds moves without numbers, in a format where it may be a game.
    fn is_bare(&self, line: &str) -> bool {
        let bare_lines = self.format.and_then(|format| format.entry().bare_lines);
        bare_lines.is_some_and(|bare_lines| (bare_lines.is_one)(line))
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
    fn split_tree_line(
        &mut self,
        line: Range<usize>,
        number: u64,
        begins: fn(&[u8]) -> bool,
        records: &mut Vec<RawRecord>,
    ) {
        if begins(&self.buffer[line.clone()]) {
            self.close(line.start, false, records);
        }
        self.find_letters();
        let mut at = line.start;
        while at < line.end {
            if self.open.is_none() {
                let text = &self.buffer[at..line.end];
                let Some(start) = text.iter().position(|byte| !byte.is_ascii_whitespace()) else {
                    return;
                };
                at += start;
                self.begin_record(at, number, records);
                self.find_letters();
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
    fn find_letters(&mut self) {
        let Some(open) = self.open.filter(|_| !self.object.knows_letters) else { return };
        let record = &self.buffer[open.start..];
        let enough = record.len() >= charset::WINDOW || self.ended;
        if enough || self.object.depth == 0 {
            self.object.letters = Letters::of(record);
            self.object.knows_letters = enough;
        }
    }

    /// What is left of a damaged object is told of as a record that cannot be read, all of it at once.
    fn begin_stray(&mut self, rest: Range<usize>, number: u64, records: &mut Vec<RawRecord>) {
        let between = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'[' | b']' | b',');
        if self.open.is_none() && !self.buffer[rest.clone()].iter().all(between) {
            self.begin_record(rest.start, number, records);
            self.open.iter_mut().for_each(|open| open.stray = true);
        }
    }

    /// JSON: an object that fills a line is a record. Others are followed brace by brace; a line
    /// that starts with a brace, no farther to the right than the line on which the record started,
    /// begins a new record in any case.
    fn split_json_line(&mut self, line: Range<usize>, number: u64, records: &mut Vec<RawRecord>) {
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
                    self.begin_stray(at..line.end, number, records);
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

/// Whether a line that begins with a brace is an object without others in it, as most are: looking for
/// the few bytes that matter is quicker than following every string.
fn is_one_object(line: &[u8]) -> bool {
    let Some((_, rest)) = line.split_first() else { return false };
    memchr3(b'{', b'}', b'\\', rest).is_some_and(|at| rest[at..] == *b"}")
        && memchr_iter(b'"', rest).count().is_multiple_of(2)
}
