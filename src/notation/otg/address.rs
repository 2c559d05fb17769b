//! The addresses of turns: `12.` of the game itself, `4a.5.4c.2.2a.` of a variation.

use nom::character::complete::{char, digit1, satisfy};
use nom::combinator::{not, opt, peek};
use nom::multi::fold_many0;
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

/// One part of an address: a number, and a letter where it names a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Element {
    pub(super) number: u32,
    pub(super) letter: Option<u8>,
}

impl Element {
    /// Which move of its turn is meant, the first if it does not say.
    pub(super) fn move_index(self) -> u32 {
        self.letter.map_or(0, |letter| u32::from(letter - b'a'))
    }
}

fn element(text: &str) -> IResult<&str, Element> {
    let in_word = |next: char| next.is_ascii_alphanumeric() || next == '-';
    let letter = terminated(satisfy(|letter| letter.is_ascii_lowercase()), not(satisfy(in_word)));
    let (rest, (digits, letter)) = (digit1, opt(letter)).parse(text)?;
    let number = digits.parse().unwrap_or(u32::MAX);
    Ok((rest, Element { number, letter: letter.map(|letter| letter as u8) }))
}

/// `12.`, `12b.1.1a.`, `3b.3.1a` or `7`, and `@7.` before a part for a variation by its number.
/// Returns its text and puts its parts into a list.
pub(super) fn address<'a>(
    text: &'a str,
    elements: &mut Vec<Element>,
) -> Option<(&'a str, &'a str)> {
    elements.clear();
    let (rest, _) = opt(char::<&str, nom::error::Error<&str>>('@')).parse(text).ok()?;
    let (rest, first) = element(rest).ok()?;
    elements.push(first);
    let more = preceded(char('.'), element);
    let push = |(), part| elements.push(part);
    let (rest, ()) = fold_many0(more, || (), push).parse(rest).ok()?;
    let (after, dot) = opt(char::<&str, nom::error::Error<&str>>('.')).parse(rest).ok()?;
    let mut end = peek(not(satisfy(|next: char| !next.is_whitespace() && next != '[')));
    let ended: IResult<&str, ()> = end.parse(after);
    let whole = dot.is_some() || ended.is_ok();
    whole.then(|| (&text[..text.len() - after.len()], after))
}

/// The move that a variation is on, with the letter that may be left out.
pub(super) fn line_key(root: Element) -> Element {
    Element { letter: Some(root.letter.unwrap_or(b'a')), ..root }
}

/// An address but for its last part: that of the variation whose turn it is.
pub(super) fn stem(address: &str) -> &str {
    let address = address.trim_end_matches('.');
    address.rfind('.').map_or(address, |dot| &address[..dot])
}
