//! When the defenders can no longer get out, as the server of hnefatafl.org judges it and ends the game.
//! No rule of the board says so, and nothing here ends a game.
//!
//! - Every corner is closed: attackers shut it off from all defenders.
//! - The attackers have a move that leaves it so.
//! - The defenders are too few for an exit fort. With four squares of the edge side by side, four men
//!   are enough, as in `/3TK1T4/4TT5/`; three squares take six, as in `/4TKT4/4T1T4/4TT5/`; two are too
//!   few. From four men on it also counts whether the attackers' wall along the edge can be broken up:
//!   what is left of each side must be one row, and nothing behind the wall may be cut off from the
//!   corners.

use crate::board::{Bits, Side, Square};

use super::{Position, Rulebook};

/// The fewest men that build a fort on any edge.
const FEWEST_MEN: u32 = 4;

/// The fewest men that build a fort on three squares of the edge.
const MEN_FOR_THREE: u32 = 6;

impl<B: Bits> Rulebook<B> {
    /// Whether the server would give this position to the attackers.
    pub(crate) fn are_closed_in(&self, position: &Position<B>) -> bool {
        self.corners_are_closed(position)
            && self.are_too_few_for_fort(position)
            && self.attackers_can_wait(position)
    }

    /// The squares that can be come to from these without passing an attacker.
    fn open_to(&self, position: &Position<B>, from: B) -> B {
        self.geometry.flood(from, self.geometry.all().without(position.side(Side::Attackers)))
    }

    fn corners_are_closed(&self, position: &Position<B>) -> bool {
        let only_corners_win = !self.corners.is_empty() && self.goal == self.corners;
        let behind = self.open_to(position, self.corners);
        only_corners_win && !behind.meets(position.side(Side::Defenders))
    }

    fn attackers_can_wait(&self, position: &Position<B>) -> bool {
        let position = position.with_to_move(Side::Attackers);
        let mut found = false;
        self.each_hop(&position, |hop| {
            found = found || {
                let mut after = position;
                self.hop(&mut after, hop);
                self.corners_are_closed(&after)
            };
        });
        found
    }

    fn are_too_few_for_fort(&self, position: &Position<B>) -> bool {
        let men = position.side(Side::Defenders).without(position.king_set()).count();
        if !self.rules.exit_fort || men < FEWEST_MEN {
            return true;
        }
        let free = self.open_to(position, position.side(Side::Defenders));
        let behind = self.open_to(position, self.corners);
        let wall = position.side(Side::Attackers);
        if !self.geometry.edge().without(free | behind | wall).is_empty() {
            return false;
        }
        self.sides().into_iter().all(|side| match rows(&side, free).as_slice() {
            [] | [1 | 2] => true,
            [3] => men < MEN_FOR_THREE,
            _ => false,
        })
    }

    /// The squares of the four sides of the board, each in a row.
    fn sides(&self) -> [Vec<usize>; 4] {
        let size = self.geometry.size();
        let last = size.side() as u8 - 1;
        let side = |of: &dyn Fn(u8) -> Square| {
            (0..=last).filter_map(|at| size.index(of(at))).collect::<Vec<usize>>()
        };
        [
            side(&|at| Square::new(at, 0)),
            side(&|at| Square::new(at, last)),
            side(&|at| Square::new(0, at)),
            side(&|at| Square::new(last, at)),
        ]
    }
}

