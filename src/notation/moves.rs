//! Move texts, as the formats share them.
//!
//! ```text
//! move     = [piece] square 1*(join square) [captures] [count] [info]
//! piece    = letter / "Hn" ["-"]                ; t c n k m g in either case, before a square
//! join     = "-" / "^" / "=" / "^=" / ""        ; nothing in old records: h1h3
//! captures = ("x" / ":") capture *(("x" / ":" / "/") capture) ; may also follow an earlier hop
//! capture  = [piece] square
//! count    = "x" *2DIGIT                        ; how many fall, or only that something does
//! info     = "++" / "+" / "--" / "-" / "R" / "T" / "*"
//! ```
//!
//! Squares, letters and `x` may be in either case. Dashes of any kind are hyphens, and what is not seen
//! is not there: see [`super::typography`].

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_while_m_n};
use nom::character::complete::{anychar, char, satisfy};
use nom::combinator::{map_opt, opt, peek, value};
use nom::error::{Error, ErrorKind};
use nom::sequence::{pair, preceded, terminated};
use nom::{IResult, Parser};

use crate::board::{Piece, PieceKind, Side, Square};
use crate::record::{CaptureText, Info, LineId, MoveText, Record, Slide, Token, TokenKind};

use super::fault::{Fault, FaultKind};
use super::ledger::{Ledger, Lost};
use super::shortened;
use super::typography::{is_unseen, past_gap, plain};
use crate::record::{Span, short};

/// How many faults a record is told of; one that is no record at all has thousands.
pub(super) const MOST_FAULTS: usize = 64;

/// Reads one word of a list of moves into the record.
pub(super) fn read_token(
    word: &str,
    span: Span,
    record: &mut Record,
    line: LineId,
    faults: &mut Vec<Fault>,
) {
    // A word with escapes, or one that was trimmed, is not as long as its span.
    if usual_move(word.as_bytes(), |_| span, record, line, |_| false).is_some() {
        return;
    }
    if (span.end - span.start) as usize == word.len() && is_several(word) {
        let seen = word.split(is_unseen).filter(|part| !part.is_empty());
        return seen.for_each(|part| {
            let start = span.start as usize + Span::of(part, word).start as usize;
            read_token(part, Span::new(start, start + part.len()), record, line, faults);
        });
    }
    let kind = match read_move(word, record) {
        Some(text) => TokenKind::Move(text),
        None => other_token(&plain(word)).unwrap_or_else(|| {
            if faults.len() < MOST_FAULTS {
                faults.push(Fault::new(span, FaultKind::NotAMove(shortened(word))));
            }
            TokenKind::Unreadable(word.into())
        }),
    };
    record.line_mut(line).tokens.push(Token { span, kind });
}

/// Whether a word is several moves with spaces of no width between them.
fn is_several(word: &str) -> bool {
    let seen = || word.split(is_unseen).filter(|part| !part.is_empty());
    !word.is_ascii() && seen().nth(1).is_some() && seen().all(is_move)
}

/// Reads words of a text with white space between them into the record. Where a usual move ends is
/// found by reading it, of other words by looking for the white space.
pub(super) fn read_words(words: &str, text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    let start = Span::of(words, text).start as usize;
    let bytes = words.as_bytes();
    let is_space = |byte: u8| byte.is_ascii_whitespace();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if is_space(byte) {
            at += 1;
        } else if let Some(length) =
            usual_move(&bytes[at..], span_from(start + at), record, LineId::MAIN, is_space)
        {
            at += length;
        } else {
            let rest = past_gap(&words[at..]);
            let word = &rest[..rest.find(char::is_whitespace).unwrap_or(rest.len())];
            if !word.is_empty() {
                read_token(word, Span::of(word, text), record, LineId::MAIN, faults);
            }
            at = words.len() - rest.len() + word.len();
        }
    }
}

/// `12.` before white space, as most numbers of turns stand: its number and its length.
pub(super) fn plain_number(text: &str) -> Option<(u32, usize)> {
    let mut number: u32 = 0;
    for (at, &byte) in text.as_bytes().iter().enumerate().take(9) {
        match byte {
            b'0'..=b'9' => number = number * 10 + u32::from(byte - b'0'),
            b'.' if at > 0 && text.as_bytes().get(at + 1).is_some_and(u8::is_ascii_whitespace) => {
                return Some((number, at + 1));
            }
            _ => return None,
        }
    }
    None
}

