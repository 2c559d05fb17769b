//! Boards in plain text.

use std::fmt;

use crate::board::{Setup, Square};
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

impl Board<'_> {
    fn letter(&self, square: Square) -> char {
        if let Some(piece) = self.setup.get(square) {
            return piece.letter();
        }
        let Some(rules) = self.rules else { return '.' };
        if rules.throne.squares.contains(&square) {
            return '+';
        }
        let others = [&rules.corners, &rules.attacker_forts, &rules.defender_forts];
        if others.iter().any(|group| group.squares.contains(&square)) { 'x' } else { '.' }
    }
}

impl fmt::Display for Board<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.setup.size().side() as u8;
        for rank in (0..side).rev() {
            write!(f, "{:>2} ", u32::from(rank) + 1)?;
            for file in 0..side {
                write!(f, " {}", self.letter(Square::new(file, rank)))?;
            }
            writeln!(f)?;
        }
        write!(f, "   ")?;
        for file in 0..side {
            write!(f, " {}", char::from(b'a' + file))?;
        }
        writeln!(f)
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
}
