//! What is written as JSON keeps to the schemas that are published.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;
use taflkit::game::By;
use taflkit::notation::{self, Format, Losses};
use taflkit::replay::Decision;

/// Whether a value keeps to a schema; of JSON Schema as much as the published one uses.
fn check(value: &Value, schema: &Value, root: &Value) -> Result<(), String> {
    let wrong = |why: &str| Err(format!("{value} {why}"));
    for (key, told) in schema.as_object().expect("a schema is an object") {
        match key.as_str() {
            "$ref" => {
                let pointer = told.as_str().unwrap().trim_start_matches('#');
                check(value, root.pointer(pointer).expect("it is defined"), root)?;
            }
            "type" => {
                let types = told.as_array().map_or(std::slice::from_ref(told), Vec::as_slice);
                if !types.iter().any(|name| is_of_type(value, name.as_str().unwrap())) {
                    return wrong("has another type");
                }
            }
            "const" if value != told => return wrong("is another constant"),
            "enum" if !told.as_array().unwrap().contains(value) => return wrong("is not listed"),
            "required" => {
                for name in told.as_array().unwrap() {
                    if value.get(name.as_str().unwrap()).is_none() {
                        return wrong(&format!("lacks {name}"));
                    }
                }
            }
            "properties" => {
                for (name, part) in value.as_object().into_iter().flatten() {
                    told.get(name).map_or(Ok(()), |schema| check(part, schema, root))?;
                }
            }
            "additionalProperties" => {
                let known = schema.get("properties");
                let others = value.as_object().into_iter().flatten().filter(|(name, _)| {
                    known.is_none_or(|known| known.get(name.as_str()).is_none())
                });
                for (name, part) in others {
                    match told {
                        Value::Bool(false) => {
                            return wrong(&format!("has an unknown property {name}"));
                        }
                        told => check(part, told, root)?,
                    }
                }
            }
            "items" => {
                value.as_array().into_iter().flatten().try_for_each(|v| check(v, told, root))?;
            }
            "minItems" if value.as_array().is_some_and(Vec::is_empty) => return wrong("is empty"),
            "minimum" if value.as_f64().is_some_and(|number| Some(number) < told.as_f64()) => {
                return wrong("is too small");
            }
            "oneOf" => {
                let all = told.as_array().unwrap().iter();
                if all.filter(|one| check(value, one, root).is_ok()).count() != 1 {
                    return wrong("is not exactly one of the alternatives");
                }
            }
            "pattern" => {
                let follows = pattern(told.as_str().unwrap());
                if value.as_str().is_some_and(|text| !follows(text)) {
                    return wrong("does not follow its pattern");
                }
            }
            "maximum" if value.as_f64().is_some_and(|number| Some(number) > told.as_f64()) => {
                return wrong("is too large");
            }
            "const" | "enum" | "minItems" | "minimum" | "maximum" => {}
            "$schema" | "$id" | "$defs" | "title" | "description" => {}
            other => panic!("the test does not know `{other}`"),
        }
    }
    Ok(())
}

/// What the patterns of the schemas say.
fn pattern(pattern: &str) -> fn(&str) -> bool {
    match pattern {
        "^[a-z]{1,2}[1-9][0-9]{0,2}$" => |name| {
            let digits = name.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
            (1..=2).contains(&(name.len() - digits.len()))
                && (1..=3).contains(&digits.len())
                && digits.bytes().all(|digit| digit.is_ascii_digit())
                && !digits.starts_with('0')
        },
        "^[0-9a-f]{16}$" => |hash| {
            hash.len() == 16 && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        },
        "^T[0-9]{3}$" => |code| {
            let digits = code.strip_prefix('T').unwrap_or_default();
            digits.len() == 3 && digits.bytes().all(|digit| digit.is_ascii_digit())
        },
        other => panic!("the test does not know the pattern `{other}`"),
    }
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("unknown type {other}"),
    }
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn schema(name: &str) -> Value {
    let path = path("grammar").join(name).with_extension("schema.json");
    serde_json::from_str(&fs::read_to_string(path).expect("it is there")).expect("it is JSON")
}

