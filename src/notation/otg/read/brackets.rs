//! Brackets in texts: where a text ends that has brackets of its own in it.

use memchr::memchr3_iter;

use super::super::tags::is_turn_start;

/// Finds where brackets close.
#[derive(Default)]
pub(super) struct Brackets {
    /// Up to how many bytes from the end of the text one was looked for in vain.
    unmatched: Option<usize>,
}

impl Brackets {
    /// Where the bracket that a text begins with closes: at the one that matches it, or at the first
    /// if none does before a line that begins with another bracket or a turn. `first` is where the
    /// first closing bracket stands.
    pub(super) fn close(&mut self, text: &str, first: usize) -> usize {
        let nested = text.as_bytes()[1..first].contains(&b'[');
        if !nested || self.unmatched.is_some_and(|end| text.len() > end) {
            return first;
        }
        let mut depth = 0;
        for at in memchr3_iter(b'[', b']', b'\n', text.as_bytes()) {
            match text.as_bytes()[at] {
                b'[' => depth += 1,
                b']' if depth == 1 => return at,
                b']' => depth -= 1,
                _ => {
                    let line = &text[at + 1..];
                    if line.starts_with('[') || is_turn_start(line) {
                        self.unmatched = Some(line.len());
                        return first;
                    }
                }
            }
        }
        self.unmatched = Some(0);
        first
    }
}

/// How many bytes of the line behind a closed bracket go up to a closing bracket without an opening
/// one: they belong to what was closed too early.
pub(super) fn stray(after: &str) -> Option<usize> {
    if after.starts_with('\n') {
        return None;
    }
    let closing = memchr3_iter(b'[', b']', b'\n', after.as_bytes());
    closing.take_while(|&at| after.as_bytes()[at] == b']').last().map(|at| at + 1)
}

/// The parts of a comment, one a word: bars part them, but for those in brackets of their own.
pub(super) fn parts(text: &str, most: usize) -> Vec<&str> {
    let mut parts = Vec::with_capacity(most);
    let (mut begin, mut depth) = (0_usize, 0_usize);
    for at in memchr3_iter(b'[', b']', b'|', text.as_bytes()) {
        match text.as_bytes()[at] {
            b'[' => depth += 1,
            b']' => depth = depth.saturating_sub(1),
            _ if depth == 0 && parts.len() + 1 < most => {
                parts.push(&text[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    if depth > 0 {
        return text.splitn(most, '|').collect();
    }
    parts.push(&text[begin..]);
    parts
}
