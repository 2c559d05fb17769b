//! `tafl check` on puzzles.
//!
//! Two positions of brandubh serve throughout, the defenders to move. With the king on e4 and one
//! attacker on c4, no corner is on a line with the king, and e4-e1, e4-g4 and e4-e7 bring him to the
//! edge with two corners open, of which one man can close one: a win in 2 by three keys. With the king
//! on e1 and the attacker on c1, e1-g1 wins, and a1 is out of reach.

use std::fs;

use crate::run::{self, Checked, Folder, text};

const MIDDLE: &str = "/7/7/7/2t1K2/7/7/7/";
const EDGE: &str = "/2t1K2/7/7/7/7/7/7/";

/// A puzzle as a file, with these tags and moves.
fn puzzle(position: &str, tags: &str, moves: &str) -> String {
    format!("[variant:brandubh atkf:n]\n[position:{position}]\n{tags}\n\n{moves}")
}

fn check(content: &str, arguments: &[&str]) -> Checked {
    run::check("a.otg", content, arguments)
}

/// Checks a puzzle by its goal.
fn goal(position: &str, goal: &str, moves: &str) -> Checked {
    check(&puzzle(position, &format!("[puzzle-start:0a]\n[puzzle-goal:{goal}]"), moves), &[])
}

#[test]
fn a_puzzle_that_holds_is_not_told_of() {
    let holds = goal(EDGE, "defenders win in 1", "1. e1-g1\n");
    assert_eq!((holds.found().as_str(), holds.code), ("", 0));
    assert_eq!(goal(EDGE, "win", "").found(), "");
    assert_eq!(check(&puzzle(EDGE, "[puzzle-mode:strict]", ""), &[]).found(), "");
}

/// The example of the page on puzzles, and our own puzzles but for those that show faults.
#[test]
fn puzzles_that_hold() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("grammar/puzzles.md")).unwrap();
    let example = page.split("```\n").nth(1).unwrap();
    assert_eq!(check(example, &[]).found(), "");
    let ours = Folder::new().check(&[root.join("puzzles").to_str().unwrap()]);
    let told: Vec<String> = ours.findings().map(|(puzzle, found)| told(puzzle, found)).collect();
    assert_eq!(told, ["example-cooked.otg: T502", "example-refuted.otg: T504"]);
}

/// The file's own name and the code.
fn told(puzzle: &serde_json::Value, finding: &serde_json::Value) -> String {
    let name = text(puzzle, "file").rsplit('/').next().unwrap().to_owned();
    format!("{name}: {}", text(finding, "code"))
}

#[test]
fn what_cannot_be_asked_is_told_where_it_stands() {
    let told = |checked: Checked, found: &str, message: &str| {
        assert_eq!((checked.found().as_str(), checked.code), (found, 1), "{message}");
        let (_, finding) = checked.findings().last().unwrap();
        assert!(text(finding, "message").contains(message), "{finding}");
    };
    told(goal(EDGE, "attackers win", ""), "T501 4:14", "the defenders are to move");
    told(goal(EDGE, "win 0", ""), "T501 4:14", "ask for 1 to 99");
    told(goal(EDGE, "win in 1000", ""), "T501 4:14", "ask for 1 to 99");
    told(goal(EDGE, "win and draw", ""), "T501 4:14", "two goals at once");
    let start = |start: &str, moves: &str| {
        check(&puzzle(EDGE, &format!("[puzzle-start:{start}]"), moves), &[])
    };
    told(start("first", ""), "T501 3:15", "it must be a ply of the record");
    told(start("2a", "1. e1-e2 c1-c2\n"), "T501 3:15", "it must be a ply of the record");
    told(start("1a", "1. e1-g1\n"), "T501 3:15", "the game is over: the king has escaped");
    // A puzzle cannot lie behind the end of its own game, though the replay goes on.
    told(start("1b", "1. e1-g1 c1-c2\n"), "T107 5:10, T501 5:10", "the game is over");
}

#[test]
fn what_the_replay_tells_is_not_told_again() {
    let start = |moves: &str| check(&puzzle(EDGE, "[puzzle-start:1b]", moves), &[]).found();
    assert_eq!(start("1. e1-e9 c1-c2\n"), "T108 5:4");
    assert_eq!(start("1. e1-e2 c1-d2\n"), "T104 5:10");
    assert_eq!(goal("/7/7/7/7/7/7/7/", "win", "").found(), "T407 2:11");
    assert_eq!(goal(EDGE, "win 1", "1. e1-f2\n").found(), "T104 6:4");
    let unknown = "[variant:brandoob]\n[puzzle-start:0a]\n\n1. a1-a2\n";
    assert_eq!(check(unknown, &[]).found(), "T401 1:10");
}

