//! Writes a game.

use crate::notation::losses::{Losses, Lost};
use crate::notation::moves::MoveStyle;
use crate::notation::word_list::lose_comments;
use crate::record::{Record, TokenKind};

use super::outcomes::outcome_words;

pub(super) fn write(record: &Record, losses: &mut Losses) -> String {
    let mut out = String::with_capacity(record.tokens().len() * 8);
    count_losses(record, losses);
    write_turns(&mut out, record, |out, at, kind| {
        let mover = record.mover(at);
        match kind {
            TokenKind::Move(text) if text.path.len() > 1 => {
                MoveStyle::SITE.write_to(out, record, text, mover, losses);
            }
            TokenKind::Resigned => *out += "resigned",
            TokenKind::TimedOut => *out += "timeout",
            TokenKind::Elided => *out += "...",
            TokenKind::Move(_) | TokenKind::Unreadable(_) => {
                losses.lose(Lost::Unreadable);
                out.push('?');
            }
        }
    });
    if let Some(result) = &record.result {
        out += outcome_words(result.value, true);
        out += ".\n";
    }
    out.push('\n');
    out
}

/// Writes numbered turns, a line each; at least the first number, so that there is a record.
pub(in crate::notation) fn write_turns(
    out: &mut String,
    record: &Record,
    mut write: impl FnMut(&mut String, usize, &TokenKind),
) {
    let turns = record.tokens().chunks(2);
    if record.tokens().is_empty() {
        *out += "1.\n";
    }
    for (turn, tokens) in turns.enumerate() {
        *out += &(turn + 1).to_string();
        out.push('.');
        for (nth, token) in tokens.iter().enumerate() {
            out.push(' ');
            write(out, 2 * turn + nth, &token.kind);
        }
        out.push('\n');
    }
}

/// What a record holds that plain move text has no place for.
pub(in crate::notation) fn count_losses(record: &Record, losses: &mut Losses) {
    lose_comments(record, losses);
    let lost = [
        (Lost::Variations, record.line_count() - 1),
        (Lost::StartPosition, usize::from(record.start.is_some())),
        (Lost::Rules, usize::from(record.rules.is_some())),
        (Lost::FirstMover, usize::from(record.first.is_some())),
        (Lost::Tags, record.tags.len()),
        (Lost::Counts, usize::from(record.counts.is_some())),
        (Lost::Boards, record.boards.len()),
    ];
    for (what, count) in lost {
        losses.lose_many(what, count);
    }
}
