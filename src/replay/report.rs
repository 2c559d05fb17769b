//! Verdicts with their places, as other programs read them, and their sums.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

use crate::game::{By, Ending};
use crate::record::{Known, LineColumn};

use super::corpus::{Event, WalkError};
use super::findings::{Code, Finding, Severity};
use super::identity::GameHash;
use super::located::Located;
use super::verdict::{Decision, NotJudged, Verdict};

/// The schema of what `check` writes as JSON.
pub const SCHEMA: &str = "taflkit.check/1";

impl Event<'_> {
    /// What `check --output jsonl` writes of it: lines of JSON, without newlines. There is none for a file
    /// that is opened, nor for a record that is not judged.
    pub fn to_json(&self) -> Vec<String> {
        match self {
            Event::Opened { .. } | Event::Record(_) | Event::Pause => Vec::new(),
            Event::Game(game) => vec![game.to_json()],
            Event::File { file, finding } => vec![file_json(file, finding)],
            Event::PassedOver { files, .. } => {
                files.iter().map(|file| passed_over_json(file)).collect()
            }
            Event::Unreadable(error) => vec![unreadable_json(error)],
        }
    }
}

impl Located<'_> {
    /// The game as a line of JSON, without a newline.
    pub fn to_json(&self) -> String {
        let findings = self.verdict.findings.iter().zip(self.places());
        let game = GameJson {
            schema: SCHEMA,
            r#type: "game",
            file: self.read.file,
            line: self.read.line,
            index: self.read.index,
            known: Known::of(self.read.record, self.verdict.hash),
            variant: self.verdict.variant.as_deref(),
            plies: self.verdict.plies,
            lines: self.verdict.lines,
            variation_plies: self.verdict.variation_plies,
            complete: self.verdict.complete,
            ending: self.verdict.ending.map(ending_json),
            agrees: self.verdict.agrees,
            claimed: self.verdict.claimed.and_then(|claim| claim.name()),
            decided_by: self.verdict.decision.name(),
            findings: findings.map(|(finding, place)| FindingJson::new(finding, place)).collect(),
        };
        json(&game)
    }
}

/// An input that cannot be read as a line of JSON, without a newline.
fn unreadable_json(error: &WalkError) -> String {
    json(&NotReadJson {
        schema: SCHEMA,
        r#type: "unreadable",
        file: error.file(),
        reason: &error.reason(),
    })
}

/// A file of a folder that was not looked at as a line of JSON, without a newline.
fn passed_over_json(file: &Path) -> String {
    json(&NotReadJson {
        schema: SCHEMA,
        r#type: "passed-over",
        file: &file.display().to_string(),
        reason: PASSED_OVER,
    })
}

/// Why files of a folder are not looked at.
pub const PASSED_OVER: &str = "its ending is that of no known format";

/// A finding about a whole file as a line of JSON, without a newline.
fn file_json(file: &str, finding: &Finding) -> String {
    let place = LineColumn { line: 1, column: 1 };
    json(&FileJson {
        schema: SCHEMA,
        r#type: "file",
        file,
        findings: vec![FindingJson::new(finding, place)],
    })
}

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[derive(Serialize)]
struct GameJson<'a> {
    schema: &'static str,
    r#type: &'static str,
    file: &'a str,
    line: u64,
    index: u64,
    #[serde(flatten)]
    known: Known<'a, GameHash>,
    variant: Option<&'a str>,
    plies: u32,
    lines: u32,
    variation_plies: u64,
    complete: bool,
    ending: Option<EndingJson>,
    agrees: bool,
    claimed: Option<&'static str>,
    decided_by: &'static str,
    findings: Vec<FindingJson<'a>>,
}

#[derive(Serialize)]
struct FileJson<'a> {
    schema: &'static str,
    r#type: &'static str,
    file: &'a str,
    findings: Vec<FindingJson<'a>>,
}

/// A file of which nothing is known but its name.
#[derive(Serialize)]
struct NotReadJson<'a> {
    schema: &'static str,
    r#type: &'static str,
    file: &'a str,
    reason: &'a str,
}

#[derive(Serialize)]
struct EndingJson {
    winner: Option<&'static str>,
    by: &'static str,
    ply: u32,
}

fn ending_json((ending, ply): (Ending, u32)) -> EndingJson {
    let winner = ending.winner.map(|side| side.name());
    EndingJson { winner, by: ending.by.name(), ply }
}

