//! Records in the manner of chess PGN: tags in square brackets with quoted values, numbered moves,
//! comments in braces, variations in round brackets.
//!
//! ```text
//! record    = *tag *( number / word / comment / nag / variation / result )
//! tag       = "[" name string [string] "]"         ; one a line
//! number    = 1*DIGIT *"."
//! word      = move ["!" / "?" ...] / "resigned" / "timeout" / "....." / string
//! move      = as in moves.rs, captures also as :g6, as a bare x, or counted as x2
//! comment   = "{" text "}" / ";" text-to-end-of-line / "%" a-whole-line
//! nag       = "$" 1*DIGIT
//! variation = "(" ... ")"                          ; on the move before it
//! result    = "1-0" / "0-1" / "1/2-1/2" / "0-0" / "*"
//! ```
//!
//! Several programs and people write such records, all differently. [`DIALECTS`] tells them apart and
//! says what `1-0` means in each; where that cannot be known no result is claimed.
//!
//! | | |
//! |---|---|
//! | `[Notation "taflkit"]` as the first tag | ours, the one that is written |
//! | `[Attackers]` or `[Defenders]` | 1-0 is a win of the attackers; captures counted: `d5-c5x1` |
//! | `[Game]` with `[Size]` or `[Board]` | Black are the attackers, who come first: 1-0 is theirs; captures `:g6` |
//! | `[Game]` alone | HPGN: 1-0 is a win of the attackers, 0-0 a draw; the king's moves `ka1-ka2` |
//! | any other | one-line games of playing sites and programs: 1-0 may be either |
//!
//! Games whose only word on their rules is `[Site "hnefatafl.org"]`, as that server's program writes
//! them, are played by that server's rules; with `[Variant "Copenhagen"]` beside it they are too.
//!
//! Tag names turn from `TimeControl` to `time-control` where that can be turned back, otherwise they
//! stay as they are. A comment is about the move before it; behind a number it is about the move that
//! follows. Glyphs (`$3`, `!`) are kept as comments in the form `$3`.
//!
//! In records of ours, texts may hold anything by means of escapes: `\\ \" \n \r` in strings,
//! `\\ \} \[ \n \r \s \t` in comments (`\s` is a space at either end, which would be trimmed), and
//! further tags hold the rest of a record: `Rules` (a rules record), `RulesText` (one that does not
//! begin with `dim:`), `RulesName`, `RulesSite "16:name"`, `RulesNone` (where the variant's name would
//! be taken for rules), `Position`, `First`, `Captures "by attackers/by defenders"`, and
//! `[Tag "name" "value"]` for any other name. Moves are OpenTafl's.

use std::borrow::Cow;

use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::{char, multispace0};
use nom::combinator::opt;
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

use crate::board::{PieceKind, Side, Square};
use crate::record::{
    Branch, CaptureCounts, Claim, Line, LineId, Note, Place, Record, RulesClaim, Span, Spanned,
    Token, TokenKind,
};
use crate::rules::site_host;

use super::again::{self, Again};
use super::fault::{Fault, FaultKind};
use super::format::{Entry, Seen, Split};
use super::ledger::{Ledger, Lost};
use super::moves::{MoveStyle, parse_path, read_token};
use super::typography::{is_blank, is_gap, past_gap, past_unseen, plain};

pub(super) const ENTRY: Entry = Entry {
    name: "pgn",
    about: "Tags and numbered moves in the manner of chess records",
    extensions: &["pgn", "hgpn", "hpgn", "tafl"],
    states_rules: true,
    looks_like,
    keys: &[],
    split: Split::At(begins_record),
    read,
    write: Some(write),
    results: None,
};

fn looks_like(beginning: &str) -> bool {
    is_tag_start(beginning)
}

/// A tag begins the next record where the one before has moves, or after a blank line.
fn begins_record(line: &str, seen: &mut Seen) -> bool {
    if is_blank(line.as_bytes()) {
        seen.blank = true;
        return false;
    }
    let is_tag = is_tag_start(past_unseen(line));
    let begins = is_tag && (seen.moves || seen.blank);
    if begins {
        *seen = Seen::default();
    }
    seen.moves |= !is_tag;
    seen.blank = false;
    begins
}

