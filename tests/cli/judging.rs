//! What `check` says of games.

use insta::assert_snapshot;

use crate::run::{ESCAPE, Folder, GOOD_JSON, GOOD_OTG, check, check_rows, text};

/// Attackers on c1 and e3, a defender on d3: c1-c3 takes d3 and nothing else takes anything. The
/// king stands on the edge, so nobody is shut in.
const CAPTURE: &str = "brandubh start:/2t4/7/3Tt2/7/6K/7/7/";

/// An attacker may take c3 from b3 (d3 is his too), go on and take c5 from b5.
const CHAIN: &str = "berserk start:/1t5/7/2Tt3/6K/2Tt3/6T/7/";

/// The messages about a single row.
fn told(rules: &str, row: &str) -> String {
    check_rows(rules, row).told()
}

/// Nothing stands on b2, and after that nothing can be said of the rest, however wrong; the next
/// game is another matter.
#[test]
fn the_first_illegal_move_is_told_once() {
    let checked = check_rows("brandubh", "d1-c1 b2-b3 b3-b9 a1-a1,7,7,White\nd1-c1,0,0,Draw\n");
    assert_eq!((checked.code, checked.games()), (1, (2, 2)));
    assert_eq!(checked.found(), "T101 1:7, T308 2:11");
    let broken = &checked.results[0];
    assert_eq!((&broken["plies"], &broken["complete"]), (&1.into(), &false.into()));
    assert_eq!(
        (&broken["findings"][0]["ply"], &broken["findings"][0]["move"]),
        (&2.into(), &1.into())
    );
}

#[test]
fn every_way_to_move_wrongly_is_named() {
    assert_snapshot!(told("brandubh", "d1-c1 d7-c7,0,0,"), @"games.csv:1:7: error T102: d7-c7 is not legal: the piece is the other side's (look for a missing or doubled move just before)");
    assert_snapshot!(told("brandubh", "d1-c1 d3-a3 a4-a2,0,0,"), @"games.csv:1:13: error T103: a4-a2 is not legal: the piece on a3 is in the way (look for an earlier move that should have cleared the way)");
    assert_snapshot!(told("brandubh", "d1-a1,0,0,"), @"games.csv:1:1: error T105: d1-a1 is not legal: this piece may not stop there (check the squares, or whether the game was played under other rules)");
    assert_snapshot!(told("brandubh", "d1-d9,0,0,"), @"games.csv:1:1: error T108: d9 is not on a board of 7x7 (check the square and the size of the board)");
    assert_snapshot!(told("ard-ri-step atkf:y", "c1-a1,0,0,"), @"games.csv:1:1: error T109: c1-a1 is not legal: this piece moves one square at most (check the squares, or whether the game was played under other rules)");
    assert_snapshot!(told("brandubh", "d1-c1=b1,0,0,"), @"games.csv:1:1: error T112: d1-c1=b1 is not legal: the turn does not go on here (check the hops of the turn)");
}

/// d3 falls on d2 to three men, d4 being the empty throne, and on c3 to two, with e3 behind it.
#[test]
fn what_could_have_been_taken_is_named() {
    let one = CAPTURE.replace("brandubh", "brandubh take:must");
    assert_snapshot!(told(&one, "c1-c2,0,0,"), @"games.csv:1:1: error T116: c1-c2 is not legal: captures are compulsory, and another move takes something (check whether captures were compulsory in this game, or play a move that takes: c1-c3xd3)");
    let five = "brandubh take:must start:/3t3/t5t/t2Tt2/7/6K/7/2t4/";
    assert_snapshot!(told(five, "c7-b7,0,0,"), @"games.csv:1:1: error T116: c7-b7 is not legal: captures are compulsory, and another move takes something (check whether captures were compulsory in this game, or play a move that takes: d1-d2xd3, a2-d2xd3, g2-d2xd3, a3-c3xd3 and 1 more)");
    assert_eq!(check_rows(five, "c7-c3xd3,1,0,Draw").found(), "T308 1:14");
}

