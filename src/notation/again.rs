//! What is said twice in one record: whether it is the same in other words.

use crate::record::Claim;
use crate::rules::names;

use super::typography::plain;

/// What a second value is beside the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Again {
    /// It says the same, or nothing.
    Same,
    /// It says what the first leaves open.
    More,
    /// It says something else.
    Other,
}

/// The values of the entries that a record should have only one of.
#[derive(Default)]
pub(super) struct Singles<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Singles<'a> {
    /// Adds a value. If the record has one under this name already, says what `compare` makes of the
    /// two; the first counts, unless the second says more.
    pub(super) fn add(
        &mut self,
        name: &'a str,
        value: &'a str,
        compare: impl FnOnce(&'a str) -> Again,
    ) -> Option<Again> {
        let Some((_, first)) = self.0.iter_mut().find(|(known, _)| *known == name) else {
            self.0.push((name, value));
            return None;
        };
        let again = compare(first);
        if again == Again::More {
            *first = value;
        }
        Some(again)
    }
}

/// Of two texts.
pub(super) fn text(first: &str, again: &str) -> Again {
    if plain(first).trim() == plain(again).trim() { Again::Same } else { Again::Other }
}

/// Of two names of rules, or rules written out: two spellings may mean the same rules.
pub(super) fn rules(first: &str, again: &str) -> Again {
    if text(first, again) == Again::Same {
        return Again::Same;
    }
    let resolve = |text: &str| names::resolve(&plain(text)).ok();
    match (resolve(first), resolve(again)) {
        (Some(one), Some(other)) if one.ruleset == other.ruleset => Again::Same,
        _ => Again::Other,
    }
}

/// Of two results, where they are read. A result that is not known contradicts none.
pub(super) fn results(first: Option<Claim>, again: Option<Claim>) -> Again {
    match (first, again) {
        (Some(one), Some(other)) if one == other => Again::Same,
        (Some(_), Some(Claim::Open)) => Again::Same,
        (Some(Claim::Open), Some(_)) => Again::More,
        _ => Again::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;

    #[test]
    fn spellings_of_one_name_are_the_same() {
        for (one, other) in [("Brandubh", "brandubh"), ("Brandubh", "Brandub"), ("x", "x\u{200b}")]
        {
            assert_eq!(rules(one, other), Again::Same, "{one} {other}");
        }
        for (one, other) in [("Brandubh", "Copenhagen"), ("x", "y"), ("Brandubh", "y")] {
            assert_eq!(rules(one, other), Again::Other, "{one} {other}");
        }
    }

    #[test]
    fn what_is_not_known_contradicts_nothing() {
        let [won, lost] = Side::BOTH.map(|side| Some(Claim::Won(side)));
        assert_eq!(results(Some(Claim::Open), won), Again::More);
        assert_eq!(results(won, Some(Claim::Open)), Again::Same);
        assert_eq!(results(won, won), Again::Same);
        assert_eq!(results(won, lost), Again::Other);
        assert_eq!(results(won, Some(Claim::Draw)), Again::Other);
        assert_eq!(results(None, None), Again::Other);
    }
}
