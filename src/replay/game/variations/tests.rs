//! Variations held against games that are played from the start.

use super::*;
use crate::board::Square;
use crate::game::Game;
use crate::game::testing::Chance;
use crate::notation::{self, Format};
use crate::record::{CaptureText, Info, MoveParts, Record, Span};
use crate::replay::{Judge, Verdict};
use crate::rules::names::resolve;

/// Games where positions come again, without captures for long, and with chains.
const RULES: [&str; 7] = [
    "brandubh",
    "brandubh tfr:d",
    "brandubh quiet:6p",
    "brandubh tfr:i quiet:4r",
    "copenhagen",
    "berserk start:/1t5/7/2Tt3/6K/2Tt3/6T/7/",
    "berserk",
];

const MOST_LINES: usize = 25;

/// A record that grows at random, with the text that it is written in.
pub(in crate::replay::game) struct Tree {
    pub(in crate::replay::game) record: Record,
    pub(in crate::replay::game) text: String,
    /// Of each line: the line that it is on, and the token that it replaces.
    on: Vec<(LineId, usize)>,
}

/// A line that is still to be written: its game so far and the paths that led there.
struct Stem {
    line: LineId,
    game: Game,
    paths: Vec<Vec<Square>>,
}

impl Tree {
    pub(in crate::replay::game) fn grown(game: &Game, chance: &mut Chance) -> Self {
        let on = vec![(LineId::MAIN, 0)];
        let mut tree = Self { record: Record::default(), text: String::new(), on };
        let mut stems = vec![Stem { line: LineId::MAIN, game: game.clone(), paths: Vec::new() }];
        while let Some(stem) = stems.pop() {
            tree.grow(stem, &mut stems, chance);
        }
        tree
    }

    fn grow(&mut self, mut stem: Stem, stems: &mut Vec<Stem>, chance: &mut Chance) {
        let length = 1 + chance.below(24);
        for at in 0..=length {
            while chance.below(6) == 0 && self.on.len() < MOST_LINES {
                self.on.push((stem.line, at));
                let line = self.record.branch(stem.line, at);
                stems.push(Stem { line, game: stem.game.clone(), paths: stem.paths.clone() });
            }
            if at < length {
                self.add_token(&mut stem, chance);
            }
        }
    }

    fn add_token(&mut self, stem: &mut Stem, chance: &mut Chance) {
        let kind = match chance.below(60) {
            0 => TokenKind::Resigned,
            1 => TokenKind::Elided,
            2 => TokenKind::Unreadable("nox".into()),
            _ => {
                let path = next_path(stem, chance);
                self.a_move(&path, stem, chance)
            }
        };
        let start = self.text.len();
        match &kind {
            TokenKind::Move(text) => {
                let path: Vec<String> =
                    self.record.path(text).iter().map(Square::to_string).collect();
                self.text += if text.piece.is_some() { "K" } else { "" };
                self.text += &path.join("-");
                for capture in self.record.captures(text) {
                    self.text += &format!("x{}", capture.square);
                }
                self.text += text.info.map_or("", Info::symbol);
            }
            _ => self.text += "nox",
        }
        let span = Span::new(start, self.text.len());
        self.text.push(' ');
        self.record.line_mut(stem.line).tokens.push(Token { span, kind });
    }

    /// A move with its captures, or with what is wrong about them.
    fn a_move(&mut self, path: &[Square], stem: &mut Stem, chance: &mut Chance) -> TokenKind {
        let mut captures: Vec<Square> = Vec::new();
        if let Ok(played) = stem.game.play(path) {
            captures.extend(played.captures.iter().flatten());
            stem.paths.push(path.to_vec());
        }
        match chance.below(8) {
            0 => captures.clear(),
            1 => captures.push(Square::new(0, 0)),
            _ => {}
        }
        let captures = captures.iter().map(|&square| CaptureText { piece: None, square });
        let parts = MoveParts { path: path.to_vec(), captures: captures.collect() };
        let piece = (chance.below(12) == 0).then_some(crate::board::PieceKind::King);
        let mut text = self.record.make_move(&parts, piece);
        let infos = [Info::KingInDanger, Info::KingTaken, Info::KingHasWayOut, Info::KingEscapes];
        text.info = (chance.below(6) == 0).then(|| infos[chance.below(4)]);
        TokenKind::Move(text)
    }

    /// A record of one line: what leads to a variation, and its own moves.
    fn straight(&self, line: LineId) -> (Record, usize) {
        let mut tokens = self.record.line(line).tokens.clone();
        let mut before = 0;
        let mut above = line;
        while above != LineId::MAIN {
            let (on, at) = self.on[above.0];
            let first = self.record.line(on).tokens[..at].to_vec();
            before += first.len();
            tokens.splice(0..0, first);
            above = on;
        }
        let mut straight = self.record.clone();
        let main = straight.line_mut(LineId::MAIN);
        main.tokens = tokens;
        main.branches.clear();
        (straight, before)
    }
}

