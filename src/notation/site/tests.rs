//! What is read comes back as it was written, and what is wrong is told.

use proptest::prelude::*;

use crate::board::{Side, Square};
use crate::notation::fault::FaultKind;
use crate::notation::losses::Losses;
use crate::notation::testing::{any_record, read_well, replace_words, there_and_back, told};
use crate::notation::{Format, Source};
use crate::record::{Claim, Place, Record, TokenKind};

use super::read::read;
use super::write::write;

fn moves(text: &str) -> Vec<String> {
    let record = read_well(Format::Site, text);
    words(&record, text)
}

fn words(record: &Record, text: &str) -> Vec<String> {
    let tokens = record.tokens().iter();
    tokens.map(|token| token.span.text(text).to_owned()).collect()
}

fn texts(text: &str) -> Vec<String> {
    let mut source = Source::new(text.as_bytes(), Some(Format::Site));
    source.begin().unwrap();
    let mut found = Vec::new();
    while let Some(chunk) = source.next_chunk().unwrap() {
        for raw in &chunk.records {
            found.push(String::from_utf8(chunk.bytes[raw.range.clone()].to_vec()).unwrap());
        }
    }
    found
}

#[test]
fn pages_and_posts_are_read() {
    let running = "1. k8-i8 d6-d9 2. a4-c4 g7-i7xj7 24. f3-j3 resigned\nWhite won.";
    let (mut record, mut faults) = (Record::default(), Vec::new());
    read(running, &mut record, &mut faults);
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].kind, FaultKind::TurnNumber { found: 24, expected: 3 });
    assert_eq!(record.tokens().len(), 6);
    assert_eq!(record.tokens()[5].kind, TokenKind::Resigned);
    let result = record.result.unwrap();
    assert_eq!(result.value, Claim::Won(Side::Defenders));
    assert_eq!(result.span.text(running), "White won.");
    assert_eq!(moves("h1h3 g5g2 f10d10"), ["h1h3", "g5g2", "f10d10"]);
    assert_eq!(moves("1.a1-a2 b1-b2;2.a2-a3"), ["a1-a2", "b1-b2", "a2-a3"]);
    assert_eq!(moves("1 a1-a2 b1-b2\n2 a2-a3, timeout."), ["a1-a2", "b1-b2", "a2-a3", "timeout"]);
    assert_eq!(moves("1. a1-a2\n1... b1-b2\n2. a2-a3 \n2. ... b2-b3").len(), 4);
}

#[test]
fn games_may_count_from_nought() {
    let one = "0. d1-c1 d3-c3\n1. d7-e7 d5-e5\n";
    assert_eq!(moves(one).len(), 4);
    assert_eq!(texts(one).len(), 1);
    assert_eq!(texts("0. d1-c1 d3-c3\n\n1. d7-e7 d5-e5\n2. c1-c2").len(), 1);
    assert_eq!(texts(&one.repeat(3)).len(), 3);
    assert_eq!(texts("0. d1-c1 d3-c3 1. d7-e7 d5-e5\n0. d1-c1 d3-c3 1. d7-e7 d5-e5\n").len(), 2);
    let from_one = "1. d1-c1 d3-c3\n2. d7-e7 d5-e5\n";
    assert_eq!(texts(&format!("{one}\n{from_one}\n{one}")).len(), 3);
}

#[test]
fn a_stray_nought_is_told_of() {
    let text = "1. d1-c1 d3-c3\n0. d7-e7 d5-e5\n2. c1-c2 c3-b3\n";
    assert_eq!(texts(text).len(), 1);
    let (mut record, mut faults) = (Record::default(), Vec::new());
    read(text, &mut record, &mut faults);
    let told: Vec<String> = faults.iter().map(|fault| fault.kind.to_string()).collect();
    assert_eq!(told, ["turn 0 comes where turn 2 should", "turn 2 comes where turn 1 should"]);
}

#[test]
fn spaces_and_dashes_of_all_kinds_are_read() {
    let plain = "1. d1-c1 d3-c3\n2. d7-e7xe6 resigned\nWhite won.\n";
    let text = "\u{feff}1.\u{a0}d1\u{2013}c1\u{a0}d3\u{2014}c3\u{200b}\n\u{200b}2. \u{200b} d7\u{2212}e7\u{d7}e6\u{2003}resigned\u{a0}\n\u{200b}\nWhite\u{a0}won.\n\u{1a}";
    let expected = read_well(Format::Site, plain);
    let record = read_well(Format::Site, text);
    assert_eq!(told(&record), told(&expected));
    assert_eq!(words(&record, text)[0], "d1\u{2013}c1");
    assert_eq!(texts(text).len(), 1);
    // Moves with a space of no width between them are two, and one with one inside is one.
    assert_eq!(moves("1. d1-c1\u{200b}d3-c3"), ["d1-c1", "d3-c3"]);
    assert_eq!(moves("1. d1-\u{200b}c1 d3\u{2060}-c3").len(), 2);
    assert_eq!(moves("1. d1-c1 \u{2014}\u{2014}\u{2014}")[1], "\u{2014}\u{2014}\u{2014}");
}

#[test]
fn results_that_contradict_each_other_are_told_of() {
    let faults_of = |text: &str| {
        let (mut record, mut faults) = (Record::default(), Vec::new());
        read(text, &mut record, &mut faults);
        (record.result.map(|result| result.value), faults)
    };
    let (result, faults) = faults_of("white won,12,1. a1-a2 b1-b2\nBlack won.");
    assert_eq!(result, Some(Claim::Won(Side::Defenders)));
    assert_eq!(faults[0].kind, FaultKind::two_results("white won", "Black won."));
    assert_eq!(faults_of("1. a1-a2\nWhite won.\nWhite won.").1, []);
    let (result, faults) = faults_of("1. a1-a2\nOngoing\nBlack won.");
    assert_eq!((result, faults.len()), (Some(Claim::Won(Side::Attackers)), 0));
}

