//! How games end: K7 exit fort, K8 encirclement, and the order of verdicts, K13.

use std::fmt;

use crate::board::{Bits, Direction, Piece, PieceKind, Side};

use super::{Position, Rulebook};

/// How a game stands when it is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// The side that has won; none in a draw.
    pub winner: Option<Side>,
    /// The rule that ended the game.
    pub by: By,
}

/// The rules that end games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum By {
    /// The king was taken (K5).
    KingCaptured,
    /// The king reached his goal.
    KingEscaped,
    /// The king sits in a fort on the edge that the attackers cannot break (K7).
    ExitFort,
    /// No defender can reach the edge any more (K8).
    Encircled,
    /// The last attacker was taken (K13).
    AllCaptured,
    /// A side cannot move (K10).
    NoMoves,
    /// A position came again too often (K9).
    Repetition,
    /// The limit of play without captures was reached (K14).
    NoCapture,
}

impl By {
    /// Every rule that ends games.
    pub const ALL: [Self; 8] = [
        Self::KingCaptured,
        Self::KingEscaped,
        Self::ExitFort,
        Self::Encircled,
        Self::AllCaptured,
        Self::NoMoves,
        Self::Repetition,
        Self::NoCapture,
    ];

    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::KingCaptured => "king-captured",
            Self::KingEscaped => "king-escaped",
            Self::ExitFort => "exit-fort",
            Self::Encircled => "encircled",
            Self::AllCaptured => "all-captured",
            Self::NoMoves => "no-moves",
            Self::Repetition => "repetition",
            Self::NoCapture => "no-capture",
        }
    }

    /// What happened, in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::KingCaptured => "the king is taken",
            Self::KingEscaped => "the king has escaped",
            Self::ExitFort => "the king is safe in an exit fort",
            Self::Encircled => "the defenders are encircled",
            Self::AllCaptured => "the last attacker is taken",
            Self::NoMoves => "the side to move has no legal move",
            Self::Repetition => "the position has come again too often",
            Self::NoCapture => "the limit of play without captures is reached",
        }
    }
}

impl Ending {
    pub(super) const fn won(winner: Side, by: By) -> Self {
        Self { winner: Some(winner), by }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{}: the {winner} win", self.by.words()),
            None => write!(f, "{}: a draw", self.by.words()),
        }
    }
}

/// By the attackers on the eight squares around one, in the order of
/// [`Geometry::around`](crate::board::Geometry::around): whether the free ones of the four next to it
/// are connected among the eight.
const CUTS_NOTHING: [bool; 256] = {
    // South, east, north and west; behind each the corner on the way to the next.
    const CYCLE: [(usize, usize); 4] = [(1, 2), (4, 7), (6, 5), (3, 0)];
    let mut table = [false; 256];
    let mut attackers = 0;
    while attackers < table.len() {
        let (mut free, mut links, mut at) = (0, 0, 0);
        while at < 4 {
            let (side, corner) = CYCLE[at];
            let (next, _) = CYCLE[(at + 1) % 4];
            if attackers >> side & 1 == 0 {
                free += 1;
                links += (attackers >> corner & 1 == 0 && attackers >> next & 1 == 0) as u32;
            }
            at += 1;
        }
        table[attackers] = free <= links + 1;
        attackers += 1;
    }
    table
};

impl<B: Bits> Rulebook<B> {
    /// How the game stands after a hop of `mover`, repetition and the like left aside (K13, 1 to 4).
    pub(crate) fn verdict(&self, position: &Position<B>, mover: Side) -> Option<Ending> {
        let encircled =
            mover == Side::Attackers && self.rules.encirclement && self.is_encircled(position);
        self.verdict_given(position, mover, encircled)
    }

    /// The same, where it is known whether the attackers have just encircled the defenders.
    // In line: asked after every hop.
    #[inline(always)]
    pub(super) fn verdict_given(
        &self,
        position: &Position<B>,
        mover: Side,
        encircled: bool,
    ) -> Option<Ending> {
        let Some(king) = position.king() else {
            return Some(Ending::won(Side::Attackers, By::KingCaptured));
        };
        match mover {
            Side::Defenders => {
                if self.goal.contains(king) {
                    return Some(Ending::won(Side::Defenders, By::KingEscaped));
                }
                if self.rules.exit_fort && self.is_exit_fort(position, king) {
                    return Some(Ending::won(Side::Defenders, By::ExitFort));
                }
            }
            Side::Attackers => {
                if encircled {
                    return Some(Ending::won(Side::Attackers, By::Encircled));
                }
            }
        }
        let wiped_out = position.side(Side::Attackers).is_empty();
        wiped_out.then_some(Ending::won(Side::Defenders, By::AllCaptured))
    }

    /// Whether an attacker that has just come to a square, taking nothing, leaves all that was
    /// connected before connected: the squares next to it that are free of attackers are connected
    /// among the eight around it. What lies not_refuted_by the edge counts as free.
    #[inline]
    pub(super) fn cuts_nothing(&self, position: &Position<B>, to: usize) -> bool {
        let attackers = position.side(Side::Attackers);
        CUTS_NOTHING[usize::from(self.geometry.around(to, attackers))]
    }

