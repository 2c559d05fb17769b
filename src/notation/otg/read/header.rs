//! The header: tags, and the comments before the first turn.

use memchr::memchr2_iter;

use crate::board::Side;
use crate::notation::again::{self, Again};
use crate::notation::given_up;
use crate::notation::typography::{plain, typed_words};
use crate::notation::{Fault, FaultKind};
use crate::record::{CaptureCounts, Claim, Place, Span, Spanned, Tag};

use super::super::hyphens;
use super::super::tags::{
    FOREIGN, MARK, PERCENT, READ_AS_WORDS, RESULTS, is_known, is_single, is_tag_start, known,
    tag_start,
};
use super::{Reader, decoded};

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
        // Without its brackets OpenTafl does not see it.
        let written_out = self.record.written_out;
        self.read_tag(name, value);
        self.record.written_out = written_out;
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
            self.read_bracket(&line[..line.trim_end().len()], gap);
            return;
        };
        let bracket = self.cut_bracket(end);
        self.look_for_turns(bracket);
        self.read_bracket(bracket, gap);
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

    fn read_bracket(&mut self, bracket: &'a str, gap: &str) {
        if let Some((name, value)) = tag_start(bracket) {
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

    pub(super) fn read_tag(&mut self, name: &'a str, raw: &'a str) {
        let raw = raw.trim();
        let span = Span::of(raw, self.text);
        let mut value = self.decoded(raw).into_owned();
        if READ_AS_WORDS.contains(&name)
            && let Some(typed) = typed_words(&value)
        {
            value = typed;
        }
        if is_single(name) {
            let compare = |first: &'a str| said_again(name, &decoded(first, self.percent), &value);
            if let Some(again) = self.said.add(name, raw, compare) {
                self.read_again(again, name, value, span);
                return;
            }
        }
        if !self.set_field(name, &value, span) {
            self.keep_tag(name, value, span);
        }
    }

    /// A tag that there is already and should be only once.
    fn read_again(&mut self, again: Again, name: &str, value: String, span: Span) {
        match again {
            Again::Same => {}
            Again::More => {
                self.read_result(&value, span);
            }
            Again::Other => {
                self.faults.push(Fault::new(span, FaultKind::Repeated(name.to_owned())));
                self.record.add_tag(name.to_owned(), value, span);
            }
        }
    }

    /// Puts a value where the record has a place for it. Returns whether it has one.
    fn set_field(&mut self, name: &str, value: &str, span: Span) -> bool {
        match name {
            MARK => {
                self.percent = value == PERCENT;
                true
            }
            "rules" => {
                self.written = Some(Spanned::new(value.to_owned(), span));
                self.record.written_out = Some(span);
                true
            }
            "stated-rules" => {
                self.stated = Some((self.record.tags.len(), tag(name, value, span)));
                true
            }
            "position" => {
                self.record.start = Some(Spanned::new(value.to_owned(), span));
                true
            }
            "result" => self.read_result(value, span),
            "variant" => {
                self.variant = Some((self.record.tags.len(), tag(name, value, span)));
                true
            }
            "game-type" => {
                let key = value.parse().ok();
                let good = key.is_some() || value.is_empty();
                let entry = (self.record.tags.len(), tag(name, value, span));
                self.game_type = good.then_some((key, entry));
                good || self.bad("game-type", value, span, "a number")
            }
            "first-mover" => self.read_first(value, span),
            "captures" => self.read_counts(value, span),
            "board" => self.read_board(value, span),
            "termination" => self.read_loss(value, span),
            "hyphens" => self.read_hyphens(value, span),
            _ => false,
        }
    }

    /// Keeps a value as an entry of the header.
    fn keep_tag(&mut self, name: &str, value: String, span: Span) {
        let own = match name.strip_prefix(FOREIGN) {
            Some(own) => own,
            None => {
                if !is_known(name) {
                    self.report_unknown(name);
                }
                name
            }
        };
        let own = self.decoded(own).into_owned();
        self.record.add_tag(own, value, span);
    }

    fn report_unknown(&mut self, name: &str) {
        const NEAR: usize = 2;
        let nearest = known()
            .filter(|tag| tag.len().abs_diff(name.len()) <= NEAR)
            .map(|tag| (strsim::damerau_levenshtein(tag, name), tag))
            .filter(|(distance, _)| *distance <= NEAR)
            .min_by_key(|(distance, _)| *distance)
            .map(|(_, tag)| tag);
        self.fault(name, FaultKind::UnknownTag { name: name.to_owned(), nearest });
    }

    /// Reports a value that cannot be; the tag is kept as it is.
    pub(super) fn bad(
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
        let Some(claim) = claim_of(value) else {
            let expected = "1 (attackers), -1 (defenders), 0 (draw) or ?";
            return self.bad("result", value, span, expected);
        };
        self.record.result = Some(Spanned::new(claim, span));
        true
    }

    fn read_first(&mut self, value: &str, span: Span) -> bool {
        let Some(side) = Side::of_name(value) else {
            return self.bad("first-mover", value, span, "attackers or defenders");
        };
        self.record.first = Some(Spanned::new(side, span));
        true
    }

    fn read_hyphens(&mut self, value: &str, span: Span) -> bool {
        self.bare = hyphens::parse(value).map(|bare| (bare, span));
        self.bare.is_some() || self.bad("hyphens", value, span, hyphens::EXPECTED)
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

    /// How the game was given up, where the header tells of it: OpenTafl reads no word for it among
    /// the moves.
    fn read_loss(&mut self, value: &str, span: Span) -> bool {
        let Some((side, kind)) = given_up::meaning(value) else { return false };
        if self.loss.is_some() {
            return false;
        }
        self.loss = Some((side, kind, span, self.record.tags.len()));
        true
    }
}

/// What a tag of which there should be one says beside the first.
fn said_again(name: &str, first: &str, again: &str) -> Again {
    match name {
        _ if first == again => Again::Same,
        "result" => again::results(claim_of(first), claim_of(again)),
        "variant" | "rules" => again::rules(first, again),
        _ => again::text(first, again),
    }
}

/// What a result claims.
fn claim_of(value: &str) -> Option<Claim> {
    let word = plain(value);
    let word = word.trim();
    let word = word.strip_prefix('+').unwrap_or(word);
    RESULTS.iter().find(|(known, _)| *known == word).map(|&(_, claim)| claim)
}

/// An entry as it stands.
fn tag(name: &str, value: &str, span: Span) -> Tag {
    Tag { name: name.to_owned().into(), value: value.to_owned(), span }
}
