//! `tafl convert`.

mod plan;
mod sink;

use std::borrow::Cow;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use taflkit::notation::{self, Format, Losses};
use taflkit::record::{Heading, Record, RulesClaim, Span, Spanned, TokenKind, places};
use taflkit::replay::{
    Code, Corpus, Event, Finding, Located, Options, ReadRecord, Severity, Verdict, disambiguated,
};
use taflkit::rules::names::{self, Resolved};

use super::args::{FormatArg, JobsArg, RecordArgs, VariantArg};
use super::config::ConfigArgs;
use super::documents::{Document, Report};
use super::help::{self, Example};
use super::inputs;
use super::output::{Failure, Outcome, Output};
use super::progress::Progress;
use plan::Plan;
use sink::Sink;

const EXAMPLES: &[Example] = &[
    ("Convert a file, and print the records", "tafl convert --to json games.otg"),
    ("Convert a folder; the names of its files are kept", "tafl convert --to otg records -o out/"),
    (
        "Write nothing if anything would get lost",
        "tafl convert --to pgn --lossless games.otg -o games.pgn",
    ),
    (
        "Add the rules to games that state none",
        "tafl convert --to otg --variant brandubh games.csv",
    ),
];

/// Turn records from one format into another
///
/// Whatever the target has no place for is told of, a warning a kind with its count; --lossless makes
/// that an error, and then nothing is written. The rules that --variant gives are written into the records.
///
/// Output files are written whole or not at all, once their input has been read to its end; an input that
/// cannot be read, or that has no record, leaves the file that was there as it is. A file is not converted
/// onto itself if any of its records has faults of reading: mend them first, perhaps with
/// `tafl check --fix`, or give another file to -o. In a folder, outputs have the names of the inputs with the
/// ending of the format. All of them are settled before the first is written: two inputs with one output,
/// an output that an input is read from under another name, or one that cannot be written, are an error.
/// An input whose own name its output would have stays as it is.
#[derive(Args)]
#[command(after_long_help = help::examples(EXAMPLES))]
pub(super) struct Convert {
    #[command(flatten)]
    records: RecordArgs,
    /// The format to write
    #[arg(long, value_enum, value_name = "NAME")]
    to: FormatArg,
    #[command(flatten)]
    variant: VariantArg,
    #[command(flatten)]
    config: ConfigArgs,
    /// Where to write: a file for one input, or a folder, in which the names of the inputs are kept
    /// with another ending; end it with `/` if it is to be made. Standard output if left out
    #[arg(short, long, value_name = "FILE|DIR")]
    out: Option<PathBuf>,
    /// Write nothing if anything would get lost: what the format has no place for, a record that cannot
    /// be read or only in part, an input that cannot be read. The exit code is 1 then
    #[arg(long)]
    lossless: bool,
    #[command(flatten)]
    jobs: JobsArg,
}

/// What one piece of the input gave.
#[derive(Default)]
struct Piece {
    /// The file that begins here.
    begins: Option<String>,
    text: String,
    /// How many records the text has.
    records: u64,
    losses: Losses,
    /// Files that were not looked at, as they are told of.
    passed_over: Vec<String>,
    complaints: Vec<Complaint>,
    /// What the report says.
    entries: Vec<Document>,
    /// The place of the first record that cannot be read without faults.
    faulty: Option<String>,
    /// The input that cannot be read, to its end or at all.
    unreadable: Option<String>,
    /// Whether somebody may wait for what is written so far.
    pauses: bool,
}

/// Something to tell of.
struct Complaint {
    text: String,
    severity: Severity,
    /// Whether something of the input is lost by it.
    is_loss: bool,
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
        let inputs = self.records.named()?;
        let rules = self.variant.resolve(output)?;
        let claim = self.variant.text().map(rules_claim);
        let configs = self.config.of(&inputs, self.records.format(), output)?;
        let options = Options {
            rules,
            per_file: Some(configs.per_file()),
            jobs: Some(self.jobs.threads()),
            waits: Some(inputs::waits),
            details: to == Format::Json,
            ..Options::default()
        };
        let corpus = Corpus::new(options).map_err(|error| Failure::usage(error.to_string()))?;
        let (plan, inputs) = Plan::new(self.out.as_deref(), inputs, to)?;
        let (report, output) = Report::new("convert", output, self.out.is_none());
        let output = &output;
        let mut sink = Sink::new(plan, self.lossless, to, report, output)?;
        let progress = Progress::of_bytes(&inputs, output);
        let each = |piece: &mut Piece, event: Event<'_>| take(piece, event, to, claim.as_ref());
        let done = |piece: Piece| -> Result<(), Failure> { sink.take(piece) };
        // What our own format says of a game takes its rules.
        match to {
            Format::Json => corpus.judge(&inputs, each, done, |bytes| progress.add(bytes))?,
            _ => corpus.read(&inputs, each, done, |bytes| progress.add(bytes))?,
        }
        drop(progress);
        sink.finish()
    }
}

/// Rules as a record states them: by their name, or written out if they are nobody's.
fn claim_of(rules: &Resolved) -> RulesClaim {
    let name = rules.name();
    match names::resolve(&name) {
        Ok(named) if named.ruleset == rules.ruleset => RulesClaim::Named(name),
        _ => RulesClaim::Written(taflkit::rules::record::write(&rules.ruleset)),
    }
}

fn rules_claim(text: &str) -> RulesClaim {
    let written = text.split_whitespace().next().is_some_and(|word| word.starts_with("dim:"));
    if written { RulesClaim::Written(text.to_owned()) } else { RulesClaim::Named(text.to_owned()) }
}

