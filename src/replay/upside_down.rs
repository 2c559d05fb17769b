//! Positions that were written the other way up: rank 1 last.

use crate::board::Setup;
use crate::record::Record;
use crate::rules::names::Resolved;

use super::findings::{Code, Finding};
use super::first::first_move;
use super::meaning::plays;

/// A word on a position of the record that makes sense only with its rows the other way up.
pub(super) fn upside_down(rules: &Resolved, record: &Record) -> Option<Finding> {
    let start = record.start.as_ref()?;
    let position: Setup = start.value.parse().ok()?;
    let why = if rules.fits_only_upside_down(&position) {
        "pieces stand where they may not stop"
    } else if moves_fit_only_flipped(rules, record, &position) {
        "there is no piece to make the first move"
    } else {
        return None;
    };
    let message = format!("{why}, and with the rows of the position the other way up all fits");
    Some(Finding::new(Code::T409, message).at(start.span))
}

/// Whether the first move comes from an empty square, and every move is legal on the turned board.
fn moves_fit_only_flipped(rules: &Resolved, record: &Record, position: &Setup) -> bool {
    let origin = first_move(record).and_then(|(_, text)| record.path(text).first());
    origin.is_some_and(|&origin| position.get(origin).is_none())
        && rules.from_position(position.flipped()).is_ok_and(|rules| plays(record, &rules))
}
