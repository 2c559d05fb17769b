//! The forms in which `check` tells what it found.

use std::io::Read;
use std::process::Stdio;

use insta::assert_snapshot;
use serde_json::Value;

use crate::run::{Checked, ESCAPE, Folder, GOOD_JSON, GOOD_OTG, GOOD_ROW, Run, plain, run, text};

/// A game with an error, a warning and nothing else; a game with a note; a file with an error.
fn folder() -> Folder {
    Folder::with("a.otg", format!("[reslt:1]\n[variant:brandubh]\n\n1. d1-c1 b2-b3\n\n{GOOD_OTG}"))
        .and("b.json", GOOD_JSON)
        .and("c.csv", "")
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn for_people() {
    let run = folder().run(&["check", "."]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    assert_snapshot!(run.out, @r"
    warning[T009]: unknown tag `reslt`
     --> ./a.otg:1:2
      |
    1 | [reslt:1]
      |  ^^^^^
      |
      = note: game 1, played as brandubh
      = note: rule: the format
      = help: did you mean `result`?

    error[T101]: b2-b3 is not legal: there is no piece to move
     --> ./a.otg:4:10
      |
    4 | 1. d1-c1 b2-b3
      |          ^^^^^
      |
      = note: game 1, move 1, ply 2, played as brandubh
      = note: rule: K1, moving
      = help: look at the position before the move, and at the moves that led to it

    error[T003]: the file is empty
    --> ./c.csv
     = help: check the path

    3 games in 3 files, 3 plies; 2 replayed to the last move
    2 sound, 1 with errors, 0 with warnings only
    ended by the rules: king-escaped 1
    ended on the last move, with the result that the record states: 1
            1  T003 error   there is nothing to check
            1  T009 warning a tag is unknown
            1  T101 error   the move starts from an empty square
            1  T308 note    drawn by agreement
    2 errors, 1 warning, 1 note
    ");
}

#[test]
fn notes_are_told_on_demand() {
    let folder = folder();
    let quiet = folder.run(&["check", "b.json"]);
    assert!(!quiet.out.contains("note[T308]"), "{}", quiet.out);
    let verbose = folder.run(&["check", "b.json", "-v"]);
    assert_eq!(verbose.code, 0);
    assert_snapshot!(verbose.out, @r#"
    note[T308]: drawn by agreement
     --> b.json:1:60
      |
    1 | {"AageGameTypeName":"Brandubh","Moves":["d1-c1"],"WhoWon":"Draw"}
      |                                                            ^^^^
      |
      = note: game 1, move 1, ply 1, played as brandubh
      = note: rule: the format
      = help: nothing needs doing

    1 game in 1 file, 1 ply; 1 replayed to the last move
    1 sound, 0 with errors, 0 with warnings only
            1  T308 note    drawn by agreement
    0 errors, 0 warnings, 1 note
    "#);
}

/// Rules of brandubh on a board with few pieces, the attackers to move first.
fn few(position: &str, more: &str) -> String {
    format!("[rules:dim:7 {more} start:{position}]\n\n")
}

/// Only the boards that a message shows, with what stands above them.
fn boards(out: &str) -> String {
    let mut boards = String::new();
    let mut inside = false;
    for line in out.lines() {
        inside = match line.contains("note: the position ") {
            true => true,
            false => inside && line.starts_with("      "),
        };
        if inside {
            boards += &format!("{}\n", line.trim_start());
        }
    }
    boards
}

/// The attacker who comes to c5 closes d5 in, between himself and e5.
#[test]
fn a_board_shows_what_is_taken_and_not_listed() {
    let record = few("/3t3/7/5K1/7/3Tt2/7/2t4/", "") + "1. c7-c5\n";
    let run = Folder::with("a.otg", record).run(&["check", "a.otg", "--boards", "always"]);
    assert_eq!(run.code, 1);
    assert_snapshot!(boards(&run.out), @r"
    = note: the position before the move (- from, > to, * taken):
    7  . .-t . . . .
    6  . . . . . . .
    5  . .>.*T t . .
    4  . . . . . . .
    3  . . . . . K .
    2  . . . . . . .
    1  . . . t . . .
    a b c d e f g
    ");
}

/// The same move with a capture that it does not make: nobody stands behind f5.
#[test]
fn a_board_shows_what_is_listed_and_not_taken() {
    let record = few("/3t3/7/5K1/7/3Tt2/7/2t4/", "") + "1. c7-c5xd5/e5\n";
    let run = Folder::with("a.otg", record).run(&["check", "a.otg", "--boards", "always"]);
    assert_snapshot!(boards(&run.out), @r"
    = note: the position before the move (- from, > to, * not taken):
    7  . .-t . . . .
    6  . . . . . . .
    5  . .>. T*t . .
    4  . . . . . . .
    3  . . . . . K .
    2  . . . . . . .
    1  . . . t . . .
    a b c d e f g
    ");
}

/// The king is in the corner, and the attackers move on.
#[test]
fn a_board_shows_how_a_game_ended_that_goes_on() {
    let record = few("/7/7/K6/7/7/3t3/7/", "atkf:n") + "1. a3-a1 d6-d5\n";
    let run = Folder::with("a.otg", record).run(&["check", "a.otg", "--boards", "always"]);
    assert!(run.out.starts_with("warning[T107]: "), "{}", run.out);
    assert_snapshot!(boards(&run.out), @r"
    = note: the position at the end (- from, > to, * the king):
    7  . . . . . . .
    6  . . .-t . . .
    5  . . .>. . . .
    4  . . . . . . .
    3  . . . . . . .
    2  . . . . . . .
    1 *K . . . . . .
    a b c d e f g
    ");
}

/// A move that is not legal has its board as well, in variations too.
#[test]
fn a_board_shows_what_is_in_the_way() {
    let record = few("/7/7/5K1/7/7/3t3/3t3/", "") + "1. d6-d5\n1a.1.1a. d7-d5\n";
    let run = Folder::with("a.otg", record).run(&["check", "a.otg", "--boards", "always"]);
    assert_snapshot!(boards(&run.out), @r"
    = note: the position before the move (- from, > to, * in the way):
    7  . . .-t . . .
    6  . . .*t . . .
    5  . . .>. . . .
    4  . . . . . . .
    3  . . . . . K .
    2  . . . . . . .
    1  . . . . . . .
    a b c d e f g
    ");
}

/// What is piped has no boards unless they are asked for; nothing else depends on them.
#[test]
fn boards_are_for_those_who_look_or_ask() {
    let folder = folder().and("d.otg", few("/3t3/7/5K1/7/3Tt2/7/2t4/", "") + "1. c7-c5\n");
    let with = |more: &[&str]| folder.run(&[&["check", "."], more].concat()).out;
    let plain = with(&[]);
    assert_eq!(boards(&plain), "");
    assert_eq!(with(&["--boards", "never"]), plain);
    let always = with(&["--boards", "always"]);
    assert_eq!(boards(&always).matches("= note: the position ").count(), 2);
    assert_eq!(with(&["--boards", "always", "--jobs", "2"]), always);
    let is_board =
        |line: &&str| line.starts_with("      ") || line.contains("= note: the position ");
    let without: Vec<&str> =
        always.lines().filter(|line| !is_board(line) || line.contains("  T")).collect();
    assert_eq!(without, plain.lines().collect::<Vec<_>>());
    let coloured = with(&["--boards", "always", "--color", "always"]);
    assert!(coloured.contains("\u{1b}[1m\u{1b}[32m*\u{1b}[0m\u{1b}[36mT\u{1b}[0m"), "{coloured}");
    for form in ["json", "jsonl"] {
        let with = |boards| with(&["--boards", boards, "--output", form]);
        assert_eq!(with("always"), with("never"), "{form}");
    }
}

#[test]
fn the_summary_alone() {
    let run = folder().run(&["check", "--summary", "."]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    assert_snapshot!(run.out, @r"
    3 games in 3 files, 3 plies; 2 replayed to the last move
    2 sound, 1 with errors, 0 with warnings only
    ended by the rules: king-escaped 1
    ended on the last move, with the result that the record states: 1
            1  T003 error   there is nothing to check
            1  T009 warning a tag is unknown
            1  T101 error   the move starts from an empty square
            1  T308 note    drawn by agreement
    2 errors, 1 warning, 1 note
    ");
}

#[test]
fn nothing_but_the_exit_code() {
    let folder = folder();
    for (arguments, code) in [(["check", "-q", "."], 1), (["check", "-q", "b.json"], 0)] {
        let run = folder.run(&arguments);
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (code, "", ""));
    }
    // What cannot be read is told of all the same.
    let run = folder.run(&["check", "-q", "nowhere"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.starts_with("error: cannot read nowhere: "), "{}", run.err);
}

#[test]
fn warnings_count_on_demand() {
    let folder = Folder::with("a.otg", format!("[reslt:1]\n{GOOD_OTG}")).and("b.json", GOOD_JSON);
    assert_eq!(folder.run(&["check", "a.otg"]).code, 0);
    assert_eq!(folder.run(&["check", "a.otg", "--strict"]).code, 1);
    // A note is no warning.
    assert_eq!(folder.run(&["check", "b.json", "--strict"]).code, 0);
}

#[test]
fn colours_on_demand_only() {
    let folder = folder();
    let coloured = |arguments: &[&str]| folder.run(arguments).out.contains('\x1b');
    assert!(!coloured(&["check", "."]));
    assert!(!coloured(&["check", ".", "--color", "never"]));
    assert!(coloured(&["check", ".", "--color", "always"]));
}

/// The control characters of a record do not reach the terminal.
#[test]
fn control_characters_are_shown_as_text() {
    let folder = Folder::with("a.otg", "[variant:brandubh]\n\n1. d1-\x1b[2Jc1 d3-\x07c3\n");
    let run = folder.run(&["check", "a.otg"]);
    let harmless = |letter: char| letter == '\n' || !letter.is_control();
    assert!(run.out.chars().all(harmless), "{:?}", run.out);
}

#[test]
fn lines_of_json() {
    let run = folder().run(&["check", "--output", "jsonl", "."]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let lines: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let types: Vec<&str> = lines.iter().map(|line| text(line, "type")).collect();
    assert_eq!(types, ["game", "game", "game", "file", "summary"]);
    assert!(lines.iter().all(|line| line["schema"] == "taflkit.check/1"));
}

/// The fields that other programs count on.
#[test]
fn a_game_in_json() {
    let run = folder().run(&["check", "--output", "jsonl", "a.otg"]);
    let lines: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for game in &lines[..2] {
        for field in ["file", "line", "index", "variant", "plies", "ending", "claimed", "findings"]
        {
            assert!(keys(game).contains(&field), "{field}");
        }
    }
    let [broken, good, _] = lines.as_slice() else { panic!("{lines:?}") };
    assert_eq!(broken["file"], "./a.otg".trim_start_matches("./"));
    assert_eq!((&broken["line"], &broken["index"]), (&1.into(), &1.into()));
    assert_eq!((&broken["variant"], &broken["plies"]), (&"brandubh".into(), &1.into()));
    assert_eq!((&broken["ending"], &broken["claimed"]), (&Value::Null, &Value::Null));
    assert_eq!((&good["line"], &good["index"], &good["plies"]), (&6.into(), &2.into(), &1.into()));
    let ending = serde_json::json!({ "winner": "defenders", "by": "king-escaped", "ply": 1 });
    assert_eq!((&good["ending"], &good["claimed"]), (&ending, &"defenders".into()));
    assert_eq!((&good["findings"], &good["agrees"]), (&Value::Array(Vec::new()), &true.into()));

    let [tag, illegal] = broken["findings"].as_array().unwrap().as_slice() else { panic!() };
    for finding in [tag, illegal] {
        for field in ["code", "severity", "line", "column", "ply", "move", "message", "help"] {
            assert!(keys(finding).contains(&field), "{field}");
        }
    }
    assert_eq!((&tag["code"], &tag["severity"]), (&"T009".into(), &"warning".into()));
    assert_eq!((&tag["line"], &tag["column"]), (&1.into(), &2.into()));
    assert_eq!((&tag["ply"], &tag["move"]), (&Value::Null, &Value::Null));
    assert_eq!((&illegal["code"], &illegal["severity"]), (&"T101".into(), &"error".into()));
    assert_eq!((&illegal["line"], &illegal["column"]), (&4.into(), &10.into()));
    assert_eq!((&illegal["ply"], &illegal["move"]), (&2.into(), &1.into()));
}

#[test]
fn every_claim_has_its_word() {
    let rows = "d1-c1,0,0,White\nd1-c1,0,0,Black\nd1-c1,0,0,Draw\nd1-c1,0,0,Ongoing\nd1-c1,0,0,\n";
    let checked = Folder::with("a.csv", rows).check(&["a.csv", "--variant", "brandubh"]);
    let claims: Vec<Value> = checked.results.iter().map(|game| game["claimed"].clone()).collect();
    let none = Value::Null;
    assert_eq!(claims, ["defenders".into(), "attackers".into(), "draw".into(), none.clone(), none]);
}

#[test]
fn a_summary_in_json() {
    let checked = folder().check(&["."]);
    let summary = &checked.summary;
    assert_eq!((checked.count("games"), checked.count("plies")), (3, 3));
    assert_eq!(
        summary["by_code"],
        serde_json::json!({ "T003": 1, "T009": 1, "T101": 1, "T308": 1 })
    );
    assert_eq!(summary["by_ending"], serde_json::json!({ "king-escaped": 1 }));
    assert_eq!(
        (checked.count("errors"), checked.count("warnings"), checked.count("notes")),
        (2, 1, 1)
    );
    assert_eq!((checked.count("files"), checked.count("unreadable")), (3, 0));
}

/// The same objects, in one document.
#[test]
fn a_document_of_json() {
    let folder = folder();
    let run = folder.run(&["check", "--output", "json", "."]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let document: Value = serde_json::from_str(&run.out).unwrap();
    let lines = folder.check(&["."]);
    assert_eq!(document["schema"], "taflkit.check/1");
    assert_eq!(document["results"], Value::Array(lines.results));
    assert_eq!(document["summary"], lines.summary);
}

/// Whatever there is to tell, it is one document: of nothing, of clean games, of one game.
#[test]
fn documents_are_whole() {
    let folder = Folder::with("good.otg", GOOD_OTG).and("note.json", GOOD_JSON);
    for input in ["nowhere", "good.otg", "note.json", "."] {
        for form in [["--output", "json"], ["--report", "sarif"]] {
            let run = folder.run(&["check", input, form[0], form[1]]);
            assert!(serde_json::from_str::<Value>(&run.out).is_ok(), "{}", run.out);
        }
        assert_well_formed(&folder.run(&["check", input, "--report", "junit"]).out);
    }
}

#[test]
fn sarif() {
    let run = folder().run(&["check", "--report", "sarif", "."]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let document: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        (&document["version"], &document["runs"][0]["tool"]["driver"]["name"]),
        (&"2.1.0".into(), &"tafl".into())
    );
    let results = document["runs"][0]["results"].as_array().unwrap();
    let told: Vec<String> = results
        .iter()
        .map(|result| {
            let place = &result["locations"][0]["physicalLocation"];
            let file = text(&place["artifactLocation"], "uri");
            let region = &place["region"];
            let code = text(result, "ruleId");
            format!(
                "{file}:{}:{} {} {code}",
                region["startLine"],
                region["startColumn"],
                text(result, "level")
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "./a.otg:1:2 warning T009",
            "./a.otg:4:10 error T101",
            "./b.json:1:60 note T308",
            "./c.csv:1:1 error T003"
        ]
    );
    let rules = document["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    let known = |result: &Value| rules.iter().any(|rule| rule["id"] == result["ruleId"]);
    assert!(results.iter().all(known));
}

#[test]
fn junit() {
    let folder = folder().and("odd <&\"> name.csv", "d1-c1 <b>&\"',0,0,Draw\n");
    let run = folder.run(&["check", "--report", "junit", ".", "--variant", "brandubh"]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    assert_well_formed(&run.out);
    // A case a game and one for the empty file; a failure an error.
    assert_eq!(run.out.matches("<testcase ").count(), 5);
    assert_eq!(run.out.matches("<failure ").count(), 4);
}

#[test]
fn what_cannot_be_read_is_in_the_reports() {
    let folder = folder();
    let run = folder.run(&["check", "b.json", "no<where.csv", "--report", "junit"]);
    assert_eq!(run.code, 2);
    assert_well_formed(&run.out);
    assert_eq!(run.out.matches("<testcase ").count(), 2);
    let told = "<error type=\"unreadable\" message=\"cannot read no&lt;where.csv: ";
    assert!(run.out.contains(told), "{}", run.out);

    let sarif = |inputs: &[&str]| -> Value {
        let run = folder.run(&[&["check", "--report", "sarif"], inputs].concat());
        serde_json::from_str(&run.out).unwrap()
    };
    let document = sarif(&["nowhere.csv", "b.json"]);
    assert_eq!(document["runs"][0]["results"].as_array().unwrap().len(), 1);
    let invocation = &document["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let notification = &invocation["toolExecutionNotifications"][0];
    assert_eq!(text(notification, "level"), "error");
    assert!(text(&notification["message"], "text").starts_with("cannot read nowhere.csv: "));
    let place = &notification["locations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!(text(place, "uri"), "nowhere.csv");
    let well = sarif(&["b.json"]);
    assert_eq!(well["runs"][0]["invocations"][0]["executionSuccessful"], true);
}

/// A loss on time before any move is about no ply.
#[test]
fn a_finding_without_a_move_names_none() {
    let game = "[variant:brandubh]\n\n1. timeout\n";
    let folder = Folder::with("a.otg", game);
    let told = folder.run(&["check", "-v", "a.otg"]).out;
    assert!(told.contains("note: game 1, played as brandubh\n"), "{told}");
    let checked = folder.check(&["a.otg"]);
    assert_eq!(checked.found(), "T304 3:4");
    let (_, finding) = checked.findings().next().unwrap();
    assert_eq!((&finding["ply"], &finding["move"]), (&Value::Null, &Value::Null));
}

#[test]
fn timing_is_a_note() {
    let run = run(&["perft", "--variant", "brandubh", "--depth", "1", "-v"]);
    assert_eq!((run.code, run.out.as_str()), (0, "40\n"));
    let notes: Vec<&str> = run.err.lines().collect();
    let [rate, time] = notes[..] else { panic!("{}", run.err) };
    assert!(rate.starts_with("note: ") && rate.ends_with("million sequences a second"), "{rate}");
    assert!(time.starts_with("note: it took 0.") && time.ends_with(" s"), "{time}");
}

/// What is told on standard error, but for the time that it took, which has to be told.
fn without_time(err: &str) -> String {
    let (before, time) = err.trim_end().rsplit_once("note: it took ").unwrap();
    let seconds: f64 = time.strip_suffix(" s").unwrap().parse().unwrap();
    assert!((0.0..60.0).contains(&seconds), "{time}");
    before.to_owned()
}

#[test]
fn every_command_tells_its_time_on_demand() {
    let folder = folder();
    for command in [
        &["check", "a.otg"][..],
        &["convert", "--to", "json", "a.otg"],
        &["fmt", "--check", "a.otg"],
        &["identify", "b.json"],
        &["moves"],
        &["rules", "list"],
        &["explain", "T101"],
        &["solve", "--position", "start", "--nodes", "1"],
    ] {
        let plain = folder.run(command);
        let verbose = folder.run(&[command, &["-v"]].concat());
        assert!(!plain.err.contains("it took"), "{}", plain.err);
        assert_eq!(
            (verbose.code, without_time(&verbose.err)),
            (plain.code, plain.err),
            "{command:?}"
        );
        let quiet = folder.run(&[command, &["-v", "-q"]].concat());
        assert!(!quiet.err.contains("it took"), "{}", quiet.err);
    }
}

/// Checks that tags are nested, attributes quoted, and nothing is left that XML would take for its
/// own.
fn assert_well_formed(xml: &str) {
    let body = xml.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n").unwrap();
    let mut open = Vec::new();
    for piece in body.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').unwrap();
        assert!(!text.contains('>'), "{piece}");
        assert_eq!(tag.matches('"').count() % 2, 0, "{piece}");
        let entities = piece.split('&').skip(1);
        for entity in entities {
            let name = entity.split_once(';').unwrap().0;
            assert!(["amp", "lt", "gt", "quot", "apos"].contains(&name), "{piece}");
        }
        let name = tag.split([' ', '/']).find(|name| !name.is_empty()).unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{piece}");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert_eq!(open, [""; 0]);
}

/// The order of the input, whatever the number of threads.
#[test]
fn threads_do_not_show() {
    let rows: String =
        (0..3000).map(|n| if n % 7 == 0 { "a3-a9,0,0,White\n" } else { GOOD_ROW }).collect();
    let games: String =
        (0..3000).map(|n| if n % 5 == 0 { "{\"Moves\n" } else { GOOD_JSON }).collect();
    let folder = Folder::with("a.csv", rows).and("b.jsonl", games);
    let records = concat!(env!("CARGO_MANIFEST_DIR"), "/records");
    for form in [
        &["-v"][..],
        &["--output", "jsonl"],
        &["--output", "json"],
        &["--report", "sarif"],
        &["--report", "junit"],
    ] {
        let with_jobs = |jobs| {
            let mut command = folder.tafl(["check", records, "a.csv", "b.jsonl", "--jobs", jobs]);
            Run::of(command.args(form))
        };
        let (one, two) = (with_jobs("1"), with_jobs("2"));
        let told = |run: &Run| {
            let lines = run.err.lines().filter(|line| !line.starts_with("note: it took "));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!((one.code, told(&one)), (two.code, told(&two)));
        assert!(one.out == two.out, "{form:?}");
    }
}

#[test]
fn the_sample_records_are_sound() {
    let records = concat!(env!("CARGO_MANIFEST_DIR"), "/records/");
    for (input, rules) in [("archive", None), ("otg", None), ("csv", Some("brandubh"))] {
        let mut command = crate::run::tafl();
        command.args(["check", "--output", "jsonl", &format!("{records}{input}")]);
        if let Some(rules) = rules {
            command.args(["--variant", rules]);
        }
        let checked = Checked::of(Run::of(&mut command));
        assert_eq!((checked.code, checked.count("errors")), (0, 0), "{input}: {}", checked.told());
        assert_eq!(checked.count("games"), checked.count("completed"));
    }
}

/// Someone who has read enough goes away: that is no fault and no reason for complaint.
#[test]
fn a_closed_pipe_ends_quietly() {
    let folder = Folder::with("games.jsonl", GOOD_JSON.repeat(20_000));
    for form in [&["-v"][..], &["--output", "jsonl"], &["--output", "json"], &["--report", "junit"]]
    {
        let mut child = plain()
            .current_dir(folder.path(""))
            .args(["check", "games.jsonl"])
            .args(form)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = [0; 100];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        // The pipe is closed here.
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{form:?}");
        assert_eq!(output.status.code(), Some(0), "{form:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_of() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = plain().args(["rules", "list"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.starts_with("error: No space left on device"), "{told}");
}

/// Commands that write to standard output, whatever that is.
#[cfg(target_os = "linux")]
const WRITING: [&str; 19] = [
    "check a.otg",
    "check --output json a.otg",
    "check --report sarif a.otg",
    "check --diff a.otg",
    "convert --to csv a.otg",
    "convert --to json --lossless a.otg",
    "convert --to csv a.otg -o /dev/stdout",
    "fmt --diff a.otg",
    "fmt --check a.otg",
    "identify a.otg",
    "moves --variant brandubh",
    "perft --variant brandubh --depth 1",
    "rules list",
    "solve p.otg",
    "explain T202",
    "completions bash",
    "man",
    "--help",
    "--version",
];

/// A disk that is full, and an output that can only be read, as where it is closed for writing.
#[cfg(target_os = "linux")]
#[test]
fn an_output_that_takes_nothing_is_told_of() {
    let records = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles");
    let puzzle = std::fs::read_dir(records).unwrap().map(|entry| entry.unwrap().path());
    let puzzle = puzzle.filter(|path| path.extension().is_some_and(|ending| ending == "otg"));
    let untidy = "[variant:brandubh]\n\n1.   d1-c1xa1\n";
    let folder =
        Folder::with("a.otg", untidy).and("p.otg", std::fs::read(puzzle.min().unwrap()).unwrap());
    let full = || std::fs::File::options().write(true).open("/dev/full").unwrap();
    let read_only = || std::fs::File::open("/dev/null").unwrap();
    for arguments in WRITING {
        for (out, why) in [(full(), "No space left"), (read_only(), "Bad file descriptor")] {
            let mut command = plain();
            command.current_dir(folder.path("")).args(arguments.split(' '));
            let output = command.stdout(out).output().unwrap();
            let told = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{arguments}: {told}");
            let last = told.lines().last().unwrap();
            assert!(last.starts_with("error: ") && last.contains(why), "{arguments}: {told}");
        }
    }
    // Who writes nothing there has no trouble.
    let output = plain().args(["rules", "list", "--quiet"]).stdout(read_only()).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_wrong_option_is_a_usage_error() {
    for arguments in [
        &["check", "--format", "pdf", "x"][..],
        &["check", "--jobs", "0", "x"],
        &["check", "--report", "pdf", "x"],
        &["check", "--nonsense", "x"],
        &["chekc"],
        &[],
    ] {
        let run = run(arguments);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(!run.err.is_empty());
    }
}

#[test]
fn given_rules_that_are_unknown_stop_the_command() {
    let run = Folder::with("a.csv", GOOD_ROW).run(&["check", "a.csv", "--variant", "brandubhh"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert_snapshot!(run.err, @"error: no variant is called `brandubhh` (nearest: brandubh, brandub, brandubh-2)");
    assert_eq!(
        Folder::with("a.csv", GOOD_ROW).run(&["check", "a.csv", "--variant", ESCAPE]).code,
        0
    );
}