fn other_token(word: &str) -> Option<TokenKind> {
    let plain = word.trim_matches(|letter| matches!(letter, '(' | ')' | '.' | ','));
    if word.starts_with("...") && plain.is_empty() {
        return Some(TokenKind::Elided);
    }
    let is = |known: &str| plain.eq_ignore_ascii_case(known);
    if is("resigned") || is("resigns") || is("resign") || word == "---" {
        Some(TokenKind::Resigned)
    } else if is("timeout") {
        Some(TokenKind::TimedOut)
    } else {
        None
    }
}

/// Whether a word that is no move can stand among moves as it is, and is read as no move again.
pub(super) fn stays_unreadable(word: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    word.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && word.chars().all(plain)
        && parse_path(word).is_none()
        && other_token(word).is_none()
}

/// Reads a whole word as a move.
fn read_move(word: &str, record: &mut Record) -> Option<MoveText> {
    let before = record.lengths();
    let text = move_text(&plain(word), record);
    if text.is_none() {
        record.truncate(before);
    }
    text
}

fn move_text(word: &str, record: &mut Record) -> Option<MoveText> {
    let (first_square, first_capture) = record.lengths();
    let (mut rest, (piece, origin)) = piece_and_square(word.as_bytes()).ok()?;
    record.push_square(origin);
    let mut run_together = false;
    let (mut hops, mut jumps, mut continues) = (0, 0, false);
    while !rest.is_empty() {
        if let Ok((after, mark)) = join(rest) {
            let Ok((after, square)) = square(after) else { break };
            run_together |= hops == 0 && mark.is_empty();
            jumps |= u32::from(mark.starts_with(b"^")).checked_shl(hops).unwrap_or(0);
            continues |= hops == 0 && mark.ends_with(b"=");
            hops += 1;
            record.push_square(square);
            rest = after;
        } else if let Ok((after, capture)) = capture(rest) {
            record.push_capture(capture);
            rest = after;
        } else {
            break;
        }
    }
    let (rest, (capture_count, info)) = match rest {
        [] => (rest, (None, None)),
        _ => (opt(count), opt(info)).parse(rest).ok()?,
    };
    let (squares, captures) = record.lengths();
    let whole = rest.is_empty() && squares - first_square >= 2;
    whole.then_some(MoveText {
        piece,
        path: short(first_square..squares),
        captures: short(first_capture..captures),
        run_together,
        jumps,
        continues,
        capture_count,
        info,
    })
}

/// Reads what nearly all moves are into a line of the record: two squares, a hyphen between them or
/// nothing, and captures without letters. Behind it the text has to end, or go on with a byte that ends
/// words. `span` tells where a move of
/// some length stands. Returns the length of the move.
#[inline]
pub(super) fn usual_move(
    text: &[u8],
    span: impl Fn(usize) -> Span,
    record: &mut Record,
    line: LineId,
    ends_word: impl Fn(u8) -> bool,
) -> Option<usize> {
    let (length, slide) = plain_move(text)?;
    let ends_at = |at: usize| text.get(at).is_none_or(|&byte| ends_word(byte));
    if ends_at(length) {
        let captures = record.lengths().1;
        record.add_slide(line, span(length), slide, captures);
        return Some(length);
    }
    let before = record.lengths();
    let length = length + usual_captures(&text[length..], record);
    if !ends_at(length) {
        record.truncate(before);
        return None;
    }
    record.add_slide(line, span(length), slide, before.1);
    Some(length)
}

/// Where a text of some length stands that begins here.
#[inline]
pub(super) fn span_from(start: usize) -> impl Fn(usize) -> Span {
    move |length| Span::new(start, start + length)
}

/// Reads captures without letters, as many as there are. Returns their length.
fn usual_captures(text: &[u8], record: &mut Record) -> usize {
    let mut rest = text;
    while let Ok((after, square)) = bare_capture(rest) {
        record.push_capture(CaptureText { piece: None, square });
        rest = after;
    }
    text.len() - rest.len()
}

