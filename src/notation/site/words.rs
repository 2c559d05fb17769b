//! The words of a line.

use nom::character::complete::digit1;

use crate::notation::typography::is_unseen;

/// The words of a text: what stands between white space, `;` and `,`.
pub(super) struct Words<'a>(pub(super) &'a str);

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let (word, rest) = split_word(word_start(self.0));
        self.0 = rest;
        (!word.is_empty()).then_some(word)
    }
}

/// Whether a letter stands between words.
pub(super) fn is_between(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, ';' | ',')
}

/// A text from its first word on.
pub(super) fn word_start(text: &str) -> &str {
    let is_gap = |byte: &u8| matches!(byte, b' ' | b',' | b';');
    let gap = text.bytes().take_while(is_gap).count();
    match text.as_bytes().get(gap) {
        Some(b'!'..=b'~') | None => &text[gap..],
        Some(_) => text.trim_start_matches(|letter| is_between(letter) || is_unseen(letter)),
    }
}

/// The word at the start of a text, and what follows it.
pub(super) fn split_word(text: &str) -> (&str, &str) {
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
pub(super) fn turn_number(word: &str) -> Option<(u32, &str)> {
    let (rest, digits) = digit1::<&str, nom::error::Error<&str>>(word).ok()?;
    let number = digits.parse().unwrap_or(u32::MAX);
    match rest.as_bytes().first() {
        None => Some((number, rest)),
        Some(b'.' | b')') => Some((number, &rest[1..])),
        Some(_) => None,
    }
}

/// Whether a word begins with a file and a rank, as only moves do.
pub(super) fn starts_with_square(word: &str) -> bool {
    matches!(word.as_bytes(), [file, rank, ..] if file.is_ascii_alphabetic() && rank.is_ascii_digit())
}

/// How a word stands for a move that is not given.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Elided {
    Dots,
    Line,
}

pub(super) fn elided(word: &str) -> Option<Elided> {
    let all = |mark: char| word.chars().all(|letter| letter == mark);
    match word.len() {
        2.. if all('.') => Some(Elided::Dots),
        2.. if all('_') => Some(Elided::Line),
        _ if word == "\u{2026}" => Some(Elided::Dots),
        _ => None,
    }
}

/// Whether a word names the piece that moves, apart from its move: `Hn- c1-c4`.
pub(super) fn is_prefix(word: &str) -> bool {
    let word = word.strip_suffix('-').unwrap_or(word);
    word.eq_ignore_ascii_case("hn") || word == "K"
}
