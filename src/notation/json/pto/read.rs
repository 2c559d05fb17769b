//! Reads a game.

use serde_json::value::RawValue;

use crate::board::Square;
use crate::notation::fault::{Fault, FaultKind};
use crate::notation::given_up;
use crate::notation::json::keys::read_plain;
use crate::notation::json::members::Members;
use crate::notation::json::object::Object;
use crate::notation::json::own_keys::{bad, read_own};
use crate::record::{
    LineId, MoveParts, MoveText, Record, RulesClaim, Span, Spanned, Token, TokenKind,
};

use super::ENTRY;
use super::date::date;
use super::keys::{LAST, MOVES_TAG, NUMBERS, OWN, PLAIN, TAGS, listed, other_members};
use super::rules::{RULES, layout, rules};

pub(super) fn read(text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    let Some(mut object) = Object::of_record(text, ENTRY.keys, faults) else { return };
    for (tag, key) in PLAIN {
        if let Some(value) = object.remove(key, faults) {
            read_plain(text, tag, value, record, faults);
        }
    }
    if let Some(date) = record.tag("start-date").and_then(date) {
        record.add_tag("date", date, Span::default());
    }
    read_rules(text, &mut object, record, faults);
    if let Some((start, span)) = object.remove_text("Start", faults) {
        record.start = Some(Spanned::new(start, span));
    }
    match object.remove_as::<Vec<&RawValue>>("Move", faults) {
        Some((moves, _)) => read_moves(text, &moves, record, faults),
        None => {
            let start = Span::new(0, text.len().min(1));
            faults.push(Fault::new(start, FaultKind::Missing("Move")));
        }
    }
    if let Some((termination, span)) = object.remove_text("Termination", faults)
        && !given_up::add_entry(record, &termination, span)
    {
        record.add_tag("termination", termination, span);
    }
    TAGS.read_rest(object, record, faults);
}

fn read_rules(text: &str, object: &mut Object<'_>, record: &mut Record, faults: &mut Vec<Fault>) {
    if let Some(value) = object.remove("Layout", faults) {
        read_plain(text, "layout", value, record, faults);
        let named = record.tag("layout").filter(|name| layout(name).is_none());
        if let Some(name) = named.map(str::to_owned) {
            let span = Span::of(value.get(), text);
            faults.push(bad("Layout", name, "the name of a layout, such as copenhagen", span));
        }
    }
    for rule in &RULES {
        let Some(value) = object.remove(rule.key, faults) else { continue };
        read_plain(text, rule.tag, value, record, faults);
        let stated = record.tag(rule.tag).unwrap_or_default();
        if !rule.meanings.iter().any(|(known, _)| *known == stated) {
            let (stated, span) = (stated.to_owned(), Span::of(value.get(), text));
            faults.push(bad(rule.key, stated, rule.expected, span));
        }
    }
    read_own(object, &OWN, record, faults);
    if record.rules.is_none() {
        let span = record.tags.iter().find(|tag| tag.name == "layout").map(|tag| tag.span);
        record.rules = rules(record)
            .map(|rules| Spanned::new(RulesClaim::Written(rules), span.unwrap_or_default()));
    }
}

/// Reads the moves, of which the newest stands first.
fn read_moves(text: &str, moves: &[&RawValue], record: &mut Record, faults: &mut Vec<Fault>) {
    let mut others = Vec::with_capacity(moves.len());
    for (at, value) in moves.iter().enumerate().rev() {
        let span = Span::of(value.get(), text);
        let Some(mut entry) = Object::parse(value.get(), text, faults) else {
            push(record, span, TokenKind::Unreadable(value.get().into()));
            others.push(Members::default());
            continue;
        };
        let numbers =
            NUMBERS.map(|key| entry.remove_as::<i64>(key, faults).map(|(value, _)| value));
        let kind = if numbers.contains(&Some(-1)) {
            TokenKind::Elided
        } else if let [Some(from), Some(to)] = squares(numbers) {
            let parts = MoveParts { path: vec![from, to], captures: Vec::new() };
            let run_together = true;
            TokenKind::Move(MoveText { run_together, ..record.make_move(&parts, None) })
        } else {
            faults.push(Fault::new(span, FaultKind::NotAMove(value.get().to_owned())));
            TokenKind::Unreadable(value.get().into())
        };
        push(record, span, kind);
        if at == 0
            && let Some(state) = entry.remove("EndState", faults)
        {
            read_plain(text, "end-state", state, record, faults);
        }
        others.push(other_members(&entry));
    }
    if others.iter().any(|members| !members.is_empty()) {
        record.add_tag(MOVES_TAG, listed(others), Span::default());
    }
}

pub(super) fn push(record: &mut Record, span: Span, kind: TokenKind) {
    record.line_mut(LineId::MAIN).tokens.push(Token { span, kind });
}

fn squares(numbers: [Option<i64>; 4]) -> [Option<Square>; 2] {
    let square = |file: Option<i64>, rank: Option<i64>| {
        let small = |number: i64| u8::try_from(number).ok().filter(|&number| number <= LAST);
        Some(Square::new(small(file?)?, small(rank?)?))
    };
    [square(numbers[0], numbers[1]), square(numbers[2], numbers[3])]
}
