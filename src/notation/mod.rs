//! Text to [`Record`]: the formats that games are kept in. Knows no rules beyond names.
//!
//! [`Format::detect`] tells formats apart by content, [`Source`] splits a file into records without
//! holding more than a few of them, and [`read`] reads one.

mod archive;
mod csv;
mod fault;
mod moves;
mod otg;
mod source;

pub use fault::{Fault, FaultKind};
pub use moves::parse_path;
pub use source::{Beginning, Chunk, MAX_RECORD, RawRecord, Source};

use crate::record::Record;

/// A format that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// The JSON of the archive of one playing site: an object a game, on a line of its own or not.
    Archive,
    /// Four columns: moves, captures by the attackers, captures by the defenders, result.
    Csv,
    /// OpenTafl game files.
    Otg,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 3] = [Self::Archive, Self::Csv, Self::Otg];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Archive => "archive",
            Self::Csv => "csv",
            Self::Otg => "otg",
        }
    }

    /// The ends of the names of files that a walk through a folder picks up.
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Archive => &["json", "jsonl", "ndjson"],
            Self::Csv => &["csv"],
            Self::Otg => &["otg"],
        }
    }

    /// Whether a record in this format can say by which rules it was played.
    pub const fn states_rules(self) -> bool {
        !matches!(self, Self::Csv)
    }

    /// The format that the beginning of a file is written in. Tried in this order: a brace, with
    /// or without a bracket before it, is the archive's JSON; `[word:` or a numbered turn is an
    /// OpenTafl file; a line that ends in two counts and a result is CSV.
    pub fn detect(beginning: &str) -> Option<Self> {
        let text = beginning.trim_start();
        let in_list = text.strip_prefix('[').map_or(text, str::trim_start);
        if in_list.starts_with('{') {
            Some(Self::Archive)
        } else if otg::is_tag_start(text) || otg::is_turn_start(text) {
            Some(Self::Otg)
        } else if text.lines().next().is_some_and(csv::is_row) {
            Some(Self::Csv)
        } else {
            None
        }
    }
}

/// Reads one record. What is wrong with it is added to `faults`; whatever could be read is in the
/// record all the same.
pub fn read(format: Format, text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    record.clear();
    match format {
        Format::Archive => archive::read(text, record, faults),
        Format::Csv => csv::read(text, record, faults),
        Format::Otg => otg::read(text, record, faults),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_told_apart_by_content() {
        let detected = |text| Format::detect(text);
        assert_eq!(detected("\n {\"Moves\": []}"), Some(Format::Archive));
        assert_eq!(detected("[ {\"Moves\": []}]"), Some(Format::Archive));
        assert_eq!(detected("[date:2015.05.04]\n"), Some(Format::Otg));
        assert_eq!(detected("1. d1-d3 f6-f7\n"), Some(Format::Otg));
        assert_eq!(detected("d1-d3 e5-e2,0,0,Ongoing\n"), Some(Format::Csv));
        assert_eq!(detected("timeout,0,0,\n"), Some(Format::Csv));
        assert_eq!(detected("Dear sir, I won, he lost, and so on"), None);
        assert_eq!(detected(""), None);
    }
}
