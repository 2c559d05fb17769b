//! What is found out about a game.

use std::sync::Arc;

use crate::game::Ending;
use crate::notation::{Edit, Fault};
use crate::record::Claim;

use super::findings::{Code, Finding};
use super::identity::GameHash;
use super::unlisted::{MOST_OF_A_KIND, Unlisted};

/// What is found out about one game.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// The rules that it was judged by; nothing if it was not.
    pub variant: Option<Arc<str>>,
    /// Why it was not judged; nothing if it was.
    pub not_judged: Option<NotJudged>,
    /// Plies that were replayed.
    pub plies: u32,
    /// The first ending that the rules give, and the ply that brought it.
    pub ending: Option<(Ending, u32)>,
    /// Whether that ply was the last and the record states the same result.
    pub agrees: bool,
    /// The result that the record claims.
    pub claimed: Option<Claim>,
    /// What decided the game.
    pub decision: Decision,
    /// Whether it could be replayed to its last move.
    pub complete: bool,
    /// What is found: of the game in the order of its moves, then of each variation.
    pub findings: Vec<Finding>,
    /// What is found besides, and only counted.
    pub unlisted: Unlisted,
    /// How many lines the record has, the game itself among them.
    pub lines: u32,
    /// Plies that were replayed in variations.
    pub variation_plies: u64,
    /// How the game stands after the last move that was replayed.
    pub last: Option<Ending>,
    /// Captures that the moves list, by attackers and by defenders, once they are mended.
    pub listed: [u32; 2],
    /// What would make the moves say what the rules say, if the judge was asked to look for it.
    pub edits: Vec<Edit>,
    /// The number of the game, if the judge was asked for it and anything of the record was read.
    pub hash: Option<GameHash>,
}

/// Why a game was not judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NotJudged {
    /// Its record states no rules, and none were given.
    NoRules,
    /// Nobody here knows the rules that it states, or they cannot be used.
    UnknownRules,
    /// The position that it starts from cannot be played from.
    BadPosition,
    /// No record could be read.
    Unread,
}

impl NotJudged {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoRules => "no-rules",
            Self::UnknownRules => "unknown-rules",
            Self::BadPosition => "bad-position",
            Self::Unread => "unread",
        }
    }

    /// As a summary says it of games.
    pub const fn told(self) -> &'static str {
        match self {
            Self::NoRules => "no rules stated",
            Self::UnknownRules => "rules unknown",
            Self::BadPosition => "start position unplayable",
            Self::Unread => "unreadable",
        }
    }
}

/// What decided a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decision {
    /// It was not replayed to its end.
    #[default]
    Unknown,
    /// The rules.
    Board,
    /// A resignation that is written down.
    Resignation,
    /// A loss on time that is written down.
    Time,
    /// An agreed draw.
    Agreement,
    /// The server on which it was played.
    Adjudication,
    /// Something that is not written down.
    OffBoard,
    /// Nothing: the game is not finished.
    Nothing,
}

impl Decision {
    /// Every one of them.
    pub const ALL: [Self; 8] = [
        Self::Unknown,
        Self::Board,
        Self::Resignation,
        Self::Time,
        Self::Agreement,
        Self::Adjudication,
        Self::OffBoard,
        Self::Nothing,
    ];

    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Board => "board",
            Self::Resignation => "resignation",
            Self::Time => "time",
            Self::Agreement => "agreement",
            Self::Adjudication => "adjudication",
            Self::OffBoard => "off-board",
            Self::Nothing => "unfinished",
        }
    }
}

impl Verdict {
    /// What there is to say of a record that was read and not judged.
    pub fn on_reading(faults: &[Fault]) -> Self {
        let mut verdict = Self::default();
        verdict.add_faults(faults);
        verdict.say_what_is_unlisted();
        verdict
    }

    pub(super) fn add_faults(&mut self, faults: &[Fault]) {
        for fault in faults {
            self.add(Finding::from(fault));
        }
    }

    /// Adds a finding, or counts it if there are too many of its kind.
    pub(super) fn add(&mut self, finding: Finding) {
        let many = self.findings.len() >= MOST_OF_A_KIND;
        if !(many && self.unlisted.counts_instead(&finding, &self.findings)) {
            self.findings.push(finding);
        }
    }

    /// Says at the end how much is not listed.
    pub(super) fn say_what_is_unlisted(&mut self) {
        self.findings.extend(self.unlisted.finding());
    }

    /// How many findings of a kind there are, listed or not.
    pub fn count(&self, code: Code) -> u64 {
        let listed = self.findings.iter().filter(|finding| finding.code == code).count() as u64;
        listed + self.unlisted.counts.get(&code).copied().unwrap_or_default()
    }
}
