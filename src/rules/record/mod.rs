//! Rules records of OpenTafl notation: `dim:7 esc:e ... start:/.../`, read and written.
//!
//! Every key of the notation is read with its default. What the notation has no words for goes
//! into keys of our own, which other readers skip; [`KEYS`] lists them all, and says which are ours.
//! Where the two say different things, our key wins.
//!
//! Where OpenTafl's program does what no key of the notation says, a record means what the program
//! does: commanders and knights of the attackers help to take the king (`ctk:n` says that they do
//! not). Its slips are not followed: with such pieces on the board it no longer lets four ordinary
//! men take a strong king, nor two a king that is weak away from his throne.
//!
//! Two keys have been read in different ways by different programs, and each gets a
//! [`ProblemKind`] of its own when a record leans on it:
//! - `tfr:w` and `tfr:l`. The notation's text lets the side that brings about the third occurrence
//!   win under `w`; the program that defined the notation makes it lose. Games were played under
//!   the program, so `w` is read as "the mover loses" and `l` as "the opener loses". A `rep:` key
//!   settles it.
//! - `dfor:` with the same squares as `afor:`, a known slip of the program's writer.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use nom::bytes::complete::take_while1;
use nom::character::complete::{char, multispace0};
use nom::combinator::{opt, rest};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use crate::board::{
    BoardSize, BoardSizeError, Piece, PieceKind, PieceSet, RowOrder, Setup, SetupError, Side,
    Square,
};

use super::{
    Berserk, Escape, Jump, Jumps, KingArms, KingCapture, NoCaptureLimit, Repetition,
    RepetitionVerdict, Ruleset, RulesetError, Shieldwall, SpecialSquares, Speeds, Stuck, TurnUnit,
};

/// One key of a rules record.
pub struct Key {
    /// As written before the colon.
    pub name: &'static str,
    /// What it says, with its values.
    pub meaning: &'static str,
    /// Whether it is an extension of ours.
    pub ours: bool,
    read: fn(&mut Ruleset, &str) -> Result<(), &'static str>,
    write: fn(&Ruleset) -> String,
    insist: fn(&Ruleset) -> bool,
}

/// A ruleset read from a record, with what is doubtful about the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The rules.
    pub ruleset: Ruleset,
    /// Unknown keys and the like; none of them stops play.
    pub warnings: Vec<Problem>,
}

/// Something wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The bytes of the record that it is about.
    pub span: Range<usize>,
    /// What it is.
    pub kind: ProblemKind,
}

/// What can be wrong with a rules record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// A word that is not `key:value`.
    NotAKey(String),
    /// A key that nobody defines.
    UnknownKey {
        /// The key.
        key: String,
        /// The known key that is most like it.
        nearest: Option<&'static str>,
    },
    /// A key given twice; the last one counts.
    Repeated(&'static str),
    /// A value that the key does not have.
    BadValue {
        /// The key.
        key: &'static str,
        /// The value.
        value: String,
        /// What would have been right.
        expected: &'static str,
    },
    /// A key that a record cannot do without.
    Missing(&'static str),
    /// The stated size is not that of the start position.
    SizeDiffers {
        /// As stated by `dim`.
        stated: usize,
        /// As drawn by `start`.
        drawn: BoardSize,
    },
    /// The stated size is no board size.
    Size(BoardSizeError),
    /// The start position cannot be read.
    Start(SetupError),
    /// The rules cannot be played.
    Unplayable(RulesetError),
    /// `tfr:w` or `tfr:l` without `rep:`.
    AmbiguousRepetition(char),
    /// `dfor` repeats `afor`.
    CopiedForts,
}

impl ProblemKind {
    /// Whether no ruleset comes out of such a record.
    pub const fn is_error(&self) -> bool {
        !matches!(
            self,
            Self::UnknownKey { .. }
                | Self::Repeated(_)
                | Self::AmbiguousRepetition(_)
                | Self::CopiedForts
        )
    }

    /// What to do about it.
    pub fn help(&self) -> String {
        match self {
            Self::NotAKey(_) => "write every rule as `key:value`, spaces only between rules".into(),
            Self::UnknownKey { nearest: Some(nearest), .. } => {
                format!("did you mean `{nearest}:`?")
            }
            Self::UnknownKey { nearest: None, .. } => {
                "the key is left out of account; `tafl explain T405` lists the known ones".into()
            }
            Self::Repeated(key) => format!("keep one `{key}:`"),
            Self::BadValue { expected, .. } => format!("expected {expected}"),
            Self::Missing(key) => format!("add `{key}:`"),
            Self::SizeDiffers { drawn, .. } => {
                format!("write `dim:{}`, or give a start position of the stated size", drawn.side())
            }
            Self::Size(_) | Self::Start(_) | Self::Unplayable(_) => {
                "mend the record, or give other rules with --variant".into()
            }
            Self::AmbiguousRepetition(_) => {
                "add `rep:mover`, `rep:opener` or `rep:defenders` to say who loses".into()
            }
            Self::CopiedForts => "list the defenders' own forts, or leave `dfor:` out".into(),
        }
    }
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAKey(word) => write!(f, "`{word}` is not a rule of the form key:value"),
            Self::UnknownKey { key, .. } => write!(f, "unknown rules key `{key}`"),
            Self::Repeated(key) => write!(f, "`{key}` is given twice; the last one counts"),
            Self::BadValue { key, value, .. } => write!(f, "`{key}` cannot be `{value}`"),
            Self::Missing(key) => write!(f, "the rules record has no `{key}`"),
            Self::SizeDiffers { stated, drawn } => {
                write!(f, "the record says dim:{stated}, but its start position is {drawn}")
            }
            Self::Size(error) => error.fmt(f),
            Self::Start(error) => error.fmt(f),
            Self::Unplayable(error) => error.fmt(f),
            Self::AmbiguousRepetition(value) => {
                let (loser, other) =
                    if *value == 'w' { ("mover", "opener") } else { ("opener", "mover") };
                write!(
                    f,
                    "`tfr:{value}` is read in two ways; taken as: the {loser} of a threefold \
                     repetition loses, though the notation's text has the {other} lose"
                )
            }
            Self::CopiedForts => {
                write!(f, "`dfor` lists the same squares as `afor`, a known slip of one writer")
            }
        }
    }
}

