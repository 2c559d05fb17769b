//! Files in the canonical form of their format, record by record.

use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::Path;

use crate::record::Record;

use super::apart::{Neighbour, stay_apart};
use super::fault::Fault;
use super::losses::Losses;
use super::rewrite::{Beside, Change, OldRecord};
use super::typography::is_gap;
use super::{Beginning, Format, Passage, Source, json, read_into, unfit_to_change, write};

/// Puts every record of a file into the canonical form of its format. What stands between records is
/// left alone, and so is a record that has faults, that the writer would lose something of, or that would
/// run into the one beside it.
///
/// One that had to stay for what the next was may be laid out once that is: the file has to be gone
/// through until [`Layout::is_done`].
pub struct Layout<F> {
    /// Gets the line of each record that stays as it is because of what it holds, and the reason.
    report: F,
    record: Record,
    /// The record before as it is written now; nothing at the beginning.
    before: Option<Vec<u8>>,
    /// The records that stayed for what stands beside them when the file was last gone through, if it was.
    last: Option<Vec<Staying>>,
    /// The same, this time.
    staying: Vec<Staying>,
}

/// A record that stays as it is for what stands beside it.
struct Staying {
    index: u64,
    line: u64,
}

/// Why it does.
const RUNS_INTO: &str = "it would run into the record beside it";

/// A longer record, in bytes, is not worth keeping the memory of for the next.
const LONG: usize = 1 << 20;

impl<F: FnMut(u64, &str)> Layout<F> {
    /// Begins with a file. `report` gets the line of each record that stays as it is, and the reason.
    pub fn new(report: F) -> Self {
        let record = Record::default();
        Self { report, record, before: None, last: None, staying: Vec::new() }
    }

    /// Ends a way through the file; whether it was the last. If not, what came of it does not count.
    pub fn is_done(&mut self) -> bool {
        let staying = std::mem::take(&mut self.staying);
        let before = self.last.as_ref().map_or(usize::MAX, Vec::len);
        if !staying.is_empty() && staying.len() < before {
            self.before = None;
            self.last = Some(staying);
            return false;
        }
        staying.iter().for_each(|record| (self.report)(record.line, RUNS_INTO));
        true
    }

    /// Whether the last pass through the file had the final word on a record: it was laid out, or it stayed
    /// as it is because of what it holds.
    fn was_decided(&self, index: u64) -> bool {
        let last = self.last.as_ref();
        last.is_some_and(|last| last.binary_search_by_key(&index, |record| record.index).is_err())
    }

    fn laid_out(&mut self, old: OldRecord<'_>) -> Result<String, String> {
        let new = rewritten(old.format, old.text?, &mut self.record);
        if old.bytes.len() > LONG {
            self.record = Record::default();
        }
        new
    }

    /// The next record as it was left when the file was last gone through.
    fn as_left(&mut self, next: OldRecord<'_>) -> Option<String> {
        self.was_decided(next.index).then(|| self.laid_out(next).ok()).flatten()
    }

    fn stays_apart(&mut self, old: OldRecord<'_>, new: &str, beside: Beside<'_>) -> bool {
        let next_text = beside.next.and_then(|next| self.as_left(next));
        let mut row: Vec<Neighbour<'_>> = Vec::with_capacity(3);
        let mut gap: &[u8] = b"";
        if let Some(text) = &self.before {
            row.push(Neighbour { gap, text });
            gap = beside.gap_before;
        }
        row.push(Neighbour { gap, text: new.as_bytes() });
        if let Some(next) = beside.next {
            let text = next_text.as_deref().map_or(next.bytes, str::as_bytes);
            row.push(Neighbour::first_line(beside.gap_after, text));
        }
        stay_apart(old.format, &row)
    }

    /// Keeps what stands before the next record.
    fn leave(&mut self, text: &[u8]) {
        let before = self.before.get_or_insert_default();
        if before.len() > LONG {
            *before = Vec::new();
        }
        before.clear();
        before.extend_from_slice(text);
    }
}

impl<F: FnMut(u64, &str)> Change for Layout<F> {
    fn new_text(&mut self, old: OldRecord<'_>) -> Option<String> {
        match self.laid_out(old) {
            Ok(new) if new.as_bytes() != old.bytes => return Some(new),
            Ok(_) => {}
            Err(why) if self.last.is_none() => (self.report)(old.line, &why),
            Err(_) => {}
        }
        self.leave(old.bytes);
        None
    }

