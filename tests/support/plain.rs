//! A second rules engine, written for tests only: slow, and plain enough to be checked by reading.
//!
//! It shares the board and the `Ruleset` value with the library and nothing else. Squares are
//! looked up one by one, neighbours are walked in loops, and nothing is remembered between turns
//! but the positions that were seen.
//!
//! Where the rules leave room, this engine reads them as follows.
//! - A king that may not strike takes nothing by moving, neither in a shieldwall nor by a jump, and
//!   a king that may not hold the far side closes no shieldwall. A guard takes nothing by a jump.
//! - A corner stands in for the second commander against the king whatever stands on it.
//! - The king has escaped when he stands on his goal after any hop of his side.
//! - The king's move that an exit fort needs is a slide, not a jump.
//! - Where captures are compulsory, a turn is judged whole: one that takes anything, the king too, goes
//!   before every turn that takes nothing, wins included.
//! - A chain that must go on may go on by any hop that is allowed, not only by one that takes.
//! - Where the defenders may not bring a board back, whole turns are refused, after everything else:
//!   a turn that has to take, or a chain that has to go on, has to do so all the same.

use std::collections::{BTreeSet, HashMap};

use taflkit::board::{Piece, PieceKind, Setup, Side, Square};
use taflkit::rules::{
    Escape, Jump, KingArms, KingCapture, RepetitionVerdict, Ruleset, Shieldwall, SpecialSquares,
    Stuck,
};

/// Who won, nobody in a draw, and by what.
pub(crate) type Ending = (Option<Side>, &'static str);

/// A game as this engine plays it.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    pub rules: Ruleset,
    pub board: Setup,
    pub to_move: Side,
    /// How the game ended, if it did.
    pub ending: Option<Ending>,
    /// Turns of either side since the last capture.
    pub quiet: u64,
    /// How often every position has been there at the end of a turn, the first one included.
    seen: HashMap<(Setup, Side), u32>,
}

/// A whole turn: one hop, or several in a berserk chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlainTurn {
    pub hops: Vec<(Square, Square)>,
    /// For every hop, whether it jumps.
    pub jumps: Vec<bool>,
}

/// What a turn did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlainOutcome {
    /// For every hop, the squares whose men were taken, sorted.
    pub captured: Vec<Vec<Square>>,
    pub ending: Option<Ending>,
}

impl PlainTurn {
    /// `a1-a4`, `d4^d6` for a jump, `d2-d4=h4` for a chain and `d4^d6^=d8` for a chain of jumps.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for (at, ((from, to), &jump)) in self.hops.iter().zip(&self.jumps).enumerate() {
            let joint = match (at, jump) {
                (0, false) => "-",
                (0, true) => "^",
                (_, false) => "=",
                (_, true) => "^=",
            };
            if at == 0 {
                text += &from.to_string();
            }
            text += &format!("{joint}{to}");
        }
        text
    }
}

impl Plain {
    pub(crate) fn new(rules: &Ruleset, board: &Setup, to_move: Side) -> Self {
        Self {
            rules: rules.clone(),
            board: board.clone(),
            to_move,
            ending: None,
            quiet: 0,
            seen: HashMap::from([((board.clone(), to_move), 1)]),
        }
    }

    /// Every legal turn; none once the game has ended.
    pub(crate) fn turns(&self) -> Vec<PlainTurn> {
        match self.ending {
            Some(_) => Vec::new(),
            None => self.allowed_turns(),
        }
    }

    /// The turns of the position but those that bring back a board which may not come again.
    fn allowed_turns(&self) -> Vec<PlainTurn> {
        let mut turns = self.position().turns();
        if self.to_move == Side::Defenders && self.refuses_boards() {
            turns.retain(|turn| {
                let (after, _, _) = self.position().after_turn(turn);
                let there = self.seen.iter().filter(|((board, _), _)| *board == after.board);
                let times: u32 = there.map(|(_, times)| times).sum();
                times + 1 < u32::from(self.rules.repetition.count)
            });
        }
        turns
    }

