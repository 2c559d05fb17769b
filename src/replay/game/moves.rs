//! One move: the quick lane for what nearly all moves are, and the plain one for all others.

use crate::board::{Bits, Side, Square};
use crate::game::{By, Ending, Hop, Illegal, LegalTurn, TurnOutcome, illegal, legal_turns};
use crate::record::{MoveText, Token, TokenKind};
use crate::replay::findings::{Code, Finding};
use crate::replay::verdict::Decision;

use super::state::{Replay, Stop};

impl<B: Bits> Replay<'_, B> {
    /// Handles a token that is no move.
    // Out of line: nearly all tokens are moves.
    #[inline(never)]
    pub(super) fn play_other(&mut self, token: &Token) -> Result<(), Stop> {
        match &token.kind {
            TokenKind::Resigned => self.give_up(token, Decision::Resignation),
            TokenKind::TimedOut => self.give_up(token, Decision::Time),
            TokenKind::Elided | TokenKind::Move(_) => {}
            TokenKind::Unreadable(_) => return Err(Stop),
        }
        Ok(())
    }

    fn give_up(&mut self, token: &Token, decision: Decision) {
        if self.loser.is_none() {
            self.loser = Some((self.table.position().to_move(), decision, token.span));
            self.quick = false;
        }
    }

    /// Whether the next move may be one that [`Replay::play_quick`] plays.
    pub(super) fn may_be_quick(&self) -> bool {
        let over = self.loser.is_some() || self.verdict.ending.is_some();
        !over && !self.mends && self.stated_moves.is_empty()
    }

    pub(super) fn play(&mut self, token: &Token, text: &MoveText) -> Result<(), Stop> {
        if self.details {
            self.before = Some((self.verdict.plies + 1, *self.table.position()));
        }
        if self.play_quick(token, text) { Ok(()) } else { self.play_plain(token, text) }
    }

    /// The quick lane: plays a slide in a game that is not over, about which the record says nothing but
    /// what it takes. Nearly all moves are such. Returns `false`, and changes nothing, for other moves and
    /// for those that are not legal.
    // Out of line, so that the loop over the tokens stays small.
    #[inline(never)]
    fn play_quick(&mut self, token: &Token, text: &MoveText) -> bool {
        if !self.quick || text.piece.is_some() || text.info.is_some() {
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
        self.quick = outcome.ending.is_none();
        true
    }

    /// The plain lane: plays any move and checks all that the record says about it.
    // Out of line: few moves need it.
    #[inline(never)]
    fn play_plain(&mut self, token: &Token, text: &MoveText) -> Result<(), Stop> {
        if self.loser.is_some() {
            let word = self.word(token);
            let message = format!("{word} comes after the game was given up");
            let finding = self.finding(Code::T115, token, message);
            self.add(finding);
            self.loser = None;
        }
        let path = self.record.path(text);
        self.find_hops(token, path)?;
        self.report_past_end(token);
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
                self.report_illegal(token, error.why);
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
        self.remember_chain(mover, &outcome);
        self.quick = self.may_be_quick();
        Ok(())
    }

    // In line: part of every move.
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
                self.report_off_board(token, path);
                return Err(Stop);
            };
            self.hops.push(Hop { from: from as u16, to: to as u16 });
            rest = &rest[1..];
        }
        Ok(())
    }

    #[cold]
    fn report_off_board(&mut self, token: &Token, path: &[Square]) {
        let size = self.table.book().geometry().size();
        let Some(square) = path.iter().find(|&&square| !size.contains(square)) else { return };
        let message = format!("{square} is not on a board of {size}");
        let finding = self.finding(Code::T108, token, message);
        self.add(finding);
    }

    #[inline]
    fn report_past_end(&mut self, token: &Token) {
        let Some((ending, ply)) = self.verdict.ending else { return };
        if std::mem::replace(&mut self.reported_past_end, true) {
            return;
        }
        let message = format!("the game was over after ply {ply} ({ending}), and goes on");
        let finding = self.finding(Code::T107, token, message);
        // This is the first move after the end, so that the king still is where he came.
        let king = match ending.by {
            By::KingEscaped | By::ExitFort => self.table.position().king(),
            _ => None,
        };
        let size = self.table.book().geometry().size();
        let squares = king.map(|king| size.square(king)).into_iter().collect();
        self.add(Finding { squares, ..finding });
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

    fn report_illegal(&mut self, token: &Token, why: Illegal) {
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
        if let Illegal::Blocked { at } | Illegal::MayNotPass { at } = why {
            finding.squares = vec![size.square(at)];
        }
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
    fn remember_chain(&mut self, mover: Side, outcome: &TurnOutcome<B>) {
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
