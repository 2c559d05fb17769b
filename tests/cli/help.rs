//! What the command says of itself: help, examples, completions and the manual.

use std::process::{self, Stdio};

use crate::run::{Folder, GOOD_JSON, GOOD_OTG, Run, run, tafl};

/// A command by its words, with its help.
struct Helped {
    command: Vec<String>,
    long: String,
}

/// The commands that a help text lists: the first words of lines that are set in by two, in the groups
/// before the options.
fn listed_commands(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| !line.starts_with("Usage:")).skip(1);
    let before = lines.take_while(|line| *line != "Options:" && *line != "Arguments:");
    let names = before.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !["", "help"].contains(name)).map(str::to_owned).collect()
}

/// Asks a command for help, and every command below it.
fn ask_for_help(command: Vec<String>, all: &mut Vec<Helped>) {
    let [long, short] = ["--help", "-h"].map(|flag| {
        let run = Run::of(tafl().args(&command).arg(flag));
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{command:?}");
        assert!(run.out.contains("Usage: tafl"), "{}", run.out);
        run.out
    });
    for name in listed_commands(&short) {
        ask_for_help([command.clone(), vec![name]].concat(), all);
    }
    all.push(Helped { command, long });
}

fn all_help() -> Vec<Helped> {
    let mut all = Vec::new();
    ask_for_help(Vec::new(), &mut all);
    // `tafl` itself, its commands, and the four of `rules`.
    assert!(all.len() >= 17, "{}", all.len());
    all
}

/// The lines to type that stand at the end of a help text.
fn examples(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    let mut examples: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in lines.filter_map(|line| line.strip_prefix("    ")) {
        match examples.last_mut().filter(|_| goes_on) {
            Some(last) => last.extend([" ", line.trim_start().trim_end_matches('\\')]),
            None => examples.push(line.trim_end_matches('\\').to_owned()),
        }
        goes_on = line.ends_with('\\');
    }
    examples
}

#[test]
fn commands_stand_in_groups() {
    let help = run(&["-h"]).out;
    let groups: Vec<&str> = help.lines().filter(|line| line.ends_with(':')).collect();
    assert_eq!(groups, ["Records:", "Puzzles:", "Rules and engines:", "Help:", "Options:"]);
    let check = help.lines().position(|line| line.starts_with("  check "));
    assert!(check > help.lines().position(|line| line == "Records:"), "{help}");
    let described = help
        .lines()
        .filter(|line| line.starts_with("  check "))
        .all(|line| line.ends_with("Replay game records and say what is wrong with them"));
    assert!(described, "{help}");
}

/// Games of brandubh that state no rules, puzzles, and what else the examples name.
fn folder_for_examples() -> Folder {
    // The king goes to an edge from which two corners are open, and comes out on his next turn.
    let puzzle = "[rules:dim:7 atkf:n start:/3TT2/7/7/3K2T/t1t3T/7/3t3/]\n[puzzle-start:0a]\n\
                  [puzzle-goal:defenders win in 2]\n\n1. d4-a4 a5-b5\n2. a4-a1\n";
    let board = "7 . . . t . . .\n6 . . . . . . .\n5 . . . T . . .\n4 t . . K . . t\n3 . . . . . . .\n\
                 2 . . . . . . .\n1 . . . t . . .\n  a b c d e f g\n";
    // `++` says that the king is taken; he has escaped.
    let wrong_symbol = GOOD_OTG.replace("a3-a1", "a3-a1++");
    let folder = Folder::with("games.csv", "d1-c1 d5-c5,0,0,Ongoing\n")
        .and("games.otg", wrong_symbol)
        .and("records/a.otg", GOOD_OTG)
        .and("records/b.jsonl", GOOD_JSON)
        .and("puzzles/a.otg", puzzle)
        .and("puzzle.otg", puzzle)
        .and("board.txt", board)
        .and(".local/share/bash-completion/completions/other", "");
    let solved = folder.run(&["solve", "puzzle.otg", "--proof", "proof.json"]);
    assert_eq!(solved.code, 0, "{}{}", solved.out, solved.err);
    folder
}

/// Runs a line as a shell does, in this folder, which is also the home.
#[cfg(unix)]
fn run_line(folder: &Folder, line: &str) -> process::Output {
    let binary = assert_cmd::cargo::cargo_bin!("tafl");
    let path = std::env::join_paths(
        binary
            .parent()
            .map(ToOwned::to_owned)
            .into_iter()
            .chain(std::env::split_paths("/usr/bin:/bin")),
    );
    let mut shell = process::Command::new("sh");
    shell.arg("-c").arg(line).current_dir(folder.path("")).stdin(Stdio::null());
    shell.env("PATH", path.unwrap()).env("HOME", folder.path(""));
    shell.output().unwrap()
}

