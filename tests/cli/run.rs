//! Running `tafl` on files of a test's own, and reading what it says.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// Rules under which one move of the king ends the game: he stands on a3 and a1 is a corner.
pub(crate) const ESCAPE: &str = "brandubh atkf:n start:/7/7/K6/7/7/7/3t3/";

/// Games about which nothing is to be said, one in each format. The row needs [`ESCAPE`].
pub(crate) const GOOD_ROW: &str = "a3-a1,0,0,White\n";
pub(crate) const GOOD_OTG: &str =
    "[result:-1]\n[rules:dim:7 atkf:n start:/7/7/K6/7/7/7/3t3/]\n\n1. a3-a1\n";
/// A legal move and an agreed draw, which is a note.
pub(crate) const GOOD_JSON: &str =
    "{\"AageGameTypeName\":\"Brandubh\",\"Moves\":[\"d1-c1\"],\"WhoWon\":\"Draw\"}\n";

/// The command in a tidy environment.
pub(crate) fn tafl() -> Command {
    let mut command = Command::from_std(plain());
    command.timeout(std::time::Duration::from_secs(60));
    command
}

/// The same, for tests that hold the process in their own hands.
pub(crate) fn plain() -> process::Command {
    let mut command = process::Command::new(assert_cmd::cargo::cargo_bin!("tafl"));
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env("RUST_BACKTRACE", "0");
    command
}

/// Runs `tafl` with these arguments and nothing to read.
pub(crate) fn run(arguments: &[&str]) -> Run {
    Run::of(tafl().args(arguments))
}

/// Runs `tafl`, which must succeed, and returns the JSON document that it prints.
pub(crate) fn json(arguments: &[&str]) -> Value {
    let run = run(arguments);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{arguments:?}");
    serde_json::from_str(&run.out).unwrap()
}

/// What a run did.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    pub(crate) fn of(command: &mut Command) -> Self {
        let output = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let err = text(output.stderr);
        assert!(!err.contains("panicked"), "{err}");
        let code = output.status.code().expect("killed by a signal");
        Self { code, out: text(output.stdout), err }
    }
}

/// A folder that goes away with the test.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// A folder with one file.
    pub(crate) fn with(name: &str, content: impl AsRef<[u8]>) -> Self {
        Self::new().and(name, content)
    }

    /// The folder with one file more.
    pub(crate) fn and(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    /// The command, with this folder as its working folder.
    pub(crate) fn tafl(&self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
        let mut command = tafl();
        command.current_dir(&self.0).args(arguments);
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        Run::of(&mut self.tafl(arguments))
    }

    /// `tafl check` with these arguments, read back from its lines of JSON.
    pub(crate) fn check(&self, arguments: &[&str]) -> Checked {
        Checked::of(Run::of(self.tafl(["check", "--output", "jsonl"]).args(arguments)))
    }
}

/// Judges one file by itself.
pub(crate) fn check(name: &str, content: impl AsRef<[u8]>, arguments: &[&str]) -> Checked {
    Folder::with(name, content).check(&[&[name], arguments].concat())
}

/// Judges rows of CSV by these rules.
pub(crate) fn check_rows(rules: &str, rows: &str) -> Checked {
    check("games.csv", rows, &["--variant", rules])
}

/// What `tafl check --output jsonl` found.
#[derive(Debug)]
pub(crate) struct Checked {
    pub(crate) code: i32,
    pub(crate) err: String,
    /// A game, a file or something not read each.
    pub(crate) results: Vec<Value>,
    pub(crate) summary: Value,
}

impl Checked {
    pub(crate) fn of(run: Run) -> Self {
        let lines = run.out.lines().map(|line| serde_json::from_str(line).unwrap());
        let mut results: Vec<Value> = lines.collect();
        let summary = results.pop().expect("a summary");
        Self { code: run.code, err: run.err, results, summary }
    }

    pub(crate) fn findings(&self) -> impl Iterator<Item = (&Value, &Value)> {
        let findings = |result: &'_ Value| result["findings"].as_array().map_or(0, Vec::len);
        self.results.iter().flat_map(move |result| {
            (0..findings(result)).map(move |at| (result, &result["findings"][at]))
        })
    }

    /// `T101 1:7`, all of them, notes too, with commas between.
    pub(crate) fn found(&self) -> String {
        let one = |(_, finding): (&Value, &Value)| {
            format!("{} {}:{}", text(finding, "code"), finding["line"], finding["column"])
        };
        self.findings().map(one).collect::<Vec<_>>().join(", ")
    }

    /// Errors and warnings as a person would like to be told of them, a line each.
    pub(crate) fn told(&self) -> String {
        let doubtful = self.findings().filter(|(_, finding)| finding["severity"] != "note");
        let one = |(result, finding): (&Value, &Value)| {
            format!(
                "{}:{}:{}: {} {}: {} ({})",
                text(result, "file"),
                finding["line"],
                finding["column"],
                text(finding, "severity"),
                text(finding, "code"),
                text(finding, "message"),
                text(finding, "help"),
            )
        };
        doubtful.map(one).collect::<Vec<_>>().join("\n")
    }

    /// How many games there are, and how many of them were judged by some rules.
    pub(crate) fn games(&self) -> (u64, u64) {
        (self.count("games"), self.count("judged"))
    }

    pub(crate) fn count(&self, field: &str) -> u64 {
        self.summary[field].as_u64().unwrap()
    }
}

/// A field that is a string.
pub(crate) fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap()
}
