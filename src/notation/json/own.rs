//! Our own JSON, `taflkit.record/1`: everything that a [`Record`] holds but its places.
//!
//! An object a record, in one line as it is written here, laid out in any way as it is read:
//!
//! ```json
//! {"schema": "taflkit.record/1",
//!  "tags": [{"name": "event", "value": "Yule"}],
//!  "rules": {"record": "dim:7 ..."},
//!  "start": "/3t3/.../", "first": "attackers", "result": "defenders",
//!  "counts": {"by_attackers": 1, "by_defenders": 0},
//!  "boards": [{"after": 2, "position": "/3t3/.../"}],
//!  "lines": [{"moves": [{"path": ["d1", "d3"], "captures": [{"square": "d4", "piece": "king"}],
//!                        "piece": "taflman", "run_together": true, "info": "++"},
//!                       "resigned", "timeout", "elided", {"unreadable": "nox"}],
//!             "notes": [{"at": 0, "place": "before", "text": "..."}],
//!             "variations": [{"at": 0, "line": 1}]}]}
//! ```
//!
//! `rules` is one of `{"name"}`, `{"record"}` and `{"site_type": {"key", "name"}}`. The first line is
//! the game itself; the others are variations, each named by exactly one line, which is why no depth
//! of nesting needs recursion. What is empty or not stated is left out. The same content always gives
//! the same bytes: lines are numbered as a walk through the tree meets them, comments and variations
//! stand in the order of the moves that they are about, and a comment or variation beyond the last
//! move counts as standing right behind it. `grammar/record.schema.json` is the schema.

use std::borrow::Cow;
use std::io;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::board::{PieceKind, Side, Square};
use crate::keyed::{Keyed, object, objects};
use crate::notation::fault::{Fault, FaultKind};
use crate::notation::format::{Entry, Split};
use crate::notation::ledger::Ledger;
use crate::notation::unclaimed::no_schema;
use crate::record::{
    Branch, CaptureCounts, CaptureText, Claim, Clock, Info, Line, LineId, MoveParts, MoveText,
    Note, Place, Record, RulesClaim, Span, Spanned, Token, TokenKind,
};

use super::object::{Object, syntax_fault};

pub(in crate::notation) const ENTRY: Entry = Entry {
    name: "json",
    about: "Our own JSON, which carries everything",
    extensions: &["json", "jsonl", "ndjson"],
    states_rules: true,
    looks_like,
    keys: &["schema", "lines"],
    split: Split::Objects,
    read,
    write: Some(write),
    results: None,
};

/// What a record says of itself.
pub(in crate::notation) const SCHEMA: &str = "taflkit.record/1";

/// The keys of a record.
const KEYS: &[&str] =
    &["schema", "tags", "rules", "start", "first", "result", "counts", "boards", "lines"];

fn looks_like(beginning: &str) -> bool {
    let in_list = beginning.strip_prefix('[').map_or(beginning, str::trim_start);
    in_list.starts_with('{') && beginning.contains("\"taflkit.record/")
}

/// The parts of a record as they are read: every one as text first, so that a bad one spoils no
/// other.
struct Parts<'a> {
    tags: Option<&'a RawValue>,
    rules: Option<&'a RawValue>,
    start: Option<&'a RawValue>,
    first: Option<&'a RawValue>,
    result: Option<&'a RawValue>,
    counts: Option<&'a RawValue>,
    boards: Option<&'a RawValue>,
    lines: Option<&'a RawValue>,
}

