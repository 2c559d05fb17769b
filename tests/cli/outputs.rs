//! No output ever costs data: what happens to the files that commands write, and to those they do not.
#![cfg(unix)]

use std::fs;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::{UnixListener, UnixStream};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::run::{Folder, GOOD_JSON, GOOD_OTG, GOOD_ROW, Run, plain, tafl};

/// What stood in a file before.
const OLD: &str = "d1-d3 e5-e2,0,0,Ongoing\n";

/// A table that is no record of games, under a name that a record could have.
const STANDINGS: &str = "Name,Points\nAnna,3\nBen,1\n";

/// A puzzle with a win in one: the king walks from a3 to the corner a1.
const PUZZLE: &str = "[rules:dim:7 atkf:n start:/7/7/K6/7/7/7/3t3/]\n[puzzle-start:0a]\n\
                      [puzzle-goal:defenders win in 1]\n";

impl Folder {
    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| format!("{name}: {error}"))
    }

    /// The names of everything in the folder.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path("")).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// A shell that runs in the folder, with the command as `$0`.
    fn shell(&self, script: &str) -> Run {
        let mut shell = assert_cmd::Command::new("sh");
        shell.current_dir(self.path("")).args(["-c", script]);
        shell.arg(assert_cmd::cargo::cargo_bin!("tafl"));
        Run::of(&mut shell)
    }
}

#[test]
fn an_input_that_cannot_be_opened_leaves_the_output_as_it_was() {
    let folder = Folder::with("x.csv", OLD);
    let run = folder.run(&["convert", "--to", "csv", "nosuch", "-o", "x.csv"]);
    assert_eq!((run.code, folder.read("x.csv").as_str()), (2, OLD));
    assert!(run.err.contains("cannot read nosuch: "), "{}", run.err);
    assert_eq!(folder.names(), ["x.csv"]);
}

#[test]
fn an_input_without_a_record_leaves_the_output_as_it_was() {
    for content in [STANDINGS, "", "\n\n", "Dear sir", "moves,black,white,result\n"] {
        let folder = Folder::with("n.csv", content).and("x.csv", OLD);
        for target in ["n.csv", "x.csv", "new.csv"] {
            let run = folder.run(&["convert", "--to", "csv", "n.csv", "-o", target]);
            assert_eq!(run.code, 1, "{content:?}: {}", run.err);
            assert_eq!((folder.read("n.csv"), folder.read("x.csv")), (content.into(), OLD.into()));
            assert_eq!(folder.names(), ["n.csv", "x.csv"], "{content:?}");
        }
    }
}

/// The third of four lines is broken off.
fn three_of_four() -> String {
    format!("{GOOD_JSON}{GOOD_JSON}{{\"Moves\":[\"d1-c1\"\n{GOOD_JSON}")
}

#[test]
fn what_cannot_be_read_is_a_loss_where_none_is_allowed() {
    let folder = Folder::with("g.jsonl", three_of_four());
    for target in ["g.jsonl", "new.jsonl"] {
        let convert = ["convert", "--to", "archive", "--lossless", "g.jsonl", "-o", target];
        let run = folder.run(&convert);
        assert_eq!((run.code, folder.read("g.jsonl")), (1, three_of_four()));
        assert!(run.err.contains("nothing is written: "), "{}", run.err);
        assert!(run.err.contains("g.jsonl:3: the record is left out"), "{}", run.err);
        assert_eq!(folder.names(), ["g.jsonl"]);
    }
    let to_stdout = folder.run(&["convert", "--to", "archive", "--lossless", "g.jsonl"]);
    assert_eq!((to_stdout.code, to_stdout.out.as_str()), (1, ""));
}

