//! `tafl fmt`.

use std::io::{Read, Write};
use std::path::Path;

use clap::Args;
use taflkit::notation::{Canonical, Passage, canonical};
use taflkit::replay::{self, Compression, Input};
use taflkit::visible;

use super::args::RecordArgs;
use super::diffs::Diff;
use super::files;
use super::help::{self, Example};
use super::output::{Failure, Outcome, Output};

const EXAMPLES: &[Example] = &[
    ("Lay out the files of a folder", "tafl fmt records"),
    ("Show what would change", "tafl fmt --diff games.otg"),
    ("Lay out what comes through a pipe", "cat games.otg | tafl fmt"),
];

/// Lay records out in the canonical form of their own format
///
/// Files are changed in place; standard input is written to standard output. A record that cannot be
/// read without faults, or not be written again without loss, stays as it is.
#[derive(Args)]
#[command(after_long_help = help::examples(EXAMPLES))]
pub(super) struct Fmt {
    #[command(flatten)]
    records: RecordArgs,
    /// Change nothing; exit with 1 if a file is not in its canonical form
    #[arg(long)]
    check: bool,
    /// Change nothing; show what would change
    #[arg(long)]
    diff: bool,
}

impl Fmt {
    pub(super) fn run(self, output: &Output) -> Result<Outcome, Failure> {
        let inputs = self.records.named()?;
        let mut outcome = Outcome::Well;
        if inputs.contains(&Input::Stdin) {
            let mut bytes = Vec::new();
            let read = replay::unpacked(std::io::stdin().lock())
                .and_then(|mut stdin| stdin.read_to_end(&mut bytes));
            read.map_err(|error| files::cannot_read(Path::new("-"), &error))?;
            self.one(None, &bytes, output, &mut outcome)?;
        }
        for listed in replay::files(&inputs) {
            let path = match listed.map(|listed| listed.input) {
                Ok(Input::Stdin) => continue,
                Ok(Input::Path(path)) if path.is_dir() => {
                    output.error(&format!("{}: no file has a known ending", path.display()));
                    outcome = outcome.or(Outcome::Faults);
                    continue;
                }
                Ok(Input::Path(path)) => Ok(path),
                Err(error) => Err(error.to_string()),
            };
            let read = path.and_then(|path| {
                let mut bytes = Vec::new();
                let read = files::open_regular(&path)
                    .and_then(|mut file| file.read_to_end(&mut bytes))
                    .map_err(|error| error.to_string());
                read.map(|_| (path, bytes))
            });
            match read {
                Ok((path, bytes)) => self.one(Some(&path), &bytes, output, &mut outcome)?,
                Err(message) => {
                    output.error(&message);
                    outcome = Outcome::Incomplete;
                }
            }
        }
        Ok(outcome)
    }

    fn one(
        &self,
        path: Option<&Path>,
        bytes: &[u8],
        output: &Output,
        outcome: &mut Outcome,
    ) -> Result<(), Failure> {
        let name = path.map_or("-".into(), |path| path.display().to_string());
        let faulty = |outcome: &mut Outcome| {
            if *outcome == Outcome::Well {
                *outcome = Outcome::Faults;
            }
        };
        let Ok(before) = std::str::from_utf8(bytes) else {
            let what = match Compression::of(bytes) {
                Some(_) => "it is compressed, and only its unpacked text could be laid out",
                None => "the bytes are not UTF-8",
            };
            output.warn(&format!("{name}: {what}; the file stays as it is"));
            faulty(outcome);
            return self.pass_on(path, bytes, output);
        };
        let format = self.records.format();
        let are_games = |groups: &[Vec<String>]| replay::are_games(groups, None);
        let Canonical { text, kept } = match canonical(before, format, are_games) {
            Ok(canonical) => canonical,
            Err(why) => {
                output.warn(&format!("{name}: {why}; the file stays as it is"));
                faulty(outcome);
                return self.pass_on(path, bytes, output);
            }
        };
        for (line, why) in &kept {
            output.warn(&format!("{name}:{line}: the record stays as it is: {why}"));
        }
        let differs = text != before;
        if self.diff && differs {
            self.show(&name, before, &text, output)?;
        }
        if self.check && differs {
            faulty(outcome);
            if !self.diff {
                output
                    .print(&format!("{} is not in its canonical form\n", visible::line(&name)))?;
            }
        }
        match path {
            _ if self.check || self.diff => {}
            None => output.print_as_it_is(&text)?,
            Some(path) if differs => files::replace(path, text.as_bytes())?,
            Some(_) => {}
        }
        Ok(())
    }

    /// What cannot be read comes out of a filter as it went in.
    fn pass_on(&self, path: Option<&Path>, bytes: &[u8], output: &Output) -> Result<(), Failure> {
        if path.is_none() && !self.check && !self.diff {
            let mut writer = output.writer();
            writer.write_all(bytes)?;
            writer.flush()?;
        }
        Ok(())
    }

    fn show(&self, name: &str, old: &str, new: &str, output: &Output) -> Result<(), Failure> {
        let mut diff = Diff::new(name, output.colours);
        let mut writer = output.writer();
        diff.take(Passage::Changed { old: old.as_bytes(), new }, &mut writer)?;
        diff.finish(&mut writer)?;
        Ok(writer.flush()?)
    }
}
