//! Differences between a file as it is and as it would be, told while it is gone through.

use std::io::{self, Write};
use std::ops::Range;

use memchr::{memchr_iter, memrchr_iter};
use similar::{ChangeTag, DiffOp, TextDiff};
use taflkit::notation::Passage;
use taflkit::visible;

use super::style;

/// How many lines that stay the same are shown around a change.
const AROUND: usize = 3;

/// How much is held before it is compared.
const HELD: usize = 1 << 20;

/// The most text in which lines are matched with each other, which takes time and memory. Of longer
/// text, what differs is told as a whole.
const MATCHED: usize = 4 << 20;

/// A unified diff that grows with what it is told of.
pub(super) struct Diff {
    name: String,
    colours: bool,
    /// What has been told of and is not compared yet.
    old: Window,
    new: Window,
    differs: bool,
    /// How many lines have stayed the same since the last change.
    same_lines: usize,
    begun: bool,
}

/// A part of a text.
#[derive(Default)]
struct Window {
    bytes: Vec<u8>,
    /// How many lines of the text come before.
    before: usize,
}

impl Window {
    /// Drops the beginning.
    fn drop_first(&mut self, length: usize) {
        self.before += lines(&self.bytes[..length]);
        self.bytes.drain(..length);
    }

    fn ends_line(&self) -> bool {
        self.bytes.last().is_none_or(|&last| last == b'\n')
    }
}

impl Diff {
    pub(super) fn new(name: &str, colours: bool) -> Self {
        Self {
            name: visible::line(name).into_owned(),
            colours,
            old: Window::default(),
            new: Window::default(),
            differs: false,
            same_lines: 0,
            begun: false,
        }
    }

    /// Takes the next piece of the file, and tells what can be told by now.
    pub(super) fn take(&mut self, passage: Passage<'_>, out: &mut dyn Write) -> io::Result<()> {
        match passage {
            Passage::Same(bytes) => {
                self.old.bytes.extend_from_slice(bytes);
                self.new.bytes.extend_from_slice(bytes);
                self.same_lines += lines(bytes);
                if self.differs && self.same_lines > 2 * AROUND {
                    self.compare(out)?;
                }
                if !self.differs {
                    self.forget();
                }
            }
            Passage::Changed { old, new } if self.ends_lines() && old.len() > MATCHED / 2 => {
                self.compare(out)?;
                self.drop_all();
                self.tell_whole(old, new.as_bytes(), out)?;
                self.old.before += lines(old);
                self.new.before += lines(new.as_bytes());
            }
            Passage::Changed { old, new } => {
                self.old.bytes.extend_from_slice(old);
                self.new.bytes.extend_from_slice(new.as_bytes());
                (self.differs, self.same_lines) = (true, 0);
            }
        }
        let much = self.old.bytes.len() + self.new.bytes.len() > HELD;
        if much && self.differs && self.ends_lines() {
            self.compare(out)?;
            self.drop_all();
        }
        Ok(())
    }

    /// Tells what is left.
    pub(super) fn finish(mut self, out: &mut dyn Write) -> io::Result<()> {
        self.compare(out)
    }

    fn ends_lines(&self) -> bool {
        self.old.ends_line() && self.new.ends_line()
    }

    fn drop_all(&mut self) {
        for window in [&mut self.old, &mut self.new] {
            window.drop_first(window.bytes.len());
        }
    }

    /// Drops all but the last lines, which are the same in both.
    fn forget(&mut self) {
        let bytes = &self.old.bytes;
        let fourth = memrchr_iter(b'\n', bytes).nth(AROUND);
        let keep = fourth.map_or(bytes.len(), |at| bytes.len() - at - 1);
        // Of lines that long, the end is enough to know them by.
        let keep = if keep > HELD { HELD / 8 } else { keep };
        for window in [&mut self.old, &mut self.new] {
            window.drop_first(window.bytes.len() - keep);
        }
    }

    /// Tells the differences in what is held.
    fn compare(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if !std::mem::take(&mut self.differs) {
            return Ok(());
        }
        let [old, new] =
            [&mut self.old, &mut self.new].map(|window| std::mem::take(&mut window.bytes));
        if old.len() + new.len() > MATCHED {
            self.tell_whole(&old, &new, out)?;
        } else {
            self.tell_matched(&String::from_utf8_lossy(&old), &String::from_utf8_lossy(&new), out)?;
        }
        (self.old.bytes, self.new.bytes) = (old, new);
        Ok(())
    }

    fn tell_matched(&mut self, old: &str, new: &str, out: &mut dyn Write) -> io::Result<()> {
        let diff = TextDiff::from_lines(old, new);
        for hunk in diff.grouped_ops(AROUND) {
            let [Some(first), Some(last)] = [hunk.first(), hunk.last()] else { continue };
            let all = |range: fn(&DiffOp) -> Range<usize>| range(first).start..range(last).end;
            self.head(&all(DiffOp::old_range), &all(DiffOp::new_range), out)?;
            for change in hunk.iter().flat_map(|op| diff.iter_changes(op)) {
                self.line(change.tag(), change.value(), out)?;
            }
        }
        Ok(())
    }

