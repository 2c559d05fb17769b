//! `tafl solve` as a process: Ctrl-C, progress on a terminal, memory.
#![cfg(target_os = "linux")]

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use rustix::io::ioctl_fionread;
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use serde_json::Value;

/// The start of Copenhagen, far more than can be searched; a test that goes wrong ends in the end.
const ENDLESS: [&str; 8] =
    ["solve", "--position", "start", "--max-turns", "9", "--time", "120", "--memory"];

fn tafl(arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tafl"));
    command.args(arguments).env("TERM", "xterm").stdin(Stdio::piped()).stdout(Stdio::piped());
    command
}

fn endless(more: &[&str]) -> Command {
    tafl(&[&ENDLESS[..], &["16M"], more].concat())
}

/// A field of what the system says of a process, while there is one.
fn status(child: &Child, field: &str) -> Option<String> {
    let told = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = told.lines().find_map(|line| line.strip_prefix(field))?;
    Some(line.trim_start_matches(':').trim().to_owned())
}

/// Waits until Ctrl-C no longer kills the process at once.
fn wait_for_handler(child: &Child) {
    let handled = |mask: String| u64::from_str_radix(&mask, 16).unwrap() & 1 << (2 - 1) != 0;
    while !status(child, "SigCgt").is_some_and(handled) {
        sleep(Duration::from_millis(5));
    }
}

fn ctrl_c(child: &Child) {
    kill_process(Pid::from_child(child), Signal::INT).unwrap();
}

fn report(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("a report is written")
}

/// A terminal: the program's side of it, and ours.
fn terminal() -> (File, File) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap();
    let path = Path::new(std::ffi::OsStr::from_bytes(name.as_bytes()));
    let theirs = OpenOptions::new().read(true).write(true).open(path).unwrap();
    (theirs, File::from(ours))
}

/// Reads until one of these texts has come, and returns all there is.
fn read_until(file: &mut File, wanted: &[&str]) -> String {
    let mut told = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let read = file.read(&mut buffer).expect("the program is still there");
        told.extend_from_slice(&buffer[..read]);
        let text = String::from_utf8_lossy(&told);
        if wanted.iter().any(|wanted| text.contains(wanted)) {
            return text.into_owned();
        }
    }
}

#[test]
fn a_terminal_sees_progress_and_ctrl_c_tells_what_is_proved() {
    let (theirs, mut ours) = terminal();
    let child = endless(&["--output", "json"]).stderr(theirs).spawn().unwrap();
    // All first turns have been tried for wins in 1 and 2 when the third depth begins. It may be over
    // before it is drawn.
    let told = read_until(&mut ours, &["3 deep: ", "4 deep: ", "5 deep: "]);
    let ways = [" of 116 first turns, ", "proof numbers "];
    assert!(ways.iter().any(|way| told.contains(way)), "{told}");
    assert!(told.contains(" nodes, ") && told.contains(" million a second"), "{told}");
    ctrl_c(&child);
    let output = child.wait_with_output().unwrap();
    let report = report(&output);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!((&report["verdict"], &report["limit"]), (&"unknown".into(), &"interrupted".into()));
    assert!(report["none_within"].as_u64() >= Some(2), "{report}");
    let fact = &report["facts"][0];
    assert_eq!(fact["kind"], "unproved");
    assert!(fact["message"].as_str().unwrap().starts_with("no win in "), "{fact}");
}

#[test]
fn no_progress_is_written_but_to_a_terminal() {
    let child = endless(&[]).stderr(Stdio::piped()).spawn().unwrap();
    wait_for_handler(&child);
    ctrl_c(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(1), &b""[..]));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("\nunknown: ") && text.contains("\nthe search was interrupted\n"),
        "{text}"
    );
}

#[test]
fn quiet_is_quiet_on_a_terminal_too() {
    let (theirs, mut ours) = terminal();
    let output = endless(&["--nodes", "200000", "-q"]).stderr(theirs).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), &b""[..]));
    // Nobody holds the other side any more, so that reading ends at once.
    let mut told = String::new();
    let _ = ours.read_to_string(&mut told);
    assert_eq!(told, "");
}

