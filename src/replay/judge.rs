//! Judging records: what is wrong with their rules, their moves and their results.

use std::sync::Arc;

use crate::board::Side;
use crate::game::TableError;
use crate::notation::{self, Fault};
use crate::record::{Record, RulesClaim};
use crate::rules::names::Resolved;
use crate::rules::{Ruleset, Shared};

use super::faults::is_fatal;
use super::findings::{Code, Finding, Standing};
use super::first::{First, quoting};
use super::game::{Ask, replay};
use super::identity::RulesHash;
use super::meaning::{by_board, meant};
use super::prepared::Prepared;
use super::puzzle::{self, is_puzzle};
use super::start::Start;
use super::stated::{self, Placed};
use super::upside_down::upside_down;
use super::verdict::{NotJudged, Verdict};

/// Judges records, one after the other. Remembers the rules that it has met.
///
/// # Examples
///
/// ```
/// use taflkit::notation::{self, Format};
/// use taflkit::replay::{Code, Judge};
/// use taflkit::rules::names;
///
/// let text = "d1-c1 c4-c3 c1-c2xc3,,,";
/// let read = notation::read(Format::Csv, text);
/// let mut judge = Judge::new(names::resolve("brandubh").ok());
/// let verdict = judge.judge(text, &read.record, &read.faults);
/// assert_eq!((verdict.plies, verdict.complete), (3, true));
/// // No attacker stands on c4, so that the man on c3 stays.
/// assert_eq!(verdict.count(Code::T202), 1);
/// ```
#[derive(Default)]
pub struct Judge {
    given: Option<Resolved>,
    /// The rules of records that state none.
    assumed: Option<Arc<Resolved>>,
    /// The rules met last stand first.
    known: Vec<Known>,
    mends: bool,
    details: bool,
    puzzle_nodes: u64,
}

/// A claim that was met.
struct Known {
    claim: Option<RulesClaim>,
    /// Its word, if that stands for several games, and the one that was meant.
    shared: Option<&'static Shared>,
    meant: Option<&'static str>,
    ready: Ready,
}

/// Rules that were looked up: ready, or the reason why they are not, with what is doubtful.
struct Ready {
    rules: Option<(Resolved, Prepared)>,
    findings: Vec<Finding>,
    /// The rules as a number, for the side that began the last game, once that was asked for.
    hash: Option<(Side, RulesHash)>,
}