/// Who writes a record in which way.
struct Dialect {
    /// Whether these tags are its.
    is: fn(&[TagText<'_>]) -> bool,
    /// The side that 1-0 is a win of, where that is known.
    first: Option<Side>,
    /// Whether the players called Black and White are the attackers and the defenders.
    black_attacks: bool,
}

const DIALECTS: &[Dialect] = &[
    Dialect { is: is_ours, first: Some(Side::Attackers), black_attacks: false },
    Dialect {
        is: |tags| has(tags, "Attackers") || has(tags, "Defenders"),
        first: Some(Side::Attackers),
        black_attacks: false,
    },
    Dialect {
        is: |tags| has(tags, "Game") && (has(tags, "Size") || has(tags, "Board")),
        first: Some(Side::Attackers),
        black_attacks: true,
    },
    Dialect {
        is: |tags| has(tags, "Game") && !has(tags, "Variant"),
        first: Some(Side::Attackers),
        black_attacks: false,
    },
    Dialect { is: |_| true, first: None, black_attacks: false },
];

/// Results as they are written, and the claims that they make where 1-0 is a win of the attackers.
const RESULTS: &[(&str, Claim)] = &[
    ("1-0", Claim::Won(Side::Attackers)),
    ("0-1", Claim::Won(Side::Defenders)),
    ("1/2-1/2", Claim::Draw),
    ("*", Claim::Open),
    ("0-0", Claim::Draw),
    ("1/2", Claim::Draw),
    ("?", Claim::Open),
];

/// What a result claims where 1-0 is a win of the attackers, whatever dashes it has.
fn claim_of(word: &str) -> Option<Claim> {
    let word = plain(word);
    RESULTS.iter().find(|(known, _)| *known == word.trim()).map(|&(_, claim)| claim)
}

/// How many results are looked at behind the moves of one game.
const MAX_RESULTS: usize = 4;

/// The marks that chess players put behind moves, as the numbers that stand for them.
const GLYPHS: &[(&str, &str)] =
    &[("!!", "$3"), ("??", "$4"), ("!?", "$5"), ("?!", "$6"), ("!", "$1"), ("?", "$2")];

/// Tags that mean more than their text.
const SPECIAL: &[&str] = &[
    "Notation",
    "Result",
    "Rules",
    "RulesText",
    "RulesName",
    "RulesSite",
    "RulesNone",
    "Position",
    "First",
    "Captures",
    "Tag",
];

const MARK: (&str, &str) = ("Notation", "taflkit");

/// Tags that a record has one of: what is said in them is meant, and a second that differs contradicts.
const SINGLE: &[&str] = &[
    "Result",
    "Variant",
    "Game",
    "Rules",
    "RulesText",
    "RulesName",
    "RulesSite",
    "Position",
    "First",
    "Captures",
    "Attackers",
    "Defenders",
    "Black",
    "White",
    "Size",
    "Board",
];

/// Names that tags have in more than one of the dialects, beside those above.
const COMMON: &[&str] =
    &["Event", "Site", "Date", "Round", "Annotator", "Compiler", "TimeControl", "Termination"];

/// A name as it is usually written, for one with other capitals.
fn usual_name(name: &str) -> &str {
    let known = [SPECIAL, SINGLE, COMMON].into_iter().flatten();
    let usual = known.copied().find(|known| known.eq_ignore_ascii_case(name));
    usual.unwrap_or(name)
}

/// A tag as it stands, but for the capitals of its name.
struct TagText<'a> {
    name: &'a str,
    value: Cow<'a, str>,
    /// The second string of our `Tag`.
    more: Option<Cow<'a, str>>,
    span: Span,
}

fn is_ours(tags: &[TagText<'_>]) -> bool {
    tags.first().is_some_and(|tag| (tag.name, &*tag.value) == MARK)
}

fn has(tags: &[TagText<'_>], name: &str) -> bool {
    tags.iter().any(|tag| tag.name == name)
}

/// The name of a header entry for a tag's.
fn entry_name(name: &str) -> String {
    let letters = name.as_bytes();
    let is_camel = letters.first().is_some_and(u8::is_ascii_uppercase)
        && letters.iter().all(u8::is_ascii_alphanumeric)
        && letters
            .windows(2)
            .all(|two| !(two[0].is_ascii_uppercase() && two[1].is_ascii_uppercase()))
        && letters.last().is_some_and(|last| !last.is_ascii_uppercase());
    if !is_camel {
        return name.to_owned();
    }
    let mut entry = String::new();
    for (at, letter) in name.char_indices() {
        if letter.is_ascii_uppercase() && at > 0 {
            entry.push('-');
        }
        entry.push(letter.to_ascii_lowercase());
    }
    entry
}

/// The name of a tag for a header entry's, if one is read back as that.
fn tag_name(entry: &str) -> Option<String> {
    let words = entry.split('-').map(|word| {
        let (first, rest) = word.split_at_checked(1).unwrap_or(("", word));
        first.to_ascii_uppercase() + rest
    });
    let camel: String = words.collect();
    let plain = |name: &str| {
        let is_plain = |letter: u8| letter.is_ascii_alphanumeric() || matches!(letter, b'_' | b'-');
        !name.is_empty() && name.bytes().all(is_plain) && !SPECIAL.contains(&name)
    };
    let candidates = [camel, entry.to_owned()];
    candidates
        .into_iter()
        .find(|name| plain(name) && usual_name(name) == name && entry_name(name) == entry)
}

/// `[name "`, as far as the quotation mark.
fn tag_start(text: &str) -> IResult<&str, &str> {
    let name = take_while1(|letter: char| !letter.is_whitespace() && !"[]\"{}()".contains(letter));
    let (rest, name) = preceded((char('['), multispace0), name).parse(text)?;
    let (rest, _) = blank(rest)?;
    nom::combinator::peek(char('"')).parse(rest).map(|(rest, _)| (rest, name))
}

/// Space within a line.
fn blank(text: &str) -> IResult<&str, &str> {
    take_while(|letter| is_gap(letter) && !matches!(letter, '\n' | '\r')).parse(text)
}

fn is_tag_start(text: &str) -> bool {
    tag_start(text).is_ok()
}

/// A string in quotation marks, which ends on its line: what is between the marks.
fn string(text: &str) -> IResult<&str, &str> {
    delimited(char('"'), string_inside, char('"')).parse(text)
}

fn string_inside(text: &str) -> IResult<&str, &str> {
    let end = unescaped_end(text, |byte, escaped| byte == b'\n' || (byte == b'"' && !escaped));
    let (inside, rest) = text.split_at(end.unwrap_or(text.len()));
    Ok((rest, inside))
}

/// The first byte that ends a text, given each byte and whether a backslash stands before it.
fn unescaped_end(text: &str, ends: impl Fn(u8, bool) -> bool) -> Option<usize> {
    let mut escaped = false;
    text.bytes().position(|byte| {
        let found = ends(byte, escaped);
        escaped = byte == b'\\' && !escaped;
        found
    })
}

/// A whole tag: name, value, second value.
fn whole_tag(text: &str) -> IResult<&str, (&str, &str, Option<&str>)> {
    let (rest, name) = tag_start(text)?;
    let (rest, value) = string(rest)?;
    let (rest, more) = opt(preceded(blank, string)).parse(rest)?;
    let (rest, _) = (blank, char(']')).parse(rest)?;
    Ok((rest, (name, value, more)))
}

/// What escapes stand for: in strings and in comments of ours.
const STRING_ESCAPES: &[(char, char)] = &[('\\', '\\'), ('"', '"'), ('n', '\n'), ('r', '\r')];
const COMMENT_ESCAPES: &[(char, char)] =
    &[('\\', '\\'), ('}', '}'), ('[', '['), ('n', '\n'), ('r', '\r'), ('s', ' '), ('t', '\t')];

/// How many of the escapes of strings every dialect has.
const COMMON_ESCAPES: usize = 2;

fn unescaped<'a>(text: &'a str, escapes: &[(char, char)]) -> Cow<'a, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        let next = letters.as_str().chars().next();
        let known = escapes.iter().find(|(name, _)| letter == '\\' && next == Some(*name));
        match known {
            Some((_, meaning)) => {
                plain.push(*meaning);
                letters.next();
            }
            None => plain.push(letter),
        }
    }
    Cow::Owned(plain)
}

/// A record being read.
struct Reader<'a, 'r> {
    text: &'a str,
    ours: bool,
    record: &'r mut Record,
    faults: &'r mut Vec<Fault>,
    /// The open lines, the innermost last.
    open: Vec<Level>,
    /// Results at the end of the game.
    results: Vec<&'a str>,
}

/// An open line.
struct Level {
    line: LineId,
    /// Where its bracket stands.
    bracket: Span,
    /// Whether a number has been read since the last move.
    numbered: bool,
}

fn read(text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    let mut tags = Vec::new();
    let mut rest = past_gap(text);
    while rest.starts_with('[') {
        rest = past_gap(read_tag(text, rest, &mut tags, faults));
    }
    let level = Level { line: LineId::MAIN, bracket: Span::default(), numbered: false };
    let ours = is_ours(&tags);
    let open = vec![level];
    let mut reader = Reader { text, ours, record, faults, open, results: Vec::new() };
    while !rest.is_empty() {
        rest = past_gap(reader.next(rest, &mut tags));
    }
    let results = reader.close();
    interpret(text, &tags, &results, record, faults);
}

