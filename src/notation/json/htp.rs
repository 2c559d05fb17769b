//! The JSON of the server of hnefatafl.org: an object a game.
//!
//! `grammar/htp-json.md` lists its keys and ours. Moves are one text, in the style of the older sites
//! (`d1-d3 e5-e2xe3xe4`), `---` for a resignation. The start position has `A`, `D` and `K` for the
//! pieces that OpenTafl writes `t`, `T` and `K`. The server's rules go by the variant's name and the
//! size of the board, with `sw` and `efe` for what may be switched.
//!
//! Neither the result nor a loss on time has a key; both are written under keys of our own, as is
//! everything else that a record may hold but variations, comments and boards.

use crate::notation::fault::{Fault, FaultKind};
use crate::notation::format::{Edits, Entry, Facts, Split};
use crate::notation::losses::Losses;
use crate::notation::moves::{MoveStyle, read_token};
use crate::notation::typography::is_blank;
use crate::record::{LineId, Record, RulesClaim, Span, Spanned, TokenKind};

use super::keys::{Keys, Style, plain_value, read_plain};
use super::members::Members;
use super::object::{Object, has_key};
use super::own_keys::{OwnKeys, read_own, write_claims, write_own};
use super::text::{Text, push_escaped};
use crate::notation::given_up;
use crate::notation::word_list::{Words, each_word, lose_company};

pub(in crate::notation) const ENTRY: Entry = Entry {
    name: "htp-json",
    about: "The JSON of the server of hnefatafl.org",
    extensions: &["json", "jsonl", "ndjson"],
    facts: Facts { states_rules: true, ..Facts::NONE },
    looks_like,
    keys: &["moves", "rated", "attackers", "defenders", "dim", "efe"],
    split: Split::Objects,
    bare_lines: None,
    read,
    write: Some(write),
    edits: Edits::NONE,
};

const WORDS: Words = Words { resigned: "---", timed_out: None, elided: "....." };

/// Every key that has a meaning of its own.
const KEYS: [&str; 20] = [
    "id",
    "attackers",
    "defenders",
    "rated",
    "variant",
    "dim",
    "sw",
    "efe",
    "start",
    "moves",
    "time_control",
    "termination",
    "position",
    "rules_name",
    "rules",
    "site_type",
    "first_mover",
    "result",
    "captures",
    "tags",
];

const TAGS: Keys =
    Keys { format: "htp-json", style: Style::Underscores, known: &KEYS, pairs: "tags" };

/// Keys of ours.
const OWN: OwnKeys = OwnKeys {
    named: "rules_name",
    written: "rules",
    site_type: "site_type",
    first: "first_mover",
    result: "result",
    counts: "captures",
};

/// The server's keys that become tags as they are, texts or not.
const PLAIN: [&str; 8] = ["id", "attackers", "defenders", "rated", "variant", "dim", "sw", "efe"];

/// Those of them that name the rules; written only where they name those of the record.
const NAMES_RULES: [&str; 4] = ["variant", "dim", "sw", "efe"];

/// The rules that the server plays on a board of a size, by the name that it gives them.
const RULES: [(&str, &str, &str); 6] = [
    ("copenhagen", "13", "hnefatafl-org-13"),
    ("copenhagen", "", "hnefatafl-org"),
    ("brandubh", "", "brandubh-strong-throne"),
    ("", "7", "brandubh-strong-throne"),
    ("", "11", "hnefatafl-org"),
    ("", "13", "hnefatafl-org-13"),
];

/// A text of moves; the moves of our own JSON are a list.
fn looks_like(beginning: &str) -> bool {
    let in_list = beginning.strip_prefix('[').map_or(beginning, str::trim_start);
    in_list.starts_with('{') && has_key(beginning, "moves", |value| value.starts_with('"'))
}

