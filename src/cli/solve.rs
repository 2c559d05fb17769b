//! `tafl solve`.

mod json;
mod words;

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;
use taflkit::record::Record;
use taflkit::replay::{self, GameHash, Input};
use taflkit::solve::{
    Answer, Fact, Followed, Goal, Limit, Limits, Progress, Question, Report, Stipulation, Watch,
    follow, solve, system_clock,
};
use words::Totals;

use super::args::JobsArg;
use super::config::ConfigArgs;
use super::documents::known;
use super::help::{self, Example};
use super::numbers::{count, size, time};
use super::output::{Failure, Outcome, Output};
use super::progress::Progress as Line;
use super::puzzles::{self, Asked, Refusal, Task};
use super::verify::{self, ProofOf};
use super::{Form, PositionArgs, files, signals};

const EXAMPLES: &[Example] = &[
    ("Solve the puzzles of a folder", "tafl solve puzzles"),
    (
        "Ask for a win in two turns",
        "tafl solve --variant brandubh --position /3TT2/7/7/3K2T/t1t3T/7/3t3/ \\\n      --side defenders --goal \"win 2\"",
    ),
    (
        "Write a proof, and check it",
        "tafl solve puzzle.otg --proof proof.json && tafl verify proof.json",
    ),
    ("Stop after a million positions", "tafl solve puzzle.otg --nodes 1M"),
];

/// Prove forced wins: in how few turns, by which keys, against every defence
///
/// Takes records of any format with `puzzle-start` and `puzzle-goal`, as OpenTafl game files have
/// them, from files or standard input, or a position with --position. The verdict is `proved` (the shortest win and all its keys), `refuted` (no win
/// within the turns asked for) or `unknown` (a limit was reached). Ctrl-C ends the search, which tells
/// what is proved so far; a second Ctrl-C ends the command. The exit code is 0 if every goal is reached
/// as it is asked for, by one key; 1 if one is not, or if that is not known; 2 if something cannot be
/// read or asked.
#[derive(Args)]
#[command(after_long_help = help::examples(EXAMPLES))]
pub(super) struct Solve {
    /// Files with puzzles in any format that is read, and folders of them; `-` for standard input
    #[arg(value_name = "INPUT", conflicts_with_all = ["position", "side", "top_first"])]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    config: ConfigArgs,
    /// What is asked: `win`; `win 3`, in exactly 3 turns; `save` or `save 2`, which turns leave the other
    /// side no forced win within 2 turns, or within --max-turns; or `draw`, an end in a draw or better
    #[arg(long, value_name = "GOAL")]
    goal: Option<String>,
    /// Turns past the shortest win in which to look for other wins
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count::<u32>(0..=98))]
    also: u32,
    /// Write the whole solution, with every reply
    #[arg(long)]
    tree: bool,
    /// Write a certificate that `tafl verify` checks
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// What the certificate is to prove
    #[arg(long, value_enum, value_name = "CLAIM", default_value = "win", requires = "proof")]
    proof_of: ProofOf,
    /// The most turns of the solver's to look at, where the goal does not say
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = count::<u32>(1..=99))]
    max_turns: u32,
    /// The most positions to visit
    #[arg(long, value_name = "N", value_parser = count::<u64>(0..=u64::MAX))]
    nodes: Option<u64>,
    /// The longest time, such as 90, 90s or 10m
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,
    /// The size of the table, such as 64M or 2G; a quarter of the machine's memory and at most 1G if
    /// left out. The rest of a search takes less than 16M
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,
    #[command(flatten)]
    jobs: JobsArg,
}

/// A question answered.
struct Answered {
    task: Task,
    report: Report,
    followed: Followed,
    facts: Vec<Fact>,
}

impl Answered {
    /// What ended the search, or the look at the recorded solution, too early.
    fn limit(&self) -> Option<Limit> {
        self.report.limit.or(self.followed.limit)
    }

    /// Whether the goal is reached as it was asked for.
    fn outcome(&self) -> Outcome {
        match self.report.verdict {
            Answer::Proved if self.facts.is_empty() && self.limit().is_none() => Outcome::Well,
            _ => Outcome::Faults,
        }
    }
}

