//! What a search found.

use std::fmt;
use std::time::Duration;

use crate::board::Side;
use crate::game::LegalTurn;

use super::goal::Goal;
use super::limits::Limit;

/// How a question was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The goal is reached, and in how few turns is proved.
    Proved,
    /// The goal is not reached within the turns asked for, whatever is played.
    Refuted,
    /// A limit was reached first.
    Unknown,
}

impl Answer {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Refuted => "refuted",
            Self::Unknown => "unknown",
        }
    }
}

/// A first turn that fails to one reply only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Try {
    /// The turn.
    pub turn: LegalTurn,
    /// The reply that refutes it.
    pub refutation: LegalTurn,
}

/// A place past the key where the solver has several turns that keep the distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dual {
    /// The turns of the main line before it.
    pub after: Vec<LegalTurn>,
    /// The turns that keep the distance, in the order of their squares.
    pub turns: Vec<LegalTurn>,
}

/// A solution with every reply: the solver's turn and what can follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The solver's turn, the first of those that keep the distance.
    pub turn: LegalTurn,
    /// Every reply and what the solver plays then; nothing where the reply itself ends the game.
    pub replies: Vec<(LegalTurn, Option<Tree>)>,
}

/// The answer to a question about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// What was asked.
    pub goal: Goal,
    /// The side that is asked: the side to move.
    pub side: Side,
    /// How it was decided.
    pub verdict: Answer,
    /// For a win or a draw, in how many turns it is known to be forced. For a save, within how many
    /// turns of the other side the loss is avoided.
    pub turns: Option<u32>,
    /// The length of the main line, in turns of both sides.
    pub plies: Option<u32>,
    /// Whether it is proved that fewer turns are not enough.
    pub shortest_proved: bool,
    /// The number of turns within which the goal is proved not to be reached; for a save, within which
    /// no loss is forced.
    pub none_within: u32,
    /// The first turns that reach the goal in the fewest turns; for a save, those that avoid the
    /// loss. Complete when the verdict is [`Answer::Proved`]; before, those that are known.
    pub keys: Vec<LegalTurn>,
    /// First turns that also win but later, and in how many turns: complete up to
    /// [`Report::also_within`]; without a proved shortest win, the turn of the win that is known.
    pub also_wins: Vec<(LegalTurn, u32)>,
    /// Up to how many turns [`Report::also_wins`] is complete.
    pub also_within: u32,
    /// Key, longest defence, and so on to the end.
    pub main_line: Vec<LegalTurn>,
    /// First turns that fail to one reply.
    pub tries: Vec<Try>,
    /// Where the main line could have gone on otherwise.
    pub duals: Vec<Dual>,
    /// The whole solution, if it was asked for.
    pub tree: Option<Tree>,
    /// Positions visited.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// The limit that ended the search before it was complete.
    pub limit: Option<Limit>,
}

/// Something that a puzzle's composer has to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FactKind {
    /// The goal cannot be asked here.
    NoGoal,
    /// There is more than one key.
    Cooked,
    /// There is a win in fewer turns than the puzzle claims.
    Short,
    /// The goal is not reached.
    Refuted,
    /// Neither proved nor refuted: a limit was reached.
    Unproved,
    /// The recorded solution leaves the shortest win.
    Strays,
}

impl FactKind {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoGoal => "no-goal",
            Self::Cooked => "cooked",
            Self::Short => "short",
            Self::Refuted => "refuted",
            Self::Unproved => "unproved",
            Self::Strays => "strays",
        }
    }
}

/// One such thing, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Of which kind.
    pub kind: FactKind,
    /// What is the matter, with its numbers and turns.
    pub message: String,
}

impl Report {
    /// Adds a win that is proved, with its first turn if that is known.
    pub(super) fn add_win(&mut self, turns: u32, first: Option<&LegalTurn>) {
        self.turns = Some(self.turns.map_or(turns, |known| known.min(turns)));
        let Some(first) = first else { return };
        self.also_wins.retain(|(known, _)| known != first);
        self.also_wins.push((first.clone(), turns));
    }