#[test]
fn decorations_of_posters_are_understood() {
    let text = "1. ... ____ B7-C7\n2. Kb10-b3 Hn- c1-c4\n3. b2-b1 R b1-a1 T\n\
                4. g1-g4x E11-E10*\n5. g4-g5 x A2-A1++\n6. D4B4";
    let record = read_well(Format::Site, text);
    let kinds: Vec<String> = record
        .tokens()
        .iter()
        .map(|token| match &token.kind {
            TokenKind::Move(text) => {
                format!("{:?} {:?} {:?}", text.piece, text.info, text.capture_count)
            }
            kind => format!("{kind:?}"),
        })
        .collect();
    insta::assert_snapshot!(kinds.join("\n"), @r"
    Elided
    None None None
    Some(King) None None
    Some(King) None None
    None Some(Raichi) None
    None Some(Tuichi) None
    None None Some(0)
    None Some(Starred) None
    None None Some(0)
    None Some(Wins) None
    None None None
    ");
    assert_eq!(words(&record, text)[3], "Hn- c1-c4");
    assert_eq!(words(&record, text)[4], "b2-b1 R");
}

#[test]
fn prose_is_kept_as_comments() {
    let text = "My best game\n1. a1-a2 b1-b2\nA fine answer, I thought.\n2. a2-a3\nDraw.\n";
    let record = read_well(Format::Site, text);
    let notes: Vec<_> =
        record.main().notes.iter().map(|n| (n.at, n.place, n.text.as_str())).collect();
    assert_eq!(
        notes,
        [(0, Place::Before, "My best game"), (1, Place::After, "A fine answer, I thought.")]
    );
    assert_eq!(record.result.unwrap().value, Claim::Draw);
}

#[test]
fn games_are_told_apart() {
    let texts = |text| texts(text).len();
    assert_eq!(texts("1. a1-a2 b1-b2\n2. a2-a3\n1. a1-a3\n"), 2);
    assert_eq!(texts("a1-a2 b1-b2\n\nc1-c2 d1-d2\n\n\na1a2\n"), 3);
    assert_eq!(texts("1. a1-a2 b1-b2\n\n2. a2-a3\n\nWhite won.\n\n1. a1-a3\nDraw.\n"), 2);
    assert_eq!(texts("1. a1-a2\n1... b1-b2\n2. a2-a3\n"), 1);
    assert_eq!(texts("white won,1,1. a1-a2 b1-b2 2. c1-c2\nblack won,2,1. a1-a2\n"), 2);
    assert_eq!(texts("Game: 0\n(3, F) -> (2, F)\nGame: 1\n(3, F) -> (2, F)\n"), 2);
    assert_eq!(texts("1.\n\n1.\nDraw.\n\n1.\n\n"), 3);
}

#[test]
fn tables_and_replays_are_read() {
    let text = "white won,12,1. k8-i8 d6-d9 2. resigned";
    let record = read_well(Format::Site, text);
    assert_eq!(record.tag("id"), Some("12"));
    assert_eq!(record.result.as_ref().unwrap().value, Claim::Won(Side::Defenders));
    assert_eq!(record.tokens().len(), 3);
    let text = "Game: 7\n(10, D) -> (10, C)\n(4, G) -> (4, J)\n";
    let record = read_well(Format::Site, text);
    assert_eq!(record.tag("id"), Some("7"));
    let TokenKind::Move(first) = &record.tokens()[0].kind else { panic!() };
    assert_eq!(record.path(first), [Square::new(3, 0), Square::new(2, 0)]);
    let TokenKind::Move(second) = &record.tokens()[1].kind else { panic!() };
    assert_eq!(record.path(second), [Square::new(6, 6), Square::new(9, 6)]);
}

#[test]
fn faults_are_told() {
    let text = "1. a1-a2 what\n3. b1-b2 nox";
    let (mut record, mut faults) = (Record::default(), Vec::new());
    read(text, &mut record, &mut faults);
    let told: Vec<String> =
        faults.iter().map(|f| format!("{} `{}`", f.kind, f.span.text(text))).collect();
    insta::assert_snapshot!(told.join("\n"), @r"
    `what` is not a move `what`
    turn 3 comes where turn 2 should `3.`
    `nox` is not a move `nox`
    ");
}

#[test]
fn what_is_written_is_canonical() {
    let text = "1. k8-i8 d6-d9\n2. j6-j9xi9xi8 resigned\nBlack won.\n\n";
    let record = read_well(Format::Site, text);
    let (written, losses) = there_and_back(Format::Site, &record);
    assert_eq!(written, text);
    assert!(losses.is_empty());
}

proptest! {
    #[test]
    fn moves_and_results_come_back(mut record in any_record()) {
        replace_words(&mut record, &TokenKind::Elided);
        let mut losses = Losses::default();
        let once = write(&record, &mut losses);
        let again = read_well(Format::Site, &once);
        prop_assert_eq!(&write(&again, &mut Losses::default()), &once);
        let expected = record.tokens().iter().filter(|t| !matches!(t.kind, TokenKind::Unreadable(_)));
        prop_assert_eq!(again.tokens().len(), expected.count());
        prop_assert_eq!(again.result.map(|r| r.value), record.result.map(|r| r.value));
    }

    #[test]
    fn no_text_makes_the_reader_fall(text in "(?s)[a-c1-3. x;\n_RTKHn-]{0,60}|.{0,40}") {
        let (mut record, mut faults) = (Record::default(), Vec::new());
        read(&text, &mut record, &mut faults);
        let _ = told(&record);
        texts(&text);
    }
}
