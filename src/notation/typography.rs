//! What word processors, telephones and web pages make of plain text: other dashes, other spaces, and
//! letters that nobody sees.
//!
//! Readers look at plain bytes first and come here only with what is none of them. The text itself
//! stays as it is, so that places stay right and comments keep their letters.

use std::borrow::Cow;

/// Whether a letter takes no room on paper: spaces of no width, joiners, marks of direction, soft
/// hyphens, byte order marks, and the sign that ended files of old.
pub(super) const fn is_unseen(letter: char) -> bool {
    matches!(
        letter,
        '\u{1a}'
            | '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
    )
}

/// Whether a letter stands between words or around them: a space of any width, or of none.
pub(super) fn is_gap(letter: char) -> bool {
    letter.is_whitespace() || is_unseen(letter)
}

/// A text from its first letter on that is seen.
pub(super) fn past_gap(text: &str) -> &str {
    let text = text.trim_ascii_start();
    match text.as_bytes().first() {
        Some(b'!'..=b'~') | None => text,
        Some(_) => text.trim_start_matches(is_gap),
    }
}

/// A text up to its last letter that is seen.
pub(super) fn before_gap(text: &str) -> &str {
    let text = text.trim_ascii_end();
    match text.as_bytes().last() {
        Some(b'!'..=b'~') | None => text,
        Some(_) => text.trim_end_matches(is_gap),
    }
}

/// A text without what is not seen before it; its spaces stay.
pub(super) fn past_unseen(text: &str) -> &str {
    match text.as_bytes().first() {
        Some(b' '..=b'~') | None => text,
        Some(_) => text.trim_start_matches(is_unseen),
    }
}

/// Whether there is nothing to be seen of a text.
pub(super) fn is_blank(text: &[u8]) -> bool {
    match text.trim_ascii_start() {
        [] => true,
        [b'!'..=b'~', ..] => false,
        rest => std::str::from_utf8(rest).is_ok_and(|rest| rest.chars().all(is_gap)),
    }
}

/// What a letter stands for in a word; nothing if for itself.
const fn meant(letter: char) -> Option<&'static str> {
    match letter {
        // Hyphens, dashes, bars and the minus sign, narrow and wide.
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => Some("-"),
        '\u{d7}' => Some("x"),
        '\u{bd}' => Some("1/2"),
        _ if is_unseen(letter) => Some(""),
        _ => None,
    }
}

/// A word as it would be typed: dashes as hyphens, and nothing that is not seen. Words that are typed
/// so stay where they are.
pub(super) fn plain(word: &str) -> Cow<'_, str> {
    let typed = |byte: u8| matches!(byte, b' '..=b'~');
    if word.bytes().all(typed) || !word.contains(|letter| meant(letter).is_some()) {
        return Cow::Borrowed(word);
    }
    let mut plain = String::with_capacity(word.len());
    for letter in word.chars() {
        match meant(letter) {
            Some(text) => plain += text,
            None => plain.push(letter),
        }
    }
    Cow::Owned(plain)
}

/// A text that is read as words, as it would be typed: every space as a blank, and nothing that is not
/// seen. Nothing if it is that already. What ends a line or a paragraph stays.
pub(super) fn typed_words(text: &str) -> Option<String> {
    let ends = |letter: char| matches!(letter, '\u{85}' | '\u{2028}' | '\u{2029}');
    let is_space = |letter: char| !letter.is_ascii() && letter.is_whitespace() && !ends(letter);
    if text.is_ascii() || !text.contains(|letter| is_unseen(letter) || is_space(letter)) {
        return None;
    }
    let seen = text.chars().filter(|&letter| !is_unseen(letter));
    let typed: String = seen.map(|letter| if is_space(letter) { ' ' } else { letter }).collect();
    Some(typed.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_are_hyphens() {
        for dash in "\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2015}\u{2212}\u{ff0d}".chars() {
            assert_eq!(plain(&format!("d1{dash}d3")), "d1-d3", "{dash}");
            assert_eq!(plain(&format!("0{dash}1")), "0-1", "{dash}");
        }
        assert_eq!(plain("\u{bd}\u{2013}\u{bd}"), "1/2-1/2");
        assert_eq!(plain("d1-d3\u{d7}d4"), "d1-d3xd4");
    }

    #[test]
    fn what_is_not_seen_is_left_out() {
        assert_eq!(plain("\u{feff}d1\u{200b}-\u{2060}d3\u{1a}"), "d1-d3");
        assert_eq!(past_gap("\u{200b}\u{a0}\t\u{2003}d1 "), "d1 ");
        assert_eq!(before_gap(" d1\u{a0}\u{200b}\t \u{b}\r\n"), " d1");
        assert_eq!(before_gap("d1]\n"), "d1]");
        assert_eq!(before_gap("\u{2003} \n"), "");
        assert_eq!(past_gap("\n \u{b}\u{a0} d1"), "d1");
        assert_eq!(past_unseen("\u{200b} d1"), " d1");
        assert!(is_blank("\u{a0} \u{200b}\u{1a}\r\n".as_bytes()));
        assert!(!is_blank(" \u{200b}x".as_bytes()) && !is_blank(b"\xff"));
    }

    #[test]
    fn words_are_as_they_would_be_typed() {
        let words = "\u{feff}dim:7\u{a0}name:Zw\u{f6}lf\u{200b}\u{2003}";
        assert_eq!(typed_words(words).as_deref(), Some("dim:7 name:Zw\u{f6}lf"));
        for text in ["dim:7 name:x", "Zw\u{f6}lf", "a\u{2028}b", ""] {
            assert_eq!(typed_words(text), None, "{text}");
        }
    }

    #[test]
    fn other_letters_stay() {
        for word in ["d1-d3", "Zw\u{f6}lf", "\u{2026}", "", "\u{a0}"] {
            assert!(matches!(plain(word), Cow::Borrowed(same) if same == word));
        }
    }
}
