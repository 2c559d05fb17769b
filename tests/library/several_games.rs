//! A word for several games: what is written has the rules of the game that was judged.

use taflkit::notation::{self, Format, Ledger};
use taflkit::record::Record;
use taflkit::replay::{Start, settled};

/// The rules that a record of one format is judged by, and those of what is written in another, which
/// states that text.
fn both(from: Format, text: &str, to: Format, states: &str) -> [String; 2] {
    let mut record = Record::default();
    notation::read(from, text, &mut record, &mut Vec::new());
    let before = Start::of(&record, None).expect("it starts").rules;
    let mut ledger = Ledger::default();
    let written = notation::write(to, &settled(&record, to), &mut ledger).expect("it is written");
    assert!(written.contains(states), "{states}: {written}");
    notation::read(to, &written, &mut record, &mut Vec::new());
    let after = Start::of(&record, None).expect("it starts again").rules;
    [before, after].map(|rules| taflkit::rules::record::write(&rules))
}

/// Each with the board of the game that its size or its moves tell of.
const GAMES: [(&str, u32); 7] = [
    ("[Variant \"Copenhagen\"]\n[Size \"13\"]\n\n1. m10-k10 h6-h2 *\n", 13),
    ("[Variant \"Copenhagen\"]\n\n1. d1-d2 g10-h10 *\n", 13),
    ("[Variant \"Sea Battle\"]\n[Size \"11\"]\n\n*\n", 11),
    ("[Variant \"Sea Battle\"]\n[Size \"13\"]\n\n*\n", 13),
    ("[Variant \"Historical\"]\n\n1. d1-c1 d3-c3 2. c1-c2 *\n", 7),
    ("[Variant \"Ard Ri\"]\n\n1. c3-b3 c1-b1 *\n", 7),
    ("[Variant \"WTF\"]\n\n1. f4-f6 c4-c3 2. b4-c4 *\n", 7),
];

#[test]
fn what_is_written_has_the_rules_that_were_meant() {
    for (text, size) in GAMES {
        let opentafl = format!("[rules:dim:{size} ");
        let [before, after] = both(Format::Pgn, text, Format::Otg, &opentafl);
        assert_eq!(before, after, "{text}");
        let [before, after] = both(Format::Pgn, text, Format::Sgf, &format!("SZ[{size}]"));
        assert_eq!(before, after, "{text}");
    }
}

/// Nobody said which is meant, so nothing is said of it.
#[test]
fn a_word_that_nobody_settled_has_no_rules() {
    for (text, _) in GAMES {
        let mut record = Record::default();
        notation::read(Format::Pgn, text, &mut record, &mut Vec::new());
        let write = |format| notation::write(format, &record, &mut Ledger::default()).unwrap();
        assert!(!write(Format::Otg).contains("[rules:"), "{text}");
        assert_eq!(write(Format::Sgf).contains("SZ["), text.contains("Size"), "{text}");
    }
}
