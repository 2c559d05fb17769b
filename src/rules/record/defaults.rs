//! The rules of a record that says nothing but its start position.

use std::collections::BTreeSet;

use crate::board::{PieceKind, PieceSet, Setup, Side, Square};
use crate::rules::{
    Escape, Jump, Jumps, KingArms, KingCapture, Repetition, RepetitionVerdict, Ruleset,
    SpecialSquares, Speeds, Stuck,
};

/// The rules that the notation means by a record with nothing but a board and a start position.
pub(super) fn defaults(start: Setup) -> Ruleset {
    let size = start.size();
    let special = |squares: BTreeSet<Square>, stop, pass, hostile_empty| SpecialSquares {
        squares,
        stop,
        pass,
        reenter: PieceSet::ALL,
        hostile_empty,
        hostile_with_king: PieceSet::NONE,
        hostile_outside: PieceSet::NONE,
    };
    let king = PieceSet::KING;
    let defenders = PieceSet::DEFENDERS | king;
    Ruleset {
        name: String::new(),
        first: Side::Attackers,
        escape: Escape::Corners,
        throne: SpecialSquares {
            hostile_with_king: PieceSet::ATTACKERS,
            ..special([size.centre()].into(), king, PieceSet::ALL, PieceSet::ALL)
        },
        corners: special(size.corners().into(), king, king, PieceSet::ALL),
        attacker_forts: special([].into(), PieceSet::ALL, PieceSet::ALL, defenders),
        defender_forts: special([].into(), defenders, defenders, PieceSet::ATTACKERS),
        edge_hostile_to: PieceSet::NONE,
        king_capture: KingCapture::FourSides,
        king_arms: KingArms::Armed,
        speeds: Speeds::UNLIMITED,
        shieldwall: None,
        exit_fort: false,
        encirclement: true,
        repetition: Repetition { verdict: RepetitionVerdict::Draw, count: 3 },
        stuck: Stuck::Loses,
        no_capture: None,
        compulsory_capture: false,
        linnaean_capture: false,
        berserk: None,
        jumps: Jumps::NONE
            .with(PieceKind::Knight, Jump::Capturing)
            .with(PieceKind::Commander, Jump::OverEnemy),
        commanders_take_king: true,
        start,
    }
}
