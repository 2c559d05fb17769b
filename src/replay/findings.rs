//! Every kind of finding: its code, how grave it is, and the long text of `tafl explain`.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use crate::board::{Setup, Side, Square};
use crate::record::Span;
use crate::visible;

use super::variation::Variation;

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Note,
    /// Doubtful, or a habit of some writers.
    Warning,
    /// The record is wrong or cannot be judged.
    Error,
}

impl Severity {
    /// As written in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One fact about a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Which kind of fact.
    pub code: Code,
    /// How grave it is: as its kind, unless that was set otherwise.
    pub severity: Severity,
    /// The bytes of the record that it is about.
    pub span: Option<Span>,
    /// The variation that it is about; nothing for the game itself.
    pub variation: Option<Box<Variation>>,
    /// The ply that it is about, the first of the game being 1.
    pub ply: Option<u32>,
    /// The move as the record writes it.
    pub text: Option<String>,
    /// What is found, in a sentence without a full stop.
    pub message: String,
    /// What to do about it.
    pub help: Cow<'static, str>,
    /// The position before the move, where it helps to see it.
    pub board: Option<Box<Setup>>,
    /// How the game stands before that ply, if the judge was asked for it.
    pub before: Option<Box<Standing>>,
    /// The squares that the move names, its origin first, if the judge was asked for more than is wrong.
    pub path: Vec<Square>,
    /// The squares that are meant: what is taken and not listed, or in the way.
    pub squares: Vec<Square>,
}

/// How a game stands: the pieces, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The pieces.
    pub setup: Setup,
    /// The side to move.
    pub side: Side,
}

impl Finding {
    /// A finding with the help that its kind has.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity(),
            span: None,
            variation: None,
            ply: None,
            text: None,
            message: printable(message.into()),
            help: code.entry().help.into(),
            board: None,
            before: None,
            path: Vec::new(),
            squares: Vec::new(),
        }
    }

    /// The same finding about a place.
    #[must_use]
    pub fn at(self, span: Span) -> Self {
        Self { span: Some(span), ..self }
    }

    /// The same finding with other help.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: printable(help.into()).into(), ..self }
    }

    /// The number of the turn that the finding is about: plies 1 and 2 are turn 1.
    pub fn turn(&self) -> Option<u32> {
        self.ply.map(|ply| ply.div_ceil(2))
    }
}

/// The most letters of a message: it may quote a name that is as long as its record.
const LONGEST: usize = 500;

/// Messages quote records, which may have anything in them and be of any length.
fn printable(text: String) -> String {
    let cut = text.char_indices().nth(LONGEST).map(|(end, _)| end);
    match (cut, visible::line(&text[..cut.unwrap_or(text.len())])) {
        (None, Cow::Borrowed(_)) => text,
        (_, shown) => shown.into_owned(),
    }
}

/// What is known about a kind of finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Catalogue {
    /// The kind.
    pub code: Code,
    /// How grave it is.
    pub severity: Severity,
    /// What it is, in a few words.
    pub title: &'static str,
    /// The rule that it comes from.
    pub rule: &'static str,
    /// What it means.
    pub about: &'static str,
    /// A line of a record that shows it.
    pub example: &'static str,
    /// What to do about it.
    pub help: &'static str,
}

macro_rules! codes {
    ($($code:ident $severity:ident $title:literal, rule $rule:literal, $about:literal, example $example:literal, help $help:literal;)*) => {
        /// The kinds of finding. T0 is about reading, T1 about moves, T2 about captures and
        /// symbols, T3 about results, T4 about rules, T5 about puzzles.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $title] $code,)*
        }

        impl Code {
            /// Every kind, in order.
            pub const ALL: &'static [Self] = &[$(Self::$code,)*];

            /// The kinds whose names begin with these letters, in whatever case: `T3` for all about
            /// results. There may be none.
            pub fn starting_with(letters: &str) -> Vec<Self> {
                let begins = |code: &Self| {
                    let start = code.name().get(..letters.len());
                    start.is_some_and(|start| start.eq_ignore_ascii_case(letters))
                };
                Self::ALL.iter().copied().filter(begins).collect()
            }

            /// As written: `T101`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$code => stringify!($code),)*
                }
            }

            /// What is known about the kind.
            pub const fn entry(self) -> &'static Catalogue {
                match self {
                    $(Self::$code => &Catalogue {
                        code: Self::$code,
                        severity: Severity::$severity,
                        title: $title,
                        rule: $rule,
                        about: $about,
                        example: $example,
                        help: $help,
                    },)*
                }
            }
        }
    };
}