#[test]
fn an_input_that_cannot_be_read_is_a_loss_where_none_is_allowed() {
    let folder = Folder::with("a.otg", GOOD_OTG);
    let run =
        folder.run(&["convert", "--to", "json", "--lossless", "a.otg", "nosuch", "-o", "out/"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("nothing is written: cannot read nosuch: "), "{}", run.err);
    assert_eq!(folder.names(), ["a.otg"]);
}

/// Half a letter of Latin-1 stands in a name: what it was meant to be is a guess.
#[test]
fn a_guess_about_bytes_is_a_loss_where_none_is_allowed() {
    let game = [b"[attackers:\xc5ge]\n".as_slice(), GOOD_OTG.as_bytes()].concat();
    let folder = Folder::with("a.otg", &game);
    let run = folder.run(&["convert", "--to", "json", "--lossless", "a.otg", "-o", "a.json"]);
    assert_eq!((run.code, folder.names()), (1, vec!["a.otg".to_owned()]), "{}", run.err);
    assert!(run.err.contains("a.otg:1:12: the bytes are not UTF-8"), "{}", run.err);
    let told = folder.run(&["convert", "--to", "json", "a.otg"]);
    assert!(told.err.contains("a.otg:1:12: the bytes are not UTF-8"), "{}", told.err);
    assert!(told.out.contains("Åge"), "{}", told.out);
}

#[test]
fn a_record_that_is_cut_is_a_loss_where_none_is_allowed() {
    // The edge at 64 MiB falls inside a letter of two bytes.
    let mut long = vec![b'a'];
    long.extend("é".repeat(33 << 20).bytes());
    let rows = [&long, b",0,0,\n".as_slice(), GOOD_ROW.as_bytes()].concat();
    let folder = Folder::with("a.csv", &rows);
    let convert = ["convert", "--to", "archive", "a.csv", "-o", "b.json"];
    let run = folder.run(&[&convert[..], &["--lossless"]].concat());
    assert_eq!((run.code, folder.names()), (1, vec!["a.csv".to_owned()]), "{}", run.err);
    assert!(run.err.contains("the record is longer than 64 MiB"), "{}", run.err);
    // Without it, the other record is converted.
    assert_eq!((folder.run(&convert).code, folder.read("b.json").lines().count()), (1, 1));
    // What is too long to be read stays as it is, byte for byte.
    for arguments in [
        &["fmt", "--format", "csv"][..],
        &["check", "--diff"],
        &["check", "--fix", "--variant", "brandubh"],
    ] {
        let run = folder.run(&[arguments, &["a.csv"]].concat());
        let told = run.err.contains("a.csv:1: the record stays as it is: it is too long");
        assert!(told, "{arguments:?}: {}", run.err);
    }
    assert!(fs::read(folder.path("a.csv")).unwrap() == rows);
}

#[test]
fn a_file_with_faults_is_not_converted_onto_itself() {
    let folder = Folder::with("g.jsonl", three_of_four()).and("deep/a", "");
    symlink("g.jsonl", folder.path("link.jsonl")).unwrap();
    fs::hard_link(folder.path("g.jsonl"), folder.path("same.jsonl")).unwrap();
    for (input, target) in [
        ("g.jsonl", "g.jsonl"),
        ("g.jsonl", "link.jsonl"),
        ("link.jsonl", "g.jsonl"),
        ("same.jsonl", "deep/../g.jsonl"),
    ] {
        let run = folder.run(&["convert", "--to", "archive", input, "-o", target]);
        assert_eq!((run.code, folder.read("g.jsonl")), (1, three_of_four()), "{input} {target}");
        assert!(run.err.contains("not written over itself"), "{}", run.err);
        assert!(run.err.contains("`tafl check --fix`") && run.err.contains("-o"), "{}", run.err);
    }
    let run = folder.shell("\"$0\" convert --to archive - -o g.jsonl < g.jsonl");
    assert_eq!((run.code, folder.read("g.jsonl")), (1, three_of_four()));
    // Another file gets the three that can be read, and a file without faults is converted.
    let three = folder.run(&["convert", "--to", "archive", "g.jsonl", "-o", "three.jsonl"]);
    assert_eq!((three.code, folder.read("three.jsonl")), (1, GOOD_JSON.repeat(3)));
    let sound = folder.run(&["convert", "--to", "json", "three.jsonl", "-o", "three.jsonl"]);
    assert_eq!(sound.code, 0, "{}", sound.err);
    assert!(folder.read("three.jsonl").starts_with("{\"schema\":"));
}

#[test]
fn a_folder_converted_onto_itself_keeps_what_is_foreign() {
    let folder = Folder::with("standings.csv", STANDINGS)
        .and("x.otg", "nothing like a game\n")
        .and("game.otg", GOOD_OTG)
        .and("rows.csv", OLD);
    let run = folder.run(&["convert", "--to", "csv", ".", "-o", "."]);
    assert_eq!(run.code, 1);
    assert_eq!(folder.read("standings.csv"), STANDINGS);
    assert_eq!(folder.read("rows.csv"), OLD);
    assert_eq!(folder.read("game.csv"), "a3-a1,,,White\n");
    assert_eq!(folder.names(), ["game.csv", "game.otg", "rows.csv", "standings.csv", "x.otg"]);
}

/// Under other rules the row would become another; by name it may be replaced.
#[test]
fn a_source_is_replaced_only_if_it_is_named() {
    let rules = ["--variant", "copenhagen"];
    let folder = Folder::with("a.json", GOOD_JSON);
    let onto =
        |inputs: &[&str]| folder.run(&[&["convert", "--to", "archive"], inputs, &rules].concat());
    let run = onto(&[".", "-o", "."]);
    assert_eq!((run.code, folder.read("a.json").as_str()), (1, GOOD_JSON));
    assert!(run.err.contains("a.json stays as it is, as it is an input"), "{}", run.err);
    assert_eq!(onto(&["a.json", "-o", "a.json"]).code, 0);
    assert!(folder.read("a.json").contains("copenhagen"));
}

#[test]
fn collisions_are_told_before_anything_is_written() {
    let cases: [(&[&str], &[&str], &str); 4] = [
        (&["in/a.otg", "in/a.pgn"], &["in"], "two inputs would become out/a.csv"),
        (&["in/b.otg", "in/a.otg", "more/a.otg"], &["in", "more"], "two inputs would become"),
        (&["in/a.otg", "in/a.csv/b.otg"], &["in"], "which in/a.otg would become"),
        (
            &["in/a.otg", "out/b.otg", "out/a.csv"],
            &["in", "out/a.csv"],
            "over out/a.csv, which is an input",
        ),
    ];
    for (files, inputs, told) in cases {
        let folder = files.iter().fold(Folder::new(), |folder, name| {
            folder.and(name, if name.ends_with("csv") { OLD } else { GOOD_OTG })
        });
        let before: Vec<String> = files.iter().map(|name| folder.read(name)).collect();
        let run = folder.run(&[&["convert", "--to", "csv"], inputs, &["-o", "out/"]].concat());
        assert_eq!(run.code, 2, "{files:?}: {}", run.err);
        assert!(run.err.contains(told), "{}", run.err);
        let after: Vec<String> = files.iter().map(|name| folder.read(name)).collect();
        assert_eq!(after, before);
        let new = ["out/a.csv", "out/b.csv"].iter().filter(|name| !files.contains(name));
        assert!(new.into_iter().all(|name| !folder.path(name).exists()), "{files:?}");
    }
}

/// Links to a file that is yet to be made would let the second output replace the first.
#[test]
fn links_to_one_new_file_are_a_collision() {
    for (one, other) in [("t.csv", "t.csv"), ("b.csv", "b.csv"), ("../out/t.csv", "t.csv")] {
        let folder = Folder::with("in/a.otg", GOOD_OTG).and("in/b.otg", GOOD_OTG).and("out/x", "");
        symlink(one, folder.path("out/a.csv")).unwrap();
        if other != "b.csv" {
            symlink(other, folder.path("out/b.csv")).unwrap();
        }
        let run = folder.run(&["convert", "--to", "csv", "in", "-o", "out/"]);
        assert_eq!(run.code, 2, "{}", run.err);
        assert!(run.err.contains("two inputs would become"), "{}", run.err);
        assert!(!folder.path("out/t.csv").exists() && !folder.path("out/b.csv").exists());
    }
}

/// An output that is read later must not be written first, whatever its name.
#[test]
fn an_input_is_not_overwritten_by_another() {
    let folder = Folder::with("in/a.otg", GOOD_OTG).and("rows", OLD).and("out/x", "");
    symlink("../rows", folder.path("out/a.csv")).unwrap();
    let run = folder.run(&["convert", "--to", "csv", "in/a.otg", "rows", "-o", "out"]);
    assert_eq!((run.code, folder.read("rows").as_str()), (2, OLD));
    assert!(run.err.contains("written over rows, which is an input as well"), "{}", run.err);
}

/// An output that is an input under another name is refused before the other output is written. In a
/// folder that is only named another way, inputs have their own names.
#[test]
fn an_input_under_another_name_is_refused_at_once() {
    for symbolic in [false, true] {
        let folder = Folder::with("in/a.otg", GOOD_OTG).and("in/b.csv", OLD).and("out/x", "");
        let (input, link) = (folder.path("in/b.csv"), folder.path("out/b.csv"));
        if symbolic {
            symlink("../in/b.csv", &link).unwrap();
        } else {
            fs::hard_link(&input, &link).unwrap();
        }
        for more in [&[][..], &["--variant", "tablut"], &["--lossless"]] {
            let run = folder.run(&[&["convert", "--to", "csv", "in", "-o", "out"], more].concat());
            assert_eq!((run.code, folder.read("in/b.csv").as_str()), (2, OLD), "{}", run.err);
            let told = "in/b.csv would be written over itself, as out/b.csv is the same file";
            assert!(run.err.contains(told), "{}", run.err);
            assert!(!folder.path("out/a.csv").exists());
        }
        symlink("in", folder.path("linked")).unwrap();
        let run = folder.run(&["convert", "--to", "csv", "in", "-o", "linked"]);
        assert_eq!((run.code, folder.read("in/b.csv").as_str()), (0, OLD), "{}", run.err);
        assert_eq!(folder.read("in/a.csv"), "a3-a1,,,White\n");
    }
}

/// Where nothing can be written is told before anything is, or is searched for.
#[test]
fn closed_places_are_told_before_anything_is_written() {
    let folder =
        || Folder::with("in/a.otg", GOOD_OTG).and("in/z/b.otg", GOOD_OTG).and("p.otg", PUZZLE);
    let refused = |folder: &Folder, why: &str| {
        for arguments in [
            "convert --to csv in -o out/",
            "convert --to csv in/z/b.otg -o out/z/b.csv",
            "solve p.otg --proof out/z/b.csv",
        ] {
            let run = folder.run(&arguments.split(' ').collect::<Vec<_>>());
            assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments}: {}", run.err);
            let told = format!("error: cannot write out/z/b.csv: {why}");
            assert!(run.err.starts_with(&told), "{arguments}: {}", run.err);
            assert!(!run.err.contains(".tafl-"), "{}", run.err);
            assert!(!folder.path("out/a.csv").exists(), "{arguments}");
        }
    };
    refused(&folder().and("out/z", "a file"), "Not a directory");
    let with_folder = folder().and("out/z/x", "");
    let socket = UnixListener::bind(with_folder.path("out/z/b.csv")).unwrap();
    refused(&with_folder, "it is a socket");
    drop(socket);
    let closed = folder().and("out/z/x", "");
    let mode = |mode| {
        let mode = fs::Permissions::from_mode(mode);
        fs::set_permissions(closed.path("out/z"), mode).unwrap();
    };
    mode(0o555);
    // The superuser may write everywhere.
    if fs::write(closed.path("out/z/y"), "").is_err() {
        refused(&closed, "Permission denied");
    }
    mode(0o755);
}