/// Reads a tag, and returns what follows it or, where it is none, the line.
fn read_tag<'a>(
    text: &str,
    rest: &'a str,
    tags: &mut Vec<TagText<'a>>,
    faults: &mut Vec<Fault>,
) -> &'a str {
    match whole_tag(rest) {
        Ok((after, (name, value, more))) => {
            let span = Span::of(value, text);
            let ours = is_ours(tags);
            let escapes = if ours { STRING_ESCAPES } else { &STRING_ESCAPES[..COMMON_ESCAPES] };
            let plain = |value| unescaped(value, escapes);
            let name = usual_name(name);
            tags.push(TagText { name, value: plain(value), more: more.map(plain), span });
            after
        }
        Err(_) => {
            let line = rest.split('\n').next().unwrap_or(rest);
            let what = "a tag is written [Name \"value\"]".to_owned();
            faults.push(Fault::new(Span::of(line.trim_end(), text), FaultKind::Syntax(what)));
            let value = Cow::Borrowed(line.trim_end());
            tags.push(TagText { name: "", value, more: None, span: Span::of(line, text) });
            &rest[line.len()..]
        }
    }
}

impl<'a> Reader<'a, '_> {
    fn fault(&mut self, part: &str, kind: FaultKind) {
        self.faults.push(Fault::new(Span::of(part, self.text), kind));
    }

    fn level(&mut self) -> &mut Level {
        self.open.last_mut().expect("the game itself is never closed")
    }

    /// Reads what comes next, and returns what follows it.
    fn next(&mut self, rest: &'a str, tags: &mut Vec<TagText<'a>>) -> &'a str {
        let at_line_start = self.text[..self.text.len() - rest.len()].ends_with('\n');
        let (first, after) = rest.split_at(rest.chars().next().map_or(0, char::len_utf8));
        match first {
            "[" => {
                let what = "tags stand before the moves".to_owned();
                self.fault(first, FaultKind::Syntax(what));
                read_tag(self.text, rest, tags, self.faults)
            }
            "{" => self.comment(rest),
            ";" => self.line_comment(after),
            "%" if at_line_start => self.line_comment(rest),
            "(" => {
                self.open_variation(first);
                after
            }
            ")" => {
                self.close_variation(first);
                after
            }
            "$" => self.nag(rest),
            "\"" => self.quoted(rest),
            _ => self.word(rest),
        }
    }

    fn comment(&mut self, rest: &'a str) -> &'a str {
        let inside = &rest[1..];
        let ours = self.ours;
        let end = unescaped_end(inside, |byte, escaped| byte == b'}' && !(ours && escaped));
        if end.is_none() {
            self.fault(&rest[..1], FaultKind::Unclosed("comment"));
        }
        self.note(&inside[..end.unwrap_or(inside.len())]);
        end.map_or("", |end| &inside[end + 1..])
    }

    fn line_comment(&mut self, rest: &'a str) -> &'a str {
        let line = rest.split('\n').next().unwrap_or(rest);
        self.note(line);
        &rest[line.len()..]
    }

    fn note(&mut self, text: &'a str) {
        let trimmed = text.trim_matches(is_margin);
        let plain = match self.ours {
            true => unescaped(trimmed, COMMENT_ESCAPES).into_owned(),
            false => trimmed.to_owned(),
        };
        self.add_note(plain, Span::of(trimmed, self.text));
    }

    fn add_note(&mut self, text: String, span: Span) {
        let Level { line, numbered, .. } = *self.level();
        let line = self.record.line_mut(line);
        let (at, place) = match line.tokens.len().checked_sub(1) {
            Some(last) if !numbered => (last, Place::After),
            _ => (line.tokens.len(), Place::Before),
        };
        line.notes.push(Note { at, place, text, span });
    }

    fn open_variation(&mut self, bracket: &str) {
        let Level { line, numbered, .. } = *self.level();
        let tokens = self.record.line(line).tokens.len();
        let at = if numbered { tokens } else { tokens.saturating_sub(1) };
        let line = self.record.branch(line, at);
        let bracket = Span::of(bracket, self.text);
        self.open.push(Level { line, bracket, numbered: false });
    }

    fn close_variation(&mut self, bracket: &str) {
        if self.open.len() > 1 {
            self.open.pop();
        } else {
            let what = "this bracket closes nothing".to_owned();
            self.fault(bracket, FaultKind::Syntax(what));
        }
    }

    fn nag(&mut self, rest: &'a str) -> &'a str {
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        let (glyph, after) = rest.split_at(1 + digits);
        if digits == 0 {
            self.unreadable(glyph, glyph);
        } else {
            self.add_note(glyph.to_owned(), Span::of(glyph, self.text));
        }
        after
    }

    /// A word of ours that is no move, in quotation marks.
    fn quoted(&mut self, rest: &'a str) -> &'a str {
        match string(rest) {
            Ok((after, inside)) => {
                let word = unescaped(inside, STRING_ESCAPES);
                self.unreadable(&word, inside);
                after
            }
            Err(_) => {
                self.fault(&rest[..1], FaultKind::Unclosed("string"));
                let line = rest.split('\n').next().unwrap_or(rest);
                self.unreadable(line, line);
                &rest[line.len()..]
            }
        }
    }

    fn unreadable(&mut self, word: &str, part: &str) {
        let span = Span::of(part, self.text);
        self.faults.push(Fault::new(span, FaultKind::NotAMove(word.to_owned())));
        let token = Token { span, kind: TokenKind::Unreadable(word.into()) };
        let level = self.level();
        level.numbered = false;
        let line = level.line;
        self.record.line_mut(line).tokens.push(token);
    }

    /// A number, a result or an entry of the list of moves.
    fn word(&mut self, rest: &'a str) -> &'a str {
        let ends = |letter: char| letter.is_whitespace() || "{}()[;$\"".contains(letter);
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let end = rest[first..].find(ends).map_or(rest.len(), |end| first + end);
        let word = &rest[..end];
        if word == "*" || (word != "?" && claim_of(word).is_some()) {
            self.result(word);
            return &rest[end..];
        }
        let digits = word.trim_start_matches(|digit: char| digit.is_ascii_digit());
        let moves = digits.trim_start_matches(['.', '\u{2026}']);
        if digits.len() < word.len() && (moves.len() < digits.len() || moves.is_empty()) {
            self.level().numbered = true;
            return &rest[word.len() - moves.len()..];
        }
        self.entry(word);
        &rest[end..]
    }

    fn result(&mut self, word: &'a str) {
        if self.open.len() > 1 {
            self.add_note(word.to_owned(), Span::of(word, self.text));
        } else if self.results.len() < MAX_RESULTS {
            self.results.push(word);
        } else {
            self.unreadable(word, word);
        }
    }

    fn entry(&mut self, word: &'a str) {
        let span = Span::of(word, self.text);
        if self.open.len() == 1 && !self.results.is_empty() {
            let what = "the result ends the game, and this follows it".to_owned();
            self.fault(word, FaultKind::Syntax(what));
        }
        self.level().numbered = false;
        let line = self.level().line;
        let (plain, notes) = plain_move(word);
        read_token(&plain, span, self.record, line, self.faults);
        for note in notes {
            self.add_note(note, span);
        }
    }

    /// Everything has been read: what is open was never closed. Gives the results.
    fn close(self) -> Vec<&'a str> {
        if let Some(level) = self.open.get(1) {
            self.faults.push(Fault::new(level.bracket, FaultKind::Unclosed("variation")));
        }
        self.results
    }
}

/// What is trimmed off comments.
const fn is_margin(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\r')
}

/// A move with the ways of the dialects taken out of it, and what else they say; the word itself if
/// it is no move.
fn plain_move(word: &str) -> (Cow<'_, str>, Vec<String>) {
    if parse_path(word).is_some() {
        return (Cow::Borrowed(word), Vec::new());
    }
    let mut notes = Vec::new();
    let typed = plain(word);
    let mut bare = &*typed;
    if let Some((mark, glyph)) = GLYPHS.iter().find(|(mark, _)| typed.ends_with(mark)) {
        bare = &typed[..typed.len() - mark.len()];
        notes.push((*glyph).to_owned());
    }
    let plain = without_second_letter(&bare.replace(':', "x"));
    match parse_path(&plain) {
        Some(_) => (Cow::Owned(plain), notes),
        None => (Cow::Borrowed(word), Vec::new()),
    }
}

/// `ka1-ka2` as `ka1-a2`.
fn without_second_letter(word: &str) -> String {
    let letter = word.chars().next().filter(|letter| PieceKind::from_letter(*letter).is_some());
    let repeated = word.split_once('-').and_then(|(from, to)| {
        let to = to.strip_prefix(letter?)?;
        to.starts_with(|next: char| next.is_ascii_alphabetic()).then(|| format!("{from}-{to}"))
    });
    repeated.unwrap_or_else(|| word.to_owned())
}

/// Gives tags and results their meanings.
fn interpret(
    text: &str,
    tags: &[TagText<'_>],
    ends: &[&str],
    record: &mut Record,
    faults: &mut Vec<Fault>,
) {
    let dialect = DIALECTS.iter().find(|dialect| (dialect.is)(tags));
    let dialect = dialect.expect("the last fits every record");
    let mut stated = None;
    let mut no_rules = false;
    let mut singles: Vec<&TagText<'_>> = Vec::new();
    for tag in tags {
        let value = &*tag.value;
        if SINGLE.contains(&tag.name) {
            match singles.iter_mut().find(|known| known.name == tag.name) {
                Some(first) => match said_again(first, tag) {
                    Again::Same => continue,
                    Again::More => *first = tag,
                    Again::Other => {
                        take_again(tag, record, faults);
                        continue;
                    }
                },
                None => singles.push(tag),
            }
        }
        match tag.name {
            "Notation" if (tag.name, value) == MARK => {}
            "Result" => stated = Some((value, tag.span)),
            "RulesNone" => no_rules = true,
            "Tag" if tag.more.is_some() => {
                let held = tag.more.as_deref().unwrap_or_default();
                record.add_tag(value.to_owned(), held, tag.span);
            }
            "Black" if dialect.black_attacks => record.add_tag("attackers", value, tag.span),
            "White" if dialect.black_attacks => record.add_tag("defenders", value, tag.span),
            name if takes(name, value, tag.span, record) => {}
            name => {
                if let Some(expected) = expected_of(name) {
                    let (field, value) = (expected.0, value.to_owned());
                    let kind = FaultKind::BadField { field, value, expected: expected.1 };
                    faults.push(Fault::new(tag.span, kind));
                }
                record.add_tag(entry_name(name), value, tag.span);
            }
        }
        if let Some(more) = tag.more.as_deref().filter(|_| tag.name != "Tag") {
            let what = "a tag has one value".to_owned();
            faults.push(Fault::new(tag.span, FaultKind::Syntax(what)));
            record.add_tag(entry_name(tag.name), more, tag.span);
        }
    }
    if record.rules.is_none() && !no_rules {
        record.rules = named_rules(record);
    }
    interpret_results(text, dialect, stated, ends, record, faults);
}

/// What a tag of which there should be one says beside the first.
fn said_again(first: &TagText<'_>, again: &TagText<'_>) -> Again {
    let (one, other) = (&*first.value, &*again.value);
    match first.name {
        _ if one == other => Again::Same,
        "Result" => again::results(claim_of(one), claim_of(other)),
        "Variant" | "Game" | "Rules" | "RulesName" | "RulesText" => again::rules(one, other),
        _ => again::text(one, other),
    }
}

/// Tells of a tag that says something else than the first, and keeps it.
fn take_again(again: &TagText<'_>, record: &mut Record, faults: &mut Vec<Fault>) {
    faults.push(Fault::new(again.span, FaultKind::Repeated(again.name.to_owned())));
    record.add_tag(entry_name(again.name), again.value.clone(), again.span);
}

/// Rules are named by the variant, or else by the game.
fn named_rules(record: &Record) -> Option<Spanned<RulesClaim>> {
    let named =
        |name: &str| record.tags.iter().find(|tag| tag.name == name && !tag.value.is_empty());
    let Some(tag) = named("variant").or_else(|| named("game")) else { return server_rules(record) };
    Some(Spanned::new(RulesClaim::Named(tag.value.clone()), tag.span))
}

/// The rules of the one server that plays by rules of its own and whose games name nothing but the
/// server: its two boards are told apart by the moves.
fn server_rules(record: &Record) -> Option<Spanned<RulesClaim>> {
    let site = record.tags.iter().find(|tag| tag.name == "site")?;
    if !site_host(&site.value).eq_ignore_ascii_case("hnefatafl.org") {
        return None;
    }
    let beyond = |square: &Square| square.file > 10 || square.rank > 10;
    let large = record.tokens().iter().any(|token| match &token.kind {
        TokenKind::Move(text) => record.path(text).iter().any(beyond),
        _ => false,
    });
    let name = if large { "hnefatafl-org-13" } else { "hnefatafl-org" };
    Some(Spanned::new(RulesClaim::Named(name.to_owned()), site.span))
}

/// The tags with values of their own kind.
fn expected_of(name: &str) -> Option<(&'static str, &'static str)> {
    match name {
        "First" => Some(("First", "attackers or defenders")),
        "Captures" => Some(("Captures", "two numbers as in 3/5, those of the attackers first")),
        "RulesSite" => Some(("RulesSite", "a number, a colon and a name")),
        _ => None,
    }
}

/// Puts the value of a tag where the record has a place for it; says no if it has none.
fn takes(name: &str, value: &str, span: Span, record: &mut Record) -> bool {
    let rules = match name {
        "Rules" if value.starts_with("dim:") => Some(RulesClaim::Written(value.to_owned())),
        "RulesText" => Some(RulesClaim::Written(value.to_owned())),
        "RulesName" => Some(RulesClaim::Named(value.to_owned())),
        "RulesSite" => site_type(value),
        _ => None,
    };
    if let Some(rules) = rules {
        let free = record.rules.is_none();
        record.rules.get_or_insert(Spanned::new(rules, span));
        return free;
    }
    match name {
        "Position" if record.start.is_none() => {
            record.start = Some(Spanned::new(value.to_owned(), span));
            true
        }
        "First" if record.first.is_none() => {
            let side = Side::BOTH.into_iter().find(|side| side.name() == plain(value).trim());
            record.first = side.map(|side| Spanned::new(side, span));
            side.is_some()
        }
        "Captures" if record.counts.is_none() => {
            let counts = capture_counts(plain(value).trim());
            record.counts = counts.map(|counts| Spanned::new(counts, span));
            counts.is_some()
        }
        _ => false,
    }
}

fn site_type(value: &str) -> Option<RulesClaim> {
    let (key, name) = value.split_once(':')?;
    let key = if key.is_empty() { None } else { Some(key.parse().ok()?) };
    Some(RulesClaim::SiteType { key, name: name.to_owned() })
}

fn capture_counts(value: &str) -> Option<CaptureCounts> {
    let (by_attackers, by_defenders) = value.split_once('/')?;
    Some(CaptureCounts {
        by_attackers: by_attackers.parse().ok()?,
        by_defenders: by_defenders.parse().ok()?,
    })
}

/// The result, from the tag and from the end of the moves.
fn interpret_results(
    text: &str,
    dialect: &Dialect,
    stated: Option<(&str, Span)>,
    ends: &[&str],
    record: &mut Record,
    faults: &mut Vec<Fault>,
) {
    let placed = ends.iter().map(|end| (*end, Span::of(end, text)));
    let results = || stated.into_iter().chain(placed.clone());
    let is_open = |word| claim_of(word) == Some(Claim::Open);
    let is_known = results().any(|(word, _)| claim_of(word).is_some() && !is_open(word));
    let mut first: Option<(&str, Claim)> = None;
    for (word, span) in results().filter(|(word, _)| !(is_known && is_open(word))) {
        let kind = match (claim_of(word), first) {
            (None, _) => {
                let expected = "1-0, 0-1, 1/2-1/2, 0-0 or *";
                FaultKind::BadField { field: "result", value: word.to_owned(), expected }
            }
            (Some(claim), Some((_, known))) if claim == known => continue,
            (Some(_), Some((known, _))) => FaultKind::two_results(known, word),
            (Some(claim), None) => {
                first = Some((word, claim));
                if dialect.first.is_some() || claim.winner().is_none() {
                    record.result = Some(Spanned::new(claim, span));
                    continue;
                }
                FaultKind::WhichSide(word.to_owned())
            }
        };
        if record.tag("result") != Some(word) {
            faults.push(Fault::new(span, kind));
            record.add_tag("result", word, span);
        }
    }
}

fn write(record: &Record, ledger: &mut Ledger) -> String {
    let mut text = String::new();
    write_tag(&mut text, MARK.0, MARK.1);
    let mut singles: Vec<&str> = Vec::new();
    for tag in &record.tags {
        let name = tag_name(&tag.name);
        let again = name.as_deref().is_some_and(|name| singles.contains(&name));
        match name.filter(|_| !again) {
            Some(name) => {
                write_tag(&mut text, &name, &tag.value);
                singles.extend(SINGLE.iter().find(|single| **single == name));
            }
            None => {
                let (name, value) = (escaped(&tag.name), escaped(&tag.value));
                text += &format!("[Tag \"{name}\" \"{value}\"]\n");
            }
        }
    }
    write_rules(&mut text, record);
    if let Some(start) = &record.start {
        write_tag(&mut text, "Position", &start.value);
    }
    if let Some(first) = &record.first {
        write_tag(&mut text, "First", first.value.name());
    }
    if let Some(counts) = &record.counts {
        let CaptureCounts { by_attackers, by_defenders } = counts.value;
        write_tag(&mut text, "Captures", &format!("{by_attackers}/{by_defenders}"));
    }
    let result = record.result.as_ref().and_then(|result| result_word(result.value));
    if let Some(result) = result {
        write_tag(&mut text, "Result", result);
    }
    ledger.lose_many(Lost::Boards, record.boards.len());
    let mut moves = write_moves(record, ledger);
    if let Some(result) = result {
        if !moves.is_empty() {
            moves.push('\n');
        }
        moves += result;
    }
    if !moves.is_empty() {
        text += &format!("\n{moves}\n");
    }
    text + "\n"
}

fn result_word(claim: Claim) -> Option<&'static str> {
    RESULTS.iter().find(|(_, known)| *known == claim).map(|(word, _)| *word)
}

fn write_tag(text: &mut String, name: &str, value: &str) {
    *text += &format!("[{name} \"{}\"]\n", escaped(value));
}

fn escaped(value: &str) -> String {
    let mut text = String::new();
    for letter in value.chars() {
        push_escaped(&mut text, letter, STRING_ESCAPES);
    }
    text
}

fn push_escaped(text: &mut String, letter: char, escapes: &[(char, char)]) {
    match escapes.iter().find(|(_, meaning)| *meaning == letter) {
        Some((name, _)) => text.extend(['\\', *name]),
        None => text.push(letter),
    }
}

fn write_rules(text: &mut String, record: &Record) {
    let by_name = named_rules(record).map(|rules| rules.value);
    let claim = record.rules.as_ref().map(|rules| &rules.value);
    if claim == by_name.as_ref() {
        return;
    }
    match claim {
        None => write_tag(text, "RulesNone", ""),
        Some(RulesClaim::Written(rules)) if rules.starts_with("dim:") => {
            write_tag(text, "Rules", rules);
        }
        Some(RulesClaim::Written(rules)) => write_tag(text, "RulesText", rules),
        Some(RulesClaim::Named(name)) => write_tag(text, "RulesName", name),
        Some(RulesClaim::SiteType { key, name }) => {
            let key = key.map_or_else(String::new, |key| key.to_string());
            write_tag(text, "RulesSite", &format!("{key}:{name}"));
        }
    }
}

/// The moves being written: open lines and how far they have been.
struct Writer<'a> {
    record: &'a Record,
    first: Side,
    text: String,
    open: Vec<Written<'a>>,
}

struct Written<'a> {
    line: &'a Line,
    notes: Vec<&'a Note>,
    branches: Vec<Branch>,
    /// The ply of its first token, counted from 0.
    ply: usize,
    next: Step,
    /// Whether the next token needs its number said.
    number: bool,
}

/// What is written next of a line.
enum Step {
    Token(usize),
    Branches(usize),
}

fn write_moves(record: &Record, ledger: &mut Ledger) -> String {
    let first = record.first.as_ref().map_or(Side::Attackers, |first| first.value);
    let open = vec![Written::new(record, LineId::MAIN, 0)];
    let mut writer = Writer { record, first, text: String::new(), open };
    while let Some(line) = writer.open.pop() {
        writer.go_on(line, ledger);
    }
    writer.text
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
        Self { line, notes, branches, ply, next: Step::Token(0), number: true }
    }

    /// The next comment, if it stands here.
    fn note(&mut self, at: usize, place: Place) -> Option<&'a Note> {
        let last = self.line.tokens.len();
        let here =
            |note: &&Note| note.at == at && note.place == place || (at == last && note.at >= at);
        self.notes.last().copied().filter(|note| here(note))?;
        self.notes.pop()
    }

    fn branch(&mut self, at: usize) -> Option<Branch> {
        let last = self.line.tokens.len();
        let here = |branch: &Branch| branch.at == at || (at == last && branch.at >= at);
        self.branches.last().copied().filter(here)?;
        self.branches.pop()
    }
}

