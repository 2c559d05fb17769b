//! The rules by the numbers under which messages name them, with examples that the engine plays.

mod table;

use std::fmt;

use crate::board::{Setup, Side, Square};
use crate::rules::names;

use super::{By, Ending, Game, LegalTurn};

/// A rule that variants share, whether or not all of them have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KernelRule {
    /// Its name: `K13`; a word if it has no number.
    pub id: &'static str,
    /// What it is about, in a few words.
    pub title: &'static str,
    /// What it says.
    pub about: &'static str,
    /// Who says so.
    pub source: &'static str,
    /// The keys of rules records by which variants choose.
    pub keys: &'static [&'static str],
    /// Positions that show it.
    pub examples: &'static [KernelExample],
}

/// Turns that show what a rule does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KernelExample {
    /// What it shows.
    pub about: &'static str,
    /// The variant by whose rules it is played, with keys that change it.
    pub rules: &'static str,
    /// The position as a record, rank 1 first.
    pub position: &'static str,
    /// The side to move.
    pub side: Side,
    /// The turns, as they are written. The last shows the rule.
    pub turns: &'static [&'static str],
    /// The squares of the pieces that the last turn takes.
    pub takes: &'static [&'static str],
    /// What comes of the last turn.
    pub outcome: KernelOutcome,
}

/// What comes of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KernelOutcome {
    /// The game goes on.
    GoesOn,
    /// The game is over.
    Ends(Ending),
    /// The turn is not legal, for this reason.
    Refused(&'static str),
}

impl KernelOutcome {
    const fn won(winner: Side, by: By) -> Self {
        Self::Ends(Ending { winner: Some(winner), by })
    }

    const fn drawn(by: By) -> Self {
        Self::Ends(Ending { winner: None, by })
    }
}

impl fmt::Display for KernelOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GoesOn => f.write_str("the game goes on"),
            Self::Ends(ending) => ending.fmt(f),
            Self::Refused(why) => write!(f, "not legal: {why}"),
        }
    }
}

/// Every such rule, in the order of their numbers; those without a number come last.
pub const fn kernel() -> &'static [KernelRule] {
    table::RULES
}

impl KernelRule {
    /// The rule of this name or title, whatever its capitals.
    pub fn find(text: &str) -> Option<&'static Self> {
        let text = text.trim();
        let is_meant = |rule: &&Self| {
            rule.id.eq_ignore_ascii_case(text)
                || rule.title.eq_ignore_ascii_case(text)
                || rule.label().eq_ignore_ascii_case(text)
        };
        kernel().iter().find(is_meant)
    }

    /// The rule that a key of rules records chooses about.
    pub fn of_key(key: &str) -> Option<&'static Self> {
        kernel().iter().find(|rule| rule.keys.contains(&key))
    }

    /// The rule by which games end so.
    pub fn of_ending(by: By) -> Option<&'static Self> {
        Self::find(match by {
            By::KingCaptured => "K5",
            By::ExitFort => "K7",
            By::Encircled => "K8",
            By::Repetition => "K9",
            By::NoMoves => "K10",
            By::KingEscaped | By::AllCaptured => "K13",
            By::NoCapture => "K14",
        })
    }

    /// How messages name it: `K13, the order of verdicts`; its title alone if it has no number.
    pub fn label(&self) -> String {
        match self.is_numbered() {
            true => format!("{}, {}", self.id, self.title),
            false => self.title.to_owned(),
        }
    }

    /// Whether it has a number.
    pub fn is_numbered(&self) -> bool {
        self.id.strip_prefix('K').is_some_and(|number| number.parse::<u8>().is_ok())
    }
}

impl KernelExample {
    /// The game before the last turn.
    ///
    /// # Errors
    /// Why it cannot be reached; the examples of [`kernel`] all can.
    pub fn game(&self) -> Result<Game, String> {
        let setup: Setup = self.position.parse().map_err(|error| format!("{error}"))?;
        let found = names::resolve_on(self.rules, setup.size());
        let rules = found.map_err(|error| format!("{error}"))?.ruleset;
        let mut game =
            Game::from_position(&rules, &setup, self.side).map_err(|error| error.to_string())?;
        for turn in self.turns.iter().take(self.turns.len().saturating_sub(1)) {
            game.play(&path(turn)?).map_err(|error| format!("{turn}: {error}"))?;
        }
        Ok(game)
    }

    /// The squares of the last turn.
    pub fn path(&self) -> Vec<Square> {
        self.turns.last().and_then(|turn| path(turn).ok()).unwrap_or_default()
    }

    /// The last turn as the engine plays it.
    ///
    /// # Errors
    /// Why it is not legal, in words.
    pub fn turn(&self) -> Result<LegalTurn, String> {
        let path = self.path();
        self.game()?.turn(&path).map_err(|error| error.to_string())
    }
}

/// The squares of a turn without captures, `b1-b3=b5`.
fn path(turn: &str) -> Result<Vec<Square>, String> {
    let squares = turn.split(['-', '=', '^']).filter(|square| !square.is_empty());
    squares.map(|square| square.parse().map_err(|_| format!("{square} is no square"))).collect()
}
