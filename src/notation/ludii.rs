//! Trials of the Ludii system: a game's name, its moves as lists of actions, and how it ended. Read
//! only.
//!
//! ```text
//! trial   = *line
//! line    = "game=" path / "START GAME OPTIONS" / option / "END GAME OPTIONS" / move / count / entry
//! entry   = key "=" value                ; numInitialPlacementMoves, winner, rankings ...
//! move    = "Move=[Move:" fields ",actions=" [action *("," action)] "]"
//! action  = "[" name [":" fields] "]"
//! fields  = key "=" value *("," key "=" value)
//! count   = "LEGAL MOVES LIST SIZE = " number
//! ```
//!
//! Squares are numbers: `0` is a1, and the next rank begins at the length of a side. Nothing says how
//! long that is; it is taken from the king, who is put down in the centre, otherwise from the largest
//! number. Mover 0 puts the pieces down (1 an attacker, 2 a defender, 3 the king), 1 are the
//! attackers, 2 the defenders.
//!
//! Pieces taken are read from `Remove` actions; other actions than the move itself are kept as
//! comments on it. The numbers of legal moves, one a ply, are kept in the tag `legal-moves`, other
//! lines under their own names.

mod games;

use std::borrow::Cow;
use std::cmp::Ordering;

use nom::bytes::complete::{tag, take_till, take_till1};
use nom::character::complete::char;
use nom::combinator::{opt, verify};
use nom::multi::separated_list0;
use nom::sequence::{delimited, preceded, separated_pair};
use nom::{IResult, Parser};

use crate::board::{BoardSize, Piece, PieceKind, Setup, Side, Square};
use crate::record::{
    CaptureText, Claim, LineId, MoveParts, Note, Place, Record, RulesClaim, Span, Spanned, Token,
    TokenKind,
};
use crate::rules::{Ruleset, names};

use super::fault::{Fault, FaultKind};
use super::format::{Entry, Seen, Split};

pub(super) const ENTRY: Entry = Entry {
    name: "ludii",
    about: "Trials of the Ludii system",
    extensions: &["trl", "txt"],
    states_rules: true,
    looks_like,
    keys: &[],
    split: Split::At(begins_record),
    read,
    write: None,
    results: None,
};

/// The longest side of a board.
const LONGEST: usize = 19;

/// The words before the number of legal moves.
const COUNT: &str = "LEGAL MOVES LIST SIZE = ";

fn looks_like(beginning: &str) -> bool {
    let first = beginning.lines().next().unwrap_or_default().trim_end();
    first.starts_with("game=") || turn(first).is_ok()
}

fn begins_record(line: &str, _: &mut Seen) -> bool {
    line.starts_with("game=")
}

/// `from=26`.
type Field<'a> = (&'a str, &'a str);

/// `[Remove:type=Cell,to=14]`: all of it, its name and its fields.
#[derive(Debug)]
struct Action<'a> {
    text: &'a str,
    name: &'a str,
    fields: Vec<Field<'a>>,
}

/// A move as it is written: what it says of itself, and what is done.
#[derive(Debug)]
struct Turn<'a> {
    fields: Vec<Field<'a>>,
    actions: Vec<Action<'a>>,
}

fn word(text: &str) -> IResult<&str, &str> {
    take_till1(|letter| ":,=[]".contains(letter)).parse(text)
}

fn field(text: &str) -> IResult<&str, Field<'_>> {
    let value = take_till(|letter| ",[]".contains(letter));
    separated_pair(word, char('='), value).parse(text)
}

fn fields(text: &str) -> IResult<&str, Vec<Field<'_>>> {
    separated_list0(char(','), field).parse(text)
}

fn action(text: &str) -> IResult<&str, Action<'_>> {
    let named = (word, opt(preceded(char(':'), fields)));
    let (rest, (name, inner)) = delimited(char('['), named, char(']')).parse(text)?;
    let text = &text[..text.len() - rest.len()];
    Ok((rest, Action { text, name, fields: inner.unwrap_or_default() }))
}

/// A line with a move, behind `Move=`. The last field of the move itself is its list of actions.
fn turn(line: &str) -> IResult<&str, Turn<'_>> {
    let own = separated_list0(char(','), own_field);
    let actions = preceded((opt(char(',')), tag("actions=")), separated_list0(char(','), action));
    let inner = (preceded(opt(tag("Move:")), own), opt(actions));
    let (rest, (fields, actions)) =
        preceded(tag("Move="), delimited(char('['), inner, char(']'))).parse(line)?;
    Ok((rest, Turn { fields, actions: actions.unwrap_or_default() }))
}

