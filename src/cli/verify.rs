//! `tafl verify`, and writing what it checks.

use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::json;
use taflkit::game::Game;
use taflkit::replay;
use taflkit::solve::{
    Answer, Certificate, Goal, Limits, ProofError, Report, Theorem, Verified, Watch, prove, verify,
};
use taflkit::visible;

use super::Form;
use super::documents::Document;
use super::files::OutFile;
use super::help::{self, Example};
use super::output::{Failure, Outcome, Output};
use super::progress::Progress;

const EXAMPLES: &[Example] = &[("Check a proof", "tafl verify proof.json")];

/// Check proof certificates with the rules alone, without search
///
/// A certificate is what `tafl solve --proof` writes. The exit code is 0 if every one proves its
/// claim, 1 if one does not, 2 if one cannot be read.
#[derive(Args)]
#[command(after_long_help = help::examples(EXAMPLES))]
pub(super) struct Verify {
    /// Certificates, compressed (.gz, .zst) or not; `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// What a certificate is to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ProofOf {
    /// The win that was found; if it was refuted, that there is none
    Win,
    /// That there is no win in fewer turns
    Fewer,
    /// The win, and that no other first turn does it
    OnlyKey,
}

/// The largest certificate that is read, in bytes. It takes about seven times as much memory.
const LARGEST: u64 = 1 << 29;

impl Verify {
    pub(super) fn run(self, output: &Output) -> Result<Outcome, Failure> {
        let mut outcome = Outcome::Well;
        let mut documents = Vec::new();
        for file in &self.files {
            let name = file.display().to_string();
            let line = Progress::of_work(output);
            line.tell(|| format!("checking {}", visible::line(&name)));
            let result = check(file);
            drop(line);
            let result = match result {
                Err(why) => {
                    output.error(&format!("{name}: {why}"));
                    outcome = Outcome::Incomplete;
                    Err(Document::unreadable("verify", &name, &why))
                }
                Ok(result) => {
                    outcome =
                        outcome.or(if result.is_ok() { Outcome::Well } else { Outcome::Faults });
                    Ok(result)
                }
            };
            match (output.form, result) {
                (Form::Human, Ok(result)) => output.print(&in_words(&name, &result))?,
                (Form::Human, Err(_)) => {}
                (form, result) => {
                    let document = result.map_or_else(|entry| entry, |told| as_json(&name, &told));
                    match form {
                        Form::Jsonl => output.print_json(&document)?,
                        _ => documents.push(document),
                    }
                }
            }
        }
        if output.form == Form::Json {
            output.print_documents(&documents, self.files.len() > 1)?;
        }
        Ok(outcome)
    }
}

fn in_words(file: &str, result: &Result<Verified, String>) -> String {
    let file = visible::line(file);
    match result {
        Ok(Verified { claim, position, nodes }) => {
            format!("{file}: holds: {claim} from {position} ({nodes} nodes)\n")
        }
        Err(why) => format!("{file}: fails: {}\n", visible::line(why)),
    }
}

fn as_json(file: &str, result: &Result<Verified, String>) -> Document {
    let proved = result.as_ref().ok();
    let content = json!({
        "file": file,
        "holds": proved.is_some(),
        "claim": proved.map(|proved| &proved.claim),
        "position": proved.map(|proved| &proved.position),
        "nodes": proved.map(|proved| proved.nodes),
        "flaw": result.as_ref().err(),
    });
    Document::entry("verify", "certificate", content)
}

/// What a file proves, or why it proves nothing; as an error, why it cannot be read.
fn check(path: &Path) -> Result<Result<Verified, String>, String> {
    let named = |error: std::io::Error| error.to_string();
    let too_many = || {
        let most = LARGEST >> 20;
        format!("a certificate of more than {most}M is not read")
    };
    let stdin = path == Path::new("-");
    let packed: Box<dyn Read> = if stdin {
        Box::new(std::io::stdin().lock())
    } else {
        let file = File::open(path).map_err(named)?;
        if file.metadata().map_err(named)?.len() > LARGEST {
            return Err(too_many());
        }
        Box::new(file)
    };
    // What comes through a pipe or is compressed has no length to ask for.
    let mut source = replay::unpacked(packed).map_err(named)?.take(LARGEST + 1);
    let read = Certificate::read(BufReader::new(&mut source));
    if source.limit() == 0 {
        return Err(too_many());
    }
    match read {
        Ok(certificate) => Ok(verify(&certificate).map_err(|flaw| flaw.to_string())),
        Err(error) if error.is_io() => Err(error.to_string()),
        Err(error) => Ok(Err(format!("it is no certificate: {error}"))),
    }
}

/// Writes the certificate of a report, whole or not at all. Returns why there is none, if so.
pub(super) fn write(
    game: &Game,
    report: &Report,
    of: ProofOf,
    limits: &Limits,
    watch: Watch<'_>,
    path: &Path,
) -> Result<Option<String>, Failure> {
    if !matches!(report.goal, Goal::Win(_)) {
        let why = format!("certificates are of wins, and the goal is {}", report.goal);
        return Ok(Some(why));
    }
    let claim = match (report.verdict, report.turns, of) {
        (Answer::Proved, Some(turns), ProofOf::Win) => Theorem::WinIn(turns),
        (Answer::Proved, Some(turns), ProofOf::OnlyKey) => Theorem::OnlyKey(turns),
        (Answer::Proved, Some(turns), ProofOf::Fewer) if turns > 1 => Theorem::NoWinIn(turns - 1),
        (_, _, ProofOf::OnlyKey) => return Ok(Some("there is no win to certify".into())),
        (_, None, _) | (_, _, ProofOf::Fewer) if report.none_within > 0 => {
            Theorem::NoWinIn(report.none_within)
        }
        _ => return Ok(Some("there is nothing proved to certify".into())),
    };
    let later = report.also_wins.iter().min_by_key(|(_, turns)| turns);
    let first = report.keys.first().or(later.map(|(turn, _)| turn));
    match prove(game, claim, first, limits, watch) {
        Ok(certificate) => {
            write_whole(path, &certificate)?;
            Ok(None)
        }
        Err(ProofError::Question(error)) => Err(Failure::usage(error.to_string())),
        Err(error) => Ok(Some(error.to_string())),
    }
}

fn write_whole(path: &Path, certificate: &Certificate) -> Result<(), Failure> {
    let mut file = OutFile::create(path)?;
    serde_json::to_writer(&mut file, certificate).map_err(std::io::Error::from)?;
    file.write_all(b"\n")?;
    file.finish()?;
    Ok(())
}
