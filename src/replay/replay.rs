//! One game, move by move.

use std::sync::Arc;

use crate::board::{Bits, Side, Square};
use crate::game::{
    Before, Ending, Hop, Illegal, LegalTurn, Position, Table, TurnOutcome, illegal, legal_turns,
    on_table,
};
use crate::notation::Edit;
use crate::record::{LineId, MoveText, Record, Span, Token, TokenKind};

use super::boards::stated_moves;
use super::findings::{Code, Finding, Standing};
use super::first::word;
use super::judge::{Decision, Verdict};
use super::prepared::Prepared;
use super::variations::{Branches, Frame, Unreached};

/// What is asked of a replay beside what is wrong.
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

pub(super) struct Replay<'a, B> {
    pub(super) table: &'a mut Table<B>,
    pub(super) text: &'a str,
    pub(super) record: &'a Record,
    pub(super) verdict: &'a mut Verdict,
    /// The side that gave up, in the order of the record's tokens.
    pub(super) loser: Option<(Side, Decision, Span)>,
    pub(super) told_past_end: bool,
    pub(super) told_run_together: bool,
    pub(super) told_board: bool,
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
    details: bool,
    /// The ply that was looked at last and how the game stood before it, if findings are to say so.
    pub(super) before: Option<(u32, Position<B>)>,
    /// Whether the game goes on and nothing is asked of its moves but what they take.
    pub(super) usual: bool,
    pub(super) hops: Vec<Hop>,
    /// After how many tokens of the game there is a board to look at or a variation to play.
    pause: usize,
    /// The variations on the game itself.
    pub(super) branches: Branches,
    /// The variations that are being played, each on the one before.
    pub(super) frames: Vec<Frame<B>>,
    /// The turns played in them, to be taken back.
    pub(super) turns: Vec<Before<B>>,
    pub(super) unreached: Unreached,
    /// What would mend variations.
    pub(super) mended: Vec<Edit>,
}

/// The replay of this line ends here.
pub(super) struct Stop;

