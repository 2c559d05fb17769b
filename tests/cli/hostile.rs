//! Inputs made to break the program: it must neither fall over, nor eat the machine, nor lose a game
//! that is sound, nor say something that is not so.

use std::time::{Duration, Instant};

use insta::assert_snapshot;
use serde_json::json;

use crate::run::{
    ESCAPE, Folder, GOOD_JSON, GOOD_OTG, GOOD_ROW, Run, check, check_rows, json, run, text,
};

/// Attackers on c1 and e3, a defender on d3: c1-c3 takes d3 and nothing else takes anything.
const CAPTURE: &str = "brandubh start:/2t4/7/3Tt2/7/6K/7/7/";

/// The king alone on a3, an attacker on c5.
const LONE_KING: &str = "/5/5/K4/5/2t2/";

/// Checks a file for people, who must be told something in good time and not at great length.
fn told_in_time(name: &str, content: impl AsRef<[u8]>, arguments: &[&str]) -> String {
    let started = Instant::now();
    let run = Folder::with(name, content).run(&[&["check", name], arguments].concat());
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    assert!(run.out.len() < 1 << 20, "{} bytes", run.out.len());
    run.out
}

/// Quotes are no letters and are forgiven in names, but each is three bytes long.
#[test]
fn doubtful_rules_behind_letters_of_several_bytes() {
    let game = "[variant:““copenhagen” sw:n xx:1]\n[result:0]\n\n1. d1-d3\n";
    assert_eq!(check("game.otg", game, &[]).found(), "T405 1:29, T308 2:9");
    assert!(told_in_time("game.otg", game, &[]).contains("unknown rules key `xx`"));
    let game = "{\"AageGameTypeName\":\"““copenhagen sw:n xx:1\",\"Moves\":[\"d1-d3\"],\"WhoWon\":\"Draw\"}";
    assert_eq!(check("game.json", game, &[]).found(), "T405 1:40, T308 1:74");
    assert!(told_in_time("game.json", game, &[]).contains("unknown rules key `xx`"));
}

/// What is doubtful about given rules is told once, by the command, and of no record.
#[test]
fn doubtful_rules_on_the_command_line() {
    let rules = "copenhagen sw:n xx:1";
    let game = "[rules:““““]\n[result:0]\n\n1. d1-d3\n\n";
    let folder = Folder::with("games.otg", game.repeat(2));
    let checked = folder.check(&["games.otg", "--variant", rules]);
    assert_eq!(
        (checked.code, checked.games(), checked.found().as_str()),
        (0, (2, 2), "T308 2:9, T308 7:9")
    );
    assert_eq!(checked.err.matches("unknown rules key `xx`").count(), 1);
    assert_eq!(folder.run(&["check", "games.otg", "--variant", rules]).code, 0);
}

/// The second letter of the name and the first of the move are written as escapes.
#[test]
fn escapes_in_json() {
    let game = r#"{"AageGameTypeName":"B\u0072andubh","Moves":["\u00641-c1","\u00641-c1"],"WhoWon":"Draw"}"#;
    let checked = check("game.json", game, &[]);
    assert_eq!((checked.code, &checked.results[0]["plies"]), (1, &1.into()));
    let message = text(&checked.results[0]["findings"][0], "message");
    assert!(message.starts_with("d1-c1 is not legal"), "{message}");
}

/// A move may list the same square over and over.
#[test]
fn a_capture_that_is_listed_20_000_times() {
    let row = format!("c1-c3{},20000,0,Draw\n{GOOD_ROW}", "xd3".repeat(20_000));
    let checked = check_rows(CAPTURE, &row);
    assert_eq!(checked.found().split(", ").next(), Some("T203 1:1"));
    assert!(checked.count("notes") < 100, "{}", checked.summary);
    told_in_time("game.csv", row, &["-v", "--variant", CAPTURE]);
}

#[test]
fn thousands_of_words_that_are_no_moves() {
    let game = format!("[variant:brandubh]\n\n1. {}\n\n{GOOD_OTG}", "x ".repeat(30_000));
    let checked = check("games.otg", &game, &[]);
    assert_eq!((checked.code, checked.games()), (1, (2, 2)));
    assert!(checked.count("errors") < 1000, "{}", checked.summary);
    told_in_time("games.otg", game, &[]);
}

