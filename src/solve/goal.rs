//! What a puzzle asks.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::Side;
use crate::game::Ending;

use super::limits::Limits;

/// What is asked of the side to move. Turns are those of the side that is to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Is there a forced win? If a number is given, the shortest must take exactly that many turns.
    Win(Option<u32>),
    /// Which turns avoid a forced loss, within this number of turns of the other side?
    Save(Option<u32>),
    /// Which turns force at least a draw?
    Draw,
}

/// A goal, and the side that is to reach it if it is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stipulation {
    /// The side that is asked; the side to move if not said.
    pub side: Option<Side>,
    /// What it is asked.
    pub goal: Goal,
}

impl Goal {
    /// What the search must reach to decide this goal of a side.
    pub(super) const fn aim(self, side: Side) -> Aim {
        match self {
            Self::Win(_) => Aim { side, draw_counts: false },
            Self::Draw => Aim { side, draw_counts: true },
            Self::Save(_) => Aim { side: side.other(), draw_counts: false },
        }
    }
}

/// What the solver is to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Aim {
    pub(super) side: Side,
    /// Whether a draw is enough.
    pub(super) draw_counts: bool,
}

impl Aim {
    /// Whether an ending is what the solver wants.
    pub(super) fn met_by(self, ending: Ending) -> bool {
        ending.winner.map_or(self.draw_counts, |winner| winner == self.side)
    }
}

const FORM: &str =
    "with `attackers` or `defenders` before it if you like, as in `defenders win in 4`";

/// Why a text is no goal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GoalError {
    /// Not in the form that goals have.
    #[error("{0:?} is not a goal: write `win`, `win 3`, `save`, `save 2` or `draw`, {form}", form = FORM)]
    Form(String),
    /// A number of turns out of range.
    #[error("a goal within {0} turns cannot be asked for: ask for 1 to {most}", most = Limits::MOST_TURNS)]
    Turns(u64),
    /// Two goals at once.
    #[error("{0:?} asks for two goals at once: a puzzle has one")]
    Two(String),
}

impl FromStr for Stipulation {
    type Err = GoalError;

    /// Reads `win`, `win 3`, `defenders win in 4`, `attackers to move and win in 2`, `save 2`,
    /// `draw`; upper and lower case are the same.
    fn from_str(text: &str) -> Result<Self, GoalError> {
        let form = || GoalError::Form(text.to_owned());
        let (mut side, mut verb, mut turns) = (None, None, None);
        for word in text.split_whitespace() {
            let word = word.to_ascii_lowercase();
            match word.trim_matches([',', '.', ';']) {
                "attackers" if side.is_none() => side = Some(Side::Attackers),
                "defenders" if side.is_none() => side = Some(Side::Defenders),
                "to" | "move" | "and" | "in" | "within" | "turns" | "turn" => {}
                known @ ("win" | "save" | "draw") => {
                    if verb.replace(known.to_owned()).is_some() {
                        return Err(GoalError::Two(text.to_owned()));
                    }
                }
                number if verb.is_some() && turns.is_none() => {
                    turns = Some(number.parse::<u64>().map_err(|_| form())?);
                }
                _ => return Err(form()),
            }
        }
        let turns = match turns {
            Some(turns) if turns == 0 || turns > u64::from(Limits::MOST_TURNS) => {
                return Err(GoalError::Turns(turns));
            }
            turns => turns.map(|turns| turns as u32),
        };
        let goal = match (verb.as_deref(), turns) {
            (Some("win"), turns) => Goal::Win(turns),
            (Some("save"), turns) => Goal::Save(turns),
            (Some("draw"), None) => Goal::Draw,
            _ => return Err(form()),
        };
        Ok(Self { side, goal })
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(None) => f.write_str("win"),
            Self::Win(Some(turns)) => write!(f, "win in {turns}"),
            Self::Save(None) => f.write_str("save"),
            Self::Save(Some(turns)) => write!(f, "save within {turns}"),
            Self::Draw => f.write_str("draw"),
        }
    }
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.side {
            Some(side) => write!(f, "{side} {}", self.goal),
            None => self.goal.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Stipulation, GoalError> {
        text.parse()
    }

    #[test]
    fn goals_are_read_in_the_words_people_use() {
        let won = |side, turns| Ok(Stipulation { side, goal: Goal::Win(turns) });
        assert_eq!(read("win"), won(None, None));
        assert_eq!(read("Win 3"), won(None, Some(3)));
        assert_eq!(read("defenders win in 4"), won(Some(Side::Defenders), Some(4)));
        assert_eq!(read("Attackers to move and win in 2."), won(Some(Side::Attackers), Some(2)));
        assert_eq!(read("save 2"), Ok(Stipulation { side: None, goal: Goal::Save(Some(2)) }));
        assert_eq!(read("draw"), Ok(Stipulation { side: None, goal: Goal::Draw }));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "3", "mate in 2", "win lots", "win 3 4", "defenders", "draw 2", "win -1"] {
            assert_eq!(read(text), Err(GoalError::Form(text.into())), "{text:?}");
        }
        assert_eq!(read("win 0"), Err(GoalError::Turns(0)));
        assert_eq!(read("win in 1000"), Err(GoalError::Turns(1000)));
        assert_eq!(read("win and draw"), Err(GoalError::Two("win and draw".into())));
    }

    #[test]
    fn goals_read_back_as_written() {
        for text in ["defenders win in 4", "win", "save within 2", "attackers draw"] {
            assert_eq!(read(text).unwrap().to_string(), text);
        }
    }
}
