//! Reads an object.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::board::Side;
use crate::notation::fault::{Fault, FaultKind};
use crate::notation::json::object::syntax_fault;
use crate::notation::json::own::SCHEMA;
use crate::notation::json::text::Text;
use crate::notation::moves::{MOST_FAULTS, read_token};
use crate::notation::typography;
use crate::notation::unclaimed::{no_object, no_record, no_schema};
use crate::record::{CaptureCounts, LineId, Record, Span, Spanned};

use super::game::{COUNT, Game, KEYS, MEMBERS, Slot, TAGS};
use super::quick::{self, trimmed};
use super::words::winner;

/// Reads an object, its moves straight into a record: a list of words in between would cost as much
/// as all the rest.
struct GameReader<'r, 'a> {
    text: &'a str,
    record: &'r mut Record,
}

impl<'a> DeserializeSeed<'a> for GameReader<'_, 'a> {
    type Value = Game<'a>;

    fn deserialize<D: Deserializer<'a>>(self, deserializer: D) -> Result<Game<'a>, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'a> Visitor<'a> for GameReader<'_, 'a> {
    type Value = Game<'a>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'a>>(self, mut map: M) -> Result<Game<'a>, M::Error> {
        let mut game = Game::default();
        let mut seen = [false; KEYS.len()];
        while let Some(key) = map.next_key::<Text<'a>>()? {
            let Some(at) = KEYS.iter().position(|known| *known == key.0) else {
                game.others.push((key.0.into_owned(), map.next_value()?));
                continue;
            };
            if std::mem::replace(&mut seen[at], true) {
                let again: &RawValue = map.next_value()?;
                let span = Span::of(again.get(), self.text);
                game.repeated.push(Fault::new(span, FaultKind::Repeated(KEYS[at].to_owned())));
                continue;
            }
            if at == COUNT {
                game.count_place = Span::of(&key.0, self.text);
            }
            match MEMBERS[at].1(&mut game) {
                Slot::Text(text) => *text = map.next_value()?,
                Slot::Number(number) => *number = map.next_value()?,
                Slot::Tags(tags) => *tags = map.next_value()?,
                Slot::Moves => {
                    let faults = &mut game.move_faults;
                    let words = Words { text: self.text, record: self.record, faults };
                    game.has_moves = map.next_value_seed(words)?;
                }
            }
        }
        Ok(game)
    }
}

/// Reads a list of moves, word by word; tells whether there is one.
pub(super) struct Words<'r, 'a> {
    text: &'a str,
    record: &'r mut Record,
    faults: &'r mut Vec<Fault>,
}

impl<'a> DeserializeSeed<'a> for Words<'_, 'a> {
    type Value = bool;

    fn deserialize<D: Deserializer<'a>>(self, deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'a> Visitor<'a> for Words<'_, 'a> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_none<E>(self) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_some<D: Deserializer<'a>>(self, deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_seq(self)
    }

    fn visit_seq<S: SeqAccess<'a>>(self, mut words: S) -> Result<bool, S::Error> {
        while let Some(Text(word)) = words.next_element::<Text<'a>>()? {
            let span = Span::of(&word, self.text);
            read_token(trimmed(&word), span, self.record, LineId::MAIN, self.faults);
        }
        Ok(true)
    }
}

pub(super) fn read(text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    if let Some(game) = quick::read(text, record) {
        keep(game, text, record, faults);
    } else {
        record.clear();
        read_any(text, record, faults);
    }
}

/// Reads an object, however it is written.
pub(super) fn read_any(text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    let mut json = serde_json::Deserializer::from_str(text);
    let game = GameReader { text, record }.deserialize(&mut json);
    match game.and_then(|game| json.end().map(|()| game)) {
        Ok(game) => keep(game, text, record, faults),
        Err(error) => {
            record.clear();
            faults.push(no_object(text).unwrap_or_else(|| syntax_fault(text, &error)));
        }
    }
}

