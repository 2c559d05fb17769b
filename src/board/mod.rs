//! Geometry and pieces: squares, bit sets, neighbours, and arrangements of men on a board.
//!
//! Nothing here knows a rule. A [`Setup`] is any arrangement whatever; whether a game can be
//! played from it is for [`crate::game`] to say.

mod bits;
mod drawn;
mod geometry;
mod piece;
mod setup;
mod square;

pub use bits::{Bits, Indices, Wide};
pub use drawn::{Drawing, DrawingError};
pub use geometry::{Direction, Geometry, NO_SQUARE};
pub use piece::{Piece, PieceKind, PieceSet, Side};
pub use setup::{RowOrder, Setup, SetupError};
pub use square::{BoardSize, BoardSizeError, Square, SquareError};
