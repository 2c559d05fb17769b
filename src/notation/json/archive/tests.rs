//! What is read comes back as it was written, and what is wrong is told.

use proptest::prelude::*;

use crate::board::Side;
use crate::notation::Format;
use crate::notation::fault::{Fault, FaultKind};
use crate::notation::losses::{Losses, Lost};
use crate::notation::testing::{Content, any_record, content, plain_moves, replace_words};
use crate::record::{CaptureCounts, Claim, Record, RulesClaim, Span, Spanned, TokenKind};

use super::read::read;
use super::write::write;

fn read_all(text: &str) -> (Record, Vec<Fault>) {
    let (mut record, mut faults) = (Record::default(), Vec::new());
    read(text, &mut record, &mut faults);
    (record, faults)
}

#[test]
fn an_object_reads_with_its_places() {
    let text = r#"{"AageGameTypeKey": 16, "AageGameTypeName": "Copenhagen Hnefatafl 11x11",
        "BlackPiecesCaptured": 1, "WhitePiecesCaptured": 0, "Extra": [1, {"a": 2}],
        "Moves": ["d1-d3xd4", "resigned"], "WhoWon": "Black"}"#;
    let (record, faults) = read_all(text);
    assert_eq!(faults, []);
    assert_eq!(record.result.as_ref().unwrap().value, Claim::Won(Side::Attackers));
    assert_eq!(
        record.counts.as_ref().unwrap().value,
        CaptureCounts { by_attackers: 1, by_defenders: 0 }
    );
    assert_eq!(record.tokens()[0].span.text(text), "d1-d3xd4");
    assert_eq!(record.tokens()[1].kind, TokenKind::Resigned);
    let name = "Copenhagen Hnefatafl 11x11".to_owned();
    assert_eq!(record.rules.as_ref().unwrap().value, RulesClaim::SiteType { key: Some(16), name });
}

