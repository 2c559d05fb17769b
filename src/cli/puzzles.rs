//! The puzzles that `solve` is given: all that the records of its inputs are.

use std::path::PathBuf;

use taflkit::board::Square;
use taflkit::game::Game;
use taflkit::notation::FaultKind::{
    BadField, NoRecord, NotAMove, Repeated, Syntax, TwoResults, Unclosed,
};
use taflkit::notation::{Fault, FaultKind};
use taflkit::replay::{Corpus, Event, Options, ReadRecord};
use taflkit::rules::Ruleset;
use taflkit::solve::{Goal, Puzzle, PuzzleError, Stipulation, check_side, is_puzzle};

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
        match (self.file.as_str(), self.line) {
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
    pub(super) game: Game,
    pub(super) rules: String,
    pub(super) goal: Goal,
    pub(super) solution: Vec<Vec<Square>>,
}

/// Why a question could not be put, and what that makes of the command.
pub(super) struct Refusal {
    pub(super) outcome: Outcome,
    pub(super) message: String,
}

impl Refusal {
    /// A refusal of something that stands here.
    pub(super) fn of(place: Option<&Place>, why: &str) -> Self {
        let message = match place {
            Some(place) => format!("{}: {why}", place.told()),
            None => why.to_owned(),
        };
        Self { outcome: Outcome::Faults, message }
    }
}

const GAME: &str = "this record is a game, not a puzzle: give the first position's --goal, or tag the \
                    record with `puzzle-start` and `puzzle-goal`";

/// What is asked of every record, from the command line.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    /// The rules, if they are given.
    pub(super) rules: Option<&'a Ruleset>,
    /// The goal, if it is given: then every record is a puzzle.
    pub(super) goal: Option<Stipulation>,
}

/// What is found on the way through the inputs.
enum Found {
    File(String),
    Task { task: Result<Box<Task>, Refusal>, warning: Option<String> },
    NoPuzzle(String),
    About(String),
    Unreadable(String),
}

/// Reads the puzzles of the inputs, in their order. A file that is named has to have one.
pub(super) fn read(
    paths: &[PathBuf],
    asked: Asked<'_>,
    output: &Output,
) -> Result<Vec<Result<Task, Refusal>>, Failure> {
    let corpus =
        Corpus::new(Options::default()).map_err(|error| Failure::usage(error.to_string()))?;
    let mut gathered = Gathered { paths, output, tasks: Vec::new(), file: None };
    corpus.read(
        &inputs::named(paths)?,
        |found: &mut Vec<Found>, event| found.extend(look_at(event, asked)),
        |found| {
            found.into_iter().for_each(|found| gathered.add(found));
            Ok::<(), Failure>(())
        },
        |_| (),
    )?;
    gathered.end_file();
    Ok(gathered.tasks)
}

fn look_at(event: Event<'_>, asked: Asked<'_>) -> Option<Found> {
    match event {
        Event::Opened { file, .. } => Some(Found::File(file.to_owned())),
        Event::Record(read) => Some(question(&read, asked)),
        Event::File { finding, .. } => Some(Found::About(finding.message.clone())),
        Event::Unreadable(error) => Some(Found::Unreadable(error.to_string())),
        Event::Game(_) => None,
    }
}

/// The question that a record puts.
fn question(read: &ReadRecord<'_>, asked: Asked<'_>) -> Found {
    let place = Place { file: read.file.to_owned(), line: read.line, index: read.index };
    let told = |fault: &Fault| format!("{} (`tafl check` says where)", fault.kind);
    let puzzle = asked.goal.is_some() || is_puzzle(read.record);
    if let Some(fault) = read.faults.iter().find(|fault| hides_the_question(&fault.kind, puzzle)) {
        return Found::Task { task: Err(Refusal::of(Some(&place), &told(fault))), warning: None };
    }
    if !puzzle {
        let no_moves = read.faults.iter().find(|fault| matches!(fault.kind, NotAMove(_)));
        return Found::NoPuzzle(no_moves.map_or(GAME.to_owned(), told));
    }
    let warning = read.faults.first().map(|fault| format!("{}: {}", place.told(), told(fault)));
    let task = task(read, &place, asked).map(Box::new);
    Found::Task { task: task.map_err(|why| Refusal::of(Some(&place), &why)), warning }
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

fn task(read: &ReadRecord<'_>, place: &Place, asked: Asked<'_>) -> Result<Task, String> {
    let puzzle =
        Puzzle::from_record(read.record, asked.rules).map_err(|error| error.to_string())?;
    let Puzzle { game, rules, goal, solution, .. } = puzzle;
    let goal = goal_of(&game, asked.goal, goal).map_err(|error| error.to_string())?;
    Ok(Task { place: Some(place.clone()), game, rules, goal, solution })
}

/// The goal asked for, which must be that of the side to move; without one, the other.
pub(super) fn goal_of(
    game: &Game,
    asked: Option<Stipulation>,
    otherwise: Goal,
) -> Result<Goal, PuzzleError> {
    let Some(asked) = asked else { return Ok(otherwise) };
    check_side(asked, game.to_move())?;
    Ok(asked.goal)
}

/// What was found so far.
struct Gathered<'a> {
    paths: &'a [PathBuf],
    output: &'a Output,
    tasks: Vec<Result<Task, Refusal>>,
    /// The file that is being read.
    file: Option<Open>,
}

struct Open {
    name: String,
    has_puzzle: bool,
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
                self.file = Some(Open { name, has_puzzle: false, why_not: None, about: None });
            }
            Found::Task { task, warning } => {
                if let Some(warning) = warning {
                    self.output.warn(&warning);
                }
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
            Found::About(what) => {
                if let Some(file) = &mut self.file {
                    file.about.get_or_insert(what);
                }
            }
            Found::Unreadable(message) => {
                self.tasks.push(Err(Refusal { outcome: Outcome::Incomplete, message }));
            }
        }
    }

    /// Refuses a file that was named and has no puzzle. Those of a folder may be anything.
    fn end_file(&mut self) {
        let Some(Open { name, has_puzzle: false, why_not, about }) = self.file.take() else {
            return;
        };
        let named = name == "-" || self.paths.iter().any(|path| path.display().to_string() == name);
        if named {
            let why = why_not.or(about).unwrap_or_else(|| "there is no record in it".to_owned());
            let place = Place { file: name, line: 1, index: 1 };
            self.tasks.push(Err(Refusal::of(Some(&place), &why)));
        }
    }
}
