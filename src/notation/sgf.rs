//! Smart Game Format (FF[4]) with tafl moves.
//!
//! ```text
//! record   = "(" 1*node *tree ")"
//! tree     = "(" 1*node *tree ")"             ; the first goes on, the others are variations
//! node     = ";" *property
//! property = 1*UPPER 1*("[" text "]")         ; "\" makes the next character plain text
//! ```
//!
//! `B` are the attackers, `W` the defenders. A square is two letters, file and rank: `if` is i6. A move
//! is `ifgf`, captures behind colons: `eggg:gf` or `eggg:gf:fg`. Ours are: a piece's capital letter before
//! a square (`Kefgf:Nad`), further squares of a chain, the symbols of OpenTafl behind the move, a
//! last `~` for a move from a source that lists no captures, `resigned`, `timeout` and `.....` instead
//! of a move, and a `"` before a word that is none. A move in letters and numbers (`a1-a4xb4`) is
//! read, too, and written for what the letters cannot say: jumps, and captures that are only counted.
//!
//! The first node holds the header: [`TAGS`] lists the properties that have names of their own, `RE`
//! the result (`B+`, `W+`, `0`, `?`; a reason like `B+R` becomes the last entry of the game), `RU` the
//! rules by name or as a rules record (`dim:...`), `PL` the side that begins, `SZ`, `AB` and `AW` the
//! start with its taflmen; ours are `PIECE[K:ff]` for any other piece, by its letter in OpenTafl
//! notation, `POSITION` for a start that cannot be said so, `RULES` and `RULENAME` where `RU` would be
//! misread, `SITETYPE[16:name]`, `CAPTURES[1:2]`, and `TAG[name:value]`. Any other property becomes a
//! header entry, its name in lower case.
//!
//! `C` is a comment on the node's move; in a node without one, on the move that follows. More
//! comments in one place are further values. What else stands in later nodes is kept as a comment, as
//! in `BL[120]`. Several games may stand in one file.

use std::borrow::Cow;

use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{char, multispace0, one_of, satisfy};
use nom::combinator::{map, map_opt, opt, peek, value};
use nom::multi::{many0, many1};
use nom::sequence::{pair, preceded, terminated};
use nom::{IResult, Parser, branch::alt};

use crate::board::{BoardSize, Piece, PieceKind, Setup, Side, Square};
use crate::record::{
    Branch, CaptureCounts, CaptureText, Claim, Info, Line, LineId, MoveParts, MoveText, Note,
    Place, Record, RulesClaim, Span, Spanned, Token, TokenKind,
};
use crate::rules::names;

use super::again::{self, Again};
use super::charset;
use super::fault::{Fault, FaultKind};
use super::format::{Entry, Split};
use super::ledger::{Ledger, Lost};
use super::moves::{MoveStyle, parse_path, read_token};
use super::typography::{past_gap, plain};

pub(super) const ENTRY: Entry = Entry {
    name: "sgf",
    about: "Smart Game Format with tafl moves",
    extensions: &["sgf"],
    states_rules: true,
    looks_like,
    keys: &[],
    split: Split::Trees(begins_record),
    read,
    write: Some(write),
    results: None,
};

/// The properties of the first node that are header entries, and the names of these.
const TAGS: &[(&str, &str)] = &[
    ("EV", "event"),
    ("PC", "site"),
    ("DT", "date"),
    ("RO", "round"),
    ("PB", "attackers"),
    ("PW", "defenders"),
    ("AN", "annotator"),
    ("US", "compiler"),
    ("OT", "time-control"),
    ("TM", "time-limit"),
    ("GN", "game-name"),
    ("GC", "start-comment"),
    ("SO", "source"),
    ("CP", "copyright"),
    ("SZ", "size"),
];

/// The properties that mean more than a header entry.
const SPECIAL: &[&str] = &[
    "FF", "CA", "GM", "B", "W", "C", "RE", "RU", "PL", "AB", "AW", "PIECE", "POSITION", "RULES",
    "RULENAME", "SITETYPE", "CAPTURES", "TAG",
];

/// Properties of the first node that a record has one of, with one value each: what they say is meant,
/// and a second that differs contradicts.
const SINGLE: &[&str] =
    &["RE", "RU", "PL", "PB", "PW", "SZ", "POSITION", "RULES", "RULENAME", "SITETYPE", "CAPTURES"];

/// Properties and values that every record of ours begins with. `29` stands for hnefatafl in the list of
/// games of the format.
const FRAME: &[(&str, &str)] = &[("FF", "4"), ("CA", "UTF-8"), ("GM", "29")];

/// The results.
const RESULTS: &[(&str, Claim)] = &[
    ("B+", Claim::Won(Side::Attackers)),
    ("W+", Claim::Won(Side::Defenders)),
    ("0", Claim::Draw),
    ("?", Claim::Open),
    ("Draw", Claim::Draw),
    ("", Claim::Open),
];

const OUT_OF_TURN: &str = "it is the other side's move";

/// The sides, as properties and as values of `PL`.
const SIDES: &[(&str, Side)] = &[("B", Side::Attackers), ("W", Side::Defenders)];

fn letter(side: Side) -> &'static str {
    SIDES[side.index()].0
}

fn looks_like(beginning: &str) -> bool {
    node_start(beginning).is_ok()
}

fn node_start(text: &str) -> IResult<&str, ()> {
    value((), (char('('), multispace0, char(';'), multispace0)).parse(text)
}

/// A line that opens a tree with a property of the header begins a record even where the one before
/// is not closed.
fn begins_record(line: &[u8]) -> bool {
    if line.first() != Some(&b'(') {
        return false;
    }
    let text = String::from_utf8_lossy(&line[..line.len().min(64)]);
    let Ok((first, ())) = node_start(&text) else { return false };
    let is = |name: &str| first.strip_prefix(name).is_some_and(|rest| rest.starts_with('['));
    TAGS.iter().any(|(name, _)| is(name))
        || ["FF", "CA", "GM", "AP", "RE", "RU"].into_iter().any(is)
}

/// A property: its name, and its values with what they are before escapes are taken out.
struct Property<'a> {
    name: &'a str,
    values: Vec<&'a str>,
}

impl Property<'_> {
    /// As it stands, but for what is between the brackets.
    fn text(&self) -> String {
        let values = self.values.iter().map(|value| format!("[{}]", unescaped(value)));
        self.name.to_owned() + &values.collect::<String>()
    }
}

/// An open tree.
struct Level {
    bracket: Span,
    line: LineId,
    /// The ply of the line's first token.
    ply: usize,
    /// Where its trees branch off, once one has.
    branching: Option<usize>,
}