    /// Whether no defender can reach the edge through squares without attackers (K8).
    #[inline]
    pub(super) fn is_encircled(&self, position: &Position<B>) -> bool {
        let defenders = position.side(Side::Defenders);
        let open = self.geometry.all().without(position.side(Side::Attackers));
        let mut reached = self.geometry.edge() & open;
        loop {
            if reached.meets(defenders) {
                return false;
            }
            let next = self.geometry.grown(reached) & open;
            if next == reached {
                return true;
            }
            reached = next;
        }
    }

    /// Whether the king sits in an unbreakable fort on the edge (K7).
    // In line: asked after every hop of the defenders, and mostly answered by one test.
    #[inline(always)]
    pub(super) fn is_exit_fort(&self, position: &Position<B>, king: usize) -> bool {
        self.geometry.edge().contains(king)
            && !self.corners.contains(king)
            && !self.is_board_corner(king)
            && self.fort_holds(position, king)
    }

    fn is_board_corner(&self, index: usize) -> bool {
        self.geometry.neighbours(index).count() == 2
    }

    /// Whether anything of a set can be come to from a square past no piece of `walls`.
    #[inline]
    pub(super) fn lies_open(&self, from: usize, walls: B, set: B) -> bool {
        let open = self.geometry.all().without(walls);
        let mut reached = B::single(from);
        loop {
            let next = reached | (self.geometry.grown(reached) & open);
            if next.meets(set) {
                return true;
            }
            if next == reached {
                return false;
            }
            reached = next;
        }
    }

    // Out of line: rare, and a flood fill is large.
    #[inline(never)]
    fn fort_holds(&self, position: &Position<B>, king: usize) -> bool {
        let mut walls = position.side(Side::Defenders);
        if self.lies_open(king, walls, position.side(Side::Attackers)) {
            return false;
        }
        let defending = position.with_to_move(Side::Defenders);
        if self.slides(&defending, king).is_empty() {
            return false;
        }
        loop {
            let outside = self.reachable_by_attackers(position, walls);
            let open = self.geometry.all().without(walls);
            let inside = self.geometry.flood(self.geometry.neighbours(king), open);
            if inside.meets(outside) {
                return false;
            }
            let breakable = self.breakable(position, walls, outside);
            if breakable.is_empty() {
                return true;
            }
            walls = walls.without(breakable);
        }
    }

    /// The squares that attackers can come to in time while `walls` stand. A square that they may
    /// cross but not stop on is crossed straight.
    fn reachable_by_attackers(&self, position: &Position<B>, walls: B) -> B {
        let man = Piece::new(Side::Attackers, PieceKind::Taflman).index();
        let free = self.geometry.all().without(walls);
        let open = free & self.stop[man];
        let crossed = free.without(self.stop[man]) & self.pass[man];
        let mut reached = position.side(Side::Attackers);
        loop {
            let mut next = reached | (self.geometry.grown(reached) & open);
            for at in (reached & self.insiders[man]).indices() {
                let (_, stop) = self.rights(man, at);
                next |= self.geometry.neighbours(at) & stop & free;
            }
            for way in Direction::ALL {
                let mut over = self.geometry.shifted(next, way) & crossed;
                while !over.is_empty() {
                    let not_refuted_by = self.geometry.shifted(over, way);
                    next |= not_refuted_by & open;
                    over = not_refuted_by & crossed;
                }
            }
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// The men of the walls that two attackers, or one and a hostile square, could close on.
    fn breakable(&self, position: &Position<B>, walls: B, outside: B) -> B {
        let mut breakable = B::EMPTY;
        let men = walls.without(position.king_set() | position.guards());
        for kind in PieceKind::ALL {
            let piece = Piece::new(Side::Defenders, kind);
            let hostile = self.hostile_empty[piece.index()].without(walls);
            let threats = outside | hostile;
            let mut closed = self.pinched(outside, threats);
            for (squares, pieces) in self.hostile_outside.iter().flatten() {
                if pieces.contains(piece) {
                    closed |= self.pinched(outside, *squares).without(*squares);
                }
            }
            if self.rules.edge_hostile_to.contains(piece) {
                closed |= self.closed_against_edge(outside);
            }
            let of_kind = men.indices().filter(|&at| position.kind(at) == kind);
            let of_kind = if position.ordinary && kind == PieceKind::Taflman {
                men
            } else {
                of_kind.fold(B::EMPTY, |set, at| set | B::single(at))
            };
            breakable |= closed & of_kind;
        }
        breakable
    }

    /// The squares with an attacker on one side and a threat on the other.
    fn pinched(&self, attackers: B, threats: B) -> B {
        let beside = |set: B, way: Direction| self.geometry.shifted(set, way);
        [Direction::North, Direction::East].into_iter().fold(B::EMPTY, |closed, way| {
            let back = way.opposite();
            closed
                | (beside(attackers, way) & beside(threats, back))
                | (beside(threats, way) & beside(attackers, back))
        })
    }

    fn closed_against_edge(&self, outside: B) -> B {
        Direction::ALL.into_iter().fold(B::EMPTY, |closed, way| {
            let rim = self.geometry.all().without(self.geometry.shifted(self.geometry.all(), way));
            closed | (rim & self.geometry.shifted(outside, way.opposite()))
        })
    }
}
