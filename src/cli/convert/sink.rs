//! What receives converted records, input by input.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, Write};
use std::path::{Path, PathBuf};

use taflkit::notation::{Format, Losses};
use taflkit::replay::Severity;
use tempfile::SpooledTempFile;

use serde_json::{Value, json};

use super::super::documents::{Document, Report};
use super::super::files::{self, HELD, OutFile, Sealed};
use super::super::output::{Failure, Outcome, Output};
use super::plan::{self, Plan};
use super::{Complaint, Piece};

/// How many files take their places together.
const TOGETHER: usize = 256;

/// How many losses are named; the rest are counted.
const NAMED: usize = 5;

/// Where converted records go, and what is told about them.
pub(super) struct Sink<'a> {
    output: &'a Output,
    report: Report,
    records: u64,
    to: Format,
    outputs: Outputs,
    /// Under `--lossless`: what was lost beside what the losses tells of.
    lossy: Option<LossyRecords>,
    losses: Losses,
    outcome: Outcome,
}

#[derive(Default)]
struct LossyRecords {
    first: Vec<String>,
    count: usize,
}

enum Outputs {
    Standard(Box<dyn Write>),
    /// Standard output, once all is known to be well.
    Later {
        waiting: Box<SpooledTempFile>,
        writer: Box<dyn Write>,
    },
    Files(Box<Files>),
}

/// Outputs that are files.
struct Files {
    /// Those of the inputs still to come.
    to_come: VecDeque<plan::Output>,
    /// Whether an input may be replaced by its own conversion.
    may_replace: bool,
    current: Option<Current>,
    /// Those that wait to take their places, under `--lossless` for the last.
    whole: Vec<Sealed>,
    lossless: bool,
    /// What the report says of outputs that were ended.
    entries: Vec<Document>,
}

/// The output of the input that is being read.
struct Current {
    output: plan::Output,
    place: Place,
    records: u64,
    faulty: Option<String>,
    unreadable: bool,
}

enum Place {
    /// A file that is begun with the first record.
    File(Option<OutFile>),
    /// The input itself, which is compared and left alone.
    Compared(Comparison),
}

impl<'a> Sink<'a> {
    pub(super) fn new(
        plan: Plan,
        lossless: bool,
        to: Format,
        report: Report,
        output: &'a Output,
    ) -> Result<Self, Failure> {
        let files = |to_come, may_replace| {
            let whole = Vec::new();
            let (current, entries) = (None, Vec::new());
            let files = Files { to_come, may_replace, current, whole, lossless, entries };
            Outputs::Files(Box::new(files))
        };
        let mut complaints = Vec::new();
        let outputs = match plan {
            Plan::Standard if lossless => Outputs::Later {
                waiting: Box::new(SpooledTempFile::new(HELD)),
                writer: output.writer(),
            },
            Plan::Standard => Outputs::Standard(output.writer()),
            Plan::File { target, onto_itself } => {
                let only = plan::Output { input: String::new(), target, onto_itself };
                files(VecDeque::from([only]), true)
            }
            Plan::Files { outputs, unreadable } => {
                complaints = unreadable;
                files(outputs.into(), false)
            }
        };
        let lossy = lossless.then(LossyRecords::default);
        let (losses, outcome) = (Losses::default(), Outcome::Well);
        let mut sink = Self { output, report, records: 0, to, outputs, lossy, losses, outcome };
        for text in complaints {
            sink.outcome = Outcome::Incomplete;
            let content = json!({ "severity": Severity::Error.name(), "message": text });
            sink.report.add(&Document::entry("convert", "message", content))?;
            sink.tell(Complaint { text, severity: Severity::Error, is_loss: true });
        }
        Ok(sink)
    }

    /// Takes the next piece of the inputs.
    pub(super) fn take(&mut self, mut piece: Piece) -> Result<(), Failure> {
        if piece.unreadable.is_some() {
            self.outcome = Outcome::Incomplete;
        }
        for entry in &piece.entries {
            self.report.add(entry)?;
        }
        self.records += piece.records;
        for complaint in std::mem::take(&mut piece.complaints) {
            self.tell(complaint);
        }
        for files in piece.passed_over.iter().filter(|_| self.output.verbose) {
            self.output.note(files);
        }
        self.losses.merge(&piece.losses);
        match &mut self.outputs {
            Outputs::Standard(writer) => {
                writer.write_all(piece.text.as_bytes())?;
                if piece.pauses {
                    writer.flush()?;
                }
            }
            Outputs::Later { waiting, .. } => {
                waiting.write_all(piece.text.as_bytes()).map_err(held_back)?;
            }
            Outputs::Files(files) => {
                let complaint = match &piece.begins {
                    Some(input) => files.next(input)?,
                    None => None,
                };
                files.take(&piece)?;
                self.tell_kept(complaint);
                self.report_files()?;
            }
        }
        Ok(())
    }

