//! `tafl fmt`.

use std::cell::RefCell;
use std::io::{self, Read, Write};
use std::path::Path;

use clap::Args;
use serde_json::json;
use taflkit::replay::{self, Input};
use taflkit::visible;

use super::args::RecordArgs;
use super::documents::{Document, Report};
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
        let stdout_is_taken = self.diff || inputs.contains(&Input::Stdin);
        let (report, ref output) = Report::new("fmt", output, stdout_is_taken);
        let report = &RefCell::new(report);
        let mut outcome = Outcome::Well;
        let progress = Progress::of_work(output);
        if inputs.contains(&Input::Stdin) {
            outcome = outcome.or(self.filter(report, output)?);
        }
        for listed in replay::files(&inputs) {
            let path = match listed.map(|listed| listed.input) {
                Ok(Input::Stdin) => continue,
                Ok(Input::Path(path)) => path,
                Err(error) => {
                    output.error(&error.to_string());
                    let entry = Document::unreadable("fmt", error.file(), &error.reason());
                    report.borrow_mut().add(&entry)?;
                    outcome = Outcome::Incomplete;
                    continue;
                }
            };
            if path.is_dir() {
                let (name, why) = (path.display().to_string(), "no file has a known ending");
                output.error(&format!("{name}: {why}"));
                report.borrow_mut().add(&Document::unreadable("fmt", &name, why))?;
                outcome = outcome.or(Outcome::Faults);
                continue;
            }
            progress.tell(|| visible::line(&path.display().to_string()).into_owned());
            let open = || files::open_regular(&path);
            let purpose = self.purpose(Purpose::Replace);
            let (found, _) = self.one(&path, open, purpose, report, output)?;
            outcome = outcome.or(found);
        }
        let content = json!({ "canonical": outcome == Outcome::Well });
        report.borrow_mut().end(&Document::entry("fmt", "summary", content))?;
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
    fn filter(&self, report: &RefCell<Report>, output: &Output) -> Result<Outcome, Failure> {
        let held = HeldInput::read()?;
        let purpose = self.purpose(Purpose::Print);
        let (outcome, differs) =
            self.one(Path::new("-"), || Ok(held.reader()), purpose, report, output)?;
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
        report: &RefCell<Report>,
        output: &Output,
    ) -> Result<(Outcome, bool), Failure> {
        let name = path.display();
        let kept = RefCell::new(Vec::new());
        let tell = |line: u64, why: &str| {
            output.warn(&format!("{name}:{line}: the record stays as it is: {why}"));
            let content = json!({ "file": name.to_string(), "line": line, "reason": why });
            kept.borrow_mut().push(Document::entry("fmt", "record", content));
        };
        let format = self.records.format();
        let ran = rewriting::lay_out(path, open, format, purpose, output, tell)?;
        let mut report = report.borrow_mut();
        for entry in kept.borrow().iter() {
            report.add(entry)?;
        }
        let (differs, reason) = match &ran {
            Ran::Whole { differs } => (*differs, None),
            Ran::Kept(why) | Ran::Failed(why) => (false, Some(why)),
        };
        let written = differs && purpose == Purpose::Replace;
        let content = json!({
            "file": name.to_string(), "differs": differs, "written": written, "reason": reason,
        });
        report.add(&Document::entry("fmt", "file", content))?;
        match ran {
            Ran::Whole { differs } if differs && self.check => {
                if !self.diff && output.is_human() {
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
