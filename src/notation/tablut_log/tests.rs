//! What is read comes back as it was written, and what is wrong is told.

use proptest::prelude::*;

use crate::board::{Side, Square};
use crate::notation::fault::Fault;
use crate::notation::testing::content;
use crate::record::{Claim, Record, TokenKind};

use super::read::read;

const START: &str = "OOOBBBOOO\nOOOOBOOOO\nOOOOWOOOO\nBOOOWOOOB\nBBWWKWWBB\nBOOOWOOOB\n\
                     OOOOWOOOO\nOOOOBOOOO\nOOOBBBOOO\n-\nW\n";

/// A message with the line above it.
fn said(message: &str) -> String {
    format!("May 23, 2019 5:36:26 PM it.unibo.tablut.GameAshtonTablut checkMove\n{message}\n")
}

fn log(messages: &[&str]) -> String {
    let begin = "May 23, 2019 5:36:07 PM it.unibo.tablut.GameAshtonTablut <init>\n";
    let mut text = format!("{begin}FINE: Players:\tWhite:\tAnna\tvs\tBen\n{begin}");
    text += &format!("FINE: Repeated moves allowed:\t0\tCache:\t-1\n{begin}");
    text += &format!("FINE: Inizio partita\n{begin}FINE: Stato:\n{START}");
    messages.iter().for_each(|message| text += &said(message));
    text
}

fn read_all(text: &str) -> (Record, Vec<String>) {
    let (mut record, mut faults) = (Record::default(), Vec::new());
    read(text, &mut record, &mut faults);
    let one = |f: &Fault| format!("{} `{}`", f.kind, f.span.text(text));
    (record, faults.iter().map(one).collect())
}

/// The board after the first row is changed for another.
fn board(first: &str, code: &str) -> String {
    format!("FINE: Stato:\n{first}{}-\n{code}", &START[9..START.len() - 4])
}

fn moves(record: &Record) -> Vec<String> {
    let tokens = record.tokens().iter();
    tokens
        .map(|token| match &token.kind {
            TokenKind::Move(text) => {
                let path: Vec<String> = record.path(text).iter().map(Square::to_string).collect();
                let taken: Vec<String> =
                    record.captures(text).iter().map(|c| format!("x{}", c.square)).collect();
                path.join("-") + &taken.concat()
            }
            other => format!("{other:?}"),
        })
        .collect()
}

