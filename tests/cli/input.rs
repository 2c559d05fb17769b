//! Files that are not what they should be: each is told of, and no game after a fault is lost.

use std::fs::File;
use std::io::{BufWriter, Write};

use insta::assert_snapshot;

use crate::run::{Checked, ESCAPE, Folder, GOOD_JSON, GOOD_OTG, GOOD_ROW, Run, check, check_rows};

/// A position record with so many rows of so many empty squares.
fn empty_board(side: usize) -> String {
    format!("/{}", format!("{side}/").repeat(side))
}

#[test]
fn an_empty_file() {
    let checked = check("games.csv", "", &[]);
    assert_eq!((checked.code, checked.games()), (1, (0, 0)));
    assert_snapshot!(checked.told(), @"games.csv:1:1: error T003: the file is empty (check the path)");
}

#[test]
fn a_file_of_blanks() {
    let checked = check("games.csv", " \n\r\n\t\n", &[]);
    assert_eq!((checked.code, checked.games()), (1, (0, 0)));
    assert_snapshot!(checked.told(), @"games.csv:1:1: error T003: the file is empty (check the path)");
}

#[test]
fn a_folder_without_records() {
    let checked = Folder::with("notes/readme.md", "nothing here").check(&["notes"]);
    assert_eq!((checked.code, checked.games()), (1, (0, 0)));
    let told = checked.told();
    assert!(
        told.starts_with("notes:1:1: error T003: the folder has no file with a known ending"),
        "{told}"
    );
    assert!(told.ends_with("name a file itself to read it whatever its ending)"), "{told}");
}

#[test]
fn a_named_file_is_read_whatever_its_ending() {
    let checked = check("game.txt", GOOD_OTG, &[]);
    assert_eq!((checked.code, checked.games(), checked.found().as_str()), (0, (1, 1), ""));
}

#[test]
fn a_binary_file() {
    let checked = check("games.csv", b"\x7fELF\x02\x01\x01\0\0\0\0", &[]);
    assert_eq!((checked.code, checked.games()), (1, (0, 0)));
    assert_snapshot!(checked.told(), @"games.csv:1:1: error T008: the file is not text (check the path)");
}

#[test]
fn a_text_that_is_no_record() {
    let checked = check("letter", "Dear sir, I enclose my game\n", &[]);
    assert_eq!((checked.code, checked.games()), (1, (0, 0)));
    assert_snapshot!(checked.told(), @"letter:1:1: error T002: the file is in no known format (give the format with --format)");
}

/// Writes a beginning, 100 MB without a line end, and the rest.
fn write_long_line(folder: &Folder, name: &str, beginning: &str, rest: &str) {
    let mut file = BufWriter::new(File::create(folder.path(name)).unwrap());
    file.write_all(beginning.as_bytes()).unwrap();
    let block = [b'a'; 1_000_000];
    for _ in 0..100 {
        file.write_all(&block).unwrap();
    }
    write!(file, "\n{rest}").unwrap();
    file.flush().unwrap();
}

#[test]
fn a_line_of_100_mb_in_json() {
    let folder = Folder::new();
    write_long_line(&folder, "games.jsonl", "{\"Moves\":[\"", GOOD_JSON);
    let checked = folder.check(&["games.jsonl"]);
    assert_eq!((checked.code, checked.games()), (1, (2, 1)));
    assert_snapshot!(checked.told(), @"games.jsonl:1:1: error T005: the record is longer than 64 MiB (split the record, or look for a missing line end)");
}

#[test]
fn a_line_of_100_mb_between_rows() {
    let folder = Folder::new();
    write_long_line(&folder, "games.csv", GOOD_ROW, GOOD_ROW);
    let checked = folder.check(&["games.csv", "--variant", ESCAPE]);
    assert_eq!((checked.code, checked.games()), (1, (3, 2)));
    assert_eq!(checked.found(), "T005 2:1");
}

#[test]
fn a_line_of_100_mb_in_an_opentafl_file() {
    let folder = Folder::new();
    write_long_line(&folder, "games.otg", "[variant:brandubh]\n\n1. ", GOOD_OTG);
    let checked = folder.check(&["games.otg"]);
    assert_eq!((checked.code, checked.games()), (1, (2, 1)));
    assert_eq!(checked.found(), "T005 1:1");
}

