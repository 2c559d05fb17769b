//! From a record to its game: whose rules, which position, and who begins.
//!
//! On the board of 7x7 with one attacker on c4 and the king on e4, the king reaches the edge by e1, g4
//! or e7 and a corner from there: the defenders, if they move first, win in 2 by three turns.

use serde_json::Value;

use crate::run::{Folder, Run, check, run, tafl, text};

const OPEN: &str = "/7/7/7/2t1K2/7/7/t6/";

/// A game in every format that says who begins: the defenders, here, in brandubh.
fn stating(moves: [&str; 2]) -> Vec<(&'static str, String)> {
    let [first, second] = moves;
    let sgf = |word: &str, side| {
        let letter = |square: &str| {
            let (file, rank) = square.split_at(1);
            format!("{file}{}", (b'a' + 7 - rank.parse::<u8>().unwrap()) as char)
        };
        let (from, to) = word.split_once('-').unwrap();
        format!(";{side}[{}{}]", letter(from), letter(to))
    };
    let sides = if first.starts_with("d1") { ["B", "W"] } else { ["W", "B"] };
    let tree = format!("{}{}", sgf(first, sides[0]), sgf(second, sides[1]));
    let words = format!("\"{first}\", \"{second}\"");
    let site = "\"AageGameTypeName\": \"Historical Hnefatafl 7x7 (Irish Brandubh 1)\"";
    vec![
        ("a.otg", format!("[variant:brandubh]\n[first-mover:defenders]\n\n1. {first} {second}\n")),
        ("b.otg", format!("[variant:brandubh atkf:n]\n\n1. {first} {second}\n")),
        (
            "a.pgn",
            format!(
                "[Notation \"taflkit\"]\n[RulesName \"brandubh\"]\n[First \"defenders\"]\n\n1. {first} {second}\n"
            ),
        ),
        ("a.sgf", format!("(;FF[4]CA[UTF-8]RU[brandubh]PL[W]{tree})\n")),
        (
            "a.json",
            format!(
                "{{{site}, \"FirstMover\": \"defenders\", \"Moves\": [{words}], \"WhoWon\": \"\"}}\n"
            ),
        ),
        (
            "b.json",
            format!(
                "{{{site}, \"WhoMovedFirst\": \"white\", \"Moves\": [{words}], \"WhoWon\": \"\"}}\n"
            ),
        ),
        (
            "c.json",
            format!(
                "{{\"rules_name\": \"brandubh\", \"rated\": false, \"first_mover\": \"defenders\", \"moves\": \"{first} {second}\", \"time_control\": null}}\n"
            ),
        ),
    ]
}

/// d3-c3 is a move of the defenders', d1-c1 one of the attackers'.
#[test]
fn a_statement_of_the_first_mover_is_held_against_the_moves() {
    for (name, record) in stating(["d3-c3", "d1-c1"]) {
        let checked = check(name, &record, &[]);
        let found = checked.found();
        assert!(checked.code == 0 && !found.contains("T1"), "{name}: {found}\n{record}");
    }
    for (name, record) in stating(["d1-c1", "d3-c3"]) {
        let checked = check(name, &record, &[]);
        let found = checked.found();
        assert_eq!(checked.code, 1, "{name}: {found}\n{record}");
        assert!(found.contains("T117") && !found.contains("T114"), "{name}: {found}");
        // The turns alternate from the side that did begin.
        assert_eq!(checked.results[0]["plies"], 2, "{name}");
    }
}

/// The statement comes through our own JSON and back, whatever it was written in.
#[test]
fn formats_hand_the_statement_on() {
    for (name, record) in stating(["d3-c3", "d1-c1"]) {
        for format in ["otg", "pgn", "sgf", "json", "archive", "htp-json", "pto"] {
            let folder = Folder::with(name, &record);
            let written = folder.run(&["convert", "--to", format, name]);
            let back = Run::of(
                tafl()
                    .args(["convert", "--format", format, "--to", "json", "-"])
                    .write_stdin(written.out.clone()),
            );
            assert!(
                back.out.contains("\"first\":\"defenders\"")
                    || back.out.contains("\"first\": \"defenders\"")
                    || (name == "b.otg" && back.out.contains("atkf:n")),
                "{name} by {format}: {}{}",
                written.out,
                back.out
            );
        }
    }
}