    fn refuses_boards(&self) -> bool {
        self.rules.repetition.verdict == RepetitionVerdict::DefendersMayNot
    }

    /// Plays a turn, which must be one of [`Plain::turns`].
    pub(crate) fn play(&mut self, turn: &PlainTurn) -> PlainOutcome {
        assert!(self.turns().contains(turn), "{} is not legal here", turn.text());
        let (captured, mut ending, board) = {
            let (after, captured, ending) = self.position().after_turn(turn);
            (captured, ending, after.board)
        };
        self.board = board;
        self.to_move = self.to_move.other();
        self.quiet = if captured.iter().all(Vec::is_empty) { self.quiet + 1 } else { 0 };
        let times = self.seen.entry((self.board.clone(), self.to_move)).or_insert(0);
        *times += 1;
        if ending.is_none() && *times >= u32::from(self.rules.repetition.count) {
            ending = self.repetition();
        }
        ending = ending.or_else(|| self.position().stuck());
        if ending.is_none() && self.allowed_turns().is_empty() {
            ending = Some(self.position().without_a_turn());
        }
        ending = ending.or_else(|| self.no_capture());
        self.ending = ending;
        PlainOutcome { captured, ending }
    }

    /// How many sequences of exactly so many turns there are. A game that ends has no
    /// continuation; repetition and the limit on play without captures are left aside.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        match self.ending {
            Some(_) => u64::from(depth == 0),
            None if depth > 0 && self.refuses_boards() => {
                self.allowed_turns().iter().map(|turn| self.after(turn).perft(depth - 1)).sum()
            }
            None => self.position().perft(depth),
        }
    }

    /// The game after a turn, without its limit on play without captures.
    fn after(&self, turn: &PlainTurn) -> Self {
        let mut after = self.clone();
        after.rules.no_capture = None;
        after.play(turn);
        after
    }

    /// Leaves, captures, attackers' wins and defenders' wins after so many turns, repetition and
    /// the limit on play without captures left aside.
    ///
    /// A game that ends earlier is one leaf and counts as its winner's. A leaf counts as a capture
    /// when the very last of so many turns took anything, the king or one man or several; what
    /// earlier turns took does not count, and so neither does a game that ended earlier.
    pub(crate) fn tuple(&self, depth: u32) -> [u64; 4] {
        match self.ending {
            Some(_) => leaf(false, self.ending),
            None if depth > 0 && self.refuses_boards() => {
                let mut sum = [0; 4];
                for turn in self.allowed_turns() {
                    let after = self.after(&turn);
                    let part = match depth {
                        1 => leaf(self.position().takes(&turn), after.ending),
                        _ => after.tuple(depth - 1),
                    };
                    add(&mut sum, part);
                }
                sum
            }
            None => self.position().tuple(depth),
        }
    }

    fn position(&self) -> Position<'_> {
        Position { rules: &self.rules, board: self.board.clone(), to_move: self.to_move }
    }

    /// The verdict on a repetition that the side not to move has just brought about.
    fn repetition(&self) -> Option<Ending> {
        let mover = self.to_move.other();
        let winner = match self.rules.repetition.verdict {
            RepetitionVerdict::Nothing | RepetitionVerdict::DefendersMayNot => return None,
            RepetitionVerdict::Draw => None,
            RepetitionVerdict::DefendersLose => Some(Side::Attackers),
            RepetitionVerdict::MoverLoses => Some(mover.other()),
            RepetitionVerdict::OpenerLoses => Some(mover),
        };
        Some((winner, "repetition"))
    }

    fn no_capture(&self) -> Option<Ending> {
        let limit = self.rules.no_capture?.plies();
        (self.quiet >= limit).then_some((None, "no-capture"))
    }
}

/// A single step: files, then ranks.
type Way = (i32, i32);

