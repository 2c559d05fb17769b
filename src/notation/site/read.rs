//! Reads a game.

use memchr::memchr;

use crate::board::{PieceKind, Square};
use crate::notation::fault::{Fault, FaultKind};
use crate::notation::moves::{is_move, plain_number, read_token, span_from, usual_move};
use crate::notation::typography::is_gap;
use crate::record::{
    Claim, Info, LineId, MoveParts, Note, Place, Record, Span, Spanned, Token, TokenKind,
};

use super::lines::{Arrow, arrow, heading, row_start};
use super::outcomes::outcome;
use super::words::{
    Elided, Words, elided, is_between, is_prefix, split_word, starts_with_square, turn_number,
    word_start,
};

pub(in crate::notation) fn read(text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    let mut reader = Reader {
        text,
        record,
        faults,
        turn: None,
        turn_start: 0,
        number_repeated: false,
        piece: None,
        last_word: None,
        size: None,
    };
    let mut rest = text;
    while !rest.is_empty() {
        let end = memchr(b'\n', rest.as_bytes()).map_or(rest.len(), |newline| newline + 1);
        let (line, after) = rest.split_at(end);
        reader.read_line(line.trim_matches(is_gap));
        rest = after;
    }
}

struct Reader<'a, 'r> {
    text: &'a str,
    record: &'r mut Record,
    faults: &'r mut Vec<Fault>,
    /// The number of the turn, and the first token of it.
    turn: Option<u32>,
    turn_start: usize,
    /// Whether the last word was the number of a turn that has one move already.
    number_repeated: bool,
    /// The word that names the piece of the move to come.
    piece: Option<&'a str>,
    last_word: Option<Elided>,
    /// The size of the board of a replay with arrows.
    size: Option<u8>,
}

