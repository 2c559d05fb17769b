//! A word for several games: what is written has the rules of the game that was judged.

use taflkit::notation::{self, Format, Losses};
use taflkit::replay::{Judge, Start, disambiguated};

/// The rules that a record of one format is judged by, and those of what is written in another, which
/// states that text.
fn both(from: Format, text: &str, to: Format, states: &str) -> [String; 2] {
    let record = notation::read(from, text).record;
    let before = Start::of(&record, None).expect("it starts").rules;
    let mut losses = Losses::default();
    let written =
        notation::write(to, &disambiguated(&record, to), &mut losses).expect("it is written");
    assert!(written.contains(states), "{states}: {written}");
    let again = notation::read(to, &written).record;
    let after = Start::of(&again, None).expect("it starts again").rules;
    [before, after].map(|rules| taflkit::rules::record::write(&rules))
}

/// Each with the board of the game that its size or its moves tell of.
const GAMES: [(&str, u32); 9] = [
    ("[Variant \"Copenhagen\"]\n[Size \"13\"]\n\n1. m10-k10 h6-h2 *\n", 13),
    ("[Variant \"Copenhagen\"]\n\n1. d1-d2 g10-h10 *\n", 13),
    ("[Variant \"Sea Battle\"]\n[Size \"11\"]\n\n*\n", 11),
    ("[Variant \"Sea Battle\"]\n[Size \"13\"]\n\n*\n", 13),
    ("[Variant \"Historical\"]\n\n1. d1-c1 d3-c3 2. c1-c2 *\n", 7),
    ("[Variant \"Ard Ri\"]\n\n1. c3-b3 c1-b1 *\n", 7),
    ("[Site \"hnefatafl.org\"]\n[Variant \"Copenhagen\"]\n\n1. f2-f3 f4-g4 *\n", 11),
    ("[Site \"hnefatafl.org\"]\n[Variant \"Copenhagen\"]\n\n1. m10-k10 h6-h2 *\n", 13),
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
        let record = notation::read(Format::Pgn, text).record;
        let write = |format| notation::write(format, &record, &mut Losses::default()).unwrap();
        assert!(!write(Format::Otg).contains("[rules:"), "{text}");
        assert_eq!(write(Format::Sgf).contains("SZ["), text.contains("Size"), "{text}");
    }
}

/// By which variant a record is judged and by which it starts, which has to be the same.
fn variant(format: Format, text: &str) -> String {
    let notation::Reading { record, faults } = notation::read(format, text);
    let start = Start::of(&record, None).expect("it starts").name;
    let judged = Judge::new(None).judge(text, &record, &faults).variant;
    assert_eq!(judged.as_ref(), Some(&start), "{text}");
    start.to_string()
}

/// The server of hnefatafl.org plays rules of its own, which it calls Copenhagen too.
#[test]
fn a_server_with_rules_of_its_own_means_them_by_the_word() {
    let game = |variant: &str, site: &str, moves: &str| {
        format!("[Site \"{site}\"]\n[Variant \"{variant}\"]\n\n1. {moves} *\n")
    };
    let (small, large) = ("f2-f3 f4-g4", "m10-k10 h6-h2");
    for (word, site, moves, meant) in [
        ("Copenhagen", "hnefatafl.org", small, "hnefatafl-org"),
        ("Copenhagen", "https://www.hnefatafl.org/game/7", small, "hnefatafl-org"),
        ("Copenhagen Hnefatafl", "Hnefatafl.org", large, "hnefatafl-org-13"),
        ("Copenhagen", "playtafl.com", small, "copenhagen"),
        ("Copenhagen", "playtafl.com", large, "copenhagen-13"),
        // An id names a variant wherever it stands, and other words mean what they mean elsewhere.
        ("copenhagen", "hnefatafl.org", small, "copenhagen"),
        ("Fetlar", "hnefatafl.org", small, "fetlar"),
    ] {
        let text = game(word, site, moves);
        assert_eq!(variant(Format::Pgn, &text), meant, "{text}");
        let record = notation::read(Format::Pgn, &text).record;
        for to in [Format::Pgn, Format::Otg, Format::Sgf, Format::Json, Format::Archive] {
            let record = disambiguated(&record, to);
            let written = notation::write(to, &record, &mut Losses::default()).unwrap();
            assert_eq!(variant(to, &written), meant, "{written}");
        }
    }
}
