//! The tags of game files, and how a tag and a turn begin.

use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{char, digit1};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

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

/// `[name:`, leaving what follows the colon.
pub(super) fn tag_start(text: &str) -> IResult<&str, &str> {
    preceded(char('['), terminated(take_while1(is_name), char(':'))).parse(text)
}

pub(super) fn is_tag_start(text: &str) -> bool {
    tag_start(text).is_ok()
}

/// Whether a known tag starts here: where a comment was never closed, the next game does.
pub(super) fn known_tag(text: &str) -> Option<&str> {
    if !text.starts_with('[') {
        return None;
    }
    let (_, name) = tag_start(text).ok()?;
    is_known(name).then_some(name)
}

pub(super) fn is_turn_start(text: &str) -> bool {
    if !text.starts_with(|letter: char| letter.is_ascii_digit()) {
        return false;
    }
    let numbered: IResult<&str, (&str, &str)> = (digit1, tag(".")).parse(text);
    numbered.is_ok()
}
