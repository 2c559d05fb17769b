//! Looks for puzzles: positions with a win in 2 or more by one key, in games played at random or on
//! boards strewn at random. Writes each as an OpenTafl game file.
//!
//! `cargo run --release --example compose -- VARIANT FOLDER COUNT [SEED] [played|strewn] [ENDING|chain|shieldwall]`
//! `cargo run --release --example compose -- VARIANT FOLDER COUNT [SEED] grown TURNS [SIDE]`
//!
//! With an ending, such as `exit-fort`, only puzzles whose main line ends so are kept; with `chain`
//! or `shieldwall`, those in which the solver makes one. What is grown starts from a puzzle found in
//! play and is changed little by little, each change keeping or lengthening the win, until that takes
//! so many turns; with a side, only its wins are grown.

#[path = "../tests/support/chance.rs"]
mod chance;

use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Duration;

use chance::Chance;
use taflkit::board::{Piece, PieceKind, Setup, Side, Square};
use taflkit::game::{Game, LegalTurn};
use taflkit::rules::{Ruleset, names, record};
use taflkit::solve::{Answer, Goal, Limits, Question, Report, Watch, solve};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument =
        |at: usize, usual: &str| arguments.get(at).map_or(usual.to_owned(), Clone::clone);
    let variant = argument(0, "brandubh");
    let rules = names::resolve(&variant)?.ruleset;
    let folder = argument(1, ".");
    let count: usize = argument(2, "1").parse()?;
    let mut chance = Chance::new(argument(3, "1").parse()?);
    let way = argument(4, "played");
    let strewn = way == "strewn";
    let turns = (way == "grown").then(|| argument(5, "6").parse::<u32>()).transpose()?;
    let growth = Growth { turns, side: argument(6, "") };
    let wanted = if turns.is_some() { String::new() } else { argument(5, "") };
    let mut found = 0;
    let mut game = Game::new(&rules)?;
    let mut plies = 0;
    while found < count {
        if strewn {
            let Some(thrown) = throw(&rules, &mut chance, &wanted) else { continue };
            game = thrown;
        } else if plies > 80 || !step(&mut game, &mut chance)? {
            (game, plies) = (Game::new(&rules)?, 0);
            continue;
        }
        plies += 1;
        let Some((puzzle, report)) = growth.puzzle(&game, &mut chance) else { continue };
        if kept(&puzzle, &report, &wanted)? {
            found += 1;
            let turns = report.turns.unwrap_or_default();
            let name = variant.split_whitespace().next().unwrap_or("puzzle");
            let file = format!("{name}-{}-{turns}-{found:02}.otg", report.side);
            fs::write(Path::new(&folder).join(file), written(&puzzle, &report))?;
            (game, plies) = (Game::new(&rules)?, 0);
        }
    }
    Ok(())
}

/// How puzzles are to be lengthened, if they are.
struct Growth {
    turns: Option<u32>,
    side: String,
}

impl Growth {
    /// The puzzle in this position, or what grows from it.
    fn puzzle(&self, game: &Game, chance: &mut Chance) -> Option<(Game, Report)> {
        let report = puzzle(game)?;
        let Some(turns) = self.turns else { return Some((game.clone(), report)) };
        let wanted = self.side.is_empty() || self.side == report.side.name();
        match wanted && report.turns >= Some(3) {
            true => grow(game.clone(), report, turns, chance),
            false => None,
        }
    }
}

/// Plays a turn at random, captures more often; nothing if that would end the game.
fn step(game: &mut Game, chance: &mut Chance) -> Result<bool, Box<dyn Error>> {
    let turns = game.legal_turns().unwrap();
    let takes = |turn: &&LegalTurn| turn.captures.iter().any(|taken| !taken.is_empty());
    let captures: Vec<&LegalTurn> = turns.iter().filter(takes).collect();
    let turn = match captures.as_slice() {
        [] => turns.get(chance.below(turns.len().max(1))),
        some if chance.below(3) > 0 => some.get(chance.below(some.len())).copied(),
        _ => turns.get(chance.below(turns.len().max(1))),
    };
    let Some(turn) = turn.filter(|turn| turn.ending.is_none()) else { return Ok(false) };
    game.play(&turn.path)?;
    Ok(true)
}

