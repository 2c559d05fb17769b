//! One input for every code of the catalogue.

use std::collections::BTreeSet;

use crate::run::{self, ESCAPE, text};

/// A file, how it is checked, and everything that is found: `T101 1:7` is a code at line 1,
/// column 7.
struct Case {
    name: &'static str,
    content: Vec<u8>,
    rules: Option<&'static str>,
    found: String,
}

/// A row of CSV.
fn row(rules: &'static str, row: &str, found: &str) -> Case {
    Case { name: "game.csv", content: row.into(), rules: Some(rules), found: found.to_owned() }
}

/// A whole file.
fn file(name: &'static str, content: impl Into<Vec<u8>>, found: &str) -> Case {
    Case { name, content: content.into(), rules: None, found: found.to_owned() }
}

/// A puzzle for the defenders in brandubh.
fn puzzle(position: &str, goal: &str, moves: &str, found: &str) -> Case {
    let tags = format!("[position:{position}]\n[puzzle-start:0a]\n[puzzle-goal:{goal}]");
    file("a.otg", format!("[variant:brandubh atkf:n]\n{tags}\n\n{moves}"), found)
}

/// A king on e4, an attacker on c4; rank 1 comes first.
const MIDDLE: &str = "/7/7/7/2t1K2/7/7/t6/";

/// A king on e1, an attacker on c1.
const EDGE: &str = "/2t1K2/7/7/7/7/7/7/";

/// Attackers on c1 and e3, a defender on d3: c1-c3 takes d3 and nothing else takes anything. The
/// king stands on the edge, so nobody is shut in.
const CAPTURE: &str = "brandubh start:/2t4/7/3Tt2/7/6K/7/7/";

/// The same where whoever can take must.
const COMPULSORY: &str = "brandubh take:must start:/2t4/7/3Tt2/7/6K/7/7/";

/// From b1 an attacker takes c3 on b3, d3 being his, and from there c5 on b5 in the same way.
const CHAIN: &str = "berserk start:/1t5/7/2Tt3/6K/2Tt3/6T/7/";

/// The king off the throne, c3, which nobody else may cross.
const THRONE: &str = "tablut-corner start:/1K3/5/t4/5/5/";

/// Attackers before every corner; the king on the edge with three men.
const CLOSED: &str = "hnefatafl-org start:/2t5t2/1t7t1/t9t/10T/9T1/t9K/10T/11/t9t/1t7t1/2t5t2/";

const BRANDUBH: &str = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";

/// The first and the last parts of a record in our own JSON.
const TREE: &str = r#""schema":"taflkit.record/1","rules":{"name":"brandubh"},"result":"draw""#;
const MOVE: &str = r#""lines":[{"moves":[{"path":["d1","c1"]}]}]"#;

