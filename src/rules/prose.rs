//! Rules in words, and two sets of rules compared.

use crate::board::{BoardSize, Piece, PieceKind, PieceSet, Side, Square};

use super::{
    Berserk, Escape, Jump, KingArms, KingCapture, RepetitionVerdict, Ruleset, SpecialSquares,
    Stuck, TurnUnit,
};
use std::collections::BTreeSet;

/// One thing that rules settle, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// What is settled, in a word or two.
    pub topic: &'static str,
    /// How, in a sentence.
    pub text: String,
}

/// A point on which two rulesets differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What is settled.
    pub topic: &'static str,
    /// How the first settles it.
    pub first: String,
    /// How the second does.
    pub second: String,
}

/// The rules in words, one point after the other, always the same points in the same order.
pub fn explain(rules: &Ruleset) -> Vec<Point> {
    let point = |topic, text| Point { topic, text };
    vec![
        point("board", board(rules)),
        point("first move", format!("The {} move first.", rules.first)),
        point("goal", goal(rules)),
        point("moving", moving(rules)),
        point("throne", special("the throne", &rules.throne, rules.size())),
        point("corners", special("a corner square", &rules.corners, rules.size())),
        point("attackers' forts", special("a fort", &rules.attacker_forts, rules.size())),
        point("defenders' forts", special("a fort", &rules.defender_forts, rules.size())),
        point("taking men", taking(rules)),
        point("taking the king", taking_king(rules)),
        point("king's arms", arms(rules).into()),
        point("shieldwall", shieldwall(rules)),
        point("having to take", having_to_take(rules).into()),
        point("exit fort", exit_fort(rules).into()),
        point("encirclement", encirclement(rules).into()),
        point("jumps", jumps(rules)),
        point("chains", chains(rules)),
        point("repetition", repetition(rules)),
        point("no move", stuck(rules).into()),
        point("no captures", no_capture(rules)),
    ]
}

/// The points on which two rulesets differ, names left aside.
pub fn compare(first: &Ruleset, second: &Ruleset) -> Vec<Difference> {
    let pairs = explain(first).into_iter().zip(explain(second));
    let mut differences: Vec<Difference> = pairs
        .filter(|(a, b)| a.text != b.text)
        .map(|(a, b)| Difference { topic: a.topic, first: a.text, second: b.text })
        .collect();
    if first.start != second.start {
        let start = Difference {
            topic: "start position",
            first: first.start.to_string(),
            second: second.start.to_string(),
        };
        differences.insert(0, start);
    }
    differences
}

fn board(rules: &Ruleset) -> String {
    let men = |side| rules.start.count(side);
    format!(
        "{}; {} attackers against {} defenders, the king among them.",
        rules.size(),
        men(Side::Attackers),
        men(Side::Defenders),
    )
}

fn goal(rules: &Ruleset) -> String {
    match &rules.escape {
        Escape::Edge => "The king wins on any square of the edge.".into(),
        Escape::Corners => "The king wins on a corner square.".into(),
        Escape::Squares(squares) => format!("The king wins on {}.", listed(squares)),
    }
}

fn moving(rules: &Ruleset) -> String {
    let limits: Vec<(Piece, u8)> = Piece::all()
        .filter(|&piece| used(piece))
        .filter_map(|piece| Some((piece, rules.speeds.of(piece)?)))
        .collect();
    let all = Piece::all().filter(|&piece| used(piece)).count();
    match limits.as_slice() {
        [] => "Every piece moves any distance along a line over empty squares.".into(),
        [(_, limit), rest @ ..]
            if limits.len() == all && rest.iter().all(|(_, other)| other == limit) =>
        {
            format!("Every piece moves at most {} along a line.", squares(*limit))
        }
        _ => {
            let told: Vec<String> = limits
                .iter()
                .map(|(piece, limit)| format!("{} at most {}", one(*piece), squares(*limit)))
                .collect();
            format!("Pieces move any distance along a line, but {}.", told.join(", "))
        }
    }
}

/// Attackers have no king, so his limits are no news.
fn used(piece: Piece) -> bool {
    piece != Piece::new(Side::Attackers, PieceKind::King)
}

fn squares(count: u8) -> String {
    match count {
        1 => "one square".into(),
        count => format!("{count} squares"),
    }
}

fn one(piece: Piece) -> String {
    match (piece.kind, piece.side) {
        (PieceKind::King, _) => "the king".into(),
        (kind, Side::Attackers) => format!("an attacking {kind}"),
        (kind, Side::Defenders) => format!("a defending {kind}"),
    }
}

