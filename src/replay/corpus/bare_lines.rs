//! Whether lines of moves without numbers are games of their own, or one game in several lines.
//!
//! The text alone does not say. They are games if every line can begin one, the lines played as one
//! game do not hold, and each line does to its end. One line or another may be faulty: it is enough
//! that most lines hold and more is played than of one game, unless the text is laid out as one game is
//! that was wrapped ([`is_wrapped`]). A damaged game stays one where later lines happen to begin with a
//! move that could be the first.

use crate::notation::{self, Format};
use crate::rules::names::{self, Resolved};
use crate::rules::variants;

use crate::replay::findings::Code;
use crate::replay::judge::Judge;
use crate::replay::verdict::Verdict;

/// How many lines are looked at under each variant where the rules are not known.
const LINES_LOOKED_AT: usize = 32;

/// Whether each line is a game. `groups` are lines with nothing between them; `rules` are those of every
/// game. Where they are not known, it is enough that one of the built-in variants says so, and none
/// that a group is one game.
pub fn are_games(groups: &[Vec<String>], rules: Option<&Resolved>) -> bool {
    if groups.iter().all(|group| group.len() < 2) {
        return false;
    }
    if let Some(rules) = rules {
        return answer(groups, rules) == Reading::Games;
    }
    let mut left = LINES_LOOKED_AT;
    let groups: Vec<Vec<String>> = groups
        .iter()
        .map(|group| {
            let taken = group[..group.len().min(left)].to_vec();
            left -= taken.len();
            taken
        })
        .collect();
    let known = variants::all().iter().filter_map(|variant| names::resolve(variant.id).ok());
    let mut answers = known.map(|rules| answer(&groups, &rules)).peekable();
    let mut are_games = false;
    answers.all(|answer| {
        are_games |= answer == Reading::Games;
        answer != Reading::OneGame
    }) && are_games
}

/// What groups of lines are under some rules.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// Every line is a game.
    Games,
    /// Every group is one.
    OneGame,
    /// Neither holds.
    Neither,
}

fn answer(groups: &[Vec<String>], rules: &Resolved) -> Reading {
    let mut judge = Judge::new(Some(rules.clone()));
    let mut played = |text: &str| {
        let notation::Reading { record, faults } = notation::read(Format::Site, text);
        judge.judge(text, &record, &faults)
    };
    let joined: Vec<Verdict> = groups.iter().map(|group| played(&group.join("\n"))).collect();
    if joined.iter().all(holds) {
        return Reading::OneGame;
    }
    let mut alone = Vec::new();
    for line in groups.iter().flatten() {
        let verdict = played(line);
        if !begins(&verdict) {
            return Reading::Neither;
        }
        alone.push(verdict);
    }
    let plies = |verdicts: &[Verdict]| verdicts.iter().map(|verdict| verdict.plies).sum::<u32>();
    let sound = alone.iter().filter(|verdict| holds(verdict)).count();
    let most_are = sound * 2 > alone.len() && plies(&alone) > plies(&joined);
    let are_games = sound == alone.len() || (most_are && !groups.iter().any(|g| is_wrapped(g)));
    if are_games { Reading::Games } else { Reading::Neither }
}

/// The least width at which lines are taken to be wrapped.
const LEAST_WRAP: usize = 38;

/// Whether lines look like one game: only the last gives it up, or each is as wide as it can be
/// without room for the next word.
fn is_wrapped(lines: &[String]) -> bool {
    let Some((last, before)) = lines.split_last().filter(|(_, before)| !before.is_empty()) else {
        return false;
    };
    if gives_up(last) && !before.iter().any(|line| gives_up(line)) {
        return true;
    }
    let width = lines.iter().map(String::len).max().unwrap_or_default();
    let is_full = |two: &[String]| {
        let next = two[1].split_whitespace().next().unwrap_or_default();
        two[0].len() + " ".len() + next.len() > width
    };
    width >= LEAST_WRAP && lines.windows(2).all(is_full)
}

/// Whether a line ends with a word that ends a game.
fn gives_up(line: &str) -> bool {
    let word = line.split_whitespace().next_back().unwrap_or_default();
    !word.is_empty() && word.bytes().all(|letter| letter.is_ascii_alphabetic())
}

/// Whether the moves are one game to the end, with none behind the end.
fn holds(verdict: &Verdict) -> bool {
    let goes_on = [Code::T107, Code::T115];
    verdict.complete && !verdict.findings.iter().any(|finding| goes_on.contains(&finding.code))
}

