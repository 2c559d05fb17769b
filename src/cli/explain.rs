//! `tafl explain`.

use clap::Args;
use serde_json::{Value, json};
use taflkit::replay::{Catalogue, Code, catalogue};
use taflkit::rules::record::KEYS;

use super::help::{self, Example};
use super::output::{Failure, Outcome, Output};

const EXAMPLES: &[Example] =
    &[("Explain a finding", "tafl explain T202"), ("List all findings", "tafl explain")];

/// Explain what a finding means
#[derive(Args)]
#[command(after_long_help = help::examples(EXAMPLES))]
pub(super) struct Explain {
    /// The code, as in T203; all are listed if left out
    code: Option<String>,
}

impl Explain {
    pub(super) fn run(self, output: &Output) -> Result<Outcome, Failure> {
        let Some(text) = &self.code else {
            if !output.is_human() {
                let list: Vec<Value> = catalogue().map(as_json).collect();
                output.print_json(&json!({ "schema": "taflkit.explain/1", "findings": list }))?;
            } else {
                let lines = catalogue().map(|entry| {
                    format!("{} {:<7} {}\n", entry.code, entry.severity.name(), entry.title)
                });
                output.print(&lines.collect::<String>())?;
            }
            return Ok(Outcome::Well);
        };
        let code: Code = text.parse().map_err(|()| {
            Failure::usage(format!("no finding has the code {text}; `tafl explain` lists them"))
        })?;
        let entry = code.entry();
        if output.is_human() {
            output.print(&in_words(entry))?;
        } else {
            output.print_json(
                &json!({ "schema": "taflkit.explain/1", "findings": [as_json(entry)] }),
            )?;
        }
        Ok(Outcome::Well)
    }
}

fn in_words(entry: &Catalogue) -> String {
    let mut about = entry.about.to_owned();
    if entry.code == Code::T405 {
        about += "\n";
        for key in KEYS {
            let ours = if key.ours { " (ours)" } else { "" };
            about += &format!("\n  {:<7} {}{ours}", key.name, key.meaning);
        }
    }
    format!(
        "{} ({}): {}\nrule: {}\n\n{about}\n\nexample: {}\nhelp: {}\n",
        entry.code,
        entry.severity.name(),
        entry.title,
        entry.rule,
        entry.example,
        entry.help,
    )
}

fn as_json(entry: &Catalogue) -> Value {
    json!({
        "code": entry.code.name(),
        "severity": entry.severity.name(),
        "title": entry.title,
        "rule": entry.rule,
        "about": entry.about,
        "example": entry.example,
        "help": entry.help,
    })
}
