//! How deep the brackets of a record are at some point.

use crate::notation::charset::{Letter, Letters};

/// How deep the open object is at this point.
#[derive(Default)]
pub(super) struct Depth {
    pub(super) depth: i64,
    pub(super) in_string: bool,
    /// How the letters of the open tree are told apart.
    pub(super) letters: Letters,
    /// Whether the beginning of the tree was long enough to know that.
    pub(super) knows_letters: bool,
}

impl Depth {
    /// Where the tree that is open ends in these bytes, if it does. Texts in square brackets may run
    /// over the ends of lines.
    pub(super) fn tree_end(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut at = 0;
        while at < bytes.len() {
            let byte = bytes[at];
            if !self.letters.are_plain() {
                let Letter { length, is_ascii } = self.letters.first(&bytes[at..]);
                if !is_ascii {
                    at += length;
                    continue;
                }
            }
            at += 1;
            match byte {
                b'\\' if self.in_string => at += self.escaped(&bytes[at..]),
                b']' => self.in_string = false,
                _ if self.in_string => {}
                b'[' => self.in_string = true,
                b'(' => self.depth += 1,
                b')' => {
                    self.depth -= 1;
                    if self.depth <= 0 {
                        return Some(at);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// How many bytes the letter behind a backslash has.
    fn escaped(&mut self, bytes: &[u8]) -> usize {
        if bytes.is_empty() || self.letters.are_plain() {
            1
        } else {
            self.letters.first(bytes).length
        }
    }

    /// Where the object that is open ends in these bytes, if it does. Strings do not run over the
    /// end of a line.
    pub(super) fn object_end(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut at = 0;
        while at < bytes.len() {
            if self.in_string {
                let next = memchr::memchr3(b'"', b'\\', b'\n', &bytes[at..]).map(|n| at + n)?;
                at = next + if bytes[next] == b'\\' { 2 } else { 1 };
                self.in_string = bytes[next] == b'\\';
                continue;
            }
            let next = memchr::memchr3(b'"', b'{', b'}', &bytes[at..]).map(|n| at + n)?;
            at = next + 1;
            match bytes[next] {
                b'"' => self.in_string = true,
                b'{' => self.depth += 1,
                _ => self.depth -= 1,
            }
            if self.depth <= 0 && !self.in_string {
                return Some(at);
            }
        }
        None
    }
}