/// The file is 100 MB, and the longest record that is kept of it 64 MiB.
#[cfg(target_os = "linux")]
#[test]
fn a_line_of_100_mb_does_not_fill_the_memory() {
    let folder = Folder::new();
    write_long_line(&folder, "games.jsonl", "{\"Moves\":[\"", GOOD_JSON);
    let limited = "ulimit -v 600000 && exec \"$0\" check --jobs 1 --output jsonl games.jsonl";
    let mut command = assert_cmd::Command::new("sh");
    let tafl = assert_cmd::cargo::cargo_bin!("tafl");
    command.current_dir(folder.path("")).args(["-c", limited]).arg(tafl);
    let checked = Checked::of(Run::of(&mut command));
    assert_eq!((checked.code, checked.games()), (1, (2, 1)));
}

#[test]
fn a_byte_order_mark() {
    for (name, good) in [("a.csv", GOOD_ROW), ("a.otg", GOOD_OTG), ("a.json", GOOD_JSON)] {
        let checked = check(name, format!("\u{feff}{good}"), &["--variant", ESCAPE]);
        let expected = check(name, good, &["--variant", ESCAPE]);
        assert_eq!(checked.results, expected.results);
    }
}

#[test]
fn lines_that_end_in_carriage_return_and_newline() {
    let rows = format!("{GOOD_ROW}a3-a9,0,0,White\n{GOOD_ROW}").replace('\n', "\r\n");
    let checked = check_rows(ESCAPE, &rows);
    assert_eq!((checked.games(), checked.found().as_str()), ((3, 3), "T108 2:1"));

    let games = format!("{GOOD_OTG}\n[event:x]\n[reslt:1]\n{GOOD_OTG}").replace('\n', "\r\n");
    let checked = check("games.otg", games, &[]);
    assert_eq!((checked.games(), checked.found().as_str()), ((2, 2), "T009 7:2"));

    let games = format!("{GOOD_JSON}{{\n \"Moves\": [\n}}\n{GOOD_JSON}").replace('\n', "\r\n");
    let checked = check("games.jsonl", games, &[]);
    assert_eq!(
        (checked.games(), checked.found().as_str()),
        ((3, 2), "T308 1:60, T001 4:1, T308 5:60")
    );
}

/// The player is called `Bjørn`, whose third letter is one byte that UTF-8 does not have.
#[test]
fn latin_1_bytes() {
    let game = b"[attackers:Bj\xf8rn]\n[result:-1]\n[rules:dim:7 atkf:n start:/7/7/K6/7/7/7/3t3/]\n\n1. a3-a1\n";
    let checked = check("game.otg", game, &[]);
    assert_eq!((checked.code, checked.games()), (0, (1, 1)));
    assert_snapshot!(checked.told(), @"game.otg:1:14: warning T004: the bytes are not UTF-8; read as Windows-1252 (save the file as UTF-8)");
}

#[test]
fn latin_1_bytes_in_one_record_of_several() {
    let mut games = GOOD_JSON.as_bytes().to_vec();
    games.extend(b"{\"Id\":\"\xe9\",\"AageGameTypeName\":\"Brandubh\",\"Moves\":[\"d1-c1\"],\"WhoWon\":\"Draw\"}\n");
    games.extend(GOOD_JSON.as_bytes());
    let checked = check("games.jsonl", games, &[]);
    assert_eq!((checked.code, checked.games()), (0, (3, 3)));
    assert_eq!(checked.found(), "T308 1:60, T004 2:8, T308 2:69, T308 3:60");
}

/// Places are those of the text, not of the bytes that it was read from.
#[test]
fn utf_16_with_a_mark() {
    let text = format!("\u{feff}[event:Þing]\n{GOOD_OTG}\n[event:x]\n[reslt:1]\n{GOOD_OTG}");
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for bytes in [little, big] {
        let checked = check("games.otg", bytes, &[]);
        assert_eq!((checked.code, checked.games()), (0, (2, 2)));
        assert_eq!(checked.found(), "T009 8:2");
    }
}

#[test]
fn utf_16_without_a_mark_is_no_text() {
    let bytes: Vec<u8> = GOOD_OTG.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(check("games.otg", bytes, &[]).found(), "T008 1:1");
}

