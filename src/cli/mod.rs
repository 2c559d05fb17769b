//! The command line: one file a command, and what they share.

mod args;
mod check;
mod completions;
mod config;
mod convert;
mod diagnostic;
mod diffs;
mod documents;
mod explain;
mod files;
mod fmt;
mod help;
mod identify;
mod inputs;
mod line;
mod man;
mod mending;
mod moves;
mod numbers;
mod output;
mod perft;
mod position;
mod progress;
mod puzzles;
mod reports;
mod rewriting;
mod rules;
mod signals;
mod solve;
mod stream;
mod style;
mod verify;

use std::io::IsTerminal;
use std::process::ExitCode;
use std::time::Instant;

use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use taflkit::rules::names::{self, ResolveError, Resolved};

use help::Example;
use output::{Failure, Outcome, Output};
use position::PositionArgs;

const EXAMPLES: &[Example] = &[
    ("Check records, and show notes too", "tafl check -v records"),
    ("Explain a finding or a rule", "tafl explain T202"),
    ("Convert a file", "tafl convert --to json games.otg -o games.json"),
    ("Solve puzzles", "tafl solve puzzles"),
];

/// Checks, explains and counts games of tafl: hnefatafl and its family.
///
/// Exit codes: 0 all well, 1 the data has faults, 2 the command could not run.
#[derive(Parser)]
#[command(name = "tafl", version, max_term_width = 100, after_long_help = help::examples(EXAMPLES))]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    common: Common,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Check),
    Convert(convert::Convert),
    Fmt(fmt::Fmt),
    Identify(identify::Identify),
    Moves(moves::Moves),
    Perft(perft::Perft),
    Rules(rules::Rules),
    Solve(solve::Solve),
    Verify(verify::Verify),
    Explain(explain::Explain),
    Completions(completions::Completions),
    Man(man::Man),
}

/// What every command takes.
#[derive(Args)]
struct Common {
    /// How to write what is found
    #[arg(long, global = true, value_enum, default_value_t = FormArg::Human, value_name = "FORM")]
    output: FormArg,
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t = When::Auto, value_name = "WHEN")]
    color: When,
    /// Print nothing; the exit code tells
    #[arg(short, long, global = true)]
    quiet: bool,
    /// Say more: notes, and how long it took
    #[arg(short, long, global = true)]
    verbose: bool,
    /// Exit with 0 where the data has faults; 2 still says that the command could not run
    #[arg(long, global = true)]
    exit_zero: bool,
}

/// A form as an argument.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormArg {
    /// For people
    Human,
    /// A line a finding, for editors and scripts; of `check` only
    Concise,
    /// One JSON document
    Json,
    /// A JSON object a line
    Jsonl,
}

impl FormArg {
    const fn form(self) -> Form {
        match self {
            Self::Human | Self::Concise => Form::Human,
            Self::Json => Form::Json,
            Self::Jsonl => Form::Jsonl,
        }
    }
}

/// The forms that every command has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Human,
    Json,
    Jsonl,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum When {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl When {
    /// Whether standard output gets colours.
    fn colours(self) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => {
                let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
                !unwanted && !dumb && std::io::stdout().is_terminal()
            }
        }
    }
}

/// Finds the rules that an argument asks for, and tells what is doubtful about them.
fn resolve(text: &str, output: &Output) -> Result<Resolved, Failure> {
    rules_of(names::resolve(text), output)
}

/// Rules that were found, with a word on what is doubtful about them.
fn rules_of(found: Result<Resolved, ResolveError>, output: &Output) -> Result<Resolved, Failure> {
    match found {
        Ok(resolved) => {
            for problem in &resolved.warnings {
                output.warn(&format!("{} ({})", problem.kind, problem.kind.help()));
            }
            Ok(resolved)
        }
        Err(error @ ResolveError::Record(_)) => {
            Err(Failure::usage(format!("the rules cannot be used: {error} ({})", error.help())))
        }
        Err(error) => Err(Failure::usage(format!("{error} ({})", error.help()))),
    }
}

/// The command line as help, completions and the manual tell of it.
fn command() -> clap::Command {
    help::want_examples();
    help::grouped(Cli::command())
}

/// Reads the arguments. Help is only laid out where they ask for it.
fn arguments() -> Result<ArgMatches, clap::Error> {
    use clap::error::ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand};
    match Cli::command().try_get_matches() {
        Err(error)
            if matches!(error.kind(), DisplayHelp | DisplayHelpOnMissingArgumentOrSubcommand) =>
        {
            command().try_get_matches()
        }
        read => read,
    }
}

/// Runs the command that the arguments ask for.
pub(crate) fn run() -> ExitCode {
    let started = Instant::now();
    let parsed = arguments().and_then(|found| Cli::from_arg_matches(&found));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => return output::not_understood(&error),
    };
    let (output, exit_zero) = (Output::new(&cli.common), cli.common.exit_zero);
    let result = match cli.command {
        Command::Check(check) => check.run(&output),
        _ if output.concise => Err(Failure::usage(
            "only `tafl check` writes a line a finding: leave --output concise out",
        )),
        Command::Convert(convert) => convert.run(&output),
        Command::Fmt(fmt) => fmt.run(&output),
        Command::Identify(identify) => identify.run(&output),
        Command::Moves(moves) => moves.run(&output),
        Command::Perft(perft) => perft.run(&output),
        Command::Rules(rules) => rules.run(&output),
        Command::Explain(explain) => explain.run(&output),
        Command::Solve(solve) => solve.run(&output),
        Command::Verify(verify) => verify.run(&output),
        Command::Completions(completions) => completions.run(&output),
        Command::Man(man) => man.run(&output),
    };
    if output.verbose && result.is_ok() {
        output.note(&format!("it took {:.3} s", started.elapsed().as_secs_f64()));
    }
    match result.unwrap_or_else(Failure::report) {
        Outcome::Faults if exit_zero => ExitCode::SUCCESS,
        outcome => outcome.into(),
    }
}