impl Solve {
    pub(super) fn run(self, output: &Output) -> Result<Outcome, Failure> {
        let limits = self.limits()?;
        let mut outcome = Outcome::Well;
        let mut totals = Totals::default();
        let (tasks, mut documents) = self.tasks(output)?;
        if output.form == Form::Jsonl {
            documents.drain(..).try_for_each(|entry| output.print_json(&entry))?;
        }
        signals::end_search_on_ctrl_c();
        let count = tasks.len();
        for (at, task) in tasks.into_iter().enumerate() {
            if at > 0 && signals::INTERRUPT.load(Ordering::Relaxed) {
                output.error(&format!("interrupted: {at} of {count} puzzles were looked at"));
                outcome = outcome.or(Outcome::Faults);
                break;
            }
            match task.and_then(|task| self.answer(task, &limits, output)) {
                Ok(answer) => {
                    totals.add(&answer);
                    outcome = outcome.or(answer.outcome());
                    outcome = outcome.or(self.certify(&answer, &limits, output)?);
                    match output.form {
                        Form::Human => output.print_as_it_is(&words::answer(&answer, output))?,
                        Form::Json => documents.push(json::answer(&answer)),
                        Form::Jsonl => output.print_json(&json::answer(&answer))?,
                    }
                }
                // A position on the command line is part of the command, one in a file is data.
                Err(refusal) if self.position.is_stated() => {
                    return Err(Failure::usage(refusal.message));
                }
                Err(refusal) => {
                    totals.add_refused();
                    output.error(&refusal.message);
                    outcome = outcome.or(refusal.outcome);
                    match output.form {
                        Form::Human => {}
                        Form::Json => documents.push(refusal.entry),
                        Form::Jsonl => output.print_json(&refusal.entry)?,
                    }
                }
            }
        }
        if output.is_human() && count > 1 {
            output.print(&totals.to_string())?;
        }
        if output.form == Form::Json {
            let folder = self.inputs.iter().any(|input| input.is_dir());
            output.print_documents(&documents, count > 1 || self.inputs.len() > 1 || folder)?;
        }
        Ok(outcome)
    }

    /// Writes the certificate that was asked for, if one was.
    fn certify(
        &self,
        answer: &Answered,
        limits: &Limits,
        output: &Output,
    ) -> Result<Outcome, Failure> {
        let Some(file) = &self.proof else { return Ok(Outcome::Well) };
        let line = Line::of_work(output);
        let tell = |searched: Progress| line.tell(|| words::progress(&searched));
        let game = &answer.task.game;
        let written =
            verify::write(game, &answer.report, self.proof_of, limits, watch(&tell), file)?;
        drop(line);
        match written {
            None => Ok(Outcome::Well),
            Some(why) => {
                output.error(&format!("no certificate was written: {why}"));
                Ok(Outcome::Faults)
            }
        }
    }

    fn limits(&self) -> Result<Limits, Failure> {
        let machine = machine_memory();
        let memory = match self.memory {
            Some(bytes) if bytes < Limits::LEAST_MEMORY as u64 => {
                return Err(Failure::usage(format!(
                    "--memory: {bytes} bytes are too few: the least is 1M"
                )));
            }
            Some(bytes) if machine.is_some_and(|machine| bytes > machine) => {
                let (asked, have) = (bytes >> 20, machine.unwrap_or_default() >> 20);
                return Err(Failure::usage(format!(
                    "--memory: {asked}M are more than this machine has: give at most {have}M"
                )));
            }
            Some(bytes) => bytes,
            None => machine.map_or(256 << 20, |machine| (machine / 4).min(1 << 30)),
        };
        Ok(Limits {
            turns: self.max_turns,
            nodes: self.nodes,
            time: self.time,
            memory: usize::try_from(memory).unwrap_or(usize::MAX),
            threads: self.jobs.threads(),
        })
    }

