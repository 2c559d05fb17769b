//! Writes a record: the same bytes for the same content.

use std::borrow::Cow;
use std::io;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::board::PieceKind;
use crate::notation::losses::Losses;
use crate::record::{
    Heading, Labels, Line, LineId, MoveText, Place, PlacedNote, Record, RulesClaim, Token,
    TokenKind, branches_in_order, notes_in_order,
};

use super::model::{
    BoardJson, BranchJson, CaptureJson, ClockJson, CountsJson, MoveJson, NoteJson, PlaceJson,
    RulesJson, SCHEMA, SiteTypeJson, TagJson, TokenJson, UnreadableJson, WordJson,
};
use super::words::{INFOS, square_name, word_of};
use crate::notation::json::own_keys::RESULTS;

#[derive(Serialize)]
pub(super) struct Written<'a> {
    schema: &'static str,
    #[serde(flatten)]
    heading: Option<HeadingJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<TagJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<RulesJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<CountsJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    boards: Vec<BoardJson>,
    lines: Lines<'a>,
}

/// Where the record was found, and what its game is known by: keys beside the content, for joining it with what
/// is found about it. What is not stated has no key.
struct HeadingJson<'a> {
    heading: &'a Heading,
    labels: Labels<'a>,
}

impl<'a> HeadingJson<'a> {
    fn of(record: &'a Record) -> Option<Self> {
        let heading = record.heading.as_deref()?;
        Some(Self { heading, labels: Labels::of(record) })
    }
}

impl Serialize for HeadingJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Heading { file, line, index, hash } = self.heading;
        let mut map = serializer.serialize_map(None)?;
        if let Some(file) = file {
            map.serialize_entry("file", file)?;
        }
        for (key, number) in [("line", line), ("index", index)] {
            if let Some(number) = number {
                map.serialize_entry(key, number)?;
            }
        }
        let hash = ("hash", hash.as_deref());
        for (key, text) in self.labels.by_name().into_iter().chain([hash]) {
            if let Some(text) = text {
                map.serialize_entry(key, text)?;
            }
        }
        map.end()
    }
}

/// The lines in the order in which a walk meets them: each before those that branch off from it. What
/// they hold is put into words only while it is written, as a long record in words takes much memory.
struct Lines<'a> {
    record: &'a Record,
    order: Vec<LineId>,
    /// For each, the place in the order of the first that branches off from it.
    first_branches: Vec<usize>,
}

impl Serialize for Lines<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.order.iter().zip(&self.first_branches).map(|(&id, &first)| {
            let line = self.record.line(id);
            LineJson {
                moves: Moves { record: self.record, tokens: &line.tokens },
                notes: notes_json(line),
                variations: branches_json(line, first),
            }
        }))
    }
}

/// A line as it is written.
#[derive(Serialize)]
struct LineJson<'a> {
    moves: Moves<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<NoteJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variations: Vec<BranchJson>,
}

struct Moves<'a> {
    record: &'a Record,
    tokens: &'a [Token],
}

impl Serialize for Moves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.tokens.iter().map(|token| token_json(self.record, token)))
    }
}

pub(super) fn write(record: &Record, _: &mut Losses) -> String {
    text_of(&Written { heading: HeadingJson::of(record), ..written(record) }) + "\n"
}

/// The record as one line of JSON, the same for the same content.
#[cfg(test)]
pub(in crate::notation) fn canonical(record: &Record) -> String {
    text_of(&written(record))
}

fn text_of(written: &Written<'_>) -> String {
    serde_json::to_string(written).expect("strings and numbers can be written")
}

/// The same, written to something.
pub(in crate::notation) fn write_canonical(
    record: &Record,
    out: impl io::Write,
) -> serde_json::Result<()> {
    serde_json::to_writer(out, &written(record))
}

