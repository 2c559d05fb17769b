//! What several tags say together, known when all have been read.

use crate::record::{LineId, RulesClaim, Span, Spanned, Tag, Token};

use crate::rules::names::stated_first;

use super::super::hyphens;
use super::super::mover;
use super::super::rules::{Beyond, beyond};
use super::Reader;

/// Tags, and where they stand among those that are kept.
type Entries = Vec<(usize, Tag)>;

impl Reader<'_, '_> {
    /// Puts together what several tags say.
    pub(super) fn finish(mut self) {
        self.report_swallowed(false);
        let mut left = self.finish_rules();
        left.extend(self.finish_loss());
        left.extend(self.finish_hyphens());
        left.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        for (at, tag) in left {
            self.record.tags.insert(at.min(self.record.tags.len()), tag);
        }
    }

    /// Finds out what the rules are, and returns the tags that turn out to say nothing of them.
    fn finish_rules(&mut self) -> Entries {
        let (claim, from, others) = self.claim();
        let Some(written) = self.written.take() else {
            match claim {
                Some(Spanned { value: RulesClaim::Written(rules), span }) => {
                    self.set_written_rules(Spanned::new(rules, span));
                }
                claim => self.record.rules = claim,
            }
            return others;
        };
        let more = claim.as_ref().and_then(|claim| beyond(&claim.value, &written.value));
        match (claim, more) {
            (Some(claim), Some(more)) => {
                self.set_stated_rules(claim, more, &written);
                others
            }
            _ => {
                self.set_written_rules(written);
                from.into_iter().chain(others).collect()
            }
        }
    }

    /// The rules that the record states, but for those that are written out for OpenTafl; the tags
    /// that say so, and those that then say nothing of the rules.
    fn claim(&mut self) -> (Option<Spanned<RulesClaim>>, Entries, Entries) {
        let (variant, game_type) = (self.variant.take(), self.game_type.take());
        let kind_entry = game_type.clone().map(|(_, entry)| entry);
        let names = variant.clone().into_iter().chain(kind_entry).collect();
        let claim = |value, (_, tag): &(usize, Tag)| Some(Spanned::new(value, tag.span));
        if let Some(stated) = self.stated.take() {
            let value = RulesClaim::Written(stated.1.value.clone());
            return (claim(value, &stated), vec![stated], names);
        }
        let claim = match (variant, game_type) {
            (Some(entry), None) => claim(RulesClaim::Named(entry.1.value.clone()), &entry),
            (Some(entry), Some((key, _))) => {
                claim(RulesClaim::SiteType { key, name: entry.1.value.clone() }, &entry)
            }
            (None, Some((key, entry))) => {
                claim(RulesClaim::SiteType { key, name: String::new() }, &entry)
            }
            (None, None) => None,
        };
        (claim, names, Vec::new())
    }

    /// What the rules are as far as the tags have told, before the whole header is read.
    pub(super) fn claim_so_far(&self) -> Option<RulesClaim> {
        let stated = || self.stated.as_ref().map(|(_, tag)| &tag.value);
        let written = self.written.as_ref().map(|written| &written.value).or_else(stated);
        if let Some(rules) = written {
            return Some(RulesClaim::Written(rules.clone()));
        }
        let name = self.variant.as_ref().map(|(_, tag)| tag.value.clone());
        match &self.game_type {
            None => name.map(RulesClaim::Named),
            Some((key, _)) => {
                Some(RulesClaim::SiteType { key: *key, name: name.unwrap_or_default() })
            }
        }
    }

    fn set_written_rules(&mut self, rules: Spanned<String>) {
        if let (Some((side, at)), None) = (stated_first(&rules.value), &self.record.first) {
            let start = rules.span.start as usize + at;
            let place = Span::new(start, start + "atkf:n".len());
            self.record.first = Some(Spanned::new(side, place));
        }
        self.record.rules = Some(Spanned::new(RulesClaim::Written(rules.value), rules.span));
    }

    /// Keeps the rules that are stated, and what the rules written out say beyond them.
    fn set_stated_rules(
        &mut self,
        claim: Spanned<RulesClaim>,
        more: Beyond,
        written: &Spanned<String>,
    ) {
        if let (Some(start), None) = (more.start, &self.record.start) {
            // The position ends the rules, unless they stand there with escapes.
            let end = written.span.end;
            let begin = end - start.len() as u32;
            let place = Span { start: begin.max(written.span.start), end };
            self.record.start = Some(Spanned::new(start, place));
        }
        match claim.value {
            RulesClaim::Written(value) => self.set_written_rules(Spanned::new(value, claim.span)),
            _ => {
                self.record.meant = more.meant;
                if let (Some(first), None) = (more.first, &self.record.first) {
                    self.record.first = Some(Spanned::new(first, written.span));
                }
                self.record.rules = Some(claim);
            }
        }
    }

    /// Puts the loss that the header tells of behind the moves, or returns its tag if it cannot be
    /// meant so.
    fn finish_loss(&mut self) -> Option<(usize, Tag)> {
        let (side, kind, span, at) = self.loss.take()?;
        if mover(self.record, self.record.tokens().len()) == side {
            self.record.line_mut(LineId::MAIN).tokens.push(Token { span, kind });
            return None;
        }
        let value = self.decoded(span.text(self.text)).into_owned();
        Some((at, Tag { name: "termination".into(), value, span }))
    }

    /// Notes which moves were written without hyphens elsewhere, or returns the tag that names others than
    /// moves.
    fn finish_hyphens(&mut self) -> Option<(usize, Tag)> {
        let (bare, span) = self.bare.take()?;
        if hyphens::remove(self.record, &bare) {
            return None;
        }
        let value = span.text(self.text).to_owned();
        self.bad("hyphens", &value, span, hyphens::EXPECTED);
        Some((usize::MAX, Tag { name: "hyphens".into(), value, span }))
    }
}
