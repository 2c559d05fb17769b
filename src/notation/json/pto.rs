//! Games of PlayTaflOnline in JSON: moves newest first, rules as small numbers.
//!
//! `grammar/pto.md` lists the keys, the numbers and what they mean, and our own keys. Moves name two
//! squares by file and rank from 0, so that captures are never listed, a turn is one hop, and there are
//! no words for resignation or a loss on time. An entry of -1 for every number is no move.
//!
//! The rules are put together from the layout and the numbers. What `EndState`, in the newest move,
//! says of the result by its number has not been published: it is kept as a tag, and the result is
//! written under a key of our own.

use serde_json::value::RawValue;

use crate::board::Square;
use crate::notation::fault::{Fault, FaultKind};
use crate::notation::format::{Entry, Split};
use crate::notation::ledger::{Ledger, Lost};
use crate::record::{
    LineId, MoveParts, MoveText, Record, RulesClaim, Span, Spanned, Token, TokenKind,
};

use super::object::{Keys, Members, Object, Style, has_key, plain_value, read_plain};
use super::word_list::{
    OwnKeys, bad, given_up, is_given_up, lose_company, read_given_up, read_own, write_claims,
    write_own,
};

pub(in crate::notation) const ENTRY: Entry = Entry {
    name: "pto",
    about: "Games of PlayTaflOnline in JSON",
    extensions: &["json", "jsonl", "ndjson"],
    states_rules: true,
    looks_like,
    keys: &["Move", "Layout", "Attacker", "Defender", "KingCapture"],
    split: Split::Objects,
    read,
    write: Some(write),
    results: None,
};

/// Every key that has a meaning of its own.
const KEYS: [&str; 23] = [
    "Layout",
    "Attacker",
    "Defender",
    "StartDate",
    "Objective",
    "KingCapture",
    "KingStrength",
    "Throne",
    "Hostile",
    "Speed",
    "Surround",
    "ExitFort",
    "ShieldWall",
    "Move",
    "Start",
    "Termination",
    "Variant",
    "Rules",
    "SiteType",
    "FirstMover",
    "Result",
    "Captures",
    "Tags",
];

const TAGS: Keys = Keys { format: "pto", style: Style::Capitals, known: &KEYS, pairs: "Tags" };

/// Keys of ours.
const OWN: OwnKeys = OwnKeys {
    named: "Variant",
    written: "Rules",
    site_type: "SiteType",
    first: "FirstMover",
    result: "Result",
    counts: "Captures",
};

/// The tags that keep keys as they are.
const PLAIN: [(&str, &str); 3] =
    [("attackers", "Attacker"), ("defenders", "Defender"), ("start-date", "StartDate")];

/// A number that settles one point of the rules.
struct Rule {
    tag: &'static str,
    key: &'static str,
    /// What the numbers mean, as keys of a rules record.
    meanings: &'static [(&'static str, &'static str)],
    expected: &'static str,
}

