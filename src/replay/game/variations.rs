//! Variations: each is replayed from the position that it branches from.
//!
//! When the game itself, or a variation, has come to a move that others could have replaced, these are
//! played there and taken back again. So every move of a record is played once, however deep and wide
//! its variations are, and what came before counts for each of them: earlier positions, turns without
//! a capture, pieces that could have gone on.

use crate::board::Bits;
use crate::record::{LineId, Token, TokenKind};
use crate::replay::findings::{Code, Finding};
use crate::replay::variation::Variation;

use super::branches::{Branch, Branches};
use super::state::{Frame, Replay, Stop};

impl<B: Bits> Replay<'_, B> {
    /// Plays the variations that replace a token of the game itself, and what is on them.
    pub(super) fn play_variations(&mut self, at: usize) {
        while let Some(branch) = self.branches.due(at) {
            self.table.keep_turns(true);
            self.enter(branch);
            self.play_frames();
            self.table.keep_turns(false);
        }
    }

    fn play_frames(&mut self) {
        let record = self.record;
        while let Some(frame) = self.frames.last_mut() {
            if let Some(branch) = frame.branches.due(frame.next) {
                self.enter(branch);
                continue;
            }
            let Some(token) = record.line(frame.line).tokens.get(frame.next) else {
                self.leave(true);
                continue;
            };
            let going = self.play_in_variation(token);
            if let (Ok(()), Some(frame)) = (&going, self.frames.last_mut()) {
                frame.next += 1;
            } else {
                self.leave(false);
            }
        }
    }

    fn play_in_variation(&mut self, token: &Token) -> Result<(), Stop> {
        let TokenKind::Move(text) = &token.kind else { return self.play_other(token) };
        let before = self.table.checkpoint();
        self.play(token, text)?;
        self.table.keep_turn(before);
        self.verdict.variation_plies += 1;
        Ok(())
    }

    /// Begins a variation on the line that is being played.
    fn enter(&mut self, branch: Branch) {
        let frame = Frame {
            line: branch.line,
            step: self.step(branch),
            next: 0,
            branches: Branches::of(self.record, branch.line),
            turns_before: self.table.turns_kept(),
            above: self.course(),
            edits_above: std::mem::take(&mut self.verdict.edits),
        };
        self.frames.push(frame);
    }

    /// Goes back to where the variation began. Its edits count if it was played to its end.
    fn leave(&mut self, complete: bool) {
        if !complete && let Some(frame) = self.frames.last_mut() {
            let branches = std::mem::take(&mut frame.branches);
            self.pass_over(&branches);
        }
        let Some(frame) = self.frames.pop() else { return };
        while self.table.turns_kept() > frame.turns_before {
            self.table.undo();
        }
        self.resume(frame.above);
        let mut edits = std::mem::replace(&mut self.verdict.edits, frame.edits_above);
        if complete {
            self.mended.append(&mut edits);
        }
    }

    /// Counts the variations that branch off behind a move that cannot be played.
    fn pass_over(&mut self, branches: &Branches) {
        let record = self.record;
        let mut lines: Vec<LineId> = branches.rest().iter().map(|branch| branch.line).collect();
        if let (None, Some(&branch)) = (&self.unreached.first, branches.rest().first()) {
            let name = self.name(Some(branch));
            let variation = Variation { line: branch.line, name, turn: 1 };
            let token = record.line(branch.line).tokens.first();
            self.unreached.first = Some((variation, token.map(|token| token.span)));
        }
        while let Some(line) = lines.pop() {
            self.unreached.count += 1;
            lines.extend(record.line(line).branches.iter().map(|branch| branch.line));
        }
    }

    /// Ends the replay of a record that has variations.
    pub(super) fn finish_variations(&mut self) {
        let branches = std::mem::take(&mut self.branches);
        self.pass_over(&branches);
        let unreached = std::mem::take(&mut self.unreached);
        if let Some((variation, span)) = unreached.first {
            let more = match unreached.count - 1 {
                0 => String::new(),
                1 => ", nor can 1 more".to_owned(),
                more => format!(", nor can {more} more"),
            };
            let message = format!(
                "variation {} branches off behind a move that cannot be played, and cannot be \
                 judged{more}",
                variation.name
            );
            let finding = Finding::new(Code::T119, message);
            let variation = Some(Box::new(variation));
            self.verdict.add(Finding { span, variation, ..finding });
        }
        let line = |finding: &Finding| finding.variation.as_ref().map(|variation| variation.line);
        self.verdict.findings.sort_by_key(line);
        self.verdict.edits.append(&mut self.mended);
    }
}

#[cfg(test)]
pub(super) mod tests;
