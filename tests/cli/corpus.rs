//! The corpus in `grammar/corpus`: every file has in it what stands beside it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;
use taflkit::replay::Code;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar/corpus")
}

/// What is expected of a file: the rules to check it by, and codes with their places.
struct Expected {
    variant: Option<String>,
    findings: Vec<String>,
}

fn expected(path: &Path) -> Expected {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let (rules, findings): (Vec<&str>, Vec<&str>) =
        lines.partition(|line| line.starts_with("variant "));
    Expected {
        variant: rules.first().map(|line| line.trim_start_matches("variant ").to_owned()),
        findings: findings.into_iter().map(str::to_owned).collect(),
    }
}

fn found(path: &Path, variant: Option<&str>) -> Vec<String> {
    let mut command = Command::cargo_bin("tafl").unwrap();
    command.args(["check", "--output", "jsonl"]).arg(path);
    if let Some(variant) = variant {
        command.args(["--variant", variant]);
    }
    let out = String::from_utf8(command.output().unwrap().stdout).unwrap();
    let entries = out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let findings =
        entries.flat_map(|entry| entry["findings"].as_array().cloned().unwrap_or_default());
    let told = |finding: Value| {
        format!("{} {}:{}", finding["code"].as_str().unwrap(), finding["line"], finding["column"])
    };
    findings.map(told).collect()
}

fn files() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let ending = |path: &PathBuf| path.extension().and_then(|e| e.to_str()).map(str::to_owned);
    let mut files: Vec<PathBuf> = entries
        .filter(|path| !matches!(ending(path).as_deref(), Some("expected" | "md")))
        .collect();
    files.sort();
    files
}

#[test]
fn every_file_has_in_it_what_stands_beside_it() {
    assert!(files().len() > 40);
    for path in files() {
        let expected = expected(&path.with_extension("expected"));
        let found = found(&path, expected.variant.as_deref());
        assert_eq!(found, expected.findings, "{}", path.display());
    }
}

#[test]
fn every_code_has_a_file() {
    let all = files();
    let stems = all.iter().filter_map(|path| path.file_stem().and_then(|stem| stem.to_str()));
    let covered: BTreeSet<String> = stems.map(|stem| stem[..4].to_owned()).collect();
    let missing: Vec<&str> =
        Code::ALL.iter().map(|code| code.name()).filter(|code| !covered.contains(*code)).collect();
    assert_eq!(missing, ["T005", "T018"]);
}