const RULES: [Rule; 9] = [
    Rule {
        tag: "objective",
        key: "Objective",
        meanings: &[("0", "esc:e cor:"), ("1", "esc:c")],
        expected: "0 (the edge) or 1 (a corner)",
    },
    Rule {
        tag: "king-capture",
        key: "KingCapture",
        meanings: &[("0", "ks:w"), ("1", "ks:c"), ("2", "ks:s"), ("3", "ks:m")],
        expected: "0 (between two), 1 (four by the throne), 2 (on four sides) or 3 (the edge as well)",
    },
    Rule {
        tag: "king-strength",
        key: "KingStrength",
        meanings: &[("0", "ka:y"), ("1", "ka:n"), ("2", "ka:h"), ("3", "ka:a")],
        expected: "0 (armed), 1 (unarmed), 2 (hammer) or 3 (anvil)",
    },
    Rule {
        tag: "throne",
        key: "Throne",
        meanings: &[
            ("0", "cen:"),
            ("1", "cens:K cenp:tcnkmgTCNKMG"),
            ("2", "cens: cenp:tcnkmgTCNKMG"),
            ("3", "cens: cenp:K"),
            ("4", "cens: cenp:"),
        ],
        expected: "0 (none), 1 (the king's), 2 (nobody stops), 3 (only the king passes) or 4 (nobody passes)",
    },
    Rule {
        tag: "hostile",
        key: "Hostile",
        meanings: &[("0", "cenh: cenhe:"), ("1", "cenh:tcnkmg cenhe:tcnkmgTCNKMG")],
        expected: "0 (nothing) or 1 (the throne)",
    },
    Rule {
        tag: "speed",
        key: "Speed",
        meanings: &[
            ("0", ""),
            ("1", "spd:-1,-1,-1,-1,-1,-1,-1,1"),
            ("2", "spd:1,1,1,1,1,1,1,-1"),
            ("3", "spd:1"),
        ],
        expected: "0 (no limit), 1 (the king one square), 2 (the men one) or 3 (everybody one)",
    },
    Rule {
        tag: "surround",
        key: "Surround",
        meanings: &[("0", "surf:y"), ("1", "surf:n")],
        expected: "0 (closing in wins) or 1 (it does not)",
    },
    Rule {
        tag: "exit-fort",
        key: "ExitFort",
        meanings: &[("0", "efe:n"), ("1", "efe:y")],
        expected: "0 (no) or 1 (yes)",
    },
    Rule {
        tag: "shield-wall",
        key: "ShieldWall",
        meanings: &[("0", "sw:n"), ("1", "sw:s swf:y")],
        expected: "0 (no) or 1 (yes)",
    },
];

