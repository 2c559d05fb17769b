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
        (
            &["--goal", "win 0"][..],
            "--goal: a goal within 0 turns cannot be asked for: ask for 1 to 99",
        ),
        (
            &["--goal", "win 1000"],
            "--goal: a goal within 1000 turns cannot be asked for: ask for 1 to 99",
        ),
        (&["--goal", "save 0"], "ask for 1 to 99"),
        (&["--goal", "win draw"], "two goals at once"),
        (
            &["--goal", "mate in 2"],
            "is not a goal: write `win`, `win 3`, `save`, `save 2` or `draw`",
        ),
        (&["--goal", "attackers win in 2"], "the defenders are to move"),
        (&["--memory", "0"], "the least is 1M"),
        (&["--memory", "100K"], "the least is 1M"),
        (&["--memory", "999999G"], "are more than this machine has: give at most"),
        (&["--memory", "99999999999999999999G"], "more than any machine has"),
        (&["--memory", "lots"], "a size is a number"),
        (&["--memory", "-1"], "unexpected argument"),
        (&["--time", "soon"], "a time is a number"),
        (&["--max-turns", "0"], "1..=99"),
        (&["--max-turns", "1000"], "1..=99"),
        (&["--threads", "0"], "1..=1024"),
        (&["--jobs", "0"], "1..=1024"),
        (&["--nodes", "many"], "a count is a number"),
    ] {
        let (code, out, error) = solve(more);
        assert_eq!((code, out.as_str()), (2, ""), "{more:?}");
        assert!(error.contains(told), "{more:?}: {error}");
    }
}

#[test]
fn the_smallest_table_does() {
    assert_eq!(json(&["--memory", "1M"])["turns"], 2);
    assert_eq!(json(&["--memory", "1024k", "--max-turns", "99"])["turns"], 2);
}

/// Positions that are over, and such as cannot be: no king, two kings.
const NOT_OPEN: [(&str, &str, &str); 7] = [
    ("/K6/7/7/2t4/7/7/t6/", "attackers", "the game is over: the king has escaped"),
    // However he got there, it is not the defenders who have something to seek.
    ("/K6/7/7/2t4/7/7/t6/", "defenders", "the game is over: the king has escaped"),
    ("/7/7/7/2t4/7/7/t6/", "defenders", "there is no king: a position needs one `K`"),
    ("/2K4/7/7/2K4/7/7/7/", "defenders", "there are kings on c1 and c4"),
    // Nobody is left to play against; and nobody can move.
    ("/7/7/7/2K4/7/7/7/", "attackers", "the game is over: the last attacker is taken"),
    ("/7/7/7/2K4/7/7/7/", "defenders", "the game is over: the last attacker is taken"),
    ("/1tKt3/2t4/7/7/7/7/7/", "defenders", "no legal move"),
];

