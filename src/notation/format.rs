//! What every format has to offer: how its files are recognised and split, read and written.

use crate::record::{CaptureCounts, Claim, MoveText, Record};

use super::edit::Edit;
use super::fault::Fault;
use super::losses::Losses;

/// What the program knows about a format. Every format has one of these.
pub(super) struct Entry {
    /// The name on the command line.
    pub(super) name: &'static str,
    /// What it is, in a few words.
    pub(super) about: &'static str,
    /// The ends of file names, without the dot.
    pub(super) extensions: &'static [&'static str],
    /// What is true of it or not.
    pub(super) facts: Facts,
    /// Whether the beginning of a file looks like this format.
    pub(super) looks_like: fn(&str) -> bool,
    /// Keys without one of which an object is no record of this format; the first two name it best.
    pub(super) keys: &'static [&'static str],
    /// How a file is split into records.
    pub(super) split: Split,
    /// How lines of moves without numbers are found, in a format where each may be a game.
    pub(super) bare_lines: Option<BareLines>,
    /// Reads one record.
    pub(super) read: fn(&str, &mut Record, &mut Vec<Fault>),
    /// Writes one record, its last line ended; nothing for a format that is only read.
    pub(super) write: Option<fn(&Record, &mut Losses) -> String>,
    /// How what a record states is changed in its own text.
    pub(super) edits: Edits,
}

/// What is true of a format or not.
pub(super) struct Facts {
    /// Whether a record can say by which rules it was played.
    pub(super) states_rules: bool,
    /// Whether a record says more of its rules than their name.
    pub(super) writes_rules_out: bool,
    /// Whether a record says in which encoding it is.
    pub(super) declares_encoding: bool,
    /// Whether anything with moves in it looks like this format, files of other formats included.
    pub(super) is_loose: bool,
    /// Whether files in other formats have names that end like those of this one.
    pub(super) has_common_ending: bool,
}

impl Facts {
    /// Nothing of it is true.
    pub(super) const NONE: Self = Self {
        states_rules: false,
        writes_rules_out: false,
        declares_encoding: false,
        is_loose: false,
        has_common_ending: false,
    };
}

/// How lines of moves without numbers are found.
#[derive(Clone, Copy)]
pub(super) struct BareLines {
    /// Finds them in a text, in groups of lines with nothing between.
    pub(super) find: fn(&str) -> Vec<Vec<String>>,
    /// Whether a line is one.
    pub(super) is_one: fn(&str) -> bool,
}

/// Makes the changes to the text of a record that let it count captures so.
pub(super) type EditCounts = fn(&str, &Record, CaptureCounts) -> Vec<Edit>;

/// Writes a move in the place of a word, if the word is one.
pub(super) type MoveWord = fn(&str, &Record, &MoveText) -> Option<String>;

/// How a record's own text is changed where it states something wrong: what the format has a place for.
pub(super) struct Edits {
    /// The word for a result, where a record's result is such a word and can be replaced by another.
    pub(super) result: Option<fn(Claim) -> String>,
    /// Puts the word for a result into a record that states none.
    pub(super) new_result: Option<fn(&str) -> Edit>,
    /// Replaces the counts of captures in the text of a record.
    pub(super) counts: Option<EditCounts>,
    /// A move in the place of this word, where the word is a move as only this format writes it.
    pub(super) move_word: Option<MoveWord>,
}

impl Edits {
    /// For a format whose moves alone are changed.
    pub(super) const NONE: Self =
        Self { result: None, new_result: None, counts: None, move_word: None };
}

/// How a file is split into records.
#[derive(Clone, Copy)]
pub(super) enum Split {
    /// Every line that is not blank is a record.
    Lines,
    /// Every JSON object is one.
    Objects,
    /// Every tree in round brackets is one, but for brackets within square ones; a line for which
    /// this says yes begins the next one in any case.
    Trees(fn(&[u8]) -> bool),
    /// A line for which this says yes begins the next one. What it has seen of the record before is
    /// kept for it, and forgotten where a record begins.
    At(fn(&str, &mut Seen) -> bool),
    /// The whole file is one: what is done while the format is not known.
    Whole,
}

/// What lines of the current record have shown so far.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// Whether a move was seen.
    pub(super) moves: bool,
    /// Whether the line before was blank.
    pub(super) blank: bool,
    /// How many lines before were blank, one after the other.
    pub(super) blanks: u32,
    /// Whether a bracket is open.
    pub(super) in_bracket: bool,
    /// Whether a line in that bracket looks like moves.
    pub(super) moves_in_bracket: bool,
    /// The number of the first turn, and of the last.
    pub(super) first_turn: Option<u32>,
    pub(super) turn: u32,
    /// The tags seen.
    pub(super) tags: Vec<String>,
}
