//! Reads a game file's record: tags, turns and comments, each at its place.

mod brackets;
mod chains;
mod finish;
mod header;
mod lines;
mod swallowed;

use std::borrow::Cow;
use std::collections::HashMap;

use memchr::{memchr, memmem};

use crate::board::Side;
use crate::notation::again::Singles;
use crate::notation::moves::{read_token, span_from, usual_move};
use crate::notation::typography::past_gap;
use crate::notation::{Fault, FaultKind};
use crate::record::{LineId, Note, Place, Record, Span, Spanned, Tag, TokenKind};

use super::address::Element;
use super::escape::{marked, unescaped};
use super::hyphens::Bare;
use super::rules::goes_on_by;
use super::tags::known_tag;
use brackets::{Brackets, parts, stray};
use chains::{Chains, Meeting};
use swallowed::Suspect;

pub(super) fn read(text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    Reader::new(text, record, faults).run();
}

/// The turns of a line: number and first word. A turn whose first moves are given elsewhere starts so
/// many words early.
type Turns = Vec<(u32, i64)>;

/// What a variation is on and which one it is.
type VariationKey = (LineId, Element, u32);

struct Reader<'a, 'r> {
    text: &'a str,
    rest: &'a str,
    record: &'r mut Record,
    faults: &'r mut Vec<Fault>,
    /// Whether `%` escapes bytes.
    percent: bool,
    /// Whether there is no `]` any more.
    never_closed: bool,
    brackets: Brackets,
    /// The moves that are said to have been written without hyphens, and where.
    bare: Option<(Bare, Span)>,
    turns_seen: bool,
    /// The line that is being read.
    line: LineId,
    /// The first word of the turn that is being read.
    turn_start: usize,
    turns: Vec<Turns>,
    chains: Chains,
    /// A comment that may have taken in the turn that comes next.
    suspect: Option<Suspect<'a>>,
    /// Whether the next word comes behind one of another line.
    moved: bool,
    /// The word that an address keeps apart from the one before it.
    apart: Option<(LineId, usize)>,
    /// Whether the rules let a turn have several moves, if they are known, once that was asked for.
    by_rules: Option<Option<bool>>,
    variations: HashMap<VariationKey, LineId>,
    /// Lines of variations on moves that are not there, by their address but for its last part.
    strays: HashMap<&'a str, LineId>,
    elements: Vec<Element>,
    /// The rules written out.
    written: Option<Spanned<String>>,
    /// Tags that are about the rules, and where they stand among those that are kept.
    stated: Option<(usize, Tag)>,
    variant: Option<(usize, Tag)>,
    game_type: Option<(Option<u32>, (usize, Tag))>,
    /// How the game was given up, by whom, and where the tag stands.
    loss: Option<(Side, TokenKind, Span, usize)>,
    /// What the tags said that a record has one of.
    said: Singles<'a>,
}

impl<'a, 'r> Reader<'a, 'r> {
    fn new(text: &'a str, record: &'r mut Record, faults: &'r mut Vec<Fault>) -> Self {
        Self {
            text,
            rest: text,
            record,
            faults,
            percent: false,
            never_closed: false,
            brackets: Brackets::default(),
            bare: None,
            turns_seen: false,
            line: LineId::MAIN,
            turn_start: 0,
            turns: vec![Turns::new()],
            chains: Chains::default(),
            suspect: None,
            moved: false,
            apart: None,
            by_rules: None,
            variations: HashMap::new(),
            strays: HashMap::new(),
            elements: Vec::new(),
            written: None,
            stated: None,
            variant: None,
            game_type: None,
            loss: None,
            said: Singles::default(),
        }
    }

    fn run(mut self) {
        loop {
            let before = self.rest;
            self.rest = past_gap(before);
            let gap = &before[..before.len() - self.rest.len()];
            match self.rest.as_bytes().first() {
                None => break,
                Some(b'[') if self.turns_seen => self.read_comment(),
                Some(b'[') => self.read_header(gap),
                Some(b'0'..=b'9' | b'@') if self.read_address() => {}
                Some(b'd' | b'/') if !self.turns_seen && self.read_bare_header() => {}
                Some(_) => self.read_word(),
            }
        }
        self.finish();
    }

    fn fault(&mut self, part: &str, kind: FaultKind) {
        self.faults.push(Fault::new(Span::of(part, self.text), kind));
    }

    fn read_word(&mut self) {
        let rest = self.rest;
        let ends = |byte: u8| byte.is_ascii_whitespace() || byte == b'[';
        self.turns_seen = true;
        let span = span_from(Span::of(rest, self.text).start as usize);
        if let Some(length) = usual_move(rest.as_bytes(), span, self.record, self.line, ends) {
            self.rest = &rest[length..];
            if self.record.ends_meet() || self.moved {
                self.join_hop();
            }
            return;
        }
        let ends = |letter: char| letter.is_whitespace() || letter == '[';
        let end = rest.find(ends).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        read_token(word, Span::of(word, self.text), self.record, self.line, self.faults);
        self.rest = after;
        self.join_hop();
    }

