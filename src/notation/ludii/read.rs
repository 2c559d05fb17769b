//! Reads a trial.

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::board::{BoardSize, Piece, PieceKind, Setup, Side, Square};
use crate::notation::fault::{Fault, FaultKind};
use crate::record::{
    CaptureText, Claim, LineId, MoveParts, Note, Place, Record, RulesClaim, Span, Spanned, Token,
    TokenKind,
};
use crate::rules::{Ruleset, names};

use super::COUNT;
use super::games;
use super::line::{Turn, number, square, turn};

/// The longest side of a board.
const LONGEST: usize = 19;

pub(super) fn read(text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    let mut trial = Trial {
        text,
        record,
        faults,
        game: None,
        options: Vec::new(),
        turns: Vec::new(),
        counts: Vec::new(),
        in_options: false,
    };
    for line in text.lines() {
        trial.read_line(line.trim_end());
    }
    trial.finish();
}

/// A trial being read.
struct Trial<'a, 'r> {
    text: &'a str,
    record: &'r mut Record,
    faults: &'r mut Vec<Fault>,
    /// The name of the game, and what was chosen for it.
    game: Option<&'a str>,
    options: Vec<&'a str>,
    /// The moves, each with its line: squares wait for the size of the board.
    turns: Vec<(&'a str, Turn<'a>)>,
    counts: Vec<&'a str>,
    in_options: bool,
}

