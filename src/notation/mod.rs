//! Text to [`Record`] and back: the formats that games are kept in. Knows no rules beyond names.
//!
//! [`Format::detect`] tells formats apart by content, [`Source`] splits a file into records without
//! holding more than a few of them, [`read`] reads one and [`write()`] writes one. Each format is a file
//! of its own, reader and writer together, and an entry in the table here.

mod again;
#[cfg(test)]
mod any_record;
mod apart;
mod canonical;
mod charset;
mod csv;
mod decode;
mod edit;
mod fault;
mod format;
#[cfg(test)]
mod generated;
mod json;
mod ledger;
mod ludii;
mod moves;
mod otg;
mod pgn;
mod rewrite;
mod several;
mod sgf;
mod site;
mod source;
mod tablut_log;
#[cfg(test)]
mod testing;
mod typography;
mod unclaimed;
mod walker;

pub use canonical::{Head, Layout, fingerprint};
pub(crate) use decode::unfit_to_change;
pub use decode::{Decoded, Misfit, decode, is_labelled_rightly};
pub use edit::{Edit, apply};
pub(crate) use edit::{counts as edit_counts, result as edit_result, rewritten};
pub(crate) use fault::shortened;
pub use fault::{Fault, FaultKind};
pub use ledger::{Ledger, Lost};
pub use moves::{CaptureStyle, MoveStyle, parse_path};
pub use rewrite::{Beside, Change, OldRecord, Passage, RewriteError, rewrite};
pub use several::shared;
pub use source::{Beginning, Chunk, MAX_RECORD, RawRecord, Source};
pub(crate) use unclaimed::help as json_records;
pub use unclaimed::no_objects;

use std::borrow::Cow;
use std::path::Path;

use crate::board::Setup;
use crate::record::{Record, RulesClaim};
use crate::rules::names;
use format::{Entry, Seen, Split};

/// A format that games are kept in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// The JSON of the archive of one playing site: an object a game, on a line of its own or not.
    Archive,
    /// Our own: everything that a record holds, an object a record.
    Json,
    /// Tags and numbered moves in the manner of chess records, in several dialects.
    Pgn,
    /// Smart Game Format with tafl moves.
    Sgf,
    /// Four columns: moves, captures by the attackers, captures by the defenders, result.
    Csv,
    /// OpenTafl game files.
    Otg,
    /// The JSON of the server of hnefatafl.org.
    HtpJson,
    /// Trials of the Ludii system.
    Ludii,
    /// Games of PlayTaflOnline in JSON.
    Pto,
    /// Logs of a tournament's server, with the board after every move.
    TablutLog,
    /// The move text of one playing site, as pasted from pages and posts.
    Site,
    /// Damian Walker's notation.
    Walker,
}

impl Format {
    /// Every format, in the order in which they are tried when a file's format is looked for.
    pub const ALL: [Self; 12] = [
        Self::Ludii,
        Self::TablutLog,
        Self::Json,
        Self::Pto,
        Self::HtpJson,
        Self::Archive,
        Self::Sgf,
        Self::Pgn,
        Self::Otg,
        Self::Csv,
        Self::Walker,
        Self::Site,
    ];

    const fn entry(self) -> &'static Entry {
        match self {
            Self::Archive => &json::archive::ENTRY,
            Self::Csv => &csv::ENTRY,
            Self::Json => &json::own::ENTRY,
            Self::Otg => &otg::ENTRY,
            Self::HtpJson => &json::htp::ENTRY,
            Self::Ludii => &ludii::ENTRY,
            Self::Pto => &json::pto::ENTRY,
            Self::TablutLog => &tablut_log::ENTRY,
            Self::Pgn => &pgn::ENTRY,
            Self::Sgf => &sgf::ENTRY,
            Self::Site => &site::ENTRY,
            Self::Walker => &walker::ENTRY,
        }
    }

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        self.entry().name
    }

    /// What the format is, in a few words.
    pub const fn about(self) -> &'static str {
        self.entry().about
    }

    /// The format with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The ends of the names of files that a walk through a folder picks up.
    pub const fn extensions(self) -> &'static [&'static str] {
        self.entry().extensions
    }

    /// The format that the end of a file's name stands for, if it stands for one only, that of a
    /// compressed file left aside;
    /// of the formats in JSON, that which most games are kept in.
    pub fn of_file(path: &Path) -> Option<Self> {
        let path = &*unpacked_name(path);
        let ending = path.extension()?.to_str()?;
        let is_its = |format: &Self| {
            format.extensions().iter().any(|known| known.eq_ignore_ascii_case(ending))
        };
        let named: Vec<Self> = Self::ALL.into_iter().filter(is_its).collect();
        let objects = |format: &Self| matches!(format.entry().split, Split::Objects);
        match named.as_slice() {
            [only] => Some(*only),
            [_, ..] if named.iter().all(objects) => Some(Self::Archive),
            _ => None,
        }
    }

    /// The format of a file whose beginning looks like this one. Moves among other words look like a
    /// site's text, whatever they are; then a name that only files of one format have counts for more.
    #[must_use]
    pub fn settled(self, path: &Path) -> Self {
        let loose = matches!(self, Self::Site | Self::Walker);
        match Self::of_file(path) {
            Some(named) if loose && named != Self::Csv => named,
            _ => self,
        }
    }

    /// Whether records can be written in this format.
    pub const fn is_written(self) -> bool {
        self.entry().write.is_some()
    }

    /// Whether a record in this format says in which encoding it is.
    pub const fn declares_encoding(self) -> bool {
        matches!(self, Self::Sgf)
    }

    /// Whether a record in this format says more of its rules than they are called: which game is meant
    /// by a word for several has to be known before it is written.
    pub const fn writes_rules_out(self) -> bool {
        matches!(self, Self::Otg | Self::Sgf)
    }

    /// Whether a record in this format can say by which rules it was played.
    pub const fn states_rules(self) -> bool {
        self.entry().states_rules
    }

    /// The format that the beginning of a file is written in: the first of [`Format::ALL`] that
    /// recognises it.
    pub fn detect(beginning: &str) -> Option<Self> {
        let text = typography::past_gap(beginning);
        Self::ALL.into_iter().find(|format| (format.entry().looks_like)(text))
    }
}

