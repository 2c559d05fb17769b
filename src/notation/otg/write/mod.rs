//! Writes a record as a game file.

mod frame;
mod header;
mod hops;
mod unopened;
mod words;

use std::ops::Range;

use crate::board::Side;
use crate::notation::given_up;
use crate::notation::moves::{MoveStyle, stays_unreadable};
use crate::notation::{Losses, Lost, Unopened};
use crate::record::{Claim, DEEP, Info, LineId, MoveText, Note, Place, Record, TokenKind};

use super::escape::{Spot, escape, is_plain};
use super::hyphens;
use super::rules::goes_on_by;
use super::{first_mover, mover};
use frame::{Frame, Next};
use hops::hop_of;
use words::Beginning;

/// What has to be known before the header is written, most often nothing; writing the record tells.
#[derive(Clone, Copy, Default)]
struct Style<'a> {
    /// Whether `%` escapes bytes.
    percent: bool,
    /// Which moves have no hyphens elsewhere.
    hyphens: Option<&'a str>,
}

pub(super) fn write(record: &Record, losses: &mut Losses) -> String {
    let mut hyphens = hyphens::all(record);
    let mut percent = false;
    loop {
        let mut writer = Writer::new(record, Style { percent, hyphens: hyphens.as_deref() });
        writer.write();
        let lacks_escapes = writer.needs_percent && !percent;
        let lacks_hyphens = writer.met_bare && hyphens.is_none();
        if !lacks_escapes && !lacks_hyphens {
            losses.merge(&writer.losses);
            return writer.out;
        }
        percent |= lacks_escapes;
        hyphens = if lacks_hyphens { Some(hyphens::some(record, &writer.order)) } else { hyphens };
    }
}

struct Writer<'a> {
    record: &'a Record,
    style: Style<'a>,
    /// Whether something was met that only an escape can keep.
    needs_percent: bool,
    /// Whether a move without a hyphen was met.
    met_bare: bool,
    /// Whether a move goes on with the one before by the rules, once that was asked for.
    goes_on: Option<Option<bool>>,
    out: String,
    losses: Losses,
    /// The lines in the order in which they were begun.
    order: Vec<LineId>,
}

impl<'a> Writer<'a> {
    fn new(record: &'a Record, style: Style<'a>) -> Self {
        Self {
            record,
            style,
            needs_percent: false,
            met_bare: false,
            goes_on: None,
            out: String::new(),
            losses: Losses::default(),
            order: vec![LineId::MAIN],
        }
    }

    fn write(&mut self) {
        let loss = self.loss();
        self.write_header(loss);
        if self.needs_percent && !self.style.percent {
            return;
        }
        let tokens = self.record.tokens().len();
        let length = tokens - usize::from(loss.is_some());
        let first = mover(self.record, 0);
        let beginning = Beginning::of_game(first);
        let mut main =
            Frame::new(self.record, self.record.main(), length, beginning, String::new(), 0);
        self.count_unopened(&main);
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
        let words = given_up::words(loser, &line.tokens[last].kind);
        words.filter(|_| sure && !spoken_of)
    }

    /// Writes a text, escaped if need be.
    fn put(&mut self, text: &str, spot: Spot) {
        if is_plain(text, spot) && !(self.style.percent && text.contains('%')) {
            self.out += text;
        } else if self.style.percent {
            escape(&mut self.out, text, spot);
        } else {
            self.needs_percent = true;
        }
    }

