//! The engine against positions with known outcomes, known counts of turns, and a second engine.

use crate::support::chance::Chance;
use crate::support::data::{self, Case, Expected, Refused};
use crate::support::plain::{Plain, PlainOutcome, PlainTurn};
use crate::support::random;
use proptest::prelude::*;
use taflkit::board::{Piece, Setup, Side, Square};
use taflkit::game::{By, Ending, Game, LegalTurn};
use taflkit::rules::{Ruleset, names};

fn path(turn: &str) -> Vec<Square> {
    let squares = turn.split(['-', '^', '=']).filter(|square| !square.is_empty());
    squares.map(|square| square.parse().unwrap()).collect()
}

fn told(ending: Option<Ending>) -> Option<String> {
    ending
        .map(|ending| format!("{}:{}", ending.winner.map_or("draw", Side::name), ending.by.name()))
}

fn play(case: &Case) -> Vec<Expected> {
    let rules = data::rules(&case.variant);
    let side = data::side(&case.side);
    let mut game = Game::from_position(&rules, &data::board(&case.position), side).unwrap();
    let mut outcomes = Vec::new();
    for text in &case.moves {
        let path = path(text);
        let listed = game.legal_turns().unwrap().into_iter().find(|turn| turn.path == path);
        let played = game.play(&path);
        assert_eq!(listed.is_some(), played.is_ok(), "{} {text}", case.id);
        let Ok(played) = played else {
            outcomes.push(Expected::Refused(Refused::Illegal));
            break;
        };
        let listed = listed.unwrap();
        assert_eq!((listed.ending, &listed.captures), (played.ending, &played.captures));
        let names = |hop: &Vec<Square>| hop.iter().map(Square::to_string).collect();
        outcomes.push(Expected::Played {
            captures: played.captures.iter().map(names).collect(),
            result: told(played.ending),
        });
    }
    outcomes
}

#[test]
fn positions_come_out_as_worked_out_by_hand() {
    let cases = data::cases();
    assert!(cases.len() > 200);
    for case in cases {
        assert_eq!(play(&case), case.expect, "{}: {}", case.id, case.note);
    }
}

/// Holds the counts of turns against those of other engines, up to the first above `most`.
fn compare_counts(most: u64) {
    for row in data::perft() {
        let rules = data::rules(&row.variant);
        let board = row.position.as_deref().map_or(rules.start.clone(), data::board);
        let game = Game::from_position(&rules, &board, data::side(&row.side)).unwrap();
        for (depth, &count) in (1..).zip(&row.counts) {
            let counted = match row.early_ends_count {
                true => game.tally(depth).unwrap().leaves,
                false => game.perft(depth).unwrap(),
            };
            assert_eq!(counted, count, "{} to depth {depth}", row.variant);
            if count > most {
                break;
            }
        }
    }
}

#[test]
fn counts_of_turns_agree_with_other_engines() {
    compare_counts(2_000_000);
}

#[test]
#[ignore = "takes a minute; run in a release build"]
fn counts_of_turns_agree_to_the_full_depth() {
    compare_counts(u64::MAX);
}

/// Attackers on c1 and e3, a man on d3, the king on g5. The attackers have to take d3, and only c1-c3
/// does. The king, alone, has six squares on rank 5 and six on his file, and nothing to take. Two of
/// them are corners. From g2 he falls to e3-g3, g1 being hostile to him: the only legal move. From
/// anywhere else he cannot be taken, and the attackers have nine moves each: one fewer with him on g3,
/// three fewer with him on c5 or e5. 6 * 18 + 17 + 1 + 2 * 15 = 156.
#[test]
fn sequences_with_compulsory_captures_are_as_counted_by_hand() {
    let rules = data::rules("brandubh take:must");
    let board = data::board("/2t4/7/3Tt2/7/6K/7/7/");
    let game = Game::from_position(&rules, &board, Side::Attackers).unwrap();
    let plain = Plain::new(&rules, &board, Side::Attackers);
    for (depth, count) in [(1, 1), (2, 12), (3, 156)] {
        assert_eq!(game.perft(depth).unwrap(), count);
        assert_eq!(plain.perft(depth), count);
        let tally = game.tally(depth).unwrap();
        assert_eq!(tally.leaves - tally.early, count);
    }
}