/// Back to where the piece came from, a legal turn, or any two squares.
fn next_path(stem: &Stem, chance: &mut Chance) -> Vec<Square> {
    let side = stem.game.size().side();
    if chance.below(40) == 0 {
        let square =
            |chance: &mut Chance| Square::new(chance.below(side) as u8, chance.below(side) as u8);
        return vec![square(chance), square(chance)];
    }
    if let Some(own) = stem.paths.len().checked_sub(2).map(|at| &stem.paths[at])
        && chance.below(3) > 0
    {
        return vec![own[own.len() - 1], own[own.len() - 2]];
    }
    let turns = stem.game.legal_turns().unwrap_or_default();
    match turns.len() {
        0 => vec![Square::new(0, 0), Square::new(0, 1)],
        many => turns[chance.below(many)].path.clone(),
    }
}

fn judge(rules: &str, text: &str, record: &Record) -> Verdict {
    Judge::new(resolve(rules).ok()).mending().judge(text, record, &[])
}

/// Whether a finding is about a whole game.
fn is_of_game(finding: &Finding) -> bool {
    finding.code.name().starts_with("T3")
}

#[test]
fn variations_are_judged_as_games_from_the_start() {
    let mut chance = Chance::new(0x5eed_0051);
    let (mut told, mut mended, mut unreached, mut again) = (0, 0, 0, 0);
    for round in 0..140 {
        let rules = RULES[round % RULES.len()];
        let game = Game::new(&resolve(rules).unwrap().ruleset).unwrap();
        let tree = Tree::grown(&game, &mut chance);
        let whole = judge(rules, &tree.text, &tree.record);
        assert_eq!(whole.lines as usize, tree.on.len());
        let mut plies = 0;
        let mut cannot_be_judged = 0;
        for line in (1..tree.on.len()).map(LineId) {
            let (straight, before) = tree.straight(line);
            let from_start = judge(rules, &tree.text, &straight);
            let first = straight.tokens()[..before].to_vec();
            let mut prefix = straight.clone();
            prefix.line_mut(LineId::MAIN).tokens = first;
            let prefix = judge(rules, &tree.text, &prefix);
            let of_line = |f: &&Finding| f.variation.as_ref().is_some_and(|v| v.line == line);
            let ours: Vec<Finding> = whole.findings.iter().filter(of_line).cloned().collect();
            if !prefix.complete {
                cannot_be_judged += 1;
                assert!(ours.iter().all(|finding| finding.code == Code::T119), "{ours:?}");
                continue;
            }
            plies += u64::from(from_start.plies - prefix.plies);
            let own = &straight.tokens()[before..];
            let is_own = |span: Option<Span>| own.iter().any(|token| Some(token.span) == span);
            let theirs = from_start.findings.iter().filter(|f| !is_of_game(f) && is_own(f.span));
            let as_ours = |f: &Finding| Finding { variation: None, ..f.clone() };
            let ours: Vec<Finding> = ours.iter().map(as_ours).collect();
            assert_eq!(ours, theirs.cloned().collect::<Vec<_>>(), "{rules}: {}", tree.text);
            told += ours.len();
            again += ours.iter().filter(|finding| finding.code == Code::T107).count();
            let edits = |verdict: &Verdict| {
                let of_line = verdict.edits.iter().filter(|edit| is_own(Some(edit.span)));
                of_line.cloned().collect::<Vec<_>>()
            };
            let complete = from_start.complete;
            let right = if complete { edits(&from_start) } else { Vec::new() };
            assert_eq!(edits(&whole), right, "{rules}: {}", tree.text);
            mended += right.len();
        }
        assert_eq!(whole.variation_plies, plies);
        let t119 = whole.findings.iter().filter(|finding| finding.code == Code::T119);
        assert_eq!(t119.count(), usize::from(cannot_be_judged > 0));
        unreached += cannot_be_judged;
        // The game itself is judged as if it had no variations.
        let (alone, _) = tree.straight(LineId::MAIN);
        let alone = judge(rules, &tree.text, &alone);
        let of_game = whole.findings.iter().filter(|finding| finding.variation.is_none());
        assert_eq!(of_game.cloned().collect::<Vec<_>>(), alone.findings);
        assert_eq!(
            (whole.plies, whole.ending, whole.agrees),
            (alone.plies, alone.ending, alone.agrees)
        );
        assert_eq!((whole.decision, whole.listed), (alone.decision, alone.listed));
    }
    assert!(
        told > 300 && mended > 100 && unreached > 100 && again > 30,
        "{told} told, {mended} mended, {unreached} unreached, {again} past the end"
    );
}

