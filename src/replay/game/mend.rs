//! How a move is written so that it says what the rules say.

use crate::board::{Bits, Piece, PieceKind, Side, Square};
use crate::game::{By, Ending, Position, TurnOutcome, squares};
use crate::notation::{self, Edit, parse_path};
use crate::record::{CaptureText, Info, MoveParts, MoveText, RulesClaim, Token};

use super::state::Replay;

/// What a move should say besides the squares that it visits.
#[derive(PartialEq)]
struct Right {
    piece: Option<PieceKind>,
    captures: Vec<CaptureText>,
    info: Option<Info>,
}

impl<B: Bits> Replay<'_, B> {
    /// Writes the move as the rules have it, keeping the writer's style, if it differs.
    pub(super) fn mend(
        &mut self,
        token: &Token,
        text: &MoveText,
        before: &Position<B>,
        mover: Side,
        outcome: &TurnOutcome<B>,
    ) {
        let right = self.right(text, before, outcome);
        let listed = self.record.captures(text);
        self.verdict.listed[mover.index()] += right.captures.len() as u32;
        let said = Right { piece: text.piece, captures: listed.to_vec(), info: text.info };
        if right == said {
            return;
        }
        let word = token.span.text(self.text);
        let path = self.record.path(text);
        let Right { piece, captures, info } = &right;
        let parts = MoveParts { path: path.to_vec(), captures: captures.clone() };
        let new = match notation::rewritten(word, &parts, text, *piece, *info) {
            Some(new) => Some(new),
            None if parse_path(word).as_deref() == Some(path) => {
                self.word_of(&right, word, text, mover)
            }
            // A sentence, or whatever else a format writes for a move.
            None => None,
        };
        if let Some(new) = new.filter(|new| new != word) {
            self.verdict.edits.push(Edit { span: token.span, new });
        }
    }

    fn right(&self, text: &MoveText, before: &Position<B>, outcome: &TurnOutcome<B>) -> Right {
        let size = self.table.book().geometry().size();
        let listed = self.record.captures(text);
        let king = before.king().map_or(B::EMPTY, B::single);
        let names_king = listed
            .iter()
            .any(|capture| size.index(capture.square).is_some_and(|index| king.contains(index)));
        let lists_captures = !(text.run_together && listed.is_empty());
        let taken = if names_king { outcome.taken } else { outcome.taken.without(king) };
        let taken: Vec<Square> = if lists_captures { squares(size, taken) } else { Vec::new() };
        let kind_at = |square: Square| {
            size.index(square).and_then(|at| before.piece(at)).map(|piece| piece.kind)
        };
        let named = |kind: &PieceKind| *kind != PieceKind::Taflman;
        let moved = kind_at(self.record.path(text)[0]);
        let piece = if text.piece == moved { moved } else { text.piece.and(moved.filter(named)) };
        let mut stated: Vec<Square> = listed.iter().map(|capture| capture.square).collect();
        stated.sort_unstable();
        let letters_right = listed
            .iter()
            .all(|capture| capture.piece.is_none_or(|kind| kind_at(capture.square) == Some(kind)));
        let captures = if stated == taken && letters_right {
            listed.to_vec()
        } else {
            let has_letters = listed.iter().any(|capture| capture.piece.is_some());
            let letter = |square| kind_at(square).filter(|kind| has_letters && named(kind));
            taken.iter().map(|&square| CaptureText { piece: letter(square), square }).collect()
        };
        let info = text.info.and_then(|info| self.right_info(info, outcome.ending));
        Right { piece, captures, info }
    }

    /// A move text that says what is right, in the style of a word.
    fn word_of(&self, right: &Right, word: &str, text: &MoveText, mover: Side) -> Option<String> {
        let parts = WordParts::new(word, text)?;
        let letter = |side: Side, kind: Option<PieceKind>| {
            kind.map_or_else(String::new, |kind| Piece::new(side, kind).letter().to_string())
        };
        let mut new = match right.piece == text.piece {
            true => parts.letter.to_owned(),
            false => letter(mover, right.piece),
        };
        new += parts.squares;
        if right.captures == self.record.captures(text) {
            new += parts.captures;
        } else {
            let slash = parts.captures.contains('/') || self.writes_rules();
            for (at, capture) in right.captures.iter().enumerate() {
                new.push(if at > 0 && slash { '/' } else { 'x' });
                new += &letter(mover.other(), capture.piece);
                new += &capture.square.to_string();
            }
        }
        new += right.info.map_or("", Info::symbol);
        Some(new)
    }

    /// Whether the rules are written out, as in OpenTafl files.
    fn writes_rules(&self) -> bool {
        let rules = self.record.rules.as_ref();
        rules.is_some_and(|rules| matches!(rules.value, RulesClaim::Written(_)))
    }

    /// The symbol as it should be: what ends the game is certain, other symbols stay if they are true.
    fn right_info(&self, info: Info, ending: Option<Ending>) -> Option<Info> {
        let book = self.table.book();
        let position = self.table.position();
        if !matches!(
            info,
            Info::KingInDanger | Info::KingTaken | Info::KingHasWayOut | Info::KingEscapes
        ) {
            // Other notations' signs stay as they are.
            return Some(info);
        }
        match ending.map(|ending| ending.by) {
            Some(By::KingCaptured) => Some(Info::KingTaken),
            Some(By::KingEscaped) => Some(Info::KingEscapes),
            _ => match info {
                Info::KingInDanger if book.can_take_king(position) => Some(info),
                Info::KingHasWayOut if book.can_escape(position) => Some(info),
                _ => None,
            },
        }
    }
}

/// The parts of a move as it is written.
struct WordParts<'a> {
    letter: &'a str,
    squares: &'a str,
    captures: &'a str,
}

impl<'a> WordParts<'a> {
    /// Takes a word apart; nothing if captures stand between hops.
    fn new(word: &'a str, text: &MoveText) -> Option<Self> {
        let info = text.info.map_or(0, |info| info.symbol().len());
        let body = word.get(..word.len().checked_sub(info)?)?;
        let (letter, rest) = body.split_at(usize::from(text.piece.is_some()));
        let end = rest.find(['x', 'X', ':']).unwrap_or(rest.len());
        let (squares, captures) = rest.split_at(end);
        (!captures.contains(['=', '-', '^'])).then_some(Self { letter, squares, captures })
    }
}