/// That a value keeps to a schema.
fn holds(name: &str, value: &Value) {
    let schema = schema(name);
    check(value, &schema, &schema).unwrap_or_else(|error| panic!("{name}: {error}\n{value}"));
}

/// That a value does not keep to a schema once a part of it is another.
fn breaks(name: &str, value: &Value, pointer: &str, part: Value) {
    let schema = schema(name);
    let mut changed = value.clone();
    *changed.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} is there")) = part;
    assert!(check(&changed, &schema, &schema).is_err(), "{name}: {pointer}\n{changed}");
}

fn solve(arguments: &[&str]) -> Value {
    tafl("solve", arguments)
}

fn tafl(name: &str, arguments: &[&str]) -> Value {
    let mut command = Command::cargo_bin("tafl").unwrap();
    let output = command.args([name, "--output", "json"]).args(arguments).output().unwrap();
    let document: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    let begins = output.stdout.starts_with(b"{\"schema\":\"taflkit.");
    assert!(begins || document.is_array(), "{output:?}");
    document
}

/// The lines that a command writes as JSON lines. Each begins with its schema, all keep to it, and a key has
/// one type in all of them.
fn lines_of(name: &str, arguments: &[&str]) -> Vec<Value> {
    let mut command = Command::cargo_bin("tafl").unwrap();
    let output = command.args([name, "--output", "jsonl"]).args(arguments).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut types = BTreeMap::new();
    let read = |line: &str| {
        assert!(line.starts_with("{\"schema\":\"taflkit."), "{line}");
        let value: Value = serde_json::from_str(line).unwrap();
        holds(schema_of(&value), &value);
        for (key, part) in value.as_object().unwrap().iter().filter(|(_, part)| !part.is_null()) {
            let known = *types.entry(key.clone()).or_insert(std::mem::discriminant(part));
            assert_eq!(known, std::mem::discriminant(part), "{key} has two types: {line}");
        }
        value
    };
    text.lines().map(read).collect()
}

/// The name of the schema that a value says it keeps to.
fn schema_of(value: &Value) -> &str {
    let schema = value["schema"].as_str().expect("a schema");
    schema.strip_prefix("taflkit.").and_then(|name| name.strip_suffix("/1")).expect("one of ours")
}

/// Parts of objects are listed in full: what is not named is not allowed.
#[test]
fn schemas_name_all_that_is_allowed() {
    fn strict(name: &str, schema: &Value) {
        if let Some(parts) = schema.as_object() {
            let names = parts.get("properties").is_some_and(|part| part.get("type").is_none());
            let closed = parts.get("additionalProperties") == Some(&Value::Bool(false));
            assert!(!names || closed || !parts.contains_key("required"), "{name}: {schema}");
            parts.values().for_each(|part| strict(name, part));
        }
        schema.as_array().into_iter().flatten().for_each(|part| strict(name, part));
    }
    for entry in fs::read_dir(path("grammar")).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        if let Some(name) = file.strip_suffix(".schema.json") {
            let schema = schema(name);
            assert_eq!(schema["$id"], format!("taflkit.{name}/1"));
            strict(name, &schema);
        }
    }
}

/// The king reaches the edge by three turns, and a corner from there: a win in 2.
const OPEN: [&str; 6] =
    ["--variant", "brandubh", "--position", "/7/7/7/2t1K2/7/7/t6/", "--side", "defenders"];

