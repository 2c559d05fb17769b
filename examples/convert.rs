//! Writes the games of a file in another format, and says what that has no place for.
//!
//! `cargo run --example convert -- FILE FORMAT`

#![allow(clippy::print_stdout, clippy::print_stderr)] // A program may print.

use std::error::Error;
use std::fs::File;
use std::path::Path;

use taflkit::notation::{self, Beginning, Format, Ledger, Source};
use taflkit::record::Record;
use taflkit::replay::disambiguated;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("name a file of games")?;
    let to = arguments.next().as_deref().and_then(Format::from_name).ok_or("name a format")?;

    // A source tells the format by the content, and cuts it into records.
    let mut source = Source::new(File::open(&file)?, None);
    let Beginning::Format(from) = source.begin_named(Path::new(&file))? else {
        return Err("the file is in no known format".into());
    };
    let (mut record, mut faults, mut lost) = (Record::default(), Vec::new(), Ledger::default());
    while let Some(chunk) = source.next_chunk()? {
        for raw in &chunk.records {
            let text = notation::decode(from, &chunk.bytes[raw.range.clone()]).text;
            faults.clear();
            notation::read(from, &text, &mut record, &mut faults);
            for fault in &faults {
                eprintln!("line {}: {}", raw.line, fault.kind);
            }
            match notation::write(to, &disambiguated(&record, to), &mut lost) {
                Some(text) => print!("{text}"),
                None => return Err("that format is read only".into()),
            }
        }
    }
    for (what, times) in lost.iter() {
        eprintln!("no place for {what}: {times} times");
    }
    Ok(())
}
