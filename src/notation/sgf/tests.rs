//! What is read comes back as it was written, and what is wrong is told.

use proptest::prelude::*;

use crate::board::{Side, Square};
use crate::notation::losses::Losses;
use crate::notation::testing::{any_record, nested};
use crate::notation::{same_content, testing};
use crate::record::{Claim, Record, TokenKind};

use super::ENTRY;
use super::write::write;

fn read_all(text: &str) -> (Record, String) {
    testing::read_all(&ENTRY, text)
}

fn clean(text: &str) -> Record {
    testing::clean(&ENTRY, text)
}

#[test]
fn properties_given_twice_are_told_of_if_they_differ() {
    let told = |header: &str| read_all(&format!("(;FF[4]{header};B[daca])")).1;
    for (twice, told_of) in [
        ("RE[B+]RE[W+]", "`RE` is given twice; the first counts `W+`"),
        ("RE[B+][W+]", "`RE` is given twice; the first counts `W+`"),
        ("RU[copenhagen]RU[brandubh]", "`RU` is given twice; the first counts `brandubh`"),
        ("PL[B]PL[W]", "`PL` is given twice; the first counts `W`"),
        ("PB[a]PB[b]", "`PB` is given twice; the first counts `b`"),
        ("SZ[7]SZ[9]", "`SZ` is given twice; the first counts `9`"),
    ] {
        assert_eq!(told(twice), told_of);
    }
    assert_eq!(told("RE[B+]RE[B+]RU[brandubh]RU[brandubh]"), "");
}

#[test]
fn dashes_and_spaces_of_all_kinds_are_read() {
    let plain = "(;FF[4]RE[B+];B[a1-a4xb4];W[eggg];B[resigned])";
    let text = "\u{feff}(;FF[4]\u{a0}RE[B+\u{200b}]\u{200b};B[a1\u{2013}a4xb4];W[\u{200b}eggg\u{a0}];B[resigned\u{a0}])\u{1a}";
    let ((record, faults), (expected, _)) = (read_all(text), read_all(plain));
    assert_eq!(faults, "");
    assert!(crate::notation::same_content(&record, &expected));
}

#[test]
fn a_game_reads() {
    let text = "(;FF[4]CA[UTF-8]GM[999]PB[Ragna]PW[Ketil]RE[W+]RU[tablut]\n\
                C[a \\] bracket];B[ifgf]\n;W[eggg:gf]BL[12.5]C[well]\n)";
    let record = clean(text);
    assert_eq!(record.player(Side::Attackers), Some("Ragna"));
    assert_eq!(record.tag("gm"), Some("999"));
    assert_eq!(record.result.as_ref().unwrap().value, Claim::Won(Side::Defenders));
    let TokenKind::Move(taking) = &record.tokens()[1].kind else { panic!() };
    let path: Vec<_> = record.path(taking).iter().map(Square::to_string).collect();
    assert_eq!(path, ["e7", "g7"]);
    assert_eq!(record.captures(taking)[0].square.to_string(), "g6");
    let notes: Vec<_> = record.main().notes.iter().map(|note| note.text.as_str()).collect();
    assert_eq!(notes, ["a ] bracket", "BL[12.5]", "well"]);
}

#[test]
fn the_first_tree_goes_on_and_the_others_are_variations() {
    let text =
        "(;FF[4];B[aaab](;W[bbbc];B[ccca](;W[aaba])(;W[aaca]))(;W[bbba](;B[aaac])(;B[aaad])))";
    let record = clean(text);
    assert_eq!(record.tokens().len(), 4);
    let branches: Vec<usize> = record.main().branches.iter().map(|branch| branch.at).collect();
    assert_eq!(branches, [3, 1]);
    let second = record.line(record.main().branches[1].line);
    assert_eq!((second.tokens.len(), second.branches[0].at), (2, 1));
}

#[test]
fn reasons_become_the_last_entry() {
    let last = |text: &str| clean(text).tokens().last().map(|token| token.kind.clone());
    assert_eq!(last("(;RE[W+R];B[aaab];W[bbbc])"), Some(TokenKind::Resigned));
    assert_eq!(last("(;RE[Black+Time];B[aaab])"), Some(TokenKind::TimedOut));
    let record = clean("(;RE[W+R];B[aaab])");
    assert_eq!(record.tag("termination"), Some("attackers resigned"));
    assert_eq!(clean("(;RE[B+3])").tag("re"), Some("B+3"));
    assert_eq!(clean("(;RE[Void])").result, None);
}

