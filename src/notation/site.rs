//! The move text of one playing site, as people copy it from its pages and write it in posts.
//!
//! ```text
//! record   = *line
//! line     = [outcome "," id ","] 1*(number / move / word / mark) / result / arrow / prose
//! number   = 1*DIGIT ["." / ")"]               ; 12. or, before a move, 12
//! word     = "resigned" / "timeout" / "..." / "____"
//! mark     = "R" / "T" / "*" / "+" / "++" / "x" ; behind a move, said of it
//! result   = outcome ["."]
//! outcome  = ("White" / "Black") " won" / "Draw"
//! arrow    = "(3, F) -> (2, F)"                 ; row 0 on top
//! ```
//!
//! Moves are those of `moves.rs`, in either case, with or without hyphens, numbers, captures and
//! letters; between words may stand spaces, `;` and `,`. White are the defenders. `resigned` and
//! `timeout` stand in the column of the side that loses. `+`, `++` and `--` are read as in Walker's
//! notation, which posters use. `Hn- c1-c4` is a move of the king. Dots or underscores stand for a
//! move that is not given, but `1. a1-a2` and `1... b1-b2` are the two moves of one turn.
//!
//! A line that begins with none of these is a comment on the last move before it. A game begins where
//! numbers start again from 1, or from 0 in a text that counts so, and, without numbers, after a blank line or a result.
//!
//! Replays with arrows count rows from the top of a board that they do not name: its size is the
//! smallest odd number that holds every square of the game. `Game: 3` goes into the tag `id`.
//!
//! # What is written
//!
//! ```text
//! 1. k8-i8 d6-d9
//! 2. j6-j9xi9 resigned
//! Black won.
//! ```
//!
//! and a blank line. Letters of pieces and symbols are left out, as on the site; `Ongoing.` is ours
//! and says that the game is not finished.

use memchr::memchr;
use nom::bytes::complete::{tag, tag_no_case};
use nom::character::complete::{char, digit1, satisfy, space0};
use nom::combinator::{map_opt, opt};
use nom::sequence::{delimited, pair, preceded, separated_pair, terminated};
use nom::{IResult, Parser};

use crate::board::{PieceKind, Side, Square};
use crate::record::{
    Claim, Info, LineId, MoveParts, Note, Place, Record, Span, Spanned, Token, TokenKind,
};

use super::fault::{Fault, FaultKind};
use super::format::{Entry, Seen, Split};
use super::json::word_list::lose_comments;
use super::ledger::{Ledger, Lost};
use super::moves::{MoveStyle, is_move, plain_number, read_token, span_from, usual_move};
use super::typography::{is_gap, is_unseen, past_gap};

pub(super) const ENTRY: Entry = Entry {
    name: "site",
    about: "Move text of one playing site, as pasted from pages and posts",
    extensions: &["txt"],
    states_rules: false,
    looks_like,
    keys: &[],
    split: Split::At(begins_record),
    read,
    write: Some(write),
    results: Some(["Black won.", "White won.", "Draw."]),
};

/// How many lines are looked at for moves: posts begin with words.
const LINES_LOOKED_AT: usize = 20;

fn looks_like(beginning: &str) -> bool {
    beginning.lines().take(LINES_LOOKED_AT).any(|line| first_move(line).is_some())
}

/// The first move of a line that begins with one, behind its number and what stands before it.
pub(super) fn first_move(line: &str) -> Option<&str> {
    let line = past_gap(line);
    if arrow(line).is_ok() {
        return Some(line);
    }
    let line = row_start(line).map_or(line, |(rest, _)| rest);
    let mut words = Words(line).peekable();
    if words.peek().is_some_and(|word| turn_number(word).is_some_and(|(_, rest)| rest.is_empty())) {
        words.next();
    }
    let word = words.find(|word| elided(word).is_none() && !is_prefix(word))?;
    let word = turn_number(word).map_or(word, |(_, rest)| rest);
    is_move(word.trim_end_matches('.')).then_some(word)
}

