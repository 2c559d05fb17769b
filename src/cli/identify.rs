//! `tafl identify`.

mod explained;
mod json;

use std::collections::BTreeMap;

use clap::Args;
use serde_json::Value;
use taflkit::record::{Span, places};
use taflkit::replay::{
    Code, Corpus, Event, Finding, Fit, Identifier, Located, Options, PerThread, ReadRecord,
    Severity, WalkError,
};
use taflkit::visible;

use super::args::{JobsArg, RecordArgs};
use super::config::ConfigArgs;
use super::documents::{Document, Listing, known};
use super::help::{self, Example};
use super::inputs;
use super::output::{Failure, Outcome, Output, counted};
use super::progress::Progress;

const EXAMPLES: &[Example] = &[
    ("Find the rules of the games in a file", "tafl identify games.csv"),
    ("Say where each variant breaks, too", "tafl identify -v games.csv"),
];

/// Find the variants under which records are legal and their endings agree
///
/// Whatever rules a record states are left aside. For a single game, or with --verbose, it is told
/// where every other variant breaks first, and why.
#[derive(Args)]
#[command(after_long_help = help::examples(EXAMPLES))]
pub(super) struct Identify {
    #[command(flatten)]
    records: RecordArgs,
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    jobs: JobsArg,
    /// Print no summary
    #[arg(long)]
    no_summary: bool,
    /// Say instead what each file would be read with, and which tafl.toml says so
    #[arg(long)]
    explain_config: bool,
}

/// What one piece of the input gave.
#[derive(Default)]
struct Piece {
    games: Vec<Identified>,
    complaints: Vec<String>,
    /// Inputs that are no games, as JSON.
    entries: Vec<Document>,
    faulty: bool,
    /// Files that were not looked at, as they are told of.
    passed_over: Vec<String>,
    unreadable: bool,
    /// Whether somebody may wait for what is said so far.
    pauses: bool,
}

struct Identified {
    file: String,
    line: u64,
    index: u64,
    /// What the game is known by, as JSON.
    known: Value,
    fits: Vec<Fit>,
    /// Why nothing could be found out.
    reason: Option<String>,
}

/// How the games of a collection fare under one variant.
#[derive(Default)]
struct Total {
    whole: u64,
    agree: u64,
}

impl Identify {
    pub(super) fn run(self, output: &Output) -> Result<Outcome, Failure> {
        let inputs = self.records.named()?;
        let configs = self.config.of(&inputs, self.records.format(), output)?;
        if self.explain_config {
            return explained::run(&inputs, &configs, output);
        }
        let options = Options {
            per_file: Some(configs.per_file()),
            jobs: Some(self.jobs.threads()),
            waits: Some(inputs::waits),
            details: !output.is_human(),
            ..Options::default()
        };
        let corpus = Corpus::new(options).map_err(|error| Failure::usage(error.to_string()))?;
        let identifiers = PerThread::new(Identifier::default);
        let mut totals: BTreeMap<&'static str, Total> = BTreeMap::new();
        let mut games: u64 = 0;
        let mut first = None;
        let mut outcome = Outcome::Well;
        let mut writer = output.writer();
        let progress = Progress::of_bytes(&inputs, output);
        let mut listing = Listing::new(json::NAME, output.form);
        corpus.judge(
            &inputs,
            |piece: &mut Piece, event| {
                let identify = |game: &Located<'_>| {
                    identifiers.with(|identifier| identified(Some(identifier), game))
                };
                gather(piece, event, identify);
            },
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
                for entry in &piece.entries {
                    writer.write_all(listing.entry(entry).as_bytes())?;
                }
                for game in piece.games {
                    if !output.is_human() {
                        writer.write_all(listing.entry(&json::game(&game)).as_bytes())?;
                    }
                    if game.reason.is_some() {
                        continue;
                    }
                    games += 1;
                    for fit in &game.fits {
                        let total = totals.entry(fit.variant).or_default();
                        total.whole += u64::from(fit.is_whole());
                        total.agree += u64::from(fit.is_whole() && fit.agrees);
                    }
                    if output.is_human() {
                        let told = in_words(&game, output.verbose);
                        writer.write_all(output.shown(&told).as_bytes())?;
                    }
                    first.get_or_insert(game);
                }
                if piece.pauses {
                    writer.flush()?;
                }
                Ok(())
            },
            |bytes| progress.add(bytes),
        )?;
        drop(progress);
        let summary = (!self.no_summary).then(|| json::summary(&totals, games));
        writer.write_all(listing.end(summary.as_ref().map(|summary| summary as _)).as_bytes())?;
        if output.is_human() && !self.no_summary {
            let text = match (&first, games) {
                (Some(only), 1) if !output.verbose => breaks(only),
                (None, _) => "no games\n".to_owned(),
                _ => ranking(&totals, games),
            };
            writer.write_all(output.shown(&text).as_bytes())?;
        }
        writer.flush()?;
        let faulty = games == 0 && outcome == Outcome::Well;
        Ok(if faulty { Outcome::Faults } else { outcome })
    }
}

