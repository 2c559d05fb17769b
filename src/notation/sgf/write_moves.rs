//! Writes moves with their comments and variations.

use crate::board::{Side, Square};
use crate::notation::losses::Losses;
use crate::notation::moves::{MoveStyle, parse_path};
use crate::record::{Branch, LineId, MoveText, Place, Record, Token, TokenKind, Walk};

use super::points::{WORDS, points};
use super::properties::letter;
use super::values::push_value;

pub(super) struct Writer<'a> {
    pub(super) record: &'a Record,
    pub(super) text: String,
    pub(super) todo: Vec<Todo<'a>>,
}

/// What is still to be written, the last first.
pub(super) enum Todo<'a> {
    Text(&'static str),
    Variation(LineId, usize),
    GoOn(Box<Written<'a>>),
}

/// A line and how far it has been written.
pub(super) struct Written<'a> {
    walk: Walk<'a>,
    is_main: bool,
    ply: usize,
    next: usize,
    /// Whether nothing stands before it in its brackets.
    fresh: bool,
}

impl<'a> Written<'a> {
    pub(super) fn new(record: &'a Record, id: LineId, ply: usize) -> Self {
        let is_main = id == LineId::MAIN;
        Self { walk: Walk::new(record.line(id)), is_main, ply, next: 0, fresh: !is_main }
    }
}

impl<'a> Writer<'a> {
    /// Writes a line as far as its next variations, which then go onto the list.
    pub(super) fn line(&mut self, mut line: Written<'a>, losses: &mut Losses) {
        loop {
            let at = line.next;
            if line.is_main && at == 0 && !line.fresh {
                self.root_comment(&mut line);
            }
            let branches: Vec<Branch> = std::iter::from_fn(|| line.walk.next_branch(at)).collect();
            if !branches.is_empty() {
                for branch in branches.into_iter().rev() {
                    self.todo.push(Todo::Text(")"));
                    self.todo.push(Todo::Variation(branch.line, line.ply + at));
                }
                self.todo.push(Todo::Text(")"));
                // A tree has a node before others branch off.
                self.text += if line.fresh { ";\n(" } else { "\n(" };
                line.fresh = true;
                self.todo.push(Todo::GoOn(Box::new(line)));
                return;
            }
            let Some(token) = line.walk.line().tokens.get(at) else { break };
            let starts_turn = (line.ply + at).is_multiple_of(2);
            if starts_turn && !line.fresh {
                self.text.push('\n');
            }
            self.before(&mut line, at);
            self.token(token, line.ply + at, losses);
            self.comments(&mut line, at, Place::After);
            line.fresh = false;
            line.next += 1;
        }
        let end = line.next;
        self.before(&mut line, end);
        if line.fresh {
            self.text.push(';');
        }
    }

    /// Comments before the first move of the game stand in the first node.
    fn root_comment(&mut self, line: &mut Written<'a>) {
        if line.walk.has_note(0, Place::Before) {
            self.text.push('\n');
            self.comments(line, 0, Place::Before);
        }
    }

    /// Comments before a move stand in a node of their own.
    fn before(&mut self, line: &mut Written<'a>, at: usize) {
        let mark = self.text.len();
        self.text.push(';');
        let bare = self.text.len();
        self.comments(line, at, Place::Before);
        if self.text.len() == bare {
            self.text.truncate(mark);
        } else {
            line.fresh = false;
        }
    }

    fn comments(&mut self, line: &mut Written<'a>, at: usize, place: Place) {
        let mut first = true;
        while let Some(note) = line.walk.next_note(at, place) {
            if first {
                self.text.push('C');
            }
            first = false;
            push_value(&mut self.text, &note.text);
        }
    }

    fn token(&mut self, token: &Token, ply: usize, losses: &mut Losses) {
        let mover = self.record.mover(ply);
        let value = match &token.kind {
            TokenKind::Move(text) => self.move_value(text, mover, losses),
            TokenKind::Unreadable(word) => format!("\"{word}"),
            other => {
                let word = WORDS.iter().find(|(_, kind)| kind == other);
                word.map_or_else(String::new, |(word, _)| (*word).to_owned())
            }
        };
        self.text += &format!(";{}", letter(mover));
        push_value(&mut self.text, &value);
    }

    fn move_value(&self, text: &MoveText, mover: Side, losses: &mut Losses) -> String {
        let (path, captures) = (self.record.path(text), self.record.captures(text));
        let squares = path.iter().copied().chain(captures.iter().map(|capture| capture.square));
        let fits = |square: Square| square.file < 26 && square.rank < 26;
        let plain = text.jumps == 0
            && !text.continues
            && text.capture_count.is_none()
            && text.info.is_none_or(|info| info.in_opentafl(mover) == Some(info));
        if path.len() < 2 || !plain || !squares.into_iter().all(fits) {
            let word = MoveStyle::OPENTAFL.write(self.record, text, mover, losses);
            if parse_path(&word).as_deref() == Some(path) {
                return word;
            }
            return format!("\"{word}");
        }
        let mut value = points(self.record, text);
        if WORDS.iter().any(|(word, _)| *word == value) {
            // Four squares of a board of 19 can spell a word.
            value = MoveStyle::OPENTAFL.write(self.record, text, mover, losses);
        }
        value
    }
}
