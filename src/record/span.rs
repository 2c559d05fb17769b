//! Where in the source something stands.

use memchr::{memchr_iter, memrchr};

/// Bytes of a record's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A value and where it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

/// A place as editors count it: both from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u64,
}

impl Span {
    /// The bytes from `start` up to `end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }

    /// Where `part` stands in `whole`, of which it must be a slice; the start of `whole` if it is
    /// not.
    pub fn of(part: &str, whole: &str) -> Self {
        let start = (part.as_ptr() as usize).wrapping_sub(whole.as_ptr() as usize);
        if start > whole.len() {
            return Self::default();
        }
        Self::new(start, (start + part.len()).min(whole.len()))
    }

    /// The text of the span.
    pub fn text(self, whole: &str) -> &str {
        whole.get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    /// The place of the first byte, in a text whose first line has this number.
    pub fn place(self, whole: &str, first_line: u64) -> LineColumn {
        let before = &whole.as_bytes()[..(self.start as usize).min(whole.len())];
        let line_start = memrchr(b'\n', before).map_or(0, |newline| newline + 1);
        let lines = memchr_iter(b'\n', before).count() as u64;
        let characters = before[line_start..].iter().filter(|&&byte| byte & 0xc0 != 0x80);
        LineColumn { line: first_line + lines, column: characters.count() as u64 + 1 }
    }
}

impl<T> Spanned<T> {
    /// A value with its place.
    pub const fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters() {
        let text = "first\nzwölf e5-e6\n";
        let span = Span::of(&text[text.find("e5").unwrap()..], text);
        assert_eq!(span.place(text, 10), LineColumn { line: 11, column: 7 });
        assert_eq!(Span::of("elsewhere", text), Span::default());
    }
}
