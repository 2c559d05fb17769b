//! The puzzles that `solve` is given: all that the records of its inputs are.

use std::path::PathBuf;

use serde_json::{Value, json};
use taflkit::board::Square;
use taflkit::game::Game;
use taflkit::notation::FaultKind::{
    BadField, NoRecord, NotAMove, Repeated, Syntax, TwoResults, Unclosed,
};
use taflkit::notation::{Fault, FaultKind};
use taflkit::replay::{
    Code, Corpus, Event, Finding, Located, Options, Puzzle, PuzzleError, goal_for, is_puzzle,
};
use taflkit::rules::names::Resolved;
use taflkit::solve::{Goal, Stipulation};
use taflkit::visible;

use super::config::ConfigArgs;
use super::documents::{Document, known};
use super::inputs;
use super::output::{Failure, Outcome, Output};

/// Where a puzzle stands.
#[derive(Clone)]
pub(super) struct Place {
    /// The file.
    pub(super) file: String,
    /// The line on which its record starts.
    pub(super) line: u64,
    /// Which record of the file it is, from 1.
    pub(super) index: u64,
}

impl Place {
    /// The file, and the line if it is not the first.
    pub(super) fn told(&self) -> String {
        match (&*visible::line(&self.file), self.line) {
            ("-", 1) => "standard input".to_owned(),
            ("-", line) => format!("standard input:{line}"),
            (file, 1) => file.to_owned(),
            (file, line) => format!("{file}:{line}"),
        }
    }
}

/// A question and what is known of where it comes from.
pub(super) struct Task {
    pub(super) place: Option<Place>,
    /// What the game is known by, as JSON.
    pub(super) known: Value,
    pub(super) game: Game,
    pub(super) rules: String,
    pub(super) goal: Goal,
    pub(super) solution: Vec<Vec<Square>>,
}

/// Why a question could not be put, and what that makes of the command.
pub(super) struct Refusal {
    pub(super) outcome: Outcome,
    pub(super) message: String,
    /// The same in JSON.
    pub(super) entry: Document,
}

impl Refusal {
    /// A refusal of something that stands here.
    pub(super) fn of(place: Option<&Place>, why: &str) -> Self {
        let message = match place {
            Some(place) => format!("{}: {why}", place.told()),
            None => why.to_owned(),
        };
        let entry = json!({
            "file": place.map(|place| &place.file),
            "line": place.map(|place| place.line),
            "index": place.map(|place| place.index),
            "reason": why,
        });
        let entry = Document::entry("solve", "refused", entry);
        Self { outcome: Outcome::Faults, message, entry }
    }

    /// An input that cannot be read.
    fn unreadable(file: &str, reason: &str, message: String) -> Self {
        let entry = Document::unreadable("solve", file, reason);
        Self { outcome: Outcome::Incomplete, message, entry }
    }
}

const POSITION: &str = "this record gives a position, and nothing is asked of it: give the --goal, or tag the \
                        record with `puzzle-start` and `puzzle-goal`";

/// What is said where nothing came through the pipe.
const NOTHING: &str =
    "nothing to solve: name files or folders, pipe records in, or give a --position";

const GAME: &str = "this record is a game, not a puzzle: give the first position's --goal, or tag the \
                    record with `puzzle-start` and `puzzle-goal`";

/// What is asked of every record, from the command line.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    /// The rules, if they are given.
    pub(super) rules: Option<&'a Resolved>,
    /// The goal, if it is given: then every record is a puzzle.
    pub(super) goal: Option<Stipulation>,
}

/// What is found on the way through the inputs.
enum Found {
    File(String),
    Task {
        task: Result<Box<Task>, Refusal>,
        warnings: Vec<String>,
    },
    NoPuzzle(String),
    About(String),
    /// There is nothing at all in the file.
    Nothing,
    PassedOver {
        told: String,
        entries: Vec<Document>,
    },
    Unreadable(Box<Refusal>),
}

