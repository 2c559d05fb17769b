//! What is found, written in the order of the input.

use std::fmt::Display;
use std::io::{self, Write};

use taflkit::record::LineColumn;
use taflkit::replay::{Code, Event, Finding, Located, Severity, Summary};
use taflkit::visible;

use super::summary::in_words;
use crate::cli::diagnostic::{self, View};
use crate::cli::documents;
use crate::cli::inputs;
use crate::cli::output::{Output, counted};
use crate::cli::reports::{Case, JUnit, Sarif, Suite, Unreadable};

/// How findings are written.
#[derive(Clone, Copy)]
pub(super) enum Style {
    /// The summary only.
    Silent,
    /// For people: with the text in question and the board.
    Diagnostics { notes: bool, view: View },
    /// A line a finding.
    Concise { notes: bool },
    /// JSON, with the games or without.
    Json { games: bool },
    /// JUnit XML.
    JUnit,
    /// SARIF.
    Sarif,
}

/// What one piece of the input gave.
#[derive(Default)]
pub(super) struct Piece {
    parts: Vec<Part>,
    pub(super) unreadable: Vec<Unreadable>,
    /// Files that were not looked at, as they are told of.
    pub(super) passed_over: Vec<String>,
    pub(super) summary: Summary,
    /// Whether somebody may wait for what is said so far.
    pub(super) pauses: bool,
}

/// Something to write.
enum Part {
    /// What follows is about this file.
    File(String),
    /// An entry in JSON, which is always written.
    Entry(String),
    /// A finding, of which a file may have too many.
    Finding(String),
    /// A case of the suite of its file.
    Case(Case),
}

impl Piece {
    /// Takes in one event, on whatever thread it comes.
    pub(super) fn add(&mut self, style: Style, event: Event<'_>) {
        self.summary.add_event(&event);
        if style.lists(&event) {
            self.parts.extend(event.to_json().into_iter().map(Part::Entry));
        }
        match event {
            Event::Opened { file, .. } => self.parts.push(Part::File(file.to_owned())),
            Event::Record(_) => {}
            Event::Pause => self.pauses = true,
            Event::Game(game) => self.add_game(style, &game),
            Event::File { file, finding } => {
                self.parts.push(Part::File(file.to_owned()));
                self.add_file(style, file, finding);
            }
            Event::PassedOver { folder, files } => {
                self.passed_over.push(inputs::passed_over(folder, files));
            }
            Event::Unreadable(error) => {
                let input = Unreadable::new(error);
                if matches!(style, Style::JUnit) {
                    self.parts.push(Part::File(input.file.clone()));
                    self.parts.push(Part::Case(JUnit::unreadable(&input)));
                }
                self.unreadable.push(input);
            }
        }
    }

    fn add_game(&mut self, style: Style, game: &Located<'_>) {
        match style {
            Style::Silent | Style::Json { .. } => {}
            Style::JUnit => self.parts.push(Part::Case(JUnit::game(game))),
            Style::Sarif => {
                for (finding, place) in game.verdict.findings.iter().zip(game.places()) {
                    self.parts.push(Part::Finding(Sarif::of_game(game, finding, place)));
                }
            }
            Style::Diagnostics { notes, view } => self.add_told(game, notes, |finding, place| {
                diagnostic::render(game, finding, place, view)
            }),
            Style::Concise { notes } => {
                self.add_told(game, notes, |finding, place| concise(game.read.file, finding, place))
            }
        }
    }

    /// Adds what people are told of a game: notes only if they are asked for. That more is not listed is
    /// told wherever something is.
    fn add_told(
        &mut self,
        game: &Located<'_>,
        notes: bool,
        write: impl Fn(&Finding, LineColumn) -> String,
    ) {
        let least = if notes { Severity::Note } else { Severity::Warning };
        let is_told = |finding: &Finding| finding.severity >= least;
        if !game.verdict.findings.iter().any(is_told) {
            return;
        }
        for (finding, place) in game.verdict.findings.iter().zip(game.places()) {
            if is_told(finding) || finding.code == Code::T018 {
                self.parts.push(Part::Finding(write(finding, place)));
            }
        }
    }

    fn add_file(&mut self, style: Style, file: &str, finding: &Finding) {
        let place = LineColumn { line: 1, column: 1 };
        match style {
            Style::Silent | Style::Json { .. } => {}
            Style::JUnit => self.parts.push(Part::Case(JUnit::file(file, finding))),
            Style::Sarif => self.parts.push(Part::Finding(Sarif::of_file(file, finding))),
            Style::Concise { .. } => self.parts.push(Part::Finding(concise(file, finding, place))),
            Style::Diagnostics { view, .. } => {
                self.parts.push(Part::Finding(diagnostic::render_file(file, finding, view)));
            }
        }
    }
}

