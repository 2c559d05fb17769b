//! JSON that is no record of any format: what it is, and what would make it one.

use serde::de::IgnoredAny;

use crate::record::Span;

use super::fault::{Fault, FaultKind};
use super::{Format, shortened};

/// How many keys of an object are held against those that are known.
const KEYS_LOOKED_AT: usize = 32;

/// How many letters two keys may differ in for one to be meant by the other.
const NEAR: usize = 2;

/// What a text is if it is JSON without any object in front, in a word or two. A text that breaks off
/// is one as far as it goes.
pub(super) fn what_json(text: &str) -> Option<&'static str> {
    let what = match text.trim_start().as_bytes().first()? {
        b'[' => "a list",
        b'"' => "a text",
        b't' | b'f' => "a truth value",
        b'n' => "null",
        b'-' | b'0'..=b'9' => "a number",
        _ => return None,
    };
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<IgnoredAny>();
    values.all(|value| value.is_ok_and(|_| true) || is_cut(text)).then_some(what)
}

/// Whether a text is JSON that breaks off.
fn is_cut(text: &str) -> bool {
    let whole = serde_json::from_str::<IgnoredAny>(text);
    whole.is_err_and(|error| error.is_eof())
}

/// The fault of a text that is JSON without any object, if it is that.
pub(super) fn no_object(text: &str) -> Option<Fault> {
    let what = what_json(text).filter(|_| !is_cut(text))?;
    Some(fault(text, no_objects(what), help()))
}

/// What there is to say of JSON without any object.
pub fn no_objects(what: &str) -> String {
    format!("this JSON is {what} and no known record")
}

/// The fault of an object with none of the keys that its format is known by.
pub(super) fn no_record<'k>(text: &str, keys: impl Iterator<Item = &'k str>) -> Fault {
    let mut told = help();
    if let Some((key, known, format)) = nearest(keys.take(KEYS_LOOKED_AT)) {
        told += &match key == known {
            true => format!("; `{known}` is one of {0}: is --format {0} meant?", format.name()),
            false => format!("; did you mean `{known}` for `{}`?", shortened(key)),
        };
    }
    fault(text, "this object is no known record".to_owned(), told)
}

/// The fault of an object with a schema that is not read here.
pub(super) fn no_schema(text: &str, schema: &str, known: &str) -> Fault {
    let what = format!("the schema `{}` is not known", shortened(schema));
    let told = match schema.split_once('/') {
        Some(("taflkit.record", _)) => {
            format!("this version of the program reads `{known}` only")
        }
        _ => help(),
    };
    fault(text, what, told)
}

fn fault(text: &str, what: String, help: String) -> Fault {
    Fault::new(Span::new(0, text.len().min(1)), FaultKind::NoRecord { what, help })
}

/// Which keys make an object a record, by format.
pub(crate) fn help() -> String {
    let known = Format::ALL.into_iter().filter_map(|format| {
        let [first, second, ..] = format.entry().keys else { return None };
        Some(format!("`{first}` and `{second}` ({})", format.name()))
    });
    let known: Vec<String> = known.collect();
    format!("records in JSON are known by {}", known.join(", "))
}

/// The key that is most like one that is known, and that one with its format.
fn nearest<'k>(keys: impl Iterator<Item = &'k str>) -> Option<(&'k str, &'static str, Format)> {
    let known = || {
        let of = |format: Format| format.entry().keys.iter().map(move |key| (*key, format));
        Format::ALL.into_iter().flat_map(of)
    };
    let pairs = keys.flat_map(|key| known().map(move |(known, format)| (key, known, format)));
    let near = pairs.filter_map(|(key, known, format)| {
        // Short words are soon alike.
        let most = NEAR.min(known.len() / 3);
        if key.len().abs_diff(known.len()) > most {
            return None;
        }
        let (small, small_known) = (key.to_ascii_lowercase(), known.to_ascii_lowercase());
        let distance = strsim::damerau_levenshtein(&small, &small_known);
        let rank = (distance, strsim::damerau_levenshtein(key, known));
        (distance <= most).then_some((rank, (key, known, format)))
    });
    near.min_by_key(|(rank, _)| *rank).map(|(_, found)| found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_without_objects_is_known() {
        for (text, what) in [
            ("[1, 2]", "a list"),
            ("[\n 1,\n", "a list"),
            ("[\"d1-d3\"]\n[\"d1-d3\"]\n", "a list"),
            ("\"d1-d3\"", "a text"),
            ("true", "a truth value"),
            ("null\n", "null"),
            ("-1.5e3", "a number"),
        ] {
            assert_eq!(what_json(text), Some(what), "{text}");
        }
        for text in ["", "{}", "[Event \"x\"]", "1. d1-d3", "nox", "[date:1]", "\"d1\"-d3"] {
            assert_eq!(what_json(text), None, "{text}");
        }
    }

    #[test]
    fn the_key_that_was_meant_is_told() {
        let told = |key| match no_record("{}", [key].into_iter()).kind {
            FaultKind::NoRecord { help, .. } => help,
            other => panic!("{other:?}"),
        };
        assert!(told("Mvoes").ends_with("; did you mean `Moves` for `Mvoes`?"));
        assert!(told("who_won").ends_with("; did you mean `WhoWon` for `who_won`?"));
        assert!(told("layuot").ends_with("; did you mean `Layout` for `layuot`?"));
        assert!(told("shcema").ends_with("; did you mean `schema` for `shcema`?"));
        assert!(
            told("moves").ends_with("; `moves` is one of htp-json: is --format htp-json meant?")
        );
        assert!(told("name").ends_with("`Moves` and `WhoWon` (archive)"), "{}", told("name"));
    }
}
