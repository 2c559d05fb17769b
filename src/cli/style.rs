//! Colours of what commands draw and compare.

use std::fmt::Display;

use anstyle::{AnsiColor, Color, Effects, Style};
use taflkit::board::Side;
use taflkit::draw::{Board, Marks, Part};

/// A board with squares marked, in colours if they are wanted.
pub(super) fn board(board: &Board<'_>, marks: Marks<'_>, colours: bool) -> String {
    let style = if colours { of_part } else { |_| Style::new() };
    board.painted(marks, |part, letter| styled(style(part), letter))
}

/// A board without gaps, in colours if they are wanted.
pub(super) fn compact_board(board: &Board<'_>, colours: bool) -> String {
    let style = if colours { of_part } else { |_| Style::new() };
    board.compact(|part, letter| styled(style(part), letter))
}

fn of_part(part: Part) -> Style {
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(Color::Ansi(colour)));
    match part {
        Part::Edge | Part::Empty => Style::new().effects(Effects::DIMMED),
        Part::Piece(Side::Attackers) => colour(AnsiColor::Red),
        Part::Piece(Side::Defenders) => colour(AnsiColor::Cyan),
        Part::King => colour(AnsiColor::Yellow).bold(),
        Part::Special => colour(AnsiColor::Magenta),
        Part::Mark => colour(AnsiColor::Green).bold(),
    }
}

/// What is no longer so.
pub(super) fn removed(text: impl Display, colours: bool) -> String {
    coloured(text, AnsiColor::Red, colours)
}

/// What is so instead.
pub(super) fn added(text: impl Display, colours: bool) -> String {
    coloured(text, AnsiColor::Green, colours)
}

/// What a comparison is about.
pub(super) fn title(text: impl Display, colours: bool) -> String {
    styled(if colours { Style::new().bold() } else { Style::new() }, text)
}

/// Where something differs.
pub(super) fn place(text: impl Display, colours: bool) -> String {
    coloured(text, AnsiColor::Cyan, colours)
}

fn coloured(text: impl Display, colour: AnsiColor, colours: bool) -> String {
    let style = Style::new().fg_color(colours.then_some(Color::Ansi(colour)));
    styled(style, text)
}

fn styled(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}