/// The object breaks off at its last letter, column 51 of line 1.
#[test]
fn a_truncated_object_before_a_good_one() {
    let games =
        format!("{{\"AageGameTypeName\":\"Brandubh\",\"Moves\":[\"d1-c1\",\"e4\n{GOOD_JSON}");
    let checked = check("games.jsonl", games, &[]);
    assert_eq!((checked.code, checked.games()), (1, (2, 1)));
    assert_eq!(checked.found(), "T001 1:51, T308 2:60");
    assert_snapshot!(checked.told(), @"games.jsonl:1:51: error T001: not valid JSON here: EOF while parsing a string (mend the text; the next record is read all the same)");
}

/// The object breaks off at the comma at the end of line 3.
#[test]
fn a_truncated_object_of_several_lines_before_a_good_one() {
    let games = format!("{{\n  \"Moves\": [\n    \"d1-c1\",\n{GOOD_JSON}");
    let checked = check("games.json", games, &[]);
    assert_eq!((checked.code, checked.games()), (1, (2, 1)));
    assert_eq!(checked.found(), "T001 3:12, T308 4:60");
}

#[test]
fn a_truncated_object_at_the_end() {
    let checked = check("games.jsonl", format!("{GOOD_JSON}{{\"Moves\":"), &[]);
    assert_eq!((checked.code, checked.games()), (1, (2, 1)));
    assert_eq!(checked.found(), "T308 1:60, T001 2:9");
}

#[test]
fn a_comment_that_is_never_closed() {
    let games = format!("[variant:brandubh]\n\n1. d1-c1 d3-c3\n[so\n\n{GOOD_OTG}");
    let checked = check("games.otg", games, &[]);
    assert_eq!((checked.code, checked.games()), (1, (2, 2)));
    assert_snapshot!(checked.told(), @"games.otg:4:1: error T001: this comment is never closed (close the comment)");
}

#[test]
fn a_board_of_4_or_21_in_a_rules_record() {
    let game = |side| {
        let board = empty_board(side);
        format!("[rules:dim:{side} start:{board}]\n\n1. a1-a2\n\n{GOOD_OTG}")
    };
    let checked = check("games.otg", game(4), &[]);
    assert_eq!((checked.code, checked.games()), (1, (2, 1)));
    assert_snapshot!(checked.told(), @"games.otg:1:14: error T404: the position record has 4 rows: a board of 4 squares a side cannot be played: sizes are odd, from 5 to 19 (mend the record, or give other rules with --variant)");
    let checked = check("games.otg", game(21), &[]);
    assert_eq!((checked.code, checked.games()), (1, (2, 1)));
    assert_snapshot!(checked.told(), @"games.otg:1:15: error T404: the position record has 21 rows: a board of 21 squares a side cannot be played: sizes are odd, from 5 to 19 (mend the record, or give other rules with --variant)");
}