/// Reads a whole rules record.
///
/// # Errors
/// Everything in the record that keeps it from being a ruleset, warnings included.
pub fn parse(record: &str) -> Result<Parsed, Vec<Problem>> {
    build(None, record)
}

/// Reads rules that change some of another ruleset's, as in `copenhagen` with `start:/.../`.
///
/// # Errors
/// As [`parse`].
pub fn amend(base: &Ruleset, changes: &str) -> Result<Parsed, Vec<Problem>> {
    build(Some(base), changes)
}

/// Writes the record that reads back as this ruleset. Defaults are left out.
pub fn write(ruleset: &Ruleset) -> String {
    let mut so_far = defaults(ruleset.start.clone());
    let mut record = format!("dim:{}", ruleset.size().side());
    for key in KEYS {
        let value = (key.write)(ruleset);
        let mut next = so_far.clone();
        let kept = (key.read)(&mut next, &value).is_ok();
        debug_assert!(kept, "{} wrote a value it cannot read: {value}", key.name);
        if next != so_far || (key.insist)(ruleset) {
            record.push_str(&format!(" {}:{value}", key.name));
            so_far = next;
        }
    }
    debug_assert_eq!(so_far, *ruleset, "the keys cannot say everything");
    record.push_str(&format!(" start:{}", ruleset.start));
    record
}

/// Whether a text begins like a rules record or a change to one.
pub fn is_rule(word: &str) -> bool {
    let key = word.split(':').next().unwrap_or_default();
    word.contains(':') && (is_frame(key) || KEYS.iter().any(|known| known.name == key))
}

fn is_frame(key: &str) -> bool {
    matches!(key, "dim" | "start" | "starti")
}

struct Entry<'a> {
    key: &'a str,
    value: &'a str,
    span: Range<usize>,
}

/// `key:value`, the key of letters, the value up to the end of the word.
fn rule(word: &str) -> IResult<&str, (&str, &str)> {
    let key = take_while1(|letter: char| letter.is_ascii_alphanumeric() || letter == '-');
    (terminated(key, char(':')), rest).parse(word)
}

fn word(text: &str) -> IResult<&str, Option<&str>> {
    preceded(multispace0, opt(take_while1(|letter: char| !letter.is_whitespace()))).parse(text)
}

fn entries<'a>(record: &'a str, problems: &mut Vec<Problem>) -> Vec<Entry<'a>> {
    let mut entries = Vec::new();
    let mut left = record;
    while let Ok((after, Some(text))) = word(left) {
        let end = record.len() - after.len();
        let span = end - text.len()..end;
        match rule(text) {
            Ok((_, (key, value))) => entries.push(Entry { key, value, span }),
            Err(_) => {
                problems.push(Problem { span, kind: ProblemKind::NotAKey(text.to_owned()) });
            }
        }
        left = after;
    }
    entries
}

fn build(base: Option<&Ruleset>, record: &str) -> Result<Parsed, Vec<Problem>> {
    let mut problems = Vec::new();
    let entries = entries(record, &mut problems);
    find_repeated_and_unknown(&entries, &mut problems);
    let start = read_start(base, &entries, record, &mut problems);
    let framed = start.and_then(|(start, span)| match base {
        None => Some(defaults(start)),
        Some(base) => base
            .on_board(start)
            .map_err(|error| problems.push(Problem { span, kind: ProblemKind::Unplayable(error) }))
            .ok(),
    });
    let Some(mut ruleset) = framed else { return Err(problems) };
    for key in KEYS {
        let Some(entry) = entries.iter().rfind(|entry| entry.key == key.name) else { continue };
        if let Err(expected) = (key.read)(&mut ruleset, entry.value) {
            let value = entry.value.to_owned();
            let kind = ProblemKind::BadValue { key: key.name, value, expected };
            problems.push(Problem { span: entry.span.clone(), kind });
        }
    }
    find_doubtful(&entries, &mut problems);
    if let Err(error) = ruleset.check() {
        let start = entries.iter().rfind(|entry| entry.key.starts_with("start"));
        let span = start.map_or(0..record.len(), |entry| entry.span.clone());
        problems.push(Problem { span, kind: ProblemKind::Unplayable(error) });
    }
    problems.sort_by_key(|problem| problem.span.start);
    if problems.iter().any(|problem| problem.kind.is_error()) {
        return Err(problems);
    }
    Ok(Parsed { ruleset, warnings: problems })
}

fn find_repeated_and_unknown(entries: &[Entry<'_>], problems: &mut Vec<Problem>) {
    for (at, entry) in entries.iter().enumerate() {
        let span = entry.span.clone();
        let known = names().find(|&name| name == entry.key);
        let Some(known) = known else {
            let nearest = nearest_key(entry.key);
            let kind = ProblemKind::UnknownKey { key: entry.key.to_owned(), nearest };
            problems.push(Problem { span, kind });
            continue;
        };
        if entries[..at].iter().any(|earlier| earlier.key == entry.key) {
            problems.push(Problem { span, kind: ProblemKind::Repeated(known) });
        }
    }
}

fn names() -> impl Iterator<Item = &'static str> {
    ["dim", "start", "starti"].into_iter().chain(KEYS.iter().map(|key| key.name))
}