/// How many changes in a row may fail before a puzzle is given up.
const PATIENCE: u32 = 120;

/// Changes a puzzle until its shortest win takes `least` turns, by one key and with at most one dual.
fn grow(game: Game, report: Report, least: u32, chance: &mut Chance) -> Option<(Game, Report)> {
    let (mut game, mut report) = (game, report);
    let mut failed = 0;
    while failed < PATIENCE {
        failed += 1;
        let Some(changed) = change(&game, chance) else { continue };
        let Some(longer) = proved(&changed, least + 1, 2_000_000) else { continue };
        if longer.turns < report.turns {
            continue;
        }
        if longer.turns > report.turns {
            failed = 0;
        }
        (game, report) = (changed, longer);
        if report.turns >= Some(least) && report.keys.len() == 1 && report.duals.len() < 2 {
            return Some((game, report));
        }
    }
    None
}

/// The position with a man added, removed, or put on another square, or with the king put there.
fn change(game: &Game, chance: &mut Chance) -> Option<Game> {
    let (rules, mut setup) = (game.rules(), game.setup());
    let size = setup.size();
    let pieces: Vec<(Square, Piece)> = setup.pieces().collect();
    let (from, piece) = pieces[chance.below(pieces.len())];
    let to = size.square(chance.below(size.squares()));
    let closed = rules.groups().iter().any(|(_, group)| group.squares.contains(&to));
    if setup.get(to).is_some() || closed || to == size.centre() || rules.goal().contains(&to) {
        return None;
    }
    let is_king = piece.kind == PieceKind::King;
    match chance.below(6) {
        0 if !is_king => setup.set(from, None),
        1 => {
            let side = Side::BOTH[chance.below(2)];
            if setup.count(side) >= rules.start.count(side) {
                return None;
            }
            setup.set(to, Some(Piece::new(side, PieceKind::Taflman)));
        }
        _ => {
            setup.set(from, None);
            setup.set(to, Some(piece));
        }
    }
    Game::from_position(rules, &setup, game.to_move()).ok()
}

/// A board strewn at random in a way that makes the wanted ending likely.
fn throw(rules: &Ruleset, chance: &mut Chance, wanted: &str) -> Option<Game> {
    let size = rules.size();
    let closed = |at| rules.groups().iter().any(|(_, group)| group.squares.contains(&at));
    let mut setup = Setup::empty(size);
    let last = size.side() as u8 - 1;
    let king = match wanted {
        "exit-fort" => Square::new(1 + chance.below(size.side() - 2) as u8, chance.below(2) as u8),
        "encircled" | "no-moves" => size.centre(),
        _ => size.square(chance.below(size.squares())),
    };
    if rules.goal().contains(&king) {
        return None;
    }
    setup.set(king, Some(Piece::new(Side::Defenders, PieceKind::King)));
    frame(&mut setup, king, chance, wanted);
    let room = size.side();
    let men = match wanted {
        "exit-fort" => [2 + chance.below(4), 5 + chance.below(4)],
        "encircled" => [2 + chance.below(3), chance.below(2)],
        "shieldwall" => [2 + chance.below(4), 1 + chance.below(3)],
        "no-moves" => [6 + chance.below(6), chance.below(3)],
        _ => [3 + chance.below(room + 4), 2 + chance.below(room)],
    };
    for (side, count) in Side::BOTH.into_iter().zip(men) {
        for _ in 0..count {
            let mut at = size.square(chance.below(size.squares()));
            let near = match (wanted, side) {
                ("exit-fort", Side::Defenders) | ("no-moves", _) => 2,
                ("encircled", Side::Defenders) => 1,
                _ => 99,
            };
            let mut tries = 0;
            while at.file.abs_diff(king.file).max(at.rank.abs_diff(king.rank)) > near && tries < 200
            {
                at = size.square(chance.below(size.squares()));
                tries += 1;
            }
            if setup.get(at).is_none() && !closed(at) && at.file <= last {
                setup.set(at, Some(Piece::new(side, PieceKind::Taflman)));
            }
        }
    }
    let side = match wanted {
        "exit-fort" => Side::Defenders,
        "encircled" => Side::Attackers,
        _ => Side::BOTH[chance.below(2)],
    };
    Game::from_position(rules, &setup, side).ok()
}