#[test]
fn answers_keep_to_the_schema() {
    let ask = |more: &[&str]| solve(&[&OPEN[..], more].concat());
    for more in [
        &["--tree", "--also", "1"][..],
        &["--goal", "win 1"],
        &["--goal", "win 3"],
        &["--goal", "save 1"],
        &["--goal", "draw"],
        &["--max-turns", "1"],
    ] {
        holds("solve", &ask(more));
    }
    for goal in ["win in 9", "draw", "save 9"] {
        holds("solve", &solve(&["--position", "start", "--nodes", "3000", "--goal", goal]));
    }
    let folder = path("puzzles");
    let all = solve(&[folder.to_str().unwrap(), "--max-turns", "3", "--nodes", "20000"]);
    let all = all.as_array().unwrap();
    assert!(all.len() > 30);
    all.iter().for_each(|answer| holds("solve", answer));

    let whole = ask(&["--tree"]);
    breaks("solve", &whole, "/verdict", "perhaps".into());
    breaks("solve", &whole, "/turns", 0.into());
    breaks("solve", &whole, "/keys/0", 1.into());
    breaks("solve", &whole, "/tree/replies/0/then/replies", "none".into());
    breaks("solve", &whole, "/facts/0/kind", "odd".into());
    breaks("solve", &whole, "/limit", "patience".into());
}

#[test]
fn certificates_keep_to_the_schema() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof.json");
    let certificate = |puzzle: &str, of: &str| -> Value {
        let puzzle = path("puzzles").join(puzzle);
        let proof = ["--proof", file.to_str().unwrap(), "--proof-of", of];
        solve(&[&[puzzle.to_str().unwrap()], &proof[..]].concat());
        serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap()
    };
    for of in ["win", "fewer", "only-key"] {
        holds("proof", &certificate("brandubh-defenders-2a.otg", of));
    }
    holds("proof", &certificate("example-refuted.otg", "win"));

    let whole = certificate("brandubh-defenders-2a.otg", "win");
    breaks("proof", &whole, "/schema", "taflkit.proof/2".into());
    breaks("proof", &whole, "/solver", "nobody".into());
    breaks("proof", &whole, "/claim", serde_json::json!({ "only_key": "a1-a2" }));
    breaks("proof", &whole, "/nodes", serde_json::json!([]));
    breaks("proof", &whole, "/nodes/0/claims", "draw".into());
    breaks("proof", &whole, "/nodes/0/moves/0", serde_json::json!({ "move": "a1-a2" }));
}

/// The examples of the pages are shortened, but in the form that is written; every schema has one.
#[test]
fn the_examples_of_the_pages_keep_to_the_schemas() {
    let (mut shown, mut published) = (BTreeSet::new(), BTreeSet::new());
    for entry in fs::read_dir(path("grammar")).unwrap() {
        let file = entry.unwrap().path();
        let name = file.file_name().unwrap().to_str().unwrap().to_owned();
        published.extend(name.strip_suffix(".schema.json").map(str::to_owned));
        if !name.ends_with(".md") {
            continue;
        }
        let page = fs::read_to_string(&file).unwrap();
        let examples = page.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next());
        for example in examples {
            let value: Value = serde_json::from_str(example).unwrap();
            if value.get("schema").is_some() {
                holds(schema_of(&value), &value);
                shown.insert(schema_of(&value).to_owned());
            }
        }
    }
    published.remove("solve");
    assert_eq!(shown, published);
}