    /// Reports the outputs that were ended.
    fn report_files(&mut self) -> Result<(), Failure> {
        if let Outputs::Files(files) = &mut self.outputs {
            for entry in files.entries.drain(..) {
                self.report.add(&entry)?;
            }
        }
        Ok(())
    }

    /// Ends the report; whether anything was written is known now.
    fn report_end(&mut self, written: bool) -> Result<(), Failure> {
        let lost: serde_json::Map<String, Value> =
            self.losses.iter().map(|(what, count)| (what.to_string(), json!(count))).collect();
        let (to, records) = (self.to.name(), self.records);
        let content = json!({ "to": to, "records": records, "lost": lost, "written": written });
        Ok(self.report.end(&Document::entry("convert", "summary", content))?)
    }

    fn tell(&mut self, complaint: Complaint) {
        let Complaint { text, severity, is_loss } = complaint;
        if severity == Severity::Error {
            self.output.error(&text);
            self.outcome = self.outcome.or(Outcome::Faults);
        } else {
            self.output.warn(&text);
        }
        if let Some(lossy) = self.lossy.as_mut().filter(|_| is_loss) {
            lossy.count += 1;
            if lossy.first.len() < NAMED {
                lossy.first.push(text);
            }
        }
    }

    /// Tells that an output is not written, unless that follows from a loss that was told of.
    fn tell_kept(&mut self, complaint: Option<Complaint>) {
        let known = self.lossy.as_ref().is_some_and(|lossy| lossy.count > 0);
        if let Some(complaint) = complaint.filter(|_| !known) {
            self.tell(complaint);
        }
    }

    /// Puts everything in its place.
    pub(super) fn finish(mut self) -> Result<Outcome, Failure> {
        if let Outputs::Files(files) = &mut self.outputs {
            let complaint = files.end()?;
            self.tell_kept(complaint);
            self.report_files()?;
        }
        if let Some(lossy) = &self.lossy
            && (lossy.count > 0 || !self.losses.is_empty())
        {
            let why = lossy.in_words(&self.losses, self.to);
            self.report_end(false)?;
            return if self.output.in_report {
                Ok(Outcome::Faults)
            } else {
                Err(Failure::Loss(why))
            };
        }
        self.report_end(true)?;
        match self.outputs {
            Outputs::Standard(mut writer) => writer.flush()?,
            Outputs::Later { mut waiting, mut writer } => {
                waiting.rewind().map_err(held_back)?;
                io::copy(&mut waiting, &mut writer)?;
                writer.flush()?;
            }
            Outputs::Files(files) => files::place_all(files.whole)?,
        }
        if !self.losses.is_empty() {
            self.output.warn(&no_place(&self.losses, self.to));
        }
        if let Some(words) = unopened(&self.losses) {
            self.output.warn(&words);
        }
        Ok(self.outcome)
    }
}

fn held_back(error: io::Error) -> io::Error {
    io::Error::other(format!("cannot hold back what goes to standard output: {error}"))
}

/// What is kept and stops OpenTafl from opening what is written, if anything does.
fn unopened(losses: &Losses) -> Option<String> {
    let kept: Vec<String> =
        losses.unopened().map(|(what, count)| format!("{what} ({count})")).collect();
    (!kept.is_empty())
        .then(|| format!("OpenTafl cannot open what is kept here: {}", kept.join(", ")))
}

fn no_place(losses: &Losses, to: Format) -> String {
    let lossy: Vec<String> =
        losses.iter().map(|(what, count)| format!("{what} ({count})")).collect();
    format!("{} has no place for: {}", to.name(), lossy.join(", "))
}

impl LossyRecords {
    fn in_words(&self, losses: &Losses, to: Format) -> String {
        let mut told = self.first.clone();
        let more = self.count - told.len();
        if more > 0 {
            told.push(format!("{more} more losses"));
        }
        if !losses.is_empty() {
            told.push(no_place(losses, to));
        }
        format!("nothing is written: {}", told.join("; "))
    }
}

