//! What tags and results mean.

use crate::board::Side;
use crate::notation::again;
use crate::notation::again::Again;
use crate::notation::fault::{Fault, FaultKind};
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
    let mut stated = None;
    let mut no_rules = false;
    let mut singles: Vec<&TagText<'_>> = Vec::new();
    for tag in tags {
        let value = &*tag.value;
        if SINGLE.contains(&tag.name) {
            match singles.iter_mut().find(|known| known.name == tag.name) {
                Some(first) => match said_again(first, tag) {
                    Again::Same => continue,
                    Again::More => *first = tag,
                    Again::Other => {
                        keep_repeated(tag, record, faults);
                        continue;
                    }
                },
                None => singles.push(tag),
            }
        }
        match tag.name {
            "Notation" if (tag.name, value) == MARK => {}
            "Result" => stated = Some((value, tag.span)),
            "RulesNone" => no_rules = true,
            "Tag" if tag.more.is_some() => {
                let held = tag.more.as_deref().unwrap_or_default();
                record.add_tag(value.to_owned(), held, tag.span);
            }
            "Black" if dialect.black_attacks => record.add_tag("attackers", value, tag.span),
            "White" if dialect.black_attacks => record.add_tag("defenders", value, tag.span),
            name if set_field(name, value, tag.span, record) => {}
            name => {
                if let Some(expected) = expected_of(name) {
                    let (field, value) = (expected.0, value.to_owned());
                    let kind = FaultKind::BadField { field, value, expected: expected.1 };
                    faults.push(Fault::new(tag.span, kind));
                }
                record.add_tag(entry_name(name), value, tag.span);
            }
        }
        if let Some(more) = tag.more.as_deref().filter(|_| tag.name != "Tag") {
            let what = "a tag has one value".to_owned();
            faults.push(Fault::new(tag.span, FaultKind::Syntax(what)));
            record.add_tag(entry_name(tag.name), more, tag.span);
        }
    }
    if record.rules.is_none() && !no_rules {
        record.rules = named_rules(record);
    }
    interpret_results(text, dialect, stated, ends, record, faults);
}

/// What a tag of which there should be one says beside the first.
fn said_again(first: &TagText<'_>, again: &TagText<'_>) -> Again {
    let (one, other) = (&*first.value, &*again.value);
    match first.name {
        _ if one == other => Again::Same,
        "Result" => again::results(claim_of(one), claim_of(other)),
        "Variant" | "Game" | "Rules" | "RulesName" | "RulesText" => again::rules(one, other),
        _ => again::text(one, other),
    }
}

/// Reports a tag that says something else than the first, and keeps it.
fn keep_repeated(again: &TagText<'_>, record: &mut Record, faults: &mut Vec<Fault>) {
    faults.push(Fault::new(again.span, FaultKind::Repeated(again.name.to_owned())));
    record.add_tag(entry_name(again.name), again.value.clone(), again.span);
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

/// Puts the value of a tag where the record has a place for it. Returns whether it has one.
fn set_field(name: &str, value: &str, span: Span, record: &mut Record) -> bool {
    let rules = match name {
        "Rules" if value.starts_with("dim:") => Some(RulesClaim::Written(value.to_owned())),
        "RulesText" => Some(RulesClaim::Written(value.to_owned())),
        "RulesName" => Some(RulesClaim::Named(value.to_owned())),
        "RulesSite" => site_type(value),
        _ => None,
    };
    if let Some(rules) = rules {
        let free = record.rules.is_none();
        record.rules.get_or_insert(Spanned::new(rules, span));
        return free;
    }
    match name {
        "Position" if record.start.is_none() => {
            record.start = Some(Spanned::new(value.to_owned(), span));
            true
        }
        "First" if record.first.is_none() => {
            let side = Side::of_name(plain(value).trim());
            record.first = side.map(|side| Spanned::new(side, span));
            side.is_some()
        }
        "Captures" if record.counts.is_none() => {
            let counts = capture_counts(plain(value).trim());
            record.counts = counts.map(|counts| Spanned::new(counts, span));
            counts.is_some()
        }
        _ => false,
    }
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
