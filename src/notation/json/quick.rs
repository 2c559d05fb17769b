//! A quick reader for JSON that is as plain as most: strings without escapes and small whole numbers.
//!
//! It knows less than all of JSON and never says what is wrong. It gives up, and the text is read anew
//! by a parser that knows the rest. What it does not give up on, that parser reads the same.

use serde_json::value::RawValue;

/// A text that is being read. Whatever returns an [`Option`] gives up with nothing.
pub(in crate::notation) struct QuickJson<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> QuickJson<'a> {
    /// Begins at the start of a text.
    pub(in crate::notation) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Reads an object; each member's key and value have to be read by somebody.
    #[inline]
    pub(in crate::notation) fn object(
        &mut self,
        member: impl FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        self.items([b'{', b'}'], member)
    }

    /// Reads the key of a member.
    pub(in crate::notation) fn key(&mut self) -> Option<&'a str> {
        let key = self.string()?;
        self.expect(b':')?;
        Some(key)
    }

    /// Reads the key of a member if it is this one and written as usual, which is found sooner than
    /// what it is.
    #[inline]
    pub(in crate::notation) fn has_key(&mut self, likely: &str) -> Option<&'a str> {
        self.pass_spaces();
        let start = self.at + 1;
        let end = start + likely.len();
        let rest = self.rest().strip_prefix(b"\"")?.strip_prefix(likely.as_bytes())?;
        let is_usual = rest.starts_with(b"\": ");
        self.at = if is_usual { end + 3 } else { self.at };
        is_usual.then(|| &self.text[start..end])
    }

    /// Reads a list; each item has to be read by somebody.
    #[inline]
    pub(in crate::notation) fn list(
        &mut self,
        item: impl FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        self.items([b'[', b']'], item)
    }

    #[inline]
    fn items(
        &mut self,
        [open, close]: [u8; 2],
        mut item: impl FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        self.expect(open)?;
        if self.eat(close) {
            return Some(());
        }
        loop {
            item(self)?;
            if !self.eat(b',') {
                return self.expect(close);
            }
        }
    }

    /// Reads a string.
    #[inline]
    pub(in crate::notation) fn string(&mut self) -> Option<&'a str> {
        self.opens_string()?;
        self.rest_of_string()
    }

    /// Goes into a string.
    #[inline]
    pub(in crate::notation) fn opens_string(&mut self) -> Option<()> {
        self.expect(b'"')
    }

    /// Reads what is left of the string that this has gone into, and goes out of it.
    pub(in crate::notation) fn rest_of_string(&mut self) -> Option<&'a str> {
        let start = self.at;
        let end = start + plain_length(self.rest());
        self.at = end;
        self.closes_string()?;
        self.text.get(start..end)
    }

    /// Goes out of a string that ends here.
    #[inline]
    pub(in crate::notation) fn closes_string(&mut self) -> Option<()> {
        self.passes(b"\"").then_some(())
    }

    /// Reads a whole number.
    pub(in crate::notation) fn number(&mut self) -> Option<u32> {
        self.pass_spaces();
        let (mut number, mut digits) = (0, 0);
        while let Some(digit @ b'0'..=b'9') = self.rest().first() {
            if digits == MOST_DIGITS || (digits > 0 && number == 0) {
                return None;
            }
            number = number * 10 + u32::from(digit - b'0');
            digits += 1;
            self.at += 1;
        }
        let goes_on = matches!(self.rest(), [b'.' | b'e' | b'E', ..]);
        (digits > 0 && !goes_on).then_some(number)
    }

    /// Reads a string or a number as it is written.
    pub(in crate::notation) fn raw(&mut self) -> Option<&'a RawValue> {
        self.pass_spaces();
        let start = self.at;
        match self.rest().first()? {
            b'"' => self.string().map(|_| ()),
            _ => self.number().map(|_| ()),
        }?;
        serde_json::from_str(self.text.get(start..self.at)?).ok()
    }

    /// Whether nothing is left but white space.
    pub(in crate::notation) fn is_at_end(&mut self) -> bool {
        self.pass_spaces();
        self.rest().is_empty()
    }

    /// Where this has come to.
    #[inline]
    pub(in crate::notation) const fn at(&self) -> usize {
        self.at
    }

    /// The whole text.
    pub(in crate::notation) const fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    /// Goes on to another place.
    #[inline]
    pub(in crate::notation) const fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    #[inline]
    fn rest(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at..]
    }

    #[inline]
    fn expect(&mut self, byte: u8) -> Option<()> {
        self.eat(byte).then_some(())
    }

    /// Goes past white space, and past the byte behind it if it is this one. Tells whether it was.
    #[inline]
    fn eat(&mut self, byte: u8) -> bool {
        self.pass_spaces();
        self.passes(&[byte])
    }

    /// Goes past these bytes if they are next. Tells whether they were.
    #[inline]
    fn passes(&mut self, bytes: &[u8]) -> bool {
        let are_next = self.rest().starts_with(bytes);
        self.at += if are_next { bytes.len() } else { 0 };
        are_next
    }

    #[inline]
    fn pass_spaces(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.rest().first() {
            self.at += 1;
        }
    }
}

