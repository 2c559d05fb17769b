//! The built-in variants: one table, one entry each.
//!
//! Every entry is an OpenTafl rules record, with the extra keys that [`super::record`] documents.
//! Where sources disagree, the entry says which reading it follows; other readings can be had by
//! changing a key, as in `copenhagen rep:mover`.

use super::{Ruleset, record};

/// A variant that can be asked for by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its short name, lower case with hyphens.
    pub id: &'static str,
    /// Other short names for it.
    pub aliases: &'static [&'static str],
    /// Where the rules are from, and which reading was chosen where sources differ.
    pub source: &'static str,
    /// The rules.
    pub record: &'static str,
}

impl Variant {
    /// The rules as a value.
    pub fn ruleset(&self) -> Ruleset {
        match record::parse(self.record) {
            Ok(parsed) => parsed.ruleset,
            Err(problems) => unreachable!("built-in {} does not read: {problems:?}", self.id),
        }
    }
}

/// Every built-in variant, in the order in which they are listed.
pub fn all() -> &'static [Variant] {
    VARIANTS
}

/// The variant with this id or alias.
pub fn find(name: &str) -> Option<&'static Variant> {
    VARIANTS.iter().find(|variant| variant.id == name || variant.aliases.contains(&name))
}

/// The rules of the variant with this id or alias.
pub fn ruleset(name: &str) -> Option<Ruleset> {
    find(name).map(Variant::ruleset)
}

