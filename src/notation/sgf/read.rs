//! Reads trees, nodes and moves as they stand.

use std::borrow::Cow;

use crate::board::Side;
use crate::notation::again::Singles;
use crate::notation::fault::{Fault, FaultKind};
use crate::notation::moves::{parse_path, read_token};
use crate::notation::typography::{past_gap, plain};
use crate::record::{LineId, Note, Place, Record, Span, Spanned, Token, TokenKind};

use super::points::{WORDS, read_move};
use super::properties::{Property, name, unescaped};

pub(super) const OUT_OF_TURN: &str = "it is the other side's move";

/// An open tree.
pub(super) struct Level {
    pub(super) bracket: Span,
    line: LineId,
    /// The ply of the line's first token.
    ply: usize,
    /// Where its trees branch off, once one has.
    branching: Option<usize>,
}

pub(super) struct Reader<'a, 'r> {
    pub(super) text: &'a str,
    pub(super) record: &'r mut Record,
    pub(super) faults: &'r mut Vec<Fault>,
    pub(super) open: Vec<Level>,
    /// How many nodes have been begun.
    pub(super) nodes: usize,
    /// The side that begins, as stated or as the first move shows.
    pub(super) first: Option<Side>,
    /// Whether that is stated.
    pub(super) states_first: bool,
    /// How many moves there are, and, where it is, those that are not of the side whose turn it is.
    pub(super) moved: usize,
    pub(super) out_of_turn: Vec<Span>,
    /// What the first node sets up, and the header entries that it is if nothing comes of it.
    pub(super) setup: Vec<Property<'a>>,
    pub(super) setup_tags: Vec<usize>,
    /// The result with its reason.
    pub(super) result: Option<&'a str>,
    /// What stands in the properties that a record has one of.
    pub(super) singles: Singles<'a>,
}

pub(super) fn read(text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    let mut reader = Reader {
        text,
        record,
        faults,
        open: Vec::new(),
        nodes: 0,
        first: None,
        states_first: false,
        moved: 0,
        out_of_turn: Vec::new(),
        setup: Vec::new(),
        setup_tags: Vec::new(),
        result: None,
        singles: Singles::default(),
    };
    let mut rest = past_gap(text);
    while !rest.is_empty() {
        rest = past_gap(reader.next(rest));
    }
    reader.close();
}

