//! Chains: turns of several hops, each of which is a word of its own in OpenTafl's notation.

use std::collections::HashMap;

use crate::record::{LineId, MoveParts, Record, Token, TokenKind};

/// A word that goes on with the move before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hop {
    /// Which word of its line it is.
    word: usize,
    /// How many squares and captures of the move come before it.
    squares: usize,
    captures: usize,
}

/// A word that begins where the move before it ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    /// Whether it is marked as going on, as in `d4=h4`.
    pub(super) marked: bool,
    /// Whether both list captures.
    pub(super) listed: bool,
    /// Whether it begins its line: the move before it is the one that the line is on.
    pub(super) begins_line: bool,
}

/// The words that are hops of the move before them. Few games have any.
#[derive(Default)]
pub(super) struct Chains {
    hops: HashMap<LineId, Vec<Hop>>,
    /// A variation on a hop: its line, and the move on which it is, up to that hop.
    begun: Option<(LineId, MoveParts, u32)>,
}

impl Chains {
    /// How many words of a line are hops of the move before them.
    pub(super) fn hops(&self, line: LineId) -> usize {
        self.hops.get(&line).map_or(0, Vec::len)
    }

    /// The token that a word of a line belongs to.
    pub(super) fn token(&self, line: LineId, word: usize) -> usize {
        let hops = self.hops.get(&line).map_or(&[][..], Vec::as_slice);
        word - hops.partition_point(|hop| hop.word <= word)
    }

    /// The hop that a word of a line is, if it is one.
    pub(super) fn hop(&self, line: LineId, word: usize) -> Option<Hop> {
        let hops = self.hops.get(&line)?;
        hops.binary_search_by_key(&word, |hop| hop.word).ok().map(|at| hops[at])
    }

    /// Notes that a line begins with a hop: the hops before it are those of a token of another line.
    pub(super) fn begin(&mut self, line: LineId, record: &Record, on: LineId, at: usize, hop: Hop) {
        let Some(TokenKind::Move(text)) = record.line(on).tokens.get(at).map(|token| &token.kind)
        else {
            return;
        };
        let parts = MoveParts {
            path: record.path(text)[..hop.squares].to_vec(),
            captures: record.captures(text)[..hop.captures].to_vec(),
        };
        self.begun = Some((line, parts, text.jumps));
    }

    /// How the last token of a line goes on with what is before it, if it begins where that ended.
    pub(super) fn meeting(&self, record: &Record, line: LineId) -> Option<Meeting> {
        let [before @ .., last] = record.line(line).tokens.as_slice() else { return None };
        let TokenKind::Move(text) = &last.kind else { return None };
        let begin = record.path(text).first();
        let lists = !text.captures.is_empty();
        let (meets, before_lists) = match before.last().map(|token| &token.kind) {
            Some(TokenKind::Move(before)) => {
                let meets = record.path(before).last() == begin
                    && (text.piece.is_none() || text.piece == before.piece)
                    && before.info.is_none();
                (meets, !before.captures.is_empty())
            }
            None => {
                let (of, parts, _) = self.begun.as_ref()?;
                (*of == line && parts.path.last() == begin, !parts.captures.is_empty())
            }
            Some(_) => return None,
        };
        let (marked, begins_line) = (text.continues, before.is_empty());
        meets.then_some(Meeting { marked, listed: lists && before_lists, begins_line })
    }

    /// Lets the last token of a line go on with what is before it.
    pub(super) fn join_last_word(&mut self, record: &mut Record, line: LineId) {
        let tokens = &record.line(line).tokens;
        let [before @ .., _] = tokens.as_slice() else { return };
        let Some(TokenKind::Move(before)) = before.last().map(|token| &token.kind) else {
            return self.join_first_word(record, line);
        };
        let word = tokens.len() - 1 + self.hops(line);
        let (squares, captures) = (before.path.len(), before.captures.len());
        self.hops.entry(line).or_default().push(Hop { word, squares, captures });
        record.join_last(line);
    }

    /// Puts the hops that a variation's first word goes on from before it.
    fn join_first_word(&mut self, record: &mut Record, line: LineId) {
        let Some((_, parts, jumps)) = self.begun.take() else { return };
        let Some(last) = record.line_mut(line).tokens.pop() else { return };
        if let TokenKind::Move(text) = &last.kind {
            let mut begun = record.make_move(&parts, text.piece);
            begun.jumps = jumps & ((1 << (parts.path.len() - 1).min(31)) - 1);
            let token = Token { span: last.span, kind: TokenKind::Move(begun) };
            record.line_mut(line).tokens.push(token);
        }
        record.line_mut(line).tokens.push(last);
        record.join_last(line);
    }
}