const WAYS: [Way; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// A slide or a jump of one piece.
#[derive(Clone, Copy, Debug)]
struct Hop {
    from: Square,
    to: Square,
    jump: bool,
}

/// What the rules can tell without looking back: pieces on a board and the side to move.
#[derive(Clone, Debug)]
struct Position<'a> {
    rules: &'a Ruleset,
    board: Setup,
    to_move: Side,
}

/// Getting about on the board.
impl Position<'_> {
    fn step(&self, from: Square, way: Way) -> Option<Square> {
        let file = u8::try_from(i32::from(from.file) + way.0).ok()?;
        let rank = u8::try_from(i32::from(from.rank) + way.1).ok()?;
        let to = Square::new(file, rank);
        self.board.size().contains(to).then_some(to)
    }

    fn squares(&self) -> Vec<Square> {
        let size = self.board.size();
        (0..size.squares()).map(|index| size.square(index)).collect()
    }

    fn squares_of(&self, side: Side) -> BTreeSet<Square> {
        self.board.pieces().filter(|(_, piece)| piece.side == side).map(|(at, _)| at).collect()
    }

    fn king(&self) -> Option<Square> {
        self.board.pieces().find(|&(_, piece)| is_king(piece)).map(|(at, _)| at)
    }

    fn is_empty(&self, square: Square) -> bool {
        self.board.get(square).is_none()
    }
}

fn is_king(piece: Piece) -> bool {
    piece == Piece::new(Side::Defenders, PieceKind::King)
}