#[test]
fn a_solution_is_followed_to_where_it_strays() {
    let strays = goal(MIDDLE, "win 2", "1. e4-e1 c4-c3\n2. e1-e2\n");
    assert_eq!(strays.found(), "T502 6:4, T506 7:4");
    let (_, finding) = strays.findings().last().unwrap();
    assert_eq!(finding["ply"], 3);
    assert_eq!(
        text(finding, "message"),
        "ply 3 of the recorded solution: e1-e2 does not win in 1; e1-a1 or e1-g1 does"
    );
    // Of two moves before the puzzle none is part of the solution.
    let later = puzzle(MIDDLE, "[puzzle-start:1b]", "1. e4-f4 c4-c3\n2. f4-f5\n");
    assert_eq!(check(&later, &[]).found(), "T502 6:4, T506 6:4");
}

#[test]
fn the_goal_or_the_first_move_says_who_is_to_solve() {
    // The attackers begin in brandubh; a goal that names the defenders says that they do here.
    let tags = |goal| format!("[variant:brandubh]\n[position:{EDGE}]\n[puzzle-goal:{goal}]");
    let named = tags("defenders win in 1");
    assert_eq!(check(&format!("{named}\n\n1. e1-g1\n"), &[]).found(), "");
    assert_eq!(check(&format!("{named}\n"), &[]).found(), "");
    // From later on, it says nothing about the start.
    let later = format!("{named}\n[puzzle-start:1b]\n\n1. c1-c2 e1-e2\n");
    assert_eq!(check(&later, &[]).found(), "T501 3:14");
    // A goal that names nobody leaves it to the rules, and the first move shows otherwise.
    let unnamed = tags("win in 1");
    assert_eq!(check(&format!("{unnamed}\n\n1. e1-g1\n"), &[]).found(), "T114 5:4");
    // A goal of the side that does not make the first move asks nothing.
    assert_eq!(check(&format!("{named}\n\n1. c1-c2\n"), &[]).found(), "T501 3:14");
}

#[test]
fn nodes_bound_what_is_solved() {
    let start = "[variant:brandubh]\n[puzzle-goal:attackers win in 9]\n";
    assert_eq!(check(start, &["--puzzle-nodes", "3000"]).found(), "T505 2:14");
    assert_eq!(check(start, &["--puzzle-nodes", "0"]).found(), "");
    let unreadable = puzzle(EDGE, "[puzzle-goal:mate]", "");
    assert_eq!(check(&unreadable, &["--puzzle-nodes", "0"]).found(), "T501 3:14");
}

#[test]
fn what_is_told_does_not_depend_on_the_threads() {
    let mut folder = Folder::new();
    for at in 0..6 {
        let start = format!("[variant:brandubh]\n[puzzle-goal:attackers win in {}]\n", 5 + at);
        folder = folder.and(&format!("{at}.otg"), start);
    }
    let told = |jobs| {
        let arguments = [".", "--puzzle-nodes", "20000", "--jobs", jobs];
        folder.check(&arguments).told() + &folder.check(&arguments).found()
    };
    assert_eq!(told("1"), told("4"));
    assert_eq!(told("4").matches("T505").count(), 6);
}

#[test]
fn other_games_are_not_solved() {
    let game = format!("[variant:brandubh atkf:n]\n[position:{MIDDLE}]\n\n1. e4-e1\n");
    assert_eq!(check(&game, &[]).found(), "T307 4:4");
}

#[test]
fn puzzles_are_told_of_in_every_form() {
    let cooked = puzzle(MIDDLE, "[puzzle-goal:win 2]", "1. e4-e1\n");
    let folder = Folder::with("a.otg", &cooked);
    let sarif = folder.run(&["check", "a.otg", "--report", "sarif"]);
    let sarif: serde_json::Value = serde_json::from_str(&sarif.out).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!((text(result, "ruleId"), text(result, "level")), ("T502", "warning"));
    let region = &result["locations"][0]["physicalLocation"]["region"];
    assert_eq!((&region["startLine"], &region["startColumn"]), (&5.into(), &4.into()));
    let junit = folder.run(&["check", "a.otg", "--report", "junit"]);
    assert!(junit.out.contains("a.otg:5:4: T502: there are 3 keys: e4-e1, e4-g4, e4-e7"));
    let strict = folder.run(&["check", "a.otg", "--strict"]);
    assert_eq!(strict.code, 1);
    assert!(strict.out.contains("1. e4-e1\n  |    ^^^^^"), "{}", strict.out);
    // The tags go with the record into other formats.
    assert_eq!(folder.run(&["convert", "a.otg", "--to", "json", "-o", "a.json"]).code, 0);
    assert!(fs::read_to_string(folder.path("a.json")).unwrap().contains("puzzle-goal"));
    assert_eq!(&folder.check(&["a.json"]).found()[..4], "T502");
}

