//! Records for the tests of formats: of any content, and nested as deep as one likes.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use crate::board::{PieceKind, Side, Square};
use crate::record::{
    CaptureCounts, CaptureText, Claim, Info, LineId, MoveParts, MoveText, Note, Place, Record,
    RulesClaim, Span, Spanned, Token, TokenKind,
};

/// Texts that trouble writers: brackets, quotes, escapes, line ends, and what looks like a record.
fn nasty() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        Just("\n[Event \"x\"]\n".to_owned()),
        Just("\n\n(;FF[4]".to_owned()),
        Just("$3".to_owned()),
        Just("x2".to_owned()),
        Just("\r\n".to_owned()),
        "[ \\t\\n\\r\\[\\](){}<>\"'\\\\;:,./|$%#*=+-]{1,4}",
        "[a-z0-9]{1,6}",
        "\\PC{0,3}",
        Just("\0\u{1}é\u{1F600}".to_owned()),
    ];
    vec(pieces, 0..4).prop_map(|pieces| pieces.concat())
}

fn name() -> impl Strategy<Value = String> {
    let known = [
        "event",
        "site",
        "date",
        "round",
        "attackers",
        "defenders",
        "variant",
        "termination",
        "id",
        "white",
        "black",
        "result",
        "rules",
        "notation",
        "tag",
        "size",
        "sz",
        "ff",
        "White",
        "ECO",
        "WhiteElo",
        "white-elo",
        "first",
        "position",
        "start-comment",
        "c",
        "re",
        "game",
        "board",
    ];
    prop_oneof![proptest::sample::select(known.to_vec()).prop_map(str::to_owned), nasty()]
}

fn square() -> impl Strategy<Value = Square> {
    (0..19_u8, 0..19_u8).prop_map(|(file, rank)| Square::new(file, rank))
}

fn piece() -> impl Strategy<Value = Option<PieceKind>> {
    option::weighted(0.3, proptest::sample::select(&PieceKind::ALL[..]))
}

/// A token and, for a move, its parts.
#[derive(Clone, Debug)]
enum Made {
    Move(MoveParts, Option<PieceKind>, bool, Option<Info>),
    Other(TokenKind),
}

fn token() -> impl Strategy<Value = Made> {
    let capture = (piece(), square()).prop_map(|(piece, square)| CaptureText { piece, square });
    let parts = (vec(square(), 2..4), vec(capture, 0..3))
        .prop_map(|(path, captures)| MoveParts { path, captures });
    let infos = [Info::KingInDanger, Info::KingTaken, Info::KingHasWayOut, Info::KingEscapes];
    let info = option::weighted(0.2, proptest::sample::select(infos.to_vec()));
    prop_oneof![
        8 => (parts, piece(), proptest::bool::weighted(0.2), info)
            .prop_map(|(parts, piece, together, info)| Made::Move(parts, piece, together, info)),
        1 => Just(Made::Other(TokenKind::Resigned)),
        1 => Just(Made::Other(TokenKind::TimedOut)),
        1 => Just(Made::Other(TokenKind::Elided)),
        1 => nasty().prop_map(|word| Made::Other(TokenKind::Unreadable(word.into()))),
    ]
}

type Notes = Vec<(usize, bool, String)>;
type Lines = Vec<(usize, usize, Vec<Made>, Notes)>;

fn lines() -> impl Strategy<Value = Lines> {
    let note = (0..5_usize, any::<bool>(), nasty());
    vec((0..9_usize, 0..5_usize, vec(token(), 0..4), vec(note, 0..3)), 1..6)
}

fn claim() -> impl Strategy<Value = Option<Claim>> {
    let won = Side::BOTH.map(Claim::Won);
    option::of(proptest::sample::select(vec![won[0], won[1], Claim::Draw, Claim::Open]))
}

fn rules() -> impl Strategy<Value = RulesClaim> {
    prop_oneof![
        nasty().prop_map(RulesClaim::Named),
        Just(RulesClaim::Named("dim:7".to_owned())),
        Just(RulesClaim::Named("Brandubh".to_owned())),
        nasty().prop_map(RulesClaim::Written),
        nasty().prop_map(|name| RulesClaim::Written(format!("dim:{name}"))),
        (option::of(any::<u32>()), nasty())
            .prop_map(|(key, name)| RulesClaim::SiteType { key, name }),
    ]
}

fn start() -> impl Strategy<Value = String> {
    let position = "/3t3/3t3/3T3/ttTKTtt/3T3/3c3/2nN3/";
    prop_oneof![Just(position.to_owned()), nasty()]
}

fn counts() -> impl Strategy<Value = CaptureCounts> {
    any::<(u32, u32)>()
        .prop_map(|(by_attackers, by_defenders)| CaptureCounts { by_attackers, by_defenders })
}

/// Any record at all; of what the model could hold, only squares beyond a board of 19 and moves of
/// less than two squares are missing.
pub(super) fn any_record() -> impl Strategy<Value = Record> {
    let header = (
        option::of(rules()),
        option::of(start()),
        option::of(proptest::sample::select(&Side::BOTH[..])),
        claim(),
        option::of(counts()),
        vec((0..4_usize, nasty()), 0..2),
        vec((name(), nasty()), 0..5),
    );
    (header, lines()).prop_map(|((rules, start, first, result, counts, boards, tags), lines)| {
        let nowhere = Span::default();
        let mut record = Record::default();
        record.rules = rules.map(|rules| Spanned::new(rules, nowhere));
        record.start = start.map(|start| Spanned::new(start, nowhere));
        record.first = first.map(|first| Spanned::new(first, nowhere));
        record.result = result.map(|result| Spanned::new(result, nowhere));
        record.counts = counts.map(|counts| Spanned::new(counts, nowhere));
        for (after, board) in boards {
            record.boards.push((after, Spanned::new(board, nowhere)));
        }
        for (name, value) in tags {
            record.add_tag(name, value, nowhere);
        }
        let mut ids = vec![LineId::MAIN];
        for (index, (parent, at, tokens, notes)) in lines.into_iter().enumerate() {
            if index > 0 {
                ids.push(record.branch(ids[parent % index], at));
            }
            let id = ids[index];
            for token in tokens {
                add(&mut record, id, token);
            }
            for (at, after, text) in notes {
                let place = if after { Place::After } else { Place::Before };
                record.line_mut(id).notes.push(Note { at, place, text, span: nowhere });
            }
        }
        record
    })
}

fn add(record: &mut Record, id: LineId, token: Made) {
    let kind = match token {
        Made::Move(parts, piece, run_together, info) => {
            let text = record.make_move(&parts, piece);
            TokenKind::Move(MoveText { run_together, info, ..text })
        }
        Made::Other(kind) => kind,
    };
    record.line_mut(id).tokens.push(Token { span: Span::default(), kind });
}

/// A move, a variation on it, a variation on that one's first move, and so on.
pub(super) fn nested(depth: usize) -> Record {
    let mut record = Record::default();
    let mut line = LineId::MAIN;
    let parts = MoveParts { path: vec![Square::new(0, 0), Square::new(0, 4)], captures: vec![] };
    for level in 0..=depth {
        add(&mut record, line, Made::Move(parts.clone(), None, false, None));
        add(&mut record, line, Made::Move(parts.clone(), None, false, None));
        if level < depth {
            line = record.branch(line, level % 2);
        }
    }
    record
}
