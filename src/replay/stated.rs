//! The rules and the position that a record states.

use crate::board::Setup;
use crate::record::{Record, RulesClaim, Span, Spanned};
use crate::rules::names::{self, ResolveError, Resolved};
use crate::rules::record::{Problem, ProblemKind};
use crate::rules::{Misfit, Ruleset};

use super::findings::{Code, Finding};

/// The rules that a record states, unless others are given.
pub(super) fn claim(record: &Record, given: bool) -> Option<&RulesClaim> {
    record.rules.as_ref().map(|rules| &rules.value).filter(|_| !given)
}

/// The given rules, or else those that a claim names or writes out, with the doubts about them.
/// Places are within the claim. `meant` is the game that a word for several games stands for.
pub(super) fn find_rules(
    given: Option<&Resolved>,
    claim: Option<&RulesClaim>,
    meant: Option<&'static str>,
) -> Result<(Resolved, Vec<Finding>), Vec<Finding>> {
    match (given, claim) {
        // Doubts about given rules are no fault of the record.
        (Some(given), _) => Ok((given.clone(), Vec::new())),
        (None, None) => Err(vec![Finding::new(Code::T406, "the record states no rules")]),
        (None, Some(claim)) => {
            let resolved = resolve(claim, meant)?;
            let findings = resolved.warnings.iter().map(rules_finding).collect();
            Ok((resolved, findings))
        }
    }
}

fn resolve(claim: &RulesClaim, meant: Option<&'static str>) -> Result<Resolved, Vec<Finding>> {
    let (text, from_site) = match claim {
        RulesClaim::Named(text) | RulesClaim::Written(text) => (text.as_str(), false),
        RulesClaim::SiteType { key, name } => {
            let known = names::site_type(*key, name).map_or(name.as_str(), |site| site.name);
            if let (Some(key), "") = (key, known.trim()) {
                let message = format!("the rules of the site's kind of game {key} are not known");
                return Err(vec![Finding::new(Code::T402, message)]);
            }
            (known, true)
        }
    };
    names::resolve_as(text, |_| meant).map_err(|error| match error {
        ResolveError::Record(problems) => problems.iter().map(rules_finding).collect(),
        ResolveError::Unknown(_) if from_site => {
            let message = format!("the rules of `{text}` are not known");
            vec![Finding::new(Code::T402, message)]
        }
        ResolveError::Unknown(_) | ResolveError::Several(_) => {
            vec![Finding::new(Code::T401, error.to_string()).help(error.help())]
        }
        ResolveError::NoRulesKnown(_) => {
            vec![Finding::new(Code::T402, error.to_string()).help(error.help())]
        }
    })
}

fn rules_finding(problem: &Problem) -> Finding {
    let code = match problem.kind {
        ProblemKind::UnknownKey { .. } | ProblemKind::Repeated(_) => Code::T405,
        ProblemKind::AmbiguousRepetition(_) | ProblemKind::CopiedForts => Code::T403,
        _ => Code::T404,
    };
    let span = Span::new(problem.span.start, problem.span.end);
    Finding::new(code, problem.kind.to_string()).at(span).help(problem.kind.help())
}

/// Where a record states its rules.
pub(super) struct Placed {
    /// All that states them.
    whole: Option<Span>,
    /// Where the rules begin, where the record has them as they were read, without escapes.
    start: Option<u32>,
}

impl Placed {
    pub(super) fn new(stated: Option<&Spanned<RulesClaim>>, text: &str) -> Self {
        let whole = stated.map(|rules| rules.span);
        let start = stated.and_then(|rules| {
            let within = match &rules.value {
                RulesClaim::Named(words) | RulesClaim::Written(words) => words,
                RulesClaim::SiteType { name, .. } => name,
            };
            let at = rules.span.text(text).find(within.as_str())?;
            Some(rules.span.start + at as u32)
        });
        Self { whole, start }
    }

    /// A finding about the rules, moved to where the record states them: to the very word if it can be.
    pub(super) fn finding(&self, finding: &Finding) -> Finding {
        let span = match (finding.span, self.start) {
            (Some(within), Some(start)) => {
                Some(Span { start: start + within.start, end: start + within.end })
            }
            _ => self.whole,
        };
        Finding { span, ..finding.clone() }
    }
}

/// The rules from the position that the record states, if it states one.
pub(super) fn own_board(
    rules: &Resolved,
    record: &Record,
) -> Result<Option<Ruleset>, Box<Finding>> {
    let Some(start) = &record.start else { return Ok(None) };
    let setup: Result<Setup, _> = start.value.parse();
    let own = setup.map_err(Misfit::Setup).and_then(|setup| rules.from_position(setup));
    own.map(Some).map_err(|misfit| {
        let finding = bad_position(record, misfit.to_string());
        Box::new(match misfit.help() {
            Some(help) => finding.help(help),
            None => finding,
        })
    })
}

/// What is wrong with the position that a record states.
pub(super) fn bad_position(record: &Record, why: String) -> Finding {
    let span = record.start.as_ref().map(|start| start.span);
    Finding { span, ..Finding::new(Code::T407, why) }
}
