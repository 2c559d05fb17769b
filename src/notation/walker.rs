//! Damian Walker's notation.
//!
//! ```text
//! record = *(number "." 1*2word [";"])
//! word   = square "-" square [captures] [symbol] / "resigned." / "(resigned)."
//! captures = "x" square *("/" square)
//! symbol = "++" / "+" / "--"
//! ```
//!
//! Squares are in capitals. `+` says that the mover threatens to win, `++` that the move wins, be it
//! by taking the king or by bringing him out, `--` that it gives the game away; OpenTafl notation uses
//! the same signs for other things. A king that falls is listed like any man. Captures may be left
//! out. Reading is that of the `site` format, which has all of this; the difference is in writing.
//!
//! # What is written
//!
//! ```text
//! 1. E8-C8 G5-G2
//! 2. I4-G4xH4/G5+ resigned.
//! ```
//!
//! and a blank line. Ours: `timeout.`, and a last line that names the winner: `Attackers won.`,
//! `Defenders won.`, `Draw.` or `Ongoing.`.

use crate::board::Side;
use crate::record::{MoveText, Record, TokenKind};

use super::format::{Edits, Entry, Facts, Split};
use super::losses::{Losses, Lost};
use super::moves::{CaptureStyle, MoveStyle};
use super::site;

pub(super) const ENTRY: Entry = Entry {
    name: "walker",
    about: "Damian Walker's notation",
    extensions: &["txt"],
    facts: Facts { is_loose: true, ..Facts::NONE },
    looks_like,
    keys: &[],
    split: Split::At(site::begins_record),
    bare_lines: Some(site::BARE_LINES),
    read: site::read,
    write: Some(write),
    edits: Edits {
        result: Some(|claim| format!("{}.", site::outcome_words(claim, false))),
        ..Edits::NONE
    },
};

/// Whether the first move names its squares in capitals.
fn looks_like(beginning: &str) -> bool {
    let first = beginning.lines().find_map(site::first_move).unwrap_or_default();
    let capital = |at: usize| first.as_bytes().get(at).is_some_and(u8::is_ascii_uppercase);
    let digit = |at: usize| first.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    capital(0) && digit(1)
}

const STYLE: MoveStyle =
    MoveStyle { captures: CaptureStyle::Slashes, letters: false, symbols: true };

fn write(record: &Record, losses: &mut Losses) -> String {
    let mut out = String::with_capacity(record.tokens().len() * 8);
    site::count_losses(record, losses);
    site::write_turns(&mut out, record, |out, at, kind| {
        let mover = record.mover(at);
        match kind {
            TokenKind::Move(text) if text.path.len() > 1 => {
                write_move(out, record, text, mover, losses);
            }
            TokenKind::Resigned => *out += "resigned.",
            TokenKind::TimedOut => *out += "timeout.",
            TokenKind::Elided => *out += "...",
            TokenKind::Move(_) | TokenKind::Unreadable(_) => {
                losses.lose(Lost::Unreadable);
                out.push('?');
            }
        }
    });
    if let Some(result) = &record.result {
        out += site::outcome_words(result.value, false);
        out += ".\n";
    }
    out.push('\n');
    out
}

