//! What `--help` says beside the options: commands in groups, and examples.

use std::sync::atomic::{AtomicBool, Ordering};

use clap::Command;
use clap::builder::{StyledStr, Styles};

/// What people come for, and the commands that do it.
const GROUPS: &[(&str, &[&str])] = &[
    ("Records", &["check", "convert", "fmt", "identify"]),
    ("Puzzles", &["solve", "verify"]),
    ("Rules and engines", &["rules", "moves", "perft"]),
    ("Help", &["explain", "completions", "man", HELP]),
];

/// The command that clap adds.
const HELP: &str = "help";

/// An example: what it does, and the line to type.
pub(super) type Example = (&'static str, &'static str);

/// Whether help is asked for: it takes as long to lay out as the arguments take to read.
static WANTED: AtomicBool = AtomicBool::new(false);

/// Has the examples laid out from now on.
pub(super) fn want_examples() {
    WANTED.store(true, Ordering::Relaxed);
}

/// Examples as they stand at the end of a help text, once they are wanted.
pub(super) fn examples(list: &[Example]) -> StyledStr {
    if !WANTED.load(Ordering::Relaxed) {
        return StyledStr::new();
    }
    let Heading { on, off } = Heading::new();
    let told = list.iter().map(|(what, line)| format!("\n  {what}:\n    {line}"));
    format!("{on}Examples:{off}{}", told.collect::<String>()).into()
}

/// The command with its commands in groups.
pub(super) fn grouped(command: Command) -> Command {
    let about = |name: &str| {
        let told = command.find_subcommand(name)?.get_about()?;
        Some(told.to_string())
    };
    let names = GROUPS.iter().flat_map(|(_, names)| names.iter());
    let widest = names.map(|name| name.len()).max().unwrap_or_default();
    let (Heading { on, off }, literal) = (Heading::new(), Styles::styled());
    let name_style = literal.get_literal();
    let mut groups = String::new();
    for (title, names) in GROUPS {
        groups += &format!("{on}{title}:{off}\n");
        for name in *names {
            let about = match *name {
                HELP => "Print this message or the help of a command".to_owned(),
                name => about(name).unwrap_or_default(),
            };
            groups += &format!("  {name_style}{name:<widest$}{name_style:#}  {about}\n");
        }
        groups.push('\n');
    }
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{on}Options:{off}\n{{options}}\
         {{after-help}}"
    );
    command.help_template(template)
}

/// The letters before and after a heading.
struct Heading {
    on: String,
    off: String,
}

impl Heading {
    fn new() -> Self {
        let styles = Styles::styled();
        let style = styles.get_header();
        Self { on: format!("{style}"), off: format!("{style:#}") }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::cli::command;

    #[test]
    fn every_command_is_in_one_group() {
        let command = command();
        let all: BTreeSet<&str> = command.get_subcommands().map(Command::get_name).collect();
        let grouped: Vec<&str> =
            GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let once: BTreeSet<&str> = grouped.iter().copied().filter(|name| *name != HELP).collect();
        assert_eq!(once, all);
        assert_eq!(once.len() + 1, grouped.len(), "a command stands in two groups");
    }
}