#[test]
fn positions_that_are_over_are_refused() {
    for (position, side, told) in NOT_OPEN {
        let arguments = ["solve", "--variant", "brandubh", "--position", position, "--side", side];
        let (code, out, error) = tafl(&arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{position}");
        assert!(error.contains(told), "{position}: {error}");
    }
}

/// The same in a file are faults of the file, whose name is told, and the next file has its turn.
#[test]
fn files_that_cannot_be_asked_do_not_stop_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let good = "[variant:brandubh atkf:n]\n[position:/2t1K2/7/7/7/7/7/7/]\n[puzzle-goal:win 1]\n";
    fs::write(path("good.otg"), good).unwrap();
    let refused = |content: &str, told: &str| {
        fs::write(path("bad.otg"), content).unwrap();
        let (code, out, error) = tafl(&["solve", &path("bad.otg"), &path("good.otg")]);
        let told = format!("error: {}: {told}", path("bad.otg"));
        assert_eq!(code, 1, "{told}");
        assert!(error.starts_with(&told), "{told}\n{error}");
        assert!(out.contains("key: e1-g1"), "{out}");
    };
    for (position, side, told) in NOT_OPEN {
        let first = if side == "defenders" { "atkf:n" } else { "atkf:y" };
        let told = match told.contains("king: ") || told.contains("kings") {
            true => told.to_owned(),
            false if told == "no legal move" => {
                "the game is over: the side to move has no legal move".to_owned()
            }
            false => told.to_owned(),
        };
        let goal = "[puzzle-goal:win]";
        refused(&format!("[variant:brandubh {first}]\n[position:{position}]\n{goal}\n"), &told);
    }
    let goal = |goal: &str| good.replace("win 1", goal);
    refused(&goal("win 0"), "the puzzle's goal does not read: a goal within 0 turns");
    refused(&goal("win in 1000"), "the puzzle's goal does not read: a goal within 1000 turns");
    refused(
        &goal("win and draw"),
        "the puzzle's goal does not read: \"win and draw\" asks for two",
    );
    refused(&goal("attackers win"), "the puzzle's goal is the attackers', but the defenders");
    refused(&goal("mate"), "the puzzle's goal does not read: \"mate\" is not a goal");
    let moves = |start: &str, moves: &str| good.replace("[puzzle-goal:win 1]", start) + moves;
    refused(
        &moves("[puzzle-start:1b]", "\n1. e1-e3 c1-d2\n"),
        "ply 2, before the puzzle starts, cannot be played: c1-d2: pieces move along lines",
    );
    refused(
        &moves("[puzzle-start:1b]", "\n1. e1-g1 c1-d1\n"),
        "ply 2, before the puzzle starts, cannot be played: the game is over",
    );
    refused(&moves("[puzzle-start:1a]", "\n1. e1-g1\n"), "the game is over: the king has escaped");
    refused(&moves("[puzzle-start:7b]", "\n1. e1-e3 c1-d1\n"), "`puzzle-start` is \"7b\"");
    refused(&good.replace("win 1]", "win 1]\n[puzzle-goal:win 2]"), "`puzzle-goal` is given twice");
    refused("", "the file is empty");
    refused("Dear sir, I enclose my game\n", "`Dear` is not a move");
    refused("[variant:brandubh]\n\n1. d1-c1 d3-c3\n", "this record is a game, not a puzzle");
    let deep = format!("{{\"schema\":\"taflkit.record/1\",\"x\":{}", "[".repeat(1_000_000));
    refused(&deep, "not valid JSON here");
    refused(&"[".repeat(17 << 20), "this JSON is a list and no known record");
    refused("[variant:brandoob]\n[puzzle-start:0a]\n", "no variant is called `brandoob`");
    refused("[puzzle-start:0a]\n\n1. a1-a2\n", "the record states no rules");

    let (code, out, error) = tafl(&["solve", &path("nowhere.otg"), &path("good.otg")]);
    assert_eq!(code, 2);
    assert!(error.starts_with(&format!("error: cannot read {}: ", path("nowhere.otg"))), "{error}");
    assert!(out.contains("key: e1-g1"), "{out}");
}

/// What is wrong with a record is told even if there is enough of it to solve.
#[test]
fn doubtful_records_are_warned_of() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.otg");
    let puzzle = "[variant:brandubh atkf:n]\n[position:/2t1K2/7/7/7/7/7/7/]\n[puzle-goal:win 1]\n\
                  [puzzle-mode:strict]\n";
    fs::write(&file, puzzle).unwrap();
    let (code, out, error) = tafl(&["solve", file.to_str().unwrap()]);
    assert_eq!(code, 0);
    assert!(out.contains("key: e1-g1"), "{out}");
    assert!(error.starts_with("warning: ") && error.contains("puzle-goal"), "{error}");
}

/// A file may have many puzzles, and games between them.
#[test]
fn every_puzzle_of_a_file_is_solved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("all.jsonl");
    let name = file.to_str().unwrap();
    let puzzle = "[variant:brandubh atkf:n]\n[position:/2t1K2/7/7/7/7/7/7/]\n";
    let game = "[variant:brandubh]\n\n1. d1-c1 d3-c3\n".to_owned();
    let goal = |goal: &str| format!("{puzzle}[puzzle-goal:{goal}]\n");
    let mut lines = String::new();
    for (at, text) in [goal("win 1"), game, goal("win 2")].iter().enumerate() {
        let one = folder.path().join(format!("{at}.otg"));
        fs::write(&one, text).unwrap();
        let (_, json, _) = tafl(&["convert", one.to_str().unwrap(), "--to", "json"]);
        lines += &json;
    }
    fs::write(&file, &lines).unwrap();
    let (code, out, _) = tafl(&["solve", name, "--output", "jsonl"]);
    let answers: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told = |answer: &Value| {
        (answer["line"].as_u64(), answer["index"].as_u64(), answer["turns"].as_u64())
    };
    let told: Vec<_> = answers.iter().map(told).collect();
    // The second is a game; the third has a shorter solution than it claims.
    assert_eq!(told, [(Some(1), Some(1), Some(1)), (Some(3), Some(3), Some(1))]);
    assert_eq!(code, 1);
    let (_, human, _) = tafl(&["solve", name]);
    assert!(human.contains(&format!("{name}:3\n")), "{human}");
    let (code, _, error) = tafl(&["solve", name, "--proof", "proof.json"]);
    assert_eq!((code, error.as_str()), (2, "error: --proof takes one puzzle\n"));
}