/// Adds an event to a piece of the output; `identify` finds out which rules a game fits.
fn gather(piece: &mut Piece, event: Event<'_>, identify: impl FnOnce(&Located<'_>) -> Identified) {
    match event {
        Event::Game(game) if nothing_to_play(&game.read) => {
            let read = game.read;
            piece.faulty = true;
            let of_words = read.faults.iter().map(Finding::from);
            let findings: Vec<Finding> = read.bytes.cloned().into_iter().chain(of_words).collect();
            let spans: Vec<Span> = findings.iter().map(|f| f.span.unwrap_or_default()).collect();
            let why: Vec<&str> = findings.iter().map(|finding| &*finding.message).collect();
            let reason = Some(why.join("; "));
            piece.games.push(Identified { reason, ..identified(None, &game) });
            let told = findings.iter().zip(places(read.text, read.line, &spans));
            piece.complaints.extend(told.map(|(finding, place)| {
                format!("{}:{}:{}: {}", read.file, place.line, place.column, finding.message)
            }));
        }
        Event::File { file, finding } if finding.code != Code::T406 => {
            piece.faulty |= finding.severity == Severity::Error;
            piece.complaints.push(format!("{file}: {}", finding.message));
            piece.entries.push(Document::unreadable(json::NAME, file, &finding.message));
        }
        Event::Game(game) => {
            piece.games.push(identify(&game));
        }
        Event::PassedOver { folder, files } => {
            piece.passed_over.push(inputs::passed_over(folder, files));
            piece.entries.extend(
                files
                    .iter()
                    .map(|file| Document::passed_over(json::NAME, &file.display().to_string())),
            );
        }
        Event::Pause => piece.pauses = true,
        Event::Unreadable(error @ WalkError::Io { .. }) => {
            piece.unreadable = true;
            piece.complaints.push(error.to_string());
            piece.entries.push(Document::unreadable(json::NAME, error.file(), &error.reason()));
        }
        _ => {}
    }
}

/// Whether a record has faults and no moves, which no rules could be told by.
fn nothing_to_play(read: &ReadRecord<'_>) -> bool {
    read.unread || (read.record.tokens().is_empty() && !read.faults.is_empty())
}

fn identified(identifier: Option<&mut Identifier>, game: &Located<'_>) -> Identified {
    let Located { read, verdict } = game;
    let identify =
        |identifier: &mut Identifier| identifier.identify(read.text, read.record, read.faults);
    Identified {
        file: read.file.to_owned(),
        line: read.line,
        index: read.index,
        known: known(read.record, verdict.hash),
        fits: identifier.map(identify).unwrap_or_default(),
        reason: None,
    }
}

fn in_words(game: &Identified, verbose: bool) -> String {
    let whole: Vec<String> = game.fits.iter().filter(|fit| fit.is_whole()).map(named).collect();
    let fits = match whole.is_empty() {
        true => match game.fits.first() {
            Some(best) => format!("fits none; {} goes farthest", best.variant),
            None => "fits none".to_owned(),
        },
        false => format!("fits {}", whole.join(", ")),
    };
    let Identified { file, line, index, .. } = game;
    let file = visible::line(file);
    let told = if verbose { breaks(game) } else { String::new() };
    format!("{file}:{line}: game {index}: {fits}\n{told}")
}

/// A variant that fits, with a star if its ending agrees with the record.
fn named(fit: &Fit) -> String {
    let star = if fit.agrees { "*" } else { "" };
    format!("{}{star}", fit.variant)
}

/// Where every variant that does not fit breaks first.
fn breaks(game: &Identified) -> String {
    let told = game.fits.iter().filter_map(|fit| {
        let finding = fit.breaks.as_ref()?;
        let ply = finding.ply.map_or(String::new(), |ply| format!("ply {ply}: "));
        Some(format!("  {:<24} {ply}{}\n", fit.variant, finding.message))
    });
    told.collect()
}

fn ranking(totals: &BTreeMap<&'static str, Total>, games: u64) -> String {
    let mut ranked: Vec<_> = totals.iter().filter(|(_, total)| total.whole > 0).collect();
    ranked.sort_by_key(|(_, total)| std::cmp::Reverse((total.whole, total.agree)));
    let games = counted(games, "game");
    let mut text = format!("of {games}, without anything against it (and ending as recorded):\n");
    for (variant, Total { whole, agree }) in ranked {
        text += &format!("  {variant:<24} {whole} ({agree})\n");
    }
    text
}
