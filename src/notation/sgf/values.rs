//! Values as they are written.

/// Text between the brackets of a value, without anything in it that could end it or begin a
/// record.
fn push_escaped(text: &mut String, value: &str, also: &[char]) {
    for letter in value.chars() {
        let opens = letter == '(' && text.ends_with(['\n', '\r']);
        if opens || matches!(letter, '\\' | ']') || also.contains(&letter) {
            text.push('\\');
        }
        text.push(letter);
    }
}

/// A value in its brackets.
pub(super) fn push_value(text: &mut String, value: &str) {
    text.push('[');
    push_escaped(text, value, &[]);
    text.push(']');
}

/// A value of two parts.
pub(super) fn push_composed(text: &mut String, name: &str, value: &str) {
    text.push('[');
    push_escaped(text, name, &[':']);
    text.push(':');
    push_escaped(text, value, &[]);
    text.push(']');
}