fn nearest_key(key: &str) -> Option<&'static str> {
    names()
        .filter(|name| key.len() <= name.len() + 2)
        .map(|name| (strsim::damerau_levenshtein(name, key), name))
        .filter(|&(distance, _)| distance <= 2 && distance < key.len())
        .min()
        .map(|(_, name)| name)
}

fn read_start(
    base: Option<&Ruleset>,
    entries: &[Entry<'_>],
    record: &str,
    problems: &mut Vec<Problem>,
) -> Option<(Setup, Range<usize>)> {
    let mut fault = |span: &Range<usize>, kind| {
        problems.push(Problem { span: span.clone(), kind });
        None
    };
    let whole = 0..record.len();
    let dim = entries.iter().rfind(|entry| entry.key == "dim");
    let start = entries.iter().rfind(|entry| matches!(entry.key, "start" | "starti"));
    let (setup, span) = match (start, base) {
        (Some(entry), _) => {
            let order = match entry.key {
                "starti" => RowOrder::LastRankFirst,
                _ => RowOrder::FirstRankFirst,
            };
            match Setup::from_record(entry.value, order) {
                Ok(setup) => (setup, entry.span.clone()),
                Err(error) => return fault(&entry.span, ProblemKind::Start(error)),
            }
        }
        (None, Some(base)) => (base.start.clone(), whole.clone()),
        (None, None) => return fault(&whole, ProblemKind::Missing("start")),
    };
    let Some(dim) = dim else {
        return match base {
            Some(_) => Some((setup, span)),
            None => fault(&whole, ProblemKind::Missing("dim")),
        };
    };
    let Ok(stated) = dim.value.parse::<usize>() else {
        let value = dim.value.to_owned();
        let expected = "an odd number from 5 to 19";
        return fault(&dim.span, ProblemKind::BadValue { key: "dim", value, expected });
    };
    match BoardSize::new(stated) {
        Err(error) => fault(&dim.span, ProblemKind::Size(error)),
        Ok(size) if size != setup.size() => {
            fault(&dim.span, ProblemKind::SizeDiffers { stated, drawn: setup.size() })
        }
        Ok(_) => Some((setup, span)),
    }
}

fn find_doubtful(entries: &[Entry<'_>], problems: &mut Vec<Problem>) {
    let find = |name| entries.iter().rfind(|entry| entry.key == name);
    if let (Some(threefold), None) = (find("tfr"), find("rep"))
        && let Some(value) = ['w', 'l'].into_iter().find(|&v| threefold.value == v.to_string())
    {
        let kind = ProblemKind::AmbiguousRepetition(value);
        problems.push(Problem { span: threefold.span.clone(), kind });
    }
    if let (Some(attackers), Some(defenders)) = (find("afor"), find("dfor")) {
        let same = read_squares(attackers.value) == read_squares(defenders.value);
        if same && !defenders.value.is_empty() {
            let kind = ProblemKind::CopiedForts;
            problems.push(Problem { span: defenders.span.clone(), kind });
        }
    }
}

/// The rules that the notation means by a record with nothing but a board and a start position.
fn defaults(start: Setup) -> Ruleset {
    let size = start.size();
    let special = |squares: BTreeSet<Square>, stop, pass, hostile_empty| SpecialSquares {
        squares,
        stop,
        pass,
        reenter: PieceSet::ALL,
        hostile_empty,
        hostile_with_king: PieceSet::NONE,
        hostile_outside: PieceSet::NONE,
    };
    let king = PieceSet::KING;
    let defenders = PieceSet::DEFENDERS | king;
    Ruleset {
        name: String::new(),
        first: Side::Attackers,
        escape: Escape::Corners,
        throne: SpecialSquares {
            hostile_with_king: PieceSet::ATTACKERS,
            ..special([size.centre()].into(), king, PieceSet::ALL, PieceSet::ALL)
        },
        corners: special(size.corners().into(), king, king, PieceSet::ALL),
        attacker_forts: special([].into(), PieceSet::ALL, PieceSet::ALL, defenders),
        defender_forts: special([].into(), defenders, defenders, PieceSet::ATTACKERS),
        edge_hostile_to: PieceSet::NONE,
        king_capture: KingCapture::FourSides,
        king_arms: KingArms::Armed,
        speeds: Speeds::UNLIMITED,
        shieldwall: None,
        exit_fort: false,
        encirclement: true,
        repetition: Repetition { verdict: RepetitionVerdict::Draw, count: 3 },
        stuck: Stuck::Loses,
        no_capture: None,
        compulsory_capture: false,
        linnaean_capture: false,
        berserk: None,
        jumps: Jumps::NONE
            .with(PieceKind::Knight, Jump::Capturing)
            .with(PieceKind::Commander, Jump::OverEnemy),
        commanders_take_king: true,
        start,
    }
}

const YES_NO: &str = "y or n";
const SQUARES: &str = "squares with commas between, as in a1,k1";
const PIECES: &str = "piece letters out of tcnkmgTCNKMG, or nothing";
const JUMPS: &str =
    "n (none), r (restricted), j (over an enemy), c (taking it) or a (over any man)";

fn never(_: &Ruleset) -> bool {
    false
}

/// Looks a value up in a table of letters.
fn choose<T: Copy>(
    table: &[(&str, T)],
    value: &str,
    expected: &'static str,
) -> Result<T, &'static str> {
    table.iter().find(|(text, _)| *text == value).map(|&(_, meaning)| meaning).ok_or(expected)
}

/// The first letter in a table for a meaning.
fn letter<T: PartialEq>(table: &[(&str, T)], meaning: &T) -> String {
    let found = table.iter().find(|(_, known)| known == meaning);
    found.map_or_else(String::new, |(text, _)| (*text).to_owned())
}

fn read_bool(value: &str) -> Result<bool, &'static str> {
    choose(&[("y", true), ("n", false)], value, YES_NO)
}

fn write_bool(value: bool) -> String {
    (if value { "y" } else { "n" }).to_owned()
}