/// Nothing of such length is like any known name, and nobody wants to read it in full.
#[test]
fn names_of_a_million_letters() {
    let name = "a".repeat(1_000_000);
    let games = [
        (
            "game.json",
            format!("{{\"AageGameTypeName\":\"{name}\",\"Moves\":[\"a1-a2\"],\"WhoWon\":\"\"}}"),
        ),
        ("game.otg", format!("[variant:{name}]\n\n1. a1-a2\n")),
        ("game.otg", format!("[event:x]\n[{name}:x]\n\n1. a1-a2\n")),
        ("game.otg", format!("[rules:dim:5 {name}:x start:/5/5/2K2/5/2t2/]\n\n1. c5-c4\n")),
        ("game.otg", format!("[variant:brandubh]\n\n1. {name}\n")),
    ];
    for (file, game) in games {
        told_in_time(file, game, &[]);
    }
}

/// A first row that is no row must not hide what the file is: its name tells.
#[test]
fn a_first_record_at_fault() {
    for first in ["moves,black,white,result", "nox what,x,0,White"] {
        let checked = check_rows(ESCAPE, &format!("{first}\n{GOOD_ROW}"));
        assert_eq!((checked.code, checked.games()), (1, (2, 2)), "{first}");
    }
    let checked = check("games.jsonl", format!("\"Moves\": []}}\n{GOOD_JSON}"), &[]);
    assert_eq!(checked.results.last().unwrap()["plies"], 1);
    let checked = check("games.otg", format!("A game of mine\n\n{GOOD_OTG}\n{GOOD_OTG}"), &[]);
    assert_eq!(checked.results.last().unwrap()["plies"], 1);
}

#[test]
fn a_first_row_of_thousands_of_moves() {
    let moves = "d1-c1 d3-c3 c1-d1 c3-d3 ".repeat(1000);
    let checked = check_rows("brandubh rep:none", &format!("{moves},0,0,Draw\n{GOOD_ROW}"));
    assert_eq!(checked.games(), (2, 2));
    assert_eq!(checked.results[0]["plies"], 4000);
}

#[test]
fn a_first_row_of_100_mb() {
    let long = vec![b'a'; 100_000_000];
    let checked = check_rows_of_bytes(&[&long, b"\n".as_slice(), GOOD_ROW.as_bytes()].concat());
    assert_eq!(checked, (1, (2, 1), "T005 1:1".to_owned()));
}

fn check_rows_of_bytes(rows: &[u8]) -> (i32, (u64, u64), String) {
    let checked = check("games.csv", rows, &["--variant", ESCAPE]);
    (checked.code, checked.games(), checked.found())
}

#[test]
fn thousands_of_blank_lines() {
    assert_eq!(check("games.csv", "\n".repeat(300_000), &[]).found(), "T003 1:1");
    let late = "\n".repeat(300_000) + GOOD_ROW;
    assert_eq!(check_rows_of_bytes(late.as_bytes()), (0, (1, 1), String::new()));
}

/// In a list, objects are set in; the one that breaks off must not take the next with it.
#[test]
fn a_truncated_object_in_a_list() {
    let list = format!(
        "[\n  {{\"Moves\":[\"d1-c1\",\n  {}  {GOOD_JSON}]\n",
        GOOD_JSON.replace("}\n", "},\n")
    );
    let checked = check("games.json", list, &[]);
    assert_eq!((checked.code, checked.games()), (1, (3, 2)));
}

/// A line feed that ends a block of 8 KiB does not make line ends of the carriage returns before.
#[test]
fn a_line_end_on_the_edge_of_a_block() {
    let name = "x".repeat((8 << 10) - 1 - "[event:]".len());
    let game = format!("[event:{name}]\r\n[reslt:1]\r\n{}", GOOD_OTG.replace('\n', "\r\n"));
    assert_eq!(check("game.otg", game, &[]).found(), "T009 2:2");
}

/// It is JSON, and to say that it is not would send its owner looking in the wrong place.
#[test]
fn json_of_another_shape() {
    let games = [
        "{\"AageGameTypeKey\":16.5,\"Moves\":[\"d1-d3\"],\"WhoWon\":\"\"}\n",
        "{\"AageGameTypeKey\":16,\"Moves\":\"d1-d3 e5-e2\",\"WhoWon\":\"\"}\n",
        "{\"AageGameTypeKey\":16,\"Moves\":[\"d1-d3\",null],\"WhoWon\":\"\"}\n",
    ];
    let checked = check("games.jsonl", games.concat() + GOOD_JSON, &[]);
    assert_eq!((checked.code, checked.games()), (1, (4, 1)));
    assert!(!checked.told().contains("not valid JSON"), "{}", checked.told());
}