fn read(text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    let Some(mut object) = Object::of_record(text, ENTRY.keys, faults) else { return };
    for key in PLAIN {
        if let Some(value) = object.remove(key, faults) {
            read_plain(text, key, value, record, faults);
        }
    }
    read_time_control(text, &mut object, record, faults);
    read_own(&mut object, &OWN, record, faults);
    if record.rules.is_none() {
        record.rules = rules(record).map(|name| {
            let named = record.tags.iter().find(|tag| tag.name == "variant");
            let span = named.map_or_else(|| Span::new(0, text.len().min(1)), |tag| tag.span);
            Spanned::new(RulesClaim::Named(name), span)
        });
    }
    read_start(text, &mut object, record, faults);
    match object.remove_as::<Text<'_>>("moves", faults) {
        Some((moves, whole)) => {
            for word in moves.0.split_whitespace().filter(|word| !is_blank(word.as_bytes())) {
                let span = Span::of(word, text);
                let span = if span == Span::default() { whole } else { span };
                read_token(word, span, record, LineId::MAIN, faults);
            }
        }
        None => {
            let start = Span::new(0, text.len().min(1));
            faults.push(Fault::new(start, FaultKind::Missing("moves")));
        }
    }
    if let Some((termination, span)) = object.remove_text("termination", faults)
        && !given_up::add_entry(record, &termination, span)
    {
        record.add_tag("termination", termination, span);
    }
    TAGS.read_rest(object, record, faults);
}

/// `{"main_time_seconds": 900, "increment_length": 10}` as `900+10i`.
fn read_time_control(
    text: &str,
    object: &mut Object<'_>,
    record: &mut Record,
    faults: &mut Vec<Fault>,
) {
    let Some(value) = object.remove("time_control", faults) else { return };
    let span = Span::of(value.get(), text);
    let mut ignored = Vec::new();
    let parts = Object::parse(value.get(), text, &mut ignored).and_then(|mut parts| {
        let main = parts.remove_as::<u64>("main_time_seconds", &mut ignored)?.0;
        let more = parts.remove_as::<u64>("increment_length", &mut ignored)?.0;
        parts.rest().next().is_none().then_some((main, more))
    });
    match parts {
        Some((main, more)) => record.add_tag("time-control", format!("{main}+{more}i"), span),
        None => TAGS.read_member(text, "time_control", value, record),
    }
}

/// The same turned round; nothing for a time control that the server has no words for.
fn time_control(value: &str) -> Option<String> {
    let split = value.strip_suffix('i').and_then(|value| value.split_once('+'));
    let whole = |text: &str| text.parse::<u64>().ok().filter(|n| n.to_string() == text);
    if let Some((main, more)) = split
        && let (Some(main), Some(more)) = (whole(main), whole(more))
    {
        return Some(format!("{{\"main_time_seconds\": {main}, \"increment_length\": {more}}}"));
    }
    None
}

/// The rules that the variant, the size and the switches name.
fn rules(record: &Record) -> Option<String> {
    let variant = record.tag("variant").unwrap_or_default();
    let dim = record.tag("dim").unwrap_or_default();
    let named = RULES.iter().find(|(name, size, _)| {
        variant.eq_ignore_ascii_case(name) && (size.is_empty() || *size == dim)
    });
    let mut rules = named.map_or(variant, |(_, _, rules)| rules).to_owned();
    if rules.is_empty() {
        return None;
    }
    let switch = |tag: &str, words: &[(&str, &str)]| {
        let stated = record.tag(tag)?;
        words.iter().find(|(word, _)| *word == stated).map(|(_, value)| format!(" {tag}:{value}"))
    };
    let walls = [("true", "s"), ("false", "n"), ("n", "n"), ("w", "w"), ("s", "s")];
    let forts = [("true", "y"), ("false", "n"), ("y", "y"), ("n", "n")];
    rules.extend(switch("sw", &walls));
    rules.extend(switch("efe", &forts));
    Some(rules)
}

/// The letters of the server and ours.
const LETTERS: [(char, char); 2] = [('A', 't'), ('D', 'T')];

fn from_server(start: &str) -> String {
    let letter =
        |letter| LETTERS.iter().find(|(theirs, _)| *theirs == letter).map(|&(_, ours)| ours);
    start.chars().map(|c| letter(c).unwrap_or(c)).collect()
}

fn to_server(start: &str) -> String {
    let letter =
        |letter| LETTERS.iter().find(|(_, ours)| *ours == letter).map(|&(theirs, _)| theirs);
    start.chars().map(|c| letter(c).unwrap_or(c)).collect()
}