#[test]
fn standard_output_may_be_a_socket() {
    let folder = Folder::with("a.otg", GOOD_OTG);
    for more in [&[][..], &["-o", "/dev/stdout"]] {
        let (mut here, there) = UnixStream::pair().unwrap();
        let mut command = plain();
        command.current_dir(folder.path("")).args(["convert", "--to", "csv", "a.otg"]).args(more);
        assert!(command.stdout(OwnedFd::from(there)).status().unwrap().success());
        // It holds the other end.
        drop(command);
        let mut got = String::new();
        here.read_to_string(&mut got).unwrap();
        assert_eq!(got, "a3-a1,,,White\n", "{more:?}");
    }
}

#[test]
fn dots_in_names_are_part_of_them() {
    let folder = Folder::with("in/..otg", GOOD_OTG).and("in/2015.05.04.otg", GOOD_OTG);
    let folder = folder.and("2015.05.04", GOOD_OTG).and("2015.05.05", GOOD_OTG);
    let run =
        folder.run(&["convert", "--to", "csv", "in", "2015.05.04", "2015.05.05", "-o", "out/"]);
    assert_eq!(run.code, 2, "the day stands in the folder as well: {}", run.err);
    let run = folder.run(&["convert", "--to", "csv", "in", "2015.05.05", "-o", "out/"]);
    assert_eq!(run.code, 0, "{}", run.err);
    for name in ["out/..csv", "out/2015.05.04.csv", "out/2015.05.05.csv"] {
        assert_eq!(folder.read(name), "a3-a1,,,White\n", "{name}");
    }
}

