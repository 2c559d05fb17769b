//! What is read comes back as it was written, and what is wrong is told.

use super::address::address;
use super::*;
use crate::board::Square;
use crate::notation::testing::{any_record, read_well, replace_words, there_and_back};
use crate::notation::typography::typed_words;
use crate::notation::{Beginning, Fault, Format, Losses, Lost, Source, Unopened};
use crate::record::{
    CaptureCounts, CaptureText, Claim, LineId, MoveParts, Note, Place, RulesClaim, Span, Spanned,
    Token, TokenKind,
};
use crate::rules::names::stated_first;
use proptest::prelude::*;

fn read_all(text: &str) -> (Record, String) {
    let (mut record, mut faults) = (Record::default(), Vec::new());
    read(text, &mut record, &mut faults);
    let one = |f: &Fault| format!("{} `{}`", f.kind, f.span.text(text));
    (record, faults.iter().map(one).collect::<Vec<_>>().join("\n"))
}

fn words(text: &str) -> Vec<&str> {
    let (record, faults) = read_all(text);
    assert_eq!(faults, "");
    record.tokens().iter().map(|token| token.span.text(text)).collect()
}

#[test]
fn the_main_line_is_read_without_its_company() {
    let text = "[result:-1]\n[rules:dim:7 start:/7/]\n[start-comment:Two\nlines: 1. a1-a2]\n\n\
                1. d1-d3 f6-f7 \n[one|two [nested]\n\n1a.1.1a. d2-d3 c1-c2\n[|]\n\n\
                2. ..... Kf6-c6xd6\n[]\n3. ---\n";
    assert_eq!(words(text), ["d1-d3", "f6-f7", ".....", "Kf6-c6xd6", "---"]);
    let (record, _) = read_all(text);
    assert_eq!(record.result.as_ref().unwrap().value, Claim::Won(Side::Defenders));
    assert_eq!(record.tags.len(), 1);
}

#[test]
fn tags_given_twice_are_told_of_if_they_differ() {
    for (one, other) in [
        ("[result:1]", "[result:-1]"),
        ("[rules:dim:7 esc:c]", "[rules:dim:7 esc:e]"),
        ("[variant:brandubh]", "[variant:copenhagen]"),
        ("[position:/7/]", "[position:/9/]"),
        ("[first-mover:attackers]", "[first-mover:defenders]"),
        ("[attackers:A]", "[attackers:B]"),
        ("[puzzle-goal:win 2]", "[puzzle-goal:win 3]"),
        ("dim:7 esc:c", "[rules:dim:7 esc:e]"),
    ] {
        let (_, told) = read_all(&format!("[date:1]\n{one}\n{other}\n"));
        assert!(told.contains("is given twice; the first counts"), "{one}: {told}");
        assert_eq!(read_all(&format!("[date:1]\n{one}\n{one}\n")).1, "");
    }
    let (record, _) = read_all("[result:1]\n[result:-1]\n");
    assert_eq!(record.result.unwrap().value, Claim::Won(Side::Attackers));
    assert_eq!(read_all("[annotator:A]\n[annotator:B]\n").1, "");
}

#[test]
fn spaces_and_dashes_of_all_kinds_are_read() {
    let plain =
        "[result:-1]\n[event:A \u{2013} B]\n\n1. d1-d3 f6-f7\n[so \u{2014} so|]\n2. Kd4-d6xc6--\n";
    let text = "\u{feff}[result:\u{2212}1]\n[event:A \u{2013} B]\n\u{200b}\n\u{200b}1.\u{a0}d1\u{2013}d3\u{2003}f6\u{2011}f7\u{200b}\n[so \u{2014} so|]\n2. Kd4-\u{200b}d6\u{d7}c6\u{2013}-\n\u{1a}";
    let (expected, record) = (read_well(Format::Otg, plain), read_well(Format::Otg, text));
    assert!(crate::notation::same_content(&record, &expected));
    assert_eq!(record.tokens()[1].span.text(text), "f6\u{2011}f7\u{200b}");
}