/// The arrangements that layouts stand for.
const LAYOUTS: [(&[&str], &str); 28] = [
    (&["hhbrandubh", "brandubh", "hhardri", "magpie"], "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"),
    (&["ardri"], "/2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2/"),
    (&["ballinderry2"], "/2t1t2/7/t2T2t/2TKT2/t2T2t/7/2t1t2/"),
    (&["ballinderry3"], "/3t3/1t3t1/3T3/t1TKT1t/3T3/1t3t1/3t3/"),
    (&["ballinderry4"], "/3tt2/4t2/tt1T3/tTTKTTt/3T1tt/2t4/2tt3/"),
    (&["ballinderry6"], "/1tt1tt1/t2T2t/t2T2t/1TTKTT1/t2T2t/t2T2t/1tt1tt1/"),
    (&["ballinderry7"], "/t1ttt1t/3T3/t2T2t/tTTKTTt/t2T2t/3T3/t1ttt1t/"),
    (&["ballinderry8"], "/2ttt2/7/t2T2t/t1TKT1t/t2T2t/7/2ttt2/"),
    (&["ballinderry9"], "/2ttt2/7/t1TTT1t/t1TKT1t/t1TTT1t/7/2ttt2/"),
    (
        &["hhtablut", "tablut", "seabattletablut"],
        "/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
    ),
    (
        &["seabattlecircle", "jarlshofcircle"],
        "/3ttt3/1t5t1/4T4/t3T3t/t1TTKTT1t/t3T3t/4T4/1t5t1/3ttt3/",
    ),
    (&["papillon"], "/3ttt3/4t4/9/t2TTT2t/tt1TKT1tt/t2TTT2t/9/4t4/3ttt3/"),
    (&["jarlshof3"], "/3ttt3/9/4T4/t3T3t/t1TTKTT1t/t3T3t/4T4/9/3ttt3/"),
    (
        &["hhtawlbwrdd", "tawlbwrdd"],
        "/4ttt4/4t1t4/5t5/5T5/tt2TTT2tt/t1tTTKTTt1t/tt2TTT2tt/5T5/5t5/4t1t4/4ttt4/",
    ),
    (
        &["hhlewiscross", "lewiscross"],
        "/4ttt4/4ttt4/5T5/5T5/tt3T3tt/ttTTTKTTTtt/tt3T3tt/5T5/5T5/4ttt4/4ttt4/",
    ),
    (
        &["fetlar", "copenhagen", "hnefatafl"],
        "/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/",
    ),
    (
        &["seabattlecross", "trondheimcross"],
        "/3ttttt3/5t5/5T5/t4T4t/t4T4t/ttTTTKTTTtt/t4T4t/t4T4t/5T5/5t5/3ttttt3/",
    ),
    (
        &["toftanes1"],
        "/4ttttt4/6t6/13/6T6/t5T5t/t5T5t/tt1TTTKTTT1tt/t5T5t/t5T5t/6T6/13/6t6/4ttttt4/",
    ),
    (
        &["toftanes2"],
        "/4ttttt4/6t6/13/13/t5T5t/t4TTT4t/tt2TTKTT2tt/t4TTT4t/t5T5t/13/13/6t6/4ttttt4/",
    ),
    (
        &["gokstad1"],
        "/3ttttttt3/6t6/6T6/t5T5t/t5T5t/t5T5t/ttTTTTKTTTTtt/t5T5t/t5T5t/t5T5t/6T6/6t6/3ttttttt3/",
    ),
    (
        &["hhgokstad", "seabattlegokstad", "gokstad2"],
        "/4ttttt4/5t1t5/6t6/6T6/t3T3T3t/tt3TTT3tt/t1tT1TKT1Tt1t/tt3TTT3tt/t3T3T3t/6T6/6t6/5t1t5/4ttttt4/",
    ),
    (
        &["gokstad3"],
        "/3ttttttt3/6t6/13/t5T5t/t5T5t/t4TTT4t/tt1TTTKTTT1tt/t4TTT4t/t5T5t/t5T5t/13/6t6/3ttttttt3/",
    ),
    (
        &["gokstad4"],
        "/4ttttt4/5t1t5/6t6/6T6/t5T5t/tt3TTT3tt/t1tTTTKTTTt1t/tt3TTT3tt/t5T5t/6T6/6t6/5t1t5/4ttttt4/",
    ),
    (
        &["hhcoppergate", "coppergate2"],
        "/5ttttt5/6ttt6/7t7/7t7/7T7/t5TTT5t/tt3T1T1T3tt/ttttTTTKTTTtttt/tt3T1T1T3tt/t5TTT5t/7T7/7t7/7t7/6ttt6/5ttttt5/",
    ),
    (
        &["coppergate1"],
        "/3ttttttttt3/7t7/7T7/t6T6t/t6T6t/t6T6t/t6T6t/ttTTTTTKTTTTTtt/t6T6t/t6T6t/t6T6t/t6T6t/7T7/7t7/3ttttttttt3/",
    ),
    (
        &["alfheim1"],
        "/5ttttttt5/7ttt7/8t8/8t8/8T8/t7T7t/t5T1T1T5t/tt5TTT5tt/ttttTTTTKTTTTtttt/tt5TTT5tt/t5T1T1T5t/t7T7t/8T8/8t8/8t8/7ttt7/5ttttttt5/",
    ),
    (
        &["alfheim2"],
        "/6ttttt6/6t1t1t6/7t1t7/8t8/8t8/8T8/tt5TTT5tt/t1t3TTTTT3t1t/tt1ttTTTKTTTtt1tt/t1t3TTTTT3t1t/tt5TTT5tt/8T8/8t8/8t8/7t1t7/6t1t1t6/6ttttt6/",
    ),
    (
        &["aleaevangelii"],
        "/2t2t7t2t2/19/t4t7t4t/7t1t1t7/6t1T1T1t6/t1t2t7t2t1t/4t4T4t4/3t4T1T4t3/4T2T1T1T2T4/3t2T1TKT1T2t3/4T2T1T1T2T4/3t4T1T4t3/4t4T4t4/t1t2t7t2t1t/6t1T1T1t6/7t1t1t7/t4t7t4t/19/2t2t7t2t2/",
    ),
];

