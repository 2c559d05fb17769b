//! Escapes in strings and comments.

use std::borrow::Cow;

/// The first byte that ends a text, given each byte and whether a backslash stands before it.
pub(super) fn unescaped_end(text: &str, ends: impl Fn(u8, bool) -> bool) -> Option<usize> {
    let mut escaped = false;
    text.bytes().position(|byte| {
        let found = ends(byte, escaped);
        escaped = byte == b'\\' && !escaped;
        found
    })
}

/// What escapes stand for: in strings and in comments of ours.
pub(super) const STRING_ESCAPES: &[(char, char)] =
    &[('\\', '\\'), ('"', '"'), ('n', '\n'), ('r', '\r')];

pub(super) const COMMENT_ESCAPES: &[(char, char)] =
    &[('\\', '\\'), ('}', '}'), ('[', '['), ('n', '\n'), ('r', '\r'), ('s', ' '), ('t', '\t')];

/// How many of the escapes of strings every dialect has.
pub(super) const COMMON_ESCAPES: usize = 2;

pub(super) fn unescaped<'a>(text: &'a str, escapes: &[(char, char)]) -> Cow<'a, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        let next = letters.as_str().chars().next();
        let known = escapes.iter().find(|(name, _)| letter == '\\' && next == Some(*name));
        match known {
            Some((_, meaning)) => {
                plain.push(*meaning);
                letters.next();
            }
            None => plain.push(letter),
        }
    }
    Cow::Owned(plain)
}

/// What is trimmed off comments.
pub(super) const fn is_margin(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\r')
}

pub(super) fn escaped(value: &str) -> String {
    let mut text = String::new();
    for letter in value.chars() {
        push_escaped(&mut text, letter, STRING_ESCAPES);
    }
    text
}

fn push_escaped(text: &mut String, letter: char, escapes: &[(char, char)]) {
    match escapes.iter().find(|(_, meaning)| *meaning == letter) {
        Some((name, _)) => text.extend(['\\', *name]),
        None => text.push(letter),
    }
}

/// A comment with its margins kept, and nothing in it that could end it or begin a record.
pub(super) fn escaped_comment(comment: &str) -> String {
    let inner = comment.trim_matches(is_margin);
    let (before, after) = match comment.find(inner) {
        Some(start) if !inner.is_empty() => (&comment[..start], &comment[start + inner.len()..]),
        _ => (comment, ""),
    };
    let mut text = String::new();
    let margin = |text: &mut String, margin: &str| {
        margin.chars().for_each(|letter| push_escaped(text, letter, COMMENT_ESCAPES));
    };
    margin(&mut text, before);
    for letter in inner.chars() {
        let kept = match letter {
            '[' => !text.ends_with('\n'),
            '\n' | ' ' | '\t' => true,
            _ => false,
        };
        if kept {
            text.push(letter);
        } else {
            push_escaped(&mut text, letter, COMMENT_ESCAPES);
        }
    }
    margin(&mut text, after);
    text
}