impl<'a, B: Bits> Replay<'a, B> {
    fn new(
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
            told_past_end: false,
            told_run_together: false,
            told_board: false,
            next_board: 0,
            stated_moves: stated_moves(record),
            could_go_on: false,
            recorded: [0; 2],
            mends: false,
            details: false,
            before: None,
            usual: true,
            hops: Vec::new(),
            pause: 0,
            branches: Branches::of(record, LineId::MAIN),
            frames: Vec::new(),
            turns: Vec::new(),
            unreached: Unreached::default(),
            mended: Vec::new(),
        }
    }

    fn run(mut self) {
        self.usual = self.is_usual();
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
                self.take_other(token)?;
            }
            self.look_around(at + 1);
        }
        Ok(())
    }

    /// Looks at what there is after so many tokens besides the next.
    #[inline(always)]
    fn look_around(&mut self, played: usize) {
        if played >= self.pause {
            self.pause_at(played);
        }
    }

    #[inline(never)]
    fn pause_at(&mut self, played: usize) {
        self.check_boards(played);
        self.play_variations(played);
        self.pause = self.branches.next_at().min(self.next_board_at());
    }

    /// Takes note of a token that is no move.
    #[inline(never)]
    pub(super) fn take_other(&mut self, token: &Token) -> Result<(), Stop> {
        match &token.kind {
            TokenKind::Resigned => self.give_up(token, Decision::Resignation),
            TokenKind::TimedOut => self.give_up(token, Decision::Time),
            TokenKind::Elided | TokenKind::Move(_) => {}
            TokenKind::Unreadable(_) => return Err(Stop),
        }
        Ok(())
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
        Finding {
            ply: Some(self.verdict.plies + 1),
            text: Some(self.word(token)),
            ..Finding::new(code, message).at(token.span)
        }
    }

    /// The move as it is written.
    pub(super) fn word(&self, token: &Token) -> String {
        word(self.text, self.record, token)
    }

    fn give_up(&mut self, token: &Token, decision: Decision) {
        if self.loser.is_none() {
            self.loser = Some((self.table.position().to_move(), decision, token.span));
            self.usual = false;
        }
    }

    /// Whether the next move may be one that [`Replay::play_usual`] plays.
    fn is_usual(&self) -> bool {
        let over = self.loser.is_some() || self.verdict.ending.is_some();
        !over && !self.mends && self.stated_moves.is_empty()
    }

    pub(super) fn play(&mut self, token: &Token, text: &MoveText) -> Result<(), Stop> {
        if self.details {
            self.before = Some((self.verdict.plies + 1, *self.table.position()));
        }
        if self.play_usual(token, text) { Ok(()) } else { self.play_any(token, text) }
    }

    /// Plays what nearly all moves are: a slide in a game that is not over, with nothing said about it
    /// but what it takes. Where it is more than that, or not legal, nothing has happened.
    #[inline(never)]
    fn play_usual(&mut self, token: &Token, text: &MoveText) -> bool {
        if !self.usual || text.piece.is_some() || text.info.is_some() {
            return false;
        }
        let size = self.table.book().geometry().size();
        let &[from, to] = self.record.path(text) else { return false };
        let (Some(from), Some(to)) = (size.index(from), size.index(to)) else { return false };
        if self.record.captures(text).iter().any(|capture| capture.piece.is_some()) {
            return false;
        }
        let (mover, king) = (self.table.position().to_move(), self.table.position().king());
        let hop = Hop { from: from as u16, to: to as u16 };
        let Some(outcome) = self.table.slide(hop) else { return false };
        self.compare(token, text, None, king, mover, outcome);
        self.count_ply(outcome.ending);
        self.usual = outcome.ending.is_none();
        true
    }

    /// Plays a move and looks at all that is said about it.
    #[inline(never)]
    fn play_any(&mut self, token: &Token, text: &MoveText) -> Result<(), Stop> {
        if self.loser.is_some() {
            let word = self.word(token);
            let message = format!("{word} comes after the game was given up");
            let finding = self.finding(Code::T115, token, message);
            self.add(finding);
            self.loser = None;
        }
        let path = self.record.path(text);
        self.find_hops(token, path)?;
        self.tell_past_end(token);
        self.check_letter(token, text, path);
        self.check_stated_moves(token);
        let mover = self.table.position().to_move();
        let king = self.table.position().king();
        // Copied only where it will be looked at.
        let looks_back = self.mends || !text.captures.is_empty();
        let before = looks_back.then(|| *self.table.position());
        let outcome = match self.table.play(&self.hops) {
            Ok(outcome) => outcome,
            Err(error) => {
                self.tell_illegal(token, error.why);
                return Err(Stop);
            }
        };
        self.compare(token, text, before.as_ref(), king, mover, outcome);
        if let Some(info) = text.info {
            self.check_info(token, info, outcome.ending);
        }
        if let Some(before) = before.filter(|_| self.mends) {
            self.mend(token, text, &before, mover, &outcome);
        }
        self.count_ply(outcome.ending);
        self.note_chain(mover, &outcome);
        self.usual = self.is_usual();
        Ok(())
    }

    #[inline(always)]
    fn count_ply(&mut self, ending: Option<Ending>) {
        self.verdict.plies += 1;
        self.verdict.last = ending;
        if let (Some(ending), None) = (ending, self.verdict.ending) {
            self.verdict.ending = Some((ending, self.verdict.plies));
        }
    }

    fn find_hops(&mut self, token: &Token, path: &[Square]) -> Result<(), Stop> {
        let size = self.table.book().geometry().size();
        self.hops.clear();
        let mut rest = path;
        while let &[from, to, ..] = rest {
            let (Some(from), Some(to)) = (size.index(from), size.index(to)) else {
                self.tell_off_board(token, path);
                return Err(Stop);
            };
            self.hops.push(Hop { from: from as u16, to: to as u16 });
            rest = &rest[1..];
        }
        Ok(())
    }

    #[cold]
    fn tell_off_board(&mut self, token: &Token, path: &[Square]) {
        let size = self.table.book().geometry().size();
        let Some(square) = path.iter().find(|&&square| !size.contains(square)) else { return };
        let message = format!("{square} is not on a board of {size}");
        let finding = self.finding(Code::T108, token, message);
        self.add(finding);
    }

    #[inline]
    fn tell_past_end(&mut self, token: &Token) {
        let Some((ending, ply)) = self.verdict.ending else { return };
        if std::mem::replace(&mut self.told_past_end, true) {
            return;
        }
        let message = format!("the game was over after ply {ply} ({ending}), and goes on");
        let finding = self.finding(Code::T107, token, message);
        self.add(finding);
    }

    fn check_letter(&mut self, token: &Token, text: &MoveText, path: &[Square]) {
        let Some(stated) = text.piece else { return };
        let from = usize::from(self.hops.first().map_or(u16::MAX, |hop| hop.from));
        let actual = self.table.position().piece(from).map(|piece| piece.kind);
        if let Some(actual) = actual.filter(|&actual| actual != stated) {
            let message = format!("the piece on {} is a {actual}, not a {stated}", path[0]);
            let finding = self.finding(Code::T204, token, message);
            self.add(finding);
        }
    }

    fn tell_illegal(&mut self, token: &Token, why: Illegal) {
        let size = self.table.book().geometry().size();
        let word = self.word(token);
        let mut finding = match self.could_go_on {
            true => {
                let reason = illegal(why, size);
                let message = format!(
                    "{word} does not fit the position ({reason}), and a piece could have gone on capturing before"
                );
                self.finding(Code::T111, token, message)
            }
            false => {
                let message = format!("{word} is not legal: {}", illegal(why, size));
                self.finding(illegal_code(why), token, message)
            }
        };
        if finding.code == Code::T116
            && let Some(offered) = self.captures_on_offer()
        {
            finding.help = format!("{}: {offered}", finding.help).into();
        }
        finding.board = Some(Box::new(self.table.position().to_setup(size)));
        self.add(finding);
    }

    /// The legal turns, all of which take something, the first of them by name.
    #[cold]
    fn captures_on_offer(&self) -> Option<String> {
        const NAMED: usize = 4;
        let turns = legal_turns(self.table).ok()?;
        let named: Vec<String> = turns.iter().take(NAMED).map(LegalTurn::to_string).collect();
        let named = named.join(", ");
        Some(match turns.len().saturating_sub(NAMED) {
            0 => named,
            more => format!("{named} and {more} more"),
        })
    }

    #[inline]
    fn note_chain(&mut self, mover: Side, outcome: &TurnOutcome<B>) {
        let rules = self.table.book().rules();
        if rules.berserk.is_none() || outcome.taken.is_empty() || self.could_go_on {
            return;
        }
        if let Some(hop) = self.hops.last() {
            let position = self.table.position().with_to_move(mover);
            self.could_go_on = self.table.book().could_go_on(&position, hop.to);
        }
    }
}

const fn illegal_code(why: Illegal) -> Code {
    match why {
        Illegal::EmptyOrigin => Code::T101,
        Illegal::WrongSide => Code::T102,
        Illegal::NoMove => Code::T113,
        Illegal::OffLine => Code::T104,
        Illegal::Blocked { .. } => Code::T103,
        Illegal::MayNotPass { .. } => Code::T110,
        Illegal::Occupied => Code::T106,
        Illegal::MayNotStop => Code::T105,
        Illegal::TooFar { .. } => Code::T109,
        Illegal::MustTake => Code::T116,
        Illegal::Repeats => Code::T118,
        Illegal::TakesNothing | Illegal::NoChain | Illegal::MustGoOn => Code::T112,
    }
}
