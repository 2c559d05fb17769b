//! Compressed inputs, other encodings, NUL bytes, and folders with other things in them.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use crate::run::{Checked, ESCAPE, Folder, GOOD_OTG, GOOD_ROW, Run};

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

fn zstd(text: &str) -> Vec<u8> {
    compress_to_vec(text.as_bytes(), CompressionLevel::Fastest)
}

/// Two members and a frame: three files, of which the first holds two games.
fn folder() -> Folder {
    Folder::with("all/rows.csv.gz", [gzip(GOOD_ROW), gzip(GOOD_ROW)].concat())
        .and("all/deep/game.otg.zst", zstd(GOOD_OTG))
        .and("all/plain.otg", GOOD_OTG)
        .and("all/README.md", "about these")
        .and("all/board.png.gz", gzip("no record"))
}

#[test]
fn compressed_files_are_read_like_others() {
    let checked = folder().check(&["all", "--variant", ESCAPE]);
    assert_eq!((checked.code, checked.found().as_str()), (0, ""));
    assert_eq!(checked.games(), (4, 4));
    let of = |kind: &str| -> Vec<&str> {
        let of_kind = checked.results.iter().filter(|result| result["type"] == kind);
        of_kind.map(|result| result["file"].as_str().unwrap()).collect()
    };
    let rows = "all/rows.csv.gz";
    assert_eq!(of("game"), ["all/deep/game.otg.zst", "all/plain.otg", rows, rows]);
    assert_eq!(of("passed-over"), ["all/README.md", "all/board.png.gz"]);
}

#[test]
fn compressed_standard_input_is_told_by_its_first_bytes() {
    for packed in [gzip(GOOD_OTG), zstd(GOOD_OTG)] {
        let folder = Folder::new();
        let mut command = folder.tafl(["check", "--output", "jsonl"]);
        let checked = Checked::of(Run::of(command.write_stdin(packed)));
        assert_eq!((checked.code, checked.games()), (0, (1, 1)));
    }
}

/// A first row that is none: then the name tells the format, the ending of compressed files aside.
#[test]
fn the_inner_ending_tells_the_format() {
    let rows = format!("moves,black,white,result\n{GOOD_ROW}");
    let checked =
        Folder::with("games.csv.gz", gzip(&rows)).check(&["games.csv.gz", "--variant", ESCAPE]);
    assert_eq!((checked.code, checked.games()), (1, (2, 2)));
}

#[test]
fn what_breaks_off_is_told_and_what_came_before_is_judged() {
    let rows = GOOD_ROW.repeat(5000);
    for (name, mut packed) in [("rows.csv.gz", gzip(&rows)), ("rows.csv.zst", zstd(&rows))] {
        packed.truncate(packed.len() - 5);
        let folder = Folder::with(name, packed).and("other.csv", GOOD_ROW);
        let checked = folder.check(&[name, "other.csv", "--variant", ESCAPE]);
        assert_eq!((checked.code, checked.count("errors")), (2, 0), "{name}");
        assert!(checked.err.contains(&format!("cannot read {name}: the ")), "{}", checked.err);
        assert!(checked.err.contains("data breaks off"), "{}", checked.err);
        let others = checked.results.iter().filter(|result| result["file"] == "other.csv").count();
        assert_eq!(others, 1, "{name}");
        if name.ends_with("gz") {
            assert!(checked.count("games") > 1000, "{}", checked.summary);
        }
    }
}

#[test]
fn outputs_lose_the_ending_of_compressed_files() {
    let folder = folder();
    let run = folder.run(&["convert", "--to", "json", "all", "-o", "out/"]);
    assert_eq!(run.code, 0, "{}", run.err);
    for name in ["out/rows.json", "out/deep/game.json", "out/plain.json"] {
        assert!(folder.path(name).is_file() || folder.path(format!("{name}l")).is_file(), "{name}");
    }
}