impl<'a> Reader<'a, '_> {
    fn read_line(&mut self, line: &'a str) {
        if line.is_empty() {
            return;
        }
        if plain_number(line).is_some() {
            self.read_words(line);
        } else if let Ok((rest, step)) = arrow(line)
            && rest.trim().is_empty()
        {
            self.read_arrow(line, step);
        } else if let Ok((rest, number)) = heading(line)
            && rest.trim().is_empty()
        {
            self.record.add_tag("id", number, Span::of(number, self.text));
        } else if let Ok((rest, (claim, id))) = row_start(line) {
            let said = &line[..line.len() - rest.len() - id.len() - 2];
            self.set_result(claim, said);
            self.record.add_tag("id", id, Span::of(id, self.text));
            self.read_words(rest);
        } else if self.has_moves(line) {
            self.read_words(line);
        } else {
            self.add_note(line);
        }
    }

    /// Whether a line begins with a number, a move, or another word of a game.
    fn has_moves(&self, line: &str) -> bool {
        let mut words = Words(line);
        let Some(first) = words.next() else { return false };
        match turn_number(first) {
            Some((_, "")) if first.ends_with(|c: char| c.is_ascii_digit()) => {
                words.next().is_none_or(is_game_word)
            }
            Some(_) => true,
            None => is_game_word(first) || outcome(line).is_ok_and(|(rest, _)| rest.len() < 2),
        }
    }

    fn add_note(&mut self, line: &str) {
        let tokens = self.record.tokens().len();
        let place = if tokens == 0 { Place::Before } else { Place::After };
        let span = Span::of(line, self.text);
        let note = Note { at: tokens.saturating_sub(1), place, text: line.to_owned(), span };
        self.record.line_mut(LineId::MAIN).notes.push(note);
    }

    /// Keeps a result. Of several, the first counts, but one that is open gives way.
    fn set_result(&mut self, claim: Claim, said: &str) {
        let span = Span::of(said, self.text);
        match &self.record.result {
            Some(known) if known.value == claim || claim == Claim::Open => {}
            Some(known) if known.value != Claim::Open => {
                let first = known.span.text(self.text);
                self.faults.push(Fault::new(span, FaultKind::two_results(first, said)));
            }
            _ => self.record.result = Some(Spanned::new(claim, span)),
        }
    }

    fn read_words(&mut self, line: &'a str) {
        let mut rest = word_start(line);
        while !rest.is_empty() {
            let after = self.read_number(rest).or_else(|| self.read_usual_move(rest));
            let after = after.or_else(|| self.read_outcome(rest));
            rest = word_start(after.unwrap_or_else(|| {
                let (word, after) = split_word(rest);
                self.read_word(word);
                after
            }));
        }
    }

    /// Reads a number with a dot, as most turns have it. Returns what follows.
    fn read_number(&mut self, text: &'a str) -> Option<&'a str> {
        let (number, length) = plain_number(text)?;
        let (word, after) = text.split_at(length);
        self.last_word = None;
        self.begin_turn(word, number);
        Some(after)
    }

    /// Reads a move as most are written: where it ends is found by reading it. Returns what follows.
    fn read_usual_move(&mut self, text: &'a str) -> Option<&'a str> {
        let ends_word = |byte: u8| byte.is_ascii() && is_between(char::from(byte));
        if self.piece.is_some() {
            return None;
        }
        let span = span_from(Span::of(text, self.text).start as usize);
        let length = usual_move(text.as_bytes(), span, self.record, LineId::MAIN, ends_word)?;
        self.number_repeated = false;
        self.last_word = None;
        Some(&text[length..])
    }

    fn read_outcome(&mut self, text: &'a str) -> Option<&'a str> {
        let (after, claim) = outcome(text).ok()?;
        let after = after.strip_prefix('.').unwrap_or(after);
        self.set_result(claim, &text[..text.len() - after.len()]);
        Some(after)
    }

    fn read_word(&mut self, word: &'a str) {
        let repeated = std::mem::take(&mut self.number_repeated);
        let before = self.last_word.take();
        if starts_with_square(word) {
            self.read_move(word);
            return;
        }
        if let Some((number, rest)) = turn_number(word) {
            self.begin_turn(word, number);
            if !rest.is_empty() {
                self.read_word(rest.trim_start_matches(')'));
            }
            return;
        }
        if let Some(kind) = elided(word).or((word == "." || word == "..").then_some(Elided::Dots)) {
            self.last_word = Some(kind);
            // The first move of the turn was given, or this is the same gap drawn twice.
            let said = repeated || before.is_some_and(|before| before != kind);
            if !said {
                self.push(word, TokenKind::Elided);
            }
            return;
        }
        if is_prefix(word) {
            self.piece = Some(word);
            return;
        }
        if !self.read_mark(word.trim_end_matches('.')) {
            self.read_move(word);
        }
    }

    fn push(&mut self, word: &str, kind: TokenKind) {
        let token = Token { span: Span::of(word, self.text), kind };
        self.record.line_mut(LineId::MAIN).tokens.push(token);
    }

    fn begin_turn(&mut self, word: &str, number: u32) {
        let tokens = self.record.tokens().len();
        self.number_repeated = self.turn == Some(number) && tokens == self.turn_start + 1;
        if self.number_repeated {
            return;
        }
        if let Some(last) = self.turn {
            let expected = last.saturating_add(1);
            if number != expected {
                let kind = FaultKind::TurnNumber { found: number, expected };
                self.faults.push(Fault::new(Span::of(word, self.text), kind));
            }
        }
        self.turn = Some(number);
        self.turn_start = tokens;
    }

    /// Reads a word that says something about the move before it. Returns whether it is one.
    fn read_mark(&mut self, word: &str) -> bool {
        let info = match word {
            "R" => Some(Info::Raichi),
            "T" => Some(Info::Tuichi),
            "*" => Some(Info::Starred),
            "+" => Some(Info::ThreatensWin),
            "++" => Some(Info::Wins),
            "x" | "X" => None,
            _ => return false,
        };
        let end = Span::of(word, self.text).end;
        let tokens = &mut self.record.line_mut(LineId::MAIN).tokens;
        let Some(Token { span, kind: TokenKind::Move(text) }) = tokens.last_mut() else {
            return false;
        };
        match info {
            Some(_) if text.info.is_some() => return false,
            Some(info) => text.info = Some(info),
            None if text.capture_count.is_some() || !text.captures.is_empty() => return false,
            None => text.capture_count = Some(0),
        }
        span.end = end;
        true
    }

    fn read_move(&mut self, word: &'a str) {
        let plain = word.trim_end_matches('.');
        let word = if plain.is_empty() { word } else { plain };
        let span = Span::of(word, self.text);
        read_token(word, span, self.record, LineId::MAIN, self.faults);
        let prefix = self.piece.take().map(|prefix| Span::of(prefix, self.text).start);
        let tokens = &mut self.record.line_mut(LineId::MAIN).tokens;
        if let Some(Token { span, kind: TokenKind::Move(text) }) = tokens.last_mut() {
            text.info = text.info.map(Info::read_by_walker);
            if let Some(start) = prefix {
                text.piece = text.piece.or(Some(PieceKind::King));
                span.start = start;
            }
        }
    }

    /// Reads a move of a replay whose rows are counted from the top.
    fn read_arrow(&mut self, line: &str, (from, to): Arrow) {
        let text = self.text;
        let size = *self.size.get_or_insert_with(|| size_of_board(text));
        let square = |(row, file)| Square::new(file, size.saturating_sub(row + 1));
        let parts = MoveParts { path: vec![square(from), square(to)], ..MoveParts::default() };
        let kind = TokenKind::Move(self.record.make_move(&parts, None));
        self.push(line, kind);
    }
}

/// Whether a word belongs to a game and not to prose.
fn is_game_word(word: &str) -> bool {
    let plain = word.trim_end_matches('.');
    let bare = plain.trim_matches(['(', ')']);
    elided(word).is_some()
        || is_prefix(word)
        || is_move(plain)
        || ["resigned", "timeout"].iter().any(|known| bare.eq_ignore_ascii_case(known))
}

/// The smallest odd size that holds every square of a replay.
fn size_of_board(text: &str) -> u8 {
    let steps = text.lines().filter_map(|line| arrow(line.trim_matches(is_gap)).ok());
    let most = steps.map(|(_, (from, to))| from.0.max(from.1).max(to.0).max(to.1)).max();
    (most.unwrap_or_default() + 1) | 1
}
