//! One game, move by move.

use std::sync::Arc;

use crate::board::{Bits, Piece, PieceKind, Setup, Side, Square};
use crate::game::{
    By, Ending, Hop, Illegal, LegalTurn, Position, Table, TurnOutcome, illegal, legal_turns,
    squares,
};
use crate::notation::Edit;
use crate::record::{
    CaptureText, Claim, Info, MoveText, Record, RulesClaim, Span, Spanned, Token, TokenKind,
};

use crate::notation::shortened;

use super::findings::{Code, Finding};
use super::judge::{Decision, Verdict};
use super::prepared::{Prepared, on_engine};

/// Replays a record by its rules and adds what is found to the verdict.
pub(super) fn replay(
    rules: &mut Prepared,
    text: &str,
    record: &Record,
    mends: bool,
    verdict: &mut Verdict,
) {
    verdict.variant = Some(Arc::clone(&rules.name));
    on_engine!(&mut rules.engine, table => {
        let mut replay = Replay::new(table, text, record, verdict);
        replay.mends = mends;
        replay.run();
    });
}

struct Replay<'a, B> {
    table: &'a mut Table<B>,
    text: &'a str,
    record: &'a Record,
    verdict: &'a mut Verdict,
    /// The side that gave up, in the order of the record's tokens.
    loser: Option<(Side, Decision, Span)>,
    told_past_end: bool,
    told_run_together: bool,
    told_board: bool,
    /// The next of the printed boards.
    next_board: usize,
    /// How many moves the record says the rules allow, ply by ply, until they differ.
    stated_moves: Vec<u64>,
    /// Whether some piece could have gone on capturing, under rules with chains.
    could_go_on: bool,
    /// Captures listed by attackers and by defenders.
    recorded: [u32; 2],
    /// Whether to say how moves could be mended.
    mends: bool,
    /// Whether the game goes on and nothing is asked of its moves but what they take.
    usual: bool,
    hops: Vec<Hop>,
}

/// The replay of this game ends here.
struct Stop;

