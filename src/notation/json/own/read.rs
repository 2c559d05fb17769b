//! Reads a record.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::board::{PieceKind, Side};
use crate::keyed::Keyed;
use crate::notation::fault::{Fault, FaultKind};
use crate::notation::json::object::{Object, syntax_fault};
use crate::notation::unclaimed::no_schema;
use crate::record::{
    CaptureCounts, CaptureText, Clock, Heading, Labels, Line, LineId, MoveParts, MoveText, Note,
    Place, Record, RulesClaim, Span, Spanned, Token, TokenKind,
};

use super::ENTRY;
use super::model::{
    BoardJson, BranchJson, CountsJson, KEYS, MoveJson, NoteJson, PlaceJson, RulesJson, SCHEMA,
    SiteTypeJson, TagJson, TokenJson, WordJson,
};
use super::words::{INFOS, meaning_of, square};
use crate::notation::json::own_keys::RESULTS;

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

/// What is being read, and what is wrong with it.
struct Reader<'a> {
    text: &'a str,
    faults: &'a mut Vec<Fault>,
}

pub(super) fn read(text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    let Some(mut object) = Object::of_record(text, ENTRY.keys, faults) else { return };
    match object.remove("schema", faults).map(RawValue::get) {
        None => faults.push(missing(text, "schema")),
        Some(raw) if serde_json::from_str::<String>(raw).is_ok_and(|told| told == SCHEMA) => {}
        Some(raw) => return faults.push(no_schema(text, raw.trim_matches('"'), SCHEMA)),
    }
    let mut remove = |key| object.remove(key, faults);
    let stated = ["file", "line", "index", "hash"].map(&mut remove);
    let labels = Labels::default().by_name().map(|(name, _)| (name, remove(name)));
    let parts = Parts {
        tags: remove("tags"),
        rules: remove("rules"),
        start: remove("start"),
        first: remove("first"),
        result: remove("result"),
        counts: remove("counts"),
        boards: remove("boards"),
        lines: remove("lines"),
    };
    let mut reader = Reader { text, faults };
    reader.header(&parts, record);
    reader.heading(stated, labels, record);
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

    /// Where the record was found, and what its game is known by. Of the latter the header entries say more;
    /// what they do not say becomes one.
    fn heading(
        &mut self,
        [file, line, index, hash]: [Option<&'a RawValue>; 4],
        labels: [(&'static str, Option<&'a RawValue>); 5],
        record: &mut Record,
    ) {
        let heading = Heading {
            file: file.and_then(|raw| self.part(raw)),
            line: line.and_then(|raw| self.part(raw)),
            index: index.and_then(|raw| self.part(raw)),
            hash: hash.and_then(|raw| self.part(raw)),
        };
        record.heading = (heading != Heading::default()).then(|| Box::new(heading));
        for (name, raw) in labels {
            let Some(Spanned { value, span }) = self.spanned::<Option<String>>(raw) else {
                continue;
            };
            let labels = Labels::of(record).by_name();
            let known = labels.iter().any(|(label, stated)| *label == name && stated.is_some());
            if let Some(value) = value.filter(|_| !known) {
                record.add_tag(name, value, span);
            }
        }
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
        record.first = self.word(parts.first, "first", Side::of_name, "attackers or defenders");
        let results = "attackers, defenders, draw or open";
        record.result =
            self.word(parts.result, "result", |word| meaning_of(RESULTS, word), results);
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
        meaning: impl Fn(&str) -> Option<T>,
        expected: &'static str,
    ) -> Option<Spanned<T>> {
        let raw = raw?;
        let word: String = self.part(raw)?;
        let value = meaning(&word);
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
                self.read_note(note, record, id);
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

    fn read_note(&mut self, raw: &'a RawValue, record: &mut Record, id: LineId) {
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
