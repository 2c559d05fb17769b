//! Logs of the server of a tablut tournament: every move, and the whole board after it. Read only.
//!
//! ```text
//! log     = *line
//! line    = time class method / level message / row / "-" / code
//! level   = word ": "                          ; FINE and WARNING, or what the logger's language has
//! message = "Players:" [TAB "White:"] TAB name TAB "vs" [TAB "Black:"] TAB name
//!         / "Repeated moves allowed:" TAB number TAB "Cache:" TAB number
//!         / "Turn: " ("W" / "B" / "null") " Pawn from " square " to " square
//!         / "Pedina " ("nera" / "bianca") " rimossa in: " square
//!         / "Bianco vince con re in " square
//!         / "Nero vince con re catturato in: " square
//!         / "Partita terminata in pareggio" ...
//!         / "Stato:" [row]
//! row     = 9("O" / "B" / "W" / "K" / "T")
//! code    = "W" / "B" / "WW" / "BW" / "D"
//! ```
//!
//! The server logs its messages at the level FINE and what it refuses at WARNING, in the words of the
//! language that its Java speaks. So the level of the first message that is known is that of the
//! messages, and what the log says at another level is a warning.
//!
//! White are the defenders and begin. Ranks are counted from the top: the square `a1` of a log is the
//! first letter of the first row, our `a9`. `T` is the throne with nobody on it. Letters of squares
//! may be capitals, and `null` stands where the client did not say whose turn it was, or no move at
//! all; such a move is read from the boards before and after, if there are two.
//!
//! A move counts once the log shows that it was made. One that the server refused, and one that no
//! board follows, is kept as a comment, and the warning as `termination`: the tournament counts it as
//! lost, but the log states no result. The time of every move is kept as a comment on it. The king
//! who is taken stays on the last board. Nothing is kept of the server's count of its cache and of the
//! names of its methods.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till};
use nom::character::complete::{satisfy, tab, u8 as small};
use nom::combinator::{map_opt, opt, value};
use nom::sequence::{preceded, separated_pair};
use nom::{IResult, Parser};

use crate::board::{BoardSize, Piece, PieceKind, Setup, Side, Square};
use crate::record::{
    CaptureText, Claim, LineId, MoveParts, Note, Place, Record, RulesClaim, Span, Spanned, Token,
    TokenKind,
};
use crate::rules::variants;

use super::fault::{Fault, FaultKind};
use super::format::{Entry, Seen, Split};

pub(super) const ENTRY: Entry = Entry {
    name: "tablut-log",
    about: "Logs of a tablut tournament's server",
    extensions: &["txt", "log"],
    states_rules: true,
    looks_like,
    keys: &[],
    split: Split::At(begins_record),
    read,
    write: None,
    results: None,
};

/// The rules that the tournament plays.
const VARIANT: &str = "tablut-ashton";

/// How long the sides of the board are.
const SIDE: u8 = 9;

/// How many of a file's first lines are looked at.
const LOOKED_AT: usize = 12;

fn looks_like(beginning: &str) -> bool {
    beginning.lines().take(LOOKED_AT).any(|line| known_message(line.trim_end()).is_some())
}

/// A log begins with the method that makes a game, after whatever happened in the game before.
fn begins_record(line: &str, seen: &mut Seen) -> bool {
    let line = line.trim_end();
    let said = known_message(line);
    let making = line.ends_with(" <init>") || matches!(said, Some(Said::Players(..)));
    let begins = making && seen.moves;
    if begins {
        *seen = Seen::default();
    }
    seen.moves |= matches!(said, Some(Said::Turn(..) | Said::Ending(..))) || code(line).is_some();
    begins
}

