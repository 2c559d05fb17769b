//! Reads tags and moves as they stand.

use std::borrow::Cow;

use crate::board::PieceKind;
use crate::notation::fault::{Fault, FaultKind};
use crate::notation::moves::{parse_path, read_token};
use crate::notation::typography::{past_gap, plain};
use crate::record::{LineId, Note, Place, Record, Span, Token, TokenKind};

use super::dialect::claim_of;
use super::escape::{COMMENT_ESCAPES, STRING_ESCAPES, is_margin, unescaped, unescaped_end};
use super::meaning::interpret;
use super::tags::{TagText, is_ours, read_tag, string};

/// How many results are looked at behind the moves of one game.
const MAX_RESULTS: usize = 4;

/// The marks that chess players put behind moves, as the numbers that stand for them.
const GLYPHS: &[(&str, &str)] =
    &[("!!", "$3"), ("??", "$4"), ("!?", "$5"), ("?!", "$6"), ("!", "$1"), ("?", "$2")];

/// A record being read.
struct Reader<'a, 'r> {
    text: &'a str,
    ours: bool,
    record: &'r mut Record,
    faults: &'r mut Vec<Fault>,
    /// The open lines, the innermost last.
    open: Vec<Level>,
    /// Results at the end of the game.
    results: Vec<&'a str>,
}

/// An open line.
struct Level {
    line: LineId,
    /// Where its bracket stands.
    bracket: Span,
    /// Whether a number has been read since the last move.
    numbered: bool,
}

pub(super) fn read(text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    let mut tags = Vec::new();
    let mut rest = past_gap(text);
    while rest.starts_with('[') {
        rest = past_gap(read_tag(text, rest, &mut tags, faults));
    }
    let level = Level { line: LineId::MAIN, bracket: Span::default(), numbered: false };
    let ours = is_ours(&tags);
    let open = vec![level];
    let mut reader = Reader { text, ours, record, faults, open, results: Vec::new() };
    while !rest.is_empty() {
        rest = past_gap(reader.next(rest, &mut tags));
    }
    let results = reader.close();
    interpret(text, &tags, &results, record, faults);
}

