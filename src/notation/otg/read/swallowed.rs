//! Turns that a comment without an end took in.

use memchr::memchr_iter;

use crate::notation::FaultKind;
use crate::notation::moves::is_move;
use crate::notation::typography::past_gap;

use super::super::address::{Element, address};
use super::Reader;

/// A comment that may have taken in a turn: it has a line like one.
pub(super) struct Suspect<'a> {
    /// The number of that turn, which is to come next.
    turn: u32,
    /// The bracket that begins the comment.
    bracket: &'a str,
    /// Whether another bracket is open in it.
    is_open: bool,
}

impl<'a> Reader<'a, '_> {
    /// Looks for a turn in a comment that has several lines. Comments quote turns, too: what tells that this
    /// one was taken in is that it is missing, or that a bracket is open behind it, which is its own.
    pub(super) fn look_for_turns(&mut self, bracket: &'a str) {
        let mut elements = std::mem::take(&mut self.elements);
        for at in memchr_iter(b'\n', bracket.as_bytes()) {
            if !is_turn(&bracket[at + 1..], &mut elements) {
                continue;
            }
            let (turn, begin) = (elements[0].number, &bracket[..1]);
            let is_open = is_open(bracket);
            if elements.len() > 1 && is_open {
                self.fault(begin, FaultKind::Unclosed("comment"));
            } else if elements.len() == 1 && turn == self.next_turn() {
                self.suspect = Some(Suspect { turn, bracket: begin, is_open });
            } else {
                continue;
            }
            break;
        }
        self.elements = elements;
    }

    /// Reports a comment that took in the turn that should come now. `goes_on` says whether another turn
    /// comes instead.
    pub(super) fn report_swallowed(&mut self, goes_on: bool) {
        let next = self.next_turn();
        let is_it =
            |suspect: &mut Suspect<'_>| suspect.turn == next && (goes_on || suspect.is_open);
        if let Some(suspect) = self.suspect.take_if(is_it) {
            self.fault(suspect.bracket, FaultKind::Unclosed("comment"));
        }
    }

    /// The number of the next turn of the game itself.
    fn next_turn(&self) -> u32 {
        self.turns[0].last().map_or(1, |&(number, _)| number.saturating_add(1))
    }
}

/// Whether a comment, from its bracket on, has one that is not closed in it.
fn is_open(comment: &str) -> bool {
    let count = |bracket: u8| comment.bytes().skip(1).filter(|&byte| byte == bracket).count();
    count(b'[') > count(b']')
}

/// Whether a text begins with the address of a turn and a move. Its parts are put into a list.
fn is_turn(text: &str, elements: &mut Vec<Element>) -> bool {
    let text = past_gap(text);
    if !text.starts_with(|letter: char| letter.is_ascii_digit()) {
        return false;
    }
    let Some((_, after)) = address(text, elements) else { return false };
    let line = after.lines().next().unwrap_or_default();
    let words = line.split(|letter: char| letter.is_whitespace() || letter == '[');
    let mut words = words.filter(|word| !word.is_empty() && *word != ".....");
    words.next().is_some_and(is_move)
}
