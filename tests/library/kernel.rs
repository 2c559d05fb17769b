//! The rules by their numbers: what their examples show is what the engine plays, and whatever messages
//! name is there.

use std::collections::BTreeSet;

use taflkit::game::{By, KernelExample, KernelOutcome, KernelRule, kernel};
use taflkit::replay::catalogue;
use taflkit::rules::record::KEYS;

/// What the engine makes of the last turn, and what falls.
fn played(example: &KernelExample) -> (Result<Option<taflkit::game::Ending>, String>, Vec<String>) {
    match example.turn() {
        Ok(turn) => {
            let taken = turn.captures.iter().flatten().map(ToString::to_string).collect();
            (Ok(turn.ending), taken)
        }
        Err(why) => (Err(why), Vec::new()),
    }
}

#[test]
fn every_example_is_what_the_engine_plays() {
    let mut wrong = Vec::new();
    for rule in kernel() {
        for example in rule.examples {
            let told = format!("{}: {}", rule.id, example.about);
            example.game().unwrap_or_else(|error| panic!("{told}: {error}"));
            let (result, taken) = played(example);
            let holds = match (example.outcome, &result) {
                (KernelOutcome::GoesOn, Ok(None)) => true,
                (KernelOutcome::Ends(told), Ok(Some(ending))) => told == *ending,
                (KernelOutcome::Refused(why), Err(error)) => error.ends_with(why),
                _ => false,
            };
            if !holds || taken != example.takes {
                wrong.push(format!("{told} {result:?}, taken {taken:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn rules_have_numbers_without_gaps_and_texts() {
    let numbered: Vec<&str> =
        kernel().iter().filter(|rule| rule.is_numbered()).map(|rule| rule.id).collect();
    let expected: Vec<String> = (1..=15).map(|number| format!("K{number}")).collect();
    assert_eq!(numbered, expected);
    for rule in kernel() {
        assert!(rule.about.ends_with('.') && !rule.source.is_empty(), "{}", rule.id);
        assert!(!rule.is_numbered() || !rule.examples.is_empty(), "{} has no board", rule.id);
        assert_eq!(KernelRule::find(&rule.id.to_lowercase()), Some(rule));
        assert_eq!(KernelRule::find(&rule.label()), Some(rule));
        assert_eq!(KernelRule::find(rule.title), Some(rule));
    }
    assert_eq!(KernelRule::find("K16"), None);
    assert_eq!(KernelRule::find(""), None);
}

/// A game in an example that ends so ends by the rule that is told for it.
#[test]
fn every_ending_has_its_rule() {
    for by in By::ALL {
        let rule = KernelRule::of_ending(by).unwrap_or_else(|| panic!("{}", by.name()));
        let ends = |example: &KernelExample| match example.outcome {
            KernelOutcome::Ends(ending) => ending.by == by,
            _ => false,
        };
        assert!(rule.examples.iter().any(ends), "{}: {}", by.name(), rule.id);
    }
}

/// Names by which findings give their rule that are no rules of the game.
const NO_RULES: [&str; 4] = ["the format", "the limits of this program", "puzzles", "the rules"];

#[test]
fn every_rule_that_findings_name_is_there() {
    for entry in catalogue() {
        if NO_RULES.contains(&entry.rule) {
            continue;
        }
        let rule = KernelRule::find(entry.rule).unwrap_or_else(|| panic!("{}", entry.rule));
        assert_eq!(rule.label(), entry.rule, "{}", entry.code);
    }
}

/// What the documentation names is there too.
#[test]
fn every_number_in_the_sources_is_there() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut named = BTreeSet::new();
    let mut folders = vec![root.join("src"), root.join("grammar")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            match std::fs::read_to_string(&entry) {
                Ok(text) => named.extend(numbers(&text)),
                Err(_) if entry.is_dir() => folders.push(entry),
                Err(_) => {}
            }
        }
    }
    let known: BTreeSet<String> = kernel().iter().map(|rule| rule.id.to_owned()).collect();
    assert!(named.len() >= 12, "{named:?}");
    assert!(named.is_subset(&known), "{named:?}");
}

/// Words that are K and a number of one or two digits, as rules are named.
fn numbers(text: &str) -> impl Iterator<Item = String> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric()).filter_map(|word| {
        let number = word.strip_prefix('K')?;
        let is_number = !number.starts_with('0') && number.parse::<u8>().is_ok_and(|n| n < 100);
        is_number.then(|| word.to_owned())
    })
}

/// Every key belongs to one rule, but those of the name and the board.
#[test]
fn every_key_belongs_to_a_rule() {
    let known: BTreeSet<&str> =
        KEYS.iter().map(|key| key.name).filter(|name| *name != "name").collect();
    let listed: Vec<&str> = kernel().iter().flat_map(|rule| rule.keys.iter().copied()).collect();
    assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), known);
    assert_eq!(listed.len(), known.len(), "a key belongs to two rules");
    for key in listed {
        assert!(KernelRule::of_key(key).is_some_and(|rule| rule.keys.contains(&key)));
    }
}
