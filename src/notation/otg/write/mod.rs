//! Writes a record as a game file.

mod frame;
mod header;

use std::ops::Range;

use crate::board::Side;
use crate::notation::moves::{MoveStyle, stays_unreadable};
use crate::notation::{Ledger, Lost};
use crate::record::{Info, MoveText, Note, Place, Record, TokenKind};

use super::escape::{Spot, escape, is_plain};
use super::mover;
use frame::Frame;

pub(super) fn write(record: &Record, ledger: &mut Ledger) -> String {
    let mut plain = Writer::new(record, false);
    plain.write();
    if !plain.needs_percent {
        ledger.merge(&plain.ledger);
        return plain.out;
    }
    let mut percent = Writer::new(record, true);
    percent.write();
    ledger.merge(&percent.ledger);
    percent.out
}

/// How deep variations are nested before their addresses start from another variation.
const DEEP: usize = 32;

struct Writer<'a> {
    record: &'a Record,
    /// Whether `%` escapes bytes.
    percent: bool,
    /// Whether something was met that only an escape can keep.
    needs_percent: bool,
    out: String,
    ledger: Ledger,
    /// How many variations have been written.
    variations: usize,
}

impl<'a> Writer<'a> {
    fn new(record: &'a Record, percent: bool) -> Self {
        let (needs_percent, ledger) = (false, Ledger::default());
        Self { record, percent, needs_percent, out: String::new(), ledger, variations: 0 }
    }

    fn write(&mut self) {
        let loser = self.lost_on_time();
        self.write_header(loser);
        if self.needs_percent && !self.percent {
            return;
        }
        let tokens = self.record.tokens().len();
        let length = tokens - usize::from(loser.is_some());
        let first = self.record.first.as_ref().map_or(Side::Attackers, |first| first.value);
        let mut main = Frame::new(self.record.main(), length, first, String::new(), 0);
        main.is_main = true;
        self.write_opening_notes(&mut main);
        if length == 0 {
            self.out.push('\n');
        }
        self.write_lines(main);
    }

    /// The side that the header is to say lost on time: no word among the moves need say so where
    /// nothing else is said about that token, and where its side is beyond doubt.
    fn lost_on_time(&self) -> Option<Side> {
        let line = self.record.main();
        let last = line.tokens.len().checked_sub(1)?;
        let is_loss = line.tokens[last].kind == TokenKind::TimedOut;
        let spoken_of = line.notes.iter().any(|note| note.at >= last)
            || line.branches.iter().any(|branch| branch.at >= last);
        let loser = mover(self.record, last);
        let claim = self.record.result.as_ref().and_then(|result| result.value.winner());
        let sure = claim == Some(loser.other());
        (is_loss && !spoken_of && sure).then_some(loser)
    }

    /// Writes a text, escaped if need be.
    fn put(&mut self, text: &str, spot: Spot) {
        if is_plain(text, spot) && !(self.percent && text.contains('%')) {
            self.out += text;
        } else if self.percent {
            escape(&mut self.out, text, spot);
        } else {
            self.needs_percent = true;
        }
    }

    /// Writes the comments that stand before the first turn, all of them if there is no turn.
    fn write_opening_notes(&mut self, frame: &mut Frame<'a>) {
        while let Some(note) = frame.note() {
            let mark = match note.place {
                Place::Before if note.at == 0 || frame.length == 0 => "",
                Place::After if frame.length == 0 => "%>",
                _ => return,
            };
            self.out.push('[');
            self.write_part(note, mark, Spot::Opening);
            self.out += "]\n\n";
            frame.next_note += 1;
        }
    }

    fn write_part(&mut self, note: &Note, mark: &str, spot: Spot) {
        if (!mark.is_empty() || note.text.is_empty()) && !self.percent {
            self.needs_percent = true;
            return;
        }
        self.out += mark;
        if note.text.is_empty() {
            self.out += "%-";
        } else {
            self.put(&note.text, spot);
        }
    }

    fn write_lines(&mut self, main: Frame<'a>) {
        let mut stack = vec![main];
        while let Some(frame) = stack.last_mut() {
            if let Some((at, line, nth)) = frame.next_variation() {
                let prefix = self.prefix_of(frame, at, nth);
                let depth = if frame.depth >= DEEP { 0 } else { frame.depth + 1 };
                let first = frame.mover(at);
                let shift = (at + frame.shift) % 2;
                let line = self.record.line(line);
                self.variations += 1;
                let mut frame = Frame::new(line, line.tokens.len(), first, prefix, depth);
                frame.number = self.variations;
                frame.shift_by(shift);
                stack.push(frame);
            } else if frame.turn < frame.turns() {
                self.write_turn(frame);
            } else if frame.ready < frame.branches.len() {
                frame.ready = frame.branches.len();
            } else {
                stack.pop();
            }
        }
    }

