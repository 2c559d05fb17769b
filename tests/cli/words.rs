//! What people really have: other dashes and spaces, tags given twice, games a line, and JSON that is
//! no record. Each case is read in every command that reads.

use insta::assert_snapshot;

use crate::run::{Folder, Run, check, tafl, text};

/// The records of a text as `tafl convert` turns them into our JSON, and how the command ended.
fn converted(name: &str, content: &str, arguments: &[&str]) -> (i32, Vec<String>) {
    let run =
        Folder::with(name, content).run(&[&["convert", "--to", "json", name], arguments].concat());
    (run.code, run.out.lines().map(str::to_owned).collect())
}

#[test]
fn a_game_counted_from_nought_is_one() {
    let text = "0. d1-c1 d3-c3\n1. d7-e7 d5-e5\n";
    let checked = check("games.txt", text, &["--variant", "brandubh"]);
    assert_eq!((checked.games().0, checked.found().as_str()), (1, "T307 2:10"));
}

#[test]
fn dashes_and_spaces_change_nothing() {
    let plain =
        "[Attackers \"A\"]\n[Variant \"Brandubh\"]\n[Result \"1-0\"]\n\n1. d1-c1 d3-c3 1-0\n";
    let other = "[attackers \"A\"]\n[Variant \"Brandubh\"]\n[Result \"1\u{2013}0\"]\n\n\
                 1.\u{a0}d1\u{2212}c1\u{a0}d3\u{2014}c3\u{200b} 1\u{2013}0\n\u{1a}";
    assert_eq!(converted("a.pgn", plain, &[]), converted("a.pgn", other, &[]));
    // In its own format the text comes back as it is, but for the end of the file.
    let run = Folder::with("a.pgn", other).run(&["convert", "--to", "pgn", "a.pgn"]);
    assert!(other.starts_with(run.out.trim_end()), "{}", run.out);
    // Places are those of the text.
    let faulty = "1.\u{a0}d1\u{2013}c1\u{a0}nox\n";
    assert_eq!(check("a.txt", faulty, &["--variant", "brandubh"]).found(), "T006 1:10");
}

#[test]
fn lines_that_all_begin_games_are_games() {
    let games = "d1-c1 d3-c3\nd1-b1 d5-e5 d7-e7\nd2-c2 d3-c3\n";
    let wrapped = "d1-c1 d3-c3\nd7-e7 d5-e5\nc1-b1 c3-b3\n";
    let checked = check("games.txt", games, &["--variant", "brandubh"]);
    assert_eq!((checked.games(), checked.code), ((3, 3), 0));
    let checked = check("games.txt", wrapped, &["--variant", "brandubh"]);
    assert_eq!((checked.games(), checked.code), ((1, 1), 0));
    // Without rules it is so under some variant, and other commands answer alike.
    assert_eq!(converted("a.txt", games, &[]).1.len(), 3);
    assert_eq!(converted("a.txt", wrapped, &[]).1.len(), 1);
    let fmt = |text: &str| Run::of(tafl().args(["fmt"]).write_stdin(text)).out;
    assert_eq!(fmt(games), games);
    assert_eq!(fmt(wrapped).matches("1. ").count(), 1);
    let run = Folder::with("a.txt", games).run(&["identify", "a.txt"]);
    assert_eq!(run.out.matches("game ").count(), 3, "{}", run.out);
}