/// A record that cannot be read may have been a puzzle, so it is told, and so is a field in place of
/// which another question would be answered. The list stays a list.
#[test]
fn records_that_cannot_be_read_are_told_among_others() {
    let folder = tempfile::tempdir().unwrap();
    let one = folder.path().join("one.otg");
    let puzzle = "[variant:brandubh atkf:n]\n[position:/2t1K2/7/7/7/7/7/7/]\n[puzzle-goal:win 1]\n";
    fs::write(&one, puzzle).unwrap();
    let (_, good, _) = tafl(&["convert", one.to_str().unwrap(), "--to", "json"]);
    let file = folder.path().join("all.jsonl");
    let name = file.to_str().unwrap();
    let cut = format!("{}\n", &good[..good.len() / 2]);
    let elsewhere = good.replace("\"/2t1K2/7/7/7/7/7/7/\"", "5");
    assert_ne!(elsewhere, good);
    for bad in [cut.as_str(), "no record\n", &elsewhere] {
        fs::write(&file, format!("{good}{bad}{good}")).unwrap();
        let (code, out, error) = tafl(&["solve", name, "--output", "json"]);
        let answers: Value = serde_json::from_str(&out).unwrap();
        let kinds: Vec<&str> =
            answers.as_array().unwrap().iter().map(|a| a["type"].as_str().unwrap()).collect();
        assert_eq!((code, kinds), (1, vec!["puzzle", "refused", "puzzle"]), "{bad}");
        assert_eq!((&answers[1]["line"], &answers[1]["index"]), (&2.into(), &2.into()));
        assert!(error.starts_with(&format!("error: {name}:2: ")), "{error}");
        fs::write(&file, bad).unwrap();
        let (code, out, _) = tafl(&["solve", name, "--output", "json"]);
        let refused: Value = serde_json::from_str(&out).unwrap();
        assert_eq!((code, &refused["type"]), (1, &"refused".into()), "{bad}");
        assert!(!refused["reason"].as_str().unwrap().contains(name), "{refused}");
    }
}

/// One that cannot be read does not hide what is known of the others.
#[test]
fn certificates_are_checked_one_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof.json");
    let name = file.to_str().unwrap();
    solve(&["--proof", name]);
    let (code, out, error) = tafl(&["verify", "/no/proof.json", name, name, "--output", "json"]);
    let checked: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, checked.as_array().map(Vec::len)), (2, Some(3)));
    assert_eq!(
        (&checked[0]["type"], &checked[0]["file"]),
        (&"unreadable".into(), &"/no/proof.json".into())
    );
    assert!(checked[1]["holds"] == true && error.contains("/no/proof.json"), "{error}");
}

/// With a goal of the command's, any record will do: the question is about its first position.
#[test]
fn a_game_can_be_asked_about() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.otg");
    fs::write(&file, "[variant:brandubh]\n\n1. d1-c1 d3-c3\n").unwrap();
    let (code, out, _) = tafl(&["solve", file.to_str().unwrap(), "--goal", "win 1"]);
    assert_eq!(code, 1);
    assert!(out.contains("refuted: the attackers have no win in 1, exhaustively"), "{out}");
}

#[test]
fn limits_end_a_search_without_a_verdict() {
    let start = ["solve", "--position", "start", "--max-turns", "9", "--output", "json"];
    let limited = |more: &[&str]| tafl(&[&start[..], more].concat());
    let (code, out, _) = limited(&["--nodes", "5000"]);
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (code, &report["verdict"], &report["limit"]),
        (1, &"unknown".into(), &"nodes".into())
    );
    let (code, out, _) = limited(&["--time", "0.05"]);
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

    let (code, _, error) = tafl(&["verify", "/no/such/file"]);
    assert_eq!(code, 2);
    assert!(error.contains("/no/such/file"), "{error}");
}

