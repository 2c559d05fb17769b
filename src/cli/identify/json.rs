//! What is found out about games, as JSON.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use taflkit::replay::{Finding, Fit};

use super::super::documents::Document;
use super::{Identified, Total};

/// The schema.
pub(super) const NAME: &str = "identify";

/// One game, under each variant.
pub(super) fn game(game: &Identified) -> Document {
    let fits: Vec<Value> = game.fits.iter().map(fit).collect();
    let mut content = game.known.clone();
    content["file"] = json!(game.file);
    content["line"] = json!(game.line);
    content["index"] = json!(game.index);
    content["fits"] = json!(fits);
    content["reason"] = json!(game.reason);
    Document::entry(NAME, "game", content)
}

fn fit(fit: &Fit) -> Value {
    json!({
        "variant": fit.variant,
        "fits": fit.is_whole(),
        "legal": fit.legal,
        "captures_differ": fit.captures_differ,
        "contradicts": fit.contradicts,
        "goes_on": fit.goes_on,
        "agrees": fit.agrees,
        "plies": fit.plies,
        "breaks": fit.breaks.as_ref().map(breaks),
    })
}

fn breaks(finding: &Finding) -> Value {
    json!({ "code": finding.code.name(), "ply": finding.ply, "message": finding.message })
}

/// How the games fare under each variant.
pub(super) fn summary(totals: &BTreeMap<&'static str, Total>, games: u64) -> Document {
    let of = |total: &Total| json!({ "fits": total.whole, "agrees": total.agree });
    let by_variant: BTreeMap<&str, Value> =
        totals.iter().map(|(&variant, total)| (variant, of(total))).collect();
    Document::entry(NAME, "summary", json!({ "games": games, "by_variant": by_variant }))
}