    /// Checks whether a win that was found before a limit is the shortest.
    pub(super) fn check_shortest(&mut self) {
        let shortest = self.none_within + 1;
        if self.verdict != Answer::Unknown || self.turns != Some(shortest) {
            return;
        }
        self.shortest_proved = true;
        let keys = self.also_wins.extract_if(.., |(_, turns)| *turns == shortest);
        self.keys = keys.map(|(key, _)| key).collect();
    }

    /// What is wrong with this position as a puzzle; nothing if the goal is reached, in the number
    /// of turns asked for, by one key.
    pub fn facts(&self) -> Vec<Fact> {
        let mut facts = Vec::new();
        let mut add = |kind, message| facts.push(Fact { kind, message });
        match self.verdict {
            Answer::Unknown => add(FactKind::Unproved, self.summary()),
            Answer::Refuted => add(FactKind::Refuted, self.summary()),
            Answer::Proved => {
                if let (Goal::Win(Some(claimed)), Some(turns)) = (self.goal, self.turns)
                    && turns < claimed
                {
                    add(
                        FactKind::Short,
                        format!(
                            "a win in {claimed} is asked for, but {} wins in {turns}",
                            names(&self.keys)
                        ),
                    );
                }
                if self.keys.len() > 1 {
                    let count = self.keys.len();
                    add(FactKind::Cooked, format!("there are {count} keys: {}", names(&self.keys)));
                }
            }
        }
        facts
    }

    /// The verdict in one sentence, keeping apart what is proved and what is not.
    pub fn summary(&self) -> String {
        let side = self.side;
        let none = self.none_within;
        let within = turns(self.turns.unwrap_or(none));
        let what = if self.goal == Goal::Draw { "forced draw" } else { "win" };
        match (self.goal, self.verdict) {
            (Goal::Save(_), Answer::Proved) => format!(
                "{} of the first turns {} a forced loss within {within} of the other side",
                self.keys.len(),
                if self.keys.len() == 1 { "avoids" } else { "avoid" },
            ),
            (Goal::Save(_), Answer::Refuted) => {
                format!("every turn of the {side} loses within {within} of the other side")
            }
            (Goal::Save(_), Answer::Unknown) => match none {
                0 => "not decided, and nothing is proved".to_owned(),
                none => format!(
                    "not decided: some first turn avoids a forced loss within {} of the other side",
                    turns(none),
                ),
            },
            (Goal::Win(_), Answer::Proved) => format!(
                "the {side} win in {}, which is proved to be the shortest",
                self.turns.unwrap_or_default(),
            ),
            (Goal::Draw, Answer::Proved) => format!(
                "the {side} force a draw or better in {}, which is proved to be the shortest",
                self.turns.unwrap_or_default(),
            ),
            (Goal::Win(_) | Goal::Draw, Answer::Refuted) => {
                format!("the {side} have no {what} in {none}, exhaustively")
            }
            (_, Answer::Unknown) => {
                let none = match none {
                    0 => format!("no {what} is proved or refuted"),
                    none => format!("no {what} in {none}"),
                };
                match self.turns {
                    Some(turns) if self.shortest_proved => {
                        format!(
                            "{none}; a {what} in {turns} is proved, and so the shortest; its keys are not all known"
                        )
                    }
                    Some(turns) => {
                        format!(
                            "{none}; a {what} in at most {turns} is proved; the shortest is not known"
                        )
                    }
                    None if self.none_within == 0 => none,
                    None => format!("{none}; beyond that nothing is known"),
                }
            }
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.summary())
    }
}

/// A number of turns in words.
fn turns(count: u32) -> String {
    if count == 1 { "1 turn".to_owned() } else { format!("{count} turns") }
}

/// Turns in a row, as a sentence has them.
fn names(turns: &[LegalTurn]) -> String {
    let names: Vec<String> = turns.iter().map(LegalTurn::to_string).collect();
    names.join(", ")
}