fn write_move(
    out: &mut String,
    record: &Record,
    text: &MoveText,
    mover: Side,
    losses: &mut Losses,
) {
    let info = text.info.and_then(|info| info.in_walker(mover));
    if text.info.is_some() && info.is_none() {
        losses.lose(Lost::Symbols);
    }
    let text = MoveText { info, ..text.clone() };
    for letter in STYLE.write(record, &text, mover, losses).chars() {
        out.push(if letter == 'x' { letter } else { letter.to_ascii_uppercase() });
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{any_record, read_well, replace_words, there_and_back};
    use super::super::{Format, write as write_in};
    use super::*;
    use crate::record::{Claim, Info};
    use proptest::prelude::*;

    fn infos(record: &Record) -> Vec<Option<Info>> {
        let tokens = record.tokens().iter();
        let info = |token: &crate::record::Token| match &token.kind {
            TokenKind::Move(text) => text.info,
            _ => None,
        };
        tokens.map(info).collect()
    }

    #[test]
    fn games_are_read_in_every_layout() {
        let cases = [
            ("1. A8-A9 H6-H3; 2. F2-J2 G5-J5; 3. K4-J4xJ5 G6-G2.", 6),
            ("1. E8-G8 C5-C2;\n2. H5-H7 D5-D2xE2/F3/G4;\n10. (resigned).", 5),
            ("1. e8-g8 c5-c2\n2. g4-f4xf5 resigned.", 4),
        ];
        for (text, count) in cases {
            let (mut record, mut faults) = (Record::default(), Vec::new());
            super::site::read(text, &mut record, &mut faults);
            faults.retain(|f| !matches!(f.kind, crate::notation::FaultKind::TurnNumber { .. }));
            assert_eq!(faults, [], "{text}");
            assert_eq!(record.tokens().len(), count, "{text}");
        }
    }

    #[test]
    fn symbols_mean_what_walker_means() {
        let text = "1. E4-G4+ E5-E1++\n2. A1-A2-- B1-B2\n\n";
        let record = read_well(Format::Walker, text);
        let expected =
            [Some(Info::ThreatensWin), Some(Info::Wins), Some(Info::GivesGameAway), None];
        assert_eq!(infos(&record), expected);
        assert_eq!(there_and_back(Format::Walker, &record).0, text);
        let mut losses = Losses::default();
        let otg = write_in(Format::Otg, &record, &mut losses).unwrap();
        assert!(otg.contains("1. e4-g4+ e5-e1--\n"), "{otg}");
        assert_eq!(losses.iter().collect::<Vec<_>>(), [(Lost::Symbols, 1)]);
    }

    #[test]
    fn symbols_of_opentafl_are_put_into_walkers_words() {
        let text = "[date:1]\n\n1. a1-a2+ Kb1-b2-\n2. a2-a3- Kb2-b3+\n3. a3-a4++ Kb3-b4--\n";
        let record = read_well(Format::Otg, text);
        let mut losses = Losses::default();
        let walker = write_in(Format::Walker, &record, &mut losses).unwrap();
        assert_eq!(walker, "1. A1-A2+ B1-B2+\n2. A2-A3 B2-B3\n3. A3-A4++ B3-B4++\n\n");
        let lost = [(Lost::Tags, 1), (Lost::PieceLetters, 3), (Lost::Symbols, 2)];
        assert_eq!(losses.iter().collect::<Vec<_>>(), lost);
    }

    /// Beyond z there is no letter, a capture begins with x, and a rank has two digits.
    #[test]
    fn squares_without_a_name_are_told_of() {
        let squares = |path: &str| {
            format!(
                r#"{{"schema":"taflkit.record/1","lines":[{{"moves":[{{"path":[{path}]}},{{"path":["b1","b2"]}}]}}]}}"#
            )
        };
        let cases = [
            (r#""a1","a30""#, "1. A1-A30 B1-B2\n\n", 0),
            (r#""a1","x5""#, "1. ? B1-B2\n\n", 1),
            (r#""aa1","a2""#, "1. ? B1-B2\n\n", 1),
            (r#""a1","a100""#, "1. ? B1-B2\n\n", 1),
        ];
        for (path, text, lost) in cases {
            let record = read_well(Format::Json, &squares(path));
            for format in [Format::Walker, Format::Site, Format::Csv, Format::Otg, Format::Archive]
            {
                let mut losses = Losses::default();
                let written = write_in(format, &record, &mut losses).unwrap();
                assert!(format != Format::Walker || written == text, "{written}");
                let told: Vec<_> = losses.iter().collect();
                assert_eq!(told, vec![(Lost::Squares, 1); lost], "{path} {written}");
            }
        }
    }

    #[test]
    fn results_name_the_sides() {
        let record = read_well(Format::Walker, "1. E4-G4 timeout.\nAttackers won.\n\n");
        assert_eq!(record.tokens()[1].kind, TokenKind::TimedOut);
        assert_eq!(record.result.as_ref().unwrap().value, Claim::Won(Side::Attackers));
        there_and_back(Format::Walker, &record);
    }

    proptest! {
        #[test]
        fn moves_and_results_come_back(mut record in any_record()) {
            replace_words(&mut record, &TokenKind::Elided);
            let once = write(&record, &mut Losses::default());
            let again = read_well(Format::Walker, &once);
            prop_assert_eq!(&write(&again, &mut Losses::default()), &once);
            prop_assert_eq!(again.result.map(|r| r.value), record.result.map(|r| r.value));
        }
    }
}
