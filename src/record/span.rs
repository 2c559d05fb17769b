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
}

/// The places of the first bytes of spans, in their order, in a text whose first line has this number.
/// Goes through the text once, however many spans there are.
pub fn places(text: &str, first_line: u64, spans: &[Span]) -> Vec<LineColumn> {
    let mut order: Vec<usize> = (0..spans.len()).collect();
    order.sort_by_key(|&at| spans[at].start);
    let mut walk = Walk::new(text, first_line);
    let mut places = vec![walk.at; spans.len()];
    for at in order {
        places[at] = walk.on_to(spans[at].start as usize);
    }
    places
}

/// A walk through a text, which goes forward only.
struct Walk<'a> {
    text: &'a [u8],
    reached: usize,
    at: LineColumn,
}

impl<'a> Walk<'a> {
    const fn new(text: &'a str, first_line: u64) -> Self {
        let at = LineColumn { line: first_line, column: 1 };
        Self { text: text.as_bytes(), reached: 0, at }
    }

    /// The place of a byte that does not lie behind.
    fn on_to(&mut self, start: usize) -> LineColumn {
        let passed = &self.text[self.reached..start.min(self.text.len())];
        self.reached += passed.len();
        let last_line = match memrchr(b'\n', passed) {
            Some(newline) => {
                self.at.line += memchr_iter(b'\n', passed).count() as u64;
                self.at.column = 1;
                &passed[newline + 1..]
            }
            None => passed,
        };
        self.at.column += last_line.iter().filter(|&&byte| byte & 0xc0 != 0x80).count() as u64;
        self.at
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
        assert_eq!(places(text, 10, &[span]), [LineColumn { line: 11, column: 7 }]);
        assert_eq!(Span::of("elsewhere", text), Span::default());
    }

    /// Every place of a text in no order, twice, and behind its end, against a count from the start.
    #[test]
    fn places_are_found_in_any_order() {
        let text = "a\n\nzwölf\nb\u{1f600}c\n";
        let starts: Vec<usize> = (0..40).map(|at| at * 7 % 40).chain([3, 3]).collect();
        let spans: Vec<Span> = starts.iter().map(|&at| Span::new(at, at + 1)).collect();
        let counted = |&start: &usize| {
            let before = &text.as_bytes()[..start.min(text.len())];
            let line = before.iter().filter(|&&byte| byte == b'\n').count() as u64 + 5;
            let begins = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            let letters = before[begins..].iter().filter(|&&byte| byte & 0xc0 != 0x80).count();
            LineColumn { line, column: letters as u64 + 1 }
        };
        assert_eq!(places(text, 5, &spans), starts.iter().map(counted).collect::<Vec<_>>());
    }

    /// Each byte is passed once however many places lie in it.
    #[test]
    fn a_walk_only_goes_forward() {
        let text = "d1-c1 ".repeat(1000);
        let mut walk = Walk::new(&text, 1);
        let mut passed = 0;
        for start in (0..text.len()).step_by(6) {
            let before = walk.reached;
            walk.on_to(start);
            passed += walk.reached - before;
        }
        assert_eq!(passed, text.len() - 6);
    }
}
