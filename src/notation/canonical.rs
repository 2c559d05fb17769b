//! Whole files in the canonical form of their format.

use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::ops::Range;

use crate::record::Record;

use super::apart::{Neighbour, stay_apart};
use super::typography::is_gap;
use super::{
    Beginning, Fault, Format, Ledger, RawRecord, Source, json, no_objects, read, unfit_to_change,
    write,
};

/// A text in canonical form, as far as that could be had.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Canonical {
    /// The text.
    pub text: String,
    /// The records that stay as they were: the line each starts on, and why.
    pub kept: Vec<(u64, String)>,
}

/// Puts every record of a text into the canonical form of its format. What stands between records is
/// left alone, and so is a record that has faults or that the writer would lose something of.
/// `are_games` is asked whether lines of moves without numbers are games of their own, see
/// [`Source::bare_lines`]; a text of such lines stays as it is.
///
/// # Errors
/// With the reason why the text cannot be read: it is in no known format.
pub fn canonical(
    text: &str,
    format: Option<Format>,
    are_games: impl Fn(&[Vec<String>]) -> bool,
) -> Result<Canonical, String> {
    let (mut result, mut beside) = once(text, format, &are_games)?;
    // A record that had to stay for what the next was may be laid out once that is.
    while beside {
        let (next, more) = once(&result.text, format, &are_games)?;
        beside = more && next.text != result.text;
        result = next;
    }
    if shown_format(text, format) != shown_format(&result.text, format) {
        let why = "laid out, the file would be taken for one in another format".to_owned();
        return Ok(Canonical { text: text.to_owned(), kept: vec![(1, why)] });
    }
    Ok(result)
}

/// The format that a text is read in.
fn shown_format(text: &str, format: Option<Format>) -> Option<Format> {
    match Source::new(text.as_bytes(), format).begin() {
        Ok(Beginning::Format(format)) => Some(format),
        _ => None,
    }
}

/// The same, each record once; and whether one stayed as it was for what stands beside it.
fn once(
    text: &str,
    format: Option<Format>,
    are_games: &impl Fn(&[Vec<String>]) -> bool,
) -> Result<(Canonical, bool), String> {
    let mut source = Source::new(text.as_bytes(), format);
    let format = match source.begin() {
        Ok(Beginning::Format(format)) => format,
        Ok(Beginning::OtherJson(what)) => return Err(no_objects(what)),
        _ => return Err("the file is in no known format".to_owned()),
    };
    if are_games(&source.bare_lines()) {
        // Numbers in one line would take from the others that they are games.
        return Ok((Canonical { text: text.to_owned(), kept: Vec::new() }, false));
    }
    let mut places: Vec<(Range<usize>, u64)> = Vec::new();
    let mut cut: Vec<(u64, String)> = Vec::new();
    while let Ok(Some(chunk)) = source.next_chunk() {
        let start = chunk.start as usize;
        let place = |raw: &RawRecord| (start + raw.range.start..start + raw.range.end, raw.line);
        // Where one is cut may be inside a letter; what cannot be read stays as it is.
        let long = chunk.records.iter().filter(|raw| raw.cut);
        cut.extend(long.map(|raw| (raw.line, "it is too long to be read".to_owned())));
        places.extend(chunk.records.iter().filter(|raw| !raw.cut).map(place));
    }
    let mut layout =
        Layout { format, text, places: &places, record: Record::default(), beside: false };
    let mut result = layout.all();
    result.kept.extend(cut);
    Ok((result, layout.beside))
}

/// A text whose records are being laid out.
struct Layout<'a> {
    format: Format,
    text: &'a str,
    /// Where the records stand, and the line that each starts on.
    places: &'a [(Range<usize>, u64)],
    record: Record,
    /// Whether a record stays as it is for what stands beside it.
    beside: bool,
}

impl<'a> Layout<'a> {
    fn all(&mut self) -> Canonical {
        let first = self.places.first().map_or(self.text.len(), |(place, _)| place.start);
        let mut result = Canonical { text: self.text[..first].to_owned(), ..Canonical::default() };
        let mut before = None;
        for (at, (place, line)) in self.places.iter().enumerate() {
            let old = &self.text[place.clone()];
            let start = result.text.len();
            match self.one(at, before.map(|before: Range<usize>| &result.text[before])) {
                Ok(new) => result.text.push_str(&new),
                Err(why) => {
                    result.text.push_str(old);
                    result.kept.push((*line, why));
                }
            }
            before = Some(start..result.text.len());
            result.text.push_str(self.gap_after(at));
        }
        result
    }

