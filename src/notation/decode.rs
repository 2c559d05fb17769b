//! The bytes of a record as text.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::record::Span;

use super::Format;
use super::charset::{self, Declared};

/// A record's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// The text.
    pub text: Cow<'a, str>,
    /// Where it shows that the bytes are not what they should be, and what they are.
    pub misfit: Option<(Span, Misfit)>,
}

impl Decoded<'_> {
    /// Whether the bytes are the text as it stands, in UTF-8.
    pub const fn is_as_it_was(&self) -> bool {
        matches!(self.text, Cow::Borrowed(_))
    }
}

/// Bytes that are not in the encoding that they should be in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// Nothing declares an encoding, and they are not UTF-8.
    NotUtf8,
    /// The record declares another encoding than that in which it is read.
    NotAsDeclared {
        /// What it declares.
        declared: &'static str,
        /// What it was read as.
        read_as: &'static str,
    },
    /// Some bytes mean nothing in the encoding that the record declares.
    Senseless {
        /// What it declares.
        declared: &'static str,
    },
    /// The record declares an encoding that nobody here knows.
    UnknownLabel {
        /// What it declares.
        label: String,
        /// What it was read as.
        read_as: &'static str,
    },
}

impl Error for Misfit {}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotUtf8 => f.write_str("the bytes are not UTF-8; read as Windows-1252"),
            Self::NotAsDeclared { declared, read_as } => write!(
                f,
                "the record declares {declared}, and its bytes are not that; read as {read_as}"
            ),
            Self::Senseless { declared } => write!(
                f,
                "the record declares {declared}, and some of its bytes are not that; U+FFFD stands for \
                 each"
            ),
            Self::UnknownLabel { label, read_as } => {
                write!(
                    f,
                    "no encoding is known as `{}`; read as {read_as}",
                    super::shortened(label)
                )
            }
        }
    }
}

/// Why a record's text must not be taken for what it looks like: it has NUL bytes, or declares another
/// encoding than UTF-8. Then it is not to be changed in place.
pub(crate) fn unfit_to_change(format: Format, text: &str) -> Option<String> {
    if text.contains('\0') {
        return Some("there are NUL bytes in it".to_owned());
    }
    let decoded = decode(format, text.as_bytes());
    let why =
        || "it is in another encoding than UTF-8, into which `tafl convert` turns it".to_owned();
    match decoded.misfit {
        Some((_, misfit)) => Some(misfit.to_string()),
        None => (decoded.text != text).then(why),
    }
}

/// Whether a record's text, written in UTF-8 as it stands, is in the encoding that it declares, if it
/// declares one.
pub fn is_labelled_rightly(format: Format, text: &str) -> bool {
    let declared =
        if format.declares_encoding() { charset::declared(text.as_bytes()) } else { None };
    match declared.map(|declared| declared.encoding) {
        None => true,
        Some(Some(encoding)) if encoding == UTF_8 => true,
        Some(Some(encoding)) => encoding.is_ascii_compatible() && text.is_ascii(),
        Some(None) => false,
    }
}

/// The text of a record. Smart Game Format declares its encoding; other formats are UTF-8, and if they
/// are not that, they are taken for Windows-1252, in which older programs wrote.
pub fn decode(format: Format, bytes: &[u8]) -> Decoded<'_> {
    let declared = if format.declares_encoding() { charset::declared(bytes) } else { None };
    match declared {
        None => undeclared(bytes, |_| Misfit::NotUtf8),
        Some(Declared { encoding: Some(encoding), .. }) => as_declared(bytes, encoding),
        Some(Declared { place, encoding: None }) => {
            let label = String::from_utf8_lossy(&bytes[place.clone()]).into_owned();
            let mut decoded = undeclared(bytes, |_| Misfit::NotUtf8);
            let read_as = name_of(if decoded.misfit.is_some() { WINDOWS_1252 } else { UTF_8 });
            // What stands before it may take more bytes in the text.
            let before = decode_plainly(&bytes[..place.start]).len();
            let span = Span::new(before, before + decode_plainly(&bytes[place]).len());
            decoded.misfit = Some((span, Misfit::UnknownLabel { label, read_as }));
            decoded
        }
    }
}

fn decode_plainly(bytes: &[u8]) -> Cow<'_, str> {
    undeclared(bytes, |_| Misfit::NotUtf8).text
}

/// UTF-8, or else Windows-1252, and what is said of that.
fn undeclared(bytes: &[u8], misfit: impl Fn(&'static str) -> Misfit) -> Decoded<'_> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Decoded { text: Cow::Borrowed(text), misfit: None },
        Err(_) => {
            let text = WINDOWS_1252.decode_without_bom_handling(bytes).0;
            let misfit = Some((first_foreign(&text), misfit(name_of(WINDOWS_1252))));
            Decoded { text: Cow::Owned(text.into_owned()), misfit }
        }
    }
}

