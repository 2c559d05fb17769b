//! What `tafl solve` says to people.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use taflkit::draw::{Board, Marks};
use taflkit::game::LegalTurn;
use taflkit::solve::{Answer, FactKind, Progress, Stage, Tree};
use taflkit::visible;

use super::Answered;
use crate::cli::output::{Output, counted};
use crate::cli::style;

/// An answer, with the position that was asked about, safe to show.
pub(super) fn answer(answer: &Answered, output: &Output) -> String {
    let Answered { task, .. } = answer;
    let place = match task.place.as_ref().filter(|place| place.file != "-") {
        Some(place) => format!("{}\n", place.told()),
        None => String::new(),
    };
    let board = Board { setup: &task.game.setup(), rules: Some(task.game.rules()) };
    let board = style::board(&board, Marks::default(), output.colours);
    [output.shown(&place), board.into(), output.shown(&findings(answer))].concat()
}

/// What was found of the position.
fn findings(answer: &Answered) -> String {
    let Answered { task, report, followed, .. } = answer;
    let mut text = String::new();
    let name = visible::line(&task.rules);
    text += &format!("{name}, {} to move: {}\n", report.side, report.goal);
    text += &format!("{}: {}\n", report.verdict.name(), report.summary());
    if let Some(limit) = answer.limit() {
        text += &format!("{limit}\n");
    }
    if followed.limit.is_some() {
        text += "the recorded solution was not held to it to the end\n";
    }
    text += &lines(answer);
    for step in &followed.steps {
        let verdict = if step.is_key { "a key" } else { "no key" };
        text += &format!("recorded: {} is {verdict} (win in {})\n", step.turn, step.turns);
    }
    for fact in answer.facts.iter().filter(|fact| !is_told(fact.kind)) {
        text += &format!("{}: {}\n", fact.kind.name(), fact.message);
    }
    text + &rate(report.nodes, report.elapsed)
}

/// Whether the verdict or the list of keys says as much.
const fn is_told(kind: FactKind) -> bool {
    matches!(kind, FactKind::Refuted | FactKind::Unproved | FactKind::Cooked)
}

/// The turns that were found: keys, and what they lead to.
fn lines(answer: &Answered) -> String {
    let Answered { report, facts, .. } = answer;
    let mut text = String::new();
    if !report.keys.is_empty() {
        let cooked = facts.iter().any(|fact| fact.kind == FactKind::Cooked);
        text += &match (report.keys.len(), report.verdict) {
            (_, Answer::Unknown) => "known keys".to_owned(),
            (1, _) => "key".to_owned(),
            (count, _) if cooked => format!("cooked: {count} keys"),
            (count, _) => format!("{count} keys"),
        };
        text += &format!(": {}\n", list(&report.keys));
    }
    for (turn, turns) in &report.also_wins {
        text += &format!("also wins: {turn} in {turns}\n");
    }
    if !report.main_line.is_empty() {
        text += &format!("main line: {}\n", numbered(&report.main_line));
    }
    for tried in &report.tries {
        text += &format!("try: {}, refuted by {}\n", tried.turn, tried.refutation);
    }
    for dual in &report.duals {
        text += &format!("dual after {}: {}\n", numbered(&dual.after), list(&dual.turns));
    }
    if let Some(tree) = &report.tree {
        write_tree(tree, 1, &mut text);
    }
    text
}

fn list(turns: &[LegalTurn]) -> String {
    let names: Vec<String> = turns.iter().map(LegalTurn::to_string).collect();
    names.join("  ")
}

/// `1. a1-a2 b3-b4 2. c1-c2`, the solver's turns numbered.
fn numbered(turns: &[LegalTurn]) -> String {
    let mut text = String::new();
    for (at, turn) in turns.iter().enumerate() {
        if at > 0 {
            text.push(' ');
        }
        if at % 2 == 0 {
            text += &format!("{}. ", at / 2 + 1);
        }
        text += &turn.to_string();
    }
    text
}

fn write_tree(tree: &Tree, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    *text += &format!("{indent}{}\n", tree.turn);
    for (reply, next) in &tree.replies {
        *text += &format!("{indent}  {reply}\n");
        if let Some(next) = next {
            write_tree(next, depth + 2, text);
        }
    }
}

fn rate(nodes: u64, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let rate = nodes as f64 / seconds.max(1e-9) / 1e6;
    format!("{nodes} nodes in {seconds:.2} s ({rate:.2} million a second)\n")
}

/// How a search is getting on.
pub(super) fn progress(progress: &Progress) -> String {
    let Progress { turns, stage, nodes, elapsed } = progress;
    let doing = match stage {
        Stage::Deepening { done, of } => format!("{done} of {of} first turns"),
        Stage::ProofNumbers { proof, disproof } => format!("proof numbers {proof} and {disproof}"),
    };
    let rate = *nodes as f64 / elapsed.as_secs_f64().max(1e-9) / 1e6;
    format!("{turns} deep: {doing}, {nodes} nodes, {rate:.2} million a second")
}

/// What came of several puzzles.
#[derive(Default)]
pub(super) struct Totals {
    puzzles: u64,
    proved: u64,
    refuted: u64,
    unknown: u64,
    /// What is wrong with puzzles whose goal is reached.
    faults: BTreeMap<FactKind, u64>,
    nodes: u64,
    elapsed: Duration,
}

impl Totals {
    pub(super) fn add(&mut self, answer: &Answered) {
        let Answered { report, facts, .. } = answer;
        self.puzzles += 1;
        *match report.verdict {
            Answer::Proved => &mut self.proved,
            Answer::Refuted => &mut self.refuted,
            Answer::Unknown => &mut self.unknown,
        } += 1;
        for fact in facts {
            if !matches!(fact.kind, FactKind::Refuted | FactKind::Unproved) {
                *self.faults.entry(fact.kind).or_default() += 1;
            }
        }
        self.nodes += report.nodes;
        self.elapsed += report.elapsed;
    }

    /// A puzzle that could not be read or asked.
    pub(super) fn add_refused(&mut self) {
        self.puzzles += 1;
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { proved, refuted, unknown, .. } = self;
        write!(f, "{}: {proved} proved, ", counted(self.puzzles, "puzzle"))?;
        write!(f, "{refuted} refuted, {unknown} unknown")?;
        match self.puzzles - proved - refuted - unknown {
            0 => {}
            refused => write!(f, ", {refused} not solved")?,
        }
        let faults = self.faults.iter().map(|(kind, count)| format!("{count} {}", in_words(*kind)));
        let faults: Vec<String> = faults.collect();
        if !faults.is_empty() {
            write!(f, "; of those proved, {}", faults.join(", "))?;
        }
        writeln!(f)?;
        f.write_str(&rate(self.nodes, self.elapsed))
    }
}

const fn in_words(kind: FactKind) -> &'static str {
    match kind {
        FactKind::Cooked => "cooked",
        FactKind::Short => "shorter than claimed",
        FactKind::Strays => "with a recorded solution that leaves the shortest win",
        FactKind::NoGoal | FactKind::Refuted | FactKind::Unproved => kind.name(),
    }
}
