//! One value for each way in which tafl rules differ.

use std::collections::BTreeSet;

use thiserror::Error;

use crate::board::{BoardSize, Piece, PieceKind, PieceSet, Setup, SetupError, Side, Square};

/// The rules of a game of tafl, start position included.
///
/// Every field is public data; the engine asks nothing else, and never asks for a variant by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruleset {
    /// What the rules are called. Has no effect on play.
    pub name: String,
    /// The arrangement that a game starts from; its size is the size of the board.
    pub start: Setup,
    /// The side that moves first.
    pub first: Side,
    /// Where the king has to come to win.
    pub escape: Escape,
    /// The throne, mostly the centre square alone; empty where the centre is an ordinary square.
    pub throne: SpecialSquares,
    /// The corner squares, or larger corner blocks; empty where corners are ordinary squares.
    pub corners: SpecialSquares,
    /// Squares that belong to the attackers, such as the camps of Ashton's tablut.
    pub attacker_forts: SpecialSquares,
    /// Squares that belong to the defenders.
    pub defender_forts: SpecialSquares,
    /// The pieces that can be taken against the rim of the board.
    pub edge_hostile_to: PieceSet,
    /// How many sides of the king must be closed to take him.
    pub king_capture: KingCapture,
    /// Whether the king helps to take.
    pub king_arms: KingArms,
    /// How far each piece may move.
    pub speeds: Speeds,
    /// Whether rows of men on the edge can be taken, and how.
    pub shieldwall: Option<Shieldwall>,
    /// Whether an unbreakable fort round the king at the edge wins for the defenders.
    pub exit_fort: bool,
    /// Whether closing in every defender wins for the attackers.
    pub encirclement: bool,
    /// What happens when a position comes again.
    pub repetition: Repetition,
    /// What happens to a side that has no legal move.
    pub stuck: Stuck,
    /// After how long without a capture the game is drawn.
    pub no_capture: Option<NoCaptureLimit>,
    /// Whether a side that can play a turn that takes something must play such a turn, whichever it
    /// likes; it then may not even win by another. Ordinary tafl compels nobody: this is the rule of
    /// puzzle composers' forced-capture games, and the readings are ours.
    pub compulsory_capture: bool,
    /// Whether a defender beside the king on his throne falls when the other three sides of the
    /// king are held by attackers (Linnaeus' account of tablut).
    pub linnaean_capture: bool,
    /// Whether a piece that took may go on in the same turn.
    pub berserk: Option<Berserk>,
    /// Which kinds of piece may jump, and how.
    pub jumps: Jumps,
    /// Whether attacking commanders and knights take the king in a way of their own: one of them by
    /// moving, against another of them or a corner, though not on the throne nor against it. Where
    /// the attackers have neither, this has no effect.
    pub commanders_take_king: bool,
}

/// Where the king has to come to win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Escape {
    /// Any square of the rim.
    Edge,
    /// Any of the ruleset's corner squares.
    Corners,
    /// Any of the squares listed.
    Squares(BTreeSet<Square>),
}

/// A group of squares with rules of their own.
///
/// The king's rights to stop and to pass are set like anybody else's; a square where nothing
/// special holds belongs to no group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecialSquares {
    /// Where they are; no squares, no effect.
    pub squares: BTreeSet<Square>,
    /// The pieces that may end a move on one.
    pub stop: PieceSet,
    /// The pieces that may slide across one while it is empty.
    pub pass: PieceSet,
    /// The pieces that may stop on one when they come from outside. A piece that stands within the
    /// group moves by `stop` alone inside its block: the squares of the group that hang together
    /// with its own, side by side. Another block of the group is as closed to it as to anybody.
    pub reenter: PieceSet,
    /// The pieces that an empty square of the group helps to take.
    pub hostile_empty: PieceSet,
    /// The pieces that it helps to take while the king stands on it, armed or not.
    pub hostile_with_king: PieceSet,
    /// The pieces that a square of the group helps to take whatever stands on it, empty or not,
    /// as long as they stand outside the group. A camp that helps to take the very men who hold
    /// it, once they have left it, is such a group.
    pub hostile_outside: PieceSet,
}

/// When the king is taken. Sides may be closed by attackers or by whatever is hostile to him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KingCapture {
    /// Between two, like any man.
    TwoSides,
    /// On all four sides.
    FourSides,
    /// On all four sides on the throne or next to it, between two elsewhere.
    FourSidesByThrone,
    /// On all four sides on the throne, between two elsewhere.
    FourSidesOnThrone,
}

/// The king's part in taking men.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KingArms {
    /// He takes by moving and he holds the far side.
    Armed,
    /// He takes no part.
    Unarmed,
    /// He takes by moving only.
    HammerOnly,
    /// He holds the far side only.
    AnvilOnly,
}

/// How many squares each piece may move at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Speeds([Option<u8>; Piece::COUNT]);

impl Speeds {
    /// No limit for anybody.
    pub const UNLIMITED: Self = Self([None; Piece::COUNT]);

