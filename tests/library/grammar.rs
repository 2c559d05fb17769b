//! The grammars in `grammar/` hold: sentences drawn from them are read without a fault and written
//! back, so that grammar and code cannot drift apart.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use taflkit::notation::{self, Format, Losses, same_content};
use taflkit::record::Record;
use taflkit::solve::Stipulation;

use crate::support::abnf::{Grammar, Random};

/// How many sentences are drawn from each start symbol, and how deep.
const SENTENCES: u64 = 3000;
const DEPTHS: [usize; 4] = [8, 16, 24, 40];

fn read(format: Format, text: &str) -> Result<Record, String> {
    let notation::Reading { record, faults } = notation::read(format, text);
    match faults.first() {
        None => Ok(record),
        Some(fault) => {
            let place = fault.span.text(text);
            Err(format!("{} is refused at `{place}`: {}\n{text:?}", format.name(), fault.kind))
        }
    }
}

fn write(format: Format, record: &Record) -> Option<String> {
    notation::write(format, record, &mut Losses::default())
}

/// A sentence is read, and what is written of it says the same; where the format has no place for
/// something, and says so, what is written of that is the same again.
fn accepted(format: Format, sentence: &str) -> Result<(), String> {
    let record = read(format, sentence)?;
    let mut losses = Losses::default();
    let Some(written) = notation::write(format, &record, &mut losses) else { return Ok(()) };
    let again = read(format, &written)?;
    let kept = match losses.is_empty() {
        true => same_content(&record, &again),
        false => write(format, &again).as_ref() == Some(&written),
    };
    match kept {
        true => Ok(()),
        false => {
            Err(format!("{sentence:?}\nis written as\n{written:?}\nwhich says something else"))
        }
    }
}

/// A sentence is as the program writes it.
fn kept(format: Format, sentence: &str) -> Result<(), String> {
    let record = read(format, sentence)?;
    match write(format, &record) {
        Some(written) if written == sentence => Ok(()),
        Some(written) => Err(format!("{sentence:?}\nis written back as\n{written:?}")),
        None => Err(format!("{} is only read, but has a rule `written`", format.name())),
    }
}

/// Draws sentences of a grammar and holds the format to them; of what fails, the shortest is told.
fn hold(format: Format, grammar: &str) -> Result<(), String> {
    let grammar = Grammar::parse(grammar)?;
    if !grammar.has("record") {
        return Err("there is no rule `record`".to_owned());
    }
    if format.is_written() && !grammar.has("written") {
        return Err("the format is written, but there is no rule `written`".to_owned());
    }
    let mut errors = Vec::new();
    for seed in 0..SENTENCES {
        let depth = DEPTHS[seed as usize % DEPTHS.len()];
        let draw = |rule| grammar.draw(rule, depth, &mut Random::new(seed));
        let mut told = |rule, error| errors.push(format!("{rule}, seed {seed}: {error}"));
        accepted(format, &draw("record")).unwrap_or_else(|error| told("record", error));
        if grammar.has("written") {
            kept(format, &draw("written")).unwrap_or_else(|error| told("written", error));
        }
    }
    let count = errors.len();
    match errors.into_iter().min_by_key(String::len) {
        None => Ok(()),
        Some(error) => Err(format!("{count} of {SENTENCES} sentences fail: {error}")),
    }
}

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar")
}

