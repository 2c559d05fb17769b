//! Neighbours, rays, edges and floods on a board of one size.

use super::{Bits, BoardSize, Square};

/// The four ways along the lines of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards higher ranks.
    North,
    /// Towards later files.
    East,
    /// Towards lower ranks.
    South,
    /// Towards earlier files.
    West,
}

impl Direction {
    /// All four.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The way back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::East => Self::West,
            Self::South => Self::North,
            Self::West => Self::East,
        }
    }

    /// Whether square numbers rise this way.
    const fn rises(self) -> bool {
        matches!(self, Self::North | Self::East)
    }

    const fn offset(self) -> (i8, i8) {
        match self {
            Self::North => (0, 1),
            Self::East => (1, 0),
            Self::South => (0, -1),
            Self::West => (-1, 0),
        }
    }
}

/// Stands for "off the board" among square numbers.
pub const NO_SQUARE: u16 = u16::MAX;

/// Files and ranks from a square to the eight around it.
const AROUND: [(i8, i8); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// The fixed facts of a square, side by side so that they are found together.
#[derive(Clone, Debug)]
struct Surroundings<B> {
    rays: [B; 4],
    lines: B,
    neighbours: B,
    steps: [u16; 4],
    place: Square,
    /// Which of the eight squares around are on the board, as [`Geometry::around`] has them.
    on_board: u8,
}

/// The fixed facts of a board: what touches what.
#[derive(Clone, Debug)]
pub struct Geometry<B> {
    size: BoardSize,
    all: B,
    edge: B,
    first_file: B,
    last_file: B,
    squares: Box<[Surroundings<B>]>,
}

impl<B: Bits> Geometry<B> {
    /// The geometry of a board of this size.
    ///
    /// # Panics
    /// When the bit set is too small for the board; callers pick it by [`BoardSize`].
    pub fn new(size: BoardSize) -> Self {
        assert!(size.squares() <= B::CAPACITY, "a {size} board needs a wider bit set");
        let last = size.side() as u8 - 1;
        let squares = || (0..size.squares()).map(|index| size.square(index));
        let chosen = |wanted: &dyn Fn(Square) -> bool| {
            squares().filter(|&s| wanted(s)).fold(B::EMPTY, |set, s| set | bit(size, s))
        };
        let first_file = chosen(&|s| s.file == 0);
        Self {
            size,
            all: B::below(size.squares()),
            edge: chosen(&|s| size.is_edge(s)),
            first_file,
            last_file: chosen(&|s| s.file == last),
            squares: squares().map(|square| Surroundings::new(size, square, first_file)).collect(),
        }
    }

    /// The size of the board.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Every square.
    pub const fn all(&self) -> B {
        self.all
    }

    /// The squares of the rim.
    pub const fn edge(&self) -> B {
        self.edge
    }

    /// The set of the squares listed that lie on the board.
    pub fn set_of<'a>(&self, squares: impl IntoIterator<Item = &'a Square>) -> B {
        let on_board = squares.into_iter().filter_map(|&square| self.size.index(square));
        on_board.fold(B::EMPTY, |set, index| set | B::single(index))
    }

    /// The square next to another, or [`NO_SQUARE`].
    #[inline]
    pub fn step(&self, from: usize, way: Direction) -> u16 {
        self.squares[from].steps[way as usize]
    }

    /// The up to four squares next to one.
    #[inline]
    pub fn neighbours(&self, of: usize) -> B {
        self.squares[of].neighbours
    }

    /// Every square from here to the edge, without the start.
    #[inline]
    pub fn ray(&self, from: usize, way: Direction) -> B {
        self.squares[from].rays[way as usize]
    }

    /// The square as far behind another as this one is before it, or [`NO_SQUARE`].
    #[inline(always)]
    pub fn beyond(&self, from: usize, over: usize) -> u16 {
        let (near, middle) = (self.squares[from].place, self.squares[over].place);
        let mirrored = |near: u8, middle: u8| middle.wrapping_mul(2).wrapping_sub(near);
        let far = Square::new(mirrored(near.file, middle.file), mirrored(near.rank, middle.rank));
        if self.size.contains(far) { (2 * over - from) as u16 } else { NO_SQUARE }
    }

    /// The way from one square to another, if they share a line and differ.
    #[inline(always)]
    pub fn way(&self, from: usize, to: usize) -> Option<Direction> {
        let (start, end) = (self.squares[from].place, self.squares[to].place);
        let (same_file, same_rank) = (start.file == end.file, start.rank == end.rank);
        let way = Direction::ALL[usize::from(same_rank) + 2 * usize::from(to < from)];
        (same_file != same_rank).then_some(way)
    }

    /// Which of the eight squares around one are in a set, a bit a square: three of the rank below,
    /// two beside, three of the rank above, each from the earlier files on. Squares off the board
    /// are in no set.
    #[inline(always)]
    pub fn around(&self, of: usize, set: B) -> u8 {
        let three = |middle: usize| match middle.checked_sub(1) {
            Some(start) => set.word_from(start) & 7,
            None => set.word_from(0) << 1 & 7,
        };
        let side = self.size.side();
        let beside = three(of);
        let below = of.checked_sub(side).map_or(0, three);
        let bits = below | (beside & 1) << 3 | beside >> 2 << 4 | three(of + side) << 5;
        bits as u8 & self.squares[of].on_board
    }

    /// The other squares on the lines of one.
    #[inline(always)]
    pub fn lines(&self, from: usize) -> B {
        self.squares[from].lines
    }

    /// The squares strictly between two on one line; none where they share no line. Which line they
    /// share is not asked: no processor would foresee the answer.
    #[inline(always)]
    pub fn between(&self, from: usize, to: usize) -> B {
        let [north, east, south, west] = self.squares[from].rays;
        let [to_north, to_east, to_south, to_west] = self.squares[to].rays;
        (north & to_south) | (east & to_west) | (south & to_north) | (west & to_east)
    }

    /// The squares that a piece sliding one way passes or reaches before the first blocker.
    #[inline]
    pub fn slide(&self, from: usize, way: Direction, blockers: B) -> B {
        let ray = self.ray(from, way);
        let hits = ray & blockers;
        if way.rises() {
            hits.first().map_or(ray, |block| ray & B::below(block))
        } else {
            hits.last().map_or(ray, |block| ray.without(B::below(block + 1)))
        }
    }

    /// The square of a set that is nearest one way, the start left aside.
    #[inline]
    pub fn first_seen(&self, from: usize, way: Direction, set: B) -> Option<usize> {
        let seen = self.ray(from, way) & set;
        if way.rises() { seen.first() } else { seen.last() }
    }

    /// Every square of the set moved one step; squares that would leave the board are lost.
    #[inline]
    pub fn shifted(&self, set: B, way: Direction) -> B {
        match way {
            Direction::North => set.raised(self.size.side()) & self.all,
            Direction::East => set.without(self.last_file).raised(1),
            Direction::South => set.lowered(self.size.side()),
            Direction::West => set.without(self.first_file).lowered(1),
        }
    }

    /// The set and all squares next to it.
    #[inline]
    pub fn grown(&self, set: B) -> B {
        let [north, east, south, west] = Direction::ALL.map(|way| self.shifted(set, way));
        set | north | east | south | west
    }

    /// Everything that can be reached from `seeds` by single steps within `open`.
    pub fn flood(&self, seeds: B, open: B) -> B {
        let mut reached = seeds & open;
        loop {
            let next = self.grown(reached) & open;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }
}

impl<B: Bits> Surroundings<B> {
    /// The facts of a square of a board with this first file.
    fn new(size: BoardSize, square: Square, first_file: B) -> Self {
        let steps = Direction::ALL.map(|way| step(size, square, way));
        let on_board = steps.into_iter().filter(|&to| to != NO_SQUARE);
        let (start, apart) = (usize::from(square.rank) * size.side(), usize::from(square.file));
        let index = start + apart;
        let rank = B::below(start + size.side()).without(B::below(start));
        let file = first_file.raised(apart);
        let (before, after) = (B::below(index), !B::below(index + 1));
        let rays = Direction::ALL.map(|way| match way {
            Direction::North => file & after,
            Direction::East => rank & after,
            Direction::South => file & before,
            Direction::West => rank & before,
        });
        Self {
            rays,
            lines: rays.into_iter().fold(B::EMPTY, |lines, ray| lines | ray),
            neighbours: on_board.fold(B::EMPTY, |set, to| set | B::single(usize::from(to))),
            steps,
            place: square,
            on_board: around_on_board(size, square),
        }
    }
}

fn bit<B: Bits>(size: BoardSize, square: Square) -> B {
    size.index(square).map_or(B::EMPTY, B::single)
}

fn next(size: BoardSize, square: Square, way: Direction) -> Option<Square> {
    let (files, ranks) = way.offset();
    let file = square.file.checked_add_signed(files)?;
    let rank = square.rank.checked_add_signed(ranks)?;
    Some(Square::new(file, rank)).filter(|&square| size.contains(square))
}

fn step(size: BoardSize, square: Square, way: Direction) -> u16 {
    next(size, square, way)
        .and_then(|square| size.index(square))
        .map_or(NO_SQUARE, |index| index as u16)
}

fn around_on_board(size: BoardSize, square: Square) -> u8 {
    let on_board = |(files, ranks): (i8, i8)| {
        let file = square.file.checked_add_signed(files)?;
        let rank = square.rank.checked_add_signed(ranks)?;
        Some(Square::new(file, rank)).filter(|&square| size.contains(square))
    };
    let bits = AROUND.into_iter().enumerate();
    bits.fold(0, |set, (at, offset)| set | u8::from(on_board(offset).is_some()) << at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Wide;

    fn check_size<B: Bits>(side: usize) {
        let size = BoardSize::new(side).unwrap();
        let geometry: Geometry<B> = Geometry::new(size);
        assert_eq!(geometry.all().count() as usize, side * side);
        assert_eq!(geometry.edge().count() as usize, 4 * (side - 1));
        for from in 0..size.squares() {
            for other in 0..size.squares() {
                let (here, there) = (size.square(from), size.square(other));
                let apart = |one: u8, other: u8| other as i8 - one as i8;
                let offset = (apart(here.file, there.file), apart(here.rank, there.rank));
                let (file, rank) = (there.file as i8 + offset.0, there.rank as i8 + offset.1);
                let on_board = |at: i8| (0..side as i8).contains(&at);
                let beyond = (on_board(file) && on_board(rank)).then(|| {
                    let far = Square::new(file as u8, rank as u8);
                    size.index(far).unwrap() as u16
                });
                let same_line = here.file == there.file || here.rank == there.rank;
                assert_eq!(geometry.lines(from).contains(other), same_line && from != other);
                if !same_line {
                    assert_eq!(geometry.between(from, other), B::EMPTY);
                }
                assert_eq!(geometry.beyond(from, other), beyond.unwrap_or(NO_SQUARE));
                let near = AROUND.iter().position(|&around| around == offset);
                let expected = near.map_or(0, |at| 1 << at);
                assert_eq!(geometry.around(from, B::single(other)), expected);
            }
            for way in Direction::ALL {
                let single = geometry.shifted(B::single(from), way);
                let step = geometry.step(from, way);
                assert_eq!(single.first(), (step != NO_SQUARE).then_some(usize::from(step)));
                let ray = geometry.ray(from, way);
                let mut walked = B::EMPTY;
                let mut at = step;
                while at != NO_SQUARE {
                    walked |= B::single(usize::from(at));
                    at = geometry.step(usize::from(at), way);
                }
                assert_eq!(ray, walked);
                assert_eq!(geometry.slide(from, way, B::EMPTY), ray);
                for to in ray.indices() {
                    assert_eq!(geometry.way(from, to), Some(way));
                    assert_eq!(
                        geometry.slide(from, way, B::single(to)),
                        geometry.between(from, to),
                    );
                }
            }
        }
        let middle = size.index(size.centre()).unwrap();
        assert_eq!(geometry.flood(B::single(middle), geometry.all()), geometry.all());
    }

    #[test]
    fn every_size_holds_together() {
        check_size::<u64>(5);
        check_size::<u64>(7);
        check_size::<u128>(9);
        check_size::<u128>(11);
        check_size::<Wide<4>>(13);
        check_size::<Wide<4>>(15);
        check_size::<Wide<6>>(17);
        check_size::<Wide<6>>(19);
    }
}