/// Numbers that start again from 1 begin a game, and so do moves without numbers after a blank line
/// or a result, a row of a table of games, and the heading of a replay.
pub(super) fn begins_record(line: &str, seen: &mut Seen) -> bool {
    const RESULT: &str = "result";
    let line = line.trim_matches(is_gap);
    if line.is_empty() {
        seen.blank = true;
        return false;
    }
    let ended = seen.tags.iter().any(|tag| tag == RESULT);
    let number = line_number(line);
    let kind = if number.is_some() { LineKind::Moves } else { LineKind::of(line) };
    let bare = kind == LineKind::Moves && number.is_none();
    let starts_again = number.is_some_and(|number| seen.starts_again(number, line));
    let begins = seen.moves
        && match kind {
            LineKind::Row | LineKind::Heading => true,
            LineKind::Moves => starts_again || ended || (bare && seen.blank && seen.turn == 0),
            LineKind::Arrow => ended,
            LineKind::Other => false,
        };
    if begins {
        *seen = Seen::default();
    }
    seen.moves |= kind != LineKind::Other;
    seen.blank = false;
    if let Some(number) = number {
        seen.first_turn.get_or_insert(number);
        seen.turn = last_number(line).unwrap_or(number);
    } else if kind != LineKind::Row && outcome(line).is_ok() {
        seen.tags.push(RESULT.to_owned());
    }
    begins
}

/// Whether a line is moves and nothing else of a game's frame: no number stands before or among them.
pub(super) fn is_bare(line: &str) -> bool {
    let line = line.trim_matches(is_gap);
    line_number(line).is_none()
        && LineKind::of(line) == LineKind::Moves
        && last_number(line).is_none()
}

/// The number of a turn that a line begins with.
fn line_number(line: &str) -> Option<u32> {
    Words(line).next().and_then(turn_number).map(|(number, _)| number)
}

/// The lines of moves in a text that has no numbers, in groups with nothing between; nothing where
/// numbers or a frame of another kind tell games apart.
pub(super) fn bare_lines(text: &str) -> Vec<Vec<String>> {
    let mut groups: Vec<Vec<String>> = vec![Vec::new()];
    for line in text.lines().map(|line| line.trim_matches(is_gap)) {
        if is_bare(line) {
            groups.last_mut().expect("one is there").push(line.to_owned());
        } else if line_number(line).is_some()
            || matches!(LineKind::of(line), LineKind::Row | LineKind::Moves | LineKind::Arrow)
        {
            return Vec::new();
        } else {
            groups.push(Vec::new());
        }
    }
    groups.retain(|group| !group.is_empty());
    groups
}

impl Seen {
    /// Whether a line with this number begins to count anew: from 1, or from 0 where the game before
    /// does so or a blank line parts them.
    fn starts_again(&self, number: u32, line: &str) -> bool {
        let from_nought = self.first_turn == Some(0);
        let parted = self.blank && !goes_on(line);
        match number {
            0 => parted || (from_nought && self.turn != 0),
            1 if from_nought && self.turn == 0 => false,
            1 => parted || self.turn != 1,
            _ => false,
        }
    }
}

/// What a line is for the telling apart of games.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineKind {
    Row,
    Heading,
    Arrow,
    Moves,
    Other,
}

impl LineKind {
    /// The kind of a line that begins with no number.
    fn of(line: &str) -> Self {
        if row_start(line).is_ok() {
            Self::Row
        } else if heading(line).is_ok() {
            Self::Heading
        } else if arrow(line).is_ok() {
            Self::Arrow
        } else if first_move(line).is_some() {
            Self::Moves
        } else {
            Self::Other
        }
    }
}

/// Whether a line goes on with a turn whose first move was given: `1. ... b1-b2`.
fn goes_on(line: &str) -> bool {
    let mut words = Words(line);
    let first = words.next().and_then(turn_number).map_or("", |(_, rest)| rest);
    first.starts_with('.') || words.next().is_some_and(|word| elided(word).is_some())
}

/// The last number of a turn in a line, so that several on one line are told from a repeated first.
/// Nothing where only the first word can be one.
fn last_number(line: &str) -> Option<u32> {
    let in_word = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b';' | b',');
    let begins = |pair: &[u8]| !in_word(pair[0]) && pair[1].is_ascii_digit();
    if !line.as_bytes().windows(2).fold(false, |found, pair| found | begins(pair)) {
        return None;
    }
    let numbers = Words(line).filter_map(turn_number);
    numbers.last().map(|(number, _)| number)
}

