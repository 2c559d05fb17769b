//! From a record to the positions of its game, in one call.

use thiserror::Error;

use crate::game::{Game, GameError};
use crate::record::{Record, TokenKind};
use crate::rules::names::Resolved;

use super::findings::{Code, Finding, Standing};
use super::start::{NoStart, Start};

/// The positions of a game.
#[derive(Clone, Debug)]
pub struct Positions {
    /// By which rules it is played, and who begins.
    pub start: Start,
    /// The first position, then the one after each move that could be played.
    pub list: Vec<Standing>,
    /// Why the moves behind these are not played, if there are any.
    pub stopped: Option<Unplayed>,
}

/// Why a move of a record is not played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unplayed {
    /// It cannot be read.
    #[error("ply {0} cannot be read as a move")]
    Unreadable(usize),
    /// The rules do not allow it, or the game is over.
    #[error("ply {ply} cannot be played: {why}")]
    Illegal {
        /// Which ply, from 1.
        ply: usize,
        /// Why not.
        why: GameError,
    },
}

/// Plays the moves of a record's game, variations left aside, by the rules given or else by those that
/// the record states.
///
/// # Errors
/// When the game cannot start: see [`NoStart`]. A move that cannot be played is no error; the list ends
/// before it.
///
/// # Examples
///
/// ```
/// use taflkit::notation::{self, Format};
/// use taflkit::replay::positions;
/// use taflkit::rules::names;
///
/// let text = "d1-c1 c4-c3 c1-c2,,,";
/// let record = notation::read(Format::Csv, text).record;
/// let brandubh = names::resolve("brandubh").unwrap();
/// let game = positions(&record, Some(&brandubh)).unwrap();
/// assert_eq!((game.list.len(), game.stopped), (4, None));
/// assert_eq!(game.list[1].setup.to_string(), "/2t4/3t3/3T3/ttTKTtt/3T3/3t3/3t3/");
/// ```
pub fn positions(record: &Record, given: Option<&Resolved>) -> Result<Positions, NoStart> {
    let start = Start::of(record, given)?;
    let unplayable = |error| NoStart(vec![Finding::new(Code::T404, format!("{error}"))]);
    let mut game = start.game().map_err(unplayable)?;
    let mut list = vec![standing(&game)];
    let mut stopped = None;
    for token in record.tokens() {
        let ply = list.len();
        let played = match &token.kind {
            TokenKind::Move(text) => {
                game.play(record.path(text)).map(drop).map_err(|why| Unplayed::Illegal { ply, why })
            }
            TokenKind::Unreadable(_) => Err(Unplayed::Unreadable(ply)),
            TokenKind::Resigned | TokenKind::TimedOut | TokenKind::Elided => continue,
        };
        if let Err(why) = played {
            stopped = Some(why);
            break;
        }
        list.push(standing(&game));
    }
    Ok(Positions { start, list, stopped })
}

fn standing(game: &Game) -> Standing {
    Standing { setup: game.setup(), side: game.to_move() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{self, Format};
    use crate::rules::names::resolve;

    fn played(moves: &str, rules: Option<&str>) -> Result<Positions, NoStart> {
        let record = notation::read(Format::Csv, &format!("{moves},,,")).record;
        positions(&record, rules.and_then(|rules| resolve(rules).ok()).as_ref())
    }

    /// Expected from the board: men slide along lines, and d4 is the king's throne.
    #[test]
    fn the_list_ends_before_a_move_that_cannot_be_played() {
        let blocked = played("d1-c1 c4-c3 c1-c7 c3-c2", Some("brandubh")).unwrap();
        assert_eq!(blocked.list.len(), 3);
        let why = blocked.stopped.unwrap();
        assert_eq!(why.to_string(), "ply 3 cannot be played: c1-c7: the piece on c3 is in the way");
        let unreadable = played("d1-c1 ?? c4-c3", Some("brandubh")).unwrap();
        assert_eq!((unreadable.list.len(), unreadable.stopped), (2, Some(Unplayed::Unreadable(2))));
    }

    #[test]
    fn without_rules_no_game_starts() {
        let told = played("d1-c1", None).unwrap_err().to_string();
        assert!(told.starts_with("the record states no rules"), "{told}");
    }
}
