//! Rules and positions: which board rules are for, and what to do where a position has another.

use std::sync::OnceLock;

use thiserror::Error;

use crate::board::{BoardSize, PieceKind, Setup, SetupError, Square};

use super::names::Resolved;
use super::shared::{has_sibling, size_of};
use super::variants;
use super::{Ruleset, RulesetError};

/// Variants whose rules people play on boards of many sizes. Any other is for its own board.
const ANY_SIZE: [&str; 11] = [
    "brandubh",
    "coppergate",
    "historical",
    "historical-13",
    "lewis-cross",
    "old-hnefatafl",
    "sea-battle-9",
    "sea-battle-11",
    "sea-battle-13",
    "simple-tafl",
    "tablut",
];

/// Why a game cannot start from a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Misfit {
    /// The position has the wrong kings.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// The rules are for a board of another size.
    #[error("the position is {found}, and {name} is played on {rules}")]
    Size {
        /// What the rules are called.
        name: String,
        /// The size of their board.
        rules: BoardSize,
        /// The size of the position.
        found: BoardSize,
    },
    /// The rules cannot be moved to the board.
    #[error("{0}")]
    Rules(#[from] RulesetError),
}

impl Misfit {
    /// What to do about it, where there is more to say than that the position is to be mended.
    pub fn help(&self) -> Option<String> {
        let Self::Size { found, .. } = self else { return None };
        let fits = |id: &&str| size_of(id) == Some(*found);
        let ids = variants::all().iter().map(|variant| variant.id);
        let names: Vec<&str> = ids.filter(fits).take(3).collect();
        Some(match names.as_slice() {
            [] => "write rules for that board out with --variant, as in `dim:5 start:/.../`".into(),
            names => format!(
                "give rules for that board with --variant, such as {}, or written out",
                names.join(", ")
            ),
        })
    }
}

impl Resolved {
    /// What commands call the rules: the id where they are built in, else their own name, else the
    /// size of the board.
    pub fn name(&self) -> String {
        let own = self.ruleset.name.trim();
        match self.variant.or_else(|| built_in(&self.ruleset)) {
            Some(id) => id.to_owned(),
            None if own.is_empty() => format!("{} own rules", self.ruleset.size()),
            None => own.to_owned(),
        }
    }

    /// The rules with a position as their start. Rules that are played on any board are moved to one
    /// of another size, as [`Ruleset::on_board`] does.
    ///
    /// # Errors
    /// When the rules are for a board of another size, or the position has the wrong kings.
    pub fn from_position(&self, position: Setup) -> Result<Ruleset, Misfit> {
        position.require_one_king()?;
        let (rules, found) = (self.ruleset.size(), position.size());
        let is_for = |id: &str| ANY_SIZE.contains(&id) || has_sibling(id, found);
        if rules != found && !self.variant.is_some_and(is_for) {
            return Err(Misfit::Size { name: self.name(), rules, found });
        }
        Ok(self.ruleset.on_board(position)?)
    }
}

impl Resolved {
    /// Whether a position makes sense under the rules only with its rows the other way up: pieces
    /// stand where they may not stop, and so turned none does.
    pub fn fits_only_upside_down(&self, position: &Setup) -> bool {
        let of_size = self.ruleset.on_board(position.clone());
        let Ok(rules) = of_size else { return false };
        !self.all_may_stand(&rules, position) && self.all_may_stand(&rules, &position.flipped())
    }

    /// Whether every piece stands where it may stop, or where such a piece starts from, and the king
    /// is not where he would have escaped.
    fn all_may_stand(&self, rules: &Ruleset, position: &Setup) -> bool {
        let (goal, groups) = (rules.goal(), rules.groups().map(|(_, group)| group));
        let may_stop = |square: &Square, piece| {
            groups.iter().all(|group| !group.squares.contains(square) || group.stop.contains(piece))
        };
        let starts = |square, piece| self.ruleset.start.get(square) == Some(piece);
        position.pieces().all(|(square, piece)| {
            let escaped = piece.kind == PieceKind::King && goal.contains(&square);
            !escaped && (may_stop(&square, piece) || starts(square, piece))
        })
    }
}

/// The built-in variant that rules are, whatever they are called.
fn built_in(rules: &Ruleset) -> Option<&'static str> {
    static KNOWN: OnceLock<Vec<(&'static str, Ruleset)>> = OnceLock::new();
    let all = || variants::all().iter().map(|variant| (variant.id, variant.ruleset()));
    let mut known = KNOWN.get_or_init(|| all().collect()).iter();
    // The start tells most apart.
    let same = |of: &Ruleset| {
        of.start == rules.start && Ruleset { name: rules.name.clone(), ..of.clone() } == *rules
    };
    known.find(|(_, of)| same(of)).map(|&(id, _)| id)
}