#[test]
fn pieces_are_set_up() {
    let text = "(;FF[4]SZ[7]AB[aa:ab][gg]AW[bb]PIECE[K:dd][n:cc]PL[W];W[ddde])";
    let record = clean(text);
    assert_eq!(record.start.as_ref().unwrap().value, "/t6/tT5/2n4/3K3/7/7/6t/");
    assert_eq!(record.first.as_ref().unwrap().value, Side::Defenders);
    assert!(record.tags.is_empty());
    let (record, faults) = read_all("(;AB[aa];B[aaab])");
    assert_eq!(faults, "the size of the board is missing: add SZ `AB`");
    assert_eq!(record.tag("ab"), Some("aa"));
}

#[test]
fn faults_are_told() {
    insta::assert_snapshot!(read_all("x(;FF[4]C[see [1] there];B[aaab];B[zz](;W)(;W[aaac]C[never)").1, @r"
    this is no property; within a value, `]` is written `\]` `x`
    this is no property; within a value, `]` is written `\]` `there]`
    it is the other side's move `zz`
    `zz` is not a move `zz`
    this is no property; within a value, `]` is written `\]` `W`
    it is the other side's move `aaac`
    this value is never closed `[`
    this tree is never closed `(`
    ");
    insta::assert_snapshot!(read_all("(;RE[me]PL[me];B[aaab](;W[bbba]);B[aaab])(;B[aaab])").1, @r"
    `PL` cannot be `me` `me`
    no node may follow the trees that branch off `;`
    the record has ended before this `(`
    it is the other side's move `aaab`
    `RE` cannot be `me` `me`
    ");
    insta::assert_snapshot!(read_all("").1, @"a game is written (;FF[4] ... ) ``");
}

#[test]
fn depth_and_length_are_no_matter() {
    let record = nested(10_000);
    let written = write(&record, &mut Losses::default());
    assert!(same_content(&record, &clean(&written)));
    read_all(&"(;".repeat(100_000));
    read_all(&"(".repeat(100_000));
    read_all(&format!("(;C[{}])", "a [b] ".repeat(100_000)));
}

#[test]
fn what_is_written() {
    let text = "(;FF[4]PB[A]RU[brandubh]RE[W+]C[first];B[aaab]C[x];W[Kbbbc:Nad++];C[b];B[aaac](;W[\
                resigned])(;W[aaba]))";
    insta::assert_snapshot!(write(&clean(text), &mut Losses::default()), @r"
    (;FF[4]CA[UTF-8]GM[29]
    PB[A]
    RU[brandubh]
    SZ[7]
    RE[W+]
    C[first]
    ;B[aaab]C[x];W[Kbbbc:Nad++]
    ;C[b];B[aaac]
    (;W[resigned])
    (;W[aaba]))
    ");
}

#[test]
fn the_size_is_written_where_it_is_known() {
    let written = |text: &str| write(&clean(text), &mut Losses::default());
    assert_eq!(written("(;RU[tablut])"), "(;FF[4]CA[UTF-8]GM[29]\nRU[tablut]\nSZ[9])\n");
    assert!(clean("(;RU[tablut]SZ[9])").tags.is_empty());
    assert!(clean("(;GM[29]SZ[9:9]CA[koi8-r]RU[tablut])").tags.is_empty());
    // What contradicts the rules, or cannot be held against any, is kept.
    assert_eq!(clean("(;RU[tablut]SZ[11])").tag("size"), Some("11"));
    assert_eq!(written("(;SZ[11])"), "(;FF[4]CA[UTF-8]GM[29]\nSZ[11])\n");
    assert_eq!(
        written("(;GM[1]SZ[11]CA[klingon]RU[tablut])"),
        "(;FF[4]CA[UTF-8]GM[29]\nTAG[gm:1]\nTAG[size:11]\nTAG[ca:klingon]\nRU[tablut]\nSZ[9])\n"
    );
}

proptest! {
    #[test]
    fn any_text_is_read(text in "\\PC{0,60}|([\\[\\]();:\\\\ \n]|B\\[aaab\\]|W|C|SZ|AB|RE|TAG){0,40}") {
        testing::is_kept(&ENTRY, &text);
    }

    #[test]
    fn any_record_comes_back(record in any_record()) {
        testing::comes_back_but_for_boards(&ENTRY, record);
    }
}