/// A capture whose piece is not named.
#[inline]
fn bare_capture(text: &[u8]) -> IResult<&[u8], Square> {
    match text {
        [b'x' | b'X' | b'/' | b':', rest @ ..] => square(rest),
        _ => refuse(text),
    }
}

/// What most moves are: two squares, a hyphen between them or nothing. Returns its length and what it
/// says. How many digits a rank has and whether there is a hyphen is not branched on: no processor
/// foresees it.
#[inline(always)]
fn plain_move(text: &[u8]) -> Option<(usize, Slide)> {
    let word = first_bytes(text)?;
    let (from, before, starts) = low_square(word);
    let rest = word >> (8 * before);
    let hyphen = usize::from(rest as u8 == b'-');
    let (to, behind, ends) = low_square(rest >> (8 * hyphen));
    let takes_nothing = to.file != b'x' - b'a';
    if !(starts & ends & takes_nothing) {
        return None;
    }
    Some((before + hyphen + behind, Slide { from, to, run_together: hyphen == 0 }))
}

/// The first eight bytes of a text that has four or more, the first of them lowest; zeros behind its end.
#[inline(always)]
fn first_bytes(text: &[u8]) -> Option<u64> {
    if let Some(eight) = text.first_chunk() {
        return Some(u64::from_le_bytes(*eight));
    }
    let half = |bytes: &[u8; 4]| u64::from(u32::from_le_bytes(*bytes));
    let (first, last) = (text.first_chunk()?, text.last_chunk()?);
    Some(half(first) | half(last) << (8 * (text.len() - 4)))
}

/// The square in the lowest bytes, how many they are, and whether it is one.
#[inline(always)]
fn low_square(bytes: u64) -> (Square, usize, bool) {
    let [file, first, second, ..] = bytes.to_le_bytes();
    let file = (file | 0x20).wrapping_sub(b'a');
    let (first, second) = (first.wrapping_sub(b'0'), second.wrapping_sub(b'0'));
    let two = second < 10;
    let rank = if two { first.wrapping_mul(10).wrapping_add(second) } else { first };
    let is_one = (file < 26) & (first < 10) & (rank != 0);
    let square = Square::new(file, rank.wrapping_sub(1));
    (square, 2 + usize::from(two), is_one)
}

/// A letter and one or two digits.
#[inline(always)]
fn square(text: &[u8]) -> IResult<&[u8], Square> {
    let digit = |byte: u8| byte.wrapping_sub(b'0');
    let (file, rank, rest) = match text {
        [file, tens, ones, rest @ ..] if digit(*tens) < 10 && digit(*ones) < 10 => {
            (file, digit(*tens) * 10 + digit(*ones), rest)
        }
        [file, ones, rest @ ..] if digit(*ones) < 10 => (file, digit(*ones), rest),
        _ => return refuse(text),
    };
    if !file.is_ascii_alphabetic() || rank == 0 {
        return refuse(text);
    }
    Ok((rest, Square::new(file.to_ascii_lowercase() - b'a', rank - 1)))
}

fn refuse<T>(text: &[u8]) -> IResult<&[u8], T> {
    Err(nom::Err::Error(Error::new(text, ErrorKind::Verify)))
}

/// A piece's letter, which another letter follows: `c` alone may be a file. `Hn` is the king, whom
/// some call hnefi.
fn piece(text: &[u8]) -> IResult<&[u8], PieceKind> {
    let letter = map_opt(anychar, PieceKind::from_letter);
    let hnefi = value(PieceKind::King, (tag_no_case("hn"), opt(char('-'))));
    terminated(alt((letter, hnefi)), peek(satisfy(|next| next.is_ascii_alphabetic()))).parse(text)
}

#[inline]
fn piece_and_square(text: &[u8]) -> IResult<&[u8], (Option<PieceKind>, Square)> {
    // A digit behind the first letter makes that a file.
    if text.get(1).is_some_and(u8::is_ascii_digit) {
        return square(text).map(|(rest, square)| (rest, (None, square)));
    }
    pair(opt(piece), square).parse(text)
}

/// What stands between two squares that are visited one after the other.
#[inline]
fn join(text: &[u8]) -> IResult<&[u8], &[u8]> {
    let length = match text {
        [b'^', b'=', ..] => 2,
        [b'-' | b'^' | b'=', ..] => 1,
        _ => 0,
    };
    let (mark, rest) = text.split_at(length);
    match rest {
        [file, digit, ..] if is_file(*file) && digit.is_ascii_digit() => Ok((rest, mark)),
        _ => refuse(text),
    }
}

