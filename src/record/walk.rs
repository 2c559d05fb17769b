//! The order in which comments and variations come along a line: the one that all writers keep.
//!
//! Comments and variations stand in the order of the moves that they are about; those about one move
//! stand in the order of the source. What is about a move beyond the last stands right behind the last.

use super::{Branch, Line, Note, Place};

/// A comment with its place in the order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedNote<'a> {
    /// The token that it is about; the number of tokens for one behind the last.
    pub at: usize,
    /// On which side of the token it stands; before it for one behind the last.
    pub place: Place,
    /// The comment.
    pub note: &'a Note,
}

/// The comments of a line in their order.
pub(crate) fn notes_in_order(line: &Line) -> Vec<PlacedNote<'_>> {
    let last = line.tokens.len();
    let mut notes: Vec<PlacedNote<'_>> = Vec::with_capacity(line.notes.len());
    for note in &line.notes {
        let place = if note.at < last { note.place } else { Place::Before };
        notes.push(PlacedNote { at: note.at.min(last), place, note });
    }
    notes.sort_by_key(|note| (note.at, note.place == Place::After));
    notes
}

/// The variations of a line in their order. One behind the last token is on the number of tokens.
pub(crate) fn branches_in_order(line: &Line) -> Vec<Branch> {
    let on = |branch: &Branch| Branch { at: branch.at.min(line.tokens.len()), ..*branch };
    let mut branches: Vec<Branch> = line.branches.iter().map(on).collect();
    branches.sort_by_key(|branch| branch.at);
    branches
}

/// A walk along a line. It hands out every comment and every variation once.
pub(crate) struct Walk<'a> {
    line: &'a Line,
    /// What is still to come, the next one last.
    notes: Vec<PlacedNote<'a>>,
    branches: Vec<Branch>,
}

impl<'a> Walk<'a> {
    /// A walk from the beginning of a line.
    pub(crate) fn new(line: &'a Line) -> Self {
        let (mut notes, mut branches) = (notes_in_order(line), branches_in_order(line));
        notes.reverse();
        branches.reverse();
        Self { line, notes, branches }
    }

    /// The line.
    pub(crate) const fn line(&self) -> &'a Line {
        self.line
    }

    /// Whether a comment stands here.
    pub(crate) fn has_note(&self, at: usize, place: Place) -> bool {
        self.notes.last().is_some_and(|note| note.at == at && note.place == place)
    }

    /// The next comment, if it stands here.
    pub(crate) fn next_note(&mut self, at: usize, place: Place) -> Option<&'a Note> {
        let next = self.notes.pop_if(|note| note.at == at && note.place == place);
        next.map(|placed| placed.note)
    }

    /// The next variation, if it is on this token.
    pub(crate) fn next_branch(&mut self, at: usize) -> Option<Branch> {
        self.branches.pop_if(|branch| branch.at == at)
    }

    /// Whether there are comments or variations still to come.
    pub(crate) fn has_more(&self) -> bool {
        !self.notes.is_empty() || !self.branches.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{LineId, Record, Span, Token, TokenKind};

    /// A line of two entries, with comments and variations in no order and beyond its end.
    fn line() -> Line {
        let mut line = Line::default();
        let token = || Token { span: Span::default(), kind: TokenKind::Elided };
        line.tokens.extend([token(), token()]);
        for (at, place, text) in [
            (9, Place::After, "e"),
            (1, Place::After, "d"),
            (0, Place::After, "b"),
            (2, Place::Before, "f"),
            (0, Place::Before, "a"),
            (0, Place::After, "c"),
        ] {
            line.notes.push(Note { at, place, text: text.to_owned(), span: Span::default() });
        }
        for (at, line_id) in [(7, 1), (1, 2), (0, 3), (1, 4), (2, 5)] {
            line.branches.push(Branch { at, line: LineId(line_id) });
        }
        line
    }

    #[test]
    fn comments_and_variations_come_in_the_order_of_their_moves() {
        let line = line();
        let texts: String = notes_in_order(&line).iter().map(|note| &*note.note.text).collect();
        assert_eq!(texts, "abcdef");
        let on: Vec<(usize, usize)> =
            branches_in_order(&line).iter().map(|branch| (branch.at, branch.line.0)).collect();
        assert_eq!(on, [(0, 3), (1, 2), (1, 4), (2, 1), (2, 5)]);
    }

    #[test]
    fn a_walk_hands_out_each_once() {
        let line = line();
        let mut walk = Walk::new(&line);
        let mut told = String::new();
        for at in 0..=line.tokens.len() {
            for place in [Place::Before, Place::After] {
                while walk.has_note(at, place) {
                    told += &walk.next_note(at, place).unwrap().text;
                }
                assert!(walk.next_note(at, place).is_none());
            }
            while let Some(branch) = walk.next_branch(at) {
                told += &branch.line.0.to_string();
            }
        }
        assert_eq!(told, "abc3d24ef15");
        assert!(!walk.has_more() && !Walk::new(Record::default().main()).has_more());
    }
}
