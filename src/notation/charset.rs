//! Encodings that a record of Smart Game Format declares in `CA`: which they are, and how letters of
//! several bytes are kept from being taken for brackets.

use std::ops::Range;

use encoding_rs::{BIG5, Encoding, GB18030, GBK, ISO_2022_JP, REPLACEMENT, SHIFT_JIS};

/// How far into a record `CA` is looked for.
pub(super) const WINDOW: usize = 4 << 10;

/// How bytes make up letters, as far as it matters for brackets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Scheme {
    /// What looks like a bracket is one.
    #[default]
    Plain,
    /// Some letters are two bytes, of which the second may look like a bracket.
    ShiftJis,
    /// The same with other first bytes: GBK, GB18030 and Big5.
    Double,
    /// Escapes switch to letters of two bytes that look like ASCII, and back.
    Iso2022,
}

impl Scheme {
    const ALL: [Self; 4] = [Self::Plain, Self::ShiftJis, Self::Double, Self::Iso2022];

    fn of(encoding: Option<&'static Encoding>) -> Self {
        match encoding {
            Some(known) if known == SHIFT_JIS => Self::ShiftJis,
            Some(known) if [GBK, GB18030, BIG5].contains(&known) => Self::Double,
            Some(known) if known == ISO_2022_JP => Self::Iso2022,
            _ => Self::Plain,
        }
    }
}

/// Tells letters apart, one after the other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Letters {
    scheme: Scheme,
    /// Whether an escape has switched to letters of two bytes.
    switched: bool,
}

/// A letter: how many bytes it has, and whether it is the ASCII letter that it looks like.
pub(super) struct Letter {
    pub(super) length: usize,
    pub(super) is_ascii: bool,
}

impl Letters {
    /// Letters of a record that begins like this.
    pub(super) fn of(record: &[u8]) -> Self {
        let encoding = declared(record).and_then(|declared| declared.encoding);
        let scheme = match Scheme::of(encoding) {
            Scheme::ShiftJis | Scheme::Double if is_utf8(record) => Scheme::Plain,
            scheme => scheme,
        };
        Self { scheme, switched: false }
    }

    /// Whether every byte that looks like a bracket is one.
    pub(super) fn are_plain(self) -> bool {
        self.scheme == Scheme::Plain
    }

    /// The first letter of bytes that are not empty.
    pub(super) fn first(&mut self, bytes: &[u8]) -> Letter {
        let double = Letter { length: bytes.len().min(2), is_ascii: false };
        let has_second = bytes.get(1).is_some_and(|second| *second >= 0x40);
        match (self.scheme, bytes[0]) {
            (Scheme::ShiftJis, 0x81..=0x9f | 0xe0..=0xfc) if has_second => double,
            (Scheme::Double, 0x81..=0xfe) if has_second => double,
            (Scheme::Iso2022, 0x1b) => {
                self.switched = bytes.get(1) == Some(&b'$');
                Letter { length: bytes.len().min(3), is_ascii: false }
            }
            (Scheme::Iso2022, b'\n' | b'\r') => {
                self.switched = false;
                Letter { length: 1, is_ascii: true }
            }
            (Scheme::Iso2022, _) if self.switched => double,
            _ => Letter { length: 1, is_ascii: true },
        }
    }
}

/// Whether the beginning of a record is UTF-8, whatever it declares.
fn is_utf8(record: &[u8]) -> bool {
    let beginning = &record[..record.len().min(WINDOW)];
    // A letter may be cut in two.
    let cut = |error: std::str::Utf8Error| error.error_len().is_none();
    !beginning.is_ascii() && std::str::from_utf8(beginning).map_or_else(cut, |_| true)
}

/// What `CA` declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Declared {
    /// Its value, as bytes of the record.
    pub(super) place: Range<usize>,
    /// The encoding, if it is known.
    pub(super) encoding: Option<&'static Encoding>,
}

/// The encoding with this name, if it is known and can be read.
pub(super) fn encoding(label: &[u8]) -> Option<&'static Encoding> {
    Encoding::for_label(label).filter(|known| *known != REPLACEMENT)
}

/// What the first node of a record declares, if it does.
pub(super) fn declared(record: &[u8]) -> Option<Declared> {
    let beginning = &record[..record.len().min(WINDOW)];
    let mut first = None;
    // Names before `CA` may be in the encoding that it declares, so each way to read them is tried.
    for scheme in Scheme::ALL {
        let Some(place) = value_of_ca(beginning, scheme) else { continue };
        let declared = Declared { encoding: encoding(&beginning[place.clone()]), place };
        if Scheme::of(declared.encoding) == scheme {
            return Some(declared);
        }
        first.get_or_insert(declared);
    }
    first
}

/// Where the value of `CA` stands in the first node, its letters told apart in this way.
fn value_of_ca(bytes: &[u8], scheme: Scheme) -> Option<Range<usize>> {
    let mut letters = Letters { scheme, switched: false };
    let mut name: Vec<u8> = Vec::new();
    let (mut value, mut escaped, mut nodes) = (None, false, 0);
    let mut at = 0;
    while at < bytes.len() {
        let Letter { length, is_ascii } = letters.first(&bytes[at..]);
        match (value, bytes[at]) {
            (_, b'\\') if is_ascii && !escaped => escaped = true,
            _ if escaped => escaped = false,
            _ if !is_ascii => {}
            (Some(start), b']') => {
                if name == b"CA" {
                    return Some(start..at);
                }
                value = None;
            }
            (Some(_), _) => {}
            (None, b'[') => value = Some(at + 1),
            (None, b'A'..=b'Z') => {
                // Behind the value of a property, a letter begins the name of the next.
                if at > 0 && !bytes[at - 1].is_ascii_uppercase() {
                    name.clear();
                }
                name.push(bytes[at]);
            }
            (None, b';') => nodes += 1,
            (None, b'(') if nodes > 0 => return None,
            _ => {}
        }
        if nodes > 1 {
            return None;
        }
        at += length;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{UTF_8, WINDOWS_1252};

    #[test]
    fn the_declared_encoding_is_found() {
        let found = |text: &[u8]| declared(text).map(|found| (found.place, found.encoding));
        assert_eq!(found(b"(;FF[4]CA[UTF-8]PB[x])"), Some((10..15, Some(UTF_8))));
        assert_eq!(found(b"(;CA [ latin1 ]"), Some((6..14, Some(WINDOWS_1252))));
        assert_eq!(found(b"(;FF[4]CA[klingon])"), Some((10..17, None)));
        assert_eq!(found(b"(;CA[iso-2022-kr])"), Some((5..16, None)));
        assert_eq!(found(b"(;FF[4]C[CA[x\\]];B[aaab]CA[UTF-8])"), None);
        assert_eq!(found(b"(;FF[4]XCA[UTF-8](;CA[UTF-8]))"), None);
    }

    /// A name that ends in a letter whose second byte is a backslash, before `CA`.
    #[test]
    fn names_before_it_may_be_in_its_encoding() {
        for (encoding, name) in [(SHIFT_JIS, "ソ"), (BIG5, "功"), (GBK, "誠")] {
            let (name, _, _) = encoding.encode(name);
            assert_eq!(name.last(), Some(&b'\\'), "{name:?}");
            let record =
                [b"(;FF[4]PB[", &*name, b"]CA[", encoding.name().as_bytes(), b"])"].concat();
            assert_eq!(declared(&record).unwrap().encoding, Some(encoding));
        }
    }
}