/// Whether a letter may name a file behind a join: `x` begins a capture.
const fn is_file(letter: u8) -> bool {
    letter.is_ascii_alphabetic() && !matches!(letter, b'x' | b'X')
}

#[inline]
fn capture(text: &[u8]) -> IResult<&[u8], CaptureText> {
    let (rest, (piece, square)) =
        preceded(satisfy(|mark| matches!(mark, 'x' | 'X' | '/' | ':')), piece_and_square)
            .parse(text)?;
    Ok((rest, CaptureText { piece, square }))
}

fn count(text: &[u8]) -> IResult<&[u8], u8> {
    let number = take_while_m_n(0, 2, |digit: u8| digit.is_ascii_digit());
    let number = map_opt(number, |digits: &[u8]| match digits {
        [] => Some(0),
        _ => Some(digits.iter().fold(0, |sum, digit| sum * 10 + (digit - b'0'))).filter(|&n| n > 0),
    });
    preceded(satisfy(|mark| matches!(mark, 'x' | 'X')), number).parse(text)
}

fn info(text: &[u8]) -> IResult<&[u8], Info> {
    alt((
        value(Info::KingTaken, tag("++")),
        value(Info::KingInDanger, tag("+")),
        value(Info::KingEscapes, tag("--")),
        value(Info::KingHasWayOut, tag("-")),
        value(Info::Raichi, tag("R")),
        value(Info::Tuichi, tag("T")),
        value(Info::Starred, tag("*")),
    ))
    .parse(text)
}

/// How captures are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureStyle {
    /// `xd4/e3`
    Slashes,
    /// `xd4xe3`
    Repeated,
    /// Not at all.
    None,
}

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveStyle {
    /// How captures are written.
    pub captures: CaptureStyle,
    /// Whether the letters of pieces are.
    pub letters: bool,
    /// Whether symbols after moves are.
    pub symbols: bool,
}

impl MoveStyle {
    /// As OpenTafl notation has it, nothing left out.
    pub const OPENTAFL: Self =
        Self { captures: CaptureStyle::Slashes, letters: true, symbols: true };

    /// As the site that most games come from has it.
    pub const SITE: Self =
        Self { captures: CaptureStyle::Repeated, letters: false, symbols: false };

    /// Writes a move, its hops joined by `-` and `=`; what is left out is noted in the ledger. `mover`
    /// decides on the case of piece letters: upper case for defenders. `?` stands for a move that cannot
    /// be written.
    pub fn write(
        self,
        record: &Record,
        text: &MoveText,
        mover: Side,
        ledger: &mut Ledger,
    ) -> String {
        let mut written = String::with_capacity(16);
        self.write_to(&mut written, record, text, mover, ledger);
        written
    }

    /// The same, added to what is written already.
    pub(super) fn write_to(
        self,
        out: &mut String,
        record: &Record,
        text: &MoveText,
        mover: Side,
        ledger: &mut Ledger,
    ) {
        if let Some(lost) = unwritable(record, text) {
            ledger.lose(lost);
            *out += UNREADABLE;
            return;
        }
        self.write_letter(out, text.piece, mover, ledger);
        for (at, &square) in record.path(text).iter().enumerate() {
            if at > 0 {
                let jumped =
                    text.jumps.checked_shr(at as u32 - 1).is_some_and(|bits| bits & 1 == 1);
                let goes_on = at > 1 || text.continues;
                *out += match (goes_on, jumped) {
                    (false, true) => "^",
                    (false, false) if text.run_together => "",
                    (false, false) => "-",
                    (true, true) => "^=",
                    (true, false) => "=",
                };
            }
            write_square(out, square);
        }
        let captures = record.captures(text);
        if self.captures == CaptureStyle::None {
            ledger.lose_many(Lost::Captures, captures.len());
        } else {
            for (at, capture) in captures.iter().enumerate() {
                let slash = at > 0 && self.captures == CaptureStyle::Slashes;
                out.push(if slash { '/' } else { 'x' });
                self.write_letter(out, capture.piece, mover.other(), ledger);
                write_square(out, capture.square);
            }
            match text.capture_count {
                Some(0) => out.push('x'),
                Some(count) => {
                    out.push('x');
                    *out += &count.min(99).to_string();
                }
                None => {}
            }
        }
        if let Some(info) = text.info {
            if self.symbols {
                *out += info.symbol();
            } else {
                ledger.lose(Lost::Symbols);
            }
        }
    }

