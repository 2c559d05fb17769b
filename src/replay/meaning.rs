//! Which game a record means by a word for several: its site and its board tell, or else its moves.

use crate::board::{BoardSize, Setup};
use crate::game::{Game, GameError};
use crate::record::{Record, TokenKind};
use crate::rules::{Ruleset, Shared, names};

use super::first::First;
use super::stated::own_board;

/// The game that a record means; nothing if neither board nor moves tell and none is usual.
pub(super) fn meant(record: &Record, shared: &Shared) -> Option<&'static str> {
    if let Some(game) = said(record, shared) {
        return Some(game);
    }
    let shared = at_its_site(record, shared);
    let several = on_its_board(record, shared);
    let mut legal = several.iter().copied().filter(|id| is_legal(record, id));
    match (several.as_slice(), shared.main()) {
        ([_], _) | ([], _) => by_board(record, shared),
        (_, Some(_)) => legal.next().or_else(|| by_board(record, shared)),
        (_, None) => legal.next().filter(|_| legal.next().is_none()),
    }
}

/// The game that a record means as long as its moves do not say otherwise. Where no game is usual, they
/// are asked.
pub(super) fn by_board(record: &Record, shared: &Shared) -> Option<&'static str> {
    if let Some(game) = said(record, shared) {
        return Some(game);
    }
    let shared = at_its_site(record, shared);
    // Most records say nothing of their board, and all their squares are on the usual one.
    if shared.main_side().is_some_and(|side| record.reach() <= side)
        && stated_size(record).is_none()
    {
        return shared.main();
    }
    match (on_its_board(record, shared).as_slice(), shared.main()) {
        ([], main) => main,
        ([only], _) => Some(only),
        ([first, ..], Some(_)) => Some(first),
        (_, None) => meant(record, shared),
    }
}

/// The game that the record itself settles: OpenTafl's files write the rules out beside the word.
fn said(record: &Record, shared: &Shared) -> Option<&'static str> {
    record.meant.filter(|game| shared.everywhere().any(|own| own == *game))
}

/// What the word means on the site that the record names.
fn at_its_site<'a>(record: &Record, shared: &'a Shared) -> &'a Shared {
    record.tag("site").and_then(|site| shared.at(site)).unwrap_or(shared)
}

/// The games on whose board the record can have been played.
fn on_its_board(record: &Record, shared: &Shared) -> Vec<&'static str> {
    match stated_size(record) {
        Some(size) => shared.on(size).collect(),
        None => {
            let reach = reach(record);
            shared.games.iter().copied().filter(|id| names::side_of(id) >= reach).collect()
        }
    }
}

/// The size of the board, as far as the record says so.
fn stated_size(record: &Record) -> Option<BoardSize> {
    let boards = record.boards.iter().map(|(_, board)| board);
    let drawn =
        record.start.iter().chain(boards).find_map(|board| board.value.parse::<Setup>().ok());
    let tag = ["size", "dim"].into_iter().find_map(|name| record.tag(name));
    let written = || BoardSize::new(tag?.split([':', 'x']).next()?.trim().parse().ok()?).ok();
    drawn.map(|setup| setup.size()).or_else(written)
}

/// The side of the smallest board that has all squares of the moves.
fn reach(record: &Record) -> usize {
    let moves = record.tokens().iter().filter_map(|token| match &token.kind {
        TokenKind::Move(text) => Some(record.path(text)),
        _ => None,
    });
    let furthest = moves.flatten().map(|square| usize::from(square.file.max(square.rank)) + 1);
    furthest.max().unwrap_or(0)
}

/// Whether all moves are legal under a variant, up to the end of the game.
fn is_legal(record: &Record, id: &str) -> bool {
    let Ok(resolved) = names::resolve(id) else { return false };
    let Ok(own) = own_board(&resolved, record) else { return false };
    plays(record, &own.unwrap_or(resolved.ruleset))
}

/// Whether all moves are legal by these rules, from their start up to the end of the game.
pub(super) fn plays(record: &Record, rules: &Ruleset) -> bool {
    let First { side, against } = First::of(record, rules, false);
    let Ok(mut game) = Game::from_position(rules, &rules.start, side) else { return false };
    let fits = |text| match game.play(record.path(text)) {
        Ok(_) | Err(GameError::Over(_)) => true,
        Err(_) => false,
    };
    let moves = record.tokens().iter().map_while(|token| match &token.kind {
        TokenKind::Move(text) => Some(text),
        _ => None,
    });
    against.is_none() && moves.into_iter().all(fits)
}
