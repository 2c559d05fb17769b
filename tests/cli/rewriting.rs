//! `convert`, `fmt`, `identify` and `check --fix`, run as people run them.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

struct Ran {
    out: String,
    err: String,
    code: i32,
}

fn tafl(arguments: &[&str], input: &str) -> Ran {
    let mut command = Command::cargo_bin("tafl").unwrap();
    let done = command.args(arguments).write_stdin(input).output().unwrap();
    Ran {
        out: String::from_utf8(done.stdout).unwrap(),
        err: String::from_utf8(done.stderr).unwrap(),
        code: done.status.code().unwrap(),
    }
}

fn file(folder: &TempDir, name: &str, content: &str) -> String {
    let path = folder.path().join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, content).unwrap();
    path.display().to_string()
}

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap()
}

const ROWS: &str = "d1-d3 e5-e2,0,0,Ongoing\nd1-d3 e5-e2 g1-g3 f4-c4 g3-e3xe2 resigned,1,0,Black\n";

#[test]
fn converted_rows_come_back_the_same() {
    let archive = tafl(&["convert", "--to", "archive", "--variant", "copenhagen"], ROWS);
    assert_eq!((archive.code, archive.err.as_str()), (0, ""));
    assert_eq!(archive.out.lines().count(), 2);
    let rows = tafl(&["convert", "--to", "csv"], &archive.out);
    assert_eq!(rows.out, ROWS);
    // CSV has no place for rules.
    assert!(rows.err.contains("csv has no place for: rules (2)"), "{}", rows.err);
}

#[test]
fn a_loss_is_an_error_where_none_is_allowed() {
    let archive = tafl(&["convert", "--to", "archive", "--variant", "copenhagen"], ROWS).out;
    let lossy = tafl(&["convert", "--to", "csv", "--lossless"], &archive);
    assert_eq!((lossy.code, lossy.out.as_str()), (1, ""));
    assert!(lossy.err.contains("rules"), "{}", lossy.err);
    let whole = tafl(&["convert", "--to", "otg", "--lossless"], &archive);
    assert_eq!((whole.code, whole.err.as_str()), (0, ""));
}

#[test]
fn folders_keep_the_names_of_their_files() {
    let folder = TempDir::new().unwrap();
    file(&folder, "in/one.csv", ROWS);
    file(&folder, "in/deeper/two.csv", ROWS);
    let (from, to) = (folder.path().join("in"), folder.path().join("out"));
    let arguments = ["convert", "--to", "otg", "--variant", "copenhagen"];
    let paths = [from.to_str().unwrap(), "-o", to.to_str().unwrap()];
    let ran = tafl(&[&arguments[..], &paths[..]].concat(), "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(to.join("one.otg").is_file() && to.join("deeper/two.otg").is_file());
}

/// `.txt` is the ending of several formats; content tells which.
#[test]
fn a_folder_gives_every_file_with_a_known_ending() {
    let folder = TempDir::new().unwrap();
    file(&folder, "site.txt", "1. d1-d3 e5-e2\n2. g1-g3 resigned\n");
    file(&folder, "walker.txt", "1. D1-D3 E5-E2;\n");
    file(&folder, "rows.CSV", ROWS);
    file(&folder, "notes.md", "1. d1-d3 e5-e2\n");
    let path = folder.path().display().to_string();
    let ran = tafl(&["check", "--variant", "copenhagen", "--summary", &path], "");
    assert!(ran.out.starts_with("4 games in 3 files, "), "{}", ran.out);
}

#[test]
fn two_inputs_never_overwrite_each_other() {
    let folder = TempDir::new().unwrap();
    let one = file(&folder, "a/game.csv", ROWS);
    let two = file(&folder, "b/game.csv", ROWS);
    let out = folder.path().join("out").display().to_string();
    let ran = tafl(&["convert", "--to", "otg", &one, &two, "-o", &out], "");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("two inputs would become"), "{}", ran.err);
}

#[test]
fn a_file_appears_whole_or_not_at_all() {
    let folder = TempDir::new().unwrap();
    let archive = tafl(&["convert", "--to", "archive", "--variant", "copenhagen"], ROWS).out;
    let from = file(&folder, "games.jsonl", &archive);
    let to = folder.path().join("games.csv");
    let target = to.display().to_string();
    let ran = tafl(&["convert", "--to", "csv", "--lossless", &from, "-o", &target], "");
    assert_eq!(ran.code, 1);
    let names = |folder: &Path| fs::read_dir(folder).unwrap().count();
    assert_eq!((to.exists(), names(folder.path())), (false, 1));
}