/// Puts what an object says beside its moves into the record.
fn keep(mut game: Game<'_>, text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    if !game.is_known() {
        return faults.push(not_known(&game, text));
    }
    faults.append(&mut game.repeated);
    read_tags(text, &game, record);
    record.rules = game.rules(text);
    let start = game.start.as_ref();
    record.start = start.map(|start| Spanned::new(start.0.to_string(), Span::of(&start.0, text)));
    keep_first_mover(&game, text, record, faults);
    record.counts = match (game.by_attackers, game.by_defenders) {
        (Some(by_attackers), Some(by_defenders)) => {
            let counts = CaptureCounts { by_attackers, by_defenders };
            Some(Spanned::new(counts, game.count_place))
        }
        _ => None,
    };
    keep_result(&game, text, record, faults);
    game.move_faults.truncate(MOST_FAULTS.saturating_sub(faults.len()));
    faults.append(&mut game.move_faults);
    if !game.has_moves {
        faults.push(missing(text, "Moves"));
    }
}

fn keep_first_mover(game: &Game<'_>, text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    let place = |part: &Text<'_>| Span::of(&part.0, text);
    // The site writes "black" under every game, those that the defenders begin among them; nobody
    // writes "white" but to say so.
    if let Some(first) = game.first.as_ref().filter(|first| first.0 == "white") {
        record.first = Some(Spanned::new(Side::Defenders, place(first)));
    }
    if let Some(first) = &game.first_mover {
        match Side::of_name(typography::plain(&first.0).trim()) {
            Some(side) => record.first = Some(Spanned::new(side, place(first))),
            None => {
                let expected = "attackers or defenders";
                faults.push(bad_field("FirstMover", &first.0, expected, place(first)));
            }
        }
    }
}

fn keep_result(game: &Game<'_>, text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    let place = |part: &Text<'_>| Span::of(&part.0, text);
    match &game.won {
        Some(won) => match winner(&won.0) {
            Some(claim) => {
                record.result = claim.map(|claim| Spanned::new(claim, place(won)));
            }
            None => {
                let expected = "White, Black, Draw, Ongoing or nothing";
                faults.push(bad_field("WhoWon", &won.0, expected, place(won)));
            }
        },
        None => faults.push(missing(text, "WhoWon")),
    }
}

/// Why an object is no game of the site: what it states to be instead, or the keys that it lacks.
fn not_known(game: &Game<'_>, text: &str) -> Fault {
    let schema = game.others.iter().find(|(key, _)| key == "schema");
    let schema = schema.and_then(|(_, value)| serde_json::from_str::<String>(value.get()).ok());
    match schema {
        Some(schema) => no_schema(text, &schema, SCHEMA),
        None => no_record(text, game.others.iter().map(|(key, _)| key.as_str())),
    }
}

fn read_tags(text: &str, game: &Game<'_>, record: &mut Record) {
    let place = |part: &Text<'_>| Span::of(&part.0, text);
    let tags = [
        ("id", &game.id),
        ("attackers", &game.attackers),
        ("defenders", &game.defenders),
        ("first", &game.first),
    ];
    for (name, value) in tags {
        if let Some(value) = value {
            record.add_tag(name, value.0.to_string(), place(value));
        }
    }
    for (key, value) in &game.others {
        TAGS.read_member(text, key, value, record);
    }
    for [name, value] in game.tags.iter().flatten() {
        record.add_tag(name.0.to_string(), value.0.to_string(), place(value));
    }
}

fn missing(text: &str, field: &'static str) -> Fault {
    Fault::new(Span::new(0, text.len().min(1)), FaultKind::Missing(field))
}

fn bad_field(field: &'static str, value: &str, expected: &'static str, span: Span) -> Fault {
    let kind = FaultKind::BadField { field, value: value.to_owned(), expected };
    Fault::new(span, kind)
}
