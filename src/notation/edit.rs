//! Small changes to a record's own text, which leave everything else as it was.

use crate::board::{PieceKind, Side};
use crate::record::{CaptureCounts, Claim, Info, MoveParts, MoveText, Record, Span};

use super::json::own;
use super::{Format, sgf};

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
    let word = result_word(format, claim)?;
    match &record.result {
        Some(result) => Some(Edit { span: result.span, new: word.to_owned() }),
        None if format == Format::Otg => {
            Some(Edit { span: Span::new(0, 0), new: format!("[result:{word}]\n") })
        }
        None => None,
    }
}

fn result_word(format: Format, claim: Claim) -> Option<&'static str> {
    let [attackers, defenders, draw] = format.entry().results?;
    match claim {
        Claim::Won(Side::Attackers) => Some(attackers),
        Claim::Won(Side::Defenders) => Some(defenders),
        Claim::Draw => Some(draw),
        Claim::Open => None,
    }
}

/// The changes that make a record count its captures otherwise.
pub(crate) fn counts(
    format: Format,
    text: &str,
    record: &Record,
    counts: CaptureCounts,
) -> Vec<Edit> {
    let CaptureCounts { by_attackers, by_defenders } = counts;
    match (format, &record.counts) {
        (Format::Csv, Some(old)) => {
            vec![Edit { span: old.span, new: format!("{by_attackers},{by_defenders}") }]
        }
        (Format::Archive, Some(_)) => {
            let fields =
                [("BlackPiecesCaptured", by_attackers), ("WhitePiecesCaptured", by_defenders)];
            let edits = fields.iter().filter_map(|&(field, count)| {
                Some(Edit { span: number_of(text, field)?, new: count.to_string() })
            });
            edits.collect()
        }
        _ => Vec::new(),
    }
}

/// A move of SGF or of our own JSON with other captures, another piece and another symbol; nothing if
/// the word is a move of neither.
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
    if own::is_move(word) {
        Some(own::move_word(&record, &text))
    } else if sgf::move_path(word).is_some_and(|path| path == parts.path) {
        Some(sgf::points(&record, &text))
    } else {
        None
    }
}

/// Where the number of a JSON field stands.
fn number_of(text: &str, field: &str) -> Option<Span> {
    let key = format!("\"{field}\"");
    let after = text.find(&key)? + key.len();
    let digits = after + text[after..].find(|letter: char| letter.is_ascii_digit())?;
    let between = text[after..digits].trim();
    let length = text[digits..].find(|letter: char| !letter.is_ascii_digit())?;
    (between == ":").then(|| Span::new(digits, digits + length))
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

    #[test]
    fn numbers_of_fields_are_found() {
        let text = r#"{"WhitePiecesCaptured" : 12, "x": 1}"#;
        let span = number_of(text, "WhitePiecesCaptured").unwrap();
        assert_eq!(span.text(text), "12");
        assert_eq!(number_of(text, "BlackPiecesCaptured"), None);
    }
}
