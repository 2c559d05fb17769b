//! Writes a record as a game file.

mod frame;
mod header;
mod hops;
mod words;

use std::ops::Range;

use crate::board::Side;
use crate::notation::json::word_list::GIVEN_UP;
use crate::notation::moves::{MoveStyle, stays_unreadable};
use crate::notation::{Losses, Lost};
use crate::record::{Claim, DEEP, Info, LineId, MoveText, Note, Place, Record, TokenKind};

use super::escape::{Spot, escape, is_plain};
use super::{first_mover, mover};
use frame::{Frame, Next};
use hops::hop_of;
use words::{Beginning, Word};

pub(super) fn write(record: &Record, losses: &mut Losses) -> String {
    let mut plain = Writer::new(record, false);
    plain.write();
    if !plain.needs_percent {
        losses.merge(&plain.losses);
        return plain.out;
    }
    let mut percent = Writer::new(record, true);
    percent.write();
    losses.merge(&percent.losses);
    percent.out
}

struct Writer<'a> {
    record: &'a Record,
    /// Whether `%` escapes bytes.
    percent: bool,
    /// Whether something was met that only an escape can keep.
    needs_percent: bool,
    /// Whether no move has a hyphen, which the header tells of then.
    no_hyphens: bool,
    out: String,
    losses: Losses,
    /// How many variations have been written.
    variations: usize,
}

impl<'a> Writer<'a> {
    fn new(record: &'a Record, percent: bool) -> Self {
        Self {
            record,
            percent,
            needs_percent: false,
            no_hyphens: has_no_hyphens(record),
            out: String::new(),
            losses: Losses::default(),
            variations: 0,
        }
    }

    fn write(&mut self) {
        let loss = self.loss();
        self.write_header(loss);
        if self.needs_percent && !self.percent {
            return;
        }
        let tokens = self.record.tokens().len();
        let length = tokens - usize::from(loss.is_some());
        let first = mover(self.record, 0);
        let beginning = Beginning::of_game(first);
        let mut main =
            Frame::new(self.record, self.record.main(), length, beginning, String::new(), 0);
        self.write_opening_notes(&mut main);
        if length == 0 {
            self.out.push('\n');
        }
        self.write_lines(main);
    }

