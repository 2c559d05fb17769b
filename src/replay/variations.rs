//! Variations: each is replayed from the position that it branches from.
//!
//! When the game itself, or a variation, has come to a move that others could have replaced, these are
//! played there and taken back again. So every move of a record is played once, however deep and wide
//! its variations are, and what came before counts for each of them: earlier positions, turns without
//! a capture, pieces that could have gone on.

use crate::board::{Bits, Side};
use crate::game::{Ending, Position};
use crate::notation::Edit;
use crate::record::{DEEP, LineId, Record, Span, Step, Token, TokenKind};

use super::findings::{Code, Finding};
use super::judge::Decision;
use super::replay::{Replay, Stop};
use super::variation::Variation;

/// A variation on a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    /// The token that it replaces, or the end of the line.
    at: usize,
    /// Which it is on that token, from 1.
    nth: usize,
    line: LineId,
}

/// The variations on a line, in the order of the tokens that they replace.
#[derive(Debug, Default)]
pub(super) struct Branches {
    list: Vec<Branch>,
    next: usize,
}

impl Branches {
    /// The variations on a line, but for those that belong elsewhere.
    pub(super) fn of(record: &Record, line: LineId) -> Self {
        let line = record.line(line);
        if line.branches.is_empty() {
            return Self::default();
        }
        let end = line.tokens.len();
        let branch = |branch: &crate::record::Branch| {
            let (at, line) = (branch.at.min(end), branch.line);
            Branch { at, nth: 1, line }
        };
        let mut list: Vec<Branch> = line.branches.iter().map(branch).collect();
        list.retain(|branch| !record.is_misplaced(branch.line));
        list.sort_by_key(|branch| branch.at);
        for number in 1..list.len() {
            if list[number].at == list[number - 1].at {
                list[number].nth = list[number - 1].nth + 1;
            }
        }
        Self { list, next: 0 }
    }

    /// The token before which the next variation is played; none is as far as can be.
    pub(super) fn next_at(&self) -> usize {
        self.list.get(self.next).map_or(usize::MAX, |branch| branch.at)
    }

    /// The next variation that replaces this token.
    fn due(&mut self, at: usize) -> Option<Branch> {
        let branch = self.list.get(self.next).filter(|branch| branch.at == at)?;
        self.next += 1;
        Some(*branch)
    }

    fn rest(&self) -> &[Branch] {
        &self.list[self.next..]
    }
}

/// A variation that is being played.
pub(super) struct Frame<B> {
    line: LineId,
    step: Step,
    /// The token that comes next.
    next: usize,
    branches: Branches,
    /// How many turns had been played in variations before its first.
    turns_before: usize,
    /// How the game stood on the line above.
    above: Course<B>,
    /// What would mend the line above up to there.
    edits_above: Vec<Edit>,
}

/// What belongs to a line and not to the whole record.
#[derive(Clone, Copy)]
struct Course<B> {
    plies: u32,
    ending: Option<(Ending, u32)>,
    last: Option<Ending>,
    loser: Option<(Side, Decision, Span)>,
    told_past_end: bool,
    told_run_together: bool,
    could_go_on: bool,
    usual: bool,
    recorded: [u32; 2],
    listed: [u32; 2],
    before: Option<(u32, Position<B>)>,
}

/// Variations whose first position nobody knows.
#[derive(Debug, Default)]
pub(super) struct Unreached {
    count: usize,
    first: Option<(Variation, Option<Span>)>,
}

impl<B: Bits> Replay<'_, B> {
    fn course(&self) -> Course<B> {
        Course {
            plies: self.verdict.plies,
            ending: self.verdict.ending,
            last: self.verdict.last,
            loser: self.loser,
            told_past_end: self.told_past_end,
            told_run_together: self.told_run_together,
            could_go_on: self.could_go_on,
            usual: self.usual,
            recorded: self.recorded,
            listed: self.verdict.listed,
            before: self.before,
        }
    }

    fn resume(&mut self, course: Course<B>) {
        self.verdict.plies = course.plies;
        self.verdict.ending = course.ending;
        self.verdict.last = course.last;
        self.loser = course.loser;
        self.told_past_end = course.told_past_end;
        self.told_run_together = course.told_run_together;
        self.could_go_on = course.could_go_on;
        self.usual = course.usual;
        self.recorded = course.recorded;
        self.verdict.listed = course.listed;
        self.before = course.before;
    }

    /// Plays the variations that replace a token of the game itself, and what is on them.
    pub(super) fn play_variations(&mut self, at: usize) {
        while let Some(branch) = self.branches.due(at) {
            self.table.keep_history(true);
            self.enter(branch);
            self.play_frames();
            self.table.keep_history(false);
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
        let TokenKind::Move(text) = &token.kind else { return self.take_other(token) };
        let before = self.table.before();
        self.play(token, text)?;
        self.turns.push(before);
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
            turns_before: self.turns.len(),
            above: self.course(),
            edits_above: std::mem::take(&mut self.verdict.edits),
        };
        self.frames.push(frame);
    }

    /// Goes back to where the variation began. What would mend it counts if it was played to its end.
    fn leave(&mut self, complete: bool) {
        if !complete && let Some(frame) = self.frames.last_mut() {
            let branches = std::mem::take(&mut frame.branches);
            self.pass_over(&branches);
        }
        let Some(frame) = self.frames.pop() else { return };
        for before in self.turns.drain(frame.turns_before..).rev() {
            self.table.take_back(before);
        }
        self.resume(frame.above);
        let mut edits = std::mem::replace(&mut self.verdict.edits, frame.edits_above);
        if complete {
            self.mended.append(&mut edits);
        }
    }

    /// Takes note of variations that branch off behind a move that cannot be played.
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

    /// Says of a finding in which variation it is.
    pub(super) fn in_variation(&self, finding: Finding) -> Finding {
        let Some(frame) = self.frames.last() else { return finding };
        let turn = ((frame.next + frame.step.shift()) / 2 + 1) as u32;
        let variation = Variation { line: frame.line, name: self.name(None), turn };
        Finding { variation: Some(Box::new(variation)), ..finding }
    }

    /// The step to a variation on the line that is being played.
    fn step(&self, branch: Branch) -> Step {
        let shift = self.frames.last().map_or(0, |frame| frame.step.shift());
        Step { slot: branch.at + shift, nth: branch.nth }
    }

    /// The name of the variation that is being played, or of one on it: as the record writes it, if it
    /// does.
    fn name(&self, on_it: Option<Branch>) -> String {
        let line = on_it.map(|branch| branch.line).or(self.frames.last().map(|frame| frame.line));
        if let Some(written) = line.and_then(|line| self.record.address(line)) {
            return written.text(self.text).to_owned();
        }
        let last = on_it.map(|branch| self.step(branch));
        let depth = self.frames.len() + usize::from(last.is_some());
        let first = depth.saturating_sub(1) / DEEP * DEEP;
        let mut steps: Vec<String> = Vec::new();
        if first > 0 {
            steps.push(format!("@{}", self.frames[first - 1].line.0));
        }
        steps.extend(self.frames[first..].iter().map(|frame| frame.step.to_string()));
        steps.extend(last.map(|step| step.to_string()));
        steps.join(".")
    }
}

#[cfg(test)]
mod tests;
