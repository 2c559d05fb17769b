//! Finds out by which rules a record was played, from its moves.

use crate::notation::Fault;
use crate::record::Record;
use crate::rules::names;
use crate::rules::variants;

use super::findings::{Code, Finding, Severity};
use super::judge::Judge;
use super::verdict::Verdict;

/// How well a record fits one variant.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The variant.
    pub variant: &'static str,
    /// Whether every move is legal.
    pub legal: bool,
    /// Moves whose captures differ from those that the record lists.
    pub captures_differ: usize,
    /// Whether the record states another result than the rules give.
    pub contradicts: bool,
    /// Whether the record goes on after the rules have ended the game.
    pub goes_on: bool,
    /// Whether the rules end the game on its last move with the result that the record states.
    pub agrees: bool,
    /// Plies replayed.
    pub plies: u32,
    /// The first finding against the variant.
    pub breaks: Option<Finding>,
}

impl Fit {
    /// Whether the record fits the variant in all points.
    pub const fn is_whole(&self) -> bool {
        self.legal && self.captures_differ == 0 && !self.contradicts && !self.goes_on
    }

    /// What fits best comes first: legal moves, then captures, then the ending.
    fn rank(&self) -> (bool, std::cmp::Reverse<u32>, usize, bool, bool, bool) {
        let far = if self.legal { u32::MAX } else { self.plies };
        let reached = std::cmp::Reverse(far);
        (!self.legal, reached, self.captures_differ, self.contradicts, self.goes_on, !self.agrees)
    }
}

/// Judges records under every built-in variant.
pub struct Identifier {
    judges: Vec<(&'static str, Judge)>,
}

impl Default for Identifier {
    fn default() -> Self {
        let judges = variants::all().iter().filter_map(|variant| {
            Some((variant.id, Judge::new(Some(names::resolve(variant.id).ok()?))))
        });
        Self { judges: judges.collect() }
    }
}

impl Identifier {
    /// How a record fares under each built-in variant, best first; variants that fare alike stay in
    /// the order of the table.
    pub fn identify(&mut self, text: &str, record: &Record, faults: &[Fault]) -> Vec<Fit> {
        let judged = self.judges.iter_mut().map(|(variant, judge)| {
            let verdict = judge.judge(text, record, faults);
            fit(variant, &verdict)
        });
        let mut fits: Vec<Fit> = judged.collect();
        fits.sort_by_key(Fit::rank);
        fits
    }
}

fn fit(variant: &'static str, verdict: &Verdict) -> Fit {
    let of_game = |finding: &&Finding| finding.variation.is_none();
    let findings = || verdict.findings.iter().filter(of_game);
    let has = |code: Code| findings().any(|finding| finding.code == code);
    let differs = |finding: &&Finding| matches!(finding.code, Code::T201 | Code::T202);
    let speaks_against = |finding: &&Finding| {
        // What the record contradicts of itself speaks against no variant.
        let own = finding.code == Code::T117;
        !own && finding.severity == Severity::Error || finding.code == Code::T107
    };
    let unlisted =
        [Code::T201, Code::T202].iter().filter_map(|code| verdict.unlisted.counts.get(code));
    let unlisted = unlisted.sum::<u64>() as usize;
    Fit {
        variant,
        legal: verdict.complete,
        captures_differ: findings().filter(differs).count() + unlisted,
        contradicts: has(Code::T301),
        goes_on: has(Code::T107),
        agrees: verdict.agrees,
        plies: verdict.plies,
        breaks: findings().find(speaks_against).cloned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{self, Format};

    fn fits(row: &str) -> Vec<Fit> {
        let notation::Reading { record, faults } = notation::read(Format::Csv, row);
        Identifier::default().identify(row, &record, &faults)
    }

    fn of<'a>(fits: &'a [Fit], variant: &str) -> &'a Fit {
        fits.iter().find(|fit| fit.variant == variant).unwrap()
    }

    /// The king steps to d5, next to the throne, and c5 and e5 close on him. Between two men he is
    /// taken under `brandubh-2`; under `brandubh` he needs all four sides there.
    #[test]
    fn two_games_of_one_name_are_told_apart() {
        let fits = fits("d6-c6 d5-g5 c6-c5 d4-d5 f4-f5 c4-c2 f5-e5,0,0,Black");
        assert!(of(&fits, "brandubh-2").agrees && of(&fits, "brandubh-2").is_whole());
        assert!(!of(&fits, "brandubh").agrees);
        let place = |variant| fits.iter().position(|fit| fit.variant == variant).unwrap();
        assert!(place("brandubh-2") < place("brandubh"));
    }

    #[test]
    fn what_breaks_a_variant_is_told() {
        let fits = fits("d1-d3 e5-e2,0,0,Ongoing");
        assert!(of(&fits, "copenhagen").is_whole());
        let brandubh = of(&fits, "brandubh");
        assert!(!brandubh.legal && brandubh.breaks.is_some());
    }
}
