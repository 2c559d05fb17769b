//! Properties, their values, and the header entries that they stand for.

use nom::Parser;
use std::borrow::Cow;

use nom::IResult;
use nom::bytes::complete::take_while1;
use nom::character::complete::{char, multispace0};
use nom::combinator::peek;
use nom::sequence::terminated;

use crate::board::Side;
use crate::record::{CaptureCounts, RulesClaim};

/// The properties of the first node that are header entries, and the names of these.
pub(super) const TAGS: &[(&str, &str)] = &[
    ("EV", "event"),
    ("PC", "site"),
    ("DT", "date"),
    ("RO", "round"),
    ("PB", "attackers"),
    ("PW", "defenders"),
    ("AN", "annotator"),
    ("US", "compiler"),
    ("OT", "time-control"),
    ("TM", "time-limit"),
    ("GN", "game-name"),
    ("GC", "start-comment"),
    ("SO", "source"),
    ("CP", "copyright"),
    ("SZ", "size"),
];

/// The properties that mean more than a header entry.
const SPECIAL: &[&str] = &[
    "FF", "CA", "GM", "B", "W", "C", "RE", "RU", "PL", "AB", "AW", "PIECE", "POSITION", "RULES",
    "RULENAME", "SITETYPE", "CAPTURES", "TAG",
];

/// Properties of the first node that a record has one of, with one value each: what they say is meant,
/// and a second that differs contradicts.
pub(super) const SINGLE: &[&str] =
    &["RE", "RU", "PL", "PB", "PW", "SZ", "POSITION", "RULES", "RULENAME", "SITETYPE", "CAPTURES"];

/// Properties and values that every record of ours begins with. `29` stands for hnefatafl in the list of
/// games of the format.
pub(super) const FRAME: &[(&str, &str)] = &[("FF", "4"), ("CA", "UTF-8"), ("GM", "29")];

/// The sides, as properties and as values of `PL`.
const SIDES: &[(&str, Side)] = &[("B", Side::Attackers), ("W", Side::Defenders)];

pub(super) fn letter(side: Side) -> &'static str {
    SIDES[side.index()].0
}

/// A property: its name, and its values with what they are before escapes are taken out.
pub(super) struct Property<'a> {
    pub(super) name: &'a str,
    pub(super) values: Vec<&'a str>,
}

impl Property<'_> {
    /// As it stands, but for what is between the brackets.
    pub(super) fn text(&self) -> String {
        let values = self.values.iter().map(|value| format!("[{}]", unescaped(value)));
        self.name.to_owned() + &values.collect::<String>()
    }
}

/// The name of a property, which a value follows.
pub(super) fn name(text: &str) -> IResult<&str, &str> {
    let name = take_while1(|letter: char| letter.is_ascii_uppercase());
    terminated(name, peek((multispace0, char('[')))).parse(text)
}

/// The name of a header entry for a property's.
pub(super) fn entry_name(property: &str) -> String {
    let known = TAGS.iter().find(|(name, _)| *name == property);
    known.map_or_else(|| property.to_ascii_lowercase(), |(_, entry)| (*entry).to_owned())
}

/// The property for a header entry, if one is read back as that.
pub(super) fn property_name(entry: &str) -> Option<String> {
    let known = TAGS.iter().find(|(_, name)| *name == entry).map(|(name, _)| (*name).to_owned());
    let plain = !entry.is_empty() && entry.bytes().all(|letter| letter.is_ascii_lowercase());
    known.or_else(|| {
        let name = entry.to_ascii_uppercase();
        let taken = matches!(&*name, "AE") || SPECIAL.contains(&&*name);
        (plain && !taken && entry_name(&name) == entry).then_some(name)
    })
}

/// A value without its escapes; an escaped line end is none.
pub(super) fn unescaped(raw: &str) -> Cow<'_, str> {
    if !raw.contains('\\') {
        return Cow::Borrowed(raw);
    }
    let mut plain = String::new();
    let mut letters = raw.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', Some('\r')) => {
                letters.next();
                letters.next_if_eq(&'\n');
            }
            ('\\', Some('\n')) => {
                letters.next();
                letters.next_if_eq(&'\r');
            }
            ('\\', _) => plain.extend(letters.next()),
            _ => plain.push(letter),
        }
    }
    Cow::Owned(plain)
}

/// Both parts of a value with a colon in it, which no escape takes its meaning.
pub(super) fn composed(raw: &str) -> Option<(String, String)> {
    let mut escaped = false;
    let colon = raw.bytes().position(|byte| {
        let found = byte == b':' && !escaped;
        escaped = byte == b'\\' && !escaped;
        found
    })?;
    Some((unescaped(&raw[..colon]).into_owned(), unescaped(&raw[colon + 1..]).into_owned()))
}

/// The side that `PL` names.
pub(super) fn side(value: &str) -> Option<Side> {
    let words = [["B", "Black"], ["W", "White"]].into_iter().zip(Side::BOTH);
    let is = |word: &str| value.eq_ignore_ascii_case(word);
    words.into_iter().find(|(words, _)| words.iter().any(|word| is(word))).map(|(_, side)| side)
}

pub(super) fn capture_counts(value: &str) -> Option<CaptureCounts> {
    let (attackers, defenders) = value.split_once(':')?;
    let by_attackers = attackers.parse().ok()?;
    Some(CaptureCounts { by_attackers, by_defenders: defenders.parse().ok()? })
}

pub(super) fn site_type(raw: &str) -> Option<RulesClaim> {
    let (key, name) = composed(raw)?;
    let key = if key.is_empty() { None } else { Some(key.parse().ok()?) };
    Some(RulesClaim::SiteType { key, name })
}