/// What contradicts the statement is told in every format that it is written in.
#[test]
fn every_format_holds_the_statement_against_the_moves() {
    let (name, record) = &stating(["d1-c1", "d3-c3"])[0];
    for format in ["otg", "pgn", "sgf", "json", "archive", "htp-json", "pto"] {
        let folder = Folder::with(name, record);
        let written = folder.run(&["convert", "--to", format, name]).out;
        let checked = folder.and("written", written).check(&["--format", format, "written"]);
        assert!(checked.found().contains("T117"), "{format}: {}", checked.found());
    }
    let puzzle = record.replace("\n\n", "\n[puzzle-goal:win 1]\n\n");
    let refused = Folder::with(name, puzzle).run(&["solve", name]);
    assert_eq!((refused.code, refused.out.as_str()), (1, ""));
    let told =
        "the attackers begin, with d1, where the record states that the defenders move first";
    assert!(refused.err.contains(told), "{}", refused.err);
}

/// The site writes "black" under every game, also under those that the defenders begin.
#[test]
fn black_moved_first_is_no_statement() {
    let game = "{\"AageGameTypeName\": \"Historical Hnefatafl 9x9 (Saami Tablut-w)\", \
                \"WhoMovedFirst\": \"black\", \"Moves\": [\"e4-d4\", \"d1-c1\"], \"WhoWon\": \"\"}\n";
    assert_eq!(check("a.json", game, &[]).found(), "T307 1:113");
}

