//! Random records of any content, and records nested as deep as one likes.

use proptest::collection::vec;
use proptest::option::{of, weighted};
use proptest::prelude::*;
use proptest::sample::select;

use crate::board::{PieceKind, Side, Square};
use crate::record::{
    CaptureCounts, CaptureText, Claim, Info, LineId, MoveParts, MoveText, Note, Place, Record,
    RulesClaim, Span, Spanned, Token, TokenKind,
};

/// What stands for something in one format or another.
const TELLING: &[&str] = &[
    "\n[Event \"x\"]\n",
    "\n\n(;FF[4]",
    "$3",
    "x2",
    "\r\n",
    "\0\u{1}\u{b}é\u{1F600}",
    "\u{a0}é—\u{85}\u{2028}\u{7f}",
    "%-",
    "%41",
    "\n[date:1]\n",
    "\n\n\n[event:x",
    "\n1. a1-a2 b1-b2\n",
    "1a.1.1a. a1-a2",
    "result:1",
    "Note: ",
    "attackers lost on time",
    "null",
    "5",
    "true",
    "\"x\"",
    "[1]",
    "---",
    "1.",
];

/// Names that formats know.
const NAMES: &str = "\
    attackers defenders event site date start-date round id variant termination result rules \
    game game-type board first position notation tag tags size sz ff c re white black White \
    ECO WhiteElo white-elo who-won time-control start-comment moves messages layout dim \
    end-state x-json archive-json:Extra archive-text:a_b pto-json:Foo";

/// Names of rules, and what looks like rules and is none.
const RULES: &[&str] = &["dim:7", "Brandubh", "copenhagen", "Copenhagen", "Fetlar Hnefatafl 11x11"];

/// Symbols behind moves that every format with symbols has.
const INFOS: &[Info] =
    &[Info::KingInDanger, Info::KingTaken, Info::KingHasWayOut, Info::KingEscapes];

/// Texts that trouble writers: brackets, quotes, escapes, line ends, and what looks like a record.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => select(TELLING).prop_map(str::to_owned),
        2 => "[ \\t\\n\\r\\[\\](){}<>\"'\\\\;:,./|$%#*=+-]{1,4}",
        2 => "[a-zA-Z0-9 ]{1,8}",
        1 => "\\PC{0,3}",
    ];
    vec(piece, 0..4).prop_map(|pieces| pieces.concat())
}

/// Names of header entries: those that formats know, and others.
fn name() -> impl Strategy<Value = String> {
    let known: Vec<&str> = NAMES.split_ascii_whitespace().collect();
    prop_oneof![
        select(known).prop_map(str::to_owned),
        "[a-z][a-z0-9]{0,4}(-[a-z]{1,4}){0,2}",
        text(),
    ]
}

fn rules() -> impl Strategy<Value = RulesClaim> {
    prop_oneof![
        select(RULES).prop_map(|name| RulesClaim::Named(name.to_owned())),
        text().prop_map(RulesClaim::Named),
        text().prop_map(RulesClaim::Written),
        text().prop_map(|more| RulesClaim::Written(format!("dim:7 {more} start:/7/"))),
        (of(any::<u32>()), text()).prop_map(|(key, name)| RulesClaim::SiteType { key, name }),
    ]
}

fn start() -> impl Strategy<Value = String> {
    let position = "/3t3/3t3/3T3/ttTKTtt/3T3/3c3/2nN3/";
    prop_oneof![Just(position.to_owned()), text()]
}

fn claim() -> impl Strategy<Value = Claim> {
    let [attackers, defenders] = Side::BOTH.map(Claim::Won);
    select(vec![attackers, defenders, Claim::Draw, Claim::Open])
}

fn counts() -> impl Strategy<Value = CaptureCounts> {
    any::<(u32, u32)>()
        .prop_map(|(by_attackers, by_defenders)| CaptureCounts { by_attackers, by_defenders })
}

fn square() -> impl Strategy<Value = Square> {
    (0..19_u8, 0..19_u8).prop_map(|(file, rank)| Square::new(file, rank))
}

fn piece() -> impl Strategy<Value = Option<PieceKind>> {
    weighted(0.3, select(&PieceKind::ALL[..]))
}

/// A token that is not in a record yet.
#[derive(Clone, Debug)]
enum Made {
    Move(MadeMove),
    Other(TokenKind),
}

#[derive(Clone, Debug)]
struct MadeMove {
    parts: MoveParts,
    piece: Option<PieceKind>,
    run_together: bool,
    jumps: u32,
    capture_count: Option<u8>,
    info: Option<Info>,
}

