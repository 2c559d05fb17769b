//! `tafl convert`.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use taflkit::notation::{self, Format, Ledger};
use taflkit::record::{Record, RulesClaim, Span, Spanned, places};
use taflkit::replay::{
    Code, Corpus, Event, Finding, Input, Options, ReadRecord, Severity, Verdict,
};

use super::files::WholeFile;
use super::inputs::{self, FormatArg};
use super::output::{Failure, Outcome, Output};
use super::resolve;

/// Turn records from one format into another
///
/// Whatever the target has no place for is told of, a warning a kind with its count; --lossless makes
/// that an error, and then nothing is written.
#[derive(Args)]
pub(super) struct Convert {
    /// Files and folders; `-` or nothing for standard input
    #[arg(value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// The format to write
    #[arg(long, value_enum, value_name = "NAME")]
    to: FormatArg,
    /// The format of every input; told by content if left out
    #[arg(long, value_enum, value_name = "NAME")]
    format: Option<FormatArg>,
    /// The rules of every game, written into the records: a name, a rules record, or a name followed
    /// by keys that change it
    #[arg(long, value_name = "NAME|RULES")]
    variant: Option<String>,
    /// Where to write: a file, or a folder, in which the names of the inputs are kept with another
    /// ending; standard output if left out
    #[arg(short, long, value_name = "FILE|DIR")]
    out: Option<PathBuf>,
    /// Write nothing if anything would get lost
    #[arg(long)]
    lossless: bool,
    /// How many threads to use; as many as there are cores if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

/// What one piece of the input gave.
#[derive(Default)]
struct Piece {
    /// The file that begins here, by its place in the folder that was named.
    begins: Option<PathBuf>,
    text: String,
    ledger: Ledger,
    complaints: Vec<String>,
    /// Records whose encoding was guessed.
    guessed: Vec<String>,
    /// Files that were not looked at, as they are told of.
    passed_over: Vec<String>,
    faulty: bool,
    unreadable: bool,
}

impl Convert {
    pub(super) fn run(self, output: &Output) -> Result<Outcome, Failure> {
        let to = Format::from(self.to);
        if !to.is_written() {
            return Err(Failure::usage(format!(
                "records are only read in the format {}",
                to.name()
            )));
        }
        let inputs = inputs::named(&self.inputs)?;
        let rules = self.variant.as_deref().map(|text| resolve(text, output)).transpose()?;
        let claim =
            rules.as_ref().map(|_| rules_claim(self.variant.as_deref().unwrap_or_default()));
        let options = Options {
            format: self.format.map(Format::from),
            rules,
            jobs: self.jobs.map(usize::from),
            ..Options::default()
        };
        let corpus = Corpus::new(options).map_err(|error| Failure::usage(error.to_string()))?;
        let mut target = Target::new(self.out.as_deref(), &inputs, to, self.lossless, output)?;
        let mut ledger = Ledger::default();
        let mut outcome = Outcome::Well;
        let lossless = self.lossless;
        corpus.read(
            &inputs,
            |piece: &mut Piece, event| take(piece, event, to, claim.as_ref()),
            |piece: Piece| -> Result<(), Failure> {
                for complaint in &piece.complaints {
                    output.error(complaint);
                }
                for files in piece.passed_over.iter().filter(|_| output.verbose) {
                    output.note(files);
                }
                if piece.unreadable {
                    outcome = Outcome::Incomplete;
                } else if piece.faulty && outcome == Outcome::Well {
                    outcome = Outcome::Faults;
                }
                for guess in &piece.guessed {
                    if lossless {
                        return Err(Failure::Loss(guess.clone()));
                    }
                    output.warn(guess);
                }
                ledger.merge(&piece.ledger);
                if lossless && !ledger.is_empty() {
                    return Err(Failure::Loss(in_words(&ledger, to)));
                }
                target.take(&piece)
            },
            |_| (),
        )?;
        target.finish()?;
        if !ledger.is_empty() {
            output.warn(&in_words(&ledger, to));
        }
        Ok(outcome)
    }
}

fn rules_claim(text: &str) -> RulesClaim {
    let written = text.split_whitespace().next().is_some_and(|word| word.starts_with("dim:"));
    if written { RulesClaim::Written(text.to_owned()) } else { RulesClaim::Named(text.to_owned()) }
}

fn in_words(ledger: &Ledger, to: Format) -> String {
    let losses: Vec<String> =
        ledger.iter().map(|(what, count)| format!("{what} ({count})")).collect();
    format!("{} has no place for: {}", to.name(), losses.join(", "))
}

fn take(piece: &mut Piece, event: Event<'_>, to: Format, rules: Option<&RulesClaim>) {
    match event {
        Event::Opened { within, .. } => piece.begins = Some(within.to_owned()),
        Event::Record(read) => convert(piece, &read, to, rules),
        Event::Game(_) => {}
        Event::File { file, finding } => {
            let grave = finding.code.severity() == Severity::Error;
            // That records state no rules is no fault of a conversion.
            if grave && finding.code != Code::T406 {
                piece.faulty = true;
                piece.complaints.push(format!("{file}: {}", finding.message));
            }
        }
        Event::PassedOver { folder, files } => {
            piece.passed_over.push(inputs::passed_over(folder, files));
        }
        Event::Unreadable(error) => {
            piece.unreadable = true;
            piece.complaints.push(error.to_string());
        }
    }
}

fn convert(piece: &mut Piece, read: &ReadRecord<'_>, to: Format, rules: Option<&RulesClaim>) {
    let findings = reading_findings(read);
    let spans: Vec<Span> = findings.iter().map(|f| f.span.unwrap_or_default()).collect();
    let is_error = |finding: &Finding| finding.code.severity() == Severity::Error;
    let faulty = findings.iter().any(is_error);
    piece.faulty |= faulty;
    for (finding, place) in findings.iter().zip(places(read.text, read.line, &spans)) {
        let (file, message) = (read.file, &finding.message);
        let told = || format!("{file}:{}:{}: {message}", place.line, place.column);
        if is_error(finding) || (faulty && finding.code == Code::T018) {
            piece.complaints.push(told());
        } else if matches!(finding.code, Code::T004 | Code::T016) {
            piece.guessed.push(told());
        }
    }
    let nothing = read.record.tokens().is_empty() && read.record.tags.is_empty();
    if read.unread || (nothing && !read.faults.is_empty()) {
        return;
    }
    let with_rules: Record;
    let record = match rules {
        Some(claim) => {
            with_rules = with_claim(read.record, claim);
            &with_rules
        }
        None => read.record,
    };
    // What declares its encoding cannot be copied as text of another.
    let as_it_was = read.as_it_was || !to.declares_encoding();
    if rules.is_none() && read.format == to && read.faults.is_empty() && as_it_was {
        piece.text += read.text;
        if !read.text.ends_with('\n') {
            piece.text.push('\n');
        }
    } else if let Some(text) = notation::write(to, record, &mut piece.ledger) {
        piece.text += &text;
    }
}

fn with_claim(record: &Record, claim: &RulesClaim) -> Record {
    let mut record = record.clone();
    record.rules = Some(Spanned::new(claim.clone(), Span::default()));
    record
}

fn reading_findings(read: &ReadRecord<'_>) -> Vec<Finding> {
    read.bytes.cloned().into_iter().chain(Verdict::on_reading(read.faults).findings).collect()
}

/// Where converted records go.
enum Target {
    /// Standard output; under `--lossless` only when all is known to be well.
    Standard { held_back: Option<String>, writer: Box<dyn Write> },
    /// One file.
    File(WholeFile),
    /// A file an input.
    Folder {
        folder: PathBuf,
        ending: &'static str,
        held_back: bool,
        files: Vec<WholeFile>,
        taken: BTreeSet<PathBuf>,
    },
}

impl Target {
    fn new(
        out: Option<&Path>,
        inputs: &[Input],
        to: Format,
        lossless: bool,
        output: &Output,
    ) -> Result<Self, Failure> {
        let Some(path) = out else {
            let held_back = lossless.then(String::new);
            return Ok(Self::Standard { held_back, writer: output.writer() });
        };
        let many = inputs.len() > 1
            || inputs.iter().any(|input| matches!(input, Input::Path(path) if path.is_dir()));
        let named_as_folder = path.is_dir() || path.as_os_str().to_string_lossy().ends_with('/');
        if many || named_as_folder {
            let ending = to.extensions()[0];
            let folder = path.to_owned();
            let (files, taken) = (Vec::new(), BTreeSet::new());
            return Ok(Self::Folder { folder, ending, held_back: lossless, files, taken });
        }
        Ok(Self::File(WholeFile::create(path)?))
    }

