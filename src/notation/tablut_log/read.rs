//! Reads a log.

use crate::board::{PieceKind, Setup, Side, Square};
use crate::notation::fault::{Fault, FaultKind};
use crate::record::{
    CaptureText, Claim, LineId, MoveParts, Note, Place, Record, RulesClaim, Span, Spanned, Token,
    TokenKind,
};
use crate::rules::variants;

use super::board::{SIDE, is_row, move_between, setup};
use super::date::date;
use super::message::{Said, WARNING, code, header, is_of_no_move, known, leveled};

/// The rules that the tournament plays.
const VARIANT: &str = "tablut-ashton";

pub(super) fn read(text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    let mut log = Log {
        text,
        record,
        faults,
        request: None,
        board: None,
        rows: None,
        time: None,
        level: "FINE",
        headed: false,
    };
    for line in text.lines() {
        log.read_line(line.trim_end());
    }
    log.finish();
}

/// A log being read.
struct Log<'a, 'r> {
    text: &'a str,
    record: &'r mut Record,
    faults: &'r mut Vec<Fault>,
    /// The move that a client wants to make.
    request: Option<Request<'a>>,
    /// The board as it was printed last.
    board: Option<Setup>,
    /// The rows of the board that is being printed; nothing in place of one that cannot be read.
    rows: Option<Vec<Option<&'a str>>>,
    /// The time of the message.
    time: Option<&'a str>,
    /// The level of the server's usual messages.
    level: &'a str,
    /// Whether the line before told the time of a message.
    headed: bool,
}

struct Request<'a> {
    said: &'a str,
    squares: Option<(Square, Square)>,
    captures: Vec<CaptureText>,
    time: Option<&'a str>,
    /// Whether the log shows that the move was made.
    made: bool,
}