    /// Speeds from a list in the order of [`Piece::index`].
    pub const fn new(limits: [Option<u8>; Piece::COUNT]) -> Self {
        Self(limits)
    }

    /// The most squares that this piece may move, or nothing if there is no limit.
    pub const fn of(self, piece: Piece) -> Option<u8> {
        self.0[piece.index()]
    }

    /// The limits in the order of [`Piece::index`].
    pub const fn limits(self) -> [Option<u8>; Piece::COUNT] {
        self.0
    }
}

/// How rows of men on the edge are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shieldwall {
    /// Whether an empty corner closes an end of the row.
    pub corners_close: bool,
    /// Whether the row falls only to a move onto one of its two ends; otherwise a move that fills
    /// a square in front of it does as well.
    pub flank_only: bool,
}

/// What repetition does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Repetition {
    /// Whom it costs the game.
    pub verdict: RepetitionVerdict,
    /// At which occurrence of a position, its first included, with the same side to move; where the
    /// defenders may not repeat, at which occurrence of the pieces on their squares.
    pub count: u8,
}

/// Whom repetition costs the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RepetitionVerdict {
    /// Positions may come again as often as they like.
    Nothing,
    /// The game is drawn.
    Draw,
    /// The defenders lose, whoever brings it about.
    DefendersLose,
    /// The side that brings it about loses.
    MoverLoses,
    /// The side to move in the repeated position opened the cycle and loses.
    OpenerLoses,
    /// The defenders may not bring it about: such a turn is not legal, and if they have no other they
    /// cannot move. The attackers may. It is the arrangement of the pieces that may not come again,
    /// whichever side was to move when it was there.
    DefendersMayNot,
}

impl RepetitionVerdict {
    /// Who wins when `mover` brings the repetition about; nobody in a draw.
    #[must_use]
    pub const fn winner(self, mover: Side) -> Option<Side> {
        match self {
            Self::Nothing | Self::Draw | Self::DefendersMayNot => None,
            Self::DefendersLose => Some(Side::Attackers),
            Self::MoverLoses => Some(mover.other()),
            Self::OpenerLoses => Some(mover),
        }
    }

    /// Whether a repetition ends the game.
    #[must_use]
    pub const fn ends_game(self) -> bool {
        !matches!(self, Self::Nothing | Self::DefendersMayNot)
    }

    /// Whether a repetition could win the game for a side, whoever brings it about.
    #[must_use]
    pub fn may_win_for(self, side: Side) -> bool {
        Side::BOTH.into_iter().any(|mover| self.winner(mover) == Some(side))
    }
}

/// What happens to a side that cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stuck {
    /// It loses.
    Loses,
    /// The game is drawn.
    Draws,
}

/// A limit on play without captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NoCaptureLimit {
    /// After how many turns or rounds the game is drawn.
    pub limit: u32,
    /// What is counted.
    pub unit: TurnUnit,
}

impl NoCaptureLimit {
    /// The limit in turns of either side.
    pub const fn plies(self) -> u64 {
        match self.unit {
            TurnUnit::Plies => self.limit as u64,
            TurnUnit::Rounds => self.limit as u64 * 2,
        }
    }
}

/// What a limit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnUnit {
    /// Turns of either side.
    Plies,
    /// Turns of both sides together.
    Rounds,
}

/// How a piece that took goes on in the same turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Berserk {
    /// Whether it has to go on while another capture is on offer.
    pub compulsory: bool,
    /// Whether a further hop may also take nothing; the turn then ends.
    pub any_hop: bool,
    /// Whether the king may end a chain by a hop that escapes and takes nothing.
    pub king_escapes: bool,
}

/// How a kind of piece jumps over the square next to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Jump {
    /// Not at all.
    None,
    /// Over an enemy taflman, starting from or landing on the throne, a corner or an own fort.
    Restricted,
    /// Over an enemy taflman, which stays.
    OverEnemy,
    /// Over an enemy taflman, which is taken.
    Capturing,
    /// Over a taflman of either side, which stays.
    OverAny,
}

/// The jumps of every kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Jumps([Jump; 6]);

impl Jumps {
    /// Nobody jumps.
    pub const NONE: Self = Self([Jump::None; 6]);

    /// How this kind jumps.
    pub const fn of(self, kind: PieceKind) -> Jump {
        self.0[kind as usize]
    }

    /// The same, but for one kind.
    #[must_use]
    pub const fn with(mut self, kind: PieceKind, jump: Jump) -> Self {
        self.0[kind as usize] = jump;
        self
    }

    /// Whether taflmen or the king jump.
    pub fn any_ordinary(self) -> bool {
        self.of(PieceKind::Taflman) != Jump::None || self.of(PieceKind::King) != Jump::None
    }
}