    /// The words for how the game was given up, if the header is to say so: where nothing else is said
    /// about that token, and where its side is beyond doubt.
    fn loss(&self) -> Option<&'static str> {
        let line = self.record.main();
        let last = line.tokens.len().checked_sub(1)?;
        let spoken_of = line.notes.iter().any(|note| note.at >= last)
            || line.branches.iter().any(|branch| branch.at >= last);
        let loser = mover(self.record, last);
        let sure = match self.record.result.as_ref().map(|result| result.value) {
            Some(Claim::Won(side)) => side != loser,
            Some(Claim::Draw) => false,
            Some(Claim::Open) | None => first_mover(self.record).is_some(),
        };
        let said = GIVEN_UP.iter().find(|(_, side, kind)| {
            (*side, kind) == (loser, &line.tokens[last].kind) && sure && !spoken_of
        });
        said.map(|(words, ..)| *words)
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
        while let Some((_, note)) = frame.note() {
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
            if let Some(next) = frame.next_variation() {
                let prefix = prefix_of(frame, &next);
                let depth = if frame.depth >= DEEP { 0 } else { frame.depth + 1 };
                let line = self.record.line(next.line);
                self.variations += 1;
                let length = line.tokens.len();
                let mut frame =
                    Frame::new(self.record, line, length, next.beginning, prefix, depth);
                frame.number = self.variations;
                stack.push(frame);
            } else if frame.turn < frame.turns.len() {
                self.write_turn(frame);
            } else if !frame.allow_all() {
                stack.pop();
            }
        }
    }

    fn write_turn(&mut self, frame: &mut Frame<'a>) {
        let turn = frame.turn;
        let words = frame.turns[turn].clone();
        frame.turn += 1;
        self.out += &frame.prefix;
        push_number(&mut self.out, turn + 1);
        self.out += if frame.is_main { "." } else { "a." };
        if turn == 0 {
            for _ in 0..frame.beginning.place {
                self.out += " .....";
            }
        }
        for word in &frame.words[words.clone()] {
            self.out.push(' ');
            let opens = word.token == 0 && !frame.is_main;
            self.write_word(frame, word, opens);
        }
        self.out.push('\n');
        let is_last = frame.turn >= frame.turns.len();
        self.write_notes(frame, &words, is_last);
        self.out.push('\n');
        if is_last {
            frame.allow_all();
        } else {
            frame.allow(words.end);
        }
    }

    fn write_word(&mut self, frame: &Frame<'a>, word: &Word, opens: bool) {
        let mover = frame.mover(word.token);
        let kind = &frame.line.tokens[word.token].kind;
        let TokenKind::Move(text) = kind else { return self.write_token(kind, opens) };
        if text.path.len() < 2 {
            return self.write_token(kind, opens);
        }
        let mut hop = hop_of(text, word.hop, frame.splits.get(&word.token));
        hop.run_together &= !self.no_hyphens;
        if word.hop == 0 && self.would_join(frame, word.token, &hop) {
            self.losses.lose(Lost::Chains);
            hop.continues = false;
        }
        self.write_move(&hop, mover);
    }

    /// Whether a turn of its own would be read as a hop of the move before it.
    fn would_join(&self, frame: &Frame<'a>, token: usize, hop: &MoveText) -> bool {
        let before = token.checked_sub(1).map(|before| &frame.line.tokens[before].kind);
        match before {
            Some(TokenKind::Move(before)) if hop.continues => {
                self.record.path(before).last() == self.record.path(hop).first()
            }
            _ => false,
        }
    }

    fn write_token(&mut self, kind: &TokenKind, opens_variation: bool) {
        match kind {
            TokenKind::Unreadable(word) if stays_unreadable(word) => self.out += word,
            TokenKind::Move(_) | TokenKind::Unreadable(_) => {
                self.losses.lose(Lost::Unreadable);
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
            style.write_to(&mut self.out, self.record, text, mover, &mut self.losses);
            return;
        }
        let said: Option<Info> = info;
        if said.is_none() {
            self.losses.lose(Lost::Symbols);
        }
        let text = MoveText { info, ..text.clone() };
        style.write_to(&mut self.out, self.record, &text, mover, &mut self.losses);
    }

    /// Writes the comments of a turn, those behind it too if it is the last: a part for each word.
    fn write_notes(&mut self, frame: &mut Frame<'a>, words: &Range<usize>, is_last: bool) {
        let last = words.len().saturating_sub(1);
        // The part that was written last in the bracket that is open.
        let mut open: Option<usize> = None;
        while let Some((word, note)) = frame.note().filter(|&(word, _)| is_last || word < words.end)
        {
            frame.next_note += 1;
            let behind = note.at >= frame.length;
            let part = if behind { 0 } else { word.saturating_sub(words.start).min(last) };
            if let Some(before) = open.filter(|&before| part <= before) {
                self.close(before, last);
                open = None;
            }
            if open.is_none() {
                self.out.push('[');
            }
            let bars = part - open.unwrap_or(0);
            self.out.extend(std::iter::repeat_n('|', bars));
            open = Some(part);
            let mark = match (behind, note.place) {
                (false, Place::After) => "",
                (false, Place::Before) => "%<",
                (true, Place::After) => "%>",
                (true, Place::Before) => "%^",
            };
            let is_end = part > 0 && part == last;
            self.write_part(note, mark, if is_end { Spot::Second } else { Spot::First });
        }
        match open {
            Some(part) => self.close(part, last),
            None if frame.length > 0 => {
                self.out.push('[');
                self.close(0, last);
            }
            None => {}
        }
    }

    /// Closes a bracket whose last part is given.
    fn close(&mut self, part: usize, last: usize) {
        self.out.extend(std::iter::repeat_n('|', last - part.min(last)));
        self.out += "]\n";
    }
}

/// The address of a variation, up to the number of a turn.
fn prefix_of(frame: &Frame<'_>, next: &Next) -> String {
    let from =
        if frame.depth >= DEEP { format!("@{}.", frame.number) } else { frame.prefix.clone() };
    let letter = char::from(b'a' + next.count.place.min(25) as u8);
    format!("{from}{}{letter}.{}.", next.count.turn, next.nth)
}

/// Whether every move of a record, if there is any, is written without a hyphen.
fn has_no_hyphens(record: &Record) -> bool {
    let mut moves = (0..record.line_count())
        .flat_map(|line| &record.line(LineId(line)).tokens)
        .filter_map(|token| match &token.kind {
            TokenKind::Move(text) => Some(text),
            _ => None,
        })
        .peekable();
    moves.peek().is_some() && moves.all(|text| text.run_together)
}

fn push_number(out: &mut String, number: usize) {
    if number < 10 {
        out.push(char::from(b'0' + number as u8));
    } else {
        *out += &number.to_string();
    }
}