const VARIANTS: &[Variant] = &[
    Variant {
        id: "copenhagen",
        aliases: &["copenhagen-11"],
        source: "Aage Nielsen's Copenhagen page; the ring need not be unbreakable",
        record: "dim:11 name:Copenhagen tfr:w rep:defenders nj:n cj:n corh:tcnkmgTCNMG sw:s efe:y \
                 start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/",
    },
    Variant {
        id: "copenhagen-13",
        aliases: &[],
        source: "the same rules on the board of hnefatafl.org",
        record: "dim:13 name:Copenhagen_13x13 tfr:w rep:defenders nj:n cj:n corh:tcnkmgTCNMG sw:s efe:y \
                 start:/3ttttttt3/6t6/13/t5T5t/t5T5t/t4TTT4t/tt1TTTKTTT1tt/t4TTT4t/t5T5t/t5T5t/13/6t6/3ttttttt3/",
    },
    Variant {
        id: "hnefatafl-org",
        aliases: &["copenhagen-hnefatafl-org"],
        source: "the rules page of hnefatafl.org, 2026, and its program: Copenhagen, but the defenders may \
                 not bring a board back. That the attackers have won once the corners are closed and the \
                 defenders too few is left to the record's result",
        record: "dim:11 name:Copenhagen_of_hnefatafl.org tfr:w rep:illegal nj:n cj:n corh:tcnkmgTCNMG sw:s efe:y \
                 start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/",
    },
    Variant {
        id: "hnefatafl-org-13",
        aliases: &["copenhagen-hnefatafl-org-13"],
        source: "the same on that server's 13x13 board",
        record: "dim:13 name:Copenhagen_13x13_of_hnefatafl.org tfr:w rep:illegal nj:n cj:n corh:tcnkmgTCNMG sw:s efe:y \
                 start:/3ttttttt3/6t6/13/t5T5t/t5T5t/t4TTT4t/tt1TTTKTTT1tt/t4TTT4t/t5T5t/t5T5t/13/6t6/3ttttttt3/",
    },
    Variant {
        id: "copenhagen-edge-capture",
        aliases: &["openxum-copenhagen"],
        source: "a French list of variants, taken word for word",
        record: "dim:11 name:Copenhagen_with_edge_capture surf:n tfr:i quiet:100p edgeh:tcnkmgTCNMG nj:n cj:n \
                 start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/",
    },
    Variant {
        id: "fetlar",
        aliases: &["fetlar-11"],
        source: "Aage Nielsen's Fetlar page",
        record: "dim:11 name:Fetlar nj:n cj:n corh:tcnkmgTCNMG \
                 start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/",
    },
    Variant {
        id: "fetlar-panel",
        aliases: &["fetlar-2013"],
        source: "the leaflet of the Fetlar Hnefatafl Panel, 2013",
        record: "dim:11 name:Fetlar_(panel_of_2013) surf:n stuck:draw nj:n cj:n corh:tcnkmgTCNMG \
                 start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/",
    },
    Variant {
        id: "old-hnefatafl",
        aliases: &["old"],
        source: "Aage Nielsen's index of rules",
        record: "dim:11 name:Old_Hnefatafl ks:m nj:n cj:n \
                 start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/",
    },
    Variant {
        id: "tablut-corner",
        aliases: &["standard-tablut"],
        source: "the 9x9 table of a Greek Copenhagen page",
        record: "dim:9 name:Tablut_to_the_corners surf:n tfr:i stuck:draw ks:m nj:n cj:n cenp:K \
                 start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
    },
    Variant {
        id: "simple-tafl",
        aliases: &["simple"],
        source: "Aage Nielsen's Simple Tafl page",
        record: "dim:11 name:Simple_Tafl esc:e tfr:w rep:defenders ks:w nj:n cj:n cor: cen: \
                 start:/4ttt4/4ttt4/5T5/5T5/tt3T3tt/ttTTTKTTTtt/tt3T3tt/5T5/5T5/4ttt4/4ttt4/",
    },
    Variant {
        id: "historical",
        aliases: &["historical-11", "tawlbwrdd-bell"],
        source: "Aage Nielsen's historical rules, Bell's board",
        record: "dim:11 name:Historical_11x11 esc:e tfr:w rep:defenders ks:c nj:n cj:n cor: \
                 start:/4ttt4/4t1t4/5t5/5T5/tt2TTT2tt/t1tTTKTTt1t/tt2TTT2tt/5T5/5t5/4t1t4/4ttt4/",
    },
    Variant {
        id: "coppergate",
        aliases: &["historical-15"],
        source: "the historical rules on Walker's 15x15 board",
        record: "dim:15 name:Coppergate esc:e tfr:w rep:defenders ks:c nj:n cj:n cor: \
                 start:/5ttttt5/6ttt6/7t7/7t7/7T7/t5TTT5t/tt3T1T1T3tt/ttttTTTKTTTtttt/tt3T1T1T3tt/t5TTT5t/7T7/7t7/7t7/6ttt6/5ttttt5/",
    },
    Variant {
        id: "tablut",
        aliases: &["saami-tablut", "historical-9"],
        source: "Aage Nielsen's historical rules, 9x9",
        record: "dim:9 name:Saami_Tablut esc:e tfr:w rep:defenders ks:c nj:n cj:n cor: \
                 start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
    },
    Variant {
        id: "tablut-linnaeus",
        aliases: &["linnaeus"],
        source: "Linnaeus' account, as programs play it",
        record: "dim:9 name:Tablut_after_Linnaeus esc:e surf:n stuck:draw ks:c nj:n cj:n cor: cens: cenh: linc:y \
                 start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
    },
    Variant {
        id: "tablut-ashton",
        aliases: &["ashton", "ashton-tablut", "tablut-challenge"],
        source: "logs of the Tablut Challenge, every move of which these rules play as printed; \
                 the camps are the attackers' sixteen starting squares, and a man who has left his \
                 camp comes to no camp again, nor over one. No log shows a side without a move",
        record: "dim:9 name:Ashton_Tablut esc:e surf:n atkf:n rep:draw/2 ks:c nj:n cj:n cor: \
                 afor:a4,a5,a6,b5,d1,d9,e1,e2,e8,e9,f1,f9,h5,i4,i5,i6 cenp: aforp: cens: \
                 afors:tcnkmg aforre: cenh:tcnkmgTCNMG aforha:tcnkmg \
                 start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
    },
    Variant {
        id: "sea-battle-9",
        aliases: &["sea-battle"],
        source: "Aage Nielsen's Sea Battle page",
        record: "dim:9 name:Sea_Battle_9x9 esc:e tfr:w rep:defenders ka:n nj:n cj:n cor: cen: \
                 start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
    },
    Variant {
        id: "brandubh",
        aliases: &["brandub", "historical-7"],
        source: "Aage Nielsen's historical rules, 7x7",
        record: "dim:7 name:Brandubh tfr:w rep:defenders ks:c nj:n cj:n \
                 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
    },
    Variant {
        id: "brandubh-2",
        aliases: &["irish-brandubh-2"],
        source: "1,800 games of one site: two men take the king off the throne",
        record: "dim:7 name:Brandubh_2 tfr:w rep:defenders ks:c kcap:on nj:n cj:n cenhe:tcnkmgTCNMG \
                 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
    },
    Variant {
        id: "magpie",
        aliases: &[],
        source: "Aage Nielsen's Magpie, on the ring layout",
        record: "dim:7 name:Magpie surf:n tfr:i ks:m nj:n cj:n spd:-1,-1,-1,-1,-1,-1,-1,-1,-1,1,-1,-1 \
                 start:/3t3/1t3t1/3T3/t1TKT1t/3T3/1t3t1/3t3/",
    },
    Variant {
        id: "berserk",
        aliases: &["berserk-11"],
        source: "Aage Nielsen's Berserk page; a chain may stop",
        record: "dim:11 name:Berserk surf:n tfr:w rep:defenders kj:r corh:tcnkmgTCNMG ber:c kchain:y \
                 start:/3ttttt3/5c5/11/t4T4t/t3NTT3t/tc1TTKTT1ct/t3TTT3t/t4T4t/11/5c5/3ttttt3/",
    },
    Variant {
        id: "tyr",
        aliases: &["tyr-11"],
        source: "the index of Aage Nielsen's site, on the simple layout",
        record: "dim:11 name:Tyr_11x11 esc:e surf:n tfr:w rep:defenders ks:w nj:n cj:a cor: cen: ber:c kchain:y \
                 start:/t2t3t2t/11/2t2t2t2/t2t1T1t2t/4TTT4/2tTTKTTt2/4TTT4/t2t1T1t2t/2t2t2t2/11/t2t3t2t/",
    },
    Variant {
        id: "tyr-15",
        aliases: &[],
        source: "the same on 15x15",
        record: "dim:15 name:Tyr_15x15 esc:e surf:n tfr:w rep:defenders ks:w nj:n cj:a cor: cen: ber:c kchain:y \
                 start:/t2t3t3t2t/15/2t2t3t2t2/t2t2t1t2t2t/4T2T2T4/2t3T1T3t2/3t1T1T1T1t3/t3T1TKT1T3t/3t1T1T1T1t3/2t3T1T3t2/4T2T2T4/t2t2t1t2t2t/2t2t3t2t2/15/t2t3t3t2t/",
    },
    Variant {
        id: "historical-13",
        aliases: &["parlett"],
        source: "the historical rules on Parlett's board",
        record: "dim:13 name:Historical_13x13 esc:e tfr:w rep:defenders ks:c nj:n cj:n cor: \
                 start:/4ttttt4/5t1t5/6t6/6T6/t3T3T3t/tt3TTT3tt/t1tT1TKT1Tt1t/tt3TTT3tt/t3T3T3t/6T6/6t6/5t1t5/4ttttt4/",
    },
    Variant {
        id: "tawlbwrdd",
        aliases: &[],
        source: "OpenTafl's Tawlbwrdd",
        record: "dim:11 name:Tawlbwrdd_without_special_squares esc:e tfr:w rep:defenders ks:w nj:n cj:n cor: cen: \
                 start:/4ttt4/4t1t4/5t5/5T5/tt2TTT2tt/t1tTTKTTt1t/tt2TTT2tt/5T5/5t5/4t1t4/4ttt4/",
    },
    Variant {
        id: "ard-ri",
        aliases: &[],
        source: "Aage Nielsen's historical rules, 7x7 with 16 attackers",
        record: "dim:7 name:Ard_Ri esc:e tfr:w rep:defenders ks:w nj:n cj:n cor: cen: \
                 start:/2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2/",
    },
    Variant {
        id: "ard-ri-step",
        aliases: &[],
        source: "the one-step game of Ludii and Walker",
        record: "dim:7 name:Ard_Ri_by_steps esc:e surf:n atkf:n tfr:i nj:n cj:n spd:1 cor: cenh: cenhe:K \
                 start:/2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2/",
    },
    Variant {
        id: "papillon",
        aliases: &[],
        source: "PlayTaflOnline's layout; little is known of the rules",
        record: "dim:9 name:Papillon's_Escape esc:e surf:n tfr:i nj:n cj:n spd:1 cor: cen: \
                 start:/3ttt3/4t4/9/t2TTT2t/tt1TKT1tt/t2TTT2t/9/4t4/3ttt3/",
    },
    Variant {
        id: "sea-battle-11",
        aliases: &[],
        source: "Sea Battle on the cross layout",
        record: "dim:11 name:Sea_Battle_11x11 esc:e tfr:w rep:defenders ka:n nj:n cj:n cor: cen: \
                 start:/3ttttt3/5t5/5T5/t4T4t/t4T4t/ttTTTKTTTtt/t4T4t/t4T4t/5T5/5t5/3ttttt3/",
    },
    Variant {
        id: "sea-battle-13",
        aliases: &[],
        source: "Sea Battle on Parlett's board",
        record: "dim:13 name:Sea_Battle_13x13 esc:e tfr:w rep:defenders ka:n nj:n cj:n cor: cen: \
                 start:/4ttttt4/5t1t5/6t6/6T6/t3T3T3t/tt3TTT3tt/t1tT1TKT1Tt1t/tt3TTT3tt/t3T3T3t/6T6/6t6/5t1t5/4ttttt4/",
    },
    Variant {
        id: "alea-evangelii",
        aliases: &["alea"],
        source: "OpenTafl's rules; each corner is a block of four squares",
        record: "dim:19 name:Alea_Evangelii tfr:w rep:defenders nj:n cj:n cor:a1,a2,a18,a19,b1,b2,b18,b19,r1,r2,r18,r19,s1,s2,s18,s19 cens: corh:tcnkmgTCNMG cenh: \
                 start:/2t2t7t2t2/19/t4t7t4t/7t1t1t7/6t1T1T1t6/t1t2t7t2t1t/4t4T4t4/3t4T1T4t3/4T2T1T1T2T4/3t2T1TKT1T2t3/4T2T1T1T2T4/3t4T1T4t3/4t4T4t4/t1t2t7t2t1t/6t1T1T1t6/7t1t1t7/t4t7t4t/19/2t2t7t2t2/",
    },
    Variant {
        id: "lewis-cross",
        aliases: &[],
        source: "the historical rules on the Lewis layout",
        record: "dim:11 name:Lewis_Cross esc:e tfr:w rep:defenders ks:c nj:n cj:n cor: \
                 start:/4ttt4/4ttt4/5T5/5T5/tt3T3tt/ttTTTKTTTtt/tt3T3tt/5T5/5T5/4ttt4/4ttt4/",
    },
    Variant {
        id: "brandubh-weak-king",
        aliases: &[],
        source: "OpenTafl's Brandub: the throne harms nobody",
        record: "dim:7 name:Brandubh_with_a_weak_king surf:n tfr:i ks:w nj:n cj:n cenh: cenhe: \
                 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
    },
    Variant {
        id: "brandubh-strong-throne",
        aliases: &[],
        source: "the rules page of hnefatafl.org: Copenhagen's rules with four changes",
        record: "dim:7 name:Brandubh_with_a_strong_throne atkf:n tfr:w rep:defenders ks:c kcap:on nj:n cj:n cenp:K corh:tcnkmgTCNMG sw:s \
                 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
    },
    Variant {
        id: "norse-america",
        aliases: &[],
        source: "the booklet of 2008",
        record: "dim:11 name:Norse_America surf:n tfr:i ks:m nj:n cj:n corh:tcnkmgTCNMG cenh: cenhe:tcnkmgTCNMG \
                 start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/",
    },
    Variant {
        id: "forced-capture-brandubh",
        aliases: &[],
        source: "puzzle composers' forced-capture game, read as brandubh-weak-king in all else: with that \
                 king the win in 3 that is claimed from the start is one, with brandubh's it is none",
        record: "dim:7 name:Forced-Capture_Brandubh surf:n tfr:i ks:w nj:n cj:n cenh: cenhe: take:must \
                 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_distinct() {
        let names: Vec<&str> =
            all().iter().flat_map(|v| v.aliases.iter().copied().chain([v.id])).collect();
        let distinct: BTreeSet<&str> = names.iter().copied().collect();
        assert_eq!(distinct.len(), names.len());
    }

    #[test]
    fn every_entry_is_sound() {
        for variant in all() {
            let parsed = record::parse(variant.record).unwrap();
            assert_eq!(parsed.warnings, [], "{}", variant.id);
            assert_eq!(record::write(&parsed.ruleset), variant.record, "{}", variant.id);
        }
    }
}