impl<'a> Trial<'a, '_> {
    fn fault(&mut self, part: &str, kind: FaultKind) {
        self.faults.push(Fault::new(Span::of(part, self.text), kind));
    }

    fn tag(&mut self, name: impl Into<Cow<'static, str>>, value: &str) {
        self.record.add_tag(name, value, Span::of(value, self.text));
    }

    fn read_line(&mut self, line: &'a str) {
        match line {
            "" => {}
            "START GAME OPTIONS" => self.in_options = true,
            "END GAME OPTIONS" => self.in_options = false,
            option if self.in_options && !option.starts_with("Move=") => {
                self.tag("option", option);
                self.options.push(option);
            }
            _ if line.starts_with("Move=") => self.read_turn(line),
            _ => match (line.strip_prefix(COUNT), line.split_once('=')) {
                (Some(count), _) => self.read_count(count),
                (None, Some((key, value))) => self.read_entry(key, value),
                (None, None) => {
                    let what = "this is neither a move nor an entry `key=value`";
                    self.fault(line, FaultKind::Syntax(what.to_owned()));
                }
            },
        }
    }

    fn read_turn(&mut self, line: &'a str) {
        match turn(line) {
            Ok(("", turn)) => self.turns.push((line, turn)),
            Ok((rest, _)) => {
                self.fault(rest, FaultKind::Syntax("the move should end before this".to_owned()));
            }
            Err(_) => {
                let what = "a move is written `Move=[Move:mover=1,from=3,to=4,actions=[...]]`";
                self.fault(line, FaultKind::Syntax(what.to_owned()));
            }
        }
    }

    fn read_count(&mut self, count: &'a str) {
        if count.parse::<u64>().is_ok() {
            self.counts.push(count);
        } else {
            let (field, value) = ("LEGAL MOVES LIST SIZE", count.to_owned());
            self.fault(count, FaultKind::BadField { field, value, expected: "a number" });
        }
    }

    fn read_entry(&mut self, key: &'a str, value: &'a str) {
        match key {
            "game" => self.read_game(value),
            "endtype" => self.tag("termination", value),
            "winner" => {
                self.tag("winner", value);
                let known = WINNERS.iter().find(|(word, _)| *word == value);
                match known {
                    Some(&(_, claim)) => self.state_result(claim, value),
                    None => {
                        let expected = "1 (attackers), 2 (defenders), 0 (draw) or -1";
                        let value_of = value.to_owned();
                        let kind =
                            FaultKind::BadField { field: "winner", value: value_of, expected };
                        self.fault(value, kind);
                    }
                }
            }
            "rankings" => {
                self.tag("rankings", value);
                self.read_rankings(value);
            }
            _ => self.tag(hyphened(key), value),
        }
    }

    /// The file of the game names it.
    fn read_game(&mut self, path: &'a str) {
        self.tag("game", path);
        let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
        self.game = Some(file.strip_suffix(".lud").unwrap_or(file));
    }

    /// The rules of the game, which options may change.
    fn state_rules(&mut self) {
        let Some(name) = self.game else { return };
        let rules = games::rules(name, &self.options).unwrap_or_else(|| name.to_owned());
        let span = Span::of(name, self.text);
        self.record.rules = Some(Spanned::new(RulesClaim::Named(rules), span));
    }

    /// Ranks of nobody, player 1 and player 2; equal ranks are a draw.
    fn read_rankings(&mut self, value: &'a str) {
        let ranks: Vec<f64> =
            value.split(',').filter_map(|rank| rank.trim().parse().ok()).collect();
        let &[_, first, second] = ranks.as_slice() else { return };
        let claim = match first.partial_cmp(&second) {
            Some(Ordering::Less) => Claim::Won(Side::Attackers),
            Some(Ordering::Greater) => Claim::Won(Side::Defenders),
            Some(Ordering::Equal) if first > 0.0 => Claim::Draw,
            _ => return,
        };
        let stated = self.record.result.as_ref().map(|result| result.value);
        match stated {
            None => self.state_result(claim, value),
            Some(Claim::Open) => {}
            Some(stated) if stated == claim => {}
            Some(_) => {
                let (field, expected) = ("rankings", "the ranks that go with `winner`");
                let value_of = value.to_owned();
                self.fault(value, FaultKind::BadField { field, value: value_of, expected });
            }
        }
    }

    fn state_result(&mut self, claim: Claim, part: &str) {
        self.record.result = Some(Spanned::new(claim, Span::of(part, self.text)));
    }

    fn finish(mut self) {
        self.state_rules();
        if !self.counts.is_empty() {
            let first = Span::of(self.counts[0], self.text);
            self.record.add_tag("legal-moves", self.counts.join(" "), first);
        }
        let turns = std::mem::take(&mut self.turns);
        let (set_up, played): (Vec<_>, Vec<_>) =
            turns.into_iter().partition(|(_, turn)| number(&turn.fields, "mover") == Some(0));
        let Some(size) = board_size(&set_up, &played, self.record) else {
            if let Some((line, _)) = set_up.first().or(played.first()) {
                let what = format!("squares lie beyond a board of {LONGEST}x{LONGEST}");
                self.fault(line, FaultKind::Syntax(what));
            }
            return;
        };
        self.set_start(size, &set_up);
        // The first player has the attackers, and begins unless the game says otherwise.
        if let Some((line, turn)) = played.first()
            && number(&turn.fields, "mover") == Some(2)
        {
            let span = Span::of(line, self.text);
            self.record.first = Some(Spanned::new(Side::Defenders, span));
        }
        for (line, turn) in &played {
            self.play(size, line, turn);
        }
    }

    /// The pieces that were put down, where they are not those of the rules.
    fn set_start(&mut self, size: BoardSize, set_up: &[(&'a str, Turn<'a>)]) {
        let (Some((first, _)), Some((last, _))) = (set_up.first(), set_up.last()) else { return };
        let mut start = Setup::empty(size);
        for (line, turn) in set_up {
            for action in turn.actions.iter().filter(|action| action.name == "Add") {
                let piece = number(&action.fields, "what").and_then(piece);
                match (square(size, &action.fields, "to"), piece) {
                    (Some(square), Some(piece)) => start.set(square, Some(piece)),
                    _ => {
                        let what = "a piece is put down as to=SQUARE,what=1, 2 or 3";
                        self.fault(line, FaultKind::Syntax(what.to_owned()));
                    }
                }
            }
        }
        if self.usual_start() != Some(start.clone()) {
            let (from, to) = (Span::of(first, self.text), Span::of(last, self.text));
            let span = Span { start: from.start, end: to.end };
            self.record.start = Some(Spanned::new(start.to_string(), span));
        }
    }

    fn usual_start(&self) -> Option<Setup> {
        let rules = &self.record.rules.as_ref()?.value;
        let RulesClaim::Named(name) = rules else { return None };
        known_rules(name).map(|rules| rules.start)
    }

    fn play(&mut self, size: BoardSize, line: &'a str, turn: &Turn<'a>) {
        let own = |key| square(size, &turn.fields, key);
        let path: Vec<Square> = [own("from"), own("to")].into_iter().flatten().collect();
        let removed = turn.actions.iter().filter(|action| action.name == "Remove");
        let captures: Vec<CaptureText> = removed
            .filter_map(|action| square(size, &action.fields, "to"))
            .map(|square| CaptureText { piece: None, square })
            .collect();
        let span = Span::of(line, self.text);
        let kind = if path.len() == 2 {
            TokenKind::Move(self.record.make_move(&MoveParts { path, captures }, None))
        } else {
            self.faults.push(Fault::new(span, FaultKind::NotAMove(line.to_owned())));
            TokenKind::Unreadable(line.into())
        };
        let text = self.text;
        let main = self.record.line_mut(LineId::MAIN);
        let at = main.tokens.len();
        main.tokens.push(Token { span, kind });
        let others = turn.actions.iter().filter(|action| !matches!(action.name, "Move" | "Remove"));
        main.notes.extend(others.map(|action| Note {
            at,
            place: Place::After,
            text: action.text.to_owned(),
            span: Span::of(action.text, text),
        }));
    }
}