/// Moving.
impl Position<'_> {
    fn turns(&self) -> Vec<PlainTurn> {
        let mut turns = Vec::new();
        for from in self.squares_of(self.to_move) {
            for hop in self.hops(from) {
                let start = PlainTurn { hops: Vec::new(), jumps: Vec::new() };
                self.add_turns(start, hop, &mut turns);
            }
        }
        if self.rules.compulsory_capture {
            let (taking, quiet): (Vec<_>, Vec<_>) =
                turns.into_iter().partition(|turn| self.takes(turn));
            return if taking.is_empty() { quiet } else { taking };
        }
        turns
    }

    fn takes(&self, turn: &PlainTurn) -> bool {
        let (_, captured, _) = self.after_turn(turn);
        captured.iter().any(|taken| !taken.is_empty())
    }

    /// Adds every turn that begins with the hops so far and goes on with this one.
    fn add_turns(&self, mut turn: PlainTurn, hop: Hop, turns: &mut Vec<PlainTurn>) {
        turn.hops.push((hop.from, hop.to));
        turn.jumps.push(hop.jump);
        let Some(berserk) = self.rules.berserk else {
            turns.push(turn);
            return;
        };
        let (after, captured, ending) = self.after_hop(hop);
        if captured.is_empty() || ending.is_some() {
            turns.push(turn);
            return;
        }
        let king_moves = after.board.get(hop.to).is_some_and(is_king);
        let mut further = Vec::new();
        let mut could_take = false;
        for next in after.hops(hop.to) {
            let takes = !after.after_hop(next).1.is_empty();
            let escapes = king_moves && berserk.king_escapes && after.is_goal(next.to);
            could_take = could_take || takes;
            if takes || escapes || berserk.any_hop {
                further.push(next);
            }
        }
        if !(berserk.compulsory && could_take) {
            turns.push(turn.clone());
        }
        for next in further {
            after.add_turns(turn.clone(), next, turns);
        }
    }

    fn hops(&self, from: Square) -> Vec<Hop> {
        let mut hops = self.slides(from);
        hops.extend(self.jumps(from));
        hops
    }

    fn slides(&self, from: Square) -> Vec<Hop> {
        let Some(piece) = self.board.get(from) else { return Vec::new() };
        let most = self.rules.speeds.of(piece).map_or(self.board.size().side(), usize::from);
        let mut slides = Vec::new();
        for way in WAYS {
            let mut at = from;
            for _ in 0..most {
                let Some(to) = self.step(at, way) else { break };
                if !self.is_empty(to) {
                    break;
                }
                if self.may_stop(piece, from, to) {
                    slides.push(Hop { from, to, jump: false });
                }
                if !self.may_pass(piece, from, to) {
                    break;
                }
                at = to;
            }
        }
        slides
    }

    fn jumps(&self, from: Square) -> Vec<Hop> {
        let Some(piece) = self.board.get(from) else { return Vec::new() };
        let jump = self.rules.jumps.of(piece.kind);
        let mut jumps = Vec::new();
        for way in WAYS {
            let Some(over) = self.step(from, way) else { continue };
            let Some(to) = self.step(over, way) else { continue };
            let Some(jumped) = self.board.get(over) else { continue };
            let enemy = jumped.side != piece.side;
            let allowed = match jump {
                Jump::None => false,
                Jump::Restricted => {
                    enemy && (self.is_restricted(piece, from) || self.is_restricted(piece, to))
                }
                Jump::OverEnemy | Jump::Capturing => enemy,
                Jump::OverAny => true,
            };
            let man = jumped.kind == PieceKind::Taflman;
            if allowed && man && self.is_empty(to) && self.may_stop(piece, from, to) {
                jumps.push(Hop { from, to, jump: true });
            }
        }
        jumps
    }

    /// Whether a restricted jump of this piece may start or end here.
    fn is_restricted(&self, piece: Piece, square: Square) -> bool {
        let forts = match piece.side {
            Side::Attackers => &self.rules.attacker_forts,
            Side::Defenders => &self.rules.defender_forts,
        };
        let groups = [&self.rules.throne, &self.rules.corners, forts];
        groups.iter().any(|group| group.squares.contains(&square))
    }

    fn may_stop(&self, piece: Piece, from: Square, to: Square) -> bool {
        self.rules.groups().iter().all(|(_, group)| {
            let inside = self.block(group, from).contains(&to);
            !group.squares.contains(&to)
                || group.stop.contains(piece) && (inside || group.reenter.contains(piece))
        })
    }

    fn may_pass(&self, piece: Piece, from: Square, over: Square) -> bool {
        self.rules.groups().iter().all(|(_, group)| {
            let inside = self.block(group, from).contains(&over);
            !group.squares.contains(&over)
                || group.pass.contains(piece)
                || inside && group.stop.contains(piece)
        })
    }

    /// The squares of a group that hang together with this one, itself among them.
    fn block(&self, group: &SpecialSquares, from: Square) -> BTreeSet<Square> {
        let mut block = BTreeSet::new();
        let mut open = vec![from];
        while let Some(square) = open.pop() {
            if group.squares.contains(&square) && block.insert(square) {
                open.extend(WAYS.iter().filter_map(|&way| self.step(square, way)));
            }
        }
        block
    }

    /// Plays one hop: the position after it with the same side to move, the squares taken, and
    /// the ending that the hop alone brings about.
    fn after_hop(&self, hop: Hop) -> (Self, Vec<Square>, Option<Ending>) {
        let mut after = self.clone();
        let Some(piece) = self.board.get(hop.from) else { return (after, Vec::new(), None) };
        after.board.set(hop.from, None);
        after.board.set(hop.to, Some(piece));
        let captured = after.captures(piece, hop);
        let mut king_taken = false;
        for &square in &captured {
            let Some(taken) = after.board.get(square) else { continue };
            king_taken = king_taken || is_king(taken);
            let left = match taken.kind {
                PieceKind::Mercenary => Some(Piece::new(taken.side.other(), taken.kind)),
                _ => None,
            };
            after.board.set(square, left);
        }
        let ending = after.ending_of_hop(piece.side, king_taken);
        (after, captured.into_iter().collect(), ending)
    }

    /// Plays a whole turn, up to the verdicts that belong to its hops. The other side is to move.
    fn after_turn(&self, turn: &PlainTurn) -> (Self, Vec<Vec<Square>>, Option<Ending>) {
        let mut position = self.clone();
        let mut captured = Vec::new();
        let mut ending = None;
        for (&(from, to), &jump) in turn.hops.iter().zip(&turn.jumps) {
            let (after, taken, ended) = position.after_hop(Hop { from, to, jump });
            position = after;
            captured.push(taken);
            ending = ended;
        }
        position.to_move = self.to_move.other();
        (position, captured, ending)
    }
}

