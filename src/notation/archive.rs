//! The archive of one playing site: an object a game.
//!
//! `{"AageGameTypeKey": 16, "AageGameTypeName": "...", "Moves": ["d1-d3", ...], "WhoWon": "White"}`.
//! White are the defenders. `BlackPiecesCaptured` counts what Black took, a square that is listed
//! twice as two. `WhoMovedFirst` says black in every game, also in those that White began, so it is
//! kept as a tag and believed by nobody.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Visitor};

use crate::board::Side;
use crate::record::{CaptureCounts, Claim, LineId, Record, RulesClaim, Span, Spanned};

use super::moves::read_token;
use super::{Entry, Fault, FaultKind, Split};

pub(super) const ENTRY: Entry = Entry {
    name: "archive",
    extensions: &["json", "jsonl", "ndjson"],
    states_rules: true,
    looks_like,
    split: Split::Objects,
    read,
    write: None,
};

fn looks_like(beginning: &str) -> bool {
    let in_list = beginning.strip_prefix('[').map_or(beginning, str::trim_start);
    in_list.starts_with('{')
}

/// A string that stays in the source unless it has escapes.
#[derive(Default)]
struct Text<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextVisitor;

        impl<'de> Visitor<'de> for TextVisitor {
            type Value = Text<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }

        deserializer.deserialize_str(TextVisitor)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Game<'a> {
    #[serde(borrow)]
    id: Option<Text<'a>>,
    white_side_player_name: Option<Text<'a>>,
    black_side_player_name: Option<Text<'a>>,
    aage_game_type_key: Option<u32>,
    aage_game_type_name: Option<Text<'a>>,
    who_moved_first: Option<Text<'a>>,
    black_pieces_captured: Option<u32>,
    white_pieces_captured: Option<u32>,
    moves: Option<Vec<Text<'a>>>,
    who_won: Option<Text<'a>>,
}

fn read(text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    let game: Game<'_> = match serde_json::from_str(text) {
        Ok(game) => game,
        Err(error) => {
            faults.push(syntax_fault(text, &error));
            return;
        }
    };
    let place = |part: &Text<'_>| Span::of(&part.0, text);
    let tags = [
        ("id", &game.id),
        ("attackers", &game.black_side_player_name),
        ("defenders", &game.white_side_player_name),
        ("first", &game.who_moved_first),
    ];
    for (name, value) in tags {
        if let Some(value) = value {
            record.add_tag(name, value.0.to_string(), place(value));
        }
    }
    record.rules = match (game.aage_game_type_key, &game.aage_game_type_name) {
        (None, None) => None,
        (key, name) => {
            let span = name.as_ref().map_or_else(Span::default, place);
            let name = name.as_ref().map_or_else(String::new, |name| name.0.to_string());
            Some(Spanned::new(RulesClaim::SiteType { key, name }, span))
        }
    };
    record.counts = match (game.black_pieces_captured, game.white_pieces_captured) {
        (Some(by_attackers), Some(by_defenders)) => {
            let at = text.find("BlackPiecesCaptured").unwrap_or_default();
            let span = Span::new(at, at + "BlackPiecesCaptured".len());
            Some(Spanned::new(CaptureCounts { by_attackers, by_defenders }, span))
        }
        _ => None,
    };
    match &game.who_won {
        Some(won) => record.result = read_winner(won, place(won), faults),
        None => faults.push(missing(text, "WhoWon")),
    }
    match game.moves {
        Some(moves) => {
            for word in &moves {
                read_token(word.0.trim(), place(word), record, LineId::MAIN, faults);
            }
        }
        None => faults.push(missing(text, "Moves")),
    }
}

fn missing(text: &str, field: &'static str) -> Fault {
    Fault::new(Span::new(0, text.len().min(1)), FaultKind::Missing(field))
}

