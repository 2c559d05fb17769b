//! Files of OpenTafl mean to us what they mean to that program.

use taflkit::board::Side;
use taflkit::notation::{self, Format};
use taflkit::record::Record;
use taflkit::replay::{Judge, Verdict};

fn read(text: &str) -> Record {
    let (mut record, mut faults) = (Record::default(), Vec::new());
    notation::read(Format::Otg, text, &mut record, &mut faults);
    assert_eq!(faults, [], "{text}");
    record
}

fn judged(text: &str) -> Verdict {
    Judge::default().judge(text, &read(text), &[])
}

fn codes(verdict: &Verdict) -> Vec<&'static str> {
    verdict.findings.iter().map(|finding| finding.code.name()).collect()
}

fn ending(verdict: &Verdict) -> String {
    let (ending, ply) = verdict.ending.expect("the game is over");
    let winner = ending.winner.map_or("draw", Side::name);
    format!("{winner}:{} at ply {ply}", ending.by.name())
}

/// The commander from g6 takes the king on d6 against the one on c6, as OpenTafl plays it.
const BERSERK: &str = "[rules:dim:11 name:Berserk surf:n atkf:n tfr:l kj:r ber:c \
    start:/11/11/11/5c5/4N6/2c2Kc4/5c5/11/11/11/11/]\n[result:1]\n\n\
    1. e5-a5 f4-f5\n[|]\n\n2. f6-d6 g6-e6xd6\n[|]\n\n";

#[test]
fn two_commanders_take_a_strong_king() {
    let verdict = judged(BERSERK);
    // `tfr:l` is read in two ways; nothing else is to be said.
    assert_eq!(codes(&verdict), ["T403"]);
    assert_eq!(ending(&verdict), "attackers:king-captured at ply 4");
    assert!(verdict.agrees);
}

#[test]
fn that_can_be_switched_off() {
    let verdict = judged(&BERSERK.replace(" ber:c", " ber:c ctk:n"));
    assert_eq!(codes(&verdict), ["T403", "T202", "T305"]);
    assert_eq!(verdict.ending, None);
}
