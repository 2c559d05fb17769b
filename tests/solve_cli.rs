//! `tafl solve` and `tafl verify` as commands.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

/// A king who reaches the edge, and from there a corner: a win in 2 by three keys.
const OPEN: [&str; 6] =
    ["--variant", "brandubh", "--position", "/7/7/7/2t1K2/7/7/t6/", "--side", "defenders"];

fn tafl(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("tafl").unwrap().args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn solve(more: &[&str]) -> (i32, String, String) {
    let mut arguments = vec!["solve"];
    arguments.extend(OPEN);
    arguments.extend(more);
    tafl(&arguments)
}

fn json(more: &[&str]) -> Value {
    let (_, out, error) = solve(&[more, &["--output", "json"]].concat());
    serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{error}"))
}

#[test]
fn json_has_the_fields_of_the_schema() {
    let report = json(&[]);
    assert_eq!(report["schema"], "taflkit.solve/1");
    assert_eq!(report["verdict"], "proved");
    assert_eq!(report["side"], "defenders");
    assert_eq!(report["turns"], 2);
    assert_eq!(report["plies"], 3);
    assert_eq!(report["shortest_proved"], true);
    assert_eq!(report["keys"], serde_json::json!(["e4-e1", "e4-g4", "e4-e7"]));
    assert_eq!(report["limit"], Value::Null);
    for field in ["also_wins", "main_line", "tries", "duals", "nodes", "seconds"] {
        assert!(report.get(field).is_some(), "{field}");
    }
}

#[test]
fn exit_codes_tell_what_holds() {
    assert_eq!(solve(&[]).0, 1, "there are three keys");
    assert_eq!(solve(&["--goal", "win 1"]).0, 1);
    assert_eq!(json(&["--goal", "win 1"])["verdict"], "refuted");
    assert_eq!(json(&["--max-turns", "1"])["verdict"], "unknown");
    assert_eq!(json(&["--max-turns", "1"])["limit"], "max-turns");
    let puzzle = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/brandubh-defenders-2a.otg");
    assert_eq!(tafl(&["solve", puzzle.to_str().unwrap()]).0, 0);
}

#[test]
fn what_cannot_be_asked_is_refused() {
    for (more, told) in [
        (&["--goal", "win 0"][..], "ask for 1 to 99"),
        (&["--goal", "win 1000"], "ask for 1 to 99"),
        (&["--goal", "win draw"], "two goals at once"),
        (&["--goal", "mate in 2"], "is not a goal"),
        (&["--goal", "attackers win in 2"], "the defenders are to move"),
        (&["--memory", "100K"], "the least is 1M"),
        (&["--memory", "999999G"], "this machine has"),
        (&["--memory", "lots"], "a size is a number"),
        (&["--time", "soon"], "a time is a number"),
        (&["--max-turns", "0"], "1..=99"),
    ] {
        let (code, _, error) = solve(more);
        assert_eq!(code, 2, "{more:?}");
        assert!(error.contains(told), "{more:?}: {error}");
    }
}

#[test]
fn positions_that_are_over_are_refused() {
    let over = |position: &str, side: &str, told: &str| {
        let arguments = ["solve", "--variant", "brandubh", "--position", position, "--side", side];
        let (code, _, error) = tafl(&arguments);
        assert_eq!(code, 2);
        assert!(error.contains(told), "{error}");
    };
    over("/K6/7/7/2t4/7/7/t6/", "attackers", "the king has escaped");
    over("/7/7/7/2t4/7/7/t6/", "defenders", "there is no king");
    over("/7/7/7/2K4/7/7/7/", "attackers", "no legal move");
    over("/1tKt3/2t4/7/7/7/7/7/", "defenders", "no legal move");
}

#[test]
fn limits_end_a_search_without_a_verdict() {
    let arguments = ["solve", "--nodes", "5000", "--max-turns", "9", "--output", "json"];
    let (code, out, _) = tafl(&arguments);
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (code, &report["verdict"], &report["limit"]),
        (1, &"unknown".into(), &"nodes".into())
    );
    let (code, out, _) = tafl(&["solve", "--time", "0.05", "--max-turns", "9", "--output", "json"]);
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &report["limit"]), (1, &"time".into()));
}

#[test]
fn certificates_are_written_whole_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof.json");
    let path = file.to_str().unwrap();
    solve(&["--proof", path]);
    let (code, out, _) = tafl(&["verify", path]);
    assert_eq!(code, 0);
    assert!(out.contains("holds: the defenders win in 2"), "{out}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left behind");

    let whole = fs::read_to_string(&file).unwrap();
    fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    let (code, out, _) = tafl(&["verify", path]);
    assert_eq!(code, 1);
    assert!(out.contains("it is no certificate"), "{out}");

    let other = whole.replace("\"variant\":\"brandubh\"", "\"variant\":\"tablut\"");
    assert_ne!(other, whole);
    fs::write(&file, other).unwrap();
    let (code, out, _) = tafl(&["verify", path, "--output", "json"]);
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &report["holds"]), (1, &Value::Bool(false)));
    assert_eq!(report["flaw"], "the rules are not those of tablut");

    // A file of 2 GB that takes no room on the disk.
    fs::File::create(&file).unwrap().set_len(2_000_000_000).unwrap();
    let (code, _, error) = tafl(&["verify", path]);
    assert_eq!(code, 2);
    assert!(error.contains("bytes are too many"), "{error}");
    let (code, _, error) = tafl(&["verify", "/no/such/file"]);
    assert_eq!(code, 2);
    assert!(error.contains("/no/such/file"), "{error}");
}

#[test]
fn a_proof_that_cannot_be_written_leaves_nothing() {
    let (code, _, error) = solve(&["--proof", "/no/such/folder/proof.json"]);
    assert_eq!(code, 2);
    assert!(error.contains("/no/such/folder/proof.json"), "{error}");
}