#[derive(Serialize)]
struct Written<'a> {
    schema: &'static str,
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

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TagJson {
    name: String,
    value: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum RulesJson {
    Name(String),
    SiteType(#[serde(deserialize_with = "object")] SiteTypeJson),
    Record(String),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SiteTypeJson {
    #[serde(skip_serializing_if = "Option::is_none", default)]
    key: Option<u32>,
    name: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CountsJson {
    by_attackers: u32,
    by_defenders: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardJson {
    after: usize,
    position: String,
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

/// A line as it is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LineParts<'a> {
    #[serde(borrow)]
    moves: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    notes: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    variations: Vec<&'a RawValue>,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum TokenJson {
    Word(WordJson),
    Unreadable(#[serde(deserialize_with = "object")] UnreadableJson),
    Move(#[serde(deserialize_with = "object")] MoveJson),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum WordJson {
    Resigned,
    Timeout,
    Elided,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UnreadableJson {
    unreadable: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveJson {
    path: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty", default, deserialize_with = "objects")]
    captures: Vec<CaptureJson>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    piece: Option<String>,
    #[serde(skip_serializing_if = "is_false", default)]
    run_together: bool,
    #[serde(skip_serializing_if = "is_zero", default)]
    jumps: u32,
    #[serde(skip_serializing_if = "is_false", default)]
    continues: bool,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    capture_count: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    info: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CaptureJson {
    square: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    piece: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NoteJson<'a> {
    at: usize,
    place: PlaceJson,
    text: Cow<'a, str>,
    /// What the text says for programs: told by the text, and put into it where it is not there.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    clock: Option<ClockJson>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    hint: Option<String>,
}

#[derive(Serialize, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
struct ClockJson {
    main: u64,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    overtime: Option<OvertimeJson>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    increment: Option<u64>,
}

#[derive(Serialize, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
struct OvertimeJson {
    seconds: u64,
    periods: u64,
}

impl From<Clock> for ClockJson {
    fn from(clock: Clock) -> Self {
        let overtime = clock.overtime.map(|(seconds, periods)| OvertimeJson { seconds, periods });
        Self { main: clock.main, overtime, increment: clock.increment }
    }
}

impl From<ClockJson> for Clock {
    fn from(json: ClockJson) -> Self {
        let overtime = json.overtime.map(|overtime| (overtime.seconds, overtime.periods));
        Self { main: json.main, overtime, increment: json.increment }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PlaceJson {
    Before,
    After,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BranchJson {
    at: usize,
    line: usize,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// The words for results.
const RESULTS: &[(&str, Claim)] = &[
    ("attackers", Claim::Won(Side::Attackers)),
    ("defenders", Claim::Won(Side::Defenders)),
    ("draw", Claim::Draw),
    ("open", Claim::Open),
];

const SIDES: &[(&str, Side)] = &[("attackers", Side::Attackers), ("defenders", Side::Defenders)];

/// The words for symbols: OpenTafl's signs, and names for what others mean.
const INFOS: &[(&str, Info)] = &[
    ("+", Info::KingInDanger),
    ("++", Info::KingTaken),
    ("-", Info::KingHasWayOut),
    ("--", Info::KingEscapes),
    ("threatens", Info::ThreatensWin),
    ("wins", Info::Wins),
    ("gives away", Info::GivesGameAway),
    ("raichi", Info::Raichi),
    ("tuichi", Info::Tuichi),
    ("*", Info::Starred),
];

fn word_of<T: PartialEq>(table: &[(&'static str, T)], value: &T) -> Option<&'static str> {
    table.iter().find(|(_, known)| known == value).map(|(word, _)| *word)
}

fn meaning_of<T: Copy>(table: &[(&'static str, T)], word: &str) -> Option<T> {
    table.iter().find(|(known, _)| *known == word).map(|(_, value)| *value)
}

fn write(record: &Record, _: &mut Ledger) -> String {
    canonical(record) + "\n"
}

/// The record as one line of JSON, the same for the same content.
pub(in crate::notation) fn canonical(record: &Record) -> String {
    let mut written = Vec::new();
    write_canonical(record, &mut written).expect("memory takes all");
    String::from_utf8(written).expect("JSON is UTF-8")
}

/// The same, written to something.
pub(in crate::notation) fn write_canonical(
    record: &Record,
    out: impl io::Write,
) -> serde_json::Result<()> {
    let written = Written {
        schema: SCHEMA,
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
    };
    serde_json::to_writer(out, &written)
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

fn branches_in_order(line: &Line) -> Vec<Branch> {
    let mut branches = line.branches.clone();
    branches.sort_by_key(|branch| branch.at.min(line.tokens.len()));
    branches
}

fn branches_json(line: &Line, first: usize) -> Vec<BranchJson> {
    let branches = branches_in_order(line).into_iter().enumerate();
    let one = |(nth, branch): (usize, Branch)| BranchJson {
        at: branch.at.min(line.tokens.len()),
        line: first + nth,
    };
    branches.map(one).collect()
}

fn notes_json(line: &Line) -> Vec<NoteJson<'_>> {
    let last = line.tokens.len();
    let mut notes: Vec<NoteJson<'_>> = line
        .notes
        .iter()
        .map(|note| NoteJson {
            at: note.at.min(last),
            place: match note.place {
                Place::After if note.at < last => PlaceJson::After,
                Place::After | Place::Before => PlaceJson::Before,
            },
            text: Cow::Borrowed(&note.text),
            clock: note.clock().map(ClockJson::from),
            hint: note.hint().map(str::to_owned),
        })
        .collect();
    notes.sort_by_key(|note| (note.at, note.place));
    notes
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

/// Whether a text is a move as it stands in a record.
pub(in crate::notation) fn is_move(text: &str) -> bool {
    text.starts_with('{') && serde_json::from_str::<MoveJson>(text).is_ok()
}

/// A move as it stands in a record.
pub(in crate::notation) fn move_word(record: &Record, text: &MoveText) -> String {
    serde_json::to_string(&move_json(record, text)).expect("strings and numbers can be written")
}

/// `a1`, and beyond `z` two letters, as spreadsheets have it: every square that can be counted has a
/// name of its own.
fn square_name(square: Square) -> String {
    let letter = |number: u8| char::from(b'a' + number);
    let rank = u32::from(square.rank) + 1;
    match square.file {
        file @ 0..26 => format!("{}{rank}", letter(file)),
        file => format!("{}{}{rank}", letter(file / 26 - 1), letter(file % 26)),
    }
}

fn square(name: &str) -> Option<Square> {
    let digits = name.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
    let file = match name.as_bytes()[..name.len() - digits.len()] {
        [letter] => u16::from(letter - b'a'),
        [tens, ones] => (u16::from(tens - b'a') + 1) * 26 + u16::from(ones - b'a'),
        _ => return None,
    };
    let plain = !digits.starts_with('0') && digits.bytes().all(|digit| digit.is_ascii_digit());
    let rank = digits.parse::<u16>().ok().filter(|_| plain)?;
    Some(Square::new(u8::try_from(file).ok()?, u8::try_from(rank - 1).ok()?))
}

/// What is being read, and what is wrong with it.
struct Reader<'a> {
    text: &'a str,
    faults: &'a mut Vec<Fault>,
}

fn read(text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    let Some(mut object) = Object::of_record(text, ENTRY.keys, faults) else { return };
    match object.take("schema", faults).map(RawValue::get) {
        None => faults.push(missing(text, "schema")),
        Some(raw) if serde_json::from_str::<String>(raw).is_ok_and(|told| told == SCHEMA) => {}
        Some(raw) => return faults.push(no_schema(text, raw.trim_matches('"'), SCHEMA)),
    }
    let mut take = |key| object.take(key, faults);
    let parts = Parts {
        tags: take("tags"),
        rules: take("rules"),
        start: take("start"),
        first: take("first"),
        result: take("result"),
        counts: take("counts"),
        boards: take("boards"),
        lines: take("lines"),
    };
    let mut reader = Reader { text, faults };
    reader.header(&parts, record);
    reader.unknown_keys(&object, record);
    match parts.lines {
        Some(lines) => reader.lines(lines, record),
        None => reader.faults.push(missing(text, "lines")),
    }
}

fn missing(text: &str, field: &'static str) -> Fault {
    Fault::new(Span::new(0, text.len().min(1)), FaultKind::Missing(field))
}

impl<'a> Reader<'a> {
    fn span(&self, raw: &RawValue) -> Span {
        Span::of(raw.get(), self.text)
    }

    /// Reads a part; a fault says why if it cannot be.
    fn part<T: Deserialize<'a>>(&mut self, raw: &'a RawValue) -> Option<T> {
        match serde_json::from_str(raw.get()) {
            Ok(value) => Some(value),
            Err(error) => {
                let mut fault = syntax_fault(raw.get(), &error);
                let start = self.span(raw).start;
                fault.span = Span { start: start + fault.span.start, end: start + fault.span.end };
                self.faults.push(fault);
                None
            }
        }
    }

    fn spanned<T: Deserialize<'a>>(&mut self, raw: Option<&'a RawValue>) -> Option<Spanned<T>> {
        let raw = raw?;
        let span = self.span(raw);
        self.part(raw).map(|value| Spanned::new(value, span))
    }

    fn bad(&mut self, raw: &RawValue, field: &'static str, expected: &'static str) {
        let value = raw.get().trim_matches('"').to_owned();
        let kind = FaultKind::BadField { field, value, expected };
        self.faults.push(Fault::new(self.span(raw), kind));
    }

    fn header(&mut self, parts: &Parts<'a>, record: &mut Record) {
        for raw in self.list(parts.tags) {
            let span = self.span(raw);
            if let Some(Keyed(TagJson { name, value })) = self.part(raw) {
                record.add_tag(name, value, span);
            }
        }
        record.rules = self.spanned::<RulesJson>(parts.rules).map(|rules| {
            let claim = match rules.value {
                RulesJson::Name(name) => RulesClaim::Named(name),
                RulesJson::Record(record) => RulesClaim::Written(record),
                RulesJson::SiteType(SiteTypeJson { key, name }) => {
                    RulesClaim::SiteType { key, name }
                }
            };
            Spanned::new(claim, rules.span)
        });
        record.start = self.spanned(parts.start);
        record.first = self.word(parts.first, "first", SIDES, "attackers or defenders");
        let results = "attackers, defenders, draw or open";
        record.result = self.word(parts.result, "result", RESULTS, results);
        record.counts = self.spanned::<Keyed<CountsJson>>(parts.counts).map(|counts| {
            let Keyed(CountsJson { by_attackers, by_defenders }) = counts.value;
            Spanned::new(CaptureCounts { by_attackers, by_defenders }, counts.span)
        });
        for raw in self.list(parts.boards) {
            let span = self.span(raw);
            if let Some(Keyed(BoardJson { after, position })) = self.part(raw) {
                record.boards.push((after, Spanned::new(position, span)));
            }
        }
    }

    fn list(&mut self, raw: Option<&'a RawValue>) -> Vec<&'a RawValue> {
        raw.and_then(|raw| self.part(raw)).unwrap_or_default()
    }

    fn word<T: Copy>(
        &mut self,
        raw: Option<&'a RawValue>,
        field: &'static str,
        table: &[(&'static str, T)],
        expected: &'static str,
    ) -> Option<Spanned<T>> {
        let raw = raw?;
        let word: String = self.part(raw)?;
        let value = meaning_of(table, &word);
        if value.is_none() {
            self.bad(raw, field, expected);
        }
        value.map(|value| Spanned::new(value, self.span(raw)))
    }

    /// Keys that the format does not know become tags, with their JSON as it stands.
    fn unknown_keys(&mut self, object: &Object<'a>, record: &mut Record) {
        for (name, value) in object.rest() {
            let close = |key: &&&str| {
                name.len() <= key.len() + 2 && strsim::damerau_levenshtein(key, name) <= 2
            };
            let nearest = KEYS.iter().find(close).copied();
            let span = self.span(value);
            let kind = FaultKind::UnknownTag { name: name.to_owned(), nearest };
            self.faults.push(Fault::new(span, kind));
            record.add_tag(name.to_owned(), value.get(), span);
        }
    }

    fn lines(&mut self, raw: &'a RawValue, record: &mut Record) {
        let Some(raws) = self.part::<Vec<&RawValue>>(raw) else { return };
        if raws.is_empty() {
            self.bad(raw, "lines", "the game itself as the first line");
        }
        let mut named = vec![false; raws.len()];
        let mut waiting = vec![(0, LineId::MAIN)];
        while let Some((index, id)) = waiting.pop() {
            let Some(&raw) = raws.get(index) else { continue };
            named[index] = true;
            let Some(Keyed(line)) = self.part::<Keyed<LineParts<'_>>>(raw) else { continue };
            for word in line.moves {
                let token = self.token(word, record);
                record.line_mut(id).tokens.push(token);
            }
            for note in line.notes {
                self.note(note, record, id);
            }
            for raw in line.variations {
                let Some(Keyed(BranchJson { at, line })) = self.part(raw) else { continue };
                if named.get(line).is_none_or(|named| *named) {
                    self.bad(raw, "line", "the number of a line that no other line names");
                    continue;
                }
                named[line] = true;
                let at = self.at(at, raw, record.line(id));
                waiting.push((line, record.branch(id, at)));
            }
        }
        for (raw, _) in raws.iter().zip(named).filter(|(_, named)| !named) {
            let span = Span { end: self.span(raw).start + 1, ..self.span(raw) };
            let what = "no line names this line as its variation".to_owned();
            self.faults.push(Fault::new(span, FaultKind::Syntax(what)));
        }
    }

    /// The number of a move, or that after the last for one beyond.
    fn at(&mut self, at: usize, raw: &RawValue, line: &Line) -> usize {
        if at > line.tokens.len() {
            self.bad(raw, "at", "the number of a move of the line, counted from 0");
        }
        at.min(line.tokens.len())
    }

    fn note(&mut self, raw: &'a RawValue, record: &mut Record, id: LineId) {
        let Some(Keyed(NoteJson { at, place, text, clock, hint })) = self.part(raw) else { return };
        let at = self.at(at, raw, record.line(id));
        let place = match place {
            PlaceJson::Before => Place::Before,
            PlaceJson::After => Place::After,
        };
        let mut note = Note { at, place, text: text.into_owned(), span: self.span(raw) };
        if let Some(clock) = clock.map(Clock::from).filter(|clock| note.clock() != Some(*clock)) {
            note.text = format!("{clock} {}", note.text);
            if note.clock() != Some(clock) {
                self.bad(
                    raw,
                    "clock",
                    "the time left, with overtime or an increment beside a text",
                );
            }
        }
        if let Some(hint) = hint.filter(|hint| note.hint() != Some(hint)) {
            let gap = if note.text.is_empty() { "" } else { " " };
            note.text = format!("{}{gap}(Hint: {hint})", note.text);
            if note.hint() != Some(&hint) {
                self.bad(raw, "hint", "one hint, the text's own, without a closing bracket");
            }
        }
        record.line_mut(id).notes.push(note);
    }

    fn token(&mut self, raw: &'a RawValue, record: &mut Record) -> Token {
        let span = self.span(raw);
        let kind = match serde_json::from_str(raw.get()) {
            Ok(TokenJson::Word(WordJson::Resigned)) => Some(TokenKind::Resigned),
            Ok(TokenJson::Word(WordJson::Timeout)) => Some(TokenKind::TimedOut),
            Ok(TokenJson::Word(WordJson::Elided)) => Some(TokenKind::Elided),
            Ok(TokenJson::Unreadable(word)) => Some(TokenKind::Unreadable(word.unreadable.into())),
            Ok(TokenJson::Move(parts)) => a_move(&parts, record).map(TokenKind::Move),
            Err(_) => None,
        };
        let kind = kind.unwrap_or_else(|| TokenKind::Unreadable(raw.get().into()));
        if let TokenKind::Unreadable(word) = &kind {
            self.faults.push(Fault::new(span, FaultKind::NotAMove(word.to_string())));
        }
        Token { span, kind }
    }
}

fn a_move(json: &MoveJson, record: &mut Record) -> Option<MoveText> {
    let piece = |name: &Option<String>| match name {
        None => Some(None),
        Some(name) => PieceKind::ALL.into_iter().find(|kind| kind.name() == name).map(Some),
    };
    let path = json.path.iter().map(|name| square(name)).collect::<Option<_>>()?;
    let captures = json.captures.iter().map(|capture| {
        Some(CaptureText { piece: piece(&capture.piece)?, square: square(&capture.square)? })
    });
    let captures = captures.collect::<Option<_>>()?;
    let info = match &json.info {
        None => None,
        Some(word) => Some(meaning_of(INFOS, word)?),
    };
    let mover = piece(&json.piece)?;
    let text = record.make_move(&MoveParts { path, captures }, mover);
    Some(MoveText {
        run_together: json.run_together,
        jumps: json.jumps,
        continues: json.continues,
        capture_count: json.capture_count,
        info,
        ..text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::generated::{any_record, nested};
    use crate::notation::testing;
    use proptest::prelude::*;

    fn read_all(text: &str) -> (Record, String) {
        testing::read_all(&ENTRY, text)
    }

    const WHOLE: &str = r#"{"schema":"taflkit.record/1","tags":[{"name":"event","value":"Yule \"1\""}],"rules":{"site_type":{"key":16,"name":"C"}},"start":"/3t3/","first":"defenders","result":"draw","counts":{"by_attackers":1,"by_defenders":0},"boards":[{"after":1,"position":"/7/"}],"lines":[{"moves":[{"path":["d1","d3"],"captures":[{"square":"d4","piece":"king"}],"piece":"taflman","run_together":true,"info":"++"},"resigned","timeout","elided",{"unreadable":"nox"}],"notes":[{"at":0,"place":"before","text":"b"},{"at":0,"place":"after","text":"a"}],"variations":[{"at":0,"line":1}]},{"moves":[{"path":["a1","a300"]}]}]}"#;

    #[test]
    fn everything_is_kept() {
        let text = WHOLE.replace("a300", "a30");
        let (record, faults) = read_all(&text);
        assert_eq!(faults, "`nox` is not a move `{\"unreadable\":\"nox\"}`");
        assert_eq!(canonical(&record), text);
        assert_eq!(record.tokens()[1].span.text(&text), "\"resigned\"");
        assert_eq!(record.first.as_ref().unwrap().value, Side::Defenders);
        let (record, faults) = read_all(WHOLE);
        let wrong = r#"`{"path":["a1","a300"]}`"#;
        assert!(faults.ends_with(&format!("{wrong} is not a move {wrong}")), "{faults}");
        assert_eq!(record.line_count(), 2);
    }

    #[test]
    fn the_order_of_reading_does_not_matter() {
        let text = r#"{"lines":[{"moves":["elided","resigned"],
            "variations":[{"at":1,"line":2},{"at":0,"line":1}],
            "notes":[{"at":2,"place":"after","text":"y"},{"at":1,"place":"after","text":"x"}]},
            {"moves":[]},{"moves":["timeout"]}],"schema":"taflkit.record/1"}"#;
        let (record, faults) = read_all(text);
        assert_eq!(faults, "");
        let sorted = r#"{"schema":"taflkit.record/1","lines":[{"moves":["elided","resigned"],"notes":[{"at":1,"place":"after","text":"x"},{"at":2,"place":"before","text":"y"}],"variations":[{"at":0,"line":1},{"at":1,"line":2}]},{"moves":[]},{"moves":["timeout"]}]}"#;
        assert_eq!(canonical(&record), sorted);
    }

    #[test]
    fn faults_are_told() {
        let told = |text: &str| read_all(text).1;
        insta::assert_snapshot!(told("{}"), @"this object is no known record `{`");
        insta::assert_snapshot!(told(r#"{"lines":[{"moves":[]}]}"#), @"the record has no `schema` `{`");
        insta::assert_snapshot!(told(r#"{"schema":"taflkit.record/1","lnes":7,"lines":[{"moves":[1],"variations":[{"at":5,"line":1},{"at":0,"line":1},{"at":0,"line":0}],"notes":[{"at":9,"place":"before","text":""}]},{"moves":[]},{"moves":[]}],"result":"won"}"#), @r#"
        `result` cannot be `won` `"won"`
        unknown tag `lnes` `7`
        `1` is not a move `1`
        `at` cannot be `{"at":9,"place":"before","text":""}` `{"at":9,"place":"before","text":""}`
        `at` cannot be `{"at":5,"line":1}` `{"at":5,"line":1}`
        `line` cannot be `{"at":0,"line":1}` `{"at":0,"line":1}`
        `line` cannot be `{"at":0,"line":0}` `{"at":0,"line":0}`
        no line names this line as its variation `{`
        "#);
        insta::assert_snapshot!(told(r#"{"schema":"taflkit.record/1","lines":[],"first":1,"counts":{"by_attackers":-1}}"#), @r"
        not as this format has it: invalid type: integer `1`, expected a string `1`
        not as this format has it: invalid value: integer `-1`, expected u32 `1`
        `lines` cannot be `[]` `[]`
        ");
        insta::assert_snapshot!(told(r#"{"schema":1,"schema":2}"#), @r"
        `schema` is given twice; the first counts `2`
        the schema `1` is not known `{`
        ");
    }

    /// `WHOLE` with one of its objects written as a list of its values.
    #[test]
    fn no_object_can_be_written_as_a_list() {
        let refused = "sequence, expected an object";
        let objects = [
            (r#"{"name":"event","value":"Yule \"1\""}"#, r#"["event","Yule"]"#, refused),
            (r#"{"key":16,"name":"C"}"#, r#"[16,"C"]"#, refused),
            (r#"{"by_attackers":1,"by_defenders":0}"#, "[1,0]", refused),
            (r#"{"after":1,"position":"/7/"}"#, r#"[1,"/7/"]"#, refused),
            (r#"{"at":0,"place":"before","text":"b"}"#, r#"[0,"before","b"]"#, refused),
            (r#"{"at":0,"line":1}"#, "[0,1]", refused),
            (r#"{"moves":[{"path":["a1","a300"]}]}"#, "[[],[],[]]", refused),
            (r#"{"square":"d4","piece":"king"}"#, r#"["d4","king"]"#, r#"`{"path":["d1","d3"]"#),
            (r#"{"unreadable":"nox"}"#, r#"["nox"]"#, r#"`["nox"]` is not a move"#),
            (r#"{"path":["a1","a300"]}"#, r#"[["a1"],[],"king"]"#, r#"`[["a1"],[],"king"]`"#),
        ];
        for (object, list, told) in objects {
            assert_eq!(WHOLE.matches(object).count(), 1, "{object}");
            let (_, faults) = read_all(&WHOLE.replace(object, list));
            assert!(faults.contains(told), "{list}: {faults}");
        }
        let (_, faults) = read_all(r#"["taflkit.record/1",[],null,null,null,null,null,[],[]]"#);
        insta::assert_snapshot!(faults, @"this JSON is a list and no known record `[`");
    }

    #[test]
    fn depth_is_no_matter() {
        let record = nested(20_000);
        let (again, faults) = read_all(&canonical(&record));
        assert_eq!(faults, "");
        assert_eq!(canonical(&again), canonical(&record));
        let deep = format!("{{\"lines\":{}", "[".repeat(100_000));
        assert_ne!(read_all(&deep).1, "");
    }

    #[test]
    fn squares_have_names() {
        for file in 0..=255 {
            for rank in [0, 98, 255] {
                let named = square_name(Square::new(file, rank));
                assert_eq!(square(&named), Some(Square::new(file, rank)), "{named}");
            }
        }
        for name in ["", "a", "1", "a0", "a257", "A1", "aaa1", "iw1", "a-1", "a+1", "a01"] {
            assert_eq!(square(name), None, "{name}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in r#"\PC{0,40}|[{}\[\]":,a-z0-9]{0,60}"#) {
            read_all(&text);
        }

        #[test]
        fn any_record_comes_back(record in any_record()) {
            let written = canonical(&record);
            let (again, faults) = read_all(&written);
            prop_assert!(faults.lines().all(|fault| fault.contains("is not a move")), "{}", faults);
            prop_assert_eq!(canonical(&again), written);
        }
    }
}
