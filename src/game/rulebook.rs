//! A ruleset made ready for play: every list of squares as a bit set.

use crate::board::{Bits, Direction, Geometry, Piece, PieceKind, PieceSet, Side};
use crate::rules::{
    Jump, KingArms, KingCapture, RepetitionVerdict, Ruleset, RulesetError, SpecialSquares,
};

/// A ruleset in the form that the engine asks questions of.
#[derive(Clone, Debug)]
pub struct Rulebook<B> {
    pub(super) geometry: Geometry<B>,
    pub(super) rules: Ruleset,
    /// By [`Piece::index`]: the squares that the piece may slide across when they are empty.
    pub(super) pass: [B; Piece::COUNT],
    /// By [`Piece::index`]: the squares that the piece may stop on.
    pub(super) stop: [B; Piece::COUNT],
    /// By [`Piece::index`]: the squares from which a piece has other rights than `pass` and `stop`.
    pub(super) insiders: [B; Piece::COUNT],
    groups: [Group<B>; 4],
    /// By [`Piece::index`]: the squares that are hostile to the piece while empty.
    pub(super) hostile_empty: [B; Piece::COUNT],
    /// By [`Piece::index`]: the squares that are hostile to the piece while the king is on them.
    pub(super) hostile_with_king: [B; Piece::COUNT],
    /// By [`Piece::index`]: the squares of both lists.
    pub(super) hostile: [B; Piece::COUNT],
    /// The groups with squares that are hostile whatever stands on them, to pieces outside.
    pub(super) hostile_outside: [Option<(B, PieceSet)>; 4],
    /// Whether there are any such.
    pub(super) has_outsiders: bool,
    /// Whether men are taken in other ways than between two enemies, or an enemy and such a square.
    pub(super) odd_captures: bool,
    /// By [`Piece::index`]: whether the edge is hostile to the piece.
    pub(super) edge_hostile: [bool; Piece::COUNT],
    pub(super) throne: B,
    pub(super) corners: B,
    pub(super) goal: B,
    /// Where the king is taken only on four sides.
    pub(super) strong: B,
    /// The squares from or to which a side's pieces may make a restricted jump.
    pub(super) jump_squares: [B; 2],
    pub(super) king_strikes: bool,
    pub(super) king_holds: bool,
    pub(super) speed_limited: bool,
    /// By [`Piece::index`]: whether the piece may move at all.
    pub(super) may_step: [bool; Piece::COUNT],
    /// The squares that every piece may step to from the south, whatever piece it is.
    pub(super) northward: B,
    /// Whether taflmen and king slide and never jump.
    pub(super) no_jumps: bool,
    /// Whether turns of taflmen and king are single slides, freely chosen.
    pub(super) single_slides: bool,
    /// Whether the defenders may not bring back what was there (K9).
    pub(super) bars_repeats: bool,
    /// The squares whose takers can close a row on the edge (K6).
    pub(super) wall_closers: B,
}

#[derive(Clone, Copy, Debug)]
struct Group<B> {
    squares: B,
    stop: PieceSet,
    pass: PieceSet,
    reenter: PieceSet,
}

pub(super) const KING: usize = Piece::new(Side::Defenders, PieceKind::King).index();