    /// Writes the comments that stand before the first turn, all of them if there is no turn.
    fn write_opening_notes(&mut self, frame: &mut Frame<'a>) {
        while let Some((_, note)) = frame.pending_note() {
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
        if (!mark.is_empty() || note.text.is_empty()) && !self.style.percent {
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
                self.order.push(next.line);
                let length = line.tokens.len();
                let mut frame =
                    Frame::new(self.record, line, length, next.beginning, prefix, depth);
                frame.number = self.order.len() - 1;
                self.count_unopened(&frame);
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
        let lettered = !frame.is_main || self.would_join(frame, words.start);
        self.out += if lettered { "a." } else { "." };
        if turn == 0 {
            for _ in 0..frame.beginning.place {
                self.out += " .....";
            }
        }
        for word in words.clone() {
            self.out.push(' ');
            self.write_word(frame, word, turn);
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

    fn write_word(&mut self, frame: &Frame<'a>, word: usize, turn: usize) {
        let word_at = frame.words[word];
        let (token, hop) = (word_at.token(), word_at.hop());
        let kind = &frame.line.tokens[token].kind;
        let opens = token == 0 && !frame.is_main;
        let TokenKind::Move(text) = kind else { return self.write_token(kind, opens) };
        if text.path.len() < 2 {
            return self.write_token(kind, opens);
        }
        let mut hop_text = hop_of(text, hop, frame.splits.get(&token));
        self.met_bare |= hop_text.run_together;
        hop_text.run_together = false;
        if self.would_join(frame, word) {
            self.keep_apart(frame, turn, word_at.count().place);
        }
        if hop == 0 && text.continues && self.meets(frame, token) {
            self.losses.lose(Lost::Chains);
            hop_text.continues = false;
        }
        self.write_move(&hop_text, frame.mover(token));
    }

    /// Whether a token begins where the one before it ended, both of them moves.
    fn meets(&self, frame: &Frame<'a>, token: usize) -> bool {
        let Some(before) = token.checked_sub(1) else { return false };
        match (&frame.line.tokens[before].kind, &frame.line.tokens[token].kind) {
            (TokenKind::Move(before), TokenKind::Move(text)) => {
                self.record.path(before).last() == self.record.path(text).first()
                    && text.path.len() > 1
            }
            _ => false,
        }
    }

    /// Whether a turn of its own would be read as a hop of the move before it.
    fn would_join(&mut self, frame: &Frame<'a>, word: usize) -> bool {
        let Some(first) = frame.words.get(word).filter(|word| word.hop() == 0) else {
            return false;
        };
        let token = first.token();
        if !self.meets(frame, token) {
            return false;
        }
        let record = self.record;
        let goes_on = *self.goes_on.get_or_insert_with(|| {
            record.rules.as_ref().and_then(|rules| goes_on_by(&rules.value, record.meant))
        });
        let in_turn = frame.turns[frame.turn_of(word)].start < word;
        let lists = |token: usize, hop: Option<usize>| match &frame.line.tokens[token].kind {
            TokenKind::Move(text) => match hop {
                Some(hop) => !hop_of(text, hop, frame.splits.get(&token)).captures.is_empty(),
                None => !text.captures.is_empty(),
            },
            _ => false,
        };
        goes_on.unwrap_or_else(|| in_turn && lists(token - 1, None) && lists(token, Some(0)))
    }

    /// Writes an address between two words, so that the second is not read as a hop of the first. One that
    /// begins a turn of the game itself has it already; what begins one of a variation cannot be kept apart.
    fn keep_apart(&mut self, frame: &Frame<'a>, turn: usize, place: usize) {
        match u8::try_from(place) {
            Ok(letter @ 1..26) => {
                self.out += &frame.prefix;
                push_number(&mut self.out, turn + 1);
                self.out.push(char::from(b'a' + letter));
                self.out += ". ";
            }
            Ok(0) if frame.is_main => {}
            _ => return self.losses.lose(Lost::Chains),
        }
        self.losses.leave_unopened(Unopened::Apart);
    }

    fn write_token(&mut self, kind: &TokenKind, opens_variation: bool) {
        match kind {
            TokenKind::Unreadable(word) if stays_unreadable(word) => {
                self.losses.leave_unopened(Unopened::Words);
                self.out += word;
            }
            TokenKind::Move(_) | TokenKind::Unreadable(_) => {
                self.losses.lose(Lost::Unreadable);
                self.losses.leave_unopened(Unopened::Words);
                self.out.push('?');
            }
            TokenKind::Resigned | TokenKind::TimedOut => {
                self.losses.leave_unopened(Unopened::GivenUp);
                self.out += if *kind == TokenKind::Resigned { "---" } else { "timeout" };
            }
            TokenKind::Elided if opens_variation => self.out += "...",
            TokenKind::Elided => {
                self.losses.leave_unopened(Unopened::Placeholders);
                self.out += ".....";
            }
        }
    }

    fn write_move(&mut self, text: &MoveText, mover: Side) {
        let style = MoveStyle::OPENTAFL;
        if text.capture_count.is_some() {
            self.losses.leave_unopened(Unopened::Counts);
        }
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
        while let Some((word, note)) =
            frame.pending_note().filter(|&(word, _)| is_last || word < words.end)
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

fn push_number(out: &mut String, number: usize) {
    if number < 10 {
        out.push(char::from(b'0' + number as u8));
    } else {
        *out += &number.to_string();
    }
}
