//! Legal moves: where pieces may go, and why they may not.

use crate::board::{Bits, Direction, Piece, PieceKind, Side};
use crate::rules::Jump;

use super::{Position, Rulebook};

/// One move of one piece: a whole turn, or one link of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hop {
    /// The number of the square that the piece leaves.
    pub from: u16,
    /// The number of the square that it comes to.
    pub to: u16,
}

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// Nothing stands where the move starts.
    EmptyOrigin,
    /// The piece is the other side's.
    WrongSide,
    /// The move ends where it starts (K1).
    NoMove,
    /// The squares share no line (K1).
    OffLine,
    /// A piece stands in between.
    Blocked {
        /// The number of the first square in the way.
        at: usize,
    },
    /// A special square in between may not be crossed by this piece (K2).
    MayNotPass {
        /// The number of that square.
        at: usize,
    },
    /// A piece stands where the move ends.
    Occupied,
    /// A special square on which this piece may not stop (K2).
    MayNotStop,
    /// Farther than this kind of piece may move.
    TooFar {
        /// The most squares that it may move.
        limit: u8,
    },
    /// A further hop of a chain that takes nothing (K12).
    TakesNothing,
    /// A further hop after one that took nothing, or under rules without chains (K12).
    NoChain,
    /// The piece has to go on: another capture is on offer (K12).
    MustGoOn,
    /// The turn takes nothing, and another could (K15).
    MustTake,
    /// The pieces stood like that before, and the defenders may not bring that back (K9).
    Repeats,
}

impl<B: Bits> Rulebook<B> {
    /// The type of the piece on a square, as an index into the tables.
    #[inline]
    pub(super) fn type_of(&self, position: &Position<B>, side: Side, index: usize) -> usize {
        Piece::new(side, position.kind(index)).index()
    }

    /// Where the piece on a square may go, jumps included, as far as the board decides.
    pub(crate) fn destinations(&self, position: &Position<B>, from: usize) -> B {
        let slides = self.slides(position, from);
        if position.ordinary && self.no_jumps {
            return slides;
        }
        slides | self.jumps(position, from)
    }

    /// Where the piece on a square of the side to move may slide.
    #[inline]
    pub(super) fn slides(&self, position: &Position<B>, from: usize) -> B {
        let piece = self.type_of(position, position.to_move, from);
        let (pass, stop) = self.rights(piece, from);
        let occupied = position.occupied();
        let along = |way| self.slides_along(from, way, occupied, (pass, stop));
        let reached =
            Direction::ALL.into_iter().fold(B::EMPTY, |reached, way| reached | along(way));
        if self.speed_limited { reached & self.within_speed(piece, from) } else { reached }
    }

    /// Where a piece with such rights to pass and stop may slide one way, however far it may move.
    #[inline]
    fn slides_along(&self, from: usize, way: Direction, occupied: B, (pass, stop): (B, B)) -> B {
        let landings = stop.without(occupied);
        let enter_only = landings.without(pass);
        let slide = self.geometry.slide(from, way, occupied | !pass);
        if self.geometry.ray(from, way).meets(enter_only) {
            let next = self.geometry.shifted(slide | B::single(from), way);
            let entered = next & enter_only & self.geometry.ray(from, way);
            return (slide | entered) & landings;
        }
        slide & landings
    }

    /// How many moves of a side lead to an empty square or across it: those that a piece there stops.
    #[inline]
    pub(super) fn moves_through(
        &self,
        position: &Position<B>,
        side: Side,
        square: usize,
        occupied: B,
    ) -> u64 {
        let mut moves = 0;
        for way in Direction::ALL {
            let Some(from) = self.geometry.first_seen(square, way, occupied) else { continue };
            if !position.side(side).contains(from) {
                continue;
            }
            let rights = self.rights(self.type_of(position, side, from), from);
            let back = way.opposite();
            let reached = self.slides_along(from, back, occupied, rights);
            let stopped = reached & (B::single(square) | self.geometry.ray(square, back));
            moves += u64::from(stopped.count());
        }
        moves
    }

