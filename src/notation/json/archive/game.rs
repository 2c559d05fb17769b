//! An object of the archive, and its keys.

use serde_json::value::RawValue;

use crate::notation::fault::Fault;
use crate::notation::json::keys::{Keys, Style};
use crate::notation::json::text::Text;
use crate::record::{RulesClaim, Span, Spanned};

/// An object of the archive, as it stands.
#[derive(Default)]
pub(super) struct Game<'a> {
    pub(super) id: Option<Text<'a>>,
    pub(super) defenders: Option<Text<'a>>,
    pub(super) attackers: Option<Text<'a>>,
    pub(super) type_key: Option<u32>,
    pub(super) type_name: Option<Text<'a>>,
    pub(super) first: Option<Text<'a>>,
    pub(super) by_attackers: Option<u32>,
    pub(super) by_defenders: Option<u32>,
    /// Where the first of the counts is named.
    pub(super) count_place: Span,
    pub(super) has_moves: bool,
    /// Keys that were given again.
    pub(super) repeated: Vec<Fault>,
    pub(super) move_faults: Vec<Fault>,
    pub(super) won: Option<Text<'a>>,
    pub(super) variant: Option<Text<'a>>,
    pub(super) rules: Option<Text<'a>>,
    pub(super) start: Option<Text<'a>>,
    pub(super) first_mover: Option<Text<'a>>,
    pub(super) tags: Option<Vec<[Text<'a>; 2]>>,
    pub(super) others: Vec<(String, &'a RawValue)>,
}

/// Where the value of a key goes.
pub(super) enum Slot<'g, 'a> {
    Text(&'g mut Option<Text<'a>>),
    Number(&'g mut Option<u32>),
    Tags(&'g mut Option<Vec<[Text<'a>; 2]>>),
    /// Into the record.
    Moves,
}

/// A key, and where its value goes.
type Member = (&'static str, for<'g, 'a> fn(&'g mut Game<'a>) -> Slot<'g, 'a>);

/// The site's keys in its order, then ours.
pub(super) const MEMBERS: [Member; 15] = [
    ("Id", |game| Slot::Text(&mut game.id)),
    ("WhiteSidePlayerName", |game| Slot::Text(&mut game.defenders)),
    ("BlackSidePlayerName", |game| Slot::Text(&mut game.attackers)),
    ("AageGameTypeKey", |game| Slot::Number(&mut game.type_key)),
    ("AageGameTypeName", |game| Slot::Text(&mut game.type_name)),
    ("WhoMovedFirst", |game| Slot::Text(&mut game.first)),
    ("BlackPiecesCaptured", |game| Slot::Number(&mut game.by_attackers)),
    ("WhitePiecesCaptured", |game| Slot::Number(&mut game.by_defenders)),
    ("Moves", |_| Slot::Moves),
    ("WhoWon", |game| Slot::Text(&mut game.won)),
    ("Variant", |game| Slot::Text(&mut game.variant)),
    ("Rules", |game| Slot::Text(&mut game.rules)),
    ("Start", |game| Slot::Text(&mut game.start)),
    ("FirstMover", |game| Slot::Text(&mut game.first_mover)),
    ("Tags", |game| Slot::Tags(&mut game.tags)),
];

/// The keys alone.
pub(super) const KEYS: [&str; MEMBERS.len()] = {
    let mut keys = [""; MEMBERS.len()];
    let mut at = 0;
    while at < keys.len() {
        keys[at] = MEMBERS[at].0;
        at += 1;
    }
    keys
};

/// Where the key of the first count stands among them.
pub(super) const COUNT: usize = 6;

/// How tags and the other keys name each other.
pub(super) const TAGS: Keys =
    Keys { format: "archive", style: Style::Capitals, known: &KEYS, pairs: "Tags" };

/// The tags that keys of the site stand for.
pub(super) const TAG_KEYS: [(&str, &str); 4] = [
    ("id", "Id"),
    ("defenders", "WhiteSidePlayerName"),
    ("attackers", "BlackSidePlayerName"),
    ("first", "WhoMovedFirst"),
];

impl<'a> Game<'a> {
    /// Whether it has anything that only games of the site have.
    pub(super) fn is_known(&self) -> bool {
        let texts = [&self.won, &self.defenders, &self.attackers, &self.type_name, &self.first];
        let numbers = [self.type_key, self.by_attackers, self.by_defenders];
        self.has_moves
            || texts.into_iter().any(Option::is_some)
            || numbers.into_iter().any(|number| number.is_some())
    }

    pub(super) fn rules(&self, text: &str) -> Option<Spanned<RulesClaim>> {
        let spanned = |claim, part: &Text<'_>| Some(Spanned::new(claim, Span::of(&part.0, text)));
        if let Some(rules) = &self.rules {
            return spanned(RulesClaim::Written(rules.0.to_string()), rules);
        }
        if let Some(variant) = &self.variant {
            return spanned(RulesClaim::Named(variant.0.to_string()), variant);
        }
        let (key, name) = (self.type_key, &self.type_name);
        if key.is_none() && name.is_none() {
            return None;
        }
        let span = name.as_ref().map_or_else(Span::default, |name| Span::of(&name.0, text));
        let name = name.as_ref().map_or_else(String::new, |name| name.0.to_string());
        Some(Spanned::new(RulesClaim::SiteType { key, name }, span))
    }
}
