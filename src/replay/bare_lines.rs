//! Whether lines of moves without numbers are games of their own, or one game in several lines.
//!
//! The text alone does not say. They are games if every line can begin one, and if the lines played as
//! one game do not hold, while played one by one they do so for longer.

use crate::notation::{self, Format};
use crate::record::Record;
use crate::rules::names::{self, Resolved};
use crate::rules::variants;

use super::findings::Code;
use super::judge::{Judge, Verdict};

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
        return answer(groups, rules) == Answer::Games;
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
        are_games |= answer == Answer::Games;
        answer != Answer::OneGame
    }) && are_games
}

/// What groups of lines are under some rules.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    /// Every line is a game.
    Games,
    /// Every group is one.
    OneGame,
    /// Neither holds.
    Neither,
}

fn answer(groups: &[Vec<String>], rules: &Resolved) -> Answer {
    let mut judge = Judge::new(Some(rules.clone()));
    let mut played = |text: &str| {
        let (mut record, mut faults) = (Record::default(), Vec::new());
        notation::read(Format::Site, text, &mut record, &mut faults);
        judge.judge(text, &record, &faults)
    };
    let joined: Vec<Verdict> = groups.iter().map(|group| played(&group.join("\n"))).collect();
    if joined.iter().all(holds) {
        return Answer::OneGame;
    }
    let mut alone = Vec::new();
    for line in groups.iter().flatten() {
        let verdict = played(line);
        if !begins(&verdict) {
            return Answer::Neither;
        }
        alone.push(verdict);
    }
    let plies = |verdicts: &[Verdict]| verdicts.iter().map(|verdict| verdict.plies).sum::<u32>();
    let longer = plies(&alone) > plies(&joined) || alone.iter().all(holds);
    if longer { Answer::Games } else { Answer::Neither }
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

    #[test]
    fn a_slip_in_a_game_of_several_lines_does_not_part_it() {
        // d6-e6 could begin a game, but c3 is empty there; the slip is the last move.
        let lines = ["d1-c1 d3-c3 d7-e7 d5-e5", "d6-e6 c3-b3 e7-f7 b3-c9"];
        assert!(!under("brandubh", &[&lines]));
    }
}
