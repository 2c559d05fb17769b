//! Records made up for tests, and what they say with all places left aside.

use proptest::prelude::*;

use crate::board::{PieceKind, Side, Square};
use crate::record::{
    CaptureCounts, CaptureText, Claim, Info, LineId, MoveParts, Note, Place, Record, RulesClaim,
    Span, Spanned, Token, TokenKind,
};

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

/// Texts with everything in them that formats use for themselves.
pub(super) fn nasty_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zA-Z0-9 ]{0,8}",
        "[\\[\\](){}|\"',;:.\\\\/#\n\r\t\u{1}\u{7f}\u{e9}\u{2028}\u{1f600}a-z0-9 -]{0,12}",
        prop::sample::select(vec!["null", "5", "\"x\"", "[1]", "---", "1.", "true"])
            .prop_map(str::to_owned),
    ]
}

fn tag_name() -> impl Strategy<Value = String> {
    let known = vec![
        "attackers",
        "defenders",
        "id",
        "first",
        "event",
        "date",
        "termination",
        "time-control",
        "moves",
        "who-won",
        "tags",
        "archive-json:Extra",
        "archive-text:a_b",
        "x-json",
        "dim",
        "variant",
        "result",
        "end-state",
        "layout",
        "messages",
        "start-date",
        "pto-json:Foo",
    ];
    prop_oneof![
        prop::sample::select(known).prop_map(str::to_owned),
        nasty_text(),
        "[a-z][a-z0-9]{0,4}(-[a-z]{1,4}){0,2}",
    ]
}

fn square() -> impl Strategy<Value = Square> {
    (0_u8..19, 0_u8..19).prop_map(|(file, rank)| Square::new(file, rank))
}

fn kind() -> impl Strategy<Value = Option<PieceKind>> {
    prop::option::weighted(0.3, prop::sample::select(PieceKind::ALL.to_vec()))
}

#[derive(Clone, Debug)]
enum Made {
    Move(MoveParts, Option<PieceKind>, Option<Info>, bool),
    Other(TokenKind),
}

fn made() -> impl Strategy<Value = Made> {
    let infos = vec![Info::KingInDanger, Info::KingTaken, Info::KingHasWayOut, Info::KingEscapes];
    let capture = (kind(), square()).prop_map(|(piece, square)| CaptureText { piece, square });
    let parts = (prop::collection::vec(square(), 2..4), prop::collection::vec(capture, 0..3))
        .prop_map(|(path, captures)| MoveParts { path, captures });
    let info = prop::option::weighted(0.2, prop::sample::select(infos));
    let others = vec![
        TokenKind::Resigned,
        TokenKind::TimedOut,
        TokenKind::Elided,
        TokenKind::Unreadable("nox".into()),
    ];
    prop_oneof![
        6 => (parts, kind(), info, prop::bool::weighted(0.2))
            .prop_map(|(parts, piece, info, joined)| Made::Move(parts, piece, info, joined)),
        1 => prop::sample::select(others).prop_map(Made::Other),
    ]
}

fn push(record: &mut Record, line: LineId, made: Made) {
    let kind = match made {
        Made::Move(parts, piece, info, joined) => {
            let mut text = record.make_move(&parts, piece);
            text.info = info;
            text.run_together = joined;
            TokenKind::Move(text)
        }
        Made::Other(kind) => kind,
    };
    record.line_mut(line).tokens.push(Token { span: Span::default(), kind });
}

/// Records with everything in them that the model holds.
pub(super) fn any_record() -> impl Strategy<Value = Record> {
    let claim = prop::sample::select(vec![
        Claim::Won(Side::Attackers),
        Claim::Won(Side::Defenders),
        Claim::Draw,
        Claim::Open,
    ]);
    let rules = prop_oneof![
        nasty_text().prop_map(RulesClaim::Named),
        prop::sample::select(vec!["copenhagen", "Fetlar Hnefatafl 11x11", "Copenhagen"])
            .prop_map(|name| RulesClaim::Named(name.to_owned())),
        nasty_text().prop_map(RulesClaim::Written),
        (any::<u32>(), nasty_text())
            .prop_map(|(key, name)| RulesClaim::SiteType { key: Some(key), name }),
        nasty_text().prop_map(|name| RulesClaim::SiteType { key: None, name }),
    ];
    let counts = (any::<u32>(), any::<u32>())
        .prop_map(|(by_attackers, by_defenders)| CaptureCounts { by_attackers, by_defenders });
    let head = (
        prop::option::of(rules),
        prop::option::of(nasty_text()),
        prop::option::of(prop::sample::select(Side::BOTH.to_vec())),
        prop::collection::vec((tag_name(), nasty_text()), 0..6),
        prop::option::of(claim),
        prop::option::of(counts),
    );
    let game = (
        prop::collection::vec(made(), 0..10),
        prop::collection::vec((any::<prop::sample::Index>(), made()), 0..3),
        prop::collection::vec((any::<prop::sample::Index>(), nasty_text()), 0..3),
    );
    (head, game).prop_map(|(head, (moves, branches, notes))| {
        let (rules, start, first, tags, result, counts) = head;
        fn spanned<T>(value: Option<T>) -> Option<Spanned<T>> {
            value.map(|value| Spanned::new(value, Span::default()))
        }
        let mut record = Record::default();
        record.rules = spanned(rules);
        record.start = spanned(start);
        record.first = spanned(first);
        record.result = spanned(result);
        record.counts = spanned(counts);
        for (name, value) in tags {
            record.add_tag(name, value, Span::default());
        }
        for made in moves {
            push(&mut record, LineId::MAIN, made);
        }
        let count = record.tokens().len();
        let mut on = LineId::MAIN;
        for (at, made) in branches.into_iter().filter(|_| count > 0) {
            let tokens = record.line(on).tokens.len();
            let line = record.branch(on, at.index(tokens));
            push(&mut record, line, made);
            on = line;
        }
        for (at, text) in notes {
            let note =
                Note { at: at.index(count + 1), place: Place::After, text, span: Span::default() };
            record.line_mut(LineId::MAIN).notes.push(note);
        }
        record
    })
}