fn read_squares(value: &str) -> Result<BTreeSet<Square>, &'static str> {
    let names = value.split(',').filter(|name| !name.is_empty());
    names.map(|name| name.parse().map_err(|_| SQUARES)).collect()
}

fn write_squares(squares: &BTreeSet<Square>) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(",")
}

fn read_pieces(value: &str) -> Result<PieceSet, &'static str> {
    value.chars().map(|letter| Piece::from_letter(letter).ok_or(PIECES)).collect()
}

const TOOK: [(&str, KingCapture); 6] = [
    ("s", KingCapture::FourSides),
    ("w", KingCapture::TwoSides),
    ("c", KingCapture::FourSidesByThrone),
    ("m", KingCapture::FourSides),
    ("y", KingCapture::FourSides),
    ("n", KingCapture::TwoSides),
];

const SIDES: [(&str, KingCapture); 4] = [
    ("2", KingCapture::TwoSides),
    ("4", KingCapture::FourSides),
    ("beside", KingCapture::FourSidesByThrone),
    ("on", KingCapture::FourSidesOnThrone),
];

const ARMS: [(&str, KingArms); 4] = [
    ("y", KingArms::Armed),
    ("n", KingArms::Unarmed),
    ("h", KingArms::HammerOnly),
    ("a", KingArms::AnvilOnly),
];

const JUMP: [(&str, Jump); 5] = [
    ("n", Jump::None),
    ("r", Jump::Restricted),
    ("j", Jump::OverEnemy),
    ("c", Jump::Capturing),
    ("a", Jump::OverAny),
];

const THREEFOLD: [(&str, RepetitionVerdict); 4] = [
    ("i", RepetitionVerdict::Nothing),
    ("d", RepetitionVerdict::Draw),
    ("w", RepetitionVerdict::MoverLoses),
    ("l", RepetitionVerdict::OpenerLoses),
];

const REPEATED: [(&str, RepetitionVerdict); 6] = [
    ("none", RepetitionVerdict::Nothing),
    ("draw", RepetitionVerdict::Draw),
    ("defenders", RepetitionVerdict::DefendersLose),
    ("mover", RepetitionVerdict::MoverLoses),
    ("opener", RepetitionVerdict::OpenerLoses),
    ("illegal", RepetitionVerdict::DefendersMayNot),
];

/// At which occurrence repetition counts where a record does not say: at the third, but what may not
/// come again is there once.
const fn usual_count(verdict: RepetitionVerdict) -> u8 {
    if matches!(verdict, RepetitionVerdict::DefendersMayNot) { 2 } else { 3 }
}

/// What a side may leave and what it must do.
const DUTIES: [(&str, bool); 2] = [("may", false), ("must", true)];

const SHIELDWALLS: [(&str, Option<bool>); 3] = [("n", None), ("w", Some(false)), ("s", Some(true))];

/// The letters that a list of speeds of each length is about.
const SPEED_LISTS: [(usize, &str); 3] = [(8, "tcnkTCNK"), (10, "tcnkmTCNKM"), (12, "tcnkmgTCNKMG")];

fn read_speeds(rules: &mut Ruleset, value: &str) -> Result<(), &'static str> {
    const EXPECTED: &str = "1, 2, 8, 10 or 12 numbers with commas between, -1 for no limit";
    let list: Vec<&str> = value.trim_end_matches(',').split(',').collect();
    let numbers = list.iter().map(|text| match text.parse::<i32>() {
        Ok(-1) => Ok(None),
        Ok(number) => u8::try_from(number).map(Some).map_err(|_| EXPECTED),
        Err(_) => Err(EXPECTED),
    });
    let numbers: Vec<Option<u8>> = numbers.collect::<Result<_, _>>()?;
    let mut limits = [None; Piece::COUNT];
    match *numbers.as_slice() {
        [all] => limits.fill(all),
        [attackers, defenders] => {
            limits[..6].fill(attackers);
            limits[6..].fill(defenders);
        }
        _ => {
            let (_, letters) =
                SPEED_LISTS.iter().find(|(length, _)| *length == numbers.len()).ok_or(EXPECTED)?;
            for (piece, limit) in letters.chars().filter_map(Piece::from_letter).zip(numbers) {
                limits[piece.index()] = limit;
            }
        }
    }
    rules.speeds = Speeds::new(limits);
    Ok(())
}

fn write_speeds(rules: &Ruleset) -> String {
    let limits = rules.speeds.limits();
    let text = |limit: &Option<u8>| limit.map_or_else(|| "-1".to_owned(), |n| n.to_string());
    match limits.iter().all(|limit| *limit == limits[0]) {
        true => text(&limits[0]),
        false => limits.iter().map(text).collect::<Vec<_>>().join(","),
    }
}

fn read_limit(rules: &mut Ruleset, value: &str) -> Result<(), &'static str> {
    const EXPECTED: &str = "a number and its unit, 100p for plies or 50r for rounds, or 0";
    if value == "0" {
        rules.no_capture = None;
        return Ok(());
    }
    let units = [('p', TurnUnit::Plies), ('r', TurnUnit::Rounds)];
    let split = units.iter().find_map(|&(end, unit)| Some((value.strip_suffix(end)?, unit)));
    let (number, unit) = split.ok_or(EXPECTED)?;
    let limit = number.parse().map_err(|_| EXPECTED)?;
    rules.no_capture = Some(NoCaptureLimit { limit, unit });
    Ok(())
}

fn write_limit(rules: &Ruleset) -> String {
    match rules.no_capture {
        None => "0".to_owned(),
        Some(NoCaptureLimit { limit, unit: TurnUnit::Plies }) => format!("{limit}p"),
        Some(NoCaptureLimit { limit, unit: TurnUnit::Rounds }) => format!("{limit}r"),
    }
}

