//! Writing a file anew, record by record: only a few records are held, and every byte that is not of a
//! changed record stays what it was.

use std::io::{self, Read};

use thiserror::Error;

use super::{Chunk, Format, RawRecord, Source};

/// A record that may be changed.
#[derive(Clone, Copy, Debug)]
pub struct OldRecord<'a> {
    /// The format of the file.
    pub format: Format,
    /// The line of the file on which it starts.
    pub line: u64,
    /// Which record of the file it is, from 1.
    pub index: u64,
    /// Its bytes.
    pub bytes: &'a [u8],
    /// Its text, or why it has to stay as it is.
    pub text: Result<&'a str, &'static str>,
}

impl<'a> OldRecord<'a> {
    fn new(format: Format, raw: &RawRecord, chunk: &'a Chunk) -> Self {
        let bytes = &chunk.bytes[raw.range.clone()];
        let text = match raw.cut {
            true => Err("it is too long to be read"),
            false => std::str::from_utf8(bytes).map_err(|_| "its bytes are not UTF-8"),
        };
        Self { format, line: raw.line, index: raw.index, bytes, text }
    }
}

/// What stands around a record.
#[derive(Clone, Copy, Debug)]
pub struct Beside<'a> {
    /// The bytes between the record before and this one; nothing at the beginning of the file.
    pub gap_before: &'a [u8],
    /// The bytes between this one and the next.
    pub gap_after: &'a [u8],
    /// The next record; nothing behind the last.
    pub next: Option<OldRecord<'a>>,
}

/// What says what the records of a file become.
pub trait Change {
    /// What a record becomes; nothing if it stays.
    fn new_text(&mut self, old: OldRecord<'_>) -> Option<String>;

    /// Whether it may become that beside its neighbours.
    fn may_stand(&mut self, _: OldRecord<'_>, _new: &str, _: Beside<'_>) -> bool {
        true
    }
}

impl<F: FnMut(OldRecord<'_>) -> Option<String>> Change for F {
    fn new_text(&mut self, old: OldRecord<'_>) -> Option<String> {
        self(old)
    }
}

/// A piece of the file, in order.
#[derive(Clone, Copy, Debug)]
pub enum Passage<'a> {
    /// Bytes that stay.
    Same(&'a [u8]),
    /// A record that is replaced.
    Changed {
        /// What stood there.
        old: &'a [u8],
        /// What is to stand there.
        new: &'a str,
    },
}

/// Why a file is not written anew.
#[derive(Debug, Error)]
pub enum RewriteError<E> {
    /// The file cannot be read to its end.
    #[error("{0}")]
    Read(io::Error),
    /// What is read is not what stands in the file: it is in another encoding, or the file has changed.
    #[error("the file is encoded in another way than UTF-8, or has changed meanwhile")]
    Encoded,
    /// The new text is not taken.
    #[error("the new text cannot be written")]
    Write(E),
}

/// How much is passed on at a time of what stands between records.
const BLOCK: usize = 64 << 10;

/// Goes through a file that has been begun and is in this format. `again` reads the same file from its
/// first byte, `change` says what records become, and `take` takes the file, piece by piece.
///
/// # Errors
/// When the file cannot be read, is encoded, or when `take` fails.
pub fn rewrite<E>(
    source: &mut Source<impl Read>,
    format: Format,
    again: impl Read,
    change: &mut impl Change,
    take: impl FnMut(Passage<'_>) -> Result<(), E>,
) -> Result<(), RewriteError<E>> {
    if source.is_encoded() {
        return Err(RewriteError::Encoded);
    }
    let mut copy = Copy { again, at: 0, block: vec![0; BLOCK], take };
    let mut window = Window { source, format, gap: Vec::new(), next: None };
    let mut held = window.read(&[])?.chunk;
    while let Some(chunk) = held {
        for (at, raw) in chunk.records.iter().enumerate() {
            copy.same_until(chunk.start + raw.range.start as u64)?;
            let old = OldRecord::new(format, raw, &chunk);
            let Some(new) = change.new_text(old).filter(|new| new.as_bytes() != old.bytes) else {
                continue;
            };
            if !change.may_stand(old, &new, window.beside(&chunk, at)?) {
                continue;
            }
            let returns = copy.pass_over(old.bytes)?;
            let new = if returns { new.replace('\n', "\r") } else { new };
            let passage = Passage::Changed { old: old.bytes, new: &new };
            (copy.take)(passage).map_err(RewriteError::Write)?;
        }
        held = window.move_on(chunk)?;
    }
    copy.same_until(u64::MAX)
}

/// What is looked at of a file beside the chunk that is gone through.
struct Window<'a, R> {
    source: &'a mut Source<R>,
    format: Format,
    /// What stands between the chunk before and the first record of this one.
    gap: Vec<u8>,
    /// What comes behind the chunk, if that had to be read already.
    next: Option<Next>,
}

/// The next chunk, if there is one, and what stands before its first record.
struct Next {
    gap: Vec<u8>,
    chunk: Option<Chunk>,
}

impl<R: Read> Window<'_, R> {
    /// Reads the next chunk; `tail` is what stood behind the last record before.
    fn read<E>(&mut self, tail: &[u8]) -> Result<Next, RewriteError<E>> {
        let mut gap = tail.to_vec();
        let chunk = self.source.next_chunk().map_err(RewriteError::Read)?;
        if let Some(chunk) = &chunk {
            gap.extend_from_slice(&chunk.bytes[..chunk.records[0].range.start]);
        }
        Ok(Next { gap, chunk })
    }