fn cases() -> Vec<Case> {
    let brandubh = "brandubh";
    let start = format!("start:{BRANDUBH}");
    vec![
        // Reading. The JSON breaks off at its last letter.
        file("a.json", "{\"Moves\": [\"d1-d3\", \"e5-", "T001 1:24"),
        file("letter", "Dear sir, I enclose my game\n", "T002 1:1"),
        file("a.csv", "", "T003 1:1"),
        file(
            "a.otg",
            b"[attackers:Bj\xf6rn]\n[variant:brandubh]\n\n1. d1-c1\n".to_vec(),
            "T004 1:14, T307 4:4",
        ),
        file("a.json", [b"{", vec![b' '; 65 << 20].as_slice()].concat(), "T005 1:1"),
        row(brandubh, "d1-c1 nox,0,0,", "T006 1:7"),
        file("a.otg", "[result:2]\n[variant:brandubh]\n\n1. d1-c1\n", "T007 1:9, T307 4:4"),
        file("a.csv", b"\x89PNG\0\0".to_vec(), "T008 1:1"),
        file("a.sgf", "(;FF[4]CA[klingon]RU[brandubh]RE[0];B[daca])", "T016 1:11, T308 1:34"),
        row(brandubh, "d1-\0c1,0,0,White", "T017 1:4"),
        file("a.otg", "[reslt:1]\n[variant:brandubh]\n\n1. d1-c1\n", "T009 1:2, T307 4:4"),
        row(brandubh, "d1c1 d3c3,0,0,", "T010 1:1, T307 1:6"),
        file("a.otg", "[variant:brandubh]\n\n1. d1-c1 d3-c3\n3. c1-d1\n", "T011 4:1, T307 4:4"),
        file(
            "a.otg",
            "[variant:brandubh]\n\n1. d1-c1 d3-c3\n\n99a.1.1a. d1-f1\n",
            "T012 5:1, T307 3:10",
        ),
        file("a.otg", "[variant:brandubh]\n\n1. d1-c1 [result:0]\n", "T013 3:11, T308 3:18"),
        file(
            "a.otg",
            "[variant:brandubh]\n[attackers:A]\n[attackers:B]\n\n1. d1-c1\n",
            "T014 3:12, T307 5:4",
        ),
        file("a.json", "{\"name\":\"Anna\"}\n", "T015 1:1"),
        file(
            "a.pgn",
            "[Attackers \"A\"]\n[Variant \"Brandubh\"]\n[Result \"0-1\"]\n\n1. d1-c1 1-0\n",
            "T309 5:10, T305 3:10",
        ),
        // Of 1,002 unknown tags, a line each, 1,000 are listed; the game is on line 1,005.
        file(
            "a.otg",
            format!("{}[variant:brandubh]\n\n1. d1-c1\n", "[zz:1]\n".repeat(1002)),
            &(1..=1000)
                .map(|line| format!("T009 {line}:2"))
                .chain(["T307 1005:4".to_owned(), "T018 1001:2".to_owned()])
                .collect::<Vec<_>>()
                .join(", "),
        ),
        // Moves, from the start of brandubh: nothing on b2; d7 is the attackers', whose turn is
        // over; a3 is in the way from a4 to a2; no line; a1 is a corner; d2 is taken; there are 7
        // ranks.
        row(brandubh, "b2-b3,0,0,", "T101 1:1"),
        row(brandubh, "d1-c1 d7-c7,0,0,", "T102 1:7"),
        row(brandubh, "d1-c1 d3-a3 a4-a2,0,0,", "T103 1:13"),
        row(brandubh, "d1-e2,0,0,", "T104 1:1"),
        row(brandubh, "d1-a1,0,0,", "T105 1:1"),
        row(brandubh, "d1-d2,0,0,", "T106 1:1"),
        row(ESCAPE, "a3-a1 d7-e7,0,0,White", "T107 1:7, T305 1:17"),
        row(brandubh, "d1-d9,0,0,", "T108 1:1"),
        // Two squares where every piece moves one; over the empty throne.
        row("ard-ri-step atkf:y", "c1-a1,0,0,", "T109 1:1"),
        row(THRONE, "a3-e3,0,0,", "T110 1:1"),
        // The hop to b5 is not written, so the man is not there two plies later.
        row(CHAIN, "b1-b3xc3 g6-f6 b5-a5,1,0,", "T111 1:16"),
        row(brandubh, "d1-c1=b1,0,0,", "T112 1:1"),
        row(brandubh, "d1-d1,0,0,", "T113 1:1"),
        // d3 is a defender.
        row(brandubh, "d3-c3,0,0,", "T114 1:1, T307 1:1"),
        row(brandubh, "d1-c1 resigned d3-c3,0,0,", "T115 1:16, T307 1:16"),
        // c1-c3 takes d3.
        row(COMPULSORY, "c1-c2,0,0,", "T116 1:1"),
        // The record says that the defenders begin.
        file(
            "a.otg",
            "[variant:brandubh]\n[first-mover:defenders]\n\n1. d1-c1\n",
            "T117 4:4, T307 4:4",
        ),
        row("hnefatafl-org", "f2-f3 f4-g4 f3-f2 g4-f4,0,0,", "T118 1:19"),
        // Nothing stands on b2, and the variation is on a turn behind that.
        file(
            "a.otg",
            "[variant:brandubh]\n\n1. b2-b3 d3-c3\n2. d1-c1\n2a.1.1a. d1-b1\n",
            "T101 3:4, T119 5:10",
        ),
        // Captures and symbols.
        row(CAPTURE, "c1-c3,0,0,", "T201 1:1, T307 1:1"),
        row(CAPTURE, "c1-c2xd3,1,0,", "T202 1:1, T307 1:1"),
        row(CAPTURE, "c1-c3xd3xd3,2,0,", "T203 1:1, T307 1:1"),
        row(CAPTURE, "Kc1-c3xd3,1,0,", "T204 1:1, T307 1:1"),
        row(CAPTURE, "c1-c2++,0,0,", "T205 1:1, T307 1:1"),
        row(CAPTURE, "c1-c3xd3,2,0,", "T206 1:10, T307 1:1"),
        // The board after d1-c1 is printed as it was before; 40 moves are legal at the start; c1-c3
        // takes one man.
        file(
            "a.json",
            format!("{{{TREE},\"boards\":[{{\"after\":1,\"position\":\"{BRANDUBH}\"}}],{MOVE}}}"),
            "T207 1:84, T308 1:67",
        ),
        file(
            "a.json",
            format!("{{{TREE},\"tags\":[{{\"name\":\"legal-moves\",\"value\":\"39\"}}],{MOVE}}}"),
            "T208 1:138, T308 1:67",
        ),
        row(CAPTURE, "c1-c3x2,1,0,Draw", "T209 1:1, T206 1:9, T308 1:13"),
        // Results. The defenders are to move when the word comes, so they lose.
        row(ESCAPE, "a3-a1,0,0,Black", "T301 1:11"),
        row(ESCAPE, "a3-a1,0,0,", "T302 1:1"),
        row(brandubh, "d1-c1 resigned,0,0,Black", "T303 1:7"),
        row(brandubh, "d1-c1 timeout,0,0,Black", "T304 1:7"),
        row(brandubh, "d1-c1,0,0,White", "T305 1:11"),
        row(brandubh, "d1-c1 resigned,0,0,White", "T306 1:7"),
        row(brandubh, "d1-c1,0,0,Ongoing", "T307 1:11"),
        row(brandubh, "d1-c1,0,0,Draw", "T308 1:11"),
        row(CLOSED, "a6-b6,0,0,Black", "T310 1:11"),
        // Rules.
        file("a.otg", "[variant:copenhaggen]\n\n1. d1-c1\n", "T401 1:10"),
        file(
            "a.json",
            "{\"AageGameTypeName\": \"Tyr 9x9\", \"Moves\": [\"a1-a2\"], \"WhoWon\": \"\"}",
            "T402 1:23",
        ),
        file("a.otg", format!("[rules:dim:7 tfr:w {start}]\n\n1. d1-c1\n"), "T403 1:14, T307 3:4"),
        file("a.otg", "[rules:dim:7 start:/7/7/7/7/7/7/7/]\n\n1. d1-c1\n", "T404 1:14"),
        file("a.otg", format!("[rules:dim:7 zz:w {start}]\n\n1. d1-c1\n"), "T405 1:14, T307 3:4"),
        file("a.csv", "d1-d3 e5-e2,0,0,White\n", "T406 1:1"),
        file("a.otg", "[variant:brandubh]\n[position:/5/5/5/5/5/]\n\n1. a1-a2\n", "T407 2:11"),
        // The king who goes to a corner stands on e7 if the rows are read from the top.
        file(
            "a.otg",
            "[variant:brandubh atkf:n]\n[position:/2t1K2/7/7/7/7/7/7/]\n\n1. e7-g7\n",
            "T409 2:11, T101 4:4",
        ),
        // Puzzles. From the middle the king reaches a corner in two moves over three squares of the
        // edge, and in one move never; from e1 he reaches g1 in one, c1 being in the way of a1.
        puzzle(MIDDLE, "mate in 2", "", "T501 4:14"),
        puzzle(MIDDLE, "win 2", "1. e4-e1\n", "T502 6:4"),
        puzzle(EDGE, "win 2", "1. e1-g1\n", "T503 4:14"),
        puzzle(MIDDLE, "win 1", "", "T504 4:14"),
        puzzle(EDGE, "win 1", "1. e1-e2\n", "T506 6:4"),
        // One man cannot take a king who can always go to a corner.
        file(
            "a.otg",
            format!("[variant:brandubh]\n[position:{EDGE}]\n[puzzle-goal:attackers win]\n"),
            "T505 3:14",
        ),
    ]
}