/// The questions, and files that were not looked at.
pub(super) type Read = (Vec<Result<Task, Refusal>>, Vec<Document>);

/// Reads the puzzles of the inputs, in their order. A file that is named has to have one.
pub(super) fn read(
    paths: &[PathBuf],
    asked: Asked<'_>,
    config: &ConfigArgs,
    output: &Output,
) -> Result<Read, Failure> {
    let mut gathered =
        Gathered { paths, output, tasks: Vec::new(), passed_over: Vec::new(), file: None };
    let inputs = inputs::named(paths).map_err(|_| Failure::usage(NOTHING))?;
    let configs = config.of(&inputs, None, output)?;
    let options = Options {
        rules: asked.rules.cloned(),
        per_file: Some(configs.per_file()),
        details: true,
        ..Options::default()
    };
    let corpus = Corpus::new(options).map_err(|error| Failure::usage(error.to_string()))?;
    corpus.judge(
        &inputs,
        |found: &mut Vec<Found>, event| found.extend(look_at(event, asked)),
        |found| {
            found.into_iter().for_each(|found| gathered.add(found));
            Ok::<(), Failure>(())
        },
        |_| (),
    )?;
    gathered.end_file();
    Ok((gathered.tasks, gathered.passed_over))
}

fn look_at(event: Event<'_>, asked: Asked<'_>) -> Option<Found> {
    match event {
        Event::Opened { file, .. } => Some(Found::File(file.to_owned())),
        Event::Game(game) => Some(question(&game, asked)),
        Event::File { finding, .. } if finding.code == Code::T003 => Some(Found::Nothing),
        Event::File { finding, .. } => Some(Found::About(finding.message.clone())),
        Event::Unreadable(error) => {
            let refusal = Refusal::unreadable(error.file(), &error.reason(), error.to_string());
            Some(Found::Unreadable(Box::new(refusal)))
        }
        Event::PassedOver { folder, files } => {
            let entry =
                |file: &PathBuf| Document::passed_over("solve", &file.display().to_string());
            let told = inputs::passed_over(folder, files);
            Some(Found::PassedOver { told, entries: files.iter().map(entry).collect() })
        }
        Event::Record(_) | Event::Pause => None,
    }
}

/// The question that a record puts.
fn question(located: &Located<'_>, asked: Asked<'_>) -> Found {
    let read = &located.read;
    let place = Place { file: read.file.to_owned(), line: read.line, index: read.index };
    let told = |fault: &Fault| format!("{} (`tafl check` says where)", fault.kind);
    if let Some(finding) = read.bytes.filter(|_| read.unread) {
        return Found::Task {
            task: Err(Refusal::of(Some(&place), &finding.message)),
            warnings: Vec::new(),
        };
    }
    let puzzle = asked.goal.is_some() || is_puzzle(read.record);
    if let Some(fault) = read.faults.iter().find(|fault| hides_the_question(&fault.kind, puzzle)) {
        return Found::Task {
            task: Err(Refusal::of(Some(&place), &told(fault))),
            warnings: Vec::new(),
        };
    }
    if !puzzle {
        let no_moves = read.faults.iter().find(|fault| matches!(fault.kind, NotAMove(_)));
        let why = if read.record.start.is_some() { POSITION } else { GAME };
        return Found::NoPuzzle(no_moves.map_or(why.to_owned(), told));
    }
    let fault = read.faults.first().map(|fault| format!("{}: {}", place.told(), told(fault)));
    match task(located, &place, asked) {
        Ok((task, doubts)) => {
            let doubts = doubts
                .iter()
                .map(|doubt| format!("{}: {} ({})", place.told(), doubt.message, doubt.help));
            Found::Task {
                task: Ok(Box::new(task)),
                warnings: fault.into_iter().chain(doubts).collect(),
            }
        }
        Err(why) => {
            let warnings = fault.into_iter().collect();
            Found::Task { task: Err(Refusal::of(Some(&place), &why)), warnings }
        }
    }
}