/// What a line of the server's says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said<'a> {
    /// Who plays the defenders and who the attackers.
    Players(&'a str, &'a str),
    /// How many repetitions are allowed, and how many positions are remembered.
    Limits(&'a str, &'a str),
    /// A move that a client wants to make: all of it, and its squares unless they are `null`.
    Turn(&'a str, Option<(Square, Square)>),
    /// A piece is taken, the king or another one.
    Taken(Option<PieceKind>, Square),
    /// The move before was made.
    Moved,
    /// How the game ended, in our words, and the result.
    Ending(&'static str, Claim),
    /// A board follows; its first row, if it stands on the same line.
    Board(&'a str),
}

/// A square, its rank counted from the top and turned round.
fn square(text: &str) -> IResult<&str, Square> {
    let file = satisfy(|letter| letter.is_ascii_alphabetic());
    map_opt((file, small), |(file, rank): (char, u8)| {
        let file = file.to_ascii_lowercase() as u8 - b'a';
        let rank = SIDE.checked_sub(rank).filter(|_| rank > 0)?;
        (file < SIDE).then_some(Square::new(file, rank))
    })
    .parse(text)
}

/// A line's level, which is one word of any language, and what it says.
fn leveled(line: &str) -> Option<(&str, &str)> {
    let (level, text) = line.split_once(": ")?;
    let is_word = level.starts_with(char::is_alphabetic)
        && !level.contains(|letter: char| letter.is_whitespace() || letter.is_control());
    is_word.then_some((level, text))
}

/// What a line says if it is a message that is known, at whatever level.
fn known_message(line: &str) -> Option<Said<'_>> {
    let (_, text) = leveled(line)?;
    known(text).ok().map(|(_, said)| said)
}

/// The level of what the server refuses, in English.
const WARNING: &str = "WARNING";

/// Whether a message at this level is about no move: news of the server, in nearly every language
/// called so.
fn is_of_no_move(level: &str) -> bool {
    level.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("info"))
}

fn rest_of_line(text: &str) -> IResult<&str, &str> {
    take_till(|_| false).parse(text)
}

fn known(text: &str) -> IResult<&str, Said<'_>> {
    let taken = |words: &'static str, kind: Option<PieceKind>| {
        preceded(tag(words), square).map(move |square| Said::Taken(kind, square))
    };
    let ended = |words: &'static str, how: &'static str, claim: Claim| {
        value(Said::Ending(how, claim), (tag(words), rest_of_line))
    };
    let defenders_won = Claim::Won(Side::Defenders);
    alt((
        players,
        limits,
        turn,
        taken("Pedina nera rimossa in: ", None),
        taken("Pedina bianca rimossa in: ", None),
        taken("Nero vince con re catturato in: ", Some(PieceKind::King)),
        ended("Bianco vince con re in ", "king escaped", defenders_won),
        ended("Partita terminata in pareggio per numero di", "repetition", Claim::Draw),
        ended("Partita terminata in pareggio", "draw", Claim::Draw),
        value(Said::Moved, tag("Movimento pedina")),
        preceded(tag("Stato:"), rest_of_line).map(|row| Said::Board(row.trim())),
    ))
    .parse(text)
}

fn players(text: &str) -> IResult<&str, Said<'_>> {
    let name =
        |label: &'static str| preceded((tab, opt((tag(label), tab))), take_till(|c| c == '\t'));
    let both = separated_pair(name("White:"), (tab, tag("vs")), name("Black:"));
    preceded(tag("Players:"), both).map(|(white, black)| Said::Players(white, black)).parse(text)
}

fn limits(text: &str) -> IResult<&str, Said<'_>> {
    let first = preceded((tag("Repeated moves allowed:"), tab), take_till(|c| c == '\t'));
    let second = preceded((tab, tag("Cache:"), tab), rest_of_line);
    (first, second).map(|(allowed, cache)| Said::Limits(allowed, cache)).parse(text)
}

fn turn(text: &str) -> IResult<&str, Said<'_>> {
    let mut who = (tag("Turn: "), alt((tag("W"), tag("B"), tag("null"))), tag(" Pawn from "));
    let (said, _) = who.parse(text)?;
    let said = said.trim_end();
    let squares: IResult<&str, (Square, Square)> =
        separated_pair(square, tag(" to "), square).parse(said);
    let squares = squares.ok().filter(|(rest, _)| rest.is_empty()).map(|(_, squares)| squares);
    Ok(("", Said::Turn(said, squares)))
}

