//! Text from elsewhere, made safe to show to people: what a terminal would obey or hide is written
//! out. A letter that cannot be seen, or that changes how others are seen, is shown as `<U+202E>`.
//!
//! Machine formats have escapes of their own and need none of this.

use std::borrow::Cow;

/// A text of one or more lines. Line ends and tabs stay as they are.
pub fn text(text: &str) -> Cow<'_, str> {
    shown(text, |byte| matches!(byte, b'\n' | b'\t'))
}

/// A name or another text that stands on a line with others: what would end that line is shown, too.
pub fn line(text: &str) -> Cow<'_, str> {
    shown(text, |_| false)
}

/// The text with everything written out that is not safe; `keeps` names control characters that are.
fn shown(text: &str, keeps: impl Fn(u8) -> bool) -> Cow<'_, str> {
    // Most texts are plain, and looking at their bytes is quick.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~') || keeps(byte)) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let kept = letter.is_ascii() && keeps(letter as u8);
        let ends_line = letter == '\r' && letters.peek() == Some(&'\n') && keeps(b'\n');
        if kept || ends_line || !(letter.is_control() || is_hidden(letter)) {
            shown.push(letter);
        } else {
            shown += &format!("<U+{:04X}>", u32::from(letter));
        }
    }
    Cow::Owned(shown)
}

/// Whether a letter has no shape of its own: marks of direction, joiners, separators of lines and other
/// letters that Unicode lets programs ignore. Selectors of a letter's form only change that letter.
const fn is_hidden(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e00ff}'
        | '\u{e01f0}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_a_terminal_obeys_is_written_out() {
        assert_eq!(line("a\x1b[2Jb\x07\x7f\u{9b}1m"), "a<U+001B>[2Jb<U+0007><U+007F><U+009B>1m");
        assert_eq!(line("one\r\ntwo\t"), "one<U+000D><U+000A>two<U+0009>");
        assert_eq!(text("one\r\ntwo\t\rthree\r"), "one\r\ntwo\t<U+000D>three<U+000D>");
    }

    #[test]
    fn what_cannot_be_seen_is_written_out() {
        assert_eq!(line("\u{202e}evil\u{2066}x\u{2069}"), "<U+202E>evil<U+2066>x<U+2069>");
        assert_eq!(line("a\u{200b}b\u{feff}c\u{2028}d"), "a<U+200B>b<U+FEFF>c<U+2028>d");
        assert_eq!(line("tag \u{e0041}"), "tag <U+E0041>");
    }

    #[test]
    fn letters_of_all_languages_stay() {
        let plain = "Åge — König ½ 日本語 עברית العربية ❤\u{fe0f} e\u{301}";
        assert!(matches!(text(plain), Cow::Owned(shown) if shown == plain));
        assert!(matches!(text("plain\n"), Cow::Borrowed("plain\n")));
    }

    proptest! {
        #[test]
        fn twice_is_once(any in any::<String>()) {
            let once = line(&any).into_owned();
            prop_assert_eq!(line(&once), &*once);
            prop_assert!(!once.contains(char::is_control));
            prop_assert_eq!(text(&once), &*once);
        }
    }
}