codes! {
    T001 Error "the record does not follow its format",
        rule "the format",
        "The text stops being what its format says: JSON that breaks off, a row without its columns, \
         a bracket that is never closed. What could be read before the fault is kept where it makes \
         sense, and the next record is read as if nothing had happened.",
        example "{\"Moves\": [\"d1-d3\", \"e5-",
        help "mend the text";
    T002 Error "the file is in no known format",
        rule "the format",
        "Neither the content nor --format says how to read the file. Formats are told by content: an \
         object is the archive's JSON, a line like [date:2015.05.04] begins an OpenTafl file, and a \
         row of moves, two counts and a result is CSV.",
        example "Dear sir, I enclose my game",
        help "give the format with --format";
    T003 Error "there is nothing to check",
        rule "the format",
        "The file is empty or holds only white space, or the folder holds no file with a known ending.",
        example "(an empty file)",
        help "check the path";
    T004 Warning "the bytes are in another encoding",
        rule "the format",
        "The record has bytes that are not UTF-8, or not in the encoding that it declares (`CA` in Smart \
         Game Format). The message says as what it was read: as Windows-1252, which older files use, or as \
         UTF-8, where it is that. Names may look odd if that is wrong. Moves are not affected.",
        example "a player called Bj\u{f6}rn, saved by an old editor",
        help "save the file as UTF-8";
    T005 Error "the record is too long",
        rule "the limits of this program",
        "Records are read up to 64 MiB. The rest of this one was passed over, and reading went on with \
         the next line.",
        example "(a line of 100 MB)",
        help "split the record, or look for a missing line end";
    T006 Error "a word is not a move",
        rule "the format",
        "A word stands where a move should be, and is neither a move nor `resigned`, `timeout` or the \
         like. The game is replayed up to it.",
        example "12. d1-d3 nox",
        help "write a move as origin-destination with captures behind it, as in d1-d3xd4";
    T007 Error "a field is missing or has a value it cannot have",
        rule "the format",
        "The record lacks a field that its format promises, or the field says something that is not \
         among its values.",
        example "[result:2]",
        help "mend the field";
    T008 Error "the file is not text",
        rule "the format",
        "Many letters at the beginning of the file are such as no text has, NUL bytes among them; or there \
         is a NUL byte, and the file is in no known format.",
        example "(a picture)",
        help "check the path";
    T009 Warning "a tag is unknown",
        rule "the format",
        "The header has an entry that OpenTafl files do not define, perhaps a slip of the pen. It is \
         left out of account.",
        example "[reslt:1]",
        help "correct the tag or remove it";
    T010 Note "the moves list no captures",
        rule "the format",
        "Origin and destination run together, as some formats write every move and one site did before \
         about 2011. That style lists no captures, so none are compared.",
        example "h1h3 g5g2",
        help "nothing needs doing";
    T011 Warning "turn numbers do not follow each other",
        rule "the format",
        "A turn's number is missing or comes twice. A turn may have been left out or copied. The moves \
         are read in the order in which they stand.",
        example "7. d1-d3 f6-f7 followed by 9. d3-d4",
        help "number turns without gaps";
    T012 Error "a variation leads nowhere",
        rule "the format",
        "The address of a variation names a move that the game does not have. Its moves are kept with \
         the nearest line that there is, and not judged.",
        example "99a.1.1a. d1-d3 in a game of 20 turns",
        help "write a variation on the first move of turn 7 as 7a.1.1a., after that turn";
    T013 Warning "a tag follows moves",
        rule "the format",
        "Tags belong before the first move. This one is read all the same.",
        example "1. d1-d3 [result:1]",
        help "put tags before the first move";
    T014 Error "a tag or key is given twice",
        rule "the format",
        "The header says one thing twice and differently: two results, two variants, two start \
         positions, two players of one side; or an object has a key twice. The first counts, and the \
         other may have been meant.",
        example "[result:1] and, a line below, [result:-1]",
        help "keep the one that is right";
    T015 Error "the JSON is no known record",
        rule "the format",
        "The text is JSON, but it has none of the keys by which records are known, or it states a \
         schema that this program does not know. Nothing of it is read, so nothing is made of it \
         either.",
        example "{\"schema\": \"taflkit.record/2\"}",
        help "check the keys, or whether this is the right file";
    T016 Warning "the declared encoding is unknown",
        rule "the format",
        "`CA` names an encoding that nobody here knows, or one that cannot be read. The record was read as \
         UTF-8 or, where it is not that, as Windows-1252. Names as in the Encoding Standard of the web are \
         known: `UTF-8`, `ISO-8859-1`, `windows-1251`, `KOI8-R`, `Shift_JIS`, `GBK`, `Big5` and so on.",
        example "(;FF[4]CA[klingon]PB[Ragna])",
        help "correct the name, or save the file as UTF-8 and write CA[UTF-8]";
    T017 Error "there are NUL bytes in the record",
        rule "the limits of this program",
        "No text has NUL bytes; a disk or a program has damaged the record. It is not read, and the \
         others are. A file in which many letters are such is no text at all (T008).",
        example "a record with bytes that were never written",
        help "restore the record from a copy";
    T018 Note "more is wrong than is listed",
        rule "the limits of this program",
        "Of each kind of finding, the first 1,000 of a record are listed. The message says how many more \
         there are of which kinds; sums count all of them.",
        example "(a record with 5,000 unknown keys)",
        help "mend what is listed, and check again";
    T101 Error "the move starts from an empty square",
        rule "K1, moving",
        "There is no piece where the move starts. An earlier move may be missing, the game may have \
         started from another position, or captures were not carried out as the rules have them.",
        example "1. d2-d3 (with nothing on d2)",
        help "look at the position before the move, and at the moves that led to it";
    T102 Error "the piece belongs to the other side",
        rule "K1, moving",
        "It is the other side's turn. A move may be missing or written twice, or the sides are mixed up.",
        example "1. f8-g8 (the attackers move first)",
        help "look for a missing or doubled move just before";
    T103 Error "a piece is in the way",
        rule "K1, moving",
        "Pieces move over empty squares only and do not jump, unless the rules say so for their kind.",
        example "1. d1-d9 (with a piece on d6)",
        help "look for an earlier move that should have cleared the way";
    T104 Error "the move follows no line",
        rule "K1, moving",
        "Pieces move along ranks and files.",
        example "1. d1-e2",
        help "check the squares for a slip";
    T105 Error "this piece may not stop there",
        rule "K2, special squares",
        "Under these rules only certain pieces may end a move on the throne, on a corner or on a fort.",
        example "1. f2-f6 (a man on the throne)",
        help "check the squares, or whether the game was played under other rules";
    T106 Error "the destination is occupied",
        rule "K1, moving",
        "A piece stands where the move ends, and no piece is taken by moving onto it.",
        example "1. d1-d6 (with a piece on d6)",
        help "look for an earlier capture or move that should have freed the square";
    T107 Warning "the game goes on after its end",
        rule "K13, the order of verdicts",
        "The rules ended the game at an earlier move, but more moves follow. Some sites do not stop \
         games at a repetition or an encirclement. The replay goes on past the end.",
        example "40. a1-a2 a9-a8 (the third occurrence) 41. a2-a1",
        help "end the record there, or check whether other rules were agreed on";
    T108 Error "a square is off the board",
        rule "K1, moving",
        "The move names a file or rank that this board does not have.",
        example "1. l1-l3 (on 11x11)",
        help "check the square and the size of the board";
    T109 Error "the piece moves too far",
        rule "K1, moving",
        "Under these rules this kind of piece moves only so many squares.",
        example "1. c1-c3 (in a game of single steps)",
        help "check the squares, or whether the game was played under other rules";
    T110 Error "this piece may not cross that square",
        rule "K2, special squares",
        "Under these rules only certain pieces may slide across the empty throne, a corner block or a \
         fort.",
        example "1. c5-g5 (over the throne)",
        help "check the squares, or whether the game was played under other rules";
    T111 Warning "hops of a chain are missing",
        rule "K12, chains",
        "The game is played under rules with chains, its record gives one hop a turn, and this move \
         does not fit the position, though it might if an earlier piece had gone on capturing. The \
         site's archive does not keep later hops, so such games cannot be replayed to the end.",
        example "20. c4-c7xc8 b2-b3 21. e7-e3 (the man went on to e7)",
        help "add the missing hops, as in c4-c7=e7";
    T112 Error "the chain is not legal",
        rule "K12, chains",
        "A turn goes on only under rules with chains, only after a hop that took something, and each \
         further hop has to take as well, unless it brings the king to his goal.",
        example "1. d2-d4=d7 (d4-d7 takes nothing)",
        help "check the hops of the turn";
    T113 Error "the move ends where it starts",
        rule "K1, moving",
        "A move must change square; there is no passing.",
        example "1. d1-d1",
        help "check the squares for a slip";
    T114 Warning "the other side moves first",
        rule "the first move",
        "The first move is made by the side that does not begin under these rules, and the record does \
         not say who begins. The game is replayed with that side beginning, and turns alternate from \
         there.",
        example "1. f8-g8 (a defender, where the attackers begin)",
        help "state the first mover in the rules, as in atkf:n";
    T115 Warning "moves follow a resignation or a loss on time",
        rule "the format",
        "`resigned` and `timeout` end a game, but more moves follow. They are replayed.",
        example "20. a1-a2 resigned 21. a2-a3",
        help "remove what does not belong there";
    T116 Error "something had to be taken",
        rule "K15, compulsory captures",
        "Under these rules a side that can take something must play a move that does, whichever it \
         likes. This move takes nothing, and another would have.",
        example "1. d1-c1 (where d1-d3 takes e3, captures being compulsory)",
        help "check whether captures were compulsory in this game, or play a move that takes";
    T117 Error "the first move contradicts the record",
        rule "the first move",
        "The record states which side begins, and its first move is the other side's. The game is \
         replayed with that side beginning, and turns alternate from there.",
        example "[first-mover:defenders] 1. d1-c1 (an attacker)",
        help "correct what the record states, or look for a move that is missing before this one";
    T118 Error "the defenders bring back a position",
        rule "K9, repetition",
        "Under these rules the defenders may not make a move after which the pieces stand as they stood \
         before in the game, whoever was to move then. The start position counts. The attackers may. \
         The server of hnefatafl.org plays Copenhagen so.",
        example "1. f2-f3 f4-g4 2. f3-f2 g4-f4 (the start position again)",
        help "check whether the game was played under these rules, or look for a missing move";
    T119 Warning "a variation cannot be judged",
        rule "the format",
        "The variation branches off behind a move that cannot be played, so that nobody knows from which \
         position. What is on it cannot be judged either. Said once of a record.",
        example "9a.1.1a. d1-d3 (on a game whose move 7 is not legal)",
        help "mend the move that cannot be played; the variation is then judged too";
    T201 Error "a capture is missing",
        rule "K3, taking men",
        "The move takes a piece by the rules, but the record does not list it. The replay removes it.",
        example "12. d2-d4 (which takes c4)",
        help "add the capture, as in d2-d4xc4";
    T202 Error "a capture is listed that the rules do not give",
        rule "K3, taking men",
        "The record lists a capture that the move does not make. The replay leaves the piece standing.",
        example "12. d10-d4xc8",
        help "remove the capture, or check whether the game was played under other rules";
    T203 Note "a capture is listed twice",
        rule "the format",
        "The same square is listed more than once. One site does so when a man falls in two ways at \
         once.",
        example "12. e7-k7xk6xk6",
        help "list the square once";
    T204 Warning "the letter of a piece is wrong",
        rule "the format",
        "The move or a capture names a kind of piece that does not stand there.",
        example "12. Kd6-d4 (with a taflman on d6)",
        help "correct or remove the letter";
    T205 Warning "the symbol after the move is wrong",
        rule "the format",
        "`++` says that the king is taken, `--` that he has escaped, `+` that he can be taken next \
         turn, `-` that he has a way out. The position says otherwise.",
        example "12. a3-e3++ (the king is not taken)",
        help "correct or remove the symbol";
    T206 Note "the counts of captures do not match the moves",
        rule "the format",
        "The record states how many pieces each side took, and its moves list another number.",
        example "d1-d3xd4,2,0,Black",
        help "correct the counts";
    T207 Error "the printed board differs from the rules",
        rule "K3, taking men",
        "The record prints the board after a move, and the pieces on it are not those that the rules \
         leave. Only the first such board is told of, with the position by the rules; the replay goes \
         on from the printed one, so that the moves behind it are judged on the board on which they \
         were played. A king who was taken may still be printed where he fell.",
        example "FINE: Stato: (a man is missing who was not taken)",
        help "check the move and its captures, or whether the game was played under other rules";
    T208 Warning "the count of legal moves differs from the rules",
        rule "K1, moving",
        "The record says how many moves were legal before each of its moves, as records of the Ludii \
         system do, and the rules allow another number. The game was played under other rules than \
         those it is judged by. Only the first such count is told of.",
        example "LEGAL MOVES LIST SIZE = 23",
        help "check whether the game was played under other rules";
    T209 Warning "the number of captures after a move is wrong",
        rule "the format",
        "Some records count captures instead of listing them, as in `d5-c5x1`, or say by a bare `x` \
         that something falls. The rules give another number.",
        example "12. d5-c5x2 (one man falls)",
        help "correct the number, or list the captures";
    T301 Error "the result contradicts the ending",
        rule "K13, the order of verdicts",
        "The rules ended the game on its last move in one way, and the record states another result.",
        example "the king reaches a corner, and the record says the attackers won",
        help "correct the result, or check whether the game was played under other rules";
    T302 Warning "the game is over, but the record does not say so",
        rule "K13, the order of verdicts",
        "The last move ended the game by the rules, and the record gives no result.",
        example "the king reaches a corner, and the record says Ongoing",
        help "add the result";
    T303 Note "decided by resignation",
        rule "the format",
        "The game has no ending on the board; the side to move resigned.",
        example "24. f3-j3 resigned",
        help "nothing needs doing";
    T304 Note "decided on time",
        rule "the format",
        "The game has no ending on the board; the side to move lost on time.",
        example "24. f3-j3 timeout",
        help "nothing needs doing";
    T305 Note "decided off the board",
        rule "the format",
        "The game has no ending on the board and its record claims a winner: a resignation or a loss \
         on time that was not written down, or an adjudication.",
        example "20. a1-a2, White",
        help "nothing needs doing";
    T306 Warning "the loser stated by the moves is the winner stated by the result",
        rule "the format",
        "`resigned` and `timeout` belong to the side to move, which loses. The result says that this \
         side won.",
        example "24. f3-j3 resigned (by White), White won",
        help "correct the result, or put the word in the other side's turn";
    T307 Note "unfinished",
        rule "the format",
        "The game has no ending on the board and its record claims no result.",
        example "20. a1-a2, Ongoing",
        help "nothing needs doing";
    T308 Note "drawn by agreement",
        rule "the format",
        "The game has no ending on the board and its record claims a draw.",
        example "90. a1-a2, Draw",
        help "nothing needs doing";
    T309 Error "the record states two results",
        rule "the format",
        "The result is stated twice and differently, as by a tag before the moves and a word behind \
         them. The first counts.",
        example "[Result \"1-0\"] and, behind the moves, 0-1",
        help "keep the result that is right";
    T310 Note "decided by the server, as the defenders cannot get out",
        rule "the adjudication of hnefatafl.org",
        "Under the rules of that server the attackers have won once every corner is closed, the \
         defenders have too few men for an exit fort in what is left of the edge, and the attackers can \
         move without opening a corner. The server ends the game there; no rule of the board does, and \
         the record need not say so.",
        example "attackers on the three squares about each corner, the king and three men shut out",
        help "nothing needs doing";
    T401 Error "the variant is unknown",
        rule "the rules",
        "The record or the command names rules that nobody here knows, or by a word that people use for \
         several games, of which neither the board nor the moves tell which is meant. `tafl rules list` \
         shows those that are known.",
        example "[variant:copenhaggen]",
        help "correct the name, or write the rules out";
    T402 Error "the rules of this kind of game are not known",
        rule "the rules",
        "The site plays this kind of game, but no known rules fit its games, or it is no tafl game at \
         all. The record was read, and not judged.",
        example "\"AageGameTypeName\": \"Tyr 9x9\"",
        help "give the rules with --variant, by name or as a rules record";
    T403 Warning "the rules record can be read in two ways",
        rule "the rules",
        "The record uses a key that different programs read differently. The message says how it was \
         taken. `tfr:w` and `tfr:l` are read as the program that defined them plays, not as its text \
         has them: under `w` the side that brings about the third occurrence loses.",
        example "dim:11 tfr:w start:/.../",
        help "add `rep:mover`, `rep:opener` or `rep:defenders` to say who loses";
    T404 Error "the rules record cannot be used",
        rule "the rules",
        "The rules are written out, but a key has a value it cannot have, something needed is missing, \
         or no game could be played by them.",
        example "dim:11 start:/7/7/7/7/7/7/7/",
        help "mend the record, or give other rules with --variant";
    T405 Warning "the rules record has a key that is unknown or given twice",
        rule "the rules",
        "An unknown key is left out of account; of a key given twice the last counts. Known keys:",
        example "dim:11 srf:n start:/.../",
        help "correct or remove the key";
    T406 Error "the record states no rules",
        rule "the rules",
        "Without rules a game cannot be replayed, and its format or this file does not name any.",
        example "d1-d3 e5-e2,0,0,White",
        help "give the rules with --variant";
    T407 Error "the position cannot be played from",
        rule "the rules",
        "The position that the record starts from is not one: a row is too long or too short, or there \
         is not exactly one king, among the defenders. Or it has another board than the rules, which \
         are not played on boards of any size.",
        example "[position:/5/5/5/5/5/]",
        help "mend the position";
    T409 Warning "the position makes sense only upside down",
        rule "the rules",
        "Position records list the ranks from the first up, and many programs draw boards from the last \
         down. In this one pieces stand where they may not, or the first move has no piece to make it; \
         with the rows in the other order neither is so. It is played as it is written.",
        example "[position:/7/7/7/7/7/7/2t1K2/] 1. e1-g1",
        help "list the rows from rank 1 up";
    T501 Error "the puzzle asks for nothing that can be sought",
        rule "puzzles",
        "The goal cannot be read, or is that of a side that is not to move; `puzzle-start` names no \
         ply of the record; or the game is over where the puzzle starts. Goals are `win`, `win 3`, \
         `save`, `save 2` and `draw`, with a side before them if you like.",
        example "[puzzle-goal:mate in 2]",
        help "correct `puzzle-goal` or `puzzle-start`";
    T502 Warning "the puzzle is cooked",
        rule "puzzles",
        "More than one first turn reaches the goal in as few turns, which is proved. A puzzle is \
         expected to have one such turn, its key.",
        example "[puzzle-goal:defenders win in 2] (e4-e1, e4-g4 and e4-e7 all do)",
        help "change the position so that one turn is left; `tafl solve` shows all of them";
    T503 Error "the puzzle has a shorter solution",
        rule "puzzles",
        "The side to move wins in fewer turns than the goal says, which is proved.",
        example "[puzzle-goal:defenders win in 4] (they win in 2)",
        help "correct the number of turns, or change the position";
    T504 Error "the puzzle is refuted",
        rule "puzzles",
        "The goal cannot be reached within the turns that it names: every turn has been tried against \
         every reply.",
        example "[puzzle-goal:defenders win in 2] (the attackers can stop it)",
        help "correct the goal or the position; `tafl solve --goal win` looks for a longer win";
    T505 Note "the puzzle is neither proved nor refuted",
        rule "the limits of this program",
        "The search visited as many positions as --puzzle-nodes allows, or looked as far ahead as it \
         does, and could not decide. The message says what is proved.",
        example "[puzzle-goal:attackers win in 9]",
        help "raise --puzzle-nodes, or let `tafl solve` search for longer";
    T506 Warning "the recorded solution leaves the shortest win",
        rule "puzzles",
        "A turn of the solver's in the recorded solution is no key: the win then takes longer, or is \
         gone. The message names the turns that keep the shortest win.",
        example "2. d1-d3 (d1-e1 wins a turn sooner)",
        help "correct the solution; `tafl solve` shows a main line";
}

/// The whole catalogue, in order of codes.
pub fn catalogue() -> impl Iterator<Item = &'static Catalogue> {
    Code::ALL.iter().map(|code| code.entry())
}

impl Code {
    /// How grave findings of this kind are.
    pub const fn severity(self) -> Severity {
        self.entry().severity
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Code {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.iter().copied().find(|code| code.name().eq_ignore_ascii_case(text)).ok_or(())
    }
}
