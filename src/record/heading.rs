//! What games are known by, and where their records were found.

use serde::Serialize;

use super::Record;

/// Where a record was found before it was written in our own format, and the number of its game. It is no
/// part of what the record says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// The file, as it was named.
    pub file: Option<String>,
    /// The line on which the record started.
    pub line: Option<u64>,
    /// Which record of the file it was, from 1.
    pub index: Option<u64>,
    /// The number of the game by its rules and moves, in hexadecimal digits.
    pub hash: Option<String>,
}

/// What people know a game by, as far as its record says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Labels<'a> {
    /// The id that the record gives its game.
    pub id: Option<&'a str>,
    /// Who played the attackers.
    pub attackers: Option<&'a str>,
    /// Who played the defenders.
    pub defenders: Option<&'a str>,
    /// The event.
    pub event: Option<&'a str>,
    /// The date, as the record writes it.
    pub date: Option<&'a str>,
}

/// The header entries that may hold a game's id, the surest first. The last is `GN` of Smart Game Format.
const IDS: [&str; 5] = ["id", "game-id", "gameid", "game_id", "game-name"];

impl<'a> Labels<'a> {
    /// What a record says. What is empty is not stated.
    pub fn of(record: &'a Record) -> Self {
        if record.tags.is_empty() {
            return Self::default();
        }
        let stated = |name: &str| record.tag(name).map(str::trim).filter(|value| !value.is_empty());
        Self {
            id: IDS.into_iter().find_map(stated),
            attackers: stated("attackers"),
            defenders: stated("defenders"),
            event: stated("event"),
            date: stated("date"),
        }
    }

    /// The labels by the names of their keys in JSON, in the order in which they are written.
    pub(crate) const fn by_name(self) -> [(&'static str, Option<&'a str>); 5] {
        let Self { id, attackers, defenders, event, date } = self;
        [
            ("id", id),
            ("attackers", attackers),
            ("defenders", defenders),
            ("event", event),
            ("date", date),
        ]
    }
}

/// What a game is known by: its labels, and its number by its rules and moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Known<'a, H> {
    /// The labels.
    #[serde(flatten)]
    pub labels: Labels<'a>,
    /// The number; none where it has not been found out.
    pub hash: Option<H>,
}

impl<'a, H> Known<'a, H> {
    /// What the game of a record is known by.
    pub fn of(record: &'a Record, hash: Option<H>) -> Self {
        Self { labels: Labels::of(record), hash }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{self, Format};

    fn read(format: Format, text: &str) -> Record {
        notation::read(format, text).record
    }

    #[test]
    fn labels_are_what_is_stated() {
        let sgf = read(Format::Sgf, "(;FF[4]GN[game-7]PB[Anna]PW[ ]EV[Yule];B[aaab])");
        let labels = Labels::of(&sgf);
        let Labels { id, attackers, defenders, event, date } = labels;
        assert_eq!((id, attackers, defenders), (Some("game-7"), Some("Anna"), None));
        assert_eq!((event, date), (Some("Yule"), None));
        let pgn = read(Format::Pgn, "[GameId \"12\"]\n\n1. a1-a2");
        assert_eq!(Labels::of(&pgn).id, Some("12"));
        let htp = read(Format::HtpJson, r#"{"id": 7, "moves": "d1-d3"}"#);
        assert_eq!(Labels::of(&htp).id, Some("7"));
        assert_eq!(Labels::of(&read(Format::Csv, "a1-a2,0,0,")), Labels::default());
    }
}
