use std::collections::BTreeSet;

use proptest::prelude::*;

use crate::board::{Piece, PieceKind, Side, Square};
use crate::rules::{Escape, Jump, KingCapture, Repetition, RepetitionVerdict, Ruleset, variants};

use super::read::names;
use super::testing::any_words;
use super::{Problem, parse, write};

const SMALL: &str = "start:/2t2/5/t1K1t/5/2t2/";

fn read(rules: &str) -> Ruleset {
    parse(&format!("dim:5 {rules} {SMALL}")).unwrap().ruleset
}

fn problems(record: &str) -> Vec<String> {
    let problems = match parse(record) {
        Ok(parsed) => parsed.warnings,
        Err(problems) => problems,
    };
    let told = |p: &Problem| format!("{:?} {} ({})", p.span, p.kind, p.kind.help());
    problems.iter().map(told).collect()
}

#[test]
fn defaults_are_those_of_the_notation() {
    let rules = read("");
    assert_eq!(rules.first, Side::Attackers);
    assert_eq!(rules.escape, Escape::Corners);
    assert!(rules.encirclement && !rules.exit_fort && rules.shieldwall.is_none());
    assert_eq!(rules.jumps.of(PieceKind::Knight), Jump::Capturing);
    assert_eq!(rules.jumps.of(PieceKind::Commander), Jump::OverEnemy);
    assert_eq!(rules.throne.squares, BTreeSet::from([Square::new(2, 2)]));
    assert_eq!(rules.corners.squares.len(), 4);
}

#[test]
fn empty_lists_differ_from_absent_ones() {
    let rules = read("cor: cen: cenh: goal:e1");
    assert!(rules.corners.squares.is_empty() && rules.throne.squares.is_empty());
    assert!(rules.throne.hostile_with_king.is_empty());
}

#[test]
fn old_words_and_trailing_commas_are_read() {
    assert_eq!(read("ks:y").king_capture, KingCapture::FourSides);
    assert_eq!(read("ks:n").king_capture, KingCapture::TwoSides);
    assert_eq!(read("cor:a1,e5,").corners.squares.len(), 2);
}

#[test]
fn speeds_are_read_in_every_length() {
    let king = Piece::new(Side::Defenders, PieceKind::King);
    let man = Piece::new(Side::Attackers, PieceKind::Taflman);
    let both = |list: &str| {
        let speeds = read(&format!("spd:{list}")).speeds;
        (speeds.of(man), speeds.of(king))
    };
    assert_eq!(both("1"), (Some(1), Some(1)));
    assert_eq!(both("2,3,"), (Some(2), Some(3)));
    assert_eq!(both("1,-1,-1,-1,-1,-1,-1,4"), (Some(1), Some(4)));
    assert_eq!(both("1,-1,-1,-1,-1,-1,-1,-1,4,-1"), (Some(1), Some(4)));
    assert_eq!(both("1,-1,-1,-1,-1,-1,-1,-1,-1,4,-1,-1,"), (Some(1), Some(4)));
}

#[test]
fn our_keys_override_the_notation() {
    let rules = read("rep:defenders/4 tfr:d kcap:on ks:s");
    let expected = Repetition { verdict: RepetitionVerdict::DefendersLose, count: 4 };
    assert_eq!(rules.repetition, expected);
    assert_eq!(rules.king_capture, KingCapture::FourSidesOnThrone);
}

#[test]
fn problems_say_where_what_and_how() {
    insta::assert_snapshot!(problems("dim:5 srf:n xyzzy:1 tfr:w start:/2t2/5/t1K1t/5/2t2/").join("\n"), @r"
    6..11 unknown rules key `srf` (did you mean `surf:`?)
    12..19 unknown rules key `xyzzy` (the key is left out of account; `tafl explain T405` lists the known ones)
    20..25 `tfr:w` is read in two ways; taken as: the mover of a threefold repetition loses, though the notation's text has the opener lose (add `rep:mover`, `rep:opener` or `rep:defenders` to say who loses)
    ");
    insta::assert_snapshot!(problems("dim:7 esc:q start:/2t2/5/t1K1t/5/2t2/").join("\n"), @"0..5 the record says dim:7, but its start position is 5x5 (write `dim:5`, or give a start position of the stated size)");
    insta::assert_snapshot!(problems("dim:5 esc:q knights start:/2t2/5/t1K1t/5/2t2/").join("\n"), @r"
    6..11 `esc` cannot be `q` (expected c or e)
    12..19 `knights` is not a rule of the form key:value (write every rule as `key:value`, spaces only between rules)
    ");
    insta::assert_snapshot!(problems("dim:4 start:/2t2/5/t1K1t/5/2t2/").join("\n"), @"0..5 a board of 4 squares a side cannot be played: sizes are odd, from 5 to 19 (mend the record, or give other rules with --variant)");
    insta::assert_snapshot!(problems("dim:5 surf:n surf:y afor:a1 dfor:a1, start:/2t2/5/t1K1t/5/2t2/").join("\n"), @r"
    13..19 `surf` is given twice; the last one counts (keep one `surf:`)
    28..36 `dfor` lists the same squares as `afor`, a known slip of one writer (list the defenders' own forts, or leave `dfor:` out)
    ");
    insta::assert_snapshot!(problems("dim:5 start:/2K2/5/t1K1t/5/2t2/").join("\n"), @"6..31 the start position cannot be played: there are kings on c1 and c3: a position has one (mend the record, or give other rules with --variant)");
}

#[test]
fn key_names_are_distinct() {
    let all: BTreeSet<&str> = names().collect();
    assert_eq!(all.len(), names().count());
}

#[test]
fn every_variant_reads_back() {
    for variant in variants::all() {
        let ruleset = variant.ruleset();
        let parsed = parse(&write(&ruleset)).unwrap();
        assert_eq!(parsed.ruleset, ruleset, "{}", variant.id);
        assert_eq!(parsed.warnings, [], "{}", variant.id);
    }
}

fn any_record() -> impl Strategy<Value = String> {
    any_words().prop_map(|words| format!("dim:5 {words} {SMALL}"))
}

proptest! {
    #[test]
    fn any_ruleset_reads_back(record in any_record()) {
        if let Ok(parsed) = parse(&record) {
            let written = write(&parsed.ruleset);
            let again = parse(&written);
            prop_assert_eq!(again.map(|again| again.ruleset), Ok(parsed.ruleset), "{}", written);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(record in "[a-z]{0,4}:?[a-z0-9/,TK-]{0,9}( [a-z]{0,6}:[a-z0-9/TK]{0,9}){0,6}") {
        let _ = parse(&record);
    }
}
