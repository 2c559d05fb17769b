//! What a `tafl.toml` and the options beside it say of files.

use serde_json::Value;

use crate::run::{Folder, run};

/// Legal under brandubh, from whose start d1 has c1 and d3 has c3 free. Under copenhagen d3 is empty.
const BRANDUBH_ROW: &str = "d1-c1 d3-c3,0,0,Ongoing\n";
/// Legal under copenhagen: d1 goes up its free file. Under brandubh d3 is taken.
const COPENHAGEN_ROW: &str = "d1-d3,0,0,Ongoing\n";

const CONFIG: &str = "default-variant = \"copenhagen\"\n\n[[files]]\nglob = \"sub/brandubh*\"\nvariant = \"brandubh\"\n";

fn mixed() -> Folder {
    Folder::with("tafl.toml", CONFIG)
        .and("sub/brandubh-1.csv", BRANDUBH_ROW)
        .and("sub/other.csv", COPENHAGEN_ROW)
        .and("brandubh-2.csv", COPENHAGEN_ROW)
}

/// The rules by which each game was judged, in order.
fn variants(folder: &Folder, arguments: &[&str]) -> Vec<String> {
    let run = folder.run(&[&["check", "--output", "jsonl", "--no-summary"], arguments].concat());
    let game = |line: &str| serde_json::from_str::<Value>(line).unwrap();
    let games = run.out.lines().map(game).filter(|line| line["type"] == "game");
    games.map(|game| game["variant"].as_str().unwrap_or("none").to_owned()).collect()
}

#[test]
fn globs_are_about_the_folder_of_the_config() {
    let folder = mixed();
    // `brandubh-2.csv` is not in `sub`.
    assert_eq!(variants(&folder, &["."]), ["copenhagen", "brandubh", "copenhagen"]);
    // It is found above what is named, and the globs stay about its own folder.
    assert_eq!(variants(&folder, &["sub"]), ["brandubh", "copenhagen"]);
    assert_eq!(variants(&folder, &["sub/brandubh-1.csv"]), ["brandubh"]);
    assert_eq!(folder.run(&["check", "."]).code, 0);
}

#[test]
fn the_command_line_goes_before_the_config() {
    let folder = mixed();
    assert_eq!(variants(&folder, &["sub", "--default-variant", "fetlar"]), ["fetlar", "fetlar"]);
    assert_eq!(variants(&folder, &["sub", "--no-config"]), ["none", "none"]);
    let folder = folder.and("other.toml", "default-variant = \"tawlbwrdd\"\n");
    assert_eq!(variants(&folder, &["sub", "--config", "other.toml"]), ["tawlbwrdd", "tawlbwrdd"]);
}

#[test]
fn what_a_record_states_is_not_overridden() {
    let stated = "[variant:brandubh]\n\n1. d1-c1 d3-c3\n\n[date:2015.01.01]\n\n1. d1-c1 d3-c3\n";
    let folder = Folder::with("a.otg", stated);
    // The second record states nothing; under copenhagen its second move is illegal.
    let judged = variants(&folder, &["a.otg", "--default-variant", "copenhagen"]);
    assert_eq!(judged, ["brandubh", "copenhagen"]);
    assert_eq!(variants(&folder, &["a.otg", "--variant", "copenhagen"])[0], "copenhagen");
}

#[test]
fn kinds_are_weighed_and_ignored_the_longer_prefix_first() {
    // T101: there is no piece on b2.
    let game = "[variant:brandubh]\n[reslt:1]\n\n1. b2-b3\n";
    let folder = Folder::with("a.otg", game);
    let told = |config: &str| {
        let folder = Folder::with("a.otg", game).and("tafl.toml", config);
        let run = folder.run(&["check", "--output", "concise", "a.otg"]);
        let codes = run.out.lines().filter_map(|line| line.split(' ').nth(1).map(str::to_owned));
        (run.code, codes.collect::<Vec<_>>())
    };
    let both = ["T009", "T101"].map(str::to_owned).to_vec();
    assert_eq!(told(""), (1, both.clone()));
    assert_eq!(told("[severity]\nT1 = \"warning\"\n"), (0, both));
    assert_eq!(told("[severity]\nT1 = \"ignore\"\nT = \"note\"\n"), (0, vec![]));
    assert_eq!(told("[severity]\nT009 = \"error\"\nT = \"ignore\"\n"), (1, vec!["T009".into()]));
    assert_eq!(folder.run(&["check", "a.otg"]).code, 1);
}