    fn write_letter(
        self,
        out: &mut String,
        kind: Option<PieceKind>,
        side: Side,
        ledger: &mut Ledger,
    ) {
        match kind {
            Some(kind) if self.letters => out.push(Piece::new(side, kind).letter()),
            Some(_) => ledger.lose(Lost::PieceLetters),
            None => {}
        }
    }
}

/// Stands for a word or a move that cannot be written, so that the moves behind it keep their sides.
pub(super) const UNREADABLE: &str = "?";

/// Why a move cannot be written so that it is read again, if it cannot: it names a square that has no
/// name of one letter and two digits, or goes to one whose letter begins a capture. None of these is on
/// any board.
fn unwritable(record: &Record, text: &MoveText) -> Option<Lost> {
    let named = |square: &Square| square.file < 26 && square.rank < 99;
    let [_, onward @ ..] = record.path(text) else { return Some(Lost::Unreadable) };
    if onward.is_empty() {
        return Some(Lost::Unreadable);
    }
    let goes = onward.iter().all(|square| square.file != b'x' - b'a');
    let captures = record.captures(text).iter().map(|capture| &capture.square);
    let named = record.path(text).iter().chain(captures).all(named);
    (!goes || !named).then_some(Lost::Squares)
}

/// Writes a square as [`Square`] shows itself, but quickly.
fn write_square(out: &mut String, square: Square) {
    out.push(char::from(b'a' + square.file));
    let rank = square.rank + 1;
    if rank >= 10 {
        out.push(char::from(b'0' + rank / 10));
    }
    out.push(char::from(b'0' + rank % 10));
}

/// Whether a word is a move text.
pub(super) fn is_move(word: &str) -> bool {
    let whole = |(length, _): (usize, Slide)| length == word.len();
    plain_move(word.as_bytes()).is_some_and(whole) || parse_path(word).is_some()
}