struct Reader<'a, 'r> {
    text: &'a str,
    record: &'r mut Record,
    faults: &'r mut Vec<Fault>,
    open: Vec<Level>,
    /// How many nodes have been begun.
    nodes: usize,
    /// The side that begins, as stated or as the first move shows.
    first: Option<Side>,
    /// Whether that is stated.
    states_first: bool,
    /// How many moves there are, and, where it is, those that are not of the side whose turn it is.
    moved: usize,
    out_of_turn: Vec<Span>,
    /// What the first node sets up, and the header entries that it is if nothing comes of it.
    setup: Vec<Property<'a>>,
    setup_tags: Vec<usize>,
    /// The result with its reason.
    result: Option<&'a str>,
    /// What stands in the properties that a record has one of.
    singles: Vec<(&'a str, &'a str)>,
}

fn read(text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    let mut reader = Reader {
        text,
        record,
        faults,
        open: Vec::new(),
        nodes: 0,
        first: None,
        states_first: false,
        moved: 0,
        out_of_turn: Vec::new(),
        setup: Vec::new(),
        setup_tags: Vec::new(),
        result: None,
        singles: Vec::new(),
    };
    let mut rest = past_gap(text);
    while !rest.is_empty() {
        rest = past_gap(reader.next(rest));
    }
    reader.close();
}

/// The name of a property, which a value follows.
fn name(text: &str) -> IResult<&str, &str> {
    let name = take_while1(|letter: char| letter.is_ascii_uppercase());
    terminated(name, peek((multispace0, char('[')))).parse(text)
}

