//! What is read comes back as it was written, and what is wrong is told.

use proptest::prelude::*;

use crate::board::{PieceKind, Side};
use crate::notation::losses::Losses;
use crate::notation::testing::{any_record, nested};
use crate::notation::{same_content, testing};
use crate::record::{Claim, Line, Note, Record, RulesClaim, Span, Token, TokenKind};

use super::ENTRY;
use super::tags::{entry_name, tag_name};
use super::write::write;

fn read_all(text: &str) -> (Record, String) {
    testing::read_all(&ENTRY, text)
}

fn clean(text: &str) -> Record {
    testing::clean(&ENTRY, text)
}

fn result(text: &str) -> Option<Claim> {
    clean(text).result.map(|result| result.value)
}

fn words<'a>(record: &Record, text: &'a str) -> Vec<&'a str> {
    record.tokens().iter().map(|token| token.span.text(text)).collect()
}

#[test]
fn one_line_games_of_a_site() {
    let text = "[Event \"Zevratafl game\"]\n[Site \"playtafl.com\"]\n[Date \"2026.04.25\"]\n\n\
                1. h1h3 g5g2 2. f10d10 g2a2";
    let record = clean(text);
    assert_eq!(words(&record, text), ["h1h3", "g5g2", "f10d10", "g2a2"]);
    assert_eq!(record.tag("site"), Some("playtafl.com"));
    assert_eq!(record.result, None);
}

#[test]
fn games_of_the_server_with_rules_of_its_own_name_it() {
    let rules = |site: &str, moves: &str| {
        let text = format!("[Event \"Game 12\"]\n[Site \"{site}\"]\n\n1. {moves}\n");
        clean(&text).rules.map(|rules| rules.value)
    };
    let named = |name: &str| Some(RulesClaim::Named(name.to_owned()));
    assert_eq!(rules("hnefatafl.org", "f2f3 f4g4 2. f3f2"), named("hnefatafl-org"));
    assert_eq!(rules("https://hnefatafl.org/", "g13g12 g9h9"), named("hnefatafl-org-13"));
    assert_eq!(rules("hnefatafl.org", "d1d2 m4l4"), named("hnefatafl-org-13"));
    assert_eq!(rules("playtafl.com", "f2f3 f4g4"), None);
    let text = "[Site \"hnefatafl.org\"]\n[Variant \"Fetlar\"]\n\n1. f2f3\n";
    assert_eq!(clean(text).rules.map(|rules| rules.value), named("Fetlar"));
}

#[test]
fn the_proposal_of_a_forum() {
    let text = "[Game \"tablut\"]\n[Size \"9\"]\n[Black \"Ragna\"]\n[White \"Ketil\"]\n\
                [Result \"0-1\"]\n[Board \"412\"]\n\n1. i6-g6 e7-g7:g6 2. a4-b4 Ke5-e7 0-1\n";
    let record = clean(text);
    assert_eq!(record.player(Side::Attackers), Some("Ragna"));
    assert_eq!(record.player(Side::Defenders), Some("Ketil"));
    assert_eq!(record.result.as_ref().unwrap().value, Claim::Won(Side::Defenders));
    let TokenKind::Move(taking) = &record.tokens()[1].kind else { panic!() };
    assert_eq!(record.captures(taking)[0].square.to_string(), "g6");
    assert_eq!(record.rules.unwrap().value, RulesClaim::Named("tablut".to_owned()));
}

#[test]
fn counted_captures() {
    let text = "[Event \"e\"]\n[Variant \"WTF\"]\n[Attackers \"A\"]\n[Defenders \"D\"]\n\
                [Result \"0-1\"]\n[Rules \"armedKing=1 x=2\"]\n[Termination \"escape\"]\n\n\
                1. f4-f6 c4-c3  2. b4-c4 d5-c5x1 3. a1-a2x b1-b2x2";
    let record = clean(text);
    assert_eq!(record.result.as_ref().unwrap().value, Claim::Won(Side::Defenders));
    assert_eq!(record.tag("rules"), Some("armedKing=1 x=2"));
    assert_eq!(record.rules.as_ref().unwrap().value, RulesClaim::Named("WTF".to_owned()));
    let count = |token: &Token| match &token.kind {
        TokenKind::Move(text) => text.capture_count,
        _ => None,
    };
    let counts: Vec<Option<u8>> = record.tokens().iter().map(count).collect();
    assert_eq!(counts, [None, None, None, Some(1), Some(0), Some(2)]);
}

#[test]
fn other_programs() {
    let hpgn = "[Game \"Hnefatafl\"]\n[Result \"1-0\"]\n[Date \"2020\"]\n\n1. a1-a2 ka1-ka2 1-0";
    let record = clean(hpgn);
    assert_eq!(record.result.as_ref().unwrap().value, Claim::Won(Side::Attackers));
    let TokenKind::Move(king) = &record.tokens()[1].kind else { panic!() };
    assert_eq!(king.piece, Some(PieceKind::King));
    assert_eq!(result("[Game \"Hnefatafl\"]\n\n1. a1-a2 0-0"), Some(Claim::Draw));
    let swift = "[Game \"Hnefatafl\"]\n[Variant \"Copenhagen\"]\n\n1. D1-D3 F6-F8 1/2-1/2";
    assert_eq!(result(swift), Some(Claim::Draw));
}

