//! Input that pauses: whoever waits for answers before it writes on gets them.

use std::io::{self, ErrorKind, Read};

/// A reader that says so before it would wait for input: once with [`ErrorKind::WouldBlock`], and then it
/// waits.
pub(super) struct Pausing<R> {
    reader: R,
    /// Whether reading would wait just now. It may say so too often, but not too seldom.
    waits: fn() -> bool,
    told: bool,
}

impl<R> Pausing<R> {
    pub(super) const fn new(reader: R, waits: fn() -> bool) -> Self {
        Self { reader, waits, told: false }
    }
}

impl<R: Read> Read for Pausing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.told && (self.waits)() {
            self.told = true;
            return Err(ErrorKind::WouldBlock.into());
        }
        self.told = false;
        self.reader.read(buffer).map_err(|error| match error.kind() {
            // Of a reader that never waits nobody could tell when to ask again.
            ErrorKind::WouldBlock => io::Error::other(error.to_string()),
            _ => error,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Beginning, Format, Source};

    /// Gives a few bytes at a time, however many are asked for.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(buffer.len());
            (&mut self.0).take(count as u64).read(buffer)
        }
    }

    /// The records of a text that pauses after every few bytes: each with the chunk that it comes in.
    fn records(text: &str, bytes: usize, given: Option<Format>) -> Vec<(usize, u64, String)> {
        let mut source = Source::new(Pausing::new(Slow(text.as_bytes(), bytes), || true), given);
        assert!(matches!(source.begin().unwrap(), Beginning::Format(_)), "{text}");
        let (mut all, mut chunks) = (Vec::new(), 0);
        while let Some(chunk) = source.next_chunk().unwrap() {
            for raw in &chunk.records {
                let record = String::from_utf8_lossy(&chunk.bytes[raw.range.clone()]);
                all.push((chunks, raw.line, record.trim().to_owned()));
            }
            chunks += 1;
        }
        all
    }

    const TEXTS: [&str; 5] = [
        "d1-d3 e5-e2,0,0,Ongoing\n\nd1-c1,0,0,\nd1-b1,0,0,White\n",
        "{\"Moves\": [\"a1-a2\"]}\n{\"Moves\": [\n\"a1-a3\"]}\n{\"Moves\": []}",
        "\u{feff}(;FF[4]B[aaab])\n(;FF[4];B[aaac]\n)\n",
        "[date:1]\n\n1. a1-a2\n\n[date:2]\n\n1. a1-a3\n",
        "1. a1-a2 b1-b2\n2. a2-a3\n",
    ];

    #[test]
    fn pauses_change_no_record() {
        for text in TEXTS {
            let whole = records(text, usize::MAX, None);
            for bytes in [1, 2, 7, 30] {
                let paused = records(text, bytes, None);
                let without_chunk = |all: &[(usize, u64, String)]| -> Vec<(u64, String)> {
                    all.iter().map(|(_, line, text)| (*line, text.clone())).collect()
                };
                assert_eq!(without_chunk(&paused), without_chunk(&whole), "{text} by {bytes}");
            }
        }
    }

    /// A line at a time: each record is there before the next is read.
    #[test]
    fn what_is_whole_is_handed_out_at_a_pause() {
        let row = "d1-c1,0,0,White\n";
        let rows = row.repeat(3);
        for given in [None, Some(Format::Csv)] {
            let chunks: Vec<usize> =
                records(&rows, row.len(), given).iter().map(|(chunk, ..)| *chunk).collect();
            assert!(chunks.windows(2).all(|pair| pair[0] < pair[1]), "{chunks:?}");
        }
    }
}
