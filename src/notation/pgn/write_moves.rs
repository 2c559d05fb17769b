//! Writes moves with their comments and variations.

use crate::notation::losses::Losses;
use crate::notation::moves::{MoveStyle, parse_path};
use crate::record::{LineId, Note, Place, Record, Token, TokenKind, Walk};

use super::escape::{escaped, escaped_comment};

/// The moves being written: open lines and how far they have been.
struct Writer<'a> {
    record: &'a Record,
    text: String,
    open: Vec<Written<'a>>,
}

pub(super) struct Written<'a> {
    walk: Walk<'a>,
    /// The ply of its first token, counted from 0.
    ply: usize,
    next: Step,
    /// Whether the next token needs its number said.
    number: bool,
}

/// What is written next of a line.
enum Step {
    Token(usize),
    Branches(usize),
}

pub(super) fn write_moves(record: &Record, losses: &mut Losses) -> String {
    let open = vec![Written::new(record, LineId::MAIN, 0)];
    let mut writer = Writer { record, text: String::new(), open };
    while let Some(line) = writer.open.pop() {
        writer.go_on(line, losses);
    }
    writer.text
}

impl<'a> Written<'a> {
    fn new(record: &'a Record, id: LineId, ply: usize) -> Self {
        Self { walk: Walk::new(record.line(id)), ply, next: Step::Token(0), number: true }
    }
}

impl<'a> Writer<'a> {
    /// Writes a line on from where it was left, as far as its next variation.
    fn go_on(&mut self, mut line: Written<'a>, losses: &mut Losses) {
        loop {
            match line.next {
                Step::Token(at) => {
                    self.token(&mut line, at, losses);
                    line.next = Step::Branches(at);
                }
                Step::Branches(at) => {
                    if let Some(branch) = line.walk.next_branch(at) {
                        line.number = true;
                        let ply = line.ply + at;
                        self.open.push(line);
                        self.space("(");
                        self.open.push(Written::new(self.record, branch.line, ply));
                        return;
                    }
                    if at >= line.walk.line().tokens.len() {
                        break;
                    }
                    line.next = Step::Token(at + 1);
                }
            }
        }
        if !self.open.is_empty() {
            self.text.push(')');
        }
    }

    fn space(&mut self, word: &str) {
        if !self.text.is_empty() && !self.text.ends_with(['(', '\n']) {
            self.text.push(' ');
        }
        self.text += word;
    }

    /// The number of a token, where it needs one.
    fn number(&mut self, line: &mut Written<'_>, at: usize, needed: bool) {
        let ply = line.ply + at;
        let starts_turn = ply.is_multiple_of(2);
        if !starts_turn && !line.number && !needed {
            return;
        }
        if starts_turn && self.open.is_empty() && !self.text.is_empty() {
            self.text.push('\n');
        }
        let dots = if starts_turn { "." } else { "..." };
        self.space(&format!("{}{dots}", ply / 2 + 1));
        line.number = false;
    }

    /// A token and the comments around it. Behind the last there may be comments and variations about
    /// none.
    fn token(&mut self, line: &mut Written<'a>, at: usize, losses: &mut Losses) {
        let Some(token) = line.walk.line().tokens.get(at) else {
            if line.walk.has_more() {
                self.number(line, at, true);
            }
            while let Some(note) = line.walk.next_note(at, Place::Before) {
                self.write_note(note, true);
            }
            return;
        };
        let noted = line.walk.has_note(at, Place::Before);
        self.number(line, at, noted);
        while let Some(note) = line.walk.next_note(at, Place::Before) {
            self.write_note(note, true);
        }
        let word = self.word(token, line.ply + at, losses);
        self.space(&word);
        while let Some(note) = line.walk.next_note(at, Place::After) {
            line.number |= self.write_note(note, false);
        }
    }

    /// Writes a comment; says whether it was more than a glyph.
    fn write_note(&mut self, note: &Note, before: bool) -> bool {
        let digits = note.text.strip_prefix('$').unwrap_or_default();
        let is_glyph = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
        if is_glyph && !before {
            self.space(&note.text);
            return false;
        }
        let word = format!("{{{}}}", escaped_comment(&note.text));
        self.space(&word);
        true
    }

    fn word(&self, token: &Token, ply: usize, losses: &mut Losses) -> String {
        match &token.kind {
            TokenKind::Resigned => "resigned".to_owned(),
            TokenKind::TimedOut => "timeout".to_owned(),
            TokenKind::Elided => ".....".to_owned(),
            TokenKind::Unreadable(word) => format!("\"{}\"", escaped(word)),
            TokenKind::Move(text) => {
                let word =
                    MoveStyle::OPENTAFL.write(self.record, text, self.record.mover(ply), losses);
                if parse_path(&word).as_deref() == Some(self.record.path(text)) {
                    return word;
                }
                format!("\"{word}\"")
            }
        }
    }
}