    fn may_stand(&mut self, old: OldRecord<'_>, new: &str, beside: Beside<'_>) -> bool {
        let stands = self.was_decided(old.index) || self.stays_apart(old, new, beside);
        self.leave(if stands { new.as_bytes() } else { old.bytes });
        if !stands {
            self.staying.push(Staying { index: old.index, line: old.line });
        }
        stands
    }
}

/// How much of a file shows its format, at most: white space is passed over.
const HEAD: usize = 2 << 20;

/// How much of it does behind white space.
const SHOWING: usize = 16 << 10;

/// The beginning of a file that is being written, which shows what it will be taken for.
#[derive(Default)]
pub struct Head(Vec<u8>);

impl Head {
    /// Adds the next piece of the file.
    pub fn push(&mut self, passage: Passage<'_>) {
        let bytes = match passage {
            Passage::Same(bytes) => bytes,
            Passage::Changed { new, .. } => new.as_bytes(),
        };
        if self.0.len() < HEAD && self.0.trim_ascii_start().len() < SHOWING {
            self.0.extend_from_slice(&bytes[..bytes.len().min(HEAD)]);
        }
    }

    /// Whether a file of this name that begins so is taken for one in this format.
    pub fn shows(&self, format: Format, name: &Path) -> bool {
        let shown = Source::new(self.0.as_slice(), None).begin_named(name);
        matches!(shown, Ok(Beginning::Format(shown)) if shown == format)
    }
}

