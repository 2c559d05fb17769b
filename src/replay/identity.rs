//! The number of a game, made of its rules and moves.
//!
//! `grammar/hash.md` defines it, so that other programs can compute it.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::board::{Side, Square};
use crate::record::{Record, TokenKind};
use crate::rules::{Ruleset, record as rules_record};

/// The number of a game: the same for the same rules and moves, on every machine and in every format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameHash(pub u64);

/// 16 hexadecimal digits.
impl fmt::Display for GameHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for GameHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl GameHash {
    /// The number of a game that is played by these rules, with this side to begin; without rules, the
    /// number of its moves alone.
    pub fn of(rules: Option<(&Ruleset, Side)>, record: &Record) -> Self {
        rules.map_or(RulesHash::UNKNOWN, |(rules, first)| RulesHash::of(rules, first)).game(record)
    }
}

/// The rules of games put into a number, to which moves are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RulesHash(Fnv);

impl RulesHash {
    /// Rules that are not known.
    pub(super) const UNKNOWN: Self = Self(Fnv::NEW.byte(b'\n'));

    /// What the rules are called has no effect on play.
    pub(super) fn of(rules: &Ruleset, first: Side) -> Self {
        let nameless = Ruleset { name: String::new(), first, ..rules.clone() };
        Self(Fnv::NEW.text(&rules_record::write(&nameless)).byte(b'\n'))
    }

    /// The number of a game: after the rules a line for each of its own moves.
    pub(super) fn game(self, record: &Record) -> GameHash {
        let mut hash = self.0;
        for token in record.tokens() {
            match &token.kind {
                TokenKind::Move(text) => {
                    for (at, &square) in record.path(text).iter().enumerate() {
                        hash = if at == 0 { hash } else { hash.byte(b'-') };
                        hash = hash.square(square);
                    }
                }
                TokenKind::Unreadable(_) => hash = hash.byte(b'?'),
                TokenKind::Resigned | TokenKind::TimedOut | TokenKind::Elided => continue,
            }
            hash = hash.byte(b'\n');
        }
        GameHash(hash.0)
    }
}

/// FNV-1a with 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fnv(u64);

impl Fnv {
    const NEW: Self = Self(0xcbf2_9ce4_8422_2325);

    const fn byte(self, byte: u8) -> Self {
        Self((self.0 ^ byte as u64).wrapping_mul(0x0000_0100_0000_01b3))
    }

    fn text(self, text: &str) -> Self {
        text.bytes().fold(self, Self::byte)
    }

    /// A square as our own records name it: beyond `z` with two letters.
    fn square(self, Square { file, rank }: Square) -> Self {
        let letter = |hash: Self, number: u8| hash.byte(b'a' + number);
        let lettered = match file {
            0..26 => letter(self, file),
            _ => letter(letter(self, file / 26 - 1), file % 26),
        };
        let rank = u16::from(rank) + 1;
        let digit = |hash: Self, unit: u16| hash.byte(b'0' + (rank / unit % 10) as u8);
        let first = [100, 10, 1].into_iter().find(|&unit| rank >= unit).unwrap_or(1);
        let units = [100, 10, 1].into_iter().filter(|&unit| unit <= first);
        units.fold(lettered, digit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{self, Format};
    use crate::rules::names;

    /// The values that the authors of FNV publish.
    #[test]
    fn fnv_is_fnv() {
        for (text, value) in [
            ("", 0xcbf2_9ce4_8422_2325),
            ("a", 0xaf63_dc4c_8601_ec8c),
            ("foobar", 0x8594_4171_f739_67e8),
        ] {
            assert_eq!(Fnv::NEW.text(text), Fnv(value), "{text}");
        }
    }

    fn read(format: Format, text: &str) -> Record {
        notation::read(format, text).record
    }

    /// The text that the page defines, written out by hand.
    #[test]
    fn a_game_is_its_rules_and_moves() {
        let record = read(Format::Csv, "d1-d3xd4 what z1-z100 d5-c5 resigned,1,0,White");
        let rules = names::resolve("brandubh").unwrap().ruleset;
        let moves = "d1-d3\n?\n?\nd5-c5\n";
        for (first, key) in [(Side::Attackers, ""), (Side::Defenders, " atkf:n")] {
            let text = format!(
                "dim:7{key} tfr:w rep:defenders ks:c nj:n cj:n \
                 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/\n{moves}"
            );
            let hash = GameHash::of(Some((&rules, first)), &record);
            assert_eq!(hash, GameHash(Fnv::NEW.text(&text).0), "{text}");
        }
        let unknown = GameHash::of(None, &record);
        assert_eq!(unknown, GameHash(Fnv::NEW.text(&format!("\n{moves}")).0));
        assert_eq!(GameHash(0x12).to_string(), "0000000000000012");
    }

    #[test]
    fn squares_have_the_names_of_our_own_records() {
        for (file, rank, name) in
            [(0, 0, "a1"), (25, 9, "z10"), (26, 98, "aa99"), (255, 255, "iv256"), (3, 99, "d100")]
        {
            assert_eq!(Fnv::NEW.square(Square::new(file, rank)), Fnv::NEW.text(name), "{name}");
        }
    }
}
