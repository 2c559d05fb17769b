//! How the games of one file are told apart.

use crate::notation::format::Seen;
use crate::notation::typography::is_gap;

use super::lines::{LineKind, goes_on, last_number, line_number};
use super::outcomes::outcome;

/// Numbers that start again from 1 begin a game, and so do moves without numbers after a blank line
/// or a result, a row of a table of games, and the heading of a replay.
pub(in crate::notation) fn begins_record(line: &str, seen: &mut Seen) -> bool {
    const RESULT: &str = "result";
    let line = line.trim_matches(is_gap);
    if line.is_empty() {
        seen.blank = true;
        return false;
    }
    let ended = seen.tags.iter().any(|tag| tag == RESULT);
    let number = line_number(line);
    let kind = if number.is_some() { LineKind::Moves } else { LineKind::of(line) };
    let bare = kind == LineKind::Moves && number.is_none();
    let starts_again = number.is_some_and(|number| seen.starts_again(number, line));
    let begins = seen.moves
        && match kind {
            LineKind::Row | LineKind::Heading => true,
            LineKind::Moves => starts_again || ended || (bare && seen.blank && seen.turn == 0),
            LineKind::Arrow => ended,
            LineKind::Other => false,
        };
    if begins {
        *seen = Seen::default();
    }
    seen.moves |= kind != LineKind::Other;
    seen.blank = false;
    if let Some(number) = number {
        seen.first_turn.get_or_insert(number);
        seen.turn = last_number(line).unwrap_or(number);
    } else if kind != LineKind::Row && outcome(line).is_ok() {
        seen.tags.push(RESULT.to_owned());
    }
    begins
}

/// Whether a line is moves and nothing else of a game's frame: no number stands before or among them.
pub(in crate::notation) fn is_bare(line: &str) -> bool {
    let line = line.trim_matches(is_gap);
    line_number(line).is_none()
        && LineKind::of(line) == LineKind::Moves
        && last_number(line).is_none()
}

/// The lines of moves in a text that has no numbers, in groups with nothing between; nothing where
/// numbers or a frame of another kind tell games apart.
pub(in crate::notation) fn bare_lines(text: &str) -> Vec<Vec<String>> {
    let mut groups: Vec<Vec<String>> = vec![Vec::new()];
    for line in text.lines().map(|line| line.trim_matches(is_gap)) {
        if is_bare(line) {
            groups.last_mut().expect("one is there").push(line.to_owned());
        } else if line_number(line).is_some()
            || matches!(LineKind::of(line), LineKind::Row | LineKind::Moves | LineKind::Arrow)
        {
            return Vec::new();
        } else {
            groups.push(Vec::new());
        }
    }
    groups.retain(|group| !group.is_empty());
    groups
}

impl Seen {
    /// Whether a line with this number begins to count anew: from 1, or from 0 where the game before
    /// does so or a blank line parts them.
    fn starts_again(&self, number: u32, line: &str) -> bool {
        let from_nought = self.first_turn == Some(0);
        let parted = self.blank && !goes_on(line);
        match number {
            0 => parted || (from_nought && self.turn != 0),
            1 if from_nought && self.turn == 0 => false,
            1 => parted || self.turn != 1,
            _ => false,
        }
    }
}
