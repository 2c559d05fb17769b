//! What a record says about captures, held against what has fallen.

use crate::board::{Bits, PieceKind, Side, Square};
use crate::game::{Position, TurnOutcome, squares};
use crate::record::{CaptureText, MoveText, Token};

use super::state::Replay;
use crate::replay::findings::{Code, Finding};

impl<B: Bits> Replay<'_, B> {
    /// Holds what the record says about captures, if anything, against what has fallen.
    // In line: most moves take nothing and say so.
    #[inline(always)]
    pub(super) fn compare(
        &mut self,
        token: &Token,
        text: &MoveText,
        before: Option<&Position<B>>,
        king: Option<usize>,
        mover: Side,
        outcome: TurnOutcome<B>,
    ) {
        let silent = text.captures.is_empty() && text.capture_count.is_none();
        if silent && outcome.taken.is_empty() {
            if text.run_together {
                self.report_run_together(token);
            }
        } else if self.lists_exactly(text, outcome.taken) {
            self.recorded[mover.index()] += text.captures.len() as u32;
        } else {
            let king = king.map_or(B::EMPTY, B::single);
            self.compare_captures(token, text, before, king, mover, outcome);
        }
    }

    /// Whether the pieces that fell are listed, each once, and nothing is said of their kinds.
    fn lists_exactly(&self, text: &MoveText, taken: B) -> bool {
        let size = self.table.book().geometry().size();
        let mut left = taken;
        let is_left = |capture: &CaptureText| {
            let at = size.index(capture.square).filter(|&at| left.contains(at));
            left = left.without(at.map_or(B::EMPTY, B::single));
            at.is_some() && capture.piece.is_none()
        };
        !text.captures.is_empty()
            && self.record.captures(text).iter().all(is_left)
            && left.is_empty()
    }

    // Out of line: most captures are listed as they are.
    #[inline(never)]
    fn compare_captures(
        &mut self,
        token: &Token,
        text: &MoveText,
        before: Option<&Position<B>>,
        king: B,
        mover: Side,
        outcome: TurnOutcome<B>,
    ) {
        let listed = self.record.captures(text);
        self.recorded[mover.index()] += listed.len() as u32;
        let size = self.table.book().geometry().size();
        let stated = self.stated_captures(token, listed, before);
        let missing = outcome.taken.without(stated | king);
        if let (Some(count), true) = (text.capture_count, listed.is_empty()) {
            self.compare_count(token, mover, count, outcome.taken.count());
        } else if text.run_together && listed.is_empty() {
            self.report_run_together(token);
        } else if !missing.is_empty() {
            let squares = squares(size, missing);
            let message = format!("the move takes {}, which is not listed", names(&squares));
            let finding = self.finding(Code::T201, token, message);
            self.add(Finding { squares, ..finding });
        }
        let phantom = stated.without(outcome.taken);
        if !phantom.is_empty() {
            let squares = squares(size, phantom);
            let message = format!("the move does not take {}", names(&squares));
            let finding = self.finding(Code::T202, token, message);
            self.add(Finding { squares, ..finding });
        }
    }

    /// The squares of the listed captures. Reports those off the board, those listed twice and wrong
    /// letters.
    fn stated_captures(
        &mut self,
        token: &Token,
        listed: &[CaptureText],
        before: Option<&Position<B>>,
    ) -> B {
        let size = self.table.book().geometry().size();
        let (mut stated, mut repeated) = (B::EMPTY, B::EMPTY);
        let mut reported_off_board = false;
        for capture in listed {
            let Some(index) = size.index(capture.square) else {
                if !std::mem::replace(&mut reported_off_board, true) {
                    let message = format!("{} is not on a board of {size}", capture.square);
                    let finding = self.finding(Code::T202, token, message);
                    self.add(finding);
                }
                continue;
            };
            if stated.contains(index) {
                repeated |= B::single(index);
                continue;
            }
            stated |= B::single(index);
            self.check_captured_letter(token, capture.piece, index, before);
        }
        if !repeated.is_empty() {
            let what = names(&squares(size, repeated));
            let listed = if repeated.count() == 1 { "is" } else { "are" };
            let message = format!("{what} {listed} listed twice among the captures");
            let finding = self.finding(Code::T203, token, message);
            self.add(finding);
        }
        stated
    }

    /// Compares captures that are counted and not listed; a count of 0 says only that there are some.
    fn compare_count(&mut self, token: &Token, mover: Side, stated: u8, taken: u32) {
        self.recorded[mover.index()] += u32::from(stated.max(1));
        let right = if stated == 0 { taken > 0 } else { u32::from(stated) == taken };
        if !right {
            let message = match stated {
                0 => "the move takes nothing, and an `x` says that it does".to_owned(),
                _ => format!("the move takes {taken}, not {stated}"),
            };
            let finding = self.finding(Code::T209, token, message);
            self.add(finding);
        }
    }

    fn check_captured_letter(
        &mut self,
        token: &Token,
        stated: Option<PieceKind>,
        index: usize,
        before: Option<&Position<B>>,
    ) {
        let Some(stated) = stated else { return };
        let actual = before.and_then(|before| before.piece(index));
        let Some(actual) = actual.map(|piece| piece.kind) else { return };
        if actual != stated {
            let square = self.table.book().geometry().size().square(index);
            let message = format!("the piece taken on {square} is a {actual}, not a {stated}");
            let finding = self.finding(Code::T204, token, message);
            self.add(finding);
        }
    }

    pub(super) fn report_run_together(&mut self, token: &Token) {
        if std::mem::replace(&mut self.reported_run_together, true) {
            return;
        }
        let message = "moves are two squares run together, without captures; none are compared";
        let finding = self.finding(Code::T010, token, message);
        self.add(finding);
    }
}

fn names(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" and ")
}
