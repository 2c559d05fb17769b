//! `tafl check`.

use std::io::Write;

use clap::{Args, ValueEnum};
use taflkit::replay::{
    Corpus, Event, Finding, Located, Options, PUZZLE_NODES, SCHEMA, Severity, Summary,
};
use taflkit::visible;

use super::args::{JobsArg, RecordArgs, VariantArg};
use super::help::{self, Example};
use super::inputs;
use super::mending::{self, Mending};
use super::numbers::count;
use super::output::{Failure, Outcome, Output, counted};
use super::progress::Progress;
use super::reports::{JUnit, Sarif, Unreadable};
use super::{Form, diagnostic};
use diagnostic::{Boards, View};

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

/// How findings are written.
#[derive(Clone, Copy)]
enum Style {
    Silent,
    Diagnostics { notes: bool, view: View },
    Lines { games: bool },
    List { games: bool },
    JUnit,
    Sarif,
}

/// What one piece of the input gave.
#[derive(Default)]
struct Piece {
    text: String,
    unreadable: Vec<Unreadable>,
    /// Files that were not looked at, as they are told of.
    passed_over: Vec<String>,
    summary: Summary,
    /// Whether somebody may wait for what is said so far.
    pauses: bool,
}

impl Check {
    pub(super) fn run(self, output: &Output) -> Result<Outcome, Failure> {
        let inputs = self.records.named()?;
        let rules = self.variant.resolve(output)?;
        let mut mended = Mending::default();
        if self.fix || self.diff {
            let format = self.records.format();
            mended = mending::mend(&inputs, format, rules.as_ref(), self.diff, output)?;
            if self.diff {
                return Ok(mended.outcome);
            }
        }
        let style = self.style(output);
        let options = Options {
            format: self.records.format(),
            rules,
            jobs: Some(self.jobs.threads()),
            puzzle_nodes: self.puzzle_nodes,
            details: style.needs_details(),
            waits: Some(inputs::waits),
        };
        let corpus = Corpus::new(options).map_err(|error| Failure::usage(error.to_string()))?;
        let progress = Progress::of_bytes(&inputs, output);
        let mut writer = output.writer();
        let (mut summary, mut unreadable) = (Summary::default(), Vec::new());
        writer.write_all(style.opening().as_bytes())?;
        let mut first = true;
        corpus.judge(
            &inputs,
            |piece: &mut Piece, event| style.take(piece, event),
            |piece: Piece| -> Result<(), Failure> {
                let known = |input: &&Unreadable| !mended.told.contains(&input.message);
                for input in piece.unreadable.iter().filter(known) {
                    output.error(&input.message);
                }
                for files in piece.passed_over.iter().filter(|_| output.verbose) {
                    output.note(files);
                }
                if !piece.text.is_empty() {
                    let text = style.joined(&piece.text, &mut first);
                    writer.write_all(text.as_bytes())?;
                }
                if piece.pauses {
                    writer.flush()?;
                }
                summary.merge(piece.summary);
                unreadable.extend(piece.unreadable);
                Ok(())
            },
            |bytes| progress.add(bytes),
        )?;
        drop(progress);
        let told = (!self.no_summary).then_some(&summary);
        writer.write_all(style.closing(told, &unreadable).as_bytes())?;
        writer.flush()?;
        Ok(self.outcome(&summary).or(mended.outcome))
    }

