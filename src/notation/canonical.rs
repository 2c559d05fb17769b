//! Whole files in the canonical form of their format.

use crate::record::Record;

use super::{Beginning, Fault, Format, Ledger, Source, no_objects, read, same_content, write};

/// A text in canonical form, as far as that could be had.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Canonical {
    /// The text.
    pub text: String,
    /// The records that stay as they were: the line each starts on, and why.
    pub kept: Vec<(u64, String)>,
}

/// Puts every record of a text into the canonical form of its format. What stands between records is
/// left alone, and so is a record that has faults or that the writer would lose something of.
/// `are_games` is asked whether lines of moves without numbers are games of their own, see
/// [`Source::bare_lines`]; a text of such lines stays as it is.
///
/// # Errors
/// With the reason why the text cannot be read: it is in no known format.
pub fn canonical(
    text: &str,
    format: Option<Format>,
    are_games: impl FnOnce(&[Vec<String>]) -> bool,
) -> Result<Canonical, String> {
    let mut source = Source::new(text.as_bytes(), format);
    let format = match source.begin() {
        Ok(Beginning::Format(format)) => format,
        Ok(Beginning::OtherJson(what)) => return Err(no_objects(what)),
        _ => return Err("the file is in no known format".to_owned()),
    };
    if are_games(&source.bare_lines()) {
        // Numbers in one line would take from the others that they are games.
        return Ok(Canonical { text: text.to_owned(), kept: Vec::new() });
    }
    let mut result = Canonical::default();
    let mut copied = text.len() - text.trim_start_matches('\u{feff}').len();
    let mark = copied;
    result.text.push_str(&text[..mark]);
    let mut record = Record::default();
    while let Ok(Some(chunk)) = source.next_chunk() {
        for raw in &chunk.records {
            let start = mark + chunk.start as usize + raw.range.start;
            let end = mark + chunk.start as usize + raw.range.end;
            let old = &text[start..end];
            result.text.push_str(&text[copied..start]);
            match rewritten(format, old, &mut record) {
                Ok(new) => result.text.push_str(&new),
                Err(why) => {
                    result.text.push_str(old);
                    result.kept.push((raw.line, why));
                }
            }
            copied = end;
        }
    }
    result.text.push_str(&text[copied..]);
    Ok(result)
}

/// One record in canonical form, with the white space behind it and the line ends that it had.
fn rewritten(format: Format, old: &str, record: &mut Record) -> Result<String, String> {
    let content = old.trim_end();
    let written = written_safely(format, content, record)?;
    let mut new = written.trim_end().to_owned();
    if old.contains("\r\n") {
        new = new.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    new.push_str(&old[content.len()..]);
    Ok(new)
}

fn written_safely(format: Format, text: &str, record: &mut Record) -> Result<String, String> {
    let mut faults: Vec<Fault> = Vec::new();
    read(format, text, record, &mut faults);
    if let Some(fault) = faults.first() {
        return Err(fault.kind.to_string());
    }
    let mut ledger = Ledger::default();
    let written = write(format, record, &mut ledger)
        .ok_or_else(|| format!("records are only read in the format {}", format.name()))?;
    if let Some((what, _)) = ledger.iter().next() {
        return Err(format!("its {what} would get lost"));
    }
    let mut again = Record::default();
    read(format, &written, &mut again, &mut faults);
    let same = faults.is_empty() && same_content(record, &again);
    if same { Ok(written) } else { Err("it would not read back the same".to_owned()) }
}
