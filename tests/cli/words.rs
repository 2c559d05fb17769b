//! What people really have: other dashes and spaces, tags given twice, games a line, and JSON that is
//! no record. Each case is read in every command that reads.

use insta::assert_snapshot;

use crate::run::{Folder, Run, check, tafl};

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