impl Piece {
    fn complain(&mut self, text: String, severity: Severity, is_loss: bool) {
        let content = json!({ "severity": severity.name(), "message": text });
        self.entries.push(Document::entry("convert", "message", content));
        self.complaints.push(Complaint { text, severity, is_loss });
    }
}

fn take(piece: &mut Piece, event: Event<'_>, to: Format, rules: Option<&RulesClaim>) {
    match event {
        Event::Opened { file, .. } => piece.begins = Some(file.to_owned()),
        Event::Record(read) => convert(piece, &read, to, rules, None),
        Event::Game(game) => {
            convert(piece, &game.read, to, rules, Some(heading(&game)));
        }
        Event::Pause => piece.pauses = true,
        Event::File { file, finding } => {
            let severity = finding.severity;
            // That records state no rules is no fault of a conversion.
            if severity == Severity::Error && finding.code != Code::T406 {
                piece.complain(format!("{file}: {}", finding.message), severity, true);
            }
        }
        Event::PassedOver { folder, files } => {
            piece.passed_over.push(inputs::passed_over(folder, files));
            let entry =
                |file: &PathBuf| Document::passed_over("convert", &file.display().to_string());
            piece.entries.extend(files.iter().map(entry));
        }
        Event::Unreadable(error) => {
            piece.unreadable = Some(error.file().to_owned());
            let (text, severity) = (error.to_string(), Severity::Error);
            piece.complaints.push(Complaint { text, severity, is_loss: true });
            let entry = Document::unreadable("convert", error.file(), &error.reason());
            piece.entries.push(entry);
        }
    }
}

/// Where a record was found, and the number of its game.
fn heading(game: &Located<'_>) -> Heading {
    Heading {
        file: Some(game.read.file.to_owned()),
        line: Some(game.read.line),
        index: Some(game.read.index),
        hash: game.verdict.hash.map(|hash| hash.to_string()),
    }
}

fn convert(
    piece: &mut Piece,
    read: &ReadRecord<'_>,
    to: Format,
    rules: Option<&RulesClaim>,
    heading: Option<Heading>,
) {
    let left_out = read.unread || (!read.faults.is_empty() && is_nothing(read.record));
    let findings = reading_findings(read);
    let spans: Vec<Span> = findings.iter().map(|f| f.span.unwrap_or_default()).collect();
    let is_error = |finding: &Finding| finding.severity == Severity::Error;
    let faulty = findings.iter().any(is_error);
    for (finding, place) in findings.iter().zip(places(read.text, read.line, &spans)) {
        let place = format!("{}:{}:{}", read.file, place.line, place.column);
        let goes_on = faulty && finding.code == Code::T018;
        if is_error(finding) || goes_on || matches!(finding.code, Code::T004 | Code::T016) {
            // A word that is no move is kept as it is, or counted as lost by what writes the record.
            let is_loss = left_out || finding.code != NOT_A_MOVE;
            let severity = if goes_on { Severity::Error } else { finding.severity };
            piece.complain(format!("{place}: {}", finding.message), severity, is_loss);
        }
        piece.faulty.get_or_insert(place);
    }
    if left_out {
        let message = format!("{}:{}: the record is left out", read.file, read.line);
        piece.complain(message, Severity::Error, true);
        return;
    }
    let assumed = read.rules_or(None).filter(|_| rules.is_none()).map(claim_of);
    let rules = rules.or(assumed.as_ref());
    piece.records += 1;
    // What says already which game it is keeps to that as long as it is right.
    let named = read.record.heading.as_ref().map(|known| &known.hash);
    let is_named = heading.as_ref().is_none_or(|heading| named == Some(&heading.hash));
    // What declares its encoding cannot be copied as text of another.
    let as_it_was = read.as_it_was || !to.declares_encoding();
    let as_it_was = as_it_was && notation::is_labelled_rightly(to, read.text);
    let same = read.format == to && as_it_was && is_named && !lacks_something(read);
    if rules.is_none() && same && read.faults.is_empty() {
        piece.text += read.text;
        if !read.text.ends_with('\n') {
            piece.text.push('\n');
        }
        return;
    }
    let mut record = Cow::Borrowed(read.record);
    if let Some(claim) = rules {
        record = Cow::Owned(with_claim(&record, claim));
    }
    if let Some(heading) = heading.filter(|_| !is_named || rules.is_some()) {
        record.to_mut().heading = Some(Box::new(heading));
    }
    if let Some(text) = notation::write(to, &disambiguated(&record, to), &mut piece.losses) {
        piece.text += &text;
    }
}

/// Whether a file of OpenTafl lacks what that program needs to open it, and what writing it anew adds.
fn lacks_something(read: &ReadRecord<'_>) -> bool {
    read.format == Format::Otg && !notation::opens_as_it_stands(read.record, read.text)
}

/// Whether a record tells nothing that could be converted.
fn is_nothing(record: &Record) -> bool {
    let unreadable = |kind: &TokenKind| matches!(kind, TokenKind::Unreadable(_));
    record.tags.is_empty() && record.tokens().iter().all(|token| unreadable(&token.kind))
}

fn with_claim(record: &Record, claim: &RulesClaim) -> Record {
    let mut record = record.clone();
    record.rules = Some(Spanned::new(claim.clone(), Span::default()));
    record.meant = None;
    record
}

/// A word where a move should be.
const NOT_A_MOVE: Code = Code::T006;

fn reading_findings(read: &ReadRecord<'_>) -> Vec<Finding> {
    read.bytes.cloned().into_iter().chain(Verdict::on_reading(read.faults).findings).collect()
}