#[test]
fn a_kind_of_game_with_a_number_only() {
    let game =
        |key| format!("{{\"AageGameTypeKey\":{key},\"Moves\":[\"d1-d3\"],\"WhoWon\":\"Draw\"}}");
    assert_eq!(check("game.json", game(16), &[]).found(), "T308 1:51");
    let unknown = check("game.json", game(999), &[]);
    assert_eq!((unknown.code, unknown.found().as_str()), (1, "T402 1:1"));
    assert!(unknown.told().contains("999"), "{}", unknown.told());
}

#[test]
fn an_unknown_key_right_behind_a_name() {
    let run = run(&["rules", "record", "copenhagen zz:1"]);
    assert_eq!(run.code, 0);
    assert_snapshot!(run.err, @"warning: unknown rules key `zz` (the key is left out of account; `tafl explain T405` lists the known ones)");
}

/// The names of files are not trusted either.
#[cfg(unix)]
#[test]
fn control_characters_in_the_name_of_a_file() {
    let folder =
        Folder::with("a\x1b[2J.otg", "[variant:brandubh]\n\n1. a1-a2\n").and("b\x1b[2J.csv", "");
    let run = folder.run(&["check", ".", "gone\x1b[2J"]);
    assert_eq!(run.code, 2);
    assert!(!run.out.contains('\x1b') && !run.err.contains('\x1b'), "{}{}", run.out, run.err);
}

/// Men on two squares of their own, so that there is always a move and the game never ends.
#[test]
fn a_depth_beyond_all_reason() {
    let position = "/1K3/5/5/5/2t2/";
    let run =
        run(&["perft", "--variant", "brandubh", "--position", position, "--depth", "4000000000"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
}

/// One man with one move: the count is always 1, however deep, and no stack may run over.
#[test]
fn a_depth_of_thousands() {
    let rules = "dim:5 esc:e spd:1 surf:n cor: cen: tfr:i start:/gggTt/3gg/2K2/GGG2/G1GGG/";
    let run =
        Folder::new().tafl(["perft", "--variant", rules, "--depth", "3000000"]).output().unwrap();
    assert!(matches!(run.status.code(), Some(0 | 2)), "{:?}", run.status);
}

/// The parts make up the whole: a1 and a5 are corners, where the game ends on the first turn.
#[test]
fn perft_by_move_where_games_end_early() {
    let arguments = [
        "perft",
        "--variant",
        "brandubh",
        "--position",
        LONE_KING,
        "--side",
        "defenders",
        "--divide",
    ];
    let divided = |more: &[&str]| run(&[&arguments, more].concat()).out;
    assert_eq!(
        divided(&["--tuple", "--depth", "2"]),
        "a3-a1: (1,0,0,1)\na3-a2: (5,0,0,0)\na3-b3: (5,0,0,0)\na3-c3: (3,0,0,0)\na3-d3: (5,0,0,0)\n\
         a3-e3: (5,0,0,0)\na3-a4: (5,0,0,0)\na3-a5: (1,0,0,1)\n(30,0,0,2)\n"
    );
    assert!(
        divided(&["--tuple", "--depth", "1"]).starts_with("a3-a1: (1,0,0,1)\na3-a2: (1,0,0,0)\n")
    );
}

/// Counts leave the limit on play without captures aside, divided or not.
#[test]
fn perft_by_move_leaves_limits_aside() {
    let document = json(&[
        "perft",
        "--variant",
        "brandubh quiet:1p",
        "--depth",
        "2",
        "--divide",
        "--output",
        "json",
    ]);
    let parts = document["divide"].as_array().unwrap();
    let sum: u64 = parts.iter().map(|part| part["nodes"].as_u64().unwrap()).sum();
    assert_eq!((&document["nodes"], sum), (&960.into(), 960));
}

#[test]
fn rules_without_a_name() {
    let run = run(&["moves", "--variant", "dim:5 start:/5/5/2K2/5/2t2/"]);
    assert!(run.out.contains("\n5x5 own rules, attackers to move: 3 moves\n"), "{}", run.out);
}

#[test]
fn every_line_of_json_has_its_schema() {
    let run = run(&["moves", "--variant", "brandubh", "--output", "jsonl"]);
    assert_eq!(run.out.lines().count(), 40);
    for line in run.out.lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(value["schema"], json!("taflkit.moves/1"));
        assert_eq!(value["side"], json!("attackers"));
    }
}

/// Twenty records of 20 MB each, on one thread.
#[cfg(target_os = "linux")]
#[test]
fn records_of_many_megabytes_do_not_fill_the_memory() {
    let padding = "a".repeat(20_000_000);
    let game = GOOD_JSON.replace('{', &format!("{{\"Id\":\"{padding}\","));
    let folder = Folder::with("games.jsonl", game.repeat(20));
    let limited = "ulimit -v 700000 && exec \"$0\" check --jobs 1 --summary games.jsonl";
    let mut command = assert_cmd::Command::new("sh");
    command.current_dir(folder.path("")).args(["-c", limited]);
    command.arg(assert_cmd::cargo::cargo_bin!("tafl"));
    let run = crate::run::Run::of(&mut command);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.starts_with("20 games in 1 file"), "{}", run.out);
}

