//! Random rules for tests.

use proptest::prelude::*;

use super::KEYS;

fn any_value(key: &'static str) -> BoxedStrategy<String> {
    let pieces = "[tcnkmgTCNKMG]{0,12}";
    let squares = "([a-e][1-5],){0,4}";
    let pattern = match key {
        "name" => "[A-Za-z]{1,9}(_[A-Za-z0-9']{1,4})?",
        "esc" => "[ce]",
        "goal" => "([a-e][1-5],){1,4}",
        "surf" | "atkf" | "swf" | "efe" | "linc" | "kchain" | "ctk" => "[yn]",
        "tfr" => "[idwl]",
        "rep" => "(none|draw|defenders|mover|opener|illegal)(/[2-9])?",
        "stuck" => "(lose|draw)",
        "quiet" => "(0|[1-9][0-9]{0,3}[pr])",
        "ka" => "[ynha]",
        "ks" => "[swcmyn]",
        "kcap" => "(2|4|beside|on)",
        "kj" | "nj" | "cj" | "mj" | "tj" | "gj" => "[nrjca]",
        "spd" => "(1|-1|2,3|((-1|[1-9]),){11}[0-9])",
        "cor" | "cen" | "afor" | "dfor" => squares,
        "sw" => "[nws]",
        "ber" => "[ncm]",
        "chain" | "take" => "(may|must)",
        _ => pieces,
    };
    proptest::string::string_regex(pattern).unwrap().boxed()
}

/// Up to a dozen rules at random, as a rules record has them, without a board and a start position.
/// Together they need not be rules that can be played.
pub(crate) fn any_words() -> impl Strategy<Value = String> {
    prop::collection::vec(0..KEYS.len(), 0..12).prop_flat_map(|chosen| {
        let words: Vec<BoxedStrategy<String>> = chosen
            .into_iter()
            .map(|at| {
                let name = KEYS[at].name;
                any_value(name).prop_map(move |value| format!("{name}:{value}")).boxed()
            })
            .collect();
        words.prop_map(|words| words.join(" "))
    })
}
