//! Findings as other tools read them: SARIF and JUnit, written entry by entry.

use serde_json::{Value, json};
use taflkit::record::{Labels, LineColumn};
use taflkit::replay::{Finding, Located, Severity, WalkError, catalogue};

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

    pub(super) fn game(text: &mut String, game: &Located<'_>) {
        for (finding, place) in game.verdict.findings.iter().zip(game.places()) {
            let id = Labels::of(game.read.record).id;
            let properties = json!({ "game": game.read.index, "id": id });
            Self::result(text, game.read.file, finding, place, Some(properties));
        }
    }

    pub(super) fn file(text: &mut String, file: &str, finding: &Finding) {
        Self::result(text, file, finding, LineColumn { line: 1, column: 1 }, None);
    }

    fn result(
        text: &mut String,
        file: &str,
        finding: &Finding,
        place: LineColumn,
        properties: Option<Value>,
    ) {
        let mut result = json!({
            "ruleId": finding.code.name(),
            "level": finding.code.severity().name(),
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
        *text += &format!(",\n{result}");
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

/// JUnit XML: one test case a game, which fails by its errors, and one an input that cannot be read.
pub(super) struct JUnit;

impl JUnit {
    pub(super) fn opening() -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"tafl check\">\n"
            .to_owned()
    }

    pub(super) fn game(text: &mut String, game: &Located<'_>) {
        let findings = game.verdict.findings.iter().zip(game.places());
        let told: Vec<(&Finding, LineColumn)> = findings.collect();
        let name = match Labels::of(game.read.record).id {
            Some(id) => format!("game {} (id {id}, line {})", game.read.index, game.read.line),
            None => format!("game {} (line {})", game.read.index, game.read.line),
        };
        Self::case(text, game.read.file, &name, &told);
    }

    pub(super) fn file(text: &mut String, file: &str, finding: &Finding) {
        Self::case(text, file, "file", &[(finding, LineColumn { line: 1, column: 1 })]);
    }

    pub(super) fn unreadable(text: &mut String, input: &Unreadable) {
        let (file, message) = (escaped(&input.file), escaped(&input.message));
        *text += &format!(
            "<testcase classname=\"{file}\" name=\"file\"><error type=\"unreadable\" message=\"{message}\"/></testcase>\n"
        );
    }

    fn case(text: &mut String, file: &str, name: &str, told: &[(&Finding, LineColumn)]) {
        *text += &format!("<testcase classname=\"{}\" name=\"{}\">", escaped(file), escaped(name));
        for (finding, place) in told {
            let line = format!(
                "{file}:{}:{}: {}: {}{}",
                place.line,
                place.column,
                finding.code,
                in_variation(finding),
                finding.message
            );
            let message = escaped(&line);
            if finding.code.severity() == Severity::Error {
                *text += &format!("<failure type=\"{}\" message=\"{message}\"/>", finding.code);
            } else {
                *text += &format!("<system-out>{message}</system-out>");
            }
        }
        *text += "</testcase>\n";
    }

    pub(super) fn closing() -> String {
        "</testsuite>\n</testsuites>\n".to_owned()
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