#[test]
fn what_is_wrong_with_a_config_is_told_with_its_place() {
    for (config, place, what) in [
        ("default-variant = \"copenhaggen\"\n", "1:19", "copenhaggen"),
        ("\nglobs = 1\n", "2:1", "unknown field `globs`"),
        ("[[files]]\nglob = \"*.csv\"\nformat = \"cvs\"\n", "3:10", "no format is called `cvs`"),
        ("[[files]]\nglob = \"a***\"\n", "2:8", "wildcards"),
        ("[severity]\nT3 = \"grave\"\n", "2:6", "unknown variant `grave`"),
        ("[severity]\nX3 = \"error\"\n", "2:1", "no code of a finding begins with `X3`"),
        ("a = [\n", "1:", ""),
    ] {
        let folder = Folder::with("tafl.toml", config).and("a.csv", BRANDUBH_ROW);
        let run = folder.run(&["check", "a.csv"]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{config}");
        assert!(run.err.contains(&format!("tafl.toml:{place}")), "{config}: {}", run.err);
        assert!(run.err.contains(what), "{config}: {}", run.err);
    }
}

#[test]
fn a_config_is_explained() {
    let folder = mixed();
    let run = folder.run(&["identify", "--explain-config", "sub", "--output", "jsonl"]);
    let lines: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told = |line: &Value| (line["file"].clone(), line["default_variant"].clone());
    let expected = [("sub/brandubh-1.csv", "brandubh"), ("sub/other.csv", "copenhagen")];
    assert_eq!(
        lines.iter().map(told).collect::<Vec<_>>(),
        expected.map(|(file, rules)| (file.into(), rules.into()))
    );
    let run = folder.run(&["identify", "--explain-config", "sub", "--default-variant", "fetlar"]);
    assert_eq!(run.out.matches("rules of records that state none: fetlar").count(), 2);
}

#[test]
fn formats_are_given_by_glob() {
    // A list of moves looks like a site's text; as CSV it lacks its columns.
    let config = "[[files]]\nglob = \"*.lst\"\nformat = \"csv\"\n";
    let folder = Folder::with("a.lst", "d1-d3 f2-f3\n").and("tafl.toml", config);
    let told = |arguments: &[&str]| folder.run(arguments).out;
    let arguments = ["check", "--output", "concise", "--default-variant", "copenhagen", "a.lst"];
    assert!(told(&arguments).contains("T001"), "{}", told(&arguments));
    assert!(!told(&[&arguments[..], &["--no-config"]].concat()).contains("T001"));
}

#[test]
fn rules_that_are_assumed_reach_puzzles_conversions_and_mending() {
    // The king on a3 goes to the corner a1; the way to a7 is barred.
    let rules = "brandubh atkf:n start:/7/7/K6/7/t6/7/3t3/";
    let puzzle = "[puzzle-goal:win 1]\n[puzzle-start:0a]\n\n1. a3-a1\n";
    let folder = Folder::with("p.otg", puzzle)
        .and("g.csv", "a3-a1,0,0,White\n")
        .and("tafl.toml", format!("default-variant = \"{rules}\"\n"));
    assert_eq!(folder.run(&["solve", "p.otg"]).code, 0);
    assert_eq!(folder.run(&["solve", "p.otg", "--no-config"]).code, 1);
    let converted = folder.run(&["convert", "--to", "json", "g.csv"]).out;
    assert!(converted.contains("/7/7/K6/7/t6/7/3t3/"), "{converted}");
    let named = ["convert", "--to", "json", "--default-variant", "fetlar", "g.csv"];
    assert!(folder.run(&named).out.contains("\"fetlar\""));
    // A capture count that the rules contradict is mended where the rules are known.
    let folder = folder.and("m.csv", "a3-a1,0,3,White\n");
    assert_eq!(folder.run(&["check", "--fix", "m.csv"]).code, 0);
    assert_eq!(std::fs::read_to_string(folder.path("m.csv")).unwrap(), "a3-a1,0,0,White\n");
}

#[test]
fn two_configs_at_once_are_a_usage_error() {
    assert_eq!(run(&["check", "--config", "a.toml", "--no-config", "x"]).code, 2);
}
