//! No record is lost to a fault in another: one byte of a record is damaged, and those behind it are
//! found unchanged.
//!
//! What holds, for every format that is written: let a corpus be records one after the other as the
//! program writes them, and let any one byte of record k be replaced, deleted, or have another put
//! before it. Then the records from k+2 on are read with the same content, and so is k+1 unless the
//! damaged byte is one of k's last line ends, behind its last visible byte: where lines tell records
//! apart, k+1 may then begin in the middle of a line. Nothing is said about the records before k: where
//! the first byte of k goes, k-1 may take in what is left of it.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use taflkit::board::{Side, Square};
use taflkit::notation::{self, Format, Losses, Source, same_content};
use taflkit::record::{
    Claim, LineId, MoveParts, Note, Place, Record, RulesClaim, Span, Spanned, Token, TokenKind,
};

/// Bytes that are put into records.
const BYTES: &[u8] = b"\n\r \"\\[](){};:,.%*x1A\0\xff";

/// Every record of a file, read.
fn read_all(format: Format, text: &[u8]) -> Vec<Record> {
    let mut source = Source::new(text, Some(format));
    source.begin().expect("memory can be read");
    let mut records = Vec::new();
    while let Some(chunk) = source.next_chunk().expect("memory can be read") {
        for raw in &chunk.records {
            let text = String::from_utf8_lossy(&chunk.bytes[raw.range.clone()]);
            let record = notation::read(format, &text).record;
            records.push(record);
        }
    }
    records
}

fn written(format: Format, record: &Record) -> Option<String> {
    notation::write(format, record, &mut Losses::default())
}

/// A record with a header, a variation and comments, of which `number` makes each one different.
fn made(number: u8) -> Record {
    let nowhere = Span::default();
    let mut record = Record::default();
    record.add_tag("event", format!("the {number}. game"), nowhere);
    record.add_tag("attackers", "Ragna [\"x\"]", nowhere);
    record.rules = Some(Spanned::new(RulesClaim::Named("Brandubh".to_owned()), nowhere));
    record.result = Some(Spanned::new(Claim::Won(Side::Defenders), nowhere));
    let moves = |record: &mut Record, line, count: u8| {
        for step in 0..count {
            let from = Square::new(step % 7, number % 7);
            let path = vec![from, Square::new(6 - step % 7, step % 5)];
            let text = record.make_move(&MoveParts { path, captures: vec![] }, None);
            let token = Token { span: nowhere, kind: TokenKind::Move(text) };
            record.line_mut(line).tokens.push(token);
        }
    };
    moves(&mut record, LineId::MAIN, 3);
    let variation = record.branch(LineId::MAIN, 1);
    moves(&mut record, variation, 2);
    let text = "two lines, the second\n[event:\"x\"] (like a record)".to_owned();
    let note = Note { at: 1, place: Place::After, text, span: nowhere };
    record.line_mut(LineId::MAIN).notes.push(note);
    record
}

/// The small files of a format among the samples.
fn samples(format: Format) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("records").join(format.name());
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
}

/// Four records as the format writes them: a short one of the samples, and made ones.
fn corpus(format: Format) -> Vec<String> {
    let sampled = samples(format).into_iter().flat_map(|path| {
        let text = fs::read(path).expect("samples can be read");
        read_all(format, &text)
    });
    let sampled = sampled.filter_map(|record| written(format, &record));
    let sampled = sampled.filter(|text| text.len() < 1500).take(1);
    let made = (1..=3).filter_map(|number| written(format, &made(number)));
    sampled.chain(made).collect()
}

/// The ways in which a byte is damaged.
fn damaged(text: &[u8], at: usize) -> Vec<Vec<u8>> {
    let (before, after) = text.split_at(at);
    let mut all = vec![[before, &after[1..]].concat()];
    for byte in BYTES {
        all.push([before, &[*byte], after].concat());
        if after[0] != *byte {
            all.push([before, &[*byte], &after[1..]].concat());
        }
    }
    all
}

/// Damages every byte of the second record; tells the first loss.
fn hold(format: Format) -> Result<(), String> {
    let texts = corpus(format);
    let whole = texts.concat();
    let records = read_all(format, whole.as_bytes());
    if records.len() != texts.len() {
        return Err(format!("{} records are read as {}", texts.len(), records.len()));
    }
    for k in 0..texts.len() - 2 {
        let start: usize = texts[..k].iter().map(String::len).sum();
        for at in 0..texts[k].len() {
            let in_line_end = at >= texts[k].trim_end_matches(['\n', '\r']).len();
            let first = if in_line_end { k + 2 } else { k + 1 };
            for text in damaged(whole.as_bytes(), start + at) {
                let found = read_all(format, &text);
                let same = found
                    .iter()
                    .rev()
                    .zip(records[first..].iter().rev())
                    .filter(|(found, record)| same_content(found, record));
                if same.count() < records.len() - first {
                    let text = String::from_utf8_lossy(&text).into_owned();
                    return Err(format!("byte {at} of record {k} costs those behind it\n{text}"));
                }
            }
        }
    }
    Ok(())
}

/// Formats in which this does not hold.
const EXEMPT: &[&str] = &[];

#[test]
fn a_damaged_byte_costs_no_other_record() {
    let wrong: Vec<String> = Format::ALL
        .into_par_iter()
        .filter(|format| format.is_written() && !EXEMPT.contains(&format.name()))
        .filter_map(|format| Some(format!("{}: {}", format.name(), hold(format).err()?)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