/// A certificate of the win in [`OPEN`].
fn certificate() -> Value {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof.json");
    solve(&["--proof", file.to_str().unwrap()]);
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

fn verify(certificate: &str) -> (i32, String) {
    let mut command = Command::cargo_bin("tafl").unwrap();
    let output = command.args(["verify", "-"]).write_stdin(certificate).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), text)
}

#[test]
fn certificates_of_something_else_fail() {
    let whole = certificate();
    assert_eq!(verify(&whole.to_string()).0, 0);
    let fails = |field: &str, value: Value, told: &str| {
        let mut changed = whole.clone();
        changed[field] = value;
        let (code, out) = verify(&changed.to_string());
        assert_eq!(code, 1, "{field}");
        assert!(out.starts_with("-: fails: ") && out.contains(told), "{field}: {out}");
    };
    let rules = whole["rules"].as_str().unwrap();
    fails("variant", "tablut".into(), "the rules are not those of tablut");
    fails(
        "rules",
        rules.replace("dim:7", "dim:7 esc:e").into(),
        "the rules are not those of brandubh",
    );
    fails("rules", "dim:7".into(), "rules");
    fails("schema", "taflkit.proof/2".into(), "the schema is \"taflkit.proof/2\"");
    fails("solver", "attackers".into(), "the solver is not to move");
    fails("solver", "nobody".into(), "nobody");
    fails("nodes", serde_json::json!([]), "there are no nodes");
    fails("history", serde_json::json!(["/7/ x"]), "history");
    fails("claim", serde_json::json!({}), "the claim must be one of");
    fails("quiet", serde_json::json!(-1), "it is no certificate");

    // By rules of no name under which the king wins on the edge, e4-e1 ends the game at once.
    let mut other = whole.clone();
    other["variant"] = Value::Null;
    other["rules"] = rules.replace("dim:7", "dim:7 esc:e").into();
    let (code, out) = verify(&other.to_string());
    assert_eq!(code, 1);
    assert!(out.contains("fails: node 0: "), "{out}");
}

#[test]
fn what_is_no_certificate_fails() {
    let deep = format!("{{\"schema\":{}", "[".repeat(1_000_000));
    let nested = format!("{{\"nodes\":[{{\"moves\":{}", "[".repeat(1_000_000));
    for text in ["", "[]", "{}", "Dear sir", "{\"schema\":\"taflkit.proof/1\"}", &deep, &nested] {
        let (code, out) = verify(text);
        assert_eq!(code, 1);
        assert!(out.starts_with("-: fails: it is no certificate: "), "{out}");
    }
}

/// 2 GB in a file that takes no room on the disk, and through a pipe: neither is read into memory.
#[test]
fn certificates_that_are_too_large_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof.json");
    fs::File::create(&file).unwrap().set_len(2_000_000_000).unwrap();
    let (code, out, error) = tafl(&["verify", file.to_str().unwrap()]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(error.contains("a certificate of more than 512M is not read"), "{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_pipe_without_an_end_is_not_read_to_it() {
    let tafl = assert_cmd::cargo::cargo_bin!("tafl");
    // Spaces for ever, as JSON may begin.
    let script = "ulimit -v 1000000; yes ' ' | tr -d '\\n' | \"$0\" verify -";
    let output = Command::new("sh").args(["-c", script]).arg(tafl).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("more than 512M is not read"), "{error}");
}

/// A certificate says that there is a win, or that there is none; nothing else can be asked of it.
#[test]
fn certificates_are_of_wins_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof.json");
    for goal in ["save 1", "draw"] {
        let (code, _, error) = solve(&["--goal", goal, "--proof", file.to_str().unwrap()]);
        assert_eq!(code, 1);
        assert!(error.contains("certificates are of wins"), "{error}");
        assert!(!file.exists());
    }
}

#[test]
fn a_proof_that_cannot_be_written_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "no folder").unwrap();
    let proof = file.join("proof.json");
    let (code, _, error) = solve(&["--proof", proof.to_str().unwrap()]);
    assert_eq!(code, 2);
    assert!(error.contains(proof.to_str().unwrap()), "{error}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "no folder");
}