#[test]
fn a_result_that_may_be_either_sides_is_not_claimed() {
    let text = "[Game \"Hnefatafl\"]\n[Variant \"Copenhagen\"]\n[Result \"1-0\"]\n\n1. D1-D3 1-0";
    let (record, faults) = read_all(text);
    assert_eq!(faults, "`1-0` does not say which side has won `1-0`");
    assert_eq!(record.result, None);
    assert_eq!(record.tag("result"), Some("1-0"));
}

#[test]
fn comments_stand_where_they_were() {
    let text = "[Attackers \"A\"]\n\n{first} 1. a1-a2 {after} (1. a1-a3! $14 (1. {in} a1-a4 b1-b2)\n\
                1... c1-c2 ; to the end\n) b1-b2 2. {before} c1-c2 3. {about none} (3. d1-d2)\n\
                % a line *";
    let record = clean(text);
    let notes = |line: &Line| {
        let one = |n: &Note| format!("{} {:?} {}", n.at, n.place, n.text);
        line.notes.iter().map(one).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(
        notes(record.main()),
        "0 Before first; 0 After after; 2 Before before; 3 Before about none; 3 Before % a line *"
    );
    let branches: Vec<usize> = record.main().branches.iter().map(|b| b.at).collect();
    assert_eq!(branches, [0, 3]);
    let variation = record.line(record.main().branches[0].line);
    assert_eq!(notes(variation), "0 After $1; 0 After $14; 1 After to the end");
    assert_eq!(variation.branches[0].at, 0);
}

#[test]
fn faults_are_told() {
    insta::assert_snapshot!(read_all("[Attackers \"A\"\n[Date 2020]\n1. a1-a2 what ) [Round \"1\"] 1-0 0-1 (1. {never").1, @r#"
    a tag is written [Name "value"] `[Attackers "A"`
    a tag is written [Name "value"] `[Date 2020]`
    `what` is not a move `what`
    this bracket closes nothing `)`
    tags stand before the moves `[`
    this comment is never closed `{`
    this variation is never closed `(`
    `1-0` does not say which side has won `1-0`
    the results `1-0` and `0-1` contradict each other `0-1`
    "#);
    insta::assert_snapshot!(read_all("[Notation \"taflkit\"]\n[First \"me\"]\n[Result \"won\"]\n\n1. a1-a2 \"open\n1-0 0-1 2. a2-a3").1, @r#"
    this string is never closed `"`
    `"open` is not a move `"open`
    the result ends the game, and this follows it `a2-a3`
    `First` cannot be `me` `me`
    `result` cannot be `won` `won`
    the results `1-0` and `0-1` contradict each other `0-1`
    "#);
}

#[test]
fn names_of_tags_may_have_any_capitals() {
    let text = "[event \"Yule\"]\n[attackers \"A\"]\n[DEFENDERS \"B\"]\n[timecontrol \"5+3\"]\n\
                [ReSuLt \"1-0\"]\n[eco \"x\"]\n\n1. d1-c1 1-0\n";
    let (record, faults) = read_all(text);
    assert_eq!(faults, "");
    assert_eq!(record.result.as_ref().unwrap().value, Claim::Won(Side::Attackers));
    let tags: Vec<&str> = record.tags.iter().map(|tag| &*tag.name).collect();
    assert_eq!(tags, ["event", "attackers", "defenders", "time-control", "eco"]);
    // An entry whose name has other capitals than a tag's keeps them by way of `Tag`.
    let mut record = Record::default();
    record.add_tag("EVENT", "x", Span::default());
    assert_eq!(content_of(&record), ["EVENT=x"]);
}

fn content_of(record: &Record) -> Vec<String> {
    let written = write(record, &mut Losses::default());
    let (again, faults) = read_all(&written);
    assert_eq!(faults, "", "{written}");
    again.tags.iter().map(|tag| format!("{}={}", tag.name, tag.value)).collect()
}

#[test]
fn tags_given_twice_are_told_of_if_they_differ() {
    let told = |tags: &str| read_all(&format!("{tags}\n\n1. d1-c1\n")).1;
    for (one, other) in [
        ("[Result \"1-0\"]", "[Result \"0-1\"]"),
        ("[Variant \"a\"]", "[variant \"b\"]"),
        ("[Attackers \"a\"]", "[Attackers \"b\"]"),
        ("[Position \"/3/\"]", "[Position \"/5/\"]"),
        ("[First \"attackers\"]", "[First \"defenders\"]"),
        ("[Rules \"dim:7\"]", "[Rules \"dim:9\"]"),
    ] {
        let attackers = if one.contains("Attackers") { "" } else { "[Attackers \"A\"]\n" };
        assert!(told(&format!("{attackers}{one}\n{other}")).contains("is given twice"), "{one}");
        assert_eq!(told(&format!("{attackers}{one}\n{one}")), "", "{one}");
    }
    // Two ways to write one result are one result, and comments may come as often as they like.
    let same = "[Attackers \"A\"]\n[Result \"1-0\"]\n[Result \"1\u{2013}0\"]";
    assert_eq!(told(same), "");
    assert_eq!(told("[Note \"a\"]\n[Note \"b\"]"), "");
    let mut record = Record::default();
    record.add_tag("attackers", "A", Span::default());
    record.add_tag("attackers", "B", Span::default());
    assert_eq!(content_of(&record), ["attackers=A", "attackers=B"]);
}

#[test]
fn dashes_and_spaces_of_all_kinds_are_read() {
    let plain = "[Attackers \"A\"]\n\n1. d1-c1 d3-c3xc4! 2. d7-e7 e5-e2 1/2-1/2\n";
    let (expected, _) = read_all(plain);
    assert_eq!(expected.tokens().len(), 4);
    for text in [
        "[Attackers \"A\"]\n\n1. d1\u{2013}c1 d3\u{2014}c3xc4! 2. d7\u{2212}e7 e5\u{2012}e2 \u{bd}-\u{bd}\n",
        "\u{feff}[Attackers\u{a0}\"A\"]\n\u{200b}\n1.\u{a0}d1\u{2011}c1\u{2003}d3-c3xc4!\u{202f}2.\u{200b}d7-e7\u{200b} e5-e2 1/2\u{2013}1/2\n\u{1a}",
        "[Attackers \"A\"]\n\n1\u{2026} d1-c1 d3-c3xc4! \u{200b}2. d7-\u{200b}e7 e5-e2 \u{200b}1/2-1/2\u{200b}",
    ] {
        let (record, faults) = read_all(text);
        assert_eq!(faults, "", "{text}");
        assert!(crate::notation::same_content(&record, &expected), "{text}");
        let first = record.tokens()[0].span.text(text);
        assert!(first.starts_with("d1") && first.ends_with("c1"), "{first}");
    }
    for (word, claim) in
        [("1\u{2013}0", Claim::Won(Side::Attackers)), ("0\u{2212}1", Claim::Won(Side::Defenders))]
    {
        for text in [
            format!("[Attackers \"A\"]\n[Result \"{word}\"]\n\n1. d1-c1\n"),
            format!("[Attackers \"A\"]\n\n1. d1-c1 {word}\n"),
        ] {
            let (record, faults) = read_all(&text);
            assert_eq!((faults.as_str(), record.result.unwrap().value), ("", claim), "{text}");
        }
    }
    // What is said keeps its dashes.
    let said = read_all("[Attackers \"A \u{2013} B\"]\n\n1. d1-c1 {so \u{2014} so}\n").0;
    assert_eq!(said.tags[0].value, "A \u{2013} B");
    assert_eq!(said.main().notes[0].text, "so \u{2014} so");
}

#[test]
fn names_of_tags_can_be_turned_back() {
    for (tag, entry) in [
        ("Event", "event"),
        ("TimeControl", "time-control"),
        ("ECO", "ECO"),
        ("WhiteELO", "WhiteELO"),
    ] {
        assert_eq!(entry_name(tag), entry);
        assert_eq!(tag_name(entry).as_deref(), Some(tag));
    }
    assert_eq!(tag_name("WhiteElo"), None);
    assert_eq!(tag_name("two words"), None);
    assert_eq!(tag_name("result"), None);
    assert_eq!(tag_name("Event"), None);
}

#[test]
fn depth_and_length_are_no_matter() {
    let record = nested(10_000);
    let written = write(&record, &mut Losses::default());
    assert!(same_content(&record, &clean(&written)));
    read_all(&format!("1. a1-a2 {}", "(".repeat(100_000)));
    read_all(&"[A \"b\"]\n".repeat(20_000));
    read_all(&"1-0 0-1 ".repeat(20_000));
}

#[test]
fn what_is_written() {
    let text = "[Attackers \"A\"]\n\n{c [x]} 1. a1-a2 (1. a1-a3 b1-b2 2. c1-c2) b1-b2xKc2/c3 $2\n\
                2. c1-c2 {\u{7d7d}} resigned 0-1";
    insta::assert_snapshot!(write(&clean(text), &mut Losses::default()), @r#"
    [Notation "taflkit"]
    [Attackers "A"]
    [Result "0-1"]

    1. {c [x]} a1-a2 (1. a1-a3 b1-b2 2. c1-c2) 1... b1-b2xkc2/c3 $2
    2. c1-c2 {絽} 2... resigned
    0-1
    "#);
}

proptest! {
    #[test]
    fn any_text_is_read(text in "\\PC{0,60}|([\\[\\]{}()\"$;%\\\\ \n]|1\\.|a1-a2|x|1-0|[A-Z]){0,40}") {
        testing::is_kept(&ENTRY, &text);
    }

    #[test]
    fn any_record_comes_back(record in any_record()) {
        testing::comes_back_but_for_boards(&ENTRY, record);
    }
}