impl<'a> Writer<'a> {
    /// Writes a line on from where it was left, as far as its next variation.
    fn go_on(&mut self, mut line: Written<'a>, ledger: &mut Ledger) {
        loop {
            match line.next {
                Step::Token(at) => {
                    self.token(&mut line, at, ledger);
                    line.next = Step::Branches(at);
                }
                Step::Branches(at) => {
                    if let Some(branch) = line.branch(at) {
                        line.number = true;
                        let ply = line.ply + at;
                        self.open.push(line);
                        self.space("(");
                        self.open.push(Written::new(self.record, branch.line, ply));
                        return;
                    }
                    if at >= line.line.tokens.len() {
                        break;
                    }
                    line.next = Step::Token(at + 1);
                }
            }
        }
        if !self.open.is_empty() {
            self.text.push(')');
        }
    }

    fn space(&mut self, word: &str) {
        if !self.text.is_empty() && !self.text.ends_with(['(', '\n']) {
            self.text.push(' ');
        }
        self.text += word;
    }

    /// The number of a token, where it needs one.
    fn number(&mut self, line: &mut Written<'_>, at: usize, needed: bool) {
        let ply = line.ply + at;
        let starts_turn = ply.is_multiple_of(2);
        if !starts_turn && !line.number && !needed {
            return;
        }
        if starts_turn && self.open.is_empty() && !self.text.is_empty() {
            self.text.push('\n');
        }
        let dots = if starts_turn { "." } else { "..." };
        self.space(&format!("{}{dots}", ply / 2 + 1));
        line.number = false;
    }