/// The words of a text: what stands between white space, `;` and `,`.
struct Words<'a>(&'a str);

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let (word, rest) = split_word(word_start(self.0));
        self.0 = rest;
        (!word.is_empty()).then_some(word)
    }
}

/// Whether a letter stands between words.
fn is_between(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, ';' | ',')
}

/// A text from its first word on.
fn word_start(text: &str) -> &str {
    let is_gap = |byte: &u8| matches!(byte, b' ' | b',' | b';');
    let gap = text.bytes().take_while(is_gap).count();
    match text.as_bytes().get(gap) {
        Some(b'!'..=b'~') | None => &text[gap..],
        Some(_) => text.trim_start_matches(|letter| is_between(letter) || is_unseen(letter)),
    }
}

/// The word at the start of a text, and what follows it.
fn split_word(text: &str) -> (&str, &str) {
    // Letters by bytes as far as they are, which is nearly always to the end of the word.
    let letter = |&byte: &u8| byte.is_ascii_graphic() && !matches!(byte, b';' | b',');
    let plain = text.as_bytes().iter().position(|byte| !letter(byte)).unwrap_or(text.len());
    let end = text[plain..].find(is_between).map_or(text.len(), |more| plain + more);
    let (word, rest) = text.split_at(end);
    match word.as_bytes().last() {
        Some(0x1a | 0x80..) => (word.trim_end_matches(is_unseen), rest),
        _ => (word, rest),
    }
}

/// The number of a turn at the start of a word, and what follows its dots: `1.`, `1)`, `1...`,
/// `1.a1-a2` or a number alone.
fn turn_number(word: &str) -> Option<(u32, &str)> {
    let (rest, digits) = digit1::<&str, nom::error::Error<&str>>(word).ok()?;
    let number = digits.parse().unwrap_or(u32::MAX);
    match rest.as_bytes().first() {
        None => Some((number, rest)),
        Some(b'.' | b')') => Some((number, &rest[1..])),
        Some(_) => None,
    }
}

/// Whether a word begins with a file and a rank, as only moves do.
fn starts_with_square(word: &str) -> bool {
    matches!(word.as_bytes(), [file, rank, ..] if file.is_ascii_alphabetic() && rank.is_ascii_digit())
}

/// How a word stands for a move that is not given.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Elided {
    Dots,
    Line,
}

fn elided(word: &str) -> Option<Elided> {
    let all = |mark: char| word.chars().all(|letter| letter == mark);
    match word.len() {
        2.. if all('.') => Some(Elided::Dots),
        2.. if all('_') => Some(Elided::Line),
        _ if word == "\u{2026}" => Some(Elided::Dots),
        _ => None,
    }
}

/// Whether a word names the piece that moves, apart from its move: `Hn- c1-c4`.
fn is_prefix(word: &str) -> bool {
    let word = word.strip_suffix('-').unwrap_or(word);
    word.eq_ignore_ascii_case("hn") || word == "K"
}

/// The outcomes in words, the site's own first; White are the defenders.
const OUTCOMES: [(&str, Claim); 6] = [
    ("White won", Claim::Won(Side::Defenders)),
    ("Black won", Claim::Won(Side::Attackers)),
    ("Draw", Claim::Draw),
    ("Ongoing", Claim::Open),
    ("Defenders won", Claim::Won(Side::Defenders)),
    ("Attackers won", Claim::Won(Side::Attackers)),
];

/// How outcomes are written: as the site does, or naming the sides.
pub(super) fn outcome_words(claim: Claim, by_colour: bool) -> &'static str {
    let known = |&&(_, known): &&(&str, Claim)| known == claim;
    let words =
        if by_colour { OUTCOMES.iter().find(known) } else { OUTCOMES.iter().rev().find(known) };
    words.map_or("", |(words, _)| *words)
}

/// An outcome, whose first word is given for its place.
fn outcome(text: &str) -> IResult<&str, Claim> {
    if !starts_with_one_of(text, b"wbdoa") || starts_with_square(text) {
        return refuse(text);
    }
    let not_in_word = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric());
    let known = OUTCOMES.iter().find_map(|&(words, claim)| Some((after(text, words)?, claim)));
    known.filter(|(rest, _)| not_in_word(rest)).map_or_else(|| refuse(text), Ok)
}

