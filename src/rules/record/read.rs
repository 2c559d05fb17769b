//! Text to rules.

use std::ops::Range;

use nom::bytes::complete::take_while1;
use nom::character::complete::{char, multispace0};
use nom::combinator::{opt, rest};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use crate::board::{BoardSize, RowOrder, Setup};
use crate::rules::Ruleset;

use super::defaults::defaults;
use super::keys::{FRAME, KEYS};
use super::problem::{Problem, ProblemKind};
use super::values::read_squares;

/// A ruleset read from a record, with what is doubtful about the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The rules.
    pub ruleset: Ruleset,
    /// Unknown keys and the like; none of them stops play.
    pub warnings: Vec<Problem>,
}

/// Reads a whole rules record.
///
/// # Errors
/// Everything in the record that keeps it from being a ruleset, warnings included.
pub fn parse(record: &str) -> Result<Parsed, Vec<Problem>> {
    build(None, record)
}

/// Reads rules that change some of another ruleset's, as in `copenhagen` with `start:/.../`.
///
/// # Errors
/// As [`parse`].
pub fn amend(base: &Ruleset, changes: &str) -> Result<Parsed, Vec<Problem>> {
    build(Some(base), changes)
}

/// Whether a text begins like a rules record or a change to one.
pub fn is_rule(word: &str) -> bool {
    let key = word.split(':').next().unwrap_or_default();
    word.contains(':') && (names().any(|known| known == key))
}

struct Entry<'a> {
    key: &'a str,
    value: &'a str,
    span: Range<usize>,
}

/// `key:value`, the key of letters, the value up to the end of the word.
fn rule(word: &str) -> IResult<&str, (&str, &str)> {
    let key = take_while1(|letter: char| letter.is_ascii_alphanumeric() || letter == '-');
    (terminated(key, char(':')), rest).parse(word)
}

fn word(text: &str) -> IResult<&str, Option<&str>> {
    preceded(multispace0, opt(take_while1(|letter: char| !letter.is_whitespace()))).parse(text)
}

fn entries<'a>(record: &'a str, problems: &mut Vec<Problem>) -> Vec<Entry<'a>> {
    let mut entries = Vec::new();
    let mut left = record;
    while let Ok((after, Some(text))) = word(left) {
        let end = record.len() - after.len();
        let span = end - text.len()..end;
        match rule(text) {
            Ok((_, (key, value))) => entries.push(Entry { key, value, span }),
            Err(_) => {
                problems.push(Problem { span, kind: ProblemKind::NotAKey(text.to_owned()) });
            }
        }
        left = after;
    }
    entries
}

fn build(base: Option<&Ruleset>, record: &str) -> Result<Parsed, Vec<Problem>> {
    let mut problems = Vec::new();
    let entries = entries(record, &mut problems);
    find_repeated_and_unknown(&entries, &mut problems);
    let start = read_start(base, &entries, record, &mut problems);
    let framed = start.and_then(|(start, span)| match base {
        None => Some(defaults(start)),
        Some(base) => base
            .on_board(start)
            .map_err(|error| problems.push(Problem { span, kind: ProblemKind::Unplayable(error) }))
            .ok(),
    });
    let Some(mut ruleset) = framed else { return Err(problems) };
    for key in KEYS {
        let Some(entry) = entries.iter().rfind(|entry| entry.key == key.name) else { continue };
        if let Err(expected) = (key.read)(&mut ruleset, entry.value) {
            let value = entry.value.to_owned();
            let kind = ProblemKind::BadValue { key: key.name, value, expected };
            problems.push(Problem { span: entry.span.clone(), kind });
        }
    }
    find_doubtful(&entries, &mut problems);
    if let Err(error) = ruleset.check() {
        let start = entries.iter().rfind(|entry| entry.key.starts_with("start"));
        let span = start.map_or(0..record.len(), |entry| entry.span.clone());
        problems.push(Problem { span, kind: ProblemKind::Unplayable(error) });
    }
    problems.sort_by_key(|problem| problem.span.start);
    if problems.iter().any(|problem| problem.kind.is_error()) {
        return Err(problems);
    }
    Ok(Parsed { ruleset, warnings: problems })
}

