//! Moves in every style, and the quick lane beside the plain one.

use proptest::prelude::*;

use crate::board::Square;
use crate::record::{LineId, Record, Span, Token, TokenKind};

use super::quick::usual_move;
use super::read::{other_token, read_move, read_token, span_from};

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
    if let Some(count) = text.capture_count {
        told += &format!(" x{count}");
    }
    if text.jumps != 0 {
        told += &format!(" jumps {:b}", text.jumps);
    }
    if text.continues {
        told += " continues";
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
        ("ce6^e8", "commander e6 e8 jumps 1"),
        ("Ne6^=e8xce7/ne9/f8/d8", "knight e6 e8 xce7 xne9 xf8 xd8 jumps 1 continues"),
        ("a1-a4=c4xb4/c5", "a1 a4 c4 xb4 xc5"),
        ("d2-d4xc4=h4xi4", "d2 d4 h4 xc4 xi4"),
        ("a3-e3+", "a3 e3+"),
        ("c4-c6", "c4 c6"),
        ("Kb10-b3", "king b10 b3"),
        ("Hn-c1-c4", "king c1 c4"),
        ("E5-E8XD8/F8", "e5 e8 xd8 xf8"),
        ("e7-g7:g6", "e7 g7 xg6"),
        ("g1-g4x", "g1 g4 x0"),
        ("d5-c5x1", "d5 c5 x1"),
        ("d5-c5x12++", "d5 c5++ x12"),
        ("D4B4", "d4 b4 run together"),
        ("b2-b1R", "b2 b1R"),
        ("E11-E10*", "e11 e10*"),
        ("a1-a4^=c4", "a1 a4 c4 jumps 10"),
    ];
    for (word, told) in cases {
        assert_eq!(read(word).as_deref(), Some(told), "{word}");
    }
}

#[test]
fn other_words_are_no_moves() {
    for word in ["", "d1", "d1-", "d1-d3x0", "d1-d3y", "d1--d3", "1-2", "e7-e8xx", "a100a1"] {
        assert_eq!(read(word), None, "{word}");
    }
    assert_eq!(other_token("(resigned)."), Some(TokenKind::Resigned));
    assert_eq!(other_token("---"), Some(TokenKind::Resigned));
    assert_eq!(other_token("timeout"), Some(TokenKind::TimedOut));
    assert_eq!(other_token("....."), Some(TokenKind::Elided));
    assert_eq!(other_token("nox"), None);
}

#[test]
fn words_stand_where_they_are_said_to() {
    for word in ["d1-d3", "d1d3xd4", "Kd1-d3", "resigned", "nox"] {
        let (mut record, mut faults) = (Record::default(), Vec::new());
        for span in [Span::default(), Span::new(7, 40)] {
            read_token(word, span, &mut record, LineId::MAIN, &mut faults);
            assert_eq!(record.tokens().last().map(|token| token.span), Some(span), "{word}");
        }
    }
}

/// Reads a usual move that stands at 3 and before a blank.
fn read_usual(text: &str, record: &mut Record) -> Option<usize> {
    usual_move(text.as_bytes(), span_from(3), record, LineId::MAIN, |byte| byte == b' ')
}

fn same_as_any_move(word: &str, usual: &Record) -> Result<(), TestCaseError> {
    let mut any = Record::default();
    let text = read_move(word, &mut any).expect("a move");
    prop_assert_eq!(usual.path(&text), any.path(&text));
    prop_assert_eq!(usual.captures(&text), any.captures(&text));
    let token = Token { span: Span::new(3, 3 + word.len()), kind: TokenKind::Move(text) };
    prop_assert_eq!(usual.tokens(), [token]);
    Ok(())
}

proptest! {
    #[test]
    fn usual_moves_are_read_as_any_move(
        word in "[a-cX-Zx]?[0-9]{0,3}-?[a-cxX]?[0-9]{1,3}([x/:]?[a-c]?[0-9]{1,2}){0,2}[ x+]?",
    ) {
        let mut usual = Record::default();
        match read_usual(&word, &mut usual) {
            Some(length) => same_as_any_move(&word[..length], &usual)?,
            None => prop_assert_eq!((usual.lengths(), usual.tokens().len()), ((0, 0), 0)),
        }
    }

    #[test]
    fn most_moves_are_usual(
        word in "[A-Za-z][1-9][0-9]?-?[A-WYZa-wyz][1-9][0-9]?([x/:][A-Za-z][1-9][0-9]?){0,3}",
        behind in "( .{0,9})?",
    ) {
        let mut usual = Record::default();
        let length = read_usual(&format!("{word}{behind}"), &mut usual);
        prop_assert_eq!(length, Some(word.len()));
        same_as_any_move(&word, &usual)?;
    }

    #[test]
    fn a_word_that_is_no_move_leaves_nothing_behind(word in "[a-kKx0-9/^=+-]{0,14}") {
        let mut record = Record::default();
        if read_move(&word, &mut record).is_none() {
            prop_assert_eq!(record.lengths(), (0, 0));
        }
    }
}
