//! Finding rules by what people call them: ids, names as sites write them, and rules written out.

use std::fmt;
use std::sync::OnceLock;

use super::Ruleset;
use super::record::{self, Problem};
use super::variants::{self, Variant};

/// Rules that were asked for by a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The rules.
    pub ruleset: Ruleset,
    /// The built-in variant that they are or that they change, if there is one.
    pub variant: Option<&'static str>,
    /// What is doubtful about rules that were written out.
    pub warnings: Vec<Problem>,
}

/// Why a text names no rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResolveError {
    /// Nobody is known by that name.
    Unknown(String),
    /// A site plays it, but which rules its games follow is not known.
    NoRulesKnown(&'static str),
    /// The rules written out do not read.
    Record(Vec<Problem>),
}

impl ResolveError {
    /// What to do about it.
    pub fn help(&self) -> String {
        match self {
            Self::Unknown(name) => match nearest(&simplified(name)).as_slice() {
                [] => "`tafl rules list` shows the known names".into(),
                nearest => format!("nearest: {}", nearest.join(", ")),
            },
            Self::NoRulesKnown(_) => {
                "give the rules with --variant, by name or as a rules record".into()
            }
            Self::Record(problems) => {
                let first = problems.iter().find(|problem| problem.kind.is_error());
                first.map_or_else(String::new, |problem| problem.kind.help())
            }
        }
    }
}

impl fmt::Display for ResolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "no variant is called `{name}`"),
            Self::NoRulesKnown(name) => {
                write!(f, "no known rules fit the games played as `{name}`")
            }
            Self::Record(problems) => {
                let errors = problems.iter().filter(|problem| problem.kind.is_error());
                let told: Vec<String> = errors.map(|problem| problem.kind.to_string()).collect();
                f.write_str(&told.join("; "))
            }
        }
    }
}

impl std::error::Error for ResolveError {}

/// A kind of game that the archive of one playing site has, by the number and the name that the
/// site gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SiteType {
    /// The site's number.
    pub key: u32,
    /// The site's name.
    pub name: &'static str,
    /// The rules that its games follow, as [`resolve`] reads them; nothing where no known rules do.
    /// Found by replaying the games.
    pub rules: Option<&'static str>,
}

/// The kinds of game whose names are known.
pub fn site_types() -> &'static [SiteType] {
    static TYPES: OnceLock<Vec<SiteType>> = OnceLock::new();
    TYPES.get_or_init(|| include_str!("site-types.tsv").lines().filter_map(site_type).collect())
}

fn site_type(line: &'static str) -> Option<SiteType> {
    let mut columns = line.split('\t');
    let key = columns.next()?.parse().ok()?;
    let name = columns.next()?;
    let rules = columns.next().filter(|&rules| rules != "-");
    Some(SiteType { key, name, rules })
}

/// Finds rules by a text: a name, a rules record, or a name followed by keys that change it, as in
/// `copenhagen start:/.../`.
///
/// # Errors
/// When the name is unknown, when no rules are known for it, or when the record does not read.
pub fn resolve(text: &str) -> Result<Resolved, ResolveError> {
    let text = text.trim();
    let (name, changes) = split_changes(text);
    if name.is_empty() {
        let parsed = record::parse(changes).map_err(ResolveError::Record)?;
        return Ok(Resolved { ruleset: parsed.ruleset, variant: None, warnings: parsed.warnings });
    }
    let mut base = resolve_name(name)?;
    if !changes.is_empty() {
        let shift = text.len() - changes.len();
        let amended = record::amend(&base.ruleset, changes)
            .map_err(|problems| ResolveError::Record(shifted(problems, shift)))?;
        base.ruleset = amended.ruleset;
        base.warnings = shifted(amended.warnings, shift);
    }
    Ok(base)
}

/// Problems with a part of a text, told by their places in the whole.
fn shifted(mut problems: Vec<Problem>, by: usize) -> Vec<Problem> {
    for problem in &mut problems {
        problem.span = problem.span.start + by..problem.span.end + by;
    }
    problems
}

/// Splits a text at its first word that is a rule.
fn split_changes(text: &str) -> (&str, &str) {
    let mut at = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        let after_name = word.contains(':') && at > 0 && resolve_name(text[..at].trim()).is_ok();
        if after_name || record::is_rule(word.trim_end()) {
            return (text[..at].trim_end(), &text[at..]);
        }
        at += word.len();
    }
    (text, "")
}

fn resolve_name(name: &str) -> Result<Resolved, ResolveError> {
    let plain = simplified(name);
    match known_names().iter().find(|(known, _)| *known == plain) {
        Some((_, Known::Variant(variant))) => {
            let ruleset = variant.ruleset();
            Ok(Resolved { ruleset, variant: Some(variant.id), warnings: Vec::new() })
        }
        Some((_, Known::Site(site))) => {
            site.rules.map_or(Err(ResolveError::NoRulesKnown(site.name)), resolve)
        }
        None => Err(ResolveError::Unknown(name.to_owned())),
    }
}

