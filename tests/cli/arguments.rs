//! Arguments that commands share.

use crate::run::{Folder, GOOD_ROW, run};

/// Commands that work on several threads.
const THREADED: [&str; 4] = ["check", "convert", "identify", "solve"];

#[test]
fn jobs_has_a_former_name_that_help_does_not_tell() {
    for command in THREADED {
        let help = run(&[command, "--help"]).out;
        assert!(help.contains("--jobs <N>") && !help.contains("--threads"), "{command}: {help}");
        for name in ["--jobs", "--threads"] {
            let wrong = run(&[command, name, "0"]);
            assert!(wrong.err.contains("0 is not in 1..=1024"), "{command} {name}: {}", wrong.err);
        }
    }
    let folder = Folder::with("a.csv", GOOD_ROW);
    let both = ["--jobs", "--threads"].map(|name| {
        let run = folder.run(&["identify", "a.csv", name, "1"]);
        (run.code, run.out)
    });
    assert_eq!(both[0], both[1]);
    assert_eq!(both[0].0, 0);
}

/// Every option that takes a number of things, with the command that has it.
const COUNTS: [(&str, &str); 6] = [
    ("check", "--puzzle-nodes"),
    ("check", "--jobs"),
    ("solve", "--nodes"),
    ("solve", "--also"),
    ("solve", "--max-turns"),
    ("perft", "--depth"),
];

#[test]
fn counts_may_have_letters() {
    for (command, option) in COUNTS {
        let wrong = run(&[command, option, "1kk"]);
        assert_eq!(wrong.code, 2);
        let told = "a count is a number, perhaps with k, M or G behind it";
        assert!(wrong.err.contains(told), "{command} {option}: {}", wrong.err);
    }
    // Where there is a most, the number is told as it was understood.
    let wrong = run(&["perft", "--depth", "1k"]);
    assert!(wrong.err.contains("1000 is not in 0..=100"), "{}", wrong.err);
    let nodes = |nodes| {
        let position = ["--variant", "copenhagen", "--position", "start", "--max-turns", "9"];
        let run = run(&[&["solve"], &position[..], &["--nodes", nodes]].concat());
        run.out.lines().filter(|line| !line.contains(" nodes in ")).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(nodes("2k"), nodes("2000"));
}