fn read_winner(won: &Text<'_>, span: Span, faults: &mut Vec<Fault>) -> Option<Spanned<Claim>> {
    let claim = match &*won.0 {
        "White" => Claim::Won(Side::Defenders),
        "Black" => Claim::Won(Side::Attackers),
        "Draw" => Claim::Draw,
        "Ongoing" | "" => Claim::Open,
        other => {
            let value = other.to_owned();
            let expected = "White, Black, Draw, Ongoing or nothing";
            let kind = FaultKind::BadField { field: "WhoWon", value, expected };
            faults.push(Fault::new(span, kind));
            return None;
        }
    };
    Some(Spanned::new(claim, span))
}

/// The parser's own words, at the byte that it stopped at.
pub(super) fn syntax_fault(text: &str, error: &serde_json::Error) -> Fault {
    let line_start = match error.line() {
        0 | 1 => 0,
        line => memchr::memchr_iter(b'\n', text.as_bytes())
            .nth(line - 2)
            .map_or(text.len(), |newline| newline + 1),
    };
    let mut at = (line_start + error.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let width = text[at..].chars().next().map_or(0, char::len_utf8);
    let told = error.to_string();
    let what = told.split(" at line ").next().unwrap_or(&told);
    Fault::new(Span::new(at, at + width), FaultKind::Syntax(format!("not valid JSON here: {what}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::TokenKind;

    fn read_all(text: &str) -> (Record, Vec<Fault>) {
        let (mut record, mut faults) = (Record::default(), Vec::new());
        read(text, &mut record, &mut faults);
        (record, faults)
    }

    #[test]
    fn an_object_reads_with_its_places() {
        let text = r#"{"AageGameTypeKey": 16, "AageGameTypeName": "Copenhagen Hnefatafl 11x11",
            "BlackPiecesCaptured": 1, "WhitePiecesCaptured": 0, "Extra": [1, {"a": 2}],
            "Moves": ["d1-d3xd4", "resigned"], "WhoWon": "Black"}"#;
        let (record, faults) = read_all(text);
        assert_eq!(faults, []);
        assert_eq!(record.result.as_ref().unwrap().value, Claim::Won(Side::Attackers));
        assert_eq!(
            record.counts.as_ref().unwrap().value,
            CaptureCounts { by_attackers: 1, by_defenders: 0 }
        );
        assert_eq!(record.tokens()[0].span.text(text), "d1-d3xd4");
        assert_eq!(record.tokens()[1].kind, TokenKind::Resigned);
        let name = "Copenhagen Hnefatafl 11x11".to_owned();
        assert_eq!(
            record.rules.as_ref().unwrap().value,
            RulesClaim::SiteType { key: Some(16), name }
        );
    }

    #[test]
    fn faults_have_places() {
        let told = |text: &str| {
            let (_, faults) = read_all(text);
            let one = |f: &Fault| format!("{}..{} {}", f.span.start, f.span.end, f.kind);
            faults.iter().map(one).collect::<Vec<_>>().join("\n")
        };
        insta::assert_snapshot!(told(r#"{"Moves": ["d1-d3", "d4"#), @"22..23 not valid JSON here: EOF while parsing a string");
        insta::assert_snapshot!(told("{\"Moves\": [],\n \"WhoWon\": Black}"), @"25..26 not valid JSON here: expected value");
        insta::assert_snapshot!(told(r#"{"Moves": ["nox"], "WhoWon": "Nobody"}"#), @r"
        30..36 `WhoWon` cannot be `Nobody`
        12..15 `nox` is not a move
        ");
        insta::assert_snapshot!(told("{}"), @r"
        0..1 the record has no `WhoWon`
        0..1 the record has no `Moves`
        ");
        insta::assert_snapshot!(told(r#"{"Moves": [1], "WhoWon": "Draw"}"#), @"11..12 not valid JSON here: invalid type: integer `1`, expected a string");
        insta::assert_snapshot!(told(r#"{"Moves": [], "Moves": [], "WhoWon": ""}"#), @"20..21 not valid JSON here: duplicate field `Moves`");
        insta::assert_snapshot!(told(r#"{"AageGameTypeKey": 99999999999}"#), @"30..31 not valid JSON here: invalid value: integer `99999999999`, expected u32");
    }
}
