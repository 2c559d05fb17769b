//! What `tafl convert` does for OpenTafl, which opens less than we read.

use crate::run::Folder;

fn converted(text: &str) -> (i32, String, String) {
    let run = Folder::with("a.otg", text).run(&["convert", "--to", "otg", "a.otg"]);
    (run.code, run.out, run.err)
}

const RULES: &str = "[rules:dim:7 name:Brandubh tfr:w rep:defenders ks:c nj:n cj:n \
    start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]";

#[test]
fn rules_that_are_only_talked_of_are_written_out() {
    for talk in [
        "[start-comment:there is no [rules:] here]\n\n1. d1-c1 d3-c3\n[|]\n",
        "[date:1]\n\n1. d1-c1 d3-c3\n[by the [rules:dim:9] of old|]\n",
    ] {
        let (code, out, _) = converted(&format!("[variant:brandubh]\n{talk}"));
        assert_eq!(code, 0);
        assert!(out.lines().any(|line| line == RULES), "{out}");
    }
    // Rules without brackets are not seen by that program.
    let bare = &RULES["[rules:".len()..RULES.len() - 1];
    let (_, out, _) = converted(&format!("{bare}\n\n1. d1-c1 d3-c3\n[|]\n"));
    assert_eq!(out, format!("{RULES}\n\n1. d1-c1 d3-c3\n[|]\n\n"));
}

#[test]
fn a_file_that_opentafl_opens_stays_as_it_is() {
    let moves = "1.  d1-c1  d3-c3\n[ ]\n";
    for text in [
        format!("{RULES}\n\n{moves}"),
        format!("[variant:brandubh]\n{RULES}\n\n{moves}"),
        format!("{RULES}\n[hyphens:none]\n\n{moves}"),
    ] {
        assert_eq!(converted(&text).1, text);
    }
}

#[test]
fn moves_without_hyphens_get_them() {
    let (code, out, err) = converted(&format!("{RULES}\n\n1. d1c1 d3c3\n[|]\n"));
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out, format!("{RULES}\n[hyphens:none]\n\n1. d1-c1 d3-c3\n[|]\n\n"));
}

#[test]
fn what_opentafl_cannot_open_is_warned_of_and_is_no_loss() {
    let moves =
        "1. d1-c1 d3-c3\n[|]\n\n1a.1.1a. d1-c1 d3-b3\n[|]\n\n1a.1.1b.1.1a. ..... d3-e3\n[]\n";
    let otg = Folder::with("a.otg", format!("{RULES}\n\n{moves}\n"));
    let json = otg.run(&["convert", "--to", "json", "a.otg"]);
    let run =
        Folder::with("a.json", &*json.out).run(&["convert", "--lossless", "--to", "otg", "a.json"]);
    let told = "OpenTafl cannot open what is kept here: variations that repeat a move, \
                where others are on them (1)";
    assert_eq!(run.code, 0);
    assert!(run.err.contains(told), "{}", run.err);
    assert!(run.out.contains("1a.1.1b.1.1a. ..... d3-e3"), "{}", run.out);
    // Other formats are not opened by that program.
    assert_eq!(json.err, "");
}