/// The puzzles behind the one that is interrupted are not looked at, and the command says so.
#[test]
fn ctrl_c_ends_a_list_of_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.otg", "b.otg", "c.otg"] {
        let puzzle = "[variant:copenhagen]\n[puzzle-goal:attackers win in 9]\n";
        fs::write(folder.path().join(name), puzzle).unwrap();
    }
    let folder = folder.path().to_str().unwrap();
    let arguments = ["solve", "--output", "jsonl", "--memory", "16M", folder];
    let child = tafl(&arguments).stderr(Stdio::piped()).spawn().unwrap();
    wait_for_handler(&child);
    ctrl_c(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stdout.iter().filter(|&&byte| byte == b'\n').count(), 1);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error, "error: interrupted: 1 of 3 puzzles were looked at\n");
}

/// Before the puzzles are read there is nothing to tell.
#[test]
fn ctrl_c_ends_a_command_that_still_reads() {
    let mut child = tafl(&["solve", "-"]).stderr(Stdio::piped()).spawn().unwrap();
    ctrl_c(&child);
    assert_eq!(child.wait().unwrap().signal(), Some(Signal::INT.as_raw()));
}

/// An answer that nobody reads, larger than a pipe holds, keeps the command waiting, whatever the
/// first Ctrl-C asks of it.
#[test]
fn a_second_ctrl_c_ends_the_process() {
    let puzzle = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/brandubh-defenders-4a.otg");
    let mut child = tafl(&["solve", puzzle, "--tree"]).stderr(Stdio::piped()).spawn().unwrap();
    while ioctl_fionread(child.stdout.as_ref().unwrap()).unwrap() == 0 {
        assert_eq!(child.try_wait().unwrap(), None, "the answer is not read");
        sleep(Duration::from_millis(5));
    }
    while child.try_wait().unwrap().is_none() {
        ctrl_c(&child);
        sleep(Duration::from_millis(20));
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// The most memory that the process held, in KiB.
fn peak(command: &mut Command) -> (u64, Output) {
    let child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut most = 0;
    while let Some(held) = status(&child, "VmHWM") {
        most = held.trim_end_matches("kB").trim().parse().unwrap();
        sleep(Duration::from_millis(5));
    }
    (most, child.wait_with_output().unwrap())
}

/// The table stays as large as it may be, and the rest takes less than 16 MiB, as the help says.
#[test]
fn memory_stays_under_its_limit() {
    const MIB: u64 = 1024;
    // The table grows between two depths, and the last begins before the fourth million of nodes.
    for (memory, size) in [("1M", MIB), ("32M", 32 * MIB)] {
        let arguments = [&ENDLESS[..], &[memory, "--nodes", "5M", "--jobs", "2"]].concat();
        let (held, output) = peak(&mut tafl(&arguments));
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(held < size + 16 * MIB, "{held} KiB with a table of {memory}");
        assert!(held > size, "{held} KiB with a table of {memory}: it is not in use");
    }
}

/// Commands that read for as long as something comes, with what they read.
const READERS: [(&[&str], &str); 4] = [
    (&["check"], "{\"AageGameTypeName\":\"Brandubh\",\"Moves\":[\"d1-c1\"],\"WhoWon\":\"Draw\"}\n"),
    (&["convert", "--to", "json"], "[variant:brandubh]\n\n1. d1-c1 d5-c5\n"),
    (&["identify"], "[variant:brandubh]\n\n1. d1-c1 d5-c5\n"),
    (&["fmt"], "[variant:brandubh]\n\n1. d1-c1 d5-c5\n"),
];

/// The first picture of what turns while nothing is known of the end.
const SPINNER: &str = "\u{2801}";

/// Runs a command that gets its input only after a while. Returns what its terminal saw.
fn seen_after(arguments: &[&str], input: &str, wait: Duration) -> String {
    let (theirs, mut ours) = terminal();
    let mut child = tafl(arguments).stderr(theirs).spawn().unwrap();
    sleep(wait);
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    assert!(!output.stdout.is_empty(), "{arguments:?}");
    let mut told = Vec::new();
    // Reading ends in an error, as nobody holds the other side any more.
    let _ = ours.read_to_end(&mut told);
    String::from_utf8(told).unwrap()
}

#[test]
fn progress_is_told_only_of_work_that_takes_a_while() {
    for (arguments, input) in READERS {
        let told = seen_after(arguments, input, Duration::from_millis(900));
        assert!(told.contains(SPINNER), "{arguments:?} tells no progress: {told:?}");
        // The line is gone in the end.
        assert!(told.ends_with("\r\u{1b}[2K"), "{arguments:?}: {told:?}");
        // On a machine that is busy, even short work may take a while.
        let is_silent = |_| seen_after(arguments, input, Duration::ZERO).is_empty();
        assert!((0..5).any(is_silent), "{arguments:?}");
    }
}

/// What a terminal of this width shows of a record in which a capture is missing.
fn shown_on(columns: u16) -> String {
    let folder = tempfile::tempdir().unwrap();
    let record = "[rules:dim:7 start:/3t3/7/5K1/7/3Tt2/7/2t4/]\n\n1. c7-c5\n";
    fs::write(folder.path().join("a.otg"), record).unwrap();
    let (theirs, mut ours) = terminal();
    let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&theirs, size).unwrap();
    let mut command = tafl(&["check", "a.otg", "--color", "never"]);
    command.current_dir(folder.path()).stdout(theirs).stderr(Stdio::null());
    assert_eq!(command.status().unwrap().code(), Some(1));
    // The program's side is closed when the command goes away.
    drop(command);
    let mut told = Vec::new();
    let _ = ours.read_to_end(&mut told);
    String::from_utf8(told).unwrap().replace('\r', "")
}

/// Ten letters stand before the board, which is 17 wide, or 11 without gaps.
#[test]
fn boards_fit_the_terminal() {
    for wide in [27, 80, 200] {
        assert!(shown_on(wide).contains("\n           7  . .-t . . . .\n"), "{}", shown_on(wide));
    }
    for narrow in [21, 26] {
        let told = shown_on(narrow);
        assert!(told.contains("\n           7  ..t....\n"), "{told}");
        assert!(told.contains("note: the position before the move:\n"), "{told}");
    }
    let told = shown_on(20);
    assert!(told.contains("error[T201]") && !told.contains("the position"), "{told}");
}

/// A count far too long to wait for.
#[test]
fn counting_turns_tells_how_far_it_is() {
    let (theirs, mut ours) = terminal();
    let arguments = ["perft", "--variant", "brandubh", "--depth", "12"];
    let mut child = tafl(&arguments).stderr(theirs).spawn().unwrap();
    // Eight attackers have forty moves between them.
    let told = read_until(&mut ours, &["0/40 first turns"]);
    assert!(!told.contains("1/40"), "{told}");
    child.kill().unwrap();
    child.wait().unwrap();
}

/// What is counted turn by turn for those who look is what is counted at once for others.
#[test]
fn a_count_is_the_same_on_a_terminal() {
    for more in [&[][..], &["--tuple"], &["--divide"]] {
        for variant in ["brandubh", "berserk", "hnefatafl-org"] {
            let arguments = ["perft", "--variant", variant, "--depth", "2"];
            let arguments = [&arguments, more].concat();
            let piped = tafl(&arguments).stderr(Stdio::piped()).output().unwrap();
            let (theirs, _ours) = terminal();
            let seen = tafl(&arguments).stderr(theirs).output().unwrap();
            assert!(piped.status.success() && seen.status.success(), "{arguments:?}");
            assert_eq!(piped.stdout, seen.stdout, "{arguments:?}");
        }
    }
}
