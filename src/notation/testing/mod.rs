//! What the tests of the formats share: random records, and comparisons of what records say.

mod damage;
mod records;

pub(super) use damage::{Damage, damage, damaged};
pub(super) use records::{any_record, nested};

use std::fmt::Write as _;

use crate::board::{Side, Square};
use crate::record::{
    CaptureCounts, CaptureText, Claim, LineId, MoveParts, PlacedNote, Record, RulesClaim, Token,
    TokenKind, branches_in_order, notes_in_order,
};

use super::fault::Fault;
use super::format::Entry;
use super::losses::Losses;
use super::{Format, read_into, same_content, write};

/// Everything that a record says, wherever it stands in its source.
pub(super) fn told(record: &Record) -> String {
    let mut out = String::new();
    let mut say = |what: &str, value: String| writeln!(out, "{what}: {value}").unwrap();
    say("rules", format!("{:?}", record.rules.as_ref().map(|rules| &rules.value)));
    say("start", format!("{:?}", record.start.as_ref().map(|start| &start.value)));
    say("first", format!("{:?}", record.first.as_ref().map(|first| first.value)));
    say("result", format!("{:?}", record.result.as_ref().map(|result| result.value)));
    say("counts", format!("{:?}", record.counts.as_ref().map(|counts| counts.value)));
    for tag in &record.tags {
        say("tag", format!("{:?} = {:?}", tag.name, tag.value));
    }
    for (after, board) in &record.boards {
        say("board", format!("{after} {:?}", board.value));
    }
    let mut open = vec![(LineId::MAIN, String::from("main"))];
    while let Some((id, name)) = open.pop() {
        let line = record.line(id);
        for (at, token) in line.tokens.iter().enumerate() {
            say(&format!("{name} {at}"), told_token(record, &token.kind));
        }
        for PlacedNote { at, place, note } in notes_in_order(line) {
            say(&format!("{name} note"), format!("{at} {place:?} {:?}", note.text));
        }
        for (nth, branch) in branches_in_order(line).iter().enumerate().rev() {
            open.push((branch.line, format!("{nth}:{}", branch.at)));
        }
    }
    out
}

fn told_token(record: &Record, kind: &TokenKind) -> String {
    let TokenKind::Move(text) = kind else { return format!("{kind:?}") };
    let path: Vec<String> = record.path(text).iter().map(Square::to_string).collect();
    let captures = record.captures(text).iter().map(|capture| {
        let piece = capture.piece.map_or(String::new(), |kind| kind.letter().to_string());
        format!("x{piece}{}", capture.square)
    });
    format!(
        "{:?} {} {} {:?} {} {} {} {:?}",
        text.piece,
        path.join("-"),
        captures.collect::<String>(),
        text.capture_count,
        text.run_together,
        text.jumps,
        text.continues,
        text.info
    )
}

/// Reads a text; the faults are told with the text that they are found in.
pub(super) fn read_all(entry: &Entry, text: &str) -> (Record, String) {
    let (mut record, mut faults) = (Record::default(), Vec::new());
    (entry.read)(text, &mut record, &mut faults);
    let one = |fault: &Fault| {
        format!("{} `{}`", fault.kind, fault.span.text(text)).replace(['\n', '\r'], " ")
    };
    (record, faults.iter().map(one).collect::<Vec<_>>().join("\n"))
}

/// Reads a text that must have no faults, writes it, and expects the same record and the same text
/// from then on.
pub(super) fn clean(entry: &Entry, text: &str) -> Record {
    let write = |record: &Record| entry.write.unwrap()(record, &mut Losses::default());
    let (record, faults) = read_all(entry, text);
    assert_eq!(faults, "");
    let written = write(&record);
    let (again, faults) = read_all(entry, &written);
    assert_eq!(faults, "", "{written}");
    assert!(same_content(&record, &again), "{written}");
    assert_eq!(write(&again), written);
    record
}

/// Reads any text, and expects that what was made of it is written and read again.
pub(super) fn is_kept(entry: &Entry, text: &str) {
    let (record, _) = read_all(entry, text);
    let written = entry.write.unwrap()(&record, &mut Losses::default());
    assert!(same_content(&record, &read_all(entry, &written).0), "{written}");
}

