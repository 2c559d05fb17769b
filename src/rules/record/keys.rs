//! The table of keys: how each is read, and how it is written.

use crate::board::{PieceKind, PieceSet, Side};
use crate::rules::{
    Berserk, Escape, KingCapture, Repetition, RepetitionVerdict, Ruleset, Shieldwall, Stuck,
};

use super::values::{
    ARMS, DUTIES, JUMP, JUMPS, SHIELDWALLS, SIDES, THREEFOLD, TOOK, choose, letter, read_bool,
    read_limit, read_pieces, read_repetition, read_speeds, read_squares, write_bool, write_limit,
    write_repetition, write_speeds, write_squares,
};

/// The keys of the board and its start position, which are read before all others.
pub(super) const FRAME: [&str; 3] = ["dim", "start", "starti"];

/// One key of a rules record.
pub struct Key {
    /// As written before the colon.
    pub name: &'static str,
    /// What it says, with its values.
    pub meaning: &'static str,
    /// Whether it is an extension of ours.
    pub ours: bool,
    pub(super) read: fn(&mut Ruleset, &str) -> Result<(), &'static str>,
    pub(super) write: fn(&Ruleset) -> String,
    pub(super) insist: fn(&Ruleset) -> bool,
}

fn never(_: &Ruleset) -> bool {
    false
}

fn king_middleweight(rules: &Ruleset) -> bool {
    rules.king_capture == KingCapture::FourSides && rules.edge_hostile_to == PieceSet::KING
}

fn berserk(rules: &mut Ruleset) -> &mut Berserk {
    let plain = Berserk { compulsory: false, any_hop: false, king_escapes: false };
    rules.berserk.get_or_insert(plain)
}

macro_rules! key {
    ($name:literal, $ours:literal, $meaning:literal, $read:expr, $write:expr) => {
        key!($name, $ours, $meaning, $read, $write, never)
    };
    ($name:literal, $ours:literal, $meaning:literal, $read:expr, $write:expr, $insist:expr) => {
        Key {
            name: $name,
            meaning: $meaning,
            ours: $ours,
            read: $read,
            write: $write,
            insist: $insist,
        }
    };
}

macro_rules! yes_no {
    ($name:literal, $ours:literal, $field:ident, $meaning:literal) => {
        key!(
            $name,
            $ours,
            $meaning,
            |rules, value| read_bool(value).map(|yes| rules.$field = yes),
            |rules| write_bool(rules.$field)
        )
    };
}

macro_rules! places {
    ($name:literal, $group:ident, $meaning:literal) => {
        key!(
            $name,
            false,
            $meaning,
            |rules, value| read_squares(value).map(|squares| rules.$group.squares = squares),
            |rules| write_squares(&rules.$group.squares)
        )
    };
}

macro_rules! pieces {
    ($name:literal, $ours:literal, $group:ident . $field:ident, $meaning:literal) => {
        key!(
            $name,
            $ours,
            $meaning,
            |rules, value| read_pieces(value).map(|pieces| rules.$group.$field = pieces),
            |rules| rules.$group.$field.to_string()
        )
    };
}

macro_rules! jump {
    ($name:literal, $ours:literal, $kind:ident, $meaning:literal) => {
        key!(
            $name,
            $ours,
            $meaning,
            |rules, value| {
                let jump = choose(&JUMP, value, JUMPS)?;
                rules.jumps = rules.jumps.with(PieceKind::$kind, jump);
                Ok(())
            },
            |rules| letter(&JUMP, &rules.jumps.of(PieceKind::$kind))
        )
    };
}