/// What a name is known to stand for.
#[derive(Clone, Copy)]
enum Known {
    Variant(&'static Variant),
    Site(&'static SiteType),
}

/// Every known name, simplified; the first of a kind counts.
fn known_names() -> &'static [(String, Known)] {
    static NAMES: OnceLock<Vec<(String, Known)>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let of_variant = |variant: &'static Variant| {
            let short = variant.aliases.iter().chain([&variant.id]).map(|name| simplified(name));
            let long = display_name(variant).map(|name| simplified(&name));
            short.chain(long).map(move |name| (name, Known::Variant(variant)))
        };
        let of_site = |site: &'static SiteType| (simplified(site.name), Known::Site(site));
        let sites = site_types().iter().map(of_site);
        variants::all().iter().flat_map(of_variant).chain(sites).collect()
    })
}

/// The name in a variant's record, without reading the rest of it.
fn display_name(variant: &Variant) -> Option<String> {
    let mut words = variant.record.split_whitespace();
    words.find_map(|word| word.strip_prefix("name:")).map(|name| name.replace('_', " "))
}

/// A name longer than this is like no known one, and comparing it would take long.
const LONGEST_NAME: usize = 100;

/// Letters and digits only, lower case: what is left of a name when spelling is forgiven.
fn simplified(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn nearest(plain: &str) -> Vec<&'static str> {
    if plain.len() > LONGEST_NAME {
        return Vec::new();
    }
    let short = variants::all()
        .iter()
        .flat_map(|variant| variant.aliases.iter().copied().chain([variant.id]));
    let long = site_types().iter().map(|site| site.name);
    let mut close: Vec<(f64, &'static str)> = short
        .chain(long)
        .map(|known| (strsim::jaro_winkler(&simplified(known), plain), known))
        .filter(|&(likeness, _)| likeness > 0.8)
        .collect();
    close.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    close.into_iter().take(3).map(|(_, known)| known).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;

    fn variant(text: &str) -> Option<&'static str> {
        resolve(text).unwrap().variant
    }

    #[test]
    fn names_as_sites_write_them() {
        assert_eq!(variant("Copenhagen Hnefatafl 11x11"), Some("copenhagen"));
        assert_eq!(variant("Historical Hnefatafl 9x9 (Saami Tablut)"), Some("tablut"));
        assert_eq!(variant("historical hnefatafl 9X9 saami tablut"), Some("tablut"));
        assert_eq!(variant("WTF"), Some("copenhagen"));
        assert_eq!(variant("Papillon's Escape"), Some("papillon"));
    }

    #[test]
    fn every_site_type_resolves() {
        for site in site_types() {
            match (site.rules, resolve(site.name)) {
                (Some(_), Ok(_)) => {}
                (None, Err(ResolveError::NoRulesKnown(name))) => assert_eq!(name, site.name),
                (rules, result) => panic!("{}: {rules:?} gave {result:?}", site.name),
            }
        }
    }

    #[test]
    fn a_name_can_be_changed() {
        let changed = resolve("tablut atkf:n").unwrap();
        assert_eq!(changed.variant, Some("tablut"));
        assert_eq!(changed.ruleset.first, Side::Defenders);
        let larger = resolve("copenhagen start:/5/5/2K2/5/2t2/").unwrap();
        assert_eq!(larger.ruleset.size().side(), 5);
        assert_eq!(larger.ruleset.throne.squares.first().unwrap().to_string(), "c3");
    }

    #[test]
    fn rules_can_be_written_out() {
        let written = resolve("dim:5 start:/5/5/2K2/5/2t2/").unwrap();
        assert_eq!(written.variant, None);
        assert!(matches!(
            resolve("dim:5 esc:z start:/5/5/2K2/5/2t2/"),
            Err(ResolveError::Record(_))
        ));
    }

    #[test]
    fn unknown_names_get_the_nearest() {
        let error = resolve("copenhaggen").unwrap_err();
        insta::assert_snapshot!(format!("{error} ({})", error.help()), @"no variant is called `copenhaggen` (nearest: copenhagen, copenhagen-11, copenhagen-13)");
        let error = resolve("qqqq").unwrap_err();
        insta::assert_snapshot!(format!("{error} ({})", error.help()), @"no variant is called `qqqq` (`tafl rules list` shows the known names)");
        let error = resolve("Tyr 9x9").unwrap_err();
        insta::assert_snapshot!(format!("{error} ({})", error.help()), @"no known rules fit the games played as `Tyr 9x9` (give the rules with --variant, by name or as a rules record)");
    }
}
