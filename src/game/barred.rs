//! Turns that the defenders may not play because they bring the pieces back as they stood (K9).

use crate::board::{Bits, Side};

use super::table::taken_by;
use super::{Ending, HopOutcome, Position, Table};

impl<B: Bits> Table<B> {
    /// Whether some turn of the side to move could be barred by repetition.
    pub(super) fn may_bar_turns(&self) -> bool {
        self.book().bars_repeats
            && self.position().to_move == Side::Defenders
            && self.history().anything_could_come_back()
    }

    /// Whether the defenders may not leave the pieces like this, because they stood so before (K9).
    /// After a capture nothing comes back, unless men change side.
    pub(super) fn bars(&self, after: &Position<B>, taken: B) -> bool {
        let count = u32::from(self.book().rules.repetition.count);
        (taken.is_empty() || !after.mercenaries().is_empty())
            && self.history().times_there(after) + 1 >= count
    }

    /// Whether a turn that the board allows is barred by repetition.
    pub(super) fn is_barred(&self, outcomes: &[HopOutcome<B>], after: &Position<B>) -> bool {
        self.may_bar_turns() && self.bars(after, taken_by(outcomes))
    }

    /// How the game stands if the defenders are to move and every turn of theirs is barred (K10).
    // In line: under most rules this is one test.
    #[inline(always)]
    pub(super) fn all_barred(&self) -> Option<Ending> {
        if self.may_bar_turns() && !self.has_open_turn() {
            return Some(self.book().cannot_move(self.position().to_move));
        }
        None
    }

    /// Whether the side to move has a turn that is not barred.
    #[cold]
    // Out of line: few rules bar turns.
    #[inline(never)]
    fn has_open_turn(&self) -> bool {
        if self.position().mercenaries().is_empty() {
            // What takes nothing is a single hop, and what takes something is not barred.
            let mut open = false;
            self.book().each_hop(self.position(), |hop| {
                let mut after = *self.position();
                open = open || {
                    let outcome = self.book().hop(&mut after, hop);
                    !self.bars(&after, outcome.taken)
                };
            });
            return open;
        }
        let mut open = false;
        let listed = self.book().each_turn(self.position(), &mut |_, outcomes, after| {
            open = open || !self.is_barred(outcomes, after);
        });
        // Fewer positions can come back than there are turns here.
        open || listed.is_err()
    }

    /// How many legal single moves the side to move has, chains left aside.
    pub(crate) fn count_moves(&self) -> u64 {
        let mut barred = 0;
        if self.may_bar_turns() {
            self.book().each_hop(self.position(), |hop| {
                let mut after = *self.position();
                let outcome = self.book().hop(&mut after, hop);
                barred += u64::from(self.bars(&after, outcome.taken));
            });
        }
        self.book().count_moves(self.position()) - barred
    }
}
