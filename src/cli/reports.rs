//! Findings as other tools read them: SARIF and JUnit, written entry by entry.

use serde_json::{Value, json};
use taflkit::record::{Labels, LineColumn};
use taflkit::replay::{Finding, Located, NotJudged, Severity, WalkError, catalogue};

/// An input that could not be read.
pub(super) struct Unreadable {
    pub(super) file: String,
    /// The whole error, the file named in it.
    pub(super) message: String,
}

impl Unreadable {
    pub(super) fn new(error: &WalkError) -> Self {
        Self { file: error.file().to_owned(), message: error.to_string() }
    }
}

/// SARIF 2.1.0: one run, one result a finding; what could not be read is a notification.
pub(super) struct Sarif;

impl Sarif {
    pub(super) fn opening() -> String {
        let rules: Vec<_> = catalogue()
            .map(|entry| {
                json!({
                    "id": entry.code.name(),
                    "shortDescription": { "text": entry.title },
                    "fullDescription": { "text": entry.about },
                    "help": { "text": entry.help },
                    "defaultConfiguration": { "level": entry.severity.name() },
                })
            })
            .collect();
        let driver =
            json!({ "name": "tafl", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
        format!(
            "{{\"version\":\"2.1.0\",\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\
             \"runs\":[{{\"columnKind\":\"unicodeCodePoints\",\"tool\":{{\"driver\":{driver}}},\"results\":["
        )
    }

    /// A finding about a game.
    pub(super) fn of_game(game: &Located<'_>, finding: &Finding, place: LineColumn) -> String {
        let id = Labels::of(game.read.record).id;
        let properties = json!({ "game": game.read.index, "id": id });
        Self::result(game.read.file, finding, place, Some(properties))
    }

    /// A finding about a whole file.
    pub(super) fn of_file(file: &str, finding: &Finding) -> String {
        Self::result(file, finding, LineColumn { line: 1, column: 1 }, None)
    }

    fn result(
        file: &str,
        finding: &Finding,
        place: LineColumn,
        properties: Option<Value>,
    ) -> String {
        let mut result = json!({
            "ruleId": finding.code.name(),
            "level": finding.severity.name(),
            "message": { "text": format!("{}{} ({})", in_variation(finding), finding.message, finding.help) },
            "locations": [{
                "physicalLocation": {
                    "artifactLocation": { "uri": as_uri(file) },
                    "region": { "startLine": place.line, "startColumn": place.column },
                },
            }],
        });
        if let Some(properties) = properties {
            result["properties"] = properties;
        }
        format!(",\n{result}")
    }

    pub(super) fn closing(unreadable: &[Unreadable]) -> String {
        let told: Vec<_> = unreadable
            .iter()
            .map(|input| {
                let uri = as_uri(&input.file);
                json!({
                    "level": "error",
                    "message": { "text": input.message },
                    "locations": [{ "physicalLocation": { "artifactLocation": { "uri": uri } } }],
                })
            })
            .collect();
        let invocation = json!({
            "executionSuccessful": told.is_empty(),
            "toolExecutionNotifications": told,
        });
        format!("\n],\"invocations\":[{invocation}]}}]}}\n")
    }
}

/// In which variation it is, before the message.
fn in_variation(finding: &Finding) -> String {
    finding.variation.as_ref().map_or_else(String::new, |variation| format!("{variation}: "))
}

/// A path as a relative reference: what has a meaning of its own there is written in percent.
fn as_uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        let plain = byte.is_ascii_alphanumeric() || b"-._~/:+@!$&'()*,;=".contains(&byte);
        if plain {
            uri.push(char::from(byte));
        } else {
            uri += &format!("%{byte:02X}");
        }
    }
    uri
}

/// JUnit XML: a suite a file, with a case a game, which fails by its errors; a game without known rules
/// is skipped.
pub(super) struct JUnit;