/// Whether a record with this fault may ask something else than what is read, or be a puzzle that
/// cannot be read.
fn hides_the_question(kind: &FaultKind, puzzle: bool) -> bool {
    match kind {
        Syntax(_) | Unclosed(_) | NoRecord { .. } => true,
        BadField { .. } | Repeated(_) | TwoResults { .. } => puzzle,
        _ => false,
    }
}

/// The question, and what is doubtful about where it starts.
fn task(
    Located { read, verdict }: &Located<'_>,
    place: &Place,
    asked: Asked<'_>,
) -> Result<(Task, Vec<Finding>), String> {
    let puzzle = Puzzle::from_record(read.record, read.rules_or(asked.rules))
        .map_err(|error| error.to_string())?;
    let Puzzle { game, rules, goal, solution, doubts, .. } = puzzle;
    let goal = goal_of(&game, asked.goal, goal).map_err(|error| error.to_string())?;
    let known = known(read.record, verdict.hash);
    Ok((Task { place: Some(place.clone()), known, game, rules, goal, solution }, doubts))
}

/// The goal asked for, which must be that of the side to move; without one, the other.
pub(super) fn goal_of(
    game: &Game,
    asked: Option<Stipulation>,
    otherwise: Goal,
) -> Result<Goal, PuzzleError> {
    asked.map_or(Ok(otherwise), |asked| goal_for(asked, game.to_move()))
}

/// What was found so far.
struct Gathered<'a> {
    paths: &'a [PathBuf],
    output: &'a Output,
    tasks: Vec<Result<Task, Refusal>>,
    /// Files that were not looked at.
    passed_over: Vec<Document>,
    /// The file that is being read.
    file: Option<Open>,
}

struct Open {
    name: String,
    has_puzzle: bool,
    is_empty: bool,
    /// Why its first record that is none is no puzzle.
    why_not: Option<String>,
    /// What is said of the file as a whole.
    about: Option<String>,
}

impl Gathered<'_> {
    fn add(&mut self, found: Found) {
        match found {
            Found::File(name) => {
                self.end_file();
                self.file = Some(Open {
                    name,
                    has_puzzle: false,
                    is_empty: false,
                    why_not: None,
                    about: None,
                });
            }
            Found::Task { task, warnings } => {
                warnings.iter().for_each(|warning| self.output.warn(warning));
                if let Some(file) = &mut self.file {
                    file.has_puzzle = true;
                }
                self.tasks.push(task.map(|task| *task));
            }
            Found::NoPuzzle(why) => {
                if let Some(file) = &mut self.file {
                    file.why_not.get_or_insert(why);
                }
            }
            Found::Nothing => {
                if let Some(file) = &mut self.file {
                    file.is_empty = true;
                }
            }
            Found::About(what) => {
                if let Some(file) = &mut self.file {
                    file.about.get_or_insert(what);
                }
            }
            Found::PassedOver { told, entries } => {
                if self.output.verbose {
                    self.output.note(&told);
                }
                self.passed_over.extend(entries);
            }
            Found::Unreadable(refusal) => self.tasks.push(Err(*refusal)),
        }
    }

    /// Refuses a file that was named and has no puzzle. Those of a folder may be anything.
    fn end_file(&mut self) {
        let Some(Open { name, has_puzzle: false, is_empty, why_not, about }) = self.file.take()
        else {
            return;
        };
        let named = name == "-" || self.paths.iter().any(|path| path.display().to_string() == name);
        if self.paths.is_empty() && is_empty {
            self.tasks.push(Err(Refusal::unreadable("-", NOTHING, NOTHING.to_owned())));
        } else if named {
            let why = why_not.or(about).unwrap_or_else(|| {
                if is_empty { "the file is empty" } else { "there is no record in it" }.to_owned()
            });
            let place = Place { file: name, line: 1, index: 1 };
            self.tasks.push(Err(Refusal::of(Some(&place), &why)));
        }
    }
}
