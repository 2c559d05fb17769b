//! Variations that are kept, and on which OpenTafl breaks off.

use std::collections::{BTreeMap, HashSet};

use crate::board::Square;
use crate::notation::Unopened;
use crate::record::{DEEP, LineId, Record, TokenKind};

use super::Writer;
use super::frame::Frame;

impl Writer<'_> {
    /// Counts the variations on a line that OpenTafl cannot open.
    pub(super) fn count_unopened(&mut self, frame: &Frame<'_>) {
        let mut on_words: BTreeMap<usize, Vec<(LineId, usize)>> = BTreeMap::new();
        for (word, line, shared) in frame.variations() {
            on_words.entry(word).or_default().push((line, shared));
        }
        for (word, variations) in on_words {
            let is_there = word < frame.words.len();
            for &(line, _) in &variations {
                let why = if self.record.line(line).tokens.is_empty() {
                    Unopened::EmptyVariations
                } else if !is_there {
                    Unopened::BehindEnd
                } else if frame.depth >= DEEP {
                    Unopened::DeepVariations
                } else {
                    continue;
                };
                self.losses.leave_unopened(why);
            }
            if is_there {
                let replaced = frame.words[word];
                let kind = &frame.line.tokens[replaced.token()].kind;
                let replaced = squares(self.record, kind, replaced.hop());
                for _ in 0..repetitions(self.record, replaced, &variations) {
                    self.losses.leave_unopened(Unopened::Repetitions);
                }
            }
        }
    }
}

/// How many variations on a word begin with that word or as an earlier one does, where OpenTafl loses its
/// way: it takes the two for one, and does not find what is on it or on the later ones.
fn repetitions(
    record: &Record,
    replaced: Option<[Square; 2]>,
    variations: &[(LineId, usize)],
) -> usize {
    let mut met: HashSet<[Square; 2]> = replaced.into_iter().collect();
    let first = |&(line, shared): &(LineId, usize)| {
        squares(record, &record.line(line).tokens.first()?.kind, shared)
    };
    let repeats: Vec<bool> =
        variations.iter().map(|v| first(v).is_some_and(|squares| !met.insert(squares))).collect();
    let last = variations.iter().rposition(|&(line, _)| !record.line(line).branches.is_empty());
    last.map_or(0, |last| repeats[..=last].iter().filter(|repeats| **repeats).count())
}

/// The squares of a hop.
fn squares(record: &Record, kind: &TokenKind, hop: usize) -> Option<[Square; 2]> {
    let TokenKind::Move(text) = kind else { return None };
    record.path(text).get(hop..hop + 2)?.try_into().ok()
}