    /// What stands around a record of the chunk.
    fn beside<'a, E>(
        &'a mut self,
        chunk: &'a Chunk,
        at: usize,
    ) -> Result<Beside<'a>, RewriteError<E>> {
        if at + 1 == chunk.records.len() && self.next.is_none() {
            self.next = Some(self.read(tail(chunk))?);
        }
        let between = |before: usize| {
            &chunk.bytes[chunk.records[before].range.end..chunk.records[before + 1].range.start]
        };
        let gap_before = if at == 0 { self.gap.as_slice() } else { between(at - 1) };
        let (gap_after, next) = match (chunk.records.get(at + 1), &self.next) {
            (Some(raw), _) => (between(at), Some(OldRecord::new(self.format, raw, chunk))),
            (None, Some(Next { gap, chunk: Some(next) })) => {
                (gap.as_slice(), Some(OldRecord::new(self.format, &next.records[0], next)))
            }
            (None, _) => (tail(chunk), None),
        };
        Ok(Beside { gap_before, gap_after, next })
    }

    /// Drops the chunk and takes the next.
    fn move_on<E>(&mut self, chunk: Chunk) -> Result<Option<Chunk>, RewriteError<E>> {
        let next = match self.next.take() {
            Some(next) => next,
            None => {
                let tail = tail(&chunk).to_vec();
                drop(chunk);
                self.read(&tail)?
            }
        };
        self.gap = next.gap;
        Ok(next.chunk)
    }
}

/// What stands behind the last record of a chunk.
fn tail(chunk: &Chunk) -> &[u8] {
    let end = chunk.records.last().map_or(0, |last| last.range.end);
    &chunk.bytes[end..]
}

/// What copies the file.
struct Copy<R, F> {
    again: R,
    /// How far the file is copied.
    at: u64,
    block: Vec<u8>,
    take: F,
}

impl<R: Read, F> Copy<R, F> {
    /// Passes on what stands before this place.
    fn same_until<E>(&mut self, end: u64) -> Result<(), RewriteError<E>>
    where
        F: FnMut(Passage<'_>) -> Result<(), E>,
    {
        while self.at < end {
            let most = usize::try_from(end - self.at).unwrap_or(BLOCK).min(BLOCK);
            let read = read_some(&mut self.again, &mut self.block[..most])?;
            if read == 0 {
                break;
            }
            self.at += read as u64;
            (self.take)(Passage::Same(&self.block[..read])).map_err(RewriteError::Write)?;
        }
        Ok(())
    }

    /// Passes over a record, which has to be what the file has there. Returns whether the file has
    /// carriage returns for its line ends.
    fn pass_over<E>(&mut self, record: &[u8]) -> Result<bool, RewriteError<E>> {
        let mut returns = false;
        for part in record.chunks(BLOCK) {
            let mut filled = 0;
            while filled < part.len() {
                let read = read_some(&mut self.again, &mut self.block[filled..part.len()])?;
                if read == 0 {
                    return Err(RewriteError::Encoded);
                }
                filled += read;
            }
            for (&ours, &theirs) in part.iter().zip(&self.block) {
                let turned = ours == b'\n' && theirs == b'\r';
                returns |= turned;
                if ours != theirs && !turned {
                    return Err(RewriteError::Encoded);
                }
            }
        }
        self.at += record.len() as u64;
        Ok(returns)
    }
}

fn read_some<E>(from: &mut impl Read, block: &mut [u8]) -> Result<usize, RewriteError<E>> {
    loop {
        match from.read(block) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => return read.map_err(RewriteError::Read),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::super::{Beginning, Format};
    use super::*;

    /// The file with every record in capitals that has a `b` in it.
    fn raised(bytes: &[u8]) -> Result<Vec<u8>, RewriteError<Infallible>> {
        let mut source = Source::new(bytes, Some(Format::Csv));
        assert!(matches!(source.begin(), Ok(Beginning::Format(_))));
        let mut written = Vec::new();
        let mut change = |old: OldRecord<'_>| {
            let text = old.text.ok()?;
            text.contains('b').then(|| text.to_uppercase())
        };
        rewrite(&mut source, Format::Csv, bytes, &mut change, |passage| {
            written.extend_from_slice(match passage {
                Passage::Same(bytes) => bytes,
                Passage::Changed { new, .. } => new.as_bytes(),
            });
            Ok(())
        })?;
        Ok(written)
    }

    #[test]
    fn what_stands_between_records_stays() {
        let text = b"\n \na1\r\n\n b1\nc1\n\n b2";
        assert_eq!(raised(text).unwrap(), b"\n \na1\r\n\n B1\nc1\n\n B2");
    }

    /// Files with marks that were put one behind the other begin with several.
    #[test]
    fn marks_stay() {
        for marks in ["", "\u{feff}", "\u{feff}\u{feff}", "\u{feff}\u{feff}\u{feff}"] {
            let text = format!("{marks}b1\n\u{feff}b2\n");
            assert_eq!(raised(text.as_bytes()).unwrap(), text.replace('b', "B").as_bytes());
        }
    }

    #[test]
    fn line_ends_of_old_computers_stay() {
        assert_eq!(raised(b"a1\rb1\rb2\r").unwrap(), b"a1\rB1\rB2\r");
    }

    #[test]
    fn bytes_that_are_not_utf_8_stay() {
        assert_eq!(raised(b"b1\nb\xe9\nb2\n").unwrap(), b"B1\nb\xe9\nB2\n");
    }

    #[test]
    fn text_in_another_encoding_is_not_touched() {
        let mut text = vec![0xff, 0xfe];
        text.extend("a1\nb1\n".encode_utf16().flat_map(u16::to_le_bytes));
        assert!(matches!(raised(&text), Err(RewriteError::Encoded)));
    }
}
