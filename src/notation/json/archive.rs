//! The archive of one playing site: an object a game.
//!
//! `{"AageGameTypeKey": 16, "AageGameTypeName": "...", "Moves": ["d1-d3", ...], "WhoWon": "White"}`.
//! White are the defenders. `BlackPiecesCaptured` counts what Black took, a square that is listed
//! twice as two. `WhoMovedFirst` says black in every game, also in those that White began, so it is
//! kept as a tag and states nothing; `white` states that the defenders begin. `WhoWon` is empty where
//! the site does not know.
//!
//! Written is an object a line, with the site's keys in the site's order; keys for which the record
//! has no value are left out. Behind them stand other keys of the source and keys of our own, which
//! `grammar/archive.md` lists: for rules that are no type of the site, a start position, the side
//! that begins, and header entries that the site has no key for. How tags and keys name each
//! other is told in [`super::object`].

mod quick;

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::board::Side;
use crate::notation::fault::{Fault, FaultKind};
use crate::notation::format::{Entry, Split};
use crate::notation::ledger::Ledger;
use crate::notation::moves::{MOST_FAULTS, MoveStyle, read_token};
use crate::notation::typography;
use crate::notation::unclaimed::{no_object, no_record, no_schema};
use crate::record::{CaptureCounts, Claim, LineId, Record, RulesClaim, Span, Spanned};
use crate::rules::names::{self, SiteType};

use super::object::{Keys, Members, Style, Text, push_quoted, syntax_fault};
use super::own::SCHEMA;
use super::word_list::{self, each_word, lose_company};

pub(in crate::notation) const ENTRY: Entry = Entry {
    name: "archive",
    about: "The JSON of one site's archive",
    extensions: &["json", "jsonl", "ndjson"],
    states_rules: true,
    looks_like,
    keys: &[
        "Moves",
        "WhoWon",
        "AageGameTypeKey",
        "AageGameTypeName",
        "WhoMovedFirst",
        "WhiteSidePlayerName",
        "BlackSidePlayerName",
        "BlackPiecesCaptured",
        "WhitePiecesCaptured",
    ],
    split: Split::Objects,
    read,
    write: Some(write),
    results: Some(["Black", "White", "Draw"]),
};

/// The site's words for entries that are no moves.
pub(in crate::notation) const SITE_WORDS: word_list::Words =
    word_list::Words { resigned: "resigned", timed_out: Some("timeout"), elided: "....." };

fn looks_like(beginning: &str) -> bool {
    let in_list = beginning.strip_prefix('[').map_or(beginning, str::trim_start);
    in_list.starts_with('{')
}

/// The site's words for results. White are the defenders; an empty word says nothing.
const WINNERS: [(&str, Option<Claim>); 5] = [
    ("White", Some(Claim::Won(Side::Defenders))),
    ("Black", Some(Claim::Won(Side::Attackers))),
    ("Draw", Some(Claim::Draw)),
    ("Ongoing", Some(Claim::Open)),
    ("", None),
];

/// The result that a word of the site states; nothing if it is none of its words.
pub(in crate::notation) fn winner(word: &str) -> Option<Option<Claim>> {
    let typed = typography::typed_words(word);
    let word = typed.as_deref().unwrap_or(word);
    WINNERS.iter().find(|(known, _)| *known == word).map(|&(_, claim)| claim)
}

/// The site's word for a result.
pub(in crate::notation) fn winner_name(claim: Option<Claim>) -> &'static str {
    WINNERS.iter().find(|(_, known)| *known == claim).map_or("", |&(word, _)| word)
}

/// The side that our own key `FirstMover` names.
const SIDES: [(&str, Side); 2] = [("attackers", Side::Attackers), ("defenders", Side::Defenders)];

