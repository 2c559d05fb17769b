//! What is read comes back as it was written, and what is wrong is told.

use proptest::prelude::*;

use crate::board::{Side, Square};
use crate::notation::given_up;
use crate::notation::losses::{Losses, Lost};
use crate::notation::testing::{any_record, content, replace_words};
use crate::notation::{Format, testing};
use crate::record::{Claim, LineId, MoveParts, MoveText, Record, RulesClaim, TokenKind};
use crate::rules::record::parse;

use super::ENTRY;
use super::date::date;
use super::read::read;
use super::rules::{LAYOUTS, RULES};
use super::write::write;

const GAME: &str = r#"{"Attacker": "anna", "Defender": "ben", "StartDate": 1473897600, "Layout": "hhbrandubh", "Objective": 1, "KingCapture": 0, "KingStrength": 0, "Throne": 1, "Hostile": 1, "Speed": 0, "Surround": 1, "ExitFort": 0, "ShieldWall": 0, "Move": [{"MoveX": -1, "MoveY": -1, "MoveXTo": -1, "MoveYTo": -1, "EndState": 4}, {"MoveX": 3, "MoveY": 4, "MoveXTo": 5, "MoveYTo": 4, "Turn": 1}, {"MoveX": 3, "MoveY": 0, "MoveXTo": 3, "MoveYTo": 1}], "Chat": ["hi"]}"#;

fn read_all(text: &str) -> (Record, String) {
    testing::read_all(&ENTRY, text)
}

fn written(record: &Record) -> String {
    write(record, &mut Losses::default())
}

/// The site counts files and ranks from 0 and has no more than 26 of them here.
#[test]
fn squares_that_are_not_read_again_are_told_of() {
    for (word, lost) in [("a1-a26", 0), ("a1-a27", 1), ("a99-b1", 1)] {
        let record = crate::notation::testing::read_well(Format::Csv, &format!("{word},,,"));
        let mut losses = Losses::default();
        let text = write(&record, &mut losses);
        assert_eq!(losses.iter().collect::<Vec<_>>(), vec![(Lost::Squares, 1); lost]);
        let (mut again, mut faults) = (Record::default(), Vec::new());
        read(&text, &mut again, &mut faults);
        assert_eq!((faults, again.tokens().len()), (vec![], 1), "{text}");
    }
}