fn read_repetition(rules: &mut Ruleset, value: &str) -> Result<(), &'static str> {
    const EXPECTED: &str = "none, draw, defenders, mover or opener (who loses) or illegal (for the \
                            defenders), then perhaps a count as in draw/4";
    let (verdict, count) = match value.split_once('/') {
        Some((verdict, count)) => (verdict, Some(count.parse().map_err(|_| EXPECTED)?)),
        None => (value, None),
    };
    let verdict = choose(&REPEATED, verdict, EXPECTED)?;
    let count = count.unwrap_or_else(|| usual_count(verdict));
    rules.repetition = Repetition { verdict, count };
    Ok(())
}

fn write_repetition(rules: &Ruleset) -> String {
    let verdict = letter(&REPEATED, &rules.repetition.verdict);
    match rules.repetition.count {
        count if count == usual_count(rules.repetition.verdict) => verdict,
        count => format!("{verdict}/{count}"),
    }
}

fn king_middleweight(rules: &Ruleset) -> bool {
    rules.king_capture == KingCapture::FourSides && rules.edge_hostile_to == PieceSet::KING
}

fn berserk(rules: &mut Ruleset) -> &mut Berserk {
    let plain = Berserk { compulsory: false, any_hop: false, king_escapes: false };
    rules.berserk.get_or_insert(plain)
}

macro_rules! key {
    ($name:literal, $ours:literal, $meaning:literal, $read:expr, $write:expr) => {
        key!($name, $ours, $meaning, $read, $write, never)
    };
    ($name:literal, $ours:literal, $meaning:literal, $read:expr, $write:expr, $insist:expr) => {
        Key {
            name: $name,
            meaning: $meaning,
            ours: $ours,
            read: $read,
            write: $write,
            insist: $insist,
        }
    };
}

macro_rules! yes_no {
    ($name:literal, $ours:literal, $field:ident, $meaning:literal) => {
        key!(
            $name,
            $ours,
            $meaning,
            |rules, value| read_bool(value).map(|yes| rules.$field = yes),
            |rules| write_bool(rules.$field)
        )
    };
}

macro_rules! places {
    ($name:literal, $group:ident, $meaning:literal) => {
        key!(
            $name,
            false,
            $meaning,
            |rules, value| read_squares(value).map(|squares| rules.$group.squares = squares),
            |rules| write_squares(&rules.$group.squares)
        )
    };
}

macro_rules! pieces {
    ($name:literal, $ours:literal, $group:ident . $field:ident, $meaning:literal) => {
        key!(
            $name,
            $ours,
            $meaning,
            |rules, value| read_pieces(value).map(|pieces| rules.$group.$field = pieces),
            |rules| rules.$group.$field.to_string()
        )
    };
}

macro_rules! jump {
    ($name:literal, $ours:literal, $kind:ident, $meaning:literal) => {
        key!(
            $name,
            $ours,
            $meaning,
            |rules, value| {
                let jump = choose(&JUMP, value, JUMPS)?;
                rules.jumps = rules.jumps.with(PieceKind::$kind, jump);
                Ok(())
            },
            |rules| letter(&JUMP, &rules.jumps.of(PieceKind::$kind))
        )
    };
}