/// The name of a file without the ending of a compressed one: `games.csv` for `games.csv.gz`.
pub fn unpacked_name(path: &Path) -> Cow<'_, Path> {
    let ending = path.extension().unwrap_or_default();
    match ["gz", "zst"].into_iter().any(|packed| ending.eq_ignore_ascii_case(packed)) {
        true => Cow::Owned(path.with_extension("")),
        false => Cow::Borrowed(path),
    }
}

/// Reads one record. What is wrong with it is added to `faults`; whatever could be read is in the
/// record all the same.
pub fn read(format: Format, text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    record.clear();
    // A record that breaks off breaks off at its end, not at the beginning of the next.
    (format.entry().read)(text.trim_end_matches(typography::is_gap), record, faults);
    type_words(record);
}

/// Takes what nobody sees out of rules, positions and what puzzles ask, where that makes them readable.
/// Names and comments stay as they are.
fn type_words(record: &mut Record) {
    let rules = |text: &str| names::resolve(text).is_ok();
    match record.rules.as_mut().map(|rules| &mut rules.value) {
        Some(RulesClaim::Named(text) | RulesClaim::Written(text)) => type_word(text, rules),
        Some(RulesClaim::SiteType { name, .. }) => type_word(name, str::is_ascii),
        None => {}
    }
    let boards = record.boards.iter_mut().map(|(_, board)| board);
    for position in boards.chain(&mut record.start) {
        type_word(&mut position.value, |text| text.parse::<Setup>().is_ok());
    }
    let of_puzzle = record.tags.iter_mut().filter(|tag| tag.name.starts_with("puzzle-"));
    of_puzzle.for_each(|tag| type_word(&mut tag.value, str::is_ascii));
}

fn type_word(text: &mut String, is_right: impl Fn(&str) -> bool) {
    if let Some(typed) = typography::typed_words(text).filter(|typed| is_right(typed)) {
        *text = typed;
    }
}

/// Writes one record in a format. What the format has no place for is noted in the ledger. Returns
/// nothing for a format that is only read.
pub fn write(format: Format, record: &Record, ledger: &mut Ledger) -> Option<String> {
    format.entry().write.map(|write| write(record, ledger))
}

/// Whether two records say the same, wherever in their sources they say it: whether they are the
/// same text in our own JSON.
pub fn same_content(one: &Record, other: &Record) -> bool {
    fingerprint(one) == fingerprint(other)
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
        assert_eq!(detected("1. d1-d3 f6-f7\n[|]\n"), Some(Format::Otg));
        assert_eq!(detected("1. d1-d3 f6-f7\n"), Some(Format::Site));
        assert_eq!(detected("d1-d3 f6-f7 resigned\n"), Some(Format::Site));
        assert_eq!(detected("My game:\n1. h1h3 g5g2 2. h3h2"), Some(Format::Site));
        assert_eq!(detected("Game: 0\n(3, F) -> (2, F)\n"), Some(Format::Site));
        assert_eq!(detected("1. E8-C8 G5-G2;\n"), Some(Format::Walker));
        assert_eq!(detected("d1-d3 e5-e2,0,0,Ongoing\n"), Some(Format::Csv));
        assert_eq!(detected("timeout,0,0,\n"), Some(Format::Csv));
        assert_eq!(
            detected("{\"Layout\": \"tablut\", \"Move\": [{\"MoveX\": 1}]}"),
            Some(Format::Pto)
        );
        assert_eq!(detected("{\"rated\": true, \"moves\": \"\"}"), Some(Format::HtpJson));
        assert_eq!(detected("game=X.lud\nSTART GAME OPTIONS\n"), Some(Format::Ludii));
        let log = "May 23, 2019 5:36:07 PM a.b.C <init>\nFINE: Players:\tA\tvs\tB\n";
        assert_eq!(detected(log), Some(Format::TablutLog));
        assert_eq!(detected("{\"schema\": \"taflkit.record/1\"}"), Some(Format::Json));
        assert_eq!(detected("[Event \"Yule\"]\n"), Some(Format::Pgn));
        assert_eq!(detected("( ;FF[4]"), Some(Format::Sgf));
        assert_eq!(detected("(resigned)"), None);
        assert_eq!(detected("Dear sir, I won, he lost, and so on"), None);
        assert_eq!(detected(""), None);
    }
}
