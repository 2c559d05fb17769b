//! Grammars in ABNF (RFC 5234, with the case-sensitive strings of RFC 7405), and sentences drawn from
//! them.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_while, take_while1};
use nom::character::complete::{char, one_of, satisfy};
use nom::combinator::{all_consuming, cut, map, map_opt, opt, recognize, value};
use nom::multi::{many0, many1, separated_list1};
use nom::sequence::{delimited, pair, preceded, terminated};
use nom::{IResult, Parser};

/// What a rule may derive.
#[derive(Clone, Debug)]
enum Element {
    /// One of these.
    OneOf(Vec<Element>),
    /// These, one after the other.
    All(Vec<Element>),
    /// At least and at most so many.
    Repeat(usize, Option<usize>, Box<Element>),
    /// A rule, in lower case, and the bytes of the text that are left from where it is named.
    Rule(String, usize),
    /// Letters as they stand, or in either case.
    Text(String, bool),
    /// A character of a range.
    Range(RangeInclusive<u32>),
    /// These characters.
    Values(Vec<u32>),
}

/// The rules that RFC 5234 takes for granted.
const CORE: &str = "\
ALPHA = %x41-5A / %x61-7A
BIT = \"0\" / \"1\"
CHAR = %x01-7F
CR = %x0D
CRLF = CR LF
CTL = %x00-1F / %x7F
DIGIT = %x30-39
DQUOTE = %x22
HEXDIG = DIGIT / \"A\" / \"B\" / \"C\" / \"D\" / \"E\" / \"F\"
HTAB = %x09
LF = %x0A
OCTET = %x00-FF
SP = %x20
VCHAR = %x21-7E
WSP = SP / HTAB
";

/// A grammar whose rules are all there.
#[derive(Debug)]
pub(crate) struct Grammar {
    rules: BTreeMap<String, Element>,
    /// How deep the flattest derivation of each rule is.
    depths: BTreeMap<String, usize>,
}

/// Deeper than any derivation that ends.
const ENDLESS: usize = usize::MAX / 4;

/// A sentence that is longer than this many bytes is brought to its end.
const LONG: usize = 1000;

