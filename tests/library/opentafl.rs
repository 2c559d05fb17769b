//! Files of OpenTafl mean to us what they mean to that program.

use taflkit::board::Side;
use taflkit::notation::{self, Format, Losses};
use taflkit::record::{Record, RulesClaim, TokenKind};
use taflkit::replay::{Judge, Verdict};

fn read(text: &str) -> Record {
    let notation::Reading { record, faults } = notation::read(Format::Otg, text);
    assert_eq!(faults, [], "{text}");
    record
}

fn judged(text: &str) -> Verdict {
    Judge::default().judge(text, &read(text), &[])
}

fn codes(verdict: &Verdict) -> Vec<&'static str> {
    verdict.findings.iter().map(|finding| finding.code.name()).collect()
}

fn ending(verdict: &Verdict) -> String {
    let (ending, ply) = verdict.ending.expect("the game is over");
    let winner = ending.winner.map_or("draw", Side::name);
    format!("{winner}:{} at ply {ply}", ending.by.name())
}

/// The commander from g6 takes the king on d6 against the one on c6, as OpenTafl plays it.
const BERSERK: &str = "[rules:dim:11 name:Berserk surf:n atkf:n tfr:l kj:r ber:c \
    start:/11/11/11/5c5/4N6/2c2Kc4/5c5/11/11/11/11/]\n[result:1]\n\n\
    1. e5-a5 f4-f5\n[|]\n\n2. f6-d6 g6-e6xd6\n[|]\n\n";

#[test]
fn two_commanders_take_a_strong_king() {
    let verdict = judged(BERSERK);
    // `tfr:l` is read in two ways; nothing else is to be said.
    assert_eq!(codes(&verdict), ["T403"]);
    assert_eq!(ending(&verdict), "attackers:king-captured at ply 4");
    assert!(verdict.agrees);
}

#[test]
fn that_can_be_switched_off() {
    let verdict = judged(&BERSERK.replace(" ber:c", " ber:c ctk:n"));
    assert_eq!(codes(&verdict), ["T403", "T202", "T305"]);
    assert_eq!(verdict.ending, None);
}

const CHAIN_RULES: &str = "[rules:dim:11 nj:n cj:n ber:c \
    start:/11/3t7/11/1tT5Tt1/11/8T2/11/11/11/5K5/11/]\n\n";

fn written(record: &Record) -> String {
    let mut losses = Losses::default();
    let text = notation::write(Format::Otg, record, &mut losses).unwrap();
    assert!(losses.is_empty(), "{text}");
    assert!(notation::same_content(record, &read(&text)), "{text}");
    text
}

#[test]
fn the_hops_of_a_chain_are_words_of_one_turn() {
    let moves = "1. d2-d4xc4 d4=h4xi4\n[first|hop]\n\n2. i6-i7 b4-b5\n[|attackers]\n\n";
    let text = format!("{CHAIN_RULES}{moves}");
    let verdict = judged(&text);
    assert_eq!(codes(&verdict), ["T307"], "the game goes on, and that is all");
    assert_eq!((verdict.plies, verdict.complete), (3, true));
    assert_eq!(written(&read(&text)), text);
}

#[test]
fn a_chain_that_is_written_as_one_word_is_read_and_written_in_words() {
    let joined = format!("{CHAIN_RULES}1. d2-d4xc4=h4xi4 i6-i7\n[|]\n\n2. b4-b5\n[]\n\n");
    let words = format!("{CHAIN_RULES}1. d2-d4xc4 d4=h4xi4\n[|]\n\n2. i6-i7 b4-b5\n[|]\n\n");
    assert!(notation::same_content(&read(&joined), &read(&words)));
    assert_eq!(written(&read(&joined)), words);
}

#[test]
fn turns_are_counted_as_opentafl_counts_them() {
    // Each of these is as that program writes it back, the chain of the side that moves second and
    // a chain behind a whole turn.
    let second = "1. a9-b9 d2-d4xc4\n[|]\n\n1b.1.1a. ..... d2-d3\n[]\n\n\
        1b.1.2a. b9-b8 d3-d2\n[|]\n\n2. d4=h4xi4 b9-b8\n[|]\n\n2a.1.1a. d4=d5 b9-b7\n[|]\n\n\
        2b.1.1a. ..... b9-b6\n[]\n\n2b.1.2a. i6-i8 b6-b5\n[|]\n\n3. i6-i7 b8-b7\n[|]\n\n";
    let record = read(&format!("{CHAIN_RULES}{second}"));
    assert_eq!(record.tokens().len(), 5);
    let branches: Vec<usize> = record.main().branches.iter().map(|branch| branch.at).collect();
    assert_eq!(branches, [1, 1, 2], "before the chain, in the chain, behind it");
    assert!(written(&record).ends_with(second), "{}", written(&record));
    let behind = "1. a9-b9 i6-i7 d2-d4xc4\n[||]\n\n2. d4=h4xi4 i7-i6\n[|]\n\n3. b9-b8\n[]\n\n";
    let record = read(&format!("{CHAIN_RULES}{behind}"));
    assert_eq!(record.tokens().len(), 5);
    assert!(written(&record).ends_with(behind), "{}", written(&record));
}

#[test]
fn a_variation_on_a_hop_is_read_with_the_hops_before_it() {
    let text = format!(
        "{CHAIN_RULES}1. d2-d4xc4 d4=h4xi4\n[|]\n\n1b.1.1a. ..... d4=d6\n[]\n\n2. i6-i7 b4-b5\n[|]\n\n"
    );
    let record = read(&text);
    let branch = record.main().branches[0];
    let token = &record.line(branch.line).tokens[0];
    let TokenKind::Move(chain) = &token.kind else { panic!("{token:?}") };
    let path: Vec<String> = record.path(chain).iter().map(ToString::to_string).collect();
    assert_eq!((branch.at, path), (0, vec!["d2".into(), "d4".into(), "d6".into()]));
    assert_eq!(written(&record), text);
}