/// Taking. The board is the one after the hop, with everything still on it.
impl Position<'_> {
    fn captures(&self, mover: Piece, hop: Hop) -> BTreeSet<Square> {
        let mut taken = BTreeSet::new();
        if !self.strikes(mover) {
            return taken;
        }
        for way in WAYS {
            let Some(at) = self.step(hop.to, way) else { continue };
            let Some(victim) = self.board.get(at) else { continue };
            if victim.side == mover.side || victim.kind == PieceKind::Guard {
                continue;
            }
            let beyond = self.step(at, way);
            let falls = match is_king(victim) {
                true => {
                    self.king_falls(mover.side, at, beyond)
                        || self.king_falls_to_commanders(mover, hop.to, at, beyond)
                }
                false => {
                    self.is_shut(mover.side, victim, at, beyond)
                        || self.falls_to_linnaeus(mover.side, at, beyond)
                }
            };
            if falls {
                taken.insert(at);
            }
        }
        if let Some(wall) = self.rules.shieldwall {
            taken.extend(self.shieldwalls(wall, mover.side, hop.to));
        }
        if hop.jump && self.rules.jumps.of(mover.kind) == Jump::Capturing {
            let middle = |a: u8, b: u8| u8::midpoint(a, b);
            let over =
                Square::new(middle(hop.from.file, hop.to.file), middle(hop.from.rank, hop.to.rank));
            taken.insert(over);
        }
        taken
    }

    /// Whether the piece takes anything by moving.
    fn strikes(&self, piece: Piece) -> bool {
        match piece.kind {
            PieceKind::Guard => false,
            PieceKind::King => {
                matches!(self.rules.king_arms, KingArms::Armed | KingArms::HammerOnly)
            }
            _ => true,
        }
    }

    /// Whether a piece of this side stands here that helps another to take.
    fn supports(&self, side: Side, square: Square) -> bool {
        let Some(piece) = self.board.get(square) else { return false };
        piece.side == side
            && match piece.kind {
                PieceKind::Guard => false,
                PieceKind::King => {
                    matches!(self.rules.king_arms, KingArms::Armed | KingArms::AnvilOnly)
                }
                _ => true,
            }
    }

    /// Whether the square, or the outside of the board, helps to take this victim by itself.
    fn is_hostile(&self, square: Option<Square>, victim: Piece, at: Square) -> bool {
        let Some(square) = square else { return self.rules.edge_hostile_to.contains(victim) };
        self.rules.groups().iter().any(|(_, group)| {
            group.squares.contains(&square)
                && (!group.squares.contains(&at) && group.hostile_outside.contains(victim)
                    || match self.board.get(square) {
                        None => group.hostile_empty.contains(victim),
                        Some(piece) => is_king(piece) && group.hostile_with_king.contains(victim),
                    })
        })
    }

    /// Whether a side of the victim is closed by a piece of the taking side or by a hostile square.
    fn is_shut(&self, taker: Side, victim: Piece, at: Square, square: Option<Square>) -> bool {
        square.is_some_and(|square| self.supports(taker, square))
            || self.is_hostile(square, victim, at)
    }

    /// Whether the king falls to a piece that came to stand next to him, opposite `beyond`.
    fn king_falls(&self, taker: Side, king: Square, beyond: Option<Square>) -> bool {
        let victim = Piece::new(Side::Defenders, PieceKind::King);
        if self.needs_four_sides(king) {
            WAYS.iter().all(|&way| self.is_shut(taker, victim, king, self.step(king, way)))
        } else {
            self.is_shut(taker, victim, king, beyond)
        }
    }

    fn needs_four_sides(&self, king: Square) -> bool {
        let is_throne = |square: Square| self.rules.throne.squares.contains(&square);
        let by_throne = || WAYS.iter().filter_map(|&way| self.step(king, way)).any(is_throne);
        match self.rules.king_capture {
            KingCapture::TwoSides => false,
            KingCapture::FourSides => true,
            KingCapture::FourSidesByThrone => is_throne(king) || by_throne(),
            KingCapture::FourSidesOnThrone => is_throne(king),
        }
    }

    /// Whether a piece that came to stand next to the king takes him as a commander or knight.
    fn king_falls_to_commanders(
        &self,
        mover: Piece,
        moved_to: Square,
        king: Square,
        beyond: Option<Square>,
    ) -> bool {
        let Some(beyond) = beyond else { return false };
        let is_taker = |piece: Piece| {
            piece.side == Side::Attackers
                && matches!(piece.kind, PieceKind::Commander | PieceKind::Knight)
        };
        let is_throne = |square: Square| self.rules.throne.squares.contains(&square);
        if !self.rules.commanders_take_king || !is_taker(mover) {
            return false;
        }
        if is_throne(king) || is_throne(beyond) || is_throne(moved_to) {
            return false;
        }
        match self.board.get(beyond) {
            Some(piece) if is_taker(piece) => true,
            Some(Piece { side: Side::Defenders, .. }) => false,
            Some(_) | None => self.rules.corners.squares.contains(&beyond),
        }
    }

    /// Whether a defender falls against the king on his throne, who is held on his other three
    /// sides.
    fn falls_to_linnaeus(&self, taker: Side, victim: Square, beyond: Option<Square>) -> bool {
        let Some(throne) = beyond else { return false };
        self.rules.linnaean_capture
            && taker == Side::Attackers
            && self.rules.throne.squares.contains(&throne)
            && self.board.get(throne).is_some_and(is_king)
            && WAYS.iter().all(|&way| {
                let side = self.step(throne, way);
                side == Some(victim) || side.is_some_and(|side| self.supports(taker, side))
            })
    }

    /// The men of every row on the edge that a move to this square takes.
    fn shieldwalls(&self, wall: Shieldwall, taker: Side, moved_to: Square) -> BTreeSet<Square> {
        let last = self.board.size().side() as u8 - 1;
        // Where each edge starts, which way it runs and which way is inward.
        let edges: [(Square, Way, Way); 4] = [
            (Square::new(0, 0), (1, 0), (0, 1)),
            (Square::new(0, last), (1, 0), (0, -1)),
            (Square::new(0, 0), (0, 1), (1, 0)),
            (Square::new(last, 0), (0, 1), (-1, 0)),
        ];
        let mut taken = BTreeSet::new();
        for (start, along, inward) in edges {
            let mut before = None;
            let mut row: Vec<Square> = Vec::new();
            let mut at = Some(start);
            loop {
                let enemy = at.filter(|&square| {
                    self.board.get(square).is_some_and(|piece| piece.side != taker)
                });
                if let Some(enemy) = enemy {
                    row.push(enemy);
                } else {
                    let ends = [before, at];
                    let fronts: Vec<Option<Square>> =
                        row.iter().map(|&square| self.step(square, inward)).collect();
                    if row.len() >= 2 && self.row_falls(wall, taker, moved_to, ends, &fronts) {
                        taken.extend(row.iter().filter(|&&square| !self.stays_in_row(square)));
                    }
                    row.clear();
                    before = at;
                }
                let Some(square) = at else { break };
                at = self.step(square, along);
            }
        }
        taken
    }

    fn row_falls(
        &self,
        wall: Shieldwall,
        taker: Side,
        moved_to: Square,
        ends: [Option<Square>; 2],
        fronts: &[Option<Square>],
    ) -> bool {
        // The piece that moved has been found to strike, so it need not support as well.
        let held = |square: Square| square == moved_to || self.supports(taker, square);
        let corner = |square: Square| {
            wall.corners_close
                && self.is_empty(square)
                && self.rules.corners.squares.contains(&square)
        };
        let closed = |end: &Option<Square>| end.is_some_and(|end| held(end) || corner(end));
        let faced = |front: &Option<Square>| front.is_some_and(held);
        let by_the_move =
            ends.contains(&Some(moved_to)) || !wall.flank_only && fronts.contains(&Some(moved_to));
        ends.iter().all(closed) && fronts.iter().all(faced) && by_the_move
    }

    fn stays_in_row(&self, square: Square) -> bool {
        let piece = self.board.get(square);
        piece.is_some_and(|piece| matches!(piece.kind, PieceKind::King | PieceKind::Guard))
    }
}

