//! Words by which people mean more than one game.

use super::variants;
use crate::board::BoardSize;

/// A word that sites use for different games. The board of a record tells them apart, or else its
/// moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shared {
    /// The word, as its spelling is told.
    pub word: &'static str,
    /// The ids of the games.
    pub games: &'static [&'static str],
    /// The side of the board of the first of them, if that is meant where nothing tells.
    main_side: Option<usize>,
}

const fn mainly(word: &'static str, side: usize, games: &'static [&'static str]) -> Shared {
    Shared { word, games, main_side: Some(side) }
}

/// Every such word. A variant's id, spelt as it is, means that variant alone.
pub(super) const SHARED: [Shared; 9] = [
    // Brandubh in the files of an app, Copenhagen to the World Tafl Federation.
    Shared { word: "WTF", games: &["brandubh", "copenhagen"], main_side: None },
    mainly("Copenhagen", 11, &["copenhagen", "copenhagen-13"]),
    mainly(
        "Historical Hnefatafl",
        11,
        &["historical", "tablut", "brandubh", "historical-13", "coppergate"],
    ),
    mainly("Sea Battle", 9, &["sea-battle-9", "sea-battle-11", "sea-battle-13"]),
    mainly("Tyr", 11, &["tyr", "tyr-15"]),
    // One site plays the rules of its historical games; other sites have their own under the word.
    mainly(
        "Brandubh",
        7,
        &["brandubh", "brandubh-2", "brandubh-weak-king", "brandubh-strong-throne"],
    ),
    mainly("Tablut", 9, &["tablut", "tablut-linnaeus", "tablut-corner", "tablut-ashton"]),
    mainly("Tawlbwrdd", 11, &["tawlbwrdd", "historical"]),
    mainly("Ard Ri", 7, &["ard-ri", "ard-ri-step"]),
];

/// What servers mean by such a word that play rules of their own under it.
const AT_SERVERS: [(&str, Shared); 1] =
    [("hnefatafl.org", mainly("Copenhagen", 11, &["hnefatafl-org", "hnefatafl-org-13"]))];

/// The host that a site is on, as records name it: `https://www.hnefatafl.org/game/12`.
pub fn site_host(site: &str) -> &str {
    let site = site.trim();
    let site = site.split_once("://").map_or(site, |(_, rest)| rest);
    let host = site.split(['/', ':', '?', '#']).next().unwrap_or(site);
    match host.get(..4) {
        Some(start) if start.eq_ignore_ascii_case("www.") => &host[4..],
        _ => host,
    }
}

/// Other spellings of the words.
const SPELLINGS: [(&str, &str); 5] = [
    ("historical", "Historical Hnefatafl"),
    ("Sea Battle Tafl", "Sea Battle"),
    ("Brandub", "Brandubh"),
    ("Ardri", "Ard Ri"),
    ("Copenhagen Hnefatafl", "Copenhagen"),
];

/// The shared word that a name is, unless it is spelt as a variant's id.
pub(super) fn shared(name: &str) -> Option<&'static Shared> {
    let plain = simplified(name);
    let other = SPELLINGS.iter().find(|(spelling, _)| simplified(spelling) == plain);
    let word = other.map_or(plain, |(_, word)| simplified(word));
    let is_id = variants::all().iter().any(|variant| variant.id == name);
    SHARED.iter().find(|shared| simplified(shared.word) == word).filter(|_| !is_id)
}

impl Shared {
    /// The game that is meant where nothing tells.
    pub const fn main(&self) -> Option<&'static str> {
        if self.main_side.is_some() { Some(self.games[0]) } else { None }
    }

    /// The side of the board of that game.
    pub const fn main_side(&self) -> Option<usize> {
        self.main_side
    }

    /// What the word means on a site, as a record names it, if that plays rules of its own under it.
    pub fn at(&self, site: &str) -> Option<&'static Self> {
        let host = site_host(site);
        let own = AT_SERVERS
            .iter()
            .find(|(server, own)| server.eq_ignore_ascii_case(host) && own.word == self.word);
        own.map(|(_, own)| own)
    }

    /// The games, and those that servers of their own rules mean by the word.
    pub fn everywhere(&self) -> impl Iterator<Item = &'static str> {
        let elsewhere = AT_SERVERS.iter().filter(|(_, own)| own.word == self.word);
        let elsewhere = elsewhere.flat_map(|(_, own)| own.games);
        self.games.iter().chain(elsewhere).copied()
    }

    /// The games that are played on a board of this size.
    pub fn on(&self, size: BoardSize) -> impl Iterator<Item = &'static str> {
        self.games.iter().copied().filter(move |id| size_of(id) == Some(size))
    }

    /// The games with their boards: `brandubh (7x7) and copenhagen (11x11)`.
    pub fn told(&self) -> String {
        let one = |id: &&str| match size_of(id) {
            Some(size) => format!("{id} ({size})"),
            None => (*id).to_owned(),
        };
        let told: Vec<String> = self.games.iter().map(one).collect();
        match told.split_last() {
            Some((last, before)) => format!("{} and {last}", before.join(", ")),
            None => String::new(),
        }
    }
}

/// Whether a word has a game of this size that is played like the variant.
pub(super) fn has_sibling(id: &str, size: BoardSize) -> bool {
    let families =
        SHARED.iter().filter(|shared| shared.main_side.is_some() && shared.games.contains(&id));
    families.into_iter().any(|family| family.on(size).next().is_some())
}

/// The size of a variant's board, as its record states it.
pub(super) fn size_of(id: &str) -> Option<BoardSize> {
    let variant = variants::all().iter().find(|variant| variant.id == id)?;
    let stated = variant.record.strip_prefix("dim:")?;
    let number = stated.split_whitespace().next()?.parse().ok()?;
    BoardSize::new(number).ok()
}

/// Letters and digits only, lower case: what is left of a name when spelling is forgiven.
pub(super) fn simplified(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    if !name.is_ascii() {
        return letters.flat_map(char::to_lowercase).collect();
    }
    let mut plain = String::with_capacity(name.len());
    letters.for_each(|letter| plain.push(letter.to_ascii_lowercase()));
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_are_told_by_their_hosts() {
        for site in
            ["hnefatafl.org", "https://www.hnefatafl.org/game/12", " WWW.Hnefatafl.ORG:8080?x"]
        {
            assert!(site_host(site).eq_ignore_ascii_case("hnefatafl.org"), "{site}");
        }
        for site in ["", "nothnefatafl.org", "hnefatafl.org.example", "example.com/hnefatafl.org"] {
            assert!(!site_host(site).eq_ignore_ascii_case("hnefatafl.org"), "{site}");
        }
    }
}
