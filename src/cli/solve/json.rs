//! Answers as JSON.

use serde_json::{Value, json};
use taflkit::game::LegalTurn;
use taflkit::solve::Tree;

use super::super::documents::Document;
use super::Answered;

pub(super) fn answer(answer: &Answered) -> Document {
    let Answered { task, report, followed, facts } = answer;
    let names = |turns: &[LegalTurn]| turns.iter().map(LegalTurn::to_string).collect::<Vec<_>>();
    let also: Vec<Value> = report
        .also_wins
        .iter()
        .map(|(turn, turns)| json!({ "move": turn.to_string(), "turns": turns }))
        .collect();
    let tries: Vec<Value> = report
        .tries
        .iter()
        .map(|t| json!({ "move": t.turn.to_string(), "refutation": t.refutation.to_string() }))
        .collect();
    let duals: Vec<Value> = report
        .duals
        .iter()
        .map(|dual| json!({ "after": names(&dual.after), "moves": names(&dual.turns) }))
        .collect();
    let solution: Vec<Value> = followed
        .steps
        .iter()
        .map(|step| json!({ "move": step.turn, "key": step.is_key, "turns": step.turns }))
        .collect();
    let facts: Vec<Value> = facts
        .iter()
        .map(|fact| json!({ "kind": fact.kind.name(), "message": fact.message }))
        .collect();
    let mut content = answer.task.known.clone();
    let told = json!({
        "file": task.place.as_ref().map(|place| &place.file),
        "line": task.place.as_ref().map(|place| place.line),
        "index": task.place.as_ref().map(|place| place.index),
        "variant": task.rules,
        "position": task.game.setup().to_string(),
        "goal": report.goal.to_string(),
        "verdict": report.verdict.name(),
        "side": report.side.name(),
        "turns": report.turns,
        "plies": report.plies,
        "shortest_proved": report.shortest_proved,
        "none_within": report.none_within,
        "keys": names(&report.keys),
        "also_wins": also,
        "also_within": report.also_within,
        "main_line": names(&report.main_line),
        "tries": tries,
        "duals": duals,
        "tree": report.tree.as_ref().map(tree_json),
        "solution": solution,
        "facts": facts,
        "nodes": report.nodes,
        "seconds": report.elapsed.as_secs_f64(),
        "limit": answer.limit().map(|limit| limit.name()),
    });
    if let (Some(content), Value::Object(told)) = (content.as_object_mut(), told) {
        content.extend(told);
    }
    Document::entry("solve", "puzzle", content)
}

fn tree_json(tree: &Tree) -> Value {
    let replies: Vec<Value> = tree
        .replies
        .iter()
        .map(|(reply, next)| json!({ "move": reply.to_string(), "then": next.as_ref().map(tree_json) }))
        .collect();
    json!({ "move": tree.turn.to_string(), "replies": replies })
}