    /// Lets the last word go on with the move before it, if it is one of its hops.
    fn join_hop(&mut self) {
        self.moved = false;
        let Some(meeting) = self.chains.meeting(self.record, self.line) else { return };
        if meeting.marked || self.goes_on(meeting) {
            self.chains.join_last_word(self.record, self.line);
        }
    }

    /// Whether a word that has a hyphen is a hop of the move before it: the rules say so, and if nobody knows
    /// them, the captures of both in one turn.
    fn goes_on(&mut self, meeting: Meeting) -> bool {
        let word = self.words() - 1;
        if self.apart == Some((self.line, word)) {
            return false;
        }
        if self.by_rules.is_none() {
            let claim = self.claim_so_far();
            self.by_rules = Some(claim.and_then(|claim| goes_on_by(&claim, None)));
        }
        let in_turn = meeting.begins_line || word > self.turn_start;
        self.by_rules.flatten().unwrap_or(in_turn && meeting.listed)
    }

    /// Reads a comment, or a tag that stands behind moves.
    fn read_comment(&mut self) {
        let rest = self.rest;
        let close = if self.never_closed { None } else { memchr(b']', rest.as_bytes()) };
        let bracket = match close {
            Some(first) => {
                let bracket = self.cut_bracket(first);
                // What OpenTafl itself writes under a turn without a comment.
                if bracket == "[|" {
                    return;
                }
                let nested = memchr(b'[', &bracket.as_bytes()[1..]).is_some();
                if nested && memmem::find(bracket.as_bytes(), b"\n[").is_some() {
                    self.fault(&rest[..1], FaultKind::Unclosed("comment"));
                } else {
                    self.look_for_turns(bracket);
                }
                bracket
            }
            None => {
                self.never_closed = true;
                self.fault(&rest[..1], FaultKind::Unclosed("comment"));
                self.rest = "";
                rest.trim_end()
            }
        };
        if let Some((name, value)) = known_tag(bracket) {
            self.fault(name, FaultKind::TagAfterMoves(name.to_owned()));
            self.read_tag(name, value);
            return;
        }
        self.add_turn_notes(bracket);
    }

    /// Adds the parts of a comment, one a word of the turn.
    fn add_turn_notes(&mut self, bracket: &'a str) {
        let words = self.words().saturating_sub(self.turn_start).max(2);
        let inner = &bracket[1..];
        if memchr(b'[', inner.as_bytes()).is_some() {
            for (nth, part) in parts(inner, words).into_iter().enumerate() {
                self.add_turn_note(part, nth);
            }
            return;
        }
        for (nth, part) in inner.splitn(words, '|').enumerate() {
            self.add_turn_note(part, nth);
        }
    }

    /// Cuts off the bracket that the rest begins with, up to where it closes; `first` is the first place
    /// that could be.
    fn cut_bracket(&mut self, first: usize) -> &'a str {
        let rest = self.rest;
        let mut end = self.brackets.close(rest, first);
        if let Some(more) = stray(&rest[end + 1..]) {
            let what =
                "a `]` closes no bracket here; what stands before it is kept as part of the text";
            self.fault(&rest[end + more..=end + more], FaultKind::Syntax(what.to_owned()));
            end += more;
        }
        self.rest = &rest[end + 1..];
        &rest[..end]
    }

    /// A comment on a word of the turn, or on the last that there is.
    fn add_turn_note(&mut self, part: &'a str, nth: usize) {
        if part.is_empty() {
            return;
        }
        let word = (self.turn_start + nth).min(self.words().saturating_sub(1));
        let at = self.chains.token(self.line, word);
        let is_empty = self.record.line(self.line).tokens.is_empty();
        let place = if is_empty { Place::Before } else { Place::After };
        self.add_note(part, at, place);
    }

    /// How many words the line has so far.
    fn words(&self) -> usize {
        self.record.line(self.line).tokens.len() + self.chains.hops(self.line)
    }

    fn add_note(&mut self, part: &'a str, at: usize, place: Place) {
        if part.is_empty() {
            return;
        }
        let span = Span::of(part, self.text);
        let end = self.record.line(self.line).tokens.len();
        let (body, at, place) =
            if self.percent { marked(part, at, place, end) } else { (part, at, place) };
        let text = self.decoded(body).into_owned();
        self.record.line_mut(self.line).notes.push(Note { at, place, text, span });
    }

    fn decoded<'t>(&self, text: &'t str) -> Cow<'t, str> {
        decoded(text, self.percent)
    }
}

/// A text without its escapes, if `%` escapes bytes.
fn decoded(text: &str, percent: bool) -> Cow<'_, str> {
    if percent && text.contains('%') { unescaped(text) } else { Cow::Borrowed(text) }
}
