//! Moves as most are written, read without the grammar: the quick lane.

use nom::IResult;

use crate::board::Square;
use crate::record::{CaptureText, LineId, Record, Slide, Span};

use super::grammar::{refuse, square};

/// Reads what nearly all moves are into a line of the record: two squares, a hyphen between them or
/// nothing, and captures without letters. Behind it the text has to end, or go on with a byte that ends
/// words. `span` tells where a move of
/// some length stands. Returns the length of the move.
#[inline]
pub(in crate::notation) fn usual_move(
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
pub(super) fn plain_move(text: &[u8]) -> Option<(usize, Slide)> {
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
