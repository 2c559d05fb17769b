//! What a terminal obeys or hides never reaches it from data or arguments, whatever the command.

use serde_json::json;

use crate::run::{Folder, Run, run};

/// Clears the screen, sets the title, turns the direction of writing, hides letters, ends lines.
const HOSTILE: &str =
    "\x1b[2J\x1b]0;owned\x07\u{9b}31m\u{202e}live\u{2066}x\u{200b}\u{2028}\u{7f}\rback";

/// Rules under this name; white space would end it.
fn hostile_rules(position: &str) -> String {
    let name: String = HOSTILE.chars().filter(|letter| !letter.is_whitespace()).collect();
    format!("dim:7 name:{name} start:{position}")
}

/// A game whose rules, tags, moves and comments are hostile.
fn hostile_record() -> String {
    json!({
        "schema": "taflkit.record/1",
        "rules": { "record": hostile_rules("/7/7/7/2t1K2/7/7/t6/") },
        "tags": [{ "name": HOSTILE, "value": HOSTILE }],
        "lines": [{
            "moves": [{ "path": ["c4", "c3"] }, { "unreadable": HOSTILE }],
            "notes": [{ "at": 0, "place": "after", "text": HOSTILE }],
        }],
    })
    .to_string()
}

/// Nothing hostile in what was shown, but traces of it if it was shown at all.
fn is_safe(run: &Run, what: &str) {
    for text in [&run.out, &run.err] {
        let bad = text.chars().find(|&letter| {
            (letter.is_control() && !matches!(letter, '\n' | '\t'))
                || "\u{202e}\u{2066}\u{200b}\u{2028}".contains(letter)
        });
        assert_eq!(bad, None, "{what}: {text:?}");
    }
}

fn shows(run: &Run, what: &str) {
    is_safe(run, what);
    assert!(run.out.contains("<U+") || run.err.contains("<U+"), "{what}: {run:?}");
}

#[test]
fn a_hostile_record_is_safe_in_every_command() {
    let folder = Folder::with("game.json", hostile_record());
    for command in ["check", "solve", "identify", "fmt --diff", "check --diff"] {
        let mut arguments: Vec<&str> = command.split(' ').collect();
        arguments.extend(["-v", "game.json"]);
        is_safe(&folder.run(&arguments), command);
    }
    shows(&folder.run(&["check", "game.json"]), "check");
    shows(&folder.run(&["solve", "game.json", "--goal", "win 1", "--max-turns", "1"]), "solve");
}

#[test]
fn hostile_rules_are_safe_in_every_command() {
    let rules = &*hostile_rules("/3t3/7/7/2t1K2/7/7/t6/");
    shows(&run(&["rules", "show", rules]), "rules show");
    shows(&run(&["rules", "record", rules]), "rules record");
    shows(&run(&["moves", "--variant", rules]), "moves");
    let position = ["--position", "/3t3/7/7/2t1K2/7/7/t6/", "--side", "defenders"];
    let solve = ["solve", "--variant", rules, "--goal", "win 1"];
    shows(&run(&[&solve[..], &position].concat()), "solve --position");
    is_safe(&run(&["rules", "diff", rules, "brandubh"]), "rules diff");
    is_safe(&run(&["perft", "--variant", rules, "--depth", "1"]), "perft");
    shows(&run(&["rules", "show", HOSTILE]), "rules show of an unknown name");
    shows(&run(&["explain", HOSTILE]), "explain");
    shows(&run(&["check", "--variant", HOSTILE, "-"]), "check --variant");
    shows(&run(&["check", "--format", HOSTILE]), "an argument that is none");
    shows(&run(&[HOSTILE]), "a command that is none");
}

/// The mark stands under what it marks, although more letters are shown than there are.
#[test]
fn marks_stand_under_what_they_mark() {
    let game = "[variant:brandubh]\n\n1. \x1b\u{202e} xyz d1-c1\n";
    let run = Folder::with("game.otg", game).run(&["check", "game.otg"]);
    is_safe(&run, "check");
    let lines: Vec<&str> = run.out.lines().collect();
    let at = lines.iter().position(|line| line.contains("xyz d1-c1")).unwrap();
    let column = lines[at].find("xyz").unwrap();
    assert!(lines[at].contains("<U+001B><U+202E> xyz"), "{}", run.out);
    let marked = lines[at..].iter().any(|line| line.find('^') == Some(column));
    assert!(marked, "{}", run.out);
}

#[test]
fn colours_are_our_own() {
    let folder = Folder::with("game.json", hostile_record());
    for command in [&["check", "game.json"][..], &["fmt", "--diff", "game.json"]] {
        let run = folder.run(&[command, &["--color", "always"]].concat());
        for escape in run.out.split('\x1b').skip(1) {
            let length = escape.find(|letter: char| !"[0123456789;".contains(letter));
            assert_eq!(length.map(|at| &escape[at..=at]), Some("m"), "{command:?}: {escape:?}");
        }
        assert!(!run.out.contains(['\u{9b}', '\u{202e}', '\x07']), "{command:?}");
    }
}

#[test]
fn hostile_certificates_are_safe() {
    let proof = json!({
        "schema": HOSTILE, "rules": HOSTILE, "variant": HOSTILE, "solver": HOSTILE,
        "history": [], "quiet": 0, "claim": { "win_in": 1 }, "nodes": [],
    });
    let folder = Folder::with("proof.json", proof.to_string());
    shows(&folder.run(&["verify", "proof.json", HOSTILE]), "verify");
    let rules = json!({
        "schema": "taflkit.proof/1", "rules": "dim:7 start:/7/7/7/2t1K2/7/7/t6/", "variant": null,
        "solver": HOSTILE, "history": [HOSTILE], "quiet": 0, "claim": { "win_in": 1 }, "nodes": [],
    });
    is_safe(&folder.and("two.json", rules.to_string()).run(&["verify", "two.json"]), "verify");
}

/// Reports for other tools stay what they are: JSON that can be read, and XML that is well-formed.
#[test]
fn reports_keep_their_own_escapes() {
    let folder = Folder::with("game.json", hostile_record());
    let sarif = folder.run(&["check", "--report", "sarif", "game.json"]).out;
    assert!(serde_json::from_str::<serde_json::Value>(&sarif).is_ok(), "{sarif}");
    let junit = folder.run(&["check", "--report", "junit", "game.json"]).out;
    assert!(!junit.contains(|letter: char| letter.is_control() && letter != '\n'), "{junit}");
}

#[cfg(unix)]
#[test]
fn names_of_files_are_safe() {
    let name = "a\x1b[2J\u{202e}b\nforged: 0 errors.otg";
    let folder = Folder::with(name, "[variant:brandubh]\n\n1. a1-a2 xyz\n");
    for command in
        ["check", "fmt --check", "fmt --diff", "identify", "solve", "verify", "convert --to csv"]
    {
        let mut arguments: Vec<&str> = command.split(' ').collect();
        arguments.push(name);
        let run = folder.run(&arguments);
        is_safe(&run, command);
        let forged = |text: &str| text.lines().any(|line| line.starts_with("forged"));
        assert!(!forged(&run.out) && !forged(&run.err), "{command}: {run:?}");
    }
}