/// The king reaches his corner, and they play on: told once. The replay goes on and finds the
/// illegal move, from an empty square, as well.
#[test]
fn a_game_may_go_on_past_its_end() {
    let checked = check_rows(ESCAPE, "a3-a1 d7-e7 a1-a3 e7-d7 b5-b6,0,0,White\n");
    assert_eq!((checked.code, checked.found().as_str()), (1, "T107 1:7, T101 1:25"));
    let game = &checked.results[0];
    assert_eq!(game["plies"], 4);
    assert_eq!(game["ending"]["by"], "king-escaped");
    assert_eq!(game["ending"]["ply"], 1);
    assert_snapshot!(checked.told().lines().next().unwrap(), @"games.csv:1:7: warning T107: the game was over after ply 1 (the king has escaped: the defenders win), and goes on (end the record there, or check whether other rules were agreed on)");
}

/// Both sides move to and fro. The start stands for the third time after 8 plies, which under
/// brandubh loses for the defenders. They play on.
#[test]
fn a_game_may_go_on_past_a_repetition() {
    let to_and_fro = "d1-c1 d3-c3 c1-d1 c3-d3 ".repeat(2);
    let checked = check_rows("brandubh", &format!("{to_and_fro}d2-a2 d3-c3,0,0,Ongoing\n"));
    assert_eq!(checked.found(), "T107 1:49, T307 1:65");
    assert_eq!(checked.results[0]["ending"]["by"], "repetition");
    assert_eq!(checked.results[0]["ending"]["winner"], "attackers");
    assert_eq!(checked.results[0]["ending"]["ply"], 8);
    // A repetition that ends nothing.
    let checked = check_rows("brandubh rep:none", &format!("{to_and_fro}d2-a2,0,0,\n"));
    assert_eq!(checked.found(), "T307 1:49");
}

/// Each of these is as good an end as any: nothing is wrong, and the exit code says so.
#[test]
fn decisions_off_the_board_are_notes() {
    for (row, code, decided_by) in [
        ("d1-c1 resigned,0,0,Black", "T303 1:7", "resignation"),
        ("d1-c1 d3-c3 resigned,0,0,White", "T303 1:13", "resignation"),
        ("d1-c1 timeout,0,0,Black", "T304 1:7", "time"),
        ("d1-c1,0,0,White", "T305 1:11", "off-board"),
        ("d1-c1,0,0,Ongoing", "T307 1:11", "unfinished"),
        ("d1-c1,0,0,Draw", "T308 1:11", "agreement"),
    ] {
        let checked = check_rows("brandubh", row);
        assert_eq!((checked.code, checked.found().as_str()), (0, code), "{row}");
        assert_eq!(checked.results[0]["decided_by"], decided_by);
        assert_eq!(checked.count("notes"), 1);
    }
}

/// The server of hnefatafl.org gives the attackers the game once the corners are closed and three men
/// are left with the king. It is no ending of the board, and no result contradicts it. With an open
/// corner, or under Copenhagen's own rules, the record has to say why the attackers have won.
#[test]
fn the_adjudication_of_a_server_is_a_note() {
    let closed = "start:/2t5t2/1t7t1/t9t/10T/9T1/t9K/10T/11/t9t/1t7t1/2t5t2/";
    for (rules, row, code, decided_by) in [
        ("hnefatafl-org", "a6-b6,0,0,Black", "T310 1:11", "adjudication"),
        ("hnefatafl-org", "a6-b6,0,0,Ongoing", "T310 1:11", "adjudication"),
        ("hnefatafl-org", "a6-b6 resigned,0,0,Black", "T303 1:7", "resignation"),
        ("hnefatafl-org", "a6-b6,0,0,White", "T305 1:11", "off-board"),
        ("hnefatafl-org", "a6-b6,0,0,Draw", "T308 1:11", "agreement"),
        ("hnefatafl-org", "c1-d1,0,0,Black", "T305 1:11", "off-board"),
        ("copenhagen", "a6-b6,0,0,Black", "T305 1:11", "off-board"),
    ] {
        let checked = check_rows(&format!("{rules} {closed}"), row);
        assert_eq!((checked.code, checked.found().as_str()), (0, code), "{rules} {row}");
        assert_eq!(checked.results[0]["decided_by"], decided_by);
    }
}

