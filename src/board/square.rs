//! Naming squares: `a1` is the corner of the first file and the first rank.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A square by its file and rank, both counted from zero: `a1` is file 0, rank 0.
///
/// A square knows no board; [`BoardSize::contains`] tells whether it lies on one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The file, `a` being 0. Files order before ranks, so squares sort as people list them.
    pub file: u8,
    /// The rank, `1` being 0.
    pub rank: u8,
}

impl Square {
    /// A square from its zero-based file and rank.
    pub const fn new(file: u8, rank: u8) -> Self {
        Self { file, rank }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'a' + self.file.min(25));
        write!(f, "{letter}{}", u32::from(self.rank) + 1)
    }
}

/// Why a text is not the name of a square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a square: a square is a file letter and a rank number, like `e5`")]
pub struct SquareError(pub String);

impl FromStr for Square {
    type Err = SquareError;

    /// Reads a square's name in either case. Files go up to `z` and ranks up to 99, so that a
    /// square off the board can be named in a message.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || SquareError(text.to_owned());
        let (&letter, digits) = text.as_bytes().split_first().ok_or_else(error)?;
        let plain = (1..=2).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
        if !letter.is_ascii_alphabetic() || !plain {
            return Err(error());
        }
        let rank: u8 = text[1..].parse().map_err(|_| error())?;
        let rank = rank.checked_sub(1).ok_or_else(error)?;
        Ok(Self::new(letter.to_ascii_lowercase() - b'a', rank))
    }
}

/// The side of a board in squares: an odd number from 5 to 19.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardSize(u8);

/// A number that is no board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a board of {0} squares a side cannot be played: sizes are odd, from 5 to 19")]
pub struct BoardSizeError(pub usize);

impl BoardSize {
    /// The smallest side that is read, 5.
    pub const MIN: usize = 5;
    /// The largest side that is read, 19.
    pub const MAX: usize = 19;

    /// The size with this side.
    ///
    /// # Errors
    /// When the side is even, below 5 or above 19.
    pub fn new(side: usize) -> Result<Self, BoardSizeError> {
        if side % 2 == 1 && (Self::MIN..=Self::MAX).contains(&side) {
            Ok(Self(side as u8))
        } else {
            Err(BoardSizeError(side))
        }
    }

    /// Squares along one side.
    pub const fn side(self) -> usize {
        self.0 as usize
    }

    /// Squares on the whole board.
    pub const fn squares(self) -> usize {
        self.side() * self.side()
    }

    /// Whether the square lies on a board of this size.
    pub const fn contains(self, square: Square) -> bool {
        square.file < self.0 && square.rank < self.0
    }

    /// The number of a square, rank by rank from `a1`, or nothing if it is off the board.
    pub fn index(self, square: Square) -> Option<usize> {
        self.contains(square)
            .then(|| usize::from(square.rank) * self.side() + usize::from(square.file))
    }

    /// The square with this number; the number must be below [`BoardSize::squares`].
    pub fn square(self, index: usize) -> Square {
        Square::new((index % self.side()) as u8, (index / self.side()) as u8)
    }

    /// The square in the middle.
    pub const fn centre(self) -> Square {
        Square::new(self.0 / 2, self.0 / 2)
    }

    /// The four corners.
    pub const fn corners(self) -> [Square; 4] {
        let last = self.0 - 1;
        [Square::new(0, 0), Square::new(0, last), Square::new(last, 0), Square::new(last, last)]
    }

    /// Whether the square is on the rim of the board.
    pub const fn is_edge(self, square: Square) -> bool {
        let last = self.0 - 1;
        square.file == 0 || square.rank == 0 || square.file == last || square.rank == last
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        let size = BoardSize::new(19).unwrap();
        for index in 0..size.squares() {
            let square = size.square(index);
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(size.index(square), Some(index));
        }
    }

    #[test]
    fn wrong_names_are_refused() {
        for text in ["", "e", "5", "e0", "e100", "5e", "e5 ", "é5", "e+5", "ee5"] {
            assert!(text.parse::<Square>().is_err(), "{text:?} was read as a square");
        }
    }

    #[test]
    fn sizes_are_odd_and_bounded() {
        let good: Vec<usize> = (0..30).filter(|&n| BoardSize::new(n).is_ok()).collect();
        assert_eq!(good, [5, 7, 9, 11, 13, 15, 17, 19]);
    }
}
