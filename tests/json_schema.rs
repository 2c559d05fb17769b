//! What is written in our own JSON keeps to the schema that is published.

use std::fs;
use std::path::Path;

use serde_json::Value;
use taflkit::notation::{self, Format, Ledger};
use taflkit::record::Record;

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
                let is = match told.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "integer" => value.is_u64() || value.is_i64(),
                    "boolean" => value.is_boolean(),
                    other => panic!("unknown type {other}"),
                };
                if !is {
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
                    match told.get(name) {
                        Some(schema) => check(part, schema, root)?,
                        None => return wrong(&format!("has an unknown property {name}")),
                    }
                }
            }
            "items" => {
                value.as_array().into_iter().flatten().try_for_each(|v| check(v, told, root))?;
            }
            "minItems" if value.as_array().is_some_and(Vec::is_empty) => return wrong("is empty"),
            "minimum" if value.as_u64() < told.as_u64() => return wrong("is too small"),
            "oneOf" => {
                let all = told.as_array().unwrap().iter();
                if all.filter(|one| check(value, one, root).is_ok()).count() != 1 {
                    return wrong("is not exactly one of the alternatives");
                }
            }
            "pattern" => {
                let name = value.as_str().unwrap_or_default();
                let digits = name.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
                let is_square = (1..=2).contains(&(name.len() - digits.len()))
                    && (1..=3).contains(&digits.len())
                    && digits.bytes().all(|digit| digit.is_ascii_digit())
                    && !digits.starts_with('0');
                if !is_square {
                    return wrong("is no square");
                }
            }
            "const" | "enum" | "minItems" | "minimum" => {}
            "$schema" | "$id" | "$defs" | "title" | "description" | "additionalProperties" => {}
            other => panic!("the test does not know `{other}`"),
        }
    }
    Ok(())
}

fn schema() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar/record.schema.json");
    serde_json::from_str(&fs::read_to_string(path).expect("it is there")).expect("it is JSON")
}

/// What is written of a record in any format.
fn as_json(format: Format, text: &str) -> Value {
    let mut record = Record::default();
    notation::read(format, text, &mut record, &mut Vec::new());
    let written = notation::write(Format::Json, &record, &mut Ledger::default());
    serde_json::from_str(&written.expect("our own format is written")).expect("it is JSON")
}

#[test]
fn records_keep_to_the_schema() {
    let schema = schema();
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
    let schema = schema();
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