    /// A token and the comments around it. Behind the last there may be comments and variations about
    /// none.
    fn token(&mut self, line: &mut Written<'a>, at: usize, ledger: &mut Ledger) {
        let Some(token) = line.line.tokens.get(at) else {
            if !line.notes.is_empty() || !line.branches.is_empty() {
                self.number(line, at, true);
            }
            while let Some(note) = line.note(at, Place::Before) {
                self.note(note, true);
            }
            return;
        };
        let noted = line.notes.last().is_some_and(|n| n.at == at && n.place == Place::Before);
        self.number(line, at, noted);
        while let Some(note) = line.note(at, Place::Before) {
            self.note(note, true);
        }
        let word = self.word(token, line.ply + at, ledger);
        self.space(&word);
        while let Some(note) = line.note(at, Place::After) {
            line.number |= self.note(note, false);
        }
    }

    /// Writes a comment; says whether it was more than a glyph.
    fn note(&mut self, note: &Note, before: bool) -> bool {
        let digits = note.text.strip_prefix('$').unwrap_or_default();
        let is_glyph = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
        if is_glyph && !before {
            self.space(&note.text);
            return false;
        }
        let word = format!("{{{}}}", escaped_comment(&note.text));
        self.space(&word);
        true
    }

    fn word(&self, token: &Token, ply: usize, ledger: &mut Ledger) -> String {
        let mover = if ply.is_multiple_of(2) { self.first } else { self.first.other() };
        match &token.kind {
            TokenKind::Resigned => "resigned".to_owned(),
            TokenKind::TimedOut => "timeout".to_owned(),
            TokenKind::Elided => ".....".to_owned(),
            TokenKind::Unreadable(word) => format!("\"{}\"", escaped(word)),
            TokenKind::Move(text) => {
                let word = MoveStyle::OPENTAFL.write(self.record, text, mover, ledger);
                if parse_path(&word).as_deref() == Some(self.record.path(text)) {
                    return word;
                }
                format!("\"{word}\"")
            }
        }
    }
}