/// Numbers of so many digits fit in 32 bits.
const MOST_DIGITS: usize = 9;

/// How many bytes stand before the first quote, backslash or control character.
fn plain_length(text: &[u8]) -> usize {
    let mut length = 0;
    while let Some(eight) = text[length..].first_chunk() {
        let special = special_bytes(u64::from_le_bytes(*eight));
        if special != 0 {
            return length + special.trailing_zeros() as usize / 8;
        }
        length += 8;
    }
    let is_plain = |byte: &&u8| **byte >= b' ' && !matches!(**byte, b'"' | b'\\');
    length + text[length..].iter().take_while(is_plain).count()
}

/// Marks the bytes of eight that no plain string has. The lowest mark is right, and that there is one;
/// higher marks may not be, as a difference borrows from the bytes above it.
const fn special_bytes(eight: u64) -> u64 {
    const fn each(byte: u8) -> u64 {
        u64::from_le_bytes([byte; 8])
    }
    const fn below(eight: u64, byte: u8) -> u64 {
        eight.wrapping_sub(each(byte)) & !eight
    }
    let control = below(eight, b' ');
    let quote = below(eight ^ each(b'"'), 1);
    let backslash = below(eight ^ each(b'\\'), 1);
    (control | quote | backslash) & each(0x80)
}

#[cfg(test)]
mod tests {
    use proptest::bool::weighted;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use serde_json::{Map, Value};

    use super::*;
    use crate::notation::testing::{damage, damaged};