/// Chooses among the games of a word for several.
type Choose<'a> = &'a dyn Fn(&'static Shared) -> Option<&'static str>;

/// How many rules are remembered at a time. A collection names a handful; a file in which every
/// game writes its own out must not fill the memory.
const REMEMBERED: usize = 64;

impl Judge {
    /// A judge who takes the rules of each record from the record, or uses the given ones for all.
    pub fn new(given: Option<Resolved>) -> Self {
        Self { given, ..Self::default() }
    }

    /// The same judge, who also works out how moves can be mended: see [`Verdict::edits`].
    #[must_use]
    pub fn mending(self) -> Self {
        Self { mends: true, ..self }
    }

    /// The same judge, who also solves puzzles and visits at most this many positions for each question.
    #[must_use]
    pub fn solving(self, puzzle_nodes: u64) -> Self {
        Self { puzzle_nodes, ..self }
    }

    /// The same judge, who also says what number a game has and how it stood where something was found.
    #[must_use]
    pub fn with_details(self, details: bool) -> Self {
        Self { details, ..self }
    }

    /// Judges records that state no rules by these from now on.
    pub fn assume(&mut self, rules: Option<&Arc<Resolved>>) {
        let same = match (&self.assumed, rules) {
            (None, None) => true,
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            _ => false,
        };
        if !same {
            self.assumed = rules.cloned();
            self.known.retain(|known| known.claim.is_some());
        }
    }

    /// The rules that were given for all records.
    pub(super) const fn given(&self) -> Option<&Resolved> {
        self.given.as_ref()
    }

    /// Judges one record. `text` is the text that it was read from, `faults` what was wrong with it.
    pub fn judge(&mut self, text: &str, record: &Record, faults: &[Fault]) -> Verdict {
        let choose = |shared: &'static Shared| by_board(record, shared);
        let verdict = self.judge_as(text, record, faults, &choose);
        let begins_well = verdict.findings.iter().all(|finding| finding.code != Code::T114);
        if verdict.complete && begins_well {
            return verdict;
        }
        // Perhaps the word for its rules means another game, by which all the moves are legal.
        let Some(shared) = stated::claim(record, self.given.is_some()).and_then(notation::shared)
        else {
            return verdict;
        };
        match meant(record, shared) {
            other if other == by_board(record, shared) => verdict,
            other => self.judge_as(text, record, faults, &|_| other),
        }
    }

    /// Judges a record with a choice among the games that the word for its rules may mean.
    fn judge_as(
        &mut self,
        text: &str,
        record: &Record,
        faults: &[Fault],
        choose: Choose<'_>,
    ) -> Verdict {
        let mut verdict = Verdict {
            claimed: record.result.as_ref().map(|result| result.value),
            lines: record.line_count() as u32,
            ..Verdict::default()
        };
        verdict.add_faults(faults);
        let empty = record.tokens().is_empty() && record.rules.is_none();
        if !(empty && faults.iter().any(|fault| is_fatal(&fault.kind))) {
            self.judge_game(text, record, choose, &mut verdict);
            if self.details {
                verdict.hash.get_or_insert_with(|| RulesHash::UNKNOWN.game(record));
            }
        }
        if verdict.variant.is_none() {
            verdict.not_judged = Some(why_not(&verdict.findings));
        }
        verdict.say_what_is_unlisted();
        verdict
    }

    /// Finds the rules of a record and replays it.
    fn judge_game(
        &mut self,
        text: &str,
        record: &Record,
        choose: Choose<'_>,
        verdict: &mut Verdict,
    ) {
        let (ask, given) = (Ask { mends: self.mends, details: self.details }, self.given.is_some());
        let puzzle_nodes = self.puzzle_nodes;
        let ready = self.ready(record, choose);
        if !ready.findings.is_empty() {
            let placed = Placed::new(record.rules.as_ref(), text);
            ready.findings.iter().for_each(|finding| verdict.add(placed.finding(finding)));
        }
        let Some((rules, prepared)) = &mut ready.rules else { return };
        let mut own;
        let mut known = &mut ready.hash;
        let mut of_own = None;
        let prepared = match on_own_board(rules, record, prepared.name.clone()) {
            Ok(None) => prepared,
            Ok(Some(moved)) => {
                (own, known) = (moved, &mut of_own);
                upside_down(rules, record).into_iter().for_each(|finding| verdict.add(finding));
                &mut own
            }
            Err(finding) => return verdict.add(*finding),
        };
        let First { side, against } = First::of(record, &prepared.ruleset, given);
        let against = against.map(|finding| quoting(finding, text, record));
        if against.as_ref().is_some_and(|finding| finding.code == Code::T117) {
            // The reader may have seen it by the marks of the moves; what stands on the board says more.
            verdict.findings.retain(|finding| finding.code != Code::T117);
        }
        if let Some(finding) = &against {
            let start = || Standing { setup: prepared.ruleset.start.clone(), side };
            let before = ask.details.then(|| Box::new(start()));
            verdict.add(Finding { before, ..finding.clone() });
        }
        if ask.details {
            verdict.hash = Some(rules_hash(known, &prepared.ruleset, side).game(record));
        }
        replay(prepared, text, record, side, ask, verdict);
        if is_puzzle(record) {
            let (name, rules) = (prepared.name.clone(), prepared.ruleset.clone());
            let findings = against.into_iter().collect();
            let start = Start { name, rules, first: side, findings };
            puzzle::judge(record, start, puzzle_nodes, verdict);
        }
    }

    /// The rules of a record, remembered or looked up.
    fn ready(&mut self, record: &Record, choose: Choose<'_>) -> &mut Ready {
        let claim = stated::claim(record, self.given.is_some());
        let met = self.known.iter().position(|known| known.claim.as_ref() == claim);
        let shared = match met {
            Some(at) => self.known[at].shared,
            None => claim.and_then(notation::shared),
        };
        let at = match (met, shared.and_then(choose)) {
            (Some(at), None) if shared.is_none() => at,
            (_, meant) => self.looked_up(claim, shared, meant),
        };
        self.known[..=at].rotate_right(1);
        &mut self.known[0].ready
    }

    /// Where the rules of a claim stand that is new, or that may mean several games.
    fn looked_up(
        &mut self,
        claim: Option<&RulesClaim>,
        shared: Option<&'static Shared>,
        meant: Option<&'static str>,
    ) -> usize {
        let is_same = |known: &Known| known.claim.as_ref() == claim && known.meant == meant;
        self.known.iter().position(is_same).unwrap_or_else(|| {
            self.known.truncate(REMEMBERED - 1);
            let assumed = self.assumed.as_deref().filter(|_| claim.is_none());
            let ready = prepare(self.given.as_ref().or(assumed), claim, meant);
            self.known.push(Known { claim: claim.cloned(), shared, meant, ready });
            self.known.len() - 1
        })
    }
}

/// The rules as a number, remembered for the side that begins.
fn rules_hash(known: &mut Option<(Side, RulesHash)>, rules: &Ruleset, first: Side) -> RulesHash {
    let hash = known.filter(|&(side, _)| side == first).map(|(_, hash)| hash);
    let hash = hash.unwrap_or_else(|| RulesHash::of(rules, first));
    *known = Some((first, hash));
    hash
}

/// Why a game was not judged of which this was found.
fn why_not(findings: &[Finding]) -> NotJudged {
    let reason = |finding: &Finding| match finding.code {
        Code::T406 => Some(NotJudged::NoRules),
        Code::T401 | Code::T402 | Code::T404 => Some(NotJudged::UnknownRules),
        Code::T407 => Some(NotJudged::BadPosition),
        _ => None,
    };
    findings.iter().rev().find_map(reason).unwrap_or(NotJudged::Unread)
}

/// Looks the rules of a claim up, or takes those given.
fn prepare(
    given: Option<&Resolved>,
    claim: Option<&RulesClaim>,
    meant: Option<&'static str>,
) -> Ready {
    let (rules, mut findings) = match stated::find_rules(given, claim, meant) {
        Ok(found) => found,
        Err(findings) => return Ready { rules: None, findings, hash: None },
    };
    let prepared = Prepared::new(rules.name(), rules.ruleset.clone())
        .map_err(|error| findings.push(Finding::new(Code::T404, error.to_string())));
    Ready { rules: prepared.ok().map(|prepared| (rules, prepared)), findings, hash: None }
}

/// The rules made ready on the record's own position, if it states one.
fn on_own_board(
    rules: &Resolved,
    record: &Record,
    name: Arc<str>,
) -> Result<Option<Prepared>, Box<Finding>> {
    let Some(own) = stated::own_board(rules, record)? else { return Ok(None) };
    let unplayable = |error: TableError| Box::new(stated::bad_position(record, error.to_string()));
    Prepared::new(name, own).map(Some).map_err(unplayable)
}
