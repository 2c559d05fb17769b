//! Small changes to a record's own text, which leave everything else as it was.

use crate::board::PieceKind;
use crate::record::{CaptureCounts, Claim, Info, MoveParts, MoveText, Record, Span};

use super::Format;

/// A piece of a record's text and what is to stand there instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes to be replaced; an empty span is a place to insert at.
    pub span: Span,
    /// The new text.
    pub new: String,
}

/// Makes changes to a text. Of changes that overlap, the first in the text is made.
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let mut ordered: Vec<&Edit> = edits.iter().collect();
    ordered.sort_by_key(|edit| edit.span.start);
    let mut changed = String::with_capacity(text.len());
    let mut copied = 0;
    for edit in ordered {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        if start < copied || end > text.len() {
            continue;
        }
        changed.push_str(&text[copied..start]);
        changed.push_str(&edit.new);
        copied = end;
    }
    changed.push_str(&text[copied..]);
    changed
}

/// The change that makes a record claim another result, in the words of its format; nothing if the
/// format has no place for it.
pub(crate) fn result(format: Format, record: &Record, claim: Claim) -> Option<Edit> {
    let edits = &format.entry().edits;
    let word = edits.result.filter(|_| claim != Claim::Open)?(claim);
    match &record.result {
        Some(result) => Some(Edit { span: result.span, new: word }),
        None => edits.new_result.map(|new_result| new_result(&word)),
    }
}

/// The changes that make a record count its captures otherwise.
pub(crate) fn counts(
    format: Format,
    text: &str,
    record: &Record,
    counts: CaptureCounts,
) -> Vec<Edit> {
    format.entry().edits.counts.map_or_else(Vec::new, |change| change(text, record, counts))
}

/// A move with other captures, another piece and another symbol, in the words of the format that alone
/// writes moves like this one; nothing if several formats write them so.
pub(crate) fn rewritten(
    word: &str,
    parts: &MoveParts,
    old: &MoveText,
    piece: Option<PieceKind>,
    info: Option<Info>,
) -> Option<String> {
    let mut record = Record::default();
    let text = record.make_move(parts, piece);
    let (path, captures) = (text.path, text.captures);
    let capture_count = old.capture_count.filter(|_| captures.is_empty());
    let text = MoveText { path, captures, piece, info, capture_count, ..old.clone() };
    let writers = Format::ALL.into_iter().filter_map(|format| format.entry().edits.move_word);
    writers.into_iter().find_map(|write| write(word, &record, &text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(start: usize, end: usize, new: &str) -> Edit {
        Edit { span: Span::new(start, end), new: new.to_owned() }
    }

    #[test]
    fn changes_are_made_in_order() {
        let edits = [edit(4, 5, "X"), edit(0, 0, "["), edit(1, 2, "")];
        assert_eq!(apply("abcdef", &edits), "[acdXf");
    }

    #[test]
    fn of_overlapping_changes_the_first_is_made() {
        assert_eq!(apply("abcdef", &[edit(2, 5, "-"), edit(0, 3, "+")]), "+def");
        assert_eq!(apply("abc", &[edit(2, 9, "-")]), "abc");
    }
}
