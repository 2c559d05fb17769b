//! The hops of a chain, each with the captures that it can have made.

use std::collections::HashMap;

use crate::board::Square;
use crate::record::{MoveText, Record, TokenKind};

/// Where the captures of each hop of a move begin among the record's captures, and behind the last
/// hop, where they end.
pub(super) type Split = Vec<u32>;

/// The hops of a line's chains, by their tokens. Few lines have any.
pub(super) type Splits = HashMap<usize, Split>;

/// How many words a token is.
pub(super) fn hops(kind: &TokenKind) -> usize {
    match kind {
        TokenKind::Move(text) => text.path.len().saturating_sub(1).max(1),
        _ => 1,
    }
}

/// Gives each capture to the next hop that ends beside it; one that no further hop ends beside stays
/// with the hop before.
pub(super) fn split(record: &Record, text: &MoveText) -> Split {
    let (path, captures) = (record.path(text), record.captures(text));
    let mut ends: HashMap<Square, Vec<usize>> = HashMap::new();
    if !captures.is_empty() {
        for (hop, &square) in path.iter().skip(1).enumerate() {
            ends.entry(square).or_default().push(hop);
        }
    }
    let next_beside = |square: Square, from: usize| {
        let next = |beside: Square| {
            let hops = ends.get(&beside)?;
            hops.get(hops.partition_point(|&hop| hop < from)).copied()
        };
        beside(square).filter_map(next).min()
    };
    let mut split = Split::with_capacity(path.len());
    split.push(text.captures.start);
    for (place, capture) in text.captures.clone().zip(captures) {
        let hop = next_beside(capture.square, split.len() - 1).unwrap_or(split.len() - 1);
        split.resize(hop + 1, place);
    }
    split.resize(path.len().max(2), text.captures.end);
    split
}

/// The squares next to one.
fn beside(square: Square) -> impl Iterator<Item = Square> {
    let Square { file, rank } = square;
    let files = [file.checked_sub(1), file.checked_add(1)].into_iter().flatten();
    let ranks = [rank.checked_sub(1), rank.checked_add(1)].into_iter().flatten();
    let on_rank = files.map(move |file| Square::new(file, rank));
    on_rank.chain(ranks.map(move |rank| Square::new(file, rank)))
}

/// One hop of a move, with its captures.
pub(super) fn hop_of(text: &MoveText, hop: usize, split: Option<&Split>) -> MoveText {
    let Some(split) = split else { return text.clone() };
    let is_last = hop + 2 == split.len();
    MoveText {
        piece: text.piece,
        path: text.path.start + hop as u32..text.path.start + hop as u32 + 2,
        captures: split[hop]..split[hop + 1],
        run_together: text.run_together && hop == 0,
        jumps: text.jumps.checked_shr(hop as u32).unwrap_or(0) & 1,
        continues: text.continues || hop > 0,
        capture_count: text.capture_count.filter(|_| is_last),
        info: text.info.filter(|_| is_last),
    }
}

/// How many hops a chain, whose captures are split, has in common with another move from the start,
/// if both go on from there.
pub(super) fn shared_hops(
    record: &Record,
    (one, split_one): (&TokenKind, &Split),
    other: &TokenKind,
) -> usize {
    let (TokenKind::Move(one), TokenKind::Move(other)) = (one, other) else { return 0 };
    let (paths, same_piece) = ([record.path(one), record.path(other)], one.piece == other.piece);
    let most = paths[0].len().min(paths[1].len()).saturating_sub(2);
    let plain = same_piece && !one.continues && !one.run_together;
    if most == 0 || !plain || paths[0][..2] != paths[1][..2] {
        return 0;
    }
    let split_other = split(record, other);
    let alike = |&hop: &usize| {
        let a = hop_of(one, hop, Some(split_one));
        let b = hop_of(other, hop, Some(&split_other));
        paths[0][hop..hop + 2] == paths[1][hop..hop + 2]
            && a.jumps == b.jumps
            && record.captures(&a) == record.captures(&b)
            && (a.continues, a.run_together) == (b.continues, b.run_together)
    };
    (0..most).take_while(alike).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::moves::read_token;
    use crate::record::{LineId, Span};

    fn told(word: &str) -> Vec<usize> {
        let (mut record, mut faults) = (Record::default(), Vec::new());
        read_token(word, Span::new(0, word.len()), &mut record, LineId::MAIN, &mut faults);
        let Some(TokenKind::Move(text)) = record.tokens().first().map(|token| &token.kind) else {
            panic!("{word} is a move");
        };
        let split = split(&record, text);
        split.windows(2).map(|ends| (ends[1] - ends[0]) as usize).collect()
    }

    #[test]
    fn captures_go_to_the_hop_that_ends_beside_them() {
        assert_eq!(told("d2-d4"), [0]);
        assert_eq!(told("d2-d4xc4/e4"), [2]);
        assert_eq!(told("d2-d4=h4xc4/i4"), [1, 1]);
        assert_eq!(told("d2-d4=h4^=h6xh7"), [0, 0, 1]);
        // b9 is beside none, and c4 comes behind what the second hop took.
        assert_eq!(told("d2-d4=h4xb9/i4/c4"), [1, 2]);
        assert_eq!(told("d2-d4=h4=d4xc4/i4/e4"), [1, 1, 1]);
    }
}
