//! Objects that are being written.

use super::text::push_quoted;

/// The members of an object that is being written on one line.
#[derive(Default)]
pub(in crate::notation) struct Members(String);

impl Members {
    /// Adds a value that is JSON already.
    pub(in crate::notation) fn add(&mut self, key: &str, json: &str) {
        self.add_key(key);
        self.0 += json;
    }

    /// Adds a text.
    pub(in crate::notation) fn add_text(&mut self, key: &str, text: &str) {
        self.add_key(key);
        push_quoted(&mut self.0, text);
    }

    /// Adds a value that is written here and now: of a long one there is no room for two.
    pub(in crate::notation) fn add_with(&mut self, key: &str, write: impl FnOnce(&mut String)) {
        self.add_key(key);
        write(&mut self.0);
    }

    fn add_key(&mut self, key: &str) {
        if !self.0.is_empty() {
            self.0 += ", ";
        }
        push_quoted(&mut self.0, key);
        self.0 += ": ";
    }

    /// Whether there are none.
    pub(in crate::notation) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The object.
    pub(in crate::notation) fn object(self) -> String {
        let mut object = self.0;
        object.insert(0, '{');
        object.push('}');
        object
    }
}
