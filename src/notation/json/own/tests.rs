//! What is read comes back as it was written, and what is wrong is told.

use proptest::prelude::*;

use crate::board::{Side, Square};
use crate::notation::testing;
use crate::notation::testing::{any_record, nested};
use crate::record::Record;

use super::ENTRY;
use super::words::{square, square_name};
use super::write::canonical;

fn read_all(text: &str) -> (Record, String) {
    testing::read_all(&ENTRY, text)
}

const WHOLE: &str = r#"{"schema":"taflkit.record/1","tags":[{"name":"event","value":"Yule \"1\""}],"rules":{"site_type":{"key":16,"name":"C"}},"start":"/3t3/","first":"defenders","result":"draw","counts":{"by_attackers":1,"by_defenders":0},"boards":[{"after":1,"position":"/7/"}],"lines":[{"moves":[{"path":["d1","d3"],"captures":[{"square":"d4","piece":"king"}],"piece":"taflman","run_together":true,"info":"++"},"resigned","timeout","elided",{"unreadable":"nox"}],"notes":[{"at":0,"place":"before","text":"b"},{"at":0,"place":"after","text":"a"}],"variations":[{"at":0,"line":1}]},{"moves":[{"path":["a1","a300"]}]}]}"#;

#[test]
fn everything_is_kept() {
    let text = WHOLE.replace("a300", "a30");
    let (record, faults) = read_all(&text);
    assert_eq!(faults, "`nox` is not a move `{\"unreadable\":\"nox\"}`");
    assert_eq!(canonical(&record), text);
    assert_eq!(record.tokens()[1].span.text(&text), "\"resigned\"");
    assert_eq!(record.first.as_ref().unwrap().value, Side::Defenders);
    let (record, faults) = read_all(WHOLE);
    let wrong = r#"`{"path":["a1","a300"]}`"#;
    assert!(faults.ends_with(&format!("{wrong} is not a move {wrong}")), "{faults}");
    assert_eq!(record.line_count(), 2);
}

#[test]
fn the_order_of_reading_does_not_matter() {
    let text = r#"{"lines":[{"moves":["elided","resigned"],
        "variations":[{"at":1,"line":2},{"at":0,"line":1}],
        "notes":[{"at":2,"place":"after","text":"y"},{"at":1,"place":"after","text":"x"}]},
        {"moves":[]},{"moves":["timeout"]}],"schema":"taflkit.record/1"}"#;
    let (record, faults) = read_all(text);
    assert_eq!(faults, "");
    let sorted = r#"{"schema":"taflkit.record/1","lines":[{"moves":["elided","resigned"],"notes":[{"at":1,"place":"after","text":"x"},{"at":2,"place":"before","text":"y"}],"variations":[{"at":0,"line":1},{"at":1,"line":2}]},{"moves":[]},{"moves":["timeout"]}]}"#;
    assert_eq!(canonical(&record), sorted);
}

#[test]
fn faults_are_told() {
    let told = |text: &str| read_all(text).1;
    insta::assert_snapshot!(told("{}"), @"this object is no known record `{`");
    insta::assert_snapshot!(told(r#"{"lines":[{"moves":[]}]}"#), @"the record has no `schema` `{`");
    insta::assert_snapshot!(told(r#"{"schema":"taflkit.record/1","lnes":7,"lines":[{"moves":[1],"variations":[{"at":5,"line":1},{"at":0,"line":1},{"at":0,"line":0}],"notes":[{"at":9,"place":"before","text":""}]},{"moves":[]},{"moves":[]}],"result":"won"}"#), @r#"
    `result` cannot be `won` `"won"`
    unknown tag `lnes` `7`
    `1` is not a move `1`
    `at` cannot be `{"at":9,"place":"before","text":""}` `{"at":9,"place":"before","text":""}`
    `at` cannot be `{"at":5,"line":1}` `{"at":5,"line":1}`
    `line` cannot be `{"at":0,"line":1}` `{"at":0,"line":1}`
    `line` cannot be `{"at":0,"line":0}` `{"at":0,"line":0}`
    no line names this line as its variation `{`
    "#);
    insta::assert_snapshot!(told(r#"{"schema":"taflkit.record/1","lines":[],"first":1,"counts":{"by_attackers":-1}}"#), @r"
    not as this format has it: invalid type: integer `1`, expected a string `1`
    not as this format has it: invalid value: integer `-1`, expected u32 `1`
    `lines` cannot be `[]` `[]`
    ");
    insta::assert_snapshot!(told(r#"{"schema":1,"schema":2}"#), @r"
    `schema` is given twice; the first counts `2`
    the schema `1` is not known `{`
    ");
}

/// `WHOLE` with one of its objects written as a list of its values.
#[test]
fn no_object_can_be_written_as_a_list() {
    let refused = "sequence, expected an object";
    let objects = [
        (r#"{"name":"event","value":"Yule \"1\""}"#, r#"["event","Yule"]"#, refused),
        (r#"{"key":16,"name":"C"}"#, r#"[16,"C"]"#, refused),
        (r#"{"by_attackers":1,"by_defenders":0}"#, "[1,0]", refused),
        (r#"{"after":1,"position":"/7/"}"#, r#"[1,"/7/"]"#, refused),
        (r#"{"at":0,"place":"before","text":"b"}"#, r#"[0,"before","b"]"#, refused),
        (r#"{"at":0,"line":1}"#, "[0,1]", refused),
        (r#"{"moves":[{"path":["a1","a300"]}]}"#, "[[],[],[]]", refused),
        (r#"{"square":"d4","piece":"king"}"#, r#"["d4","king"]"#, r#"`{"path":["d1","d3"]"#),
        (r#"{"unreadable":"nox"}"#, r#"["nox"]"#, r#"`["nox"]` is not a move"#),
        (r#"{"path":["a1","a300"]}"#, r#"[["a1"],[],"king"]"#, r#"`[["a1"],[],"king"]`"#),
    ];
    for (object, list, told) in objects {
        assert_eq!(WHOLE.matches(object).count(), 1, "{object}");
        let (_, faults) = read_all(&WHOLE.replace(object, list));
        assert!(faults.contains(told), "{list}: {faults}");
    }
    let (_, faults) = read_all(r#"["taflkit.record/1",[],null,null,null,null,null,[],[]]"#);
    insta::assert_snapshot!(faults, @"this JSON is a list and no known record `[`");
}

#[test]
fn depth_is_no_matter() {
    let record = nested(20_000);
    let (again, faults) = read_all(&canonical(&record));
    assert_eq!(faults, "");
    assert_eq!(canonical(&again), canonical(&record));
    let deep = format!("{{\"lines\":{}", "[".repeat(100_000));
    assert_ne!(read_all(&deep).1, "");
}

#[test]
fn squares_have_names() {
    for file in 0..=255 {
        for rank in [0, 98, 255] {
            let named = square_name(Square::new(file, rank));
            assert_eq!(square(&named), Some(Square::new(file, rank)), "{named}");
        }
    }
    for name in ["", "a", "1", "a0", "a257", "A1", "aaa1", "iw1", "a-1", "a+1", "a01"] {
        assert_eq!(square(name), None, "{name}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read(text in r#"\PC{0,40}|[{}\[\]":,a-z0-9]{0,60}"#) {
        read_all(&text);
    }

    #[test]
    fn any_record_comes_back(record in any_record()) {
        let written = canonical(&record);
        let (again, faults) = read_all(&written);
        prop_assert!(faults.lines().all(|fault| fault.contains("is not a move")), "{}", faults);
        prop_assert_eq!(canonical(&again), written);
    }
}