impl Grammar {
    /// Reads a grammar. An error tells the line and the column.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let core = parse_rules(CORE).expect("the core rules are well formed");
        let mut rules: BTreeMap<String, Element> = core.into_iter().collect();
        for (name, element) in parse_rules(text)? {
            if rules.insert(name.clone(), element).is_some() {
                return Err(format!("the rule `{name}` is defined twice, or is a core rule"));
            }
        }
        for element in rules.values() {
            element.look_for(&|name, left| match rules.contains_key(name) {
                true => Ok(()),
                false => Err(format!("{}: there is no rule `{name}`", place(text, left))),
            })?;
        }
        let mut grammar = Self { rules, depths: BTreeMap::new() };
        grammar.measure();
        match grammar.depths.iter().find(|(_, depth)| **depth >= ENDLESS) {
            Some((name, _)) => Err(format!("no derivation of `{name}` comes to an end")),
            None => Ok(grammar),
        }
    }

    /// Whether there is a rule with this name.
    pub(crate) fn has(&self, rule: &str) -> bool {
        self.rules.contains_key(rule)
    }

    /// Finds the flattest derivation of every rule, each round from what the one before found.
    fn measure(&mut self) {
        self.depths = self.rules.keys().map(|name| (name.clone(), ENDLESS)).collect();
        loop {
            let next: BTreeMap<String, usize> = self
                .rules
                .iter()
                .map(|(name, element)| (name.clone(), (1 + self.depth(element)).min(ENDLESS)))
                .collect();
            if next == self.depths {
                return;
            }
            self.depths = next;
        }
    }

    fn depth(&self, element: &Element) -> usize {
        match element {
            Element::OneOf(list) => list.iter().map(|one| self.depth(one)).min().unwrap_or(0),
            Element::All(list) => list.iter().map(|one| self.depth(one)).max().unwrap_or(0),
            Element::Repeat(0, ..) => 0,
            Element::Repeat(_, _, inner) => self.depth(inner),
            Element::Rule(name, _) => self.depths[name],
            Element::Text(..) | Element::Range(_) | Element::Values(_) => 0,
        }
    }

    /// A sentence that a rule derives. Below `depth` rules within each other, the flattest
    /// alternatives are taken.
    pub(crate) fn draw(&self, rule: &str, depth: usize, random: &mut Random) -> String {
        let mut text = String::new();
        self.add(&self.rules[rule], depth, random, &mut text);
        text
    }

    fn add(&self, element: &Element, depth: usize, random: &mut Random, text: &mut String) {
        let depth = if text.len() > LONG { 0 } else { depth };
        match element {
            Element::OneOf(list) => {
                let fits: Vec<_> = list.iter().filter(|one| self.depth(one) < depth).collect();
                let flattest = || list.iter().min_by_key(|one| self.depth(one));
                let taken = match fits.len() {
                    0 => flattest(),
                    many => Some(fits[random.below(many)]),
                };
                self.add(taken.expect("there is an alternative"), depth, random, text);
            }
            Element::All(list) => list.iter().for_each(|one| self.add(one, depth, random, text)),
            Element::Repeat(least, most, inner) => {
                let room = if self.depth(inner) < depth { 4 } else { 0 };
                let more = most.unwrap_or(least + room).saturating_sub(*least).min(room);
                for _ in 0..least + random.below(more + 1) {
                    self.add(inner, depth, random, text);
                }
            }
            Element::Rule(name, _) => {
                self.add(&self.rules[name], depth.saturating_sub(1), random, text);
            }
            Element::Text(letters, true) => text.push_str(letters),
            Element::Text(letters, false) => text.extend(letters.chars().map(|letter| {
                let upper = random.below(2) == 0;
                if upper { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
            })),
            Element::Range(range) => {
                let width = (range.end() - range.start()) as usize + 1;
                let drawn =
                    (0..8).find_map(|_| char::from_u32(range.start() + random.below(width) as u32));
                text.extend(drawn.or_else(|| char::from_u32(*range.start())));
            }
            Element::Values(values) => {
                text.extend(values.iter().filter_map(|value| char::from_u32(*value)));
            }
        }
    }
}

impl Element {
    /// Calls back for every rule that is named.
    fn look_for(&self, found: &dyn Fn(&str, usize) -> Result<(), String>) -> Result<(), String> {
        match self {
            Self::OneOf(list) | Self::All(list) => {
                list.iter().try_for_each(|one| one.look_for(found))
            }
            Self::Repeat(_, _, inner) => inner.look_for(found),
            Self::Rule(name, left) => found(name, *left),
            Self::Text(..) | Self::Range(_) | Self::Values(_) => Ok(()),
        }
    }
}

/// The line and the column where so many bytes are left.
fn place(text: &str, left: usize) -> String {
    let before = &text[..text.len().saturating_sub(left)];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = before.matches('\n').count() + 1;
    format!("{line}:{}", before[line_start..].chars().count() + 1)
}

fn parse_rules(text: &str) -> Result<Vec<(String, Element)>, String> {
    let rules = many0(preceded(blank_lines, rule));
    let mut whole = all_consuming(terminated(rules, blank_lines));
    match whole.parse(text) {
        Ok((_, rules)) => Ok(rules),
        Err(nom::Err::Error(error) | nom::Err::Failure(error)) => {
            let rest = error.input;
            let line = rest.lines().next().unwrap_or_default().trim_end();
            Err(format!("{}: this is no ABNF: `{line}`", place(text, rest.len())))
        }
        Err(nom::Err::Incomplete(_)) => Err("the grammar breaks off".to_owned()),
    }
}

fn comment(text: &str) -> IResult<&str, &str> {
    recognize(pair(char(';'), take_while(|letter| letter != '\n'))).parse(text)
}

fn blanks(text: &str) -> IResult<&str, &str> {
    take_while(|letter| matches!(letter, ' ' | '\t' | '\r'))(text)
}