#[test]
fn one_file_for_several_inputs_is_an_error() {
    let folder = Folder::with("a.otg", GOOD_OTG).and("b.otg", GOOD_OTG).and("in/c.otg", GOOD_OTG);
    let folder = folder.and("there", "");
    for (inputs, out) in
        [(vec!["a.otg", "b.otg"], "x.csv"), (vec!["in"], "x.csv"), (vec!["in"], "there")]
    {
        let run = folder.run(&[&["convert", "--to", "csv"], &inputs[..], &["-o", out]].concat());
        assert_eq!(run.code, 2);
        assert!(run.err.contains("is a folder meant? end it with /"), "{}", run.err);
        assert!(!folder.path("x.csv").exists());
    }
    assert_eq!(folder.run(&["convert", "--to", "csv", "in", "-o", "x.csv/"]).code, 0);
    assert!(folder.path("x.csv/c.csv").is_file());
}

#[test]
fn pipes_and_devices_are_written_through() {
    let folder = Folder::with("a.otg", GOOD_OTG).and("p.otg", PUZZLE);
    let script = "mkfifo pipe; cat pipe > got & \"$0\" convert --to csv a.otg -o pipe; code=$?; \
                  wait; exit $code";
    assert_eq!(folder.shell(script).code, 0);
    assert_eq!(folder.read("got"), "a3-a1,,,White\n");
    assert!(fs::metadata(folder.path("pipe")).unwrap().file_type().is_fifo());
    // Devices of the test's own, which only root can make.
    if folder.shell("mknod null c 1 3 && mknod full c 1 7 && : > null").code != 0 {
        return;
    }
    assert_eq!(folder.run(&["convert", "--to", "csv", "a.otg", "-o", "null"]).code, 0);
    assert_ne!(folder.run(&["solve", "p.otg", "--proof", "null"]).code, 2);
    let full = folder.run(&["convert", "--to", "csv", "a.otg", "-o", "full"]);
    assert_eq!(full.code, 2);
    assert!(full.err.contains("cannot write full: "), "{}", full.err);
    for device in ["null", "full"] {
        assert!(fs::metadata(folder.path(device)).unwrap().file_type().is_char_device());
    }
}

