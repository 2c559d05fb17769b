//! Finding rules by what people call them: ids, names as sites write them, and rules written out.

use std::fmt;
use std::sync::OnceLock;

use crate::board::{BoardSize, Side};

use super::Ruleset;
use super::record::{self, Problem};
use super::shared::{Shared, shared as shared_word, simplified, size_of};
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
    /// The word stands for several games, and nothing tells which.
    Several(&'static Shared),
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
            Self::Several(shared) => format!("name one of them: {}", shared.games.join(" or ")),
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
            Self::Several(shared) => {
                write!(f, "`{}` is a word for {}", shared.word, shared.told())
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
    TYPES.get_or_init(|| include_str!("site-types.tsv").lines().filter_map(site_line).collect())
}

fn site_line(line: &'static str) -> Option<SiteType> {
    let mut columns = line.split('\t');
    let key = columns.next()?.parse().ok()?;
    let name = columns.next()?;
    let rules = columns.next().filter(|&rules| rules != "-");
    Some(SiteType { key, name, rules })
}

/// The kind of game that a site means by a number and a name. The number settles it where there is no
/// name.
pub fn site_type(key: Option<u32>, name: &str) -> Option<&'static SiteType> {
    let known = site_types();
    let by_name = known.iter().find(|site| site.name == name);
    by_name.or_else(|| known.iter().find(|site| Some(site.key) == key && name.is_empty()))
}

/// The side that a text of rules says moves first, by the key `atkf`, and where it says so.
pub fn stated_first(text: &str) -> Option<(Side, usize)> {
    const KEY: &str = "atkf:";
    let at = text.find(KEY)?;
    match text.as_bytes().get(at + KEY.len()) {
        Some(b'y') => Some((Side::Attackers, at)),
        Some(b'n') => Some((Side::Defenders, at)),
        _ => None,
    }
}

/// The word that a text begins with, if it stands for more than one game.
pub fn shared(text: &str) -> Option<&'static Shared> {
    shared_word(split_changes(text.trim()).0)
}

/// The side of the board of a built-in variant; none for another name.
pub fn side_of(id: &str) -> usize {
    size_of(id).map_or(0, BoardSize::side)
}

/// Finds rules by a text: a name, a rules record, or a name followed by keys that change it, as in
/// `copenhagen start:/.../`. A word for several games means the usual one.
///
/// # Errors
/// When the name is unknown or means several games, when no rules are known for it, or when the
/// record does not read.
pub fn resolve(text: &str) -> Result<Resolved, ResolveError> {
    resolve_as(text, |shared| shared.main())
}

/// The same for a board of this size, which may tell what a word for several games means.
///
/// # Errors
/// As [`resolve`].
pub fn resolve_on(text: &str, size: BoardSize) -> Result<Resolved, ResolveError> {
    resolve_as(text, |shared| shared.on(size).next().or(shared.main()))
}

/// The same, with a choice among the games of a word that stands for several.
///
/// # Errors
/// As [`resolve`].
pub fn resolve_as(
    text: &str,
    choose: impl FnOnce(&'static Shared) -> Option<&'static str>,
) -> Result<Resolved, ResolveError> {
    let text = text.trim();
    let (name, changes) = split_changes(text);
    if name.is_empty() {
        let parsed = record::parse(changes).map_err(ResolveError::Record)?;
        return Ok(Resolved { ruleset: parsed.ruleset, variant: None, warnings: parsed.warnings });
    }
    let mut base = match shared_word(name) {
        Some(shared) => resolve_name(choose(shared).ok_or(ResolveError::Several(shared))?)?,
        None => resolve_name(name)?,
    };
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
        let may_be_name = (1..=LONGEST_NAME).contains(&at);
        let after_name = may_be_name && word.contains(':') && is_known(text[..at].trim());
        if after_name || record::is_rule(word.trim_end()) {
            return (text[..at].trim_end(), &text[at..]);
        }
        at += word.len();
    }
    (text, "")
}

fn is_known(name: &str) -> bool {
    shared_word(name).is_some() || resolve_name(name).is_ok()
}