/// What the code behind a board says of the result; nothing while the game goes on.
fn code(line: &str) -> Option<Option<Claim>> {
    const CODES: [(&str, Option<Claim>); 5] = [
        ("W", None),
        ("B", None),
        ("WW", Some(Claim::Won(Side::Defenders))),
        ("BW", Some(Claim::Won(Side::Attackers))),
        ("D", Some(Claim::Draw)),
    ];
    CODES.iter().find(|(known, _)| *known == line).map(|&(_, claim)| claim)
}

/// The time, class and method that stand above every message.
fn header(line: &str) -> Option<(&str, &str)> {
    let (rest, _method) = line.rsplit_once(' ')?;
    let (time, class) = rest.rsplit_once(' ')?;
    class.contains('.').then_some((time, class))
}

fn is_row(line: &str) -> bool {
    line.len() == usize::from(SIDE) && line.bytes().all(|letter| b"OBWKT".contains(&letter))
}

/// The pieces of a board whose first row is its last rank.
fn setup(rows: &[&str]) -> Option<Setup> {
    let mut board = Setup::empty(BoardSize::new(usize::from(SIDE)).ok()?);
    for (rank, row) in (0_u8..).zip(rows.iter().rev()) {
        for (file, letter) in (0_u8..).zip(row.bytes()) {
            let piece = match letter {
                b'B' => Some(Piece::new(Side::Attackers, PieceKind::Taflman)),
                b'W' => Some(Piece::new(Side::Defenders, PieceKind::Taflman)),
                b'K' => Some(Piece::new(Side::Defenders, PieceKind::King)),
                _ => None,
            };
            board.set(Square::new(file, rank), piece);
        }
    }
    Some(board)
}

/// The one move that leads from a board to another, captures aside: of one piece that is gone from
/// its square and stands on another, where nobody was.
fn move_between(before: &Setup, after: &Setup) -> Option<(Square, Square)> {
    let mut came = after.pieces().filter(|&(square, _)| before.get(square).is_none());
    let (to, piece) = came.next()?;
    let mut left =
        before.pieces().filter(|&(square, known)| known == piece && after.get(square).is_none());
    let (from, _) = left.next()?;
    (came.next().is_none() && left.next().is_none()).then_some((from, to))
}

/// How the names of the months begin in English, Italian, German, French, Spanish and Portuguese.
const MONTHS: [&[&str]; 12] = [
    &["jan", "gen", "j\u{e4}n", "ene"],
    &["feb", "f\u{e9}v", "fev"],
    &["mar", "m\u{e4}r", "mrz"],
    &["apr", "avr", "abr"],
    &["may", "mag", "mai"],
    &["jun", "giu", "juin"],
    &["jul", "lug", "juil"],
    &["aug", "ago", "ao\u{fb}"],
    &["sep", "set"],
    &["oct", "ott", "okt", "out"],
    &["nov"],
    &["dec", "dic", "dez", "d\u{e9}c"],
];

/// `May 23, 2019 5:36:07 PM` as `2019.05.23`.
fn date(time: &str) -> Option<String> {
    let mut words = time.split([' ', ',']).filter(|word| !word.is_empty());
    let month = words.next()?.to_lowercase();
    let is_its = |names: &&[&str]| names.iter().any(|name| month.starts_with(name));
    let month = MONTHS.iter().position(is_its)? + 1;
    let day: u8 = words.next()?.parse().ok()?;
    let year: u16 = words.next()?.parse().ok()?;
    Some(format!("{year}.{month:02}.{day:02}"))
}

fn read(text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    let mut log = Log {
        text,
        record,
        faults,
        wish: None,
        board: None,
        rows: None,
        time: None,
        level: "FINE",
        headed: false,
    };
    for line in text.lines() {
        log.take_line(line.trim_end());
    }
    log.finish();
}