/// The start position again; and, at the end, what the pieces looked like after the first turn.
#[test]
fn the_defenders_may_not_bring_a_position_back() {
    let told = |row: &str| {
        let checked = check_rows("hnefatafl-org", row);
        (checked.code, checked.found())
    };
    let found = |code, found: &str| (code, found.to_owned());
    assert_eq!(told("f2-f3 f4-g4 f3-f2 g4-f4,0,0,"), found(1, "T118 1:19"));
    let triangle = "a4-b4 f8-g8 b4-c4 g8-h8 c4-b4 h8-f8,0,0,";
    assert_eq!(told(triangle), found(1, "T118 1:31"));
    assert_eq!(told("f2-f3 f4-g4 f3-f2 g4-h4 f2-f3,0,0,"), found(0, "T307 1:25"));
    let copenhagen = check_rows("copenhagen", triangle);
    assert_eq!((copenhagen.code, copenhagen.found().as_str()), (0, "T307 1:31"));
}

/// A variation knows what was there before it branches off, and nothing of what comes later in the
/// game: the pieces stand as at the start, as after the first two turns, and as after those again.
#[test]
fn what_was_there_before_a_variation_counts_in_it() {
    let game = "[variant:hnefatafl-org]\n\n1. f2-f3 f4-g4\n2. f3-f2 g4-h4\n3. f2-f3 h4-i4\n\
                2b.1.1b. ..... g4-f4\n2b.2.1b. ..... g4-i4\n2b.2.2. f2-f3 i4-g4\n\
                3b.1.1b. ..... h4-g4\n2b.3.1b. ..... g4-i4\n2b.3.2. f2-f3 i4-h4\n";
    let checked = check("game.otg", game, &[]);
    assert_eq!(checked.found(), "T307 5:10, T118 6:16, T118 8:15, T118 9:16");
}

/// The word stands in the turn of the side that loses.
#[test]
fn the_one_who_resigns_loses() {
    let message = |row| {
        let checked = check_rows("brandubh", row);
        text(&checked.results[0]["findings"][0], "message").to_owned()
    };
    assert_eq!(message("d1-c1 resigned,0,0,Black"), "the defenders resigned");
    assert_eq!(message("resigned,0,0,White"), "the attackers resigned");
    assert_eq!(message("d1-c1 d3-c3 timeout,0,0,White"), "the attackers lost on time");
    assert_eq!(check_rows("brandubh", "d1-c1 resigned,0,0,White").found(), "T306 1:7");
    assert_eq!(check_rows("brandubh", "d1-c1 resigned,0,0,Draw").found(), "T306 1:7");
}

#[test]
fn results_are_held_against_the_board() {
    assert_snapshot!(told(ESCAPE, "a3-a1,0,0,Black"), @"games.csv:1:11: error T301: the king has escaped: the defenders win, but the record says that the attackers won (correct the result, or check whether the game was played under other rules)");
    assert_snapshot!(told(ESCAPE, "a3-a1,0,0,"), @"games.csv:1:1: warning T302: the king has escaped: the defenders win, but the record has no result (add the result)");
    let right = check_rows(ESCAPE, "a3-a1,0,0,White");
    assert_eq!((right.code, right.found().as_str(), right.count("agree")), (0, "", 1));
}

#[test]
fn captures_are_held_against_the_board() {
    assert_eq!(told(CAPTURE, "c1-c3xd3,1,0,"), "");
    assert_snapshot!(told(CAPTURE, "c1-c3,0,0,"), @"games.csv:1:1: error T201: the move takes d3, which is not listed (add the capture, as in d2-d4xc4)");
    assert_snapshot!(told(CAPTURE, "c1-c2xd3,1,0,"), @"games.csv:1:1: error T202: the move does not take d3 (remove the capture, or check whether the game was played under other rules)");
    assert_snapshot!(told(CAPTURE, "c1-c3xd3xg5,2,0,"), @"games.csv:1:1: error T202: the move does not take g5 (remove the capture, or check whether the game was played under other rules)");
    assert_snapshot!(told(CAPTURE, "c1-c3xd3xd9,2,0,"), @"games.csv:1:1: error T202: d9 is not on a board of 7x7 (remove the capture, or check whether the game was played under other rules)");
}