/// What stands before anything is strewn: a ring with two gaps, or a row on the edge with men before
/// it and at one end.
fn frame(setup: &mut Setup, king: Square, chance: &mut Chance, wanted: &str) {
    let size = setup.size();
    let mut put = |file: usize, rank: usize, side| {
        let at = Square::new(file as u8, rank as u8);
        if size.contains(at) && setup.get(at).is_none() {
            setup.set(at, Some(Piece::new(side, PieceKind::Taflman)));
        }
    };
    if wanted == "encircled" {
        let gaps = [chance.below(8), chance.below(8)];
        let ring = [(2, 0), (3, 1), (4, 2), (3, 3), (2, 4), (1, 3), (0, 2), (1, 1)];
        for (at, (file, rank)) in ring.into_iter().enumerate() {
            if !gaps.contains(&at) {
                let file = usize::from(king.file) + file;
                put(file - 2, usize::from(king.rank) + rank - 2, Side::Attackers);
            }
        }
    }
    if wanted == "shieldwall" {
        let side = Side::BOTH[chance.below(2)];
        let (first, length) = (2 + chance.below(2), 2 + chance.below(2));
        for file in first..first + length {
            put(file, 0, side);
            put(file, 1, side.other());
        }
        put(first - 1, 0, side.other());
    }
}

/// The report on a position that is a puzzle with one key.
fn puzzle(game: &Game) -> Option<Report> {
    let report = proved(game, 5, 400_000)?;
    (report.keys.len() == 1 && report.turns >= Some(2)).then_some(report)
}

/// The report on a position with a win within so many turns, if so many nodes prove it.
fn proved(game: &Game, turns: u32, nodes: u64) -> Option<Report> {
    let question = Question { goal: Goal::Win(None), ..Question::default() };
    let limits = Limits {
        turns,
        nodes: Some(nodes),
        time: Some(Duration::from_secs(10)),
        memory: 64 << 20,
        ..Limits::default()
    };
    let report = solve(game, &question, &limits, Watch::idle()).ok()?;
    (report.verdict == Answer::Proved && report.limit.is_none()).then_some(report)
}

fn kept(game: &Game, report: &Report, wanted: &str) -> Result<bool, Box<dyn Error>> {
    let mut game = game.clone();
    let mut ending = None;
    let mut wall = false;
    for (at, turn) in report.main_line.iter().enumerate() {
        let taken = turn.captures.iter().flatten().filter(|&&at| game.size().is_edge(at)).count();
        wall |= at % 2 == 0 && taken >= 2 && turn.captures.len() == 1;
        ending = game.play(&turn.path)?.ending;
    }
    let own = report.main_line.iter().step_by(2);
    Ok(match wanted {
        "" => true,
        "chain" => own.clone().any(LegalTurn::is_chain),
        "shieldwall" => wall,
        name => ending.is_some_and(|ending| ending.by.name() == name),
    })
}

fn written(game: &Game, report: &Report) -> String {
    let rules = Ruleset { first: report.side, ..game.rules().clone() };
    let goal = format!("{} win in {}", report.side, report.turns.unwrap_or_default());
    let mut text = format!(
        "[rules:{}]\n[position:{}]\n[puzzle-mode:strict]\n[puzzle-start:0a]\n[puzzle-goal:{goal}]\n",
        record::write(&rules),
        game.setup()
    );
    for (number, pair) in report.main_line.chunks(2).enumerate() {
        let pair: Vec<String> = pair.iter().map(ToString::to_string).collect();
        text += &format!("\n{}. {}\n[]\n", number + 1, pair.join(" "));
    }
    text
}