    /// The address of a variation on a token, up to the number of a turn.
    fn prefix_of(&self, frame: &Frame<'a>, at: usize, nth: usize) -> String {
        let from =
            if frame.depth >= DEEP { format!("@{}.", frame.number) } else { frame.prefix.clone() };
        let slot = at + frame.shift;
        let letter = if slot.is_multiple_of(2) { 'a' } else { 'b' };
        format!("{from}{}{letter}.{nth}.", slot / 2 + 1)
    }

    fn write_turn(&mut self, frame: &mut Frame<'a>) {
        let turn = frame.turn;
        frame.turn += 1;
        self.out += &frame.prefix;
        push_number(&mut self.out, turn + 1);
        self.out += if frame.is_main { "." } else { "a." };
        let tokens = frame.tokens_of(turn);
        if turn == 0 && frame.shift > 0 {
            self.out += " .....";
        }
        for at in tokens.start..tokens.end.min(frame.length) {
            self.out.push(' ');
            let opens = at == 0 && !frame.is_main;
            self.write_token(&frame.line.tokens[at].kind, frame.mover(at), opens);
        }
        self.out.push('\n');
        let is_last = frame.turn >= frame.turns();
        self.write_notes(frame, &tokens, is_last);
        self.out.push('\n');
        let due = |at: usize| is_last || at < tokens.end;
        while frame
            .branches
            .get(frame.ready)
            .is_some_and(|&branch| due(frame.line.branches[branch].at))
        {
            frame.ready += 1;
        }
    }

    fn write_token(&mut self, kind: &TokenKind, mover: Side, opens_variation: bool) {
        match kind {
            TokenKind::Move(text) if text.path.len() > 1 => self.write_move(text, mover),
            TokenKind::Unreadable(word) if stays_unreadable(word) => self.out += word,
            TokenKind::Move(_) | TokenKind::Unreadable(_) => {
                self.ledger.lose(Lost::Unreadable);
                self.out.push('?');
            }
            TokenKind::Resigned => self.out += "---",
            TokenKind::TimedOut => self.out += "timeout",
            TokenKind::Elided if opens_variation => self.out += "...",
            TokenKind::Elided => self.out += ".....",
        }
    }

    fn write_move(&mut self, text: &MoveText, mover: Side) {
        let style = MoveStyle::OPENTAFL;
        let info = text.info.and_then(|info| info.in_opentafl(mover));
        if info == text.info {
            style.write_to(&mut self.out, self.record, text, mover, &mut self.ledger);
            return;
        }
        let said: Option<Info> = info;
        if said.is_none() {
            self.ledger.lose(Lost::Symbols);
        }
        let text = MoveText { info, ..text.clone() };
        style.write_to(&mut self.out, self.record, &text, mover, &mut self.ledger);
    }

    /// Writes the comments of a turn, those behind it too if it is the last.
    fn write_notes(&mut self, frame: &mut Frame<'a>, tokens: &Range<usize>, is_last: bool) {
        let played = tokens.end.min(frame.length) - tokens.start.min(frame.length);
        let unfinished = if played > 1 { "|]\n" } else { "]\n" };
        let mut second = false;
        let mut open = false;
        while let Some(note) = frame.note().filter(|note| is_last || note.at < tokens.end) {
            frame.next_note += 1;
            let behind = note.at >= frame.length;
            let slot = !behind && note.at > tokens.start;
            if open && (second || !slot) {
                self.out += if second { "]\n" } else { unfinished };
                open = false;
            }
            if !open {
                self.out.push('[');
                open = true;
                second = false;
            }
            if slot {
                self.out.push('|');
                second = true;
            }
            let mark = match (behind, note.place) {
                (false, Place::After) => "",
                (false, Place::Before) => "%<",
                (true, Place::After) => "%>",
                (true, Place::Before) => "%^",
            };
            self.write_part(note, mark, if slot { Spot::Second } else { Spot::First });
        }
        if open {
            self.out += if second { "]\n" } else { unfinished };
        } else if frame.length > 0 {
            self.out.push('[');
            self.out += unfinished;
        }
    }
}

fn push_number(out: &mut String, number: usize) {
    if number < 10 {
        out.push(char::from(b'0' + number as u8));
    } else {
        *out += &number.to_string();
    }
}
