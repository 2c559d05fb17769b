//! The rules that numbers and layouts stand for.

use crate::record::Record;

/// A number that settles one point of the rules.
pub(super) struct Rule {
    pub(super) tag: &'static str,
    pub(super) key: &'static str,
    /// What the numbers mean, as keys of a rules record.
    pub(super) meanings: &'static [(&'static str, &'static str)],
    pub(super) expected: &'static str,
}

pub(super) const RULES: [Rule; 9] = [
    Rule {
        tag: "objective",
        key: "Objective",
        meanings: &[("0", "esc:e cor:"), ("1", "esc:c")],
        expected: "0 (the edge) or 1 (a corner)",
    },
    Rule {
        tag: "king-capture",
        key: "KingCapture",
        meanings: &[("0", "ks:w"), ("1", "ks:c"), ("2", "ks:s"), ("3", "ks:m")],
        expected: "0 (between two), 1 (four by the throne), 2 (on four sides) or 3 (the edge as well)",
    },
    Rule {
        tag: "king-strength",
        key: "KingStrength",
        meanings: &[("0", "ka:y"), ("1", "ka:n"), ("2", "ka:h"), ("3", "ka:a")],
        expected: "0 (armed), 1 (unarmed), 2 (hammer) or 3 (anvil)",
    },
    Rule {
        tag: "throne",
        key: "Throne",
        meanings: &[
            ("0", "cen:"),
            ("1", "cens:K cenp:tcnkmgTCNKMG"),
            ("2", "cens: cenp:tcnkmgTCNKMG"),
            ("3", "cens: cenp:K"),
            ("4", "cens: cenp:"),
        ],
        expected: "0 (none), 1 (the king's), 2 (nobody stops), 3 (only the king passes) or 4 (nobody passes)",
    },
    Rule {
        tag: "hostile",
        key: "Hostile",
        meanings: &[("0", "cenh: cenhe:"), ("1", "cenh:tcnkmg cenhe:tcnkmgTCNKMG")],
        expected: "0 (nothing) or 1 (the throne)",
    },
    Rule {
        tag: "speed",
        key: "Speed",
        meanings: &[
            ("0", ""),
            ("1", "spd:-1,-1,-1,-1,-1,-1,-1,1"),
            ("2", "spd:1,1,1,1,1,1,1,-1"),
            ("3", "spd:1"),
        ],
        expected: "0 (no limit), 1 (the king one square), 2 (the men one) or 3 (everybody one)",
    },
    Rule {
        tag: "surround",
        key: "Surround",
        meanings: &[("0", "surf:y"), ("1", "surf:n")],
        expected: "0 (closing in wins) or 1 (it does not)",
    },
    Rule {
        tag: "exit-fort",
        key: "ExitFort",
        meanings: &[("0", "efe:n"), ("1", "efe:y")],
        expected: "0 (no) or 1 (yes)",
    },
    Rule {
        tag: "shield-wall",
        key: "ShieldWall",
        meanings: &[("0", "sw:n"), ("1", "sw:s swf:y")],
        expected: "0 (no) or 1 (yes)",
    },
];