impl<B: Bits> Rulebook<B> {
    /// Makes a ruleset ready.
    ///
    /// # Errors
    /// When the ruleset cannot be played; see [`Ruleset::check`].
    pub fn new(rules: &Ruleset) -> Result<Self, RulesetError> {
        rules.check()?;
        let geometry = Geometry::new(rules.size());
        let special = [&rules.throne, &rules.corners, &rules.attacker_forts, &rules.defender_forts];
        let groups = special.map(|group| Group {
            squares: geometry.set_of(&group.squares),
            stop: group.stop,
            pass: group.pass,
            reenter: group.reenter,
        });
        let squares = groups.map(|group| group.squares);
        let each = |list: &dyn Fn(&SpecialSquares) -> PieceSet| {
            piece_table(|piece| {
                let hostile = special.iter().zip(squares);
                let hostile = hostile.filter(|(group, _)| list(group).contains(piece));
                hostile.fold(B::EMPTY, |set, (_, squares)| set | squares)
            })
        };
        let [throne, corners, attacker_forts, defender_forts] = squares;
        let all = geometry.all();
        let restricted = throne | corners;
        let stop = piece_table(|piece| {
            let allowed = |g: &Group<B>| g.stop.contains(piece) && g.reenter.contains(piece);
            all.without(forbidden(&groups, allowed))
        });
        let insiders = piece_table(|piece| insiders(&groups, piece));
        let may_step = rules.speeds.limits().map(|limit| limit != Some(0));
        let no_jumps = !rules.jumps.any_ordinary();
        let hostile_empty = each(&|group| group.hostile_empty);
        let hostile_with_king = each(&|group| group.hostile_with_king);
        let has_outsiders = special.iter().any(|group| !group.hostile_outside.is_empty());
        Ok(Self {
            pass: piece_table(|piece| all.without(forbidden(&groups, |g| g.pass.contains(piece)))),
            northward: (0..Piece::COUNT).fold(all, |lands, piece| match may_step[piece] {
                true => {
                    let inside = geometry.shifted(insiders[piece], Direction::North);
                    lands & stop[piece].without(inside)
                }
                false => B::EMPTY,
            }),
            stop,
            insiders,
            groups,
            hostile: std::array::from_fn(|piece| hostile_empty[piece] | hostile_with_king[piece]),
            hostile_empty,
            hostile_with_king,
            hostile_outside: std::array::from_fn(|at| {
                let pieces = special[at].hostile_outside;
                (!pieces.is_empty()).then_some((squares[at], pieces))
            }),
            has_outsiders,
            odd_captures: has_outsiders || rules.linnaean_capture,
            edge_hostile: piece_table(|piece| rules.edge_hostile_to.contains(piece)),
            goal: geometry.set_of(&rules.goal()),
            strong: match rules.king_capture {
                KingCapture::TwoSides => B::EMPTY,
                KingCapture::FourSides => all,
                KingCapture::FourSidesByThrone => geometry.grown(throne),
                KingCapture::FourSidesOnThrone => throne,
            },
            jump_squares: [restricted | attacker_forts, restricted | defender_forts],
            king_strikes: matches!(rules.king_arms, KingArms::Armed | KingArms::HammerOnly),
            king_holds: matches!(rules.king_arms, KingArms::Armed | KingArms::AnvilOnly),
            may_step,
            bars_repeats: rules.repetition.verdict == RepetitionVerdict::DefendersMayNot,
            no_jumps,
            single_slides: no_jumps && rules.berserk.is_none() && !rules.compulsory_capture,
            wall_closers: match rules.shieldwall {
                None => B::EMPTY,
                Some(wall) if wall.flank_only => geometry.edge(),
                Some(_) => geometry.grown(geometry.edge()),
            },
            speed_limited: rules.speeds.limits().iter().any(Option::is_some),
            throne,
            corners,
            geometry,
            rules: rules.clone(),
        })
    }

    /// The rules that this was made from.
    pub const fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// Whether the defenders may not bring back what was there (K9).
    pub(crate) const fn bars_repeats(&self) -> bool {
        self.bars_repeats
    }

    /// The board.
    pub const fn geometry(&self) -> &Geometry<B> {
        &self.geometry
    }

    /// Where a piece standing on a square may pass and stop, as far as special squares go (K2).
    #[inline]
    pub(super) fn rights(&self, piece: usize, from: usize) -> (B, B) {
        if self.insiders[piece].contains(from) {
            self.insider_rights(piece, from)
        } else {
            (self.pass[piece], self.stop[piece])
        }
    }

    #[cold]
    fn insider_rights(&self, piece: usize, from: usize) -> (B, B) {
        let piece =
            Piece::all().nth(piece).unwrap_or(Piece::new(Side::Attackers, PieceKind::Taflman));
        let block = |group: &Group<B>| match group.stop.contains(piece) {
            true => self.geometry.flood(B::single(from) & group.squares, group.squares),
            false => B::EMPTY,
        };
        let (mut pass, mut stop) = (self.geometry.all(), self.geometry.all());
        for group in &self.groups {
            let elsewhere = group.squares.without(block(group));
            if !group.pass.contains(piece) {
                pass = pass.without(elsewhere);
            }
            if !(group.stop.contains(piece) && group.reenter.contains(piece)) {
                stop = stop.without(elsewhere);
            }
        }
        (pass, stop)
    }

    /// Whether a square is hostile to a type of piece that stands beside it, whatever stands on the
    /// square.
    #[inline]
    pub(super) fn hostile_to_outsider(&self, square: usize, beside: usize, piece: usize) -> bool {
        self.hostile_outside.iter().flatten().any(|(squares, pieces)| {
            let piece = Piece::new(Side::BOTH[piece / 6], PieceKind::ALL[piece % 6]);
            squares.contains(square) && !squares.contains(beside) && pieces.contains(piece)
        })
    }

    pub(super) fn jump_of(&self, kind: PieceKind) -> Jump {
        self.rules.jumps.of(kind)
    }
}

fn piece_table<T>(of: impl Fn(Piece) -> T) -> [T; Piece::COUNT] {
    std::array::from_fn(|index| {
        let side = Side::BOTH[index / 6];
        of(Piece::new(side, PieceKind::ALL[index % 6]))
    })
}

/// The squares of the groups that do not allow something.
fn forbidden<B: Bits>(groups: &[Group<B>], allowed: impl Fn(&Group<B>) -> bool) -> B {
    let closed = groups.iter().filter(|group| !allowed(group));
    closed.fold(B::EMPTY, |set, group| set | group.squares)
}

fn insiders<B: Bits>(groups: &[Group<B>], piece: Piece) -> B {
    let differs = |group: &&Group<B>| {
        group.stop.contains(piece)
            && (!group.reenter.contains(piece) || !group.pass.contains(piece))
            && group.squares.count() > 1
    };
    groups.iter().filter(differs).fold(B::EMPTY, |set, group| set | group.squares)
}