#[test]
fn a_log_reads_with_its_ranks_turned_round() {
    let text = log(&[
        "FINE: Turn: null Pawn from e1 to D1",
        "FINE: Movimento pedina",
        "FINE: Pedina nera rimossa in: a4",
        &board("OOOWBBOOO", "B"),
        "FINE: Turn: B Pawn from f1 to g1",
        "FINE: Nero vince con re catturato in: e5",
        "FINE: Current draw cache size: 2",
        &board("OOOWBOBOO", "BW"),
        &board("OOOWBOBOO", "BW").replacen(":\n", ": ", 1),
    ]);
    let (record, faults) = read_all(&text);
    assert_eq!(faults, [""; 0]);
    assert_eq!(moves(&record), ["e9-d9xa6", "f9-g9xe5"]);
    assert_eq!(record.tokens()[0].span.text(&text), "e1 to D1");
    assert_eq!(record.result.as_ref().unwrap().value, Claim::Won(Side::Attackers));
    assert_eq!(record.first.as_ref().unwrap().value, Side::Defenders);
    assert_eq!(record.start, None);
    let boards: Vec<usize> = record.boards.iter().map(|(after, _)| *after).collect();
    assert_eq!(boards, [0, 1, 2]);
    assert!(record.boards[1].1.value.ends_with("/4t4/3Ttt3/"));
    let tags: Vec<String> =
        record.tags.iter().map(|tag| format!("{}={}", tag.name, tag.value)).collect();
    insta::assert_snapshot!(tags.join("\n"), @r"
    date=2019.05.23
    start-time=May 23, 2019 5:36:07 PM
    attackers=Ben
    defenders=Anna
    repeated-moves-allowed=0
    cache=-1
    termination=king captured
    ");
    let notes: Vec<&str> = record.main().notes.iter().map(|n| n.text.as_str()).collect();
    assert_eq!(notes, ["May 23, 2019 5:36:26 PM"; 2]);
}

#[test]
fn a_move_that_is_not_told_is_read_from_the_boards() {
    let text = log(&["FINE: Turn: B Pawn from null to null", &board("OOOOBBBOO", "W")]);
    let (record, faults) = read_all(&text);
    assert_eq!(faults, [""; 0]);
    assert_eq!(moves(&record), ["d9-g9"]);
}

#[test]
fn a_refused_move_is_a_comment() {
    let warned =
        log(&["FINE: Turn: W Pawn from e4 to e2", "WARNING: Mossa che arriva sopra una citadel"]);
    let stopped = log(&["FINE: Turn: W Pawn from null to null"]);
    for (text, said) in [(warned, "e4 to e2"), (stopped, "null to null")] {
        let (record, faults) = read_all(&text);
        assert_eq!(faults, [""; 0]);
        assert_eq!(record.tokens(), []);
        assert_eq!(record.main().notes[0].text, said);
        assert_eq!(record.result, None);
    }
}

#[test]
fn logs_of_other_languages_read_alike() {
    let english = log(&[
        "FINE: Turn: null Pawn from e1 to d1",
        "FINE: Movimento pedina",
        "FINE: Pedina nera rimossa in: a4",
        "FINE: Current draw cache size: 2",
        &board("OOOWBBOOO", "B"),
        "FINE: Turn: B Pawn from e2 to e9",
        "WARNING: Mossa che arriva sopra una citadel",
    ]);
    let (expected, faults) = read_all(&english);
    assert_eq!(faults, [""; 0]);
    assert_eq!(expected.tag("termination"), Some("Mossa che arriva sopra una citadel"));
    // The words of Java for FINE and WARNING, and months as each language shortens them.
    for (fine, warning, may) in [
        ("BUONO", "AVVERTENZA", "mag"),
        ("AVVERTENZA", "WARNING", "mag"),
        ("FEIN", "WARNUNG", "Mai"),
        ("PR\u{c9}CIS", "AVERTISSEMENT", "mai"),
        ("PRE\u{301}CIS", "AVERTISSEMENT", "mai"),
        ("DETALLADO", "ADVERTENCIA", "may."),
        ("Fein", "Warnung", "Mai"),
        ("\u{8be6}\u{7ec6}", "\u{8b66}\u{544a}", "May"),
    ] {
        let text = english.replace("WARNING:", &format!("{warning}:"));
        let text = text.replace("FINE:", &format!("{fine}:")).replace("May ", &format!("{may} "));
        assert_eq!(super::super::Format::detect(&text), Some(super::super::Format::TablutLog));
        let (record, faults) = read_all(&text);
        assert_eq!(faults, [""; 0], "{fine}");
        let (mut told, mut told_first) = (content(&record), content(&expected));
        for content in [&mut told, &mut told_first] {
            content.tags.retain(|(name, _)| name != "start-time");
        }
        assert_eq!(told, told_first, "{fine}");
    }
}

#[test]
fn news_of_the_server_is_no_warning() {
    for level in ["INFO", "INFORMAZIONI", "FINE"] {
        let text = log(&[&format!("{level}: a client has come")]);
        let (record, faults) = read_all(&text);
        assert_eq!((faults.len(), record.tag("termination")), (0, None), "{level}");
    }
    let text = log(&[]) + "Note: played in Rome\n";
    assert_eq!(read_all(&text).1.len(), 1);
}

#[test]
fn ends_are_told() {
    let ends = [
        ("FINE: Bianco vince con re in e1", "WW", "king escaped", Claim::Won(Side::Defenders)),
        (
            "FINE: Partita terminata in pareggio per numero di stati ripetuti",
            "D",
            "repetition",
            Claim::Draw,
        ),
    ];
    for (line, code, how, claim) in ends {
        let text = log(&["FINE: Turn: W Pawn from e1 to d1", line, &board("OOOWBBOOO", code)]);
        let (record, _) = read_all(&text);
        assert_eq!(record.tag("termination"), Some(how));
        assert_eq!(record.result.as_ref().unwrap().value, claim);
    }
}

#[test]
fn faults_are_told() {
    let short = board("OOOBBB", "B");
    let cut = board("OOOBBBOOO", "B").replace("OOOOBOOOO\n", "");
    let text = log(&[
        "FINE: Turn: W Pawn from e1 to d1",
        &short,
        "what is this",
        "FINE: Turn: B Pawn from e1 to z1",
        &cut,
    ]);
    let (record, faults) = read_all(&text);
    insta::assert_snapshot!(faults.join("\n"), @r"
    `Stato` cannot be `OOOBBB` `OOOBBB`
    this is neither a message of the server's nor a row of a board `what is this`
    the board before this has 7 rows, not 9 `-`
    `e1 to z1` is not a move `e1 to z1`
    ");
    assert_eq!(moves(&record), ["e9-d9", "Unreadable(\"e1 to z1\")"]);
    assert_eq!(read_all("FINE: Movimento pedina\n").1, ["the record has no `Stato` `F`"]);
}

#[test]
fn logs_in_one_file_are_told_apart() {
    let one = log(&["FINE: Turn: W Pawn from e1 to d1", &board("OOOWBBOOO", "B")]);
    let mut source = super::super::Source::new(one.repeat(3).leak().as_bytes(), None);
    let begun = source.begin().unwrap();
    assert_eq!(begun, super::super::Beginning::Format(super::super::Format::TablutLog));
    let chunk = source.next_chunk().unwrap().unwrap();
    assert_eq!(chunk.records.len(), 3);
    for raw in chunk.records {
        let text = std::str::from_utf8(&chunk.bytes[raw.range]).unwrap();
        let ((record, faults), (first, _)) = (read_all(text), read_all(&one));
        assert_eq!(faults, [""; 0]);
        assert_eq!(content(&record), content(&first));
    }
}

proptest! {
    #[test]
    fn any_text_is_read(lines in prop::collection::vec(any_line(), 0..40)) {
        let _ = read_all(&lines.join("\n"));
    }
}

fn any_line() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~\\u{e9}]{0,30}",
        "[OBWKT]{7,10}",
        prop::sample::select(vec![
            "FINE: Stato:",
            "FINE: Stato: OOOBBBOOO",
            "-",
            "W",
            "BW",
            "D",
            "FINE: Turn: B Pawn from a1 to b1",
            "FINE: Turn: W Pawn from null to null",
            "FINE: Movimento pedina",
            "FINE: Pedina nera rimossa in: e5",
            "WARNING: x",
            "a b.c <init>",
            "FINE: Players:\tA\tvs\tB",
        ])
        .prop_map(str::to_owned),
    ]
}