/// The lines that begin with a word and a colon, or end with a word for keys.
fn solved(files: &[(&str, String)], arguments: &[&str]) -> (i32, Vec<String>) {
    let folder = files.iter().fold(Folder::new(), |folder, (name, text)| folder.and(name, text));
    let run = folder.run(&[&["solve"], arguments].concat());
    let board = |line: &&str| {
        let line = line.trim_start();
        line.starts_with("a b ")
            || line.split(' ').next().is_some_and(|word| word.parse::<u8>().is_ok())
    };
    let lines = run.out.lines().filter(|line| !board(line) || line.contains(" puzzles: "));
    let told = lines.filter(|line| !line.contains(" nodes in ")).map(str::to_owned);
    (run.code, told.collect())
}

fn asked(position: &str, goal: &str) -> String {
    puzzle(position, &format!("[puzzle-start:0a]\n[puzzle-goal:{goal}]"), "")
}

/// What the verdict says, or the list of keys, is not said again.
#[test]
fn solve_says_everything_once() {
    let one = |position, goal, more: &[&str]| {
        let file = [("a.otg", asked(position, goal))];
        let (code, lines) = solved(&file, &[&["a.otg"], more].concat());
        (code, lines[2..].join("\n"))
    };
    let refuted = "refuted: the defenders have no win in 1, exhaustively".to_owned();
    assert_eq!(one(MIDDLE, "defenders win in 1", &[]), (1, refuted));
    let (code, cooked) = one(MIDDLE, "defenders win in 2", &[]);
    let lines: Vec<&str> = cooked.lines().collect();
    assert_eq!(code, 1);
    assert_eq!(lines[0], "proved: the defenders win in 2, which is proved to be the shortest");
    assert_eq!(lines[1], "cooked: 3 keys: e4-e1  e4-g4  e4-e7");
    assert_eq!(lines.len(), 3, "{cooked}");
    assert!(lines[2].starts_with("main line: 1. e4-"), "{cooked}");
    let (code, unknown) = one(MIDDLE, "defenders win in 5", &["--nodes", "0"]);
    let lines: Vec<&str> = unknown.lines().collect();
    assert_eq!(code, 1);
    assert!(lines[0].starts_with("unknown: "), "{unknown}");
    assert_eq!(lines[1..], ["the limit on nodes was reached"], "{unknown}");
    // What nothing else says is said.
    let (code, short) = one(EDGE, "defenders win in 3", &[]);
    assert_eq!(code, 1);
    assert!(short.ends_with("short: a win in 3 is asked for, but e1-g1 wins in 1"), "{short}");
}

/// A folder: one that holds, one that is cooked, one without a win, and one whose goal cannot be read.
#[test]
fn solve_adds_up_several_puzzles() {
    let files = [
        ("a.otg", asked(EDGE, "defenders win in 1")),
        ("b.otg", asked(MIDDLE, "defenders win in 2")),
        ("c.otg", asked(MIDDLE, "defenders win in 1")),
        ("d.otg", asked(MIDDLE, "checkmate")),
        ("e.otg", asked(EDGE, "defenders win in 3")),
    ];
    let (code, lines) = solved(&files, &["."]);
    assert_eq!(code, 1);
    assert_eq!(
        lines.last().unwrap(),
        "5 puzzles: 3 proved, 1 refuted, 0 unknown, 1 not solved; of those proved, 1 cooked, \
         1 shorter than claimed"
    );
    // One puzzle needs no sum, and programs add up themselves.
    assert!(!solved(&files[..1], &["a.otg"]).1.concat().contains("1 puzzle"));
    let (_, json) = solved(&files, &[".", "--output", "jsonl"]);
    // What is not solved is an entry too.
    assert_eq!(json.len(), 5);
}