impl<'a, B: Bits> Replay<'a, B> {
    fn new(
        table: &'a mut Table<B>,
        text: &'a str,
        record: &'a Record,
        verdict: &'a mut Verdict,
    ) -> Self {
        table.restart();
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
            usual: true,
            hops: Vec::new(),
        }
    }

    fn run(mut self) {
        let record = self.record;
        self.usual = self.is_usual();
        self.check_boards(0);
        for (at, token) in record.tokens().iter().enumerate() {
            // Nearly all are moves, which the processor foresees if it is asked.
            let going = if let TokenKind::Move(text) = &token.kind {
                self.play(token, text)
            } else {
                self.take_other(token)
            };
            if going.is_err() {
                return;
            }
            self.check_boards(at + 1);
        }
        self.verdict.complete = true;
        self.compare_counts();
        self.compare_result();
    }

    /// Takes note of a token that is no move.
    #[inline(never)]
    fn take_other(&mut self, token: &Token) -> Result<(), Stop> {
        match &token.kind {
            TokenKind::Resigned => self.give_up(token, Decision::Resignation),
            TokenKind::TimedOut => self.give_up(token, Decision::Time),
            TokenKind::Elided | TokenKind::Move(_) => {}
            TokenKind::Unreadable(_) => return Err(Stop),
        }
        Ok(())
    }

    fn add(&mut self, finding: Finding) {
        self.verdict.findings.push(finding);
    }

    /// A finding about the move of a token, which is the next ply.
    fn finding(&self, code: Code, token: &Token, message: impl Into<String>) -> Finding {
        Finding {
            ply: Some(self.verdict.plies + 1),
            text: Some(self.word(token)),
            ..Finding::new(code, message).at(token.span)
        }
    }

    /// The move as it is written, or as it would be where the record has it in escapes.
    fn word(&self, token: &Token) -> String {
        let text = token.span.text(self.text);
        match &token.kind {
            TokenKind::Move(written) if text.is_empty() => {
                let path = self.record.path(written).iter().map(Square::to_string);
                shortened(&path.collect::<Vec<_>>().join("-"))
            }
            _ => shortened(text),
        }
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

    fn play(&mut self, token: &Token, text: &MoveText) -> Result<(), Stop> {
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
        if self.verdict.plies == 0 {
            self.settle_first_mover(token, path);
        }
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

    /// Holds what is said about captures, if anything, against what has fallen.
    #[inline(always)]
    fn compare(
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
                self.tell_run_together(token);
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

    /// The first move proves who begins.
    fn settle_first_mover(&mut self, token: &Token, path: &[Square]) {
        let position = *self.table.position();
        let side = position.to_move();
        let theirs = position.side(side.other());
        if !self.hops.first().is_some_and(|hop| theirs.contains(usize::from(hop.from))) {
            return;
        }
        let other = side.other();
        let message = format!("the {other} begin, with {}, where the {side} move first", path[0]);
        let finding = self.finding(Code::T114, token, message);
        self.add(finding);
        self.table.reset(position.with_to_move(other));
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

    /// Holds the boards that are printed after so many tokens against the rules.
    #[inline(always)]
    fn check_boards(&mut self, played: usize) {
        if self.next_board < self.record.boards.len() {
            self.check_next_boards(played);
        }
    }

    fn check_next_boards(&mut self, played: usize) {
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

    /// The first printed board that differs is told of. The replay goes on from it, so that the
    /// moves behind it are judged where they were played.
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
        if !std::mem::replace(&mut self.told_board, true) {
            let finding = Finding::new(Code::T207, message).at(printed.span);
            let (ply, board) = (Some(self.verdict.plies), Some(Box::new(ours)));
            self.add(Finding { ply, board, ..finding });
        }
    }

    /// Some records count the legal moves of every ply. The first count that differs is told of.
    fn check_stated_moves(&mut self, token: &Token) {
        let Some(&stated) = self.stated_moves.get(self.verdict.plies as usize) else { return };
        if self.table.book().rules().berserk.is_some() {
            return;
        }
        let counted = self.table.book().count_moves(self.table.position());
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
        let (mut stated, mut repeated) = (B::EMPTY, B::EMPTY);
        let mut told_off_board = false;
        for capture in listed {
            let Some(index) = size.index(capture.square) else {
                if !std::mem::replace(&mut told_off_board, true) {
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
        let missing = outcome.taken.without(stated | king);
        if let (Some(count), true) = (text.capture_count, listed.is_empty()) {
            self.compare_count(token, mover, count, outcome.taken.count());
        } else if text.run_together && listed.is_empty() {
            self.tell_run_together(token);
        } else if !missing.is_empty() {
            let message =
                format!("the move takes {}, which is not listed", names(&squares(size, missing)));
            let finding = self.finding(Code::T201, token, message);
            self.add(finding);
        }
        let phantom = stated.without(outcome.taken);
        if !phantom.is_empty() {
            let message = format!("the move does not take {}", names(&squares(size, phantom)));
            let finding = self.finding(Code::T202, token, message);
            self.add(finding);
        }
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

    /// Writes the move as the rules have it, keeping the writer's style, if it differs.
    fn mend(
        &mut self,
        token: &Token,
        text: &MoveText,
        before: &Position<B>,
        mover: Side,
        outcome: &TurnOutcome<B>,
    ) {
        let size = self.table.book().geometry().size();
        let listed = self.record.captures(text);
        let king = before.king().map_or(B::EMPTY, B::single);
        let names_king = listed
            .iter()
            .any(|capture| size.index(capture.square).is_some_and(|index| king.contains(index)));
        let lists_captures = !(text.run_together && listed.is_empty());
        let right = if names_king { outcome.taken } else { outcome.taken.without(king) };
        let right: Vec<Square> = if lists_captures { squares(size, right) } else { Vec::new() };
        self.verdict.listed[mover.index()] += right.len() as u32;
        let word = token.span.text(self.text);
        let Some(parts) = WordParts::new(word, text) else { return };
        let path = self.record.path(text);
        let kind_at = |square: Square| {
            size.index(square).and_then(|at| before.piece(at)).map(|piece| piece.kind)
        };
        let letter = match text.piece {
            Some(stated) if kind_at(path[0]) != Some(stated) => match kind_at(path[0]) {
                Some(PieceKind::Taflman) | None => String::new(),
                Some(kind) => Piece::new(mover, kind).letter().to_string(),
            },
            _ => parts.letter.to_owned(),
        };
        let mut stated: Vec<Square> = listed.iter().map(|capture| capture.square).collect();
        stated.sort_unstable();
        let letters_right = listed
            .iter()
            .all(|capture| capture.piece.is_none_or(|kind| kind_at(capture.square) == Some(kind)));
        let captures = if stated == right && letters_right {
            parts.captures.to_owned()
        } else {
            let slash = parts.captures.contains('/') || self.writes_rules();
            let has_letters = listed.iter().any(|capture| capture.piece.is_some());
            let mut captures = String::new();
            for (at, &square) in right.iter().enumerate() {
                captures.push(if at > 0 && slash { '/' } else { 'x' });
                let kind =
                    kind_at(square).filter(|&kind| has_letters && kind != PieceKind::Taflman);
                captures.extend(kind.map(|kind| Piece::new(mover.other(), kind).letter()));
                captures += &square.to_string();
            }
            captures
        };
        let info = text.info.map_or("", |info| self.right_info(info, outcome.ending));
        let new = format!("{letter}{}{captures}{info}", parts.squares);
        if new != word {
            self.verdict.edits.push(Edit { span: token.span, new });
        }
    }

    /// Whether the rules are written out, as in OpenTafl files.
    fn writes_rules(&self) -> bool {
        let rules = self.record.rules.as_ref();
        rules.is_some_and(|rules| matches!(rules.value, RulesClaim::Written(_)))
    }

    /// The symbol as it should be: what ends the game is certain, other symbols stay if they are true.
    fn right_info(&self, info: Info, ending: Option<Ending>) -> &'static str {
        let book = self.table.book();
        let position = self.table.position();
        if !matches!(
            info,
            Info::KingInDanger | Info::KingTaken | Info::KingHasWayOut | Info::KingEscapes
        ) {
            // Other notations' signs stay as they are.
            return info.symbol();
        }
        match ending.map(|ending| ending.by) {
            Some(By::KingCaptured) => Info::KingTaken.symbol(),
            Some(By::KingEscaped) => Info::KingEscapes.symbol(),
            _ => match info {
                Info::KingInDanger if book.can_take_king(position) => info.symbol(),
                Info::KingHasWayOut if book.can_escape(position) => info.symbol(),
                _ => "",
            },
        }
    }

    fn tell_run_together(&mut self, token: &Token) {
        if std::mem::replace(&mut self.told_run_together, true) {
            return;
        }
        let message = "moves are two squares run together, without captures; none are compared";
        let finding = self.finding(Code::T010, token, message);
        self.add(finding);
    }

    fn check_info(&mut self, token: &Token, info: Info, ending: Option<Ending>) {
        let book = self.table.book();
        let position = self.table.position();
        let by = ending.map(|ending| ending.by);
        let mover = position.to_move().other();
        let (right, says) = match info {
            Info::KingTaken => (by == Some(By::KingCaptured), "the king is taken"),
            Info::KingEscapes => (by == Some(By::KingEscaped), "the king has escaped"),
            Info::KingInDanger => (book.can_take_king(position), "the king can be taken next turn"),
            Info::KingHasWayOut | Info::Raichi | Info::Tuichi => {
                (book.can_escape(position), "the king has a way out")
            }
            Info::ThreatensWin if mover == Side::Attackers => {
                (book.can_take_king(position), "the attackers threaten to win")
            }
            Info::ThreatensWin => (book.can_escape(position), "the defenders threaten to win"),
            Info::Wins => {
                let winner = ending.and_then(|ending| ending.winner);
                (winner == Some(mover), "the move wins")
            }
            // Opinions.
            Info::GivesGameAway | Info::Starred => return,
        };
        if !right {
            let message = format!("`{}` says that {says}; that is not so", info.symbol());
            let finding = self.finding(Code::T205, token, message);
            self.add(finding);
        }
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

    fn compare_counts(&mut self) {
        let Some(counts) = &self.record.counts else { return };
        if self.told_run_together {
            return;
        }
        let stated = [counts.value.by_attackers, counts.value.by_defenders];
        if stated != self.recorded {
            let [attackers, defenders] = self.recorded;
            let message = format!(
                "the record counts {} and {} captures by attackers and defenders; its moves list \
                 {attackers} and {defenders}",
                stated[0], stated[1],
            );
            let span = counts.span;
            self.add(Finding::new(Code::T206, message).at(span));
        }
    }

    /// Holds the claimed result against the board and against resignations.
    fn compare_result(&mut self) {
        let result = self.record.result.as_ref();
        let claim = result.map_or(Claim::Open, |result| result.value);
        let span = result
            .map(|result| result.span)
            .filter(|span| span.end > span.start)
            .or(self.record.tokens().last().map(|token| token.span))
            .unwrap_or_default();
        let ply = self.verdict.plies;
        // Without a move there is none to name.
        let last = (ply > 0).then_some(ply);
        let at_result = |finding: Finding| Finding { ply: last, ..finding.at(span) };
        if let Some(ending) = self.verdict.last {
            self.verdict.decision = Decision::Board;
            let first_at_last = self.verdict.ending.is_some_and(|(_, at)| at == ply);
            let stated = match claim {
                Claim::Won(side) => Some(Some(side)),
                Claim::Draw => Some(None),
                Claim::Open => None,
            };
            self.verdict.agrees = first_at_last && stated == Some(ending.winner);
            let finding = match stated {
                Some(winner) if winner == ending.winner => return,
                Some(_) => {
                    let message = format!("{ending}, but the record says that {}", told(claim));
                    Finding::new(Code::T301, message)
                }
                None => Finding::new(Code::T302, format!("{ending}, but the record has no result")),
            };
            self.add(at_result(finding));
            return;
        }
        if let Some((loser, decision, span)) = self.loser {
            self.verdict.decision = decision;
            let how = if decision == Decision::Time { "lost on time" } else { "resigned" };
            let (code, message) = if claim.winner() == Some(loser) || claim == Claim::Draw {
                let claimed = told(claim);
                (Code::T306, format!("the {loser} {how}, but the record says that {claimed}"))
            } else {
                let code = if decision == Decision::Time { Code::T304 } else { Code::T303 };
                // Of most games there is nothing else to say: no time for a formatter.
                (code, ["the ", loser.name(), " ", how].concat())
            };
            self.add(Finding { ply: last, ..Finding::new(code, message).at(span) });
            return;
        }
        let (decision, code, message) = match claim {
            Claim::Won(side) => {
                let why = match self.verdict.ending {
                    Some((_, at)) => format!("the game goes on after its end at ply {at}"),
                    None => "the board does not decide".to_owned(),
                };
                let message = format!("the {side} are said to have won; {why}");
                (Decision::OffBoard, Code::T305, message)
            }
            Claim::Draw => (Decision::Agreement, Code::T308, "drawn by agreement".to_owned()),
            Claim::Open => (Decision::Nothing, Code::T307, "the game is not finished".to_owned()),
        };
        self.verdict.decision = decision;
        self.add(at_result(Finding::new(code, message)));
    }
}

/// The parts of a move as it is written.
struct WordParts<'a> {
    letter: &'a str,
    squares: &'a str,
    captures: &'a str,
}

impl<'a> WordParts<'a> {
    /// Takes a word apart; nothing if captures stand between hops.
    fn new(word: &'a str, text: &MoveText) -> Option<Self> {
        let info = text.info.map_or(0, |info| info.symbol().len());
        let body = word.get(..word.len().checked_sub(info)?)?;
        let (letter, rest) = body.split_at(usize::from(text.piece.is_some()));
        let end = rest.find(['x', 'X', ':']).unwrap_or(rest.len());
        let (squares, captures) = rest.split_at(end);
        (!captures.contains(['=', '-', '^'])).then_some(Self { letter, squares, captures })
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
        Illegal::TakesNothing | Illegal::NoChain | Illegal::MustGoOn => Code::T112,
    }
}

/// A claimed result in words.
fn told(claim: Claim) -> String {
    match claim {
        Claim::Won(side) => format!("the {side} won"),
        Claim::Draw => "it was a draw".to_owned(),
        Claim::Open => "it is not decided".to_owned(),
    }
}

fn names(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" and ")
}

/// The tag in which a reader keeps how many moves were legal, ply by ply.
const STATED_MOVES: &str = "legal-moves";

fn stated_moves(record: &Record) -> Vec<u64> {
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
        let (mut record, mut faults) = (Record::default(), Vec::new());
        notation::read(Format::Csv, MOVES, &mut record, &mut faults);
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