/// Every key but `dim` and `start`, in the order in which they take effect and are written.
pub const KEYS: &[Key] = &[
    key!(
        "name",
        false,
        "what the rules are called, `_` for a space",
        |rules, value| {
            rules.name = value.replace('_', " ");
            Ok(())
        },
        |rules| rules.name.split_whitespace().collect::<Vec<_>>().join("_")
    ),
    key!(
        "esc",
        false,
        "where the king wins: c on the corners, e on the edge",
        |rules, value| {
            let table = [("c", Escape::Corners), ("e", Escape::Edge)];
            let found = table.into_iter().find(|(text, _)| *text == value);
            rules.escape = found.ok_or("c or e")?.1;
            Ok(())
        },
        |rules| (if rules.escape == Escape::Edge { "e" } else { "c" }).to_owned()
    ),
    key!(
        "goal",
        true,
        "the squares where the king wins, where they are neither the corners nor the edge",
        |rules, value| {
            if !value.is_empty() {
                rules.escape = Escape::Squares(read_squares(value)?);
            }
            Ok(())
        },
        |rules| match &rules.escape {
            Escape::Squares(squares) => write_squares(squares),
            Escape::Edge | Escape::Corners => String::new(),
        }
    ),
    yes_no!("surf", false, encirclement, "whether closing in every defender wins: y or n"),
    key!(
        "atkf",
        false,
        "whether the attackers move first: y or n",
        |rules, value| {
            let first = read_bool(value)?;
            rules.first = if first { Side::Attackers } else { Side::Defenders };
            Ok(())
        },
        |rules| write_bool(rules.first == Side::Attackers)
    ),
    key!(
        "tfr",
        false,
        "the third occurrence of a position: i nothing, d a draw, w the mover loses, l the opener loses",
        |rules, value| {
            let verdict = choose(&THREEFOLD, value, "i, d, w or l")?;
            rules.repetition = Repetition { verdict, count: 3 };
            Ok(())
        },
        |rules| match rules.repetition.verdict {
            RepetitionVerdict::DefendersLose | RepetitionVerdict::DefendersMayNot => "w".to_owned(),
            verdict => letter(&THREEFOLD, &verdict),
        }
    ),
    key!(
        "rep",
        true,
        "the same, and who loses: none, draw, defenders, mover or opener; or illegal, where the \
         defenders may not bring it about; perhaps with the occurrence that counts, as in draw/4",
        read_repetition,
        write_repetition,
        |rules| !matches!(
            rules.repetition.verdict,
            RepetitionVerdict::Nothing | RepetitionVerdict::Draw
        )
    ),
    key!(
        "stuck",
        true,
        "a side without a legal move: lose or draw",
        |rules, value| {
            let table = [("lose", Stuck::Loses), ("draw", Stuck::Draws)];
            rules.stuck = choose(&table, value, "lose or draw")?;
            Ok(())
        },
        |rules| (if rules.stuck == Stuck::Loses { "lose" } else { "draw" }).to_owned()
    ),
    key!(
        "quiet",
        true,
        "after how long without a capture the game is drawn: 100p in plies, 50r in rounds, 0 never",
        read_limit,
        write_limit
    ),
    key!(
        "ka",
        false,
        "whether the king helps to take: y, n, h by moving only, a as the far side only",
        |rules, value| {
            rules.king_arms = choose(&ARMS, value, "y, n, h or a")?;
            Ok(())
        },
        |rules| letter(&ARMS, &rules.king_arms)
    ),
    key!(
        "ks",
        false,
        "how the king is taken: s on four sides, w on two, c on four by the throne and two \
         elsewhere, m on four with the edge as a side; y and n are old words for s and w",
        |rules, value| {
            rules.king_capture = choose(&TOOK, value, "s, w, c, m, y or n")?;
            rules.edge_hostile_to = if value == "m" { PieceSet::KING } else { PieceSet::NONE };
            rules.commanders_take_king = value != "m";
            Ok(())
        },
        |rules| match rules.king_capture {
            _ if king_middleweight(rules) => "m".to_owned(),
            KingCapture::FourSidesOnThrone => "c".to_owned(),
            capture => letter(&TOOK, &capture),
        }
    ),
    key!(
        "kcap",
        true,
        "the same without the edge: 2, 4, beside (four on or beside the throne), on (four on it only)",
        |rules, value| {
            rules.king_capture = choose(&SIDES, value, "2, 4, beside or on")?;
            Ok(())
        },
        |rules| letter(&SIDES, &rules.king_capture)
    ),
    key!(
        "edgeh",
        true,
        "the pieces to which the edge of the board is hostile",
        |rules, value| read_pieces(value).map(|pieces| rules.edge_hostile_to = pieces),
        |rules| rules.edge_hostile_to.to_string()
    ),
    jump!("kj", false, King, "how the king jumps: n, r, j, c or a"),
    jump!("nj", false, Knight, "how knights jump"),
    jump!("cj", false, Commander, "how commanders jump"),
    jump!("mj", false, Mercenary, "how mercenaries jump"),
    jump!("tj", true, Taflman, "how taflmen jump"),
    jump!("gj", true, Guard, "how guards jump"),
    key!(
        "spd",
        false,
        "how many squares a piece may move, -1 for no limit: one number for all, two for attackers \
         and defenders, or one a piece in the order tcnkmgTCNKMG (lists of 8 and 10 leave kinds out)",
        read_speeds,
        write_speeds
    ),
    places!("cor", corners, "the corner squares"),
    places!("cen", throne, "the throne squares"),
    places!("afor", attacker_forts, "the attackers' forts"),
    places!("dfor", defender_forts, "the defenders' forts"),
    pieces!("corp", false, corners.pass, "the pieces that may slide across a corner square"),
    pieces!("cenp", false, throne.pass, "the pieces that may slide across the empty throne"),
    pieces!(
        "aforp",
        false,
        attacker_forts.pass,
        "the pieces that may slide across an attackers' fort"
    ),
    pieces!(
        "dforp",
        false,
        defender_forts.pass,
        "the pieces that may slide across a defenders' fort"
    ),
    pieces!("cors", false, corners.stop, "the pieces that may stop on a corner square"),
    pieces!("cens", false, throne.stop, "the pieces that may stop on the throne"),
    pieces!("afors", false, attacker_forts.stop, "the pieces that may stop on an attackers' fort"),
    pieces!("dfors", false, defender_forts.stop, "the pieces that may stop on a defenders' fort"),
    pieces!(
        "corre",
        false,
        corners.reenter,
        "the pieces that may come to a corner square from outside"
    ),
    pieces!("cenre", false, throne.reenter, "the pieces that may come to the throne from outside"),
    pieces!(
        "aforre",
        false,
        attacker_forts.reenter,
        "the pieces that may come to an attackers' fort from outside"
    ),
    pieces!(
        "dforre",
        false,
        defender_forts.reenter,
        "the pieces that may come to a defenders' fort from outside"
    ),
    pieces!(
        "corh",
        false,
        corners.hostile_empty,
        "the pieces to which an empty corner square is hostile"
    ),
    pieces!(
        "cenh",
        false,
        throne.hostile_with_king,
        "the pieces to which the throne is hostile with the king on it"
    ),
    pieces!(
        "cenhe",
        false,
        throne.hostile_empty,
        "the pieces to which the empty throne is hostile"
    ),
    pieces!(
        "aforh",
        false,
        attacker_forts.hostile_empty,
        "the pieces to which an empty attackers' fort is hostile"
    ),
    pieces!(
        "dforh",
        false,
        defender_forts.hostile_empty,
        "the pieces to which an empty defenders' fort is hostile"
    ),
    pieces!(
        "corhk",
        true,
        corners.hostile_with_king,
        "the pieces to which a corner square is hostile with the king on it"
    ),
    pieces!(
        "aforhk",
        true,
        attacker_forts.hostile_with_king,
        "the pieces to which an attackers' fort is hostile with the king on it"
    ),
    pieces!(
        "dforhk",
        true,
        defender_forts.hostile_with_king,
        "the pieces to which a defenders' fort is hostile with the king on it"
    ),
    pieces!(
        "corha",
        true,
        corners.hostile_outside,
        "the pieces to which a corner square is hostile whatever stands on it, unless they stand on one"
    ),
    pieces!(
        "cenha",
        true,
        throne.hostile_outside,
        "the pieces to which the throne is hostile whatever stands on it, unless they stand on one"
    ),
    pieces!(
        "aforha",
        true,
        attacker_forts.hostile_outside,
        "the pieces to which an attackers' fort is hostile whatever stands on it, unless they stand on one"
    ),
    pieces!(
        "dforha",
        true,
        defender_forts.hostile_outside,
        "the pieces to which a defenders' fort is hostile whatever stands on it, unless they stand on one"
    ),
    key!(
        "sw",
        false,
        "shieldwall captures: n none, w between men only, s also against a corner",
        |rules, value| {
            let corners_close = choose(&SHIELDWALLS, value, "n, w or s")?;
            rules.shieldwall =
                corners_close.map(|corners_close| Shieldwall { corners_close, flank_only: true });
            Ok(())
        },
        |rules| letter(&SHIELDWALLS, &rules.shieldwall.map(|wall| wall.corners_close))
    ),
    key!(
        "swf",
        false,
        "whether a shieldwall must be closed at an end: y, or n from any side",
        |rules, value| {
            let flank_only = read_bool(value)?;
            rules.shieldwall = rules.shieldwall.map(|wall| Shieldwall { flank_only, ..wall });
            Ok(())
        },
        |rules| write_bool(rules.shieldwall.is_none_or(|wall| wall.flank_only))
    ),
    yes_no!("efe", false, exit_fort, "whether an exit fort wins: y or n"),
    key!(
        "take",
        true,
        "whether a side that can take something may play another move: may, or must take",
        |rules, value| {
            rules.compulsory_capture = choose(&DUTIES, value, "may or must")?;
            Ok(())
        },
        |rules| letter(&DUTIES, &rules.compulsory_capture)
    ),
    yes_no!("linc", false, linnaean_capture, "Linnaeus' capture beside the throne: y or n"),
    key!(
        "ber",
        false,
        "turns that go on after a capture: n no, c by hops that take, m by any hop",
        |rules, value| {
            let table = [("n", None), ("c", Some(false)), ("m", Some(true))];
            let any_hop = choose(&table, value, "n, c or m")?;
            rules.berserk =
                any_hop.map(|any_hop| Berserk { compulsory: false, any_hop, king_escapes: false });
            Ok(())
        },
        |rules| {
            let table = [("n", None), ("c", Some(false)), ("m", Some(true))];
            letter(&table, &rules.berserk.map(|berserk| berserk.any_hop))
        }
    ),
    key!(
        "chain",
        true,
        "whether a piece that took may stop while another capture is on offer: may or must go on",
        |rules, value| {
            let compulsory = choose(&DUTIES, value, "may or must")?;
            if compulsory || rules.berserk.is_some() {
                berserk(rules).compulsory = compulsory;
            }
            Ok(())
        },
        |rules| letter(&DUTIES, &rules.berserk.is_some_and(|berserk| berserk.compulsory))
    ),
    key!(
        "kchain",
        true,
        "whether the king may end a chain by escaping without a capture: y or n",
        |rules, value| {
            let escapes = read_bool(value)?;
            if escapes || rules.berserk.is_some() {
                berserk(rules).king_escapes = escapes;
            }
            Ok(())
        },
        |rules| write_bool(rules.berserk.is_some_and(|berserk| berserk.king_escapes))
    ),
    yes_no!(
        "ctk",
        true,
        commanders_take_king,
        "whether a commander or knight of the attackers takes the king against another one or a corner: \
         y or n; y unless ks:m is given"
    ),
];
