//! Objects of the archive as the site writes nearly all of them, read without a parser of JSON, which
//! would take longer for a move than it takes to find out what the move says.

use std::borrow::Cow;

use crate::notation::fault::Fault;
use crate::notation::moves::{read_token, span_from, usual_move};
use crate::record::{LineId, Record, Span};

use super::super::quick::QuickJson;
use super::super::text::Text;
use super::game::{COUNT, Game, KEYS, MEMBERS, Slot};

/// Reads an object that is plain; of another, nothing is returned, and the record is left with what
/// had been read of it.
pub(super) fn read<'a>(text: &'a str, record: &mut Record) -> Option<Game<'a>> {
    let mut game = Game::default();
    let mut seen = [false; KEYS.len()];
    let mut likely = 0;
    let mut json = QuickJson::new(text);
    json.object(|json| {
        let (key, at) = match json.has_key(KEYS[likely]) {
            Some(key) => (key, Some(likely)),
            None => {
                let key = json.key()?;
                (key, KEYS.iter().position(|known| *known == key))
            }
        };
        let Some(at) = at else {
            game.others.push((key.to_owned(), json.raw()?));
            return Some(());
        };
        if std::mem::replace(&mut seen[at], true) {
            return None;
        }
        likely = (at + 1) % KEYS.len();
        if at == COUNT {
            game.count_place = Span::of(key, text);
        }
        match MEMBERS[at].1(&mut game) {
            Slot::Text(text) => *text = Some(Text(Cow::Borrowed(json.string()?))),
            Slot::Number(number) => *number = Some(json.number()?),
            Slot::Tags(_) => return None,
            Slot::Moves => {
                let faults = &mut game.move_faults;
                json.list(|json| read_words(json, record, faults))?;
                game.has_moves = true;
            }
        }
        Some(())
    })?;
    json.is_at_end().then_some(game)
}

/// How the site goes on from one word to the next.
const BETWEEN: &[u8] = b"\", \"";

/// Reads words of the list of moves into the record: usual moves, and the first that is none.
fn read_words(
    json: &mut QuickJson<'_>,
    record: &mut Record,
    faults: &mut Vec<Fault>,
) -> Option<()> {
    json.opens_string()?;
    let (at, closes) = read_usual(json.bytes(), json.at(), record);
    json.go_to(at);
    if closes {
        return json.closes_string();
    }
    let word = json.rest_of_string()?;
    read_token(trimmed(word), Span::new(at, at + word.len()), record, LineId::MAIN, faults);
    Some(())
}

/// Reads moves as long as they are usual and written as the site writes lists. Tells where it has come
/// to, and whether that is the end of a move and not the beginning of another word. In line it would
/// have too few registers left.
#[inline(never)]
fn read_usual(text: &[u8], mut at: usize, record: &mut Record) -> (usize, bool) {
    let ends_word = |byte: u8| byte == b'"';
    while let Some(length) = usual_move(&text[at..], span_from(at), record, LineId::MAIN, ends_word)
    {
        at += length;
        if !text[at..].starts_with(BETWEEN) {
            return (at, true);
        }
        at += BETWEEN.len();
    }
    (at, false)
}