#[test]
fn json_that_is_no_record_is_told_of_by_every_command() {
    for (content, message) in [
        ("{\"name\": \"Anna\", \"mvoes\": []}\n", "this object is no known record"),
        ("[{\"a\": 1}]\n", "this object is no known record"),
        ("{}\n", "this object is no known record"),
        ("[]\n", "this JSON is a list and no known record"),
        ("[[1, 2], \"d1-d3\"]\n", "this JSON is a list and no known record"),
        ("42\n", "this JSON is a number and no known record"),
        ("\"d1-d3 e5-e2\"\n", "this JSON is a text and no known record"),
        ("null\n", "this JSON is null and no known record"),
        (
            "{\"schema\": \"taflkit.record/2\", \"lines\": [{\"moves\": []}]}\n",
            "the schema `taflkit.record/2` is not known",
        ),
        ("{\"schema\": \"taflkit.solve/1\"}\n", "the schema `taflkit.solve/1` is not known"),
    ] {
        for name in ["a.json", "a.jsonl", "a"] {
            let folder = Folder::with(name, content);
            let checked = folder.check(&[name]);
            assert_eq!(checked.code, 1, "{content}");
            assert!(checked.told().contains(message), "{content}: {}", checked.told());
            for command in [&["convert", "--to", "json"][..], &["identify"], &["solve"], &["fmt"]] {
                let run = folder.run(&[command, &[name]].concat());
                assert!(run.err.contains(message), "{command:?} {content}: {}", run.err);
                assert!(!run.out.contains("lines"), "{command:?} {content}: {}", run.out);
                // What stays as it is is no fault of laying out.
                assert!(run.code != 0 || command == ["fmt"], "{command:?} {content}");
            }
        }
    }
}

#[test]
fn keys_that_would_make_a_record_are_told() {
    assert_snapshot!(check("a.json", "{\"Mvoes\": [], \"name\": 1}\n", &[]).told(), @"a.json:1:1: error T015: this object is no known record (records in JSON are known by `schema` and `lines` (json), `Move` and `Layout` (pto), `moves` and `rated` (htp-json), `Moves` and `WhoWon` (archive); did you mean `Moves` for `Mvoes`?)");
    assert_snapshot!(check("a.json", "{\"schema\": \"taflkit.record/2\"}\n", &[]).told(), @"a.json:1:1: error T015: the schema `taflkit.record/2` is not known (this version of the program reads `taflkit.record/1` only)");
    // One line of a file costs no other.
    let lines = "{\"Moves\": [\"d1-c1\"], \"WhoWon\": \"Draw\", \"Variant\": \"brandubh\"}\n{\"a\": 1}\n7\n";
    assert_eq!(converted("a.jsonl", lines, &[]).1.len(), 1);
}

#[test]
fn what_is_given_twice_is_told_of() {
    let told = |name: &str, text: &str| {
        let checked = check(name, text, &["--variant", "brandubh"]);
        checked.findings().map(|(_, finding)| finding["code"].clone()).any(|code| code == "T014")
    };
    for (name, text) in [
        ("a.pgn", "[Result \"1-0\"]\n[Result \"0-1\"]\n\n1. d1-c1\n"),
        ("a.otg", "[result:1]\n[result:-1]\n\n1. d1-c1\n"),
        ("a.sgf", "(;FF[4]RE[B+]RE[W+];B[daca])\n"),
        ("a.sgf", "(;FF[4]RU[brandubh]RU[copenhagen];B[daca])\n"),
        ("a.json", "{\"Moves\": [], \"Moves\": [], \"WhoWon\": \"\"}\n"),
        ("a.json", "{\"moves\": \"d1-c1\", \"moves\": \"d1-b1\", \"rated\": true}\n"),
        (
            "a.json",
            "{\"Layout\": \"magpie\", \"Layout\": \"ardri\", \"KingCapture\": 1, \"Move\": []}\n",
        ),
        (
            "a.json",
            "{\"schema\": \"taflkit.record/1\", \"result\": \"draw\", \"result\": \"open\", \"lines\": [{\"moves\": []}]}\n",
        ),
    ] {
        assert!(told(name, text), "{text}");
    }
    let both = "[Attackers \"A\"]\n[Result \"1-0\"]\n\n1. d1-c1 0-1\n";
    let checked = check("a.pgn", both, &["--variant", "brandubh"]);
    assert_snapshot!(checked.told(), @"a.pgn:4:10: error T309: the results `1-0` and `0-1` contradict each other (keep the result that is right)");
}

