//! Arguments that several commands share.

use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use taflkit::notation::Format;
use taflkit::replay::Input;
use taflkit::rules::names::Resolved;

use super::numbers::count;
use super::output::{Failure, Output};
use super::{inputs, resolve};

/// Records, from wherever they come.
#[derive(Args)]
pub(super) struct RecordArgs {
    /// Files and folders; `-` or nothing for standard input
    #[arg(value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// The format of every input; told by content if left out
    #[arg(long, value_enum, value_name = "NAME")]
    format: Option<FormatArg>,
}

impl RecordArgs {
    /// The inputs; standard input if none is named.
    pub(super) fn named(&self) -> Result<Vec<Input>, Failure> {
        inputs::named(&self.inputs)
    }

    /// The format, if it is given.
    pub(super) fn format(&self) -> Option<Format> {
        self.format.map(Format::from)
    }
}

/// The rules of games.
#[derive(Args)]
pub(super) struct VariantArg {
    /// The rules, whatever is stated: a name, a rules record, or a name followed by keys that change it
    #[arg(long, value_name = "NAME|RULES")]
    variant: Option<String>,
}

impl VariantArg {
    /// What was given.
    pub(super) fn text(&self) -> Option<&str> {
        self.variant.as_deref()
    }

    /// The rules that were given, if any were.
    pub(super) fn resolve(&self, output: &Output) -> Result<Option<Resolved>, Failure> {
        self.text().map(|text| resolve(text, output)).transpose()
    }
}

/// How many threads to use.
#[derive(Args)]
pub(super) struct JobsArg {
    /// How many threads to use, at most one a core; as many as there are cores if left out
    #[arg(long, alias = "threads", value_name = "N", value_parser = count::<u16>(1..=1024))]
    jobs: Option<u16>,
}

impl JobsArg {
    /// Never more threads than the machine has cores for, as they would only wait for each other.
    pub(super) fn threads(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or(cores, |asked| usize::from(asked).min(cores))
    }
}

/// A format as an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FormatArg(Format);

impl From<FormatArg> for Format {
    fn from(format: FormatArg) -> Self {
        format.0
    }
}

impl ValueEnum for FormatArg {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [FormatArg; Format::ALL.len()] = {
            let mut all = [FormatArg(Format::Otg); Format::ALL.len()];
            let mut at = 0;
            while at < all.len() {
                all[at] = FormatArg(Format::ALL[at]);
                at += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.about()))
    }
}
