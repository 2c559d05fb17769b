//! What OpenTafl can open.

use crate::record::{LineId, Record, Token, TokenKind};

/// Whether a record that was read from an OpenTafl file could be opened by that program as far as rules and
/// hyphens go: it knows no rules by name, and takes `d1c1` for no move.
pub fn opens_as_it_stands(record: &Record, text: &str) -> bool {
    (record.rules.is_none() || record.written_out.is_some()) && has_hyphens(record, text)
}

fn has_hyphens(record: &Record, text: &str) -> bool {
    let bare = |token: &Token| match &token.kind {
        TokenKind::Move(told) => told.run_together && !token.span.text(text).contains('-'),
        _ => false,
    };
    let mut lines = (0..record.line_count()).map(|line| record.line(LineId(line)));
    lines.all(|line| !line.tokens.iter().any(bare))
}