/// What is written is plain text, which nobody could unpack under such a name.
#[test]
fn no_plain_text_is_written_under_a_compressed_name() {
    let folder = folder();
    let before = std::fs::read(folder.path("all/rows.csv.gz")).unwrap();
    let target = "all/rows.csv.gz";
    let run = folder.run(&["convert", "--to", "csv", target, "-o", target]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("give all/rows.csv"), "{}", run.err);
    assert_eq!(std::fs::read(folder.path("all/rows.csv.gz")).unwrap(), before);
}

#[test]
fn other_files_of_a_folder_are_told_of_on_demand() {
    let folder = folder();
    for command in [&["check", "all", "--variant", ESCAPE][..], &["identify", "all"]] {
        assert!(!folder.run(command).err.contains("passed over"));
        let told = folder.run(&[command, &["-v"]].concat()).err;
        let expected =
            "all: 2 files whose endings are not known were passed over: README.md, board.png.gz\n";
        assert!(told.contains(expected), "{told}");
    }
}

/// A NUL costs the record in which it stands, and no other.
#[test]
fn a_nul_costs_its_record() {
    let rows = format!("{GOOD_ROW}d1-\0c1,0,0,White\n{GOOD_ROW}");
    let first = format!("d1-\0c1,0,0,White\n{GOOD_ROW}{GOOD_ROW}");
    for rows in [rows, first] {
        let checked = Folder::with("games.csv", &rows).check(&["games.csv", "--variant", ESCAPE]);
        assert_eq!((checked.code, checked.games()), (1, (3, 2)));
        assert!(checked.found().starts_with("T017 "), "{}", checked.found());
        let convert =
            Folder::with("games.csv", &rows).run(&["convert", "--to", "csv", "games.csv"]);
        assert_eq!((convert.code, convert.out), (1, GOOD_ROW.repeat(2)));
        assert!(convert.err.contains("NUL bytes"), "{}", convert.err);
    }
    let game = GOOD_OTG.replace("a3-a1", "a3-\0a1");
    let games = format!("{GOOD_OTG}\n{game}\n{GOOD_OTG}");
    let checked = Folder::with("games.otg", games).check(&["games.otg"]);
    assert_eq!((checked.code, checked.games().0), (1, 3));
    assert_eq!(checked.findings().filter(|(_, f)| f["code"] == "T017").count(), 1);
}

#[test]
fn a_file_with_nuls_in_no_known_format_is_no_text() {
    let letter = "Dear sir, this is \0 my game, and more of the kind\n";
    assert_eq!(Folder::with("letter", letter).check(&["letter"]).found(), "T008 1:1");
}

const LATIN_SGF: &[u8] = b"(;FF[4]CA[ISO-8859-1]RU[brandubh]PB[\xc5ge]RE[0];B[daca])\n";

/// Read as declared, and written as what is written.
#[test]
fn the_declared_encoding_is_honoured() {
    let folder = Folder::with("game.sgf", LATIN_SGF);
    assert_eq!(folder.check(&["game.sgf"]).found(), "T308 1:44");
    let lossless = folder.run(&["convert", "--to", "sgf", "--lossless", "game.sgf"]);
    let expected = "(;FF[4]CA[UTF-8]GM[29]\nPB[\u{c5}ge]\nRU[brandubh]\nSZ[7]\nRE[0]\n;B[daca])\n";
    assert_eq!((lossless.code, lossless.out.as_str()), (0, expected), "{}", lossless.err);
}

