//! Findings as people read them: the text in question underlined, the position where it helps.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use taflkit::draw::Board;
use taflkit::record::{LineColumn, Span};
use taflkit::replay::{Code, Finding, Located, Severity};

/// The longest line that is handed to the renderer, which shows what fits of it, in bytes.
const LONGEST: usize = 64 << 10;

/// Renders one finding about a game.
pub(super) fn render(
    game: &Located<'_>,
    finding: &Finding,
    place: LineColumn,
    colours: bool,
) -> String {
    let shown = Shown::new(game.text, finding.span.unwrap_or_default());
    let title = level(finding.code.severity())
        .primary_title(finding.message.as_str())
        .id(finding.code.name());
    let mut group = Group::with_title(title);
    let file = printable(game.file);
    let location = format!("{file}:{}:{}", place.line, place.column);
    group = if shown.is_usable() {
        group.element(
            Snippet::source(shown.line)
                .path(file.as_str())
                .line_start(place.line as usize)
                .annotation(AnnotationKind::Primary.span(shown.start..shown.end)),
        )
    } else {
        group.element(annotate_snippets::Origin::path(location.as_str()))
    };
    let mut notes = vec![where_in_game(game, finding)];
    if let Some(setup) = &finding.board {
        let which = match finding.code {
            Code::T207 => "by the rules",
            _ => "before the move",
        };
        notes.push(format!("the position {which}:\n{}", Board { setup, rules: None }));
    }
    notes.push(format!("rule: {}", finding.code.entry().rule));
    for note in &notes {
        group = group.element(Level::NOTE.message(note.trim_end()));
    }
    group = group.element(Level::HELP.message(&*finding.help));
    renderer(colours).render(&[group]) + "\n\n"
}

/// Renders a finding about a whole file.
pub(super) fn render_file(file: &str, finding: &Finding, colours: bool) -> String {
    let title = level(finding.code.severity())
        .primary_title(finding.message.as_str())
        .id(finding.code.name());
    let group = Group::with_title(title)
        .element(annotate_snippets::Origin::path(printable(file)))
        .element(Level::HELP.message(&*finding.help));
    renderer(colours).render(&[group]) + "\n\n"
}

/// Names of files may have anything in them, which could garble a terminal.
fn printable(name: &str) -> String {
    name.replace(char::is_control, "\u{fffd}")
}

fn renderer(colours: bool) -> Renderer {
    let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
    renderer.decor_style(DecorStyle::Ascii)
}

const fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    }
}

fn where_in_game(game: &Located<'_>, finding: &Finding) -> String {
    let mut told = format!("game {}", game.index);
    if let (Some(ply), Some(turn)) = (finding.ply, finding.turn()) {
        told += &format!(", move {turn}, ply {ply}");
    }
    if let Some(variant) = &game.verdict.variant {
        told += &format!(", played as {variant}");
    }
    told
}

/// The line of a span, and where the span is on it.
struct Shown<'a> {
    line: &'a str,
    start: usize,
    end: usize,
}

impl<'a> Shown<'a> {
    fn new(text: &'a str, span: Span) -> Self {
        let whole = |at: usize| (0..=at).rfind(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let at = whole((span.start as usize).min(text.len()));
        let line_start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text[at..].find(['\n', '\r']).map_or(text.len(), |length| at + length);
        let end = whole((span.end as usize).clamp(at, line_end.max(at)));
        Self { line: &text[line_start..line_end], start: at - line_start, end: end - line_start }
    }

    fn is_usable(&self) -> bool {
        self.line.len() <= LONGEST && !self.line.trim().is_empty()
    }
}