/// Why a ruleset cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RulesetError {
    /// The start position has the wrong kings.
    #[error("the start position cannot be played: {0}")]
    Start(#[from] SetupError),
    /// A special square lies off the board.
    #[error("{square} of the {group} is not on a board of {size}")]
    OffBoard {
        /// Which list it is in.
        group: &'static str,
        /// The square.
        square: Square,
        /// The board.
        size: BoardSize,
    },
    /// The king has nowhere to go.
    #[error("the king wins by reaching {0}, but the rules list no such square")]
    NoGoal(&'static str),
    /// Repetition that a single occurrence would trigger.
    #[error("a position cannot count as repeated at occurrence {0}; the least is 2")]
    RepetitionCount(u8),
    /// A no-capture limit of nothing.
    #[error("a no-capture limit of 0 would end every game at once")]
    NoCaptureLimit,
    /// Special squares were given for another board.
    #[error("the {group} are listed for a board of {from}; on {to} they must be given anew")]
    Rebase {
        /// Which list it is.
        group: &'static str,
        /// The board of the rules.
        from: BoardSize,
        /// The board asked for.
        to: BoardSize,
    },
}

impl Ruleset {
    /// The size of the board.
    pub const fn size(&self) -> BoardSize {
        self.start.size()
    }

    /// The squares on which the king wins.
    pub fn goal(&self) -> BTreeSet<Square> {
        let size = self.size();
        match &self.escape {
            Escape::Edge => (0..size.squares())
                .map(|index| size.square(index))
                .filter(|&square| size.is_edge(square))
                .collect(),
            Escape::Corners => self.corners.squares.clone(),
            Escape::Squares(squares) => squares.clone(),
        }
    }

    /// The groups of special squares with what they are called.
    pub fn groups(&self) -> [(&'static str, &SpecialSquares); 4] {
        [
            ("throne squares", &self.throne),
            ("corner squares", &self.corners),
            ("attackers' forts", &self.attacker_forts),
            ("defenders' forts", &self.defender_forts),
        ]
    }

    /// Checks that a game can be played by these rules.
    ///
    /// # Errors
    /// The first thing found that cannot be.
    pub fn check(&self) -> Result<(), RulesetError> {
        self.start.require_one_king()?;
        let size = self.size();
        let goal = self.goal();
        let lists = self.groups().map(|(name, group)| (name, &group.squares));
        for (group, squares) in lists.into_iter().chain([("goal squares", &goal)]) {
            if let Some(&square) = squares.iter().find(|&&square| !size.contains(square)) {
                return Err(RulesetError::OffBoard { group, square, size });
            }
        }
        if goal.is_empty() {
            let wanted = match self.escape {
                Escape::Corners => "a corner",
                Escape::Edge | Escape::Squares(_) => "a listed square",
            };
            return Err(RulesetError::NoGoal(wanted));
        }
        if self.repetition.count < 2 {
            return Err(RulesetError::RepetitionCount(self.repetition.count));
        }
        if self.no_capture.is_some_and(|limit| limit.limit == 0) {
            return Err(RulesetError::NoCaptureLimit);
        }
        Ok(())
    }

    /// The same rules from another arrangement, on a board of its size. The throne moves to the new
    /// centre and the corners to the new corners.
    ///
    /// # Errors
    /// When the size changes and the rules list special squares that only fit the old board.
    pub fn on_board(&self, start: Setup) -> Result<Self, RulesetError> {
        let (from, to) = (self.size(), start.size());
        let mut rules = Self { start, ..self.clone() };
        if from == to {
            return Ok(rules);
        }
        let usual =
            |size: BoardSize| [BTreeSet::from([size.centre()]), BTreeSet::from(size.corners())];
        let moved = [&mut rules.throne, &mut rules.corners];
        for ((group, old), new) in moved.into_iter().zip(usual(from)).zip(usual(to)) {
            if group.squares == old {
                group.squares = new;
            }
        }
        let listed = match &rules.escape {
            Escape::Squares(squares) => Some(("goal squares", squares)),
            Escape::Edge | Escape::Corners => None,
        };
        let [new_throne, new_corners] = usual(to);
        let groups = rules.groups().map(|(name, group)| (name, &group.squares));
        for (group, squares) in groups.into_iter().chain(listed) {
            if !squares.is_empty() && *squares != new_throne && *squares != new_corners {
                return Err(RulesetError::Rebase { group, from, to });
            }
        }
        Ok(rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variants;

    #[test]
    fn copenhagen_moves_to_a_larger_board() {
        let copenhagen = variants::ruleset("copenhagen").unwrap();
        let start = variants::ruleset("copenhagen-13").unwrap().start;
        let moved = copenhagen.on_board(start).unwrap();
        let expected =
            Ruleset { name: copenhagen.name, ..variants::ruleset("copenhagen-13").unwrap() };
        assert_eq!(moved, expected);
    }

    #[test]
    fn listed_squares_do_not_move() {
        let alea = variants::ruleset("alea-evangelii").unwrap();
        let small = variants::ruleset("copenhagen").unwrap().start;
        let error = alea.on_board(small).unwrap_err();
        insta::assert_snapshot!(error, @"the corner squares are listed for a board of 19x19; on 11x11 they must be given anew");
    }
}