#[test]
fn captures_and_wins_agree_with_other_engines() {
    for row in data::tuples() {
        let rules = data::rules(&row.variant);
        let board = data::board(&row.position);
        let game = Game::from_position(&rules, &board, data::side(&row.side)).unwrap();
        for (depth, count) in (1..).zip(&row.counts) {
            if count[0] > 800_000 {
                break;
            }
            let tally = game.tally(depth).unwrap();
            let counted = [tally.leaves, tally.captures, tally.attackers_win, tally.defenders_win];
            assert_eq!(counted, *count, "{} {} to depth {depth}", row.variant, row.position);
        }
    }
}

/// Words that change rules, one of which is thrown in now and then.
const CHANGES: &[&str] = &[
    "",
    "",
    "",
    "esc:e",
    "esc:c",
    "surf:n",
    "surf:y",
    "rep:draw/2",
    "rep:mover/2",
    "rep:opener/2",
    "rep:none",
    "rep:illegal",
    "rep:illegal/3",
    "stuck:draw",
    "quiet:3p",
    "quiet:2r",
    "ka:n",
    "ka:h",
    "ka:a",
    "ks:w",
    "ks:s",
    "ks:c",
    "ks:m",
    "kcap:on",
    "edgeh:tcnmgTCNMGK",
    "edgeh:TK",
    "kj:r",
    "kj:j",
    "kj:c",
    "nj:c",
    "cj:j",
    "cj:a",
    "mj:c",
    "tj:j",
    "gj:c",
    "spd:1",
    "spd:2,1",
    "cen:",
    "cor:",
    "cenp:K",
    "cenp:",
    "cens:tcnmgTCNKMG",
    "cens:",
    "cenh:",
    "cenhe:",
    "corh:",
    "corp:tT cors:tTK",
    "sw:s",
    "sw:w",
    "sw:s swf:n",
    "efe:y",
    "linc:y",
    "ber:c",
    "ber:c chain:must",
    "ber:m",
    "ber:c kchain:y",
    "ber:m chain:must kchain:y",
    "ctk:y",
    "ctk:n",
    "afor:c1,d1,e1 aforre:",
    "afor:a3,a4,b4 aforp: aforre:",
    "dfor:b2,b3,c3 dforre:",
    "afor:a3,c1,d1,e1 aforre: aforp: aforha:tcnmg",
    "afor:a3,b2,c3,d1 aforre: aforha:TCNMK",
    "dfor:b2,b3,c3 dforha:tT",
    "cenha:TK",
    "corha:tTK",
    "dfor:c2 dforp:t",
];

const VARIANTS: &[&str] = &[
    "copenhagen",
    "brandubh",
    "tablut",
    "berserk",
    "tyr",
    "ard-ri-step",
    "tablut-linnaeus",
    "magpie",
    "tablut-ashton",
];

/// A board of any arrangement with one king, on a board that is small enough to be crowded.
fn any_setup() -> impl Strategy<Value = Setup> {
    let size = prop::sample::select(vec![5_usize, 7, 7, 7, 9]);
    let men = prop::sample::select(vec!["....tTtT", "...tttTTcCnNmMgG", "......ttT", "..ttTT"]);
    (size, men, any::<u64>()).prop_map(|(side, men, seed)| {
        let size = taflkit::board::BoardSize::new(side).unwrap();
        let mut setup = Setup::empty(size);
        let letters: Vec<char> = men.chars().collect();
        let mut chance = Chance::new(seed);
        for index in 0..size.squares() {
            setup.set(size.square(index), Piece::from_letter(letters[chance.below(letters.len())]));
        }
        setup.set(size.square(chance.below(size.squares())), Piece::from_letter('K'));
        setup
    })
}

