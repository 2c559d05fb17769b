//! Whether records that are written one behind the other are still told apart.

use super::{Beginning, Format, Source};

/// A record with what stands between it and the one before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbour<'a> {
    /// The text between.
    pub gap: &'a str,
    /// The record, or at least its first line if nothing follows it.
    pub text: &'a str,
}

impl<'a> Neighbour<'a> {
    /// A record's first line, which is enough to tell that the record begins.
    pub(super) fn first_line(gap: &'a str, text: &'a str) -> Self {
        Self { gap, text: text.split_inclusive('\n').next().unwrap_or_default() }
    }
}

/// Whether a reader of these records finds each of them where it begins, and no other.
pub(super) fn stay_apart(format: Format, records: &[Neighbour<'_>]) -> bool {
    let mut whole = String::new();
    let mut starts = Vec::with_capacity(records.len());
    for Neighbour { gap, text } in records {
        whole += gap;
        starts.push(whole.len() as u64);
        whole += text;
    }
    let mut source = Source::new(whole.as_bytes(), Some(format));
    if !matches!(source.begin(), Ok(Beginning::Format(_))) {
        return false;
    }
    let mut found = Vec::with_capacity(records.len());
    while let Ok(Some(chunk)) = source.next_chunk() {
        found.extend(chunk.records.iter().map(|raw| chunk.start + raw.range.start as u64));
    }
    found == starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_into_the_next_is_found() {
        let apart = |format, one, other| {
            let records = [Neighbour { gap: "", text: one }, Neighbour::first_line("", other)];
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