/// The numbers of a move, all of them -1 where there is none.
const NUMBERS: [&str; 4] = ["MoveX", "MoveY", "MoveXTo", "MoveYTo"];

/// The tag for what else the site says about moves.
const MOVES_TAG: &str = "pto-moves";

fn looks_like(beginning: &str) -> bool {
    let in_list = beginning.strip_prefix('[').map_or(beginning, str::trim_start);
    let has = |key| has_key(beginning, key, |_| true);
    in_list.starts_with('{') && (has("Move") || (has("Layout") && has("KingCapture")))
}

fn layout(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    let known = LAYOUTS.iter().find(|(names, _)| names.contains(&name.as_str()));
    known.map(|&(_, start)| start)
}

/// The rules record that the layout and the numbers make; nothing if one of them is not known.
fn rules(record: &Record) -> Option<String> {
    let name = record.tag("layout")?;
    let start = layout(name)?;
    let ranks = start.split('/').count() - 2;
    let mut rules = format!("dim:{ranks} name:{}", name.to_ascii_lowercase());
    for rule in &RULES {
        let Some(number) = record.tag(rule.tag) else { continue };
        let (_, meaning) = rule.meanings.iter().find(|(known, _)| *known == number)?;
        if !meaning.is_empty() {
            rules += &format!(" {meaning}");
        }
    }
    Some(format!("{rules} start:{start}"))
}

fn read(text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    let Some(mut object) = Object::of_record(text, ENTRY.keys, faults) else { return };
    for (tag, key) in PLAIN {
        if let Some(value) = object.take(key, faults) {
            read_plain(text, tag, value, record, faults);
        }
    }
    if let Some(date) = record.tag("start-date").and_then(date) {
        record.add_tag("date", date, Span::default());
    }
    read_rules(text, &mut object, record, faults);
    if let Some((start, span)) = object.take_text("Start", faults) {
        record.start = Some(Spanned::new(start, span));
    }
    match object.take_as::<Vec<&RawValue>>("Move", faults) {
        Some((moves, _)) => read_moves(text, &moves, record, faults),
        None => {
            let start = Span::new(0, text.len().min(1));
            faults.push(Fault::new(start, FaultKind::Missing("Move")));
        }
    }
    if let Some((termination, span)) = object.take_text("Termination", faults)
        && !read_given_up(record, &termination, span)
    {
        record.add_tag("termination", termination, span);
    }
    TAGS.read_rest(object, record, faults);
}

fn read_rules(text: &str, object: &mut Object<'_>, record: &mut Record, faults: &mut Vec<Fault>) {
    if let Some(value) = object.take("Layout", faults) {
        read_plain(text, "layout", value, record, faults);
        let named = record.tag("layout").filter(|name| layout(name).is_none());
        if let Some(name) = named.map(str::to_owned) {
            let span = Span::of(value.get(), text);
            faults.push(bad("Layout", name, "the name of a layout, such as copenhagen", span));
        }
    }
    for rule in &RULES {
        let Some(value) = object.take(rule.key, faults) else { continue };
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
        let numbers = NUMBERS.map(|key| entry.take_as::<i64>(key, faults).map(|(value, _)| value));
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
            && let Some(state) = entry.take("EndState", faults)
        {
            read_plain(text, "end-state", state, record, faults);
        }
        others.push(other_members(&entry));
    }
    if others.iter().any(|members| !members.is_empty()) {
        record.add_tag(MOVES_TAG, listed(others), Span::default());
    }
}

fn push(record: &mut Record, span: Span, kind: TokenKind) {
    record.line_mut(LineId::MAIN).tokens.push(Token { span, kind });
}

/// The last file and rank that are read.
const LAST: u8 = 25;