fn find_repeated_and_unknown(entries: &[Entry<'_>], problems: &mut Vec<Problem>) {
    for (at, entry) in entries.iter().enumerate() {
        let span = entry.span.clone();
        let known = names().find(|&name| name == entry.key);
        let Some(known) = known else {
            let nearest = nearest_key(entry.key);
            let kind = ProblemKind::UnknownKey { key: entry.key.to_owned(), nearest };
            problems.push(Problem { span, kind });
            continue;
        };
        if entries[..at].iter().any(|earlier| earlier.key == entry.key) {
            problems.push(Problem { span, kind: ProblemKind::Repeated(known) });
        }
    }
}

/// The names of all keys.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    FRAME.into_iter().chain(KEYS.iter().map(|key| key.name))
}

fn nearest_key(key: &str) -> Option<&'static str> {
    names()
        .filter(|name| key.len() <= name.len() + 2)
        .map(|name| (strsim::damerau_levenshtein(name, key), name))
        .filter(|&(distance, _)| distance <= 2 && distance < key.len())
        .min()
        .map(|(_, name)| name)
}

/// The start position with the place where it is given, once it is held against the stated size.
fn read_start(
    base: Option<&Ruleset>,
    entries: &[Entry<'_>],
    record: &str,
    problems: &mut Vec<Problem>,
) -> Option<(Setup, Range<usize>)> {
    let whole = 0..record.len();
    let start = entries.iter().rfind(|entry| matches!(entry.key, "start" | "starti"));
    let drawn = match (start, base) {
        (Some(entry), _) => match Setup::from_record(entry.value, row_order(entry.key)) {
            Ok(setup) => Ok((setup, entry.span.clone())),
            Err(error) => Err((entry.span.clone(), ProblemKind::Start(error))),
        },
        (None, Some(base)) => Ok((base.start.clone(), whole.clone())),
        (None, None) => Err((whole.clone(), ProblemKind::Missing("start"))),
    };
    let dim = entries.iter().rfind(|entry| entry.key == "dim");
    let checked = drawn.and_then(|(setup, span)| match dim {
        Some(dim) => match compare_size(dim.value, &setup) {
            Ok(()) => Ok((setup, span)),
            Err(kind) => Err((dim.span.clone(), kind)),
        },
        None if base.is_some() => Ok((setup, span)),
        None => Err((whole, ProblemKind::Missing("dim"))),
    });
    checked.map_err(|(span, kind)| problems.push(Problem { span, kind })).ok()
}

/// In which order a key gives the rows of the board.
fn row_order(key: &str) -> RowOrder {
    match key {
        "starti" => RowOrder::LastRankFirst,
        _ => RowOrder::FirstRankFirst,
    }
}

/// Holds the value of `dim` against the start position.
fn compare_size(dim: &str, drawn: &Setup) -> Result<(), ProblemKind> {
    let Ok(stated) = dim.parse::<usize>() else {
        let expected = "an odd number from 5 to 19";
        return Err(ProblemKind::BadValue { key: "dim", value: dim.to_owned(), expected });
    };
    match BoardSize::new(stated) {
        Err(error) => Err(ProblemKind::Size(error)),
        Ok(size) if size != drawn.size() => {
            Err(ProblemKind::SizeDiffers { stated, drawn: drawn.size() })
        }
        Ok(_) => Ok(()),
    }
}

fn find_doubtful(entries: &[Entry<'_>], problems: &mut Vec<Problem>) {
    let find = |name| entries.iter().rfind(|entry| entry.key == name);
    if let (Some(threefold), None) = (find("tfr"), find("rep"))
        && let Some(value) = ['w', 'l'].into_iter().find(|&v| threefold.value == v.to_string())
    {
        let kind = ProblemKind::AmbiguousRepetition(value);
        problems.push(Problem { span: threefold.span.clone(), kind });
    }
    if let (Some(attackers), Some(defenders)) = (find("afor"), find("dfor")) {
        let same = read_squares(attackers.value) == read_squares(defenders.value);
        if same && !defenders.value.is_empty() {
            let kind = ProblemKind::CopiedForts;
            problems.push(Problem { span: defenders.span.clone(), kind });
        }
    }
}
