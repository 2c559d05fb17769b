//! Writes moves.

use crate::board::{Piece, PieceKind, Side, Square};
use crate::notation::losses::{Losses, Lost};
use crate::record::{MoveText, Record};

/// How captures are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureStyle {
    /// `xd4/e3`
    Slashes,
    /// `xd4xe3`
    Repeated,
    /// Not at all.
    None,
}

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveStyle {
    /// How captures are written.
    pub captures: CaptureStyle,
    /// Whether the letters of pieces are.
    pub letters: bool,
    /// Whether symbols after moves are.
    pub symbols: bool,
}

impl MoveStyle {
    /// As OpenTafl notation has it, nothing left out.
    pub const OPENTAFL: Self =
        Self { captures: CaptureStyle::Slashes, letters: true, symbols: true };

    /// As the site that most games come from has it.
    pub const SITE: Self =
        Self { captures: CaptureStyle::Repeated, letters: false, symbols: false };

    /// Writes a move, its hops joined by `-` and `=`; what is left out is noted in the losses. `mover`
    /// decides on the case of piece letters: upper case for defenders. `?` stands for a move that cannot
    /// be written.
    pub fn write(
        self,
        record: &Record,
        text: &MoveText,
        mover: Side,
        losses: &mut Losses,
    ) -> String {
        let mut written = String::with_capacity(16);
        self.write_to(&mut written, record, text, mover, losses);
        written
    }

    /// The same, added to what is written already.
    pub(in crate::notation) fn write_to(
        self,
        out: &mut String,
        record: &Record,
        text: &MoveText,
        mover: Side,
        losses: &mut Losses,
    ) {
        if let Some(lost) = unwritable(record, text) {
            losses.lose(lost);
            *out += UNREADABLE;
            return;
        }
        self.write_letter(out, text.piece, mover, losses);
        write_path(out, record, text);
        self.write_captures(out, record, text, mover.other(), losses);
        if let Some(info) = text.info {
            if self.symbols {
                *out += info.symbol();
            } else {
                losses.lose(Lost::Symbols);
            }
        }
    }
    /// Writes the captures of a move, pieces of this side, or only their number.
    fn write_captures(
        self,
        out: &mut String,
        record: &Record,
        text: &MoveText,
        of: Side,
        losses: &mut Losses,
    ) {
        let captures = record.captures(text);
        if self.captures == CaptureStyle::None {
            return losses.lose_many(Lost::Captures, captures.len());
        }
        for (at, capture) in captures.iter().enumerate() {
            let slash = at > 0 && self.captures == CaptureStyle::Slashes;
            out.push(if slash { '/' } else { 'x' });
            self.write_letter(out, capture.piece, of, losses);
            write_square(out, capture.square);
        }
        match text.capture_count {
            Some(0) => out.push('x'),
            Some(count) => {
                out.push('x');
                *out += &count.min(99).to_string();
            }
            None => {}
        }
    }

    fn write_letter(
        self,
        out: &mut String,
        kind: Option<PieceKind>,
        side: Side,
        losses: &mut Losses,
    ) {
        match kind {
            Some(kind) if self.letters => out.push(Piece::new(side, kind).letter()),
            Some(_) => losses.lose(Lost::PieceLetters),
            None => {}
        }
    }
}

/// Writes the squares of a move.
fn write_path(out: &mut String, record: &Record, text: &MoveText) {
    for (at, &square) in record.path(text).iter().enumerate() {
        if at > 0 {
            let jumped = text.jumps.checked_shr(at as u32 - 1).is_some_and(|bits| bits & 1 == 1);
            let goes_on = at > 1 || text.continues;
            *out += match (goes_on, jumped) {
                (false, true) => "^",
                (false, false) if text.run_together => "",
                (false, false) => "-",
                (true, true) => "^=",
                (true, false) => "=",
            };
        }
        write_square(out, square);
    }
}

/// Stands for a word or a move that cannot be written, so that the moves behind it keep their sides.
pub(in crate::notation) const UNREADABLE: &str = "?";

/// Why a move cannot be written so that it is read again, if it cannot: it names a square that has no
/// name of one letter and two digits, or goes to one whose letter begins a capture. None of these is on
/// any board.
fn unwritable(record: &Record, text: &MoveText) -> Option<Lost> {
    let named = |square: &Square| square.file < 26 && square.rank < 99;
    let [_, onward @ ..] = record.path(text) else { return Some(Lost::Unreadable) };
    if onward.is_empty() {
        return Some(Lost::Unreadable);
    }
    let goes = onward.iter().all(|square| square.file != b'x' - b'a');
    let captures = record.captures(text).iter().map(|capture| &capture.square);
    let named = record.path(text).iter().chain(captures).all(named);
    (!goes || !named).then_some(Lost::Squares)
}

/// Writes a square as [`Square`] shows itself, but quickly.
fn write_square(out: &mut String, square: Square) {
    out.push(char::from(b'a' + square.file));
    let rank = square.rank + 1;
    if rank >= 10 {
        out.push(char::from(b'0' + rank / 10));
    }
    out.push(char::from(b'0' + rank % 10));
}
