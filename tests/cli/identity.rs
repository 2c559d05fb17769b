//! What a game is known by: its id, its players and its number, whatever its format.

use serde_json::{Value, json};

use crate::run::{Checked, Folder, Run, check, json as json_of};

/// A game of Brandubh with all that does not count: captures, a variation, a comment, a result, players.
const GAME: &str = "[event:Yule]\n[date:2015.12.24]\n[attackers:Anna]\n[result:-1]\n[variant:Brandubh]\n\n\
                    1. d1-c1 d3-c3 [|and so on|]\n\n1a.1.1a. d1-b1\n";

/// Computed by hand from the text that `grammar/hash.md` defines:
/// `dim:7 tfr:w rep:defenders ks:c nj:n cj:n start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/`, `d1-c1` and `d3-c3`,
/// each with a newline.
const HASH: &str = "851b48dd0321c287";

fn first_game(checked: &Checked) -> &Value {
    checked.results.iter().find(|line| line["type"] == "game").expect("a game")
}

#[test]
fn a_game_keeps_its_hash_in_every_format() {
    let folder = Folder::with("game.otg", GAME);
    assert_eq!(first_game(&folder.check(&["game.otg"]))["hash"], HASH);
    for format in ["json", "csv", "pgn", "sgf", "archive", "htp-json", "walker", "site", "otg"] {
        let out = format!("out/{format}/");
        let run = folder.run(&["convert", "game.otg", "--to", format, "-o", &out]);
        assert_eq!(run.code, 0, "{format}: {}", run.err);
        let checked = folder.check(&[&out, "--format", format, "--variant", "brandubh"]);
        assert_eq!(first_game(&checked)["hash"], HASH, "{format}");
        if !matches!(format, "csv" | "walker" | "site") {
            let checked = folder.check(&[&out, "--format", format]);
            assert_eq!(first_game(&checked)["hash"], HASH, "{format}, by its own rules");
        }
    }
}

#[test]
fn rules_and_moves_make_the_hash() {
    let hash = |row: &str, rules: &[&str]| first_game(&check("a.csv", row, rules))["hash"].clone();
    let brandubh = ["--variant", "brandubh"];
    assert_eq!(hash("d1-c1 d3-c3,0,0,Black\n", &brandubh), HASH);
    assert_eq!(hash("d1c1xd4 d3c3 resigned,7,0,\n", &brandubh), HASH);
    // The same rules by another name, and written out.
    assert_eq!(hash("d1-c1 d3-c3,0,0,\n", &["--variant", "Brandubh"]), HASH);
    let written = "dim:7 name:Mine tfr:w rep:defenders ks:c nj:n cj:n \
                   start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
    assert_eq!(hash("d1-c1 d3-c3,0,0,\n", &["--variant", written]), HASH);
    for (row, rules) in [
        ("d1-c1,0,0,\n", &brandubh[..]),
        ("d1-c1 d3-b3,0,0,\n", &brandubh),
        ("d1-c1 what d3-c3,0,0,\n", &brandubh),
        ("d1-c1 d3-c3,0,0,\n", &["--variant", "brandubh esc:e"]),
        ("d1-c1 d3-c3,0,0,\n", &["--variant", "copenhagen"]),
    ] {
        assert_ne!(hash(row, rules), HASH, "{row} {rules:?}");
    }
    // Without rules, the moves alone: the text `\nd1-c1\nd3-c3\n`.
    assert_eq!(hash("d1-c1 d3-c3,0,0,\n", &[]), "502e71a233d57f45");
}