#[derive(Serialize)]
struct FindingJson<'a> {
    code: &'static str,
    severity: &'static str,
    line: u64,
    column: u64,
    variation: Option<&'a str>,
    ply: Option<u32>,
    r#move: Option<u32>,
    text: Option<&'a str>,
    position: Option<String>,
    side: Option<&'static str>,
    message: &'a str,
    rule: &'static str,
    help: &'a str,
}

impl<'a> FindingJson<'a> {
    fn new(finding: &'a Finding, place: LineColumn) -> Self {
        let entry = finding.code.entry();
        Self {
            code: finding.code.name(),
            severity: finding.severity.name(),
            line: place.line,
            column: place.column,
            variation: finding.variation.as_ref().map(|variation| variation.name.as_str()),
            ply: finding.ply,
            r#move: finding.turn(),
            text: finding.text.as_deref(),
            position: finding.before.as_ref().map(|before| before.setup.to_string()),
            side: finding.before.as_ref().map(|before| before.side.name()),
            message: &finding.message,
            rule: entry.rule,
            help: &finding.help,
        }
    }
}

/// What was found in many games, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Files that were opened.
    pub files: u64,
    /// Files and folders that could not be read.
    pub unreadable: u64,
    /// Files of folders whose endings are not known, which were not looked at.
    pub passed_over: u64,
    /// Records found.
    pub games: u64,
    /// Games whose rules were known.
    pub judged: u64,
    /// Judged games of which nothing worse than a note is told.
    pub sound: u64,
    /// Judged games with errors.
    pub with_errors: u64,
    /// Judged games with warnings and no errors.
    pub with_warnings: u64,
    /// Games that were not judged, by the reason.
    pub not_judged: BTreeMap<NotJudged, u64>,
    /// Games that could be replayed to their last move.
    pub completed: u64,
    /// Plies replayed, those of variations left aside.
    pub plies: u64,
    /// Lines of the records, each game itself among them.
    pub lines: u64,
    /// Plies replayed in variations.
    pub variation_plies: u64,
    /// Games that the rules end on the last move, with the result that the record claims.
    pub agree: u64,
    /// Findings by kind.
    pub by_code: BTreeMap<Code, u64>,
    /// Findings by how grave they are.
    pub by_severity: BTreeMap<Severity, u64>,
    /// How grave kinds are that were set otherwise than usual.
    pub set_otherwise: BTreeMap<Code, Severity>,
    /// Games by the rule that first ended them.
    pub by_ending: BTreeMap<By, u64>,
    /// Games by what decided them.
    pub by_decision: BTreeMap<Decision, u64>,
    /// Games by the rules that they were judged by.
    pub by_variant: BTreeMap<String, u64>,
}

impl Summary {
    /// Adds what an event tells. A record that is not judged counts for nothing.
    pub fn add_event(&mut self, event: &Event<'_>) {
        match event {
            Event::Opened { .. } => self.files += 1,
            Event::Record(_) | Event::Pause => {}
            Event::Game(game) => self.add(game.verdict),
            Event::File { finding, .. } => self.add_finding(finding),
            Event::PassedOver { files, .. } => self.passed_over += files.len() as u64,
            Event::Unreadable(_) => self.unreadable += 1,
        }
    }

    /// Adds a game.
    pub fn add(&mut self, verdict: &Verdict) {
        self.games += 1;
        self.judged += u64::from(verdict.variant.is_some());
        self.completed += u64::from(verdict.complete);
        self.plies += u64::from(verdict.plies);
        self.lines += u64::from(verdict.lines);
        self.variation_plies += verdict.variation_plies;
        self.agree += u64::from(verdict.agrees);
        for finding in &verdict.findings {
            self.add_finding(finding);
        }
        for (&code, &count) in &verdict.unlisted.counts {
            // Of such a kind many are listed.
            let alike = verdict.findings.iter().find(|finding| finding.code == code);
            self.count_kind(code, alike.map_or(code.severity(), |finding| finding.severity), count);
        }
        *self.place_for(verdict) += 1;
        if let Some((ending, _)) = verdict.ending {
            *self.by_ending.entry(ending.by).or_default() += 1;
        }
        *self.by_decision.entry(verdict.decision).or_default() += 1;
        if let Some(variant) = &verdict.variant {
            match self.by_variant.get_mut(&**variant) {
                Some(count) => *count += 1,
                None => {
                    self.by_variant.insert(variant.to_string(), 1);
                }
            }
        }
    }

