//! Whether what a record says of its rules is a word for several games.

use crate::record::RulesClaim;
use crate::rules::{Shared, names};

/// The word of a claim, if it stands for several games.
pub fn shared(claim: &RulesClaim) -> Option<&'static Shared> {
    match claim {
        RulesClaim::Named(text) => names::shared(text),
        RulesClaim::SiteType { key, name } => match names::site_type(*key, name) {
            Some(_) => None,
            None => names::shared(name),
        },
        RulesClaim::Written(_) => None,
    }
}
