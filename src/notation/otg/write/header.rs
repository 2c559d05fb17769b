//! The header of a record.

use crate::board::Side;
use crate::notation::given_up;
use crate::record::{CaptureCounts, Claim, RulesClaim, Tag};

use super::super::escape::Spot;
use super::super::rules::{WrittenOut, beyond, written_out};
use super::super::tags::{FOREIGN, is_entry, is_single, result_word};
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
    Loss(&'static str),
    Hyphens(&'a str),
}

impl<'a> Writer<'a> {
    pub(super) fn write_header(&mut self, loss: Option<&'static str>) {
        let entries = self.entries(loss);
        let begins = entries.first().is_some_and(|entry| match entry {
            Heading::Tag(tag) => is_entry(&tag.name) && !self.is_disguised(tag),
            _ => true,
        });
        if self.style.percent {
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
    fn entries(&self, loss: Option<&'static str>) -> Vec<Heading<'a>> {
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
        if let Some(start) = record.start.as_ref().filter(|_| !self.rules_hold_start()) {
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
        entries.extend(loss.map(|words| (u32::MAX, Heading::Loss(words))));
        entries.extend(self.style.hyphens.map(|value| (u32::MAX, Heading::Hyphens(value))));
        entries.into_iter().map(|(_, entry)| entry).collect()
    }

    fn write_entry(&mut self, entry: &Heading<'_>) {
        match entry {
            Heading::Tag(tag) => {
                let disguised = self.is_disguised(tag);
                self.write_tag(if disguised { FOREIGN } else { "" }, &tag.name, &tag.value);
            }
            Heading::Rules(claim) => self.write_rules(claim),
            Heading::Start(position) => self.write_tag("", "position", position),
            Heading::Result(claim) => {
                self.write_tag("", "result", result_word(*claim));
            }
            Heading::First(side) => self.write_tag("", "first-mover", side.name()),
            Heading::Counts(counts) => {
                let numbers = format!("{} {}", counts.by_attackers, counts.by_defenders);
                self.write_tag("", "captures", &numbers);
            }
            Heading::Board(after, position) => {
                self.write_tag("", "board", &format!("{after} {position}"));
            }
            Heading::Loss(words) => self.write_tag("", "termination", words),
            Heading::Hyphens(value) => self.write_tag("", "hyphens", value),
        }
    }

    /// Writes what the record states as its rules, and the rules as OpenTafl needs them.
    fn write_rules(&mut self, claim: &RulesClaim) {
        let rules = self.written_out(claim).map(|written| written.text);
        match claim {
            RulesClaim::Written(stated) => {
                self.write_tag("", "rules", rules.as_ref().unwrap_or(stated));
                if rules.is_some_and(|rules| rules != *stated) {
                    self.write_tag("", "stated-rules", stated);
                }
                return;
            }
            RulesClaim::Named(name) => self.write_tag("", "variant", name),
            RulesClaim::SiteType { key, name } => {
                self.write_tag("", "variant", name);
                let key = key.map_or(String::new(), |key| key.to_string());
                self.write_tag("", "game-type", &key);
            }
        }
        if let Some(rules) = rules {
            self.write_tag("", "rules", &rules);
        }
    }

    fn written_out(&self, claim: &RulesClaim) -> Option<WrittenOut> {
        let start = self.record.start.as_ref().map(|start| start.value.as_str());
        let first = self.record.first.as_ref().map(|first| first.value);
        written_out(claim, self.record.meant, start, first)
    }

    fn rules_hold_start(&self) -> bool {
        let claim = self.record.rules.as_ref().filter(|_| self.record.start.is_some());
        claim.and_then(|claim| self.written_out(&claim.value)).is_some_and(|out| out.holds_start)
    }

    /// Whether an entry would mean something else under its own name.
    fn is_disguised(&self, tag: &Tag) -> bool {
        match &*tag.name {
            "termination" => given_up::meaning(&tag.value).is_some(),
            "variant" => {
                let rules = self.record.rules.as_ref().map(|rules| &rules.value);
                let several = self.record.tags.iter().filter(|other| other.name == "variant");
                let Some(RulesClaim::Written(rules)) = rules else { return true };
                let name = RulesClaim::Named(tag.value.clone());
                several.count() > 1 || beyond(&name, rules).is_some()
            }
            name if is_single(name) => {
                let first = self.record.tags.iter().find(|first| first.name == tag.name);
                !is_entry(name) || first.is_some_and(|first| !std::ptr::eq(first, tag))
            }
            name => !is_entry(name),
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
