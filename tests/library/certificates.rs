//! Certificates: those that the engine writes hold, and no other.

use crate::support::data::{board, rules, side};
use crate::support::random::{self, Chance};
use serde_json::{Value, json};
use taflkit::game::Game;
use taflkit::rules::{NoCaptureLimit, Repetition, RepetitionVerdict, Ruleset, TurnUnit};
use taflkit::solve::{
    Answer, Certificate, Flaw, Goal, Limits, ProofError, Question, Theorem, Watch, prove, solve,
    verify,
};

fn limits() -> Limits {
    Limits { turns: 3, memory: 1 << 20, nodes: Some(2_000_000), ..Limits::default() }
}

fn game(variant: &str, position: &str, to_move: &str) -> Game {
    Game::from_position(&rules(variant), &board(position), side(to_move)).unwrap()
}

/// The king on e4 has the fourth rank and the e-file before him, and one attacker cannot close
/// both, so that he is on the edge, and then in the corner, in two more turns at the latest.
fn two_turns() -> Game {
    game("brandubh", "/7/7/7/2t1K2/7/7/t6/", "defenders")
}

fn certificate(game: &Game, claim: Theorem) -> Certificate {
    prove(game, claim, None, &limits(), Watch::idle()).unwrap()
}

fn changed(certificate: &Certificate, change: impl FnOnce(&mut Value)) -> Result<(), String> {
    let mut value = serde_json::to_value(certificate).unwrap();
    change(&mut value);
    let read = Certificate::read(&*value.to_string().into_bytes());
    let read = read.map_err(|error| error.to_string())?;
    verify(&read).map(|_| ()).map_err(|flaw| flaw.to_string())
}

/// Two attackers cannot close four lines of the king, so they do not win. Under these rules the
/// defenders lose by repeating, and five turns are enough for a position to come three times: the
/// proof has to keep them from going to and fro.
#[test]
fn a_proof_may_reach_as_far_as_repetition_if_its_lines_do_not_repeat() {
    let game = game("copenhagen", "/5/5/2K2/5/t3t/", "attackers");
    let written = certificate(&game, Theorem::NoWinIn(5));
    verify(&written).unwrap();
}

/// Rules under which the way to a position counts: each verdict on repetition, at the second and the
/// third time, and a limit on play without captures.
fn rules_of_the_way() -> Vec<Ruleset> {
    let plain = rules("copenhagen start:/2t2/2T2/tTKTt/2T2/2t2/");
    let mut all = Vec::new();
    for verdict in [
        RepetitionVerdict::Draw,
        RepetitionVerdict::DefendersLose,
        RepetitionVerdict::OpenerLoses,
        RepetitionVerdict::MoverLoses,
        RepetitionVerdict::DefendersMayNot,
    ] {
        for count in [2, 3] {
            let repetition = Repetition { verdict, count };
            all.push(Ruleset { repetition, ..plain.clone() });
        }
    }
    for limit in [4, 6] {
        let no_capture = Some(NoCaptureLimit { limit, unit: TurnUnit::Plies });
        all.push(Ruleset { no_capture, ..plain.clone() });
    }
    all
}

