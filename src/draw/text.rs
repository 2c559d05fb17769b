//! Boards in plain text.

use std::fmt;

use crate::board::{PieceKind, Setup, Side, Square};
use crate::rules::Ruleset;

/// A position drawn in plain text, the first rank at the bottom. Pieces have their letters of
/// OpenTafl notation. Where rules are given, an empty throne is `+`, an empty corner or fort `x`;
/// other empty squares are dots.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a> {
    /// The pieces.
    pub setup: &'a Setup,
    /// The rules whose special squares are shown.
    pub rules: Option<&'a Ruleset>,
}

/// Squares of a board that are to be seen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks<'a> {
    /// The squares of a turn: the first gets a `-` before it, the others a `>`.
    pub turn: &'a [Square],
    /// The squares that something is said about, each with a `*` before it.
    pub meant: &'a [Square],
}

/// A part of a drawn board, for whoever gives it colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The name of a rank or file.
    Edge,
    /// A piece of this side; the king is one of his own.
    Piece(Side),
    /// The king.
    King,
    /// An empty square that is not like others: throne, corner or fort.
    Special,
    /// An empty square like others.
    Empty,
    /// A mark.
    Mark,
}

impl Board<'_> {
    fn letter(&self, square: Square) -> (char, Part) {
        if let Some(piece) = self.setup.get(square) {
            let part = match piece.kind {
                PieceKind::King => Part::King,
                _ => Part::Piece(piece.side),
            };
            return (piece.letter(), part);
        }
        let Some(rules) = self.rules else { return ('.', Part::Empty) };
        if rules.throne.squares.contains(&square) {
            return ('+', Part::Special);
        }
        let others = [&rules.corners, &rules.attacker_forts, &rules.defender_forts];
        match others.iter().any(|group| group.squares.contains(&square)) {
            true => ('x', Part::Special),
            false => ('.', Part::Empty),
        }
    }

    /// How many letters wide it is drawn.
    pub fn width(&self) -> usize {
        3 + 2 * self.setup.size().side()
    }

    /// How many letters wide it is without gaps.
    pub fn compact_width(&self) -> usize {
        4 + self.setup.size().side()
    }

    /// Draws the board with squares marked. Every letter goes through `paint`.
    pub fn painted(&self, marks: Marks<'_>, paint: impl FnMut(Part, char) -> String) -> String {
        self.draw(Some(marks), paint)
    }

    /// Draws the board without gaps between the squares, where marks would stand.
    pub fn compact(&self, paint: impl FnMut(Part, char) -> String) -> String {
        self.draw(None, paint)
    }

    fn draw(
        &self,
        marks: Option<Marks<'_>>,
        mut paint: impl FnMut(Part, char) -> String,
    ) -> String {
        let gap = if marks.is_some() { " " } else { "" };
        let side = self.setup.size().side() as u8;
        let mut text = String::new();
        for rank in (0..side).rev() {
            let name = format!("{:>2} ", u32::from(rank) + 1);
            text.extend(name.chars().map(|letter| paint(Part::Edge, letter)));
            text += if marks.is_some() { "" } else { " " };
            for file in 0..side {
                let square = Square::new(file, rank);
                match marks.and_then(|marks| marks.of(square)) {
                    Some(mark) => text += &paint(Part::Mark, mark),
                    None => text += gap,
                }
                let (letter, part) = self.letter(square);
                text += &paint(part, letter);
            }
            text.push('\n');
        }
        text += if marks.is_some() { "   " } else { "    " };
        for file in 0..side {
            text += gap;
            text += &paint(Part::Edge, char::from(b'a' + file));
        }
        text.push('\n');
        text
    }
}

impl Marks<'_> {
    fn of(&self, square: Square) -> Option<char> {
        match self.turn.iter().position(|&at| at == square) {
            _ if self.meant.contains(&square) => Some('*'),
            Some(0) => Some('-'),
            Some(_) => Some('>'),
            None => None,
        }
    }
}

impl fmt::Display for Board<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.painted(Marks::default(), |_, letter| letter.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variants;

    #[test]
    fn a_board_with_its_special_squares() {
        let rules = variants::ruleset("brandubh").unwrap();
        let setup: Setup = "/3t3/7/3T3/tt3tt/3K3/7/3t3/".parse().unwrap();
        let drawn = Board { setup: &setup, rules: Some(&rules) }.to_string();
        insta::assert_snapshot!(drawn, @r"
        7  x . . t . . x
        6  . . . . . . .
        5  . . . K . . .
        4  t t . + . t t
        3  . . . T . . .
        2  . . . . . . .
        1  x . . t . . x
           a b c d e f g
        ");
    }

    #[test]
    fn a_board_with_marks() {
        let setup: Setup = "/5/1Kt2/3T1/t4/5/".parse().unwrap();
        let squares = |names: &[&str]| -> Vec<Square> {
            names.iter().map(|name| name.parse().unwrap()).collect()
        };
        let (turn, meant) = (squares(&["a4", "c4", "c5"]), squares(&["c2"]));
        let board = Board { setup: &setup, rules: None };
        let drawn =
            board.painted(Marks { turn: &turn, meant: &meant }, |_, letter| letter.to_string());
        insta::assert_snapshot!(drawn, @r"
        5  . .>. . .
        4 -t .>. . .
        3  . . . T .
        2  . K*t . .
        1  . . . . .
           a b c d e
        ");
        assert!(drawn.lines().all(|line| line.chars().count() <= board.width()));
        let compact = board.compact(|_, letter| letter.to_string());
        insta::assert_snapshot!(compact, @r"
        5  .....
        4  t....
        3  ...T.
        2  .Kt..
        1  .....
           abcde
        ");
        assert!(compact.lines().all(|line| line.chars().count() <= board.compact_width()));
        let mut parts = Vec::new();
        board.painted(Marks { turn: &[], meant: &meant }, |part, letter| {
            parts.push((part, letter));
            String::new()
        });
        for part in [
            (Part::Edge, '5'),
            (Part::Empty, '.'),
            (Part::Piece(Side::Defenders), 'T'),
            (Part::Mark, '*'),
            (Part::Piece(Side::Attackers), 't'),
            (Part::King, 'K'),
        ] {
            assert!(parts.contains(&part), "{part:?}");
        }
    }
}
