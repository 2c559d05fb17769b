//! `tafl explain`.

use clap::Args;
use serde_json::{Value, json};
use taflkit::draw::{Board, Marks};
use taflkit::game::{By, KernelExample, KernelOutcome, KernelRule, kernel};
use taflkit::replay::{Catalogue, Code, catalogue};
use taflkit::rules::record::{KEYS, Key};

use super::Form;
use super::documents::Document;
use super::help::{self, Example};
use super::output::{Failure, Outcome, Output};
use super::{moves, style};

const EXAMPLES: &[Example] = &[
    ("Explain a finding", "tafl explain T202"),
    ("Explain a rule, with positions that show it", "tafl explain K13"),
    ("Explain a key of rules records", "tafl explain swf"),
    ("List all that can be explained", "tafl explain"),
];

/// Explain a finding, a rule or a key of rules records
#[derive(Args)]
#[command(after_long_help = help::examples(EXAMPLES))]
pub(super) struct Explain {
    /// A finding's code, as in T203; a rule's number or name, as in K13 or `repetition`; an ending, as in
    /// king-escaped; or a key of rules records, as in `swf`. All are listed if left out
    #[arg(value_name = "CODE|RULE|KEY")]
    what: Option<String>,
}

/// What there is to explain.
#[derive(Clone, Copy)]
enum Subject {
    Finding(&'static Catalogue),
    Rule(&'static KernelRule),
    Key(&'static Key),
}

impl Subject {
    fn find(text: &str) -> Option<Self> {
        let finding = || text.parse::<Code>().ok().map(|code| Self::Finding(code.entry()));
        let rule = || KernelRule::find(text).map(Self::Rule);
        let ending = || {
            let by = By::ALL.into_iter().find(|by| by.name().eq_ignore_ascii_case(text))?;
            KernelRule::of_ending(by).map(Self::Rule)
        };
        let key = || {
            // Messages quote keys with their values.
            let name = text.split_once(':').map_or(text, |(name, _)| name);
            KEYS.iter().find(|key| key.name.eq_ignore_ascii_case(name)).map(Self::Key)
        };
        finding().or_else(rule).or_else(ending).or_else(key)
    }

    /// What it is and what is said of it.
    fn as_json(&self) -> Result<(&'static str, Value), Failure> {
        Ok(match self {
            Self::Finding(entry) => ("finding", finding_json(entry)),
            Self::Rule(rule) => ("rule", rule_json(rule)?),
            Self::Key(key) => ("key", key_json(key)),
        })
    }

    fn all() -> impl Iterator<Item = Self> {
        let findings = catalogue().map(Self::Finding);
        findings.chain(kernel().iter().map(Self::Rule)).chain(KEYS.iter().map(Self::Key))
    }
}

impl Explain {
    pub(super) fn run(self, output: &Output) -> Result<Outcome, Failure> {
        let one = self.what.as_deref().map(|text| {
            Subject::find(text).ok_or_else(|| {
                let told = format!("no finding, rule or key is called {text}");
                Failure::usage(format!("{told}; `tafl explain` lists them"))
            })
        });
        let one = one.transpose()?;
        if !output.is_human() {
            let subjects = one.map_or_else(|| Subject::all().collect(), |one| vec![one]);
            return print_json(&subjects, output);
        }
        match one {
            None => output.print(&list())?,
            Some(Subject::Finding(entry)) => output.print(&finding(entry))?,
            Some(Subject::Key(key)) => output.print(&about_key(key))?,
            // Its text is ours, and its boards may have colours.
            Some(Subject::Rule(rule)) => output.print_as_it_is(&about_rule(rule, output)?)?,
        }
        Ok(Outcome::Well)
    }
}

fn list() -> String {
    let lines = Subject::all().filter_map(|subject| match subject {
        Subject::Finding(entry) => {
            Some(format!("{} {:<7} {}\n", entry.code, entry.severity.name(), entry.title))
        }
        Subject::Rule(rule) if rule.is_numbered() => {
            Some(format!("{:<4} rule    {}\n", rule.id, rule.title))
        }
        Subject::Rule(rule) => Some(format!("{}: {}\n", rule.id, rule.title)),
        Subject::Key(_) => None,
    });
    let keys: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
    format!("{}\nkeys of rules records: {}\n", lines.collect::<String>(), keys.join(" "))
}

fn finding(entry: &Catalogue) -> String {
    let mut about = entry.about.to_owned();
    if entry.code == Code::T405 {
        about += "\n";
        for key in KEYS {
            about += &format!("\n  {:<7} {}", key.name, meaning(key));
        }
    }
    let more = match KernelRule::find(entry.rule) {
        Some(rule) => format!(" (`tafl explain {}`)", rule.id),
        None => String::new(),
    };
    format!(
        "{} ({}): {}\nrule: {}{more}\n\n{about}\n\nexample: {}\nhelp: {}\n",
        entry.code,
        entry.severity.name(),
        entry.title,
        entry.rule,
        entry.example,
        entry.help,
    )
}

fn meaning(key: &Key) -> String {
    let ours = if key.ours { " (ours)" } else { "" };
    format!("{}{ours}", key.meaning)
}

fn about_key(key: &Key) -> String {
    let mut text = format!("{}, a key of rules records: {}\n", key.name, meaning(key));
    if let Some(rule) = KernelRule::of_key(key.name) {
        text += &format!("rule: {} (`tafl explain {}`)\n", rule.label(), rule.id);
    }
    text
}

fn about_rule(rule: &KernelRule, output: &Output) -> Result<String, Failure> {
    let mut text = format!("{}: {}\n\n{}\n\n", rule.id, rule.title, rule.about);
    text += &format!("source: {}\n", rule.source);
    if !rule.keys.is_empty() {
        text += &format!("keys of rules records: {}\n", rule.keys.join(" "));
    }
    if !rule.examples.is_empty() {
        text += "on the boards: - where a piece goes from, > where it goes to, * what it takes\n";
    }
    for example in rule.examples {
        text += &format!("\n{}\n{}", example.about, drawn(example, output)?);
    }
    Ok(text)
}

/// The position before the last turn, and what comes of it.
fn drawn(example: &KernelExample, output: &Output) -> Result<String, Failure> {
    let game = example.game().map_err(Failure::usage)?;
    let (setup, path) = (game.setup(), example.path());
    let turn = example.turn().ok();
    let meant = turn.iter().flat_map(|turn| turn.captures.concat()).collect::<Vec<_>>();
    let board = Board { setup: &setup, rules: Some(game.rules()) };
    let mut text = style::board(&board, Marks { turn: &path, meant: &meant }, output.colours);
    text += &format!("{}, {} to move", example.rules, game.to_move());
    if let [before @ .., _] = example.turns
        && !before.is_empty()
    {
        text += &format!(", after {}", before.join(" "));
    }
    let written = turn.map(|turn| turn.to_string());
    let written = written.as_deref().or(example.turns.last().copied()).unwrap_or_default();
    Ok(text + &format!("\n{written}: {}\n", example.outcome))
}

/// A document, or a line for each.
fn print_json(subjects: &[Subject], output: &Output) -> Result<Outcome, Failure> {
    let entries: Result<Vec<(&str, Value)>, Failure> =
        subjects.iter().map(Subject::as_json).collect();
    let entries = entries?;
    if output.form == Form::Jsonl {
        for (kind, content) in entries {
            output.print_json(&Document::entry("explain", kind, content))?;
        }
        return Ok(Outcome::Well);
    }
    let all_of = |wanted: &str| -> Vec<&Value> {
        entries.iter().filter(|(kind, _)| *kind == wanted).map(|(_, content)| content).collect()
    };
    let [findings, rules, keys] = ["finding", "rule", "key"].map(all_of);
    let content = json!({ "findings": findings, "rules": rules, "keys": keys });
    output.print_json(&Document::new("explain", content))?;
    Ok(Outcome::Well)
}

fn finding_json(entry: &Catalogue) -> Value {
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

fn rule_json(rule: &KernelRule) -> Result<Value, Failure> {
    let examples: Result<Vec<Value>, Failure> = rule.examples.iter().map(example_json).collect();
    Ok(json!({
        "id": rule.id,
        "title": rule.title,
        "about": rule.about,
        "source": rule.source,
        "keys": rule.keys,
        "examples": examples?,
    }))
}

fn example_json(example: &KernelExample) -> Result<Value, Failure> {
    let game = example.game().map_err(Failure::usage)?;
    let ending = match example.outcome {
        KernelOutcome::Ends(ending) => moves::ending_json(ending),
        KernelOutcome::GoesOn | KernelOutcome::Refused(_) => Value::Null,
    };
    Ok(json!({
        "about": example.about,
        "variant": example.rules,
        "position": game.setup().to_string(),
        "side": game.to_move().name(),
        "move": example.turns.last(),
        "legal": !matches!(example.outcome, KernelOutcome::Refused(_)),
        "captures": example.takes,
        "ending": ending,
    }))
}

fn key_json(key: &Key) -> Value {
    json!({
        "name": key.name,
        "meaning": key.meaning,
        "ours": key.ours,
        "rule": KernelRule::of_key(key.name).map(|rule| rule.id),
    })
}
