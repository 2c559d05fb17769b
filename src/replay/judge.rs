//! Finding the rules of a record and replaying it by them.

use std::sync::Arc;

use crate::board::Setup;
use crate::game::Ending;
use crate::notation::{Edit, Fault, FaultKind};
use crate::record::{Claim, Record, RulesClaim, Span, Spanned};
use crate::rules::names::{self, ResolveError, Resolved};
use crate::rules::record::{Problem, ProblemKind};

use super::findings::{Code, Finding};
use super::game::replay;
use super::prepared::Prepared;
use super::puzzle;
use super::unlisted::Unlisted;

/// What is found out about one game.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// The rules that it was judged by; nothing if it was not.
    pub variant: Option<Arc<str>>,
    /// Plies that were replayed.
    pub plies: u32,
    /// The first ending that the rules give, and the ply that brought it.
    pub ending: Option<(Ending, u32)>,
    /// Whether that ply was the last and the record states the same result.
    pub agrees: bool,
    /// The result that the record claims.
    pub claimed: Option<Claim>,
    /// What decided the game.
    pub decision: Decision,
    /// Whether it could be replayed to its last move.
    pub complete: bool,
    /// What is found: of the game in the order of its moves, then of each variation.
    pub findings: Vec<Finding>,
    /// What is found besides, and only counted.
    pub unlisted: Unlisted,
    /// How many lines the record has, the game itself among them.
    pub lines: u32,
    /// Plies that were replayed in variations.
    pub variation_plies: u64,
    /// How the game stands after the last move that was replayed.
    pub last: Option<Ending>,
    /// Captures that the moves list, by attackers and by defenders, once they are mended.
    pub listed: [u32; 2],
    /// What would make the moves say what the rules say, if the judge was asked to look for it.
    pub edits: Vec<Edit>,
}

/// What decided a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decision {
    /// It was not replayed to its end.
    #[default]
    Unknown,
    /// The rules.
    Board,
    /// A resignation that is written down.
    Resignation,
    /// A loss on time that is written down.
    Time,
    /// An agreed draw.
    Agreement,
    /// The server on which it was played.
    Adjudication,
    /// Something that is not written down.
    OffBoard,
    /// Nothing: the game is not finished.
    Nothing,
}

impl Decision {
    /// Every one of them.
    pub const ALL: [Self; 8] = [
        Self::Unknown,
        Self::Board,
        Self::Resignation,
        Self::Time,
        Self::Agreement,
        Self::Adjudication,
        Self::OffBoard,
        Self::Nothing,
    ];

    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Board => "board",
            Self::Resignation => "resignation",
            Self::Time => "time",
            Self::Agreement => "agreement",
            Self::Adjudication => "adjudication",
            Self::OffBoard => "off-board",
            Self::Nothing => "unfinished",
        }
    }
}

/// Judges records, remembering the rules that it has met.
#[derive(Default)]
pub struct Judge {
    given: Option<Resolved>,
    /// The rules met last stand first.
    known: Vec<(Option<RulesClaim>, Ready)>,
    mends: bool,
    puzzle_nodes: u64,
}

/// Rules that were looked up: ready, or the reason why they are not, with what is doubtful.
struct Ready {
    rules: Option<Prepared>,
    findings: Vec<Finding>,
}

/// How many rules are remembered at a time. A collection names a handful; a file in which every
/// game writes its own out must not fill the memory.
const REMEMBERED: usize = 64;

impl Judge {
    /// A judge who goes by what records say of their rules, or by rules given for all of them.
    pub fn new(given: Option<Resolved>) -> Self {
        Self { given, ..Self::default() }
    }

    /// The same judge, who also says how the moves could be mended.
    #[must_use]
    pub fn mending(self) -> Self {
        Self { mends: true, ..self }
    }

    /// The same judge, who also solves puzzles, visiting so many positions for each question.
    #[must_use]
    pub fn solving(self, puzzle_nodes: u64) -> Self {
        Self { puzzle_nodes, ..self }
    }

    /// The rules that were given for all records.
    pub(super) const fn given(&self) -> Option<&Resolved> {
        self.given.as_ref()
    }

    /// Judges one record. `text` is what it was read from and `faults` what was wrong with it.
    pub fn judge(&mut self, text: &str, record: &Record, faults: &[Fault]) -> Verdict {
        let mut verdict = Verdict {
            claimed: record.result.as_ref().map(|result| result.value),
            lines: record.line_count() as u32,
            ..Verdict::default()
        };
        verdict.add_faults(faults);
        let empty = record.tokens().is_empty() && record.rules.is_none();
        if !(empty && faults.iter().any(|fault| is_fatal(&fault.kind))) {
            self.judge_game(text, record, &mut verdict);
        }
        verdict.tell_unlisted();
        verdict
    }

    /// Finds the rules of a record and replays it.
    fn judge_game(&mut self, text: &str, record: &Record, verdict: &mut Verdict) {
        let claim = match self.given {
            Some(_) => None,
            None => record.rules.as_ref().map(|rules| &rules.value),
        };
        let mends = self.mends;
        let ready = self.ready(claim);
        let placed = Placed::new(record.rules.as_ref(), text);
        for finding in &ready.findings {
            verdict.add(placed.finding(finding));
        }
        let Some(rules) = &mut ready.rules else { return };
        match own_start(rules, record) {
            Ok(None) => replay(rules, text, record, mends, verdict),
            Ok(Some(mut own)) => replay(&mut own, text, record, mends, verdict),
            Err(finding) => verdict.add(*finding),
        }
        if puzzle::is_puzzle(record) {
            let given = self.given.as_ref().map(|given| &given.ruleset);
            puzzle::judge(record, given, self.puzzle_nodes, verdict);
        }
    }