fn a_move() -> impl Strategy<Value = MadeMove> {
    let capture = (piece(), square()).prop_map(|(piece, square)| CaptureText { piece, square });
    let parts = (vec(square(), 2..4), vec(capture, 0..3))
        .prop_map(|(path, captures)| MoveParts { path, captures });
    let run_together = proptest::bool::weighted(0.2);
    let jumps = prop_oneof![3 => Just(0), 1 => 0..4_u32];
    let rest = (run_together, jumps, weighted(0.1, 0..5_u8), weighted(0.2, select(INFOS)));
    (parts, piece(), rest).prop_map(|(parts, piece, (run_together, jumps, capture_count, info))| {
        let is_slide = parts.path.len() == 2;
        let jumps = if is_slide { jumps & 1 } else { jumps };
        let run_together = run_together && is_slide && jumps == 0;
        MadeMove { parts, piece, run_together, jumps, capture_count, info }
    })
}

fn token() -> impl Strategy<Value = Made> {
    prop_oneof![
        8 => a_move().prop_map(Made::Move),
        1 => Just(Made::Other(TokenKind::Resigned)),
        1 => Just(Made::Other(TokenKind::TimedOut)),
        1 => Just(Made::Other(TokenKind::Elided)),
        1 => text().prop_map(|word| Made::Other(TokenKind::Unreadable(word.into()))),
    ]
}

/// The line that a variation is on and the token, its own tokens, and its comments.
type MadeLine = (usize, usize, Vec<Made>, Vec<(usize, bool, String)>);

fn lines() -> impl Strategy<Value = Vec<MadeLine>> {
    let note = (0..8_usize, any::<bool>(), text());
    vec((0..9_usize, 0..7_usize, vec(token(), 0..7), vec(note, 0..4)), 1..7)
}

/// Any record at all. Of what a record can hold, only these are missing: squares beyond a board of 19,
/// moves of fewer than two squares, and moves that go on with the one before.
pub(in crate::notation) fn any_record() -> impl Strategy<Value = Record> {
    let header = (
        of(rules()),
        of(start()),
        of(select(&Side::BOTH[..])),
        of(claim()),
        of(counts()),
        vec((0..4_usize, text()), 0..2),
        vec((name(), text()), 0..5),
    );
    (header, lines()).prop_map(|((rules, start, first, result, counts, boards, tags), lines)| {
        let mut record = Record::default();
        record.rules = rules.map(nowhere);
        record.start = start.map(nowhere);
        record.first = first.map(nowhere);
        record.result = result.map(nowhere);
        record.counts = counts.map(nowhere);
        record.boards = boards.into_iter().map(|(after, board)| (after, nowhere(board))).collect();
        for (name, value) in tags {
            record.add_tag(name, value, Span::default());
        }
        add_lines(&mut record, lines);
        record
    })
}

fn nowhere<T>(value: T) -> Spanned<T> {
    Spanned::new(value, Span::default())
}

fn add_lines(record: &mut Record, lines: Vec<MadeLine>) {
    let mut ids = vec![LineId::MAIN];
    for (index, (parent, at, tokens, notes)) in lines.into_iter().enumerate() {
        if index > 0 {
            ids.push(record.branch(ids[parent % index], at));
        }
        let id = ids[index];
        for token in tokens {
            add(record, id, token);
        }
        for (at, after, text) in notes {
            let place = if after { Place::After } else { Place::Before };
            record.line_mut(id).notes.push(Note { at, place, text, span: Span::default() });
        }
    }
}

fn add(record: &mut Record, id: LineId, token: Made) {
    let kind = match token {
        Made::Move(MadeMove { parts, piece, run_together, jumps, capture_count, info }) => {
            let text = record.make_move(&parts, piece);
            TokenKind::Move(MoveText { run_together, jumps, capture_count, info, ..text })
        }
        Made::Other(kind) => kind,
    };
    record.line_mut(id).tokens.push(Token { span: Span::default(), kind });
}

/// Two moves, a variation on one of them, a variation on one of the variation's, and so on.
pub(in crate::notation) fn nested(depth: usize) -> Record {
    let mut record = Record::default();
    let mut line = LineId::MAIN;
    let parts = MoveParts { path: vec![Square::new(0, 0), Square::new(0, 4)], captures: vec![] };
    for level in 0..=depth {
        for _ in 0..2 {
            let text = record.make_move(&parts, None);
            let token = Token { span: Span::default(), kind: TokenKind::Move(text) };
            record.line_mut(line).tokens.push(token);
        }
        if level < depth {
            line = record.branch(line, level % 2);
        }
    }
    record
}