    /// The goal on the command line.
    fn goal(&self) -> Result<Option<Stipulation>, Failure> {
        let read = |text: &String| text.parse();
        let goal = self.goal.as_ref().map(read).transpose();
        goal.map_err(|error: taflkit::solve::GoalError| Failure::usage(format!("--goal: {error}")))
    }

    fn tasks(&self, output: &Output) -> Result<puzzles::Read, Failure> {
        let goal = self.goal()?;
        self.spare_inputs()?;
        if self.position.side.is_some() && !self.position.is_stated() {
            return Err(Failure::usage("--side goes with --position, such as `--position start`"));
        }
        if self.position.is_stated() {
            return Ok((vec![Ok(self.task_of_position(goal, output)?)], Vec::new()));
        }
        let given = self.position.variant.resolve(output)?;
        let asked = Asked { rules: given.as_ref(), goal };
        let (tasks, passed_over) = puzzles::read(&self.inputs, asked, &self.config, output)?;
        if tasks.is_empty() {
            return Err(Failure::usage("there is no puzzle in what was named"));
        }
        if self.proof.is_some() && tasks.len() > 1 {
            return Err(Failure::usage("--proof takes one puzzle"));
        }
        Ok((tasks, passed_over))
    }

    /// Refuses to write the certificate where nothing can be written, and over a puzzle or a position,
    /// from wherever it comes.
    fn spare_inputs(&self) -> Result<(), Failure> {
        let Some(proof) = &self.proof else { return Ok(()) };
        files::refuse_closed(proof)?;
        let Some(target) = files::identity(proof).filter(|_| proof.is_file()) else {
            return Ok(());
        };
        let refused = |what: String| {
            let proof = proof.display();
            Err(Failure::usage(format!("--proof {proof} would be written over {what}")))
        };
        if files::is_standard_input(proof) {
            return refused("what standard input comes from".to_owned());
        }
        if let Some(file) = self.position.file()
            && files::identity(file) == Some(target.clone())
        {
            return refused(format!("the position in {}", file.display()));
        }
        let inputs = self.inputs.iter().cloned().map(Input::Path).collect::<Vec<_>>();
        for listed in replay::files(&inputs).flatten() {
            if let Input::Path(input) = listed.input
                && files::identity(&input) == Some(target.clone())
            {
                return refused(format!("the puzzles in {}", input.display()));
            }
        }
        Ok(())
    }

    fn task_of_position(
        &self,
        goal: Option<Stipulation>,
        output: &Output,
    ) -> Result<Task, Failure> {
        let (game, rules) = self.position.game(output)?;
        let goal = puzzles::goal_of(&game, goal, Goal::Win(None))
            .map_err(|error| Failure::usage(format!("--goal: {error}")))?;
        let hash = GameHash::of(Some((game.rules(), game.to_move())), &Record::default());
        let known = known(&Record::default(), Some(hash));
        Ok(Task { place: None, known, game, rules, goal, solution: Vec::new() })
    }

    fn answer(&self, task: Task, limits: &Limits, output: &Output) -> Result<Answered, Refusal> {
        let line = Line::of_work(output);
        let question = Question { goal: task.goal, also: self.also, tree: self.tree };
        let place = task.place.clone();
        let refused =
            |error: taflkit::solve::SolveError| Refusal::of(place.as_ref(), &error.to_string());
        let tell = |searched: Progress| line.tell(|| words::progress(&searched));
        let watch = watch(&tell);
        let report = solve(&task.game, &question, limits, watch).map_err(refused)?;
        let followed =
            follow(&task.game, &task.solution, &report, limits, watch).map_err(refused)?;
        let mut facts = report.facts();
        facts.extend(followed.fact());
        Ok(Answered { task, report, followed, facts })
    }
}

/// What a search is to watch, and whom it is to tell.
fn watch(progress: &(dyn Fn(Progress) + Sync)) -> Watch<'_> {
    Watch { interrupt: &signals::INTERRUPT, progress, clock: &system_clock }
}

/// The machine's memory in bytes, where the system tells.
fn machine_memory() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = told.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}
