//! Arrangements of pieces, and the position records of OpenTafl notation that write them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{BoardSize, BoardSizeError, Piece, PieceKind, Side, Square};

/// Pieces on squares: any arrangement at all, legal or not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    size: BoardSize,
    pieces: Vec<Option<Piece>>,
}

/// The order in which a position record lists its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowOrder {
    /// Rank 1 first, as in `start:`.
    FirstRankFirst,
    /// The highest rank first, as in `starti:`.
    LastRankFirst,
}

/// Why a position record does not describe an arrangement. Rows are counted as written, from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// There is nothing between the slashes.
    #[error("the position record is empty; it needs one row a rank, as in `/3t3/.../`")]
    Empty,
    /// The number of rows is no board size.
    #[error("the position record has {rows} rows: {source}", rows = .0.0, source = .0)]
    Size(BoardSizeError),
    /// A letter that stands for no piece.
    #[error(
        "row {row} has {found:?} on {square}: pieces are t c n k m g, upper case for defenders"
    )]
    Letter {
        /// The row as written, from 1.
        row: usize,
        /// Where it would stand.
        square: Square,
        /// What was found.
        found: char,
    },
    /// A row has fewer squares than the board.
    #[error("row {row} ends after {found} squares of {expected}; its last square is {square}")]
    Short {
        /// The row as written, from 1.
        row: usize,
        /// The last square that the row should have filled.
        square: Square,
        /// Squares found.
        found: usize,
        /// Squares needed.
        expected: usize,
    },
    /// A row has more squares than the board.
    #[error("row {row} goes on past {square}, the last square of a row of {expected}")]
    Long {
        /// The row as written, from 1.
        row: usize,
        /// The last square that fits.
        square: Square,
        /// Squares needed.
        expected: usize,
    },
    /// No defending king.
    #[error("there is no king: a position needs one `K`")]
    NoKing,
    /// More than one king.
    #[error("there are kings on {0} and {1}: a position has one")]
    TwoKings(Square, Square),
    /// A king among the attackers.
    #[error("the attackers have a king on {0}: only the defenders have one, written `K`")]
    AttackingKing(Square),
}

impl Setup {
    /// An empty board.
    pub fn empty(size: BoardSize) -> Self {
        Self { size, pieces: vec![None; size.squares()] }
    }

    /// The size of the board.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The piece on a square; nothing on an empty one or off the board.
    pub fn get(&self, square: Square) -> Option<Piece> {
        self.size.index(square).and_then(|index| self.pieces[index])
    }

    /// Puts a piece on a square or clears it. A square off the board is left alone.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        if let Some(index) = self.size.index(square) {
            self.pieces[index] = piece;
        }
    }

    /// The pieces and where they stand, rank by rank.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        let placed = self.pieces.iter().enumerate();
        placed.filter_map(|(index, piece)| Some((self.size.square(index), (*piece)?)))
    }

    /// The same arrangement with its rows the other way up.
    #[must_use]
    pub fn flipped(&self) -> Self {
        let rows = self.pieces.chunks(self.size.side()).rev();
        Self { size: self.size, pieces: rows.flatten().copied().collect() }
    }

    /// How many pieces a side has, the king among them.
    pub fn count(&self, side: Side) -> usize {
        self.pieces().filter(|(_, piece)| piece.side == side).count()
    }

    /// Checks that there is exactly one king and that he defends.
    ///
    /// # Errors
    /// [`SetupError::NoKing`], [`SetupError::TwoKings`] or [`SetupError::AttackingKing`].
    pub fn require_one_king(&self) -> Result<Square, SetupError> {
        let mut found = None;
        for (square, piece) in self.pieces().filter(|(_, piece)| piece.kind == PieceKind::King) {
            if piece.side == Side::Attackers {
                return Err(SetupError::AttackingKing(square));
            }
            if let Some(first) = found.replace(square) {
                return Err(SetupError::TwoKings(first, square));
            }
        }
        found.ok_or(SetupError::NoKing)
    }

    /// Reads a position record such as `/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/`. The outer slashes may
    /// be missing.
    ///
    /// # Errors
    /// Names the row and the square where the record stops describing a board.
    pub fn from_record(record: &str, order: RowOrder) -> Result<Self, SetupError> {
        let record = record.trim();
        let record = record.strip_prefix('/').unwrap_or(record);
        let record = record.strip_suffix('/').unwrap_or(record);
        if record.is_empty() {
            return Err(SetupError::Empty);
        }
        let size = BoardSize::new(record.split('/').count()).map_err(SetupError::Size)?;
        let mut setup = Self::empty(size);
        for (row, text) in record.split('/').enumerate() {
            let rank = match order {
                RowOrder::FirstRankFirst => row,
                RowOrder::LastRankFirst => size.side() - 1 - row,
            };
            setup.fill_row(row + 1, rank as u8, text)?;
        }
        Ok(setup)
    }

    fn fill_row(&mut self, row: usize, rank: u8, text: &str) -> Result<(), SetupError> {
        let expected = self.size.side();
        let last = Square::new(expected as u8 - 1, rank);
        let mut file = 0_usize;
        let mut gap = 0_usize;
        for found in text.chars() {
            if let Some(digit) = found.to_digit(10) {
                gap = gap.saturating_mul(10).saturating_add(digit as usize);
                continue;
            }
            file = file.saturating_add(std::mem::take(&mut gap));
            if file >= expected {
                return Err(SetupError::Long { row, square: last, expected });
            }
            let square = Square::new(file as u8, rank);
            let piece =
                Piece::from_letter(found).ok_or(SetupError::Letter { row, square, found })?;
            self.set(square, Some(piece));
            file += 1;
        }
        match file.saturating_add(gap) {
            filled if filled == expected => Ok(()),
            filled if filled > expected => Err(SetupError::Long { row, square: last, expected }),
            found => Err(SetupError::Short { row, square: last, found, expected }),
        }
    }

    /// Writes the position record, rows in the order asked for.
    pub fn to_record(&self, order: RowOrder) -> String {
        let side = self.size.side() as u8;
        let mut record = String::from("/");
        for row in 0..side {
            let rank = match order {
                RowOrder::FirstRankFirst => row,
                RowOrder::LastRankFirst => side - 1 - row,
            };
            self.write_row(rank, &mut record);
            record.push('/');
        }
        record
    }

    fn write_row(&self, rank: u8, record: &mut String) {
        let mut gap = 0;
        for file in 0..self.size.side() as u8 {
            let Some(piece) = self.get(Square::new(file, rank)) else {
                gap += 1;
                continue;
            };
            if gap > 0 {
                record.push_str(&std::mem::take(&mut gap).to_string());
            }
            record.push(piece.letter());
        }
        if gap > 0 {
            record.push_str(&gap.to_string());
        }
    }
}

