//! Findings as people read them: the text in question underlined, the position where it helps. What
//! is quoted is made safe to show before it gets its colours.

mod beside;

use std::io::IsTerminal;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use clap::ValueEnum;
use taflkit::record::{Labels, LineColumn, Span};
use taflkit::replay::{Finding, Located, Severity};
use taflkit::visible;

use super::output::Output;
use beside::Beside;

/// How much of a line is shown before and after what is underlined, in bytes. The renderer goes through
/// all it is given for each finding, and a record may be one long line.
const AROUND: usize = 4000;

/// When boards are shown.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Boards {
    /// On a terminal that is wide enough
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How findings are shown.
#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) colours: bool,
    /// Whether boards stand beside them.
    pub(super) boards: bool,
    /// How many letters wide the terminal is, if it is one.
    pub(super) width: Option<usize>,
}

impl View {
    /// What suits standard output.
    pub(super) fn new(boards: Boards, output: &Output) -> Self {
        let stdout = std::io::stdout();
        let is_terminal = stdout.is_terminal();
        let size = terminal_size::terminal_size_of(&stdout).filter(|_| is_terminal);
        Self {
            colours: output.colours,
            boards: match boards {
                Boards::Always => true,
                Boards::Never => false,
                Boards::Auto => is_terminal,
            },
            width: size.map(|(terminal_size::Width(width), _)| usize::from(width)),
        }
    }
}

/// Renders one finding about a game.
pub(super) fn render(
    game: &Located<'_>,
    finding: &Finding,
    place: LineColumn,
    view: View,
) -> String {
    let shown = Shown::new(game.read.text, finding.span.unwrap_or_default());
    let (message, help) = (visible::line(&finding.message), visible::line(&finding.help));
    let title = level(finding.severity).primary_title(&*message).id(finding.code.name());
    let mut group = Group::with_title(title);
    let file = visible::line(game.read.file);
    let origin = || annotate_snippets::Origin::path(&*file);
    let source = Snippet::source(shown.text.as_str())
        .line_start(place.line as usize)
        .annotation(AnnotationKind::Primary.span(shown.start..shown.end));
    group = match shown.is_whole_line() {
        true => group.element(source.path(&*file)),
        false => {
            let (line, column) = (place.line as usize, place.column as usize);
            let group = group.element(origin().line(line).char_column(column));
            if shown.text.trim().is_empty() { group } else { group.element(source) }
        }
    };
    let mut notes = vec![where_in_game(game, finding)];
    let beside = Beside::new(finding, room_for_notes(place, view), view);
    notes.extend(beside.as_ref().map(Beside::note));
    notes.push(format!("rule: {}", finding.code.entry().rule));
    for note in &notes {
        group = group.element(Level::NOTE.message(note.trim_end()));
    }
    group = group.element(Level::HELP.message(&*help));
    let rendered = renderer(view).render(&[group]) + "\n\n";
    match beside {
        Some(beside) => beside.painted(rendered),
        None => rendered,
    }
}

/// How many letters a line of a note may have: it stands behind the number of the line and `= note: `.
fn room_for_notes(place: LineColumn, view: View) -> usize {
    let before = place.line.to_string().len() + " = note: ".len();
    view.width.map_or(usize::MAX, |width| width.saturating_sub(before))
}

/// Renders a finding about a whole file.
pub(super) fn render_file(file: &str, finding: &Finding, view: View) -> String {
    let (message, help) = (visible::line(&finding.message), visible::line(&finding.help));
    let title = level(finding.severity).primary_title(&*message).id(finding.code.name());
    let group = Group::with_title(title)
        .element(annotate_snippets::Origin::path(visible::line(file)))
        .element(Level::HELP.message(&*help));
    renderer(view).render(&[group]) + "\n\n"
}

fn renderer(view: View) -> Renderer {
    let renderer = if view.colours { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii);
    match view.width {
        Some(width) => renderer.term_width(width),
        None => renderer,
    }
}

const fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    }
}

/// Which game of its file it is, and what the record calls it.
pub(super) fn game_told(game: &Located<'_>) -> String {
    let index = game.read.index;
    match Labels::of(game.read.record).id {
        Some(id) => format!("game {index} (id {})", visible::line(id)),
        None => format!("game {index}"),
    }
}

fn where_in_game(game: &Located<'_>, finding: &Finding) -> String {
    let mut told = game_told(game);
    if let Some(variation) = &finding.variation {
        told += &format!(", {variation}");
    }
    if let (Some(ply), Some(turn)) = (finding.ply, finding.turn()) {
        told += &format!(", move {turn}, ply {ply}");
    }
    if let Some(variant) = &game.verdict.variant {
        told += &format!(", played as {}", visible::line(variant));
    }
    told
}

/// As much of a line as is shown, made safe to show, and where a span is on it.
struct Shown {
    text: String,
    start: usize,
    end: usize,
    whole: bool,
}

impl Shown {
    fn new(text: &str, span: Span) -> Self {
        let whole = |at: usize| (0..=at).rfind(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let at = whole((span.start as usize).min(text.len()));
        let (first, last) =
            (whole(at.saturating_sub(AROUND)), whole((at + AROUND).min(text.len())));
        let newline = text[first..at].rfind('\n');
        let line_end = text[at..last].find(['\n', '\r']);
        let start = newline.map_or(first, |newline| first + newline + 1);
        let end = line_end.map_or(last, |length| at + length);
        let begins = newline.is_some() || first == 0;
        let ends = line_end.is_some() || last == text.len();
        let underlined = whole((span.end as usize).clamp(at, end.max(at)));
        // Each part by itself, so that the mark stands under what it marks.
        let before = visible::text(&text[start..at]);
        let marked = visible::text(&text[at..underlined]);
        let after = visible::text(&text[underlined..end]);
        Self {
            start: before.len(),
            end: before.len() + marked.len(),
            text: [before, marked, after].concat(),
            whole: begins && ends,
        }
    }

    fn is_whole_line(&self) -> bool {
        self.whole && !self.text.trim().is_empty()
    }
}