/// The numbers of winners.
const WINNERS: [(&str, Claim); 4] = [
    ("1", Claim::Won(Side::Attackers)),
    ("2", Claim::Won(Side::Defenders)),
    ("0", Claim::Draw),
    ("-1", Claim::Open),
];

/// The number that stands for the king among the pieces that are put down.
const KING: usize = 3;

fn piece(what: usize) -> Option<Piece> {
    match what {
        1 => Some(Piece::new(Side::Attackers, PieceKind::Taflman)),
        2 => Some(Piece::new(Side::Defenders, PieceKind::Taflman)),
        KING => Some(Piece::new(Side::Defenders, PieceKind::King)),
        _ => None,
    }
}

/// The longest name, with keys behind it, that is looked up.
const LONGEST_NAME: usize = 400;

fn known_rules(name: &str) -> Option<Ruleset> {
    let resolved = (name.len() <= LONGEST_NAME).then(|| names::resolve(name))?;
    resolved.ok().map(|resolved| resolved.ruleset)
}

/// The size of the board: the one that has the king in its centre, otherwise that of the rules,
/// otherwise the least that has every square.
fn board_size(
    set_up: &[(&str, Turn<'_>)],
    played: &[(&str, Turn<'_>)],
    record: &Record,
) -> Option<BoardSize> {
    let mut added = set_up.iter().flat_map(|(_, turn)| &turn.actions);
    let king = added
        .find(|action| number(&action.fields, "what") == Some(KING))
        .and_then(|action| number(&action.fields, "to"));
    let turns = set_up.iter().chain(played).map(|(_, turn)| turn);
    let largest = turns
        .flat_map(|turn| turn.actions.iter().map(|action| &action.fields).chain([&turn.fields]))
        .flat_map(|fields| [number(fields, "from"), number(fields, "to")])
        .flatten()
        .max()
        .unwrap_or_default();
    let sizes = || (5..=LONGEST).step_by(2).filter_map(|side| BoardSize::new(side).ok());
    let fits = |size: &BoardSize| largest < size.squares();
    let of_rules = match record.rules.as_ref().map(|rules| &rules.value) {
        Some(RulesClaim::Named(name)) => known_rules(name),
        _ => None,
    };
    sizes()
        .find(|size| fits(size) && king.is_some_and(|king| size.square(king) == size.centre()))
        .or_else(|| of_rules.map(|rules| rules.size()).filter(fits))
        .or_else(|| sizes().find(fits))
}

/// `numInitialPlacementMoves` and `RNG internal state` as words in lower case with hyphens.
fn hyphened(key: &str) -> String {
    let mut name = String::new();
    let mut before = ' ';
    for letter in key.chars() {
        let begins = letter.is_ascii_uppercase() && before.is_ascii_lowercase();
        if letter.is_ascii_alphanumeric() {
            if (begins || !before.is_ascii_alphanumeric()) && !name.is_empty() {
                name.push('-');
            }
            name.push(letter.to_ascii_lowercase());
        }
        before = letter;
    }
    name
}
