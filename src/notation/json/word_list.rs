//! What writers share whose formats hold one list of moves, with nothing said between them.

use std::borrow::Cow;

use crate::board::Side;
use crate::notation::fault::{Fault, FaultKind};
use crate::notation::losses::{Losses, Lost};
use crate::notation::moves::{MoveStyle, UNREADABLE};
use crate::notation::typography::plain;
use crate::record::{
    CaptureCounts, Claim, LineId, Record, RulesClaim, Span, Spanned, Token, TokenKind,
};

use super::object::{Members, Object, quoted};

/// The words of a format for entries that are no moves.
#[derive(Clone, Copy)]
pub(in crate::notation) struct Words {
    /// The side to move resigns.
    pub resigned: &'static str,
    /// The side to move has lost on time; nothing where the format has no word for it.
    pub timed_out: Option<&'static str>,
    /// Stands for a move given elsewhere.
    pub elided: &'static str,
}

/// The words of the game itself, with blanks between. A loss on time for which the format has no word is left to
/// `termination` if it is the last entry, see [`given_up`]; another is noted, and a placeholder stands
/// for it so that the moves behind it keep their sides.
pub(in crate::notation) fn words(
    record: &Record,
    style: MoveStyle,
    words: Words,
    losses: &mut Losses,
) -> String {
    let mut written = String::with_capacity(record.tokens().len() * 6);
    each_word(record, style, words, losses, |word| {
        if !written.is_empty() {
            written.push(' ');
        }
        written += word;
    });
    written
}

/// The same, one word after the other.
pub(in crate::notation) fn each_word(
    record: &Record,
    style: MoveStyle,
    words: Words,
    losses: &mut Losses,
    mut each: impl FnMut(&str),
) {
    let mut written = String::new();
    let mut mover = record.first.as_ref().map_or(Side::Attackers, |first| first.value);
    let last = record.tokens().len().saturating_sub(1);
    for (at, token) in record.tokens().iter().enumerate() {
        let word = match &token.kind {
            TokenKind::Move(text) => {
                written.clear();
                style.write_to(&mut written, record, text, mover, losses);
                Some(written.as_str())
            }
            TokenKind::Resigned => Some(words.resigned),
            TokenKind::TimedOut => match words.timed_out {
                Some(word) => Some(word),
                None if at == last => None,
                None => {
                    losses.lose(Lost::TimeLoss);
                    Some(words.elided)
                }
            },
            TokenKind::Elided => Some(words.elided),
            TokenKind::Unreadable(word) if is_plain(word) => Some(&**word),
            TokenKind::Unreadable(_) => {
                losses.lose(Lost::Unreadable);
                Some(UNREADABLE)
            }
        };
        word.into_iter().for_each(&mut each);
        mover = mover.other();
    }
}

/// Whether a word can stand in a list of words as it is.
fn is_plain(word: &str) -> bool {
    let special = |letter: char| {
        letter.is_whitespace() || letter.is_control() || matches!(letter, ',' | '"' | '\\')
    };
    !word.is_empty() && !word.contains(special) && matches!(plain(word), Cow::Borrowed(_))
}

/// Notes what is said beside the list of moves: variations, comments and boards.
pub(in crate::notation) fn lose_company(record: &Record, losses: &mut Losses) {
    lose_comments(record, losses);
    losses.lose_many(Lost::Variations, record.line_count() - 1);
    losses.lose_many(Lost::Boards, record.boards.len());
}

/// Notes comments, and the clocks and hints in them.
pub(in crate::notation) fn lose_comments(record: &Record, losses: &mut Losses) {
    let lines = (0..record.line_count()).map(|line| record.line(LineId(line)));
    for note in lines.flat_map(|line| &line.notes) {
        losses.lose(Lost::Comments);
        losses.lose_many(Lost::Clocks, usize::from(note.clock().is_some()));
        losses.lose_many(Lost::Hints, usize::from(note.hint().is_some()));
    }
}

/// How `termination` tells that the last entry gives the game up, in formats without a word for it.
pub(in crate::notation) const GIVEN_UP: [(&str, Side, TokenKind); 4] = [
    ("attackers resigned", Side::Attackers, TokenKind::Resigned),
    ("defenders resigned", Side::Defenders, TokenKind::Resigned),
    ("attackers lost on time", Side::Attackers, TokenKind::TimedOut),
    ("defenders lost on time", Side::Defenders, TokenKind::TimedOut),
];

/// The side whose turn the next entry of the game would be.
fn next_side(record: &Record, played: usize) -> Side {
    let first = record.first.as_ref().map_or(Side::Attackers, |first| first.value);
    if played.is_multiple_of(2) { first } else { first.other() }
}

/// The words that tell what the last entry says, if it gives the game up.
pub(in crate::notation) fn given_up(record: &Record) -> Option<&'static str> {
    let (last, before) = record.tokens().split_last()?;
    let side = next_side(record, before.len());
    let known = GIVEN_UP.iter().find(|(_, loser, kind)| *loser == side && *kind == last.kind);
    known.map(|&(words, _, _)| words)
}