#[test]
fn addresses_are_told_from_moves() {
    let read = |word| {
        let mut elements = Vec::new();
        address(word, &mut elements).map(|(word, after)| (word, after, elements.len()))
    };
    assert_eq!(read("12. d1-d3"), Some(("12.", " d1-d3", 1)));
    assert_eq!(read("12.d1-d3"), Some(("12.", "d1-d3", 1)));
    assert_eq!(read("12b.1.1a. x"), Some(("12b.1.1a.", " x", 3)));
    assert_eq!(read("4a.5.4c.2.2a."), Some(("4a.5.4c.2.2a.", "", 5)));
    assert_eq!(read("3b.3.1a"), Some(("3b.3.1a", "", 3)));
    assert_eq!(read("7"), Some(("7", "", 1)));
    assert_eq!(read("@7.3a.1.1a."), Some(("@7.3a.1.1a.", "", 4)));
    for word in ["a1-a2", "1a1", "12bb.", "", "@"] {
        assert_eq!(read(word), None, "{word}");
    }
}

#[test]
fn faults_are_told() {
    insta::assert_snapshot!(read_all("[reslt:1]\n[foo]\n1. d1-d3 what\n[never").1, @r"
    unknown tag `reslt` `reslt`
    a tag is written [name:value] `[foo`
    `what` is not a move `what`
    this comment is never closed `[`
    ");
    insta::assert_snapshot!(read_all("[result:2]\n").1, @"`result` cannot be `2` `2`");
}

fn rewritten(text: &str) -> String {
    let record = read_well(Format::Otg, text);
    let (text, losses) = there_and_back(Format::Otg, &record);
    assert!(losses.is_empty());
    text
}

#[test]
fn a_game_in_the_layout_of_opentafl_is_written_the_same() {
    let text = "[date:2015.05.04]\n[result:-1]\n[annotator:Somebody]\n\
        [rules:dim:7 atkf:n start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]\n[puzzle-start:0a]\n\
        [start-comment:Two\n\nparagraphs, 1) and\n2) numbered]\n\n\
        1. Kd4-d5 d6-c6\n[one, with a | in it|two (Hint: none)]\n\n\
        1a.1.1a. d5-e5 d6-e6xd6/c6\n[|]\n\n\
        1b.1.1a. ..... d7-c7\n[said of 1b]\n\n\
        1b.1.1b.1.1a. ..... d7-e7\n[]\n\n1b.1.1b.1.2a. Kd5-a5--\n[]\n\n\
        2. d3-e3 c6^c4xKd4++\n[|only the second\n]\n\n3. ---\n[]\n\n";
    let text = text.replace("with a | in it|two", "with a bar|two | in it");
    assert_eq!(rewritten(&text), text);
}

#[test]
fn variations_hang_where_their_addresses_say() {
    let text = "1. a1-a2 b1-b2\n2. a2-a3 b2-b3\n2a.1.1a. a2-a4 b2-b4\n2a.1.2a. a4-a5\n\
        2a.1.1b.3.1a. b2-b5\n2b.7.1a a2-a6\n2a.2.1a. ..... c1-c2\n2a.2.2a. c2-c3 c3-c4\n\
        2a.2.2b.1.1a. d1-d2";
    let record = read_well(Format::Otg, text);
    let at = |id: usize| {
        let on = record.line(LineId(id));
        on.branches.iter().map(|branch| (branch.at, branch.line.0)).collect::<Vec<_>>()
    };
    assert_eq!(at(0), [(2, 1), (3, 3), (3, 4)]);
    assert_eq!(at(1), [(1, 2)]);
    assert_eq!(at(4), [(2, 5)]);
    assert_eq!(record.line(LineId(1)).tokens.len(), 3);
    assert_eq!(record.line(LineId(4)).tokens.len(), 3);
    let written = rewritten(text);
    assert!(written.contains("2b.2.1a. ..... c1-c2\n"), "{written}");
    assert!(written.contains("2b.2.2b.1.1a. ..... d1-d2\n"), "{written}");
}

#[test]
fn comments_belong_to_the_moves_of_their_turn() {
    let text = "[date:1]\n\n[before all]\n\n1. a1-a2 b1-b2\n[|second|more]\n2. a2-a3\n[first]\n\
                2a.1.1a. ..... c1-c2\n[on c1-c2]\n[another]\n";
    let record = read_well(Format::Otg, text);
    let notes = |id: usize| {
        let notes = record.line(LineId(id)).notes.iter();
        notes.map(|note| (note.at, note.text.as_str())).collect::<Vec<_>>()
    };
    assert_eq!(notes(0), [(0, "before all"), (1, "second|more"), (2, "first")]);
    assert_eq!(notes(1), [(0, "on c1-c2"), (0, "another")]);
    assert_eq!(record.main().notes[0].place, Place::Before);
    assert_eq!(record.main().notes[1].span.text(text), "second|more");
    rewritten(text);
}

#[test]
fn what_comes_from_elsewhere_has_tags_of_ours() {
    let mut record = Record::default();
    let span = Span::default();
    let rules = RulesClaim::SiteType { key: Some(16), name: "Copenhagen".to_owned() };
    record.rules = Some(Spanned::new(rules, span));
    record.meant = Some("copenhagen");
    record.first = Some(Spanned::new(Side::Defenders, span));
    record.counts = Some(Spanned::new(CaptureCounts { by_attackers: 3, by_defenders: 5 }, span));
    record.result = Some(Spanned::new(Claim::Won(Side::Attackers), span));
    record.boards.push((1, Spanned::new("/3/3/3/".to_owned(), span)));
    record.add_tag("first", "black", span);
    let kind = TokenKind::TimedOut;
    record.line_mut(LineId::MAIN).tokens.push(Token { span, kind });
    let (text, losses) = there_and_back(Format::Otg, &record);
    assert!(losses.is_empty());
    insta::assert_snapshot!(text, @r"
    [taflkit:plain]
    [x-first:black]
    [variant:Copenhagen]
    [game-type:16]
    [rules:dim:11 name:Copenhagen atkf:n tfr:w rep:defenders nj:n cj:n corh:tcnkmgTCNMG sw:s efe:y start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/]
    [result:1]
    [first-mover:defenders]
    [captures:3 5]
    [board:1 /3/3/3/]
    [termination:defenders lost on time]
    ");
}

#[test]
fn any_text_can_be_kept() {
    let mut record = Record::default();
    let span = Span::default();
    record.add_tag("event", " ]\n[date:2]\0", span);
    record.add_tag("Strange name", "50%", span);
    for (place, text) in [(Place::After, ""), (Place::Before, "a|b]"), (Place::After, "%")] {
        let note = Note { at: 0, place, text: text.to_owned(), span };
        record.line_mut(LineId::MAIN).notes.push(note);
    }
    record.branch(LineId::MAIN, 0);
    let (text, _) = there_and_back(Format::Otg, &record);
    insta::assert_snapshot!(text, @r"
    [taflkit:percent]
    [event:%20%5D
    %5Bdate:2%5D%00]
    [x-Strange%20name:50%25]

    [%>%-]

    [a%7Cb%5D]

    [%>%25]


    1a.1.1a.
    ");
}

#[test]
fn faults_of_turns_and_addresses_are_told() {
    let text = "1. a1-a2 b1-b2\n1. c1-c2\n4. d1-d2\n99a.1.1a. e1-e2\n99a.1.2a. e2-e3\n\
                1c.1.1a. f1-f2\n1a.2b.1a. g1-g2\n@9.1a.1.1a. h1-h2\n[date:1]\n5. what";
    insta::assert_snapshot!(read_all(text).1, @r"
    turn 1 comes where turn 2 should `1.`
    turn 4 comes where turn 2 should `4.`
    no move stands where the variation `99a.1.1a.` begins `99a.1.1a.`
    no move stands where the variation `1a.2b.1a.` begins `1a.2b.1a.`
    no move stands where the variation `@9.1a.1.1a.` begins `@9.1a.1.1a.`
    the tag `date` follows moves `date`
    `what` is not a move `what`
    ");
    let (record, _) = read_all(text);
    let moves: usize =
        (0..record.line_count()).map(|id| record.line(LineId(id)).tokens.len()).sum();
    assert_eq!(moves, 10);
}

#[test]
fn deep_nesting_is_read_and_written() {
    const DEPTH: usize = 10_000;
    let mut record = Record::default();
    let mut line = LineId::MAIN;
    for _ in 0..DEPTH {
        let parts = MoveParts { path: vec![Square::new(0, 0); 2], ..MoveParts::default() };
        let kind = TokenKind::Move(record.make_move(&parts, None));
        record.line_mut(line).tokens.push(Token { span: Span::default(), kind });
        line = record.branch(line, 0);
    }
    let text = write(&record, &mut Losses::default());
    assert!(text.len() < DEPTH * 300);
    let again = read_well(Format::Otg, &text);
    assert_eq!(again.line_count(), DEPTH + 1);
    assert_eq!(write(&again, &mut Losses::default()), text);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_record_comes_back(mut record in any_record()) {
        replace_words(&mut record, &TokenKind::Elided);
        if let Some(RulesClaim::Written(rules)) = record.rules.as_ref().map(|r| &r.value) {
            prop_assume!(stated_first(rules).is_none());
        }
        // Reading removes letters that nobody sees from rules and positions.
        let seen = |text: &str| typed_words(text).is_none();
        if let Some(RulesClaim::Written(rules)) = record.rules.as_ref().map(|r| &r.value) {
            prop_assume!(seen(rules));
        }
        prop_assume!(record.start.as_ref().is_none_or(|start| seen(&start.value)));
        record.boards.retain(|(_, board)| seen(&board.value));
        if record.rules.is_none() {
            record.tags.retain(|tag| tag.name != "game-type");
        }
        let (text, _) = there_and_back(Format::Otg, &record);
        // Written behind another record, neither changes.
        let two = format!("[event:first]\n\n1. a1-a2\n[|]\n\n{text}{text}");
        let mut source = Source::new(two.as_bytes(), Some(Format::Otg));
        source.begin().unwrap();
        let mut found = Vec::new();
        while let Some(chunk) = source.next_chunk().unwrap() {
            for raw in &chunk.records {
                let bytes = chunk.bytes[raw.range.clone()].to_vec();
                found.push(String::from_utf8(bytes).unwrap());
            }
        }
        prop_assert_eq!(found.len(), 3, "in {}", two);
        prop_assert_eq!(&found[1], &text);
    }

    #[test]
    fn a_damaged_byte_costs_no_other_record(
        at in any::<prop::sample::Index>(),
        byte in prop::sample::select(b"[]|x1.: \n\0".to_vec()),
        which in 0..3usize,
    ) {
        let one = |nth: usize| format!(
            "[date:{nth}]\n[start-comment:Some\n\n1. words [of it]\n[result:1]\n\n\
             1. a1-a2 b1-b2\n[first|second]\n\n1a.1.1a. a1-a3\n[]\n\n2. a2-a3\n[]\n\n"
        );
        let records: Vec<String> = (0..4).map(one).collect();
        let mut text = records.concat().into_bytes();
        let start: usize = records[..which].iter().map(String::len).sum();
        // The blank line that parts it from the next is no byte of the record.
        let damaged = start + at.index(records[which].len() - 1);
        text[damaged] = byte;
        let mut source = Source::new(&*text, Some(Format::Otg));
        prop_assume!(matches!(source.begin().unwrap(), Beginning::Format(_)));
        let mut found = Vec::new();
        while let Some(chunk) = source.next_chunk().unwrap() {
            for raw in &chunk.records {
                let bytes = &chunk.bytes[raw.range.clone()];
                found.push(String::from_utf8_lossy(bytes).into_owned());
            }
        }
        let behind = records[which + 1..].to_vec();
        let last = found.len().saturating_sub(behind.len());
        prop_assert_eq!(&found[last..], &behind, "damaged {}", String::from_utf8_lossy(&text));
    }

    #[test]
    fn no_text_makes_the_reader_fall(text in "(?s)[\\[\\]|a-c1-3. :@%\n-]{0,60}|.{0,40}") {
        let (mut record, mut faults) = (Record::default(), Vec::new());
        read(&text, &mut record, &mut faults);
        write(&record, &mut Losses::default());
    }
}

#[test]
fn a_number_of_a_turn_before_the_first_turn_is_escaped() {
    // OpenTafl takes a digit, a dot and a space in the header for the first turn, wherever they stand.
    let mut record = Record::default();
    let span = Span::default();
    record.add_tag("event", "Cup no 1. of 2.", span);
    let texts = ["1. Introduction", "One\n2. two", "see 12. here", "1.5 and 3... and 4."];
    for text in texts {
        let note = Note { at: 0, place: Place::Before, text: text.to_owned(), span };
        record.line_mut(LineId::MAIN).notes.push(note);
    }
    let (text, losses) = there_and_back(Format::Otg, &record);
    assert!(losses.is_empty());
    assert!(!text.contains("1. ") && !text.contains("2. "), "{text}");
    assert!(text.contains("[event:Cup no 1%2E of 2.]"), "{text}");
    assert!(text.contains("[1.5 and 3... and 4.]"), "{text}");
}

#[test]
fn a_comment_that_swallows_a_turn_is_told_of() {
    let text = "[result:?]\n\n1. d1-c1 d5-c5\n[no end here\n\n2. c1-d1 c5-d5\n[|]\n";
    assert_eq!(read_all(text).1, "this comment is never closed `[`");
    let text = "[result:?]\n\n1. d1-c1 d5-c5\n[an [inner] one\n2. numbered|]\n";
    assert!(!read_all(text).1.contains("never closed"));
    let text = "[result:?]\n\n1. d1-c1 d5-c5\n[one\n2. numbered|]\n";
    assert_eq!(read_all(text).1, "");
}

#[test]
fn a_long_row_of_hops_takes_memory_by_its_length() {
    let hops = 40_000;
    let text = format!("1. d2-d4xc4 {}\n", "d4=h4xi4 h4=d4 ".repeat(hops));
    let (record, faults) = read_all(&text);
    assert_eq!(faults, "");
    let [Token { kind: TokenKind::Move(turn), .. }] = record.tokens() else { panic!("one turn") };
    assert_eq!(record.path(turn).len(), 2 + 2 * hops);
    assert_eq!(record.captures(turn).len(), 1 + hops);
    // Every square and capture is kept once.
    assert_eq!(record.lengths(), (2 + 2 * hops, 1 + hops));
}

#[test]
fn many_tags_on_a_line_are_read_one_by_one() {
    let text = "[variant:Brandubh][result:1]".repeat(64_000) + "\n\n1. d1-c1 d3-c3\n";
    let begun = std::time::Instant::now();
    let (record, faults) = read_all(&text);
    assert_eq!((record.tokens().len(), faults.as_str()), (2, ""));
    // Looking through the rest of the line at every tag would be 10^11 bytes.
    assert!(begun.elapsed().as_secs() < 3);
}

/// A turn of many hops, each with a capture as the function says.
fn long_turn(record: &mut Record, hops: usize, capture: impl Fn(usize) -> Square) -> TokenKind {
    let ends = [Square::new(3, 3), Square::new(7, 3)];
    let parts = MoveParts {
        path: (0..=hops).map(|at| ends[at % 2]).collect(),
        captures: (0..hops).map(|at| CaptureText { piece: None, square: capture(at) }).collect(),
    };
    TokenKind::Move(record.make_move(&parts, None))
}

#[test]
fn a_long_turn_is_written_in_a_time_by_its_length() {
    const HOPS: usize = 80_000;
    let far = |_: usize| Square::new(0, 18);
    let beside = |at: usize| Square::new(if at.is_multiple_of(2) { 8 } else { 2 }, 3);
    let begun = std::time::Instant::now();
    for capture in [&far as &dyn Fn(usize) -> Square, &beside] {
        let mut record = Record::default();
        let kind = long_turn(&mut record, HOPS, capture);
        record.line_mut(LineId::MAIN).tokens.push(Token { span: Span::default(), kind });
        // A variation that goes another way only at its last hop.
        let other = long_turn(&mut record, HOPS - 1, capture);
        let line = record.branch(LineId::MAIN, 0);
        record.line_mut(line).tokens.push(Token { span: Span::default(), kind: other });
        let text = write(&record, &mut Losses::default());
        assert!(text.matches('=').count() >= HOPS - 1, "{} bytes", text.len());
    }
    // Looking through the captures at every hop would be 10^10 steps.
    assert!(begun.elapsed().as_secs() < 30);
}

#[test]
fn a_comment_that_takes_in_a_turn_and_its_end_is_told_of() {
    let told = |text: &str| read_all(text).1;
    let unclosed = "this comment is never closed `[`";
    let game = "[result:?]\n\n1. d1-c1 d5-c5\n";
    // The last turn, one with a comment of its own behind it, and one of a variation.
    assert_eq!(told(&format!("{game}[no end\n2. c1-d1 c5-d5\n")), unclosed);
    assert_eq!(told(&format!("{game}[no end\n2. c1-d1 c5-d5 [its own]\n")), unclosed);
    let variation = format!("{game}[no end\n1a.1.1a. d1-b1 [its own]\n2. c1-d1 c5-d5\n");
    assert_eq!(told(&variation), unclosed);
    let missing = told(&format!("{game}[no end\n2. c1-d1 c5-d5]\n3. d1-c1\n"));
    assert_eq!(missing, format!("{unclosed}\nturn 3 comes where turn 2 should `3.`"));
    let later = told(&format!("{game}[no end\n2. c1-d1 c5-d5\n3. d1-c1 [x] d5-c5\n4. c1-b1\n"));
    assert_eq!(later, format!("{unclosed}\nturn 4 comes where turn 2 should `4.`"));
    let opening = "[result:?]\n\n[no end\n\n1. d1-c1 d5-c5 [its own]\n2. c1-d1\n";
    let expected = format!("{unclosed}\nturn 2 comes where turn 1 should `2.`");
    assert_eq!(told(opening), expected);
    // Moves that are only quoted: the turn itself follows.
    for quoted in [
        "[better\n2. c1-d1 c5-d5|]\n2. c1-b1\n",
        "[better\n2. c1-d1|]\n1a.1.1a. d1-b1\n[|]\n2. c1-b1\n[|]\n",
        "[as in turn\n1. d1-c1 d5-c5|]\n",
        "[given up, for the threat is\n2. c1-d1 c5-d5|]\n",
        "[two points\n1. one\n2. two|]\n",
    ] {
        assert_eq!(told(&format!("{game}{quoted}")), "", "{quoted}");
    }
}

#[test]
fn moves_that_had_no_hyphens_get_them_and_are_told() {
    let text = "1. d1c1 d5-c5\n[|]\n\n1b.1.1a. ..... d5b5\n[]\n\n2. c1d1\n[]\n\n";
    let record = read_well(Format::Otg, text);
    let (written, losses) = there_and_back(Format::Otg, &record);
    assert!(losses.is_empty());
    // Token 1 and 3 are the game's, 4 is the variation's.
    let moves = "1. d1-c1 d5-c5\n[|]\n\n1b.1.1a. ..... d5-b5\n[]\n\n2. c1-d1\n[]\n\n";
    assert_eq!(written, format!("[hyphens:not 1 3-4]\n\n{moves}"));
    let bare = |id: usize| {
        let record = read_well(Format::Otg, &written);
        let tokens = record.line(LineId(id)).tokens.clone();
        tokens.iter().map(|t| matches!(&t.kind, TokenKind::Move(m) if m.run_together)).collect()
    };
    let (game, variation): (Vec<bool>, Vec<bool>) = (bare(0), bare(1));
    assert_eq!((game, variation), (vec![true, false, true], vec![true]));
}

#[test]
fn numbers_of_no_moves_are_told_of() {
    for value in ["not 3", "not 1-9", "nothing", "not 2"] {
        let text = format!("[hyphens:{value}]\n\n1. d1-c1 .....\n[|]\n");
        let (record, told) = read_all(&text);
        assert_eq!(told, format!("`hyphens` cannot be `{value}` `{value}`"));
        assert_eq!(record.tag("hyphens"), Some(value));
    }
}

/// The moves of the game as it is read, a turn a move of several hops.
fn paths(text: &str) -> Vec<String> {
    let (record, faults) = read_all(text);
    assert_eq!(faults, "", "{text}");
    let told = |token: &Token| match &token.kind {
        TokenKind::Move(told) => {
            record.path(told).iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
        }
        other => format!("{other:?}"),
    };
    record.tokens().iter().map(told).collect()
}

const BERSERK: &str = "[rules:dim:11 nj:n cj:n ber:c \
    start:/11/3t7/11/1tT5Tt1/11/8T2/11/11/11/5K5/11/]\n\n";

#[test]
fn hops_with_hyphens_are_one_turn_where_the_rules_have_chains() {
    // OpenTafl opens each of these, and counts four or five moves.
    let by_rules = |moves: &str| paths(&format!("{BERSERK}{moves}"));
    assert_eq!(by_rules("1. d2-d4xc4 d4-h4xi4\n[|]\n"), ["d2 d4 h4"]);
    assert_eq!(by_rules("1. d2-d4 d4-h4\n[|]\n"), ["d2 d4 h4"]);
    assert_eq!(by_rules("1. d2-d4xc4 d4-h4xi4 h4-h6\n[||]\n"), ["d2 d4 h4 h6"]);
    // The second side's chain runs into the next turn, variations between.
    let second = "1. d9-b9 d2-d4xc4\n[|]\n\n1a.1.1a. d9-c9\n[]\n\n2. d4-h4xi4 b9-b8\n[|]\n";
    assert_eq!(by_rules(second), ["d9 b9", "d2 d4 h4", "b9 b8"]);
    // An address with a letter keeps words apart.
    assert_eq!(by_rules("1. d2-d4xc4 1b. d4-h4xi4\n[|]\n"), ["d2 d4", "d4 h4"]);
    assert_eq!(by_rules("1. a1-a2 d2-d4xc4\n2a. d4-h4xi4\n[|]\n"), ["a1 a2", "d2 d4", "d4 h4"]);
}

#[test]
fn hops_with_hyphens_are_turns_where_the_rules_have_no_chains() {
    let copenhagen = |moves: &str| paths(&format!("[variant:copenhagen]\n\n{moves}"));
    assert_eq!(copenhagen("1. d2-d4xc4 d4-h4xi4\n[|]\n"), ["d2 d4", "d4 h4"]);
}

#[test]
fn captures_tell_hops_where_nobody_knows_the_rules() {
    assert_eq!(paths("1. d2-d4xc4 d4-h4xi4\n[|]\n"), ["d2 d4 h4"]);
    assert_eq!(paths("1. d2-d4xc4 d4-h4\n[|]\n"), ["d2 d4", "d4 h4"]);
    assert_eq!(paths("1. d2-d4 d4-h4xi4\n[|]\n"), ["d2 d4", "d4 h4"]);
    assert_eq!(paths("1. a1-a2 d2-d4xc4\n2. d4-h4xi4\n[|]\n"), ["a1 a2", "d2 d4", "d4 h4"]);
    assert_eq!(paths("1. d2-d4xc4 h4-d4xi4\n[|]\n"), ["d2 d4", "h4 d4"]);
}

#[test]
fn a_variation_on_a_hop_with_a_hyphen_has_the_hops_before_it() {
    for (header, hop) in [(BERSERK, "d4-d6"), ("", "d4-d6xd7")] {
        let text = format!("{header}1. d2-d4xc4 d4-h4xi4\n[|]\n\n1b.1.1a. ..... {hop}\n[]\n\n");
        let (record, faults) = read_all(&text);
        assert_eq!(faults, "");
        let line = record.main().branches[0].line;
        let TokenKind::Move(chain) = &record.line(line).tokens[0].kind else { panic!("a move") };
        let path: Vec<String> = record.path(chain).iter().map(Square::to_string).collect();
        assert_eq!(path, ["d2", "d4", "d6"], "{text}");
        there_and_back(Format::Otg, &record);
    }
}

#[test]
fn turns_that_look_like_hops_are_kept_apart() {
    for header in [BERSERK, ""] {
        let text = format!(
            "{header}1. d2-d4xc4 1b. d4-h4xi4 1c. h4-h6xh7\n[||]\n\n\
             1a.1.1a. a1-a2xa3 1a.1.1b. a2-b2xb3\n[|]\n\n2. a9-a8 b9-b8xb7\n[|]\n\n\
             3a. b8-c8xc7\n[]\n\n"
        );
        let (record, faults) = read_all(&text);
        assert_eq!(faults, "", "{text}");
        assert!(record.tokens().len() > 4, "{text}");
        let (_, losses) = there_and_back(Format::Otg, &record);
        assert!(losses.is_empty(), "{losses:?}");
        assert!(losses.unopened().any(|(what, _)| what == Unopened::Apart), "{losses:?}");
    }
    // A turn of a variation has a letter in any case: there it is a loss.
    let later = format!("{BERSERK}1. a1-a2\n1a.1.1a. a1-b1 d2-d4xc4\n");
    let (mut record, _) = read_all(&later);
    let parts = MoveParts {
        path: [(3, 3), (7, 3)].map(|(f, r)| Square::new(f, r)).into(),
        ..MoveParts::default()
    };
    let kind = TokenKind::Move(record.make_move(&parts, None));
    let line = record.main().branches[0].line;
    record.line_mut(line).tokens.push(Token { span: Span::default(), kind });
    let mut losses = Losses::default();
    write(&record, &mut losses);
    assert_eq!(losses.iter().collect::<Vec<_>>(), [(Lost::Chains, 1)]);
}

/// What OpenTafl does with each of these was tried with the program itself.
#[test]
fn what_opentafl_cannot_open_is_counted() {
    let unopened = |moves: &str| {
        let (record, faults) = read_all(moves);
        assert_eq!(faults, "", "{moves}");
        let mut losses = Losses::default();
        write(&record, &mut losses);
        let told: Vec<String> =
            losses.unopened().map(|(what, n)| format!("{what:?} {n}")).collect();
        told.join(", ")
    };
    for (moves, told) in [
        ("1. d1-c1 d3-c3\n2. d2-c2\n", ""),
        ("1. d1-c1 d3-c3\n2. d2-c2\n2b.1.1a. ..... c3-b3\n", "BehindEnd 1"),
        ("1. d1-c1 d3-c3\n2a.1.1a. d2-c2\n", "BehindEnd 1"),
        ("1. d1-c1 d3-c3\n1a.1.1a. d1-b1 d3-c3\n1a.1.2a.1.1a. d2-c2\n", "BehindEnd 1"),
        ("1. d1-c1 d3-c3\n1a.1.1a.\n", "EmptyVariations 1"),
        // A repetition with a variation on it, or on a later one beside it.
        ("1. d1-c1 d3-c3\n1a.1.1a. d1-c1 d3-b3\n1a.1.1b.1.1a. ..... d3-e3\n", "Repetitions 1"),
        (
            "1. d1-c1 d3-c3\n1a.1.1a. d1-b1 d3-b3\n1a.2.1a. d1-c1 d3-b3\n1a.3.1a. d1-a1 d3-b3\n\
             1a.3.1b.1.1a. ..... d3-e3\n",
            "Repetitions 1",
        ),
        ("1. d1-c1 d3-c3\n1a.1.1a. d1-c1 d3-b3\n", ""),
        ("1. d1-c1 d3-c3\n1a.1.1a. d1-b1 d3-b3\n1a.2.1a. d1-c1\n1a.1.1b.1.1a. ..... d3-e3\n", ""),
        ("1. --- d3-c3\n", "GivenUp 1"),
        ("1. d1-c1 d3-c3\n1a.1.1a. ---\n", "GivenUp 1"),
        ("1. d1-c1x1 .....\n", "Counts 1, Placeholders 1"),
    ] {
        assert_eq!(unopened(moves), told, "{moves}");
    }
}
