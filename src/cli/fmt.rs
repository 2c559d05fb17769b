//! `tafl fmt`.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use taflkit::notation::{Canonical, Format, canonical};
use taflkit::replay::{self, Compression, Input};
use taflkit::visible;

use super::inputs::{self, FormatArg};
use super::output::{Failure, Outcome, Output};
use super::{diffs, files};

/// Lay records out in the canonical form of their own format
///
/// Files are changed in place; standard input is written to standard output. A record that cannot be
/// read without faults, or not be written again without loss, stays as it is.
#[derive(Args)]
pub(super) struct Fmt {
    /// Files and folders; `-` or nothing for standard input
    #[arg(value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// The format of every input; told by content if left out
    #[arg(long, value_enum, value_name = "NAME")]
    format: Option<FormatArg>,
    /// Change nothing; exit with 1 if a file is not in its canonical form
    #[arg(long)]
    check: bool,
    /// Change nothing; show what would change
    #[arg(long)]
    diff: bool,
}

impl Fmt {
    pub(super) fn run(self, output: &Output) -> Result<Outcome, Failure> {
        let inputs = inputs::named(&self.inputs)?;
        let mut outcome = Outcome::Well;
        if inputs.contains(&Input::Stdin) {
            let mut bytes = Vec::new();
            replay::unpacked(std::io::stdin().lock())?.read_to_end(&mut bytes)?;
            self.one(None, &bytes, output, &mut outcome)?;
        }
        for path in replay::files(&inputs) {
            let read = path.map_err(|error| error.to_string()).and_then(|path| {
                let bytes = std::fs::read(&path);
                let bytes = bytes.map_err(|e| format!("cannot read {}: {e}", path.display()))?;
                Ok((path, bytes))
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
            return Ok(());
        };
        let format = self.format.map(Format::from);
        let are_games = |groups: &[Vec<String>]| replay::are_games(groups, None);
        let Canonical { text, kept } = match canonical(before, format, are_games) {
            Ok(canonical) => canonical,
            Err(why) => {
                output.warn(&format!("{name}: {why}; the file stays as it is"));
                faulty(outcome);
                return Ok(());
            }
        };
        for (line, why) in &kept {
            output.warn(&format!("{name}:{line}: the record stays as it is: {why}"));
        }
        let differs = text != before;
        if self.diff && differs {
            output.print_as_it_is(&diffs::unified(&name, before, &text, output.colours))?;
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
}
