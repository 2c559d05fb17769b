//! Tags: how they are read, and how their names and those of header entries turn into each other.

use nom::Parser;
use std::borrow::Cow;

use nom::IResult;
use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::{char, multispace0};
use nom::combinator::opt;
use nom::sequence::{delimited, preceded};

use crate::notation::fault::{Fault, FaultKind};
use crate::notation::typography::is_gap;
use crate::record::Span;

use super::escape::{COMMON_ESCAPES, STRING_ESCAPES, unescaped, unescaped_end};

/// Tags that mean more than their text.
const SPECIAL: &[&str] = &[
    "Notation",
    "Result",
    "Rules",
    "RulesText",
    "RulesName",
    "RulesSite",
    "RulesNone",
    "Position",
    "First",
    "Captures",
    "Tag",
];

pub(super) const MARK: (&str, &str) = ("Notation", "taflkit");

/// Tags that a record has one of: what is said in them is meant, and a second that differs contradicts.
pub(super) const SINGLE: &[&str] = &[
    "Result",
    "Variant",
    "Game",
    "Rules",
    "RulesText",
    "RulesName",
    "RulesSite",
    "Position",
    "First",
    "Captures",
    "Attackers",
    "Defenders",
    "Black",
    "White",
    "Size",
    "Board",
];

/// Names that tags have in more than one of the dialects, beside those above.
const COMMON: &[&str] =
    &["Event", "Site", "Date", "Round", "Annotator", "Compiler", "TimeControl", "Termination"];

/// A name as it is usually written, for one with other capitals.
fn usual_name(name: &str) -> &str {
    let known = [SPECIAL, SINGLE, COMMON].into_iter().flatten();
    let usual = known.copied().find(|known| known.eq_ignore_ascii_case(name));
    usual.unwrap_or(name)
}

/// A tag as it stands, but for the capitals of its name.
pub(super) struct TagText<'a> {
    pub(super) name: &'a str,
    pub(super) value: Cow<'a, str>,
    /// The second string of our `Tag`.
    pub(super) more: Option<Cow<'a, str>>,
    pub(super) span: Span,
}

pub(super) fn is_ours(tags: &[TagText<'_>]) -> bool {
    tags.first().is_some_and(|tag| (tag.name, &*tag.value) == MARK)
}

pub(super) fn has(tags: &[TagText<'_>], name: &str) -> bool {
    tags.iter().any(|tag| tag.name == name)
}

/// The name of a header entry for a tag's.
pub(super) fn entry_name(name: &str) -> String {
    let letters = name.as_bytes();
    let is_camel = letters.first().is_some_and(u8::is_ascii_uppercase)
        && letters.iter().all(u8::is_ascii_alphanumeric)
        && letters
            .windows(2)
            .all(|two| !(two[0].is_ascii_uppercase() && two[1].is_ascii_uppercase()))
        && letters.last().is_some_and(|last| !last.is_ascii_uppercase());
    if !is_camel {
        return name.to_owned();
    }
    let mut entry = String::new();
    for (at, letter) in name.char_indices() {
        if letter.is_ascii_uppercase() && at > 0 {
            entry.push('-');
        }
        entry.push(letter.to_ascii_lowercase());
    }
    entry
}

/// The name of a tag for a header entry's, if one is read back as that.
pub(super) fn tag_name(entry: &str) -> Option<String> {
    let words = entry.split('-').map(|word| {
        let (first, rest) = word.split_at_checked(1).unwrap_or(("", word));
        first.to_ascii_uppercase() + rest
    });
    let camel: String = words.collect();
    let plain = |name: &str| {
        let is_plain = |letter: u8| letter.is_ascii_alphanumeric() || matches!(letter, b'_' | b'-');
        !name.is_empty() && name.bytes().all(is_plain) && !SPECIAL.contains(&name)
    };
    let candidates = [camel, entry.to_owned()];
    candidates
        .into_iter()
        .find(|name| plain(name) && usual_name(name) == name && entry_name(name) == entry)
}

/// `[name "`, as far as the quotation mark.
fn tag_start(text: &str) -> IResult<&str, &str> {
    let name = take_while1(|letter: char| !letter.is_whitespace() && !"[]\"{}()".contains(letter));
    let (rest, name) = preceded((char('['), multispace0), name).parse(text)?;
    let (rest, _) = blank(rest)?;
    nom::combinator::peek(char('"')).parse(rest).map(|(rest, _)| (rest, name))
}

/// Space within a line.
pub(super) fn blank(text: &str) -> IResult<&str, &str> {
    take_while(|letter| is_gap(letter) && !matches!(letter, '\n' | '\r')).parse(text)
}

pub(super) fn is_tag_start(text: &str) -> bool {
    tag_start(text).is_ok()
}

/// A string in quotation marks, which ends on its line: what is between the marks.
pub(super) fn string(text: &str) -> IResult<&str, &str> {
    delimited(char('"'), string_inside, char('"')).parse(text)
}

fn string_inside(text: &str) -> IResult<&str, &str> {
    let end = unescaped_end(text, |byte, escaped| byte == b'\n' || (byte == b'"' && !escaped));
    let (inside, rest) = text.split_at(end.unwrap_or(text.len()));
    Ok((rest, inside))
}

/// A whole tag: name, value, second value.
fn whole_tag(text: &str) -> IResult<&str, (&str, &str, Option<&str>)> {
    let (rest, name) = tag_start(text)?;
    let (rest, value) = string(rest)?;
    let (rest, more) = opt(preceded(blank, string)).parse(rest)?;
    let (rest, _) = (blank, char(']')).parse(rest)?;
    Ok((rest, (name, value, more)))
}

/// Reads a tag, and returns what follows it or, where it is none, the line.
pub(super) fn read_tag<'a>(
    text: &str,
    rest: &'a str,
    tags: &mut Vec<TagText<'a>>,
    faults: &mut Vec<Fault>,
) -> &'a str {
    match whole_tag(rest) {
        Ok((after, (name, value, more))) => {
            let span = Span::of(value, text);
            let ours = is_ours(tags);
            let escapes = if ours { STRING_ESCAPES } else { &STRING_ESCAPES[..COMMON_ESCAPES] };
            let plain = |value| unescaped(value, escapes);
            let name = usual_name(name);
            tags.push(TagText { name, value: plain(value), more: more.map(plain), span });
            after
        }
        Err(_) => {
            let line = rest.split('\n').next().unwrap_or(rest);
            let what = "a tag is written [Name \"value\"]".to_owned();
            faults.push(Fault::new(Span::of(line.trim_end(), text), FaultKind::Syntax(what)));
            let value = Cow::Borrowed(line.trim_end());
            tags.push(TagText { name: "", value, more: None, span: Span::of(line, text) });
            &rest[line.len()..]
        }
    }
}
