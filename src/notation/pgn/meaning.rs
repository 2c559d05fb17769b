//! What tags and results mean.

use crate::board::Side;
use crate::notation::again;
use crate::notation::again::{Again, Singles};
use crate::notation::fault::{Fault, FaultKind};
use crate::notation::stated::Stated;
use crate::notation::typography::plain;
use crate::record::{CaptureCounts, Claim, Record, RulesClaim, Span, Spanned};

use super::dialect::{DIALECTS, Dialect, claim_of};
use super::rules::named_rules;
use super::tags::{MARK, SINGLE, TagText, entry_name};

/// Gives tags and results their meanings.
pub(super) fn interpret(
    text: &str,
    tags: &[TagText<'_>],
    ends: &[&str],
    record: &mut Record,
    faults: &mut Vec<Fault>,
) {
    let dialect = DIALECTS.iter().find(|dialect| (dialect.is)(tags));
    let dialect = dialect.expect("the last fits every record");
    let mut header = Header { dialect, record, faults, result: None, no_rules: false };
    let mut singles = Singles::default();
    for tag in tags {
        let is_single = SINGLE.contains(&tag.name);
        let compare = |first| said_again(tag.name, first, &tag.value);
        match is_single.then(|| singles.add(tag.name, &tag.value, compare)).flatten() {
            None | Some(Again::More) => header.interpret(tag),
            Some(Again::Same) => {}
            Some(Again::Other) => header.keep_repeated(tag),
        }
    }
    let Header { result, no_rules, .. } = header;
    if record.rules.is_none() && !no_rules {
        record.rules = named_rules(record);
    }
    interpret_results(text, dialect, result, ends, record, faults);
}

/// The header, tag by tag.
struct Header<'a, 'r> {
    dialect: &'static Dialect,
    record: &'r mut Record,
    faults: &'r mut Vec<Fault>,
    /// The word for the result.
    result: Option<(&'a str, Span)>,
    /// Whether a tag says that the record states no rules.
    no_rules: bool,
}

impl<'a> Header<'a, '_> {
    fn interpret(&mut self, tag: &'a TagText<'_>) {
        let (record, value) = (&mut *self.record, &*tag.value);
        match tag.name {
            "Notation" if (tag.name, value) == MARK => {}
            "Result" => self.result = Some((value, tag.span)),
            "RulesNone" => self.no_rules = true,
            "Tag" if tag.more.is_some() => {
                let held = tag.more.as_deref().unwrap_or_default();
                record.add_tag(value.to_owned(), held, tag.span);
            }
            "Black" if self.dialect.black_attacks => record.add_tag("attackers", value, tag.span),
            "White" if self.dialect.black_attacks => record.add_tag("defenders", value, tag.span),
            name if stated(name, value).is_some_and(|it| it.keep_first(tag.span, record)) => {}
            name => {
                if let Some((field, expected)) = expected_of(name) {
                    let kind = FaultKind::BadField { field, value: value.to_owned(), expected };
                    self.faults.push(Fault::new(tag.span, kind));
                }
                record.add_tag(entry_name(name), value, tag.span);
            }
        }
        if let Some(more) = tag.more.as_deref().filter(|_| tag.name != "Tag") {
            let what = "a tag has one value".to_owned();
            self.faults.push(Fault::new(tag.span, FaultKind::Syntax(what)));
            record.add_tag(entry_name(tag.name), more, tag.span);
        }
    }

    /// Reports a tag that says something else than the first, and keeps it.
    fn keep_repeated(&mut self, again: &TagText<'_>) {
        self.faults.push(Fault::new(again.span, FaultKind::Repeated(again.name.to_owned())));
        self.record.add_tag(entry_name(again.name), again.value.clone(), again.span);
    }
}

/// What a tag of which there should be one says beside the first.
fn said_again(name: &str, one: &str, other: &str) -> Again {
    match name {
        _ if one == other => Again::Same,
        "Result" => again::results(claim_of(one), claim_of(other)),
        "Variant" | "Game" | "Rules" | "RulesName" | "RulesText" => again::rules(one, other),
        _ => again::text(one, other),
    }
}

/// The tags with values of their own kind.
fn expected_of(name: &str) -> Option<(&'static str, &'static str)> {
    match name {
        "First" => Some(("First", "attackers or defenders")),
        "Captures" => Some(("Captures", "two numbers as in 3/5, those of the attackers first")),
        "RulesSite" => Some(("RulesSite", "a number, a colon and a name")),
        _ => None,
    }
}

/// What a tag states, if the record has a place for it.
fn stated(name: &str, value: &str) -> Option<Stated> {
    Some(match name {
        "Rules" if value.starts_with("dim:") => {
            Stated::Rules(RulesClaim::Written(value.to_owned()))
        }
        "RulesText" => Stated::Rules(RulesClaim::Written(value.to_owned())),
        "RulesName" => Stated::Rules(RulesClaim::Named(value.to_owned())),
        "RulesSite" => Stated::Rules(site_type(value)?),
        "Position" => Stated::Start(value.to_owned()),
        "First" => Stated::First(Side::of_name(plain(value).trim())?),
        "Captures" => Stated::Counts(capture_counts(plain(value).trim())?),
        _ => return None,
    })
}

fn site_type(value: &str) -> Option<RulesClaim> {
    let (key, name) = value.split_once(':')?;
    let key = if key.is_empty() { None } else { Some(key.parse().ok()?) };
    Some(RulesClaim::SiteType { key, name: name.to_owned() })
}

fn capture_counts(value: &str) -> Option<CaptureCounts> {
    let (by_attackers, by_defenders) = value.split_once('/')?;
    Some(CaptureCounts {
        by_attackers: by_attackers.parse().ok()?,
        by_defenders: by_defenders.parse().ok()?,
    })
}

/// The result, from the tag and from the end of the moves.
fn interpret_results(
    text: &str,
    dialect: &Dialect,
    stated: Option<(&str, Span)>,
    ends: &[&str],
    record: &mut Record,
    faults: &mut Vec<Fault>,
) {
    let placed = ends.iter().map(|end| (*end, Span::of(end, text)));
    let results = || stated.into_iter().chain(placed.clone());
    let is_open = |word| claim_of(word) == Some(Claim::Open);
    let is_known = results().any(|(word, _)| claim_of(word).is_some() && !is_open(word));
    let mut first: Option<(&str, Claim)> = None;
    for (word, span) in results().filter(|(word, _)| !(is_known && is_open(word))) {
        let kind = match (claim_of(word), first) {
            (None, _) => {
                let expected = "1-0, 0-1, 1/2-1/2, 0-0 or *";
                FaultKind::BadField { field: "result", value: word.to_owned(), expected }
            }
            (Some(claim), Some((_, known))) if claim == known => continue,
            (Some(_), Some((known, _))) => FaultKind::two_results(known, word),
            (Some(claim), None) => {
                first = Some((word, claim));
                if dialect.first.is_some() || claim.winner().is_none() {
                    record.result = Some(Spanned::new(claim, span));
                    continue;
                }
                FaultKind::WhichSide(word.to_owned())
            }
        };
        if record.tag("result") != Some(word) {
            faults.push(Fault::new(span, kind));
            record.add_tag("result", word, span);
        }
    }
}