/// The board goes by the rules, not by the record: d3 is gone whether it is listed or not, so the
/// way from c3 to e3... is closed by e3 alone.
#[test]
fn the_board_goes_by_the_rules() {
    let unlisted = check_rows(CAPTURE, "c1-c3 g5-g6 c3-d3,0,0,Draw");
    assert_eq!(unlisted.found(), "T201 1:1, T308 1:23");
    let phantom = check_rows(CAPTURE, "c1-c2xd3 d3-d1,1,0,Draw");
    assert_eq!(phantom.found(), "T202 1:1, T308 1:20");
}

/// One site lists a man twice who falls in two ways at once.
#[test]
fn a_repeated_capture_is_a_note() {
    let checked = check_rows(CAPTURE, "c1-c3xd3xd3,2,0,Draw");
    assert_eq!((checked.code, checked.found().as_str()), (0, "T203 1:1, T308 1:17"));
    let finding = &checked.results[0]["findings"][0];
    assert_eq!(text(finding, "message"), "d3 is listed twice among the captures");
}

/// Two captures by attackers are counted, one is listed; a square that is listed twice is two.
#[test]
fn counts_are_held_against_the_list() {
    let checked = check_rows(CAPTURE, "c1-c3xd3,2,0,Draw");
    assert_eq!((checked.code, checked.found().as_str()), (0, "T206 1:10, T308 1:14"));
    let finding = &checked.results[0]["findings"][0];
    assert_snapshot!(text(finding, "message"), @"the record counts 2 and 0 captures by attackers and defenders; its moves list 1 and 0");
    assert_eq!(check_rows(CAPTURE, "c1-c3xd3,0,1,Draw").found(), "T206 1:10, T308 1:14");
}

#[test]
fn letters_of_pieces_are_checked() {
    assert_snapshot!(told(CAPTURE, "Kc1-c3xd3,1,0,"), @"games.csv:1:1: warning T204: the piece on c1 is a taflman, not a king (correct or remove the letter)");
    assert_snapshot!(told(CAPTURE, "c1-c3xKd3,1,0,"), @"games.csv:1:1: warning T204: the piece taken on d3 is a taflman, not a king (correct or remove the letter)");
    assert_eq!(told(CAPTURE, "tc1-c3xTd3,1,0,"), "");
}

/// In [`ESCAPE`] the king on a3 has a way to a1 and to a7, and nobody can take him.
#[test]
fn symbols_are_checked() {
    assert_eq!(told(ESCAPE, "a3-a1--,0,0,White"), "");
    assert_eq!(told(ESCAPE, "a3-a4-,0,0,Draw"), "");
    assert_snapshot!(told(ESCAPE, "a3-a4+,0,0,Draw"), @"games.csv:1:1: warning T205: `+` says that the king can be taken next turn; that is not so (correct or remove the symbol)");
    assert_snapshot!(told(ESCAPE, "a3-a4--,0,0,Draw"), @"games.csv:1:1: warning T205: `--` says that the king has escaped; that is not so (correct or remove the symbol)");
    // From b4 he comes to b1 or b7, but not to a corner.
    assert_snapshot!(told("brandubh atkf:n start:/7/7/1K5/7/7/7/3t3/", "b3-b4-,0,0,Draw"), @"games.csv:1:1: warning T205: `-` says that the king has a way out; that is not so (correct or remove the symbol)");
}

/// Defenders begin in the record, attackers by the rules; the turns alternate from there.
#[test]
fn the_first_move_shows_who_begins() {
    let checked = check_rows("brandubh", "d3-c3 d1-c1 d5-c5,0,0,Draw");
    assert_eq!((checked.code, checked.found().as_str()), (0, "T114 1:1, T308 1:23"));
    assert_snapshot!(checked.told(), @"games.csv:1:1: warning T114: the defenders begin, with d3, where the attackers move first (state the first mover in the rules, as in atkf:n)");
    assert_eq!(check_rows("brandubh atkf:n", "d3-c3 d1-c1 d5-c5,0,0,Draw").found(), "T308 1:23");
}

/// The old style lists no captures, so none are missing. c1-c3 takes d3.
#[test]
fn moves_run_together_list_no_captures() {
    let checked = check_rows(CAPTURE, "c1c3 g5g6 c3d3,0,0,Draw");
    assert_eq!((checked.code, checked.found().as_str()), (0, "T010 1:1, T308 1:20"));
}