/// The start position: one text or one a row. Ours is under `position` where the letters would not
/// come back.
fn read_start(text: &str, object: &mut Object<'_>, record: &mut Record, faults: &mut Vec<Fault>) {
    if let Some((start, span)) = object.remove_text("position", faults) {
        record.start = Some(Spanned::new(start, span));
    }
    let Some(value) = object.remove("start", faults) else { return };
    let span = Span::of(value.get(), text);
    let rows = serde_json::from_str::<Vec<String>>(value.get());
    let start = match (serde_json::from_str::<String>(value.get()), rows) {
        (Ok(start), _) => start,
        (Err(_), Ok(rows)) => format!("/{}/", rows.join("/")),
        (Err(_), Err(_)) => {
            let what = "the start should be a text or a list of rows";
            faults.push(Fault::new(span, FaultKind::Syntax(what.to_owned())));
            return;
        }
    };
    if record.start.is_none() {
        record.start = Some(Spanned::new(from_server(&start), span));
    }
}

fn write(record: &Record, losses: &mut Losses) -> String {
    lose_company(record, losses);
    let mut members = Members::default();
    let mut done: Vec<&str> = Vec::new();
    let stated = record.rules.as_ref().map(|rules| &rules.value);
    let of_server = stated == rules(record).map(RulesClaim::Named).as_ref();
    for key in PLAIN {
        if let Some(value) = record.tag(key).filter(|_| of_server || !NAMES_RULES.contains(&key)) {
            members.add(key, &plain_value(value));
            done.push(key);
        }
    }
    write_start(record, &mut members);
    members.add_with("moves", |moves| {
        moves.push('"');
        let mut between = "";
        each_word(record, MoveStyle::SITE, WORDS, losses, |word| {
            *moves += std::mem::replace(&mut between, " ");
            push_escaped(moves, word);
        });
        moves.push('"');
    });
    if let Some(time) = record.tag("time-control").and_then(time_control) {
        members.add("time_control", &time);
        done.push("time-control");
    }
    if !of_server {
        write_own(record, &OWN, &mut members);
    }
    write_claims(record, &OWN, &mut members);
    write_termination(record, &mut members, &mut done);
    TAGS.write_tags(record, &done, &mut members);
    members.object() + "\n"
}

fn write_start(record: &Record, members: &mut Members) {
    let Some(start) = &record.start else { return };
    let theirs = to_server(&start.value);
    match from_server(&theirs) == start.value {
        true => members.add_text("start", &theirs),
        false => members.add_text("position", &start.value),
    }
}

