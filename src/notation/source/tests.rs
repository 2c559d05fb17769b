//! Records are found in whole and in damaged files.

use crate::notation::Format;

use super::beginning::Beginning;
use super::reader::{BLOCK, MAX_RECORD, Source};

/// The records of a text, read in small blocks, each with its line.
fn records(text: &[u8], format: Option<Format>) -> Vec<(u64, String)> {
    let mut source = Source::new(text, format);
    source.begin().unwrap();
    let mut all = Vec::new();
    while let Some(chunk) = source.next_chunk().unwrap() {
        for raw in &chunk.records {
            assert_eq!(raw.index as usize, all.len() + 1);
            let text = String::from_utf8_lossy(&chunk.bytes[raw.range.clone()]);
            all.push((raw.line, text.trim().to_owned()));
        }
    }
    all
}

fn owned(list: &[(u64, &str)]) -> Vec<(u64, String)> {
    list.iter().map(|&(line, text)| (line, text.to_owned())).collect()
}

#[test]
fn lines_of_json_are_records() {
    let text = b"{\"a\": \"}{\"}\n\n{\"b\": [\"x\n{\"c\": 1}";
    let expected = [(1, "{\"a\": \"}{\"}"), (3, "{\"b\": [\"x"), (4, "{\"c\": 1}")];
    assert_eq!(records(text, None), owned(&expected));
}

#[test]
fn objects_may_span_lines_and_stand_in_a_list() {
    let text = b"[\n {\n  \"a\": {\"n\": \"\\\"}\"}\n },\n {\"b\": 1}, {\"c\": 2}\n]\n";
    let expected =
        [(2, "{\n  \"a\": {\"n\": \"\\\"}\"}\n }"), (5, "{\"b\": 1}"), (5, "{\"c\": 2}")];
    assert_eq!(records(text, None), owned(&expected));
}

#[test]
fn what_is_left_of_an_object_is_not_passed_over_in_silence() {
    let text = b"{\"a\": 1}\n\"b\": 2}\nrest\n{\"c\": 3},\n]\n";
    let expected = [(1, "{\"a\": 1}"), (2, "\"b\": 2}\nrest"), (4, "{\"c\": 3}")];
    assert_eq!(records(text, None), owned(&expected));
}

#[test]
fn a_cut_off_object_does_not_swallow_the_next() {
    let text = b"{\n \"a\": [1,\n{\n \"b\": 2\n}\n";
    assert_eq!(records(text, None), owned(&[(1, "{\n \"a\": [1,"), (3, "{\n \"b\": 2\n}")]));
}

#[test]
fn games_of_one_file_are_told_apart() {
    let text = b"\xef\xbb\xbf[date:1]\r\n[rules:x]\r\n\r\n1. a1-a2\r\n[never closed\r\n\r\n\
                 [date:2]\r\n\r\n[date:3]\r\n1. b1-b2\r\n";
    let all = records(text, None);
    let lines: Vec<u64> = all.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [1, 7, 9]);
}

#[test]
fn trees_are_told_apart() {
    let text = b"(;FF[4]C[(;a \\] (] ( ;B[aa]))(;B[bb])\n\n(;FF[4]C[never\n(;B[cc])\n(;FF[4]) )\n";
    let expected = [
        (1, "(;FF[4]C[(;a \\] (] ( ;B[aa]))"),
        (1, "(;B[bb])"),
        (3, "(;FF[4]C[never\n(;B[cc])"),
        (5, "(;FF[4])"),
        (5, ")"),
    ];
    assert_eq!(records(text, None), owned(&expected));
}

/// Second bytes that look like a backslash, a bracket and an opening one, each record in the encoding
/// that it declares.
#[test]
fn brackets_within_letters_are_none() {
    let records: [(&str, &[u8]); 4] = [
        ("Shift_JIS", b"\x83\x5c"),
        ("GBK", b"\xd5\x5c \x81\x5d \x81\x5b"),
        ("big5", b"\xa5\x5c\\\xa5\x5c \xa5\x5d"),
        ("iso-2022-jp", b"\x1b$B\x25\x5d\x5c\x5b\x1b(B"),
    ];
    let mut text = Vec::new();
    for (charset, name) in records {
        text.extend([b"(;FF[4]PB[", name, b"]CA[", charset.as_bytes(), b"]\n;B[aaab](;"].concat());
        text.extend([b"C[", name, b"](;B[", name, b"]))(;W[bbbc]))"].concat());
    }
    let lines: Vec<u64> = records_of(&text).into_iter().map(|(line, _)| line).collect();
    assert_eq!(lines, [1, 2, 3, 4]);
}

fn records_of(text: &[u8]) -> Vec<(u64, String)> {
    records(text, Some(Format::Sgf))
}

