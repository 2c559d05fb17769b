//! Variations as `check` replays and mends them.

use std::fs;

use serde_json::json;

use crate::run::{Folder, check, text};

/// A shuffle in brandubh: the attackers' d1 and the defenders' c4 step aside and back, eight turns. The
/// position then stands for the fifth time; the game goes on past its end, which is a warning.
fn eight_turns() -> String {
    let turn = |number: usize| {
        let moves = if number % 2 == 1 { "d1-c1 d5-c5" } else { "c1-d1 c5-d5" };
        format!("{number}. {moves}\n[|]\n\n")
    };
    (1..=8).map(turn).collect()
}

/// On turn 9: a legal turn, and then a move from b2, where nothing stands.
#[test]
fn an_impossible_move_of_a_variation_is_told_with_its_place() {
    let record = format!(
        "[variant:brandubh]\n\n{}9. d1-c1 d5-c5\n[|]\n\n9a.1.1a. d1-b1 d5-b5\n[|]\n\n9a.1.2a. b2-b3\n[|]\n",
        eight_turns()
    );
    let folder = Folder::with("a.otg", &record);
    let human = folder.run(&["check", "a.otg"]);
    assert_eq!(human.code, 1);
    assert!(human.out.contains("error[T101]: b2-b3 is not legal"), "{}", human.out);
    let place = "game 1, variation 9a.1.2, move 10, ply 19, played as brandubh";
    assert!(human.out.contains(place), "{}", human.out);
    assert!(human.out.contains("\n1 variation with 2 plies\n"), "{}", human.out);

    let checked = folder.check(&["a.otg"]);
    let (game, finding) = checked.findings().find(|(_, f)| f["code"] == "T101").unwrap();
    assert_eq!((text(finding, "variation"), text(finding, "text")), ("9a.1", "b2-b3"));
    assert_eq!((&finding["ply"], &finding["move"]), (&19.into(), &10.into()));
    assert_eq!((&finding["line"], &finding["column"]), (&33.into(), &10.into()));
    assert_eq!((&game["lines"], &game["variation_plies"]), (&2.into(), &2.into()));
    assert_eq!((&game["plies"], &game["complete"]), (&18.into(), &true.into()));
    assert_eq!((checked.count("lines"), checked.count("variation_plies")), (2, 2));
    let of_game = checked.findings().filter(|(_, finding)| finding["code"] != "T101");
    assert!(of_game.into_iter().all(|(_, finding)| finding["variation"].is_null()));

    for (report, told) in [
        ("sarif", "variation 9a.1.2: b2-b3 is not legal"),
        ("junit", "T101: variation 9a.1.2: b2-b3 is not legal"),
    ] {
        let run = folder.run(&["check", "--report", report, "a.otg"]);
        assert!(run.out.contains(told), "{}", run.out);
    }
}

/// The king, on e4 after his first move, goes to e1 and from there to g1, a corner.
#[test]
fn the_end_of_a_variation_claims_nothing_about_the_result() {
    let record = "[variant:brandubh start:/3t3/7/7/t3K2/7/7/3t3/]\n[result:1]\n\n1. d1-c1 e4-e3\n[|]\n\n\
                1b.1.1a. ..... e4-e1\n[|]\n\n1b.1.2a. a4-a3 e1-g1\n[|]\n\n";
    let checked = check("a.otg", record, &[]);
    assert_eq!((checked.code, checked.told()), (0, String::new()));
    assert_eq!(checked.results[0]["decided_by"], "off-board");
    // Another move after the king's escape is told, in the variation.
    let longer = format!("{record}1b.1.3a. d7-d6\n[|]\n");
    let checked = check("a.otg", &longer, &[]);
    let (_, finding) = checked.findings().find(|(_, f)| f["code"] == "T107").unwrap();
    assert_eq!((text(finding, "variation"), &finding["ply"]), ("1b.1", &5.into()));
}

/// Nothing stands on b2. Four variations are behind that move, two of them on others.
#[test]
fn variations_behind_an_illegal_move_are_told_of_once() {
    let record = "[variant:brandubh]\n\n1. d1-c1 b2-b3\n\n1a.1.1a. d1-b1\n\n2. c1-d1\n\n2a.1.1a. c1-b1\n\n\
                2a.1.1a.1.1a. c1-e1\n\n2a.2.1a. c1-c2\n\n2a.2.1b.1.1a. ..... d3-c3\n";
    let checked = check("a.otg", record, &[]);
    assert_eq!(checked.found(), "T101 3:10, T119 9:10");
    let (_, finding) = checked.findings().nth(1).unwrap();
    assert_eq!(
        text(finding, "message"),
        "variation 2a.1 branches off behind a move that cannot be played, and cannot be judged, nor \
         can 3 more"
    );
    // The one before it is judged.
    assert_eq!((checked.count("lines"), checked.count("variation_plies")), (6, 1));
}