fn blank_lines(text: &str) -> IResult<&str, ()> {
    value((), many0((blanks, opt(comment), char('\n')))).parse(text)
}

/// White space within a rule: a line that begins with a blank goes on with the rule before.
fn space(text: &str) -> IResult<&str, ()> {
    let next_line = (opt(comment), char('\n'), blank_lines, one_of(" \t"));
    value((), pair(blanks, many0((next_line, blanks)))).parse(text)
}

fn rule(text: &str) -> IResult<&str, (String, Element)> {
    let (rest, name) = name(text)?;
    let (rest, _) = cut((space, char('='), space)).parse(rest)?;
    let end = (blanks, opt(comment), alt((value((), char('\n')), value((), nom::combinator::eof))));
    let (rest, element) = cut(terminated(alternatives, end)).parse(rest)?;
    Ok((rest, (name, element)))
}

fn name(text: &str) -> IResult<&str, String> {
    let first = satisfy(|letter| letter.is_ascii_alphabetic());
    let others = take_while(|letter: char| letter.is_ascii_alphanumeric() || letter == '-');
    map(recognize(pair(first, others)), str::to_lowercase).parse(text)
}

fn alternatives(text: &str) -> IResult<&str, Element> {
    let slash = (space, char('/'), space);
    map(separated_list1(slash, sequence), Element::OneOf).parse(text)
}

fn sequence(text: &str) -> IResult<&str, Element> {
    map(many1(preceded(space, repetition)), Element::All).parse(text)
}

fn number(text: &str) -> IResult<&str, usize> {
    map_opt(take_while1(|digit: char| digit.is_ascii_digit()), |digits: &str| digits.parse().ok())
        .parse(text)
}

fn repetition(text: &str) -> IResult<&str, Element> {
    let range =
        map((opt(number), char('*'), opt(number)), |(least, _, most)| (least.unwrap_or(0), most));
    let exactly = map(number, |count| (count, Some(count)));
    map(pair(opt(alt((range, exactly))), element), |(range, element)| match range {
        Some((least, most)) => Element::Repeat(least, most, Box::new(element)),
        None => element,
    })
    .parse(text)
}

fn element(text: &str) -> IResult<&str, Element> {
    let left = text.len();
    let inside = |open, close| {
        delimited(pair(char(open), space), alternatives, cut(pair(space, char(close))))
    };
    alt((
        map(name, move |name| Element::Rule(name, left)),
        inside('(', ')'),
        map(inside('[', ']'), |inner| Element::Repeat(0, Some(1), Box::new(inner))),
        map(preceded(tag_no_case("%s"), quoted), |text| Element::Text(text, true)),
        map(preceded(opt(tag_no_case("%i")), quoted), |text| Element::Text(text, false)),
        numbers,
    ))
    .parse(text)
}

fn quoted(text: &str) -> IResult<&str, String> {
    let inside = take_while(|letter| letter != '"' && letter != '\n');
    map(delimited(char('"'), inside, char('"')), str::to_owned).parse(text)
}

/// `%x41`, `%x41-5A`, `%x41.42`, and the same in decimal.
fn numbers(text: &str) -> IResult<&str, Element> {
    let (rest, base) = preceded(char('%'), one_of("xXdD")).parse(text)?;
    let radix = if base.eq_ignore_ascii_case(&'x') { 16 } else { 10 };
    let number = |text| {
        map_opt(take_while1(|digit: char| digit.is_digit(radix)), |digits: &str| {
            u32::from_str_radix(digits, radix).ok().filter(|value| *value <= 0x10_ffff)
        })
        .parse(text)
    };
    let (rest, first) = number(rest)?;
    let range = map_opt(preceded(char('-'), number), move |last| {
        (first <= last).then_some(Element::Range(first..=last))
    });
    let more = map(many0(preceded(char('.'), number)), move |mut more: Vec<u32>| {
        more.insert(0, first);
        Element::Values(more)
    });
    alt((range, more)).parse(rest)
}

/// Numbers that only look random: the same for the same seed.
pub(crate) struct Random(u64);

impl Random {
    /// A sequence of its own for each seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below another, which is not 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}