#[test]
fn logs_of_another_language_are_logs() {
    let header = "mag 23, 2019 5:36:07 PM it.unibo.tablut.GameAshtonTablut <init>\n";
    let check_move = header.replace("<init>", "checkMove");
    let board = "OOOBBBOOO\nOOOOBOOOO\nOOOOWOOOO\nBOOOWOOOB\nBBWWKWWBB\nBOOOWOOOB\nOOOOWOOOO\n\
                 OOOOBOOOO\nOOOBBBOOO\n-\nW\n";
    let moved = board
        .replace("OOOOWOOOO\nBOOOWOOOB\nBB", "OOOWOOOOO\nBOOOWOOOB\nBB")
        .replace("-\nW", "-\nB");
    for level in ["BUONO", "FEIN", "PR\u{c9}CIS", "DETALLADO", "FINE", "AVVERTENZA"] {
        let text = format!(
            "{header}{level}: Players:\tA\tvs\tB\n{header}{level}: Stato:\n{board}{check_move}\
             {level}: Turn: W Pawn from e3 to d3\n{check_move}{level}: Movimento pedina\n\
             {check_move}{level}: Stato:\n{moved}"
        );
        let checked = check("log", &text, &[]);
        assert_eq!((checked.games(), checked.code), ((1, 1), 0), "{level}: {}", checked.told());
    }
}

/// `*` and `?` say that a result is not known, which contradicts none.
#[test]
fn a_result_that_is_not_known_contradicts_none() {
    let results = |name: &str, text: &str| -> String {
        let checked = check(name, text, &["--variant", "brandubh"]);
        let twice = ["T014", "T309", "T007"];
        let codes: Vec<&str> =
            checked.findings().map(|(_, f)| f["code"].as_str().unwrap()).collect();
        assert!(!codes.iter().any(|code| twice.contains(code)), "{text}: {codes:?}");
        let run = Folder::with(name, text).run(&["convert", "--to", "csv", name]);
        run.out.trim_end().rsplit(',').next().unwrap_or_default().to_owned()
    };
    for (name, text, won) in [
        ("a.pgn", "[Attackers \"A\"]\n[Result \"*\"]\n\n1. d1-c1 1-0\n", "Black"),
        ("a.pgn", "[Attackers \"A\"]\n[Result \"?\"]\n\n1. d1-c1 0-1\n", "White"),
        ("a.pgn", "[Attackers \"A\"]\n[Result \"0-1\"]\n\n1. d1-c1 *\n", "White"),
        ("a.pgn", "[Attackers \"A\"]\n[Result \"*\"]\n[Result \"1-0\"]\n\n1. d1-c1\n", "Black"),
        ("a.otg", "[result:?]\n[result:1]\n\n1. d1-c1\n", "Black"),
        ("a.otg", "[result:-1]\n[result:?]\n\n1. d1-c1\n", "White"),
        ("a.sgf", "(;FF[4]RE[?]RE[B+];B[daca])\n", "Black"),
        ("a.sgf", "(;FF[4]RE[W+]RE[?];B[daca])\n", "White"),
    ] {
        assert_eq!(results(name, text), won, "{text}");
    }
}

#[test]
fn two_spellings_of_one_value_are_no_contradiction() {
    let told = |name: &str, text: &str| {
        let checked = check(name, text, &["--variant", "brandubh"]);
        checked.findings().any(|(_, finding)| finding["code"] == "T014")
    };
    for (name, text) in [
        ("a.otg", "[variant:Brandubh]\n[variant:brandubh]\n\n1. d1-c1\n"),
        ("a.otg", "[result:1]\n[result:+1]\n\n1. d1-c1\n"),
        ("a.pgn", "[Variant \"Brandubh\"]\n[Variant \"Brandub\"]\n\n1. d1-c1\n"),
        ("a.sgf", "(;FF[4]RU[brandubh]RU[Brandub];B[daca])\n"),
        ("a.sgf", "(;FF[4]RE[B+]RE[B+R];B[daca])\n"),
        ("a.sgf", "(;FF[4]RE[B+R]RE[B+Resign];B[daca])\n"),
    ] {
        assert!(!told(name, text), "{text}");
    }
    for (name, text) in [
        ("a.otg", "[variant:Brandubh]\n[variant:copenhagen]\n\n1. d1-c1\n"),
        ("a.otg", "[result:1]\n[result:?]\n[result:-1]\n\n1. d1-c1\n"),
        ("a.otg", "[result:?]\n[result:1]\n[result:-1]\n\n1. d1-c1\n"),
        ("a.sgf", "(;FF[4]RE[B+R]RE[B+T];B[daca])\n"),
    ] {
        assert!(told(name, text), "{text}");
    }
}

