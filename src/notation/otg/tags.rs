//! The tags of game files, and how a tag and a turn begin.

use crate::board::Side;
use crate::notation::edit::Edit;
use crate::record::{Claim, Span};

/// The tag that begins a record of ours where no other does.
pub(super) const MARK: &str = "taflkit";

/// The value of [`MARK`] under which `%` escapes bytes.
pub(super) const PERCENT: &str = "percent";

/// What becomes of a tag that the program knows.
#[derive(Clone, Copy, PartialEq)]
enum Use {
    /// It is kept as a header entry.
    Entry,
    /// The same, and a record has one of it: a second that differs contradicts.
    OneEntry,
    /// It says something that the program knows, and is kept as that.
    Meant,
    /// The same, and a record has one of it.
    MeantOnce,
}

/// The tags that the program knows, those of puzzles among them; the last six are ours.
const KNOWN: [(&str, Use); 30] = [
    ("event", Use::Entry),
    ("site", Use::Entry),
    ("date", Use::Entry),
    ("round", Use::Entry),
    ("attackers", Use::OneEntry),
    ("defenders", Use::OneEntry),
    ("annotator", Use::Entry),
    ("compiler", Use::Entry),
    ("time-control", Use::Entry),
    ("time-remaining", Use::Entry),
    ("attacker-time-remaining", Use::Entry),
    ("defender-time-remaining", Use::Entry),
    ("termination", Use::Entry),
    ("start-comment", Use::Entry),
    ("starting-comment", Use::Entry),
    ("puzzle-mode", Use::OneEntry),
    ("puzzle-start", Use::OneEntry),
    ("puzzle-prestart", Use::OneEntry),
    ("puzzle-goal", Use::OneEntry),
    ("rules", Use::MeantOnce),
    ("position", Use::MeantOnce),
    ("result", Use::MeantOnce),
    ("variant", Use::MeantOnce),
    ("stated-rules", Use::MeantOnce),
    ("game-type", Use::MeantOnce),
    ("first-mover", Use::MeantOnce),
    ("captures", Use::MeantOnce),
    ("board", Use::Meant),
    ("hyphens", Use::Meant),
    (MARK, Use::Meant),
];

fn use_of(name: &str) -> Option<Use> {
    KNOWN.iter().find(|(known, _)| *known == name).map(|&(_, used)| used)
}

pub(super) fn is_known(name: &str) -> bool {
    use_of(name).is_some()
}

/// Whether a tag of this name is kept as a header entry.
pub(super) fn is_entry(name: &str) -> bool {
    matches!(use_of(name), Some(Use::Entry | Use::OneEntry))
}

/// Whether a record has one tag of this name.
pub(super) fn is_single(name: &str) -> bool {
    matches!(use_of(name), Some(Use::OneEntry | Use::MeantOnce))
}

/// The names of the tags that the program knows.
pub(super) fn known() -> impl Iterator<Item = &'static str> {
    KNOWN.iter().map(|(name, _)| *name)
}

/// The tags with words of the format or numbers, in which nothing that is not seen means anything.
pub(super) const READ_AS_WORDS: [&str; 5] =
    ["game-type", "first-mover", "captures", "hyphens", MARK];

/// Before the name of an entry that only another format knows.
pub(super) const FOREIGN: &str = "x-";

/// The results, as written. The first word of each is what is written.
pub(super) const RESULTS: [(&str, Claim); 5] = [
    ("1", Claim::Won(Side::Attackers)),
    ("-1", Claim::Won(Side::Defenders)),
    ("0", Claim::Draw),
    ("?", Claim::Open),
    ("", Claim::Open),
];

/// The word for a result.
pub(super) fn result_word(claim: Claim) -> &'static str {
    RESULTS.iter().find(|(_, known)| *known == claim).map_or("?", |(word, _)| *word)
}

pub(super) fn is_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.' | '%')
}

/// A text that begins `[name:`, as the name and what follows the colon.
pub(super) fn tag_start(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('[')?;
    let end = inner.bytes().position(|byte| !is_name(char::from(byte)))?;
    let value = inner[end..].strip_prefix(':')?;
    (end > 0).then_some((&inner[..end], value))
}

pub(super) fn is_tag_start(text: &str) -> bool {
    tag_start(text).is_some()
}

/// The name and the value of a known tag that starts here: where a comment was never closed, the next
/// game does.
pub(super) fn known_tag(text: &str) -> Option<(&str, &str)> {
    tag_start(text).filter(|(name, _)| is_known(name))
}

/// Whether a text begins with a number and a dot.
pub(super) fn is_turn_start(text: &str) -> bool {
    let bytes = text.as_bytes();
    let end = bytes.iter().position(|byte| !byte.is_ascii_digit());
    end.is_some_and(|end| end > 0 && bytes[end] == b'.')
}

/// A tag for the result, put before all others.
pub(super) fn new_result(word: &str) -> Edit {
    Edit { span: Span::new(0, 0), new: format!("[result:{word}]\n") }
}