/// A loss on time, or what the record says of the end.
fn write_termination(record: &Record, members: &mut Members, done: &mut Vec<&str>) {
    let timed_out = record.tokens().last().is_some_and(|last| last.kind == TokenKind::TimedOut);
    if let Some(words) = given_up::of_last_entry(record).filter(|_| timed_out) {
        members.add_text("termination", words);
    } else if let Some(termination) =
        record.tag("termination").filter(|words| given_up::meaning(words).is_none())
    {
        members.add_text("termination", termination);
        done.push("termination");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;
    use crate::notation::Format;
    use crate::notation::fault::FaultKind;
    use crate::notation::testing;
    use crate::notation::testing::{
        any_record, content, plain_moves, replace_words, without_times,
    };
    use crate::record::Claim;
    use proptest::prelude::*;

    const GAME: &str = r#"{"id": 7, "attackers": "anna", "defenders": "ben", "rated": true, "variant": "Copenhagen", "dim": 11, "sw": "s", "efe": "y", "start": "/3AAAAA3/5A5/11/A4D4A/A3DDD3A/AA1DDKDD1AA/A3DDD3A/A4D4A/11/5A5/3AAAAA3/", "moves": "d1-d3 f8-i8 a8-d8xe8xe9 ---", "time_control": {"main_time_seconds": 900, "increment_length": 10}, "htp": 1, "messages": [{"username": "anna", "timestamp": 5, "content": "hi"}]}"#;

    fn read_all(text: &str) -> (Record, String) {
        testing::read_all(&ENTRY, text)
    }

    fn written(record: &Record) -> String {
        write(record, &mut Losses::default())
    }

    #[test]
    fn a_game_reads() {
        let (record, faults) = read_all(GAME);
        assert_eq!(faults, "");
        let tags: Vec<String> =
            record.tags.iter().map(|tag| format!("{}={}", tag.name, tag.value)).collect();
        insta::assert_snapshot!(tags.join("\n"), @r#"
        id=7
        attackers=anna
        defenders=ben
        rated=true
        variant=Copenhagen
        dim=11
        sw=s
        efe=y
        time-control=900+10i
        htp-json-json:htp=1
        htp-json-json:messages=[{"username": "anna", "timestamp": 5, "content": "hi"}]
        "#);
        let rules = RulesClaim::Named("hnefatafl-org sw:s efe:y".to_owned());
        assert_eq!(record.rules.as_ref().unwrap().value, rules);
        assert!(record.start.as_ref().unwrap().value.starts_with("/3ttttt3/5t5/11/t4T4t/"));
        assert_eq!(record.tokens()[2].span.text(GAME), "a8-d8xe8xe9");
        assert_eq!(record.tokens()[3].kind, TokenKind::Resigned);
        assert_eq!(written(&record), format!("{GAME}\n"));
        assert_eq!(Format::detect(GAME), Some(Format::HtpJson));
    }

    #[test]
    fn rows_and_absent_names_are_understood() {
        let (record, faults) = read_all(
            r#"{"dim": 7, "start": ["3A3", "3A3", "3D3", "AADKDAA", "3D3", "3A3", "3A3"], "moves": "", "rated": null}"#,
        );
        assert_eq!(faults, "");
        let rules = RulesClaim::Named("brandubh-strong-throne".to_owned());
        assert_eq!(record.rules.as_ref().unwrap().value, rules);
        let start = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
        assert_eq!(record.start.as_ref().unwrap().value, start);
    }

    #[test]
    fn a_loss_on_time_is_told_by_the_termination() {
        let text = "{\"moves\": \"d1-d3\", \"result\": \"attackers\", \"termination\": \"defenders lost on time\"}\n";
        let (record, faults) = read_all(text);
        assert_eq!(faults, "");
        assert_eq!(record.tokens()[1].kind, TokenKind::TimedOut);
        assert_eq!(record.result.as_ref().unwrap().value, Claim::Won(Side::Attackers));
        assert_eq!(record.tag("termination"), None);
        assert_eq!(written(&record), text);
    }

    #[test]
    fn faults_are_told() {
        let text = "{\"id\": [1], \"result\": \"white\",\n \"moves\": \"d1-d3 what\", \"moves\": \"x\", \"start\": 5}";
        insta::assert_snapshot!(read_all(text).1, @r#"
        a text, a number, true or false should stand here `[1]`
        `result` cannot be `white` `white`
        the start should be a text or a list of rows `5`
        `moves` is given twice; the first counts `"x"`
        `what` is not a move `what`
        "#);
        insta::assert_snapshot!(read_all("{\"moves\": 5}").1, @r"
        not as this format has it: invalid type: integer `5`, expected a string `5`
        the record has no `moves` `{`
        ");
    }

    proptest! {
        #[test]
        fn any_record_reads_back(mut record in any_record()) {
            replace_words(&mut record, &TokenKind::Unreadable("nox".into()));
            let text = written(&record);
            let (mut again, mut faults) = (Record::default(), Vec::new());
            read(&text, &mut again, &mut faults);
            plain_moves(&mut record);
            without_times(&mut record);
            prop_assert_eq!(content(&again), content(&record), "{}", text);
            prop_assert!(faults.iter().all(|fault| matches!(fault.kind, FaultKind::NotAMove(_))));
            prop_assert_eq!(written(&again), text);
        }

        #[test]
        fn any_text_is_read_or_refused(at in 0..GAME.len(), with in "[ -~]{0,3}", cut in 0..9_usize) {
            let end = (at + cut).min(GAME.len());
            let _ = read_all(&format!("{}{with}{}", &GAME[..at], &GAME[end..]));
        }
    }
}