/// Whether a termination tells that the game was given up.
pub(in crate::notation) fn is_given_up(termination: &str) -> bool {
    GIVEN_UP.iter().any(|(words, _, _)| *words == termination)
}

/// Turns the words back into the entry that they tell of, where it is that side's turn. Returns
/// whether they were turned back.
pub(in crate::notation) fn read_given_up(
    record: &mut Record,
    termination: &str,
    span: Span,
) -> bool {
    let side = next_side(record, record.tokens().len());
    let known = GIVEN_UP.iter().find(|(words, loser, _)| *loser == side && *words == termination);
    let Some((_, _, kind)) = known else { return false };
    record.line_mut(LineId::MAIN).tokens.push(Token { span, kind: kind.clone() });
    true
}

/// The words of JSON formats for results that their authors have none for.
const RESULTS: [(&str, Claim); 4] = [
    ("attackers", Claim::Won(Side::Attackers)),
    ("defenders", Claim::Won(Side::Defenders)),
    ("draw", Claim::Draw),
    ("open", Claim::Open),
];

/// Writes under keys of our own what a format in JSON has no keys for.
pub(in crate::notation) fn write_own(record: &Record, keys: &OwnKeys, members: &mut Members) {
    match record.rules.as_ref().map(|rules| &rules.value) {
        Some(RulesClaim::Named(name)) => members.add_text(keys.named, name),
        Some(RulesClaim::Written(rules)) => members.add_text(keys.written, rules),
        Some(RulesClaim::SiteType { key, name }) => {
            let key = key.map_or_else(|| "null".to_owned(), |key| key.to_string());
            members.add(keys.site_type, &format!("[{key}, {}]", quoted(name)));
        }
        None => {}
    }
}

/// Writes the first mover, the result and the counts of captures under keys of our own.
pub(in crate::notation) fn write_claims(record: &Record, keys: &OwnKeys, members: &mut Members) {
    if let Some(first) = &record.first {
        members.add_text(keys.first, first.value.name());
    }
    if let Some(result) = &record.result {
        let known = RESULTS.iter().find(|(_, claim)| *claim == result.value);
        members.add_text(keys.result, known.map_or("open", |&(word, _)| word));
    }
    if let Some(counts) = &record.counts {
        let counts = counts.value;
        members.add(keys.counts, &format!("[{}, {}]", counts.by_attackers, counts.by_defenders));
    }
}

/// Keys of our own in the style of a format.
pub(in crate::notation) struct OwnKeys {
    /// Rules by name.
    pub named: &'static str,
    /// Rules written out.
    pub written: &'static str,
    /// The number and the name of a site's type.
    pub site_type: &'static str,
    /// The side that begins.
    pub first: &'static str,
    /// The result.
    pub result: &'static str,
    /// Counts of captures by attackers and defenders.
    pub counts: &'static str,
}

/// Reads our own keys.
pub(in crate::notation) fn read_own(
    object: &mut Object<'_>,
    keys: &OwnKeys,
    record: &mut Record,
    faults: &mut Vec<Fault>,
) {
    let named = object.remove_text(keys.named, faults);
    let written = object.remove_text(keys.written, faults);
    let site = object.remove_as::<(Option<u32>, String)>(keys.site_type, faults);
    record.rules = match (written, named, site) {
        (Some((rules, span)), _, _) => Some(Spanned::new(RulesClaim::Written(rules), span)),
        (None, Some((name, span)), _) => Some(Spanned::new(RulesClaim::Named(name), span)),
        (None, None, Some(((key, name), span))) => {
            Some(Spanned::new(RulesClaim::SiteType { key, name }, span))
        }
        (None, None, None) => None,
    };
    if let Some((word, span)) = object.remove_text(keys.first, faults) {
        match Side::BOTH.into_iter().find(|side| side.name() == plain(&word).trim()) {
            Some(side) => record.first = Some(Spanned::new(side, span)),
            None => faults.push(bad(keys.first, word, "attackers or defenders", span)),
        }
    }
    if let Some((word, span)) = object.remove_text(keys.result, faults) {
        match RESULTS.iter().find(|(known, _)| *known == plain(&word).trim()) {
            Some(&(_, claim)) => record.result = Some(Spanned::new(claim, span)),
            None => faults.push(bad(keys.result, word, "attackers, defenders, draw or open", span)),
        }
    }
    if let Some(((by_attackers, by_defenders), span)) = object.remove_as(keys.counts, faults) {
        record.counts = Some(Spanned::new(CaptureCounts { by_attackers, by_defenders }, span));
    }
}

/// A field with a value that it cannot have.
pub(in crate::notation) fn bad(
    field: &'static str,
    value: String,
    expected: &'static str,
    span: Span,
) -> Fault {
    Fault::new(span, FaultKind::BadField { field, value, expected })
}
