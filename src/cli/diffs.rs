//! Differences between two texts.

use anstyle::{AnsiColor, Style};
use similar::{ChangeTag, TextDiff};

/// How many lines that stay the same are shown around a change.
const AROUND: usize = 3;

/// A unified diff of a file as it is and as it would be.
pub(super) fn unified(name: &str, before: &str, after: &str, colours: bool) -> String {
    let diff = TextDiff::from_lines(before, after);
    let mut unified = diff.unified_diff();
    unified.context_radius(AROUND).header(name, name);
    if !colours {
        return unified.to_string();
    }
    let mut text = format!("--- {name}\n+++ {name}\n");
    for hunk in unified.iter_hunks() {
        text += &format!("{}\n", hunk.header());
        for change in hunk.iter_changes() {
            let (mark, colour) = match change.tag() {
                ChangeTag::Delete => ("-", Some(AnsiColor::Red)),
                ChangeTag::Insert => ("+", Some(AnsiColor::Green)),
                ChangeTag::Equal => (" ", None),
            };
            let style = Style::new().fg_color(colour.map(Into::into));
            let line = change.value().trim_end_matches('\n');
            text += &format!("{style}{mark}{line}{style:#}\n");
        }
    }
    text
}