    /// The squares no farther off, along lines, than the piece may move.
    fn within_speed(&self, piece: usize, from: usize) -> B {
        let Some(limit) = self.rules.speeds.limits()[piece] else { return self.geometry.all() };
        let mut near = B::single(from);
        for _ in 0..limit.min(20) {
            near = self.geometry.grown(near);
        }
        near
    }

    /// Where the piece on a square may jump (K11).
    pub(super) fn jumps(&self, position: &Position<B>, from: usize) -> B {
        let side = position.to_move;
        let kind = position.kind(from);
        let over = match self.jump_of(kind) {
            Jump::None => return B::EMPTY,
            Jump::Restricted | Jump::OverEnemy | Jump::Capturing => {
                position.taflmen() & position.side(side.other())
            }
            Jump::OverAny => position.taflmen(),
        };
        let (_, stop) = self.rights(Piece::new(side, kind).index(), from);
        let mut landings = stop.without(position.occupied());
        let free = self.jump_squares[side.index()];
        if self.jump_of(kind) == Jump::Restricted && !free.contains(from) {
            landings &= free;
        }
        let start = B::single(from);
        Direction::ALL.into_iter().fold(B::EMPTY, |reached, way| {
            let middle = self.geometry.shifted(start, way) & over;
            reached | (self.geometry.shifted(middle, way) & landings)
        })
    }

    /// Whether a hop is a jump: it passes over the piece between two squares.
    pub(super) fn is_jump(&self, position: &Position<B>, hop: Hop) -> bool {
        let (from, to) = (usize::from(hop.from), usize::from(hop.to));
        self.geometry.between(from, to).meets(position.occupied())
    }

    /// Whether the board lets the side to move make this move. Later hops of a chain must also obey
    /// [`Rulebook::go_on`].
    // In line: every move that is played or tried passes here.
    #[inline(always)]
    pub(crate) fn may_hop(&self, position: &Position<B>, hop: Hop) -> Result<(), Illegal> {
        if self.slides_freely(position, hop) {
            return Ok(());
        }
        self.explain_hop(position, usize::from(hop.from), usize::from(hop.to))
    }

    /// Whether one test of sets shows that the side to move has this slide. `false` leaves it open.
    // In line: the first test of every move in the quick lane.
    #[inline(always)]
    pub(super) fn slides_freely(&self, position: &Position<B>, hop: Hop) -> bool {
        let (from, to) = (usize::from(hop.from), usize::from(hop.to));
        let side = position.to_move;
        let piece = self.type_of(position, side, from);
        let occupied = position.occupied();
        // The squares that speak against it, all looked at together.
        let starts = B::single(from) & (self.insiders[piece] | !position.side(side));
        let passes = self.geometry.between(from, to) & (occupied | !self.pass[piece]);
        let stops = occupied | !(self.stop[piece] & self.geometry.lines(from));
        (starts | passes | (B::single(to) & stops)).is_empty() && !self.speed_limited
    }

    /// The same question step by step, with the reason for a no.
    #[cold]
    pub(super) fn explain_hop(
        &self,
        position: &Position<B>,
        from: usize,
        to: usize,
    ) -> Result<(), Illegal> {
        let side = position.to_move;
        if !position.side(side).contains(from) {
            let theirs = position.side(side.other()).contains(from);
            return Err(if theirs { Illegal::WrongSide } else { Illegal::EmptyOrigin });
        }
        if self.destinations(position, from).contains(to) {
            return Ok(());
        }
        if from == to {
            return Err(Illegal::NoMove);
        }
        let Some(way) = self.geometry.way(from, to) else { return Err(Illegal::OffLine) };
        let piece = self.type_of(position, side, from);
        let (pass, stop) = self.rights(piece, from);
        let occupied = position.occupied();
        if occupied.contains(to) {
            return Err(Illegal::Occupied);
        }
        let first_of = |set: B| {
            let along = std::iter::successors(Some(from), |&at| {
                Some(usize::from(self.geometry.step(at, way))).filter(|&at| at != to)
            });
            along.skip(1).find(|&at| set.contains(at))
        };
        let between = self.geometry.between(from, to);
        if let Some(at) = first_of(between & occupied) {
            return Err(Illegal::Blocked { at });
        }
        if let Some(at) = first_of(between.without(pass)) {
            return Err(Illegal::MayNotPass { at });
        }
        if !stop.contains(to) {
            return Err(Illegal::MayNotStop);
        }
        match self.rules.speeds.limits()[piece] {
            Some(limit) => Err(Illegal::TooFar { limit }),
            None => Err(Illegal::OffLine),
        }
    }