/// A word without white space around it; nearly all have none.
pub(super) fn trimmed(word: &str) -> &str {
    match word.as_bytes() {
        [b'!'..=b'~', .., b'!'..=b'~'] => word,
        _ => word.trim(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::read::{read as read_either, read_any};
    use super::*;
    use crate::notation::testing::{damage, damaged};
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    type Reader = fn(&str, &mut Record, &mut Vec<Fault>);

    fn told(reader: Reader, text: &str) -> String {
        let (mut record, mut faults) = (Record::default(), Vec::new());
        reader(text, &mut record, &mut faults);
        format!("{record:#?}\n{faults:#?}")
    }

    fn is_plain(text: &str) -> bool {
        read(text, &mut Record::default()).is_some()
    }

    #[test]
    fn what_the_site_writes_is_plain() {
        for text in [
            r#"{"Id": "game-1-1-470", "WhiteSidePlayerName": "W", "BlackSidePlayerName": "B", "AageGameTypeKey": 1, "AageGameTypeName": "Rachunek tablut 9x9", "WhoMovedFirst": "black", "BlackPiecesCaptured": 0, "WhitePiecesCaptured": 0, "Moves": ["e3h3", "e2-h2", "f10d10", "h5-h7xh8xg7", "resigned"], "WhoWon": "White"}"#,
            r#" {"Moves":[ "e3h3","e2h2xe2" , "Ke4-h4++", " timeout ", "", "nox"],"WhoWon":""} "#,
            r#"{"Rating": 1500, "TimeControl": "5+3", "WhoWon": "Nobody", "Moves": []}"#,
            "{}",
        ] {
            assert!(is_plain(text), "{text}");
            assert_eq!(told(read_either, text), told(read_any, text));
        }
    }

    #[test]
    fn what_is_not_plain_is_given_up() {
        for text in [
            "",
            "[]",
            r#"{"Id": null}"#,
            r#"{"Id": 1}"#,
            r#"{"Id": "\u0041"}"#,
            r#"{"Id": "a", "Id": "b"}"#,
            r#"{"Id": "a"} x"#,
            r#"{"AageGameTypeKey": "1"}"#,
            r#"{"AageGameTypeKey": 4294967296}"#,
            r#"{"Moves": null}"#,
            r#"{"Moves": ["d1-d3", 1]}"#,
            r#"{"Moves": ["d1-d3", "d\u0031-d3"]}"#,
            r#"{"Moves": ["d1-d3",]}"#,
            r#"{"Moves": ["d1-d3""#,
            r#"{"Moves": ["d1-d3"#,
            r#"{"Tags": []}"#,
            r#"{"Other": [1]}"#,
            r#"{"Other": true}"#,
        ] {
            assert!(!is_plain(text), "{text}");
            assert_eq!(told(read_either, text), told(read_any, text));
        }
    }

    fn word() -> impl Strategy<Value = String> {
        prop_oneof![
            6 => "[a-k][1-9]-?[a-k][1-9]",
            4 => "[a-m]1?[0-9]-?[a-m]1?[0-9](x[a-m]1?[0-9]){0,3}",
            1 => "[KcHn-]{0,2}[a-cx][1-9][-^=]{0,2}[a-cx][1-9][x+*-]{0,2}",
            1 => select(vec!["resigned", "timeout", ".....", "", " d1-d3 ", "\u{a0}d1d3", "d1-"])
                .prop_map(str::to_owned),
            1 => "[ -!#-\\[\\]-~\u{e9}\u{2028}]{0,10}",
        ]
    }

    fn member(key: &'static str) -> impl Strategy<Value = String> {
        let value = match key {
            "AageGameTypeKey" | "BlackPiecesCaptured" | "WhitePiecesCaptured" | "Rating" => {
                (0..=999_999_999u32).prop_map(|number| number.to_string()).boxed()
            }
            "Moves" => (vec(word(), 0..12), select(vec![", ", ",", " ,\n"]))
                .prop_map(|(words, between)| {
                    let quoted: Vec<String> =
                        words.iter().map(|word| format!("\"{word}\"")).collect();
                    format!("[{}]", quoted.join(between))
                })
                .boxed(),
            _ => "\"(White|Black|[a-z0-9 ./\u{e9}-]{0,20})\"".boxed(),
        };
        (value, select(vec![": ", ":", "\t:\r\n "]))
            .prop_map(move |(value, colon)| format!("\"{key}\"{colon}{value}"))
    }

    /// Plain objects, most of them with the site's keys in the site's order.
    fn plain_object() -> impl Strategy<Value = String> {
        let known = KEYS.into_iter().filter(|key| *key != "Tags");
        let keys: Vec<&str> = known.chain(["Rating", "TimeControl", "odd_key"]).collect();
        let keys = prop_oneof![
            Just(KEYS[..10].to_vec()),
            proptest::sample::subsequence(keys.clone(), 0..keys.len()),
            Just(keys).prop_shuffle(),
        ];
        let members = keys.prop_flat_map(|keys| keys.into_iter().map(member).collect::<Vec<_>>());
        (members, select(vec![", ", ",", " , "]))
            .prop_map(|(members, between)| format!("{{{}}}", members.join(between)))
    }

    /// What is inserted into objects.
    const JUNK: &[&str] = &[
        "\"",
        "\\",
        ",",
        ":",
        "{",
        "}",
        "[",
        "]",
        " ",
        "\n",
        "\u{1}",
        "-",
        ".",
        "e",
        "0",
        "9",
        "x",
        "null",
        "\u{e9}",
        "\\u0041",
        "\\\"",
        "\"Id\": \"\", ",
        "\"Moves\": [], ",
        "xd4",
        "\", \"",
    ];

    proptest! {
        #[test]
        fn plain_objects_are_read_as_any_object(text in plain_object()) {
            prop_assert!(is_plain(&text));
            prop_assert_eq!(told(read_either, &text), told(read_any, &text));
        }

        #[test]
        fn damaged_objects_are_read_as_any_object(
            text in plain_object(),
            damages in vec(damage(JUNK), 1..4),
        ) {
            let text = damages.iter().fold(text, |text, damage| damaged(&text, damage));
            prop_assert_eq!(told(read_either, &text), told(read_any, &text));
        }
    }
}
