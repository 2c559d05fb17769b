//! Chains: turns of several hops, each of which is a word of its own in OpenTafl's notation.

use std::collections::HashMap;

use crate::record::{LineId, MoveParts, MoveText, Record, TokenKind};

/// A word that goes on with the move before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hop {
    /// Which word of its line it is.
    word: usize,
    /// How many squares and captures of the move come before it.
    squares: usize,
    captures: usize,
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

    /// Lets the last token of a line go on with the move before it, if it is one of its hops.
    pub(super) fn take_last(&mut self, record: &mut Record, line: LineId) {
        let tokens = &record.line(line).tokens;
        let [before @ .., last] = tokens.as_slice() else { return };
        let TokenKind::Move(text) = &last.kind else { return };
        if !text.continues {
            return;
        }
        let goes_on = |before: &MoveText| {
            record.path(before).last() == record.path(text).first()
                && (text.piece.is_none() || text.piece == before.piece)
                && before.info.is_none()
        };
        match before.last().map(|token| &token.kind) {
            Some(TokenKind::Move(before)) if goes_on(before) => {
                let word = tokens.len() - 1 + self.hops(line);
                let (squares, captures) = (before.path.len(), before.captures.len());
                self.hops.entry(line).or_default().push(Hop { word, squares, captures });
                record.join_last(line);
            }
            None => self.take_first(record, line),
            Some(_) => {}
        }
    }

    /// Puts the hops that a variation's first word goes on from before it.
    fn take_first(&mut self, record: &mut Record, line: LineId) {
        let Some((of, parts, jumps)) = self.begun.take() else { return };
        let Some(last) = record.line_mut(line).tokens.pop() else { return };
        let TokenKind::Move(text) = &last.kind else { return };
        let fits = of == line && parts.path.last() == record.path(text).first();
        if fits {
            let mut begun = record.make_move(&parts, text.piece);
            begun.jumps = jumps & ((1 << (parts.path.len() - 1).min(31)) - 1);
            let kind = TokenKind::Move(begun);
            let tokens = &mut record.line_mut(line).tokens;
            tokens.push(crate::record::Token { span: last.span, kind });
        }
        record.line_mut(line).tokens.push(last);
        if fits {
            record.join_last(line);
        }
    }
}
