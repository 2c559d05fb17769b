//! The tags of game files, and how a tag and a turn begin.

use crate::board::Side;
use crate::record::Claim;

/// The tag that begins a record of ours where no other does.
pub(super) const MARK: &str = "taflkit";

/// The value of [`MARK`] under which `%` escapes bytes.
pub(super) const PERCENT: &str = "percent";

/// The tags that are kept as header entries, those of puzzles among them.
pub(super) const TAGS: &[&str] = &[
    "event",
    "site",
    "date",
    "round",
    "attackers",
    "defenders",
    "annotator",
    "compiler",
    "time-control",
    "time-remaining",
    "attacker-time-remaining",
    "defender-time-remaining",
    "termination",
    "start-comment",
    "starting-comment",
    "puzzle-mode",
    "puzzle-start",
    "puzzle-prestart",
    "puzzle-goal",
];

/// The tags that say something the program knows, and are kept as that; the last six are ours.
pub(super) const MEANT: &[&str] = &[
    "rules",
    "position",
    "result",
    "variant",
    "stated-rules",
    "game-type",
    "first-mover",
    "captures",
    "board",
    "hyphens",
    MARK,
];

/// The tags that a record has one of: what they say is meant, and a second that differs contradicts.
pub(super) const SINGLE: &[&str] = &[
    "rules",
    "position",
    "result",
    "variant",
    "stated-rules",
    "game-type",
    "first-mover",
    "captures",
    "attackers",
    "defenders",
    "puzzle-mode",
    "puzzle-start",
    "puzzle-prestart",
    "puzzle-goal",
];

/// The tags with words of the format or numbers, in which nothing that is not seen means anything.
pub(super) const READ_AS_WORDS: [&str; 5] =
    ["game-type", "first-mover", "captures", "hyphens", MARK];

/// Before the name of an entry that only another format knows.
pub(super) const FOREIGN: &str = "x-";

/// The value of `hyphens` that says that the moves were written without them, as in `h1h3`.
pub(super) const NO_HYPHENS: &str = "none";

/// The results, as written. The first word of each is what is written.
pub(super) const RESULTS: [(&str, Claim); 5] = [
    ("1", Claim::Won(Side::Attackers)),
    ("-1", Claim::Won(Side::Defenders)),
    ("0", Claim::Draw),
    ("?", Claim::Open),
    ("", Claim::Open),
];

pub(super) fn is_known(name: &str) -> bool {
    TAGS.contains(&name) || MEANT.contains(&name)
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
