//! Reads moves and the words that stand in their places.

use nom::Parser;
use nom::combinator::opt;

use crate::board::Square;
use crate::notation::fault::{Fault, FaultKind};
use crate::notation::shortened;
use crate::notation::typography::{is_unseen, past_gap, plain};
use crate::record::{LineId, MoveText, Record, Slide, Span, Token, TokenKind, short};

use super::grammar::{capture, count, info, join, piece_and_square, square};
use super::quick::{plain_move, usual_move};

/// How many faults a record is told of; one that is no record at all has thousands.
pub(in crate::notation) const MOST_FAULTS: usize = 64;

/// Reads one word of a list of moves into the record.
pub(in crate::notation) fn read_token(
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
pub(in crate::notation) fn read_words(
    words: &str,
    text: &str,
    record: &mut Record,
    faults: &mut Vec<Fault>,
) {
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
pub(in crate::notation) fn plain_number(text: &str) -> Option<(u32, usize)> {
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

pub(super) fn other_token(word: &str) -> Option<TokenKind> {
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
pub(in crate::notation) fn stays_unreadable(word: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    word.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && word.chars().all(plain)
        && parse_path(word).is_none()
        && other_token(word).is_none()
}

/// Reads a whole word as a move.
pub(super) fn read_move(word: &str, record: &mut Record) -> Option<MoveText> {
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

/// Where a text of some length stands that begins here.
#[inline]
pub(in crate::notation) fn span_from(start: usize) -> impl Fn(usize) -> Span {
    move |length| Span::new(start, start + length)
}

/// Whether a word is a move text.
pub(in crate::notation) fn is_move(word: &str) -> bool {
    let whole = |(length, _): (usize, Slide)| length == word.len();
    plain_move(word.as_bytes()).is_some_and(whole) || parse_path(word).is_some()
}

/// The squares that a move text visits, its origin first; nothing if it is no move text.
pub fn parse_path(word: &str) -> Option<Vec<Square>> {
    let mut record = Record::default();
    let text = read_move(word, &mut record)?;
    Some(record.path(&text).to_vec())
}