fn special(what: &str, group: &SpecialSquares, size: BoardSize) -> String {
    if group.squares.is_empty() {
        return "None.".into();
    }
    let mut text = format!("{}. ", capitalised(&places(&group.squares, size)));
    text += &format!("{} may stop on {what}", capitalised(&who(group.stop)));
    if !group.reenter.includes(group.stop) {
        text += &match group.reenter.is_empty() {
            true => ", but nobody who comes from outside".to_owned(),
            false => format!(", but from outside only {}", who(group.reenter)),
        };
        if group.squares.len() > 1 {
            text += "; who stands on one moves about in its block";
        }
    }
    text += &format!("; {} may pass over it when it is empty. ", who(group.pass));
    text += &format!("Empty, it is hostile to {}", who(group.hostile_empty));
    if group.hostile_with_king != PieceSet::NONE {
        text += &format!("; with the king on it, to {}", who(group.hostile_with_king));
    }
    if group.hostile_outside != PieceSet::NONE {
        text += &format!(
            "; whatever stands on it, to {} outside these squares",
            who(group.hostile_outside)
        );
    }
    text + "."
}

fn places(group: &BTreeSet<Square>, size: BoardSize) -> String {
    if *group == BTreeSet::from([size.centre()]) {
        format!("the centre {}", size.centre())
    } else if *group == BTreeSet::from(size.corners()) {
        "the four corners".into()
    } else {
        listed(group)
    }
}

fn listed(group: &BTreeSet<Square>) -> String {
    group.iter().map(Square::to_string).collect::<Vec<_>>().join(", ")
}

/// A set of pieces in words.
fn who(pieces: PieceSet) -> String {
    let classes = [
        (PieceSet::ATTACKERS, "attackers"),
        (PieceSet::DEFENDERS, "defenders other than the king"),
        (PieceSet::KING, "the king"),
    ];
    if pieces.is_empty() {
        return "nobody".into();
    }
    if pieces == PieceSet::ALL {
        return "every piece".into();
    }
    let whole = classes.iter().all(|&(class, _)| {
        pieces.includes(class) || !class.iter().any(|piece| pieces.contains(piece))
    });
    if !whole {
        return format!("the pieces {pieces}");
    }
    let named: Vec<&str> = classes
        .iter()
        .filter(|&&(class, _)| pieces.includes(class))
        .map(|&(_, name)| name)
        .collect();
    match named.as_slice() {
        ["defenders other than the king", "the king"] => "defenders".into(),
        ["attackers", "defenders other than the king"] => "everybody but the king".into(),
        ["the king"] => "only the king".into(),
        named => named.join(" and "),
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + letters.as_str()
    })
}

fn taking(rules: &Ruleset) -> String {
    let mut text = "A man is taken between two enemies on a line, or between one and a square \
                    hostile to him, by the move that closes the trap."
        .to_owned();
    let edge = rules.edge_hostile_to;
    let men: PieceSet = edge.iter().filter(|piece| piece.kind != PieceKind::King).collect();
    if !men.is_empty() {
        text += &format!(" The edge of the board is hostile to {}.", who(men));
    }
    if rules.linnaean_capture {
        text += " A defender beside the king on his throne is also taken against the throne when \
                 attackers hold the king's other three sides.";
    }
    text
}

fn taking_king(rules: &Ruleset) -> String {
    let mut text = match rules.king_capture {
        KingCapture::TwoSides => "The king is taken between two, like any man.",
        KingCapture::FourSides => "The king is taken on four sides.",
        KingCapture::FourSidesByThrone => {
            "The king is taken on four sides on the throne and next to it, between two elsewhere."
        }
        KingCapture::FourSidesOnThrone => {
            "The king is taken on four sides on the throne, between two elsewhere."
        }
    }
    .to_owned();
    text += match rules.edge_hostile_to.includes(PieceSet::KING) {
        true => " The edge of the board counts as a side.",
        false => " The edge of the board does not count as a side.",
    };
    text + commanders_part(rules)
}

/// What commanders and knights do to the king, where the attackers begin with any.
fn commanders_part(rules: &Ruleset) -> &'static str {
    let has =
        |kind| rules.start.pieces().any(|(_, piece)| piece == Piece::new(Side::Attackers, kind));
    match (has(PieceKind::Commander) || has(PieceKind::Knight), rules.commanders_take_king) {
        (false, _) => "",
        (true, true) => {
            " A commander or knight also takes him against another one or a corner, but not on the \
             throne nor against it."
        }
        (true, false) => " Commanders and knights take him like other men.",
    }
}

fn arms(rules: &Ruleset) -> &'static str {
    match rules.king_arms {
        KingArms::Armed => "The king helps to take men.",
        KingArms::Unarmed => "The king takes no part in taking men.",
        KingArms::HammerOnly => "The king takes men by moving, but does not hold the far side.",
        KingArms::AnvilOnly => "The king holds the far side, but takes nobody by moving.",
    }
}

fn shieldwall(rules: &Ruleset) -> String {
    let Some(wall) = rules.shieldwall else { return "Rows on the edge are not taken.".into() };
    let corner = if wall.corners_close { " or a corner" } else { "" };
    let closing = if wall.flank_only {
        "by a move onto one of the ends"
    } else {
        "by a move onto an end or a front square"
    };
    format!(
        "Two or more men in a row on the edge, each with an enemy in front, are taken when both \
         ends are held by an enemy{corner}, {closing}; a king among them stays."
    )
}