/// A test case, and what came of it.
pub(super) struct Case {
    xml: String,
    outcome: CaseOutcome,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CaseOutcome {
    Passed,
    Failed,
    Skipped,
    Error,
}

/// The cases of a file.
#[derive(Default)]
pub(super) struct Suite {
    cases: String,
    outcomes: Vec<CaseOutcome>,
}

impl Suite {
    pub(super) fn add(&mut self, case: Case) {
        self.cases += &case.xml;
        self.outcomes.push(case.outcome);
    }

    /// The suite with its counts; nothing if it has no case.
    pub(super) fn to_xml(&self, file: &str) -> String {
        if self.outcomes.is_empty() {
            return String::new();
        }
        let count = |outcome| self.outcomes.iter().filter(|&&of_case| of_case == outcome).count();
        format!(
            "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n{}</testsuite>\n",
            escaped(file),
            self.outcomes.len(),
            count(CaseOutcome::Failed),
            count(CaseOutcome::Error),
            count(CaseOutcome::Skipped),
            self.cases,
        )
    }
}

impl JUnit {
    pub(super) fn opening() -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"tafl check\">\n".to_owned()
    }

    pub(super) fn game(game: &Located<'_>) -> Case {
        let findings = game.verdict.findings.iter().zip(game.places());
        let told: Vec<(&Finding, LineColumn)> = findings.collect();
        let name = match Labels::of(game.read.record).id {
            Some(id) => format!("game {} (id {id}, line {})", game.read.index, game.read.line),
            None => format!("game {} (line {})", game.read.index, game.read.line),
        };
        let why = game.verdict.not_judged;
        let without_rules =
            why.filter(|why| matches!(why, NotJudged::NoRules | NotJudged::UnknownRules));
        Self::case(game.read.file, &name, &told, without_rules)
    }

    pub(super) fn file(file: &str, finding: &Finding) -> Case {
        let place = LineColumn { line: 1, column: 1 };
        Self::case(file, "file", &[(finding, place)], None)
    }

    pub(super) fn unreadable(input: &Unreadable) -> Case {
        let (file, message) = (escaped(&input.file), escaped(&input.message));
        let xml = format!(
            "<testcase classname=\"{file}\" name=\"file\"><error type=\"unreadable\" message=\"{message}\"/></testcase>\n"
        );
        Case { xml, outcome: CaseOutcome::Error }
    }

    /// A case, which is skipped if it is said why; then it does not fail.
    fn case(
        file: &str,
        name: &str,
        told: &[(&Finding, LineColumn)],
        skipped: Option<NotJudged>,
    ) -> Case {
        let mut xml =
            format!("<testcase classname=\"{}\" name=\"{}\">", escaped(file), escaped(name));
        let mut outcome = CaseOutcome::Passed;
        if let Some(why) = skipped {
            outcome = CaseOutcome::Skipped;
            xml += &format!("<skipped message=\"not judged: {}\"/>", why.told());
        }
        // Failures stand before what is said besides, as the schema has it.
        let fails = |finding: &Finding| skipped.is_none() && finding.severity == Severity::Error;
        for (finding, place) in told.iter().filter(|(finding, _)| fails(finding)) {
            outcome = CaseOutcome::Failed;
            let (code, message) = (finding.code, Self::line(file, finding, *place));
            xml += &format!("<failure type=\"{code}\" message=\"{message}\"/>");
        }
        for (finding, place) in told.iter().filter(|(finding, _)| !fails(finding)) {
            xml += &format!("<system-out>{}</system-out>", Self::line(file, finding, *place));
        }
        xml += "</testcase>\n";
        Case { xml, outcome }
    }

    fn line(file: &str, finding: &Finding, place: LineColumn) -> String {
        let LineColumn { line, column } = place;
        let (code, variation) = (finding.code, in_variation(finding));
        escaped(&format!("{file}:{line}:{column}: {code}: {variation}{}", finding.message))
    }

    pub(super) fn closing() -> String {
        "</testsuites>\n".to_owned()
    }
}

/// Text as XML takes it, without the characters that XML cannot have.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\t' | '\n' | '\r' => escaped.push(' '),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}