/// A log being read.
struct Log<'a, 'r> {
    text: &'a str,
    record: &'r mut Record,
    faults: &'r mut Vec<Fault>,
    /// The move that a client wants to make.
    wish: Option<Wish<'a>>,
    /// The board as it was printed last.
    board: Option<Setup>,
    /// The rows of the board that is being printed; nothing in place of one that cannot be read.
    rows: Option<Vec<Option<&'a str>>>,
    /// The time of the message.
    time: Option<&'a str>,
    /// The level of the server's usual messages.
    level: &'a str,
    /// Whether the line before told the time of a message.
    headed: bool,
}

struct Wish<'a> {
    said: &'a str,
    squares: Option<(Square, Square)>,
    captures: Vec<CaptureText>,
    time: Option<&'a str>,
    /// Whether the log shows that the move was made.
    made: bool,
}

impl<'a> Log<'a, '_> {
    fn take_line(&mut self, line: &'a str) {
        if line.is_empty() {
            return;
        }
        if self.rows.is_some() && self.take_row(line) {
            return;
        }
        let headed = std::mem::take(&mut self.headed);
        if self.take_leveled(line, headed) {
            return;
        }
        if let Some(claim) = code(line) {
            self.state_result(claim, line);
        } else if let Some((time, class)) = header(line) {
            self.take_header(time, class);
        } else if line != "-" {
            let what = "this is neither a message of the server's nor a row of a board";
            self.fault(line, FaultKind::Syntax(what.to_owned()));
        }
    }

    fn fault(&mut self, part: &str, kind: FaultKind) {
        self.faults.push(Fault::new(Span::of(part, self.text), kind));
    }

    fn note(&mut self, at: usize, place: Place, part: &str) {
        let note = Note { at, place, text: part.to_owned(), span: Span::of(part, self.text) };
        self.record.line_mut(LineId::MAIN).notes.push(note);
    }

    fn tag(&mut self, name: &'static str, value: &str, part: &str) {
        self.record.add_tag(name, value, Span::of(part, self.text));
    }

    /// Takes a message with its level: one that is known, or any that stands where messages do.
    fn take_leveled(&mut self, line: &'a str, headed: bool) -> bool {
        let Some((level, text)) = leveled(line) else { return false };
        if let Ok((_, said)) = known(text) {
            self.level = level;
            self.take_message(line, said);
        } else if level == WARNING || (headed && level != self.level && !is_of_no_move(level)) {
            self.take_warning(text);
        } else if !headed && level != self.level {
            return false;
        }
        true
    }

    /// A move was refused.
    fn take_warning(&mut self, what: &'a str) {
        self.tag("termination", what, what);
        if let Some(wish) = &mut self.wish {
            wish.made = false;
        }
    }

    fn take_header(&mut self, time: &'a str, class: &'a str) {
        self.headed = true;
        if self.time.replace(time).is_some() {
            return;
        }
        if let Some(date) = date(time) {
            self.tag("date", &date, time);
        }
        self.tag("start-time", time, time);
        let game = class.rsplit('.').next().unwrap_or(class);
        let name = if game == "GameAshtonTablut" { VARIANT } else { game };
        let claim = RulesClaim::Named(name.to_owned());
        self.record.rules = Some(Spanned::new(claim, Span::of(game, self.text)));
    }

    fn take_message(&mut self, line: &'a str, said: Said<'a>) {
        match said {
            Said::Players(white, black) => {
                self.tag("attackers", black, black);
                self.tag("defenders", white, white);
            }
            Said::Limits(allowed, cache) => {
                self.tag("repeated-moves-allowed", allowed, allowed);
                self.tag("cache", cache, cache);
            }
            Said::Turn(said, squares) => {
                self.settle_wish();
                let (captures, time) = (Vec::new(), self.time);
                self.wish = Some(Wish { said, squares, captures, time, made: false });
            }
            Said::Moved => {
                if let Some(wish) = &mut self.wish {
                    wish.made = true;
                }
            }
            Said::Taken(piece, square) => self.take_capture(line, piece, square),
            Said::Ending(how, claim) => {
                self.tag("termination", how, line);
                self.state_result(Some(claim), line);
            }
            Said::Board(row) => {
                self.rows = Some(Vec::new());
                if !row.is_empty() {
                    self.take_row(row);
                }
            }
        }
    }

    fn take_capture(&mut self, line: &'a str, piece: Option<PieceKind>, square: Square) {
        match &mut self.wish {
            Some(wish) => {
                wish.made = true;
                wish.captures.push(CaptureText { piece, square });
            }
            None => self.fault(line, FaultKind::Syntax("nobody moved before this capture".into())),
        }
        if piece == Some(PieceKind::King) {
            self.tag("termination", "king captured", line);
            self.state_result(Some(Claim::Won(Side::Attackers)), line);
        }
    }

    fn state_result(&mut self, claim: Option<Claim>, part: &str) {
        if let Some(claim) = claim {
            self.record.result = Some(Spanned::new(claim, Span::of(part, self.text)));
        }
    }

    /// Takes a line as a row of the board that is being printed. Returns whether it belongs to it.
    fn take_row(&mut self, line: &'a str) -> bool {
        let Some(rows) = &mut self.rows else { return false };
        let ends = line == "-" || code(line).is_some() || line.contains(' ');
        if !ends {
            let good = is_row(line);
            rows.push(good.then_some(line));
            if !good {
                let expected = "nine letters out of O, B, W, K and T";
                let value = line.to_owned();
                self.fault(line, FaultKind::BadField { field: "Stato", value, expected });
            }
        }
        let full = self.rows.as_ref().is_some_and(|rows| rows.len() == usize::from(SIDE));
        if full || ends {
            self.end_board(line);
        }
        !ends
    }

    fn end_board(&mut self, line: &'a str) {
        let rows = self.rows.take().unwrap_or_default();
        if rows.len() < usize::from(SIDE) {
            let what = format!("the board before this has {} rows, not {SIDE}", rows.len());
            self.fault(line, FaultKind::Syntax(what));
        }
        let whole: Option<Vec<&str>> = rows.iter().copied().collect();
        let whole = whole.filter(|rows| rows.len() == usize::from(SIDE));
        let board = whole.as_ref().and_then(|rows| setup(rows));
        let span = match (rows.first().copied().flatten(), rows.last().copied().flatten()) {
            (Some(first), Some(last)) => {
                Span { start: Span::of(first, self.text).start, end: Span::of(last, self.text).end }
            }
            _ => Span::of(line, self.text),
        };
        self.take_board(board, span);
    }

    /// A board was printed, perhaps one that cannot be read: the move before it was made.
    fn take_board(&mut self, board: Option<Setup>, span: Span) {
        let moved = self.wish.is_some();
        if let Some(mut wish) = self.wish.take() {
            let between = self.board.as_ref().zip(board.as_ref());
            wish.squares = wish.squares.or(between.and_then(|(old, new)| move_between(old, new)));
            self.make_move(wish);
        }
        let Some(board) = board else { return };
        if moved || self.board.as_ref() != Some(&board) {
            let played = self.record.tokens().len();
            if played == 0 && self.board.is_none() {
                self.take_start(&board, span);
            }
            self.record.boards.push((played, Spanned::new(board.to_string(), span)));
        }
        self.board = Some(board);
    }

    /// The first board is the start position, where it is not the one that the rules have.
    fn take_start(&mut self, board: &Setup, span: Span) {
        self.record.first = Some(Spanned::new(Side::Defenders, span));
        let usual = variants::ruleset(VARIANT).map(|rules| rules.start);
        if usual.as_ref() != Some(board) {
            self.record.start = Some(Spanned::new(board.to_string(), span));
        }
    }

    /// Another move follows, or nothing: a move whose board is missing was made if the log says so.
    fn settle_wish(&mut self) {
        let Some(wish) = self.wish.take() else { return };
        if wish.made {
            self.make_move(wish);
        } else {
            let at = self.record.tokens().len();
            self.note(at, Place::Before, wish.said);
        }
    }

    fn make_move(&mut self, wish: Wish<'a>) {
        let span = Span::of(wish.said, self.text);
        let kind = match wish.squares {
            Some((from, to)) => {
                let parts = MoveParts { path: vec![from, to], captures: wish.captures };
                TokenKind::Move(self.record.make_move(&parts, None))
            }
            None => {
                self.faults.push(Fault::new(span, FaultKind::NotAMove(wish.said.to_owned())));
                TokenKind::Unreadable(wish.said.into())
            }
        };
        let line = self.record.line_mut(LineId::MAIN);
        line.tokens.push(Token { span, kind });
        let at = line.tokens.len() - 1;
        if let Some(time) = wish.time {
            self.note(at, Place::After, time);
        }
    }

    fn finish(mut self) {
        if self.rows.is_some() {
            let end = &self.text[self.text.len()..];
            self.end_board(end);
        }
        self.settle_wish();
        if self.board.is_none() && self.record.tokens().is_empty() {
            let start = self.text.len().min(1);
            self.faults.push(Fault::new(Span::new(0, start), FaultKind::Missing("Stato")));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::any_record::content;
    use super::*;
    use proptest::prelude::*;

    const START: &str = "OOOBBBOOO\nOOOOBOOOO\nOOOOWOOOO\nBOOOWOOOB\nBBWWKWWBB\nBOOOWOOOB\n\
                         OOOOWOOOO\nOOOOBOOOO\nOOOBBBOOO\n-\nW\n";

    /// A message with the line above it.
    fn said(message: &str) -> String {
        format!("May 23, 2019 5:36:26 PM it.unibo.tablut.GameAshtonTablut checkMove\n{message}\n")
    }

    fn log(messages: &[&str]) -> String {
        let begin = "May 23, 2019 5:36:07 PM it.unibo.tablut.GameAshtonTablut <init>\n";
        let mut text = format!("{begin}FINE: Players:\tWhite:\tAnna\tvs\tBen\n{begin}");
        text += &format!("FINE: Repeated moves allowed:\t0\tCache:\t-1\n{begin}");
        text += &format!("FINE: Inizio partita\n{begin}FINE: Stato:\n{START}");
        messages.iter().for_each(|message| text += &said(message));
        text
    }

    fn read_all(text: &str) -> (Record, Vec<String>) {
        let (mut record, mut faults) = (Record::default(), Vec::new());
        read(text, &mut record, &mut faults);
        let one = |f: &Fault| format!("{} `{}`", f.kind, f.span.text(text));
        (record, faults.iter().map(one).collect())
    }

    /// The board after the first row is changed for another.
    fn board(first: &str, code: &str) -> String {
        format!("FINE: Stato:\n{first}{}-\n{code}", &START[9..START.len() - 4])
    }

    fn moves(record: &Record) -> Vec<String> {
        let tokens = record.tokens().iter();
        tokens
            .map(|token| match &token.kind {
                TokenKind::Move(text) => {
                    let path: Vec<String> =
                        record.path(text).iter().map(Square::to_string).collect();
                    let taken: Vec<String> =
                        record.captures(text).iter().map(|c| format!("x{}", c.square)).collect();
                    path.join("-") + &taken.concat()
                }
                other => format!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn a_log_reads_with_its_ranks_turned_round() {
        let text = log(&[
            "FINE: Turn: null Pawn from e1 to D1",
            "FINE: Movimento pedina",
            "FINE: Pedina nera rimossa in: a4",
            &board("OOOWBBOOO", "B"),
            "FINE: Turn: B Pawn from f1 to g1",
            "FINE: Nero vince con re catturato in: e5",
            "FINE: Current draw cache size: 2",
            &board("OOOWBOBOO", "BW"),
            &board("OOOWBOBOO", "BW").replacen(":\n", ": ", 1),
        ]);
        let (record, faults) = read_all(&text);
        assert_eq!(faults, [""; 0]);
        assert_eq!(moves(&record), ["e9-d9xa6", "f9-g9xe5"]);
        assert_eq!(record.tokens()[0].span.text(&text), "e1 to D1");
        assert_eq!(record.result.as_ref().unwrap().value, Claim::Won(Side::Attackers));
        assert_eq!(record.first.as_ref().unwrap().value, Side::Defenders);
        assert_eq!(record.start, None);
        let boards: Vec<usize> = record.boards.iter().map(|(after, _)| *after).collect();
        assert_eq!(boards, [0, 1, 2]);
        assert!(record.boards[1].1.value.ends_with("/4t4/3Ttt3/"));
        let tags: Vec<String> =
            record.tags.iter().map(|tag| format!("{}={}", tag.name, tag.value)).collect();
        insta::assert_snapshot!(tags.join("\n"), @r"
        date=2019.05.23
        start-time=May 23, 2019 5:36:07 PM
        attackers=Ben
        defenders=Anna
        repeated-moves-allowed=0
        cache=-1
        termination=king captured
        ");
        let notes: Vec<&str> = record.main().notes.iter().map(|n| n.text.as_str()).collect();
        assert_eq!(notes, ["May 23, 2019 5:36:26 PM"; 2]);
    }

    #[test]
    fn a_move_that_is_not_told_is_read_from_the_boards() {
        let text = log(&["FINE: Turn: B Pawn from null to null", &board("OOOOBBBOO", "W")]);
        let (record, faults) = read_all(&text);
        assert_eq!(faults, [""; 0]);
        assert_eq!(moves(&record), ["d9-g9"]);
    }

    #[test]
    fn a_refused_move_is_a_comment() {
        let warned = log(&[
            "FINE: Turn: W Pawn from e4 to e2",
            "WARNING: Mossa che arriva sopra una citadel",
        ]);
        let stopped = log(&["FINE: Turn: W Pawn from null to null"]);
        for (text, said) in [(warned, "e4 to e2"), (stopped, "null to null")] {
            let (record, faults) = read_all(&text);
            assert_eq!(faults, [""; 0]);
            assert_eq!(record.tokens(), []);
            assert_eq!(record.main().notes[0].text, said);
            assert_eq!(record.result, None);
        }
    }

    #[test]
    fn logs_of_other_languages_read_alike() {
        let english = log(&[
            "FINE: Turn: null Pawn from e1 to d1",
            "FINE: Movimento pedina",
            "FINE: Pedina nera rimossa in: a4",
            "FINE: Current draw cache size: 2",
            &board("OOOWBBOOO", "B"),
            "FINE: Turn: B Pawn from e2 to e9",
            "WARNING: Mossa che arriva sopra una citadel",
        ]);
        let (expected, faults) = read_all(&english);
        assert_eq!(faults, [""; 0]);
        assert_eq!(expected.tag("termination"), Some("Mossa che arriva sopra una citadel"));
        // The words of Java for FINE and WARNING, and months as each language shortens them.
        for (fine, warning, may) in [
            ("BUONO", "AVVERTENZA", "mag"),
            ("AVVERTENZA", "WARNING", "mag"),
            ("FEIN", "WARNUNG", "Mai"),
            ("PR\u{c9}CIS", "AVERTISSEMENT", "mai"),
            ("PRE\u{301}CIS", "AVERTISSEMENT", "mai"),
            ("DETALLADO", "ADVERTENCIA", "may."),
            ("Fein", "Warnung", "Mai"),
            ("\u{8be6}\u{7ec6}", "\u{8b66}\u{544a}", "May"),
        ] {
            let text = english.replace("WARNING:", &format!("{warning}:"));
            let text =
                text.replace("FINE:", &format!("{fine}:")).replace("May ", &format!("{may} "));
            assert_eq!(super::super::Format::detect(&text), Some(super::super::Format::TablutLog));
            let (record, faults) = read_all(&text);
            assert_eq!(faults, [""; 0], "{fine}");
            let (mut told, mut told_first) = (content(&record), content(&expected));
            for content in [&mut told, &mut told_first] {
                content.tags.retain(|(name, _)| name != "start-time");
            }
            assert_eq!(told, told_first, "{fine}");
        }
    }

    #[test]
    fn news_of_the_server_is_no_warning() {
        for level in ["INFO", "INFORMAZIONI", "FINE"] {
            let text = log(&[&format!("{level}: a client has come")]);
            let (record, faults) = read_all(&text);
            assert_eq!((faults.len(), record.tag("termination")), (0, None), "{level}");
        }
        let text = log(&[]) + "Note: played in Rome\n";
        assert_eq!(read_all(&text).1.len(), 1);
    }

    #[test]
    fn ends_are_told() {
        let ends = [
            ("FINE: Bianco vince con re in e1", "WW", "king escaped", Claim::Won(Side::Defenders)),
            (
                "FINE: Partita terminata in pareggio per numero di stati ripetuti",
                "D",
                "repetition",
                Claim::Draw,
            ),
        ];
        for (line, code, how, claim) in ends {
            let text = log(&["FINE: Turn: W Pawn from e1 to d1", line, &board("OOOWBBOOO", code)]);
            let (record, _) = read_all(&text);
            assert_eq!(record.tag("termination"), Some(how));
            assert_eq!(record.result.as_ref().unwrap().value, claim);
        }
    }

    #[test]
    fn faults_are_told() {
        let short = board("OOOBBB", "B");
        let cut = board("OOOBBBOOO", "B").replace("OOOOBOOOO\n", "");
        let text = log(&[
            "FINE: Turn: W Pawn from e1 to d1",
            &short,
            "what is this",
            "FINE: Turn: B Pawn from e1 to z1",
            &cut,
        ]);
        let (record, faults) = read_all(&text);
        insta::assert_snapshot!(faults.join("\n"), @r"
        `Stato` cannot be `OOOBBB` `OOOBBB`
        this is neither a message of the server's nor a row of a board `what is this`
        the board before this has 7 rows, not 9 `-`
        `e1 to z1` is not a move `e1 to z1`
        ");
        assert_eq!(moves(&record), ["e9-d9", "Unreadable(\"e1 to z1\")"]);
        assert_eq!(read_all("FINE: Movimento pedina\n").1, ["the record has no `Stato` `F`"]);
    }

    #[test]
    fn logs_in_one_file_are_told_apart() {
        let one = log(&["FINE: Turn: W Pawn from e1 to d1", &board("OOOWBBOOO", "B")]);
        let mut source = super::super::Source::new(one.repeat(3).leak().as_bytes(), None);
        let begun = source.begin().unwrap();
        assert_eq!(begun, super::super::Beginning::Format(super::super::Format::TablutLog));
        let chunk = source.next_chunk().unwrap().unwrap();
        assert_eq!(chunk.records.len(), 3);
        for raw in chunk.records {
            let text = std::str::from_utf8(&chunk.bytes[raw.range]).unwrap();
            let ((record, faults), (first, _)) = (read_all(text), read_all(&one));
            assert_eq!(faults, [""; 0]);
            assert_eq!(content(&record), content(&first));
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(lines in prop::collection::vec(any_line(), 0..40)) {
            let _ = read_all(&lines.join("\n"));
        }
    }

    fn any_line() -> impl Strategy<Value = String> {
        prop_oneof![
            "[ -~\\u{e9}]{0,30}",
            "[OBWKT]{7,10}",
            prop::sample::select(vec![
                "FINE: Stato:",
                "FINE: Stato: OOOBBBOOO",
                "-",
                "W",
                "BW",
                "D",
                "FINE: Turn: B Pawn from a1 to b1",
                "FINE: Turn: W Pawn from null to null",
                "FINE: Movimento pedina",
                "FINE: Pedina nera rimossa in: e5",
                "WARNING: x",
                "a b.c <init>",
                "FINE: Players:\tA\tvs\tB",
            ])
            .prop_map(str::to_owned),
        ]
    }
}