impl Files {
    /// Goes on to the output of another input. Returns what there is to tell of the one before.
    fn next(&mut self, input: &str) -> Result<Option<Complaint>, Failure> {
        let complaint = self.end()?;
        // Inputs that could not be opened have not begun.
        let output = loop {
            match self.to_come.pop_front() {
                Some(output) if output.input.is_empty() => {
                    break plan::Output { input: input.to_owned(), ..output };
                }
                Some(output) if output.input == input => break output,
                Some(_) => {}
                None => return Ok(complaint),
            }
        };
        let place = if output.onto_itself && !self.may_replace {
            Place::Compared(Comparison::new(&output.target)?)
        } else {
            Place::File(None)
        };
        let (records, faulty, unreadable) = (0, None, false);
        self.current = Some(Current { output, place, records, faulty, unreadable });
        Ok(complaint)
    }

    fn take(&mut self, piece: &Piece) -> Result<(), Failure> {
        let Some(current) = &mut self.current else { return Ok(()) };
        current.unreadable |= piece.unreadable.as_ref() == Some(&current.output.input);
        if current.faulty.is_none() {
            current.faulty.clone_from(&piece.faulty);
        }
        current.records += piece.records;
        if piece.text.is_empty() {
            return Ok(());
        }
        match &mut current.place {
            Place::Compared(comparison) => comparison.take(piece.text.as_bytes())?,
            Place::File(file) => {
                let file = match file {
                    Some(file) => file,
                    None => file.insert(OutFile::create(&current.output.target)?),
                };
                file.write_all(piece.text.as_bytes())?;
            }
        }
        Ok(())
    }

    /// Ends the output of an input that has been read to its end.
    fn end(&mut self) -> Result<Option<Complaint>, Failure> {
        let Some(current) = self.current.take() else { return Ok(None) };
        let (output, records) = (current.output.clone(), current.records);
        let mut written = false;
        let complaint = match (current.kept(self.may_replace), current.place) {
            (Some(complaint), _) => Some(complaint),
            (None, Place::Compared(comparison)) => comparison.complaint(&output.target)?,
            (None, Place::File(None)) => None,
            (None, Place::File(Some(file))) => {
                written = true;
                self.whole.push(file.seal()?);
                if !self.lossless && self.whole.len() >= TOGETHER {
                    files::place_all(std::mem::take(&mut self.whole))?;
                }
                None
            }
        };
        let content = json!({
            "file": output.input,
            "output": output.target.display().to_string(),
            "records": records,
            "written": written,
            "reason": complaint.as_ref().map(|complaint| &complaint.text),
        });
        self.entries.push(Document::entry("convert", "file", content));
        Ok(complaint)
    }
}

impl Current {
    /// Why nothing is written for this input, if nothing is.
    fn kept(&self, may_replace: bool) -> Option<Complaint> {
        let plan::Output { input, target, onto_itself } = &self.output;
        let target = target.display();
        let error = |text| Some(Complaint { text, severity: Severity::Error, is_loss: true });
        if self.unreadable {
            return error(format!("{target} is not written: {input} could not be read to its end"));
        }
        if self.records == 0 {
            return error(format!("{target} is not written: {input} gave no record"));
        }
        let faulty = self.faulty.as_ref().filter(|_| *onto_itself && may_replace)?;
        error(format!(
            "{target} is not written over itself, as its records have faults, the first at {faulty}: \
             mend them, perhaps with `tafl check --fix`, or give another file to -o"
        ))
    }
}

/// An input beside what it would become.
struct Comparison {
    path: PathBuf,
    input: BufReader<File>,
    same: bool,
}

impl Comparison {
    fn new(path: &Path) -> io::Result<Self> {
        let input = BufReader::new(files::open_regular(path)?);
        Ok(Self { path: path.to_owned(), input, same: true })
    }

    fn take(&mut self, text: &[u8]) -> io::Result<()> {
        let mut block = vec![0; text.len()];
        if self.same {
            self.same = match self.input.read_exact(&mut block) {
                Ok(()) => block == text,
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => false,
                Err(error) => return Err(files::cannot_read(&self.path, &error)),
            };
        }
        Ok(())
    }

    /// What there is to tell, if the input would change.
    fn complaint(mut self, target: &Path) -> io::Result<Option<Complaint>> {
        let mut more = [0; 1];
        let rest = self.input.read(&mut more);
        let rest = rest.map_err(|error| files::cannot_read(&self.path, &error))?;
        let target = target.display();
        let text = format!(
            "{target} stays as it is, as it is an input: name it alone, with -o {target}, to replace it"
        );
        let severity = Severity::Error;
        Ok((!self.same || rest > 0).then_some(Complaint { text, severity, is_loss: true }))
    }
}