#[test]
fn a_board_of_4_or_21_on_the_command_line() {
    let told = |side| {
        let (folder, board) = (Folder::new(), empty_board(side));
        let position = folder.run(&["moves", "--position", &board]);
        let rules = format!("dim:{side} start:{board}");
        let rules = folder.run(&["check", "--variant", &rules, "games.csv"]);
        assert_eq!((position.code, rules.code), (2, 2));
        assert_eq!(position.out + &rules.out, "");
        position.err + &rules.err
    };
    assert_snapshot!(told(4), @r"
    error: --position: the position record has 4 rows: a board of 4 squares a side cannot be played: sizes are odd, from 5 to 19
    error: the rules cannot be used: the position record has 4 rows: a board of 4 squares a side cannot be played: sizes are odd, from 5 to 19 (mend the record, or give other rules with --variant)
    ");
    assert_snapshot!(told(21), @r"
    error: --position: the position record has 21 rows: a board of 21 squares a side cannot be played: sizes are odd, from 5 to 19
    error: the rules cannot be used: the position record has 21 rows: a board of 21 squares a side cannot be played: sizes are odd, from 5 to 19 (mend the record, or give other rules with --variant)
    ");
}

#[test]
fn two_kings_or_none_in_a_record() {
    for (board, message) in [
        ("/7/7/2K4/7/7/2K4/3t3/", "there are kings on c3 and c6: a position has one"),
        ("/7/7/7/7/7/7/3t3/", "there is no king: a position needs one `K`"),
        (
            "/7/7/2k4/7/7/2K4/3t3/",
            "the attackers have a king on c3: only the defenders have one, written `K`",
        ),
    ] {
        let rules = format!("[rules:dim:7 start:{board}]\n\n1. d7-c7\n\n{GOOD_OTG}");
        let checked = check("games.otg", rules, &[]);
        assert_eq!(
            (checked.code, checked.games(), checked.found().as_str()),
            (1, (2, 1), "T404 1:14")
        );
        assert!(checked.told().contains(message), "{}", checked.told());

        let position = format!("[variant:brandubh]\n[position:{board}]\n\n1. d7-c7\n\n{GOOD_OTG}");
        let checked = check("games.otg", position, &[]);
        assert_eq!(
            (checked.code, checked.games(), checked.found().as_str()),
            (1, (2, 1), "T407 2:11")
        );
        assert!(checked.told().contains(message), "{}", checked.told());
    }
}

#[test]
fn two_kings_or_none_on_the_command_line() {
    for (board, message) in [
        ("/5/5/K1K2/5/4t/", "there are kings on a3 and c3: a position has one"),
        ("/5/5/5/5/4t/", "there is no king: a position needs one `K`"),
    ] {
        let folder = Folder::new();
        let rules = format!("dim:5 start:{board}");
        for arguments in [["moves", "--position", board], ["moves", "--variant", &rules]] {
            let run = folder.run(&arguments);
            assert_eq!((run.code, run.out.as_str()), (2, ""));
            assert!(run.err.contains(message), "{}", run.err);
        }
    }
}

#[test]
fn a_row_too_short_or_too_long() {
    let told = |board: &str| Folder::new().run(&["moves", "--position", board]).err;
    assert_snapshot!(told("/5/5/2K1/5/4t/"), @"error: --position: row 3 ends after 4 squares of 5; its last square is e3");
    assert_snapshot!(told("/5/5/2K3/5/4t/"), @"error: --position: row 3 goes on past e3, the last square of a row of 5");
    assert_snapshot!(told("/5/5/2K2/5/4z/"), @"error: --position: row 5 has 'z' on e5: pieces are t c n k m g, upper case for defenders");
}

#[test]
fn a_rules_record_with_unknown_keys_is_judged_all_the_same() {
    let rules = "dim:7 surff:n atkf:n atkf:n zz:1 start:/7/7/K6/7/7/7/3t3/";
    let checked = check("game.otg", format!("[result:-1]\n[rules:{rules}]\n\n1. a3-a1\n"), &[]);
    assert_eq!((checked.code, checked.games()), (0, (1, 1)));
    assert_snapshot!(checked.told(), @r"
    game.otg:2:14: warning T405: unknown rules key `surff` (did you mean `surf:`?)
    game.otg:2:29: warning T405: `atkf` is given twice; the last one counts (keep one `atkf:`)
    game.otg:2:36: warning T405: unknown rules key `zz` (the key is left out of account; `tafl explain T405` lists the known ones)
    ");
}

#[test]
fn rules_that_can_be_read_in_two_ways_are_told_of() {
    let told = |key: &str| {
        let rules = format!("dim:7 atkf:n {key} start:/7/7/K6/7/7/7/3t3/");
        let checked = check("game.otg", format!("[result:-1]\n[rules:{rules}]\n\n1. a3-a1\n"), &[]);
        assert_eq!((checked.code, checked.games()), (0, (1, 1)));
        checked.told()
    };
    assert_snapshot!(told("tfr:w"), @"game.otg:2:21: warning T403: `tfr:w` is read in two ways; taken as: the mover of a threefold repetition loses, though the notation's text has the opener lose (add `rep:mover`, `rep:opener` or `rep:defenders` to say who loses)");
    assert_snapshot!(told("afor:a1,b2 dfor:a1,b2"), @"game.otg:2:32: warning T403: `dfor` lists the same squares as `afor`, a known slip of one writer (list the defenders' own forts, or leave `dfor:` out)");
    assert_eq!(told("tfr:w rep:mover"), "");
}

/// Every third game is broken; the others are judged.
#[test]
fn a_file_of_20_000_games() {
    let games: String = (0..20_000)
        .map(|number| match number % 3 {
            0 => GOOD_JSON,
            1 => "{\"AageGameTypeName\":\"Brandubh\",\"Moves\":[\"d1-c1\",\"d3-c3\",\"g4-g7\"],\"WhoWon\":\"White\"}\n",
            _ => "{\"AageGameTypeName\":\"Brandubh\",\"Moves\":[\"d1-\n",
        })
        .collect();
    let checked = check("games.jsonl", games, &[]);
    assert_eq!((checked.code, checked.games()), (1, (20_000, 13_334)));
    assert_eq!(checked.results.len(), 20_000);
    assert_eq!(checked.results[19_999]["line"], 20_000);
    assert_eq!(checked.results[19_999]["index"], 20_000);
    // g4-g7 is a corner, where attackers may not stop.
    assert_eq!(checked.summary["by_code"]["T105"], 6667);
    assert_eq!(checked.summary["by_code"]["T001"], 6666);
    assert_eq!(checked.summary["by_code"]["T308"], 6667);
}

#[cfg(unix)]
#[test]
fn a_loop_of_links() {
    use std::os::unix::fs::symlink;
    let folder = Folder::with("top/games.otg", GOOD_OTG).and("top/below/more.otg", GOOD_OTG);
    symlink("..", folder.path("top/below/up")).unwrap();
    let checked = folder.check(&["top"]);
    assert_eq!((checked.code, checked.games()), (0, (2, 2)));
    assert_eq!((checked.count("files"), checked.err.as_str()), (2, ""));
}

#[cfg(unix)]
#[test]
fn a_link_to_itself() {
    let folder = Folder::with("top/games.otg", GOOD_OTG);
    std::os::unix::fs::symlink("self.otg", folder.path("top/self.otg")).unwrap();
    let checked = folder.check(&["top"]);
    assert_eq!((checked.code, checked.games()), (2, (1, 1)));
    assert!(checked.err.starts_with("error: cannot read top/self.otg: "), "{}", checked.err);
}

#[test]
fn a_file_that_is_not_there() {
    let checked = Folder::new().check(&["nowhere.csv"]);
    assert_eq!((checked.code, checked.games()), (2, (0, 0)));
    assert!(checked.err.starts_with("error: cannot read nowhere.csv: "), "{}", checked.err);
    assert_eq!(checked.count("unreadable"), 1);
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read() {
    use std::fs::{Permissions, set_permissions};
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with("closed.otg", GOOD_OTG).and("open.otg", GOOD_OTG);
    set_permissions(folder.path("closed.otg"), Permissions::from_mode(0o000)).unwrap();
    if File::open(folder.path("closed.otg")).is_ok() {
        // The superuser may read everything.
        return;
    }
    let checked = folder.check(&["."]);
    assert_eq!((checked.code, checked.games()), (2, (1, 1)));
    assert!(checked.err.starts_with("error: cannot read ./closed.otg: "), "{}", checked.err);
}

/// What could be judged decides nothing: something could not be read.
#[test]
fn one_of_several_inputs_is_missing() {
    let folder = Folder::with("first.otg", GOOD_OTG).and("last.csv", "a3-a3,0,0,White\n");
    let checked = folder.check(&["first.otg", "nowhere", "last.csv", "--variant", ESCAPE]);
    assert_eq!((checked.code, checked.games()), (2, (2, 2)));
    assert!(checked.err.starts_with("error: cannot read nowhere: "), "{}", checked.err);
    assert_eq!((checked.found().as_str(), checked.count("unreadable")), ("T113 1:1", 1));
}

#[test]
fn standard_input() {
    for arguments in [&["-"][..], &[]] {
        let folder = Folder::new();
        let mut command = folder.tafl(["check", "--output", "jsonl"]);
        let run = Run::of(command.args(arguments).write_stdin(GOOD_OTG));
        let checked = Checked::of(run);
        assert_eq!((checked.code, checked.games()), (0, (1, 1)));
        assert_eq!(checked.results[0]["file"], "-");
    }
}

#[test]
fn standard_input_among_files() {
    let folder = Folder::with("game.otg", GOOD_OTG);
    let mut command = folder.tafl(["check", "--output", "jsonl", "game.otg", "-"]);
    let checked = Checked::of(Run::of(command.write_stdin(GOOD_JSON)));
    let files: Vec<_> = checked.results.iter().map(|game| game["file"].clone()).collect();
    assert_eq!(files, ["game.otg", "-"]);
}

#[test]
fn a_format_can_be_forced() {
    let checked =
        check("row.txt", "nox,0,0,\na3-a1,0,0,White\n", &["--variant", ESCAPE, "--format", "csv"]);
    assert_eq!((checked.code, checked.games(), checked.found().as_str()), (1, (2, 2), "T006 1:1"));
}
