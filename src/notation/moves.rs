//! Move texts, as the formats share them.
//!
//! ```text
//! move     = [piece] square 1*(join square) [captures] [info]
//! join     = "-" / "^" / "=" / "^=" / ""       ; nothing in old records: h1h3
//! captures = "x" capture *(("x" / "/") capture) ; may also follow an earlier hop of a chain
//! capture  = [piece] square
//! info     = "++" / "+" / "--" / "-"
//! ```

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while_m_n};
use nom::character::complete::{one_of, satisfy};
use nom::combinator::{map_opt, opt, peek, value};
use nom::sequence::{pair, preceded, terminated};
use nom::{IResult, Parser};

use crate::board::{Piece, PieceKind, Side, Square};
use crate::record::{CaptureText, Info, LineId, MoveText, Record, Token, TokenKind};

use super::{Fault, FaultKind, Ledger, Lost};
use crate::record::Span;

/// Reads one word of a list of moves into the record.
pub(super) fn read_token(
    word: &str,
    span: Span,
    record: &mut Record,
    line: LineId,
    faults: &mut Vec<Fault>,
) {
    let kind = match read_move(word, record) {
        Some(text) => TokenKind::Move(text),
        None => other_token(word).unwrap_or_else(|| {
            faults.push(Fault::new(span, FaultKind::NotAMove(word.to_owned())));
            TokenKind::Unreadable(word.into())
        }),
    };
    record.line_mut(line).tokens.push(Token { span, kind });
}

fn other_token(word: &str) -> Option<TokenKind> {
    let plain = word.trim_matches(|letter| matches!(letter, '(' | ')' | '.' | ','));
    if word.starts_with("...") && plain.is_empty() {
        return Some(TokenKind::Elided);
    }
    let is = |known: &str| plain.eq_ignore_ascii_case(known);
    if is("resigned") || is("resigns") || is("resign") || word == "---" {
        Some(TokenKind::Resigned)
    } else if is("timeout") {
        Some(TokenKind::TimedOut)
    } else {
        None
    }
}

/// Reads a whole word as a move.
fn read_move(word: &str, record: &mut Record) -> Option<MoveText> {
    let before = record.lengths();
    let text = move_text(word, record);
    if text.is_none() {
        record.truncate(before);
    }
    text
}

fn move_text(word: &str, record: &mut Record) -> Option<MoveText> {
    let (first_square, first_capture) = record.lengths();
    let (mut rest, (piece, origin)) = piece_and_square(word).ok()?;
    record.push_square(origin);
    let mut run_together = false;
    loop {
        if let Ok((after, mark)) = join(rest) {
            let Ok((after, square)) = square(after) else { break };
            run_together |= mark.is_empty();
            record.push_square(square);
            rest = after;
        } else if let Ok((after, capture)) = capture(rest) {
            record.push_capture(capture);
            rest = after;
        } else {
            break;
        }
    }
    let (rest, info) = opt(info).parse(rest).ok()?;
    let (squares, captures) = record.lengths();
    let whole = rest.is_empty() && squares - first_square >= 2;
    whole.then_some(MoveText {
        piece,
        path: first_square..squares,
        captures: first_capture..captures,
        run_together,
        info,
    })
}

fn square(text: &str) -> IResult<&str, Square> {
    let file = satisfy(|letter| letter.is_ascii_alphabetic());
    let rank = take_while_m_n(1, 2, |digit: char| digit.is_ascii_digit());
    map_opt((file, rank), |(file, rank): (char, &str)| {
        let rank = rank.parse::<u8>().ok()?.checked_sub(1)?;
        Some(Square::new(file.to_ascii_lowercase() as u8 - b'a', rank))
    })
    .parse(text)
}

/// A piece's letter, which another letter follows: `c` alone may be a file.
fn piece(text: &str) -> IResult<&str, PieceKind> {
    let letter = map_opt(one_of("tcnkmgTCNKMG"), PieceKind::from_letter);
    terminated(letter, peek(satisfy(|next| next.is_ascii_alphabetic()))).parse(text)
}

fn piece_and_square(text: &str) -> IResult<&str, (Option<PieceKind>, Square)> {
    pair(opt(piece), square).parse(text)
}

/// What stands between two squares that are visited one after the other.
fn join(text: &str) -> IResult<&str, &str> {
    let mark = alt((tag("^="), tag("^"), tag("="), tag("-")));
    let square_next = peek(satisfy(|letter| letter.is_ascii_alphabetic() && letter != 'x'));
    terminated(alt((mark, tag(""))), square_next).parse(text)
}

fn capture(text: &str) -> IResult<&str, CaptureText> {
    let (rest, (piece, square)) = preceded(one_of("x/"), piece_and_square).parse(text)?;
    Ok((rest, CaptureText { piece, square }))
}

