//! Differences between two texts.

use anstyle::{AnsiColor, Style};
use similar::{ChangeTag, TextDiff};
use taflkit::visible;

/// How many lines that stay the same are shown around a change.
const AROUND: usize = 3;

/// A unified diff of a file as it is and as it would be, safe to show.
pub(super) fn unified(name: &str, before: &str, after: &str, colours: bool) -> String {
    let name = &*visible::line(name);
    let diff = TextDiff::from_lines(before, after);
    let mut unified = diff.unified_diff();
    unified.context_radius(AROUND).header(name, name);
    if !colours {
        return visible::text(&unified.to_string()).into_owned();
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
            let line = visible::text(change.value());
            let line = line.trim_end_matches('\n');
            text += &format!("{style}{mark}{line}{style:#}\n");
        }
    }
    text
}
