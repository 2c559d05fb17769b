//! Random positions that can be made again.

use taflkit::board::{BoardSize, Piece, PieceKind, Setup, Side, Square};
use taflkit::game::Game;
use taflkit::rules::Ruleset;

pub(crate) use super::chance::Chance;

/// A position with few men, the king not on his goal, in a game that goes on.
pub(crate) fn scattered(rules: &Ruleset, chance: &mut Chance, special: bool) -> Option<Game> {
    let size = rules.size();
    let goal = rules.goal();
    let closed = |square| rules.groups().iter().any(|(_, group)| group.squares.contains(&square));
    let mut setup = Setup::empty(size);
    let king = size.square(chance.below(size.squares()));
    if goal.contains(&king) {
        return None;
    }
    setup.set(king, Some(Piece::new(Side::Defenders, PieceKind::King)));
    let counts = [1 + chance.below(7), chance.below(4)];
    for (side, count) in Side::BOTH.into_iter().zip(counts) {
        for _ in 0..count {
            let square = near(size, king, chance);
            let kind = match chance.below(6) {
                0 if special => PieceKind::Commander,
                1 if special => PieceKind::Knight,
                _ => PieceKind::Taflman,
            };
            if setup.get(square).is_none() && !closed(square) {
                setup.set(square, Some(Piece::new(side, kind)));
            }
        }
    }
    let to_move = Side::BOTH[chance.below(2)];
    Game::from_position(rules, &setup, to_move).ok()
}

/// A square, more often than not within three of the king.
fn near(size: BoardSize, king: Square, chance: &mut Chance) -> Square {
    let square = size.square(chance.below(size.squares()));
    let far = square.file.abs_diff(king.file).max(square.rank.abs_diff(king.rank)) > 3;
    if far && chance.below(2) == 0 { size.square(chance.below(size.squares())) } else { square }
}

/// A position that random play from the start comes to.
pub(crate) fn played(rules: &Ruleset, chance: &mut Chance, plies: usize) -> Option<Game> {
    let mut game = Game::new(rules).ok()?;
    for _ in 0..plies {
        let turns = game.legal_turns().unwrap();
        let takes = |at: &usize| turns[*at].captures.iter().any(|taken| !taken.is_empty());
        let captures: Vec<usize> = (0..turns.len()).filter(takes).collect();
        let at = if !captures.is_empty() && chance.below(2) == 0 {
            captures[chance.below(captures.len())]
        } else {
            chance.below(turns.len())
        };
        if turns[at].ending.is_some() {
            break;
        }
        game.play(&turns[at].path).ok()?;
    }
    Some(game)
}

/// Both sides move a piece and take it back, over and over, as long as the game goes on.
pub(crate) fn go_to_and_fro(game: &mut Game, chance: &mut Chance, count: u8) {
    let pick = |game: &Game, chance: &mut Chance| {
        let turns = game.legal_turns().unwrap();
        turns.get(chance.below(turns.len().max(1))).map(|turn| turn.path.clone())
    };
    let Some(first) = pick(game, chance) else { return };
    let Ok(played) = game.clone().play(&first) else { return };
    if played.ending.is_some() || game.play(&first).is_err() {
        return;
    }
    let Some(second) = pick(game, chance) else { return };
    let back = |path: &[Square]| path.iter().rev().copied().collect::<Vec<_>>();
    let cycle = [second.clone(), back(&first), back(&second), first];
    let plies = 4 * (usize::from(count) - 1) - chance.below(4);
    for turn in cycle.iter().cycle().take(plies) {
        let mut ahead = game.clone();
        match ahead.play(turn) {
            Ok(played) if played.ending.is_none() => *game = ahead,
            _ => return,
        }
    }
}