fn resolve_name(name: &str) -> Result<Resolved, ResolveError> {
    // Most are asked for by their ids, and gathering all other names takes long.
    if let Some(variant) = variants::all().iter().find(|variant| variant.id == name) {
        return Ok(built_in(variant));
    }
    let plain = simplified(name);
    match known_names().iter().find(|(known, _)| *known == plain) {
        Some((_, Known::Variant(variant))) => Ok(built_in(variant)),
        Some((_, Known::Site(site))) => {
            site.rules.map_or(Err(ResolveError::NoRulesKnown(site.name)), resolve)
        }
        None => Err(ResolveError::Unknown(name.to_owned())),
    }
}

fn built_in(variant: &Variant) -> Resolved {
    Resolved { ruleset: variant.ruleset(), variant: Some(variant.id), warnings: Vec::new() }
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

    fn variant(text: &str) -> Option<&'static str> {
        resolve(text).unwrap().variant
    }

    #[test]
    fn names_as_sites_write_them() {
        assert_eq!(variant("Copenhagen Hnefatafl 11x11"), Some("copenhagen"));
        assert_eq!(variant("Historical Hnefatafl 9x9 (Saami Tablut)"), Some("tablut"));
        assert_eq!(variant("historical hnefatafl 9X9 saami tablut"), Some("tablut"));
        assert_eq!(variant("Papillon's Escape"), Some("papillon"));
    }

    #[test]
    fn a_word_for_several_games_is_told_apart_by_the_board() {
        let on = |word: &str, side: usize| {
            resolve_on(word, BoardSize::new(side).unwrap()).ok().and_then(|found| found.variant)
        };
        assert_eq!(
            [7, 9, 11].map(|side| on("WTF", side)),
            [Some("brandubh"), None, Some("copenhagen")]
        );
        assert_eq!(on("sea battle", 13), Some("sea-battle-13"));
        assert_eq!(variant("Sea Battle Tafl"), Some("sea-battle-9"));
        assert_eq!(variant("Historical"), Some("historical"));
        assert_eq!(on("Historical atkf:n", 7), Some("brandubh"));
        let error = resolve("wtf rep:mover").unwrap_err();
        insta::assert_snapshot!(format!("{error} ({})", error.help()), @"`WTF` is a word for brandubh (7x7) and copenhagen (11x11) (name one of them: brandubh or copenhagen)");
        // Spelt as an id, a word means that variant.
        assert_eq!(
            (shared("tawlbwrdd"), shared("Tawlbwrdd").map(|s| s.word)),
            (None, Some("Tawlbwrdd"))
        );
    }

    /// Ids are looked up first, so none may be another name of another variant.
    #[test]
    fn every_id_is_its_own() {
        for known in variants::all() {
            assert_eq!(variant(known.id), Some(known.id));
            let plain = simplified(known.id);
            let (_, first) = known_names().iter().find(|(name, _)| *name == plain).unwrap();
            assert!(matches!(first, Known::Variant(first) if first.id == known.id), "{plain}");
        }
    }

    /// A game of a shared word has its own board, and is found under its id.
    #[test]
    fn every_shared_word_has_games() {
        for shared in crate::rules::shared::SHARED {
            assert!(shared.games.len() > 1, "{}", shared.word);
            assert_eq!(shared.main_side(), shared.main().map(side_of), "{}", shared.word);
            assert!(shared.everywhere().all(|id| variant(id) == Some(id)), "{}", shared.word);
            let server = shared.at("hnefatafl.org");
            assert!(server.is_none_or(|own| own.main_side() == own.main().map(side_of)));
            for id in shared.games {
                assert_eq!(variant(id), Some(*id));
                assert_eq!(
                    crate::rules::shared::size_of(id),
                    Some(resolve(id).unwrap().ruleset.size())
                );
            }
        }
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

    /// Each word with a colon may be the first change of a name; asking so for every beginning of a long
    /// text takes more than a minute here.
    #[test]
    fn long_texts_of_no_name_are_refused_soon() {
        for word in ["x:y ", ": "] {
            let begun = std::time::Instant::now();
            assert!(matches!(resolve(&word.repeat(20_000)), Err(ResolveError::Unknown(_))));
            assert!(begun.elapsed().as_secs() < 5, "{:?}", begun.elapsed());
        }
    }
}
