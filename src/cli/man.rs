//! `tafl man`.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Command};

use super::command;
use super::files::OutFile;
use super::help::{self, Example};
use super::output::{Failure, Outcome, Output};

const EXAMPLES: &[Example] = &[
    ("Write the page of a command", "tafl man check > tafl-check.1"),
    ("Write all pages into a folder", "tafl man --out man/man1"),
];

/// Write the manual, a page for each command
#[derive(Args)]
#[command(after_long_help = help::examples(EXAMPLES))]
pub(super) struct Man {
    /// The command whose page to write, such as `check` or `rules show`; the page of tafl if left out
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    path: Vec<String>,
    /// Write all pages, each into a file of this folder, which is made if it is not there
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Man {
    pub(super) fn run(self, output: &Output) -> Result<Outcome, Failure> {
        let mut command = command();
        // Gives every command its whole name, and the options that all have.
        command.build();
        if let Some(folder) = &self.out {
            write_all(&command, folder)?;
            return Ok(Outcome::Well);
        }
        let mut page = &command;
        for name in &self.path {
            page = page.find_subcommand(name).ok_or_else(|| {
                let whole = self.path.join(" ");
                Failure::usage(format!("there is no command `{whole}`; `tafl help` lists them"))
            })?;
        }
        let mut writer = output.writer();
        render(page, &mut writer)?;
        writer.flush()?;
        Ok(Outcome::Well)
    }
}

fn render(command: &Command, writer: &mut dyn Write) -> std::io::Result<()> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    // What comes after the options are examples, and nothing else.
    let page = String::from_utf8_lossy(&page).replace(".SH EXTRA\nExamples:\n", ".SH EXAMPLES\n");
    writer.write_all(page.as_bytes())
}

/// Writes the page of a command and of all its commands.
fn write_all(command: &Command, folder: &Path) -> Result<(), Failure> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    let mut file = OutFile::create(&folder.join(format!("{name}.1")))?;
    render(command, &mut file)?;
    file.finish()?;
    let below = command.get_subcommands().filter(|command| command.get_name() != "help");
    below.into_iter().try_for_each(|command| write_all(command, folder))
}
