//! Text to [`Record`] and back: the formats that games are kept in. Knows no rules beyond names.
//!
//! [`read_all`] gives the games of a whole file, [`read`] reads one record, [`write()`] writes one.
//! [`Format::detect`] tells formats apart by content. [`Source`] splits a file into records and holds
//! only a few of them at a time. Each format is a file or a folder of its own, reader and writer
//! together, and an entry in the table here.
//!
//! # Examples
//!
//! Turn all games of a file into another format:
//!
//! ```
//! use taflkit::notation::{self, Format, Losses};
//!
//! let file = notation::read_all(b"d1-d3 e5-e2xe1,0,1,Black\nd1-c1,0,0,\n", None)?;
//! let to: Format = "site".parse()?;
//! let mut losses = Losses::default();
//! let written: Vec<String> =
//!     file.games.iter().filter_map(|game| notation::write(to, &game.record, &mut losses)).collect();
//! assert_eq!(written.concat(), "1. d1-d3 e5-e2xe1\nBlack won.\n\n1. d1-c1\n\n");
//! let lost: Vec<String> = losses.iter().map(|(what, count)| format!("{what}: {count}")).collect();
//! assert_eq!(lost, ["counts: 2"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod again;
mod apart;
mod canonical;
mod charset;
mod csv;
mod decode;
mod edit;
mod fault;
mod format;
mod front;
mod given_up;
mod json;
mod losses;
mod ludii;
mod moves;
mod otg;
mod pgn;
mod rewrite;
mod several;
mod sgf;
mod site;
mod source;
mod stated;
mod tablut_log;
#[cfg(test)]
mod testing;
mod typography;
mod unclaimed;
mod walker;
mod word_list;

pub use canonical::{Head, Layout, fingerprint};
pub(crate) use decode::unfit_to_change;
pub use decode::{Decoded, Misfit, decode, is_labelled_rightly};
pub use edit::{Edit, apply};
pub(crate) use edit::{counts as edit_counts, result as edit_result, rewritten};
pub(crate) use fault::shortened;
pub use fault::{Fault, FaultKind};
pub use front::{FileGame, GameFile, NotRecords, Reading, read, read_all, read_into, write};
pub use losses::{Losses, Lost, Unopened};
pub use moves::{CaptureStyle, MoveStyle, parse_path};
pub use otg::opens_as_it_stands;
pub use rewrite::{Beside, Change, OldRecord, Passage, RewriteError, rewrite};
pub use several::shared;
pub use source::{Beginning, Chunk, MAX_RECORD, RawRecord, Source};
pub(crate) use unclaimed::help as json_records;
pub use unclaimed::no_objects;

use std::borrow::Cow;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

use thiserror::Error;

use crate::record::Record;
use format::{Entry, Facts, Split};

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

    const fn facts(self) -> &'static Facts {
        &self.entry().facts
    }

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        self.entry().name
    }

    /// What the format is, in a few words.
    pub const fn about(self) -> &'static str {
        self.entry().about
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
    pub fn refined_by(self, path: &Path) -> Self {
        let counts = |named: &Self| self.facts().is_loose && !named.facts().has_common_ending;
        Self::of_file(path).filter(counts).unwrap_or(self)
    }

    /// Whether records can be written in this format.
    pub const fn is_written(self) -> bool {
        self.entry().write.is_some()
    }

    /// Whether a record in this format says in which encoding it is.
    pub const fn declares_encoding(self) -> bool {
        self.facts().declares_encoding
    }

    /// Whether a record in this format says more of its rules than they are called: which game is meant
    /// by a word for several has to be known before it is written.
    pub const fn writes_rules_out(self) -> bool {
        self.facts().writes_rules_out
    }

    /// Whether a record in this format can say by which rules it was played.
    pub const fn states_rules(self) -> bool {
        self.facts().states_rules
    }

    /// The format that the beginning of a file is written in: the first of [`Format::ALL`] that
    /// recognises it.
    pub fn detect(beginning: &str) -> Option<Self> {
        let text = typography::past_gap(beginning);
        Self::ALL.into_iter().find(|format| (format.entry().looks_like)(text))
    }
}

/// The name of a format that is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no format is called `{}`; there are {}", shortened(name), names_of_all())]
pub struct UnknownFormat {
    /// What it was called.
    pub name: String,
}

fn names_of_all() -> String {
    Format::ALL.map(Format::name).join(", ")
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let known = Self::ALL.into_iter().find(|format| format.name() == name);
        known.ok_or_else(|| UnknownFormat { name: name.to_owned() })
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

/// Whether two records say the same, wherever in their sources they say it: whether they are the
/// same text in our own JSON.
pub fn same_content(one: &Record, other: &Record) -> bool {
    fingerprint(one) == fingerprint(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_shown() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        assert_eq!(format!("{:>5}|", Format::Otg), "  otg|");
        let unknown = "Otg".parse::<Format>().unwrap_err().to_string();
        assert!(unknown.starts_with("no format is called `Otg`; there are ludii, "), "{unknown}");
    }

    #[test]
    fn a_whole_file_gives_its_games() {
        let file = read_all(b"d1-d3,0,0,\n\nwhat,0,0,White\nd1-\xe9,0,0,\n", None).unwrap();
        assert_eq!(file.format, Format::Csv);
        let told: Vec<(u64, usize, bool)> =
            file.games.iter().map(|g| (g.line, g.faults.len(), g.misfit.is_some())).collect();
        assert_eq!(told, [(1, 0, false), (3, 1, false), (4, 1, true)]);
        for (bytes, why) in [
            (&b"\n \n"[..], NotRecords::Empty),
            (b"\x7fELF\0\0\0", NotRecords::NotText),
            (b"[1, 2]", NotRecords::OtherJson("a list")),
            (b"Dear sir", NotRecords::UnknownFormat),
        ] {
            assert_eq!(read_all(bytes, None).unwrap_err(), why);
        }
    }

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