    fn style(&self, output: &Output) -> Style {
        match (self.report, output.form) {
            (Some(ReportKind::Junit), _) => Style::JUnit,
            (Some(ReportKind::Sarif), _) => Style::Sarif,
            (None, Form::Jsonl) => Style::Lines { games: !self.summary },
            (None, Form::Json) => Style::List { games: !self.summary },
            (None, Form::Human) if output.quiet || self.summary => Style::Silent,
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

impl Style {
    /// Takes in one event, on whatever thread it comes.
    fn take(self, piece: &mut Piece, event: Event<'_>) {
        piece.summary.add_event(&event);
        if self.lists(&event) {
            event.to_json().iter().for_each(|entry| self.write_entry(piece, entry));
        }
        match event {
            Event::Opened { .. } | Event::Record(_) => {}
            Event::Pause => piece.pauses = true,
            Event::Game(game) => self.write_game(piece, &game),
            Event::File { file, finding } => self.write_file(piece, file, finding),
            Event::PassedOver { folder, files } => {
                piece.passed_over.push(inputs::passed_over(folder, files));
            }
            Event::Unreadable(error) => {
                let input = Unreadable::new(error);
                if matches!(self, Self::JUnit) {
                    JUnit::unreadable(&mut piece.text, &input);
                }
                piece.unreadable.push(input);
            }
        }
    }

    /// Whether the event is an entry in JSON.
    fn lists(self, event: &Event<'_>) -> bool {
        match self {
            Self::Lines { games } | Self::List { games } => {
                games || !matches!(event, Event::Game(_))
            }
            Self::Silent | Self::Diagnostics { .. } | Self::JUnit | Self::Sarif => false,
        }
    }

    fn write_game(self, piece: &mut Piece, game: &Located<'_>) {
        match self {
            Self::Silent | Self::Lines { .. } | Self::List { .. } => {}
            Self::Sarif => Sarif::game(&mut piece.text, game),
            Self::JUnit => JUnit::game(&mut piece.text, game),
            Self::Diagnostics { notes, view } => {
                let least = if notes { Severity::Note } else { Severity::Warning };
                if game.verdict.findings.iter().all(|finding| finding.code.severity() < least) {
                    return;
                }
                for (finding, place) in game.verdict.findings.iter().zip(game.places()) {
                    // What was not listed is told wherever something was.
                    if finding.code.severity() >= least
                        || finding.code == taflkit::replay::Code::T018
                    {
                        piece.text += &diagnostic::render(game, finding, place, view);
                    }
                }
            }
        }
    }

    /// Adds a result in JSON; for other readers there is none.
    fn write_entry(self, piece: &mut Piece, entry: &str) {
        match self {
            Self::Lines { .. } => piece.text.extend([entry, "\n"]),
            Self::List { .. } => piece.text.extend([",\n", entry]),
            _ => {}
        }
    }

    /// Whether it shows how games stood, or what number they have.
    const fn needs_details(self) -> bool {
        match self {
            Self::Lines { .. } | Self::List { .. } => true,
            Self::Diagnostics { view, .. } => view.boards,
            Self::Silent | Self::JUnit | Self::Sarif => false,
        }
    }

    fn write_file(self, piece: &mut Piece, file: &str, finding: &Finding) {
        match self {
            Self::Silent | Self::Lines { .. } | Self::List { .. } => {}
            Self::Sarif => Sarif::file(&mut piece.text, file, finding),
            Self::JUnit => JUnit::file(&mut piece.text, file, finding),
            Self::Diagnostics { view, .. } => {
                piece.text += &diagnostic::render_file(file, finding, view);
            }
        }
    }

    fn opening(self) -> String {
        match self {
            Self::List { .. } => format!("{{\"schema\":\"{SCHEMA}\",\"results\":["),
            Self::Sarif => Sarif::opening(),
            Self::JUnit => JUnit::opening(),
            Self::Silent | Self::Diagnostics { .. } | Self::Lines { .. } => String::new(),
        }
    }

    /// A piece as it follows those before: entries of a list begin with a comma, but for the first.
    fn joined<'a>(self, text: &'a str, first: &mut bool) -> &'a str {
        let is_first = std::mem::replace(first, false);
        match self {
            Self::List { .. } | Self::Sarif if is_first => text.strip_prefix(',').unwrap_or(text),
            _ => text,
        }
    }

    /// What follows all results: the summary, unless it is left out.
    fn closing(self, summary: Option<&Summary>, unreadable: &[Unreadable]) -> String {
        match self {
            Self::Lines { .. } => summary.map_or_else(String::new, |sum| sum.to_json() + "\n"),
            Self::List { .. } => match summary {
                Some(summary) => format!("\n],\"summary\":{}}}\n", summary.to_json()),
                None => "\n]}\n".to_owned(),
            },
            Self::Sarif => Sarif::closing(unreadable),
            Self::JUnit => JUnit::closing(),
            Self::Silent | Self::Diagnostics { .. } => {
                let words = summary.map(in_words).unwrap_or_default();
                visible::text(&words).into_owned()
            }
        }
    }
}

/// The summary for people.
fn in_words(summary: &Summary) -> String {
    let Summary { files, games, judged, completed, plies, agree, .. } = summary;
    let mut text = format!(
        "{} in {}: {}; {judged} judged, {completed} of them replayed to the last move\n",
        counted(*games, "game"),
        counted(*files, "file"),
        counted_plies(*plies),
    );
    let variations = summary.lines.saturating_sub(summary.games);
    if variations > 0 {
        let plies = counted_plies(summary.variation_plies);
        text += &format!("{} with {plies}\n", counted(variations, "variation"));
    }
    let endings: Vec<String> =
        summary.by_ending.iter().map(|(by, count)| format!("{} {count}", by.name())).collect();
    if !endings.is_empty() {
        text += &format!("ended by the rules: {}\n", endings.join(", "));
        text +=
            &format!("ended on the last move, with the result that the record states: {agree}\n");
    }
    for (code, count) in &summary.by_code {
        let entry = code.entry();
        text += &format!("{count:>9}  {} {:<7} {}\n", code, entry.severity.name(), entry.title);
    }
    let told = [Severity::Error, Severity::Warning, Severity::Note]
        .map(|severity| counted(summary.count(severity), severity.name()));
    text + &told.join(", ") + "\n"
}

fn counted_plies(count: u64) -> String {
    if count == 1 { "1 ply".to_owned() } else { format!("{count} plies") }
}
