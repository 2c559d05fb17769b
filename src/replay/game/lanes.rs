//! The quick lane of moves held against the plain one. A judge who mends looks at every move in the
//! plain lane, and finds the same.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::game::Game;
use crate::game::testing::Chance;
use crate::record::LineId;
use crate::replay::{Code, Judge};
use crate::rules::names::resolve;
use crate::rules::record::testing::any_words;

use super::variations::tests::Tree;

#[test]
fn the_quick_lane_finds_what_the_plain_one_does() {
    let (mut runner, mut chance) = (TestRunner::deterministic(), Chance::new(0x5eed_0062));
    let starts = ["brandubh", "brandubh tfr:d", "brandubh rep:illegal", "copenhagen", "magpie"];
    let (mut moves, mut found) = (0, [0; 3]);
    for round in 0..400 {
        let words = any_words().new_tree(&mut runner).unwrap().current();
        // Every other time, few rules are unusual, so that most moves are for the quick lane.
        let words: Vec<&str> = words.split(' ').take(if round % 2 == 0 { 1 } else { 12 }).collect();
        let rules = format!("{} {}", starts[round % starts.len()], words.join(" "));
        let Ok(resolved) = resolve(&rules) else { continue };
        let Ok(game) = Game::new(&resolved.ruleset) else { continue };
        let tree = Tree::grown(&game, &mut chance);
        let quick = Judge::new(Some(resolved.clone())).judge(&tree.text, &tree.record, &[]);
        let plain = Judge::new(Some(resolved)).mending().judge(&tree.text, &tree.record, &[]);
        assert_eq!(quick.findings, plain.findings, "{rules}: {}", tree.text);
        let sums = |verdict: &crate::replay::Verdict| {
            let variations = verdict.variation_plies;
            (verdict.plies, variations, verdict.ending, verdict.last, verdict.decision)
        };
        assert_eq!(sums(&quick), sums(&plain), "{rules}: {}", tree.text);
        assert_eq!((quick.complete, quick.agrees), (plain.complete, plain.agrees));
        assert!(!tree.record.line(LineId::MAIN).tokens.is_empty());
        moves += u64::from(quick.plies) + quick.variation_plies;
        for (found, code) in found.iter_mut().zip([Code::T201, Code::T202, Code::T107]) {
            *found += quick.count(code);
        }
    }
    assert!(moves > 5000 && found.iter().all(|&count| count > 20), "{moves} moves, {found:?}");
}