/// Whether the first move can be played by the side that begins.
fn begins(verdict: &Verdict) -> bool {
    verdict.plies > 0 && !verdict.findings.iter().any(|finding| finding.code == Code::T114)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn under(variant: &str, groups: &[&[&str]]) -> bool {
        let groups: Vec<Vec<String>> = groups
            .iter()
            .map(|group| group.iter().map(|line| (*line).to_owned()).collect())
            .collect();
        let rules = (!variant.is_empty()).then(|| names::resolve(variant).unwrap());
        are_games(&groups, rules.as_ref())
    }

    /// Brandubh: attackers on d1, d2, a4, b4, d6, d7, f4, g4; defenders on d3, c4, e4, d5; king d4.
    #[test]
    fn lines_that_all_begin_from_the_start_are_games() {
        for variant in ["brandubh", "magpie", ""] {
            // d1 is empty after the first line, so the second cannot go on from it.
            assert!(under(variant, &[&["d1-c1 d3-c3", "d1-c1 d5-e5 c1-b1"]]), "{variant}");
        }
        // Nothing but the turn speaks against one game: all three are attackers' moves.
        assert!(under("brandubh", &[&["d1-c1", "d2-c2", "d7-e7"]]));
        // A loss ends a game, so what follows it is another.
        assert!(under("brandubh", &[&["d1-c1 resigned", "d1-b1 resigned"]]));
        // 11x11: d1 and k4 hold attackers, f8 a defender.
        assert!(under("copenhagen", &[&["d1-c1 f8-g8", "k4-j4 f8-i8", "d1-d3 f8-h8"]]));
        assert!(under("", &[&["d1-c1 f8-g8 k4-j4", "k4-j4 f8-i8", "d1-d3 f8-h8"]]));
    }

    #[test]
    fn lines_that_go_on_are_one_game() {
        for variant in ["brandubh", ""] {
            assert!(!under(variant, &[&["d1-c1 d3-c3", "d7-e7 d5-e5", "c1-b1"]]), "{variant}");
            assert!(!under(variant, &[&["d1-c1 d3-c3 d7-e7", "d5-e5 c1-b1"]]), "{variant}");
            // The second line begins with a piece that the first brought there.
            assert!(!under(variant, &[&["d1-c1 d3-c3", "c1-b1 c3-b3", "b1-a1 zz"]]), "{variant}");
        }
        // Each alone in its group is a game already.
        assert!(!under("brandubh", &[&["d1-c1 d3-c3"], &["d1-c1 d5-e5"]]));
        // Moves of another board are no games of this one.
        assert!(!under("brandubh", &[&["k4-j4 f8-i8", "k4-j4 f8-i8"]]));
    }

    /// The attackers' men on d1, d2, d6 and d7 step aside and back, and so do the defenders'. Of three
    /// lines of seven moves the first and the short last are sound alone, and the move that is left out
    /// of the second (`c1-d1`) breaks the game.
    #[test]
    fn a_wrapped_game_with_a_move_left_out_stays_one() {
        let lines = [
            "d1-c1 d3-c3 d7-e7 d5-e5 c1-d1 c3-d3 e7-d7 e5-d5",
            "d1-c1 d3-c3 c3-d3 d7-e7 d5-e5 e7-d7 e5-d5 d2-c2",
            "d1-c1 d3-c3",
        ];
        assert!(!under("brandubh", &[&lines]));
        // Narrow lines tell less, but only the last line ends a game.
        let lines = ["d1-c1 d3-c3", "d1-c1 d3-c3 c3-d3", "d7-e7 d5-e5 resigned"];
        assert!(!under("brandubh", &[&lines]));
        // Two lines of which one is faulty are one faulty game.
        assert!(!under("brandubh", &[&["d1-c1 d3-c3", "d1-c1 d3-c3 c3-d3"]]));
    }

    #[test]
    fn one_faulty_game_of_several_leaves_the_others_games() {
        let lines = ["d1-c1 d3-c3", "d1-c1 d3-c3 c3-d3", "d7-e7 d5-e5"];
        assert!(under("brandubh", &[&lines]));
    }

    #[test]
    fn a_slip_in_a_game_of_several_lines_does_not_part_it() {
        // d6-e6 could begin a game, but c3 is empty there; the slip is the last move.
        let lines = ["d1-c1 d3-c3 d7-e7 d5-e5", "d6-e6 c3-b3 e7-f7 b3-c9"];
        assert!(!under("brandubh", &[&lines]));
    }
}
