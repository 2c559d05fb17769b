//! The values of keys: words and letters for what the rules know.

use std::collections::BTreeSet;

use crate::board::{Piece, PieceSet, Square};
use crate::rules::{
    Jump, KingArms, KingCapture, NoCaptureLimit, Repetition, RepetitionVerdict, Ruleset, Speeds,
    TurnUnit,
};

pub(super) const YES_NO: &str = "y or n";
pub(super) const SQUARES: &str = "squares with commas between, as in a1,k1";
pub(super) const PIECES: &str = "piece letters out of tcnkmgTCNKMG, or nothing";
pub(super) const JUMPS: &str =
    "n (none), r (restricted), j (over an enemy), c (taking it) or a (over any man)";

/// Looks a value up in a table of letters.
pub(super) fn choose<T: Copy>(
    table: &[(&str, T)],
    value: &str,
    expected: &'static str,
) -> Result<T, &'static str> {
    table.iter().find(|(text, _)| *text == value).map(|&(_, meaning)| meaning).ok_or(expected)
}

/// The first letter in a table for a meaning.
pub(super) fn letter<T: PartialEq>(table: &[(&str, T)], meaning: &T) -> String {
    let found = table.iter().find(|(_, known)| known == meaning);
    found.map_or_else(String::new, |(text, _)| (*text).to_owned())
}

pub(super) fn read_bool(value: &str) -> Result<bool, &'static str> {
    choose(&[("y", true), ("n", false)], value, YES_NO)
}

pub(super) fn write_bool(value: bool) -> String {
    (if value { "y" } else { "n" }).to_owned()
}

pub(super) fn read_squares(value: &str) -> Result<BTreeSet<Square>, &'static str> {
    let names = value.split(',').filter(|name| !name.is_empty());
    names.map(|name| name.parse().map_err(|_| SQUARES)).collect()
}

pub(super) fn write_squares(squares: &BTreeSet<Square>) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(",")
}

pub(super) fn read_pieces(value: &str) -> Result<PieceSet, &'static str> {
    value.chars().map(|letter| Piece::from_letter(letter).ok_or(PIECES)).collect()
}

pub(super) const TOOK: [(&str, KingCapture); 6] = [
    ("s", KingCapture::FourSides),
    ("w", KingCapture::TwoSides),
    ("c", KingCapture::FourSidesByThrone),
    ("m", KingCapture::FourSides),
    ("y", KingCapture::FourSides),
    ("n", KingCapture::TwoSides),
];

pub(super) const SIDES: [(&str, KingCapture); 4] = [
    ("2", KingCapture::TwoSides),
    ("4", KingCapture::FourSides),
    ("beside", KingCapture::FourSidesByThrone),
    ("on", KingCapture::FourSidesOnThrone),
];

pub(super) const ARMS: [(&str, KingArms); 4] = [
    ("y", KingArms::Armed),
    ("n", KingArms::Unarmed),
    ("h", KingArms::HammerOnly),
    ("a", KingArms::AnvilOnly),
];

pub(super) const JUMP: [(&str, Jump); 5] = [
    ("n", Jump::None),
    ("r", Jump::Restricted),
    ("j", Jump::OverEnemy),
    ("c", Jump::Capturing),
    ("a", Jump::OverAny),
];

pub(super) const THREEFOLD: [(&str, RepetitionVerdict); 4] = [
    ("i", RepetitionVerdict::Nothing),
    ("d", RepetitionVerdict::Draw),
    ("w", RepetitionVerdict::MoverLoses),
    ("l", RepetitionVerdict::OpenerLoses),
];

pub(super) const REPEATED: [(&str, RepetitionVerdict); 6] = [
    ("none", RepetitionVerdict::Nothing),
    ("draw", RepetitionVerdict::Draw),
    ("defenders", RepetitionVerdict::DefendersLose),
    ("mover", RepetitionVerdict::MoverLoses),
    ("opener", RepetitionVerdict::OpenerLoses),
    ("illegal", RepetitionVerdict::DefendersMayNot),
];

/// At which occurrence repetition counts where a record does not say: at the third, but what may not
/// come again is there once.
pub(super) const fn usual_count(verdict: RepetitionVerdict) -> u8 {
    if matches!(verdict, RepetitionVerdict::DefendersMayNot) { 2 } else { 3 }
}

/// What a side may leave and what it must do.
pub(super) const DUTIES: [(&str, bool); 2] = [("may", false), ("must", true)];

pub(super) const SHIELDWALLS: [(&str, Option<bool>); 3] =
    [("n", None), ("w", Some(false)), ("s", Some(true))];

/// The letters that a list of speeds of each length is about.
pub(super) const SPEED_LISTS: [(usize, &str); 3] =
    [(8, "tcnkTCNK"), (10, "tcnkmTCNKM"), (12, "tcnkmgTCNKMG")];

pub(super) fn read_speeds(rules: &mut Ruleset, value: &str) -> Result<(), &'static str> {
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

pub(super) fn write_speeds(rules: &Ruleset) -> String {
    let limits = rules.speeds.limits();
    let text = |limit: &Option<u8>| limit.map_or_else(|| "-1".to_owned(), |n| n.to_string());
    match limits.iter().all(|limit| *limit == limits[0]) {
        true => text(&limits[0]),
        false => limits.iter().map(text).collect::<Vec<_>>().join(","),
    }
}

pub(super) fn read_limit(rules: &mut Ruleset, value: &str) -> Result<(), &'static str> {
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

pub(super) fn write_limit(rules: &Ruleset) -> String {
    match rules.no_capture {
        None => "0".to_owned(),
        Some(NoCaptureLimit { limit, unit: TurnUnit::Plies }) => format!("{limit}p"),
        Some(NoCaptureLimit { limit, unit: TurnUnit::Rounds }) => format!("{limit}r"),
    }
}

pub(super) fn read_repetition(rules: &mut Ruleset, value: &str) -> Result<(), &'static str> {
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

pub(super) fn write_repetition(rules: &Ruleset) -> String {
    let verdict = letter(&REPEATED, &rules.repetition.verdict);
    match rules.repetition.count {
        count if count == usual_count(rules.repetition.verdict) => verdict,
        count => format!("{verdict}/{count}"),
    }
}
