//! What files would be read with.

use std::path::Path;

use serde_json::{Value, json};
use taflkit::replay::{self, Code, Input, Severity};
use taflkit::visible;

use crate::cli::config::{Applied, Configs};
use crate::cli::documents::{Document, Listing};
use crate::cli::output::{Failure, Outcome, Output};

/// The schema of the answer in JSON.
const NAME: &str = "config";

/// Tells of each file of the inputs what holds for it.
pub(super) fn run(
    inputs: &[Input],
    configs: &Configs,
    output: &Output,
) -> Result<Outcome, Failure> {
    let mut listing = Listing::new(NAME, output.form);
    let mut outcome = Outcome::Well;
    for listed in replay::files(inputs) {
        let path = match listed.map(|listed| listed.input) {
            Ok(Input::Path(path)) => path,
            Ok(Input::Stdin) => "-".into(),
            Err(error) => {
                output.error(&error.to_string());
                outcome = Outcome::Incomplete;
                continue;
            }
        };
        let applied = configs.of(&path);
        let told = match output.is_human() {
            true => in_words(&path, &applied),
            false => listing.entry(&as_json(&path, &applied)),
        };
        output.print(&told)?;
    }
    output.print(&listing.end(None))?;
    Ok(outcome)
}

fn in_words(path: &Path, applied: &Applied<'_>) -> String {
    let Applied { path: config, settings } = applied;
    let config = config.map(|config| visible::line(&config.display().to_string()).into_owned());
    let format = settings.format.map_or("told by content", |format| format.name());
    let rules = settings.default_rules.as_ref().map(|rules| rules.name());
    let mut text = format!(
        "{}\n  config: {}\n  format: {format}\n  rules of records that state none: {}\n",
        visible::line(&path.display().to_string()),
        config.as_deref().unwrap_or("none"),
        rules.as_deref().map_or_else(|| "none".into(), visible::line),
    );
    for (code, weight) in changed(applied) {
        text += &format!("  {code}: {weight}\n");
    }
    text
}

fn as_json(path: &Path, applied: &Applied<'_>) -> Document {
    let Applied { path: config, settings } = applied;
    let severity: serde_json::Map<String, Value> =
        changed(applied).map(|(code, weight)| (code.name().to_owned(), weight.into())).collect();
    let content = json!({
        "file": path.display().to_string(),
        "config": config.map(|config| config.display().to_string()),
        "format": settings.format.map(|format| format.name()),
        "default_variant": settings.default_rules.as_ref().map(|rules| rules.name()),
        "severity": severity,
    });
    Document::new(NAME, content)
}

/// Kinds of findings that are ignored or graver or less grave than usual.
fn changed<'a>(applied: &'a Applied<'_>) -> impl Iterator<Item = (Code, &'static str)> + 'a {
    let selection = &applied.settings.selection;
    let weight = |code: Code| -> Option<&'static str> {
        let severity: Severity = selection.severity(code);
        match selection.has(code) {
            false => Some("ignore"),
            true => (severity != code.severity()).then(|| severity.name()),
        }
    };
    Code::ALL.iter().filter_map(move |&code| Some((code, weight(code)?)))
}