/// One record in canonical form, with what is not seen behind it and the line ends that it had.
fn rewritten(format: Format, old: &str, record: &mut Record) -> Result<String, String> {
    let content = old.trim_end_matches(is_gap);
    let mut new = written_safely(format, content, record)?;
    new.truncate(new.trim_end().len());
    if old.contains("\r\n") {
        new = new.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    new.push_str(&old[content.len()..]);
    Ok(new)
}

fn written_safely(format: Format, text: &str, record: &mut Record) -> Result<String, String> {
    if let Some(why) = unfit_to_change(format, text) {
        return Err(why);
    }
    let mut faults: Vec<Fault> = Vec::new();
    read_into(format, text, record, &mut faults);
    if let Some(fault) = faults.first() {
        return Err(fault.kind.to_string());
    }
    let mut losses = Losses::default();
    let written = write(format, record, &mut losses)
        .ok_or_else(|| format!("records are only read in the format {}", format.name()))?;
    if let Some((what, _)) = losses.iter().next() {
        return Err(format!("its {what} would get lost"));
    }
    // Of a long record there is no room for two.
    let before = fingerprint(record);
    read_into(format, &written, record, &mut faults);
    let same = faults.is_empty() && fingerprint(record) == before;
    if same { Ok(written) } else { Err("it would not read back the same".to_owned()) }
}

/// A number that stands for what a record says, wherever in its source it says it: two records that
/// say the same, as our own JSON tells it, have the same.
pub fn fingerprint(record: &Record) -> u128 {
    let mut hash = Fingerprint::new();
    json::own::write_canonical(record, &mut hash).expect("a hash takes all");
    hash.number()
}

/// Two hashes of the same bytes.
struct Fingerprint([DefaultHasher; 2]);

impl Fingerprint {
    fn new() -> Self {
        let mut other = DefaultHasher::new();
        other.write_u8(1);
        Self([DefaultHasher::new(), other])
    }

    fn number(&self) -> u128 {
        let [one, other] = self.0.each_ref().map(|hash| u128::from(hash.finish()));
        one << 64 | other
    }
}

impl io::Write for Fingerprint {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.iter_mut().for_each(|hash| hash.write(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::convert::Infallible;
    use std::io::Read;

    use super::super::rewrite;
    use super::super::testing::{Damage, damage, damaged};
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// Some records in every format that is written, two or more of each.
    const SAMPLES: &[(Format, &str)] = &[
        (
            Format::Otg,
            "[date:2015.05.04]\n[result:-1]\n[rules:dim:7 atkf:n start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]\n\
             [start-comment:Two\n\nlines]\n\n1. Kd4-d5 d6-c6\n[one|two]\n\n1a.1.1a. d5-e5 d6-e6xd6/c6\n[|]\n\n\
             2. d3-e3 c6-c4\n[|]\n\n[event:Next]\n[variant:brandubh]\n\n1. d1-c1 d3-c3\n[]\n2. ---\n\n\
             [date:3]\n[puzzle-start:0a]\n\n\n[date:4]\n1. d1-c1\n",
        ),
        (
            Format::Site,
            "My game\n1. k8-i8 d6-d9\n2. j6-j9xi9 i7-i9\n3. resigned\nBlack won.\n\n\
             1. a1-a2 b1-b2; 2. a2-a3\n\nh1h3 g5g2 e1e3\nDraw.\n\n\
             0. d1-c1 d3-c3\n1. d7-e7 d5-e5\n\nwhite won,12,1. a1-a2 b1-b2\n",
        ),
        (Format::Walker, "1. E8-C8 G5-G2;\n2. I4-G4xH4/G5+ resigned.\n\n1. A1-A2 B1-B2\nDraw.\n"),
        (
            Format::Pgn,
            "[Event \"Yule\"]\n[Attackers \"A\"]\n[Result \"1-0\"]\n\n1. d1-c1 {so} d3-c3 (1... d3-b3) 2. c1-c2! 1-0\n\n\
             [Game \"tablut\"]\n[Size \"9\"]\n\n1. i6-g6 e7-g7:g6 0-1\n\n[Site \"x\"]\n1. h1h3 g5g2 2. h3h2\n",
        ),
        (
            Format::Sgf,
            "(;FF[4]CA[UTF-8]RU[brandubh]PB[A]RE[B+R]\n;B[daca]C[so];W[dccc](;B[cacb])(;B[dgeg]))\n(;FF[4]SZ[7]AB[aa][ba]AW[dd];B[aaab])\n",
        ),
        (
            Format::Csv,
            "d1-d3 e5-e2 g1-g3xf4,1,0,Ongoing\n\"d1-d3 e5-e2\", 0 ,\"0\",White\n\ntimeout,0,0,\n",
        ),
        (
            Format::Archive,
            "[\n{\"Id\":\"g-1\", \"AageGameTypeKey\":16,\"AageGameTypeName\":\"Copenhagen\",\n\"Moves\":[\"d1-d3\", \"f8f7\"],\"WhoWon\":\"White\"},\n\
             {\"Moves\": [\"timeout\"], \"WhoWon\": \"\", \"Rating\": 5}\n]\n",
        ),
        (
            Format::HtpJson,
            "{\"id\":7,\"rated\":true,\"variant\":\"Copenhagen\",\"dim\":11,\"moves\":\"d1-d3 f8-i8 ---\"}\n\
             {\"attackers\": \"anna\",\n \"rated\": null, \"moves\": \"\"}\n",
        ),
        (
            Format::Pto,
            "{\"Layout\":\"magpie\",\"KingCapture\":\"1\", \"Move\":[{\"MoveX\":3,\"MoveY\":0,\"MoveXTo\":2,\"MoveYTo\":0}]}\n\
             {\"Layout\": \"tablut\", \"Move\": []}\n",
        ),
        (
            Format::Json,
            "{\"schema\":\"taflkit.record/1\", \"result\":\"draw\",\"lines\":[{\"moves\":[{\"path\":[\"d1\",\"d3\"]},\"resigned\"]}]}\n\
             {\"lines\":[{\"moves\":[]}],\n\"schema\":\"taflkit.record/1\"}\n",
        ),
    ];

    /// What is inserted into records.
    const SNIPPETS: &[&str] = &[
        "\n",
        "\n\n",
        "\r\n",
        " ",
        "[",
        "]",
        "(",
        ")",
        "{",
        "}",
        "\"",
        ",",
        ";",
        ":",
        "1.",
        "1.\n",
        "0. ",
        "\n1.\n",
        "[result:1]",
        "[rules:dim:7]\n",
        "[date:1]\n",
        "[Event \"x\"]\n",
        "(;FF[4]",
        "a1-a2 ",
        "a1-a2\n",
        "Black won.\n",
        "\u{200b}",
        "\u{a0}",
        "\u{2013}",
        "\u{feff}",
        "\u{1a}",
        "[|]\n",
        "1a.1.1a. ",
        "%",
        "[taflkit:plain]\n",
        "---",
        "{\"Moves\":[]}",
        "# ",
        "Said so.\n",
    ];

    /// What is done to a text: damage, or another sample is put behind it.
    #[derive(Clone, Debug)]
    enum Change {
        Damage(Damage),
        Join(usize),
    }

    fn change() -> impl Strategy<Value = Change> {
        prop_oneof![
            6 => damage(SNIPPETS).prop_map(Change::Damage),
            1 => (0..SAMPLES.len()).prop_map(Change::Join),
        ]
    }

    fn changed(text: &str, change: &Change) -> String {
        match change {
            Change::Damage(damage) => damaged(text, damage),
            Change::Join(other) => text.to_owned() + SAMPLES[*other].1,
        }
    }

    fn laid_out(text: &str, given: Option<Format>) -> Option<String> {
        let mut layout = Layout::new(|_, _: &str| {});
        loop {
            let mut source = Source::new(text.as_bytes(), given);
            let Ok(Beginning::Format(format)) = source.begin() else { return None };
            let (mut new, mut head) = (Vec::new(), Head::default());
            let take = |passage: Passage<'_>| -> Result<(), Infallible> {
                head.push(passage);
                new.extend_from_slice(match passage {
                    Passage::Same(bytes) => bytes,
                    Passage::Changed { new, .. } => new.as_bytes(),
                });
                Ok(())
            };
            rewrite(&mut source, format, text.as_bytes(), &mut layout, take).unwrap();
            if layout.is_done() {
                let shown = given.is_some() || head.shows(format, Path::new("-"));
                return Some(if shown { String::from_utf8(new).unwrap() } else { text.to_owned() });
            }
        }
    }

    #[test]
    fn a_number_before_the_rules_is_laid_out_once() {
        for text in [
            "1.\n[rules:dim:7 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]\n\n1. d1-c1\n[|]\n",
            "1.\n[date:1]\n",
        ] {
            let once = laid_out(text, Some(Format::Otg)).unwrap();
            assert_eq!(laid_out(&once, Some(Format::Otg)).unwrap(), once);
            assert!(once.starts_with("1.\n["), "{once}");
        }
    }

    #[test]
    fn what_stands_behind_a_text_stays() {
        let once = laid_out("1. a1-a2\u{a0}b1-b2\n\u{200b}\n\u{1a}", Some(Format::Site)).unwrap();
        assert_eq!(once, "1. a1-a2 b1-b2\n\u{200b}\n\u{1a}");
    }

    /// Tells how much of a text was read.
    struct Counted<'a>(&'a [u8], &'a Cell<usize>);

    impl Read for Counted<'_> {
        fn read(&mut self, block: &mut [u8]) -> io::Result<usize> {
            let read = self.0.read(block)?;
            self.1.set(self.1.get() + read);
            Ok(read)
        }
    }

    #[test]
    fn no_more_is_held_than_some_records() {
        let text = "d1-d3 e5-e2, 0,0,Ongoing\n".repeat(60_000);
        let (read, mut written, mut most) = (Cell::new(0), 0, 0);
        let mut source = Source::new(Counted(text.as_bytes(), &read), Some(Format::Csv));
        source.begin().unwrap();
        let take = |passage: Passage<'_>| -> Result<(), Infallible> {
            written += match passage {
                Passage::Same(bytes) => bytes.len(),
                Passage::Changed { old, .. } => old.len(),
            };
            most = most.max(read.get() - written);
            Ok(())
        };
        let mut layout = Layout::new(|_, _: &str| {});
        rewrite(&mut source, Format::Csv, text.as_bytes(), &mut layout, take).unwrap();
        assert!(layout.is_done() && written == text.len());
        assert!(most < text.len() / 2, "{most} bytes of {} were held", text.len());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn what_is_laid_out_stays(
            sample in 0..SAMPLES.len(),
            changes in vec(change(), 0..4),
            named in any::<bool>(),
        ) {
            let (format, whole) = SAMPLES[sample];
            let text = changes.iter().fold(whole.to_owned(), |text, one| changed(&text, one));
            let format = named.then_some(format);
            if let Some(once) = laid_out(&text, format) {
                let twice = laid_out(&once, format);
                prop_assert_eq!(twice.as_deref(), Some(once.as_str()), "from {:?}", text);
            }
        }
    }
}
