//! Printed boards and stated counts of moves, held against the rules.

use crate::board::{Bits, Piece, PieceKind, Setup, Side, Square};
use crate::game::Position;
use crate::record::{Record, Spanned, Token};

use super::state::Replay;
use crate::replay::findings::{Code, Finding};

impl<B: Bits> Replay<'_, B> {
    /// After how many tokens the next board is printed; the largest number where there is none.
    pub(super) fn next_board_at(&self) -> usize {
        self.record.boards.get(self.next_board).map_or(usize::MAX, |&(after, _)| after)
    }

    /// Holds the boards that are printed after this number of tokens against the rules.
    pub(super) fn check_boards(&mut self, played: usize) {
        let record = self.record;
        while let Some((after, printed)) = record.boards.get(self.next_board) {
            if *after > played {
                return;
            }
            self.next_board += 1;
            if *after == played {
                self.check_board(printed);
            }
        }
    }

    /// Reports the first printed board that differs. The replay goes on from that board, so that the
    /// moves after it are judged where they were played.
    fn check_board(&mut self, printed: &Spanned<String>) {
        let size = self.table.book().geometry().size();
        let position = *self.table.position();
        let ours = position.to_setup(size);
        let message = match printed.value.parse::<Setup>() {
            Err(error) => format!("the printed board cannot be read: {error}"),
            Ok(theirs) if theirs.size() != size => {
                format!("the printed board is {}, and the rules' is {size}", theirs.size())
            }
            Ok(theirs) => {
                let different = differences(&ours, &theirs, position.king().is_none());
                let Some(&first) = different.first() else { return };
                if let Ok(again) = Position::new(&theirs, position.to_move()) {
                    self.table.reset(again);
                }
                let more = match different.len() {
                    1 => String::new(),
                    count => format!(", and {} more squares differ", count - 1),
                };
                let (has, printed) = (piece_name(ours.get(first)), piece_name(theirs.get(first)));
                format!("the printed board has {printed} on {first}, the rules have {has}{more}")
            }
        };
        if !std::mem::replace(&mut self.reported_board, true) {
            let finding = Finding::new(Code::T207, message).at(printed.span);
            let (ply, board) = (Some(self.verdict.plies), Some(Box::new(ours)));
            self.add(Finding { ply, board, ..finding });
        }
    }

    /// Some records count the legal moves of every ply. Reports the first count that differs.
    pub(super) fn check_stated_moves(&mut self, token: &Token) {
        let Some(&stated) = self.stated_moves.get(self.verdict.plies as usize) else { return };
        let of_game = self.frames.is_empty();
        if !of_game || self.table.book().rules().berserk.is_some() {
            return;
        }
        let counted = self.table.count_moves();
        if counted != stated {
            self.stated_moves.clear();
            let message = format!(
                "the record counts {stated} legal moves before this one, the rules allow {counted}"
            );
            let finding = self.finding(Code::T208, token, message);
            let size = self.table.book().geometry().size();
            let board = Some(Box::new(self.table.position().to_setup(size)));
            self.add(Finding { board, ..finding });
        }
    }
}

/// The tag in which a reader keeps how many moves were legal, ply by ply.
const STATED_MOVES: &str = "legal-moves";

pub(super) fn stated_moves(record: &Record) -> Vec<u64> {
    let counts = record.tag(STATED_MOVES).into_iter().flat_map(str::split_whitespace);
    counts.map_while(|count| count.parse().ok()).collect()
}

/// The squares on which two boards differ. A king who was taken may still be drawn.
fn differences(ours: &Setup, theirs: &Setup, king_taken: bool) -> Vec<Square> {
    let king = Some(Piece::new(Side::Defenders, PieceKind::King));
    let size = ours.size();
    let squares = (0..size.squares()).map(|index| size.square(index));
    let differ = |&square: &Square| {
        let (ours, theirs) = (ours.get(square), theirs.get(square));
        ours != theirs && !(king_taken && ours.is_none() && theirs == king)
    };
    squares.filter(differ).collect()
}

fn piece_name(piece: Option<Piece>) -> String {
    match piece {
        None => "nothing".to_owned(),
        Some(Piece { kind: PieceKind::King, .. }) => "the king".to_owned(),
        Some(Piece { side: Side::Attackers, kind }) => format!("an attacking {kind}"),
        Some(Piece { side: Side::Defenders, kind }) => format!("a defending {kind}"),
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::{self, Format};
    use crate::record::{Record, Span, Spanned};
    use crate::replay::{Judge, Verdict};
    use crate::rules::names::resolve;

    /// Three moves of brandubh, the third of which takes a man on c4.
    const MOVES: &str = "d1-c1 c4-c3 c1-c2,,,\n";

    fn judged(change: impl FnOnce(&mut Record)) -> Verdict {
        let notation::Reading { mut record, faults } = notation::read(Format::Csv, MOVES);
        change(&mut record);
        Judge::new(resolve("brandubh").ok()).judge(MOVES, &record, &faults)
    }

    fn board(record: &mut Record, after: usize, position: &str) {
        record.boards.push((after, Spanned::new(position.to_owned(), Span::new(0, 5))));
    }

    fn told(verdict: &Verdict) -> String {
        let errors = verdict.findings.iter().filter(|f| f.code.name().starts_with("T20"));
        let one = |f: &super::Finding| format!("{} {:?} {}", f.code, f.ply.unwrap(), f.message);
        errors.map(one).collect::<Vec<_>>().join("\n")
    }

    const START: &str = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";

    #[test]
    fn printed_boards_are_held_against_the_rules() {
        let same = judged(|record| {
            board(record, 0, START);
            board(record, 1, "/2t4/3t3/3T3/ttTKTtt/3T3/3t3/3t3/");
        });
        assert_eq!(told(&same), "");
        let differs = judged(|record| {
            board(record, 0, START);
            board(record, 1, "/2t4/7/3T3/ttTKTtt/3T3/3t3/3tt2/");
            board(record, 2, "/2t4/7/2TT3/tt1KTtt/3T3/3t3/3tt2/");
            board(record, 3, "/7/2tt3/2TT3/tt1KTtt/3T3/3t3/3tt2/");
        });
        insta::assert_snapshot!(told(&differs), @"T207 1 the printed board has nothing on d2, the rules have an attacking taflman, and 1 more squares differ");
        assert!(differs.complete);
        insta::assert_snapshot!(told(&judged(|record| board(record, 1, "/5/5/2K2/5/5/"))), @"T207 1 the printed board is 5x5, and the rules' is 7x7");
        insta::assert_snapshot!(told(&judged(|record| board(record, 1, "what"))), @"T207 1 the printed board cannot be read: the position record has 1 rows: a board of 1 squares a side cannot be played: sizes are odd, from 5 to 19");
    }

    #[test]
    fn counts_of_legal_moves_are_held_against_the_rules() {
        let stated = |counts: &str| {
            told(&judged(|record| record.add_tag("legal-moves", counts, Span::default())))
        };
        // Four men have six squares each at the start; the attacker on c1 takes one from one of them.
        insta::assert_snapshot!(stated("40 23"), @"");
        insta::assert_snapshot!(stated("40"), @"");
        insta::assert_snapshot!(stated("40 24 7"), @"T208 2 the record counts 24 legal moves before this one, the rules allow 23");
    }
}
