//! What header entries state that a record has one place for.

use crate::board::Side;
use crate::record::{CaptureCounts, Record, RulesClaim, Span, Spanned};

/// What a header entry states.
pub(super) enum Stated {
    /// The rules.
    Rules(RulesClaim),
    /// The start position.
    Start(String),
    /// The side that begins.
    First(Side),
    /// How many pieces each side took.
    Counts(CaptureCounts),
}

impl Stated {
    /// Puts it in its place in the record, unless an entry before has filled that: the first counts.
    /// Returns whether it did.
    pub(super) fn keep_first(self, span: Span, record: &mut Record) -> bool {
        match self {
            Self::Rules(rules) => fill(&mut record.rules, rules, span),
            Self::Start(start) => fill(&mut record.start, start, span),
            Self::First(first) => fill(&mut record.first, first, span),
            Self::Counts(counts) => fill(&mut record.counts, counts, span),
        }
    }
}

fn fill<T>(place: &mut Option<Spanned<T>>, value: T, span: Span) -> bool {
    let is_free = place.is_none();
    place.get_or_insert(Spanned::new(value, span));
    is_free
}