/// A comment with its margins kept, and nothing in it that could end it or begin a record.
fn escaped_comment(comment: &str) -> String {
    let inner = comment.trim_matches(is_margin);
    let (before, after) = match comment.find(inner) {
        Some(start) if !inner.is_empty() => (&comment[..start], &comment[start + inner.len()..]),
        _ => (comment, ""),
    };
    let mut text = String::new();
    let margin = |text: &mut String, margin: &str| {
        margin.chars().for_each(|letter| push_escaped(text, letter, COMMENT_ESCAPES));
    };
    margin(&mut text, before);
    for letter in inner.chars() {
        let kept = match letter {
            '[' => !text.ends_with('\n'),
            '\n' | ' ' | '\t' => true,
            _ => false,
        };
        if kept {
            text.push(letter);
        } else {
            push_escaped(&mut text, letter, COMMENT_ESCAPES);
        }
    }
    margin(&mut text, after);
    text
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

    fn result(text: &str) -> Option<Claim> {
        clean(text).result.map(|result| result.value)
    }

    fn words<'a>(record: &Record, text: &'a str) -> Vec<&'a str> {
        record.tokens().iter().map(|token| token.span.text(text)).collect()
    }

    #[test]
    fn one_line_games_of_a_site() {
        let text = "[Event \"Zevratafl game\"]\n[Site \"playtafl.com\"]\n[Date \"2026.04.25\"]\n\n\
                    1. h1h3 g5g2 2. f10d10 g2a2";
        let record = clean(text);
        assert_eq!(words(&record, text), ["h1h3", "g5g2", "f10d10", "g2a2"]);
        assert_eq!(record.tag("site"), Some("playtafl.com"));
        assert_eq!(record.result, None);
    }

    #[test]
    fn games_of_the_server_with_rules_of_its_own_name_it() {
        let rules = |site: &str, moves: &str| {
            let text = format!("[Event \"Game 12\"]\n[Site \"{site}\"]\n\n1. {moves}\n");
            clean(&text).rules.map(|rules| rules.value)
        };
        let named = |name: &str| Some(RulesClaim::Named(name.to_owned()));
        assert_eq!(rules("hnefatafl.org", "f2f3 f4g4 2. f3f2"), named("hnefatafl-org"));
        assert_eq!(rules("https://hnefatafl.org/", "g13g12 g9h9"), named("hnefatafl-org-13"));
        assert_eq!(rules("hnefatafl.org", "d1d2 m4l4"), named("hnefatafl-org-13"));
        assert_eq!(rules("playtafl.com", "f2f3 f4g4"), None);
        let text = "[Site \"hnefatafl.org\"]\n[Variant \"Fetlar\"]\n\n1. f2f3\n";
        assert_eq!(clean(text).rules.map(|rules| rules.value), named("Fetlar"));
    }

    #[test]
    fn the_proposal_of_a_forum() {
        let text = "[Game \"tablut\"]\n[Size \"9\"]\n[Black \"Ragna\"]\n[White \"Ketil\"]\n\
                    [Result \"0-1\"]\n[Board \"412\"]\n\n1. i6-g6 e7-g7:g6 2. a4-b4 Ke5-e7 0-1\n";
        let record = clean(text);
        assert_eq!(record.player(Side::Attackers), Some("Ragna"));
        assert_eq!(record.player(Side::Defenders), Some("Ketil"));
        assert_eq!(record.result.as_ref().unwrap().value, Claim::Won(Side::Defenders));
        let TokenKind::Move(taking) = &record.tokens()[1].kind else { panic!() };
        assert_eq!(record.captures(taking)[0].square.to_string(), "g6");
        assert_eq!(record.rules.unwrap().value, RulesClaim::Named("tablut".to_owned()));
    }

    #[test]
    fn counted_captures() {
        let text = "[Event \"e\"]\n[Variant \"WTF\"]\n[Attackers \"A\"]\n[Defenders \"D\"]\n\
                    [Result \"0-1\"]\n[Rules \"armedKing=1 x=2\"]\n[Termination \"escape\"]\n\n\
                    1. f4-f6 c4-c3  2. b4-c4 d5-c5x1 3. a1-a2x b1-b2x2";
        let record = clean(text);
        assert_eq!(record.result.as_ref().unwrap().value, Claim::Won(Side::Defenders));
        assert_eq!(record.tag("rules"), Some("armedKing=1 x=2"));
        assert_eq!(record.rules.as_ref().unwrap().value, RulesClaim::Named("WTF".to_owned()));
        let count = |token: &Token| match &token.kind {
            TokenKind::Move(text) => text.capture_count,
            _ => None,
        };
        let counts: Vec<Option<u8>> = record.tokens().iter().map(count).collect();
        assert_eq!(counts, [None, None, None, Some(1), Some(0), Some(2)]);
    }

    #[test]
    fn other_programs() {
        let hpgn =
            "[Game \"Hnefatafl\"]\n[Result \"1-0\"]\n[Date \"2020\"]\n\n1. a1-a2 ka1-ka2 1-0";
        let record = clean(hpgn);
        assert_eq!(record.result.as_ref().unwrap().value, Claim::Won(Side::Attackers));
        let TokenKind::Move(king) = &record.tokens()[1].kind else { panic!() };
        assert_eq!(king.piece, Some(PieceKind::King));
        assert_eq!(result("[Game \"Hnefatafl\"]\n\n1. a1-a2 0-0"), Some(Claim::Draw));
        let swift = "[Game \"Hnefatafl\"]\n[Variant \"Copenhagen\"]\n\n1. D1-D3 F6-F8 1/2-1/2";
        assert_eq!(result(swift), Some(Claim::Draw));
    }

    #[test]
    fn a_result_that_may_be_either_sides_is_not_claimed() {
        let text =
            "[Game \"Hnefatafl\"]\n[Variant \"Copenhagen\"]\n[Result \"1-0\"]\n\n1. D1-D3 1-0";
        let (record, faults) = read_all(text);
        assert_eq!(faults, "`1-0` does not say which side has won `1-0`");
        assert_eq!(record.result, None);
        assert_eq!(record.tag("result"), Some("1-0"));
    }

    #[test]
    fn comments_stand_where_they_were() {
        let text = "[Attackers \"A\"]\n\n{first} 1. a1-a2 {after} (1. a1-a3! $14 (1. {in} a1-a4 b1-b2)\n\
                    1... c1-c2 ; to the end\n) b1-b2 2. {before} c1-c2 3. {about none} (3. d1-d2)\n\
                    % a line *";
        let record = clean(text);
        let notes = |line: &Line| {
            let one = |n: &Note| format!("{} {:?} {}", n.at, n.place, n.text);
            line.notes.iter().map(one).collect::<Vec<_>>().join("; ")
        };
        assert_eq!(
            notes(record.main()),
            "0 Before first; 0 After after; 2 Before before; 3 Before about none; 3 Before % a line *"
        );
        let branches: Vec<usize> = record.main().branches.iter().map(|b| b.at).collect();
        assert_eq!(branches, [0, 3]);
        let variation = record.line(record.main().branches[0].line);
        assert_eq!(notes(variation), "0 After $1; 0 After $14; 1 After to the end");
        assert_eq!(variation.branches[0].at, 0);
    }

    #[test]
    fn faults_are_told() {
        insta::assert_snapshot!(read_all("[Attackers \"A\"\n[Date 2020]\n1. a1-a2 what ) [Round \"1\"] 1-0 0-1 (1. {never").1, @r#"
        a tag is written [Name "value"] `[Attackers "A"`
        a tag is written [Name "value"] `[Date 2020]`
        `what` is not a move `what`
        this bracket closes nothing `)`
        tags stand before the moves `[`
        this comment is never closed `{`
        this variation is never closed `(`
        `1-0` does not say which side has won `1-0`
        the results `1-0` and `0-1` contradict each other `0-1`
        "#);
        insta::assert_snapshot!(read_all("[Notation \"taflkit\"]\n[First \"me\"]\n[Result \"won\"]\n\n1. a1-a2 \"open\n1-0 0-1 2. a2-a3").1, @r#"
        this string is never closed `"`
        `"open` is not a move `"open`
        the result ends the game, and this follows it `a2-a3`
        `First` cannot be `me` `me`
        `result` cannot be `won` `won`
        the results `1-0` and `0-1` contradict each other `0-1`
        "#);
    }

    #[test]
    fn names_of_tags_may_have_any_capitals() {
        let text = "[event \"Yule\"]\n[attackers \"A\"]\n[DEFENDERS \"B\"]\n[timecontrol \"5+3\"]\n\
                    [ReSuLt \"1-0\"]\n[eco \"x\"]\n\n1. d1-c1 1-0\n";
        let (record, faults) = read_all(text);
        assert_eq!(faults, "");
        assert_eq!(record.result.as_ref().unwrap().value, Claim::Won(Side::Attackers));
        let tags: Vec<&str> = record.tags.iter().map(|tag| &*tag.name).collect();
        assert_eq!(tags, ["event", "attackers", "defenders", "time-control", "eco"]);
        // An entry whose name has other capitals than a tag's keeps them by way of `Tag`.
        let mut record = Record::default();
        record.add_tag("EVENT", "x", Span::default());
        assert_eq!(content_of(&record), ["EVENT=x"]);
    }

    fn content_of(record: &Record) -> Vec<String> {
        let written = write(record, &mut Ledger::default());
        let (again, faults) = read_all(&written);
        assert_eq!(faults, "", "{written}");
        again.tags.iter().map(|tag| format!("{}={}", tag.name, tag.value)).collect()
    }

    #[test]
    fn tags_given_twice_are_told_of_if_they_differ() {
        let told = |tags: &str| read_all(&format!("{tags}\n\n1. d1-c1\n")).1;
        for (one, other) in [
            ("[Result \"1-0\"]", "[Result \"0-1\"]"),
            ("[Variant \"a\"]", "[variant \"b\"]"),
            ("[Attackers \"a\"]", "[Attackers \"b\"]"),
            ("[Position \"/3/\"]", "[Position \"/5/\"]"),
            ("[First \"attackers\"]", "[First \"defenders\"]"),
            ("[Rules \"dim:7\"]", "[Rules \"dim:9\"]"),
        ] {
            let attackers = if one.contains("Attackers") { "" } else { "[Attackers \"A\"]\n" };
            assert!(
                told(&format!("{attackers}{one}\n{other}")).contains("is given twice"),
                "{one}"
            );
            assert_eq!(told(&format!("{attackers}{one}\n{one}")), "", "{one}");
        }
        // Two ways to write one result are one result, and comments may come as often as they like.
        let same = "[Attackers \"A\"]\n[Result \"1-0\"]\n[Result \"1\u{2013}0\"]";
        assert_eq!(told(same), "");
        assert_eq!(told("[Note \"a\"]\n[Note \"b\"]"), "");
        let mut record = Record::default();
        record.add_tag("attackers", "A", Span::default());
        record.add_tag("attackers", "B", Span::default());
        assert_eq!(content_of(&record), ["attackers=A", "attackers=B"]);
    }

    #[test]
    fn dashes_and_spaces_of_all_kinds_are_read() {
        let plain = "[Attackers \"A\"]\n\n1. d1-c1 d3-c3xc4! 2. d7-e7 e5-e2 1/2-1/2\n";
        let (expected, _) = read_all(plain);
        assert_eq!(expected.tokens().len(), 4);
        for text in [
            "[Attackers \"A\"]\n\n1. d1\u{2013}c1 d3\u{2014}c3xc4! 2. d7\u{2212}e7 e5\u{2012}e2 \u{bd}-\u{bd}\n",
            "\u{feff}[Attackers\u{a0}\"A\"]\n\u{200b}\n1.\u{a0}d1\u{2011}c1\u{2003}d3-c3xc4!\u{202f}2.\u{200b}d7-e7\u{200b} e5-e2 1/2\u{2013}1/2\n\u{1a}",
            "[Attackers \"A\"]\n\n1\u{2026} d1-c1 d3-c3xc4! \u{200b}2. d7-\u{200b}e7 e5-e2 \u{200b}1/2-1/2\u{200b}",
        ] {
            let (record, faults) = read_all(text);
            assert_eq!(faults, "", "{text}");
            assert!(crate::notation::same_content(&record, &expected), "{text}");
            let first = record.tokens()[0].span.text(text);
            assert!(first.starts_with("d1") && first.ends_with("c1"), "{first}");
        }
        for (word, claim) in [
            ("1\u{2013}0", Claim::Won(Side::Attackers)),
            ("0\u{2212}1", Claim::Won(Side::Defenders)),
        ] {
            for text in [
                format!("[Attackers \"A\"]\n[Result \"{word}\"]\n\n1. d1-c1\n"),
                format!("[Attackers \"A\"]\n\n1. d1-c1 {word}\n"),
            ] {
                let (record, faults) = read_all(&text);
                assert_eq!((faults.as_str(), record.result.unwrap().value), ("", claim), "{text}");
            }
        }
        // What is said keeps its dashes.
        let said = read_all("[Attackers \"A \u{2013} B\"]\n\n1. d1-c1 {so \u{2014} so}\n").0;
        assert_eq!(said.tags[0].value, "A \u{2013} B");
        assert_eq!(said.main().notes[0].text, "so \u{2014} so");
    }

    #[test]
    fn names_of_tags_can_be_turned_back() {
        for (tag, entry) in [
            ("Event", "event"),
            ("TimeControl", "time-control"),
            ("ECO", "ECO"),
            ("WhiteELO", "WhiteELO"),
        ] {
            assert_eq!(entry_name(tag), entry);
            assert_eq!(tag_name(entry).as_deref(), Some(tag));
        }
        assert_eq!(tag_name("WhiteElo"), None);
        assert_eq!(tag_name("two words"), None);
        assert_eq!(tag_name("result"), None);
        assert_eq!(tag_name("Event"), None);
    }

    #[test]
    fn depth_and_length_are_no_matter() {
        let record = nested(10_000);
        let written = write(&record, &mut Ledger::default());
        assert!(same_content(&record, &clean(&written)));
        read_all(&format!("1. a1-a2 {}", "(".repeat(100_000)));
        read_all(&"[A \"b\"]\n".repeat(20_000));
        read_all(&"1-0 0-1 ".repeat(20_000));
    }

    #[test]
    fn what_is_written() {
        let text = "[Attackers \"A\"]\n\n{c [x]} 1. a1-a2 (1. a1-a3 b1-b2 2. c1-c2) b1-b2xKc2/c3 $2\n\
                    2. c1-c2 {\u{7d7d}} resigned 0-1";
        insta::assert_snapshot!(write(&clean(text), &mut Ledger::default()), @r#"
        [Notation "taflkit"]
        [Attackers "A"]
        [Result "0-1"]

        1. {c [x]} a1-a2 (1. a1-a3 b1-b2 2. c1-c2) 1... b1-b2xkc2/c3 $2
        2. c1-c2 {絽} 2... resigned
        0-1
        "#);
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "\\PC{0,60}|([\\[\\]{}()\"$;%\\\\ \n]|1\\.|a1-a2|x|1-0|[A-Z]){0,40}") {
            testing::is_kept(&ENTRY, &text);
        }

        #[test]
        fn any_record_comes_back(record in any_record()) {
            testing::comes_back_but_for_boards(&ENTRY, record);
        }
    }
}
