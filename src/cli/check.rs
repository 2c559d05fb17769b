//! `tafl check`.

mod listing;
mod summary;

use std::str::FromStr;

use clap::{Args, ValueEnum};
use taflkit::replay::{Corpus, Options, PUZZLE_NODES, Severity, Summary};

use super::args::{JobsArg, RecordArgs, VariantArg};
use super::config::{Codes, ConfigArgs};
use super::diagnostic::{Boards, View};
use super::help::{self, Example};
use super::mending::{self, Mending};
use super::numbers::count;
use super::output::{Failure, Outcome, Output};
use super::progress::Progress;
use super::reports::Unreadable;
use super::{Form, inputs};

use listing::{Listing, Piece, Style};

const EXAMPLES: &[Example] = &[
    ("Check a folder, and show notes too", "tafl check -v records"),
    ("Check games that state no rules", "tafl check games.csv --variant brandubh"),
    (
        "Check what comes through a pipe, a JSON object a game",
        "tafl convert --to json games.otg | tafl check --output jsonl",
    ),
    ("Show what follows from the rules and could be mended", "tafl check games.otg --diff"),
    ("Write a report for a build server", "tafl check records --report junit"),
];

/// Replay game records and say what is wrong with them
///
/// Reads files, folders (files with known endings, in order of their names) or standard input, and
/// replays every game and its variations by the rules that its record states or that --variant gives.
/// Puzzles are solved as far as --puzzle-nodes goes. Notes, such as a decision by resignation, are
/// counted and shown with --verbose. Records of JSON, CSV and SGF on standard input are answered as they
/// come.
#[derive(Args)]
#[command(after_long_help = help::examples(EXAMPLES))]
pub(super) struct Check {
    #[command(flatten)]
    records: RecordArgs,
    #[command(flatten)]
    variant: VariantArg,
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    jobs: JobsArg,
    /// Let warnings decide on the exit code like errors
    #[arg(long)]
    strict: bool,
    /// Print the summary only
    #[arg(long)]
    summary: bool,
    /// Print no summary
    #[arg(long, conflicts_with = "summary")]
    no_summary: bool,
    /// Tell only of findings whose codes begin so: T3 for all about results, or T202
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = Codes::from_str)]
    select: Vec<Codes>,
    /// Do not tell of findings whose codes begin so, and count them nowhere
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = Codes::from_str)]
    ignore: Vec<Codes>,
    /// Show at most so many findings of a file; all are counted, and JSON and JUnit have all
    #[arg(long, value_name = "N", value_parser = count::<u64>(0..=u64::MAX))]
    max_findings: Option<u64>,
    /// Mend what follows from the rules, then check: captures, letters, symbols, counts, and the
    /// result where the board decides. What cannot be read or mended stays as it is and is told of
    #[arg(long)]
    fix: bool,
    /// Show what --fix would change, and change nothing
    #[arg(long)]
    diff: bool,
    /// When to show the position beside what is found
    #[arg(long, value_enum, default_value_t = Boards::Auto, value_name = "WHEN")]
    boards: Boards,
    /// The most positions to visit for each question about a puzzle; 0 solves none
    #[arg(long, value_name = "N", default_value_t = PUZZLE_NODES, value_parser = count::<u64>(0..=u64::MAX))]
    puzzle_nodes: u64,
    /// Write a report for other tools instead
    #[arg(long, value_enum, value_name = "KIND")]
    report: Option<ReportKind>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ReportKind {
    /// JUnit XML: a test suite a file, a test case a game
    Junit,
    /// SARIF 2.1.0
    Sarif,
}

impl Check {
    pub(super) fn run(self, output: &Output) -> Result<Outcome, Failure> {
        let inputs = self.records.named()?;
        let rules = self.variant.resolve(output)?;
        let configs = self.config.of(&inputs, self.records.format(), output)?;
        let configs = configs.telling(&self.select, &self.ignore);
        let mut mended = Mending::default();
        if self.fix || self.diff {
            mended = mending::mend(&inputs, &configs, rules.as_ref(), self.diff, output)?;
            if self.diff {
                return Ok(mended.outcome);
            }
        }
        let style = self.style(output);
        let options = Options {
            rules,
            per_file: Some(configs.per_file()),
            jobs: Some(self.jobs.threads()),
            puzzle_nodes: self.puzzle_nodes,
            details: style.needs_details(),
            waits: Some(inputs::waits),
            ..Options::default()
        };
        let corpus = Corpus::new(options).map_err(|error| Failure::usage(error.to_string()))?;
        let progress = Progress::of_bytes(&inputs, output);
        let mut listing = Listing::new(style, self.max_findings, output)?;
        let (mut summary, mut unreadable) = (Summary::default(), Vec::new());
        corpus.judge(
            &inputs,
            |piece: &mut Piece, event| piece.add(style, event),
            |mut piece: Piece| -> Result<(), Failure> {
                let known = |input: &&Unreadable| !mended.told.contains(&input.message);
                for input in piece.unreadable.iter().filter(known) {
                    output.error(&input.message);
                }
                for files in piece.passed_over.iter().filter(|_| output.verbose) {
                    output.note(files);
                }
                listing.write(&mut piece)?;
                summary.merge(piece.summary);
                unreadable.extend(piece.unreadable);
                Ok(())
            },
            |bytes| progress.add(bytes),
        )?;
        drop(progress);
        let told = (!self.no_summary).then_some(&summary);
        listing.finish(told, &unreadable)?;
        Ok(self.outcome(&summary).or(mended.outcome))
    }

    fn style(&self, output: &Output) -> Style {
        match (self.report, output.form) {
            (Some(ReportKind::Junit), _) => Style::JUnit,
            (Some(ReportKind::Sarif), _) => Style::Sarif,
            (None, Form::Json | Form::Jsonl) => Style::Json { games: !self.summary },
            (None, Form::Human) if output.quiet || self.summary => Style::Silent,
            (None, Form::Human) if output.concise => Style::Concise { notes: output.verbose },
            (None, Form::Human) => {
                let view = View::new(self.boards, output);
                Style::Diagnostics { notes: output.verbose, view }
            }
        }
    }

    fn outcome(&self, summary: &Summary) -> Outcome {
        let faults = summary.count(Severity::Error) > 0
            || (self.strict && summary.count(Severity::Warning) > 0);
        if summary.unreadable > 0 {
            Outcome::Incomplete
        } else if faults {
            Outcome::Faults
        } else {
            Outcome::Well
        }
    }
}
