//! How a move is written so that it says what the rules say.

use crate::board::{Bits, Piece, PieceKind, Side, Square};
use crate::game::{By, Ending, Position, TurnOutcome, squares};
use crate::notation::Edit;
use crate::record::{Info, MoveText, RulesClaim, Token};

use super::game::Replay;

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
        let size = self.table.book().geometry().size();
        let listed = self.record.captures(text);
        let king = before.king().map_or(B::EMPTY, B::single);
        let names_king = listed
            .iter()
            .any(|capture| size.index(capture.square).is_some_and(|index| king.contains(index)));
        let lists_captures = !(text.run_together && listed.is_empty());
        let right = if names_king { outcome.taken } else { outcome.taken.without(king) };
        let right: Vec<Square> = if lists_captures { squares(size, right) } else { Vec::new() };
        self.verdict.listed[mover.index()] += right.len() as u32;
        let word = token.span.text(self.text);
        let Some(parts) = WordParts::new(word, text) else { return };
        let path = self.record.path(text);
        let kind_at = |square: Square| {
            size.index(square).and_then(|at| before.piece(at)).map(|piece| piece.kind)
        };
        let letter = match text.piece {
            Some(stated) if kind_at(path[0]) != Some(stated) => match kind_at(path[0]) {
                Some(PieceKind::Taflman) | None => String::new(),
                Some(kind) => Piece::new(mover, kind).letter().to_string(),
            },
            _ => parts.letter.to_owned(),
        };
        let mut stated: Vec<Square> = listed.iter().map(|capture| capture.square).collect();
        stated.sort_unstable();
        let letters_right = listed
            .iter()
            .all(|capture| capture.piece.is_none_or(|kind| kind_at(capture.square) == Some(kind)));
        let captures = if stated == right && letters_right {
            parts.captures.to_owned()
        } else {
            let slash = parts.captures.contains('/') || self.writes_rules();
            let has_letters = listed.iter().any(|capture| capture.piece.is_some());
            let mut captures = String::new();
            for (at, &square) in right.iter().enumerate() {
                captures.push(if at > 0 && slash { '/' } else { 'x' });
                let kind =
                    kind_at(square).filter(|&kind| has_letters && kind != PieceKind::Taflman);
                captures.extend(kind.map(|kind| Piece::new(mover.other(), kind).letter()));
                captures += &square.to_string();
            }
            captures
        };
        let info = text.info.map_or("", |info| self.right_info(info, outcome.ending));
        let new = format!("{letter}{}{captures}{info}", parts.squares);
        if new != word {
            self.verdict.edits.push(Edit { span: token.span, new });
        }
    }

    /// Whether the rules are written out, as in OpenTafl files.
    fn writes_rules(&self) -> bool {
        let rules = self.record.rules.as_ref();
        rules.is_some_and(|rules| matches!(rules.value, RulesClaim::Written(_)))
    }

    /// The symbol as it should be: what ends the game is certain, other symbols stay if they are true.
    fn right_info(&self, info: Info, ending: Option<Ending>) -> &'static str {
        let book = self.table.book();
        let position = self.table.position();
        if !matches!(
            info,
            Info::KingInDanger | Info::KingTaken | Info::KingHasWayOut | Info::KingEscapes
        ) {
            // Other notations' signs stay as they are.
            return info.symbol();
        }
        match ending.map(|ending| ending.by) {
            Some(By::KingCaptured) => Info::KingTaken.symbol(),
            Some(By::KingEscaped) => Info::KingEscapes.symbol(),
            _ => match info {
                Info::KingInDanger if book.can_take_king(position) => info.symbol(),
                Info::KingHasWayOut if book.can_escape(position) => info.symbol(),
                _ => "",
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