impl<'a> Reader<'a, '_> {
    fn fault(&mut self, part: &str, kind: FaultKind) {
        self.faults.push(Fault::new(Span::of(part, self.text), kind));
    }

    fn level(&mut self) -> &mut Level {
        self.open.last_mut().expect("the game itself is never closed")
    }

    /// Reads what comes next, and returns what follows it.
    fn next(&mut self, rest: &'a str, tags: &mut Vec<TagText<'a>>) -> &'a str {
        let at_line_start = self.text[..self.text.len() - rest.len()].ends_with('\n');
        let (first, after) = rest.split_at(rest.chars().next().map_or(0, char::len_utf8));
        match first {
            "[" => {
                let what = "tags stand before the moves".to_owned();
                self.fault(first, FaultKind::Syntax(what));
                read_tag(self.text, rest, tags, self.faults)
            }
            "{" => self.comment(rest),
            ";" => self.line_comment(after),
            "%" if at_line_start => self.line_comment(rest),
            "(" => {
                self.open_variation(first);
                after
            }
            ")" => {
                self.close_variation(first);
                after
            }
            "$" => self.nag(rest),
            "\"" => self.quoted(rest),
            _ => self.word(rest),
        }
    }

    fn comment(&mut self, rest: &'a str) -> &'a str {
        let inside = &rest[1..];
        let ours = self.ours;
        let end = unescaped_end(inside, |byte, escaped| byte == b'}' && !(ours && escaped));
        if end.is_none() {
            self.fault(&rest[..1], FaultKind::Unclosed("comment"));
        }
        self.add_comment(&inside[..end.unwrap_or(inside.len())]);
        end.map_or("", |end| &inside[end + 1..])
    }

    fn line_comment(&mut self, rest: &'a str) -> &'a str {
        let line = rest.split('\n').next().unwrap_or(rest);
        self.add_comment(line);
        &rest[line.len()..]
    }

    fn add_comment(&mut self, text: &'a str) {
        let trimmed = text.trim_matches(is_margin);
        let plain = match self.ours {
            true => unescaped(trimmed, COMMENT_ESCAPES).into_owned(),
            false => trimmed.to_owned(),
        };
        self.add_note(plain, Span::of(trimmed, self.text));
    }

    fn add_note(&mut self, text: String, span: Span) {
        let Level { line, numbered, .. } = *self.level();
        let line = self.record.line_mut(line);
        let (at, place) = match line.tokens.len().checked_sub(1) {
            Some(last) if !numbered => (last, Place::After),
            _ => (line.tokens.len(), Place::Before),
        };
        line.notes.push(Note { at, place, text, span });
    }

    fn open_variation(&mut self, bracket: &str) {
        let Level { line, numbered, .. } = *self.level();
        let tokens = self.record.line(line).tokens.len();
        let at = if numbered { tokens } else { tokens.saturating_sub(1) };
        let line = self.record.branch(line, at);
        let bracket = Span::of(bracket, self.text);
        self.open.push(Level { line, bracket, numbered: false });
    }

    fn close_variation(&mut self, bracket: &str) {
        if self.open.len() > 1 {
            self.open.pop();
        } else {
            let what = "this bracket closes nothing".to_owned();
            self.fault(bracket, FaultKind::Syntax(what));
        }
    }

    fn nag(&mut self, rest: &'a str) -> &'a str {
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        let (glyph, after) = rest.split_at(1 + digits);
        if digits == 0 {
            self.unreadable(glyph, glyph);
        } else {
            self.add_note(glyph.to_owned(), Span::of(glyph, self.text));
        }
        after
    }

    /// A word of ours that is no move, in quotation marks.
    fn quoted(&mut self, rest: &'a str) -> &'a str {
        match string(rest) {
            Ok((after, inside)) => {
                let word = unescaped(inside, STRING_ESCAPES);
                self.unreadable(&word, inside);
                after
            }
            Err(_) => {
                self.fault(&rest[..1], FaultKind::Unclosed("string"));
                let line = rest.split('\n').next().unwrap_or(rest);
                self.unreadable(line, line);
                &rest[line.len()..]
            }
        }
    }

    fn unreadable(&mut self, word: &str, part: &str) {
        let span = Span::of(part, self.text);
        self.faults.push(Fault::new(span, FaultKind::NotAMove(word.to_owned())));
        let token = Token { span, kind: TokenKind::Unreadable(word.into()) };
        let level = self.level();
        level.numbered = false;
        let line = level.line;
        self.record.line_mut(line).tokens.push(token);
    }

    /// A number, a result or an entry of the list of moves.
    fn word(&mut self, rest: &'a str) -> &'a str {
        let ends = |letter: char| letter.is_whitespace() || "{}()[;$\"".contains(letter);
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let end = rest[first..].find(ends).map_or(rest.len(), |end| first + end);
        let word = &rest[..end];
        if word == "*" || (word != "?" && claim_of(word).is_some()) {
            self.result(word);
            return &rest[end..];
        }
        let digits = word.trim_start_matches(|digit: char| digit.is_ascii_digit());
        let moves = digits.trim_start_matches(['.', '\u{2026}']);
        if digits.len() < word.len() && (moves.len() < digits.len() || moves.is_empty()) {
            self.level().numbered = true;
            return &rest[word.len() - moves.len()..];
        }
        self.entry(word);
        &rest[end..]
    }

    fn result(&mut self, word: &'a str) {
        if self.open.len() > 1 {
            self.add_note(word.to_owned(), Span::of(word, self.text));
        } else if self.results.len() < MAX_RESULTS {
            self.results.push(word);
        } else {
            self.unreadable(word, word);
        }
    }

    fn entry(&mut self, word: &'a str) {
        let span = Span::of(word, self.text);
        if self.open.len() == 1 && !self.results.is_empty() {
            let what = "the result ends the game, and this follows it".to_owned();
            self.fault(word, FaultKind::Syntax(what));
        }
        self.level().numbered = false;
        let line = self.level().line;
        let (plain, notes) = plain_move(word);
        read_token(&plain, span, self.record, line, self.faults);
        for note in notes {
            self.add_note(note, span);
        }
    }

    /// Everything has been read: what is open was never closed. Gives the results.
    fn close(self) -> Vec<&'a str> {
        if let Some(level) = self.open.get(1) {
            self.faults.push(Fault::new(level.bracket, FaultKind::Unclosed("variation")));
        }
        self.results
    }
}

/// A move with the ways of the dialects taken out of it, and what else they say; the word itself if
/// it is no move.
fn plain_move(word: &str) -> (Cow<'_, str>, Vec<String>) {
    if parse_path(word).is_some() {
        return (Cow::Borrowed(word), Vec::new());
    }
    let mut notes = Vec::new();
    let typed = plain(word);
    let mut bare = &*typed;
    if let Some((mark, glyph)) = GLYPHS.iter().find(|(mark, _)| typed.ends_with(mark)) {
        bare = &typed[..typed.len() - mark.len()];
        notes.push((*glyph).to_owned());
    }
    let plain = without_second_letter(&bare.replace(':', "x"));
    match parse_path(&plain) {
        Some(_) => (Cow::Owned(plain), notes),
        None => (Cow::Borrowed(word), Vec::new()),
    }
}

/// `ka1-ka2` as `ka1-a2`.
fn without_second_letter(word: &str) -> String {
    let letter = word.chars().next().filter(|letter| PieceKind::from_letter(*letter).is_some());
    let repeated = word.split_once('-').and_then(|(from, to)| {
        let to = to.strip_prefix(letter?)?;
        to.starts_with(|next: char| next.is_ascii_alphabetic()).then(|| format!("{from}-{to}"))
    });
    repeated.unwrap_or_else(|| word.to_owned())
}