#[test]
fn labels_are_those_of_the_record() {
    let keys = ["id", "attackers", "defenders", "event", "date"];
    let labels = |name: &str, text: &str| {
        let checked = check(name, text, &[]);
        keys.map(|key| first_game(&checked)[key].clone())
    };
    let archive = r#"{"Id":"game-7","WhiteSidePlayerName":"Ben","BlackSidePlayerName":"Anna","AageGameTypeName":"Brandubh","Moves":["d1-c1"],"WhoWon":"Draw"}"#;
    let said = |values: [Option<&str>; 5]| values.map(|value| json!(value));
    assert_eq!(
        labels("a.jsonl", archive),
        said([Some("game-7"), Some("Anna"), Some("Ben"), None, None])
    );
    assert_eq!(
        labels("a.otg", GAME),
        said([None, Some("Anna"), None, Some("Yule"), Some("2015.12.24")])
    );
    assert_eq!(labels("a.sgf", "(;FF[4]GM[29]GN[k-1]RU[Brandubh];B[adac])")[0], "k-1");
    assert_eq!(labels("a.json", r#"{"id":12,"variant":"Brandubh","moves":"d1-c1"}"#)[0], "12");
    assert_eq!(labels("a.pgn", "[Id \"p7\"]\n[Variant \"Brandubh\"]\n\n1. d1-c1 *\n")[0], "p7");
}

/// Who reads a finding finds the game: by its id for people, and in reports for other tools.
#[test]
fn findings_for_people_name_the_id() {
    let text = r#"{"Id":"game-7","AageGameTypeName":"Brandubh","Moves":["d1-e2"],"WhoWon":"Draw"}"#;
    let folder = Folder::with("a.jsonl", text);
    for arguments in [&["check", "a.jsonl"][..], &["check", "a.jsonl", "--report", "junit"]] {
        let run = folder.run(arguments);
        assert!(run.out.contains("game 1 (id game-7"), "{}", run.out);
    }
    let sarif = folder.run(&["check", "a.jsonl", "--report", "sarif"]);
    let sarif: Value = serde_json::from_str(&sarif.out).unwrap();
    let properties = &sarif["runs"][0]["results"][0]["properties"];
    assert_eq!(properties, &json!({ "game": 1, "id": "game-7" }));
}

/// The position of a finding, pasted into `moves`: what the record wants to play is not among the moves.
#[test]
fn a_finding_says_how_the_game_stood_before_the_move() {
    let text = "[variant:Brandubh]\n\n1. d1-c1 d3-c3\n[|]\n\n2. c1-c9 d4-d3\n[|]\n\n\
                1b.1.1b. d3-b3\n[|]\n\n1b.1.2a. d2-e3\n[|]\n";
    let checked = check("a.otg", text, &[]);
    let findings = first_game(&checked)["findings"].as_array().unwrap();
    let of = |variation: Value| {
        let found = findings.iter().find(|finding| finding["variation"] == variation);
        found.unwrap_or_else(|| panic!("{variation}: {findings:?}"))
    };
    for (finding, ply, word) in [(of(Value::Null), 3, "c1-c9"), (of(json!("1b.1")), 3, "d2-e3")] {
        assert_eq!((&finding["ply"], &finding["side"]), (&json!(ply), &json!("attackers")));
        assert_eq!(finding["text"], word);
        let position = finding["position"].as_str().unwrap();
        let moves = json_of(&[
            "moves",
            "--variant",
            "brandubh",
            "--position",
            position,
            "--side",
            "attackers",
            "--output",
            "json",
        ]);
        assert_eq!(moves["position"], position);
        assert!(moves["moves"].as_array().unwrap().iter().all(|turn| turn["move"] != word));
    }
    // After d1-c1 and d3-c3, and after d1-c1 and d3-b3.
    assert_eq!(of(Value::Null)["position"], "/2t4/3t3/2T4/ttTKTtt/3T3/3t3/3t3/");
    assert_eq!(of(json!("1b.1"))["position"], "/2t4/3t3/1T5/ttTKTtt/3T3/3t3/3t3/");
    let fault = check("b.otg", "[variant:Nowhere]\n\n1. d1-c1\n", &[]);
    assert_eq!(first_game(&fault)["findings"][0]["position"], Value::Null);
}

/// A result that contradicts the board is about the last ply, and so is what stood before it.
#[test]
fn the_last_ply_has_a_position_too() {
    let text = "[result:1]\n[rules:dim:7 atkf:n start:/7/7/K6/7/7/7/3t3/]\n\n1. a3-a1\n";
    let checked = check("a.otg", text, &[]);
    let finding = &first_game(&checked)["findings"][0];
    assert_eq!((&finding["code"], &finding["ply"]), (&json!("T301"), &json!(1)));
    assert_eq!(finding["position"], "/7/7/K6/7/7/7/3t3/");
    assert_eq!(finding["side"], "defenders");
}

#[test]
fn what_was_not_read_is_an_entry() {
    let folder =
        Folder::with("games/a.otg", GAME).and("games/note.xyz", "x").and("games/b.xyz", "x");
    let run = folder.run(&["check", "games", "gone.otg", "--output", "jsonl"]);
    let lines: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |kind: &str| lines.iter().filter(|line| line["type"] == kind).collect::<Vec<_>>();
    let passed: Vec<&Value> = of("passed-over").iter().map(|line| &line["file"]).collect();
    assert_eq!(passed, ["games/b.xyz", "games/note.xyz"]);
    let [gone] = of("unreadable")[..] else { panic!("{lines:?}") };
    assert_eq!(gone["file"], "gone.otg");
    let reason = gone["reason"].as_str().unwrap();
    assert!(!reason.is_empty() && !reason.contains("gone.otg"), "{reason}");
    let summary = lines.last().unwrap();
    assert_eq!((&summary["unreadable"], &summary["passed_over"]), (&json!(1), &json!(2)));
    assert_eq!(run.code, 2);
}

#[test]
fn the_summary_can_be_left_out() {
    let folder = Folder::with("a.otg", GAME);
    let run = |form: &[&str]| folder.run(&[&["check", "a.otg", "--no-summary"], form].concat());
    assert_eq!(run(&[]).out, "");
    assert_eq!(run(&["--output", "jsonl"]).out.lines().count(), 1);
    let document: Value = serde_json::from_str(&run(&["--output", "json"]).out).unwrap();
    assert!(document.get("summary").is_none());
    assert_eq!(document["results"].as_array().unwrap().len(), 1);
    let both = Run::of(&mut folder.tafl(["check", "a.otg", "--no-summary", "--summary"]));
    assert_eq!(both.code, 2);
}

const LABELS: [&str; 9] =
    ["file", "line", "index", "id", "attackers", "defenders", "event", "date", "hash"];

/// What `convert --to json` writes can be joined with what `check` finds, whatever the format was.
#[test]
fn converted_records_carry_the_keys_that_check_gives() {
    let archive = "{\"Id\":\"g-1\",\"BlackSidePlayerName\":\"Anna\",\"AageGameTypeName\":\"Brandubh\",\"Moves\":[\"d1-c1\"],\"WhoWon\":\"Draw\"}\n";
    let folder = Folder::with("in/a.otg", GAME)
        .and("in/b.jsonl", archive.repeat(2))
        .and("in/c.csv", "d1-c1 d3-c3,0,0,\n")
        .and("in/d.sgf", "(;FF[4]GM[29]GN[k-1]RU[Nowhere];B[adac])\n");
    for rules in [&[][..], &["--variant", "brandubh"]] {
        let checked = folder.check(&[&["in"], rules].concat());
        let games: Vec<&Value> =
            checked.results.iter().filter(|line| line["type"] == "game").collect();
        let converted = folder.run(&[&["convert", "in", "--to", "json"], rules].concat());
        let records: Vec<Value> =
            converted.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!((games.len(), records.len()), (5, 5), "{}", converted.err);
        for (game, record) in games.iter().zip(&records) {
            for key in LABELS {
                assert_eq!(record[key], game[key], "{key}: {record} {game}");
            }
            assert!(record.as_object().unwrap().keys().count() > 3);
        }
        assert_eq!(records[0]["hash"], HASH);
    }
}

/// A record in our own format keeps its keys, also where it is laid out or converted again; what was
/// written by hand gets them, and a hash that is no longer right is replaced.
#[test]
fn records_of_our_own_keep_their_keys() {
    let folder = Folder::with("a.otg", GAME);
    assert_eq!(folder.run(&["convert", "a.otg", "--to", "json", "-o", "a.json"]).code, 0);
    let first = std::fs::read_to_string(folder.path("a.json")).unwrap();
    assert!(first.starts_with("{\"schema\":\"taflkit.record/1\",\"file\":\"a.otg\",\"line\":1,"));
    assert_eq!(folder.run(&["convert", "a.json", "--to", "json"]).out, first);
    assert_eq!(folder.run(&["fmt", "--check", "a.json"]).code, 0);
    assert_eq!(folder.check(&["a.json"]).told(), "");
    let changed = first.replace("\"d1\",\"c1\"", "\"d1\",\"b1\"");
    assert_ne!(changed, first);
    let folder = folder.and("b.json", &changed);
    let again: Value =
        serde_json::from_str(&folder.run(&["convert", "b.json", "--to", "json"]).out).unwrap();
    assert_eq!(again["hash"], first_game(&folder.check(&["b.json"]))["hash"]);
    assert_eq!((&again["file"], again["hash"] == HASH), (&json!("b.json"), false));
    // Labels alone are header entries.
    let hand = r#"{"schema":"taflkit.record/1","id":"h-1","attackers":"Anna","rules":{"name":"brandubh"},"lines":[{"moves":[{"path":["d1","c1"]}]}]}"#;
    let checked = check("h.json", hand, &[]);
    assert_eq!((checked.code, &first_game(&checked)["id"]), (0, &json!("h-1")));
    let folder = Folder::with("h.json", hand);
    let run = folder.run(&["convert", "h.json", "--to", "pgn"]);
    assert!(run.out.contains("[Id \"h-1\"]") && run.out.contains("\"Anna\"]"), "{}", run.out);
}