impl<'a> Log<'a, '_> {
    fn read_line(&mut self, line: &'a str) {
        if line.is_empty() {
            return;
        }
        if self.rows.is_some() && self.read_row(line) {
            return;
        }
        let headed = std::mem::take(&mut self.headed);
        if self.read_leveled(line, headed) {
            return;
        }
        if let Some(claim) = code(line) {
            self.state_result(claim, line);
        } else if let Some((time, class)) = header(line) {
            self.read_header(time, class);
        } else if line != "-" {
            let what = "this is neither a message of the server's nor a row of a board";
            self.fault(line, FaultKind::Syntax(what.to_owned()));
        }
    }

    fn fault(&mut self, part: &str, kind: FaultKind) {
        self.faults.push(Fault::new(Span::of(part, self.text), kind));
    }

    fn add_note(&mut self, at: usize, place: Place, part: &str) {
        let note = Note { at, place, text: part.to_owned(), span: Span::of(part, self.text) };
        self.record.line_mut(LineId::MAIN).notes.push(note);
    }

    fn tag(&mut self, name: &'static str, value: &str, part: &str) {
        self.record.add_tag(name, value, Span::of(part, self.text));
    }

    /// Reads a message with its level: one that is known, or any that stands where messages do.
    fn read_leveled(&mut self, line: &'a str, headed: bool) -> bool {
        let Some((level, text)) = leveled(line) else { return false };
        if let Ok((_, said)) = known(text) {
            self.level = level;
            self.read_message(line, said);
        } else if level == WARNING || (headed && level != self.level && !is_of_no_move(level)) {
            self.read_warning(text);
        } else if !headed && level != self.level {
            return false;
        }
        true
    }

    /// A move was refused.
    fn read_warning(&mut self, what: &'a str) {
        self.tag("termination", what, what);
        if let Some(request) = &mut self.request {
            request.made = false;
        }
    }

    fn read_header(&mut self, time: &'a str, class: &'a str) {
        self.headed = true;
        if self.time.replace(time).is_some() {
            return;
        }
        if let Some(date) = date(time) {
            self.tag("date", &date, time);
        }
        self.tag("start-time", time, time);
        let game = class.rsplit('.').next().unwrap_or(class);
        let name = if game == "GameAshtonTablut" { VARIANT } else { game };
        let claim = RulesClaim::Named(name.to_owned());
        self.record.rules = Some(Spanned::new(claim, Span::of(game, self.text)));
    }

    fn read_message(&mut self, line: &'a str, said: Said<'a>) {
        match said {
            Said::Players(white, black) => {
                self.tag("attackers", black, black);
                self.tag("defenders", white, white);
            }
            Said::Limits(allowed, cache) => {
                self.tag("repeated-moves-allowed", allowed, allowed);
                self.tag("cache", cache, cache);
            }
            Said::Turn(said, squares) => {
                self.finish_request();
                let (captures, time) = (Vec::new(), self.time);
                self.request = Some(Request { said, squares, captures, time, made: false });
            }
            Said::Moved => {
                if let Some(request) = &mut self.request {
                    request.made = true;
                }
            }
            Said::Taken(piece, square) => self.add_capture(line, piece, square),
            Said::Ending(how, claim) => {
                self.tag("termination", how, line);
                self.state_result(Some(claim), line);
            }
            Said::Board(row) => {
                self.rows = Some(Vec::new());
                if !row.is_empty() {
                    self.read_row(row);
                }
            }
        }
    }

    fn add_capture(&mut self, line: &'a str, piece: Option<PieceKind>, square: Square) {
        match &mut self.request {
            Some(request) => {
                request.made = true;
                request.captures.push(CaptureText { piece, square });
            }
            None => self.fault(line, FaultKind::Syntax("nobody moved before this capture".into())),
        }
        if piece == Some(PieceKind::King) {
            self.tag("termination", "king captured", line);
            self.state_result(Some(Claim::Won(Side::Attackers)), line);
        }
    }

    fn state_result(&mut self, claim: Option<Claim>, part: &str) {
        if let Some(claim) = claim {
            self.record.result = Some(Spanned::new(claim, Span::of(part, self.text)));
        }
    }

    /// Reads a line as a row of the board that is being printed. Returns whether it belongs to the board.
    fn read_row(&mut self, line: &'a str) -> bool {
        let Some(rows) = &mut self.rows else { return false };
        let ends = line == "-" || code(line).is_some() || line.contains(' ');
        if !ends {
            let good = is_row(line);
            rows.push(good.then_some(line));
            if !good {
                let expected = "nine letters out of O, B, W, K and T";
                let value = line.to_owned();
                self.fault(line, FaultKind::BadField { field: "Stato", value, expected });
            }
        }
        let full = self.rows.as_ref().is_some_and(|rows| rows.len() == usize::from(SIDE));
        if full || ends {
            self.end_board(line);
        }
        !ends
    }

    fn end_board(&mut self, line: &'a str) {
        let rows = self.rows.take().unwrap_or_default();
        if rows.len() < usize::from(SIDE) {
            let what = format!("the board before this has {} rows, not {SIDE}", rows.len());
            self.fault(line, FaultKind::Syntax(what));
        }
        let whole: Option<Vec<&str>> = rows.iter().copied().collect();
        let whole = whole.filter(|rows| rows.len() == usize::from(SIDE));
        let board = whole.as_ref().and_then(|rows| setup(rows));
        let span = match (rows.first().copied().flatten(), rows.last().copied().flatten()) {
            (Some(first), Some(last)) => {
                Span { start: Span::of(first, self.text).start, end: Span::of(last, self.text).end }
            }
            _ => Span::of(line, self.text),
        };
        self.add_board(board, span);
    }

    /// A board was printed, perhaps one that cannot be read: the move before it was made.
    fn add_board(&mut self, board: Option<Setup>, span: Span) {
        let moved = self.request.is_some();
        if let Some(mut request) = self.request.take() {
            let between = self.board.as_ref().zip(board.as_ref());
            request.squares =
                request.squares.or(between.and_then(|(old, new)| move_between(old, new)));
            self.make_move(request);
        }
        let Some(board) = board else { return };
        if moved || self.board.as_ref() != Some(&board) {
            let played = self.record.tokens().len();
            if played == 0 && self.board.is_none() {
                self.set_start(&board, span);
            }
            self.record.boards.push((played, Spanned::new(board.to_string(), span)));
        }
        self.board = Some(board);
    }

    /// The first board is the start position, where it is not the one that the rules have.
    fn set_start(&mut self, board: &Setup, span: Span) {
        self.record.first = Some(Spanned::new(Side::Defenders, span));
        let usual = variants::ruleset(VARIANT).map(|rules| rules.start);
        if usual.as_ref() != Some(board) {
            self.record.start = Some(Spanned::new(board.to_string(), span));
        }
    }

    /// Another move follows, or nothing: a move whose board is missing was made if the log says so.
    fn finish_request(&mut self) {
        let Some(request) = self.request.take() else { return };
        if request.made {
            self.make_move(request);
        } else {
            let at = self.record.tokens().len();
            self.add_note(at, Place::Before, request.said);
        }
    }

    fn make_move(&mut self, request: Request<'a>) {
        let span = Span::of(request.said, self.text);
        let kind = match request.squares {
            Some((from, to)) => {
                let parts = MoveParts { path: vec![from, to], captures: request.captures };
                TokenKind::Move(self.record.make_move(&parts, None))
            }
            None => {
                self.faults.push(Fault::new(span, FaultKind::NotAMove(request.said.to_owned())));
                TokenKind::Unreadable(request.said.into())
            }
        };
        let line = self.record.line_mut(LineId::MAIN);
        line.tokens.push(Token { span, kind });
        let at = line.tokens.len() - 1;
        if let Some(time) = request.time {
            self.add_note(at, Place::After, time);
        }
    }

    fn finish(mut self) {
        if self.rows.is_some() {
            let end = &self.text[self.text.len()..];
            self.end_board(end);
        }
        self.finish_request();
        if self.board.is_none() && self.record.tokens().is_empty() {
            let start = self.text.len().min(1);
            self.faults.push(Fault::new(Span::new(0, start), FaultKind::Missing("Stato")));
        }
    }
}