    /// Tells everything between the first line that differs and the last as replaced.
    fn tell_whole(&mut self, old: &[u8], new: &[u8], out: &mut dyn Write) -> io::Result<()> {
        let cut = |text: &[u8]| text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let same = old.iter().zip(new).take_while(|(old, new)| old == new).count();
        let first = if same == old.len().min(new.len()) && old.len() == new.len() {
            return Ok(());
        } else {
            cut(&old[..same])
        };
        let (gone, come) = (&old[first..], &new[first..]);
        let same = gone.iter().rev().zip(come.iter().rev()).take_while(|(a, b)| a == b).count();
        // Only whole lines are the same, and both texts have to have a line end before them.
        let tail = &gone[gone.len() - same..];
        let last = tail.iter().position(|byte| *byte == b'\n').map_or(0, |at| tail.len() - at - 1);
        let [gone, come] = [gone, come].map(|text| &text[..text.len() - last]);
        let before = lines(&old[..first]);
        let place =
            |text: &[u8]| before..before + text.split_inclusive(|byte| *byte == b'\n').count();
        self.head(&place(gone), &place(come), out)?;
        for (tag, text) in [(ChangeTag::Delete, gone), (ChangeTag::Insert, come)] {
            for line in text.split_inclusive(|byte| *byte == b'\n') {
                self.line(tag, &String::from_utf8_lossy(line), out)?;
            }
        }
        Ok(())
    }

    fn head(
        &mut self,
        old: &Range<usize>,
        new: &Range<usize>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if !std::mem::replace(&mut self.begun, true) {
            let title = style::title(format!("--- {0}\n+++ {0}", self.name), self.colours);
            writeln!(out, "{title}")?;
        }
        let place = |lines: &Range<usize>, window: &Window| {
            let (start, count) = (window.before + lines.start, lines.len());
            match count {
                0 => format!("{start},0"),
                1 => format!("{}", start + 1),
                _ => format!("{},{count}", start + 1),
            }
        };
        let (old, new) = (place(old, &self.old), place(new, &self.new));
        let place = style::place(format!("@@ -{old} +{new} @@"), self.colours);
        writeln!(out, "{place}")
    }

    fn line(&self, tag: ChangeTag, line: &str, out: &mut dyn Write) -> io::Result<()> {
        let content = line.strip_suffix('\n').unwrap_or(line);
        let shown = visible::text(content);
        let told = match tag {
            ChangeTag::Delete => style::removed(format!("-{shown}"), self.colours),
            ChangeTag::Insert => style::added(format!("+{shown}"), self.colours),
            ChangeTag::Equal => format!(" {shown}"),
        };
        writeln!(out, "{told}")?;
        if content.len() == line.len() {
            writeln!(out, "\\ No newline at end of file")?;
        }
        Ok(())
    }
}

fn lines(bytes: &[u8]) -> usize {
    memchr_iter(b'\n', bytes).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(passages: &[(&str, Option<&str>)]) -> String {
        let mut diff = Diff::new("a", false);
        let mut told = Vec::new();
        for &(old, new) in passages {
            let old = old.as_bytes();
            let passage = match new {
                Some(new) => Passage::Changed { old, new },
                None => Passage::Same(old),
            };
            diff.take(passage, &mut told).unwrap();
        }
        diff.finish(&mut told).unwrap();
        String::from_utf8(told).unwrap()
    }

    #[test]
    fn changes_far_apart_have_hunks_of_their_own() {
        let middle = "m\n".repeat(20);
        let passages = [
            ("a\nb\nc\nd\n", None),
            ("x\n", Some("X\nY\n")),
            (&middle, None),
            ("z\n", Some("")),
            ("end", None),
        ];
        let expected = "--- a\n+++ a\n\
                        @@ -2,7 +2,8 @@\n b\n c\n d\n-x\n+X\n+Y\n m\n m\n m\n\
                        @@ -23,5 +24,4 @@\n m\n m\n m\n-z\n end\n\\ No newline at end of file\n";
        assert_eq!(told(&passages), expected);
    }

    #[test]
    fn changes_close_together_have_one() {
        let passages = [("a\n", Some("A\n")), ("b\nc\n", None), ("d\n", Some("D\n"))];
        assert_eq!(told(&passages), "--- a\n+++ a\n@@ -1,4 +1,4 @@\n-a\n+A\n b\n c\n-d\n+D\n");
    }

    #[test]
    fn nothing_is_told_of_what_stays() {
        assert_eq!(told(&[("a\nb", None), ("c\n", Some("c\n"))]), "");
    }

    /// Every line of a file is doubled: what is told holds each of them once on either side.
    #[test]
    fn long_texts_are_told_in_parts() {
        let record = "a line of some length\n".repeat(1000);
        let doubled = record.repeat(2);
        let passages = vec![(record.as_str(), Some(doubled.as_str())); 100];
        let told = told(&passages);
        let count = |mark: &str| told.lines().filter(|line| line.starts_with(mark)).count();
        assert_eq!(count("+a line"), 100_000);
        assert!(count("@@ ") > 1);
        let last = told.lines().rfind(|line| line.starts_with("@@ ")).unwrap();
        let ends: Vec<usize> = last
            .split([' ', '-', '+'])
            .filter_map(|place| place.split_once(','))
            .map(|(start, count)| start.parse::<usize>().unwrap() + count.parse::<usize>().unwrap())
            .collect();
        assert_eq!(ends, [100_001, 200_001]);
    }

    #[test]
    fn a_very_long_record_is_told_as_a_whole() {
        let rest = "the same\n".repeat(300_000);
        let old = format!("{rest}old\n{rest}");
        let new = format!("{rest}new\n{rest}");
        let expected = "--- a\n+++ a\n@@ -300001 +300001 @@\n-old\n+new\n";
        assert_eq!(told(&[(&old, Some(&new))]), expected);
        let expected = "--- a\n+++ a\n@@ -300002 +300002 @@\n-old\n+new\n";
        assert_eq!(told(&[("x\n", None), (&old, Some(&new))]), expected);
    }
}