impl<'a> Reader<'a, '_> {
    fn place(&self, part: &str) -> Span {
        Span::of(part, self.text)
    }

    fn fault(&mut self, part: &str, what: &str) {
        let span = self.place(part);
        self.faults.push(Fault::new(span, FaultKind::Syntax(what.to_owned())));
    }

    /// Reads what comes next, and returns what follows it.
    fn next(&mut self, rest: &'a str) -> &'a str {
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let (first, after) = rest.split_at(first);
        match first {
            "(" => self.open_tree(first),
            ")" if self.open.pop().is_some() => {}
            ";" if !self.open.is_empty() => return self.node(first, after),
            _ => return self.stray(rest),
        }
        after
    }

    fn open_tree(&mut self, bracket: &'a str) {
        let span = self.place(bracket);
        let mut ply = 0;
        let line = match self.open.last_mut() {
            None => {
                if self.nodes > 0 {
                    self.fault(bracket, "the record has ended before this");
                }
                LineId::MAIN
            }
            Some(level) => {
                let length = self.record.line(level.line).tokens.len();
                ply = level.ply;
                match level.branching {
                    None => {
                        level.branching = Some(length);
                        level.line
                    }
                    Some(at) => {
                        ply += at;
                        self.record.branch(level.line, at)
                    }
                }
            }
        };
        self.open.push(Level { bracket: span, line, ply, branching: None });
    }

    /// Text outside of the brackets of values is kept as a comment.
    fn stray(&mut self, rest: &'a str) -> &'a str {
        let after_first = rest.chars().next().map_or(0, char::len_utf8);
        let ends = |letter: char| matches!(letter, '(' | ')' | ';');
        let end = rest[after_first..].find(ends).map_or(rest.len(), |end| after_first + end);
        let (stray, after) = rest.split_at(end);
        let shown = stray.trim_end();
        let shown = shown.lines().next().unwrap_or(shown);
        self.fault(shown, "this is no property; within a value, `]` is written `\\]`");
        let line = self.open.last().map_or(LineId::MAIN, |level| level.line);
        let span = self.place(stray);
        self.note(line, stray.trim_end().to_owned(), span);
        after
    }

    /// A comment on the last move of a line, or on the first to come.
    fn note(&mut self, line: LineId, text: String, span: Span) {
        let line = self.record.line_mut(line);
        let (at, place) = match line.tokens.len().checked_sub(1) {
            Some(last) => (last, Place::After),
            None => (0, Place::Before),
        };
        line.notes.push(Note { at, place, text, span });
    }

    fn node(&mut self, semicolon: &'a str, text: &'a str) -> &'a str {
        self.nodes += 1;
        let is_first = self.nodes == 1;
        if self.open.last().is_some_and(|level| level.branching.is_some()) {
            self.fault(semicolon, "no node may follow the trees that branch off");
        }
        let (line, ply) = self.open.last().map_or((LineId::MAIN, 0), |l| (l.line, l.ply));
        let before = self.record.line(line).tokens.len();
        let mut rest = past_gap(text);
        let mut comments = Vec::new();
        while let Ok((after, name)) = name(rest) {
            let (after, property) = self.property(name, after);
            match name {
                "B" | "W" => self.moves(&property, line, ply),
                "C" => {
                    comments.extend(property.values.iter().map(|c| (unescaped(c), self.place(c))))
                }
                _ if is_first => self.header(property),
                _ => {
                    if matches!(name, "AB" | "AW" | "AE" | "PIECE") {
                        self.fault(name, "pieces are set up in the first node only");
                    }
                    comments.push((Cow::Owned(property.text()), self.place(name)));
                }
            }
            rest = past_gap(after);
        }
        let tokens = self.record.line(line).tokens.len();
        let (at, place) =
            if tokens > before { (tokens - 1, Place::After) } else { (tokens, Place::Before) };
        for (text, span) in comments {
            let note = Note { at, place, text: text.into_owned(), span };
            self.record.line_mut(line).notes.push(note);
        }
        rest
    }

    fn property(&mut self, name: &'a str, mut rest: &'a str) -> (&'a str, Property<'a>) {
        let mut values = Vec::new();
        while let Some(inside) = past_gap(rest).strip_prefix('[') {
            let mut escaped = false;
            let end = inside.bytes().position(|byte| {
                let ends = byte == b']' && !escaped;
                escaped = byte == b'\\' && !escaped;
                ends
            });
            if end.is_none() {
                let bracket = past_gap(rest);
                let span = self.place(&bracket[..1]);
                self.faults.push(Fault::new(span, FaultKind::Unclosed("value")));
            }
            values.push(&inside[..end.unwrap_or(inside.len())]);
            rest = end.map_or("", |end| &inside[end + 1..]);
        }
        (rest, Property { name, values })
    }

    fn moves(&mut self, property: &Property<'a>, line: LineId, ply: usize) {
        let side = if property.name == "B" { Side::Attackers } else { Side::Defenders };
        for value in &property.values {
            let span = self.place(value);
            let is_even = (ply + self.record.line(line).tokens.len()).is_multiple_of(2);
            let first = if is_even { side } else { side.other() };
            self.moved += 1;
            if self.first.is_some_and(|known| known != first) {
                match self.states_first {
                    true => self.out_of_turn.push(span),
                    false => self.fault(value, OUT_OF_TURN),
                }
            }
            if self.first.is_none() && first == Side::Defenders {
                self.record.first = Some(Spanned::new(first, span));
            }
            self.first.get_or_insert(first);
            let kind = read_value(&unescaped(value), span, self.record, self.faults);
            self.record.line_mut(line).tokens.push(Token { span, kind });
        }
    }

    /// A property of the first node that is neither a move nor a comment.
    fn header(&mut self, property: Property<'a>) {
        let name = property.name;
        if matches!(name, "AB" | "AW" | "AE" | "PIECE" | "SZ") {
            for value in &property.values {
                self.is_said_again(name, value);
                self.setup_tags.push(self.record.tags.len());
                self.record.add_tag(entry_name(name), unescaped(value), self.place(value));
            }
            self.setup.push(property);
            return;
        }
        for raw in property.values {
            let span = self.place(raw);
            let value = unescaped(raw);
            // The bytes are text by now, whatever they were.
            if name == "CA" && charset::encoding(value.as_bytes()).is_some() {
                continue;
            }
            if self.is_said_again(name, raw) {
                self.record.add_tag(entry_name(name), value, span);
                continue;
            }
            if FRAME.contains(&(name, &*value)) || self.takes(name, raw, &value, span) {
                continue;
            }
            let malformed = match name {
                "PL" => side(&value).is_none().then_some(("PL", "B or W")),
                "SITETYPE" => {
                    site_type(raw).is_none().then_some(("SITETYPE", "a number, a colon and a name"))
                }
                "CAPTURES" => {
                    let expected = "two numbers with a colon between";
                    capture_counts(&value).is_none().then_some(("CAPTURES", expected))
                }
                _ => None,
            };
            if let Some((field, expected)) = malformed {
                let value = value.to_string();
                self.faults.push(Fault::new(span, FaultKind::BadField { field, value, expected }));
            }
            self.record.add_tag(entry_name(name), value, span);
        }
    }

    /// Whether a property of which there should be one has another value already, which is told of.
    fn is_said_again(&mut self, name: &'a str, raw: &'a str) -> bool {
        if !SINGLE.contains(&name) {
            return false;
        }
        let Some((_, first)) = self.singles.iter_mut().find(|(known, _)| *known == name) else {
            self.singles.push((name, raw));
            return false;
        };
        match said_again(name, first, raw) {
            Again::Same => {}
            Again::More => {
                *first = raw;
                self.result = None;
            }
            Again::Other => {
                let span = self.place(raw);
                self.faults.push(Fault::new(span, FaultKind::Repeated(name.to_owned())));
                return true;
            }
        }
        false
    }

    /// Puts a value where the record has a place for it; says no if it has none.
    fn takes(&mut self, name: &str, raw: &'a str, value: &str, span: Span) -> bool {
        let record = &mut *self.record;
        let owned = || value.to_owned();
        let rules = match name {
            "RU" if value.starts_with("dim:") => Some(RulesClaim::Written(owned())),
            "RU" | "RULENAME" => Some(RulesClaim::Named(owned())),
            "RULES" => Some(RulesClaim::Written(owned())),
            "SITETYPE" => site_type(raw),
            _ => None,
        };
        if let Some(rules) = rules {
            let free = record.rules.is_none();
            record.rules.get_or_insert(Spanned::new(rules, span));
            return free;
        }
        match name {
            "POSITION" if record.start.is_none() => {
                record.start = Some(Spanned::new(owned(), span));
                true
            }
            "PL" if record.first.is_none() => {
                let Some(side) = side(value) else { return false };
                record.first = Some(Spanned::new(side, span));
                self.first = Some(side);
                self.states_first = true;
                true
            }
            "CAPTURES" if record.counts.is_none() => {
                let counts = capture_counts(value);
                record.counts = counts.map(|counts| Spanned::new(counts, span));
                counts.is_some()
            }
            "TAG" => match composed(raw) {
                Some((name, value)) => {
                    record.add_tag(name, value, span);
                    true
                }
                None => false,
            },
            "RE" if self.result.is_none() => {
                self.result = Some(raw);
                true
            }
            _ => false,
        }
    }

    fn close(mut self) {
        if let Some(level) = self.open.first() {
            self.faults.push(Fault::new(level.bracket, FaultKind::Unclosed("tree")));
        }
        if self.nodes == 0 {
            self.fault("", "a game is written (;FF[4] ... )");
        }
        self.tell_turns();
        self.set_up();
        self.end();
    }

    /// Tells of the moves that are out of turn. If most are, it is one fault: what `PL` says.
    fn tell_turns(&mut self) {
        let [first, ..] = self.out_of_turn[..] else { return };
        if self.out_of_turn.len() * 2 > self.moved
            && let Some(stated) = &self.record.first
        {
            let kind = FaultKind::FirstMover { stated: stated.value };
            self.faults.push(Fault::new(first, kind));
            return;
        }
        let what = || FaultKind::Syntax(OUT_OF_TURN.to_owned());
        self.faults.extend(self.out_of_turn.iter().map(|span| Fault::new(*span, what())));
    }

    /// Makes the start position of what the first node sets up; kept as it stands if there is none to
    /// be made.
    fn set_up(&mut self) {
        let properties = std::mem::take(&mut self.setup);
        if let [Property { name: "SZ", values }] = properties.as_slice()
            && let [size] = values.as_slice()
            && board_size(self.record).is_some_and(|known| size_of(size) == Some(known))
        {
            // It says what the rules or the position say.
            self.drop_setup_tags();
            return;
        }
        let has_pieces = properties.iter().any(|property| property.name != "SZ");
        if has_pieces && self.record.start.is_none() {
            let first = properties.iter().find(|property| property.name != "SZ");
            let span = first.map_or_else(Span::default, |first| self.place(first.name));
            match position(&properties) {
                Ok(setup) => {
                    self.record.start = Some(Spanned::new(setup.to_string(), span));
                    self.drop_setup_tags();
                }
                Err(what) => self.faults.push(Fault::new(span, FaultKind::Syntax(what.to_owned()))),
            }
        }
    }

    fn drop_setup_tags(&mut self) {
        let mut at = 0;
        self.record.tags.retain(|_| {
            at += 1;
            self.setup_tags.binary_search(&(at - 1)).is_err()
        });
    }

    /// The result, and how it came about if that is not an entry of the game yet.
    fn end(&mut self) {
        let Some(raw) = self.result else { return };
        let span = self.place(raw);
        let value = unescaped(raw);
        let typed = plain(&value);
        let (claim, reason) = result_and_reason(&typed);
        record_result(self.record, claim, span);
        let kind = match usual_reason(reason) {
            "R" => Some((TokenKind::Resigned, "resigned")),
            "T" => Some((TokenKind::TimedOut, "lost on time")),
            _ => None,
        };
        match (claim.and_then(Claim::winner), kind) {
            (Some(winner), Some((kind, words))) => {
                self.last_entry(winner.other(), kind, words, span)
            }
            _ if claim.is_some() && reason.is_empty() => {}
            _ => {
                if claim.is_none() && !matches!(&*value, "Void") {
                    let expected = "B+, W+, 0 or ?";
                    let value = value.to_string();
                    let kind = FaultKind::BadField { field: "RE", value, expected };
                    self.faults.push(Fault::new(span, kind));
                }
                self.record.add_tag("re", value, span);
            }
        }
    }

    fn last_entry(&mut self, loser: Side, kind: TokenKind, words: &str, span: Span) {
        let first = self.record.first.as_ref().map_or(Side::Attackers, |first| first.value);
        let tokens = &mut self.record.line_mut(LineId::MAIN).tokens;
        if tokens.last().is_some_and(|last| last.kind == kind) {
            return;
        }
        let to_move = if tokens.len().is_multiple_of(2) { first } else { first.other() };
        if to_move == loser {
            tokens.push(Token { span, kind });
        } else {
            self.record.add_tag("termination", format!("{} {words}", loser.name()), span);
        }
    }
}