fn any_rules() -> impl Strategy<Value = (String, Setup)> {
    let words = prop::collection::vec(prop::sample::select(CHANGES), 3);
    let captures = prop::sample::select(vec!["", "", " take:must"]);
    let parts = (prop::sample::select(VARIANTS), captures, words, any_setup());
    parts.prop_map(|(variant, captures, words, setup)| {
        let mut seen = Vec::new();
        let mut text = format!("{variant}{captures}");
        for word in words.iter().flat_map(|words| words.split(' ')).filter(|w| !w.is_empty()) {
            let key = word.split(':').next().unwrap();
            if !seen.contains(&key) {
                seen.push(key);
                text += &format!(" {word}");
            }
        }
        (format!("{text} start:{setup}"), setup)
    })
}

/// More turns than this, which only chains can give, are not worth the time of the plain engine.
const MOST_COMPARED: usize = 10_000;

/// The turns of both engines side by side; nothing if there are too many to compare.
fn same_turns(plain: &Plain, game: &Game, rules: &str) -> Option<Vec<(PlainTurn, LegalTurn)>> {
    let mut ours = game.legal_turns().ok().filter(|turns| turns.len() <= MOST_COMPARED)?;
    let mut theirs = plain.turns();
    let squares = |turn: &LegalTurn| turn.to_string().split('x').next().unwrap().to_owned();
    theirs.sort_by_key(PlainTurn::text);
    ours.sort_by_key(squares);
    let their_text: Vec<String> = theirs.iter().map(PlainTurn::text).collect();
    let our_text: Vec<String> = ours.iter().map(squares).collect();
    assert_eq!(our_text, their_text, "{rules} at {} {}", game.setup(), game.to_move());
    Some(theirs.into_iter().zip(ours).collect())
}

fn same_outcome(played: &PlainOutcome, turn: &LegalTurn, rules: &str, before: &Game) {
    let theirs =
        played.ending.map(|(winner, by)| format!("{}:{by}", winner.map_or("draw", Side::name)));
    let place = format!("{rules} at {} {}: {turn}", before.setup(), before.to_move());
    assert_eq!(turn.captures, played.captured, "{place}");
    assert_eq!(told(turn.ending), theirs, "{place}");
}

/// Plays one game on both engines, comparing everything that could be played at every turn.
fn compare(rules: &Ruleset, text: &str, setup: &Setup, side: Side, choices: &[usize]) {
    let Ok(mut game) = Game::from_position(rules, setup, side) else { return };
    let mut plain = Plain::new(rules, setup, side);
    for &choice in choices {
        let Some(pairs) = same_turns(&plain, &game, text) else { return };
        for (theirs, ours) in &pairs {
            same_outcome(&plain.clone().play(theirs), ours, text, &game);
        }
        if pairs.is_empty() {
            return;
        }
        let (theirs, ours) = &pairs[choice % pairs.len()];
        let played = plain.play(theirs);
        same_outcome(&played, ours, text, &game);
        let done = game.play(&ours.path).unwrap();
        assert_eq!((&done.captures, done.ending), (&ours.captures, ours.ending));
        assert_eq!(game.setup(), plain.board);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), max_shrink_iters: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_engines_play_alike(
        (text, setup) in any_rules(),
        attackers in any::<bool>(),
        choices in prop::collection::vec(any::<usize>(), 8),
    ) {
        let side = if attackers { Side::Attackers } else { Side::Defenders };
        if let Ok(resolved) = names::resolve(&text) {
            compare(&resolved.ruleset, &text, &setup, side, &choices);
        }
    }
}

/// The turn that takes the side's last one back, if it is legal.
fn way_back<'a>(
    pairs: &'a [(PlainTurn, LegalTurn)],
    last: &[Square],
) -> Option<&'a (PlainTurn, LegalTurn)> {
    pairs.iter().find(|(_, turn)| turn.path.iter().rev().eq(last))
}

