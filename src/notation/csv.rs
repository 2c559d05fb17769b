//! Four columns a game: moves with spaces between, pieces taken by the attackers, pieces taken by
//! the defenders, and the result (`White`, `Black`, `Draw`, `Ongoing` or nothing; White defend).
//!
//! There is no header, and nothing names the rules. Written are moves in the style of the site,
//! `resigned` and `timeout` as the last move, and empty columns for counts and a result that the
//! record does not state. The format has no place for anything else.
//!
//! ```text
//! record = moves "," [count] "," [count] "," result
//! moves  = [word *(" " word)]
//! result = "White" / "Black" / "Draw" / "Ongoing" / ""
//! ```

use crate::record::{CaptureCounts, Record, Span, Spanned};

use super::edit::Edit;
use super::fault::{Fault, FaultKind};
use super::format::{Edits, Entry, Facts, Split};
use super::json::archive::{SITE_WORDS, winner, winner_name};
use super::losses::{Losses, Lost};
use super::moves::{MoveStyle, UNREADABLE, parse_path, read_words};
use super::typography::is_gap;
use super::word_list::{lose_company, words};

pub(super) const ENTRY: Entry = Entry {
    name: "csv",
    about: "Rows of moves, two counts and a result",
    extensions: &["csv"],
    facts: Facts { has_common_ending: true, ..Facts::NONE },
    looks_like,
    keys: &[],
    split: Split::Lines,
    bare_lines: None,
    read,
    write: Some(write),
    edits: Edits {
        result: Some(|claim| winner_name(Some(claim)).to_owned()),
        counts: Some(edit_counts),
        ..Edits::NONE
    },
};

/// Both counts stand beside each other.
fn edit_counts(_: &str, record: &Record, counts: CaptureCounts) -> Vec<Edit> {
    let CaptureCounts { by_attackers, by_defenders } = counts;
    let new = format!("{by_attackers},{by_defenders}");
    record.counts.iter().map(|old| Edit { span: old.span, new: new.clone() }).collect()
}

fn looks_like(beginning: &str) -> bool {
    beginning.lines().take(LINES_LOOKED_AT).any(is_row) || is_long_row(beginning)
}

/// The first lines may be a heading or a row at fault.
const LINES_LOOKED_AT: usize = 4;

/// The longest game that is written on one line in any other way, in bytes.
const LONGEST_LINE_OF_MOVES: usize = 6 << 10;

/// Whether a line of moves without numbers goes on for longer than other formats have it: the rest of
/// the row comes later.
fn is_long_row(beginning: &str) -> bool {
    let line = beginning.lines().next().unwrap_or_default();
    let mut words = line.split_whitespace();
    line.len() > LONGEST_LINE_OF_MOVES
        && words.next().is_some_and(|word| parse_path(word).is_some())
}

/// The four columns of a row, without quotes around them.
fn columns(row: &str) -> Option<[&str; 4]> {
    let mut from_right = row.trim_end().rsplitn(4, ',').map(unquoted);
    let (status, by_defenders) = (from_right.next()?, from_right.next()?);
    let (by_attackers, moves) = (from_right.next()?, from_right.next()?);
    Some([moves, by_attackers, by_defenders, status])
}

fn unquoted(column: &str) -> &str {
    let column = column.trim_matches(is_gap);
    column.strip_prefix('"').and_then(|inner| inner.strip_suffix('"')).unwrap_or(column)
}

/// Whether a line is a row of this format.
fn is_row(line: &str) -> bool {
    columns(line).is_some_and(|[moves, by_attackers, by_defenders, status]| {
        let count = |column: &str| column.parse::<u32>().is_ok();
        let first = moves.split_whitespace().next();
        let a_move = |word: &str| parse_path(word).is_some();
        let other = |word: &str| matches!(word, "timeout" | "resigned");
        (count(by_attackers) && count(by_defenders))
            || (first.is_some_and(|word| a_move(word) || other(word)) && winner(status).is_some())
    })
}

fn read(text: &str, record: &mut Record, faults: &mut Vec<Fault>) {
    let place = |part: &str| Span::of(part, text);
    let Some([moves, by_attackers, by_defenders, status]) = columns(text) else {
        let what = "a row has four columns: moves, two counts of captures, and the result";
        faults.push(Fault::new(place(text.trim()), FaultKind::Syntax(what.to_owned())));
        return;
    };
    read_words(moves, text, record, faults);
    let mut bad = |field, value: &str, expected| {
        let kind = FaultKind::BadField { field, value: value.to_owned(), expected };
        faults.push(Fault::new(place(value), kind));
    };
    let places = [place(by_attackers), place(by_defenders)];
    match (by_attackers.parse(), by_defenders.parse()) {
        _ if by_attackers.is_empty() && by_defenders.is_empty() => {}
        (Ok(by_attackers), Ok(by_defenders)) => {
            let counts = CaptureCounts { by_attackers, by_defenders };
            let span = Span { start: places[0].start, end: places[1].end };
            record.counts = Some(Spanned::new(counts, span));
        }
        (Err(_), _) => bad("captures by attackers", by_attackers, "a number"),
        (Ok(_), Err(_)) => bad("captures by defenders", by_defenders, "a number"),
    }
    match winner(status) {
        Some(claim) => record.result = claim.map(|claim| Spanned::new(claim, place(status))),
        None => bad("result", status, "White, Black, Draw, Ongoing or nothing"),
    }
}