/// What a result claims, and how it came about.
fn result_and_reason(typed: &str) -> (Option<Claim>, &str) {
    let typed = typed.trim();
    let (word, reason) = match typed.split_once('+') {
        Some((winner, reason)) => (winner.get(..1).unwrap_or(winner).to_owned() + "+", reason),
        None => (typed.to_owned(), ""),
    };
    (RESULTS.iter().find(|(known, _)| *known == word).map(|(_, claim)| *claim), reason)
}

/// A reason by its letter, where it has one.
fn usual_reason(reason: &str) -> &str {
    match reason {
        "Resign" => "R",
        "Time" => "T",
        other => other,
    }
}

/// What a property of which there should be one says beside the first.
fn said_again(name: &str, first: &str, again: &str) -> Again {
    match name {
        "RU" | "RULENAME" | "RULES" => again::rules(&unescaped(first), &unescaped(again)),
        "RE" => {
            let (first, again) = (plain(first), plain(again));
            let ((one, why), (other, why_again)) =
                (result_and_reason(&first), result_and_reason(&again));
            match again::results(one, other) {
                Again::Same if one == other && usual_reason(why) != usual_reason(why_again) => {
                    match (why, why_again) {
                        ("", _) => Again::More,
                        (_, "") => Again::Same,
                        _ => Again::Other,
                    }
                }
                // What is no result at all is told of where the result is read.
                Again::Other if first == again => Again::Same,
                result => result,
            }
        }
        _ => again::text(first, again),
    }
}

fn record_result(record: &mut Record, claim: Option<Claim>, span: Span) {
    record.result = claim.map(|claim| Spanned::new(claim, span));
}

/// The name of a header entry for a property's.
fn entry_name(property: &str) -> String {
    let known = TAGS.iter().find(|(name, _)| *name == property);
    known.map_or_else(|| property.to_ascii_lowercase(), |(_, entry)| (*entry).to_owned())
}

/// The property for a header entry, if one is read back as that.
fn property_name(entry: &str) -> Option<String> {
    let known = TAGS.iter().find(|(_, name)| *name == entry).map(|(name, _)| (*name).to_owned());
    let plain = !entry.is_empty() && entry.bytes().all(|letter| letter.is_ascii_lowercase());
    known.or_else(|| {
        let name = entry.to_ascii_uppercase();
        let taken = matches!(&*name, "AE") || SPECIAL.contains(&&*name);
        (plain && !taken && entry_name(&name) == entry).then_some(name)
    })
}

/// A value without its escapes; an escaped line end is none.
fn unescaped(raw: &str) -> Cow<'_, str> {
    if !raw.contains('\\') {
        return Cow::Borrowed(raw);
    }
    let mut plain = String::new();
    let mut letters = raw.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', Some('\r')) => {
                letters.next();
                letters.next_if_eq(&'\n');
            }
            ('\\', Some('\n')) => {
                letters.next();
                letters.next_if_eq(&'\r');
            }
            ('\\', _) => plain.extend(letters.next()),
            _ => plain.push(letter),
        }
    }
    Cow::Owned(plain)
}

/// Both parts of a value with a colon in it, which no escape takes its meaning.
fn composed(raw: &str) -> Option<(String, String)> {
    let mut escaped = false;
    let colon = raw.bytes().position(|byte| {
        let found = byte == b':' && !escaped;
        escaped = byte == b'\\' && !escaped;
        found
    })?;
    Some((unescaped(&raw[..colon]).into_owned(), unescaped(&raw[colon + 1..]).into_owned()))
}

/// The side that `PL` names.
fn side(value: &str) -> Option<Side> {
    let words = [["B", "Black"], ["W", "White"]].into_iter().zip(Side::BOTH);
    let is = |word: &str| value.eq_ignore_ascii_case(word);
    words.into_iter().find(|(words, _)| words.iter().any(|word| is(word))).map(|(_, side)| side)
}

fn capture_counts(value: &str) -> Option<CaptureCounts> {
    let (attackers, defenders) = value.split_once(':')?;
    let by_attackers = attackers.parse().ok()?;
    Some(CaptureCounts { by_attackers, by_defenders: defenders.parse().ok()? })
}

fn site_type(raw: &str) -> Option<RulesClaim> {
    let (key, name) = composed(raw)?;
    let key = if key.is_empty() { None } else { Some(key.parse().ok()?) };
    Some(RulesClaim::SiteType { key, name })
}

/// The size that `SZ` states, as a number or as two.
fn size_of(value: &str) -> Option<BoardSize> {
    let side = value.split(':').next().unwrap_or(value).parse().ok()?;
    BoardSize::new(side).ok()
}

/// The longest text of rules that is looked at for the size of the board.
const LONGEST_RULES: usize = 2000;