/// Every key but `dim` and `start`, in the order in which they take effect and are written.
pub const KEYS: &[Key] = &[
    key!(
        "name",
        false,
        "what the rules are called, `_` for a space",
        |rules, value| {
            rules.name = value.replace('_', " ");
            Ok(())
        },
        |rules| rules.name.split_whitespace().collect::<Vec<_>>().join("_")
    ),
    key!(
        "esc",
        false,
        "where the king wins: c on the corners, e on the edge",
        |rules, value| {
            let table = [("c", Escape::Corners), ("e", Escape::Edge)];
            let found = table.into_iter().find(|(text, _)| *text == value);
            rules.escape = found.ok_or("c or e")?.1;
            Ok(())
        },
        |rules| (if rules.escape == Escape::Edge { "e" } else { "c" }).to_owned()
    ),
    key!(
        "goal",
        true,
        "the squares where the king wins, where they are neither the corners nor the edge",
        |rules, value| {
            if !value.is_empty() {
                rules.escape = Escape::Squares(read_squares(value)?);
            }
            Ok(())
        },
        |rules| match &rules.escape {
            Escape::Squares(squares) => write_squares(squares),
            Escape::Edge | Escape::Corners => String::new(),
        }
    ),
    yes_no!("surf", false, encirclement, "whether closing in every defender wins: y or n"),
    key!(
        "atkf",
        false,
        "whether the attackers move first: y or n",
        |rules, value| {
            let first = read_bool(value)?;
            rules.first = if first { Side::Attackers } else { Side::Defenders };
            Ok(())
        },
        |rules| write_bool(rules.first == Side::Attackers)
    ),
    key!(
        "tfr",
        false,
        "the third occurrence of a position: i nothing, d a draw, w the mover loses, l the opener loses",
        |rules, value| {
            let verdict = choose(&THREEFOLD, value, "i, d, w or l")?;
            rules.repetition = Repetition { verdict, count: 3 };
            Ok(())
        },
        |rules| match rules.repetition.verdict {
            RepetitionVerdict::DefendersLose | RepetitionVerdict::DefendersMayNot => "w".to_owned(),
            verdict => letter(&THREEFOLD, &verdict),
        }
    ),
    key!(
        "rep",
        true,
        "the same, and who loses: none, draw, defenders, mover or opener; or illegal, where the \
         defenders may not bring it about; perhaps with the occurrence that counts, as in draw/4",
        read_repetition,
        write_repetition,
        |rules| !matches!(
            rules.repetition.verdict,
            RepetitionVerdict::Nothing | RepetitionVerdict::Draw
        )
    ),
    key!(
        "stuck",
        true,
        "a side without a legal move: lose or draw",
        |rules, value| {
            let table = [("lose", Stuck::Loses), ("draw", Stuck::Draws)];
            rules.stuck = choose(&table, value, "lose or draw")?;
            Ok(())
        },
        |rules| (if rules.stuck == Stuck::Loses { "lose" } else { "draw" }).to_owned()
    ),
    key!(
        "quiet",
        true,
        "after how long without a capture the game is drawn: 100p in plies, 50r in rounds, 0 never",
        read_limit,
        write_limit
    ),
    key!(
        "ka",
        false,
        "whether the king helps to take: y, n, h by moving only, a as the far side only",
        |rules, value| {
            rules.king_arms = choose(&ARMS, value, "y, n, h or a")?;
            Ok(())
        },
        |rules| letter(&ARMS, &rules.king_arms)
    ),
    key!(
        "ks",
        false,
        "how the king is taken: s on four sides, w on two, c on four by the throne and two \
         elsewhere, m on four with the edge as a side; y and n are old words for s and w",
        |rules, value| {
            rules.king_capture = choose(&TOOK, value, "s, w, c, m, y or n")?;
            rules.edge_hostile_to = if value == "m" { PieceSet::KING } else { PieceSet::NONE };
            rules.commanders_take_king = value != "m";
            Ok(())
        },
        |rules| match rules.king_capture {
            _ if king_middleweight(rules) => "m".to_owned(),
            KingCapture::FourSidesOnThrone => "c".to_owned(),
            capture => letter(&TOOK, &capture),
        }
    ),
    key!(
        "kcap",
        true,
        "the same without the edge: 2, 4, beside (four on or beside the throne), on (four on it only)",
        |rules, value| {
            rules.king_capture = choose(&SIDES, value, "2, 4, beside or on")?;
            Ok(())
        },
        |rules| letter(&SIDES, &rules.king_capture)
    ),
    key!(
        "edgeh",
        true,
        "the pieces to which the edge of the board is hostile",
        |rules, value| read_pieces(value).map(|pieces| rules.edge_hostile_to = pieces),
        |rules| rules.edge_hostile_to.to_string()
    ),
    jump!("kj", false, King, "how the king jumps: n, r, j, c or a"),
    jump!("nj", false, Knight, "how knights jump"),
    jump!("cj", false, Commander, "how commanders jump"),
    jump!("mj", false, Mercenary, "how mercenaries jump"),
    jump!("tj", true, Taflman, "how taflmen jump"),
    jump!("gj", true, Guard, "how guards jump"),
    key!(
        "spd",
        false,
        "how many squares a piece may move, -1 for no limit: one number for all, two for attackers \
         and defenders, or one a piece in the order tcnkmgTCNKMG (lists of 8 and 10 leave kinds out)",
        read_speeds,
        write_speeds
    ),
    places!("cor", corners, "the corner squares"),
    places!("cen", throne, "the throne squares"),
    places!("afor", attacker_forts, "the attackers' forts"),
    places!("dfor", defender_forts, "the defenders' forts"),
    pieces!("corp", false, corners.pass, "the pieces that may slide across a corner square"),
    pieces!("cenp", false, throne.pass, "the pieces that may slide across the empty throne"),
    pieces!(
        "aforp",
        false,
        attacker_forts.pass,
        "the pieces that may slide across an attackers' fort"
    ),
    pieces!(
        "dforp",
        false,
        defender_forts.pass,
        "the pieces that may slide across a defenders' fort"
    ),
    pieces!("cors", false, corners.stop, "the pieces that may stop on a corner square"),
    pieces!("cens", false, throne.stop, "the pieces that may stop on the throne"),
    pieces!("afors", false, attacker_forts.stop, "the pieces that may stop on an attackers' fort"),
    pieces!("dfors", false, defender_forts.stop, "the pieces that may stop on a defenders' fort"),
    pieces!(
        "corre",
        false,
        corners.reenter,
        "the pieces that may come to a corner square from outside"
    ),
    pieces!("cenre", false, throne.reenter, "the pieces that may come to the throne from outside"),
    pieces!(
        "aforre",
        false,
        attacker_forts.reenter,
        "the pieces that may come to an attackers' fort from outside"
    ),
    pieces!(
        "dforre",
        false,
        defender_forts.reenter,
        "the pieces that may come to a defenders' fort from outside"
    ),
    pieces!(
        "corh",
        false,
        corners.hostile_empty,
        "the pieces to which an empty corner square is hostile"
    ),
    pieces!(
        "cenh",
        false,
        throne.hostile_with_king,
        "the pieces to which the throne is hostile with the king on it"
    ),
    pieces!(
        "cenhe",
        false,
        throne.hostile_empty,
        "the pieces to which the empty throne is hostile"
    ),
    pieces!(
        "aforh",
        false,
        attacker_forts.hostile_empty,
        "the pieces to which an empty attackers' fort is hostile"
    ),
    pieces!(
        "dforh",
        false,
        defender_forts.hostile_empty,
        "the pieces to which an empty defenders' fort is hostile"
    ),
    pieces!(
        "corhk",
        true,
        corners.hostile_with_king,
        "the pieces to which a corner square is hostile with the king on it"
    ),
    pieces!(
        "aforhk",
        true,
        attacker_forts.hostile_with_king,
        "the pieces to which an attackers' fort is hostile with the king on it"
    ),
    pieces!(
        "dforhk",
        true,
        defender_forts.hostile_with_king,
        "the pieces to which a defenders' fort is hostile with the king on it"
    ),
    pieces!(
        "corha",
        true,
        corners.hostile_outside,
        "the pieces to which a corner square is hostile whatever stands on it, unless they stand on one"
    ),
    pieces!(
        "cenha",
        true,
        throne.hostile_outside,
        "the pieces to which the throne is hostile whatever stands on it, unless they stand on one"
    ),
    pieces!(
        "aforha",
        true,
        attacker_forts.hostile_outside,
        "the pieces to which an attackers' fort is hostile whatever stands on it, unless they stand on one"
    ),
    pieces!(
        "dforha",
        true,
        defender_forts.hostile_outside,
        "the pieces to which a defenders' fort is hostile whatever stands on it, unless they stand on one"
    ),
    key!(
        "sw",
        false,
        "shieldwall captures: n none, w between men only, s also against a corner",
        |rules, value| {
            let corners_close = choose(&SHIELDWALLS, value, "n, w or s")?;
            rules.shieldwall =
                corners_close.map(|corners_close| Shieldwall { corners_close, flank_only: true });
            Ok(())
        },
        |rules| letter(&SHIELDWALLS, &rules.shieldwall.map(|wall| wall.corners_close))
    ),
    key!(
        "swf",
        false,
        "whether a shieldwall must be closed at an end: y, or n from any side",
        |rules, value| {
            let flank_only = read_bool(value)?;
            rules.shieldwall = rules.shieldwall.map(|wall| Shieldwall { flank_only, ..wall });
            Ok(())
        },
        |rules| write_bool(rules.shieldwall.is_none_or(|wall| wall.flank_only))
    ),
    yes_no!("efe", false, exit_fort, "whether an exit fort wins: y or n"),
    key!(
        "take",
        true,
        "whether a side that can take something may play another move: may, or must take",
        |rules, value| {
            rules.compulsory_capture = choose(&DUTIES, value, "may or must")?;
            Ok(())
        },
        |rules| letter(&DUTIES, &rules.compulsory_capture)
    ),
    yes_no!("linc", false, linnaean_capture, "Linnaeus' capture beside the throne: y or n"),
    key!(
        "ber",
        false,
        "turns that go on after a capture: n no, c by hops that take, m by any hop",
        |rules, value| {
            let table = [("n", None), ("c", Some(false)), ("m", Some(true))];
            let any_hop = choose(&table, value, "n, c or m")?;
            rules.berserk =
                any_hop.map(|any_hop| Berserk { compulsory: false, any_hop, king_escapes: false });
            Ok(())
        },
        |rules| {
            let table = [("n", None), ("c", Some(false)), ("m", Some(true))];
            letter(&table, &rules.berserk.map(|berserk| berserk.any_hop))
        }
    ),
    key!(
        "chain",
        true,
        "whether a piece that took may stop while another capture is on offer: may or must go on",
        |rules, value| {
            let compulsory = choose(&DUTIES, value, "may or must")?;
            if compulsory || rules.berserk.is_some() {
                berserk(rules).compulsory = compulsory;
            }
            Ok(())
        },
        |rules| letter(&DUTIES, &rules.berserk.is_some_and(|berserk| berserk.compulsory))
    ),
    key!(
        "kchain",
        true,
        "whether the king may end a chain by escaping without a capture: y or n",
        |rules, value| {
            let escapes = read_bool(value)?;
            if escapes || rules.berserk.is_some() {
                berserk(rules).king_escapes = escapes;
            }
            Ok(())
        },
        |rules| write_bool(rules.berserk.is_some_and(|berserk| berserk.king_escapes))
    ),
    yes_no!(
        "ctk",
        true,
        commanders_take_king,
        "whether a commander or knight of the attackers takes the king against another one or a corner: \
         y or n; y unless ks:m is given"
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variants;
    use proptest::prelude::*;

    const SMALL: &str = "start:/2t2/5/t1K1t/5/2t2/";

    fn read(rules: &str) -> Ruleset {
        parse(&format!("dim:5 {rules} {SMALL}")).unwrap().ruleset
    }

    fn problems(record: &str) -> Vec<String> {
        let problems = match parse(record) {
            Ok(parsed) => parsed.warnings,
            Err(problems) => problems,
        };
        let told = |p: &Problem| format!("{:?} {} ({})", p.span, p.kind, p.kind.help());
        problems.iter().map(told).collect()
    }

    #[test]
    fn defaults_are_those_of_the_notation() {
        let rules = read("");
        assert_eq!(rules.first, Side::Attackers);
        assert_eq!(rules.escape, Escape::Corners);
        assert!(rules.encirclement && !rules.exit_fort && rules.shieldwall.is_none());
        assert_eq!(rules.jumps.of(PieceKind::Knight), Jump::Capturing);
        assert_eq!(rules.jumps.of(PieceKind::Commander), Jump::OverEnemy);
        assert_eq!(rules.throne.squares, BTreeSet::from([Square::new(2, 2)]));
        assert_eq!(rules.corners.squares.len(), 4);
    }

    #[test]
    fn empty_lists_differ_from_absent_ones() {
        let rules = read("cor: cen: cenh: goal:e1");
        assert!(rules.corners.squares.is_empty() && rules.throne.squares.is_empty());
        assert!(rules.throne.hostile_with_king.is_empty());
    }

    #[test]
    fn old_words_and_trailing_commas_are_read() {
        assert_eq!(read("ks:y").king_capture, KingCapture::FourSides);
        assert_eq!(read("ks:n").king_capture, KingCapture::TwoSides);
        assert_eq!(read("cor:a1,e5,").corners.squares.len(), 2);
    }

    #[test]
    fn speeds_are_read_in_every_length() {
        let king = Piece::new(Side::Defenders, PieceKind::King);
        let man = Piece::new(Side::Attackers, PieceKind::Taflman);
        let both = |list: &str| {
            let speeds = read(&format!("spd:{list}")).speeds;
            (speeds.of(man), speeds.of(king))
        };
        assert_eq!(both("1"), (Some(1), Some(1)));
        assert_eq!(both("2,3,"), (Some(2), Some(3)));
        assert_eq!(both("1,-1,-1,-1,-1,-1,-1,4"), (Some(1), Some(4)));
        assert_eq!(both("1,-1,-1,-1,-1,-1,-1,-1,4,-1"), (Some(1), Some(4)));
        assert_eq!(both("1,-1,-1,-1,-1,-1,-1,-1,-1,4,-1,-1,"), (Some(1), Some(4)));
    }

    #[test]
    fn our_keys_override_the_notation() {
        let rules = read("rep:defenders/4 tfr:d kcap:on ks:s");
        let expected = Repetition { verdict: RepetitionVerdict::DefendersLose, count: 4 };
        assert_eq!(rules.repetition, expected);
        assert_eq!(rules.king_capture, KingCapture::FourSidesOnThrone);
    }

    #[test]
    fn problems_say_where_what_and_how() {
        insta::assert_snapshot!(problems("dim:5 srf:n xyzzy:1 tfr:w start:/2t2/5/t1K1t/5/2t2/").join("\n"), @r"
        6..11 unknown rules key `srf` (did you mean `surf:`?)
        12..19 unknown rules key `xyzzy` (the key is left out of account; `tafl explain T405` lists the known ones)
        20..25 `tfr:w` is read in two ways; taken as: the mover of a threefold repetition loses, though the notation's text has the opener lose (add `rep:mover`, `rep:opener` or `rep:defenders` to say who loses)
        ");
        insta::assert_snapshot!(problems("dim:7 esc:q start:/2t2/5/t1K1t/5/2t2/").join("\n"), @"0..5 the record says dim:7, but its start position is 5x5 (write `dim:5`, or give a start position of the stated size)");
        insta::assert_snapshot!(problems("dim:5 esc:q knights start:/2t2/5/t1K1t/5/2t2/").join("\n"), @r"
        6..11 `esc` cannot be `q` (expected c or e)
        12..19 `knights` is not a rule of the form key:value (write every rule as `key:value`, spaces only between rules)
        ");
        insta::assert_snapshot!(problems("dim:4 start:/2t2/5/t1K1t/5/2t2/").join("\n"), @"0..5 a board of 4 squares a side cannot be played: sizes are odd, from 5 to 19 (mend the record, or give other rules with --variant)");
        insta::assert_snapshot!(problems("dim:5 surf:n surf:y afor:a1 dfor:a1, start:/2t2/5/t1K1t/5/2t2/").join("\n"), @r"
        13..19 `surf` is given twice; the last one counts (keep one `surf:`)
        28..36 `dfor` lists the same squares as `afor`, a known slip of one writer (list the defenders' own forts, or leave `dfor:` out)
        ");
        insta::assert_snapshot!(problems("dim:5 start:/2K2/5/t1K1t/5/2t2/").join("\n"), @"6..31 the start position cannot be played: there are kings on c1 and c3: a position has one (mend the record, or give other rules with --variant)");
    }

    #[test]
    fn key_names_are_distinct() {
        let all: BTreeSet<&str> = names().collect();
        assert_eq!(all.len(), names().count());
    }

    #[test]
    fn every_variant_reads_back() {
        for variant in variants::all() {
            let ruleset = variant.ruleset();
            let parsed = parse(&write(&ruleset)).unwrap();
            assert_eq!(parsed.ruleset, ruleset, "{}", variant.id);
            assert_eq!(parsed.warnings, [], "{}", variant.id);
        }
    }

    fn any_value(key: &'static str) -> BoxedStrategy<String> {
        let pieces = "[tcnkmgTCNKMG]{0,12}";
        let squares = "([a-e][1-5],){0,4}";
        let pattern = match key {
            "name" => "[A-Za-z]{1,9}(_[A-Za-z0-9']{1,4})?",
            "esc" => "[ce]",
            "goal" => "([a-e][1-5],){1,4}",
            "surf" | "atkf" | "swf" | "efe" | "linc" | "kchain" | "ctk" => "[yn]",
            "tfr" => "[idwl]",
            "rep" => "(none|draw|defenders|mover|opener|illegal)(/[2-9])?",
            "stuck" => "(lose|draw)",
            "quiet" => "(0|[1-9][0-9]{0,3}[pr])",
            "ka" => "[ynha]",
            "ks" => "[swcmyn]",
            "kcap" => "(2|4|beside|on)",
            "kj" | "nj" | "cj" | "mj" | "tj" | "gj" => "[nrjca]",
            "spd" => "(1|-1|2,3|((-1|[1-9]),){11}[0-9])",
            "cor" | "cen" | "afor" | "dfor" => squares,
            "sw" => "[nws]",
            "ber" => "[ncm]",
            "chain" | "take" => "(may|must)",
            _ => pieces,
        };
        proptest::string::string_regex(pattern).unwrap().boxed()
    }

    fn any_record() -> impl Strategy<Value = String> {
        let chosen = prop::collection::vec((any::<bool>(), 0..KEYS.len()), 0..12);
        chosen.prop_flat_map(|chosen| {
            let words: Vec<BoxedStrategy<String>> = chosen
                .into_iter()
                .map(|(_, at)| {
                    let name = KEYS[at].name;
                    any_value(name).prop_map(move |value| format!("{name}:{value}")).boxed()
                })
                .collect();
            words.prop_map(|words| format!("dim:5 {} {SMALL}", words.join(" ")))
        })
    }

    proptest! {
        #[test]
        fn any_ruleset_reads_back(record in any_record()) {
            if let Ok(parsed) = parse(&record) {
                let written = write(&parsed.ruleset);
                let again = parse(&written);
                prop_assert_eq!(again.map(|again| again.ruleset), Ok(parsed.ruleset), "{}", written);
            }
        }

        #[test]
        fn any_text_is_read_or_refused(record in "[a-z]{0,4}:?[a-z0-9/,TK-]{0,9}( [a-z]{0,6}:[a-z0-9/TK]{0,9}){0,6}") {
            let _ = parse(&record);
        }
    }
}
