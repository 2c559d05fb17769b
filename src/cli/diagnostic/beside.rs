//! The board beside a finding: as text for the message, which takes no colours, and painted.

use taflkit::board::Setup;
use taflkit::draw::{Board, Marks};
use taflkit::replay::{Code, Finding};

use super::View;
use crate::cli::style;

/// A board as a note.
pub(super) struct Beside {
    title: String,
    plain: String,
    painted: Option<String>,
}

impl Beside {
    /// The board of a finding that is clearer with one, as far as there is room for it: without gaps where
    /// it is too wide with them, and none where it still is.
    pub(super) fn new(finding: &Finding, room: usize, view: View) -> Option<Self> {
        let setup = shown(finding).filter(|_| view.boards)?;
        let board = Board { setup, rules: None };
        let marks = Marks { turn: &finding.path, meant: &finding.squares };
        if board.width() <= room {
            let draw = |colours| style::board(&board, marks, colours);
            return Some(Self::drawn(title(finding), view, draw));
        }
        let fits = board.compact_width() <= room;
        let draw = |colours| style::compact_board(&board, colours);
        fits.then(|| Self::drawn(format!("the position {}", which(finding.code)), view, draw))
    }

    fn drawn(title: String, view: View, draw: impl Fn(bool) -> String) -> Self {
        Self { title, plain: draw(false), painted: view.colours.then(|| draw(true)) }
    }

    pub(super) fn note(&self) -> String {
        format!("{}:\n{}", self.title, self.plain)
    }

    /// The rendered message with the colours of the board, whose lines stand in it as they are.
    pub(super) fn painted(&self, rendered: String) -> String {
        let Some(painted) = &self.painted else { return rendered };
        let Some(begin) = rendered.find(&self.title) else { return rendered };
        let (before, mut rest) = rendered.split_at(begin);
        let mut told = before.to_owned();
        for (plain, painted) in self.plain.lines().zip(painted.lines()) {
            let Some((before, after)) = rest.split_once(plain) else { break };
            told.extend([before, painted]);
            rest = after;
        }
        told + rest
    }
}

/// The position that makes a finding clearer.
fn shown(finding: &Finding) -> Option<&Setup> {
    let before = finding.before.as_ref().map(|before| &before.setup);
    match finding.code {
        Code::T107 | Code::T201 | Code::T202 => before,
        _ => finding.board.as_deref(),
    }
}

const fn which(code: Code) -> &'static str {
    match code {
        Code::T207 => "by the rules",
        Code::T107 => "at the end",
        _ => "before the move",
    }
}

/// What the position is, and what the marks on it mean.
fn title(finding: &Finding) -> String {
    let mut marks = Vec::new();
    if !finding.path.is_empty() {
        marks.push("- from, > to".to_owned());
    }
    if !finding.squares.is_empty() {
        marks.push(format!("* {}", meant(finding.code)));
    }
    let which = which(finding.code);
    match marks.is_empty() {
        true => format!("the position {which}"),
        false => format!("the position {which} ({})", marks.join(", ")),
    }
}

/// What the squares of a finding are.
const fn meant(code: Code) -> &'static str {
    match code {
        Code::T107 => "the king",
        Code::T110 => "not to be crossed",
        Code::T201 => "taken",
        Code::T202 => "not taken",
        _ => "in the way",
    }
}