/// Expects that a record comes back whole, but for printed boards; words that are no moves are
/// told of.
pub(super) fn comes_back_but_for_boards(entry: &Entry, mut record: Record) {
    record.boards.clear();
    let mut losses = Losses::default();
    let written = entry.write.unwrap()(&record, &mut losses);
    assert!(losses.is_empty());
    let (again, faults) = read_all(entry, &written);
    assert!(faults.lines().all(|fault| fault.contains("is not a move")), "{faults}\n{written}");
    assert!(same_content(&record, &again), "{written}");
}

/// Reads a text that must have no faults.
pub(super) fn read_well(format: Format, text: &str) -> Record {
    let (mut record, mut faults) = (Record::default(), Vec::<Fault>::new());
    read_into(format, text, &mut record, &mut faults);
    assert_eq!(faults, [], "in {text:?}");
    record
}

/// Writes a record, reads it and expects what was written; returns the text and what got lost.
pub(super) fn there_and_back(format: Format, record: &Record) -> (String, Losses) {
    let mut losses = Losses::default();
    let text = write(format, record, &mut losses).unwrap();
    let again = read_well(format, &text);
    assert_eq!(told(record), told(&again), "by way of\n{text}");
    (text, losses)
}

/// What a record says.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Content {
    pub rules: Option<RulesClaim>,
    pub start: Option<String>,
    pub first: Option<Side>,
    pub tags: Vec<(String, String)>,
    pub result: Option<Claim>,
    pub counts: Option<CaptureCounts>,
    pub tokens: Vec<String>,
}

/// What a record says, but for its comments, variations and boards.
pub(super) fn content(record: &Record) -> Content {
    let token = |token: &Token| match &token.kind {
        TokenKind::Move(text) => {
            let path: Vec<String> = record.path(text).iter().map(Square::to_string).collect();
            let captures: Vec<String> = record
                .captures(text)
                .iter()
                .map(|c| format!("{:?}x{}", c.piece, c.square))
                .collect();
            let joined = if text.run_together { "run together" } else { "" };
            format!("{:?} {path:?} {captures:?} {:?} {joined}", text.piece, text.info)
        }
        other => format!("{other:?}"),
    };
    let mut tags: Vec<(String, String)> =
        record.tags.iter().map(|tag| (tag.name.to_string(), tag.value.clone())).collect();
    tags.sort();
    Content {
        rules: record.rules.as_ref().map(|rules| rules.value.clone()),
        start: record.start.as_ref().map(|start| start.value.clone()),
        first: record.first.as_ref().map(|first| first.value),
        tags,
        result: record.result.as_ref().map(|result| result.value),
        counts: record.counts.as_ref().map(|counts| counts.value),
        tokens: record.tokens().iter().map(token).collect(),
    }
}

/// Leaves out what a format without letters and symbols leaves out of moves.
pub(super) fn plain_moves(record: &mut Record) {
    let tokens: Vec<TokenKind> = record.tokens().iter().map(|token| token.kind.clone()).collect();
    for (at, kind) in tokens.into_iter().enumerate() {
        if let TokenKind::Move(text) = kind {
            let path = record.path(&text).to_vec();
            let plain = |c: &CaptureText| CaptureText { piece: None, square: c.square };
            let captures = record.captures(&text).iter().map(plain).collect();
            let mut plain = record.make_move(&MoveParts { path, captures }, None);
            plain.run_together = text.run_together;
            record.line_mut(LineId::MAIN).tokens[at].kind = TokenKind::Move(plain);
        }
    }
}

/// Puts placeholders for losses on time in the middle of the game.
pub(super) fn without_times(record: &mut Record) {
    if let Some((_, before)) = record.line_mut(LineId::MAIN).tokens.split_last_mut() {
        for token in before.iter_mut().filter(|token| token.kind == TokenKind::TimedOut) {
            token.kind = TokenKind::Elided;
        }
    }
}

/// Puts a token in the place of each word that is no move.
pub(super) fn replace_words(record: &mut Record, with: &TokenKind) {
    for line in 0..record.line_count() {
        for token in &mut record.line_mut(LineId(line)).tokens {
            if matches!(token.kind, TokenKind::Unreadable(_)) {
                token.kind = with.clone();
            }
        }
    }
}