#[test]
fn rules_known_by_name_are_written_out() {
    let record = read("[variant:brandubh]\n[result:?]\n\n1. d1-d3\n[]\n\n");
    let rules = "dim:7 name:Brandubh tfr:w rep:defenders ks:c nj:n cj:n \
        start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
    let text = written(&record);
    assert_eq!(
        text,
        format!("[variant:brandubh]\n[rules:{rules}]\n[result:?]\n\n1. d1-d3\n[]\n\n")
    );
    let again = read(&text);
    assert_eq!(again.rules.unwrap().value, RulesClaim::Named("brandubh".into()));
    assert_eq!((again.start, again.first), (None, None));
}

#[test]
fn a_position_is_written_into_the_rules() {
    let position = "/7/7/7/2t1K2/7/7/t6/";
    let named = format!("[variant:brandubh]\n[position:{position}]\n[first-mover:defenders]\n\n\n");
    let text = written(&read(&named));
    assert!(text.contains(&format!("atkf:n tfr:w rep:defenders ks:c nj:n cj:n start:{position}]")));
    assert!(!text.contains("[position:"), "{text}");
    assert_eq!(read(&text).start.unwrap().value, position);
    let own = "dim:7 esc:e start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
    let text = written(&read(&format!("[rules:{own}]\n[position:{position}]\n\n\n")));
    assert!(text.starts_with(&format!("[rules:dim:7 esc:e start:{position}]\n")), "{text}");
    let again = read(&text);
    assert_eq!(again.rules.unwrap().value, RulesClaim::Written(own.into()));
    assert_eq!(again.start.unwrap().value, position);
}

#[test]
fn other_rules_beside_a_name_are_the_records_own() {
    let own = "dim:7 esc:e start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
    let record = read(&format!("[variant:brandubh]\n[game-type:7]\n[rules:{own}]\n\n\n"));
    assert_eq!(record.rules.as_ref().unwrap().value, RulesClaim::Written(own.into()));
    assert_eq!(record.tag("variant"), Some("brandubh"));
    assert_eq!(record.tag("game-type"), Some("7"));
    written(&record);
}

fn comments(record: &Record) -> Vec<(usize, &str)> {
    record.main().notes.iter().map(|note| (note.at, note.text.as_str())).collect()
}

#[test]
fn brackets_in_comments_are_read_to_the_one_that_matches() {
    let text = "[event:x [y]]\n[rules:dim:7 tfr:d start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]\n\n\
        1. d1-c1 c4-c2\n[good move! [%clk 0:10:00]|dubious [a|b]]\n\n2. d2-e2\n[see [1|other]\n\n";
    let record = read(text);
    assert_eq!(record.tag("event"), Some("x [y]"));
    assert_eq!(record.tokens().len(), 3);
    let expected =
        [(0, "good move! [%clk 0:10:00]"), (1, "dubious [a|b]"), (2, "see [1"), (2, "other")];
    assert_eq!(comments(&record), expected);
    written(&record);
}

#[test]
fn what_stands_behind_a_comment_is_no_move() {
    let text = "[result:?]\n\n1. d1-c1 c4-c2\n[good %clk]|d2-e2]\n\n2. d2-e2\n[]\n\n";
    let notation::Reading { record, faults } = notation::read(Format::Otg, text);
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert_eq!(faults[0].span.text(text), "]");
    assert_eq!(record.tokens().len(), 3);
    assert_eq!(comments(&record), [(0, "good %clk]"), (1, "d2-e2")]);
}

#[test]
fn clocks_and_hints_are_told_by_comments() {
    let text = "[result:?]\n\n1. d1-c1 c4-c2\n\
        [300 30/3 0i  well played|Now? (Hint: look at d2) And then?]\n\n2. d2-e2\n[12 men left]\n\n";
    let record = read(text);
    let notes = &record.main().notes;
    let clock = notes[0].clock().unwrap();
    assert_eq!((clock.main, clock.overtime, clock.increment), (300, Some((30, 3)), Some(0)));
    assert_eq!((notes[1].clock(), notes[1].hint()), (None, Some("look at d2")));
    assert_eq!((notes[2].clock(), notes[2].hint()), (None, None));
    assert_eq!(written(&record), text, "byte for byte");
    let json = notation::write(Format::Json, &record, &mut Losses::default()).unwrap();
    assert!(
        json.contains(
            r#""clock":{"main":300,"overtime":{"seconds":30,"periods":3},"increment":0}"#
        )
    );
    assert!(json.contains(r#""hint":"look at d2""#), "{json}");
    let mut losses = Losses::default();
    notation::write(Format::Csv, &record, &mut losses).unwrap();
    let lost: Vec<String> = losses.iter().map(|(what, count)| format!("{what} {count}")).collect();
    assert_eq!(lost, ["comments 3", "clocks 1", "hints 1"]);
}

#[test]
fn a_resignation_stands_in_the_header_as_opentafl_reads_no_word_for_it() {
    let text = "[variant:brandubh]\n[result:-1]\n\n1. d1-c1 c4-c2\n[|]\n\n2. ---\n[]\n\n";
    let again = written(&read(text));
    assert!(
        again.contains("[termination:attackers resigned]\n\n1. d1-c1 c4-c2\n[|]\n\n"),
        "{again}"
    );
    assert!(!again.contains("---"));
}
