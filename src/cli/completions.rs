//! `tafl completions`.

use clap::Args;
use clap_complete::Shell;

use super::command;
use super::help::{self, Example};
use super::output::{Failure, Outcome, Output};

const EXAMPLES: &[Example] = &[
    (
        "Complete commands and options in bash from now on",
        "tafl completions bash > ~/.local/share/bash-completion/completions/tafl",
    ),
    ("Complete them in zsh, from a folder of its $fpath", "tafl completions zsh > _tafl"),
];

/// Write a script that lets a shell complete commands and options
#[derive(Args)]
#[command(after_long_help = help::examples(EXAMPLES))]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(super) fn run(self, output: &Output) -> Result<Outcome, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command(), "tafl", &mut script);
        let mut writer = output.writer();
        writer.write_all(&script)?;
        writer.flush()?;
        Ok(Outcome::Well)
    }
}
