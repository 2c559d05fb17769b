//! Writes moves with their comments and variations.

use crate::board::{Side, Square};
use crate::notation::losses::Losses;
use crate::notation::moves::{MoveStyle, parse_path};
use crate::record::{Branch, Line, LineId, MoveText, Note, Place, Record, Token, TokenKind};

use super::points::{WORDS, points};
use super::properties::letter;
use super::write::push_value;

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
    line: &'a Line,
    is_main: bool,
    /// Comments and variations still to come, the next one last.
    notes: Vec<&'a Note>,
    branches: Vec<Branch>,
    ply: usize,
    next: usize,
    /// Whether nothing stands before it in its brackets.
    fresh: bool,
}

impl<'a> Written<'a> {
    pub(super) fn new(record: &'a Record, id: LineId, ply: usize) -> Self {
        let line = record.line(id);
        let last = line.tokens.len();
        let mut notes: Vec<&Note> = line.notes.iter().rev().collect();
        notes.sort_by_key(|note| {
            std::cmp::Reverse((note.at.min(last), note.place == Place::After && note.at < last))
        });
        let mut branches = line.branches.clone();
        branches.reverse();
        branches.sort_by_key(|branch| std::cmp::Reverse(branch.at.min(last)));
        let is_main = id == LineId::MAIN;
        Self { line, is_main, notes, branches, ply, next: 0, fresh: !is_main }
    }

    fn note(&mut self, at: usize, place: Place) -> Option<&'a Note> {
        let last = self.line.tokens.len();
        let here =
            |note: &&Note| (note.at == at && note.place == place) || (at == last && note.at >= at);
        self.notes.last().copied().filter(here)?;
        self.notes.pop()
    }

    /// The variations that branch off here.
    fn branches(&mut self, at: usize) -> Vec<Branch> {
        let last = self.line.tokens.len();
        let here = |branch: &Branch| branch.at == at || (at == last && branch.at >= at);
        let first = self.branches.iter().rposition(|branch| !here(branch)).map_or(0, |i| i + 1);
        self.branches.split_off(first)
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
            let branches = line.branches(at);
            if !branches.is_empty() {
                for branch in branches {
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
            let Some(token) = line.line.tokens.get(at) else { break };
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
        if line.notes.last().is_some_and(|note| note.at == 0 && note.place == Place::Before)
            || line.line.tokens.is_empty() && !line.notes.is_empty()
        {
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
        while let Some(note) = line.note(at, place) {
            if first {
                self.text.push('C');
            }
            first = false;
            push_value(&mut self.text, &note.text);
        }
    }

    fn token(&mut self, token: &Token, ply: usize, losses: &mut Losses) {
        let first = self.record.first.as_ref().map_or(Side::Attackers, |first| first.value);
        let mover = if ply.is_multiple_of(2) { first } else { first.other() };
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
