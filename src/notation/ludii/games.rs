//! The games of the family that Ludii ships, and the rules here that play as their descriptions do.
//!
//! None of them ends by repetition, by an encirclement or by an exit fort, so that is switched off.

/// A game of Ludii's.
struct Game {
    /// Its name there, without spaces.
    name: &'static str,
    /// The rules of it, as a name followed by keys.
    rules: &'static str,
    /// How the king is taken, where no option says otherwise.
    king: &'static str,
    /// How he is taken under options.
    options: &'static [(&'static str, &'static str)],
}

const GAMES: [Game; 6] = [
    Game {
        name: "AleaEvangelii",
        rules: "alea-evangelii ka:a cens: surf:n rep:none start:/2t2t7t2t2/19/t4t7t4t/7t1T1t7/6t1t1t1t6/t1t2T7T2t1t/4t4T4t4/3t4T1T4t3/4t2T1T1T2t4/\
                3T2T1TKT1T2T3/4t2T1T1T2t4/3t4T1T4t3/4t4T4t4/t1t2T7T2t1t/6t1t1t1t6/7t1T1t7/t4t7t4t/19/2t2t7t2t2/",
        king: "ks:c",
        options: &[],
    },
    Game {
        name: "ArdRi",
        rules: "ard-ri-step atkf:y",
        king: "",
        options: &[("Play Rules/Corrected", "ks:w")],
    },
    Game { name: "Brandub", rules: "brandubh cens: surf:n rep:none", king: "", options: &[] },
    Game {
        name: "Hnefatafl",
        rules: "fetlar corp:K corh:tTK cens:K cenp:K cenh:tT cenhe:tTK surf:n rep:none",
        // The edge stands in for an attacker beside him.
        king: "ks:m",
        options: &[("Play Rules/Fetlar Latin", "ks:w")],
    },
    Game {
        name: "Tablut",
        rules: "tablut cens: cenp: cenh:tT surf:n rep:none",
        king: "",
        options: &[("Play Rules/King Surrounded", "ks:s")],
    },
    Game {
        name: "Tawlbwrdd",
        rules: "tawlbwrdd cor:a1,a11,k1,k11 cors:K corp:K corh:tTK cen:f6 cens:K cenp:K cenh:tT \
                cenhe:tTK surf:n rep:none \
                start:/3ttttt3/5t5/5T5/t4T4t/t4T4t/ttTTTKTTTtt/t4T4t/t4T4t/5T5/5t5/3ttttt3/",
        king: "",
        options: &[],
    },
];

/// The rules of a game with the options that were chosen, if it is one of these.
pub(super) fn rules(name: &str, options: &[&str]) -> Option<String> {
    let same = |known: &str| {
        let letters = name.chars().filter(|letter| !letter.is_whitespace());
        known.chars().map(|l| l.to_ascii_lowercase()).eq(letters.map(|l| l.to_ascii_lowercase()))
    };
    let game = GAMES.iter().find(|game| same(game.name))?;
    let chosen = game.options.iter().find(|(option, _)| options.contains(option));
    let king = chosen.map_or(game.king, |(_, king)| king);
    Some(format!("{} {king}", game.rules).trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::names;

    /// Whatever the options, nothing in the rules is unknown, doubtful or said twice.
    #[test]
    fn all_of_them_are_rules() {
        for game in &GAMES {
            let chosen = game.options.iter().map(|(option, _)| vec![*option]);
            for options in chosen.chain([Vec::new()]) {
                let text = rules(game.name, &options).unwrap();
                let resolved = names::resolve(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
                assert!(resolved.warnings.is_empty(), "{text}");
            }
        }
        assert_eq!(rules("Alea Evangelii", &[]), rules("aleaevangelii", &["Variant/Cyningstan"]));
        assert_eq!(rules("HeXentafl", &[]), None);
    }
}
