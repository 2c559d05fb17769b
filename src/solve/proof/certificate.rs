//! Certificates: proofs that a program can check with the rules alone.
//!
//! The schema is `taflkit.proof/1`. Node 0 is the position in question. At the nodes of a **win**, the
//! solver's name one turn and the other side's name every legal turn; `within`, the number of the
//! solver's turns that are enough, falls at each of the solver's turns. At the nodes of a **no-win** the
//! roles change, and `within` falls to 0. **Only key** is a win whose node 0 names every legal turn:
//! the key leads to a win within one fewer, every other turn to a no-win within one fewer.

use std::io::Read;

use serde::{Deserialize, Serialize};

use crate::game::Ending;
use crate::keyed::{Keyed, object, object_or_null, objects};

/// The schema of certificates.
pub const PROOF_SCHEMA: &str = "taflkit.proof/1";

/// A proof, as it is written to a file and [read](Certificate::read) from there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`PROOF_SCHEMA`].
    pub schema: String,
    /// The rules, as an OpenTafl rules record with our extra keys.
    pub rules: String,
    /// The built-in variant that they are, if they are one.
    pub variant: Option<String>,
    /// The side that the claim is about.
    pub solver: String,
    /// Earlier positions that count for repetition with the side to move, as `/.../ attackers`,
    /// oldest first.
    pub history: Vec<String>,
    /// Turns of either side since the last capture.
    pub quiet: u64,
    /// What is claimed of node 0.
    #[serde(deserialize_with = "object")]
    pub claim: ClaimJson,
    /// The proof.
    #[serde(deserialize_with = "objects")]
    pub nodes: Vec<Node>,
}

impl Certificate {
    /// Reads a certificate, which is a JSON object to its last part; a list of the values of an object
    /// is none.
    ///
    /// # Errors
    /// When it cannot be read, or is no certificate.
    pub fn read(source: impl Read) -> Result<Self, serde_json::Error> {
        serde_json::from_reader(source).map(|Keyed(certificate)| certificate)
    }
}

/// What a certificate claims, as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimJson {
    /// The only first turn that wins within `win_in`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only_key: Option<String>,
    /// The solver wins within this number of turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win_in: Option<u32>,
    /// The solver does not win within this number of turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_win_in: Option<u32>,
}

/// A position of a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// The pieces, as an OpenTafl position record.
    pub position: String,
    /// The side to move.
    pub to_move: String,
    /// Within how many turns of the solver's the node's claim holds.
    pub within: u32,
    /// `win` or `no_win`.
    pub claims: String,
    /// The turns that the proof needs.
    #[serde(deserialize_with = "objects")]
    pub moves: Vec<ProofStep>,
}

/// A turn of a proof: it leads to another node or ends the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofStep {
    /// The turn, written out in full.
    #[serde(rename = "move")]
    pub turn: String,
    /// The number of the node that it leads to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<usize>,
    /// How the game stands after it, if it is over.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "object_or_null")]
    pub ending: Option<Box<EndingJson>>,
}

impl ProofStep {
    /// Whether the turn takes something.
    pub(in crate::solve) fn takes(&self) -> bool {
        self.turn.contains('x')
    }
}

/// How a game ended, as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndingJson {
    /// The winner; none in a draw.
    pub winner: Option<String>,
    /// The rule.
    pub by: String,
}

impl From<Ending> for EndingJson {
    fn from(ending: Ending) -> Self {
        Self {
            winner: ending.winner.map(|side| side.name().to_owned()),
            by: ending.by.name().to_owned(),
        }
    }
}
