//! OpenTafl game files: tags in brackets, then numbered turns, comments in brackets after them.
//!
//! ```text
//! record  = *tag *(turn / comment)
//! tag     = "[" name ":" value "]"
//! turn    = number "." 1*move
//! comment = "[" text "]"
//! ```
//!
//! Read so far: tags and the moves of the game itself. Variations, which are numbered like
//! `12b.1.1a.`, and comments are passed over.

use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::{char, digit1};
use nom::combinator::{recognize, verify};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use crate::board::Side;
use crate::record::{Claim, LineId, Record, RulesClaim, Span, Spanned};

use super::moves::read_token;
use super::{Entry, Fault, FaultKind, Seen, Split};

pub(super) const ENTRY: Entry = Entry {
    name: "otg",
    about: "OpenTafl game files",
    extensions: &["otg"],
    states_rules: true,
    looks_like,
    split: Split::At(begins_record),
    read,
    write: None,
    results: Some(["1", "-1", "0"]),
};

fn looks_like(beginning: &str) -> bool {
    is_tag_start(beginning) || is_turn_start(beginning)
}

/// A tag after the moves begins the next game, and so does a tag that the record has already, after
/// a blank line.
fn begins_record(line: &str, seen: &mut Seen) -> bool {
    let line = line.trim_end();
    if line.is_empty() {
        seen.blank = true;
        return false;
    }
    let tag = known_tag(line).map(str::to_owned);
    let begins =
        tag.as_ref().is_some_and(|tag| seen.moves || (seen.blank && seen.tags.contains(tag)));
    if begins {
        *seen = Seen::default();
    }
    seen.moves |= is_turn_start(line);
    seen.blank = false;
    seen.tags.extend(tag);
    begins
}

/// The tags of OpenTafl files, those of puzzles among them.
const TAGS: &[&str] = &[
    "event",
    "site",
    "date",
    "round",
    "attackers",
    "defenders",
    "result",
    "annotator",
    "compiler",
    "time-control",
    "time-remaining",
    "termination",
    "variant",
    "start-comment",
    "starting-comment",
    "rules",
    "position",
    "puzzle-mode",
    "puzzle-start",
    "puzzle-goal",
];

/// `[name:`, leaving what follows the colon.
fn tag_start(text: &str) -> IResult<&str, &str> {
    let name = take_while1(|letter: char| letter.is_ascii_alphanumeric() || letter == '-');
    preceded(char('['), terminated(name, char(':'))).parse(text)
}

/// `12.` or `12b.1.1a.`, a word of digits, lower-case letters and dots that starts with a digit.
fn address(text: &str) -> IResult<&str, &str> {
    let word = take_while(|c: char| c.is_ascii_digit() || c.is_ascii_lowercase() || c == '.');
    let whole = recognize((digit1, word));
    verify(whole, |word: &str| is_address(word)).parse(text)
}

/// Whether dots, numbers and single letters behind numbers make up the word, and it is no move.
fn is_address(word: &str) -> bool {
    let parts = word.trim_end_matches('.').split('.');
    let is_part = |part: &str| {
        let number = part.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
        !number.is_empty()
            && number.bytes().all(|digit| digit.is_ascii_digit())
            && part.len() - number.len() <= 1
    };
    parts.clone().all(is_part) && (word.ends_with('.') || parts.count() > 1 || is_number(word))
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|digit| digit.is_ascii_digit())
}

/// Whether an address is that of a turn of the game itself.
fn is_main_line(word: &str) -> bool {
    is_number(word.trim_end_matches('.'))
}

fn is_tag_start(text: &str) -> bool {
    tag_start(text).is_ok()
}

/// Whether a known tag starts here: where a comment was never closed, the next game does.
fn known_tag(text: &str) -> Option<&str> {
    let (_, name) = tag_start(text).ok()?;
    TAGS.contains(&name).then_some(name)
}

fn is_turn_start(text: &str) -> bool {
    let numbered: IResult<&str, (&str, &str)> = (digit1, tag(".")).parse(text);
    numbered.is_ok()
}

fn read(text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    let mut rest = text;
    let mut turns_seen = false;
    let mut in_variation = false;
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return;
        }
        if rest.starts_with('[') {
            rest = read_bracket(text, rest, turns_seen, record, faults);
        } else if let Ok((after, word)) = address(rest) {
            turns_seen = true;
            in_variation = !is_main_line(word);
            rest = after;
        } else {
            let end = rest.find(|c: char| c.is_whitespace() || c == '[').unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            if !in_variation {
                read_token(word, Span::of(word, text), record, LineId::MAIN, faults);
            }
            rest = after;
        }
    }
}