/// The size of a record's board, as its start or its rules have it. A word for several games has none
/// until it is known which is meant.
fn board_size(record: &Record) -> Option<BoardSize> {
    if let Some(start) = &record.start {
        let setup: Setup = start.value.parse().ok()?;
        return Some(setup.size());
    }
    let (RulesClaim::Named(rules) | RulesClaim::Written(rules)) = &record.rules.as_ref()?.value
    else {
        return None;
    };
    let resolved =
        (rules.len() <= LONGEST_RULES).then(|| names::resolve_as(rules, |_| record.meant))?.ok()?;
    Some(resolved.ruleset.size())
}

/// The arrangement that the first node sets up.
fn position(properties: &[Property<'_>]) -> Result<Setup, &'static str> {
    let size = properties.iter().find(|property| property.name == "SZ");
    let size = size.and_then(|size| size.values.first());
    let size = size.ok_or("the size of the board is missing: add SZ")?;
    let mut setup = Setup::empty(size_of(size).ok_or("SZ is an odd number from 5 to 19")?);
    for property in properties.iter().filter(|property| property.name != "SZ") {
        for value in &property.values {
            let (piece, points) = match property.name {
                "AB" => (Some(Piece::new(Side::Attackers, PieceKind::Taflman)), *value),
                "AW" => (Some(Piece::new(Side::Defenders, PieceKind::Taflman)), *value),
                "AE" => (None, *value),
                _ => {
                    let (name, point) = value.split_once(':').ok_or("a piece is set up as K:ff")?;
                    let piece = Piece::all().find(|piece| name == piece.letter().to_string());
                    (Some(piece.ok_or("a piece is set up as K:ff")?), point)
                }
            };
            for square in rectangle(points).ok_or("a square is two letters, as in ff")? {
                if !setup.size().contains(square) {
                    return Err("a piece is set up off the board");
                }
                setup.set(square, piece);
            }
        }
    }
    Ok(setup)
}

/// A point, or all between two corners: `aa:cb`.
fn rectangle(points: &str) -> Option<Vec<Square>> {
    let both: IResult<&str, (Square, Option<Square>)> =
        pair(point, opt(preceded(char(':'), point))).parse(points);
    let ("", (one, other)) = both.ok()? else { return None };
    let other = other.unwrap_or(one);
    let files = one.file.min(other.file)..=one.file.max(other.file);
    let ranks = one.rank.min(other.rank)..=one.rank.max(other.rank);
    Some(files.flat_map(|file| ranks.clone().map(move |rank| Square::new(file, rank))).collect())
}

/// Two letters, file and rank.
fn point(text: &str) -> IResult<&str, Square> {
    let letter = |text| {
        let number = |letter: char| letter as u8 - b'a';
        map(satisfy(|letter| letter.is_ascii_lowercase()), number).parse(text)
    };
    map((letter, letter), |(file, rank)| Square::new(file, rank)).parse(text)
}

fn piece(text: &str) -> IResult<&str, Option<PieceKind>> {
    opt(map_opt(one_of("TCNKMG"), PieceKind::from_letter)).parse(text)
}

fn info(text: &str) -> IResult<&str, Info> {
    alt((
        value(Info::KingTaken, tag("++")),
        value(Info::KingInDanger, tag("+")),
        value(Info::KingEscapes, tag("--")),
        value(Info::KingHasWayOut, tag("-")),
    ))
    .parse(text)
}

type PointMove = (Option<PieceKind>, Vec<Square>, Vec<CaptureText>, Option<Info>, bool);

/// A move in points: piece, squares, captures, symbol, whether captures are not listed.
fn point_move(text: &str) -> IResult<&str, PointMove> {
    let capture = map(pair(piece, point), |(piece, square)| CaptureText { piece, square });
    let captures = many0(preceded(char(':'), many1(capture)));
    let captures = map(captures, |groups: Vec<Vec<CaptureText>>| groups.concat());
    let unlisted = map(opt(char('~')), |mark| mark.is_some());
    (piece, many1(point), captures, opt(info), unlisted).parse(text)
}

fn read_move(value: &str, record: &mut Record) -> Option<MoveText> {
    let ("", (piece, path, captures, info, run_together)) = point_move(value).ok()? else {
        return None;
    };
    if path.len() < 2 {
        return None;
    }
    let text = record.make_move(&MoveParts { path, captures }, piece);
    Some(MoveText { run_together, info, ..text })
}

/// Entries of a game that are no moves.
const WORDS: &[(&str, TokenKind)] = &[
    ("resigned", TokenKind::Resigned),
    ("timeout", TokenKind::TimedOut),
    (".....", TokenKind::Elided),
];

/// Reads the value of `B` or `W`.
fn read_value(value: &str, span: Span, record: &mut Record, faults: &mut Vec<Fault>) -> TokenKind {
    let typed = plain(value);
    if let Some((_, kind)) = WORDS.iter().find(|(word, _)| *word == typed.trim()) {
        return kind.clone();
    }
    if let Some(text) = read_move(typed.trim(), record) {
        return TokenKind::Move(text);
    }
    if parse_path(typed.trim()).is_some() {
        read_token(typed.trim(), span, record, LineId::MAIN, faults);
        let read = record.line_mut(LineId::MAIN).tokens.pop();
        return read.map_or(TokenKind::Elided, |token| token.kind);
    }
    let word = value.strip_prefix('"').unwrap_or(value);
    faults.push(Fault::new(span, FaultKind::NotAMove(word.to_owned())));
    TokenKind::Unreadable(word.into())
}

fn write(record: &Record, ledger: &mut Ledger) -> String {
    let mut text = String::from("(;");
    for (name, value) in FRAME {
        text += &format!("{name}[{value}]");
    }
    write_tags(&mut text, record);
    write_rules(&mut text, record);
    if let Some(size) = board_size(record) {
        text += &format!("\nSZ[{}]", size.side());
    }
    write_start(&mut text, record);
    if let Some(first) = &record.first {
        text += &format!("\nPL[{}]", letter(first.value));
    }
    if let Some(counts) = &record.counts {
        let CaptureCounts { by_attackers, by_defenders } = counts.value;
        text += &format!("\nCAPTURES[{by_attackers}:{by_defenders}]");
    }
    let result = record.result.as_ref().map(|result| result.value);
    if let Some((word, _)) = RESULTS.iter().find(|(_, claim)| Some(*claim) == result) {
        text += &format!("\nRE[{word}]");
    }
    ledger.lose_many(Lost::Boards, record.boards.len());
    let mut writer = Writer { record, text, todo: vec![Todo::Text(")\n")] };
    writer.line(Written::new(record, LineId::MAIN, 0), ledger);
    while let Some(next) = writer.todo.pop() {
        match next {
            Todo::Text(text) => writer.text += text,
            Todo::Variation(id, ply) => {
                writer.text += "\n(";
                writer.line(Written::new(record, id, ply), ledger);
            }
            Todo::GoOn(line) => writer.line(*line, ledger),
        }
    }
    writer.text
}

/// Text between the brackets of a value, without anything in it that could end it or begin a
/// record.
fn push_escaped(text: &mut String, value: &str, also: &[char]) {
    for letter in value.chars() {
        let opens = letter == '(' && text.ends_with(['\n', '\r']);
        if opens || matches!(letter, '\\' | ']') || also.contains(&letter) {
            text.push('\\');
        }
        text.push(letter);
    }
}

fn push_value(text: &mut String, value: &str) {
    text.push('[');
    push_escaped(text, value, &[]);
    text.push(']');
}

fn push_composed(text: &mut String, name: &str, value: &str) {
    text.push('[');
    push_escaped(text, name, &[':']);
    text.push(':');
    push_escaped(text, value, &[]);
    text.push(']');
}

fn write_tags(text: &mut String, record: &Record) {
    let mut before = None;
    let mut singles: Vec<String> = Vec::new();
    // A size of the board that is known is written in any case.
    let size = board_size(record);
    let knows_size = size.is_some();
    // Where a word for several games stands beside it, it is read back as an entry.
    let is_said = |tag: &crate::record::Tag| {
        record.meant.is_some()
            && tag.name == "size"
            && size.is_some_and(|size| size_of(&tag.value) == Some(size))
    };
    for tag in record.tags.iter().filter(|tag| !is_said(tag)) {
        let is_taken = |name: &String| singles.contains(name) || (knows_size && name == "SZ");
        let name = property_name(&tag.name).filter(|name| !is_taken(name));
        singles.extend(name.clone().filter(|name| SINGLE.contains(&name.as_str())));
        if before != Some(&tag.name) || name.is_none() {
            *text += &format!("\n{}", name.as_deref().unwrap_or("TAG"));
        }
        match name {
            Some(_) => push_value(text, &tag.value),
            None => push_composed(text, &tag.name, &tag.value),
        }
        before = Some(&tag.name);
    }
}

fn write_rules(text: &mut String, record: &Record) {
    let (name, value) = match record.rules.as_ref().map(|rules| &rules.value) {
        None => return,
        Some(RulesClaim::SiteType { key, name }) => {
            *text += "\nSITETYPE";
            let key = key.map_or_else(String::new, |key| key.to_string());
            push_composed(text, &key, name);
            return;
        }
        Some(RulesClaim::Written(rules)) if rules.starts_with("dim:") => ("RU", rules),
        Some(RulesClaim::Written(rules)) => ("RULES", rules),
        Some(RulesClaim::Named(name)) if name.starts_with("dim:") => ("RULENAME", name),
        Some(RulesClaim::Named(name)) => ("RU", name),
    };
    *text += &format!("\n{name}");
    push_value(text, value);
}

fn write_start(text: &mut String, record: &Record) {
    let Some(start) = &record.start else { return };
    let setup: Option<Setup> = start.value.parse().ok();
    let plain =
        setup.filter(|setup| setup.pieces().next().is_some() && setup.to_string() == start.value);
    let Some(setup) = plain else {
        *text += "\nPOSITION";
        push_value(text, &start.value);
        return;
    };
    for (name, side) in [("AB", Side::Attackers), ("AW", Side::Defenders)] {
        let man = Piece::new(side, PieceKind::Taflman);
        let men: Vec<_> = setup.pieces().filter(|(_, piece)| *piece == man).collect();
        if !men.is_empty() {
            *text += &format!("\n{name}");
        }
        for (square, _) in men {
            *text += &format!("[{}]", point_name(square));
        }
    }
    let is_other = |(_, piece): &(Square, Piece)| piece.kind != PieceKind::Taflman;
    let others: Vec<_> = setup.pieces().filter(is_other).collect();
    if !others.is_empty() {
        *text += "\nPIECE";
    }
    for (square, piece) in others {
        *text += &format!("[{}:{}]", piece.letter(), point_name(square));
    }
}

fn point_name(square: Square) -> String {
    [square.file, square.rank].map(|number| char::from(b'a' + number)).iter().collect()
}

/// The squares that a move in points visits; nothing if it is no such move.
pub(super) fn move_path(value: &str) -> Option<Vec<Square>> {
    let mut record = Record::default();
    let text = read_move(value, &mut record)?;
    Some(record.path(&text).to_vec())
}

/// A move in points.
pub(super) fn points(record: &Record, text: &MoveText) -> String {
    let letter = |piece: Option<PieceKind>| {
        piece.map_or_else(String::new, |kind| kind.letter().to_ascii_uppercase().to_string())
    };
    let mut value = letter(text.piece);
    value.extend(record.path(text).iter().map(|square| point_name(*square)));
    for capture in record.captures(text) {
        value += &format!(":{}{}", letter(capture.piece), point_name(capture.square));
    }
    value += text.info.map_or("", Info::symbol);
    if text.run_together {
        value.push('~');
    }
    value
}

struct Writer<'a> {
    record: &'a Record,
    text: String,
    todo: Vec<Todo<'a>>,
}

/// What is still to be written, the last first.
enum Todo<'a> {
    Text(&'static str),
    Variation(LineId, usize),
    GoOn(Box<Written<'a>>),
}

/// A line and how far it has been written.
struct Written<'a> {
    line: &'a Line,
    is_main: bool,
    /// Comments and variations still to come, the next one last.
    notes: Vec<&'a Note>,
    branches: Vec<Branch>,
    ply: usize,
    next: usize,
    /// Whether nothing stands before it in its brackets.
    fresh: bool,
}

impl<'a> Written<'a> {
    fn new(record: &'a Record, id: LineId, ply: usize) -> Self {
        let line = record.line(id);
        let last = line.tokens.len();
        let mut notes: Vec<&Note> = line.notes.iter().rev().collect();
        notes.sort_by_key(|note| {
            std::cmp::Reverse((note.at.min(last), note.place == Place::After && note.at < last))
        });
        let mut branches = line.branches.clone();
        branches.reverse();
        branches.sort_by_key(|branch| std::cmp::Reverse(branch.at.min(last)));
        let is_main = id == LineId::MAIN;
        Self { line, is_main, notes, branches, ply, next: 0, fresh: !is_main }
    }

    fn note(&mut self, at: usize, place: Place) -> Option<&'a Note> {
        let last = self.line.tokens.len();
        let here =
            |note: &&Note| (note.at == at && note.place == place) || (at == last && note.at >= at);
        self.notes.last().copied().filter(here)?;
        self.notes.pop()
    }

    /// The variations that branch off here.
    fn branches(&mut self, at: usize) -> Vec<Branch> {
        let last = self.line.tokens.len();
        let here = |branch: &Branch| branch.at == at || (at == last && branch.at >= at);
        let first = self.branches.iter().rposition(|branch| !here(branch)).map_or(0, |i| i + 1);
        self.branches.split_off(first)
    }
}