/// How long the rows of these squares are along a side.
fn rows<B: Bits>(side: &[usize], squares: B) -> Vec<usize> {
    let parts = side.split(|&at| !squares.contains(at));
    parts.map(<[usize]>::len).filter(|&length| length > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Piece, Setup};
    use crate::rules::variants;

    /// A board as the server's rules page draws it: rank 11 first.
    fn closed_in(rows: [&str; 11]) -> bool {
        let rules = variants::ruleset("hnefatafl-org").unwrap();
        let size = rules.size();
        let mut setup = Setup::empty(size);
        for (row, text) in rows.into_iter().enumerate() {
            for (file, letter) in text.chars().filter(|c| *c != ' ').enumerate() {
                let piece = match letter {
                    'A' => Piece::from_letter('t'),
                    'D' => Piece::from_letter('T'),
                    'K' => Piece::from_letter('K'),
                    _ => None,
                };
                setup.set(Square::new(file as u8, 10 - row as u8), piece);
            }
        }
        let position = Position::<u128>::new(&setup, Side::Defenders).unwrap();
        Rulebook::new(&rules).unwrap().are_closed_in(&position)
    }

    const CLOSED: [&str; 11] = [
        "# . A . . . . . A . #",
        ". A . . . . . . . A .",
        "A . . . . . . . . . A",
        ". . . . . . . . . . .",
        ". . . . . . . . . . D",
        "A . . . . # . . . . K",
        ". . . . . . . . . D .",
        ". . . . . . . . . . D",
        "A . . . . . . . . . A",
        ". A . . . . . . . A .",
        "# . A . . . . . A . #",
    ];

    /// The five positions under "Defenders can't escape" on the rules page, as it judges them.
    #[test]
    fn positions_of_the_rules_page_are_judged_as_there() {
        assert!(closed_in(CLOSED));
        assert!(closed_in([
            "# . A A A . . . A . #",
            ". A . . . . . . . A .",
            "A . . . . . . . . . A",
            ". . . . . . . . . D D",
            ". . . . . . . . D . K",
            ". . . . . # . . . D D",
            "A . . . . . . . . . A",
            "A . . . . . . . . . A",
            "A . . . . . . . . . A",
            ". A . . . . . . . A .",
            "# . A A A . . . A . #",
        ]));
        assert!(closed_in([
            "# . . . . A D D A . #",
            ". . . . A . . . . A .",
            ". . . A . . . . . . A",
            ". . A . . . . . D D D",
            ". . A . . . . . D . K",
            ". . A . . # . . D D A",
            ". . A . . . . . . . A",
            ". . A . . . . . . . A",
            ". . . A . . . . . . A",
            ". . . . A . . . . A .",
            "# . . . . A . . A . #",
        ]));
        assert!(!closed_in([
            "# . A A A A D D A . #",
            ". A . . . . . . . A .",
            "A . . . . . . . . . A",
            ". . . . . . . . D D D",
            "A . . . . . . . D . K",
            "A . . . . # . . D D A",
            "A . . . . . . . . . A",
            ". . . . . . . . . . A",
            "A . . . . . . . . . A",
            ". A . . . . . . . A .",
            "# . A A A A . . A . #",
        ]));
        assert!(!closed_in([
            "# . A A A A D D A . .",
            ". A . . . . . . . A .",
            "A . . . . . . . . . A",
            ". . . . . . . . D D D",
            ". . . . . . . . D . K",
            "A . . . . . . . D D A",
            ". A . . . . . . . . A",
            ". A . . . . . . . . A",
            "A . . . . . . . . . A",
            ". A . . . . . . . A .",
            ". . A A A A . . A . .",
        ]));
    }

    /// A fourth man could build a fort, an open corner is a way out, and so is one that has to open.
    #[test]
    fn what_is_missing_counts() {
        let with = |row: usize, text| {
            let mut rows = CLOSED;
            rows[row] = text;
            rows
        };
        assert!(!closed_in(with(3, ". . . . . . . . . . D")));
        assert!(!closed_in(with(1, ". A . . . . . . . . .")));
        let mut no_move = ["D"; 11].map(|_| ". . . . . . . . . . .");
        no_move[0] = "# A . . . . . . . A #";
        no_move[1] = "A D . . . . . . . D A";
        no_move[2] = ". . . . . K . . . . .";
        no_move[9] = "A . . . . . . . . . A";
        no_move[10] = "# A . . . . . . . A #";
        assert!(!closed_in(no_move));
    }
}
