//! The commands beside `check`.

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::run::{Folder, json, run, text};

/// An attacker takes c3 from b3 and may go on to b5, where he takes c5.
const CHAIN: &str = "/1t5/7/2Tt3/6K/2Tt3/6T/7/";

/// The king alone on a3, an attacker on c5.
const LONE_KING: &str = "/5/5/K4/5/2t2/";

fn move_json(text: &str, captures: &[&str]) -> Value {
    json!({ "move": text, "captures": captures, "ending": null, "chain": false })
}

/// The moves by rules that are played on another board, put on this one with the position.
fn moves_on_board(variant: &str, position: &str, side: &str) -> Vec<Value> {
    let rules = format!("{variant} start:{position}");
    let arguments = ["moves", "--variant", &rules, "--side", side, "--output", "json"];
    json(&arguments)["moves"].as_array().unwrap().clone()
}

/// The moves of a position as `tafl moves` lists them in JSON.
fn moves(variant: &str, position: &str, side: &str) -> Vec<Value> {
    let arguments =
        ["moves", "--variant", variant, "--position", position, "--side", side, "--output", "json"];
    json(&arguments)["moves"].as_array().unwrap().clone()
}

fn find<'a>(moves: &'a [Value], text: &str) -> &'a Value {
    moves.iter().find(|entry| entry["move"] == text).unwrap_or_else(|| panic!("no {text}"))
}

/// d1 may not go to the corners, a1 and e1, nor past d3; d2 takes d3 with d4 behind it. d4 may go
/// anywhere on its own rank and file that is free.
#[test]
fn moves_in_json() {
    let document = json(&[
        "moves",
        "--variant",
        "brandubh",
        "--position",
        "/3t1/5/K2T1/3t1/5/",
        "--side",
        "attackers",
        "--output",
        "json",
    ]);
    let expected = [
        move_json("d1-b1", &[]),
        move_json("d1-c1", &[]),
        move_json("d1-d2xd3", &["d3"]),
        move_json("d4-a4", &[]),
        move_json("d4-b4", &[]),
        move_json("d4-c4", &[]),
        move_json("d4-e4", &[]),
        move_json("d4-d5", &[]),
    ];
    let about = json!({
        "schema": "taflkit.moves/1",
        "variant": "brandubh",
        "position": "/3t1/5/K2T1/3t1/5/",
        "side": "attackers",
        "moves": expected,
    });
    assert_eq!(document, about);
}

#[test]
fn a_chain_is_one_move() {
    let moves = moves_on_board("berserk", CHAIN, "attackers");
    assert_eq!(find(&moves, "b1-b3xc3"), &move_json("b1-b3xc3", &["c3"]));
    let chain = json!({
        "move": "b1-b3=b5xc3/c5", "captures": ["c3", "c5"], "ending": null, "chain": true
    });
    assert_eq!(find(&moves, "b1-b3=b5xc3/c5"), &chain);
    let chains: Vec<&str> =
        moves.iter().filter(|m| m["chain"] == true).map(|m| text(m, "move")).collect();
    assert_eq!(chains, ["b1-b3=b5xc3/c5", "b1-b5=b3xc5/c3"]);
}

/// A knight jumps over the man that he takes, from b1 to b3 and on to d3.
#[test]
fn jumps_have_a_mark_of_their_own() {
    let moves = moves_on_board("berserk", "/1N5/1t5/2t4/K6/7/7/6t/", "defenders");
    let chain = json!({
        "move": "b1^b3^=d3xb2/c3", "captures": ["b2", "c3"], "ending": null, "chain": true
    });
    assert_eq!(find(&moves, "b1^b3^=d3xb2/c3"), &chain);
}