/// The squares that a move text visits, its origin first; nothing if it is no move text.
pub fn parse_path(word: &str) -> Option<Vec<Square>> {
    let mut record = Record::default();
    let text = read_move(word, &mut record)?;
    Some(record.path(&text).to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(word: &str) -> Option<String> {
        let mut record = Record::default();
        let text = read_move(word, &mut record)?;
        let path: Vec<String> = record.path(&text).iter().map(Square::to_string).collect();
        let mut told = path.join(" ");
        for capture in record.captures(&text) {
            let piece = capture.piece.map_or(String::new(), |kind| kind.letter().to_string());
            told += &format!(" x{piece}{}", capture.square);
        }
        if let Some(piece) = text.piece {
            told = format!("{piece} {told}");
        }
        if let Some(info) = text.info {
            told += info.symbol();
        }
        if let Some(count) = text.capture_count {
            told += &format!(" x{count}");
        }
        if text.jumps != 0 {
            told += &format!(" jumps {:b}", text.jumps);
        }
        if text.continues {
            told += " continues";
        }
        if text.run_together {
            told += " run together";
        }
        Some(told)
    }

    #[test]
    fn moves_in_every_style() {
        let cases = [
            ("d1-d3", "d1 d3"),
            ("g3-e3xe2xe4", "g3 e3 xe2 xe4"),
            ("e7-k7xk6xk6", "e7 k7 xk6 xk6"),
            ("h1h3", "h1 h3 run together"),
            ("f10d10", "f10 d10 run together"),
            ("A2-A1++", "a2 a1++"),
            ("Kf6-c6", "king f6 c6"),
            ("Ke1-a1--", "king e1 a1--"),
            ("c2-c3xKc4", "c2 c3 xkc4"),
            ("ce6^e8", "commander e6 e8 jumps 1"),
            ("Ne6^=e8xce7/ne9/f8/d8", "knight e6 e8 xce7 xne9 xf8 xd8 jumps 1 continues"),
            ("a1-a4=c4xb4/c5", "a1 a4 c4 xb4 xc5"),
            ("d2-d4xc4=h4xi4", "d2 d4 h4 xc4 xi4"),
            ("a3-e3+", "a3 e3+"),
            ("c4-c6", "c4 c6"),
            ("Kb10-b3", "king b10 b3"),
            ("Hn-c1-c4", "king c1 c4"),
            ("E5-E8XD8/F8", "e5 e8 xd8 xf8"),
            ("e7-g7:g6", "e7 g7 xg6"),
            ("g1-g4x", "g1 g4 x0"),
            ("d5-c5x1", "d5 c5 x1"),
            ("d5-c5x12++", "d5 c5++ x12"),
            ("D4B4", "d4 b4 run together"),
            ("b2-b1R", "b2 b1R"),
            ("E11-E10*", "e11 e10*"),
            ("a1-a4^=c4", "a1 a4 c4 jumps 10"),
        ];
        for (word, told) in cases {
            assert_eq!(read(word).as_deref(), Some(told), "{word}");
        }
    }

    #[test]
    fn other_words_are_no_moves() {
        for word in ["", "d1", "d1-", "d1-d3x0", "d1-d3y", "d1--d3", "1-2", "e7-e8xx", "a100a1"] {
            assert_eq!(read(word), None, "{word}");
        }
        assert_eq!(other_token("(resigned)."), Some(TokenKind::Resigned));
        assert_eq!(other_token("---"), Some(TokenKind::Resigned));
        assert_eq!(other_token("timeout"), Some(TokenKind::TimedOut));
        assert_eq!(other_token("....."), Some(TokenKind::Elided));
        assert_eq!(other_token("nox"), None);
    }

    #[test]
    fn words_stand_where_they_are_said_to() {
        for word in ["d1-d3", "d1d3xd4", "Kd1-d3", "resigned", "nox"] {
            let (mut record, mut faults) = (Record::default(), Vec::new());
            for span in [Span::default(), Span::new(7, 40)] {
                read_token(word, span, &mut record, LineId::MAIN, &mut faults);
                assert_eq!(record.tokens().last().map(|token| token.span), Some(span), "{word}");
            }
        }
    }

    /// Reads a usual move that stands at 3 and before a blank.
    fn read_usual(text: &str, record: &mut Record) -> Option<usize> {
        usual_move(text.as_bytes(), span_from(3), record, LineId::MAIN, |byte| byte == b' ')
    }

    fn same_as_any_move(word: &str, usual: &Record) -> Result<(), TestCaseError> {
        let mut any = Record::default();
        let text = read_move(word, &mut any).expect("a move");
        prop_assert_eq!(usual.path(&text), any.path(&text));
        prop_assert_eq!(usual.captures(&text), any.captures(&text));
        let token = Token { span: Span::new(3, 3 + word.len()), kind: TokenKind::Move(text) };
        prop_assert_eq!(usual.tokens(), [token]);
        Ok(())
    }

    proptest! {
        #[test]
        fn usual_moves_are_read_as_any_move(
            word in "[a-cX-Zx]?[0-9]{0,3}-?[a-cxX]?[0-9]{1,3}([x/:]?[a-c]?[0-9]{1,2}){0,2}[ x+]?",
        ) {
            let mut usual = Record::default();
            match read_usual(&word, &mut usual) {
                Some(length) => same_as_any_move(&word[..length], &usual)?,
                None => prop_assert_eq!((usual.lengths(), usual.tokens().len()), ((0, 0), 0)),
            }
        }

        #[test]
        fn most_moves_are_usual(
            word in "[A-Za-z][1-9][0-9]?-?[A-WYZa-wyz][1-9][0-9]?([x/:][A-Za-z][1-9][0-9]?){0,3}",
            behind in "( .{0,9})?",
        ) {
            let mut usual = Record::default();
            let length = read_usual(&format!("{word}{behind}"), &mut usual);
            prop_assert_eq!(length, Some(word.len()));
            same_as_any_move(&word, &usual)?;
        }

        #[test]
        fn a_word_that_is_no_move_leaves_nothing_behind(word in "[a-kKx0-9/^=+-]{0,14}") {
            let mut record = Record::default();
            if read_move(&word, &mut record).is_none() {
                prop_assert_eq!(record.lengths(), (0, 0));
            }
        }
    }
}