/// The report of a conversion: on standard output where files are written, else on standard error.
#[test]
fn reports_of_conversions_keep_to_the_schema() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("in")).unwrap();
    let otg = "[variant:brandubh]\n\n1. d1-c1 nox\n[|said|]\n";
    fs::write(folder.path().join("in/a.otg"), otg).unwrap();
    fs::write(folder.path().join("in/b.xyz"), "?").unwrap();
    let run = |more: &[&str]| {
        let mut command = Command::cargo_bin("tafl").unwrap();
        command.current_dir(&folder).args(["convert", "in", "gone.csv", "--to", "csv"]).args(more);
        let output = command.output().unwrap();
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap())
    };
    let lines = |text: &str| -> Vec<Value> {
        let read = |line: &str| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
        let lines: Vec<Value> = text.lines().map(read).collect();
        lines.iter().for_each(|line| holds("convert", line));
        lines
    };
    let kinds = |lines: &[Value]| -> BTreeSet<String> {
        lines.iter().map(|line| line["type"].as_str().unwrap().to_owned()).collect()
    };
    let set = |kinds: &[&str]| -> BTreeSet<String> {
        kinds.iter().map(|&kind| kind.to_owned()).collect()
    };
    let [records, report] = run(&["--output", "jsonl"]);
    assert!(records.starts_with("d1-c1 nox"), "{records}");
    let without_files = lines(&report);
    assert_eq!(kinds(&without_files), set(&["message", "unreadable", "passed-over", "summary"]));
    assert_eq!(without_files.last().unwrap()["records"], 1);
    let [report, _] = run(&["--output", "jsonl", "-o", "out/"]);
    let with_files = lines(&report);
    let file = with_files.iter().find(|line| line["type"] == "file").unwrap();
    assert_eq!((&file["written"], &file["records"]), (&true.into(), &1.into()));
    assert_eq!(file["file"], "in/a.otg");
    let [_, report] = run(&["--output", "json", "--lossless"]);
    let document: Value = serde_json::from_str(&report).unwrap();
    holds("convert", &document);
    assert_eq!(document["summary"]["written"], false);
    breaks("convert", &document, "/summary/lost", 1.into());
}

/// What is laid out is reported; where standard output has the text, on standard error.
#[test]
fn reports_of_laying_out_keep_to_the_schema() {
    let folder = tempfile::tempdir().unwrap();
    let text = "a1-a2   b1-b2,0,0,White\nwhat,0,0,White\n";
    fs::write(folder.path().join("a.csv"), text).unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::cargo_bin("tafl").unwrap();
        let command = command.current_dir(&folder).args(["fmt", "--output", "jsonl"]);
        let output = command.args(arguments).write_stdin(text).output().unwrap();
        let [out, err] = [output.stdout, output.stderr].map(|b| String::from_utf8(b).unwrap());
        let report = if arguments.contains(&"a.csv") { out } else { err };
        let lines: Vec<Value> = report
            .lines()
            .filter(|line| line.starts_with('{'))
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        lines.iter().for_each(|line| holds("fmt", line));
        lines
    };
    for (arguments, written) in
        [(&["--check", "a.csv", "gone.csv"][..], false), (&[], false), (&["a.csv"], true)]
    {
        let lines = run(arguments);
        let of = |kind: &str| lines.iter().filter(|line| line["type"] == kind).collect::<Vec<_>>();
        let [file, ..] = of("file")[..] else { panic!("{arguments:?}: {lines:?}") };
        assert_eq!((&file["differs"], &file["written"]), (&true.into(), &written.into()));
        assert_eq!(of("record")[0]["line"], 2);
        assert_eq!(of("summary").len(), 1);
    }
}

/// What every command writes as JSON, each line of JSON lines too.
#[test]
fn every_output_keeps_to_its_schema() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let games = file("games.csv", "d1-c1 d3-c3,0,0,\nwhat\nd1-d9,0,0,White\n");
    let puzzle = path("puzzles/brandubh-defenders-2a.otg").to_str().unwrap().to_owned();
    let proof = folder.path().join("proof.json").to_str().unwrap().to_owned();
    solve(&[&puzzle, "--proof", &proof]);
    let false_proof = file("false.json", "{}");
    let own = folder.path().to_str().unwrap().to_owned();
    file("other.xyz", "?");
    let empty = file("empty.csv", "");
    let asked: [&[&str]; 18] = [
        &["identify", &games, &empty, "gone.csv", &own],
        &["identify", "--no-summary", &games],
        &["identify", "--explain-config", "--default-variant", "brandubh", &games],
        &["rules", "list"],
        &["rules", "show", "tablut"],
        &["rules", "record", "tablut rep:none"],
        &["rules", "diff", "brandubh", "tablut"],
        &["rules", "diff", "brandubh", "brandubh"],
        &["perft", "--depth", "1", "--divide", "--tuple"],
        &["perft", "--depth", "2"],
        &["explain"],
        &["explain", "T202"],
        &["explain", "K13"],
        &["explain", "swf"],
        &["verify", &proof, &false_proof, "gone.json"],
        &["moves", "--variant", "brandubh"],
        &["solve", &puzzle, &games, "gone.otg", &own],
        &["check", &games, "gone.otg", &own, "--variant", "brandubh"],
    ];
    for arguments in asked {
        let document = tafl(arguments[0], &arguments[1..]);
        let list = document.as_array().cloned().unwrap_or_else(|| vec![document]);
        list.iter().for_each(|document| holds(schema_of(document), document));
        let lines = lines_of(arguments[0], &arguments[1..]);
        let unread = arguments.iter().any(|argument| argument.starts_with("gone"));
        let told = |kind: &str| lines.iter().any(|line| line["type"] == kind);
        assert_eq!(told("unreadable"), unread, "{arguments:?}");
        assert_eq!(told("passed-over"), arguments.contains(&own.as_str()), "{arguments:?}");
    }
}