#[test]
fn faults_have_places() {
    let told = |text: &str| {
        let (_, faults) = read_all(text);
        let one = |f: &Fault| format!("{}..{} {}", f.span.start, f.span.end, f.kind);
        faults.iter().map(one).collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!(told(r#"{"Moves": ["d1-d3", "d4"#), @"22..23 not valid JSON here: EOF while parsing a string");
    insta::assert_snapshot!(told("{\"Moves\": [],\n \"WhoWon\": Black}"), @"25..26 not valid JSON here: expected value");
    insta::assert_snapshot!(told(r#"{"Moves": ["nox"], "WhoWon": "Nobody"}"#), @r"
    30..36 `WhoWon` cannot be `Nobody`
    12..15 `nox` is not a move
    ");
    insta::assert_snapshot!(told("{}"), @"0..1 this object is no known record");
    insta::assert_snapshot!(told("[1]"), @"0..1 this JSON is a list and no known record");
    insta::assert_snapshot!(told(r#"{"schema": "taflkit.solve/1"}"#), @"0..1 the schema `taflkit.solve/1` is not known");
    insta::assert_snapshot!(told(r#"{"WhoWon": "Draw"}"#), @"0..1 the record has no `Moves`");
    insta::assert_snapshot!(told(r#"{"Moves": []}"#), @"0..1 the record has no `WhoWon`");
    insta::assert_snapshot!(told(r#"{"Moves": [1], "WhoWon": "Draw"}"#), @"11..12 not as this format has it: invalid type: integer `1`, expected a string");
    insta::assert_snapshot!(told(r#"{"Moves": [], "Moves": [], "WhoWon": ""}"#), @"23..25 `Moves` is given twice; the first counts");
    insta::assert_snapshot!(told(r#"{"AageGameTypeKey": 99999999999}"#), @"30..31 not as this format has it: invalid value: integer `99999999999`, expected u32");
}

fn written(record: &Record) -> String {
    let mut losses = Losses::default();
    write(record, &mut losses)
}

#[test]
fn objects_are_written_as_they_are_read() {
    let lines = [
        r#"{"Id": "game-1", "WhiteSidePlayerName": "W", "BlackSidePlayerName": "B", "AageGameTypeKey": 16, "AageGameTypeName": "Copenhagen Hnefatafl 11x11", "WhoMovedFirst": "black", "BlackPiecesCaptured": 5, "WhitePiecesCaptured": 2, "Moves": ["h11-h9", "f4f6", "e7-k7xk6xk6", "resigned"], "WhoWon": "White"}"#,
        r#"{"AageGameTypeName": "Tyr 9x9", "Moves": [], "WhoWon": ""}"#,
        r#"{"Moves": ["timeout"], "WhoWon": "Ongoing", "Variant": "brandubh", "Start": "/5/5/2K2/5/2t2/", "FirstMover": "defenders"}"#,
        r#"{"Moves": [], "WhoWon": "Draw", "Rating": 1500, "TimeControl": "5+3", "odd_key": "x", "List": [1, {"a": null}]}"#,
        r#"{"Moves": [], "WhoWon": "Black", "Event": "first", "Tags": [["event", "second"], ["\n", "\""]]}"#,
    ];
    for line in lines {
        let (record, faults) = read_all(line);
        assert_eq!(faults, [], "{line}");
        assert_eq!(written(&record), format!("{line}\n"));
    }
}

#[test]
fn other_keys_become_tags() {
    let (record, _) = read_all(
        r#"{"Rating": 1500, "TimeControl": "5+3", "odd_key": "x", "Moves": [], "WhoWon": ""}"#,
    );
    assert_eq!(record.tag("archive-json:Rating"), Some("1500"));
    assert_eq!(record.tag("time-control"), Some("5+3"));
    assert_eq!(record.tag("archive-text:odd_key"), Some("x"));
}

#[test]
fn named_rules_find_the_type_of_the_site() {
    let mut record = Record::default();
    let named = RulesClaim::Named("Copenhagen hnefatafl 11x11".to_owned());
    record.rules = Some(Spanned::new(named.clone(), Span::default()));
    let line = written(&record);
    insta::assert_snapshot!(line.trim_end(), @r#"{"AageGameTypeKey": 16, "AageGameTypeName": "Copenhagen Hnefatafl 11x11", "Moves": [], "WhoWon": "", "Variant": "Copenhagen hnefatafl 11x11"}"#);
    assert_eq!(read_all(&line).0.rules.map(|rules| rules.value), Some(named));
}

proptest! {
    #[test]
    fn any_record_reads_back(mut record in any_record()) {
        replace_words(&mut record, &TokenKind::Unreadable("nox".into()));
        let line = written(&record);
        let (again, faults) = read_all(&line);
        plain_moves(&mut record);
        prop_assert_eq!(content(&again), content(&record));
        prop_assert!(faults.iter().all(|fault| matches!(fault.kind, FaultKind::NotAMove(_))));
        prop_assert_eq!(written(&again), line);
    }

    #[test]
    fn a_row_between_two_objects_loses_what_it_says_it_loses(mut record in any_record()) {
        replace_words(&mut record, &TokenKind::Unreadable("nox".into()));
        let first = read_all(&written(&record)).0;
        let mut losses = Losses::default();
        let row = crate::notation::write(Format::Csv, &first, &mut losses).unwrap();
        let (mut of_row, mut faults) = (Record::default(), Vec::new());
        crate::notation::read_into(Format::Csv, &row, &mut of_row, &mut faults);
        let last = read_all(&written(&of_row)).0;
        plain_moves(&mut record);
        let whole = content(&record);
        let lost = [
            (Lost::Tags, !whole.tags.is_empty()),
            (Lost::Rules, whole.rules.is_some()),
            (Lost::StartPosition, whole.start.is_some()),
            (Lost::FirstMover, whole.first.is_some()),
        ];
        for (kind, expected) in lost {
            prop_assert_eq!(losses.iter().any(|(lost, _)| lost == kind), expected);
        }
        let kept = Content { tags: vec![], rules: None, start: None, first: None, ..whole };
        prop_assert_eq!(content(&last), kept);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[\\[\\]{}\":,a-zA-Z0-9\\\\ \n\u{e9}-]{0,60}") {
        let _ = read_all(&text);
    }
}

#[test]
fn numbers_of_fields_are_found() {
    let text = r#"{"WhitePiecesCaptured" : 12, "x": 1}"#;
    let span = super::write::number_of(text, "WhitePiecesCaptured").unwrap();
    assert_eq!(span.text(text), "12");
    assert_eq!(super::write::number_of(text, "BlackPiecesCaptured"), None);
}