fn squares(numbers: [Option<i64>; 4]) -> [Option<Square>; 2] {
    let square = |file: Option<i64>, rank: Option<i64>| {
        let small = |number: i64| u8::try_from(number).ok().filter(|&number| number <= LAST);
        Some(Square::new(small(file?)?, small(rank?)?))
    };
    [square(numbers[0], numbers[1]), square(numbers[2], numbers[3])]
}

fn other_members(entry: &Object<'_>) -> Members {
    let mut members = Members::default();
    for (key, value) in entry.rest() {
        members.add(key, &value.get().replace(['\n', '\r'], " "));
    }
    members
}

/// The list of what is said of moves beside their squares, the newest first as in the source.
fn listed(in_order: Vec<Members>) -> String {
    let newest_first: Vec<String> = in_order.into_iter().rev().map(Members::object).collect();
    format!("[{}]", newest_first.join(", "))
}

/// `1473897600`, seconds since 1970, as `2016.09.15`.
fn date(seconds: &str) -> Option<String> {
    let days = seconds.parse::<u32>().ok()? / 86_400;
    // Years that begin in March, counted from that of the year 0.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) =
        (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let year = era * 400 + year + u32::from(month <= 2);
    Some(format!("{year}.{month:02}.{day:02}"))
}

fn write(record: &Record, ledger: &mut Ledger) -> String {
    lose_company(record, ledger);
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
    let ending = given_up(record);
    if let Some(words) = ending {
        members.add_text("Termination", words);
    } else if let Some(words) = record.tag("termination").filter(|words| !is_given_up(words)) {
        members.add_text("Termination", words);
        done.push("termination");
    }
    write_moves(record, usize::from(ending.is_some()), &mut members, &mut done, ledger);
    TAGS.write_tags(record, &done, &mut members);
    members.object() + "\n"
}

/// Writes the moves, but for the last ones that `Termination` tells.
fn write_moves<'a>(
    record: &'a Record,
    told: usize,
    members: &mut Members,
    done: &mut Vec<&'a str>,
    ledger: &mut Ledger,
) {
    let tokens = &record.tokens()[..record.tokens().len() - told];
    let mut moves: Vec<Members> = tokens
        .iter()
        .map(|token| match &token.kind {
            TokenKind::Move(text) => write_move(record, text, ledger),
            other => {
                lose_token(other, ledger);
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

fn lose_token(kind: &TokenKind, ledger: &mut Ledger) {
    let lost = match kind {
        TokenKind::Resigned => Lost::Resignation,
        TokenKind::TimedOut => Lost::TimeLoss,
        TokenKind::Unreadable(_) => Lost::Unreadable,
        TokenKind::Elided | TokenKind::Move(_) => return,
    };
    ledger.lose(lost);
}

fn write_move(record: &Record, text: &MoveText, ledger: &mut Ledger) -> Members {
    let path = record.path(text);
    if path.iter().any(|square| square.file > LAST || square.rank > LAST) {
        ledger.lose(Lost::Squares);
        return numbered([-1; 4]);
    }
    ledger.lose_many(Lost::Chains, usize::from(path.len() > 2));
    ledger.lose_many(Lost::Captures, record.captures(text).len());
    let letters = record.captures(text).iter().filter(|capture| capture.piece.is_some()).count();
    ledger.lose_many(Lost::PieceLetters, letters + usize::from(text.piece.is_some()));
    ledger.lose_many(Lost::Symbols, usize::from(text.info.is_some()));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;
    use crate::notation::Format;
    use crate::notation::any_record::{any_record, content};
    use crate::notation::testing;
    use crate::record::Claim;
    use crate::rules::record::parse;
    use proptest::prelude::*;

    const GAME: &str = r#"{"Attacker": "anna", "Defender": "ben", "StartDate": 1473897600, "Layout": "hhbrandubh", "Objective": 1, "KingCapture": 0, "KingStrength": 0, "Throne": 1, "Hostile": 1, "Speed": 0, "Surround": 1, "ExitFort": 0, "ShieldWall": 0, "Move": [{"MoveX": -1, "MoveY": -1, "MoveXTo": -1, "MoveYTo": -1, "EndState": 4}, {"MoveX": 3, "MoveY": 4, "MoveXTo": 5, "MoveYTo": 4, "Turn": 1}, {"MoveX": 3, "MoveY": 0, "MoveXTo": 3, "MoveYTo": 1}], "Chat": ["hi"]}"#;

    fn read_all(text: &str) -> (Record, String) {
        testing::read_all(&ENTRY, text)
    }

    fn written(record: &Record) -> String {
        write(record, &mut Ledger::default())
    }

    /// The site counts files and ranks from 0 and has no more than 26 of them here.
    #[test]
    fn squares_that_are_not_read_again_are_told_of() {
        for (word, lost) in [("a1-a26", 0), ("a1-a27", 1), ("a99-b1", 1)] {
            let record = crate::notation::testing::read_well(Format::Csv, &format!("{word},,,"));
            let mut ledger = Ledger::default();
            let text = write(&record, &mut ledger);
            assert_eq!(ledger.iter().collect::<Vec<_>>(), vec![(Lost::Squares, 1); lost]);
            let (mut again, mut faults) = (Record::default(), Vec::new());
            read(&text, &mut again, &mut faults);
            assert_eq!((faults, again.tokens().len()), (vec![], 1), "{text}");
        }
    }

    #[test]
    fn a_game_reads_from_its_last_move_to_its_first() {
        let (record, faults) = read_all(GAME);
        assert_eq!(faults, "");
        let tags: Vec<String> =
            record.tags.iter().map(|tag| format!("{}={}", tag.name, tag.value)).collect();
        insta::assert_snapshot!(tags.join("\n"), @r#"
        attackers=anna
        defenders=ben
        start-date=1473897600
        date=2016.09.15
        layout=hhbrandubh
        objective=1
        king-capture=0
        king-strength=0
        throne=1
        hostile=1
        speed=0
        surround=1
        exit-fort=0
        shield-wall=0
        end-state=4
        pto-moves=[{}, {"Turn": 1}, {}]
        pto-json:Chat=["hi"]
        "#);
        let rules = RulesClaim::Written(
            "dim:7 name:hhbrandubh esc:c ks:w ka:y cens:K cenp:tcnkmgTCNKMG cenh:tcnkmg \
             cenhe:tcnkmgTCNKMG surf:n efe:n sw:n start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
                .to_owned(),
        );
        assert_eq!(record.rules.as_ref().unwrap().value, rules);
        let moves: Vec<String> = record
            .tokens()
            .iter()
            .map(|token| match &token.kind {
                TokenKind::Move(text) => {
                    record.path(text).iter().map(Square::to_string).collect::<Vec<_>>().join("-")
                }
                other => format!("{other:?}"),
            })
            .collect();
        assert_eq!(moves, ["d1-d2", "d5-f5", "Elided"]);
        assert_eq!(written(&record), format!("{GAME}\n"));
        assert_eq!(Format::detect(GAME), Some(Format::Pto));
    }

    #[test]
    fn every_number_and_layout_makes_rules() {
        let all = LAYOUTS.iter().flat_map(|(names, _)| names.iter());
        for name in all {
            for rule in &RULES {
                for (number, _) in rule.meanings {
                    let text = format!(
                        "{{\"Layout\": \"{name}\", \"{}\": {number}, \"Move\": []}}",
                        rule.key
                    );
                    let (record, faults) = read_all(&text);
                    assert_eq!(faults, "");
                    let Some(RulesClaim::Written(rules)) = record.rules.map(|r| r.value) else {
                        panic!()
                    };
                    let parsed = parse(&rules).unwrap();
                    assert_eq!(parsed.warnings, [], "{rules}");
                }
            }
        }
    }

    #[test]
    fn days_are_counted_right() {
        let days = [
            ("0", "1970.01.01"),
            ("951782399", "2000.02.28"),
            ("951782400", "2000.02.29"),
            ("951868800", "2000.03.01"),
            ("1798761599", "2026.12.31"),
        ];
        for (seconds, day) in days {
            assert_eq!(date(seconds).as_deref(), Some(day));
        }
    }

    #[test]
    fn a_resignation_is_told_by_the_termination() {
        let text =
            "{\"Result\": \"defenders\", \"Termination\": \"attackers resigned\", \"Move\": []}\n";
        let (record, faults) = read_all(text);
        assert_eq!(faults, "");
        assert_eq!(record.tokens()[0].kind, TokenKind::Resigned);
        assert_eq!(record.result.as_ref().unwrap().value, Claim::Won(Side::Defenders));
        assert_eq!(written(&record), text);
    }

    #[test]
    fn faults_are_told() {
        let text = r#"{"Layout": "round", "Throne": 9, "Speed": "fast", "Move": [{"MoveX": 3}, {"MoveX": "a", "MoveY": 1, "MoveXTo": 2, "MoveYTo": 3}, 5, {"MoveX": 30, "MoveY": 1, "MoveXTo": 2, "MoveYTo": 3}]}"#;
        insta::assert_snapshot!(read_all(text).1, @r#"
        `Layout` cannot be `round` `"round"`
        `Throne` cannot be `9` `9`
        `Speed` cannot be `fast` `"fast"`
        `{"MoveX": 30, "MoveY": 1, "MoveXTo": 2, ...` is not a move `{"MoveX": 30, "MoveY": 1, "MoveXTo": 2, "MoveYTo": 3}`
        not as this format has it: invalid type: integer `5`, expected an object `5`
        not as this format has it: invalid type: string "a", expected i64 `"`
        `{"MoveX": "a", "MoveY": 1, "MoveXTo": 2,...` is not a move `{"MoveX": "a", "MoveY": 1, "MoveXTo": 2, "MoveYTo": 3}`
        `{"MoveX": 3}` is not a move `{"MoveX": 3}`
        "#);
        insta::assert_snapshot!(read_all("{}").1, @"this object is no known record `{`");
        insta::assert_snapshot!(read_all(r#"{"Layout": "magpie", "Layout": "ardri"}"#).1, @r#"
        `Layout` is given twice; the first counts `"ardri"`
        the record has no `Move` `{`
        "#);
    }

    /// What is left of a record in this format.
    fn reduced(record: &mut Record) {
        let count = record.tokens().len();
        let told = given_up(record).is_some();
        let kinds: Vec<TokenKind> = record.tokens().iter().map(|t| t.kind.clone()).collect();
        for (at, kind) in kinds.into_iter().enumerate() {
            let kept = match kind {
                TokenKind::Move(text) => {
                    let path = record.path(&text).to_vec();
                    let path = vec![path[0], *path.last().unwrap()];
                    let parts = MoveParts { path, captures: Vec::new() };
                    let plain = record.make_move(&parts, None);
                    TokenKind::Move(MoveText { run_together: true, ..plain })
                }
                other if told && at + 1 == count => other,
                _ => TokenKind::Elided,
            };
            record.line_mut(LineId::MAIN).tokens[at].kind = kept;
        }
    }

    proptest! {
        #[test]
        fn any_record_reads_back(mut record in any_record()) {
            let text = written(&record);
            let (again, faults) = read_all(&text);
            reduced(&mut record);
            prop_assert_eq!(content(&again), content(&record), "{}", text);
            prop_assert!(faults.is_empty() || faults.starts_with("`Layout` cannot be"), "{}", faults);
            prop_assert_eq!(written(&again), text);
        }

        #[test]
        fn any_damage_is_read_or_refused(at in 0..GAME.len(), with in "[ -~]{0,3}", cut in 0..9_usize) {
            let end = (at + cut).min(GAME.len());
            let _ = read_all(&format!("{}{with}{}", &GAME[..at], &GAME[end..]));
        }
    }
}
