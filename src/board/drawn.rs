//! Boards in plain text, read back.

use thiserror::Error;

use super::{BoardSize, BoardSizeError, Piece, RowOrder, Setup, Square};

/// A board as it is drawn in plain text, one row a line and one letter a square.
///
/// Empty squares are dots, an empty throne `+`, an empty corner or fort `x`. Numbers of ranks before
/// the rows and letters of files under them may be missing, and so may the spaces. What stands before
/// the first row and behind the last is passed over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The pieces.
    pub setup: Setup,
    /// Empty squares that are drawn as a throne.
    pub thrones: Vec<Square>,
    /// Empty squares that are drawn as corners or forts.
    pub corners: Vec<Square>,
}

/// Why a text is no drawn board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DrawingError {
    /// Nothing in it looks like a row.
    #[error("there is no row of a board in it, such as `7  x . . t . . x`")]
    NoRows,
    /// The number of rows is no board size.
    #[error("{rows} rows are drawn: {source}", rows = .0.0, source = .0)]
    Size(BoardSizeError),
    /// A row is not as long as there are rows.
    #[error("row {row} of the drawn board has {found} squares, and there are {expected} rows")]
    Length {
        /// The row as drawn, from 1.
        row: usize,
        /// Squares found.
        found: usize,
        /// Squares needed.
        expected: usize,
    },
    /// The numbers before the rows do not count them.
    #[error("row {row} of the drawn board has the number {found} where {expected} should stand")]
    Rank {
        /// The row as drawn, from 1.
        row: usize,
        /// The number found.
        found: usize,
        /// The number that belongs there.
        expected: usize,
    },
}

/// A row as it is drawn.
struct Row {
    rank: Option<usize>,
    squares: Vec<char>,
}

impl Drawing {
    /// Reads a drawn board. Rows without numbers are taken in the order given.
    ///
    /// # Errors
    /// Names the row that does not fit.
    pub fn read(text: &str, order: RowOrder) -> Result<Self, DrawingError> {
        let rows: Vec<Row> =
            text.lines().map(row).skip_while(Option::is_none).map_while(|row| row).collect();
        if rows.is_empty() {
            return Err(DrawingError::NoRows);
        }
        let size = BoardSize::new(rows.len()).map_err(DrawingError::Size)?;
        let order = numbered(&rows)?.unwrap_or(order);
        let setup = Setup::empty(size);
        let mut drawing = Self { setup, thrones: Vec::new(), corners: Vec::new() };
        for (at, row) in rows.iter().enumerate() {
            let (found, expected) = (row.squares.len(), rows.len());
            if found != expected {
                return Err(DrawingError::Length { row: at + 1, found, expected });
            }
            let rank = match order {
                RowOrder::FirstRankFirst => at,
                RowOrder::LastRankFirst => rows.len() - 1 - at,
            };
            for (file, &letter) in row.squares.iter().enumerate() {
                drawing.put(Square::new(file as u8, rank as u8), letter);
            }
        }
        Ok(drawing)
    }

    fn put(&mut self, square: Square, letter: char) {
        match letter {
            '+' => self.thrones.push(square),
            'x' => self.corners.push(square),
            letter => self.setup.set(square, Piece::from_letter(letter)),
        }
    }
}

/// The order of numbered rows; nothing if they have no numbers.
fn numbered(rows: &[Row]) -> Result<Option<RowOrder>, DrawingError> {
    let Some(first) = rows[0].rank else { return Ok(None) };
    let order = if first == 1 { RowOrder::FirstRankFirst } else { RowOrder::LastRankFirst };
    for (at, row) in rows.iter().enumerate() {
        let expected = match order {
            RowOrder::FirstRankFirst => at + 1,
            RowOrder::LastRankFirst => rows.len() - at,
        };
        if let Some(found) = row.rank.filter(|&rank| rank != expected) {
            return Err(DrawingError::Rank { row: at + 1, found, expected });
        }
    }
    Ok(Some(order))
}

/// A line as a row; nothing if it is none. A finding draws its board behind a bar.
fn row(line: &str) -> Option<Row> {
    let line = line.trim().trim_start_matches('|').trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (number, squares) = line.split_at(digits);
    let squares: Vec<char> = squares.chars().filter(|letter| !letter.is_whitespace()).collect();
    let is_square =
        |&letter: &char| matches!(letter, '.' | '+' | 'x') || Piece::from_letter(letter).is_some();
    let least = BoardSize::MIN;
    let is_row = squares.len() >= least && squares.iter().all(is_square);
    is_row.then(|| Row { rank: number.parse().ok(), squares })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BRANDUBH: &str = "\
 7  x . . t . . x
 6  . . . . . . .
 5  . . . K . . .
 4  t t . + . t t
 3  . . . T . . .
 2  . . . . . . .
 1  x . . t . . x
    a b c d e f g
";

    fn record(text: &str) -> String {
        Drawing::read(text, RowOrder::LastRankFirst).unwrap().setup.to_string()
    }

    #[test]
    fn a_board_is_read_as_it_is_drawn() {
        let drawing = Drawing::read(BRANDUBH, RowOrder::LastRankFirst).unwrap();
        assert_eq!(drawing.setup.to_string(), "/3t3/7/3T3/tt3tt/3K3/7/3t3/");
        assert_eq!(drawing.thrones, [Square::new(3, 3)]);
        assert_eq!(drawing.corners.len(), 4);
        // With what commands print around it, and as a finding draws it.
        let printed = format!("game.otg:3\n{BRANDUBH}brandubh, defenders to move: 12 moves\n");
        assert_eq!(record(&printed), "/3t3/7/3T3/tt3tt/3K3/7/3t3/");
        let barred: String = BRANDUBH.lines().map(|line| format!("  | {line}\n")).collect();
        assert_eq!(record(&barred), "/3t3/7/3T3/tt3tt/3K3/7/3t3/");
    }

    #[test]
    fn numbers_say_which_way_up_a_board_is() {
        let bare = "..t..\n.....\n..K..\n.....\nT....";
        assert_eq!(record(bare), "/T4/5/2K2/5/2t2/");
        let first_first = Drawing::read(bare, RowOrder::FirstRankFirst).unwrap();
        assert_eq!(first_first.setup.to_string(), "/2t2/5/2K2/5/T4/");
        let numbered = "1 ..t..\n2 .....\n3 ..K..\n4 .....\n5 T....";
        assert_eq!(record(numbered), "/2t2/5/2K2/5/T4/");
    }

    #[test]
    fn what_does_not_fit_is_told_by_its_row() {
        let error =
            |text: &str| Drawing::read(text, RowOrder::LastRankFirst).unwrap_err().to_string();
        insta::assert_snapshot!(error("nothing here"), @"there is no row of a board in it, such as `7  x . . t . . x`");
        insta::assert_snapshot!(error("..t..\n......\n..K..\n.....\n....."), @"row 2 of the drawn board has 6 squares, and there are 5 rows");
        insta::assert_snapshot!(error("..t..\n..K.."), @"2 rows are drawn: a board of 2 squares a side cannot be played: sizes are odd, from 5 to 19");
        insta::assert_snapshot!(error("5 ..t..\n4 .....\n2 ..K..\n2 .....\n1 ....."), @"row 3 of the drawn board has the number 2 where 3 should stand");
    }
}