    /// The rules of a claim, remembered or looked up.
    fn ready(&mut self, claim: Option<&RulesClaim>) -> &mut Ready {
        let known = self.known.iter().position(|(known, _)| known.as_ref() == claim);
        let at = known.unwrap_or_else(|| {
            self.known.truncate(REMEMBERED - 1);
            let claim = claim.cloned();
            let ready = prepare(self.given.as_ref(), &claim);
            self.known.push((claim, ready));
            self.known.len() - 1
        });
        self.known[..=at].rotate_right(1);
        &mut self.known[0].1
    }
}

/// Whether nothing of a record can be judged after such a fault.
const fn is_fatal(kind: &FaultKind) -> bool {
    matches!(
        kind,
        FaultKind::Syntax(_)
            | FaultKind::Unclosed(_)
            | FaultKind::Missing(_)
            | FaultKind::NoRecord { .. }
    )
}

/// Where a record states its rules.
struct Placed {
    /// All that states them.
    whole: Option<Span>,
    /// Where the rules begin, where the record has them as they were read, without escapes.
    start: Option<u32>,
}

impl Placed {
    fn new(stated: Option<&Spanned<RulesClaim>>, text: &str) -> Self {
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
    fn finding(&self, finding: &Finding) -> Finding {
        let span = match (finding.span, self.start) {
            (Some(within), Some(start)) => {
                Some(Span { start: start + within.start, end: start + within.end })
            }
            _ => self.whole,
        };
        Finding { span, ..finding.clone() }
    }
}

impl From<&Fault> for Finding {
    fn from(fault: &Fault) -> Self {
        let code = match fault.kind {
            FaultKind::Syntax(_) | FaultKind::Unclosed(_) => Code::T001,
            FaultKind::NotAMove(_) => Code::T006,
            FaultKind::Missing(_) | FaultKind::BadField { .. } | FaultKind::WhichSide(_) => {
                Code::T007
            }
            FaultKind::UnknownTag { .. } => Code::T009,
            FaultKind::TurnNumber { .. } => Code::T011,
            FaultKind::Nowhere(_) => Code::T012,
            FaultKind::TagAfterMoves(_) => Code::T013,
            FaultKind::Repeated(_) => Code::T014,
            FaultKind::NoRecord { .. } => Code::T015,
            FaultKind::TwoResults { .. } => Code::T309,
        };
        Self::new(code, fault.kind.to_string()).at(fault.span).help(fault.kind.help())
    }
}

fn prepare(given: Option<&Resolved>, claim: &Option<RulesClaim>) -> Ready {
    let resolved = match (given, claim) {
        (Some(given), _) => Ok(given.clone()),
        (None, None) => {
            let finding = Finding::new(Code::T406, "the record states no rules");
            return Ready { rules: None, findings: vec![finding] };
        }
        (None, Some(claim)) => resolve(claim),
    };
    let resolved = match resolved {
        Ok(resolved) => resolved,
        Err(findings) => return Ready { rules: None, findings },
    };
    // What is doubtful about rules that were given is no fault of any record.
    let warnings = if given.is_some() { &[][..] } else { &resolved.warnings };
    let mut findings: Vec<Finding> = warnings.iter().map(rules_finding).collect();
    let name = match resolved.variant {
        Some(id) => id.to_owned(),
        None if resolved.ruleset.name.is_empty() => "unnamed".to_owned(),
        None => resolved.ruleset.name.clone(),
    };
    let rules = Prepared::new(name, resolved.ruleset)
        .map_err(|error| findings.push(Finding::new(Code::T404, error.to_string())))
        .ok();
    Ready { rules, findings }
}

fn resolve(claim: &RulesClaim) -> Result<Resolved, Vec<Finding>> {
    if let RulesClaim::SiteType { key: Some(key), name } = claim
        && site_name(Some(*key), name).trim().is_empty()
    {
        let message = format!("the rules of the site's kind of game {key} are not known");
        return Err(vec![Finding::new(Code::T402, message)]);
    }
    let (text, from_site) = match claim {
        RulesClaim::Named(name) => (name.clone(), false),
        RulesClaim::Written(record) => (record.clone(), false),
        RulesClaim::SiteType { key, name } => (site_name(*key, name), true),
    };
    names::resolve(&text).map_err(|error| match error {
        ResolveError::Record(problems) => problems.iter().map(rules_finding).collect(),
        ResolveError::Unknown(_) if from_site => {
            let message = format!("the rules of `{text}` are not known");
            vec![Finding::new(Code::T402, message)]
        }
        ResolveError::Unknown(_) => {
            vec![Finding::new(Code::T401, error.to_string()).help(error.help())]
        }
        ResolveError::NoRulesKnown(_) => {
            vec![Finding::new(Code::T402, error.to_string()).help(error.help())]
        }
    })
}

/// The site's own name for a kind of game: its number settles it where the name is spelt otherwise.
fn site_name(key: Option<u32>, name: &str) -> String {
    let known = names::site_types();
    let by_name = known.iter().find(|site| site.name == name);
    let by_key = known.iter().find(|site| Some(site.key) == key && name.is_empty());
    by_name.or(by_key).map_or_else(|| name.to_owned(), |site| site.name.to_owned())
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

/// The rules from the record's own start position, if it states one.
fn own_start(rules: &Prepared, record: &Record) -> Result<Option<Prepared>, Box<Finding>> {
    let Some(start) = &record.start else { return Ok(None) };
    let wrong = |message: String| Box::new(Finding::new(Code::T407, message).at(start.span));
    let setup: Setup = start.value.parse().map_err(|error| wrong(format!("{error}")))?;
    let own = rules.from_position(&setup, rules.ruleset.first);
    own.map(Some).map_err(|error| wrong(error.to_string()))
}