/// The man went on from b3 to b5, says the third move; the record has one hop a turn.
#[test]
fn missing_hops_are_not_illegal_moves() {
    let checked = check_rows(CHAIN, "b1-b3xc3 g6-f6 b5-a5,1,0,Draw\n");
    assert_eq!((checked.code, checked.found().as_str()), (0, "T111 1:16"));
    assert_snapshot!(checked.told(), @"games.csv:1:16: warning T111: b5-a5 does not fit the position (there is no piece to move), and a piece could have gone on capturing before (add the missing hops, as in c4-c7=e7)");
    // With the hop written there is nothing to complain of.
    let checked = check_rows(CHAIN, "b1-b3=b5xc3/c5 g6-f6 b5-a5,2,0,Draw\n");
    assert_eq!(checked.found(), "T308 1:32");
    // Before anybody could have gone on, an illegal move is just that.
    assert_eq!(check_rows(CHAIN, "b1-b2 g6-f6 b5-a5,0,0,Draw").found(), "T101 1:13");
}

/// b3-b4 takes nothing.
#[test]
fn a_chain_has_to_take() {
    assert_snapshot!(told(CHAIN, "b1-b3=b4xc3,1,0,"), @"games.csv:1:1: error T112: b1-b3=b4xc3 is not legal: a further hop must take something (check the hops of the turn)");
    assert_snapshot!(told(CHAIN, "b1-b2=b5xc5,1,0,"), @"games.csv:1:1: error T112: b1-b2=b5xc5 is not legal: the turn does not go on here (check the hops of the turn)");
}

#[test]
fn rules_are_found_by_the_sites_own_names() {
    for (name, moves, variant) in [
        ("Copenhagen Hnefatafl 11x11", "d1-d3", "copenhagen"),
        ("Historical Hnefatafl 9x9 (Saami Tablut)", "d1-c1", "tablut"),
        ("Berserk Hnefatafl 11x11", "d1-c1", "berserk"),
    ] {
        let game =
            format!("{{\"AageGameTypeName\":\"{name}\",\"Moves\":[\"{moves}\"],\"WhoWon\":\"\"}}");
        let checked = check("game.json", game, &[]);
        assert_eq!((checked.code, &checked.results[0]["variant"]), (0, &variant.into()), "{name}");
    }
}