impl<'a> Reader<'a, '_> {
    pub(super) fn place(&self, part: &str) -> Span {
        Span::of(part, self.text)
    }

    pub(super) fn fault(&mut self, part: &str, what: &str) {
        let span = self.place(part);
        self.faults.push(Fault::new(span, FaultKind::Syntax(what.to_owned())));
    }

    /// Reads what comes next, and returns what follows it.
    fn next(&mut self, rest: &'a str) -> &'a str {
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let (first, after) = rest.split_at(first);
        match first {
            "(" => self.open_tree(first),
            ")" if self.open.pop().is_some() => {}
            ";" if !self.open.is_empty() => return self.node(first, after),
            _ => return self.stray(rest),
        }
        after
    }

    fn open_tree(&mut self, bracket: &'a str) {
        let span = self.place(bracket);
        let mut ply = 0;
        let line = match self.open.last_mut() {
            None => {
                if self.nodes > 0 {
                    self.fault(bracket, "the record has ended before this");
                }
                LineId::MAIN
            }
            Some(level) => {
                let length = self.record.line(level.line).tokens.len();
                ply = level.ply;
                match level.branching {
                    None => {
                        level.branching = Some(length);
                        level.line
                    }
                    Some(at) => {
                        ply += at;
                        self.record.branch(level.line, at)
                    }
                }
            }
        };
        self.open.push(Level { bracket: span, line, ply, branching: None });
    }

    /// Text outside of the brackets of values is kept as a comment.
    fn stray(&mut self, rest: &'a str) -> &'a str {
        let after_first = rest.chars().next().map_or(0, char::len_utf8);
        let ends = |letter: char| matches!(letter, '(' | ')' | ';');
        let end = rest[after_first..].find(ends).map_or(rest.len(), |end| after_first + end);
        let (stray, after) = rest.split_at(end);
        let shown = stray.trim_end();
        let shown = shown.lines().next().unwrap_or(shown);
        self.fault(shown, "this is no property; within a value, `]` is written `\\]`");
        let line = self.open.last().map_or(LineId::MAIN, |level| level.line);
        let span = self.place(stray);
        self.add_note(line, stray.trim_end().to_owned(), span);
        after
    }

    /// A comment on the last move of a line, or on the first to come.
    fn add_note(&mut self, line: LineId, text: String, span: Span) {
        let line = self.record.line_mut(line);
        let (at, place) = match line.tokens.len().checked_sub(1) {
            Some(last) => (last, Place::After),
            None => (0, Place::Before),
        };
        line.notes.push(Note { at, place, text, span });
    }

    fn node(&mut self, semicolon: &'a str, text: &'a str) -> &'a str {
        self.nodes += 1;
        let is_first = self.nodes == 1;
        if self.open.last().is_some_and(|level| level.branching.is_some()) {
            self.fault(semicolon, "no node may follow the trees that branch off");
        }
        let (line, ply) = self.open.last().map_or((LineId::MAIN, 0), |l| (l.line, l.ply));
        let before = self.record.line(line).tokens.len();
        let mut rest = past_gap(text);
        let mut comments = Vec::new();
        while let Ok((after, name)) = name(rest) {
            let (after, property) = self.property(name, after);
            match name {
                "B" | "W" => self.moves(&property, line, ply),
                "C" => {
                    comments.extend(property.values.iter().map(|c| (unescaped(c), self.place(c))))
                }
                _ if is_first => self.header(property),
                _ => {
                    if matches!(name, "AB" | "AW" | "AE" | "PIECE") {
                        self.fault(name, "pieces are set up in the first node only");
                    }
                    comments.push((Cow::Owned(property.text()), self.place(name)));
                }
            }
            rest = past_gap(after);
        }
        let tokens = self.record.line(line).tokens.len();
        let (at, place) =
            if tokens > before { (tokens - 1, Place::After) } else { (tokens, Place::Before) };
        for (text, span) in comments {
            let note = Note { at, place, text: text.into_owned(), span };
            self.record.line_mut(line).notes.push(note);
        }
        rest
    }

    fn property(&mut self, name: &'a str, mut rest: &'a str) -> (&'a str, Property<'a>) {
        let mut values = Vec::new();
        while let Some(inside) = past_gap(rest).strip_prefix('[') {
            let mut escaped = false;
            let end = inside.bytes().position(|byte| {
                let ends = byte == b']' && !escaped;
                escaped = byte == b'\\' && !escaped;
                ends
            });
            if end.is_none() {
                let bracket = past_gap(rest);
                let span = self.place(&bracket[..1]);
                self.faults.push(Fault::new(span, FaultKind::Unclosed("value")));
            }
            values.push(&inside[..end.unwrap_or(inside.len())]);
            rest = end.map_or("", |end| &inside[end + 1..]);
        }
        (rest, Property { name, values })
    }

    fn moves(&mut self, property: &Property<'a>, line: LineId, ply: usize) {
        let side = if property.name == "B" { Side::Attackers } else { Side::Defenders };
        for value in &property.values {
            let span = self.place(value);
            let is_even = (ply + self.record.line(line).tokens.len()).is_multiple_of(2);
            let first = if is_even { side } else { side.other() };
            self.moved += 1;
            if self.first.is_some_and(|known| known != first) {
                match self.states_first {
                    true => self.out_of_turn.push(span),
                    false => self.fault(value, OUT_OF_TURN),
                }
            }
            if self.first.is_none() && first == Side::Defenders {
                self.record.first = Some(Spanned::new(first, span));
            }
            self.first.get_or_insert(first);
            let kind = read_value(&unescaped(value), span, self.record, self.faults);
            self.record.line_mut(line).tokens.push(Token { span, kind });
        }
    }
}

/// Reads the value of `B` or `W`.
fn read_value(value: &str, span: Span, record: &mut Record, faults: &mut Vec<Fault>) -> TokenKind {
    let typed = plain(value);
    if let Some((_, kind)) = WORDS.iter().find(|(word, _)| *word == typed.trim()) {
        return kind.clone();
    }
    if let Some(text) = read_move(typed.trim(), record) {
        return TokenKind::Move(text);
    }
    if parse_path(typed.trim()).is_some() {
        read_token(typed.trim(), span, record, LineId::MAIN, faults);
        let read = record.line_mut(LineId::MAIN).tokens.pop();
        return read.map_or(TokenKind::Elided, |token| token.kind);
    }
    let word = value.strip_prefix('"').unwrap_or(value);
    faults.push(Fault::new(span, FaultKind::NotAMove(word.to_owned())));
    TokenKind::Unreadable(word.into())
}