    #[test]
    fn numbers_are_plain_or_given_up() {
        let number = |text| QuickJson::new(text).number();
        for (text, value) in [("0", 0), (" 7", 7), ("10,", 10), ("999999999}", 999_999_999)] {
            assert_eq!(number(text), Some(value), "{text}");
        }
        for text in ["", "x", "-1", "00", "01", "1.0", "1e2", "1E2", "1000000000", "\"1\""] {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn strings_are_plain_or_given_up() {
        let string = |text: &str| QuickJson::new(text).string().map(str::to_owned);
        for text in ["", "a", "Zwölf", "eight by", "more than eight bytes", "\u{7f}"] {
            assert_eq!(string(&format!(" \"{text}\"")), Some(text.to_owned()));
        }
        for text in ["", "\"", "a", "\"a", "\"a\\\"\"", "\"a\tb\"", "\"eight by\n\""] {
            assert_eq!(string(text), None, "{text}");
        }
    }

    #[test]
    fn commas_stand_between_items_only() {
        let list = |text| {
            let mut json = QuickJson::new(text);
            json.list(|json| json.number().map(|_| ()))?;
            json.is_at_end().then_some(())
        };
        for text in ["[]", " [ ] ", "[1]", "[1,2]", "[ 1\n,\t2 ]\r"] {
            assert!(list(text).is_some(), "{text}");
        }
        for text in ["", "[", "]", "[1", "[1,]", "[,1]", "[1 2]", "[1],", "[1]]", "[1}"] {
            assert!(list(text).is_none(), "{text}");
        }
    }

    #[test]
    fn likely_keys_are_those_that_stand_there() {
        let has = |text: &str| {
            let mut json = QuickJson::new(text);
            json.has_key("Id").map(|key| (key.to_owned(), json.at()))
        };
        assert_eq!(has(" \"Id\": 1"), Some(("Id".to_owned(), 7)));
        for text in ["", "\"", "Id", "\"Id", "\"Id\"", "\"Id\":1", "\"Idx\": 1", "\"I\": 1"] {
            assert_eq!(has(text), None, "{text}");
        }
    }

    /// Reads any value that the quick reader has words for.
    fn value(json: &mut QuickJson<'_>) -> Option<Value> {
        json.pass_spaces();
        match json.rest().first()? {
            b'{' => {
                let mut members = Map::new();
                json.object(|json| {
                    let key = match json.has_key(LIKELY) {
                        Some(key) => key,
                        None => json.key()?,
                    };
                    members.insert(key.to_owned(), value(json)?);
                    Some(())
                })?;
                Some(Value::Object(members))
            }
            b'[' => {
                let mut items = Vec::new();
                json.list(|json| {
                    items.push(value(json)?);
                    Some(())
                })?;
                Some(Value::Array(items))
            }
            b'"' => json.string().map(Value::from),
            _ => json.number().map(Value::from),
        }
    }

    /// Reads a text that is one value.
    fn whole(text: &str) -> Option<Value> {
        let mut json = QuickJson::new(text);
        let value = value(&mut json)?;
        json.is_at_end().then_some(value)
    }

    /// A key that is looked for before others.
    const LIKELY: &str = "Id";

    fn text() -> impl Strategy<Value = String> {
        "[ -~\u{7f}-\u{ff}]{0,20}|\\PC{0,9}".prop_map(|text| text.replace(['"', '\\'], ""))
    }

    /// Values around these leaves, with lists and objects in one another.
    fn tree(leaf: impl Strategy<Value = Value> + 'static) -> impl Strategy<Value = Value> {
        leaf.prop_recursive(4, 40, 6, |inner| {
            let key = prop_oneof![Just(LIKELY.to_owned()), text()];
            prop_oneof![
                vec(inner.clone(), 0..6).prop_map(Value::Array),
                vec((key, inner), 0..6).prop_map(|members| members.into_iter().collect()),
            ]
        })
    }

    /// Values that are plain: strings without what has to be escaped, and numbers of nine digits at most.
    fn plain() -> impl Strategy<Value = Value> {
        tree(prop_oneof![text().prop_map(Value::from), (0..=999_999_999_u32).prop_map(Value::from)])
    }

    /// Any values.
    fn any_value() -> impl Strategy<Value = Value> {
        tree(prop_oneof![
            3 => text().prop_map(Value::from),
            1 => any::<String>().prop_map(Value::from),
            3 => any::<u32>().prop_map(Value::from),
            1 => any::<i64>().prop_map(Value::from),
            1 => any::<i16>().prop_map(|quarters| Value::from(f64::from(quarters) / 4.0)),
            1 => any::<bool>().prop_map(Value::from),
            1 => Just(Value::Null),
        ])
    }

    /// Choices in how a value is written, one after the other and from the start again.
    struct Choices(std::iter::Cycle<std::vec::IntoIter<u8>>);

    impl Choices {
        fn new(choices: Vec<u8>) -> Self {
            Self(choices.into_iter().cycle())
        }

        fn space(&mut self) -> &'static str {
            ["", "", " ", " ", "\n", "\t ", "\r\n  "][usize::from(self.0.next().unwrap_or(0)) % 7]
        }

        fn escapes(&mut self) -> bool {
            self.0.next().is_some_and(|choice| choice % 16 == 0)
        }
    }

    /// Writes a value with any white space and, where asked for, with escapes that nothing demands.
    fn written(value: &Value, choices: &mut Choices, may_escape: bool) -> String {
        let string = |text: &str, choices: &mut Choices| {
            let mut out = String::from("\"");
            for letter in text.chars() {
                if may_escape && choices.escapes() {
                    let mut units = [0; 2];
                    let units = letter.encode_utf16(&mut units).iter();
                    out.extend(units.map(|unit| format!("\\u{unit:04x}")));
                } else {
                    let quoted = Value::from(letter.to_string()).to_string();
                    out += &quoted[1..quoted.len() - 1];
                }
            }
            out + "\""
        };
        let spaced = |parts: Vec<String>, [open, close]: [&str; 2]| {
            format!("{open}{}{close}", parts.join(","))
        };
        let before = choices.space();
        let core = match value {
            Value::Object(members) => {
                let mut parts = Vec::new();
                for (key, value) in members {
                    let key = string(key, choices);
                    let (left, right) = (choices.space(), choices.space());
                    parts.push(format!(
                        "{left}{key}{right}:{}",
                        written(value, choices, may_escape)
                    ));
                }
                spaced(parts, ["{", "}"])
            }
            Value::Array(items) => {
                let parts = items.iter().map(|item| written(item, choices, may_escape)).collect();
                spaced(parts, ["[", "]"])
            }
            Value::String(text) => string(text, choices),
            other => other.to_string(),
        };
        format!("{before}{core}{}", choices.space())
    }

    /// What the quick reader accepts, the parser reads the same.
    fn agrees(text: &str) -> Result<(), TestCaseError> {
        if let Some(value) = whole(text) {
            let parsed = serde_json::from_str::<Value>(text);
            prop_assert_eq!(parsed.ok(), Some(value), "{}", text);
        }
        if let Some(raw) = QuickJson::new(text).raw() {
            let start = text.len() - text.trim_start_matches([' ', '\n', '\r', '\t']).len();
            prop_assert!(text[start..].starts_with(raw.get()), "{}", text);
            prop_assert!(serde_json::from_str::<Value>(raw.get()).is_ok(), "{}", text);
        }
        Ok(())
    }

    /// What is inserted into values.
    const JUNK: &[&str] = &[
        "\"",
        "\\",
        ",",
        ";",
        ":",
        "{",
        "}",
        "[",
        "]",
        " ",
        "\u{1}",
        "-",
        ".",
        "e",
        "E1",
        "0",
        "9",
        "x",
        "null",
        "true",
        "\u{e9}",
        "\u{feff}",
        "\\u0041",
        "\\\"",
        "\"Id\": ",
        "\"Id\": 1, ",
        "00",
        "1234567890",
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn plain_values_are_accepted_and_read_right(
            value in plain(),
            choices in vec(any::<u8>(), 1..40),
        ) {
            let text = written(&value, &mut Choices::new(choices), false);
            prop_assert_eq!(whole(&text), Some(value), "{}", text);
        }

        #[test]
        fn what_is_accepted_of_any_value_is_read_right(
            value in any_value(),
            choices in vec(any::<u8>(), 1..40),
            may_escape in any::<bool>(),
        ) {
            let text = written(&value, &mut Choices::new(choices), may_escape);
            prop_assert_eq!(serde_json::from_str::<Value>(&text).ok(), Some(value));
            agrees(&text)?;
        }

        #[test]
        fn what_is_accepted_of_damaged_values_is_read_right(
            value in prop_oneof![3 => plain(), 1 => any_value()],
            choices in vec(any::<u8>(), 1..40),
            may_escape in weighted(0.2),
            damages in vec(damage(JUNK), 1..4),
        ) {
            let text = written(&value, &mut Choices::new(choices), may_escape);
            let text = damages.iter().fold(text, |text, damage| damaged(&text, damage));
            agrees(&text)?;
        }

        #[test]
        fn plain_bytes_are_counted(text in "[ -~\u{7f}-\u{ff}]{0,20}[\"\\\\\u{0}-\u{1f}]?.{0,9}") {
            let special = |byte: &u8| *byte < b' ' || matches!(byte, b'"' | b'\\');
            let first = text.as_bytes().iter().position(special).unwrap_or(text.len());
            prop_assert_eq!(plain_length(text.as_bytes()), first);
        }
    }
}