/// What follows these words, in either case and with any space between them.
fn after<'a>(text: &'a str, words: &str) -> Option<&'a str> {
    let mut rest = text;
    for (nth, word) in words.split(' ').enumerate() {
        let next = past_gap(rest);
        let parted = next.len() < rest.len();
        let start = next.get(..word.len()).filter(|start| start.eq_ignore_ascii_case(word))?;
        rest = &next[start.len()..];
        if parted != (nth > 0) {
            return None;
        }
    }
    Some(rest)
}

fn refuse<T>(text: &str) -> IResult<&str, T> {
    Err(nom::Err::Error(nom::error::Error::new(text, nom::error::ErrorKind::Tag)))
}

/// Whether a text starts with one of these small letters in either case: asked before words are
/// compared letter by letter, as most lines start with a number.
fn starts_with_one_of(text: &str, letters: &[u8]) -> bool {
    text.bytes().next().is_some_and(|first| letters.contains(&first.to_ascii_lowercase()))
}

/// `white won,12,`, as tables of games begin their rows.
fn row_start(line: &str) -> IResult<&str, (Claim, &str)> {
    terminated(separated_pair(outcome, char(','), digit1), char(',')).parse(line)
}

/// `Game: 3`.
fn heading(line: &str) -> IResult<&str, &str> {
    if !starts_with_one_of(line, b"g") {
        return refuse(line);
    }
    preceded((tag_no_case("game"), opt(char(':')), space0), digit1).parse(line)
}

/// `(3, F)` as a row from the top and a file.
fn cell(text: &str) -> IResult<&str, (u8, u8)> {
    let row = map_opt(digit1, |digits: &str| digits.parse::<u8>().ok().filter(|&row| row < 99));
    let file = satisfy(|letter| letter.is_ascii_alphabetic());
    let comma = (space0, char(','), space0);
    let inside = separated_pair(row, comma, file);
    let (rest, (row, file)) =
        delimited(pair(char('('), space0), inside, pair(space0, char(')'))).parse(text)?;
    Ok((rest, (row, file.to_ascii_lowercase() as u8 - b'a')))
}

/// Where a piece comes from and where it goes, row first.
type Arrow = ((u8, u8), (u8, u8));

fn arrow(line: &str) -> IResult<&str, Arrow> {
    if !starts_with_one_of(line, b"(") {
        return refuse(line);
    }
    separated_pair(cell, (space0, tag("->"), space0), cell).parse(line)
}