fn solved(name: &str, record: &str) -> (i32, Value) {
    let run = Folder::with(name, record).run(&["solve", name, "--output", "json"]);
    (run.code, serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{run:?}")))
}

#[test]
fn puzzles_are_solved_for_the_side_that_begins() {
    let puzzle = |head: &str, goal: &str| format!("{head}[puzzle-goal:{goal}]\n");
    let position = format!("[position:{OPEN}]\n");
    let own = format!("[rules:dim:7 esc:c start:{OPEN}]\n");
    let holds = |name: &str, record: &str, rules: &str| {
        let (code, answer) = solved(name, record);
        let told = (text(&answer, "verdict"), text(&answer, "side"), &answer["turns"]);
        assert_eq!(told, ("proved", "defenders", &2.into()), "{record}");
        assert_eq!((code, text(&answer, "variant")), (1, rules), "three keys are two too many");
        assert!(!check(name, record, &[]).found().contains("T1"), "{record}");
    };
    // Stated, with a goal that names the side or does not; by the goal alone.
    for goal in ["defenders win in 2", "win 2"] {
        let stated = format!("[variant:brandubh]\n[first-mover:defenders]\n{position}");
        holds("a.otg", &puzzle(&stated, goal), "brandubh");
    }
    let by_goal = puzzle(&format!("[variant:brandubh]\n{position}"), "defenders win in 2");
    holds("a.otg", &by_goal, "brandubh");
    holds("a.otg", &puzzle(&own, "defenders win in 2"), "7x7 own rules");
    let sgf = format!("(;FF[4]CA[UTF-8]RU[dim:7 esc:c start:{OPEN}]PL[W]TAG[puzzle-goal:win 2])\n");
    holds("a.sgf", &sgf, "7x7 own rules");
    // A statement goes before the goal.
    let against = format!("[variant:brandubh]\n[first-mover:attackers]\n{position}");
    let against = puzzle(&against, "defenders win in 2");
    assert_eq!(check("a.otg", &against, &[]).found(), "T501 4:14");
    let refused = Folder::with("a.otg", &against).run(&["solve", "a.otg"]);
    assert!(refused.err.contains("but the attackers are to move"), "{}", refused.err);
}

/// What is wrong with the start of a record is told by all in the same words.
#[test]
fn check_and_solve_find_the_same_rules() {
    let told = |tags: &str| {
        let record = format!("{tags}[puzzle-goal:win 1]\n");
        let folder = Folder::with("a.otg", &record);
        let (checked, solved) = (folder.check(&["a.otg"]), folder.run(&["solve", "a.otg"]));
        let message = checked.findings().next().map(|(_, f)| text(f, "message").to_owned());
        (message.unwrap_or_default(), solved.err)
    };
    // Type 16 of the site is Copenhagen, in which nobody wins in 1.
    let (message, error) = told("[variant:]\n[game-type:16]\n");
    assert_eq!(
        (message.as_str(), error.as_str()),
        ("the attackers have no win in 1, exhaustively", "")
    );
    for tags in [
        "[variant:]\n[game-type:999]\n",
        "[variant:brandoob]\n",
        "[variant:Tyr 9x9]\n[game-type:154]\n",
        "[rules:dim:7 start:/7/7/7/7/7/7/7/]\n",
        "[variant:brandubh]\n[position:/7/7/7/7/7/7/7/]\n",
        "[variant:fetlar]\n[position:/7/7/7/2t1K2/7/7/t6/]\n",
        "",
    ] {
        let (message, error) = told(tags);
        assert!(!message.is_empty() && error.contains(&message), "{tags}: {message}\n{error}");
    }
    // And so is what is only doubtful.
    let (message, error) = told("[rules:dim:7 zz:w start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]\n");
    assert!(message.contains("`zz`") && error.contains(&message), "{message}\n{error}");
}

/// The id of built-in rules, also if they are written out; else their name; else the board.
#[test]
fn rules_have_one_name() {
    let record = run(&["rules", "record", "brandubh"]).out;
    let start = "start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
    for (rules, name) in [
        ("brandubh".to_owned(), "brandubh"),
        (record.trim().to_owned(), "brandubh"),
        (format!("dim:7 name:Mine spd:3 {start}"), "Mine"),
        (format!("dim:7 spd:3 {start}"), "7x7 own rules"),
    ] {
        let head = if rules.contains("start") { "rules" } else { "variant" };
        let game = format!("[{head}:{rules}]\n[puzzle-goal:win 1]\n\n1. d1-c1\n");
        let folder = Folder::with("a.otg", &game);
        assert_eq!(folder.check(&["a.otg"]).results[0]["variant"], name);
        let (_, answer) = solved("a.otg", &game);
        assert_eq!(answer["variant"], name);
        let moves = folder.run(&["moves", "--variant", &rules, "--output", "json"]);
        let moves: Value = serde_json::from_str(&moves.out).unwrap();
        assert_eq!(moves["variant"], name);
        let perft = folder.run(&["perft", "--variant", &rules, "--depth", "1", "--output", "json"]);
        let perft: Value = serde_json::from_str(&perft.out).unwrap();
        assert_eq!(perft["variant"], name);
    }
}

/// Rules of one's own, or a position of which nothing is asked, make no puzzle.
#[test]
fn what_is_a_puzzle() {
    let refused = |record: &str| {
        let run = Folder::with("a.otg", record).run(&["solve", "a.otg"]);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{record}");
        run.err
    };
    let own = format!("[rules:dim:7 esc:c start:{OPEN}]\n\n1. c4-c5 e4-e1\n");
    assert!(refused(&own).contains("this record is a game, not a puzzle"));
    let position = format!("[variant:brandubh]\n[position:{OPEN}]\n\n1. c4-c5\n");
    assert!(
        refused(&position).contains("this record gives a position, and nothing is asked of it")
    );
    // A goal of the command's makes a puzzle of either.
    let asked = Folder::with("a.otg", &position).run(&["solve", "a.otg", "--goal", "win 1"]);
    assert!(asked.out.contains("refuted: the attackers have no win in 1"), "{asked:?}");
}

#[test]
fn positions_of_another_size_need_other_rules() {
    let moves = |more: &[&str]| run(&[&["moves", "--position", OPEN], more].concat());
    for command in [&["moves"][..], &["perft", "--depth", "1"], &["solve"]] {
        let run = run(&[command, &["--position", OPEN]].concat());
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{command:?}");
        insta::allow_duplicates! {
            insta::assert_snapshot!(run.err, @"error: the position is 7x7, and copenhagen is played on 11x11 (give rules for that board with --variant, such as brandubh, brandubh-2, magpie, or written out)");
        }
    }
    assert_eq!(moves(&["--variant", "fetlar"]).code, 2);
    // Simple Tafl is played on boards of any size; rules that are written out have one.
    assert_eq!(moves(&["--variant", "simple-tafl"]).code, 0);
    assert_eq!(moves(&["--variant", "dim:9 start:/9/9/9/9/4K4/9/9/9/3t5/"]).code, 2);
    // A word for games on several boards means the one on this board.
    assert!(moves(&["--variant", "Historical"]).out.contains("brandubh, attackers to move"));
    assert!(moves(&["--variant", "wtf"]).out.contains("brandubh, attackers to move"));
}

#[test]
fn positions_come_from_anywhere() {
    let drawn = run(&["moves", "--variant", "brandubh", "--position", OPEN]).out;
    let folder = Folder::with("board.txt", &drawn);
    let list = |position: &str, more: &[&str]| {
        let arguments = ["moves", "--variant", "brandubh", "--position", position];
        folder.run(&[&arguments[..], more].concat())
    };
    assert_eq!(list("@board.txt", &[]).out, drawn);
    assert_eq!(list(&drawn, &[]).out, drawn);
    let piped = Run::of(
        tafl()
            .args(["moves", "--variant", "brandubh", "--position", "-"])
            .write_stdin(drawn.clone()),
    );
    assert_eq!(piped.out, drawn);
    // The same record with its rows from the top.
    assert_eq!(list("/t6/7/7/2t1K2/7/7/7/", &["--top-first"]).out, drawn);
    assert_eq!(list("start", &[]).out, run(&["moves", "--variant", "brandubh"]).out);
    let missing = list("@nowhere.txt", &[]);
    assert_eq!(missing.code, 2);
    assert!(missing.err.starts_with("error: --position: nowhere.txt: "), "{}", missing.err);
    assert_eq!(list("row one\nrow two\n", &[]).code, 2);
}

/// Corners on the last rank alone, where no man may stop; one stands on a7, and turned on a1.
#[test]
fn a_position_that_makes_sense_upside_down_gets_a_hint() {
    let rules = "dim:7 cor:a7,g7 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
    let moves = |more: &[&str]| {
        run(&[&["moves", "--variant", rules, "--position", OPEN], more].concat()).err
    };
    assert!(moves(&[]).contains("(add --top-first)"), "{}", moves(&[]));
    assert_eq!(moves(&["--top-first"]), "");
    let record = format!("[rules:{rules}]\n[position:{OPEN}]\n");
    assert_eq!(check("a.otg", &record, &[]).found(), "T409 2:11, T307 1:1");
}

#[test]
fn solve_reads_what_is_piped_in() {
    let solve = |input: String| Run::of(tafl().arg("solve").write_stdin(input));
    let puzzle =
        format!("[variant:brandubh]\n[position:{OPEN}]\n[puzzle-goal:defenders win in 2]\n");
    assert!(solve(puzzle).out.contains("proved: the defenders win in 2"));
    let nothing = solve(String::new());
    assert_eq!((nothing.code, nothing.out.as_str()), (2, ""));
    assert_eq!(
        nothing.err,
        "error: nothing to solve: name files or folders, pipe records in, or give a --position\n"
    );
    let side = run(&["solve", "--side", "defenders"]);
    assert_eq!((side.code, side.out.as_str()), (2, ""));
}

/// The app that writes WTF means a game of 7x7, the federation one of 11x11.
#[test]
fn a_word_for_two_games_is_told_apart() {
    let game = |moves: &str| {
        let tags = "[Event \"x\"]\n[Variant \"WTF\"]\n[Attackers \"A\"]\n[Defenders \"D\"]\n";
        check("a.pgn", format!("{tags}\n{moves}\n"), &[])
    };
    // f4 is an attacker's square in brandubh, a defender's in Copenhagen.
    let small = game("1. f4-f6 c4-c3  2. b4-c4");
    assert_eq!((small.code, &small.results[0]["variant"]), (0, &"brandubh".into()));
    let large = game("1. d1-d3 e5-e2 2. k8-k9");
    assert_eq!((large.code, &large.results[0]["variant"]), (0, &"copenhagen".into()));
    // Men stand on d1 in both.
    let either = game("1. d1-c1");
    assert_eq!((either.code, either.found().as_str()), (1, "T401 2:11"));
    assert!(either.told().contains("`WTF` is a word for brandubh (7x7) and copenhagen (11x11)"));
    // The other words for several games mean the usual one, unless board or moves say otherwise.
    let sea = |head: &str, moves: &str| {
        let checked = check("a.otg", format!("[variant:Sea Battle]\n{head}\n{moves}\n"), &[]);
        text(&checked.results[0], "variant").to_owned()
    };
    assert_eq!(sea("", "1. d1-c1"), "sea-battle-9");
    assert_eq!(sea("", "1. d1-c1 f3-b3 2. k8-k9"), "sea-battle-11");
    assert_eq!(sea("[size:13]\n", "1. e1-d1"), "sea-battle-13");
    // In Ard Ri by steps the defenders begin, and nobody goes further than one square.
    let ard = |moves: &str| {
        let checked = check("a.otg", format!("[variant:Ard Ri]\n\n{moves}\n"), &[]);
        text(&checked.results[0], "variant").to_owned()
    };
    assert_eq!(ard("1. c1-a1 c3-b3"), "ard-ri");
    assert_eq!(ard("1. c3-b3 c1-b1"), "ard-ri-step");
}
