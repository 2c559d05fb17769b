//! Rules as OpenTafl needs them: written out, with the record's own position and first mover in them.
//!
//! The program knows no names of rules and reads no `[position:]`. So a record's rules are written
//! out whatever the record states them by, and what it states stands beside them. Read back, rules
//! that are those of the statement, but for position and first mover, are taken for the statement.

use std::cell::RefCell;
use std::rc::Rc;

use crate::board::{Setup, Side};
use crate::notation::shared;
use crate::record::RulesClaim;
use crate::rules::{Ruleset, names, record};

/// Rules written out for a record.
pub(super) struct WrittenOut {
    /// The rules record.
    pub(super) text: String,
    /// Whether the record's position can be told from it, letter by letter.
    pub(super) holds_start: bool,
}

/// What rules written out say beyond the statement that they come from.
pub(super) struct Beyond {
    /// The position, if it is another than the statement's.
    pub(super) start: Option<String>,
    /// The first mover, if it is another.
    pub(super) first: Option<Side>,
    /// The game that they are of those that the statement's word stands for.
    pub(super) meant: Option<&'static str>,
}

/// The rules of a claim written out, from a position and with a first mover where the record has
/// them. Nothing where nobody knows the rules, or which of several games is meant.
pub(super) fn written_out(
    claim: &RulesClaim,
    meant: Option<&'static str>,
    start: Option<&str>,
    first: Option<Side>,
) -> Option<WrittenOut> {
    let known = known(claim, meant)?;
    let own = &known.ruleset;
    let first = first.unwrap_or(own.first);
    let setup = start.and_then(|start| start.parse::<Setup>().ok());
    let moved = setup.and_then(|setup| own.on_board(setup).ok());
    let holds_start = moved.as_ref().is_some_and(|moved| {
        moved.start != own.start && start == Some(moved.start.to_string().as_str())
    });
    let text = match (claim, &moved) {
        (RulesClaim::Written(text), None) if first == own.first => text.clone(),
        (RulesClaim::Written(text), Some(moved)) if first == own.first && moved == own => {
            text.clone()
        }
        (_, Some(moved)) if moved.size() != own.size() => {
            format!("{}{}", frame(moved, first), moved.start)
        }
        (_, moved) => {
            let start = moved.as_ref().map_or(&own.start, |moved| &moved.start);
            format!("{}{start}", known.frames[first.index()])
        }
    };
    Some(WrittenOut { text, holds_start })
}

/// Who moves first by the rules of a claim, or by all the rules that it may stand for.
pub(super) fn first_by(claim: &RulesClaim, meant: Option<&'static str>) -> Option<Side> {
    agreed(claim, meant, |rules| rules.first)
}

/// Whether a turn may have several moves by the rules of a claim, or by all that it may stand for.
pub(super) fn goes_on_by(claim: &RulesClaim, meant: Option<&'static str>) -> Option<bool> {
    agreed(claim, meant, |rules| rules.berserk.is_some())
}

/// What the rules of a claim say, or all the rules that it may stand for.
fn agreed<T: PartialEq + Copy>(
    claim: &RulesClaim,
    meant: Option<&'static str>,
    say: impl Fn(&Ruleset) -> T,
) -> Option<T> {
    let said = |meant| known(claim, meant).map(|known| say(&known.ruleset));
    let Some(several) = shared(claim).filter(|_| meant.is_none()) else { return said(meant) };
    let mut all = several.everywhere().map(|game| said(Some(game)));
    let one = all.next()?;
    one.filter(|_| all.all(|other| other == one))
}

/// What rules written out say beyond a claim; nothing where they are not that claim's rules.
pub(super) fn beyond(claim: &RulesClaim, text: &str) -> Option<Beyond> {
    let Some(several) = shared(claim) else { return beyond_game(claim, None, text) };
    let fitting = several.everywhere().filter_map(|game| beyond_game(claim, Some(game), text));
    fitting.min_by_key(|more| (more.start.is_some(), more.first.is_some()))
}

/// The same for one game of those that the claim's word stands for.
fn beyond_game(claim: &RulesClaim, meant: Option<&'static str>, text: &str) -> Option<Beyond> {
    let known = known(claim, meant)?;
    let own = &known.ruleset;
    let (framed, start) = text.split_at(text.rfind(START)? + START.len());
    let of_size = |first| match start.parse().map(|setup| own.on_board(setup)) {
        Ok(Ok(moved)) if moved.size() != own.size() => frame(&moved, first) == framed,
        _ => false,
    };
    let mut sides = Side::BOTH.into_iter();
    let first = sides.find(|&first| known.frames[first.index()] == framed || of_size(first))?;
    Some(Beyond {
        start: (own.start.to_string() != start).then(|| start.to_owned()),
        first: (own.first != first).then_some(first),
        meant,
    })
}

/// What comes before the position, which a rules record ends with.
const START: &str = " start:";

/// The record of rules with a first mover, up to the position.
fn frame(rules: &Ruleset, first: Side) -> String {
    let mut text = record::write(&Ruleset { first, ..rules.clone() });
    text.truncate(text.len() - rules.start.to_string().len());
    text
}

/// Rules that were looked up.
struct Known {
    ruleset: Ruleset,
    /// Their records up to the position, with either side as the first mover.
    frames: [String; 2],
}

impl Known {
    fn of(claim: &RulesClaim, meant: Option<&'static str>) -> Option<Self> {
        let text = match claim {
            RulesClaim::Named(text) | RulesClaim::Written(text) => text,
            RulesClaim::SiteType { key, name } => {
                names::site_type(*key, name).map_or(name.as_str(), |site| site.name)
            }
        };
        let ruleset = names::resolve_as(text, |_| meant).ok()?.ruleset;
        let frames = Side::BOTH.map(|first| frame(&ruleset, first));
        Some(Self { ruleset, frames })
    }
}

/// How many claims are remembered in a thread: a collection has a handful.
const REMEMBERED: usize = 16;

/// What a claim was found to stand for, and which game is meant if it may stand for several.
type Found = (RulesClaim, Option<&'static str>, Option<Rc<Known>>);

thread_local! {
    /// The claims met last, the very last first: looking rules up takes longer than reading a game.
    static MET: RefCell<Vec<Found>> = const { RefCell::new(Vec::new()) };
}

/// The rules of a claim, remembered or looked up.
fn known(claim: &RulesClaim, meant: Option<&'static str>) -> Option<Rc<Known>> {
    MET.with_borrow_mut(|met| {
        let at = met.iter().position(|(known, game, _)| known == claim && *game == meant);
        let at = at.unwrap_or_else(|| {
            met.truncate(REMEMBERED - 1);
            met.push((claim.clone(), meant, Known::of(claim, meant).map(Rc::new)));
            met.len() - 1
        });
        met[..=at].rotate_right(1);
        met[0].2.clone()
    })
}