/// The catalogue as the command lists it: code and severity.
fn catalogue() -> Vec<(String, String)> {
    let listed = run::json(&["explain", "--output", "json"]);
    let entries = listed["findings"].as_array().unwrap();
    entries.iter().map(|e| (text(e, "code").to_owned(), text(e, "severity").to_owned())).collect()
}

#[test]
fn every_code_has_an_input_that_triggers_it() {
    let catalogue = catalogue();
    let mut triggered = BTreeSet::new();
    for case in cases() {
        let rules = case.rules.map_or_else(Vec::new, |rules| vec!["--variant", rules]);
        let checked = run::check(case.name, &case.content, &rules);
        assert_eq!(checked.found(), case.found);
        let codes: Vec<&str> = checked.findings().map(|(_, found)| text(found, "code")).collect();
        let is_error = |code: &&str| catalogue.iter().any(|(c, s)| c == code && s == "error");
        let faulty = codes.iter().any(is_error);
        assert_eq!(checked.code, i32::from(faulty), "exit code with {}", case.found);
        triggered.extend(codes.into_iter().map(str::to_owned));
    }
    let known: BTreeSet<String> = catalogue.into_iter().map(|(code, _)| code).collect();
    assert_eq!(triggered, known);
}

#[test]
fn every_code_is_explained() {
    for (code, severity) in catalogue() {
        let told = run::run(&["explain", &code.to_lowercase()]);
        assert_eq!(told.code, 0);
        assert!(told.out.starts_with(&format!("{code} ({severity}): ")), "{}", told.out);
        for part in ["\nrule: ", "\nexample: ", "\nhelp: "] {
            assert!(told.out.contains(part), "{code} lacks{part}");
        }
    }
}
