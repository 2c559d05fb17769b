//! Whether records that are written one behind the other are still told apart.

use std::collections::VecDeque;
use std::io::{self, Read};

use memchr::memchr;

use super::{Beginning, Format, Source};

/// A record with what stands between it and the one before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbour<'a> {
    /// The bytes between.
    pub gap: &'a [u8],
    /// The record, or at least its first line if nothing follows it.
    pub text: &'a [u8],
}

impl<'a> Neighbour<'a> {
    /// A record's first line, which is enough to tell that the record begins.
    pub(super) fn first_line(gap: &'a [u8], text: &'a [u8]) -> Self {
        let line = memchr(b'\n', text).map_or(text, |end| &text[..=end]);
        Self { gap, text: line }
    }
}

/// Whether a reader of these records finds each of them where it begins, and no other.
pub(super) fn stay_apart(format: Format, records: &[Neighbour<'_>]) -> bool {
    let mut starts = Vec::with_capacity(records.len());
    let mut length = 0;
    for Neighbour { gap, text } in records {
        starts.push(length + gap.len() as u64);
        length += (gap.len() + text.len()) as u64;
    }
    let parts = records.iter().flat_map(|record| [record.gap, record.text]);
    let mut source = Source::new(Parts(parts.collect()), Some(format));
    if !matches!(source.begin(), Ok(Beginning::Format(_))) {
        return false;
    }
    let mut found = Vec::with_capacity(records.len());
    while let Ok(Some(chunk)) = source.next_chunk() {
        found.extend(chunk.records.iter().map(|raw| chunk.start + raw.range.start as u64));
    }
    found == starts
}

/// Texts one behind the other, which are not put together in memory: a record may be long.
struct Parts<'a>(VecDeque<&'a [u8]>);

impl Read for Parts<'_> {
    fn read(&mut self, block: &mut [u8]) -> io::Result<usize> {
        while let Some(part) = self.0.front_mut() {
            match part.read(block)? {
                0 if !block.is_empty() => drop(self.0.pop_front()),
                read => return Ok(read),
            }
        }
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_into_the_next_is_found() {
        let apart = |format, one: &str, other: &str| {
            let one = Neighbour { gap: b"", text: one.as_bytes() };
            let records = [one, Neighbour::first_line(b"", other.as_bytes())];
            stay_apart(format, &records)
        };
        assert!(apart(Format::Otg, "1.\n", "[rules:dim:7]\n"));
        assert!(!apart(Format::Otg, "[taflkit:plain]\n", "[rules:dim:7]\n"));
        assert!(apart(Format::Csv, "a1-a2,0,0,White\n", "a1-a2,0,0,White\n"));
        assert!(!apart(Format::Site, "1. a1-a2\n", "a2-a3\n"));
        assert!(apart(Format::Pgn, "[Event \"x\"]\n\n1. a1-a2\n", "[Event \"y\"]\n"));
        assert!(!apart(Format::Pgn, "[Event \"x\"]\n", "[Event \"y\"]\n"));
    }
}