/// A corner; between two attackers where two suffice; the last defender shut in; the only attacker
/// taken; nothing taken for a ply where that is a draw.
#[test]
fn endings_are_told() {
    let ending = |variant, position, side, text| {
        find(&moves(variant, position, side), text)["ending"].clone()
    };
    let won = |winner, by| json!({ "winner": winner, "by": by });
    assert_eq!(
        ending("brandubh", LONE_KING, "defenders", "a3-a1"),
        won("defenders", "king-escaped")
    );
    assert_eq!(ending("brandubh", LONE_KING, "defenders", "a3-a2"), Value::Null);
    let between = "/5/1tK2/5/3t1/5/";
    let taken = find(&moves("simple-tafl", between, "attackers"), "d4-d2xc2").clone();
    assert_eq!(taken["ending"], won("attackers", "king-captured"));
    assert_eq!(taken["captures"], json!(["c2"]));
    let ring = "/7/3t3/2tKt2/7/3t3/7/7/";
    assert_eq!(
        ending("sea-battle-9", ring, "attackers", "d5-d4xd3"),
        won("attackers", "king-captured")
    );
    let ring = "/7/3t3/2t1t2/2tKt2/7/3t3/7/";
    let closed = find(&moves_on_board("fetlar", ring, "attackers"), "d6-d5")["ending"].clone();
    assert_eq!(closed, won("attackers", "encircled"));
    // The last attacker is taken, which wins where a side without a move draws as well; one who is
    // still there and cannot move is another ending.
    let last = "/11/2T8/2t8/7T3/11/11/11/11/7K3/11/11/";
    for rules in ["copenhagen", "copenhagen stuck:draw"] {
        assert_eq!(ending(rules, last, "defenders", "h4-c4xc3"), won("defenders", "all-captured"));
    }
    let boxed = "/11/t10/T10/11/1T9/11/11/7K3/11/11/11/";
    assert_eq!(ending("copenhagen", boxed, "defenders", "b5-b2"), won("defenders", "no-moves"));
    let draw = json!({ "winner": null, "by": "no-capture" });
    assert_eq!(ending("brandubh quiet:1p", LONE_KING, "attackers", "c5-c4"), draw);
}