impl<'a> Writer<'a> {
    /// Writes a line as far as its next variations, which then go onto the list.
    fn line(&mut self, mut line: Written<'a>, ledger: &mut Ledger) {
        loop {
            let at = line.next;
            if line.is_main && at == 0 && !line.fresh {
                self.root_comment(&mut line);
            }
            let branches = line.branches(at);
            if !branches.is_empty() {
                for branch in branches {
                    self.todo.push(Todo::Text(")"));
                    self.todo.push(Todo::Variation(branch.line, line.ply + at));
                }
                self.todo.push(Todo::Text(")"));
                // A tree has a node before others branch off.
                self.text += if line.fresh { ";\n(" } else { "\n(" };
                line.fresh = true;
                self.todo.push(Todo::GoOn(Box::new(line)));
                return;
            }
            let Some(token) = line.line.tokens.get(at) else { break };
            let starts_turn = (line.ply + at).is_multiple_of(2);
            if starts_turn && !line.fresh {
                self.text.push('\n');
            }
            self.before(&mut line, at);
            self.token(token, line.ply + at, ledger);
            self.comments(&mut line, at, Place::After);
            line.fresh = false;
            line.next += 1;
        }
        let end = line.next;
        self.before(&mut line, end);
        if line.fresh {
            self.text.push(';');
        }
    }

