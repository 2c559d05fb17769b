//! How the entry `termination` says that the game was given up, in formats that have no word for it
//! among the moves.

use crate::board::Side;
use crate::record::{LineId, Record, Span, Token, TokenKind};

/// The words, the side that gives up, and the last entry of the game that says the same.
const GIVEN_UP: [(&str, Side, TokenKind); 4] = [
    ("attackers resigned", Side::Attackers, TokenKind::Resigned),
    ("defenders resigned", Side::Defenders, TokenKind::Resigned),
    ("attackers lost on time", Side::Attackers, TokenKind::TimedOut),
    ("defenders lost on time", Side::Defenders, TokenKind::TimedOut),
];

/// The words for an entry with which a side gives up.
pub(super) fn words(side: Side, kind: &TokenKind) -> Option<&'static str> {
    let known = GIVEN_UP.iter().find(|(_, loser, known)| *loser == side && known == kind);
    known.map(|&(words, ..)| words)
}

/// The side that gives up by these words, and the entry that says the same.
pub(super) fn meaning(words: &str) -> Option<(Side, TokenKind)> {
    let known = GIVEN_UP.iter().find(|(known, ..)| *known == words);
    known.map(|(_, side, kind)| (*side, kind.clone()))
}

/// The words that say what the last entry of the game says, if it gives the game up.
pub(super) fn of_last_entry(record: &Record) -> Option<&'static str> {
    let (last, before) = record.tokens().split_last()?;
    words(record.mover(before.len()), &last.kind)
}

/// Adds the entry that the words stand for, where it is that side's turn. Returns whether it did.
pub(super) fn add_entry(record: &mut Record, words: &str, span: Span) -> bool {
    let Some((side, kind)) = meaning(words) else { return false };
    let fits = record.mover(record.tokens().len()) == side;
    if fits {
        record.line_mut(LineId::MAIN).tokens.push(Token { span, kind });
    }
    fits
}