/// All moves are marked as those of the side whose men they are; only `PL` is wrong.
#[test]
fn a_wrong_pl_is_one_fault() {
    let moves = ";W[dccc];B[daca];W[ccdc];B[cada];W[dccc];B[daca]";
    let wrong = format!("(;FF[4]RU[brandubh]PL[B]{moves})\n");
    assert_eq!(check("a.sgf", &wrong, &[]).found().matches("T117").count(), 1);
    assert!(!check("a.sgf", &wrong, &[]).found().contains("T001"));
    // Marks that are all the other side's are one fault as well, though the men are right.
    let marks = "(;FF[4]RU[brandubh]PL[B];W[daca];B[dccc];W[cada];B[ccdc])\n";
    let found = check("a.sgf", marks, &[]).found();
    assert_eq!((found.matches("T117").count(), found.contains("T001")), (1, false), "{found}");
    // One mark that is wrong is told of where it stands.
    let one = "(;FF[4]RU[brandubh]PL[B];B[daca];B[dccc];B[cada];W[ccdc])\n";
    let found = check("a.sgf", one, &[]).found();
    assert_eq!((found.matches("T001").count(), found.contains("T117")), (1, false), "{found}");
}

/// The formats that are written, from the command's own list.
const WRITTEN: [&str; 10] =
    ["archive", "csv", "htp-json", "json", "otg", "pgn", "pto", "sgf", "site", "walker"];

/// What is written in a format is recognised as that format by what stands in it.
fn is_recognised(name: &str, text: &str) {
    let folder = Folder::with(name, text);
    for format in WRITTEN {
        let run = folder.run(&["convert", "--to", format, name]);
        let checked = check("no-ending", &run.out, &["--variant", "brandubh"]);
        assert_eq!(checked.games().0, games_of(name, text), "{name} {format}: {}", run.out);
        assert_eq!(checked.findings().filter(|(_, f)| f["code"] == "T015").count(), 0);
        let again = Folder::with("again", &*run.out).run(&["convert", "--to", format, "again"]);
        assert_eq!(again.out, run.out, "{name} {format}");
    }
}

/// How many games a sample has.
fn games_of(name: &str, text: &str) -> u64 {
    check(name, text, &["--variant", "brandubh"]).games().0
}

#[test]
fn what_is_written_is_recognised() {
    for (name, text) in [
        ("a.sgf", "(;FF[4]RU[brandubh]PB[A];B[daca];W[dccc])\n"),
        (
            "b.otg",
            "[variant:brandubh]\n[attackers:Anna]\n[result:1]\n\n1. d1-c1 d3-c3\n2. resigned\n",
        ),
        ("c.txt", "d1-c1 d3-c3\n"),
        ("d.json", "{\"Moves\": [\"d1-c1\"], \"WhoWon\": \"Black\", \"AageGameTypeKey\": 7}\n"),
    ] {
        is_recognised(name, text);
    }
}

#[test]
fn what_is_written_of_the_samples_is_recognised() {
    let mut samples = Vec::new();
    let mut folders = vec![std::path::PathBuf::from("records")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { samples.push(path) }
        }
    }
    assert!(samples.len() > 10, "{samples:?}");
    for sample in samples {
        let name = sample.file_name().unwrap().to_str().unwrap();
        is_recognised(name, &std::fs::read_to_string(&sample).unwrap());
    }
}

