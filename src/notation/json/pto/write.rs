//! Writes a game.

use serde_json::value::RawValue;

use crate::notation::given_up;
use crate::notation::json::keys::plain_value;
use crate::notation::json::members::Members;
use crate::notation::json::object::Object;
use crate::notation::json::own_keys::{write_claims, write_own};
use crate::notation::losses::{Losses, Lost};
use crate::notation::word_list::lose_company;
use crate::record::{MoveText, Record, RulesClaim, TokenKind};

use super::date::date;
use super::keys::{LAST, MOVES_TAG, NUMBERS, OWN, PLAIN, TAGS, listed, other_members};
use super::rules::{RULES, rules};

pub(super) fn write(record: &Record, losses: &mut Losses) -> String {
    lose_company(record, losses);
    let mut members = Members::default();
    let mut done: Vec<&str> = Vec::new();
    let stated = record.rules.as_ref().map(|rules| &rules.value);
    let of_site = stated == rules(record).map(RulesClaim::Written).as_ref();
    let of_rules = [("layout", "Layout")].into_iter().chain(RULES.iter().map(|r| (r.tag, r.key)));
    let day = record.tag("start-date").and_then(date);
    let dated = day.is_none() || day.as_deref() == record.tag("date");
    let plain = PLAIN.into_iter().filter(|(tag, _)| dated || *tag != "start-date");
    for (tag, key) in plain.chain(of_rules.filter(|_| of_site)) {
        if let Some(value) = record.tag(tag) {
            members.add(key, &plain_value(value));
            done.push(tag);
        }
    }
    if dated && day.is_some() {
        done.push("date");
    }
    if !of_site {
        write_own(record, &OWN, &mut members);
    }
    if let Some(start) = &record.start {
        members.add_text("Start", &start.value);
    }
    write_claims(record, &OWN, &mut members);
    let ending = given_up::of_last_entry(record);
    if let Some(words) = ending {
        members.add_text("Termination", words);
    } else if let Some(words) =
        record.tag("termination").filter(|words| given_up::meaning(words).is_none())
    {
        members.add_text("Termination", words);
        done.push("termination");
    }
    write_moves(record, usize::from(ending.is_some()), &mut members, &mut done, losses);
    TAGS.write_tags(record, &done, &mut members);
    members.object() + "\n"
}

/// Writes the moves, but for the last ones that `Termination` tells.
fn write_moves<'a>(
    record: &'a Record,
    told: usize,
    members: &mut Members,
    done: &mut Vec<&'a str>,
    losses: &mut Losses,
) {
    let tokens = &record.tokens()[..record.tokens().len() - told];
    let mut moves: Vec<Members> = tokens
        .iter()
        .map(|token| match &token.kind {
            TokenKind::Move(text) => write_move(record, text, losses),
            other => {
                lose_token(other, losses);
                numbered([-1; 4])
            }
        })
        .collect();
    if let Some(others) = record.tag(MOVES_TAG)
        && add_others(others, &mut moves)
    {
        done.push(MOVES_TAG);
    }
    if let (Some(state), Some(newest)) = (record.tag("end-state"), moves.last_mut()) {
        newest.add("EndState", &plain_value(state));
        done.push("end-state");
    }
    members.add("Move", &listed(moves));
}

fn lose_token(kind: &TokenKind, losses: &mut Losses) {
    let lost = match kind {
        TokenKind::Resigned => Lost::Resignation,
        TokenKind::TimedOut => Lost::TimeLoss,
        TokenKind::Unreadable(_) => Lost::Unreadable,
        TokenKind::Elided | TokenKind::Move(_) => return,
    };
    losses.lose(lost);
}

fn write_move(record: &Record, text: &MoveText, losses: &mut Losses) -> Members {
    let path = record.path(text);
    if path.iter().any(|square| square.file > LAST || square.rank > LAST) {
        losses.lose(Lost::Squares);
        return numbered([-1; 4]);
    }
    losses.lose_many(Lost::Chains, usize::from(path.len() > 2));
    losses.lose_many(Lost::Captures, record.captures(text).len());
    let letters = record.captures(text).iter().filter(|capture| capture.piece.is_some()).count();
    losses.lose_many(Lost::PieceLetters, letters + usize::from(text.piece.is_some()));
    losses.lose_many(Lost::Symbols, usize::from(text.info.is_some()));
    match (path.first(), path.last()) {
        (Some(from), Some(to)) => numbered([from.file, from.rank, to.file, to.rank].map(i64::from)),
        _ => numbered([-1; 4]),
    }
}

fn numbered(numbers: [i64; 4]) -> Members {
    let mut members = Members::default();
    for (key, number) in NUMBERS.iter().zip(numbers) {
        members.add(key, &number.to_string());
    }
    members
}

/// Adds what the tag keeps of every move, where it reads back the same. Returns whether it does.
fn add_others(list: &str, moves: &mut [Members]) -> bool {
    let mut faults = Vec::new();
    let Ok(values) = serde_json::from_str::<Vec<&RawValue>>(list) else {
        return false;
    };
    let entries: Option<Vec<Object<'_>>> =
        values.iter().rev().map(|value| Object::parse(value.get(), list, &mut faults)).collect();
    let Some(entries) = entries.filter(|entries| entries.len() == moves.len()) else {
        return false;
    };
    let others: Vec<Members> = entries.iter().map(other_members).collect();
    let reserved = |key: &str| NUMBERS.contains(&key) || key == "EndState";
    let free = entries.iter().all(|entry| !entry.rest().any(|(key, _)| reserved(key)));
    let kept = free && others.iter().any(|members| !members.is_empty()) && listed(others) == list;
    if kept {
        for (entry, members) in entries.iter().zip(moves) {
            for (key, value) in entry.rest() {
                members.add(key, value.get());
            }
        }
    }
    kept
}
