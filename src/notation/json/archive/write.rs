//! Writes an object.

use crate::notation::edit::Edit;
use crate::notation::json::members::Members;
use crate::notation::json::text::push_quoted;
use crate::notation::losses::Losses;
use crate::notation::moves::MoveStyle;
use crate::notation::word_list::{each_word, lose_company};
use crate::record::{CaptureCounts, Record, RulesClaim, Span};
use crate::rules::names;
use crate::rules::names::SiteType;

use super::game::{TAG_KEYS, TAGS};
use super::words::{SITE_WORDS, winner_name};

pub(super) fn write(record: &Record, losses: &mut Losses) -> String {
    lose_company(record, losses);
    let mut members = Members::default();
    for (tag, key) in &TAG_KEYS[..3] {
        if let Some(value) = record.tag(tag) {
            members.add_text(key, value);
        }
    }
    write_type(record, &mut members);
    let (tag, key) = TAG_KEYS[3];
    if let Some(value) = record.tag(tag) {
        members.add_text(key, value);
    }
    if let Some(counts) = &record.counts {
        members.add("BlackPiecesCaptured", &counts.value.by_attackers.to_string());
        members.add("WhitePiecesCaptured", &counts.value.by_defenders.to_string());
    }
    members.add_with("Moves", |moves| {
        let mut between = "[";
        each_word(record, MoveStyle::SITE, SITE_WORDS, losses, |word| {
            *moves += std::mem::replace(&mut between, ", ");
            push_quoted(moves, word);
        });
        *moves += if between == "[" { "[]" } else { "]" };
    });
    members.add_text("WhoWon", winner_name(record.result.as_ref().map(|result| result.value)));
    write_rules(record, &mut members);
    TAGS.write_tags(record, &TAG_KEYS.map(|(tag, _)| tag), &mut members);
    members.object() + "\n"
}

/// The site's number and name for the rules. Rules that are named otherwise get them as well, where
/// a type of the site has that name.
fn write_type(record: &Record, members: &mut Members) {
    let (key, name) = match record.rules.as_ref().map(|rules| &rules.value) {
        Some(RulesClaim::SiteType { key, name }) => (*key, name.as_str()),
        Some(RulesClaim::Named(named)) => {
            let same = |site: &&SiteType| site.name.eq_ignore_ascii_case(named);
            let Some(site) = names::site_types().iter().find(same) else { return };
            (Some(site.key), site.name)
        }
        Some(RulesClaim::Written(_)) | None => return,
    };
    if let Some(key) = key {
        members.add("AageGameTypeKey", &key.to_string());
    }
    if key.is_none() || !name.is_empty() {
        members.add_text("AageGameTypeName", name);
    }
}

/// Our own keys for what the site has none for.
fn write_rules(record: &Record, members: &mut Members) {
    match record.rules.as_ref().map(|rules| &rules.value) {
        Some(RulesClaim::Named(name)) => members.add_text("Variant", name),
        Some(RulesClaim::Written(rules)) => members.add_text("Rules", rules),
        Some(RulesClaim::SiteType { .. }) | None => {}
    }
    if let Some(start) = &record.start {
        members.add_text("Start", &start.value);
    }
    if let Some(first) = &record.first {
        members.add_text("FirstMover", first.value.name());
    }
}

/// The changes that make an object count captures otherwise.
pub(super) fn edit_counts(text: &str, record: &Record, counts: CaptureCounts) -> Vec<Edit> {
    if record.counts.is_none() {
        return Vec::new();
    }
    let CaptureCounts { by_attackers, by_defenders } = counts;
    let fields = [("BlackPiecesCaptured", by_attackers), ("WhitePiecesCaptured", by_defenders)];
    let edit = |&(field, count): &(&str, u32)| {
        Some(Edit { span: number_of(text, field)?, new: count.to_string() })
    };
    fields.iter().filter_map(edit).collect()
}

/// Where the number of a JSON field stands.
pub(super) fn number_of(text: &str, field: &str) -> Option<Span> {
    let key = format!("\"{field}\"");
    let after = text.find(&key)? + key.len();
    let digits = after + text[after..].find(|letter: char| letter.is_ascii_digit())?;
    let between = text[after..digits].trim();
    let length = text[digits..].find(|letter: char| !letter.is_ascii_digit())?;
    (between == ":").then(|| Span::new(digits, digits + length))
}