    /// Calls for every legal single move of the side to move, by origin and destination.
    #[inline]
    pub(crate) fn each_hop(&self, position: &Position<B>, mut then: impl FnMut(Hop)) {
        let has_to_take = self.has_to_take(position);
        for from in position.side(position.to_move).indices() {
            for to in self.first_ends(position, from, has_to_take).indices() {
                then(Hop { from: from as u16, to: to as u16 });
            }
        }
    }

    /// How many legal moves the side to move has, chains left aside.
    pub(crate) fn count_moves(&self, position: &Position<B>) -> u64 {
        self.count_hops(position)
    }

    /// Whether nothing but what stands in the way ends a move, and nothing forbids one.
    pub(super) fn only_slides_far(&self, position: &Position<B>) -> bool {
        position.ordinary && self.no_jumps && !self.speed_limited && !self.rules.compulsory_capture
    }

    /// How many single moves the side to move has.
    pub(super) fn count_hops(&self, position: &Position<B>) -> u64 {
        let side = position.to_move;
        let own = position.side(side);
        let men = Piece::new(side, PieceKind::Taflman).index();
        if !self.only_slides_far(position) || own.meets(self.insiders[men]) {
            let has_to_take = self.has_to_take(position);
            let ends = |from| self.first_ends(position, from, has_to_take);
            let one_by_one = own.indices().map(|from| ends(from).count());
            return one_by_one.map(u64::from).sum();
        }
        let king = if side == Side::Defenders { position.king_set() } else { B::EMPTY };
        let kings_moves = match king.first() {
            Some(from) => u64::from(self.slides(position, from).count()),
            None => 0,
        };
        kings_moves + self.count_slides(own.without(king), men, position.occupied())
    }

    /// Moves all men of one type one step at a time in each direction: every square that any of
    /// them reaches is one move, as it is reached from the man that is nearest. Counting the squares
    /// of a step costs more than the step, so they are counted once a direction.
    fn count_slides(&self, men: B, piece: usize, occupied: B) -> u64 {
        let empty = self.geometry.all().without(occupied);
        let landings = empty & self.stop[piece];
        let open = empty & self.pass[piece];
        let mut moves = 0;
        for way in Direction::ALL {
            let mut front = self.geometry.shifted(men, way) & empty;
            let mut reached = B::EMPTY;
            while !front.is_empty() {
                reached |= front;
                front = self.geometry.shifted(front & open, way) & empty;
            }
            moves += u64::from((reached & landings).count());
        }
        moves
    }

    /// Whether a side has a legal move (K10). Some piece nearly always has a step north.
    // In line: asked after every turn, and nearly always answered by the first piece.
    #[inline(always)]
    pub(crate) fn can_move(&self, position: &Position<B>, side: Side) -> bool {
        let north = self.geometry.shifted(position.side(side), Direction::North);
        north.meets(self.northward.without(position.occupied())) || self.any_can_go(position, side)
    }

    /// Whether a piece is seen to have a step. No does not say that it cannot move.
    fn can_step(&self, position: &Position<B>, side: Side, from: usize) -> bool {
        let piece = self.type_of(position, side, from);
        let landings = self.stop[piece].without(position.occupied());
        self.may_step[piece]
            && self.geometry.neighbours(from).meets(landings)
            && !self.insiders[piece].contains(from)
    }

    #[cold]
    fn any_can_go(&self, position: &Position<B>, side: Side) -> bool {
        let position = position.with_to_move(side);
        let own = position.side(side);
        own.indices().any(|from| self.can_step(&position, side, from))
            || own.indices().any(|from| !self.destinations(&position, from).is_empty())
    }
}