#[cfg(unix)]
#[test]
fn every_command_has_examples_and_they_run() {
    let folder = folder_for_examples();
    for Helped { command, long } in all_help() {
        let examples = examples(&long);
        assert!(!examples.is_empty(), "{command:?} has no example: {long}");
        let whole = format!("tafl {}", command.join(" "));
        for line in examples {
            assert!(line.contains(whole.trim_end()), "{line:?} is no example of {whole}");
            let output = run_line(&folder, &line);
            let [out, err] = [&output.stdout, &output.stderr].map(|b| String::from_utf8_lossy(b));
            assert_eq!(output.status.code(), Some(0), "{line}: {out}{err}");
            assert!(!err.contains("error"), "{line}: {err}");
            let writes_files =
                [" > ", " -o ", " --out ", "fmt "].iter().any(|way| line.contains(way));
            assert!(!out.is_empty() || writes_files, "{line} says nothing");
        }
    }
}

/// Every option that a help text tells of, without those that explain the text.
fn long_options(help: &str) -> Vec<&str> {
    let words = help.lines().filter_map(|line| {
        line.trim_start().split("--").nth(1).filter(|_| line.trim_start().starts_with('-'))
    });
    words.filter_map(|word| word.split([' ', '=']).next()).collect()
}

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

#[test]
fn every_shell_completes_every_command_and_option() {
    let help = all_help();
    for shell in SHELLS {
        let script = run(&["completions", shell]);
        assert_eq!((script.code, script.err.as_str()), (0, ""), "{shell}");
        for Helped { command, long } in &help {
            for word in command.iter().map(String::as_str).chain(long_options(long)) {
                assert!(script.out.contains(word), "{shell}: {command:?} {word}");
            }
        }
        assert!(!script.out.contains("--threads"), "{shell} completes a former name");
    }
    let unknown = run(&["completions", "tcsh"]);
    assert_eq!(unknown.code, 2);
}

/// Asks bash itself what it would complete.
#[test]
fn bash_completes() {
    let folder = Folder::with("tafl.bash", run(&["completions", "bash"]).out);
    let ask = |words: &str, last: usize| {
        let line = format!(
            "source tafl.bash; COMP_WORDS=({words}); COMP_CWORD={last}; \
             _tafl tafl \"${{COMP_WORDS[{last}]}}\" \"${{COMP_WORDS[{last}-1]}}\"; echo \"${{COMPREPLY[*]}}\""
        );
        let mut bash = process::Command::new("bash");
        let output =
            bash.args(["--norc", "-c", &line]).current_dir(folder.path("")).output().ok()?;
        Some(String::from_utf8(output.stdout).unwrap().trim().to_owned())
    };
    // A machine without bash has nothing to complete.
    let Some(command) = ask("tafl ident", 1) else { return };
    assert_eq!(command, "identify");
    assert_eq!(ask("tafl check --puz", 2).unwrap(), "--puzzle-nodes");
    assert_eq!(ask("tafl rules di", 2).unwrap(), "diff");
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let folder = Folder::new();
    let written = folder.run(&["man", "--out", "pages/man1"]);
    assert_eq!((written.code, written.out.as_str(), written.err.as_str()), (0, "", ""));
    let help = all_help();
    for Helped { command, long } in &help {
        let name = [&["tafl".to_owned()], command.as_slice()].concat().join("-");
        let page = std::fs::read_to_string(folder.path(format!("pages/man1/{name}.1"))).unwrap();
        let words: Vec<&str> =
            ["man"].into_iter().chain(command.iter().map(String::as_str)).collect();
        assert_eq!(run(&words).out, page, "{name}");
        assert!(page.contains(&format!(".TH {name} 1")), "{page}");
        assert!(page.contains(".SH EXAMPLES\n"), "{page}");
        for option in long_options(long) {
            let told = format!("\\-\\-{}", option.replace('-', "\\-"));
            assert!(page.contains(&told), "{name} {option}");
        }
    }
    let files = std::fs::read_dir(folder.path("pages/man1")).unwrap().count();
    assert_eq!(files, help.len(), "a page of no command");
    let unknown = run(&["man", "chekc"]);
    assert_eq!((unknown.code, unknown.out.as_str()), (2, ""));
    assert!(unknown.err.contains("there is no command `chekc`"), "{}", unknown.err);
}
