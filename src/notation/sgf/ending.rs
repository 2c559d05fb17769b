//! What can be said only once the whole record is read: turns, start position and result.

use crate::board::Side;
use crate::notation::fault::{Fault, FaultKind};
use crate::notation::given_up;
use crate::notation::typography::plain;
use crate::record::{Claim, LineId, Record, Span, Spanned, Token, TokenKind};

use super::properties::{Property, unescaped};
use super::read::{OUT_OF_TURN, Reader};
use super::results::{result_and_reason, usual_reason};
use super::setup::{board_size, position, size_of};

impl<'a> Reader<'a, '_> {
    pub(super) fn close(mut self) {
        if let Some(level) = self.open.first() {
            self.faults.push(Fault::new(level.bracket, FaultKind::Unclosed("tree")));
        }
        if self.nodes == 0 {
            self.fault("", "a game is written (;FF[4] ... )");
        }
        self.report_turns();
        self.set_up();
        self.end();
    }

    /// Reports the moves that are out of turn. If most are, it is one fault: what `PL` says.
    fn report_turns(&mut self) {
        let [first, ..] = self.out_of_turn[..] else { return };
        if self.out_of_turn.len() * 2 > self.moved
            && let Some(stated) = &self.record.first
        {
            let kind = FaultKind::FirstMover { stated: stated.value };
            self.faults.push(Fault::new(first, kind));
            return;
        }
        let what = || FaultKind::Syntax(OUT_OF_TURN.to_owned());
        self.faults.extend(self.out_of_turn.iter().map(|span| Fault::new(*span, what())));
    }

    /// Makes the start position of what the first node sets up; kept as it stands if there is none to
    /// be made.
    fn set_up(&mut self) {
        let properties = std::mem::take(&mut self.setup);
        if let [Property { name: "SZ", values }] = properties.as_slice()
            && let [size] = values.as_slice()
            && board_size(self.record).is_some_and(|known| size_of(size) == Some(known))
        {
            // It says what the rules or the position say.
            self.drop_setup_tags();
            return;
        }
        let has_pieces = properties.iter().any(|property| property.name != "SZ");
        if has_pieces && self.record.start.is_none() {
            let first = properties.iter().find(|property| property.name != "SZ");
            let span = first.map_or_else(Span::default, |first| self.place(first.name));
            match position(&properties) {
                Ok(setup) => {
                    self.record.start = Some(Spanned::new(setup.to_string(), span));
                    self.drop_setup_tags();
                }
                Err(what) => self.faults.push(Fault::new(span, FaultKind::Syntax(what.to_owned()))),
            }
        }
    }

    fn drop_setup_tags(&mut self) {
        let mut at = 0;
        self.record.tags.retain(|_| {
            at += 1;
            self.setup_tags.binary_search(&(at - 1)).is_err()
        });
    }

    /// The result, and how it came about if that is not an entry of the game yet.
    fn end(&mut self) {
        let Some(raw) = self.result else { return };
        let span = self.place(raw);
        let value = unescaped(raw);
        let typed = plain(&value);
        let (claim, reason) = result_and_reason(&typed);
        record_result(self.record, claim, span);
        let kind = match usual_reason(reason) {
            "R" => Some(TokenKind::Resigned),
            "T" => Some(TokenKind::TimedOut),
            _ => None,
        };
        match (claim.and_then(Claim::winner), kind) {
            (Some(winner), Some(kind)) => self.last_entry(winner.other(), kind, span),
            _ if claim.is_some() && reason.is_empty() => {}
            _ => {
                if claim.is_none() && !matches!(&*value, "Void") {
                    let expected = "B+, W+, 0 or ?";
                    let value = value.to_string();
                    let kind = FaultKind::BadField { field: "RE", value, expected };
                    self.faults.push(Fault::new(span, kind));
                }
                self.record.add_tag("re", value, span);
            }
        }
    }

    /// Adds the entry that says how the loser gave up, unless it is there. Where it is not that side's
    /// turn, a header entry says so.
    fn last_entry(&mut self, loser: Side, kind: TokenKind, span: Span) {
        let tokens = self.record.tokens();
        if tokens.last().is_some_and(|last| last.kind == kind) {
            return;
        }
        if self.record.mover(tokens.len()) == loser {
            self.record.line_mut(LineId::MAIN).tokens.push(Token { span, kind });
        } else if let Some(words) = given_up::words(loser, &kind) {
            self.record.add_tag("termination", words, span);
        }
    }
}

fn record_result(record: &mut Record, claim: Option<Claim>, span: Span) {
    record.result = claim.map(|claim| Spanned::new(claim, span));
}