/// Endings.
impl Position<'_> {
    /// The ending after a hop of this side, in the order in which verdicts count.
    fn ending_of_hop(&self, mover: Side, king_taken: bool) -> Option<Ending> {
        if king_taken {
            return Some((Some(Side::Attackers), "king-captured"));
        }
        match mover {
            Side::Defenders if self.king().is_some_and(|king| self.is_goal(king)) => {
                Some((Some(Side::Defenders), "king-escaped"))
            }
            Side::Defenders if self.rules.exit_fort && self.is_exit_fort() => {
                Some((Some(Side::Defenders), "exit-fort"))
            }
            Side::Attackers if self.rules.encirclement && self.is_encircled() => {
                Some((Some(Side::Attackers), "encircled"))
            }
            _ if self.squares_of(Side::Attackers).is_empty() => {
                Some((Some(Side::Defenders), "all-captured"))
            }
            _ => None,
        }
    }

    fn is_goal(&self, square: Square) -> bool {
        match &self.rules.escape {
            Escape::Edge => self.board.size().is_edge(square),
            Escape::Corners => self.rules.corners.squares.contains(&square),
            Escape::Squares(squares) => squares.contains(&square),
        }
    }

    /// The ending when the side to move has no legal turn. Every legal hop begins a legal turn.
    fn stuck(&self) -> Option<Ending> {
        let can_move =
            self.squares_of(self.to_move).iter().any(|&square| !self.hops(square).is_empty());
        (!can_move).then_some(self.without_a_turn())
    }

    /// The ending where the side to move has no legal turn.
    fn without_a_turn(&self) -> Ending {
        let winner = match self.rules.stuck {
            Stuck::Loses => Some(self.to_move.other()),
            Stuck::Draws => None,
        };
        (winner, "no-moves")
    }

    /// Every square that single steps lead to from the starts, over squares that are open.
    fn flood(&self, starts: &BTreeSet<Square>, open: impl Fn(Square) -> bool) -> BTreeSet<Square> {
        let mut reached = starts.clone();
        let mut waiting: Vec<Square> = starts.iter().copied().collect();
        while let Some(from) = waiting.pop() {
            for way in WAYS {
                let Some(to) = self.step(from, way) else { continue };
                if open(to) && reached.insert(to) {
                    waiting.push(to);
                }
            }
        }
        reached
    }

    fn is_encircled(&self) -> bool {
        let attackers = self.squares_of(Side::Attackers);
        let open = |square: Square| !attackers.contains(&square);
        let mut edge: BTreeSet<Square> = self.squares().into_iter().collect();
        edge.retain(|&square| self.board.size().is_edge(square) && open(square));
        self.flood(&edge, open).is_disjoint(&self.squares_of(Side::Defenders))
    }

    fn is_exit_fort(&self) -> bool {
        let Some(king) = self.king() else { return false };
        if !self.board.size().is_edge(king)
            || self.rules.corners.squares.contains(&king)
            || self.slides(king).is_empty()
        {
            return false;
        }
        let mut wall = self.squares_of(Side::Defenders);
        loop {
            let outside = self.attackers_reach(&wall);
            let inside = self.flood(&BTreeSet::from([king]), |square| !wall.contains(&square));
            if !inside.is_disjoint(&outside) {
                return false;
            }
            let intact = wall.len();
            wall = wall
                .iter()
                .copied()
                .filter(|&square| !self.wall_man_falls(square, &wall, &outside))
                .collect();
            if wall.len() == intact {
                return true;
            }
        }
    }

    /// Every square that attackers can come to while the wall stands.
    fn attackers_reach(&self, wall: &BTreeSet<Square>) -> BTreeSet<Square> {
        let man = Piece::new(Side::Attackers, PieceKind::Taflman);
        let mut reached = self.squares_of(Side::Attackers);
        let mut waiting: Vec<Square> = reached.iter().copied().collect();
        while let Some(from) = waiting.pop() {
            for way in WAYS {
                // One step, or straight on over squares where they may not stop.
                let mut next = self.step(from, way);
                while let Some(to) = next {
                    if wall.contains(&to) {
                        break;
                    }
                    if self.may_stop(man, from, to) {
                        if reached.insert(to) {
                            waiting.push(to);
                        }
                        break;
                    }
                    if !self.may_pass(man, from, to) {
                        break;
                    }
                    next = self.step(to, way);
                }
            }
        }
        reached
    }

    /// Whether attackers who come to all squares outside can take this man out of the wall.
    fn wall_man_falls(
        &self,
        square: Square,
        wall: &BTreeSet<Square>,
        outside: &BTreeSet<Square>,
    ) -> bool {
        let Some(man) = self.board.get(square) else { return false };
        if matches!(man.kind, PieceKind::King | PieceKind::Guard) {
            return false;
        }
        let hostile = |beside: Square| {
            let hostile_group = |group: &SpecialSquares| {
                let empty = !wall.contains(&beside) && group.hostile_empty.contains(man);
                let always =
                    !group.squares.contains(&square) && group.hostile_outside.contains(man);
                group.squares.contains(&beside) && (empty || always)
            };
            self.rules.groups().iter().any(|(_, group)| hostile_group(group))
        };
        [[(0, 1), (0, -1)], [(1, 0), (-1, 0)]].iter().any(|axis| {
            let edge_helps = self.rules.edge_hostile_to.contains(man);
            let pair = axis.map(|way| self.step(square, way));
            let reached = |side: &Option<Square>| side.is_some_and(|at| outside.contains(&at));
            let closed = |side: &Option<Square>| side.map_or(edge_helps, hostile);
            pair.iter().all(|side| reached(side) || closed(side)) && pair.iter().any(reached)
        })
    }
}

