//! What the tests of the formats share: records told as text, and records made up.

use std::fmt::Write as _;

use proptest::collection::vec;
use proptest::prelude::*;

use crate::board::{PieceKind, Side, Square};
use crate::record::{
    CaptureText, Info, LineId, MoveParts, Note, Place, PlacedNote, Record, RulesClaim, Span,
    Spanned, Token, TokenKind, branches_in_order, notes_in_order,
};

use super::fault::Fault;
use super::format::Entry;
use super::losses::Losses;
use super::typography::typed_words;
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

/// Texts that are hard to keep.
pub(super) fn nasty() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-z ]{0,8}",
        Just("]".to_owned()),
        Just("[".to_owned()),
        Just("|".to_owned()),
        Just("%".to_owned()),
        Just("%-".to_owned()),
        Just("%41".to_owned()),
        Just("\n[date:1]\n".to_owned()),
        Just("\n\n\n[event:x".to_owned()),
        Just("\n1. a1-a2 b1-b2\n".to_owned()),
        Just("1a.1.1a. a1-a2".to_owned()),
        Just("result:1".to_owned()),
        Just("Note: ".to_owned()),
        Just("\"{};()".to_owned()),
        Just("\0\u{1}\u{b}".to_owned()),
        Just("\r\n".to_owned()),
        Just("\u{a0}é—\u{85}".to_owned()),
        Just("attackers lost on time".to_owned()),
    ];
    vec(piece, 0..4).prop_map(|pieces| pieces.concat())
}

#[derive(Clone, Debug)]
enum Step {
    Move { squares: Vec<(u8, u8)>, captures: Vec<(u8, u8)>, letter: u8, style: u8 },
    Other(u8),
}

fn step() -> impl Strategy<Value = Step> {
    let square = || (0..19u8, 0..19u8);
    let a_move = (vec(square(), 2..4), vec(square(), 0..3), 0..8u8, 0..16u8);
    prop_oneof![
        8 => a_move.prop_map(|(squares, captures, letter, style)| Step::Move {
            squares,
            captures,
            letter,
            style
        }),
        1 => (0..3u8).prop_map(Step::Other),
    ]
}

/// Records with everything in them. Variations hang on earlier lines, so nesting goes deep.
pub(super) fn records() -> impl Strategy<Value = Record> {
    let line = (vec(step(), 0..7), vec((0..8usize, any::<bool>(), nasty()), 0..4));
    let lines = vec((line, any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..8);
    let name = prop_oneof![
        Just("event".to_owned()),
        Just("variant".to_owned()),
        Just("termination".to_owned()),
        Just("result".to_owned()),
        Just("id".to_owned()),
        nasty(),
    ];
    let tags = vec((name, nasty()), 0..4);
    let fields = (0..4u8, nasty(), 0..4u8, 0..3u8, 0..6u8, any::<Option<(u32, u32)>>());
    (lines, tags, fields).prop_map(|(lines, tags, fields)| assemble(lines, tags, fields))
}

type Lines =
    Vec<((Vec<Step>, Vec<(usize, bool, String)>), prop::sample::Index, prop::sample::Index)>;

fn assemble(
    lines: Lines,
    tags: Vec<(String, String)>,
    (rules, name, start, first, result, counts): (u8, String, u8, u8, u8, Option<(u32, u32)>),
) -> Record {
    use crate::record::{CaptureCounts, Claim};
    let mut record = Record::default();
    let nowhere = Span::default();
    // Reading removes letters that nobody sees from rules and positions.
    let typed = typed_words(&name).unwrap_or_else(|| name.clone());
    record.rules = match rules {
        0 => None,
        1 => Some(RulesClaim::Named(name.clone())),
        2 => Some(RulesClaim::SiteType { key: (start > 1).then_some(16), name: name.clone() }),
        _ => Some(RulesClaim::Written(format!("dim:7 {typed} start:/7/"))),
    }
    .map(|rules| Spanned::new(rules, nowhere));
    record.start = (start == 3).then(|| Spanned::new(typed, nowhere));
    record.first = [None, Some(Side::Attackers), Some(Side::Defenders)][usize::from(first)]
        .map(|side| Spanned::new(side, nowhere));
    let claims = [
        None,
        Some(Claim::Open),
        Some(Claim::Draw),
        Some(Claim::Won(Side::Attackers)),
        Some(Claim::Won(Side::Defenders)),
        None,
    ];
    record.result = claims[usize::from(result)].map(|claim| Spanned::new(claim, nowhere));
    record.counts = counts.map(|(by_attackers, by_defenders)| {
        Spanned::new(CaptureCounts { by_attackers, by_defenders }, nowhere)
    });
    for (name, value) in tags {
        record.add_tag(name, value, nowhere);
    }
    let mut ids = vec![LineId::MAIN];
    for (nth, ((steps, notes), on, at)) in lines.into_iter().enumerate() {
        let id = if nth == 0 {
            LineId::MAIN
        } else {
            let on = ids[on.index(ids.len())];
            let at = at.index(record.line(on).tokens.len() + 1);
            // Variations are kept in the order of their tokens.
            let last = record.line(on).branches.last().map_or(0, |branch| branch.at);
            if at < last {
                continue;
            }
            let id = record.branch(on, at);
            ids.push(id);
            id
        };
        for step in steps {
            let kind = token_kind(&mut record, step);
            record.line_mut(id).tokens.push(Token { span: nowhere, kind });
        }
        let length = record.line(id).tokens.len();
        let mut notes: Vec<Note> = notes
            .into_iter()
            .map(|(at, after, text)| {
                let place = if after { Place::After } else { Place::Before };
                Note { at: at.min(length), place, text, span: nowhere }
            })
            .collect();
        notes.sort_by_key(|note| note.at);
        record.line_mut(id).notes = notes;
    }
    record
}

fn token_kind(record: &mut Record, step: Step) -> TokenKind {
    match step {
        Step::Move { squares, captures, letter, style } => {
            let square = |(file, rank)| Square::new(file, rank);
            let captures = captures.into_iter().map(|at| CaptureText {
                piece: (letter % 3 == 0).then_some(PieceKind::King),
                square: square(at),
            });
            let parts = MoveParts {
                path: squares.into_iter().map(square).collect(),
                captures: captures.collect(),
            };
            let piece = PieceKind::ALL.get(usize::from(letter)).copied();
            let infos = [Info::KingInDanger, Info::KingTaken, Info::KingHasWayOut];
            let mut text = record.make_move(&parts, piece);
            text.info = infos.get(usize::from(style % 4)).copied();
            text.jumps = u32::from(style / 4 % 4);
            if parts.path.len() == 2 {
                text.jumps &= 1;
                text.run_together = style == 0;
            }
            text.capture_count = (style == 15).then_some(2);
            TokenKind::Move(text)
        }
        Step::Other(0) => TokenKind::Resigned,
        Step::Other(1) => TokenKind::TimedOut,
        Step::Other(_) => TokenKind::Elided,
    }
}
