//! A process that lives as long as another program needs it: each record is answered as it comes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::run::{Folder, plain};

/// How long an answer is waited for on a busy machine. Nothing more is written until it is there.
const PATIENCE: Duration = Duration::from_secs(60);

/// A process with a pipe to it that stays open.
struct Talk {
    child: Child,
    input: ChildStdin,
    answers: Receiver<String>,
}

impl Talk {
    fn with(arguments: &[&str]) -> Self {
        let mut command: Command = plain();
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (sender, answers) = mpsc::channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Self { input: child.stdin.take().unwrap(), child, answers }
    }

    fn say(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).unwrap();
        self.input.flush().unwrap();
    }

    fn answer(&self) -> String {
        self.answers.recv_timeout(PATIENCE).expect("an answer while the pipe is open")
    }

    fn answer_json(&self) -> Value {
        serde_json::from_str(&self.answer()).unwrap()
    }

    /// Closes the pipe; what else was said, and the exit code.
    fn end(self) -> (Vec<String>, i32) {
        let Self { mut child, input, answers } = self;
        drop(input);
        let rest = answers.iter().collect();
        let mut complaints = String::new();
        child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
        assert!(!complaints.contains("panicked"), "{complaints}");
        (rest, child.wait().unwrap().code().unwrap())
    }
}

const ROW: &str = "d1-c1 d3-c3,0,0,\n";
const OBJECT: &str =
    "{\"AageGameTypeName\":\"Brandubh\",\"Moves\":[\"d1-c1\"],\"WhoWon\":\"Draw\"}\n";
const TREE: &str = "(;FF[4]GM[29]RU[Brandubh]\n;B[adac])\n";

#[test]
fn check_answers_each_record_as_it_comes() {
    for jobs in ["1", "2"] {
        for (record, rules) in [(ROW, Some("brandubh")), (OBJECT, None), (TREE, None)] {
            let mut arguments = vec!["check", "--output", "jsonl", "--jobs", jobs];
            arguments.extend(rules.into_iter().flat_map(|rules| ["--variant", rules]));
            let mut talk = Talk::with(&arguments);
            for index in 1..=3 {
                talk.say(record);
                let game = talk.answer_json();
                assert_eq!((&game["type"], &game["index"]), (&"game".into(), &index.into()));
            }
            // Two at once, and half of a third.
            let (half, rest) = record.split_at(record.len() / 2);
            talk.say(&[record, record, half].concat());
            assert_eq!(talk.answer_json()["index"], 4);
            assert_eq!(talk.answer_json()["index"], 5);
            talk.say(rest);
            assert_eq!(talk.answer_json()["index"], 6);
            let (rest, code) = talk.end();
            let summary: Value = serde_json::from_str(&rest[0]).unwrap();
            assert_eq!((rest.len(), &summary["games"], code), (1, &6.into(), 0));
        }
    }
}

/// Faults are told as they come too, to people as well; a first record that is at fault is one.
#[test]
fn faults_are_told_as_they_come() {
    let mut talk = Talk::with(&["check", "--variant", "brandubh", "--exit-zero"]);
    talk.say("d1-e2,0,0,\n");
    assert!(talk.answer().starts_with("error[T104]"));
    assert_eq!(talk.end().1, 0);
    let mut talk = Talk::with(&["check", "--output", "jsonl"]);
    talk.say("{}\n");
    assert_eq!(talk.answer_json()["findings"][0]["code"], "T015");
    talk.say(OBJECT);
    assert_eq!(talk.answer_json()["plies"], 1);
    assert_eq!(talk.end().1, 1);
}

#[test]
fn identify_answers_each_record_as_it_comes() {
    let mut talk = Talk::with(&["identify", "--output", "jsonl"]);
    for index in 1..=2 {
        talk.say(ROW);
        assert_eq!(talk.answer_json()["index"], index);
    }
    assert_eq!(talk.end().1, 0);
}

#[test]
fn convert_answers_each_record_as_it_comes() {
    let mut talk = Talk::with(&["convert", "--to", "csv"]);
    for _ in 0..3 {
        talk.say(OBJECT);
        assert_eq!(talk.answer(), "d1-c1,,,Draw");
    }
    assert_eq!(talk.end().1, 0);
}

/// What comes of a text is the same, at whatever places its pipe pauses.
#[test]
fn pauses_change_no_output() {
    let text = [OBJECT, "{\"Moves\": [\n\"d1-e2\"]}\n", "nonsense\n", OBJECT].concat();
    let folder = Folder::new();
    let whole = folder.tafl(["check", "--output", "jsonl"]).write_stdin(&*text).output().unwrap();
    let whole = String::from_utf8(whole.stdout).unwrap();
    let mut talk = Talk::with(&["check", "--output", "jsonl"]);
    for letter in text.chars() {
        talk.say(letter.encode_utf8(&mut [0; 4]));
        thread::sleep(Duration::from_millis(1));
    }
    let (lines, _) = talk.end();
    assert_eq!(lines, whole.lines().collect::<Vec<_>>());
}

/// Faults of the data are no failure of the pipeline; that a command cannot run is.
#[test]
fn exit_zero_is_for_faults_only() {
    let folder = Folder::with("a.csv", "d1-e2,0,0,\n").and("b.csv", ROW);
    let code = |arguments: &[&str]| {
        (folder.run(arguments).code, folder.run(&[arguments, &["--exit-zero"]].concat()).code)
    };
    assert_eq!(code(&["check", "a.csv", "--variant", "brandubh"]), (1, 0));
    assert_eq!(code(&["check", "gone.csv"]), (2, 2));
    assert_eq!(code(&["check", "a.csv", "--variant", "nowhere"]), (2, 2));
    assert_eq!(code(&["fmt", "--check", "a.csv"]), (0, 0));
    let loss = ["convert", "a.csv", "--variant", "brandubh", "--to", "csv", "--lossless"];
    assert_eq!(code(&loss), (1, 0));
    assert_eq!(code(&["check", "b.csv", "--variant", "brandubh"]), (0, 0));
}