#[test]
#[allow(clippy::print_stdout)] // which formats have no grammar is worth knowing
fn every_grammar_holds() {
    let (mut held, mut without, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
    for format in Format::ALL {
        let path = folder().join(format.name()).with_extension("abnf");
        let Ok(text) = fs::read_to_string(&path) else {
            without.push(format.name());
            continue;
        };
        match hold(format, &text) {
            Ok(()) => held.push(format.name()),
            Err(error) => wrong.push(format!("grammar/{}.abnf: {error}", format.name())),
        }
    }
    println!("held: {}; without a grammar: {}", held.join(", "), without.join(", "));
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn every_grammar_is_that_of_a_format() {
    for entry in fs::read_dir(folder()).expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        if path.extension().is_some_and(|extension| extension == "abnf") {
            let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            if name == GOAL {
                continue;
            }
            assert!(name.parse::<Format>().is_ok(), "{}", path.display());
        }
    }
}

/// The grammar that is not of a format but of a tag's value.
const GOAL: &str = "puzzle-goal";

#[test]
fn the_grammar_of_goals_holds() {
    let text = fs::read_to_string(folder().join(GOAL).with_extension("abnf")).unwrap();
    let grammar = Grammar::parse(&text).unwrap();
    let mut seen = BTreeSet::new();
    for seed in 0..SENTENCES {
        let draw = |rule| grammar.draw(rule, 24, &mut Random::new(seed));
        let sentence = draw("goal");
        let goal: Stipulation =
            sentence.parse().unwrap_or_else(|error| panic!("{sentence:?}: {error}"));
        assert_eq!(goal.to_string().parse(), Ok(goal), "{sentence:?}");
        let written = draw("written");
        let goal: Stipulation =
            written.parse().unwrap_or_else(|error| panic!("{written:?}: {error}"));
        assert_eq!(goal.to_string(), written);
        seen.insert(written);
    }
    for written in ["draw", "attackers win", "defenders save"] {
        assert!(seen.contains(written), "{written} is drawn");
    }
    assert!(seen.iter().any(|written| written.starts_with("defenders win in ")));
}

/// A tag as the grammar has it goes through a file.
#[test]
fn goals_are_kept_in_files() {
    let file = "[variant:brandubh]\n[puzzle-goal:defenders win in 4]\n";
    let record = read(Format::Otg, file).unwrap();
    assert_eq!(record.tag(GOAL), Some("defenders win in 4"));
    let again = read(Format::Otg, &write(Format::Otg, &record).unwrap()).unwrap();
    assert_eq!(again.tag(GOAL), Some("defenders win in 4"));
}

#[test]
fn grammars_that_say_too_much_are_found_out() {
    let too_much = "record = %s\"(;B[\" point \"])\"\npoint = \"aaab\" / \"zz\"\n\
                    written = %s\"(;FF[4]CA[UTF-8])\" LF\n";
    let error = hold(Format::Sgf, too_much).unwrap_err();
    assert!(error.contains("sgf is refused at `"), "{error}");
    let record = "record = \"(;B[aaab])\"\nwritten = %s\"(;B[aaab])\" LF";
    let error = hold(Format::Sgf, record).unwrap_err();
    assert!(error.contains("is refused"), "B in lower case: {error}");
    let record = "record = %s\"(;B[aaab])\"\nwritten = record";
    let error = hold(Format::Sgf, record).unwrap_err();
    assert!(error.contains("is written back as"), "{error}");
}

#[test]
fn bad_grammars_are_told_of() {
    let told = |text: &str| Grammar::parse(text).unwrap_err();
    assert_eq!(told("a = \"x\"\nb = (\"x\" / %x4\n"), "2:15: this is no ABNF: ``");
    assert_eq!(told("a = \"x\"\nb : c\n"), "2:3: this is no ABNF: `: c`");
    assert_eq!(told("a = \"x\"\n  / b ; more\n"), "2:5: there is no rule `b`");
    assert_eq!(told("a = \"x\"\nA = \"y\"\n"), "the rule `a` is defined twice, or is a core rule");
    assert_eq!(told("a = \"x\" a\n"), "no derivation of `a` comes to an end");
    assert_eq!(told("a = %x5A-41\n"), "1:9: this is no ABNF: `-41`");
}

#[test]
fn sentences_are_drawn_by_the_rules() {
    let grammar = Grammar::parse(
        "; a comment\n\nlist = 1*2item [\";\"] ; one or two\n   %x41.42\n\
         item = (%s\"a\" / 2\"b\" / \"(\" list \")\")\n",
    )
    .unwrap();
    let mut seen = BTreeSet::new();
    for seed in 0..500 {
        let sentence = grammar.draw("list", 6, &mut Random::new(seed));
        assert_eq!(sentence, grammar.draw("list", 6, &mut Random::new(seed)));
        assert!(sentence.ends_with("AB"));
        assert!(sentence.bytes().all(|byte| b"abABb();".contains(&byte)), "{sentence}");
        seen.insert(sentence);
    }
    assert!(seen.contains("aAB") && seen.contains("aa;AB") && seen.len() > 50);
}
