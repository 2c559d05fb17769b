//! Which line a turn belongs to, by its address.

use crate::notation::FaultKind;
use crate::notation::moves::plain_number;
use crate::record::{LineId, Span};

use super::super::address::{Element, address, line_key, stem};
use super::{Reader, Turns, VariationKey};

impl<'a> Reader<'a, '_> {
    /// Reads the address of a turn and goes to its line. Returns whether there was one.
    pub(super) fn read_address(&mut self) -> bool {
        if let Some((number, length)) = plain_number(self.rest) {
            let (word, after) = self.rest.split_at(length);
            self.turns_seen = true;
            self.rest = after;
            self.moved |= self.line != LineId::MAIN;
            self.line = LineId::MAIN;
            self.begin_turn(word, Element { number, letter: None });
            return true;
        }
        let mut elements = std::mem::take(&mut self.elements);
        let found = address(self.rest, &mut elements);
        if let Some((word, after)) = found {
            self.turns_seen = true;
            self.rest = after;
            self.go_to(word, &elements);
        }
        self.elements = elements;
        found.is_some()
    }

    /// How many of the next words stand for moves of the turn that are given elsewhere.
    fn skip_all_elided(&mut self) -> u32 {
        let mut count = 0;
        while self.skip_elided() {
            count += 1;
        }
        count
    }

    /// Whether the next word stands for a move of the turn that is given elsewhere.
    fn skip_elided(&mut self) -> bool {
        const ELIDED: &str = ".....";
        let word = self.rest.trim_start();
        let ends = |rest: &str| rest.is_empty() || rest.starts_with(char::is_whitespace);
        match word.strip_prefix(ELIDED) {
            Some(after) if ends(after) => {
                self.rest = after;
                true
            }
            _ => false,
        }
    }

    fn go_to(&mut self, word: &'a str, elements: &[Element]) {
        self.moved = true;
        let (start, path) = match word.strip_prefix('@') {
            Some(_) => (LineId(elements[0].number as usize), &elements[1..]),
            None => (LineId::MAIN, elements),
        };
        let Some((&turn, ways)) = path.split_last() else {
            self.fault(word, FaultKind::Nowhere(word.to_owned()));
            return;
        };
        if start.0 >= self.record.line_count() || ways.len() % 2 != 0 {
            self.go_astray(word, turn, LineId::MAIN);
            return;
        }
        let mut line = start;
        let mut ways = ways.chunks_exact(2).map(|way| (line_key(way[0]), way[1])).peekable();
        while let Some((root, way)) = ways.next() {
            let key = (line, root, way.number);
            match self.variations.get(&key) {
                Some(&next) if way.letter.is_none() => line = next,
                None if way.letter.is_none() && ways.peek().is_none() => {
                    self.go_to_new(word, key, turn);
                    return;
                }
                _ => {
                    self.go_astray(word, turn, line);
                    return;
                }
            }
        }
        self.line = line;
        self.begin_turn(word, turn);
    }

    /// Opens the variation that is addressed for the first time.
    fn go_to_new(&mut self, word: &'a str, key: VariationKey, turn: Element) {
        let (on, root, _) = key;
        let elided = self.skip_all_elided();
        let nth = if elided > 0 { root.move_index().max(elided) } else { root.move_index() };
        match self.word_at(on, root.number, nth) {
            Some(word_on) => {
                let at = self.chains.token(on, word_on);
                let line = self.open(on, at, elided);
                self.record.name_last_line(Span::of(stem(word), self.text));
                if let Some(hop) = self.chains.hop(on, word_on) {
                    self.chains.begin(line, self.record, on, at, hop);
                }
                self.variations.insert(key, line);
                self.begin_turn(word, turn);
            }
            None => self.go_astray(word, turn, on),
        }
    }

    /// A variation on a move that is not there: it is kept on the last move of the nearest line.
    fn go_astray(&mut self, word: &'a str, turn: Element, near: LineId) {
        let stem = stem(word);
        if let Some(&line) = self.strays.get(stem) {
            self.line = line;
            self.begin_turn(word, turn);
            return;
        }
        self.fault(word, FaultKind::Nowhere(word.to_owned()));
        let at = self.record.line(near).tokens.len().saturating_sub(1);
        let elided = self.skip_all_elided();
        let line = self.open(near, at, elided);
        self.record.misplace_last_line();
        self.strays.insert(stem, line);
        self.begin_turn(word, turn);
    }

    /// Opens a variation and makes it the line that is read.
    fn open(&mut self, on: LineId, at: usize, elided: u32) -> LineId {
        let line = self.record.branch(on, at);
        self.line = line;
        self.turn_start = 0;
        self.turns.push(if elided > 0 { vec![(1, -i64::from(elided))] } else { Turns::new() });
        line
    }

    /// Which word of a line is the given one of a turn; the end of the line counts as a word.
    fn word_at(&self, line: LineId, turn: u32, nth: u32) -> Option<usize> {
        let turns = &self.turns[line.0];
        let end = (self.record.line(line).tokens.len() + self.chains.hops(line)) as i64;
        let at = match turns.binary_search_by_key(&turn, |&(number, _)| number) {
            Ok(found) => {
                let (_, start) = turns[found];
                let limit = turns.get(found + 1).map_or(end, |&(_, next)| next - 1);
                let at = start + i64::from(nth);
                (at <= limit && (at < end || nth < 2 || start < 0)).then_some(at)?
            }
            Err(_) => {
                let next = turns.last().map_or(1, |&(number, _)| number.saturating_add(1));
                (turn == next && nth == 0).then_some(end)?
            }
        };
        usize::try_from(at).ok()
    }

    /// Begins a turn of the line, or goes on with the one that is open.
    fn begin_turn(&mut self, word: &str, turn: Element) {
        let words = self.words();
        let last = self.turns[self.line.0].last().copied();
        if let Some((number, start)) = last {
            let played = words as i64 - start;
            let opened_by_elision = start < 0 && words == 0;
            let goes_on = turn.number == number
                && (opened_by_elision
                    || i64::from(turn.move_index()) == played
                        && turn.letter.is_some_and(|l| l > b'a')
                    || played == 1 && self.skip_elided());
            if goes_on {
                let lettered = turn.letter.is_some_and(|letter| letter > b'a');
                self.apart = lettered.then_some((self.line, words)).or(self.apart);
                self.turn_start = start.max(0) as usize;
                return;
            }
        }
        let expected = last.map_or(1, |(number, _)| number.saturating_add(1));
        if turn.number != expected {
            if self.line == LineId::MAIN {
                self.report_swallowed(true);
            }
            let kind = FaultKind::TurnNumber { found: turn.number, expected };
            self.fault(word, kind);
        }
        self.turn_start = words;
        if self.line == LineId::MAIN && turn.letter.is_some() {
            self.apart = Some((self.line, words));
        }
        if last.is_none_or(|(number, _)| turn.number > number) {
            let start = words as i64 - i64::from(turn.move_index());
            self.turns[self.line.0].push((turn.number, start));
        }
    }
}
