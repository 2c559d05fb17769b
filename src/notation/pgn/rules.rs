//! The rules that tags name.

use crate::board::Square;
use crate::record::{Record, RulesClaim, Spanned, TokenKind};
use crate::rules::site_host;

/// Rules are named by the variant, or else by the game.
pub(super) fn named_rules(record: &Record) -> Option<Spanned<RulesClaim>> {
    let named =
        |name: &str| record.tags.iter().find(|tag| tag.name == name && !tag.value.is_empty());
    let Some(tag) = named("variant").or_else(|| named("game")) else { return server_rules(record) };
    Some(Spanned::new(RulesClaim::Named(tag.value.clone()), tag.span))
}

/// The rules of the one server that plays by rules of its own and whose games name nothing but the
/// server: its two boards are told apart by the moves.
fn server_rules(record: &Record) -> Option<Spanned<RulesClaim>> {
    let site = record.tags.iter().find(|tag| tag.name == "site")?;
    if !site_host(&site.value).eq_ignore_ascii_case("hnefatafl.org") {
        return None;
    }
    let beyond = |square: &Square| square.file > 10 || square.rank > 10;
    let large = record.tokens().iter().any(|token| match &token.kind {
        TokenKind::Move(text) => record.path(text).iter().any(beyond),
        _ => false,
    });
    let name = if large { "hnefatafl-org-13" } else { "hnefatafl-org" };
    Some(Spanned::new(RulesClaim::Named(name.to_owned()), site.span))
}
