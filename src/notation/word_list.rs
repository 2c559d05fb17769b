//! What writers share whose formats hold one list of moves, with nothing said between them.

use std::borrow::Cow;

use crate::notation::losses::{Losses, Lost};
use crate::notation::moves::{MoveStyle, UNREADABLE};
use crate::notation::typography::plain;
use crate::record::{LineId, Record, TokenKind};

/// The words of a format for entries that are no moves.
#[derive(Clone, Copy)]
pub(in crate::notation) struct Words {
    /// The side to move resigns.
    pub resigned: &'static str,
    /// The side to move has lost on time; nothing where the format has no word for it.
    pub timed_out: Option<&'static str>,
    /// Stands for a move given elsewhere.
    pub elided: &'static str,
}

/// The words of the game itself, with blanks between. A loss on time for which the format has no word is left to
/// `termination` if it is the last entry, see [`given_up`](crate::notation::given_up); another is noted, and a placeholder stands
/// for it so that the moves behind it keep their sides.
pub(in crate::notation) fn words(
    record: &Record,
    style: MoveStyle,
    words: Words,
    losses: &mut Losses,
) -> String {
    let mut written = String::with_capacity(record.tokens().len() * 6);
    each_word(record, style, words, losses, |word| {
        if !written.is_empty() {
            written.push(' ');
        }
        written += word;
    });
    written
}

/// The same, one word after the other.
pub(in crate::notation) fn each_word(
    record: &Record,
    style: MoveStyle,
    words: Words,
    losses: &mut Losses,
    mut each: impl FnMut(&str),
) {
    let mut written = String::new();
    let last = record.tokens().len().saturating_sub(1);
    for (at, token) in record.tokens().iter().enumerate() {
        let word = match &token.kind {
            TokenKind::Move(text) => {
                written.clear();
                style.write_to(&mut written, record, text, record.mover(at), losses);
                Some(written.as_str())
            }
            TokenKind::Resigned => Some(words.resigned),
            TokenKind::TimedOut => match words.timed_out {
                Some(word) => Some(word),
                None if at == last => None,
                None => {
                    losses.lose(Lost::TimeLoss);
                    Some(words.elided)
                }
            },
            TokenKind::Elided => Some(words.elided),
            TokenKind::Unreadable(word) if is_plain(word) => Some(&**word),
            TokenKind::Unreadable(_) => {
                losses.lose(Lost::Unreadable);
                Some(UNREADABLE)
            }
        };
        word.into_iter().for_each(&mut each);
    }
}

/// Whether a word can stand in a list of words as it is.
fn is_plain(word: &str) -> bool {
    let special = |letter: char| {
        letter.is_whitespace() || letter.is_control() || matches!(letter, ',' | '"' | '\\')
    };
    !word.is_empty() && !word.contains(special) && matches!(plain(word), Cow::Borrowed(_))
}

/// Notes what is said beside the list of moves: variations, comments and boards.
pub(in crate::notation) fn lose_company(record: &Record, losses: &mut Losses) {
    lose_comments(record, losses);
    losses.lose_many(Lost::Variations, record.line_count() - 1);
    losses.lose_many(Lost::Boards, record.boards.len());
}

/// Notes comments, and the clocks and hints in them.
pub(in crate::notation) fn lose_comments(record: &Record, losses: &mut Losses) {
    let lines = (0..record.line_count()).map(|line| record.line(LineId(line)));
    for note in lines.flat_map(|line| &line.notes) {
        losses.lose(Lost::Comments);
        losses.lose_many(Lost::Clocks, usize::from(note.clock().is_some()));
        losses.lose_many(Lost::Hints, usize::from(note.hint().is_some()));
    }
}