/// A finding on a line.
fn concise(file: &str, finding: &Finding, place: LineColumn) -> String {
    let variation = finding.variation.as_ref().map(|variation| format!("{variation}: "));
    let told = format!(
        "{file}:{}:{}: {} {}{}",
        place.line,
        place.column,
        finding.code,
        variation.unwrap_or_default(),
        finding.message
    );
    visible::line(&told).into_owned() + "\n"
}

impl Style {
    /// Whether the event is an entry in JSON.
    fn lists(self, event: &Event<'_>) -> bool {
        match self {
            Self::Json { games } => games || !matches!(event, Event::Game(_)),
            _ => false,
        }
    }

    /// Whether it shows how games stood, or what number they have.
    pub(super) const fn needs_details(self) -> bool {
        match self {
            Self::Json { .. } => true,
            Self::Diagnostics { view, .. } => view.boards,
            _ => false,
        }
    }

    fn opening(self) -> String {
        match self {
            Self::Sarif => Sarif::opening(),
            Self::JUnit => JUnit::opening(),
            _ => String::new(),
        }
    }

    /// What follows all results, but for those in JSON: the summary, unless it is left out.
    fn closing(self, summary: Option<&Summary>, unreadable: &[Unreadable]) -> String {
        match self {
            Self::Sarif => Sarif::closing(unreadable),
            Self::JUnit => JUnit::closing(),
            Self::Concise { .. } | Self::Json { .. } => String::new(),
            Self::Silent | Self::Diagnostics { .. } => {
                let words = summary.map(in_words).unwrap_or_default();
                visible::text(&words).into_owned()
            }
        }
    }
}

/// Writes what pieces have found.
pub(super) struct Listing<'o> {
    style: Style,
    writer: Box<dyn Write>,
    output: &'o Output,
    /// The most findings of a file that are shown.
    most: u64,
    file: String,
    /// Findings of the file so far.
    found: u64,
    suite: Suite,
    /// Whether no finding has been written.
    is_first: bool,
    /// What is written in JSON.
    entries: documents::Listing,
}

impl<'o> Listing<'o> {
    /// Begins a listing.
    pub(super) fn new(style: Style, most: Option<u64>, output: &'o Output) -> io::Result<Self> {
        let mut writer = output.writer();
        writer.write_all(style.opening().as_bytes())?;
        Ok(Self {
            style,
            writer,
            output,
            most: most.unwrap_or(u64::MAX),
            file: String::new(),
            found: 0,
            suite: Suite::default(),
            is_first: true,
            entries: documents::Listing::new("check", output.form),
        })
    }

    /// Writes what a piece has found, which follows those written before.
    pub(super) fn write(&mut self, piece: &mut Piece) -> io::Result<()> {
        for part in piece.parts.drain(..) {
            match part {
                Part::File(file) if file == self.file => {}
                Part::File(file) => {
                    self.end_file()?;
                    self.file = file;
                }
                Part::Case(case) => self.suite.add(case),
                Part::Entry(entry) => {
                    let text = self.entries.entry(&entry);
                    self.writer.write_all(text.as_bytes())?;
                }
                Part::Finding(text) => {
                    self.found += 1;
                    if self.found <= self.most {
                        self.write_finding(&text)?;
                    }
                }
            }
        }
        if piece.pauses { self.writer.flush() } else { Ok(()) }
    }

    /// Those of SARIF stand in a list: each begins with a comma, but for the first.
    fn write_finding(&mut self, text: &str) -> io::Result<()> {
        let is_first = std::mem::replace(&mut self.is_first, false);
        let text = match text.strip_prefix(',') {
            Some(rest) if is_first && matches!(self.style, Style::Sarif) => rest,
            _ => text,
        };
        self.writer.write_all(text.as_bytes())
    }

    /// Ends what is written of a file.
    fn end_file(&mut self) -> io::Result<()> {
        let suite = std::mem::take(&mut self.suite);
        self.writer.write_all(suite.to_xml(&self.file).as_bytes())?;
        let more = std::mem::take(&mut self.found).saturating_sub(self.most);
        if more > 0 {
            let told = counted(more, "more finding");
            self.output.note(&format!("{}: {told} not shown", self.file));
        }
        Ok(())
    }

    /// Ends the listing, with the summary if one is wanted.
    pub(super) fn finish(
        mut self,
        summary: Option<&Summary>,
        unreadable: &[Unreadable],
    ) -> io::Result<()> {
        self.end_file()?;
        if matches!(self.style, Style::Json { .. }) {
            let summary = summary.map(Summary::to_json);
            let summary = summary.as_ref().map(|summary| summary as &dyn Display);
            self.writer.write_all(self.entries.end(summary).as_bytes())?;
        }
        self.writer.write_all(self.style.closing(summary, unreadable).as_bytes())?;
        self.writer.flush()
    }
}
