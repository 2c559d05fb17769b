//! The header: tags, and the comments before the first turn.

use memchr::memchr2_iter;

use crate::board::Side;
use crate::notation::typography::plain;
use crate::notation::{Fault, FaultKind};
use crate::record::{
    CaptureCounts, LineId, Place, RulesClaim, Span, Spanned, Tag, Token, TokenKind,
};

use super::super::mover;
use super::super::tags::{
    FOREIGN, LOST_ON_TIME, MARK, MEANT, PERCENT, RESULTS, SINGLE, TAGS, is_known, is_tag_start,
    tag_start,
};
use super::Reader;
use crate::rules::names::stated_first;

impl<'a> Reader<'a, '_> {
    /// Rules or a position that stand on a line of their own without brackets.
    pub(super) fn read_bare_header(&mut self) -> bool {
        let line = self.rest.lines().next().unwrap_or_default();
        let value = line.trim();
        let name = match value.as_bytes() {
            [b'd', ..] if value.starts_with("dim:") => "rules",
            [b'/', ..] => "position",
            _ => return false,
        };
        self.read_tag(name, value);
        self.rest = &self.rest[line.len()..];
        true
    }

    /// Reads a tag, or a comment before the first move.
    pub(super) fn read_header(&mut self, gap: &str) {
        let rest = self.rest;
        let Some(end) = self.header_end() else {
            let line = rest.lines().next().unwrap_or_default();
            self.fault(&rest[..1], FaultKind::Unclosed("tag"));
            self.rest = &rest[line.len()..];
            self.take_bracket(&line[..line.trim_end().len()], gap);
            return;
        };
        self.rest = &rest[end + 1..];
        self.take_bracket(&rest[..end], gap);
    }

    /// Where the bracket that the header goes on with is closed; nothing if another tag comes first.
    fn header_end(&mut self) -> Option<usize> {
        if self.never_closed {
            return None;
        }
        let bytes = self.rest.as_bytes();
        for at in memchr2_iter(b']', b'\n', bytes) {
            if bytes[at] == b']' {
                return Some(at);
            }
            if bytes.get(at + 1) == Some(&b'[') && is_tag_start(&self.rest[at + 1..]) {
                return None;
            }
        }
        self.never_closed = true;
        None
    }

    fn take_bracket(&mut self, bracket: &'a str, gap: &str) {
        if let Ok((value, name)) = tag_start(bracket) {
            self.read_tag(name, value);
            return;
        }
        let inner = &bracket[1..];
        let blank_line = gap.bytes().filter(|&byte| byte == b'\n').count() > 1;
        if !blank_line && !inner.is_empty() && !inner.starts_with("%") {
            let kind = FaultKind::Syntax("a tag is written [name:value]".to_owned());
            self.fault(bracket, kind);
        }
        self.add_note(inner, 0, Place::Before);
    }

    fn take_rules(&mut self, value: String, span: Span) {
        if let (Some((side, at)), None) = (stated_first(&value), &self.record.first) {
            let start = span.start as usize + at;
            let place = Span::new(start, start + "atkf:n".len());
            self.record.first = Some(Spanned::new(side, place));
        }
        self.record.rules = Some(Spanned::new(RulesClaim::Written(value), span));
    }

    pub(super) fn read_tag(&mut self, name: &'a str, raw: &'a str) {
        let raw = raw.trim();
        let span = Span::of(raw, self.text);
        let value = self.decoded(raw).into_owned();
        if let Some(first) = self.said(name, raw) {
            if first != raw {
                self.faults.push(Fault::new(span, FaultKind::Repeated(name.to_owned())));
                self.record.add_tag(name.to_owned(), value, span);
            }
            return;
        }
        let taken = match name {
            MARK => {
                self.percent = value == PERCENT;
                true
            }
            "rules" => {
                self.take_rules(value.clone(), span);
                true
            }
            "position" => {
                self.record.start = Some(Spanned::new(value.clone(), span));
                true
            }
            "result" => self.read_result(&value, span),
            "variant" => {
                self.variant_at = self.record.tags.len();
                self.variant =
                    Some(Tag { name: name.to_owned().into(), value: value.clone(), span });
                true
            }
            "game-type" => {
                let key = value.parse().ok();
                let good = key.is_some() || value.is_empty();
                self.game_type = good.then_some((key, span));
                good || self.bad("game-type", &value, span, "a number")
            }
            "first-mover" => self.read_first(&value, span),
            "captures" => self.read_counts(&value, span),
            "board" => self.read_board(&value, span),
            "termination" => self.read_time_loss(&value, span),
            _ => false,
        };
        if taken {
            return;
        }
        let own = match name.strip_prefix(FOREIGN) {
            Some(own) => own,
            None => {
                if !is_known(name) {
                    self.tell_unknown(name);
                }
                name
            }
        };
        let own = self.decoded(own).into_owned();
        self.record.add_tag(own, value, span);
    }

    /// What a tag that a record has one of said before, if it stood there.
    fn said(&mut self, name: &'a str, raw: &'a str) -> Option<&'a str> {
        if !SINGLE.contains(&name) {
            return None;
        }
        let known = self.said.iter().find(|(known, _)| *known == name).map(|&(_, value)| value);
        if known.is_none() {
            self.said.push((name, raw));
        }
        known
    }

    fn tell_unknown(&mut self, name: &str) {
        const NEAR: usize = 2;
        let nearest = TAGS
            .iter()
            .chain(MEANT)
            .filter(|tag| tag.len().abs_diff(name.len()) <= NEAR)
            .map(|tag| (strsim::damerau_levenshtein(tag, name), *tag))
            .filter(|(distance, _)| *distance <= NEAR)
            .min_by_key(|(distance, _)| *distance)
            .map(|(_, tag)| tag);
        self.fault(name, FaultKind::UnknownTag { name: name.to_owned(), nearest });
    }

    /// Tells of a value that cannot be; the tag is kept as it is.
    fn bad(
        &mut self,
        field: &'static str,
        value: &str,
        span: Span,
        expected: &'static str,
    ) -> bool {
        let kind = FaultKind::BadField { field, value: value.to_owned(), expected };
        self.faults.push(Fault::new(span, kind));
        false
    }

    fn read_result(&mut self, value: &str, span: Span) -> bool {
        let word = plain(value);
        let Some(&(_, claim)) = RESULTS.iter().find(|(known, _)| *known == word.trim()) else {
            let expected = "1 (attackers), -1 (defenders), 0 (draw) or ?";
            return self.bad("result", value, span, expected);
        };
        self.record.result = Some(Spanned::new(claim, span));
        true
    }

    fn read_first(&mut self, value: &str, span: Span) -> bool {
        let side = Side::BOTH.into_iter().find(|side| side.name() == value);
        let Some(side) = side else {
            return self.bad("first-mover", value, span, "attackers or defenders");
        };
        self.record.first = Some(Spanned::new(side, span));
        true
    }

    fn read_counts(&mut self, value: &str, span: Span) -> bool {
        let mut numbers = value.split_ascii_whitespace().map(str::parse);
        let (Some(Ok(by_attackers)), Some(Ok(by_defenders)), None) =
            (numbers.next(), numbers.next(), numbers.next())
        else {
            return self.bad("captures", value, span, "two numbers");
        };
        let counts = CaptureCounts { by_attackers, by_defenders };
        self.record.counts = Some(Spanned::new(counts, span));
        true
    }

    fn read_board(&mut self, value: &str, span: Span) -> bool {
        let (number, position) = value.split_once(' ').unwrap_or((value, ""));
        let Ok(after) = number.parse() else {
            return self.bad("board", value, span, "a number of moves and a position");
        };
        self.record.boards.push((after, Spanned::new(position.to_owned(), span)));
        true
    }

    /// A loss on time that the header tells of, as the moves have no word for it.
    fn read_time_loss(&mut self, value: &str, span: Span) -> bool {
        let known = LOST_ON_TIME.iter().find(|(_, words)| *words == value);
        let Some(&(side, _)) = known else { return false };
        if self.lost_on_time.is_some() {
            return false;
        }
        self.lost_on_time = Some((side, span, self.record.tags.len()));
        true
    }

    /// Puts together what several tags say.
    pub(super) fn settle(mut self) {
        let mut restored: Vec<(usize, Tag)> = Vec::new();
        match (self.variant.take(), self.game_type) {
            (Some(variant), _) if self.record.rules.is_some() => {
                restored.push((self.variant_at, variant));
            }
            (Some(variant), Some((key, _))) => {
                let claim = RulesClaim::SiteType { key, name: variant.value };
                self.record.rules = Some(Spanned::new(claim, variant.span));
            }
            (Some(variant), None) => {
                let claim = RulesClaim::Named(variant.value);
                self.record.rules = Some(Spanned::new(claim, variant.span));
            }
            (None, Some((key, span))) if self.record.rules.is_none() => {
                let claim = RulesClaim::SiteType { key, name: String::new() };
                self.record.rules = Some(Spanned::new(claim, span));
            }
            (None, _) => {}
        }
        if let Some((side, span, at)) = self.lost_on_time {
            if mover(self.record, self.record.tokens().len()) == side {
                let token = Token { span, kind: TokenKind::TimedOut };
                self.record.line_mut(LineId::MAIN).tokens.push(token);
            } else {
                let value = self.decoded(span.text(self.text)).into_owned();
                restored.push((at, Tag { name: "termination".into(), value, span }));
            }
        }
        restored.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        for (at, tag) in restored {
            self.record.tags.insert(at.min(self.record.tags.len()), tag);
        }
    }
}
