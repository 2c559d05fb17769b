//! The header of a record.

use crate::board::Side;
use crate::record::{CaptureCounts, Claim, RulesClaim, Tag};

use super::super::escape::Spot;
use super::super::tags::{FOREIGN, LOST_ON_TIME, RESULTS, SINGLE, TAGS};
use super::Writer;
use crate::rules::names::stated_first;

/// An entry of the header.
enum Heading<'a> {
    Tag(&'a Tag),
    Rules(&'a RulesClaim),
    Start(&'a str),
    Result(Claim),
    First(Side),
    Counts(CaptureCounts),
    Board(usize, &'a str),
    TimeLoss(Side),
}

impl<'a> Writer<'a> {
    pub(super) fn write_header(&mut self, loser: Option<Side>) {
        let entries = self.entries(loser);
        let begins = entries.first().is_some_and(|entry| match entry {
            Heading::Tag(tag) => TAGS.contains(&&*tag.name) && !self.is_disguised(tag),
            _ => true,
        });
        if self.percent {
            self.out += "[taflkit:percent]\n";
        } else if !begins {
            self.out += "[taflkit:plain]\n";
        }
        for entry in &entries {
            self.write_entry(entry);
        }
        self.out.push('\n');
    }

    /// The entries in the order of the source; what the source has nowhere comes where it may.
    fn entries(&self, loser: Option<Side>) -> Vec<Heading<'a>> {
        let record = self.record;
        let mut entries: Vec<(u32, Heading<'a>)> = Vec::with_capacity(record.tags.len() + 8);
        let mut so_far = 0;
        for tag in &record.tags {
            so_far = so_far.max(tag.span.start);
            entries.push((so_far, Heading::Tag(tag)));
        }
        let stated = match &record.rules {
            Some(rules) => {
                entries.push((rules.span.start, Heading::Rules(&rules.value)));
                match &rules.value {
                    RulesClaim::Written(rules) => stated_first(rules).map(|(side, _)| side),
                    _ => None,
                }
            }
            None => None,
        };
        if let Some(start) = &record.start {
            entries.push((start.span.start, Heading::Start(&start.value)));
        }
        if let Some(result) = &record.result {
            entries.push((result.span.start, Heading::Result(result.value)));
        }
        if let Some(first) = record.first.as_ref().filter(|first| stated != Some(first.value)) {
            entries.push((first.span.start, Heading::First(first.value)));
        }
        if let Some(counts) = &record.counts {
            entries.push((counts.span.start, Heading::Counts(counts.value)));
        }
        for (after, board) in &record.boards {
            entries.push((board.span.start, Heading::Board(*after, &board.value)));
        }
        entries.sort_by_key(|(start, _)| *start);
        entries.extend(loser.map(|side| (u32::MAX, Heading::TimeLoss(side))));
        entries.into_iter().map(|(_, entry)| entry).collect()
    }

    fn write_entry(&mut self, entry: &Heading<'_>) {
        match entry {
            Heading::Tag(tag) => {
                let disguised = self.is_disguised(tag);
                self.write_tag(if disguised { FOREIGN } else { "" }, &tag.name, &tag.value);
            }
            Heading::Rules(RulesClaim::Written(rules)) => self.write_tag("", "rules", rules),
            Heading::Rules(RulesClaim::Named(name)) => self.write_tag("", "variant", name),
            Heading::Rules(RulesClaim::SiteType { key, name }) => {
                self.write_tag("", "variant", name);
                let key = key.map_or(String::new(), |key| key.to_string());
                self.write_tag("", "game-type", &key);
            }
            Heading::Start(position) => self.write_tag("", "position", position),
            Heading::Result(claim) => {
                let word = RESULTS.iter().find(|(_, known)| known == claim);
                self.write_tag("", "result", word.map_or("?", |(word, _)| *word));
            }
            Heading::First(side) => self.write_tag("", "first-mover", side.name()),
            Heading::Counts(counts) => {
                let numbers = format!("{} {}", counts.by_attackers, counts.by_defenders);
                self.write_tag("", "captures", &numbers);
            }
            Heading::Board(after, position) => {
                self.write_tag("", "board", &format!("{after} {position}"));
            }
            Heading::TimeLoss(side) => {
                let words = LOST_ON_TIME.iter().find(|(loser, _)| loser == side);
                self.write_tag("", "termination", words.map_or("", |(_, words)| *words));
            }
        }
    }

    /// Whether an entry would mean something else under its own name.
    fn is_disguised(&self, tag: &Tag) -> bool {
        let says_time = |value: &str| LOST_ON_TIME.iter().any(|(_, words)| *words == value);
        match &*tag.name {
            "termination" => says_time(&tag.value),
            "variant" => {
                let rules = self.record.rules.as_ref().map(|rules| &rules.value);
                let several = self.record.tags.iter().filter(|other| other.name == "variant");
                !matches!(rules, Some(RulesClaim::Written(_))) || several.count() > 1
            }
            name if SINGLE.contains(&name) => {
                let first = self.record.tags.iter().find(|first| first.name == tag.name);
                !TAGS.contains(&name) || first.is_some_and(|first| !std::ptr::eq(first, tag))
            }
            name => !TAGS.contains(&name),
        }
    }

    fn write_tag(&mut self, prefix: &str, name: &str, value: &str) {
        self.out.push('[');
        self.out += prefix;
        self.put(name, Spot::Name);
        self.out.push(':');
        self.put(value, Spot::Value);
        self.out += "]\n";
    }
}