/// A taflman on c1 whose file is open, and rows 2 to `last` with a defender on d and an attacker
/// behind him on e: a move along the file to any such row takes the defender, and the man can go on
/// to any other row. So the turns in which he takes men are the ordered choices of some of the rows.
fn rows_to_take(last: usize) -> String {
    format!("/2t4K3/{}{}", "3Tt6/".repeat(last - 1), "11/".repeat(11 - last))
}

#[test]
fn chains_that_can_go_many_ways() {
    let moves = |position: &str| run(&["moves", "--variant", "berserk", "--position", position]);
    // Of seven rows: 7 + 7*6 + 7*6*5 + ... + 7!.
    let listed = moves(&rows_to_take(8));
    let chains = listed.out.lines().filter(|line| line.starts_with("c1-") && line.contains('x'));
    assert_eq!((listed.code, chains.count()), (0, 7 + 42 + 210 + 840 + 2520 + 5040 + 5040));
    // Of nine, 986,409.
    let crowded = rows_to_take(10);
    let told = "there are more than 100000 turns in this position";
    let refused = |run: Run| {
        assert_eq!((run.code, run.out.as_str()), (2, ""));
        assert!(run.err.contains(told), "{}", run.err);
    };
    refused(moves(&crowded));
    for more in [&["--depth", "1"][..], &["--depth", "3", "--tuple"], &["--depth", "2", "--divide"]]
    {
        let perft = ["perft", "--variant", "berserk", "--position", &crowded];
        refused(run(&[&perft, more].concat()));
    }
    let solve = ["solve", "--variant", "berserk", "--position", &crowded, "--output", "json"];
    refused(run(&solve));
    // Nor can a certificate be checked there.
    let rules = run(&["rules", "record", "berserk"]).out;
    let node = json!({ "position": crowded, "to_move": "attackers", "within": 1, "claims": "win",
                       "moves": [{ "move": "c1-c2xd2", "to": 0 }] });
    let certificate = json!({ "schema": "taflkit.proof/1", "rules": rules.trim(), "variant": "berserk",
                              "solver": "attackers", "history": [], "quiet": 0,
                              "claim": { "win_in": 1 }, "nodes": [node] });
    let folder = Folder::with("proof.json", certificate.to_string());
    let failed = folder.run(&["verify", "proof.json"]);
    assert_eq!(failed.code, 1);
    assert!(failed.out.contains("fails: node 0: ") && failed.out.contains(told), "{}", failed.out);
    // Attackers on d1 and d11 keep the defenders from running around the rows, and the king on h1 has
    // one on i1 beside him. So none of the defenders' turns ends the game or goes on; but the replies
    // cannot be looked through.
    let crowded = format!("/2tt3Kt2/{}3t7/", "3Tt6/".repeat(9));
    let solve = ["solve", "--variant", "berserk", "--position", &crowded, "--output", "json"];
    let unknown = run(&[&solve[..], &["--side", "defenders", "--max-turns", "3"]].concat());
    let report: serde_json::Value = serde_json::from_str(&unknown.out).unwrap();
    assert_eq!(unknown.code, 1);
    assert_eq!((text(&report, "verdict"), text(&report, "limit")), ("unknown", "crowded"));
    assert_eq!((&report["none_within"], &report["turns"]), (&1.into(), &json!(null)));
}

#[test]
fn a_record_with_a_long_chain_is_replayed() {
    let rules = format!("berserk start:{}", rows_to_take(10));
    let squares: Vec<String> = (2..=10).map(|row| format!("c{row}")).collect();
    let fallen: Vec<String> = (2..=10).map(|row| format!("xd{row}")).collect();
    let chain = format!("c1-{}{},9,0,", squares.join("="), fallen.concat());
    assert_eq!(check_rows(&rules, &chain).found(), "T307 1:1");
}