/// The content of a record, without its heading.
fn written(record: &Record) -> Written<'_> {
    Written {
        schema: SCHEMA,
        heading: None,
        tags: record
            .tags
            .iter()
            .map(|tag| TagJson { name: tag.name.to_string(), value: tag.value.clone() })
            .collect(),
        rules: record.rules.as_ref().map(|rules| rules_json(&rules.value)),
        start: record.start.as_ref().map(|start| start.value.as_str()),
        first: record.first.as_ref().map(|first| first.value.name()),
        result: record.result.as_ref().and_then(|result| word_of(RESULTS, &result.value)),
        counts: record.counts.as_ref().map(|counts| CountsJson {
            by_attackers: counts.value.by_attackers,
            by_defenders: counts.value.by_defenders,
        }),
        boards: record
            .boards
            .iter()
            .map(|(after, position)| BoardJson { after: *after, position: position.value.clone() })
            .collect(),
        lines: lines_json(record),
    }
}

fn rules_json(claim: &RulesClaim) -> RulesJson {
    match claim {
        RulesClaim::Named(name) => RulesJson::Name(name.clone()),
        RulesClaim::Written(record) => RulesJson::Record(record.clone()),
        RulesClaim::SiteType { key, name } => {
            RulesJson::SiteType(SiteTypeJson { key: *key, name: name.clone() })
        }
    }
}

fn lines_json(record: &Record) -> Lines<'_> {
    let mut order = vec![LineId::MAIN];
    let mut first_branches = Vec::new();
    while let Some(&id) = order.get(first_branches.len()) {
        first_branches.push(order.len());
        order.extend(branches_in_order(record.line(id)).iter().map(|branch| branch.line));
    }
    Lines { record, order, first_branches }
}

fn branches_json(line: &Line, first: usize) -> Vec<BranchJson> {
    let branches = branches_in_order(line).into_iter().enumerate();
    branches.map(|(nth, branch)| BranchJson { at: branch.at, line: first + nth }).collect()
}

fn notes_json(line: &Line) -> Vec<NoteJson<'_>> {
    let json = |PlacedNote { at, place, note }| NoteJson {
        at,
        place: match place {
            Place::Before => PlaceJson::Before,
            Place::After => PlaceJson::After,
        },
        text: Cow::Borrowed(&note.text),
        clock: note.clock().map(ClockJson::from),
        hint: note.hint().map(str::to_owned),
    };
    notes_in_order(line).into_iter().map(json).collect()
}

fn token_json(record: &Record, token: &Token) -> TokenJson {
    match &token.kind {
        TokenKind::Resigned => TokenJson::Word(WordJson::Resigned),
        TokenKind::TimedOut => TokenJson::Word(WordJson::Timeout),
        TokenKind::Elided => TokenJson::Word(WordJson::Elided),
        TokenKind::Unreadable(word) => {
            TokenJson::Unreadable(UnreadableJson { unreadable: word.to_string() })
        }
        TokenKind::Move(text) => TokenJson::Move(move_json(record, text)),
    }
}

fn move_json(record: &Record, text: &MoveText) -> MoveJson {
    let piece = |kind: Option<PieceKind>| kind.map(|kind| kind.name().to_owned());
    MoveJson {
        path: record.path(text).iter().map(|square| square_name(*square)).collect(),
        captures: record
            .captures(text)
            .iter()
            .map(|capture| CaptureJson {
                square: square_name(capture.square),
                piece: piece(capture.piece),
            })
            .collect(),
        piece: piece(text.piece),
        run_together: text.run_together,
        jumps: text.jumps,
        continues: text.continues,
        capture_count: text.capture_count,
        info: text.info.and_then(|info| word_of(INFOS, &info)).map(str::to_owned),
    }
}

/// A move as it stands in a record, in the place of a word that is one.
pub(super) fn move_word(word: &str, record: &Record, text: &MoveText) -> Option<String> {
    let is_one = word.starts_with('{') && serde_json::from_str::<MoveJson>(word).is_ok();
    is_one.then(|| serde_json::to_string(&move_json(record, text)))?.ok()
}
