//! `tafl rules`.

use clap::{Args, Subcommand};
use serde_json::{Value, json};
use taflkit::draw::{Board, Marks};
use taflkit::rules::names::Resolved;
use taflkit::rules::variants::{self, Variant};
use taflkit::rules::{prose, record};

use super::documents::Document;
use super::help::{self, Example};
use super::output::{Failure, Outcome, Output};
use super::{Form, resolve, style};

const EXAMPLES: &[Example] = &[
    ("List the built-in variants", "tafl rules list"),
    ("Explain a variant", "tafl rules show brandubh"),
    ("Say on which points two variants differ", "tafl rules diff brandubh brandubh-2"),
];

/// Show and compare rules
#[derive(Args)]
#[command(after_long_help = help::examples(EXAMPLES))]
pub(super) struct Rules {
    #[command(subcommand)]
    command: RulesCommand,
}

#[derive(Subcommand)]
enum RulesCommand {
    /// List the built-in variants
    #[command(after_long_help = help::examples(&[
        ("List names, sizes and sources", "tafl rules list"),
        ("The same for a program, with every rules record", "tafl rules list --output json"),
    ]))]
    List,
    /// Explain rules in words, with their board
    #[command(after_long_help = help::examples(&[
        ("Explain a variant", "tafl rules show copenhagen"),
        ("Explain a variant that is changed by keys", r#"tafl rules show "copenhagen rep:mover""#),
        ("Explain a rules record", "tafl rules show \"dim:7 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/\""),
    ]))]
    Show {
        /// A name, a rules record, or a name followed by keys that change it
        rules: String,
    },
    /// Write rules as an OpenTafl rules record
    #[command(after_long_help = help::examples(&[
        ("Write the rules of a variant for another program", "tafl rules record berserk"),
    ]))]
    Record {
        /// A name, a rules record, or a name followed by keys that change it
        rules: String,
    },
    /// Say on which points two sets of rules differ
    #[command(after_long_help = help::examples(&[
        ("Compare two variants", "tafl rules diff fetlar copenhagen"),
        ("See what a key changes", r#"tafl rules diff brandubh "brandubh ks:s""#),
    ]))]
    Diff {
        /// The first rules
        first: String,
        /// The second rules
        second: String,
    },
}

impl Rules {
    pub(super) fn run(self, output: &Output) -> Result<Outcome, Failure> {
        let rules = |text: &str| resolve(text, output);
        let text = match &self.command {
            RulesCommand::List => list(output.form),
            RulesCommand::Show { rules: text } => show(&rules(text)?, output),
            RulesCommand::Record { rules: text } => record_of(&rules(text)?, output),
            RulesCommand::Diff { first, second } => diff(&rules(first)?, &rules(second)?, output),
        };
        // Made safe to show piece by piece, since it may have colours.
        output.print_as_it_is(&text)?;
        Ok(Outcome::Well)
    }
}

fn line(document: &Document) -> String {
    format!("{document}\n")
}

fn record_of(rules: &Resolved, output: &Output) -> String {
    let record = record::write(&rules.ruleset);
    if output.is_human() {
        return output.shown(&format!("{record}\n")).into_owned();
    }
    let content = json!({ "variant": rules.name(), "rules": record });
    line(&Document::new("rules-record", content))
}

fn list(form: Form) -> String {
    let variants = variants::all().iter();
    match form {
        Form::Human => list_in_words(),
        Form::Json => {
            let variants: Vec<Value> = variants.map(variant_json).collect();
            line(&Document::new("rules-list", json!({ "variants": variants })))
        }
        Form::Jsonl => variants
            .map(|variant| line(&Document::new("rules-list", variant_json(variant))))
            .collect(),
    }
}

fn list_in_words() -> String {
    let widest = variants::all().iter().map(|variant| variant.id.len()).max().unwrap_or_default();
    let lines = variants::all().iter().map(|variant| {
        let rules = variant.ruleset();
        let also = match variant.aliases {
            [] => String::new(),
            aliases => format!(" (also {})", aliases.join(", ")),
        };
        let size = rules.size().to_string();
        format!("{:<widest$}  {size:<5}  {}: {}{also}\n", variant.id, rules.name, variant.source)
    });
    lines.collect()
}

fn variant_json(variant: &Variant) -> Value {
    let rules = variant.ruleset();
    json!({
        "variant": variant.id,
        "aliases": variant.aliases,
        "name": rules.name,
        "size": rules.size().side(),
        "first": rules.first.name(),
        "source": variant.source,
        "rules": variant.record,
    })
}

fn show(resolved: &Resolved, output: &Output) -> String {
    let rules = &resolved.ruleset;
    let points = prose::explain(rules);
    if !output.is_human() {
        let points: Vec<Value> = points
            .iter()
            .map(|point| json!({ "topic": point.topic, "text": point.text }))
            .collect();
        let content = json!({
            "variant": resolved.name(),
            "name": rules.name,
            "size": rules.size().side(),
            "first": rules.first.name(),
            "rules": record::write(rules),
            "points": points,
        });
        return line(&Document::new("rules", content));
    }
    let board = Board { setup: &rules.start, rules: Some(rules) };
    let board = style::board(&board, Marks::default(), output.colours);
    let mut text = format!("{}\n\n{board}", output.shown(&rules.name));
    text += "t c n k m g: taflman, commander, knight, king, mercenary, guard; upper case defends; \
             + throne, x corner or fort\n\n";
    for point in points {
        text += &output.shown(&format!("{:<17} {}\n", point.topic, point.text));
    }
    text
}

fn diff(one: &Resolved, other: &Resolved, output: &Output) -> String {
    let differences = prose::compare(&one.ruleset, &other.ruleset);
    if !output.is_human() {
        let list = differences
            .iter()
            .map(|d| json!({ "topic": d.topic, "one": d.first, "other": d.second }));
        let document = |mut content: Value| {
            content["variants"] = json!([one.name(), other.name()]);
            line(&Document::new("rules-diff", content))
        };
        return match output.form {
            Form::Jsonl => list.map(document).collect(),
            _ => document(json!({ "differences": list.collect::<Vec<_>>() })),
        };
    }
    if differences.is_empty() {
        return "no difference in play\n".to_owned();
    }
    let told = differences.iter().map(|d| {
        let first = style::removed(format!("  - {}", output.shown(&d.first)), output.colours);
        let second = style::added(format!("  + {}", output.shown(&d.second)), output.colours);
        format!("{}\n{first}\n{second}\n", d.topic)
    });
    told.collect()
}
