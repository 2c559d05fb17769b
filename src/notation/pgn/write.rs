//! Writes a record: its tags, its moves, its result.

use crate::notation::losses::{Losses, Lost};
use crate::record::{CaptureCounts, Record, RulesClaim};

use super::dialect::result_word;
use super::escape::escaped;
use super::rules::named_rules;
use super::tags::{MARK, SINGLE, tag_name};
use super::write_moves::write_moves;

pub(super) fn write(record: &Record, losses: &mut Losses) -> String {
    let mut text = String::new();
    write_tag(&mut text, MARK.0, MARK.1);
    write_entries(&mut text, record);
    write_rules(&mut text, record);
    if let Some(start) = &record.start {
        write_tag(&mut text, "Position", &start.value);
    }
    if let Some(first) = &record.first {
        write_tag(&mut text, "First", first.value.name());
    }
    if let Some(counts) = &record.counts {
        let CaptureCounts { by_attackers, by_defenders } = counts.value;
        write_tag(&mut text, "Captures", &format!("{by_attackers}/{by_defenders}"));
    }
    let result = record.result.as_ref().and_then(|result| result_word(result.value));
    if let Some(result) = result {
        write_tag(&mut text, "Result", result);
    }
    losses.lose_many(Lost::Boards, record.boards.len());
    let mut moves = write_moves(record, losses);
    if let Some(result) = result {
        if !moves.is_empty() {
            moves.push('\n');
        }
        moves += result;
    }
    if !moves.is_empty() {
        text += &format!("\n{moves}\n");
    }
    text + "\n"
}

/// Writes the header entries. One whose name is no name of a tag, and a second one of those of which
/// there should be one, has a tag of ours.
fn write_entries(text: &mut String, record: &Record) {
    let mut singles: Vec<&str> = Vec::new();
    for tag in &record.tags {
        let name = tag_name(&tag.name);
        let again = name.as_deref().is_some_and(|name| singles.contains(&name));
        match name.filter(|_| !again) {
            Some(name) => {
                write_tag(text, &name, &tag.value);
                singles.extend(SINGLE.iter().find(|single| **single == name));
            }
            None => {
                let (name, value) = (escaped(&tag.name), escaped(&tag.value));
                *text += &format!("[Tag \"{name}\" \"{value}\"]\n");
            }
        }
    }
}

fn write_tag(text: &mut String, name: &str, value: &str) {
    *text += &format!("[{name} \"{}\"]\n", escaped(value));
}

fn write_rules(text: &mut String, record: &Record) {
    let by_name = named_rules(record).map(|rules| rules.value);
    let claim = record.rules.as_ref().map(|rules| &rules.value);
    if claim == by_name.as_ref() {
        return;
    }
    match claim {
        None => write_tag(text, "RulesNone", ""),
        Some(RulesClaim::Written(rules)) if rules.starts_with("dim:") => {
            write_tag(text, "Rules", rules);
        }
        Some(RulesClaim::Written(rules)) => write_tag(text, "RulesText", rules),
        Some(RulesClaim::Named(name)) => write_tag(text, "RulesName", name),
        Some(RulesClaim::SiteType { key, name }) => {
            let key = key.map_or_else(String::new, |key| key.to_string());
            write_tag(text, "RulesSite", &format!("{key}:{name}"));
        }
    }
}