#[test]
fn moves_in_words() {
    let run =
        run(&["moves", "--variant", "brandubh", "--position", LONE_KING, "--side", "defenders"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_snapshot!(run.out, @r"
     5  x . t . x
     4  . . . . .
     3  K . + . .
     2  . . . . .
     1  x . . . x
        a b c d e
    brandubh, defenders to move: 8 moves
    a3-a1  the king has escaped: the defenders win
    a3-a2
    a3-b3
    a3-c3
    a3-d3
    a3-e3
    a3-a4
    a3-a5  the king has escaped: the defenders win
    ");
}

/// The side that begins and the start, of the variant that is asked for most.
#[test]
fn moves_of_the_start() {
    let run = run(&["moves"]);
    assert!(run.out.contains("copenhagen, attackers to move: 116 moves"), "{}", run.out);
    let steps = json(&["moves", "--variant", "ard-ri-step", "--output", "json"]);
    let first = text(&steps["moves"][0], "move").to_owned();
    // Defenders begin; their first square by rank is c3.
    assert!(first.starts_with("c3-"), "{first}");
}

/// Each arm of the cross has a man on the edge with 4 moves (the corners are barred) and one
/// behind him with 6: 4 x 10. The count for 2 turns is well known.
#[test]
fn perft_in_json() {
    let perft =
        |depth| json(&["perft", "--variant", "brandubh", "--depth", depth, "--output", "json"]);
    let two = perft("2");
    assert_eq!(two["schema"], "taflkit.perft/1");
    assert_eq!((&two["depth"], &two["nodes"]), (&2.into(), &960.into()));
    assert_eq!(perft("1")["nodes"], 40);
    assert_eq!(perft("0")["nodes"], 1);
}

/// The king has a1, a2, a4, a5, b3, c3, d3 and e3. The corners end the game. Then the attacker has
/// b5, d5 and c4, c2, c1 over the throne, or only b5, d5 and c4 with the king on c3.
#[test]
fn perft_from_a_position() {
    let arguments =
        ["perft", "--variant", "brandubh", "--position", LONE_KING, "--side", "defenders"];
    let perft = |more: &[&str]| run(&[&arguments, more].concat()).out;
    assert_eq!(perft(&["--depth", "1"]), "8\n");
    assert_eq!(perft(&["--depth", "2"]), "28\n");
    assert_eq!(
        perft(&["--depth", "2", "--divide"]),
        "a3-a1: 0\na3-a2: 5\na3-b3: 5\na3-c3: 3\na3-d3: 5\na3-e3: 5\na3-a4: 5\na3-a5: 0\n28\n"
    );
    // Sequences with early ends as one each, captures, wins of the attackers and the defenders.
    assert_eq!(perft(&["--depth", "1", "--tuple"]), "(8,0,0,2)\n");
    assert_eq!(perft(&["--depth", "2", "--tuple"]), "(30,0,0,2)\n");
}

#[test]
fn perft_by_move_in_json() {
    let document = json(&[
        "perft",
        "--variant",
        "brandubh",
        "--depth",
        "2",
        "--divide",
        "--tuple",
        "--output",
        "json",
    ]);
    let parts = document["divide"].as_array().unwrap();
    assert_eq!(parts.len(), 40);
    for field in ["nodes", "leaves", "captures", "attackers_win", "defenders_win"] {
        let sum: u64 = parts.iter().map(|part| part[field].as_u64().unwrap()).sum();
        assert_eq!(document[field], sum, "{field}");
    }
    assert_eq!(document["nodes"], 960);
}

#[test]
fn the_list_of_rules() {
    let listed = json(&["rules", "list", "--output", "json"]);
    assert_eq!(listed["schema"], "taflkit.rules-list/1");
    let variants = listed["variants"].as_array().unwrap();
    let named = |id: &str| variants.iter().find(|variant| variant["variant"] == id).unwrap();
    let sizes = [("copenhagen", 11), ("brandubh", 7), ("tablut", 9), ("alea-evangelii", 19)];
    for (id, size) in sizes {
        assert_eq!((&named(id)["size"], &named(id)["first"]), (&size.into(), &"attackers".into()));
    }
    assert_eq!(named("ard-ri-step")["first"], "defenders");
    let human = run(&["rules", "list"]);
    assert_eq!((human.code, human.out.lines().count()), (0, variants.len()));
    for variant in variants {
        assert!(human.out.contains(text(variant, "variant")));
    }
}

/// A record that is written reads back as the same rules, for every variant; aliases are the same.
#[test]
fn a_record_gives_the_same_rules() {
    let listed = json(&["rules", "list", "--output", "json"]);
    for variant in listed["variants"].as_array().unwrap() {
        let id = text(variant, "variant");
        let record = run(&["rules", "record", id]);
        assert_eq!((record.code, record.err.as_str()), (0, ""));
        let record = record.out.trim();
        assert_eq!(run(&["rules", "diff", id, record]).out, "no difference in play\n", "{id}");
        assert_eq!(run(&["rules", "record", record]).out.trim(), record, "{id}");
        for alias in variant["aliases"].as_array().unwrap() {
            let alias = alias.as_str().unwrap();
            assert_eq!(run(&["rules", "record", alias]).out.trim(), record, "{alias}");
        }
    }
}

#[test]
fn a_record_serves_as_a_variant() {
    let record = json(&["rules", "record", "tablut", "--output", "json"]);
    let record = text(&record, "rules");
    let count =
        |variant| json(&["perft", "--variant", variant, "--depth", "2", "--output", "json"]);
    assert_eq!(count(record)["nodes"], count("tablut")["nodes"]);
}

#[test]
fn rules_in_words() {
    let run = run(&["rules", "show", "brandubh"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_snapshot!(run.out, @r"
    Brandubh

     7  x . . t . . x
     6  . . . t . . .
     5  . . . T . . .
     4  t t T K T t t
     3  . . . T . . .
     2  . . . t . . .
     1  x . . t . . x
        a b c d e f g
    t c n k m g: taflman, commander, knight, king, mercenary, guard; upper case defends; + throne, x corner or fort

    board             7x7; 8 attackers against 5 defenders, the king among them.
    first move        The attackers move first.
    goal              The king wins on a corner square.
    moving            Every piece moves any distance along a line over empty squares.
    throne            The centre d4. Only the king may stop on the throne; every piece may pass over it when it is empty. Empty, it is hostile to every piece; with the king on it, to attackers.
    corners           The four corners. Only the king may stop on a corner square; only the king may pass over it when it is empty. Empty, it is hostile to every piece.
    attackers' forts  None.
    defenders' forts  None.
    taking men        A man is taken between two enemies on a line, or between one and a square hostile to him, by the move that closes the trap.
    taking the king   The king is taken on four sides on the throne and next to it, between two elsewhere. The edge of the board does not count as a side.
    king's arms       The king helps to take men.
    shieldwall        Rows on the edge are not taken.
    having to take    Nobody has to take.
    exit fort         A fort at the edge wins nothing.
    encirclement      The attackers win when no defender can reach the edge any more.
    jumps             Nobody jumps.
    chains            A turn is one move.
    repetition        At the third occurrence of a position with the same side to move, the defenders lose.
    no move           A side without a legal move loses.
    no captures       No limit.
    ");
    let document = json(&["rules", "show", "brandubh", "--output", "json"]);
    assert_eq!((&document["schema"], &document["size"]), (&"taflkit.rules/1".into(), &7.into()));
    for point in document["points"].as_array().unwrap() {
        assert!(run.out.contains(text(point, "topic")) && run.out.contains(text(point, "text")));
    }
}

/// Fetlar is Copenhagen without shieldwalls and exit forts, and a repetition is a draw.
#[test]
fn the_difference_of_rules() {
    let run = run(&["rules", "diff", "copenhagen", "fetlar"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_snapshot!(run.out, @r"
    shieldwall
      - Two or more men in a row on the edge, each with an enemy in front, are taken when both ends are held by an enemy or a corner, by a move onto one of the ends; a king among them stays.
      + Rows on the edge are not taken.
    exit fort
      - The defenders win when the king stands on the edge, can move, and no attacker can ever break in.
      + A fort at the edge wins nothing.
    repetition
      - At the third occurrence of a position with the same side to move, the defenders lose.
      + At the third occurrence of a position with the same side to move, the game is drawn.
    ");
    let document = json(&["rules", "diff", "copenhagen", "fetlar", "--output", "json"]);
    let topics: Vec<&str> = document["differences"]
        .as_array()
        .unwrap()
        .iter()
        .map(|difference| text(difference, "topic"))
        .collect();
    assert_eq!(topics, ["shieldwall", "exit fort", "repetition"]);
}

#[test]
fn a_name_can_be_changed_by_keys() {
    let run = run(&["rules", "diff", "copenhagen", "copenhagen sw:n efe:n rep:draw"]);
    let topics: Vec<&str> = run.out.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(topics, ["shieldwall", "exit fort", "repetition"]);
}

#[test]
fn an_unknown_variant_gets_the_nearest() {
    for arguments in [
        &["rules", "show", "copenhaggen"][..],
        &["moves", "--variant", "copenhaggen"],
        &["perft", "--variant", "copenhaggen", "--depth", "1"],
        &["check", "--variant", "copenhaggen", "x"],
    ] {
        let run = run(arguments);
        assert_eq!((run.code, run.out.as_str()), (2, ""));
        assert_eq!(
            run.err,
            "error: no variant is called `copenhaggen` (nearest: copenhagen, copenhagen-11, copenhagen-13)\n"
        );
    }
}

#[test]
fn rules_that_do_not_read() {
    let told = |rules| {
        let run = run(&["rules", "show", rules]);
        assert_eq!((run.code, run.out.as_str()), (2, ""));
        run.err
    };
    assert_snapshot!(told("brandubh esc:x"), @"error: the rules cannot be used: `esc` cannot be `x` (expected c or e)");
    assert_snapshot!(told("brandubh dim:9"), @"error: the rules cannot be used: the record says dim:9, but its start position is 7x7 (write `dim:7`, or give a start position of the stated size)");
    assert_snapshot!(told("dim:7"), @"error: the rules cannot be used: the rules record has no `start` (add `start:`)");
    assert_snapshot!(told("Tyr 9x9"), @"error: no known rules fit the games played as `Tyr 9x9` (give the rules with --variant, by name or as a rules record)");
}

/// Doubtful rules are used, and told of on standard error.
#[test]
fn doubtful_rules_are_told_of() {
    let record = "dim:5 tfr:w zz:1 start:/5/5/2K2/5/2t2/";
    let run = run(&["rules", "record", record]);
    assert_eq!(run.code, 0);
    assert_snapshot!(run.err, @r"
    warning: `tfr:w` is read in two ways; taken as: the mover of a threefold repetition loses, though the notation's text has the opener lose (add `rep:mover`, `rep:opener` or `rep:defenders` to say who loses)
    warning: unknown rules key `zz` (the key is left out of account; `tafl explain T405` lists the known ones)
    ");
}

#[test]
fn a_finding_explained() {
    let run = run(&["explain", "T203"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_snapshot!(run.out, @r"
    T203 (note): a capture is listed twice
    rule: the format

    The same square is listed more than once. One site does so when a man falls in two ways at once.

    example: 12. e7-k7xk6xk6
    help: list the square once
    ");
    let document = json(&["explain", "T203", "--output", "json"]);
    assert_eq!(document["schema"], "taflkit.explain/1");
    assert_eq!(document["findings"][0]["code"], "T203");
    assert_eq!(document["findings"][0]["severity"], "note");
}

#[test]
fn a_finding_that_there_is_not() {
    let run = run(&["explain", "T999"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert_snapshot!(run.err, @"error: no finding, rule or key is called T999; `tafl explain` lists them");
}

/// The corner comes before what the move takes: RULES K13, 2 before 4. The man on b1 falls between the king,
/// who has come to a1, and the man on c1; he is the last attacker.
#[test]
fn a_rule_explained() {
    let told = run(&["explain", "k13"]);
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    assert!(
        told.out.starts_with("K13: the order of verdicts\n\nSeveral things can end"),
        "{}",
        told.out
    );
    assert!(
        told.out.contains("\nsource: ") && told.out.contains("\nkeys of rules records: esc goal\n")
    );
    let example = "
The king takes the last attacker and is in the corner: the corner decides.
 7  x . . . . . x
 6  . . . . . . .
 5  . . . . . . .
 4 -K . . + . . .
 3  . . . . . . .
 2  . . . . . . .
 1 >x*t T . . . x
    a b c d e f g
brandubh, defenders to move
a4-a1xb1: the king has escaped: the defenders win
";
    assert!(told.out.contains(example), "{}", told.out);
    for name in ["K13", "the order of verdicts", "K13, the order of verdicts"] {
        assert_eq!(run(&["explain", name]).out, told.out, "{name}");
    }
}

/// Summaries name endings, and messages quote keys with their values.
#[test]
fn endings_and_quoted_keys_are_explained() {
    for (name, rule) in [("king-escaped", "K13"), ("no-moves", "K10"), ("exit-fort", "K7")] {
        assert_eq!(run(&["explain", name]).out, run(&["explain", rule]).out, "{name}");
    }
    let quoted = run(&["explain", "tfr:w"]);
    assert!(quoted.out.starts_with("tfr, a key of rules records: "), "{}", quoted.out);
    assert!(quoted.out.ends_with("\nrule: K9, repetition (`tafl explain K9`)\n"), "{}", quoted.out);
}

/// Whatever is listed can be explained, and so can every rule that a finding names.
#[test]
fn all_that_is_listed_is_explained() {
    let document = json(&["explain", "--output", "json"]);
    let names = |list: &str, name: &str| -> Vec<String> {
        document[list]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| text(entry, name).to_owned())
            .collect()
    };
    let [codes, rules, keys] =
        [names("findings", "code"), names("rules", "id"), names("keys", "name")];
    assert!(codes.len() > 50 && rules.len() == 17 && keys.len() > 50);
    let listed = run(&["explain"]).out;
    for (list, names) in [("findings", &codes), ("rules", &rules), ("keys", &keys)] {
        for name in names {
            assert!(
                listed.split([' ', '\n', ':']).any(|word| word == name),
                "{name} is not listed"
            );
            let told = run(&["explain", name]);
            assert_eq!((told.code, told.err.as_str()), (0, ""), "{name}");
            assert!(told.out.starts_with(name), "{}", told.out);
            let one = json(&["explain", name, "--output", "json"]);
            let entry = document[list].as_array().unwrap().iter();
            let entry = entry.filter(|entry| {
                entry["code"] == **name || entry["id"] == **name || entry["name"] == **name
            });
            assert_eq!(
                one[list].as_array().unwrap().iter().collect::<Vec<_>>(),
                entry.collect::<Vec<_>>()
            );
        }
    }
    for finding in document["findings"].as_array().unwrap() {
        let rule = text(finding, "rule");
        if rule.starts_with('K') {
            let (id, _) = rule.split_once(", ").unwrap();
            assert!(rules.iter().any(|known| known == id), "{rule}");
            let told = run(&["explain", text(finding, "code")]).out;
            assert!(told.contains(&format!("\nrule: {rule} (`tafl explain {id}`)\n")), "{told}");
        }
    }
}

/// What a terminal shows in colours is the same text without them.
#[test]
fn boards_and_comparisons_have_colours() {
    for (arguments, wanted) in [
        (&["moves", "--variant", "brandubh"][..], "\u{1b}[1m\u{1b}[33mK\u{1b}[0m"),
        (&["rules", "show", "brandubh"], "\u{1b}[31mt\u{1b}[0m"),
        (&["explain", "K3"], "\u{1b}[1m\u{1b}[32m*\u{1b}[0m\u{1b}[36mT\u{1b}[0m"),
        (&["rules", "diff", "brandubh", "brandubh ks:s"], "\u{1b}[31m  - "),
        (
            &["solve", "--variant", "brandubh", "--position", "start", "--max-turns", "1"],
            "\u{1b}[36mT",
        ),
    ] {
        let plain = run(arguments).out;
        let coloured = run(&[arguments, &["--color", "always"]].concat()).out;
        assert!(coloured.contains(wanted), "{arguments:?}: {coloured:?}");
        assert!(!plain.contains('\u{1b}'), "{arguments:?}: {plain:?}");
        let timeless = |text: &str| -> Vec<String> {
            text.lines().filter(|line| !line.contains(" nodes in ")).map(str::to_owned).collect()
        };
        assert_eq!(timeless(&without_colours(&coloured)), timeless(&plain), "{arguments:?}");
    }
}

fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |told, part| told + part.split_once('m').unwrap().1)
}

/// One game is a game, two are games.
#[test]
fn identify_counts_in_words() {
    let game = "[variant:brandubh]\n\n1. d1-c1 d5-c5\n";
    let folder = Folder::with("a.otg", game).and("b.otg", game);
    let one = folder.run(&["identify", "-v", "a.otg"]).out;
    assert!(one.contains("\nof 1 game, without"), "{one}");
    let two = folder.run(&["identify", "."]).out;
    assert!(two.contains("\nof 2 games, without"), "{two}");
}

#[test]
fn the_version() {
    let run = run(&["--version"]);
    assert_eq!((run.code, run.out), (0, format!("tafl {}\n", env!("CARGO_PKG_VERSION"))));
}

#[test]
fn rules_known_by_name_are_written_out_for_opentafl_even_from_its_own_format() {
    let named = "[variant:brandubh]\n[result:?]\n\n1. d1-c1 d5-c5\n[]\n";
    let folder = Folder::with("named.otg", named);
    let run = folder.run(&["convert", "--to", "otg", "named.otg"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.starts_with("[variant:brandubh]\n[rules:dim:7 "), "{}", run.out);
    // What has its rules stays as it is, however it is laid out.
    let written = run.out.replace("\n[]", "\n[ ]");
    let folder = folder.and("written.otg", &written);
    assert_eq!(folder.run(&["convert", "--to", "otg", "written.otg"]).out, written);
}