    fn take(&mut self, piece: &Piece) -> Result<(), Failure> {
        match self {
            Self::Standard { held_back: Some(text), .. } => text.push_str(&piece.text),
            Self::Standard { writer, .. } => writer.write_all(piece.text.as_bytes())?,
            Self::File(file) => file.write_all(piece.text.as_bytes())?,
            Self::Folder { folder, ending, held_back, files, taken } => {
                if let Some(within) = &piece.begins {
                    if !*held_back {
                        files.drain(..).try_for_each(WholeFile::finish)?;
                    }
                    let name = if within.as_os_str() == "-" { Path::new("stdin") } else { within };
                    let target = folder.join(name).with_extension(ending);
                    if !taken.insert(target.clone()) {
                        let target = target.display();
                        return Err(Failure::usage(format!("two inputs would become {target}")));
                    }
                    files.push(WholeFile::create(&target)?);
                }
                if let Some(file) = files.last_mut() {
                    file.write_all(piece.text.as_bytes())?;
                }
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<(), Failure> {
        match self {
            Self::Standard { held_back, mut writer } => {
                writer.write_all(held_back.unwrap_or_default().as_bytes())?;
                writer.flush()?;
            }
            Self::File(file) => file.finish()?,
            Self::Folder { files, .. } => files.into_iter().try_for_each(WholeFile::finish)?,
        }
        Ok(())
    }
}