/// What a cell begins with that spreadsheets run. Only words that are no moves begin so.
const RUNS: [char; 10] =
    ['=', '+', '-', '@', '\t', '\r', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];

fn write(record: &Record, losses: &mut Losses) -> String {
    lose_company(record, losses);
    losses.lose_many(Lost::Tags, record.tags.len());
    losses.lose_many(Lost::Rules, usize::from(record.rules.is_some()));
    losses.lose_many(Lost::StartPosition, usize::from(record.start.is_some()));
    losses.lose_many(Lost::FirstMover, usize::from(record.first.is_some()));
    let mut moves = words(record, MoveStyle::SITE, SITE_WORDS, losses);
    if moves.starts_with(RUNS) {
        losses.lose(Lost::Unreadable);
        let first = moves.find(' ').unwrap_or(moves.len());
        moves.replace_range(..first, UNREADABLE);
    }
    let counts = record.counts.as_ref().map_or_else(
        || ",".to_owned(),
        |counts| format!("{},{}", counts.value.by_attackers, counts.value.by_defenders),
    );
    // Of a long game there is no room for two texts.
    let mut row = moves;
    row += &format!(",{counts},{}\n", winner_name(record.result.as_ref().map(|r| r.value)));
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;
    use crate::record::{Claim, TokenKind};

    fn read_all(text: &str) -> (Record, Vec<Fault>) {
        let (mut record, mut faults) = (Record::default(), Vec::new());
        read(text, &mut record, &mut faults);
        (record, faults)
    }

    #[test]
    fn a_row_reads() {
        let text = "d1-d3 e5-e2 g3-e3xe2 timeout,1,0,White\r\n";
        let (record, faults) = read_all(text);
        assert_eq!(faults, []);
        assert_eq!(record.tokens().len(), 4);
        assert_eq!(record.tokens()[3].kind, TokenKind::TimedOut);
        assert_eq!(record.result.as_ref().unwrap().value, Claim::Won(Side::Defenders));
        assert_eq!(record.counts.as_ref().unwrap().span.text(text), "1,0");
    }

    #[test]
    fn quotes_and_blanks_are_forgiven() {
        let (record, faults) = read_all("\"d1-d3 e5-e2\", 0 ,\"0\",");
        assert_eq!(faults, []);
        assert_eq!(record.tokens().len(), 2);
        assert_eq!(record.result, None);
    }

    #[test]
    fn spaces_and_dashes_of_all_kinds_are_read() {
        let text = "\u{feff}d1\u{2013}d3\u{a0}e5\u{2212}e2\u{200b} g3-e3\u{d7}e2\u{2003}timeout\u{a0},\u{a0}1,0,White\u{a0}\u{1a}";
        let (record, faults) = read_all(text);
        assert_eq!(faults, []);
        let words: Vec<&str> = record.tokens().iter().map(|t| t.span.text(text)).collect();
        assert_eq!(words[..2], ["d1\u{2013}d3", "e5\u{2212}e2\u{200b}"]);
        let (plain, _) = read_all("d1-d3 e5-e2 g3-e3xe2 timeout,1,0,White");
        assert!(crate::notation::same_content(&record, &plain));
    }

    #[test]
    fn faults_are_told() {
        let told = |text: &str| {
            let (_, faults) = read_all(text);
            faults.iter().map(|f| f.kind.to_string()).collect::<Vec<_>>().join("\n")
        };
        insta::assert_snapshot!(told("d1-d3 e5-e2"), @"a row has four columns: moves, two counts of captures, and the result");
        insta::assert_snapshot!(told("d1-d3 what,x,0,Green"), @r"
        `what` is not a move
        `captures by attackers` cannot be `x`
        `result` cannot be `Green`
        ");
    }

    /// A spreadsheet runs what begins so, and a row from a stranger may hold anything.
    #[test]
    fn no_cell_is_run_by_a_spreadsheet() {
        for word in ["=1+2", "+1", "-1", "@SUM(A1)", "=HYPERLINK(x)", "\u{ff1d}1"] {
            for rest in ["", " d1-d3 e5-e2"] {
                let (record, faults) = read_all(&format!("{word}{rest},0,0,White"));
                assert_eq!(faults.len(), 1, "{word}");
                let mut losses = Losses::default();
                assert_eq!(write(&record, &mut losses), format!("?{rest},0,0,White\n"));
                assert_eq!(losses.iter().collect::<Vec<_>>(), [(Lost::Unreadable, 1)]);
            }
        }
    }

    #[test]
    fn rows_are_written_as_they_are_read() {
        let rows = [
            "d1-d3 e5-e2 g3-e3xe2 timeout,1,0,White\n",
            "h1h3 g5g2,0,0,Ongoing\n",
            "e7-k7xk6xk6 resigned,0,2,\n",
            "a1-a4=c4xb4 .....,,,Draw\n",
            ",,,\n",
        ];
        for row in rows {
            let (record, faults) = read_all(row);
            assert_eq!(faults, [], "{row}");
            let mut losses = Losses::default();
            assert_eq!(write(&record, &mut losses), row);
            assert!(losses.is_empty());
        }
    }
}
