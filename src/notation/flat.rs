//! What writers share whose formats hold one list of moves, with nothing said between them.

use crate::record::{LineId, Record, TokenKind};

use super::moves::MoveStyle;
use super::{Ledger, Lost};
use crate::board::Side;

/// The words of a format for entries that are no moves.
#[derive(Clone, Copy)]
pub(super) struct Words {
    /// The side to move resigns.
    pub resigned: &'static str,
    /// The side to move has lost on time; nothing where the format has no word for it.
    pub timed_out: Option<&'static str>,
    /// Stands for a move given elsewhere.
    pub elided: &'static str,
}

/// Stands for a word that could not be read, so that the moves behind it keep their sides.
pub(super) const UNREADABLE: &str = "?";

/// The words of the game itself. An entry for which the format has none is left out and noted.
pub(super) fn words(
    record: &Record,
    style: MoveStyle,
    words: Words,
    ledger: &mut Ledger,
) -> Vec<String> {
    let mut written = Vec::with_capacity(record.tokens().len());
    let mut mover = record.first.as_ref().map_or(Side::Attackers, |first| first.value);
    for token in record.tokens() {
        let word = match &token.kind {
            TokenKind::Move(text) => Some(style.write(record, text, mover, ledger)),
            TokenKind::Resigned => Some(words.resigned.to_owned()),
            TokenKind::TimedOut => {
                ledger.lose_many(Lost::TimeLoss, usize::from(words.timed_out.is_none()));
                words.timed_out.map(str::to_owned)
            }
            TokenKind::Elided => Some(words.elided.to_owned()),
            TokenKind::Unreadable(word) if is_plain(word) => Some(word.to_string()),
            TokenKind::Unreadable(_) => {
                ledger.lose(Lost::Unreadable);
                Some(UNREADABLE.to_owned())
            }
        };
        written.extend(word);
        mover = mover.other();
    }
    written
}

/// Whether a word can stand in a list of words as it is.
fn is_plain(word: &str) -> bool {
    let special = |letter: char| {
        letter.is_whitespace() || letter.is_control() || matches!(letter, ',' | '"' | '\\')
    };
    !word.is_empty() && !word.contains(special)
}

/// Notes what is said beside the list of moves: variations, comments and boards.
pub(super) fn lose_company(record: &Record, ledger: &mut Ledger) {
    let lines = (0..record.line_count()).map(|line| record.line(LineId(line)));
    ledger.lose_many(Lost::Comments, lines.map(|line| line.notes.len()).sum());
    ledger.lose_many(Lost::Variations, record.line_count() - 1);
    ledger.lose_many(Lost::Boards, record.boards.len());
}