fn as_declared<'a>(bytes: &'a [u8], encoding: &'static Encoding) -> Decoded<'a> {
    let declared = name_of(encoding);
    let other = |read_as| Misfit::NotAsDeclared { declared, read_as };
    // A text in UTF-16 has been turned into UTF-8 on the way here.
    if [UTF_8, UTF_16LE, UTF_16BE].contains(&encoding) {
        return undeclared(bytes, other);
    }
    if bytes.is_ascii() && encoding != ISO_2022_JP {
        return undeclared(bytes, other);
    }
    let utf8 = std::str::from_utf8(bytes).ok().filter(|text| !text.is_ascii());
    let (text, has_errors) = encoding.decode_without_bom_handling(bytes);
    match utf8 {
        // Every byte means something in Windows-1252, and programs write its name without looking; but
        // by chance hardly any text in it is UTF-8.
        Some(utf8) if has_errors || encoding == WINDOWS_1252 => {
            let misfit = Some((first_foreign(utf8), other(name_of(UTF_8))));
            Decoded { text: Cow::Borrowed(utf8), misfit }
        }
        _ => {
            let wrong = text.find(char::REPLACEMENT_CHARACTER).filter(|_| has_errors);
            let span = |at| Span::new(at, at + char::REPLACEMENT_CHARACTER.len_utf8());
            let misfit = wrong.map(|at| (span(at), Misfit::Senseless { declared }));
            Decoded { text: Cow::Owned(text.into_owned()), misfit }
        }
    }
}

/// The name of an encoding as people write it.
fn name_of(encoding: &'static Encoding) -> &'static str {
    if encoding == WINDOWS_1252 { "Windows-1252" } else { encoding.name() }
}

/// The first letter that is not ASCII.
fn first_foreign(text: &str) -> Span {
    let at = text.char_indices().find(|(_, letter)| !letter.is_ascii());
    at.map_or_else(Span::default, |(at, letter)| Span::new(at, at + letter.len_utf8()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sgf(bytes: &[u8]) -> (String, Option<String>) {
        let Decoded { text, misfit } = decode(Format::Sgf, bytes);
        let told = misfit.map(|(span, misfit)| format!("`{}` {misfit}", span.text(&text)));
        (text.into_owned(), told)
    }

    #[test]
    fn declared_encodings_are_honoured() {
        let latin = sgf(b"(;FF[4]CA[ISO-8859-1]PB[\xc5ge])");
        assert_eq!(latin, ("(;FF[4]CA[ISO-8859-1]PB[Åge])".to_owned(), None));
        assert_eq!(sgf(b"(;CA[koi8-r]PB[\xeb])").0, "(;CA[koi8-r]PB[К])");
        assert_eq!(
            sgf(b"(;CA[Shift_JIS]PB[\x83\x5c])"),
            ("(;CA[Shift_JIS]PB[ソ])".to_owned(), None)
        );
        let utf16 = "(;CA[UTF-16]PB[Å])";
        assert_eq!(sgf(utf16.as_bytes()), (utf16.to_owned(), None));
    }

    #[test]
    fn what_is_not_as_declared_is_told() {
        let told = |bytes: &[u8]| sgf(bytes).1.unwrap_or_default();
        let is = |told: String, expected: &str| assert_eq!(told, expected);
        is(
            told(b"(;CA[UTF-8]PB[\xc5ge])"),
            "`Å` the record declares UTF-8, and its bytes are not that; read as Windows-1252",
        );
        is(
            told("(;CA[latin1]PB[Åge])".as_bytes()),
            "`Å` the record declares Windows-1252, and its bytes are not that; read as UTF-8",
        );
        is(
            told("(;CA[big5]PB[Åge])".as_bytes()),
            "`Å` the record declares Big5, and its bytes are not that; read as UTF-8",
        );
        is(
            told(b"(;CA[EUC-JP]PB[\xc5g \xff])"),
            "`\u{fffd}` the record declares EUC-JP, and some of its bytes are not that; U+FFFD stands for \
             each",
        );
        is(
            told(b"(;CA[klingon]PB[x])"),
            "`klingon` no encoding is known as `klingon`; read as UTF-8",
        );
        is(
            told(b"(;PB[\xc5]CA[klingon])"),
            "`klingon` no encoding is known as `klingon`; read as Windows-1252",
        );
        is(told(b"(;PB[\xc5])"), "`Å` the bytes are not UTF-8; read as Windows-1252");
        is(told(b"(;CA[latin1]PB[x])"), "");
    }

    #[test]
    fn what_is_in_another_encoding_is_not_to_be_changed() {
        let unfit = |text: &str| unfit_to_change(Format::Sgf, text).is_some();
        assert!(
            !unfit("(;CA[UTF-8]PB[Åge])") && !unfit("(;CA[latin1]PB[Age])") && !unfit("(;PB[Åge])")
        );
        assert!(
            unfit("(;CA[latin1]PB[Åge])") && unfit("(;CA[GBK]PB[л])") && unfit("(;CA[klingon])")
        );
        assert!(unfit("(;PB[a\0])"));
    }

    #[test]
    fn other_formats_declare_nothing() {
        let decoded = decode(Format::Otg, b"[attackers:CA[latin1] \xc5]");
        assert_eq!(decoded.misfit.unwrap().1, Misfit::NotUtf8);
    }
}