/// What nobody sees changes nothing in values that are read as words.
#[test]
fn unseen_letters_in_values_change_nothing() {
    let start = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
    let otg = |rules: &str, position: &str, first: &str| {
        format!("[rules:{rules}]\n[position:{position}]\n[first-mover:{first}]\n\n1. d1-c1 d3-c3\n")
    };
    let typed = otg(&format!("dim:7 name:x start:{start}"), start, "attackers");
    let unseen = otg(
        &format!("dim:7\u{a0}name:x\u{2003}start:{start}\u{200b}"),
        &format!("\u{feff}{start}\u{a0}"),
        "\u{a0}attackers\u{200b}",
    );
    let found = check("a.otg", &typed, &[]).found();
    assert_eq!(found, check("a.otg", &unseen, &[]).found());
    let puzzle = |turn: &str| {
        format!(
            "[variant:brandubh]\n[puzzle-mode:strict]\n[puzzle-start:{turn}]\n\n1. d1-c1 d3-c3\n"
        )
    };
    assert!(!check("a.otg", puzzle("1b\u{200b}"), &[]).found().contains("T501"));
    assert!(check("a.otg", puzzle("1c"), &[]).found().contains("T501"));
    let game = "{\"Moves\": [\"d1-c1\"], \"WhoWon\": \"White\u{200b}\", \"AageGameTypeName\": \"Brandubh\u{200b}\"}\n";
    let plain = game.replace('\u{200b}', "");
    assert_eq!(check("a.json", game, &[]).found(), check("a.json", plain, &[]).found());
    let tags = "[Variant \"Brandubh\u{200b}\"]\n[First \"attackers\u{a0}\"]\n\n1. d1-c1 d3-c3\n";
    let plain = tags.replace(['\u{200b}', '\u{a0}'], "");
    assert_eq!(check("a.pgn", tags, &[]).found(), check("a.pgn", plain, &[]).found());
}

/// What is not seen is not blamed for what is wrong besides: the last row of the rules is short, and so is
/// that of the position. A name that is none is shown with all its letters.
#[test]
fn unseen_letters_are_not_blamed() {
    let record = |key: &str, row: &str| {
        format!("[rules:dim:7 {key}:n start:/7/7/K6/7/7/7/{row}/]\n\n1. a3-a1\n")
    };
    let messages_of = |name: &str, record: &str| -> Vec<String> {
        let checked = check(name, record, &[]);
        checked.findings().map(|(_, finding)| text(finding, "message").to_owned()).collect()
    };
    let messages = |record: &str| messages_of("a.otg", record);
    let plain = messages(&record("atkf", "3t"));
    assert!(plain[0].contains("row 7"), "{plain:?}");
    assert_eq!(messages(&record("at\u{200b}kf", "3t")), plain);
    assert_eq!(messages(&record("atkf", "3\u{2060}t")), plain);
    assert!(messages(&record("at\u{200b}kf", "3t3")).iter().all(|told| !told.contains("rule")));

    let game = "{\"schema\":\"taflkit.record/1\",\"rules\":{\"name\":\"brandubh\"},\"start\":\"/7/7/K6/7/7/7/3t/\",\"moves\":[\"a3-a1\"]}\n";
    assert_eq!(
        messages_of("a.json", &game.replace("3t/", "3\u{200b}t/")),
        messages_of("a.json", game)
    );

    let named = "[Variant \"Xran\u{200b}dubh\"]\n\n1. d1-c1 *\n";
    let run = Folder::with("a.pgn", named).run(&["check", "a.pgn"]);
    assert!(run.out.contains("no variant is called `Xran<U+200B>dubh`"), "{}", run.out);
    let convert = Folder::with("a.pgn", named).run(&["convert", "--to", "json", "a.pgn"]);
    assert!(convert.out.contains("Xran\u{200b}dubh"), "{}", convert.out);
}