pub(super) fn read(text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
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
            self.take_result(claim, said);
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

    /// Takes a result. Of several, the first counts, but one that is open gives way.
    fn take_result(&mut self, claim: Claim, said: &str) {
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
        self.take_number(word, number);
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
        self.take_result(claim, &text[..text.len() - after.len()]);
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
            self.take_number(word, number);
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
        if !self.take_mark(word.trim_end_matches('.')) {
            self.read_move(word);
        }
    }

    fn push(&mut self, word: &str, kind: TokenKind) {
        let token = Token { span: Span::of(word, self.text), kind };
        self.record.line_mut(LineId::MAIN).tokens.push(token);
    }

    fn take_number(&mut self, word: &str, number: u32) {
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

    /// Takes a word that says something about the move before it.
    fn take_mark(&mut self, word: &str) -> bool {
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

fn write(record: &Record, ledger: &mut Ledger) -> String {
    let mut out = String::with_capacity(record.tokens().len() * 8);
    note_losses(record, ledger);
    let first = record.first.as_ref().map_or(Side::Attackers, |first| first.value);
    write_turns(&mut out, record, |out, at, kind| {
        let mover = if at.is_multiple_of(2) { first } else { first.other() };
        match kind {
            TokenKind::Move(text) if text.path.len() > 1 => {
                MoveStyle::SITE.write_to(out, record, text, mover, ledger);
            }
            TokenKind::Resigned => *out += "resigned",
            TokenKind::TimedOut => *out += "timeout",
            TokenKind::Elided => *out += "...",
            TokenKind::Move(_) | TokenKind::Unreadable(_) => {
                ledger.lose(Lost::Unreadable);
                out.push('?');
            }
        }
    });
    if let Some(result) = &record.result {
        out += outcome_words(result.value, true);
        out += ".\n";
    }
    out.push('\n');
    out
}

/// Writes numbered turns, a line each; at least the first number, so that there is a record.
pub(super) fn write_turns(
    out: &mut String,
    record: &Record,
    mut write: impl FnMut(&mut String, usize, &TokenKind),
) {
    let turns = record.tokens().chunks(2);
    if record.tokens().is_empty() {
        *out += "1.\n";
    }
    for (turn, tokens) in turns.enumerate() {
        *out += &(turn + 1).to_string();
        out.push('.');
        for (nth, token) in tokens.iter().enumerate() {
            out.push(' ');
            write(out, 2 * turn + nth, &token.kind);
        }
        out.push('\n');
    }
}

/// What a record holds that plain move text has no place for.
pub(super) fn note_losses(record: &Record, ledger: &mut Ledger) {
    lose_comments(record, ledger);
    let losses = [
        (Lost::Variations, record.line_count() - 1),
        (Lost::StartPosition, usize::from(record.start.is_some())),
        (Lost::Rules, usize::from(record.rules.is_some())),
        (Lost::FirstMover, usize::from(record.first.is_some())),
        (Lost::Tags, record.tags.len()),
        (Lost::Counts, usize::from(record.counts.is_some())),
        (Lost::Boards, record.boards.len()),
    ];
    for (what, count) in losses {
        ledger.lose_many(what, count);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{read_well, records, there_and_back, told};
    use super::super::{Format, Source};
    use super::*;
    use proptest::prelude::*;

    fn moves(text: &str) -> Vec<String> {
        let record = read_well(Format::Site, text);
        words(&record, text)
    }

    fn words(record: &Record, text: &str) -> Vec<String> {
        let tokens = record.tokens().iter();
        tokens.map(|token| token.span.text(text).to_owned()).collect()
    }

    fn texts(text: &str) -> Vec<String> {
        let mut source = Source::new(text.as_bytes(), Some(Format::Site));
        source.begin().unwrap();
        let mut found = Vec::new();
        while let Some(chunk) = source.next_chunk().unwrap() {
            for raw in &chunk.records {
                found.push(String::from_utf8(chunk.bytes[raw.range.clone()].to_vec()).unwrap());
            }
        }
        found
    }

    #[test]
    fn pages_and_posts_are_read() {
        let running = "1. k8-i8 d6-d9 2. a4-c4 g7-i7xj7 24. f3-j3 resigned\nWhite won.";
        let (mut record, mut faults) = (Record::default(), Vec::new());
        read(running, &mut record, &mut faults);
        assert_eq!(faults.len(), 1);
        assert_eq!(faults[0].kind, FaultKind::TurnNumber { found: 24, expected: 3 });
        assert_eq!(record.tokens().len(), 6);
        assert_eq!(record.tokens()[5].kind, TokenKind::Resigned);
        let result = record.result.unwrap();
        assert_eq!(result.value, Claim::Won(Side::Defenders));
        assert_eq!(result.span.text(running), "White won.");
        assert_eq!(moves("h1h3 g5g2 f10d10"), ["h1h3", "g5g2", "f10d10"]);
        assert_eq!(moves("1.a1-a2 b1-b2;2.a2-a3"), ["a1-a2", "b1-b2", "a2-a3"]);
        assert_eq!(
            moves("1 a1-a2 b1-b2\n2 a2-a3, timeout."),
            ["a1-a2", "b1-b2", "a2-a3", "timeout"]
        );
        assert_eq!(moves("1. a1-a2\n1... b1-b2\n2. a2-a3 \n2. ... b2-b3").len(), 4);
    }

    #[test]
    fn games_may_count_from_nought() {
        let one = "0. d1-c1 d3-c3\n1. d7-e7 d5-e5\n";
        assert_eq!(moves(one).len(), 4);
        assert_eq!(texts(one).len(), 1);
        assert_eq!(texts("0. d1-c1 d3-c3\n\n1. d7-e7 d5-e5\n2. c1-c2").len(), 1);
        assert_eq!(texts(&one.repeat(3)).len(), 3);
        assert_eq!(
            texts("0. d1-c1 d3-c3 1. d7-e7 d5-e5\n0. d1-c1 d3-c3 1. d7-e7 d5-e5\n").len(),
            2
        );
        let from_one = "1. d1-c1 d3-c3\n2. d7-e7 d5-e5\n";
        assert_eq!(texts(&format!("{one}\n{from_one}\n{one}")).len(), 3);
    }

    #[test]
    fn a_stray_nought_is_told_of() {
        let text = "1. d1-c1 d3-c3\n0. d7-e7 d5-e5\n2. c1-c2 c3-b3\n";
        assert_eq!(texts(text).len(), 1);
        let (mut record, mut faults) = (Record::default(), Vec::new());
        read(text, &mut record, &mut faults);
        let told: Vec<String> = faults.iter().map(|fault| fault.kind.to_string()).collect();
        assert_eq!(told, ["turn 0 comes where turn 2 should", "turn 2 comes where turn 1 should"]);
    }

    #[test]
    fn spaces_and_dashes_of_all_kinds_are_read() {
        let plain = "1. d1-c1 d3-c3\n2. d7-e7xe6 resigned\nWhite won.\n";
        let text = "\u{feff}1.\u{a0}d1\u{2013}c1\u{a0}d3\u{2014}c3\u{200b}\n\u{200b}2. \u{200b} d7\u{2212}e7\u{d7}e6\u{2003}resigned\u{a0}\n\u{200b}\nWhite\u{a0}won.\n\u{1a}";
        let expected = read_well(Format::Site, plain);
        let record = read_well(Format::Site, text);
        assert_eq!(told(&record), told(&expected));
        assert_eq!(words(&record, text)[0], "d1\u{2013}c1");
        assert_eq!(texts(text).len(), 1);
        // Moves with a space of no width between them are two, and one with one inside is one.
        assert_eq!(moves("1. d1-c1\u{200b}d3-c3"), ["d1-c1", "d3-c3"]);
        assert_eq!(moves("1. d1-\u{200b}c1 d3\u{2060}-c3").len(), 2);
        assert_eq!(moves("1. d1-c1 \u{2014}\u{2014}\u{2014}")[1], "\u{2014}\u{2014}\u{2014}");
    }

    #[test]
    fn results_that_contradict_each_other_are_told_of() {
        let faults_of = |text: &str| {
            let (mut record, mut faults) = (Record::default(), Vec::new());
            read(text, &mut record, &mut faults);
            (record.result.map(|result| result.value), faults)
        };
        let (result, faults) = faults_of("white won,12,1. a1-a2 b1-b2\nBlack won.");
        assert_eq!(result, Some(Claim::Won(Side::Defenders)));
        assert_eq!(faults[0].kind, FaultKind::two_results("white won", "Black won."));
        assert_eq!(faults_of("1. a1-a2\nWhite won.\nWhite won.").1, []);
        let (result, faults) = faults_of("1. a1-a2\nOngoing\nBlack won.");
        assert_eq!((result, faults.len()), (Some(Claim::Won(Side::Attackers)), 0));
    }

    #[test]
    fn decorations_of_posters_are_understood() {
        let text = "1. ... ____ B7-C7\n2. Kb10-b3 Hn- c1-c4\n3. b2-b1 R b1-a1 T\n\
                    4. g1-g4x E11-E10*\n5. g4-g5 x A2-A1++\n6. D4B4";
        let record = read_well(Format::Site, text);
        let kinds: Vec<String> = record
            .tokens()
            .iter()
            .map(|token| match &token.kind {
                TokenKind::Move(text) => {
                    format!("{:?} {:?} {:?}", text.piece, text.info, text.capture_count)
                }
                kind => format!("{kind:?}"),
            })
            .collect();
        insta::assert_snapshot!(kinds.join("\n"), @r"
        Elided
        None None None
        Some(King) None None
        Some(King) None None
        None Some(Raichi) None
        None Some(Tuichi) None
        None None Some(0)
        None Some(Starred) None
        None None Some(0)
        None Some(Wins) None
        None None None
        ");
        assert_eq!(words(&record, text)[3], "Hn- c1-c4");
        assert_eq!(words(&record, text)[4], "b2-b1 R");
    }

    #[test]
    fn prose_is_kept_as_comments() {
        let text = "My best game\n1. a1-a2 b1-b2\nA fine answer, I thought.\n2. a2-a3\nDraw.\n";
        let record = read_well(Format::Site, text);
        let notes: Vec<_> =
            record.main().notes.iter().map(|n| (n.at, n.place, n.text.as_str())).collect();
        assert_eq!(
            notes,
            [(0, Place::Before, "My best game"), (1, Place::After, "A fine answer, I thought.")]
        );
        assert_eq!(record.result.unwrap().value, Claim::Draw);
    }

    #[test]
    fn games_are_told_apart() {
        let texts = |text| texts(text).len();
        assert_eq!(texts("1. a1-a2 b1-b2\n2. a2-a3\n1. a1-a3\n"), 2);
        assert_eq!(texts("a1-a2 b1-b2\n\nc1-c2 d1-d2\n\n\na1a2\n"), 3);
        assert_eq!(texts("1. a1-a2 b1-b2\n\n2. a2-a3\n\nWhite won.\n\n1. a1-a3\nDraw.\n"), 2);
        assert_eq!(texts("1. a1-a2\n1... b1-b2\n2. a2-a3\n"), 1);
        assert_eq!(texts("white won,1,1. a1-a2 b1-b2 2. c1-c2\nblack won,2,1. a1-a2\n"), 2);
        assert_eq!(texts("Game: 0\n(3, F) -> (2, F)\nGame: 1\n(3, F) -> (2, F)\n"), 2);
        assert_eq!(texts("1.\n\n1.\nDraw.\n\n1.\n\n"), 3);
    }

    #[test]
    fn tables_and_replays_are_read() {
        let text = "white won,12,1. k8-i8 d6-d9 2. resigned";
        let record = read_well(Format::Site, text);
        assert_eq!(record.tag("id"), Some("12"));
        assert_eq!(record.result.as_ref().unwrap().value, Claim::Won(Side::Defenders));
        assert_eq!(record.tokens().len(), 3);
        let text = "Game: 7\n(10, D) -> (10, C)\n(4, G) -> (4, J)\n";
        let record = read_well(Format::Site, text);
        assert_eq!(record.tag("id"), Some("7"));
        let TokenKind::Move(first) = &record.tokens()[0].kind else { panic!() };
        assert_eq!(record.path(first), [Square::new(3, 0), Square::new(2, 0)]);
        let TokenKind::Move(second) = &record.tokens()[1].kind else { panic!() };
        assert_eq!(record.path(second), [Square::new(6, 6), Square::new(9, 6)]);
    }

    #[test]
    fn faults_are_told() {
        let text = "1. a1-a2 what\n3. b1-b2 nox";
        let (mut record, mut faults) = (Record::default(), Vec::new());
        read(text, &mut record, &mut faults);
        let told: Vec<String> =
            faults.iter().map(|f| format!("{} `{}`", f.kind, f.span.text(text))).collect();
        insta::assert_snapshot!(told.join("\n"), @r"
        `what` is not a move `what`
        turn 3 comes where turn 2 should `3.`
        `nox` is not a move `nox`
        ");
    }

    #[test]
    fn what_is_written_is_canonical() {
        let text = "1. k8-i8 d6-d9\n2. j6-j9xi9xi8 resigned\nBlack won.\n\n";
        let record = read_well(Format::Site, text);
        let (written, ledger) = there_and_back(Format::Site, &record);
        assert_eq!(written, text);
        assert!(ledger.is_empty());
    }

    proptest! {
        #[test]
        fn moves_and_results_come_back(record in records()) {
            let mut ledger = Ledger::default();
            let once = write(&record, &mut ledger);
            let again = read_well(Format::Site, &once);
            prop_assert_eq!(&write(&again, &mut Ledger::default()), &once);
            let expected = record.tokens().iter().filter(|t| !matches!(t.kind, TokenKind::Unreadable(_)));
            prop_assert_eq!(again.tokens().len(), expected.count());
            prop_assert_eq!(again.result.map(|r| r.value), record.result.map(|r| r.value));
        }

        #[test]
        fn no_text_makes_the_reader_fall(text in "(?s)[a-c1-3. x;\n_RTKHn-]{0,60}|.{0,40}") {
            let (mut record, mut faults) = (Record::default(), Vec::new());
            read(&text, &mut record, &mut faults);
            let _ = told(&record);
            texts(&text);
        }
    }
}
