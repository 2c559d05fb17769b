//! Writes records as OpenTafl files, a file each, and says what a program that plays them should find.
//!
//! `cargo run --release --example opentafl_files -- FOLDER MOST RULES INPUT...`
//!
//! MOST records of each input are taken at most, those that the rules let through to their last move.
//! RULES are those of records that state none; `-` for none. A line for each file: its name, then
//! `moves`, `variations`, `end` and `victory` in OpenTafl's terms; then, in the same way, how many
//! records were left out and why.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use taflkit::board::Side;
use taflkit::game::{Ending, Game};
use taflkit::notation::{self, Beginning, Format, Losses, Source};
use taflkit::record::{Record, RulesClaim, TokenKind};
use taflkit::replay::{Judge, Severity, disambiguated};
use taflkit::rules::{names, record::KEYS};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next().ok_or("usage: FOLDER MOST RULES INPUT...");
    let (folder, most, rules) = (next()?, next()?.parse::<usize>()?, next()?);
    let given = (rules != "-").then_some(rules);
    let mut out = std::io::stdout().lock();
    let mut left_out: BTreeMap<&str, u64> = BTreeMap::new();
    for input in arguments {
        let mut taken = 0;
        for (number, record) in records(Path::new(&input))?.into_iter().enumerate() {
            if taken == most {
                break;
            }
            match expected(record, given.as_deref()) {
                Ok((text, found)) => {
                    let stem = input.trim_start_matches("../").replace(['/', '.'], "-");
                    let name = format!("{folder}/{stem}-{}.otg", number + 1);
                    fs::write(&name, text)?;
                    writeln!(out, "{name}\t{found}")?;
                    taken += 1;
                }
                Err(why) => *left_out.entry(why).or_default() += 1,
            }
        }
    }
    for (why, count) in left_out {
        writeln!(out, "left out\t{count}\t{why}")?;
    }
    Ok(())
}

/// A record with its text and format.
type Read = (Record, String, Format);

fn records(path: &Path) -> Result<Vec<Read>, Box<dyn Error>> {
    let mut source = Source::new(File::open(path)?, None);
    let Beginning::Format(format) = source.begin()? else { return Ok(Vec::new()) };
    let format = format.refined_by(path);
    let mut found = Vec::new();
    while let Some(chunk) = source.next_chunk()? {
        for raw in &chunk.records {
            let text = String::from_utf8_lossy(&chunk.bytes[raw.range.clone()]).into_owned();
            let record = notation::read(format, &text).record;
            found.push((record, text, format));
        }
    }
    Ok(found)
}

/// The record as an OpenTafl file, and what is to be found of it; or why it is not one.
fn expected(read: Read, given: Option<&str>) -> Result<(String, String), &'static str> {
    let (mut record, source, format) = read;
    if let (None, Some(given)) = (&record.rules, given) {
        let claim = RulesClaim::Named(given.to_owned());
        record.rules = Some(taflkit::record::Spanned::new(claim, Default::default()));
    }
    let verdict = Judge::default().judge(&source, &record, &[]);
    let wrong = verdict.findings.iter().any(|f| f.severity == Severity::Error);
    if !verdict.complete || wrong {
        return Err("the rules do not let it through");
    }
    // A file of OpenTafl stays as it is.
    let text = match format {
        Format::Otg => source,
        _ => {
            let settled = disambiguated(&record, Format::Otg);
            notation::write(Format::Otg, &settled, &mut Losses::default()).ok_or("not written")?
        }
    };
    let rules = rules_of(&text).ok_or("its rules are not known")?;
    if let Some(key) = key_of_ours(rules) {
        return Err(key);
    }
    let rules = names::resolve(rules).map_err(|_| "its rules cannot be read")?.ruleset;
    let mut game = Game::new(&rules).map_err(|_| "its rules cannot be played")?;
    let mut words = 0;
    for token in record.tokens() {
        let TokenKind::Move(text) = &token.kind else { continue };
        words += record.path(text).len() - 1;
        game.play(record.path(text)).map_err(|_| "it plays on behind the end")?;
    }
    let variations = text.lines().filter(|line| begins_variation(line)).count();
    let end = game.setup();
    let victory = victory(game.ending());
    Ok((text.clone(), format!("{words}\t{variations}\t{end}\t{victory}")))
}

/// What `[rules:]` says in a file.
fn rules_of(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.strip_prefix("[rules:")?.strip_suffix(']'))
}

/// A key that OpenTafl does not know and that changes more than who loses by repetition.
fn key_of_ours(rules: &str) -> Option<&'static str> {
    let key = |word: &str| word.split(':').next().unwrap_or_default().to_owned();
    let used: Vec<String> = rules.split(' ').map(key).collect();
    let ours = KEYS.iter().filter(|key| key.ours && !matches!(key.name, "rep" | "stuck"));
    ours.map(|key| key.name).find(|name| used.iter().any(|used| used == name))
}

fn begins_variation(line: &str) -> bool {
    let address = line.split(' ').next().unwrap_or_default();
    let parts: Vec<&str> = address.trim_end_matches('.').split('.').collect();
    parts.len() > 2 && parts.iter().all(|part| part.starts_with(|c: char| c.is_ascii_digit()))
}

/// As OpenTafl numbers them.
fn victory(ending: Option<Ending>) -> u8 {
    match ending.map(|ending| ending.winner) {
        None => 0,
        Some(Some(Side::Attackers)) => 2,
        Some(Some(Side::Defenders)) => 3,
        Some(None) => 4,
    }
}
