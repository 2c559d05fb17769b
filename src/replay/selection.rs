//! Which kinds of finding are told, and how grave they are.

use std::collections::BTreeMap;

use super::findings::{Code, Finding, Severity};
use super::verdict::Verdict;

/// What a caller wants to hear of. By default that is everything, as grave as its kind is.
///
/// ```
/// use taflkit::replay::{Code, Selection, Severity};
///
/// let mut selection = Selection::default();
/// selection.ignore(&Code::starting_with("T3"));
/// selection.weigh(&Code::starting_with("T117"), Severity::Error);
/// assert!(!selection.has(Code::T305));
/// assert!(selection.has(Code::T117));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Kinds that are told; nothing for all.
    only: Option<Vec<Code>>,
    left_out: Vec<Code>,
    grave: BTreeMap<Code, Severity>,
}

impl Selection {
    /// Tells only of these kinds, and of those that it told of before.
    pub fn select(&mut self, codes: &[Code]) {
        self.only.get_or_insert_default().extend(codes);
    }

    /// Does not tell of these kinds.
    pub fn ignore(&mut self, codes: &[Code]) {
        self.left_out.extend(codes);
        self.grave.retain(|code, _| !codes.contains(code));
    }

    /// Tells of these kinds as of something so grave, also where they were ignored before.
    pub fn weigh(&mut self, codes: &[Code], severity: Severity) {
        self.left_out.retain(|code| !codes.contains(code));
        self.grave.extend(codes.iter().map(|&code| (code, severity)));
    }

    /// Whether a kind is told.
    pub fn has(&self, code: Code) -> bool {
        let selected = self.only.as_ref().is_none_or(|only| only.contains(&code));
        selected && !self.left_out.contains(&code)
    }

    /// How grave a kind is that was set otherwise than usual.
    pub fn severity(&self, code: Code) -> Severity {
        self.grave.get(&code).copied().unwrap_or(code.severity())
    }

    /// Whether everything is told as usual.
    fn is_all(&self) -> bool {
        *self == Self::default()
    }

    /// A finding as it is told, if it is.
    pub(super) fn finding(&self, finding: Finding) -> Option<Finding> {
        let severity = self.severity(finding.code);
        self.has(finding.code).then_some(Finding { severity, ..finding })
    }

    /// Leaves out of a verdict what is not told.
    pub(super) fn apply(&self, verdict: &mut Verdict) {
        if self.is_all() {
            return;
        }
        verdict.unlisted.keep(|code| self.has(code));
        let told = std::mem::take(&mut verdict.findings).into_iter();
        // How much is not listed is said anew.
        let listed = told.filter(|finding| finding.code != Code::T018);
        verdict.findings = listed.filter_map(|finding| self.finding(finding)).collect();
        let unlisted = verdict.unlisted.finding();
        verdict.findings.extend(unlisted.and_then(|finding| self.finding(finding)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(codes: &[Code]) -> Verdict {
        let findings = codes.iter().map(|&code| Finding::new(code, "")).collect();
        Verdict { findings, ..Verdict::default() }
    }

    fn told(selection: &Selection, codes: &[Code]) -> Vec<(Code, Severity)> {
        let mut verdict = verdict(codes);
        selection.apply(&mut verdict);
        verdict.findings.iter().map(|finding| (finding.code, finding.severity)).collect()
    }

    #[test]
    fn what_is_ignored_or_not_selected_is_left_out() {
        let codes = [Code::T004, Code::T201, Code::T202, Code::T305];
        let usual = codes.map(|code| (code, code.severity()));
        let mut selection = Selection::default();
        assert_eq!(told(&selection, &codes), usual);
        selection.ignore(&Code::starting_with("T2"));
        assert_eq!(told(&selection, &codes), [usual[0], usual[3]]);
        selection.select(&Code::starting_with("T20"));
        selection.select(&[Code::T305]);
        assert_eq!(told(&selection, &codes), [usual[3]]);
    }

    #[test]
    fn what_is_set_last_counts() {
        let mut selection = Selection::default();
        selection.ignore(&Code::starting_with("T3"));
        selection.weigh(&[Code::T305], Severity::Error);
        assert_eq!(told(&selection, &[Code::T304, Code::T305]), [(Code::T305, Severity::Error)]);
        selection.ignore(&[Code::T305]);
        assert!(told(&selection, &[Code::T305]).is_empty());
    }

    #[test]
    fn what_is_not_listed_is_counted_without_what_is_ignored() {
        let mut of_two = verdict(&[Code::T009]);
        of_two.unlisted.counts = [(Code::T009, 3), (Code::T011, 4)].into();
        of_two.say_what_is_unlisted();
        let mut selection = Selection::default();
        selection.ignore(&[Code::T011]);
        selection.apply(&mut of_two);
        let last = of_two.findings.last().map(|finding| finding.message.as_str());
        assert_eq!(last, Some("3 more findings of this record are not listed: 3 T009"));
        selection.ignore(&[Code::T009]);
        selection.apply(&mut of_two);
        assert!(of_two.findings.is_empty());
    }
}