    /// Comments before the first move of the game stand in the first node.
    fn root_comment(&mut self, line: &mut Written<'a>) {
        if line.notes.last().is_some_and(|note| note.at == 0 && note.place == Place::Before)
            || line.line.tokens.is_empty() && !line.notes.is_empty()
        {
            self.text.push('\n');
            self.comments(line, 0, Place::Before);
        }
    }

    /// Comments before a move stand in a node of their own.
    fn before(&mut self, line: &mut Written<'a>, at: usize) {
        let mark = self.text.len();
        self.text.push(';');
        let bare = self.text.len();
        self.comments(line, at, Place::Before);
        if self.text.len() == bare {
            self.text.truncate(mark);
        } else {
            line.fresh = false;
        }
    }

    fn comments(&mut self, line: &mut Written<'a>, at: usize, place: Place) {
        let mut first = true;
        while let Some(note) = line.note(at, place) {
            if first {
                self.text.push('C');
            }
            first = false;
            push_value(&mut self.text, &note.text);
        }
    }

    fn token(&mut self, token: &Token, ply: usize, ledger: &mut Ledger) {
        let first = self.record.first.as_ref().map_or(Side::Attackers, |first| first.value);
        let mover = if ply.is_multiple_of(2) { first } else { first.other() };
        let value = match &token.kind {
            TokenKind::Move(text) => self.move_value(text, mover, ledger),
            TokenKind::Unreadable(word) => format!("\"{word}"),
            other => {
                let word = WORDS.iter().find(|(_, kind)| kind == other);
                word.map_or_else(String::new, |(word, _)| (*word).to_owned())
            }
        };
        self.text += &format!(";{}", letter(mover));
        push_value(&mut self.text, &value);
    }