/// A group in a shell has one place in its output, behind what was written before.
#[test]
fn standard_output_by_name_is_written_where_it_stands() {
    let folder = Folder::with("a.otg", GOOD_OTG);
    for name in ["/dev/stdout", "/proc/self/fd/1", "/dev/fd/1"] {
        let script =
            format!("{{ echo head; \"$0\" convert --to csv a.otg -o {name}; echo tail; }} > out");
        assert_eq!(folder.shell(&script).code, 0, "{name}");
        assert_eq!(folder.read("out"), "head\na3-a1,,,White\ntail\n", "{name}");
    }
    let script = "{ echo head >&3; \"$0\" convert --to csv a.otg -o /dev/fd/3; code=$?; echo tail >&3; } \
                  3> out; exit $code";
    let run = folder.shell(script);
    assert_eq!((run.code, folder.read("out").as_str()), (2, "head\ntail\n"));
    assert!(run.err.contains("cannot write /dev/fd/3: "), "{}", run.err);
}

#[test]
fn every_output_follows_links_and_keeps_its_mode() {
    let untidy = "[variant:brandubh]\n\n1.   d1-c1    d3-c3\n[|]\n";
    // The move takes the man on b4 against b5, which the row does not say.
    let unmended = "b2-b3 f5-e5,0,0,\n";
    let cases: [(&[&str], &str, &str); 4] = [
        (&["convert", "--to", "csv", "a.otg", "-o", "link"], "link", OLD),
        (&["solve", "p.otg", "--proof", "link"], "link", OLD),
        (&["fmt", "link"], "link", untidy),
        (&["check", "--fix", "link.csv", "--variant", FIXED], "link.csv", unmended),
    ];
    for (arguments, link, old) in cases {
        let folder = Folder::with("a.otg", GOOD_OTG).and("p.otg", PUZZLE).and("real/file", old);
        fs::set_permissions(folder.path("real/file"), fs::Permissions::from_mode(0o600)).unwrap();
        symlink("real/step", folder.path(link)).unwrap();
        symlink("file", folder.path("real/step")).unwrap();
        let run = folder.run(arguments);
        assert_ne!(run.code, 2, "{arguments:?}: {}", run.err);
        assert_ne!(folder.read("real/file"), old, "{arguments:?}: {}", run.err);
        assert!(fs::symlink_metadata(folder.path(link)).unwrap().is_symlink(), "{arguments:?}");
        let mode = fs::metadata(folder.path("real/file")).unwrap().mode();
        assert_eq!(mode & 0o777, 0o600, "{arguments:?}");
        assert_eq!(fs::read_dir(folder.path("real")).unwrap().count(), 2, "{arguments:?}");
    }
}

/// Rules under which `b2-b3` takes the man on b4 against b5.
const FIXED: &str = "brandubh start:/7/1t5/7/1T5/1t3K1/7/7/";