/// Whatever came before, a certificate holds or is refused because the way decides the claim, and the
/// latter is rare.
#[test]
fn certificates_carry_what_came_before() {
    let mut written = [0; 2];
    let mut refused = 0;
    for rules in rules_of_the_way() {
        let count = rules.repetition.count;
        let mut chance = Chance::new(77);
        for _ in 0..60 {
            let Some(mut game) = random::scattered(&rules, &mut chance, false) else { continue };
            random::go_to_and_fro(&mut game, &mut chance, count);
            let Ok(report) = solve(&game, &Question::default(), &limits(), Watch::idle()) else {
                continue;
            };
            let won = (report.verdict == Answer::Proved).then_some(report.turns).flatten();
            let none = (report.none_within > 0).then_some(report.none_within);
            let claims = [won.map(Theorem::WinIn), none.map(Theorem::NoWinIn)];
            for (claim, written) in claims.into_iter().zip(&mut written) {
                let Some(claim) = claim else { continue };
                match prove(&game, claim, None, &limits(), Watch::idle()) {
                    Ok(certificate) => {
                        verify(&certificate).unwrap_or_else(|flaw| panic!("{flaw}"));
                        *written += 1;
                    }
                    Err(error) => {
                        assert_eq!(error, ProofError::Way, "{claim:?}");
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(written.iter().all(|&count| count > 100), "wins and none: {written:?}");
    assert!(refused * 10 < written.iter().sum::<usize>(), "{refused} refused, {written:?} written");
}

/// The king's only move would bring the start back: every node knows of the start, so that the proof
/// can be written. Under rules without that there is nothing to prove, and with another start the
/// proof does not hold.
#[test]
fn what_the_start_bars_is_barred_at_every_node() {
    // Two squares on the edge, where only the king may stop and nothing takes him.
    let rules = "brandubh rep:illegal surf:n ks:s ka:n cen:a3,a4 cenp:K cenh: cenhe:";
    let written =
        certificate(&game(rules, "/7/t6/Kt5/1t5/t5t/7/7/", "attackers"), Theorem::WinIn(2));
    verify(&written).unwrap();
    let stuck = |step: &taflkit::solve::ProofStep| step.ending.as_ref().map(|end| end.by.clone());
    let by: Vec<String> =
        written.nodes.iter().flat_map(|node| node.moves.iter().filter_map(stuck)).collect();
    assert_eq!(by, ["no-moves"]);
    let free = changed(&written, |value| {
        value["rules"] = json!(written.rules.replace("rep:illegal", "rep:none"));
        value["variant"] = Value::Null;
    });
    assert!(free.as_ref().is_err_and(|why| why.contains("the game is not over")), "{free:?}");
}

/// A limit on play without captures is counted along the lines: a capture on the way lets a proof be
/// longer than the limit.
#[test]
fn a_proof_may_be_longer_than_the_limit_if_it_takes_on_the_way() {
    let puzzle = game("brandubh", "/7/7/7/2t1K2/7/7/t6/", "defenders");
    let limited = |limit| {
        let no_capture = Some(NoCaptureLimit { limit, unit: TurnUnit::Plies });
        let rules = Ruleset { no_capture, ..puzzle.rules().clone() };
        let game = Game::from_position(&rules, &puzzle.setup(), puzzle.to_move()).unwrap();
        prove(&game, Theorem::WinIn(2), None, &limits(), Watch::idle())
    };
    // The line is three plies long and takes nothing; the last of them wins before it counts.
    assert!(limited(3).is_ok());
    assert_eq!(limited(2).unwrap_err(), ProofError::Way);
}

/// The same claim, with a king who goes back where he came from: three times in the same place.
#[test]
fn a_proof_whose_lines_repeat_is_refused() {
    for (rules, why) in [
        ("copenhagen", "a position could come again"),
        ("copenhagen rep:illegal", "stand as they stood before"),
    ] {
        let told = verify(&going_to_and_fro(rules)).unwrap_err().to_string();
        assert!(told.contains(why), "{rules}: {told}");
    }
}

fn going_to_and_fro(rules: &str) -> Certificate {
    // On the edge of a board without attackers' threats, everybody goes to and fro.
    let (a, b) = ("/t4/5/5/5/2K2/", "/1t3/5/5/5/2K2/");
    let (c, d) = ("/1t3/5/5/5/1K3/", "/t4/5/5/5/1K3/");
    let start = game(rules, a, "attackers");
    let mut written = certificate(&start, Theorem::NoWinIn(1));
    let to_and_fro = [("a1-b1", b), ("c5-b5", c), ("b1-a1", d), ("b5-c5", a)];
    let mut nodes = vec![json!({"position": a, "to_move": "attackers", "within": 5,
        "claims": "no_win", "moves": [{"move": "a1-b1", "to": 1}]})];
    for (ply, (_, position)) in to_and_fro.iter().cycle().take(10).enumerate() {
        let next = to_and_fro[(ply + 1) % 4].0;
        let to_move = if ply % 2 == 0 { "defenders" } else { "attackers" };
        nodes.push(json!({"position": position, "to_move": to_move, "within": 4 - ply / 2,
            "claims": "no_win", "moves": [{"move": next, "to": ply + 2}]}));
    }
    nodes.last_mut().unwrap()["moves"] = json!([]);
    written.claim.no_win_in = Some(5);
    written.nodes = serde_json::from_value(Value::Array(nodes)).unwrap();
    written
}

#[test]
fn certificates_hold_for_what_was_found() {
    let mut proved = [0; 3];
    let kinds = [
        "brandubh",
        "tablut",
        "magpie",
        "ard-ri",
        "berserk start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
    ];
    for variant in kinds {
        let rules = rules(variant);
        let mut chance = Chance::new(606);
        let mut done = 0;
        while done < 25 {
            let Some(game) = random::scattered(&rules, &mut chance, false) else { continue };
            let question = Question { goal: Goal::Win(None), ..Question::default() };
            let small = Limits { turns: 2, ..limits() };
            let Ok(report) = solve(&game, &question, &small, Watch::idle()) else { continue };
            done += 1;
            let mut holds = |claim, kind: usize| {
                let written = certificate(&game, claim);
                let verified = verify(&written).unwrap_or_else(|flaw| panic!("{flaw}"));
                assert_eq!(verified.nodes, written.nodes.len());
                proved[kind] += 1;
            };
            if report.none_within > 0 {
                holds(Theorem::NoWinIn(report.none_within), 0);
            }
            let (Answer::Proved, Some(turns)) = (report.verdict, report.turns) else { continue };
            holds(Theorem::WinIn(turns), 1);
            let only = prove(&game, Theorem::OnlyKey(turns), None, &limits(), Watch::idle());
            match only {
                Ok(written) => {
                    assert_eq!(report.keys.len(), 1);
                    let key = report.keys[0].to_string();
                    assert_eq!(written.claim.only_key, Some(key));
                    verify(&written).unwrap();
                    proved[2] += 1;
                }
                Err(error) => {
                    assert_eq!(error, ProofError::False);
                    assert!(report.keys.len() > 1);
                }
            }
        }
    }
    assert!(proved.iter().all(|&count| count > 10), "certificates of every kind: {proved:?}");
}

#[test]
fn false_claims_are_not_certified() {
    let refused = |claim| prove(&two_turns(), claim, None, &limits(), Watch::idle()).unwrap_err();
    assert_eq!(refused(Theorem::WinIn(1)), ProofError::False);
    assert_eq!(refused(Theorem::NoWinIn(2)), ProofError::False);
}

/// Every way to spoil a value.
fn spoilt(value: &Value) -> Vec<Value> {
    match value {
        Value::Number(number) => {
            let number = number.as_u64().unwrap_or_default();
            vec![
                json!(number + 1),
                json!(number.saturating_sub(1)),
                json!(-1),
                json!("1"),
                Value::Null,
            ]
        }
        Value::String(text) => {
            let cut: String = text.chars().skip(1).collect();
            vec![json!(cut), json!(format!("{text} ")), json!(""), json!(7), Value::Null]
        }
        Value::Array(list) => {
            let mut short = list.clone();
            short.pop();
            let mut long = list.clone();
            long.extend(list.first().cloned());
            vec![json!(short), json!(long), json!("list")]
        }
        Value::Object(_) => vec![json!({}), Value::Null],
        Value::Null => vec![json!("tablut"), json!(3)],
        Value::Bool(_) => Vec::new(),
    }
}

/// Pointers to every value of a document.
fn places(value: &Value, at: String, all: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                places(inner, format!("{at}/{key}"), all);
            }
        }
        Value::Array(list) => {
            for (number, inner) in list.iter().enumerate() {
                places(inner, format!("{at}/{number}"), all);
            }
        }
        _ => {}
    }
    if !at.is_empty() {
        all.push(at);
    }
}

/// A change that leaves another true proof of the same claim, or a true proof of a weaker one.
fn harmless(place: &str, old: &Value, new: &Value) -> bool {
    let head = ["/quiet", "/history", "/rules", "/variant"].contains(&place);
    // A win may take fewer turns than a node allows, so that allowing more harms nothing as long
    // as the nodes before allow it.
    let more = place.ends_with("/within") && new.as_u64() > old.as_u64();
    let same = old.is_null() && new.is_null();
    head || more || same || old == new
}

#[test]
fn a_certificate_with_any_field_changed_fails() {
    for claim in [Theorem::WinIn(2), Theorem::NoWinIn(1), Theorem::OnlyKey(2)] {
        let game = match claim {
            Theorem::OnlyKey(_) => one_key(),
            _ => two_turns(),
        };
        let written = certificate(&game, claim);
        let whole = serde_json::to_value(&written).unwrap();
        let mut all = Vec::new();
        places(&whole, String::new(), &mut all);
        let mut tried = 0;
        for place in all.iter().step_by(1 + all.len() / 150) {
            let old = whole.pointer(place).unwrap().clone();
            for new in spoilt(&old) {
                if harmless(place, &old, &new) {
                    continue;
                }
                tried += 1;
                let told = format!("{place}: {old} to {new}");
                let result = changed(&written, |value| *value.pointer_mut(place).unwrap() = new);
                assert!(result.is_err(), "{claim:?}, {told}");
            }
        }
        assert!(tried > 100, "{claim:?}: {tried} changes");
    }
}

/// True nodes that no line of the proof comes by: the whole proof once more behind itself, so that its
/// nodes lead to each other, and a single node that ends the game.
#[test]
fn nodes_that_nothing_reaches_are_refused() {
    let written = certificate(&two_turns(), Theorem::WinIn(2));
    let count = written.nodes.len();
    let twice = changed(&written, |value| {
        let nodes = value["nodes"].as_array_mut().unwrap();
        let mut again = nodes.clone();
        for step in again.iter_mut().flat_map(|node| node["moves"].as_array_mut().unwrap()) {
            if let Some(to) = step["to"].as_u64() {
                step["to"] = json!(to + count as u64);
            }
        }
        nodes.extend(again);
    });
    assert_eq!(twice, Err(format!("node {count}: no line from node 0 leads to it")));
    let last = written.nodes.iter().rposition(|node| node.moves[0].ending.is_some()).unwrap();
    let one_more = changed(&written, |value| {
        let node = value["nodes"][last].clone();
        value["nodes"].as_array_mut().unwrap().push(node);
    });
    assert_eq!(one_more, Err(format!("node {count}: no line from node 0 leads to it")));
}

/// Only one of the king's turns wins: found by the search and checked here by the certificate.
fn one_key() -> Game {
    let rules = rules("brandubh");
    let mut chance = Chance::new(12);
    loop {
        let Some(game) = random::scattered(&rules, &mut chance, false) else { continue };
        let Ok(report) = solve(&game, &Question::default(), &limits(), Watch::idle()) else {
            continue;
        };
        if report.verdict == Answer::Proved && report.turns == Some(2) && report.keys.len() == 1 {
            return game;
        }
    }
}

#[test]
fn rules_and_history_are_held_against_the_claim() {
    let written = certificate(&two_turns(), Theorem::WinIn(2));
    let fails = |change: &dyn Fn(&mut Value)| changed(&written, change).unwrap_err();
    let other = fails(&|value| value["variant"] = json!("tablut"));
    assert_eq!(other, "the rules are not those of tablut");
    let none = fails(&|value| value["rules"] = json!("dim:seven"));
    assert!(none.starts_with("the rules do not read"), "{none}");
    let schema = fails(&|value| value["schema"] = json!("taflkit.proof/2"));
    assert!(schema.starts_with("the schema is"), "{schema}");
    // Under these rules the defenders lose when a position comes for the third time. With one that
    // the proof passes through twice in the history, passing through it ends the game.
    let node = &written.nodes[written.nodes[0].moves[0].to.unwrap()];
    let earlier = format!("{} {}", node.position, node.to_move);
    let recurs = fails(&|value| value["history"] = json!([earlier, earlier]));
    assert!(recurs.starts_with("node 0:") && recurs.contains("the game is over"), "{recurs}");
    let once = changed(&written, |value| value["history"] = json!([earlier]));
    assert_eq!(once, Ok(()));
}

/// Captures being compulsory, the attackers offer men and the defenders have to take them: their nodes
/// name the turns that take, and no others.
#[test]
fn only_turns_that_take_are_named_where_captures_are_compulsory() {
    let rules = "brandubh-weak-king take:must";
    let start = game(rules, "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/", "attackers");
    let written = certificate(&start, Theorem::WinIn(3));
    verify(&written).unwrap();
    let forced = written.nodes.iter().position(|node| {
        node.to_move == "defenders" && node.moves.iter().all(|step| step.turn.contains('x'))
    });
    let node = format!("/nodes/{}", forced.expect("the defenders have to take"));
    let quiet = changed(&written, |value| {
        let step = value.pointer_mut(&format!("{node}/moves/0/move")).unwrap();
        *step = json!(step.as_str().unwrap().split('x').next());
    });
    assert!(quiet.as_ref().is_err_and(|why| why.contains("is no legal turn")), "{quiet:?}");
    // Under other rules the defenders have other replies.
    let free = changed(&written, |value| {
        value["rules"] = json!(written.rules.replace(" take:must", ""));
    });
    assert!(free.as_ref().is_err_and(|why| why.contains("moves, not")), "{free:?}");
}

/// Each object of a certificate with its fields in order: written as the list of their values, it
/// makes the certificate none.
#[test]
fn no_object_of_a_certificate_can_be_written_as_a_list() {
    let written = certificate(&two_turns(), Theorem::WinIn(2));
    let last = written.nodes.iter().position(|node| node.moves[0].ending.is_some()).unwrap();
    let objects = [
        ("", "schema rules variant solver history quiet claim nodes"),
        ("/claim", "only_key win_in no_win_in"),
        ("/nodes/0", "position to_move within claims moves"),
        ("/nodes/0/moves/0", "move to ending"),
        (&format!("/nodes/{last}/moves/0/ending"), "winner by"),
    ];
    for (pointer, fields) in objects {
        let listed = changed(&written, |value| {
            let object = value.pointer_mut(pointer).unwrap();
            *object = fields.split(' ').map(|field| object[field].take()).collect();
        });
        let why = listed.unwrap_err();
        assert!(why.starts_with("invalid type: sequence, expected an object"), "{pointer}: {why}");
    }
}

#[test]
fn a_cut_certificate_is_none() {
    let written = serde_json::to_string(&certificate(&two_turns(), Theorem::WinIn(2))).unwrap();
    for end in (0..written.len()).step_by(97) {
        assert!(Certificate::read(&written.as_bytes()[..end]).is_err());
    }
    let empty = Certificate { nodes: Vec::new(), ..certificate(&two_turns(), Theorem::WinIn(2)) };
    assert_eq!(verify(&empty), Err(Flaw::Head("there are no nodes".into())));
}
