//! Findings as people read them: the text in question underlined, the position where it helps. What
//! is quoted is made safe to show before it gets its colours.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use taflkit::draw::Board;
use taflkit::record::{LineColumn, Span};
use taflkit::replay::{Code, Finding, Labels, Located, Severity};
use taflkit::visible;

/// How much of a line is shown before and after what is underlined, in bytes. The renderer goes through
/// all it is given for each finding, and a record may be one long line.
const AROUND: usize = 4000;

/// Renders one finding about a game.
pub(super) fn render(
    game: &Located<'_>,
    finding: &Finding,
    place: LineColumn,
    colours: bool,
) -> String {
    let shown = Shown::new(game.read.text, finding.span.unwrap_or_default());
    let (message, help) = (visible::line(&finding.message), visible::line(&finding.help));
    let title = level(finding.code.severity()).primary_title(&*message).id(finding.code.name());
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
    group = group.element(Level::HELP.message(&*help));
    renderer(colours).render(&[group]) + "\n\n"
}

/// Renders a finding about a whole file.
pub(super) fn render_file(file: &str, finding: &Finding, colours: bool) -> String {
    let (message, help) = (visible::line(&finding.message), visible::line(&finding.help));
    let title = level(finding.code.severity()).primary_title(&*message).id(finding.code.name());
    let group = Group::with_title(title)
        .element(annotate_snippets::Origin::path(visible::line(file)))
        .element(Level::HELP.message(&*help));
    renderer(colours).render(&[group]) + "\n\n"
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