impl FromStr for Setup {
    type Err = SetupError;

    /// Reads a record with rank 1 first.
    fn from_str(record: &str) -> Result<Self, Self::Err> {
        Self::from_record(record, RowOrder::FirstRankFirst)
    }
}

impl fmt::Display for Setup {
    /// Writes the record with rank 1 first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_record(RowOrder::FirstRankFirst))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn error(record: &str) -> String {
        record.parse::<Setup>().unwrap_err().to_string()
    }

    #[test]
    fn faults_name_row_and_square() {
        insta::assert_snapshot!(error("/5/5/2x2/5/5/"), @"row 3 has 'x' on c3: pieces are t c n k m g, upper case for defenders");
        insta::assert_snapshot!(error("/5/5/2t/5/5/"), @"row 3 ends after 3 squares of 5; its last square is e3");
        insta::assert_snapshot!(error("/5/5/2t4/5/5/"), @"row 3 goes on past e3, the last square of a row of 5");
        insta::assert_snapshot!(error("/4/4/4/4/"), @"the position record has 4 rows: a board of 4 squares a side cannot be played: sizes are odd, from 5 to 19");
        insta::assert_snapshot!(error(" // "), @"the position record is empty; it needs one row a rank, as in `/3t3/.../`");
        let huge = format!("/5/5/{}/5/5/", "9".repeat(400));
        insta::assert_snapshot!(error(&huge), @"row 3 goes on past e3, the last square of a row of 5");
    }

    #[test]
    fn kings_are_counted() {
        let kings = |record: &str| record.parse::<Setup>().unwrap().require_one_king();
        assert_eq!(kings("/5/5/2K2/5/5/"), Ok(Square::new(2, 2)));
        assert_eq!(kings("/5/5/5/5/5/"), Err(SetupError::NoKing));
        let two = SetupError::TwoKings(Square::new(2, 0), Square::new(2, 2));
        assert_eq!(kings("/2K2/5/2K2/5/5/"), Err(two));
        assert_eq!(kings("/2k2/5/2K2/5/5/"), Err(SetupError::AttackingKing(Square::new(2, 0))));
    }

    #[test]
    fn both_row_orders_describe_one_board() {
        let upright: Setup = "/t4/5/2K2/5/3Tc/".parse().unwrap();
        let inverted = Setup::from_record("/3Tc/5/2K2/5/t4/", RowOrder::LastRankFirst).unwrap();
        assert_eq!(upright, inverted);
        assert_eq!(upright.get(Square::new(0, 0)).map(Piece::letter), Some('t'));
        assert_eq!(upright.to_record(RowOrder::LastRankFirst), "/3Tc/5/2K2/5/t4/");
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[/0-9tTkKcCxé ]{0,60}") {
            let _ = text.parse::<Setup>();
        }

        #[test]
        fn records_read_back(
            side in prop::sample::select(vec![5_usize, 7, 9, 11, 13, 15, 17, 19]),
            letters in prop::collection::vec(prop::sample::select("tcnkmgTCNKMG......".chars().collect::<Vec<_>>()), 361),
        ) {
            let size = BoardSize::new(side).unwrap();
            let mut setup = Setup::empty(size);
            for (index, letter) in letters.into_iter().take(size.squares()).enumerate() {
                setup.set(size.square(index), Piece::from_letter(letter));
            }
            for order in [RowOrder::FirstRankFirst, RowOrder::LastRankFirst] {
                prop_assert_eq!(Setup::from_record(&setup.to_record(order), order), Ok(setup.clone()));
            }
        }
    }
}