/// Each variation is on the second move of the one above, so that every path is as long as the tree is
/// deep. Played from the start for each, this would be more than a thousand million moves.
#[test]
fn a_deep_tree_is_played_once() {
    const DEPTH: usize = 50_000;
    let moves = [[(3, 0), (2, 0)], [(3, 4), (2, 4)], [(2, 0), (3, 0)], [(2, 4), (3, 4)]];
    let mut record = Record::default();
    let mut line = LineId::MAIN;
    for level in 0..DEPTH {
        for nth in [level, level + 1] {
            let path = moves[nth % 4].map(|(file, rank)| Square::new(file, rank)).to_vec();
            let parts = MoveParts { path, ..MoveParts::default() };
            let kind = TokenKind::Move(record.make_move(&parts, None));
            record.line_mut(line).tokens.push(Token { span: Span::default(), kind });
        }
        line = record.branch(line, 1);
    }
    let verdict = judge("brandubh", "", &record);
    assert_eq!(u64::from(verdict.plies) + verdict.variation_plies, 2 * DEPTH as u64);
    assert!(verdict.complete);
    // The start comes for the third time at ply 8. The eighth line goes on past it with its second
    // move, the ninth with its first; all others go through that one, where it has been told.
    assert_eq!(verdict.count(Code::T107), 2);
}

fn otg(text: &str) -> (Record, Verdict) {
    let notation::Reading { record, faults } = notation::read(Format::Otg, text);
    let verdict = Judge::default().judge(text, &record, &faults);
    (record, verdict)
}

fn places(verdict: &Verdict) -> String {
    let place = |f: &Finding| {
        let variation = f.variation.as_ref().map_or("game".to_owned(), |v| v.to_string());
        format!("{} {variation} ply {:?}", f.code, f.ply.unwrap_or(0))
    };
    verdict.findings.iter().map(place).collect::<Vec<_>>().join("\n")
}

/// Of brandubh: nothing stands on b2.
#[test]
fn variations_are_named_as_their_file_names_them() {
    let (_, verdict) = otg(
        "[variant:brandubh]\n\n1. d1-c1 d3-c3\n1b.7.1a. ..... d5-c5\n1b.7.2a. b2-b3\n2. c1-b1\n\
         2a.2.1a. c1-b1 b2-b4\n2a.2.1b.1.1a. ..... c3-c4 \n2a.2.1b.1.2a. b1-b2 b4-b3\n",
    );
    // c3-c4: a man stands on c4.
    insta::assert_snapshot!(places(&verdict), @r"
    T307 game ply 3
    T101 variation 1b.7.2 ply 3
    T101 variation 2a.2.1 ply 4
    T106 variation 2a.2.1b.1.1 ply 4
    ");
}

/// The same in PGN, which has no names for variations.
#[test]
fn variations_without_names_get_those_of_opentafl() {
    let text = "[Variant \"Brandubh\"]\n\n1. d1-c1 d3-c3 (1... d5-c5 2. b2-b3) 2. c1-b1 (2. d7-c7) \
                (2. c1-b1 b2-b4 (2... c3-c2 3. b2-b4)) *\n";
    let notation::Reading { record, faults } = notation::read(Format::Pgn, text);
    assert_eq!(faults, []);
    let verdict = Judge::default().judge(text, &record, &faults);
    insta::assert_snapshot!(places(&verdict), @r"
    T307 game ply 3
    T101 variation 1b.1.2 ply 3
    T101 variation 2a.2.1 ply 4
    T101 variation 2a.2.1b.1.2 ply 5
    ");
}

#[test]
fn deep_variations_have_short_names() {
    let mut record = Record::default();
    let mut line = LineId::MAIN;
    for _ in 0..100 {
        let path = vec![Square::new(3, 0), Square::new(2, 0)];
        let kind =
            TokenKind::Move(record.make_move(&MoveParts { path, ..MoveParts::default() }, None));
        record.line_mut(line).tokens.push(Token { span: Span::default(), kind });
        line = record.branch(line, 0);
    }
    let path = vec![Square::new(1, 1), Square::new(1, 2)];
    let kind = TokenKind::Move(record.make_move(&MoveParts { path, ..MoveParts::default() }, None));
    record.line_mut(line).tokens.push(Token { span: Span::default(), kind });
    let verdict = judge("brandubh", "", &record);
    let variation = verdict.findings.iter().find_map(|f| f.variation.clone()).unwrap();
    // The last of 100 is the fourth after the 96th.
    assert_eq!(variation.to_string(), "variation @96.1a.1.1a.1.1a.1.1a.1.1");
}
