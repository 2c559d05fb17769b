//! A game that is being replayed: what is known of it so far.

use crate::board::{Bits, Side};
use crate::game::{Ending, Hop, Position, Table};
use crate::notation::Edit;
use crate::record::{DEEP, LineId, Record, Span, Step, Token, TokenKind};
use crate::replay::findings::{Code, Finding, Standing};
use crate::replay::first::word;
use crate::replay::variation::Variation;
use crate::replay::verdict::{Decision, Verdict};

use super::branches::{Branch, Branches};

/// A game that is being replayed.
pub(super) struct Replay<'a, B> {
    pub(super) table: &'a mut Table<B>,
    pub(super) text: &'a str,
    pub(super) record: &'a Record,
    pub(super) verdict: &'a mut Verdict,
    /// The side that gave up, in the order of the record's tokens.
    pub(super) loser: Option<(Side, Decision, Span)>,
    pub(super) reported_past_end: bool,
    pub(super) reported_run_together: bool,
    pub(super) reported_board: bool,
    /// The next of the printed boards.
    pub(super) next_board: usize,
    /// How many moves the record says the rules allow, ply by ply, until they differ.
    pub(super) stated_moves: Vec<u64>,
    /// Whether some piece could have gone on capturing, under rules with chains.
    pub(super) could_go_on: bool,
    /// Captures listed by attackers and by defenders.
    pub(super) recorded: [u32; 2],
    /// Whether to say how moves could be mended.
    pub(super) mends: bool,
    /// Whether findings are to say how the game stood.
    pub(super) details: bool,
    /// The ply that was looked at last and how the game stood before it, if findings are to say so.
    pub(super) before: Option<(u32, Position<B>)>,
    /// Whether the game goes on and nothing is asked of its moves but what they take.
    pub(super) quick: bool,
    pub(super) hops: Vec<Hop>,
    /// After how many tokens of the game there is a board to look at or a variation to play.
    pub(super) pause: usize,
    /// The variations on the game itself.
    pub(super) branches: Branches,
    /// The variations that are being played, each on the one before.
    pub(super) frames: Vec<Frame<B>>,
    pub(super) unreached: Unreached,
    /// What would mend variations.
    pub(super) mended: Vec<Edit>,
}

/// Says that the replay of this line ends here.
pub(super) struct Stop;

/// A variation that is being played.
pub(super) struct Frame<B> {
    pub(super) line: LineId,
    pub(super) step: Step,
    /// The token that comes next.
    pub(super) next: usize,
    pub(super) branches: Branches,
    /// How many turns had been played in variations before its first.
    pub(super) turns_before: usize,
    /// How the game stood on the line above.
    pub(super) above: Course<B>,
    /// What would mend the line above up to there.
    pub(super) edits_above: Vec<Edit>,
}

/// What belongs to a line and not to the whole record.
#[derive(Clone, Copy)]
pub(super) struct Course<B> {
    pub(super) plies: u32,
    pub(super) ending: Option<(Ending, u32)>,
    pub(super) last: Option<Ending>,
    pub(super) loser: Option<(Side, Decision, Span)>,
    pub(super) reported_past_end: bool,
    pub(super) reported_run_together: bool,
    pub(super) could_go_on: bool,
    pub(super) quick: bool,
    pub(super) recorded: [u32; 2],
    pub(super) listed: [u32; 2],
    pub(super) before: Option<(u32, Position<B>)>,
}

/// Variations whose first position is not known.
#[derive(Debug, Default)]
pub(super) struct Unreached {
    pub(super) count: usize,
    pub(super) first: Option<(Variation, Option<Span>)>,
}

impl<'a, B: Bits> Replay<'a, B> {
    pub(super) fn new(
        table: &'a mut Table<B>,
        text: &'a str,
        record: &'a Record,
        verdict: &'a mut Verdict,
    ) -> Self {
        Self {
            table,
            text,
            record,
            verdict,
            loser: None,
            reported_past_end: false,
            reported_run_together: false,
            reported_board: false,
            next_board: 0,
            stated_moves: Vec::new(),
            could_go_on: false,
            recorded: [0; 2],
            mends: false,
            details: false,
            before: None,
            quick: true,
            hops: Vec::new(),
            pause: 0,
            branches: Branches::of(record, LineId::MAIN),
            frames: Vec::new(),
            unreached: Unreached::default(),
            mended: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, mut finding: Finding) {
        if let Some((_, position)) = self.before.filter(|&(ply, _)| finding.ply == Some(ply)) {
            let size = self.table.book().geometry().size();
            let (setup, side) = (position.to_setup(size), position.to_move());
            finding.before = Some(Box::new(Standing { setup, side }));
        }
        let finding = if self.frames.is_empty() { finding } else { self.in_variation(finding) };
        self.verdict.add(finding);
    }

    /// A finding about the move of a token, which is the next ply.
    pub(super) fn finding(&self, code: Code, token: &Token, message: impl Into<String>) -> Finding {
        let path = match &token.kind {
            TokenKind::Move(text) if self.details => self.record.path(text).to_vec(),
            _ => Vec::new(),
        };
        Finding {
            ply: Some(self.verdict.plies + 1),
            text: Some(self.word(token)),
            path,
            ..Finding::new(code, message).at(token.span)
        }
    }

    /// The move as it is written.
    pub(super) fn word(&self, token: &Token) -> String {
        word(self.text, self.record, token)
    }

    pub(super) fn course(&self) -> Course<B> {
        Course {
            plies: self.verdict.plies,
            ending: self.verdict.ending,
            last: self.verdict.last,
            loser: self.loser,
            reported_past_end: self.reported_past_end,
            reported_run_together: self.reported_run_together,
            could_go_on: self.could_go_on,
            quick: self.quick,
            recorded: self.recorded,
            listed: self.verdict.listed,
            before: self.before,
        }
    }

    pub(super) fn resume(&mut self, course: Course<B>) {
        self.verdict.plies = course.plies;
        self.verdict.ending = course.ending;
        self.verdict.last = course.last;
        self.loser = course.loser;
        self.reported_past_end = course.reported_past_end;
        self.reported_run_together = course.reported_run_together;
        self.could_go_on = course.could_go_on;
        self.quick = course.quick;
        self.recorded = course.recorded;
        self.verdict.listed = course.listed;
        self.before = course.before;
    }

    /// Says of a finding in which variation it is.
    pub(super) fn in_variation(&self, finding: Finding) -> Finding {
        let Some(frame) = self.frames.last() else { return finding };
        let turn = ((frame.next + frame.step.shift()) / 2 + 1) as u32;
        let variation = Variation { line: frame.line, name: self.name(None), turn };
        Finding { variation: Some(Box::new(variation)), ..finding }
    }

    /// The step to a variation on the line that is being played.
    pub(super) fn step(&self, branch: Branch) -> Step {
        let shift = self.frames.last().map_or(0, |frame| frame.step.shift());
        Step { slot: branch.at + shift, nth: branch.nth }
    }

    /// The name of the variation that is being played, or of one on it: as the record writes it, if it
    /// does.
    pub(super) fn name(&self, on_it: Option<Branch>) -> String {
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
