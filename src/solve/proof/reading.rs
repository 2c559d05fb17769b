//! The parts of a certificate, read before its nodes are checked.

use thiserror::Error;

use crate::board::{Setup, Side};
use crate::rules::{Ruleset, names, record};

use super::certificate::{Certificate, Node};

/// Why a certificate does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Flaw {
    /// What comes before the nodes is at fault.
    #[error("{0}")]
    Head(String),
    /// A node is at fault.
    #[error("node {node}: {why}")]
    Node {
        /// Its number.
        node: usize,
        /// What is wrong.
        why: String,
    },
}

/// A fault of what comes before the nodes.
pub(super) fn head<T>(message: impl Into<String>) -> Result<T, Flaw> {
    Err(Flaw::Head(message.into()))
}

/// What a node claims.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Claims {
    Win,
    NoWin,
}

/// What the whole certificate claims.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Claim<'a> {
    WinIn(u32),
    NoWinIn(u32),
    OnlyKey(&'a str, u32),
}

/// The rules, which must be those of the variant that is named.
pub(super) fn read_rules(certificate: &Certificate) -> Result<Ruleset, Flaw> {
    let parsed = match record::parse(&certificate.rules) {
        Ok(parsed) => parsed.ruleset,
        Err(problems) => {
            let told: Vec<String> =
                problems.iter().map(|problem| problem.kind.to_string()).collect();
            return head(format!("the rules do not read: {}", told.join("; ")));
        }
    };
    let Some(variant) = &certificate.variant else { return Ok(parsed) };
    let Ok(named) = names::resolve(variant) else {
        return head(format!("no variant is called {variant:?}"));
    };
    let named = named.ruleset;
    let same = Ruleset {
        name: named.name.clone(),
        start: named.start.clone(),
        first: named.first,
        ..parsed.clone()
    };
    if parsed.size() != named.size() || same != named {
        return head(format!("the rules are not those of {variant}"));
    }
    Ok(parsed)
}

/// The claim.
pub(super) fn read_claim(certificate: &Certificate) -> Result<Claim<'_>, Flaw> {
    let claim = &certificate.claim;
    match (&claim.only_key, claim.win_in, claim.no_win_in) {
        (None, Some(turns), None) => Ok(Claim::WinIn(turns)),
        (None, None, Some(turns)) => Ok(Claim::NoWinIn(turns)),
        (Some(key), Some(turns), None) => Ok(Claim::OnlyKey(key, turns)),
        _ => head("the claim must be one of win_in, no_win_in, and only_key with win_in"),
    }
}

/// A side by its name.
pub(super) fn side(name: &str) -> Option<Side> {
    Side::of_name(name)
}

/// What a node claims; nothing if it is neither of the two.
pub(super) fn kind(node: &Node) -> Option<Claims> {
    match node.claims.as_str() {
        "win" => Some(Claims::Win),
        "no_win" => Some(Claims::NoWin),
        _ => None,
    }
}

/// A position with the side to move, written as it should be.
pub(super) fn board(
    position: &str,
    to_move: &str,
    rules: &Ruleset,
) -> Result<(Setup, Side), String> {
    let setup: Setup = position.parse().map_err(|error| format!("{error}"))?;
    if setup.size() != rules.size() {
        return Err(format!(
            "the position is on a board of {}, the rules are for {}",
            setup.size(),
            rules.size()
        ));
    }
    if setup.to_string() != position {
        return Err(format!("the position is written {position:?}, not {setup}"));
    }
    let side = side(to_move).ok_or_else(|| format!("{to_move:?} is no side"))?;
    Ok((setup, side))
}