fn having_to_take(rules: &Ruleset) -> &'static str {
    match rules.compulsory_capture {
        true => {
            "A side that can take something must play a move that takes, whichever it likes, even \
             where another move would win."
        }
        false => "Nobody has to take.",
    }
}

fn exit_fort(rules: &Ruleset) -> &'static str {
    match rules.exit_fort {
        true => {
            "The defenders win when the king stands on the edge, can move, and no attacker can \
             ever break in."
        }
        false => "A fort at the edge wins nothing.",
    }
}

fn encirclement(rules: &Ruleset) -> &'static str {
    match rules.encirclement {
        true => "The attackers win when no defender can reach the edge any more.",
        false => "Closing the defenders in wins nothing.",
    }
}

fn jumps(rules: &Ruleset) -> String {
    let told: Vec<String> = PieceKind::ALL
        .into_iter()
        .filter_map(|kind| {
            let how = match rules.jumps.of(kind) {
                Jump::None => return None,
                Jump::Restricted => {
                    "over an enemy taflman, from or to the throne, a corner or an own fort"
                }
                Jump::OverEnemy => "over an enemy taflman, which stays",
                Jump::Capturing => "over an enemy taflman, which is taken",
                Jump::OverAny => "over a taflman of either side, which stays",
            };
            Some(format!("A {kind} jumps {how}."))
        })
        .collect();
    match told.is_empty() {
        true => "Nobody jumps.".into(),
        false => told.join(" "),
    }
}

fn chains(rules: &Ruleset) -> String {
    let Some(Berserk { compulsory, any_hop, king_escapes }) = rules.berserk else {
        return "A turn is one move.".into();
    };
    let going = if compulsory { "must go on while it can" } else { "may go on" };
    let hop = if any_hop { "by any move" } else { "by a move that takes as well" };
    let king = if king_escapes { " The king may end a chain by escaping." } else { "" };
    format!("A piece that took {going}, {hop}.{king}")
}

fn repetition(rules: &Ruleset) -> String {
    let verdict = match rules.repetition.verdict {
        RepetitionVerdict::Nothing => return "Positions may come again.".into(),
        RepetitionVerdict::Draw => "the game is drawn",
        RepetitionVerdict::DefendersLose => "the defenders lose",
        RepetitionVerdict::MoverLoses => "the side that brings it about loses",
        RepetitionVerdict::OpenerLoses => "the side that opened the cycle loses",
        RepetitionVerdict::DefendersMayNot => return may_not_repeat(rules.repetition.count),
    };
    let nth = match rules.repetition.count {
        2 => "second".into(),
        3 => "third".into(),
        count => format!("{count}th"),
    };
    format!("At the {nth} occurrence of a position with the same side to move, {verdict}.")
}

fn may_not_repeat(count: u8) -> String {
    let times = match count {
        2 => "before".into(),
        3 => "twice before".into(),
        count => format!("{} times before", count - 1),
    };
    format!(
        "The defenders may not make a move after which the pieces stand as they stood {times}, \
         whoever was to move then; the attackers may."
    )
}

fn stuck(rules: &Ruleset) -> &'static str {
    match rules.stuck {
        Stuck::Loses => "A side without a legal move loses.",
        Stuck::Draws => "A side without a legal move draws.",
    }
}

fn no_capture(rules: &Ruleset) -> String {
    let Some(limit) = rules.no_capture else { return "No limit.".into() };
    let unit = match limit.unit {
        TurnUnit::Plies => "turns of either side",
        TurnUnit::Rounds => "turns of both sides",
    };
    format!("After {} {unit} without a capture the game is drawn.", limit.limit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variants;

    fn in_words(name: &str) -> String {
        let points = explain(&variants::ruleset(name).unwrap());
        points.iter().map(|p| format!("{}: {}\n", p.topic, p.text)).collect()
    }

    #[test]
    fn copenhagen_and_berserk_in_words() {
        insta::assert_snapshot!(in_words("copenhagen"));
        insta::assert_snapshot!(in_words("berserk"));
    }

    #[test]
    fn forced_captures_are_the_only_difference() {
        let [one, other] = ["brandubh-weak-king", "forced-capture-brandubh"]
            .map(|name| variants::ruleset(name).unwrap());
        let differences = compare(&one, &other);
        let told: Vec<_> = differences.iter().map(|d| (d.topic, &*d.first, &*d.second)).collect();
        let must = "A side that can take something must play a move that takes, whichever it \
                    likes, even where another move would win.";
        assert_eq!(told, [("having to take", "Nobody has to take.", must)]);
    }

    #[test]
    fn every_difference_is_told() {
        for a in variants::all() {
            for b in variants::all() {
                let (first, second) = (a.ruleset(), b.ruleset());
                let differ = Ruleset { name: second.name.clone(), ..first.clone() } != second;
                let told = !compare(&first, &second).is_empty();
                let moot = first.throne.squares.is_empty() || first.corners.squares.is_empty();
                assert!(told == differ || moot, "{} and {}", a.id, b.id);
            }
        }
    }
}
