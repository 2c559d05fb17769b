//! Puzzles held against the search: what is wrong with them, as findings.

use crate::record::{Record, Span, Token, TokenKind};
use crate::replay::findings::{Code, Finding, Standing};
use crate::replay::start::Start;
use crate::replay::verdict::Verdict;
use crate::solve::{
    FactKind, Followed, Limits, Question, Report, SolveError, Watch, follow, solve,
};

use super::asked::{Puzzle, PuzzleError};
use super::tags::Twice;

/// How many positions `check` visits by default for each question about a puzzle.
pub const PUZZLE_NODES: u64 = 2_000_000;

/// The table of a search, in bytes. What is found within a number of nodes depends on it, so it is
/// the same on every machine.
const MEMORY: usize = 32 << 20;

/// The tags of puzzles, the one that says most first.
const TAGS: [&str; 4] = ["puzzle-goal", "puzzle-start", "puzzle-mode", "puzzle-prestart"];

/// Adds the findings about a puzzle to the verdict on its replay. With no nodes to visit, nothing is
/// solved.
pub(in crate::replay) fn judge(record: &Record, start: Start, nodes: u64, verdict: &mut Verdict) {
    // Nobody expects a puzzle to have a result.
    verdict.findings.retain(|finding| !matches!(finding.code, Code::T302 | Code::T307));
    let limits = Limits { nodes: Some(nodes), memory: MEMORY, threads: 1, ..Limits::default() };
    match Puzzle::from_start(record, start) {
        Err(error) => {
            let finding = unasked(record, &error, verdict);
            verdict.findings.extend(finding);
        }
        Ok(_) if nodes == 0 => {}
        Ok(puzzle) => match Asked::new(record, &puzzle, &limits) {
            Ok(asked) => asked.add_findings(verdict),
            Err(error) => {
                let place = tag(record, &["puzzle-start", "puzzle-goal", "puzzle-mode"]);
                verdict.findings.push(Finding::new(Code::T501, error.to_string()).at(place));
            }
        },
    }
}

/// Why a puzzle cannot be solved, unless the replay has reported it.
fn unasked(record: &Record, error: &PuzzleError, verdict: &Verdict) -> Option<Finding> {
    let finding = Finding::new(Code::T501, error.to_string());
    match error {
        PuzzleError::NoGame(_) | PuzzleError::Table(_) => None,
        PuzzleError::Goal(_) | PuzzleError::Side(_) => Some(finding.at(tag(record, &TAGS))),
        PuzzleError::Twice(Twice(name)) => Some(finding.at(tag(record, &[name]))),
        PuzzleError::Start(_) => Some(finding.at(tag(record, &["puzzle-start"]))),
        PuzzleError::Before { ply, .. } => {
            let replayed = verdict.plies as usize >= *ply;
            let (_, token) = moves(record).nth(ply - 1)?;
            replayed.then(|| Finding { ply: Some(*ply as u32), ..finding.at(token.span) })
        }
    }
}

/// A puzzle with the answer of the search.
struct Asked<'a> {
    record: &'a Record,
    puzzle: &'a Puzzle,
    report: Report,
    followed: Followed,
}

impl<'a> Asked<'a> {
    fn new(record: &'a Record, puzzle: &'a Puzzle, limits: &Limits) -> Result<Self, SolveError> {
        let question = Question { goal: puzzle.goal, ..Question::default() };
        let Puzzle { game, solution, .. } = puzzle;
        let report = solve(game, &question, limits, Watch::idle())?;
        let followed = follow(game, solution, &report, limits, Watch::idle())?;
        Ok(Self { record, puzzle, report, followed })
    }

    fn add_findings(&self, verdict: &mut Verdict) {
        for fact in self.report.facts() {
            let place = match fact.kind {
                FactKind::Cooked => self.first_move(),
                _ => None,
            };
            let place = place.unwrap_or_else(|| tag(self.record, &TAGS));
            verdict.findings.push(Finding::new(code(fact.kind), fact.message).at(place));
        }
        // The replay has reported a move that cannot be played.
        let strays = self.strays().filter(|finding| finding.ply <= Some(verdict.plies));
        verdict.findings.extend(strays);
    }

    /// Where the recorded solution leaves the shortest win.
    fn strays(&self) -> Option<Finding> {
        let (fact, strays) = (self.followed.fact()?, self.followed.strays.as_ref()?);
        let ply_of_solution = strays.0;
        let (before, token) = moves(self.record).nth(self.puzzle.start + ply_of_solution - 1)?;
        let finding = Finding::new(code(fact.kind), fact.message).at(token.span);
        let ply = Some(before as u32 + 1);
        Some(Finding { ply, before: self.standing(ply_of_solution - 1), ..finding })
    }

    /// How the game stands after this number of turns of the recorded solution.
    fn standing(&self, turns: usize) -> Option<Box<Standing>> {
        let mut game = self.puzzle.game.clone();
        for path in self.puzzle.solution.iter().take(turns) {
            game.play(path).ok()?;
        }
        Some(Box::new(Standing { setup: game.setup(), side: game.to_move() }))
    }

    /// Where the recorded solution begins.
    fn first_move(&self) -> Option<Span> {
        moves(self.record).nth(self.puzzle.start).map(|(_, token)| token.span)
    }
}

const fn code(kind: FactKind) -> Code {
    match kind {
        FactKind::NoGoal => Code::T501,
        FactKind::Cooked => Code::T502,
        FactKind::Short => Code::T503,
        FactKind::Refuted => Code::T504,
        FactKind::Unproved => Code::T505,
        FactKind::Strays => Code::T506,
    }
}

/// Where the first of these tags stands that the record has.
fn tag(record: &Record, names: &[&str]) -> Span {
    let mut tags = names.iter().filter_map(|name| record.tags.iter().find(|t| t.name == *name));
    tags.next().map(|tag| tag.span).unwrap_or_default()
}

/// The moves of the game itself, with the number of those before each.
fn moves(record: &Record) -> impl Iterator<Item = (usize, &Token)> {
    let moves = record.tokens().iter().filter(|token| matches!(token.kind, TokenKind::Move(_)));
    moves.enumerate()
}