#[test]
fn formatting_twice_changes_nothing_more() {
    let folder = TempDir::new().unwrap();
    let untidy = "[result:1]\n[rules:dim:7 rep:defenders start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]\n\n\
                  1.   d2-e2    c4-c5\n[a comment|  and another ]\n2. f4-f5\n";
    let path = file(&folder, "game.otg", untidy);
    let checked = tafl(&["fmt", "--check", &path], "");
    assert_eq!(checked.code, 1);
    assert_eq!(read(&path), untidy);
    assert!(tafl(&["fmt", "--diff", &path], "").out.contains("-1.   d2-e2    c4-c5"));
    assert_eq!(tafl(&["fmt", &path], "").code, 0);
    let tidy = read(&path);
    assert!(
        tidy.contains("1. d2-e2 c4-c5") && tidy.contains("[a comment|  and another ]"),
        "{tidy}"
    );
    assert_eq!(tafl(&["fmt", "--check", &path], "").code, 0);
    assert_eq!(tafl(&["fmt"], &tidy).out, tidy);
}

#[test]
fn formatting_keeps_the_line_ends_of_a_file() {
    let game = "[result:1]\r\n[rules:dim:7 rep:draw start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]\r\n\r\n\
                1.  d2-e2 c4-c5\r\n[two\r\nlines|]\r\n";
    let tidy = tafl(&["fmt"], game).out;
    assert!(tidy.contains("[two\r\nlines|]") && !tidy.contains("\r\r"), "{tidy:?}");
    assert_eq!(tafl(&["fmt"], &tidy).out, tidy);
}

#[test]
fn formatting_leaves_faulty_records_alone() {
    let faulty = "[result:1]\n\n1. d2-e2 what\n[never closed\n";
    let ran = tafl(&["fmt"], faulty);
    assert_eq!(ran.out, faulty);
    assert!(ran.err.contains("stays as it is"), "{}", ran.err);
}

/// `g3-e3` takes e2 between e3 and e1: not written in the first row, written twice in the second,
/// with a man too many in the third. The counts follow.
#[test]
fn what_the_rules_prove_is_mended_and_then_passes() {
    let folder = TempDir::new().unwrap();
    let start = "d1-d3 e5-e2 g1-g3 f4-c4";
    let rows = format!(
        "{start} g3-e3,0,0,Ongoing\n{start} g3-e3xe2xe2,2,0,Ongoing\n{start} g3-e3xe2xh8,2,0,Ongoing\n"
    );
    let path = file(&folder, "games.csv", &rows);
    let before = tafl(&["check", &path, "--variant", "copenhagen"], "");
    assert_eq!(before.code, 1);
    let shown = tafl(&["check", &path, "--variant", "copenhagen", "--diff"], "");
    assert!(shown.out.contains("+d1-d3 e5-e2 g1-g3 f4-c4 g3-e3xe2,1,0,Ongoing"), "{}", shown.out);
    assert_eq!(read(&path), rows);
    let after = tafl(&["check", &path, "--variant", "copenhagen", "--fix", "--strict"], "");
    assert_eq!(after.code, 0, "{}", after.out);
    assert_eq!(read(&path), format!("{start} g3-e3xe2,1,0,Ongoing\n").repeat(3));
}

/// The king walks from the throne to a corner of an empty board: the defenders have won.
#[test]
fn a_result_that_the_board_proves_is_written() {
    let folder = TempDir::new().unwrap();
    let game = "[result:?]\n[rules:dim:7 rep:defenders start:/7/7/7/3K3/7/7/t6/]\n\n\
                1. a7-b7 d4-d1\n[|]\n\n2. b7-c7 d1-a1\n[|]\n";
    let path = file(&folder, "game.otg", game);
    assert!(tafl(&["check", &path], "").out.contains("T302"));
    let mended = tafl(&["check", &path, "--fix", "--strict"], "");
    assert_eq!(mended.code, 0, "{}", mended.out);
    assert_eq!(read(&path), game.replace("[result:?]", "[result:-1]"));
}

#[test]
fn records_that_are_not_legal_are_not_mended() {
    let folder = TempDir::new().unwrap();
    let row = "d1-d3xk9 a1-a2,1,0,White\n";
    let path = file(&folder, "game.csv", row);
    tafl(&["check", &path, "--variant", "copenhagen", "--fix"], "");
    assert_eq!(read(&path), row);
}

/// The king on d5, beside the throne, falls between c5 and e5 only where two men suffice there.
#[test]
fn two_games_of_one_name_are_told_apart() {
    let row = "d6-c6 d5-g5 c6-c5 d4-d5 f4-f5 c4-c2 f5-e5,0,0,Black\n";
    let ran = tafl(&["identify"], row);
    assert!(ran.out.starts_with("-:1: game 1: fits brandubh-2*"), "{}", ran.out);
    let json = tafl(&["identify", "--output", "jsonl", "--no-summary"], row).out;
    let game: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(game["schema"], "taflkit.identify/1");
    assert_eq!(game["fits"][0]["variant"], "brandubh-2");
    let copenhagen =
        game["fits"].as_array().unwrap().iter().find(|fit| fit["variant"] == "copenhagen");
    assert_eq!(copenhagen.unwrap()["breaks"]["code"], "T101");
}