    fn move_value(&self, text: &MoveText, mover: Side, ledger: &mut Ledger) -> String {
        let (path, captures) = (self.record.path(text), self.record.captures(text));
        let squares = path.iter().copied().chain(captures.iter().map(|capture| capture.square));
        let fits = |square: Square| square.file < 26 && square.rank < 26;
        let plain = text.jumps == 0
            && !text.continues
            && text.capture_count.is_none()
            && text.info.is_none_or(|info| info.in_opentafl(mover) == Some(info));
        if path.len() < 2 || !plain || !squares.into_iter().all(fits) {
            let word = MoveStyle::OPENTAFL.write(self.record, text, mover, ledger);
            if parse_path(&word).as_deref() == Some(path) {
                return word;
            }
            return format!("\"{word}");
        }
        let mut value = points(self.record, text);
        if WORDS.iter().any(|(word, _)| *word == value) {
            // Four squares of a board of 19 can spell a word.
            value = MoveStyle::OPENTAFL.write(self.record, text, mover, ledger);
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::super::generated::{any_record, nested};
    use super::super::same_content;
    use super::super::testing;
    use super::*;
    use proptest::prelude::*;

    fn read_all(text: &str) -> (Record, String) {
        testing::read_all(&ENTRY, text)
    }

    fn clean(text: &str) -> Record {
        testing::clean(&ENTRY, text)
    }

    #[test]
    fn properties_given_twice_are_told_of_if_they_differ() {
        let told = |header: &str| read_all(&format!("(;FF[4]{header};B[daca])")).1;
        for (twice, told_of) in [
            ("RE[B+]RE[W+]", "`RE` is given twice; the first counts `W+`"),
            ("RE[B+][W+]", "`RE` is given twice; the first counts `W+`"),
            ("RU[copenhagen]RU[brandubh]", "`RU` is given twice; the first counts `brandubh`"),
            ("PL[B]PL[W]", "`PL` is given twice; the first counts `W`"),
            ("PB[a]PB[b]", "`PB` is given twice; the first counts `b`"),
            ("SZ[7]SZ[9]", "`SZ` is given twice; the first counts `9`"),
        ] {
            assert_eq!(told(twice), told_of);
        }
        assert_eq!(told("RE[B+]RE[B+]RU[brandubh]RU[brandubh]"), "");
    }

    #[test]
    fn dashes_and_spaces_of_all_kinds_are_read() {
        let plain = "(;FF[4]RE[B+];B[a1-a4xb4];W[eggg];B[resigned])";
        let text = "\u{feff}(;FF[4]\u{a0}RE[B+\u{200b}]\u{200b};B[a1\u{2013}a4xb4];W[\u{200b}eggg\u{a0}];B[resigned\u{a0}])\u{1a}";
        let ((record, faults), (expected, _)) = (read_all(text), read_all(plain));
        assert_eq!(faults, "");
        assert!(crate::notation::same_content(&record, &expected));
    }

    #[test]
    fn a_game_reads() {
        let text = "(;FF[4]CA[UTF-8]GM[999]PB[Ragna]PW[Ketil]RE[W+]RU[tablut]\n\
                    C[a \\] bracket];B[ifgf]\n;W[eggg:gf]BL[12.5]C[well]\n)";
        let record = clean(text);
        assert_eq!(record.player(Side::Attackers), Some("Ragna"));
        assert_eq!(record.tag("gm"), Some("999"));
        assert_eq!(record.result.as_ref().unwrap().value, Claim::Won(Side::Defenders));
        let TokenKind::Move(taking) = &record.tokens()[1].kind else { panic!() };
        let path: Vec<_> = record.path(taking).iter().map(Square::to_string).collect();
        assert_eq!(path, ["e7", "g7"]);
        assert_eq!(record.captures(taking)[0].square.to_string(), "g6");
        let notes: Vec<_> = record.main().notes.iter().map(|note| note.text.as_str()).collect();
        assert_eq!(notes, ["a ] bracket", "BL[12.5]", "well"]);
    }

    #[test]
    fn the_first_tree_goes_on_and_the_others_are_variations() {
        let text =
            "(;FF[4];B[aaab](;W[bbbc];B[ccca](;W[aaba])(;W[aaca]))(;W[bbba](;B[aaac])(;B[aaad])))";
        let record = clean(text);
        assert_eq!(record.tokens().len(), 4);
        let branches: Vec<usize> = record.main().branches.iter().map(|branch| branch.at).collect();
        assert_eq!(branches, [3, 1]);
        let second = record.line(record.main().branches[1].line);
        assert_eq!((second.tokens.len(), second.branches[0].at), (2, 1));
    }

    #[test]
    fn reasons_become_the_last_entry() {
        let last = |text: &str| clean(text).tokens().last().map(|token| token.kind.clone());
        assert_eq!(last("(;RE[W+R];B[aaab];W[bbbc])"), Some(TokenKind::Resigned));
        assert_eq!(last("(;RE[Black+Time];B[aaab])"), Some(TokenKind::TimedOut));
        let record = clean("(;RE[W+R];B[aaab])");
        assert_eq!(record.tag("termination"), Some("attackers resigned"));
        assert_eq!(clean("(;RE[B+3])").tag("re"), Some("B+3"));
        assert_eq!(clean("(;RE[Void])").result, None);
    }

    #[test]
    fn pieces_are_set_up() {
        let text = "(;FF[4]SZ[7]AB[aa:ab][gg]AW[bb]PIECE[K:dd][n:cc]PL[W];W[ddde])";
        let record = clean(text);
        assert_eq!(record.start.as_ref().unwrap().value, "/t6/tT5/2n4/3K3/7/7/6t/");
        assert_eq!(record.first.as_ref().unwrap().value, Side::Defenders);
        assert!(record.tags.is_empty());
        let (record, faults) = read_all("(;AB[aa];B[aaab])");
        assert_eq!(faults, "the size of the board is missing: add SZ `AB`");
        assert_eq!(record.tag("ab"), Some("aa"));
    }

    #[test]
    fn faults_are_told() {
        insta::assert_snapshot!(read_all("x(;FF[4]C[see [1] there];B[aaab];B[zz](;W)(;W[aaac]C[never)").1, @r"
        this is no property; within a value, `]` is written `\]` `x`
        this is no property; within a value, `]` is written `\]` `there]`
        it is the other side's move `zz`
        `zz` is not a move `zz`
        this is no property; within a value, `]` is written `\]` `W`
        it is the other side's move `aaac`
        this value is never closed `[`
        this tree is never closed `(`
        ");
        insta::assert_snapshot!(read_all("(;RE[me]PL[me];B[aaab](;W[bbba]);B[aaab])(;B[aaab])").1, @r"
        `PL` cannot be `me` `me`
        no node may follow the trees that branch off `;`
        the record has ended before this `(`
        it is the other side's move `aaab`
        `RE` cannot be `me` `me`
        ");
        insta::assert_snapshot!(read_all("").1, @"a game is written (;FF[4] ... ) ``");
    }

    #[test]
    fn depth_and_length_are_no_matter() {
        let record = nested(10_000);
        let written = write(&record, &mut Ledger::default());
        assert!(same_content(&record, &clean(&written)));
        read_all(&"(;".repeat(100_000));
        read_all(&"(".repeat(100_000));
        read_all(&format!("(;C[{}])", "a [b] ".repeat(100_000)));
    }

    #[test]
    fn what_is_written() {
        let text = "(;FF[4]PB[A]RU[brandubh]RE[W+]C[first];B[aaab]C[x];W[Kbbbc:Nad++];C[b];B[aaac](;W[\
                    resigned])(;W[aaba]))";
        insta::assert_snapshot!(write(&clean(text), &mut Ledger::default()), @r"
        (;FF[4]CA[UTF-8]GM[29]
        PB[A]
        RU[brandubh]
        SZ[7]
        RE[W+]
        C[first]
        ;B[aaab]C[x];W[Kbbbc:Nad++]
        ;C[b];B[aaac]
        (;W[resigned])
        (;W[aaba]))
        ");
    }

    #[test]
    fn the_size_is_written_where_it_is_known() {
        let written = |text: &str| write(&clean(text), &mut Ledger::default());
        assert_eq!(written("(;RU[tablut])"), "(;FF[4]CA[UTF-8]GM[29]\nRU[tablut]\nSZ[9])\n");
        assert!(clean("(;RU[tablut]SZ[9])").tags.is_empty());
        assert!(clean("(;GM[29]SZ[9:9]CA[koi8-r]RU[tablut])").tags.is_empty());
        // What contradicts the rules, or cannot be held against any, is kept.
        assert_eq!(clean("(;RU[tablut]SZ[11])").tag("size"), Some("11"));
        assert_eq!(written("(;SZ[11])"), "(;FF[4]CA[UTF-8]GM[29]\nSZ[11])\n");
        assert_eq!(
            written("(;GM[1]SZ[11]CA[klingon]RU[tablut])"),
            "(;FF[4]CA[UTF-8]GM[29]\nTAG[gm:1]\nTAG[size:11]\nTAG[ca:klingon]\nRU[tablut]\nSZ[9])\n"
        );
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "\\PC{0,60}|([\\[\\]();:\\\\ \n]|B\\[aaab\\]|W|C|SZ|AB|RE|TAG){0,40}") {
            testing::is_kept(&ENTRY, &text);
        }

        #[test]
        fn any_record_comes_back(record in any_record()) {
            testing::comes_back_but_for_boards(&ENTRY, record);
        }
    }
}