#[test]
fn lists_of_moves_keep_to_the_schema() {
    let moves = |arguments: &[&str]| tafl("moves", arguments);
    let whole = moves(&OPEN);
    holds("moves", &whole);
    // Chains; escapes.
    holds("moves", &moves(&["--variant", "berserk start:/1t5/7/2Tt3/6K/2Tt3/6T/7/"]));
    let edge = "/2t1K2/7/7/7/7/7/7/";
    let escapes = moves(&["--variant", "brandubh", "--position", edge, "--side", "defenders"]);
    holds("moves", &escapes);
    breaks("moves", &escapes, "/moves/2/ending/by", "luck".into());

    breaks("moves", &whole, "/side", "nobody".into());
    breaks("moves", &whole, "/moves/0/captures", serde_json::json!(["a0"]));
    breaks("moves", &whole, "/moves/0/ending", "won".into());
}

/// Records and faulty files of every kind, a file that is not there and one that is passed over.
#[test]
fn what_is_found_keeps_to_the_schema() {
    let [records, corpus] = [path("records"), path("grammar/corpus")];
    let [records, corpus] = [&records, &corpus].map(|folder| folder.to_str().unwrap());
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.csv"), "d1-c1,0,0,\n").unwrap();
    fs::write(folder.path().join("a.xyz"), "?").unwrap();
    let own = folder.path().to_str().unwrap();
    let all = [records, corpus, own, "gone.otg", "--puzzle-nodes", "1000"];
    let whole = tafl("check", &all);
    holds("check", &whole);
    let results = whole["results"].as_array().unwrap();
    let of_variation = |result: &&Value| {
        let findings = result["findings"].as_array().into_iter().flatten();
        findings.into_iter().any(|finding| finding["variation"].is_string())
    };
    assert!(results.iter().any(|result| of_variation(&result)));
    assert!(results.iter().any(|result| !result["ending"].is_null()));
    let lines = lines_of("check", &all);
    let (summary, before) = lines.split_last().unwrap();
    assert_eq!((summary, before), (&whole["summary"], results.as_slice()));
    let kinds: BTreeSet<&str> = lines.iter().map(|line| line["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, BTreeSet::from(["game", "file", "unreadable", "passed-over", "summary"]));
    holds("check", &tafl("check", &[records, "--summary"]));
    holds("check", &tafl("check", &[records, "--no-summary"]));

    let decisions = &schema("check")["$defs"]["game"]["properties"]["decided_by"]["enum"];
    let known: Vec<&str> = Decision::ALL.iter().map(|decision| decision.name()).collect();
    assert_eq!(decisions, &serde_json::json!(known));

    let one = tafl("check", &[&format!("{corpus}/T119.otg")]);
    breaks("check", &one, "/results/0/lines", "two".into());
    breaks("check", &one, "/results/0/hash", 7.into());
    breaks("check", &one, "/results/0/hash", "851B48DD0321C287".into());
    breaks("check", &one, "/results/0/findings/1/variation", 1.into());
    breaks("check", &one, "/results/0/findings/0/line", 0.into());
    breaks("check", &one, "/results/0/findings/0/code", "E101".into());
    breaks("check", &one, "/results/0/decided_by", "luck".into());
    breaks("check", &one, "/summary/by_code/T101", "one".into());
    breaks("check", &one, "/summary/variation_plies", Value::Null);
}

/// What is written of a record in any format.
/// Everything that can decide a game or end it has its word in the schemas, and they have no others.
#[test]
fn what_decides_and_ends_games_is_listed() {
    let words = |schema: &Value| -> BTreeSet<String> {
        let listed = schema["enum"].as_array().expect("a list of words");
        listed.iter().map(|word| word.as_str().unwrap().to_owned()).collect()
    };
    let ends: BTreeSet<String> = By::ALL.iter().map(|by| by.name().to_owned()).collect();
    for name in ["check", "moves"] {
        assert_eq!(words(&schema(name)["$defs"]["ending"]["properties"]["by"]), ends, "{name}");
    }
    let decides: BTreeSet<String> =
        Decision::ALL.iter().map(|decision| decision.name().to_owned()).collect();
    let check = schema("check");
    assert_eq!(words(&find(&check, "decided_by").expect("what decided a game")), decides);
}

/// The first part of a schema under this key.
fn find(schema: &Value, key: &str) -> Option<Value> {
    match schema {
        Value::Object(parts) => {
            let here = parts.get(key).filter(|part| part.get("enum").is_some()).cloned();
            here.or_else(|| parts.values().find_map(|part| find(part, key)))
        }
        Value::Array(parts) => parts.iter().find_map(|part| find(part, key)),
        _ => None,
    }
}

fn as_json(format: Format, text: &str) -> Value {
    let record = notation::read(format, text).record;
    let written = notation::write(Format::Json, &record, &mut Losses::default());
    serde_json::from_str(&written.expect("our own format is written")).expect("it is JSON")
}

#[test]
fn records_keep_to_the_schema() {
    let schema = schema("record");
    let records = [
        (
            Format::Sgf,
            "(;PB[a]RE[W+R]RU[dim:7]SZ[7]AB[aa]CAPTURES[1:2]PL[W]C[b];W[Kaaab:Nbb++]\
                       (;B[aabb~]C[c])(;B[zz];W[timeout])(;B[.....]))",
        ),
        (Format::Csv, "d1-d3 e5-e2 what,1,0,"),
        (
            Format::Archive,
            r#"{"AageGameTypeKey":16,"AageGameTypeName":"x","Moves":[],"WhoWon":"Draw"}"#,
        ),
        (Format::Pgn, "[Variant \"Brandubh\"]\n\n1. {x} a1-a2 (1. a1-a3) 1/2-1/2"),
    ];
    for (format, text) in records {
        let record = as_json(format, text);
        check(&record, &schema, &schema).unwrap_or_else(|error| panic!("{error}\n{record}"));
    }
}

#[test]
fn what_does_not_keep_to_it_is_found_out() {
    let schema = schema("record");
    let wrong = [
        r#"{"lines":[{"moves":[]}]}"#,
        r#"{"schema":"taflkit.record/1","lines":[]}"#,
        r#"{"schema":"taflkit.record/1","lines":[{"moves":["won"]}]}"#,
        r#"{"schema":"taflkit.record/1","lines":[{"moves":[{"path":["a0"]}]}]}"#,
        r#"{"schema":"taflkit.record/1","lines":[{"moves":[]}],"lnes":1}"#,
        r#"{"schema":"taflkit.record/1","lines":[{"moves":[],"variations":[{"at":0,"line":0}]}]}"#,
    ];
    for text in wrong {
        assert!(check(&serde_json::from_str(text).unwrap(), &schema, &schema).is_err(), "{text}");
    }
}