/// Both sides go to and fro under rules by which the defenders may not bring boards back: the turns
/// that are legal, what they end, and the counts of sequences are the same on both engines. Says how
/// often the way back was barred, and how often the defenders had no turn left because of that.
fn compare_to_and_fro(rules: &Ruleset, text: &str, game: Game, chance: &mut Chance) -> [usize; 2] {
    let (mut game, mut told) = (game, [0; 2]);
    let mut plain = Plain::new(rules, &game.setup(), game.to_move());
    let mut last: [Vec<Square>; 2] = Default::default();
    for ply in 0..14 {
        let Some(pairs) = same_turns(&plain, &game, text) else { break };
        if pairs.is_empty() || pairs.len() > 60 {
            break;
        }
        for (theirs, ours) in &pairs {
            same_outcome(&plain.clone().play(theirs), ours, text, &game);
        }
        let place = format!("{text} at {} {}", game.setup(), game.to_move());
        if ply % 4 == 3 {
            assert_eq!(game.perft(2).unwrap(), plain.perft(2), "{place}");
        }
        let tally = game.tally(1).unwrap();
        let counted = [tally.leaves, tally.captures, tally.attackers_win, tally.defenders_win];
        assert_eq!(counted, plain.tuple(1), "{place}");
        let own = &mut last[game.to_move() as usize];
        let back = way_back(&pairs, own);
        let free = Game::from_position(rules, &game.setup(), game.to_move()).unwrap();
        let reversed: Vec<Square> = own.iter().rev().copied().collect();
        told[0] += usize::from(back.is_none() && free.turn(&reversed).is_ok());
        let any = &pairs[chance.below(pairs.len())];
        let (theirs, ours) = back.filter(|_| chance.below(5) > 0).unwrap_or(any);
        let mover = game.to_move();
        plain.play(theirs);
        let done = game.play(&ours.path).unwrap();
        *own = ours.path.clone();
        let Ok(free) = Game::from_position(rules, &game.setup(), game.to_move()) else { break };
        let moves = !free.legal_turns().unwrap().is_empty();
        let stuck = done.ending.is_some_and(|ending| ending.by == By::NoMoves);
        told[1] += usize::from(stuck && mover == Side::Attackers && moves);
    }
    told
}

#[test]
fn both_engines_bar_the_same_turns() {
    let mut barred = 0;
    for text in [
        "copenhagen rep:illegal start:/5/5/2K2/5/5/",
        "copenhagen rep:illegal/3 stuck:draw start:/5/5/2K2/5/5/",
        "brandubh rep:illegal surf:n start:/5/5/2K2/5/5/",
        "tyr rep:illegal start:/5/5/2K2/5/5/",
        "copenhagen rep:illegal take:must start:/5/5/2K2/5/5/",
    ] {
        let rules = data::rules(text);
        let mut chance = Chance::new(20_260_717);
        let mut done = 0;
        while done < 12 {
            let special = text.starts_with("tyr");
            let Some(game) = random::scattered(&rules, &mut chance, special) else { continue };
            done += 1;
            barred += compare_to_and_fro(&rules, text, game, &mut chance)[0];
        }
    }
    assert!(barred > 30, "turns barred: {barred}");
    // A king on the edge with two squares to go to, whom nothing takes.
    let text = "copenhagen rep:illegal surf:n efe:n ka:n start:/7/t6/Kt5/1t5/t5t/7/7/";
    let rules = data::rules(text);
    let mut chance = Chance::new(5);
    let told =
        (0..4).map(|_| compare_to_and_fro(&rules, text, Game::new(&rules).unwrap(), &mut chance));
    let stuck: usize = told.map(|[_, stuck]| stuck).sum();
    assert!(stuck > 0, "no king who could not move because of the rule");
}

/// How many games are compared; more when `TAFLKIT_CASES` asks for it.
fn cases() -> u32 {
    std::env::var("TAFLKIT_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(150)
}