fn info(text: &str) -> IResult<&str, Info> {
    alt((
        value(Info::KingTaken, tag("++")),
        value(Info::KingInDanger, tag("+")),
        value(Info::KingEscapes, tag("--")),
        value(Info::KingHasWayOut, tag("-")),
    ))
    .parse(text)
}

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

    /// Writes a move, its hops joined by `-` and `=`; what is left out is noted in the ledger. `mover`
    /// decides on the case of piece letters: upper case for defenders.
    pub fn write(
        self,
        record: &Record,
        text: &MoveText,
        mover: Side,
        ledger: &mut Ledger,
    ) -> String {
        let mut written = String::new();
        let letter = |kind: PieceKind, side: Side| Piece::new(side, kind).letter();
        match text.piece {
            Some(kind) if self.letters => written.push(letter(kind, mover)),
            Some(_) => ledger.lose(Lost::PieceLetters),
            None => {}
        }
        for (at, square) in record.path(text).iter().enumerate() {
            let mark = match at {
                0 => "",
                1 if text.run_together => "",
                1 => "-",
                _ => "=",
            };
            written += mark;
            written += &square.to_string();
        }
        let captures = record.captures(text);
        if self.captures == CaptureStyle::None {
            ledger.lose_many(Lost::Captures, captures.len());
        } else {
            for (at, capture) in captures.iter().enumerate() {
                let slash = at > 0 && self.captures == CaptureStyle::Slashes;
                written.push(if slash { '/' } else { 'x' });
                match capture.piece {
                    Some(kind) if self.letters => written.push(letter(kind, mover.other())),
                    Some(_) => ledger.lose(Lost::PieceLetters),
                    None => {}
                }
                written += &capture.square.to_string();
            }
        }
        match text.info {
            Some(info) if self.symbols => written += info.symbol(),
            Some(_) => ledger.lose(Lost::Symbols),
            None => {}
        }
        written
    }
}

/// The squares that a move text visits, its origin first; nothing if it is no move text.
pub fn parse_path(word: &str) -> Option<Vec<Square>> {
    let mut record = Record::default();
    let text = read_move(word, &mut record)?;
    Some(record.path(&text).to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(word: &str) -> Option<String> {
        let mut record = Record::default();
        let text = read_move(word, &mut record)?;
        let path: Vec<String> = record.path(&text).iter().map(Square::to_string).collect();
        let mut told = path.join(" ");
        for capture in record.captures(&text) {
            let piece = capture.piece.map_or(String::new(), |kind| kind.letter().to_string());
            told += &format!(" x{piece}{}", capture.square);
        }
        if let Some(piece) = text.piece {
            told = format!("{piece} {told}");
        }
        if let Some(info) = text.info {
            told += info.symbol();
        }
        if text.run_together {
            told += " run together";
        }
        Some(told)
    }

    #[test]
    fn moves_in_every_style() {
        let cases = [
            ("d1-d3", "d1 d3"),
            ("g3-e3xe2xe4", "g3 e3 xe2 xe4"),
            ("e7-k7xk6xk6", "e7 k7 xk6 xk6"),
            ("h1h3", "h1 h3 run together"),
            ("f10d10", "f10 d10 run together"),
            ("A2-A1++", "a2 a1++"),
            ("Kf6-c6", "king f6 c6"),
            ("Ke1-a1--", "king e1 a1--"),
            ("c2-c3xKc4", "c2 c3 xkc4"),
            ("ce6^e8", "commander e6 e8"),
            ("Ne6^=e8xce7/ne9/f8/d8", "knight e6 e8 xce7 xne9 xf8 xd8"),
            ("a1-a4=c4xb4/c5", "a1 a4 c4 xb4 xc5"),
            ("d2-d4xc4=h4xi4", "d2 d4 h4 xc4 xi4"),
            ("a3-e3+", "a3 e3+"),
            ("c4-c6", "c4 c6"),
        ];
        for (word, told) in cases {
            assert_eq!(read(word).as_deref(), Some(told), "{word}");
        }
    }

    #[test]
    fn other_words_are_no_moves() {
        for word in ["", "d1", "d1-", "d1-d3x", "d1-d3y", "d1--d3", "1-2", "e7-e8xx", "a100a1"] {
            assert_eq!(read(word), None, "{word}");
        }
        assert_eq!(other_token("(resigned)."), Some(TokenKind::Resigned));
        assert_eq!(other_token("---"), Some(TokenKind::Resigned));
        assert_eq!(other_token("timeout"), Some(TokenKind::TimedOut));
        assert_eq!(other_token("....."), Some(TokenKind::Elided));
        assert_eq!(other_token("nox"), None);
    }

    proptest! {
        #[test]
        fn a_word_that_is_no_move_leaves_nothing_behind(word in "[a-kKx0-9/^=+-]{0,14}") {
            let mut record = Record::default();
            if read_move(&word, &mut record).is_none() {
                prop_assert_eq!(record.lengths(), (0, 0));
            }
        }
    }
}