/// Reads a tag or passes over a comment, and returns what follows.
fn read_bracket<'a>(
    text: &str,
    rest: &'a str,
    turns_seen: bool,
    record: &mut Record,
    faults: &mut Vec<Fault>,
) -> &'a str {
    let what = if turns_seen { "comment" } else { "tag" };
    let Some(close) = memchr::memchr(b']', rest.as_bytes()) else {
        faults.push(Fault::new(Span::of(&rest[..1], text), FaultKind::Unclosed(what)));
        return "";
    };
    let bracket = &rest[..close];
    let after = &rest[close + 1..];
    let is_tag = !turns_seen || known_tag(bracket).is_some();
    match tag_start(bracket) {
        Ok((value, name)) if is_tag => read_tag(text, name, value, record, faults),
        Err(_) if !turns_seen && !bracket[1..].trim().is_empty() => {
            let kind = FaultKind::Syntax("a tag is written [name:value]".to_owned());
            faults.push(Fault::new(Span::of(bracket, text), kind));
        }
        Ok(_) | Err(_) => {}
    }
    after
}

fn read_tag(text: &str, name: &str, value: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    let span = Span::of(value, text);
    let value = value.trim();
    let spanned = || Spanned::new(value.to_owned(), Span::of(value, text));
    match name {
        "rules" => {
            let written = RulesClaim::Written(value.to_owned());
            record.rules = Some(Spanned::new(written, Span::of(value, text)));
        }
        "position" => record.start = Some(spanned()),
        "result" => record.result = read_result(value, Span::of(value, text), faults),
        "variant" if record.rules.is_none() => {
            record.rules = Some(Spanned::new(RulesClaim::Named(value.to_owned()), span));
        }
        known if TAGS.contains(&known) => {}
        unknown => {
            let close = |tag: &&&str| strsim::damerau_levenshtein(tag, unknown) <= 2;
            let nearest = TAGS.iter().find(close).copied();
            let kind = FaultKind::UnknownTag { name: unknown.to_owned(), nearest };
            faults.push(Fault::new(Span::of(name, text), kind));
        }
    }
    record.add_tag(name, value, Span::of(value, text));
}

fn read_result(value: &str, span: Span, faults: &mut Vec<Fault>) -> Option<Spanned<Claim>> {
    let claim = match value {
        "1" => Claim::Won(Side::Attackers),
        "-1" => Claim::Won(Side::Defenders),
        "0" => Claim::Draw,
        "?" | "" => Claim::Open,
        other => {
            let expected = "1 (attackers), -1 (defenders), 0 (draw) or ?";
            let value = other.to_owned();
            let kind = FaultKind::BadField { field: "result", value, expected };
            faults.push(Fault::new(span, kind));
            return None;
        }
    };
    Some(Spanned::new(claim, span))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(text: &str) -> (Record, String) {
        let (mut record, mut faults) = (Record::default(), Vec::new());
        read(text, &mut record, &mut faults);
        let one = |f: &Fault| format!("{} `{}`", f.kind, f.span.text(text));
        (record, faults.iter().map(one).collect::<Vec<_>>().join("\n"))
    }

    fn words(text: &str) -> Vec<&str> {
        let (record, faults) = read_all(text);
        assert_eq!(faults, "");
        record.tokens().iter().map(|token| token.span.text(text)).collect()
    }

    #[test]
    fn the_main_line_is_read_without_its_company() {
        let text = "[result:-1]\n[rules:dim:7 start:/7/]\n[start-comment:Two\nlines: 1. a1-a2]\n\n\
                    1. d1-d3 f6-f7 \n[one|two [nested]\n\n1a.1.1a. d2-d3 c1-c2\n[|]\n\n\
                    2. ..... Kf6-c6xd6\n[]\n3. ---\n";
        assert_eq!(words(text), ["d1-d3", "f6-f7", ".....", "Kf6-c6xd6", "---"]);
        let (record, _) = read_all(text);
        assert_eq!(record.result.as_ref().unwrap().value, Claim::Won(Side::Defenders));
        assert_eq!(record.tags.len(), 3);
    }

    #[test]
    fn addresses_are_told_from_moves() {
        for word in ["1.", "12.", "12b.1.1a.", "4a.5.4c.2.2a.", "3b.3.1a", "7"] {
            assert_eq!(address(word), Ok(("", word)));
        }
        for word in ["a1-a2", "1a1", "12bb.", "12."] {
            assert_eq!(is_address(word), word == "12.", "{word}");
        }
        assert!(is_main_line("12.") && !is_main_line("12b.1.1a."));
    }

    #[test]
    fn faults_are_told() {
        insta::assert_snapshot!(read_all("[reslt:1]\n[foo]\n1. d1-d3 what\n[never").1, @r"
        unknown tag `reslt` `reslt`
        a tag is written [name:value] `[foo`
        `what` is not a move `what`
        this comment is never closed `[`
        ");
        insta::assert_snapshot!(read_all("[result:2]\n").1, @"`result` cannot be `2` `2`");
    }
}