/// An object of the archive, as it stands.
#[derive(Default)]
struct Game<'a> {
    id: Option<Text<'a>>,
    defenders: Option<Text<'a>>,
    attackers: Option<Text<'a>>,
    type_key: Option<u32>,
    type_name: Option<Text<'a>>,
    first: Option<Text<'a>>,
    by_attackers: Option<u32>,
    by_defenders: Option<u32>,
    /// Where the first of the counts is named.
    count_place: Span,
    has_moves: bool,
    /// Keys that were given again.
    repeated: Vec<Fault>,
    move_faults: Vec<Fault>,
    won: Option<Text<'a>>,
    variant: Option<Text<'a>>,
    rules: Option<Text<'a>>,
    start: Option<Text<'a>>,
    first_mover: Option<Text<'a>>,
    tags: Option<Vec<[Text<'a>; 2]>>,
    others: Vec<(String, &'a RawValue)>,
}

/// Where the value of a key goes.
enum Slot<'g, 'a> {
    Text(&'g mut Option<Text<'a>>),
    Number(&'g mut Option<u32>),
    Tags(&'g mut Option<Vec<[Text<'a>; 2]>>),
    /// Into the record.
    Moves,
}

/// A key, and where its value goes.
type Member = (&'static str, for<'g, 'a> fn(&'g mut Game<'a>) -> Slot<'g, 'a>);

/// The site's keys in its order, then ours.
const MEMBERS: [Member; 15] = [
    ("Id", |game| Slot::Text(&mut game.id)),
    ("WhiteSidePlayerName", |game| Slot::Text(&mut game.defenders)),
    ("BlackSidePlayerName", |game| Slot::Text(&mut game.attackers)),
    ("AageGameTypeKey", |game| Slot::Number(&mut game.type_key)),
    ("AageGameTypeName", |game| Slot::Text(&mut game.type_name)),
    ("WhoMovedFirst", |game| Slot::Text(&mut game.first)),
    ("BlackPiecesCaptured", |game| Slot::Number(&mut game.by_attackers)),
    ("WhitePiecesCaptured", |game| Slot::Number(&mut game.by_defenders)),
    ("Moves", |_| Slot::Moves),
    ("WhoWon", |game| Slot::Text(&mut game.won)),
    ("Variant", |game| Slot::Text(&mut game.variant)),
    ("Rules", |game| Slot::Text(&mut game.rules)),
    ("Start", |game| Slot::Text(&mut game.start)),
    ("FirstMover", |game| Slot::Text(&mut game.first_mover)),
    ("Tags", |game| Slot::Tags(&mut game.tags)),
];

/// The keys alone.
const KEYS: [&str; MEMBERS.len()] = {
    let mut keys = [""; MEMBERS.len()];
    let mut at = 0;
    while at < keys.len() {
        keys[at] = MEMBERS[at].0;
        at += 1;
    }
    keys
};

/// Where the key of the first count stands among them.
const COUNT: usize = 6;

/// How tags and the other keys name each other.
const TAGS: Keys = Keys { format: "archive", style: Style::Capitals, known: &KEYS, pairs: "Tags" };

/// The tags that keys of the site stand for.
const TAG_KEYS: [(&str, &str); 4] = [
    ("id", "Id"),
    ("defenders", "WhiteSidePlayerName"),
    ("attackers", "BlackSidePlayerName"),
    ("first", "WhoMovedFirst"),
];

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
struct Words<'r, 'a> {
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

/// A word without white space around it; nearly all have none.
fn trimmed(word: &str) -> &str {
    match word.as_bytes() {
        [b'!'..=b'~', .., b'!'..=b'~'] => word,
        _ => word.trim(),
    }
}

impl<'a> Game<'a> {
    /// Whether it has anything that only games of the site have.
    fn is_known(&self) -> bool {
        let texts = [&self.won, &self.defenders, &self.attackers, &self.type_name, &self.first];
        let numbers = [self.type_key, self.by_attackers, self.by_defenders];
        self.has_moves
            || texts.into_iter().any(Option::is_some)
            || numbers.into_iter().any(|number| number.is_some())
    }

    fn rules(&self, text: &str) -> Option<Spanned<RulesClaim>> {
        let spanned = |claim, part: &Text<'_>| Some(Spanned::new(claim, Span::of(&part.0, text)));
        if let Some(rules) = &self.rules {
            return spanned(RulesClaim::Written(rules.0.to_string()), rules);
        }
        if let Some(variant) = &self.variant {
            return spanned(RulesClaim::Named(variant.0.to_string()), variant);
        }
        let (key, name) = (self.type_key, &self.type_name);
        if key.is_none() && name.is_none() {
            return None;
        }
        let span = name.as_ref().map_or_else(Span::default, |name| Span::of(&name.0, text));
        let name = name.as_ref().map_or_else(String::new, |name| name.0.to_string());
        Some(Spanned::new(RulesClaim::SiteType { key, name }, span))
    }
}

fn read(text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    if let Some(game) = quick::read(text, record) {
        keep(game, text, record, faults);
    } else {
        record.clear();
        read_any(text, record, faults);
    }
}

/// Reads an object, however it is written.
fn read_any(text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
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
    let place = |part: &Text<'_>| Span::of(&part.0, text);
    read_tags(text, &game, record);
    record.rules = game.rules(text);
    let start = game.start.as_ref();
    record.start = start.map(|start| Spanned::new(start.0.to_string(), place(start)));
    // The site writes "black" under every game, those that the defenders begin among them; nobody
    // writes "white" but to say so.
    if let Some(first) = game.first.as_ref().filter(|first| first.0 == "white") {
        record.first = Some(Spanned::new(Side::Defenders, place(first)));
    }
    if let Some(first) = &game.first_mover {
        match SIDES.iter().find(|(name, _)| *name == typography::plain(&first.0).trim()) {
            Some(&(_, side)) => record.first = Some(Spanned::new(side, place(first))),
            None => {
                let expected = "attackers or defenders";
                faults.push(bad_field("FirstMover", &first.0, expected, place(first)));
            }
        }
    }
    record.counts = match (game.by_attackers, game.by_defenders) {
        (Some(by_attackers), Some(by_defenders)) => {
            let counts = CaptureCounts { by_attackers, by_defenders };
            Some(Spanned::new(counts, game.count_place))
        }
        _ => None,
    };
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
    game.move_faults.truncate(MOST_FAULTS.saturating_sub(faults.len()));
    faults.append(&mut game.move_faults);
    if !game.has_moves {
        faults.push(missing(text, "Moves"));
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

fn write(record: &Record, ledger: &mut Ledger) -> String {
    lose_company(record, ledger);
    let mut members = Members::default();
    for (tag, key) in &TAG_KEYS[..3] {
        if let Some(value) = record.tag(tag) {
            members.add_text(key, value);
        }
    }
    write_type(record, &mut members);
    let (tag, key) = TAG_KEYS[3];
    if let Some(value) = record.tag(tag) {
        members.add_text(key, value);
    }
    if let Some(counts) = &record.counts {
        members.add("BlackPiecesCaptured", &counts.value.by_attackers.to_string());
        members.add("WhitePiecesCaptured", &counts.value.by_defenders.to_string());
    }
    members.add_with("Moves", |moves| {
        let mut between = "[";
        each_word(record, MoveStyle::SITE, SITE_WORDS, ledger, |word| {
            *moves += std::mem::replace(&mut between, ", ");
            push_quoted(moves, word);
        });
        *moves += if between == "[" { "[]" } else { "]" };
    });
    members.add_text("WhoWon", winner_name(record.result.as_ref().map(|result| result.value)));
    write_rules(record, &mut members);
    TAGS.write_tags(record, &TAG_KEYS.map(|(tag, _)| tag), &mut members);
    members.object() + "\n"
}

/// The site's number and name for the rules. Rules that are named otherwise get them as well, where
/// a type of the site has that name.
fn write_type(record: &Record, members: &mut Members) {
    let (key, name) = match record.rules.as_ref().map(|rules| &rules.value) {
        Some(RulesClaim::SiteType { key, name }) => (*key, name.as_str()),
        Some(RulesClaim::Named(named)) => {
            let same = |site: &&SiteType| site.name.eq_ignore_ascii_case(named);
            let Some(site) = names::site_types().iter().find(same) else { return };
            (Some(site.key), site.name)
        }
        Some(RulesClaim::Written(_)) | None => return,
    };
    if let Some(key) = key {
        members.add("AageGameTypeKey", &key.to_string());
    }
    if key.is_none() || !name.is_empty() {
        members.add_text("AageGameTypeName", name);
    }
}

/// Our own keys for what the site has none for.
fn write_rules(record: &Record, members: &mut Members) {
    match record.rules.as_ref().map(|rules| &rules.value) {
        Some(RulesClaim::Named(name)) => members.add_text("Variant", name),
        Some(RulesClaim::Written(rules)) => members.add_text("Rules", rules),
        Some(RulesClaim::SiteType { .. }) | None => {}
    }
    if let Some(start) = &record.start {
        members.add_text("Start", &start.value);
    }
    if let Some(first) = &record.first {
        members.add_text("FirstMover", first.value.name());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Format;
    use crate::notation::any_record::{Content, any_record, content, plain_moves};
    use crate::notation::ledger::Lost;
    use crate::record::TokenKind;
    use proptest::prelude::*;

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
        insta::assert_snapshot!(told("{}"), @"0..1 this object is no known record");
        insta::assert_snapshot!(told("[1]"), @"0..1 this JSON is a list and no known record");
        insta::assert_snapshot!(told(r#"{"schema": "taflkit.solve/1"}"#), @"0..1 the schema `taflkit.solve/1` is not known");
        insta::assert_snapshot!(told(r#"{"WhoWon": "Draw"}"#), @"0..1 the record has no `Moves`");
        insta::assert_snapshot!(told(r#"{"Moves": []}"#), @"0..1 the record has no `WhoWon`");
        insta::assert_snapshot!(told(r#"{"Moves": [1], "WhoWon": "Draw"}"#), @"11..12 not as this format has it: invalid type: integer `1`, expected a string");
        insta::assert_snapshot!(told(r#"{"Moves": [], "Moves": [], "WhoWon": ""}"#), @"23..25 `Moves` is given twice; the first counts");
        insta::assert_snapshot!(told(r#"{"AageGameTypeKey": 99999999999}"#), @"30..31 not as this format has it: invalid value: integer `99999999999`, expected u32");
    }

    fn written(record: &Record) -> String {
        let mut ledger = Ledger::default();
        write(record, &mut ledger)
    }

    #[test]
    fn objects_are_written_as_they_are_read() {
        let lines = [
            r#"{"Id": "game-1", "WhiteSidePlayerName": "W", "BlackSidePlayerName": "B", "AageGameTypeKey": 16, "AageGameTypeName": "Copenhagen Hnefatafl 11x11", "WhoMovedFirst": "black", "BlackPiecesCaptured": 5, "WhitePiecesCaptured": 2, "Moves": ["h11-h9", "f4f6", "e7-k7xk6xk6", "resigned"], "WhoWon": "White"}"#,
            r#"{"AageGameTypeName": "Tyr 9x9", "Moves": [], "WhoWon": ""}"#,
            r#"{"Moves": ["timeout"], "WhoWon": "Ongoing", "Variant": "brandubh", "Start": "/5/5/2K2/5/2t2/", "FirstMover": "defenders"}"#,
            r#"{"Moves": [], "WhoWon": "Draw", "Rating": 1500, "TimeControl": "5+3", "odd_key": "x", "List": [1, {"a": null}]}"#,
            r#"{"Moves": [], "WhoWon": "Black", "Event": "first", "Tags": [["event", "second"], ["\n", "\""]]}"#,
        ];
        for line in lines {
            let (record, faults) = read_all(line);
            assert_eq!(faults, [], "{line}");
            assert_eq!(written(&record), format!("{line}\n"));
        }
    }

    #[test]
    fn other_keys_become_tags() {
        let (record, _) = read_all(
            r#"{"Rating": 1500, "TimeControl": "5+3", "odd_key": "x", "Moves": [], "WhoWon": ""}"#,
        );
        assert_eq!(record.tag("archive-json:Rating"), Some("1500"));
        assert_eq!(record.tag("time-control"), Some("5+3"));
        assert_eq!(record.tag("archive-text:odd_key"), Some("x"));
    }

    #[test]
    fn named_rules_find_the_type_of_the_site() {
        let mut record = Record::default();
        let named = RulesClaim::Named("Copenhagen hnefatafl 11x11".to_owned());
        record.rules = Some(Spanned::new(named.clone(), Span::default()));
        let line = written(&record);
        insta::assert_snapshot!(line.trim_end(), @r#"{"AageGameTypeKey": 16, "AageGameTypeName": "Copenhagen Hnefatafl 11x11", "Moves": [], "WhoWon": "", "Variant": "Copenhagen hnefatafl 11x11"}"#);
        assert_eq!(read_all(&line).0.rules.map(|rules| rules.value), Some(named));
    }

    proptest! {
        #[test]
        fn any_record_reads_back(mut record in any_record()) {
            let line = written(&record);
            let (again, faults) = read_all(&line);
            plain_moves(&mut record);
            prop_assert_eq!(content(&again), content(&record));
            prop_assert!(faults.iter().all(|fault| matches!(fault.kind, FaultKind::NotAMove(_))));
            prop_assert_eq!(written(&again), line);
        }

        #[test]
        fn a_row_between_two_objects_loses_what_it_says_it_loses(mut record in any_record()) {
            let first = read_all(&written(&record)).0;
            let mut ledger = Ledger::default();
            let row = crate::notation::write(Format::Csv, &first, &mut ledger).unwrap();
            let (mut of_row, mut faults) = (Record::default(), Vec::new());
            crate::notation::read(Format::Csv, &row, &mut of_row, &mut faults);
            let last = read_all(&written(&of_row)).0;
            plain_moves(&mut record);
            let whole = content(&record);
            let lost = [
                (Lost::Tags, !whole.tags.is_empty()),
                (Lost::Rules, whole.rules.is_some()),
                (Lost::StartPosition, whole.start.is_some()),
                (Lost::FirstMover, whole.first.is_some()),
            ];
            for (kind, expected) in lost {
                prop_assert_eq!(ledger.iter().any(|(lost, _)| lost == kind), expected);
            }
            let kept = Content { tags: vec![], rules: None, start: None, first: None, ..whole };
            prop_assert_eq!(content(&last), kept);
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[\\[\\]{}\":,a-zA-Z0-9\\\\ \n\u{e9}-]{0,60}") {
            let _ = read_all(&text);
        }
    }
}