/// One that no known rules fit, and one that nobody has heard of: read, not judged.
#[test]
fn kinds_of_game_without_known_rules() {
    let game = |name| {
        format!("{{\"AageGameTypeName\":\"{name}\",\"Moves\":[\"a1-a1\"],\"WhoWon\":\"\"}}\n")
    };
    let games = game("Tyr 9x9") + &game("Hex 14x14") + GOOD_JSON;
    let checked = check("games.jsonl", games, &[]);
    assert_eq!((checked.code, checked.games()), (1, (3, 1)));
    assert_snapshot!(checked.told(), @r"
    games.jsonl:1:22: error T402: no known rules fit the games played as `Tyr 9x9` (give the rules with --variant, by name or as a rules record)
    games.jsonl:2:22: error T402: the rules of `Hex 14x14` are not known (give the rules with --variant, by name or as a rules record)
    ");
    let given = check("game.json", game("Tyr 9x9"), &["--variant", "tyr"]);
    assert_eq!(given.found(), "T113 1:41");
}

#[test]
fn an_unknown_variant_in_a_record() {
    let checked =
        check("games.otg", format!("[variant:copenhaggen]\n\n1. d1-c1\n\n{GOOD_OTG}"), &[]);
    assert_eq!((checked.code, checked.games()), (1, (2, 1)));
    assert_snapshot!(checked.told(), @"games.otg:1:10: error T401: no variant is called `copenhaggen` (nearest: copenhagen, copenhagen-11, copenhagen-13)");
}

/// Told once, however many rows there are; the file's name suggests what to do.
#[test]
fn rows_without_rules() {
    let checked = check("brandubh-2013.csv", "d1-c1,0,0,\n".repeat(3), &[]);
    assert_eq!((checked.code, checked.games()), (1, (3, 0)));
    assert_snapshot!(checked.told(), @"brandubh-2013.csv:1:1: error T406: records in the format csv state no rules (give the rules, perhaps with --default-variant brandubh)");
}

#[test]
fn an_opentafl_file_without_rules() {
    let checked = check("game.otg", "[event:x]\n\n1. d1-c1\n", &[]);
    assert_eq!((checked.code, checked.games()), (1, (1, 0)));
    assert_snapshot!(checked.told(), @"game.otg:1:1: error T406: the record states no rules (give the rules with --variant)");
}

/// The king of brandubh, put on a3 of his own board, or on c3, the throne of a smaller one.
#[test]
fn a_position_to_start_from() {
    let own = "[variant:brandubh atkf:n]\n[result:-1]\n[position:/7/7/K6/7/7/7/3t3/]\n\n1. a3-a1\n";
    assert_eq!(check("game.otg", own, &[]).found(), "");
    let smaller = "[variant:brandubh]\n[position:/5/5/2K2/5/2t2/]\n\n1. c5-e5\n";
    // e5 is a corner of this board.
    assert_eq!(check("game.otg", smaller, &[]).found(), "T105 4:4");
}

#[test]
fn a_position_that_is_none() {
    let checked =
        check("game.otg", "[variant:brandubh]\n[position:/7/7/K5/7/7/7/3t3/]\n\n1. d7-c7\n", &[]);
    assert_eq!((checked.code, checked.games()), (1, (1, 0)));
    assert_snapshot!(checked.told(), @"game.otg:2:11: error T407: row 3 ends after 6 squares of 7; its last square is g3 (mend the position)");
}

#[test]
fn an_unknown_tag() {
    let checked = check("game.otg", format!("[reslt:1]\n[weather:fair]\n{GOOD_OTG}"), &[]);
    assert_eq!((checked.code, checked.games()), (0, (1, 1)));
    assert_snapshot!(checked.told(), @r"
    game.otg:1:2: warning T009: unknown tag `reslt` (did you mean `result`?)
    game.otg:2:2: warning T009: unknown tag `weather` (the tag is left out of account)
    ");
}

/// The game is judged up to the word, which is of another game.
#[test]
fn a_word_that_is_no_move() {
    let checked = check_rows("brandubh", "d1-c1 nox d3-c3,0,0,White\n");
    assert_eq!((checked.code, &checked.results[0]["plies"]), (1, &1.into()));
    assert_snapshot!(checked.told(), @"games.csv:1:7: error T006: `nox` is not a move (write a move as origin-destination with captures behind it, as in d1-d3xd4)");
}

#[test]
fn fields_that_are_missing_or_wrong() {
    assert_snapshot!(check("game.otg", "[variant:brandubh]\n[result:2]\n\n1. d1-c1\n", &[]).told(), @"game.otg:2:9: error T007: `result` cannot be `2` (expected 1 (attackers), -1 (defenders), 0 (draw) or ?)");
    assert_snapshot!(check_rows("brandubh", "d1-c1,0,0,\nd1-c1,x,0,Green\n").told(), @r"
    games.csv:2:7: error T007: `captures by attackers` cannot be `x` (expected a number)
    games.csv:2:11: error T007: `result` cannot be `Green` (expected White, Black, Draw, Ongoing or nothing)
    ");
    let game = "{\"AageGameTypeName\":\"Brandubh\",\"WhoWon\":\"Me\"}\n";
    assert_snapshot!(check("game.json", game, &[]).told(), @r"
    game.json:1:42: error T007: `WhoWon` cannot be `Me` (expected White, Black, Draw, Ongoing or nothing)
    game.json:1:1: error T007: the record has no `Moves` (add `Moves`)
    ");
}

/// Rules given on the command line are those of every game, whatever it says itself: in
/// [`GOOD_OTG`] the king is alone, here the d1 of brandubh moves.
#[test]
fn given_rules_win() {
    let folder = Folder::with("game.otg", "[variant:copenhaggen]\n[result:0]\n\n1. d1-c1\n");
    let checked = folder.check(&["game.otg", "--variant", "brandubh"]);
    assert_eq!((checked.code, checked.found().as_str()), (0, "T308 2:9"));
}