#[test]
fn a_game_reads_from_its_last_move_to_its_first() {
    let (record, faults) = read_all(GAME);
    assert_eq!(faults, "");
    let tags: Vec<String> =
        record.tags.iter().map(|tag| format!("{}={}", tag.name, tag.value)).collect();
    insta::assert_snapshot!(tags.join("\n"), @r#"
    attackers=anna
    defenders=ben
    start-date=1473897600
    date=2016.09.15
    layout=hhbrandubh
    objective=1
    king-capture=0
    king-strength=0
    throne=1
    hostile=1
    speed=0
    surround=1
    exit-fort=0
    shield-wall=0
    end-state=4
    pto-moves=[{}, {"Turn": 1}, {}]
    pto-json:Chat=["hi"]
    "#);
    let rules = RulesClaim::Written(
        "dim:7 name:hhbrandubh esc:c ks:w ka:y cens:K cenp:tcnkmgTCNKMG cenh:tcnkmg \
         cenhe:tcnkmgTCNKMG surf:n efe:n sw:n start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
            .to_owned(),
    );
    assert_eq!(record.rules.as_ref().unwrap().value, rules);
    let moves: Vec<String> = record
        .tokens()
        .iter()
        .map(|token| match &token.kind {
            TokenKind::Move(text) => {
                record.path(text).iter().map(Square::to_string).collect::<Vec<_>>().join("-")
            }
            other => format!("{other:?}"),
        })
        .collect();
    assert_eq!(moves, ["d1-d2", "d5-f5", "Elided"]);
    assert_eq!(written(&record), format!("{GAME}\n"));
    assert_eq!(Format::detect(GAME), Some(Format::Pto));
}

#[test]
fn every_number_and_layout_makes_rules() {
    let all = LAYOUTS.iter().flat_map(|(names, _)| names.iter());
    for name in all {
        for rule in &RULES {
            for (number, _) in rule.meanings {
                let text =
                    format!("{{\"Layout\": \"{name}\", \"{}\": {number}, \"Move\": []}}", rule.key);
                let (record, faults) = read_all(&text);
                assert_eq!(faults, "");
                let Some(RulesClaim::Written(rules)) = record.rules.map(|r| r.value) else {
                    panic!()
                };
                let parsed = parse(&rules).unwrap();
                assert_eq!(parsed.warnings, [], "{rules}");
            }
        }
    }
}

#[test]
fn days_are_counted_right() {
    let days = [
        ("0", "1970.01.01"),
        ("951782399", "2000.02.28"),
        ("951782400", "2000.02.29"),
        ("951868800", "2000.03.01"),
        ("1798761599", "2026.12.31"),
    ];
    for (seconds, day) in days {
        assert_eq!(date(seconds).as_deref(), Some(day));
    }
}

#[test]
fn a_resignation_is_told_by_the_termination() {
    let text =
        "{\"Result\": \"defenders\", \"Termination\": \"attackers resigned\", \"Move\": []}\n";
    let (record, faults) = read_all(text);
    assert_eq!(faults, "");
    assert_eq!(record.tokens()[0].kind, TokenKind::Resigned);
    assert_eq!(record.result.as_ref().unwrap().value, Claim::Won(Side::Defenders));
    assert_eq!(written(&record), text);
}

#[test]
fn faults_are_told() {
    let text = r#"{"Layout": "round", "Throne": 9, "Speed": "fast", "Move": [{"MoveX": 3}, {"MoveX": "a", "MoveY": 1, "MoveXTo": 2, "MoveYTo": 3}, 5, {"MoveX": 30, "MoveY": 1, "MoveXTo": 2, "MoveYTo": 3}]}"#;
    insta::assert_snapshot!(read_all(text).1, @r#"
    `Layout` cannot be `round` `"round"`
    `Throne` cannot be `9` `9`
    `Speed` cannot be `fast` `"fast"`
    `{"MoveX": 30, "MoveY": 1, "MoveXTo": 2, ...` is not a move `{"MoveX": 30, "MoveY": 1, "MoveXTo": 2, "MoveYTo": 3}`
    not as this format has it: invalid type: integer `5`, expected an object `5`
    not as this format has it: invalid type: string "a", expected i64 `"`
    `{"MoveX": "a", "MoveY": 1, "MoveXTo": 2,...` is not a move `{"MoveX": "a", "MoveY": 1, "MoveXTo": 2, "MoveYTo": 3}`
    `{"MoveX": 3}` is not a move `{"MoveX": 3}`
    "#);
    insta::assert_snapshot!(read_all("{}").1, @"this object is no known record `{`");
    insta::assert_snapshot!(read_all(r#"{"Layout": "magpie", "Layout": "ardri"}"#).1, @r#"
    `Layout` is given twice; the first counts `"ardri"`
    the record has no `Move` `{`
    "#);
}

/// What is left of a record in this format.
fn reduced(record: &mut Record) {
    let count = record.tokens().len();
    let told = given_up::of_last_entry(record).is_some();
    let kinds: Vec<TokenKind> = record.tokens().iter().map(|t| t.kind.clone()).collect();
    for (at, kind) in kinds.into_iter().enumerate() {
        let kept = match kind {
            TokenKind::Move(text) => {
                let path = record.path(&text).to_vec();
                let path = vec![path[0], *path.last().unwrap()];
                let parts = MoveParts { path, captures: Vec::new() };
                let plain = record.make_move(&parts, None);
                TokenKind::Move(MoveText { run_together: true, ..plain })
            }
            other if told && at + 1 == count => other,
            _ => TokenKind::Elided,
        };
        record.line_mut(LineId::MAIN).tokens[at].kind = kept;
    }
}

proptest! {
    #[test]
    fn any_record_reads_back(mut record in any_record()) {
        replace_words(&mut record, &TokenKind::Unreadable("nox".into()));
        let text = written(&record);
        let (again, faults) = read_all(&text);
        reduced(&mut record);
        prop_assert_eq!(content(&again), content(&record), "{}", text);
        prop_assert!(faults.is_empty() || faults.starts_with("`Layout` cannot be"), "{}", faults);
        prop_assert_eq!(written(&again), text);
    }

    #[test]
    fn any_damage_is_read_or_refused(at in 0..GAME.len(), with in "[ -~]{0,3}", cut in 0..9_usize) {
        let end = (at + cut).min(GAME.len());
        let _ = read_all(&format!("{}{with}{}", &GAME[..at], &GAME[end..]));
    }
}