/// The arrangements that layouts stand for.
pub(super) const LAYOUTS: [(&[&str], &str); 28] = [
    (&["hhbrandubh", "brandubh", "hhardri", "magpie"], "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"),
    (&["ardri"], "/2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2/"),
    (&["ballinderry2"], "/2t1t2/7/t2T2t/2TKT2/t2T2t/7/2t1t2/"),
    (&["ballinderry3"], "/3t3/1t3t1/3T3/t1TKT1t/3T3/1t3t1/3t3/"),
    (&["ballinderry4"], "/3tt2/4t2/tt1T3/tTTKTTt/3T1tt/2t4/2tt3/"),
    (&["ballinderry6"], "/1tt1tt1/t2T2t/t2T2t/1TTKTT1/t2T2t/t2T2t/1tt1tt1/"),
    (&["ballinderry7"], "/t1ttt1t/3T3/t2T2t/tTTKTTt/t2T2t/3T3/t1ttt1t/"),
    (&["ballinderry8"], "/2ttt2/7/t2T2t/t1TKT1t/t2T2t/7/2ttt2/"),
    (&["ballinderry9"], "/2ttt2/7/t1TTT1t/t1TKT1t/t1TTT1t/7/2ttt2/"),
    (
        &["hhtablut", "tablut", "seabattletablut"],
        "/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
    ),
    (
        &["seabattlecircle", "jarlshofcircle"],
        "/3ttt3/1t5t1/4T4/t3T3t/t1TTKTT1t/t3T3t/4T4/1t5t1/3ttt3/",
    ),
    (&["papillon"], "/3ttt3/4t4/9/t2TTT2t/tt1TKT1tt/t2TTT2t/9/4t4/3ttt3/"),
    (&["jarlshof3"], "/3ttt3/9/4T4/t3T3t/t1TTKTT1t/t3T3t/4T4/9/3ttt3/"),
    (
        &["hhtawlbwrdd", "tawlbwrdd"],
        "/4ttt4/4t1t4/5t5/5T5/tt2TTT2tt/t1tTTKTTt1t/tt2TTT2tt/5T5/5t5/4t1t4/4ttt4/",
    ),
    (
        &["hhlewiscross", "lewiscross"],
        "/4ttt4/4ttt4/5T5/5T5/tt3T3tt/ttTTTKTTTtt/tt3T3tt/5T5/5T5/4ttt4/4ttt4/",
    ),
    (
        &["fetlar", "copenhagen", "hnefatafl"],
        "/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/",
    ),
    (
        &["seabattlecross", "trondheimcross"],
        "/3ttttt3/5t5/5T5/t4T4t/t4T4t/ttTTTKTTTtt/t4T4t/t4T4t/5T5/5t5/3ttttt3/",
    ),
    (
        &["toftanes1"],
        "/4ttttt4/6t6/13/6T6/t5T5t/t5T5t/tt1TTTKTTT1tt/t5T5t/t5T5t/6T6/13/6t6/4ttttt4/",
    ),
    (
        &["toftanes2"],
        "/4ttttt4/6t6/13/13/t5T5t/t4TTT4t/tt2TTKTT2tt/t4TTT4t/t5T5t/13/13/6t6/4ttttt4/",
    ),
    (
        &["gokstad1"],
        "/3ttttttt3/6t6/6T6/t5T5t/t5T5t/t5T5t/ttTTTTKTTTTtt/t5T5t/t5T5t/t5T5t/6T6/6t6/3ttttttt3/",
    ),
    (
        &["hhgokstad", "seabattlegokstad", "gokstad2"],
        "/4ttttt4/5t1t5/6t6/6T6/t3T3T3t/tt3TTT3tt/t1tT1TKT1Tt1t/tt3TTT3tt/t3T3T3t/6T6/6t6/5t1t5/4ttttt4/",
    ),
    (
        &["gokstad3"],
        "/3ttttttt3/6t6/13/t5T5t/t5T5t/t4TTT4t/tt1TTTKTTT1tt/t4TTT4t/t5T5t/t5T5t/13/6t6/3ttttttt3/",
    ),
    (
        &["gokstad4"],
        "/4ttttt4/5t1t5/6t6/6T6/t5T5t/tt3TTT3tt/t1tTTTKTTTt1t/tt3TTT3tt/t5T5t/6T6/6t6/5t1t5/4ttttt4/",
    ),
    (
        &["hhcoppergate", "coppergate2"],
        "/5ttttt5/6ttt6/7t7/7t7/7T7/t5TTT5t/tt3T1T1T3tt/ttttTTTKTTTtttt/tt3T1T1T3tt/t5TTT5t/7T7/7t7/7t7/6ttt6/5ttttt5/",
    ),
    (
        &["coppergate1"],
        "/3ttttttttt3/7t7/7T7/t6T6t/t6T6t/t6T6t/t6T6t/ttTTTTTKTTTTTtt/t6T6t/t6T6t/t6T6t/t6T6t/7T7/7t7/3ttttttttt3/",
    ),
    (
        &["alfheim1"],
        "/5ttttttt5/7ttt7/8t8/8t8/8T8/t7T7t/t5T1T1T5t/tt5TTT5tt/ttttTTTTKTTTTtttt/tt5TTT5tt/t5T1T1T5t/t7T7t/8T8/8t8/8t8/7ttt7/5ttttttt5/",
    ),
    (
        &["alfheim2"],
        "/6ttttt6/6t1t1t6/7t1t7/8t8/8t8/8T8/tt5TTT5tt/t1t3TTTTT3t1t/tt1ttTTTKTTTtt1tt/t1t3TTTTT3t1t/tt5TTT5tt/8T8/8t8/8t8/7t1t7/6t1t1t6/6ttttt6/",
    ),
    (
        &["aleaevangelii"],
        "/2t2t7t2t2/19/t4t7t4t/7t1t1t7/6t1T1T1t6/t1t2t7t2t1t/4t4T4t4/3t4T1T4t3/4T2T1T1T2T4/3t2T1TKT1T2t3/4T2T1T1T2T4/3t4T1T4t3/4t4T4t4/t1t2t7t2t1t/6t1T1T1t6/7t1t1t7/t4t7t4t/19/2t2t7t2t2/",
    ),
];

pub(super) fn layout(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    let known = LAYOUTS.iter().find(|(names, _)| names.contains(&name.as_str()));
    known.map(|&(_, start)| start)
}

/// The rules record that the layout and the numbers make; nothing if one of them is not known.
pub(super) fn rules(record: &Record) -> Option<String> {
    let name = record.tag("layout")?;
    let start = layout(name)?;
    let ranks = start.split('/').count() - 2;
    let mut rules = format!("dim:{ranks} name:{}", name.to_ascii_lowercase());
    for rule in &RULES {
        let Some(number) = record.tag(rule.tag) else { continue };
        let (_, meaning) = rule.meanings.iter().find(|(known, _)| *known == number)?;
        if !meaning.is_empty() {
            rules += &format!(" {meaning}");
        }
    }
    Some(format!("{rules} start:{start}"))
}