/// Counting.
impl Position<'_> {
    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let turns = self.turns();
        if depth == 1 {
            return turns.len() as u64;
        }
        let continued = turns.iter().map(|turn| self.after_turn(turn));
        continued
            .filter(|(_, _, ending)| ending.is_none())
            .map(|(after, _, _)| after.perft(depth - 1))
            .sum()
    }

    fn tuple(&self, depth: u32) -> [u64; 4] {
        if depth == 0 {
            return leaf(false, None);
        }
        let mut sum = [0; 4];
        for turn in self.turns() {
            let (after, captured, ending) = self.after_turn(&turn);
            let ending = ending.or_else(|| after.stuck());
            let took = captured.iter().any(|taken| !taken.is_empty());
            let part = match ending {
                None if depth > 1 => after.tuple(depth - 1),
                _ => leaf(depth == 1 && took, ending),
            };
            add(&mut sum, part);
        }
        sum
    }
}

fn add(sum: &mut [u64; 4], part: [u64; 4]) {
    for (total, part) in sum.iter_mut().zip(part) {
        *total += part;
    }
}

/// One leaf of a count of leaves, captures, attackers' wins and defenders' wins.
fn leaf(took: bool, ending: Option<Ending>) -> [u64; 4] {
    let won = |side| ending.is_some_and(|(winner, _)| winner == Some(side));
    [true, took, won(Side::Attackers), won(Side::Defenders)].map(u64::from)
}