    /// What stands between a record and the next, or the end.
    fn gap_after(&self, at: usize) -> &'a str {
        let end = self.places.get(at + 1).map_or(self.text.len(), |(next, _)| next.start);
        &self.text[self.places[at].0.end..end]
    }

    /// A record in canonical form, if it is still told apart from the one before and the next.
    fn one(&mut self, at: usize, before: Option<&str>) -> Result<String, String> {
        let old = &self.text[self.places[at].0.clone()];
        let new = rewritten(self.format, old, &mut self.record)?;
        if new == old {
            return Ok(new);
        }
        let mut row: Vec<Neighbour<'_>> = Vec::with_capacity(3);
        row.extend(before.map(|text| Neighbour { gap: "", text }));
        let gap = if at == 0 { "" } else { self.gap_after(at - 1) };
        row.push(Neighbour { gap, text: &new });
        if let Some((next, _)) = self.places.get(at + 1) {
            row.push(Neighbour::first_line(self.gap_after(at), &self.text[next.clone()]));
        }
        let apart = stay_apart(self.format, &row);
        self.beside |= !apart;
        if apart { Ok(new) } else { Err("it would run into the record beside it".to_owned()) }
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
    read(format, text, record, &mut faults);
    if let Some(fault) = faults.first() {
        return Err(fault.kind.to_string());
    }
    let mut ledger = Ledger::default();
    let written = write(format, record, &mut ledger)
        .ok_or_else(|| format!("records are only read in the format {}", format.name()))?;
    if let Some((what, _)) = ledger.iter().next() {
        return Err(format!("its {what} would get lost"));
    }
    // Of a long record there is no room for two.
    let before = fingerprint(record);
    read(format, &written, record, &mut faults);
    let same = faults.is_empty() && fingerprint(record) == before;
    if same { Ok(written) } else { Err("it would not read back the same".to_owned()) }
}

/// A number that stands for what a record says, wherever in its source it says it: two records that
/// say the same, as our own JSON tells it, have the same.
pub fn fingerprint(record: &Record) -> u128 {
    let mut hash = Fingerprint::new();
    json::write_canonical(record, &mut hash).expect("a hash takes all");
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
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::{Index, select};

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

    /// What is done to a text.
    #[derive(Clone, Debug)]
    enum Damage {
        Cut(Index),
        Delete(Index, usize),
        Insert(Index, &'static str),
        SwapLetters(Index, Index),
        SwapLines(Index, Index),
        Double(Index),
        Join(usize),
    }

    fn damage() -> impl Strategy<Value = Damage> {
        let snippets = vec![
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
        let at = any::<Index>;
        prop_oneof![
            at().prop_map(Damage::Cut),
            (at(), 1..12usize).prop_map(|(at, length)| Damage::Delete(at, length)),
            (at(), select(snippets)).prop_map(|(at, text)| Damage::Insert(at, text)),
            (at(), at()).prop_map(|(one, other)| Damage::SwapLetters(one, other)),
            (at(), at()).prop_map(|(one, other)| Damage::SwapLines(one, other)),
            at().prop_map(Damage::Double),
            (0..SAMPLES.len()).prop_map(Damage::Join),
        ]
    }

    fn damaged(text: &str, damage: &Damage) -> String {
        let mut letters: Vec<char> = text.chars().collect();
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        if letters.is_empty() {
            return String::new();
        }
        match damage {
            Damage::Cut(at) => letters.truncate(at.index(letters.len())),
            Damage::Delete(at, length) => {
                let at = at.index(letters.len());
                letters.drain(at..letters.len().min(at + length));
            }
            Damage::Insert(at, new) => {
                let at = at.index(letters.len());
                letters.splice(at..at, new.chars());
            }
            Damage::SwapLetters(one, other) => {
                let (one, other) = (one.index(letters.len()), other.index(letters.len()));
                letters.swap(one, other);
            }
            Damage::SwapLines(one, other) => {
                let (one, other) = (one.index(lines.len()), other.index(lines.len()));
                lines.swap(one, other);
                return lines.concat();
            }
            Damage::Double(at) => {
                let at = at.index(lines.len());
                lines.insert(at, lines[at]);
                return lines.concat();
            }
            Damage::Join(other) => return text.to_owned() + SAMPLES[*other].1,
        }
        letters.into_iter().collect()
    }

    fn laid_out(text: &str, format: Option<Format>) -> Option<String> {
        canonical(text, format, |_| false).ok().map(|canonical| canonical.text)
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

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn what_is_laid_out_stays(
            sample in 0..SAMPLES.len(),
            damages in vec(damage(), 0..4),
            named in any::<bool>(),
        ) {
            let (format, whole) = SAMPLES[sample];
            let text = damages.iter().fold(whole.to_owned(), |text, one| damaged(&text, one));
            let format = named.then_some(format);
            if let Some(once) = laid_out(&text, format) {
                let twice = laid_out(&once, format);
                prop_assert_eq!(twice.as_deref(), Some(once.as_str()), "from {:?}", text);
            }
        }
    }
}
