//! Who begins the game of a record.

use crate::board::{Side, Square};
use crate::notation::shortened;
use crate::record::{MoveText, Record, RulesClaim, Span, Token, TokenKind};
use crate::rules::{Ruleset, names};

use super::findings::{Code, Finding};
use super::puzzle::PuzzleTags;

/// Who begins.
pub(super) struct First {
    /// The side.
    pub(super) side: Side,
    /// What the first move contradicts, if it is made by another side than was to begin.
    pub(super) against: Option<Finding>,
}

/// Who says that a side begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    Record,
    Goal,
    Rules,
}

impl First {
    /// The side that the record states; else the one that the goal of a puzzle names; else the one
    /// that begins by the rules. If the first move is the other side's, it is that side. Where rules
    /// are `given`, what the record's own say is left aside.
    pub(super) fn of(record: &Record, rules: &Ruleset, given: bool) -> Self {
        let (expected, says) = match (stated(record, given), solver(record)) {
            (Some(side), _) => (side, Says::Record),
            (None, Some(side)) => (side, Says::Goal),
            (None, None) => (rules.first, Says::Rules),
        };
        let moved = first_move(record).and_then(|(token, text)| {
            let origin = *record.path(text).first()?;
            Some((token, origin, rules.start.get(origin)?.side))
        });
        let Some((token, origin, side)) = moved.filter(|&(_, _, side)| side != expected) else {
            return Self { side: expected, against: None };
        };
        let (code, by) = match says {
            Says::Record => (Code::T117, "the record states that "),
            // `1. ... e5-e4` leaves the move before to the other side.
            Says::Rules if begins_with_a_gap(record) => return Self { side, against: None },
            // A goal of the other side is reported as a fault of the puzzle.
            Says::Goal if side == rules.first => return Self { side, against: None },
            Says::Goal | Says::Rules => (Code::T114, ""),
        };
        let other = side.other();
        let message = format!("the {side} begin, with {origin}, where {by}the {other} move first");
        let finding = Finding { ply: Some(1), ..Finding::new(code, message).at(token.span) };
        Self { side, against: Some(finding) }
    }
}

/// The side that moves first by the record itself, or by the rules that it states.
fn stated(record: &Record, given: bool) -> Option<Side> {
    let rules = record.rules.as_ref();
    let within_rules = |span: Span| {
        rules.is_some_and(|rules| rules.span.start <= span.start && span.end <= rules.span.end)
    };
    match &record.first {
        Some(first) if !(given && within_rules(first.span)) => return Some(first.value),
        _ if given => return None,
        _ => {}
    }
    match &rules?.value {
        RulesClaim::Named(text) | RulesClaim::Written(text) => {
            names::stated_first(text).map(|(side, _)| side)
        }
        RulesClaim::SiteType { .. } => None,
    }
}

/// Whether the record leaves the first move out, as one that was made before.
fn begins_with_a_gap(record: &Record) -> bool {
    record.tokens().first().is_some_and(|token| token.kind == TokenKind::Elided)
}

/// The first move of the game itself.
pub(super) fn first_move(record: &Record) -> Option<(&Token, &MoveText)> {
    record.tokens().iter().find_map(|token| match &token.kind {
        TokenKind::Move(text) => Some((token, text)),
        _ => None,
    })
}

/// The side that is to solve, where the record gives a position and the puzzle starts there.
fn solver(record: &Record) -> Option<Side> {
    let rules = record.rules.as_ref().map(|rules| &rules.value);
    if record.start.is_none() && !matches!(rules, Some(RulesClaim::Written(_))) {
        return None;
    }
    let tags = PuzzleTags::of(record);
    let goal = tags.goal().ok()??.ok()?;
    let from_start = match tags.start().ok()? {
        Some((_, plies)) => plies == Some(0),
        None => true,
    };
    goal.side.filter(|_| from_start)
}

/// A finding about a move, which it quotes as it is written.
pub(super) fn quoting(finding: Finding, text: &str, record: &Record) -> Finding {
    let token = first_move(record).map(|(token, _)| token);
    Finding { text: token.map(|token| word(text, record, token)), ..finding }
}

/// A move as it is written, or as it would be where the record has it in escapes.
pub(super) fn word(text: &str, record: &Record, token: &Token) -> String {
    let written = token.span.text(text);
    match &token.kind {
        TokenKind::Move(move_text) if written.is_empty() => {
            let path = record.path(move_text).iter().map(Square::to_string);
            shortened(&path.collect::<Vec<_>>().join("-"))
        }
        _ => shortened(written),
    }
}