/// Bytes that are not what the file says are told of by every command, and lossless is another thing.
#[test]
fn a_guessed_encoding_is_told() {
    let files: [(&str, &[u8], &str); 4] = [
        ("a.otg", b"[attackers:Bj\xf6rn]\n[variant:brandubh]\n\n1. d1-c1\n", "not UTF-8"),
        ("a.pgn", b"[Event \"J\xfcl\"]\n[Variant \"brandubh\"]\n\n1. d1-c1\n", "not UTF-8"),
        ("a.sgf", b"(;FF[4]CA[UTF-8]PB[\xc5ge]RU[brandubh];B[daca])\n", "declares UTF-8"),
        ("b.sgf", b"(;FF[4]CA[klingon]PB[Age]RU[brandubh];B[daca])\n", "known as `klingon`"),
    ];
    for (name, content, why) in files {
        let folder = Folder::with(name, content);
        let told = folder.run(&["convert", "--to", "json", name]);
        assert_eq!(told.code, 0, "{name}");
        assert!(told.err.starts_with(&format!("warning: {name}:1:")), "{}", told.err);
        assert!(told.err.contains(why), "{}", told.err);
        let lossless =
            folder.run(&["convert", "--to", "json", "--lossless", name, "-o", "out.json"]);
        assert_eq!((lossless.code, lossless.out.as_str()), (1, ""), "{name}");
        assert!(lossless.err.contains(why), "{}", lossless.err);
        assert!(!folder.path("out.json").exists(), "{name}");
    }
}

/// `/Å/` in UTF-8 under a label that says otherwise; a copy of it would go on saying so.
#[test]
fn a_false_label_is_not_copied() {
    for (label, name) in
        [("UTF-16", "Åge"), ("ISO-8859-1", "Åge"), ("UTF-16", "Age"), ("klingon", "Age")]
    {
        let text = format!("(;FF[4]CA[{label}]PB[{name}]RU[brandubh];B[daca])\n");
        let run = Folder::with("a.sgf", text).run(&["convert", "--to", "sgf", "a.sgf"]);
        assert!(run.out.contains("CA[UTF-8]") && run.out.contains(name), "{label}: {}", run.out);
        assert!(!run.out.contains(&format!("CA[{label}]")), "{label}: {}", run.out);
    }
    // A label that is true of what stands there stays with the rest.
    for text in
        ["(;FF[4]CA[ISO-8859-1]PB[Age]RU[brandubh];B[daca])\n", "(;CA[utf8]PB[Åge];B[daca])\n"]
    {
        let run = Folder::with("a.sgf", text).run(&["convert", "--to", "sgf", "a.sgf"]);
        assert_eq!(run.out, text);
    }
}

#[test]
fn compressed_certificates_are_read() {
    for packed in [gzip("{}"), zstd("{}")] {
        let folder = Folder::with("proof.json", "{}").and("packed", packed);
        let [plain, packed] = ["proof.json", "packed"].map(|name| folder.run(&["verify", name]));
        assert_eq!(plain.code, 1);
        let expected = plain.out.replace("proof.json", "packed");
        assert_eq!((packed.code, packed.out), (1, expected), "{}", packed.err);
    }
    let mut cut = gzip("{}");
    cut.truncate(12);
    let run = Folder::with("cut", cut).run(&["verify", "cut"]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("cut: the gzip data breaks off"), "{}", run.err);
}

#[test]
fn what_came_before_is_only_told_of_where_there_is_some() {
    let (mut many, mut none) = (gzip(&GOOD_ROW.repeat(5000)), gzip(GOOD_ROW));
    many.truncate(many.len() - 5);
    none.truncate(12);
    for (packed, any) in [(many, true), (none, false)] {
        let run = Folder::with("a.csv.gz", packed).run(&["check", "a.csv.gz", "--variant", ESCAPE]);
        let told = run.err.contains("the gzip data breaks off");
        let before = run.err.contains("; only what came before was read");
        assert_eq!((run.code, told, before), (2, true, any), "{}", run.err);
    }
}

#[test]
fn compressed_files_are_not_changed_in_place() {
    for packed in [gzip(GOOD_ROW), zstd(GOOD_ROW)] {
        let folder = Folder::with("a.csv.gz", packed);
        let commands =
            [&["fmt"][..], &["fmt", "--check"], &["check", "--fix"], &["check", "--diff"]];
        for command in commands {
            let run = folder.run(&[command, &["a.csv.gz"]].concat());
            assert!(run.err.contains("it is compressed"), "{command:?}: {}", run.err);
            assert_eq!(run.code, 1, "{command:?}: {}", run.err);
        }
    }
}