/// A field of the move itself; the list of actions is none.
fn own_field(text: &str) -> IResult<&str, Field<'_>> {
    verify(field, |(name, _): &Field<'_>| *name != "actions").parse(text)
}

fn read(text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
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
        trial.take_line(line.trim_end());
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

    fn take_line(&mut self, line: &'a str) {
        match line {
            "" => {}
            "START GAME OPTIONS" => self.in_options = true,
            "END GAME OPTIONS" => self.in_options = false,
            option if self.in_options && !option.starts_with("Move=") => {
                self.tag("option", option);
                self.options.push(option);
            }
            _ if line.starts_with("Move=") => self.take_turn(line),
            _ => match (line.strip_prefix(COUNT), line.split_once('=')) {
                (Some(count), _) => self.take_count(count),
                (None, Some((key, value))) => self.take_entry(key, value),
                (None, None) => {
                    let what = "this is neither a move nor an entry `key=value`";
                    self.fault(line, FaultKind::Syntax(what.to_owned()));
                }
            },
        }
    }

    fn take_turn(&mut self, line: &'a str) {
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

    fn take_count(&mut self, count: &'a str) {
        if count.parse::<u64>().is_ok() {
            self.counts.push(count);
        } else {
            let (field, value) = ("LEGAL MOVES LIST SIZE", count.to_owned());
            self.fault(count, FaultKind::BadField { field, value, expected: "a number" });
        }
    }

    fn take_entry(&mut self, key: &'a str, value: &'a str) {
        match key {
            "game" => self.take_game(value),
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
                self.take_rankings(value);
            }
            _ => self.tag(hyphened(key), value),
        }
    }

    /// The file of the game names it.
    fn take_game(&mut self, path: &'a str) {
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
    fn take_rankings(&mut self, value: &'a str) {
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
        self.take_start(size, &set_up);
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
    fn take_start(&mut self, size: BoardSize, set_up: &[(&'a str, Turn<'a>)]) {
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

fn number(fields: &[Field<'_>], key: &str) -> Option<usize> {
    fields.iter().find(|(name, _)| *name == key).and_then(|(_, value)| value.parse().ok())
}

fn square(size: BoardSize, fields: &[Field<'_>], key: &str) -> Option<Square> {
    number(fields, key).filter(|&cell| cell < size.squares()).map(|cell| size.square(cell))
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TRIAL: &str = "game=../lud/Small.lud\nSTART GAME OPTIONS\nSide/Two\nEND GAME OPTIONS\n\
        RNG internal state=1,-2\n\
        Move=[Move:mover=0,from=2,to=2,actions=[Add:type=Cell,to=2,what=1]]\n\
        Move=[Move:mover=0,from=2,to=2,actions=[Add:type=Cell,to=2,what=1]]\n\
        Move=[Move:mover=0,from=17,to=17,actions=[Add:type=Cell,to=17,what=2]]\n\
        Move=[Move:mover=0,from=12,to=12,actions=[Add:type=Cell,to=12,what=3]]\n\
        Move=[Move:mover=1,from=2,to=3,actions=[Move:typeFrom=Cell,from=2,typeTo=Cell,to=3,decision=true],[Remove:type=Cell,to=8],[Remove:type=Cell,to=4],[Trigger:event=Surrounded,player=2]]\n\
        Move=[Move:mover=2,from=12,to=24,actions=[Move:typeFrom=Cell,from=12,typeTo=Cell,to=24,decision=true]]\n\
        LEGAL MOVES LIST SIZE = 5\nLEGAL MOVES LIST SIZE = 7\n\
        numInitialPlacementMoves=4\nwinner=2\nendtype=NaturalEnd\nrankings=0.0,2.0,1.0\n\
        SANDBOX=false\nLUDII_VERSION=1.3.0\n";

    fn read_all(text: &str) -> (Record, String) {
        let (mut record, mut faults) = (Record::default(), Vec::new());
        read(text, &mut record, &mut faults);
        let one = |f: &Fault| format!("{} `{}`", f.kind, f.span.text(text));
        (record, faults.iter().map(one).collect::<Vec<_>>().join("\n"))
    }

    #[test]
    fn a_trial_reads() {
        let (record, faults) = read_all(TRIAL);
        assert_eq!(faults, "");
        assert_eq!(record.rules.as_ref().unwrap().value, RulesClaim::Named("Small".to_owned()));
        assert_eq!(record.start.as_ref().unwrap().value, "/2t2/5/2K2/2T2/5/");
        assert_eq!(record.result.as_ref().unwrap().value, Claim::Won(Side::Defenders));
        let TokenKind::Move(text) = &record.tokens()[0].kind else { panic!() };
        let path: Vec<String> = record.path(text).iter().map(Square::to_string).collect();
        let taken: Vec<String> =
            record.captures(text).iter().map(|c| c.square.to_string()).collect();
        assert_eq!((path, taken), (vec!["c1".into(), "d1".into()], vec!["d2".into(), "e1".into()]));
        assert_eq!(record.main().notes[0].text, "[Trigger:event=Surrounded,player=2]");
        let tags: Vec<String> =
            record.tags.iter().map(|tag| format!("{}={}", tag.name, tag.value)).collect();
        insta::assert_snapshot!(tags.join("\n"), @r"
        game=../lud/Small.lud
        option=Side/Two
        rng-internal-state=1,-2
        num-initial-placement-moves=4
        winner=2
        termination=NaturalEnd
        rankings=0.0,2.0,1.0
        sandbox=false
        ludii-version=1.3.0
        legal-moves=5 7
        ");
    }

    #[test]
    fn the_usual_start_is_left_to_the_rules() {
        let start =
            "game=Brandub.lud\nMove=[Move:mover=0,from=24,to=24,actions=[Add:to=24,what=3]]\n";
        let men = |what: u8, cells: &[u8]| -> String {
            let one = |to: &u8| {
                format!("Move=[Move:mover=0,from={to},to={to},actions=[Add:to={to},what={what}]]\n")
            };
            cells.iter().map(one).collect()
        };
        let attackers = men(1, &[3, 10, 21, 22, 26, 27, 38, 45]);
        let text = format!("{start}{attackers}{}", men(2, &[17, 23, 25, 31]));
        assert_eq!(read_all(&text).0.start, None);
        assert!(read_all(&format!("{start}{attackers}")).0.start.is_some());
    }

    #[test]
    fn ranks_tell_the_result_where_nothing_else_does() {
        let result = |text: &str| read_all(text).0.result.map(|result| result.value);
        assert_eq!(result("rankings=0.0,1.0,2.0\n"), Some(Claim::Won(Side::Attackers)));
        assert_eq!(result("rankings=0.0,1.5,1.5\n"), Some(Claim::Draw));
        assert_eq!(result("rankings=0.0,0.0,0.0\n"), None);
    }

    #[test]
    fn faults_are_told() {
        let text = "game=X.lud\nwhat\nMove=[Move:mover=1,from=3\nMove=[Move:mover=2,from=-1,to=-1,actions=[Pass]]\n\
                    LEGAL MOVES LIST SIZE = many\nwinner=1\nrankings=0.0,2.0,1.0\nwinner=x\n";
        insta::assert_snapshot!(read_all(text).1, @r"
        this is neither a move nor an entry `key=value` `what`
        a move is written `Move=[Move:mover=1,from=3,to=4,actions=[...]]` `Move=[Move:mover=1,from=3`
        `LEGAL MOVES LIST SIZE` cannot be `many` `many`
        `rankings` cannot be `0.0,2.0,1.0` `0.0,2.0,1.0`
        `winner` cannot be `x` `x`
        `Move=[Move:mover=2,from=-1,to=-1,actions...` is not a move `Move=[Move:mover=2,from=-1,to=-1,actions=[Pass]]`
        ");
        let far = "Move=[Move:mover=1,from=3,to=400,actions=[Move:to=400]]\n";
        insta::assert_snapshot!(read_all(far).1, @"squares lie beyond a board of 19x19 `Move=[Move:mover=1,from=3,to=400,actions=[Move:to=400]]`");
    }

    proptest! {
        #[test]
        fn any_damage_is_read(at in 0..TRIAL.len(), with in "[ -~\\n]{0,3}", cut in 0..9_usize) {
            let end = (at + cut).min(TRIAL.len());
            let _ = read_all(&format!("{}{with}{}", &TRIAL[..at], &TRIAL[end..]));
        }
    }
}