#[test]
fn a_link_to_nothing_gets_its_file() {
    let folder = Folder::with("a.otg", GOOD_OTG);
    symlink("deep/down/new.csv", folder.path("link.csv")).unwrap();
    let run = folder.shell("umask 027 && exec \"$0\" convert --to csv a.otg -o link.csv");
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(folder.read("deep/down/new.csv"), "a3-a1,,,White\n");
    assert!(fs::symlink_metadata(folder.path("link.csv")).unwrap().is_symlink());
    // A new file has the rights that the user gives to new files.
    let mode = fs::metadata(folder.path("deep/down/new.csv")).unwrap().mode();
    assert_eq!(mode & 0o777, 0o640);
    symlink("round", folder.path("round")).unwrap();
    let run = folder.run(&["convert", "--to", "csv", "a.otg", "-o", "round"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("cannot write round: "), "{}", run.err);
}

#[test]
fn a_proof_does_not_replace_its_puzzle() {
    let folder = Folder::with("p.otg", PUZZLE);
    for input in ["p.otg", "."] {
        let run = folder.run(&["solve", input, "--proof", "p.otg"]);
        assert_eq!((run.code, folder.read("p.otg").as_str()), (2, PUZZLE));
    }
    let piped = folder.shell("exec \"$0\" solve --proof p.otg < p.otg");
    assert_eq!((piped.code, folder.read("p.otg").as_str()), (2, PUZZLE));
}

#[test]
fn a_proof_does_not_replace_its_position() {
    const POSITION: &str = "/3TT2/7/7/3K2T/t1t3T/7/3t3/";
    let folder = Folder::with("pos.txt", POSITION);
    for (position, from) in [("@pos.txt", ""), ("-", " < pos.txt")] {
        let script = format!(
            "exec \"$0\" solve --variant brandubh --side defenders --position {position} --proof pos.txt{from}"
        );
        let run = folder.shell(&script);
        assert_eq!((run.code, folder.read("pos.txt").as_str()), (2, POSITION), "{}", run.err);
    }
}

/// Every error of the system says what it is about.
#[test]
fn errors_name_their_files() {
    let folder = Folder::with("a.otg", GOOD_OTG).and("p.otg", PUZZLE).and("file", "");
    for arguments in [
        &["convert", "--to", "csv", "a.otg", "-o", "file/x.csv"][..],
        &["solve", "p.otg", "--proof", "file/x.csv"],
        &["convert", "--to", "csv", "a.otg", "-o", "a.otg/x/"],
    ] {
        let run = folder.run(arguments);
        assert_eq!(run.code, 2, "{arguments:?}");
        assert!(run.err.contains("cannot write ") && run.err.contains("/x"), "{}", run.err);
    }
    for script in [
        "\"$0\" check a.otg > /dev/full",
        "\"$0\" convert --to csv a.otg > /dev/full",
        "\"$0\" rules list > /dev/full",
    ] {
        let run = folder.shell(script);
        assert_eq!(run.code, 2, "{script}");
        assert!(run.err.contains("writing standard output"), "{}", run.err);
    }
    let run = folder.shell("\"$0\" fmt - < .");
    assert!(run.err.contains("cannot read -: "), "{}", run.err);
}

/// A limit on the size of files stands for a disk that is full: writing fails after some bytes.
#[test]
fn a_full_disk_leaves_the_old_file_whole() {
    let rows = OLD.repeat(20_000);
    let untidy =
        format!("[variant:brandubh]\n\n1.   d1-c1    d3-c3\n[|]\n\n{}", GOOD_OTG.repeat(9000));
    let folder = Folder::with("big.csv", &rows).and("big.otg", &untidy).and("x.csv", OLD);
    for arguments in [
        "convert --to csv big.csv -o x.csv",
        "convert --to csv big.csv -o new/deep.csv",
        "convert --to csv --lossless big.csv -o new/deep/",
        "fmt big.otg",
    ] {
        for trap in ["trap '' XFSZ; ", ""] {
            let script = format!("{trap}ulimit -f 64; exec \"$0\" {arguments}");
            let run = folder.shell(&script);
            assert_eq!(run.code, 2, "{arguments}: {}", run.err);
            assert!(run.err.contains("cannot write "), "{}", run.err);
            assert_eq!(folder.names(), ["big.csv", "big.otg", "x.csv"], "{arguments}");
            assert_eq!(folder.read("x.csv"), OLD);
            assert!(folder.read("big.otg") == untidy);
        }
    }
}

/// Waits until a file is being written beside its target.
fn wait_for_unfinished(folder: &Folder, child: &mut Child) {
    let started = Instant::now();
    while !folder.names().iter().any(|name| name.starts_with(".tafl-")) {
        assert!(child.try_wait().unwrap().is_none(), "the command is over");
        assert!(started.elapsed() < Duration::from_secs(60));
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn signals_leave_the_old_file_whole() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT] {
        for target in ["x.csv", "made/x.csv"] {
            let folder = Folder::with("x.csv", OLD);
            let mut command = plain();
            command.current_dir(folder.path("")).stdin(Stdio::piped()).stderr(Stdio::null());
            let mut child =
                command.args(["convert", "--to", "csv", "-", "-o", target]).spawn().unwrap();
            let mut input = child.stdin.take().unwrap();
            // The command reads on and on, for the input does not end.
            input.write_all(OLD.repeat(50_000).as_bytes()).unwrap();
            if target == "x.csv" {
                wait_for_unfinished(&folder, &mut child);
            } else {
                while !folder.path("made").exists() {
                    sleep(Duration::from_millis(5));
                }
            }
            kill_process(Pid::from_child(&child), signal).unwrap();
            let status = child.wait().unwrap();
            assert_eq!(status.signal(), Some(signal.as_raw()), "{status:?}");
            assert_eq!((folder.names(), folder.read("x.csv")), (vec!["x.csv".into()], OLD.into()));
        }
    }
}

/// As `nohup` does: who has been told not to hear a signal does not hear it.
#[test]
fn a_signal_that_is_ignored_stays_ignored() {
    let folder = Folder::new();
    let mut command = std::process::Command::new("sh");
    command
        .current_dir(folder.path(""))
        .stdin(Stdio::piped())
        .args(["-c", "trap '' HUP; exec \"$0\" convert --to csv - -o x.csv"]);
    let mut child = command.arg(assert_cmd::cargo::cargo_bin!("tafl")).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(OLD.repeat(50_000).as_bytes()).unwrap();
    wait_for_unfinished(&folder, &mut child);
    kill_process(Pid::from_child(&child), Signal::HUP).unwrap();
    drop(input);
    assert!(child.wait().unwrap().success());
    assert_eq!(folder.read("x.csv").lines().count(), 50_000);
}

/// A reader of a file that breaks off: the last byte was never read.
#[test]
fn an_output_is_not_touched_before_its_input_is_read() {
    let folder = Folder::with("x.csv", OLD);
    let mut command = plain();
    command.current_dir(folder.path("")).stdin(Stdio::piped());
    let mut child = command.args(["convert", "--to", "csv", "-", "-o", "x.csv"]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(OLD.repeat(50_000).as_bytes()).unwrap();
    wait_for_unfinished(&folder, &mut child);
    assert_eq!(folder.read("x.csv"), OLD);
    drop(input);
    assert!(child.wait().unwrap().success());
    assert_eq!((folder.read("x.csv").lines().count(), folder.names().len()), (50_000, 1));
}

#[test]
fn ten_thousand_files_are_written_with_few_open() {
    const FILES: usize = 10_000;
    let folder = Folder::new();
    fs::create_dir(folder.path("in")).unwrap();
    for file in 0..FILES {
        fs::write(folder.path(format!("in/{file}.otg")), GOOD_OTG).unwrap();
    }
    let convert = "ulimit -n 1024; exec \"$0\" convert --to json --lossless in -o out/";
    let mut shell = assert_cmd::Command::new("sh");
    shell.current_dir(folder.path("")).args(["-c", convert]);
    let run = Run::of(shell.arg(assert_cmd::cargo::cargo_bin!("tafl")));
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(fs::read_dir(folder.path("out")).unwrap().count(), FILES);
    assert!(folder.read("out/9999.json").starts_with("{\"schema\""));
    // One of them at fault, and nothing at all is written.
    fs::write(folder.path("in/5000.otg"), "[result:1]\n\n1. d1-c1\n[never closed\n").unwrap();
    fs::remove_dir_all(folder.path("out")).unwrap();
    let run = folder.shell(convert);
    assert_eq!((run.code, folder.path("out").exists()), (1, false));
}

#[test]
fn what_cannot_be_mended_is_told() {
    let latin = [b"[attackers:\xc5ge]\n".as_slice(), GOOD_OTG.as_bytes()].concat();
    let utf_16: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain(GOOD_OTG.encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    let folder = Folder::with("latin.otg", &latin).and("wide.otg", &utf_16);
    let folder = folder.and("letter.md", "Dear sir").and("empty.otg", "").and("good.otg", GOOD_OTG);
    let folder = folder.and("illegal.otg", "[variant:brandubh]\n\n1. d1-c1 a1-a2\n");
    fs::create_dir(folder.path("nothing")).unwrap();
    let cases = [
        ("nosuch", 2, "cannot read nosuch: "),
        ("latin.otg", 1, "latin.otg:1: the record stays as it is: its bytes are not UTF-8"),
        ("wide.otg", 1, "wide.otg: the file stays as it is: it is not in UTF-8"),
        ("letter.md", 1, "letter.md: the file stays as it is: the file is in no known format"),
        ("empty.otg", 1, "empty.otg: the file stays as it is: the file is empty"),
        ("nothing", 1, "nothing: the folder has no file with a known ending"),
        ("good.otg", 0, ""),
    ];
    for (input, code, told) in cases {
        for flag in ["--diff", "--fix"] {
            let run = folder.run(&["check", flag, "good.otg", input]);
            assert_eq!(run.code, code, "{flag} {input}: {}{}", run.out, run.err);
            assert!(run.err.contains(told), "{flag} {input}: {}", run.err);
        }
    }
    let run = folder.run(&["check", "--diff", "illegal.otg"]);
    assert_eq!(run.code, 1);
    assert!(
        run.err.contains("illegal.otg:1: the record stays as it is: a1-a2 is not legal"),
        "{}",
        run.err
    );
    assert_eq!(fs::read(folder.path("latin.otg")).unwrap(), latin);
    assert_eq!(fs::read(folder.path("wide.otg")).unwrap(), utf_16);
    // It is told once that a file cannot be read, whoever tries.
    let run = folder.run(&["check", "--fix", "nosuch"]);
    assert_eq!(run.err.matches("cannot read nosuch").count(), 1);
}

/// Two files that were put one behind the other, each with a mark.
#[test]
fn two_byte_order_marks_are_no_trouble() {
    let untidy = "[variant:brandubh]\n\n1.  d1-c1 d3-c3\n[|]\n";
    let folder = Folder::with("a.otg", format!("\u{feff}\u{feff}{untidy}"));
    for arguments in
        [["fmt", "--diff"], ["fmt", "--check"], ["check", "--diff"], ["check", "--fix"]]
    {
        let run = folder.run(&[&arguments[..], &["a.otg"]].concat());
        assert_ne!(run.code, 2, "{arguments:?}: {}", run.err);
    }
    assert_eq!(folder.run(&["fmt", "a.otg"]).code, 0);
    let tidy = folder.read("a.otg");
    assert!(tidy.starts_with("\u{feff}\u{feff}[variant:brandubh]\n"), "{tidy}");
    assert!(tidy.ends_with("\n\n1. d1-c1 d3-c3\n[|]\n"), "{tidy}");
    let check = folder.check(&["a.otg"]);
    assert_eq!((check.games(), check.code), ((1, 1), 0), "{}", check.told());
}

/// What a filter cannot read comes out as it went in.
#[test]
fn a_filter_loses_nothing() {
    for text in [b"Dear sir\n".as_slice(), b"\xff\xfea\0b\0", b"\x7fELF\0\0\xff", b""] {
        let output = tafl().args(["fmt"]).write_stdin(text).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), text));
    }
}

