//! The summary of `check`, and what of the findings is listed.

use serde_json::Value;

use crate::run::{Folder, GOOD_OTG, Run};

/// In order: sound; a warning (an unknown tag); an error (no piece on b2); no rules; unknown rules;
/// a position without a king.
fn games() -> Folder {
    let games = [
        GOOD_OTG,
        "[variant:brandubh]\n[reslt:1]\n\n1. d1-c1\n",
        "[variant:brandubh]\n\n1. b2-b3\n",
        "[date:2015.01.01]\n\n1. d1-c1\n",
        "[variant:nobodys]\n\n1. d1-c1\n",
        "[rules:dim:7 atkf:n start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]\n[position:/7/7/7/7/7/7/t6/]\n\n1. a7-a6\n",
    ];
    Folder::with("games.otg", games.join("\n"))
}

fn summary(run: &Run) -> Value {
    serde_json::from_str(run.out.lines().last().unwrap()).unwrap()
}

#[test]
fn every_game_is_counted_once() {
    let run = games().run(&["check", "--output", "jsonl", "games.otg"]);
    let summary = summary(&run);
    let told = ["games", "sound", "with_errors", "with_warnings"].map(|key| summary[key].as_u64());
    assert_eq!(told, [Some(6), Some(1), Some(1), Some(1)]);
    let reasons = serde_json::json!({"no-rules": 1, "unknown-rules": 1, "bad-position": 1});
    assert_eq!(summary["not_judged"], reasons);
    assert_eq!(summary["judged"], 3);
    let run = games().run(&["check", "--summary", "games.otg"]);
    let second = run.out.lines().nth(1);
    assert_eq!(
        second,
        Some(
            "1 sound, 1 with errors, 1 with warnings only, 3 not judged (no rules stated: 1, rules unknown: 1, \
             start position unplayable: 1)"
        )
    );
}

#[test]
fn no_rules_and_unknown_rules_weigh_alike() {
    let codes = ["T401", "T402", "T406"];
    let severities = codes.map(|code| {
        let code: taflkit::replay::Code = code.parse().unwrap();
        code.severity()
    });
    assert_eq!(severities, [taflkit::replay::Severity::Error; 3]);
}

#[test]
fn a_line_a_finding() {
    let run = games().run(&["check", "--output", "concise", "games.otg"]);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "games.otg:7:2: T009 unknown tag `reslt`");
    assert!(lines[1].starts_with("games.otg:13:4: T101 b2-b3 is not legal"), "{}", lines[1]);
    assert_eq!(lines.len(), 5);
    assert_eq!(games().run(&["solve", "--output", "concise", "games.otg"]).code, 2);
}

#[test]
fn kinds_are_selected_and_ignored() {
    let told = |arguments: &[&str]| {
        let run = games().run(&[&["check", "--output", "jsonl", "games.otg"], arguments].concat());
        let summary = summary(&run);
        let codes = summary["by_code"].as_object().unwrap().keys().cloned();
        (run.code, codes.collect::<Vec<String>>().join(" "))
    };
    assert_eq!(told(&[]), (1, "T009 T101 T307 T401 T406 T407".into()));
    assert_eq!(told(&["--select", "T0,T406"]), (1, "T009 T406".into()));
    assert_eq!(told(&["--select", "t4", "--ignore", "T40"]), (0, String::new()));
    assert_eq!(told(&["--ignore", "T1", "--ignore", "T4"]), (0, "T009 T307".into()));
    assert_eq!(games().run(&["check", "--select", "T9", "games.otg"]).code, 2);
    // A game whose error is ignored is sound among what was asked for; one that was not judged is not.
    let run = games().run(&["check", "--output", "jsonl", "--ignore", "T", "games.otg"]);
    assert_eq!(summary(&run)["sound"], 3);
    assert_eq!(summary(&run)["not_judged"]["no-rules"], 1);
}

#[test]
fn at_most_so_many_findings_of_a_file_are_shown() {
    let folder = games().and("other.otg", "[variant:brandubh]\n\n1. b2-b3\n");
    for jobs in ["1", "2"] {
        let arguments =
            ["check", "--output", "concise", "--max-findings", "2", "--jobs", jobs, "."];
        let run = folder.run(&arguments);
        let of = |file: &str| run.out.lines().filter(|line| line.contains(file)).count();
        assert_eq!((of("games.otg"), of("other.otg")), (2, 1));
        assert!(run.err.contains("games.otg: 3 more findings not shown"), "{}", run.err);
        assert!(!run.err.contains("other.otg"), "{}", run.err);
    }
    let all = folder.run(&["check", "--summary", "--max-findings", "0", "."]);
    assert!(all.out.contains("5 errors, 1 warning"), "{}", all.out);
}

#[test]
fn a_suite_a_file_with_its_counts() {
    let folder = games().and("good.otg", GOOD_OTG).and("row.csv", "d1-c1,0,0,Ongoing\n");
    let run = folder.run(&["check", "--report", "junit", ".", "nowhere"]);
    let suites: Vec<&str> =
        run.out.lines().filter(|line| line.starts_with("<testsuite ")).collect();
    assert_eq!(
        suites,
        [
            "<testsuite name=\"./games.otg\" tests=\"6\" failures=\"2\" errors=\"0\" skipped=\"2\">",
            "<testsuite name=\"./good.otg\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\">",
            "<testsuite name=\"./row.csv\" tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"1\">",
            "<testsuite name=\"nowhere\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\">",
        ]
    );
    assert!(run.out.contains("<skipped message=\"not judged: rules unknown\"/>"));
    assert_eq!(run.out.matches("</testsuite>").count(), 4);
}