#[test]
fn a_tag_after_moves_or_a_blank_line_begins_a_record() {
    let text = b"[Event \"a\"]\n[Site \"b\"]\n\n1. a1-a2 {never\n[Event \"c\"]\n\n[Event \"d\"]\n";
    let lines: Vec<u64> = records(text, None).iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [1, 5, 7]);
}

#[test]
fn utf_16_is_read() {
    let mut text = vec![0xff, 0xfe];
    text.extend("a1-a2,0,0,White\nb1-b2,0,0,\n".encode_utf16().flat_map(u16::to_le_bytes));
    let expected = [(1, "a1-a2,0,0,White"), (2, "b1-b2,0,0,")];
    assert_eq!(records(&text, None), owned(&expected));
}

#[test]
fn old_line_ends_are_read() {
    let expected = [(1, "a1-a2,0,0,White"), (3, "b1-b2,0,0,")];
    assert_eq!(records(b"a1-a2,0,0,White\r\rb1-b2,0,0,\r", None), owned(&expected));
}

#[test]
fn lines_of_moves_without_numbers_are_told() {
    let lines = |text: &str| {
        let mut source = Source::new(text.as_bytes(), Some(Format::Site));
        source.begin().unwrap();
        source.bare_lines()
    };
    assert_eq!(
        lines("Games:\na1-a2 b1-b2\na1-a3 resigned\n\nc1-c2\n"),
        [vec!["a1-a2 b1-b2", "a1-a3 resigned"], vec!["c1-c2"]]
    );
    for text in ["1. a1-a2 b1-b2\na1-a3\n", "a1-a2 2. b1-b2\nc1-c2", "white won,1,a1-a2\nb1-b2"] {
        assert!(lines(text).is_empty(), "{text}");
    }
    let text = b"Games:\na1-a2 b1-b2\na1-a3 resigned\n\nSaid.\nc1-c2\nWhite won.\nc1-c2\n";
    let mut source = Source::new(&text[..], Some(Format::Site));
    source.begin().unwrap();
    source.split_bare_lines();
    let chunk = source.next_chunk().unwrap().unwrap();
    let starts: Vec<u64> = chunk.records.iter().map(|raw| raw.line).collect();
    assert_eq!(starts, [1, 3, 6, 8]);
}

#[test]
fn what_is_not_seen_is_no_record() {
    for (text, format) in [
        ("a1-a2,0,0,White\n\x1a", Format::Csv),
        ("\u{a0}\u{200b}\na1-a2,0,0,White\n\u{feff}\n", Format::Csv),
        ("(;FF[4]B[aaab])\n\x1a\x1a", Format::Sgf),
        ("{\"Moves\": []}\n\x1a", Format::Archive),
        ("1. a1-a2\n\x1a", Format::Site),
        ("[date:1]\n\n1. a1-a2\n\x1a\n", Format::Otg),
    ] {
        assert_eq!(records(text.as_bytes(), None).len(), 1, "{text:?}");
        let begun = Source::new(text.as_bytes(), None).begin().unwrap();
        assert_eq!(begun, Beginning::Format(format), "{text:?}");
    }
}

#[test]
fn an_overlong_record_is_cut_and_passed_over() {
    let mut text = vec![b'a'; MAX_RECORD + 3 * BLOCK];
    text.extend(b",0,0,White\na1-a2,0,0,White\n");
    let mut source = Source::new(&*text, Some(Format::Csv));
    source.begin().unwrap();
    let mut raws = Vec::new();
    while let Some(chunk) = source.next_chunk().unwrap() {
        raws.extend(chunk.records);
    }
    let told: Vec<(u64, bool)> = raws.iter().map(|raw| (raw.line, raw.cut)).collect();
    assert_eq!(told, [(1, true), (2, false)]);
}

#[test]
fn beginnings_are_recognised() {
    let begin = |text: &[u8]| Source::new(text, None).begin().unwrap();
    assert_eq!(begin(b" \n\n"), Beginning::Empty);
    assert_eq!(begin(b"\x7fELF\0\0"), Beginning::Binary);
    assert_eq!(begin(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xb7\xc3\xf0\x9e\x81"), Beginning::Binary);
    assert_eq!(begin(b"a game of mine, \0 and how it went"), Beginning::Doubtful);
    let rows = b"d1-\0c1,0,0,White\nd1-c1,0,0,White\n";
    assert_eq!(begin(rows), Beginning::Format(Format::Csv));
    assert_eq!(begin(b"Dear sir"), Beginning::Unknown);
    assert_eq!(begin(b"[date:1]"), Beginning::Format(Format::Otg));
    assert_eq!(begin(b"\xef\xbb\xbf \x1a"), Beginning::Empty);
    assert_eq!(begin(b"[1, 2]"), Beginning::OtherJson("a list"));
    assert_eq!(begin("\u{200b}[date:1]".as_bytes()), Beginning::Format(Format::Otg));
}
