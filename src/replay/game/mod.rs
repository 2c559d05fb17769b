//! One game, move by move: the loop, and what happens between moves.

mod boards;
mod branches;
mod captures;
mod claims;
#[cfg(test)]
mod lanes;
mod mend;
mod moves;
mod state;
mod variations;

use std::sync::Arc;

use crate::board::{Bits, Side};
use crate::game::{Table, on_table};
use crate::record::{Record, TokenKind};

use super::prepared::Prepared;
use super::verdict::Verdict;

use boards::stated_moves;
use state::{Replay, Stop};

/// What a replay is asked for besides findings.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ask {
    /// How moves could be mended.
    pub(super) mends: bool,
    /// How the game stood where something was found.
    pub(super) details: bool,
}

/// Replays a record by its rules, with this side to begin, and adds what is found to the verdict.
pub(super) fn replay(
    rules: &mut Prepared,
    text: &str,
    record: &Record,
    first: Side,
    ask: Ask,
    verdict: &mut Verdict,
) {
    verdict.variant = Some(Arc::clone(&rules.name));
    on_table!(&mut rules.table, table => {
        begin(table, first);
        let mut replay = Replay::new(table, text, record, verdict);
        (replay.mends, replay.details) = (ask.mends, ask.details);
        replay.stated_moves = stated_moves(record);
        replay.run();
    });
}

/// Puts a table back to its start, with this side to move.
fn begin<B: Bits>(table: &mut Table<B>, first: Side) {
    table.restart();
    if table.position().to_move() != first {
        let position = table.position().with_to_move(first);
        table.reset(position);
    }
}

impl<B: Bits> Replay<'_, B> {
    fn run(mut self) {
        self.quick = self.may_be_quick();
        if self.play_game().is_ok() {
            self.verdict.complete = true;
            self.compare_counts();
            self.compare_result();
        }
        if self.record.line_count() > 1 {
            self.finish_variations();
        }
    }

    /// Plays the game itself, and variations where they branch off.
    fn play_game(&mut self) -> Result<(), Stop> {
        let record = self.record;
        self.look_around(0);
        for (at, token) in record.tokens().iter().enumerate() {
            // Nearly all are moves, which the processor foresees if it is asked.
            if let TokenKind::Move(text) = &token.kind {
                self.play(token, text)?;
            } else {
                self.play_other(token)?;
            }
            self.look_around(at + 1);
        }
        Ok(())
    }

    /// Looks for boards and variations after this number of tokens.
    // In line: after nearly every token this is one comparison.
    #[inline(always)]
    fn look_around(&mut self, played: usize) {
        if played >= self.pause {
            self.pause_at(played);
        }
    }

    // Out of line, so that the comparison before it stays small.
    #[inline(never)]
    fn pause_at(&mut self, played: usize) {
        self.check_boards(played);
        self.play_variations(played);
        self.pause = self.branches.next_at().min(self.next_board_at());
    }
}
