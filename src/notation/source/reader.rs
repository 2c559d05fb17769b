//! Reads a file block by block and hands out whole records.

use std::io;
use std::io::Read;
use std::ops::Range;

use encoding_rs::Decoder;

use crate::notation::Format;
use crate::notation::format::Seen;

use super::depth::Depth;
use super::open::Open;

/// The longest record that is read, in bytes; a longer one is cut off there and told of.
pub const MAX_RECORD: usize = 64 << 20;

/// How much is read at a time.
pub(super) const BLOCK: usize = 256 << 10;

/// A file being split.
pub struct Source<R> {
    reader: R,
    pub(super) decoder: Option<Decoder>,
    pub(super) format: Option<Format>,
    pub(super) buffer: Vec<u8>,
    /// Bytes of the buffer that have been split into lines.
    pub(super) scanned: usize,
    /// Bytes behind those in which no line ends.
    pub(super) endless: usize,
    /// Where the record that is being collected starts.
    pub(super) open: Option<Open>,
    pub(super) line: u64,
    pub(super) index: u64,
    pub(super) object: Depth,
    pub(super) seen: Seen,
    pub(super) ended: bool,
    /// Whether the input pauses: it has nothing to read for now.
    pub(super) pauses: bool,
    /// Why nothing more can be read, if that is not for the end of the file.
    pub(super) failed: Option<io::Error>,
    /// Whether the rest of an overlong record is being passed over.
    pub(super) skipping: bool,
    /// Bytes that have left the buffer.
    pub(super) gone: u64,
    /// Whether lines end with a carriage return alone, as on old computers.
    pub(super) returns: bool,
    /// Whether a line of moves without numbers is a game of its own.
    pub(super) a_game_a_line: bool,
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

    /// Reads one block more. What comes before an error is kept.
    pub(super) fn fill(&mut self) {
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
    pub(super) fn append_decoded(&mut self, raw: &[u8]) {
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
}

pub(super) fn end_lines(bytes: &mut [u8]) {
    bytes.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
}
