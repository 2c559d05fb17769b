//! `tafl fmt`.

use std::io::{self, Read, Write};
use std::path::Path;

use clap::Args;
use taflkit::replay::{self, Input};
use taflkit::visible;

use super::args::RecordArgs;
use super::files;
use super::help::{self, Example};
use super::output::{Failure, Outcome, Output};
use super::progress::Progress;
use super::rewriting::{self, HeldInput, Purpose, Ran};

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
        let progress = Progress::of_work(output);
        if inputs.contains(&Input::Stdin) {
            outcome = outcome.or(self.filter(output)?);
        }
        for listed in replay::files(&inputs) {
            let path = match listed.map(|listed| listed.input) {
                Ok(Input::Stdin) => continue,
                Ok(Input::Path(path)) => path,
                Err(error) => {
                    output.error(&error.to_string());
                    outcome = Outcome::Incomplete;
                    continue;
                }
            };
            if path.is_dir() {
                output.error(&format!("{}: no file has a known ending", path.display()));
                outcome = outcome.or(Outcome::Faults);
                continue;
            }
            progress.tell(|| visible::line(&path.display().to_string()).into_owned());
            let open = || files::open_regular(&path);
            let (found, _) = self.one(&path, open, self.purpose(Purpose::Replace), output)?;
            outcome = outcome.or(found);
        }
        Ok(outcome)
    }

    fn purpose(&self, otherwise: Purpose) -> Purpose {
        match (self.diff, self.check) {
            (true, _) => Purpose::Show,
            (false, true) => Purpose::Compare,
            (false, false) => otherwise,
        }
    }

    /// Standard input; what of it is not laid out comes out as it went in.
    fn filter(&self, output: &Output) -> Result<Outcome, Failure> {
        let held = HeldInput::read()?;
        let purpose = self.purpose(Purpose::Print);
        let (outcome, differs) = self.one(Path::new("-"), || Ok(held.reader()), purpose, output)?;
        if purpose == Purpose::Print && !differs {
            let mut writer = output.writer();
            io::copy(&mut held.reader(), &mut writer)?;
            writer.flush()?;
        }
        Ok(outcome)
    }

    /// Lays one input out; also returns whether it was in another form.
    fn one<R: Read>(
        &self,
        path: &Path,
        open: impl Fn() -> io::Result<R>,
        purpose: Purpose,
        output: &Output,
    ) -> Result<(Outcome, bool), Failure> {
        let name = path.display();
        let tell = |line: u64, why: &str| {
            output.warn(&format!("{name}:{line}: the record stays as it is: {why}"));
        };
        let format = self.records.format();
        match rewriting::lay_out(path, open, format, purpose, output, tell)? {
            Ran::Whole { differs } if differs && self.check => {
                if !self.diff {
                    let name = name.to_string();
                    let name = visible::line(&name);
                    output.print(&format!("{name} is not in its canonical form\n"))?;
                }
                Ok((Outcome::Faults, true))
            }
            Ran::Whole { differs } => Ok((Outcome::Well, differs)),
            Ran::Kept(why) => {
                output.warn(&format!("{name}: {why}; the file stays as it is"));
                Ok((Outcome::Faults, false))
            }
            Ran::Failed(why) => {
                output.error(&why);
                Ok((Outcome::Incomplete, false))
            }
        }
    }
}