    /// Adds a finding that is about no single game.
    pub fn add_finding(&mut self, finding: &Finding) {
        self.count_kind(finding.code, finding.severity, 1);
    }

    fn count_kind(&mut self, code: Code, severity: Severity, count: u64) {
        *self.by_code.entry(code).or_default() += count;
        *self.by_severity.entry(severity).or_default() += count;
        if severity != code.severity() {
            self.set_otherwise.insert(code, severity);
        }
    }

    /// Where a game is counted: every game in one place.
    fn place_for(&mut self, verdict: &Verdict) -> &mut u64 {
        if let Some(why) = verdict.not_judged {
            return self.not_judged.entry(why).or_default();
        }
        match verdict.findings.iter().map(|finding| finding.severity).max() {
            Some(Severity::Error) => &mut self.with_errors,
            Some(Severity::Warning) => &mut self.with_warnings,
            Some(Severity::Note) | None => &mut self.sound,
        }
    }

    /// Adds another summary.
    pub fn merge(&mut self, other: Self) {
        fn sum<K: Ord>(into: &mut BTreeMap<K, u64>, from: BTreeMap<K, u64>) {
            for (key, count) in from {
                *into.entry(key).or_default() += count;
            }
        }
        self.files += other.files;
        self.unreadable += other.unreadable;
        self.passed_over += other.passed_over;
        self.games += other.games;
        self.judged += other.judged;
        self.sound += other.sound;
        self.with_errors += other.with_errors;
        self.with_warnings += other.with_warnings;
        self.completed += other.completed;
        self.plies += other.plies;
        self.lines += other.lines;
        self.variation_plies += other.variation_plies;
        self.agree += other.agree;
        sum(&mut self.not_judged, other.not_judged);
        sum(&mut self.by_code, other.by_code);
        sum(&mut self.by_severity, other.by_severity);
        self.set_otherwise.extend(other.set_otherwise);
        sum(&mut self.by_ending, other.by_ending);
        sum(&mut self.by_decision, other.by_decision);
        sum(&mut self.by_variant, other.by_variant);
    }

    /// How many findings are of this severity.
    pub fn count(&self, severity: Severity) -> u64 {
        self.by_severity.get(&severity).copied().unwrap_or_default()
    }

    /// How grave a kind of finding is in these games.
    pub fn severity(&self, code: Code) -> Severity {
        self.set_otherwise.get(&code).copied().unwrap_or(code.severity())
    }

    /// The summary as a line of JSON, without a newline.
    pub fn to_json(&self) -> String {
        let named = |(name, count): (&'static str, &u64)| (name, *count);
        json(&SummaryJson {
            schema: SCHEMA,
            r#type: "summary",
            files: self.files,
            unreadable: self.unreadable,
            passed_over: self.passed_over,
            games: self.games,
            judged: self.judged,
            sound: self.sound,
            with_errors: self.with_errors,
            with_warnings: self.with_warnings,
            not_judged: self.not_judged.iter().map(|(why, n)| named((why.name(), n))).collect(),
            completed: self.completed,
            plies: self.plies,
            lines: self.lines,
            variation_plies: self.variation_plies,
            agree: self.agree,
            errors: self.count(Severity::Error),
            warnings: self.count(Severity::Warning),
            notes: self.count(Severity::Note),
            by_code: self.by_code.iter().map(|(code, n)| named((code.name(), n))).collect(),
            by_ending: self.by_ending.iter().map(|(by, n)| named((by.name(), n))).collect(),
            by_decision: self.by_decision.iter().map(|(by, n)| named((by.name(), n))).collect(),
            by_variant: &self.by_variant,
        })
    }
}

#[derive(Serialize)]
struct SummaryJson<'a> {
    schema: &'static str,
    r#type: &'static str,
    files: u64,
    unreadable: u64,
    passed_over: u64,
    games: u64,
    judged: u64,
    sound: u64,
    with_errors: u64,
    with_warnings: u64,
    not_judged: BTreeMap<&'static str, u64>,
    completed: u64,
    plies: u64,
    lines: u64,
    variation_plies: u64,
    agree: u64,
    errors: u64,
    warnings: u64,
    notes: u64,
    by_code: BTreeMap<&'static str, u64>,
    by_ending: BTreeMap<&'static str, u64>,
    by_decision: BTreeMap<&'static str, u64>,
    by_variant: &'a BTreeMap<String, u64>,
}
