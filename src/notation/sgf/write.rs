//! Writes a record: its header, then its moves.

use crate::board::{Piece, PieceKind, Setup, Side, Square};
use crate::notation::losses::{Losses, Lost};
use crate::record::{CaptureCounts, LineId, Record, RulesClaim};

use super::points::point_name;
use super::properties::{FRAME, SINGLE, letter, property_name};
use super::results::RESULTS;
use super::setup::{board_size, size_of};
use super::values::{push_composed, push_value};
use super::write_moves::{Todo, Writer, Written};

pub(super) fn write(record: &Record, losses: &mut Losses) -> String {
    let mut text = String::from("(;");
    for (name, value) in FRAME {
        text += &format!("{name}[{value}]");
    }
    write_tags(&mut text, record);
    write_rules(&mut text, record);
    if let Some(size) = board_size(record) {
        text += &format!("\nSZ[{}]", size.side());
    }
    write_start(&mut text, record);
    if let Some(first) = &record.first {
        text += &format!("\nPL[{}]", letter(first.value));
    }
    if let Some(counts) = &record.counts {
        let CaptureCounts { by_attackers, by_defenders } = counts.value;
        text += &format!("\nCAPTURES[{by_attackers}:{by_defenders}]");
    }
    let result = record.result.as_ref().map(|result| result.value);
    if let Some((word, _)) = RESULTS.iter().find(|(_, claim)| Some(*claim) == result) {
        text += &format!("\nRE[{word}]");
    }
    losses.lose_many(Lost::Boards, record.boards.len());
    let mut writer = Writer { record, text, todo: vec![Todo::Text(")\n")] };
    writer.line(Written::new(record, LineId::MAIN, 0), losses);
    while let Some(next) = writer.todo.pop() {
        match next {
            Todo::Text(text) => writer.text += text,
            Todo::Variation(id, ply) => {
                writer.text += "\n(";
                writer.line(Written::new(record, id, ply), losses);
            }
            Todo::GoOn(line) => writer.line(*line, losses),
        }
    }
    writer.text
}

fn write_tags(text: &mut String, record: &Record) {
    let mut before = None;
    let mut singles: Vec<String> = Vec::new();
    // A size of the board that is known is written in any case.
    let size = board_size(record);
    let knows_size = size.is_some();
    // Where a word for several games stands beside it, it is read back as an entry.
    let is_said = |tag: &crate::record::Tag| {
        record.meant.is_some()
            && tag.name == "size"
            && size.is_some_and(|size| size_of(&tag.value) == Some(size))
    };
    for tag in record.tags.iter().filter(|tag| !is_said(tag)) {
        let is_taken = |name: &String| singles.contains(name) || (knows_size && name == "SZ");
        let name = property_name(&tag.name).filter(|name| !is_taken(name));
        singles.extend(name.clone().filter(|name| SINGLE.contains(&name.as_str())));
        if before != Some(&tag.name) || name.is_none() {
            *text += &format!("\n{}", name.as_deref().unwrap_or("TAG"));
        }
        match name {
            Some(_) => push_value(text, &tag.value),
            None => push_composed(text, &tag.name, &tag.value),
        }
        before = Some(&tag.name);
    }
}

fn write_rules(text: &mut String, record: &Record) {
    let (name, value) = match record.rules.as_ref().map(|rules| &rules.value) {
        None => return,
        Some(RulesClaim::SiteType { key, name }) => {
            *text += "\nSITETYPE";
            let key = key.map_or_else(String::new, |key| key.to_string());
            push_composed(text, &key, name);
            return;
        }
        Some(RulesClaim::Written(rules)) if rules.starts_with("dim:") => ("RU", rules),
        Some(RulesClaim::Written(rules)) => ("RULES", rules),
        Some(RulesClaim::Named(name)) if name.starts_with("dim:") => ("RULENAME", name),
        Some(RulesClaim::Named(name)) => ("RU", name),
    };
    *text += &format!("\n{name}");
    push_value(text, value);
}

fn write_start(text: &mut String, record: &Record) {
    let Some(start) = &record.start else { return };
    let setup: Option<Setup> = start.value.parse().ok();
    let plain =
        setup.filter(|setup| setup.pieces().next().is_some() && setup.to_string() == start.value);
    let Some(setup) = plain else {
        *text += "\nPOSITION";
        push_value(text, &start.value);
        return;
    };
    for (name, side) in [("AB", Side::Attackers), ("AW", Side::Defenders)] {
        let man = Piece::new(side, PieceKind::Taflman);
        let men: Vec<_> = setup.pieces().filter(|(_, piece)| *piece == man).collect();
        if !men.is_empty() {
            *text += &format!("\n{name}");
        }
        for (square, _) in men {
            *text += &format!("[{}]", point_name(square));
        }
    }
    let is_other = |(_, piece): &(Square, Piece)| piece.kind != PieceKind::Taflman;
    let others: Vec<_> = setup.pieces().filter(is_other).collect();
    if !others.is_empty() {
        *text += "\nPIECE";
    }
    for (square, piece) in others {
        *text += &format!("[{}:{}]", piece.letter(), point_name(square));
    }
}
