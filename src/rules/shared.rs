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
    /// Whether the first of them is meant where nothing tells.
    has_main: bool,
}

const fn mainly(word: &'static str, games: &'static [&'static str]) -> Shared {
    Shared { word, games, has_main: true }
}

/// Every such word. A variant's id, spelt as it is, means that variant alone.
pub(super) const SHARED: [Shared; 9] = [
    // Brandubh in the files of an app, Copenhagen to the World Tafl Federation.
    Shared { word: "WTF", games: &["brandubh", "copenhagen"], has_main: false },
    mainly("Copenhagen", &["copenhagen", "copenhagen-13"]),
    mainly(
        "Historical Hnefatafl",
        &["historical", "tablut", "brandubh", "historical-13", "coppergate"],
    ),
    mainly("Sea Battle", &["sea-battle-9", "sea-battle-11", "sea-battle-13"]),
    mainly("Tyr", &["tyr", "tyr-15"]),
    // One site plays the rules of its historical games; other sites have their own under the word.
    mainly("Brandubh", &["brandubh", "brandubh-2", "brandubh-weak-king", "brandubh-strong-throne"]),
    mainly("Tablut", &["tablut", "tablut-linnaeus", "tablut-corner", "tablut-ashton"]),
    mainly("Tawlbwrdd", &["tawlbwrdd", "historical"]),
    mainly("Ard Ri", &["ard-ri", "ard-ri-step"]),
];

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
        if self.has_main { Some(self.games[0]) } else { None }
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
    let families = SHARED.iter().filter(|shared| shared.has_main && shared.games.contains(&id));
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