/// e3-e1 takes f1, between e1 and the corner; a4-a5 takes nothing and no king; c4-c6 is no king's move.
const WRONG: &str = "[variant:brandubh]\n\n1. g4-g3 e4-e3\n[|]\n\n2. a4-a5 d5-c5\n[|]\n\n\
    2a.1.1a. f4-f1 e3-e1\n[said of it|]\n\n2a.1.2a. a4-a5xd1++ c4-c5\n[|]\n\n\
    2a.1.2b.1.1a. ..... Kc4-c6xa1\n[|]\n\n2a.2.1a. f4-f1 e3-e1\n[|]\n\n2a.2.2a. b2-b3\n[|]\n\n";

/// What stands for the three moves in each format, as it is and as it should be.
const MENDED: [(&str, [(&str, &str); 3]); 4] = [
    (
        "otg",
        [
            ("2a.1.1a. f4-f1 e3-e1\n", "2a.1.1a. f4-f1 e3-e1xf1\n"),
            ("a4-a5xd1++", "a4-a5"),
            ("Kc4-c6xa1", "c4-c6"),
        ],
    ),
    ("pgn", [("e3-e1 3. a4", "e3-e1xf1 3. a4"), ("a4-a5xd1++", "a4-a5"), ("Kc4-c6xa1", "c4-c6")]),
    (
        "sgf",
        [
            ("W[ecea]\n;B[adae:da++]", "W[ecea:fa]\n;B[adae:da++]"),
            ("B[adae:da++]", "B[adae]"),
            ("W[Kcdcf:aa]", "W[cdcf]"),
        ],
    ),
    (
        "json",
        [
            (
                r#"{"path":["e3","e1"]},{"path":["a4"#,
                r#"{"path":["e3","e1"],"captures":[{"square":"f1"}]},{"path":["a4"#,
            ),
            (r#"["a4","a5"],"captures":[{"square":"d1"}],"info":"++"}"#, r#"["a4","a5"]}"#),
            (
                r#"{"path":["c4","c6"],"captures":[{"square":"a1"}],"piece":"king"}"#,
                r#"{"path":["c4","c6"]}"#,
            ),
        ],
    ),
];

/// A variation that cannot be played to its end, 2a.2, stays as it is, its missing capture too.
#[test]
fn moves_of_variations_are_mended_in_every_format() {
    let folder = Folder::with("wrong.otg", WRONG);
    for (format, changes) in MENDED {
        let name = format!("a.{format}");
        let written = folder.run(&["convert", "wrong.otg", "--to", format]).out;
        let mut right = written.clone();
        for (wrong, mended) in changes {
            assert!(right.contains(wrong), "{wrong} in {right}");
            right = right.replacen(wrong, mended, 1);
        }
        fs::write(folder.path(&name), &written).unwrap();
        let diff = folder.run(&["check", "--diff", &name]).out;
        assert!(diff.lines().any(|line| line.starts_with('+')), "{diff}");
        assert_eq!(fs::read_to_string(folder.path(&name)).unwrap(), written);
        folder.run(&["check", "--fix", &name]);
        assert_eq!(fs::read_to_string(folder.path(&name)).unwrap(), right, "{format}");
        let left = folder.check(&[&name]).found();
        let codes: Vec<&str> = left.split(", ").map(|found| &found[..4]).collect();
        assert_eq!(codes, ["T307", "T201", "T101"], "{format}: {left}");
    }
}

/// A variation on the first move of each variation, with legal moves throughout.
#[test]
fn variations_nested_50_000_deep_are_read_and_replayed() {
    const DEPTH: usize = 50_000;
    let nested: String = (0..DEPTH).map(|n| ["(1. d1-b1 ", "(1. d1-c1 "][n % 2]).collect();
    let record = format!("[Variant \"Brandubh\"]\n\n1. d1-c1 {nested}{} *\n", ")".repeat(DEPTH));
    let folder = Folder::with("deep.pgn", record);
    for format in ["pgn", "sgf", "json", "otg"] {
        let name = format!("a.{format}");
        let run = folder.run(&["convert", "-q", "deep.pgn", "--to", format, "-o", &name]);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{format}");
        let checked = folder.check(&["--variant", "brandubh", &name]);
        assert_eq!(checked.found().split(' ').next(), Some("T307"), "{format}");
        assert_eq!(checked.count("variation_plies"), DEPTH as u64, "{format}");
    }
}

/// Every move lists a1, where nobody stands: of 5,000 faults 1,000 are listed and all are counted.
#[test]
fn thousands_of_faults_are_counted_and_not_all_listed() {
    const FAULTS: usize = 5_000;
    let moves = ["d1-c1xa1", "d5-c5xa1", "c1-d1xa1", "c5-d5xa1"];
    let row: Vec<&str> = (0..FAULTS).map(|n| moves[n % 4]).collect();
    let folder = Folder::with("a.csv", format!("{},0,0,\n", row.join(" ")));
    let rules = ["--variant", "brandubh"];
    let checked = folder.check(&[&["a.csv"], &rules[..]].concat());
    let listed = |code: &str| checked.findings().filter(|(_, f)| f["code"] == code).count();
    assert_eq!((listed("T202"), listed("T018")), (1000, 1));
    assert_eq!(checked.summary["by_code"]["T202"], FAULTS);
    assert_eq!(checked.count("errors"), FAULTS as u64);
    let (_, last) = checked.findings().last().unwrap();
    let said = "4000 more findings of this record are not listed: 4000 T202";
    assert_eq!((text(last, "code"), text(last, "message")), ("T018", said));
    // Where the first is that is not listed: a move and a blank take nine letters.
    assert_eq!(last["column"], 1000 * 9 + 1);

    let human = folder.run(&[&["check", "a.csv"], &rules[..]].concat());
    assert_eq!(human.out.matches("error[T202]").count(), 1000);
    assert!(human.out.contains(said));
    assert!(human.out.contains("     5000  T202 error "), "{}", human.out);
}

/// In each of two records two kinds go past what is listed: 1,200 unknown tags, which are warnings, and
/// 1,500 captures on a1, where nobody stands.
#[test]
fn what_is_not_listed_is_summed_by_kind_and_by_record() {
    const TAGS: u64 = 1_200;
    const ROUNDS: u64 = 750;
    let tags: String = (0..TAGS).map(|n| format!("[zz{n}:1]\n")).collect();
    let moves = |n: u64| ["d1-c1xa1 d5-c5xa1", "c1-d1xa1 c5-d5xa1"][(n % 2) as usize];
    let rounds: String = (0..ROUNDS).map(|n| format!("{}. {}\n[|]\n\n", n + 1, moves(n))).collect();
    let record = format!("[variant:brandubh]\n{tags}\n{rounds}");
    let checked = check("a.otg", format!("{record}{record}"), &[]);
    let said: Vec<&str> = checked
        .findings()
        .filter(|(_, finding)| finding["code"] == "T018")
        .map(|(_, finding)| text(finding, "message"))
        .collect();
    let each = "700 more findings of this record are not listed: 200 T009, 500 T202";
    assert_eq!((checked.code, said), (1, vec![each; 2]));
    let listed = |code: &str| checked.findings().filter(|(_, f)| f["code"] == code).count();
    assert_eq!((listed("T009"), listed("T202")), (2000, 2000));
    let by_code = &checked.summary["by_code"];
    assert_eq!((&by_code["T009"], &by_code["T202"]), (&json!(2 * TAGS), &json!(4 * ROUNDS)));
    assert_eq!(by_code["T018"], 2);
    // All of them count, listed or not.
    let of = |wanted: &[&str]| -> u64 {
        let codes = by_code.as_object().unwrap().iter();
        codes
            .filter(|(code, _)| wanted.contains(&code.as_str()))
            .map(|(_, n)| n.as_u64().unwrap())
            .sum()
    };
    assert_eq!(checked.count("errors"), of(&["T202"]));
    assert!(checked.count("warnings") >= 2 * TAGS);
}

/// What is told of a fault does not grow with the line that it stands on.
#[test]
fn of_a_long_line_only_what_lies_around_is_shown() {
    let moves = ["d1-c1xa1", "d5-c5xa1", "c1-d1xa1", "c5-d5xa1"];
    let size = |plies: usize| {
        let row: Vec<&str> = (0..plies).map(|n| moves[n % 4]).collect();
        let folder = Folder::with("a.csv", format!("{},0,0,\n", row.join(" ")));
        folder.run(&["check", "--variant", "brandubh", "a.csv"]).out.len()
    };
    let (once, four_times) = (size(2_000), size(8_000));
    assert!(four_times < once + once / 50, "{once} bytes, {four_times} bytes");
}

/// In `convert`, too, faults of reading are told up to a number, with their places.
#[test]
fn thousands_of_lines_that_nothing_names() {
    let lines = [r#"{"moves":[]}"#; 3_000].join(",");
    let folder = Folder::with(
        "a.json",
        format!(r#"{{"schema":"taflkit.record/1","lines":[{lines}]}}"#) + "\n",
    );
    let run = folder.run(&["convert", "a.json", "--to", "otg"]);
    assert_eq!(run.code, 1);
    assert_eq!(run.err.matches("no line names this line").count(), 1000);
    // The second line begins behind 38 letters, the first line of 12 and a comma.
    assert!(run.err.contains("a.json:1:52: no line names"), "{}", &run.err[..200]);
    assert!(run.err.contains("1999 more findings of this record are not listed: 1999 T001"));
}