/// The most memory that a command held, in bytes.
#[cfg(target_os = "linux")]
fn peak(folder: &Path, arguments: &[&str]) -> u64 {
    let mut command = plain();
    command.current_dir(folder).args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let mut told = String::new();
        let status = fs::File::open(format!("/proc/{}/status", child.id()));
        let _ = status.and_then(|mut status| status.read_to_string(&mut told));
        if let Some(line) = told.lines().find_map(|line| line.strip_prefix("VmHWM:")) {
            most = line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() << 10;
        }
        sleep(Duration::from_millis(2));
    }
    most
}

/// Ten times the longest record and a constant, of which most is the program itself.
#[cfg(target_os = "linux")]
#[test]
fn formatting_takes_no_more_than_ten_times_the_longest_record() {
    const CONSTANT: u64 = 24 << 20;
    let turns: String = (1..200_000).map(|turn| format!("{turn}. d1-d3 e5-e2\n")).collect();
    let row = format!("{},0,0,Ongoing\n", ["d1-d3 e5-e2"; 200_000].join(" "));
    let folder = Folder::with("turns.otg", format!("[variant:brandubh]\n\n{turns}[|]\n"))
        .and("row.csv", &row);
    let longest = [("turns.otg", turns.len()), ("row.csv", row.len())];
    for (name, longest) in longest {
        for flags in [&["fmt", "--check"][..], &["fmt", "--diff"], &["fmt"]] {
            let held = peak(&folder.path(""), &[flags, &[name]].concat());
            let most = 10 * longest as u64 + CONSTANT;
            assert!(held > 0 && held <= most, "{name} {flags:?}: {held} bytes, {most} are enough");
        }
    }
}

#[test]
fn no_more_threads_than_cores_are_used() {
    let folder = Folder::with("a.jsonl", GOOD_JSON.repeat(1000));
    let started = Instant::now();
    let run = folder.run(&["check", "--jobs", "1024", "a.jsonl"]);
    assert_eq!(run.code, 0);
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    for command in ["check", "convert", "identify", "solve"] {
        let help = folder.run(&[command, "--help"]).out;
        let words: Vec<&str> = help.split_whitespace().collect();
        assert!(words.join(" ").contains("threads to use, at most one a core"), "{command}");
    }
}
