//! Annotated games, whatever the format they were written in.
//!
//! Every element keeps the bytes of the source that it was read from, so that what is wrong with it
//! can be shown in place.

mod address;
mod annotation;
mod claim;
mod heading;
mod line;
mod moves;
mod span;
mod walk;

pub(crate) use address::{DEEP, Step};
pub use annotation::Clock;
pub use claim::{CaptureCounts, Claim, RulesClaim};
pub use heading::{Heading, Known, Labels};
pub use line::{Branch, Line, LineId, MoveParts, Note, Place};
pub(crate) use moves::Slide;
pub use moves::{CaptureText, Info, MoveText, Token, TokenKind};
pub use span::{LineColumn, Span, Spanned, places};
pub(crate) use walk::{PlacedNote, Walk, branches_in_order, notes_in_order};

use std::borrow::Cow;
use std::ops::Range;

use crate::board::{PieceKind, Side, Square};

/// One game as its record tells it. Nothing in it has been held against any rules.
#[derive(Clone, Debug)]
pub struct Record {
    /// The rules that the record names or writes out.
    pub rules: Option<Spanned<RulesClaim>>,
    /// Where an OpenTafl file writes its rules out, beside a name of theirs or without. Like any place it is
    /// no part of what the record says.
    pub written_out: Option<Span>,
    /// The id of the game that a word for several means here, once that is known. It is no part of what
    /// the record says.
    pub meant: Option<&'static str>,
    /// A position record, rank 1 first, to start from instead of the rules' own start.
    pub start: Option<Spanned<String>>,
    /// The side that begins, where the record says so and can be believed.
    pub first: Option<Spanned<Side>>,
    /// Header entries in the order of the source. Names are those of OpenTafl files where these have
    /// one (`attackers`, `date`, `event`, ...), otherwise the source's own, in lower case.
    pub tags: Vec<Tag>,
    /// The result that the record claims.
    pub result: Option<Spanned<Claim>>,
    /// How many pieces each side took, as the record counts them.
    pub counts: Option<Spanned<CaptureCounts>>,
    /// Boards that the source prints: after how many tokens of the game, and a position record.
    pub boards: Vec<(usize, Spanned<String>)>,
    /// Where the record was found, if it is to say so.
    pub heading: Option<Box<Heading>>,
    lines: Vec<Line>,
    /// What the source calls its variations, in the order of the lines.
    addresses: Vec<(LineId, Span)>,
    /// Variations of which nobody knows where they belong.
    misplaced: Vec<LineId>,
    squares: Vec<Square>,
    captures: Vec<CaptureText>,
}

/// A header entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Its name.
    pub name: Cow<'static, str>,
    /// Its value.
    pub value: String,
    /// Where the value was read.
    pub span: Span,
}

impl Default for Record {
    fn default() -> Self {
        Self {
            rules: None,
            written_out: None,
            meant: None,
            start: None,
            first: None,
            tags: Vec::new(),
            result: None,
            counts: None,
            boards: Vec::new(),
            heading: None,
            lines: vec![Line::default()],
            addresses: Vec::new(),
            misplaced: Vec::new(),
            squares: Vec::new(),
            captures: Vec::new(),
        }
    }
}

impl Record {
    /// Empties the record, keeping its memory for the next.
    pub fn clear(&mut self) {
        self.rules = None;
        self.written_out = None;
        self.meant = None;
        self.start = None;
        self.first = None;
        self.tags.clear();
        self.result = None;
        self.counts = None;
        self.boards.clear();
        self.heading = None;
        self.lines.truncate(1);
        self.addresses.clear();
        self.misplaced.clear();
        let main = self.line_mut(LineId::MAIN);
        main.tokens.clear();
        main.notes.clear();
        main.branches.clear();
        self.squares.clear();
        self.captures.clear();
    }

    /// A line of the record.
    ///
    /// # Panics
    /// When the id is another record's.
    pub fn line(&self, id: LineId) -> &Line {
        &self.lines[id.0]
    }

    /// A line of the record, to be changed.
    ///
    /// # Panics
    /// When the id is another record's.
    pub fn line_mut(&mut self, id: LineId) -> &mut Line {
        &mut self.lines[id.0]
    }

    /// The game itself.
    pub fn main(&self) -> &Line {
        self.line(LineId::MAIN)
    }

    /// The moves of the game itself.
    pub fn tokens(&self) -> &[Token] {
        &self.main().tokens
    }

    /// How many lines there are, the game itself among them.
    pub fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// Adds a variation on a line: instead of its token `at`. Returns the new, empty line.
    pub fn branch(&mut self, on: LineId, at: usize) -> LineId {
        let line = LineId(self.lines.len());
        self.lines.push(Line::default());
        self.line_mut(on).branches.push(Branch { at, line });
        line
    }

    /// Notes where the source names the variation that was added last.
    pub(crate) fn name_last_line(&mut self, address: Span) {
        self.addresses.push((LineId(self.lines.len() - 1), address));
    }

    /// Where the source names a variation, if it does.
    pub(crate) fn address(&self, line: LineId) -> Option<Span> {
        let at = self.addresses.binary_search_by_key(&line, |&(line, _)| line).ok()?;
        Some(self.addresses[at].1)
    }

    /// Notes that the variation that was added last belongs elsewhere, and nobody knows where.
    pub(crate) fn misplace_last_line(&mut self) {
        self.misplaced.push(LineId(self.lines.len() - 1));
    }

    /// Whether a variation stands where it is for want of a better place.
    pub(crate) fn is_misplaced(&self, line: LineId) -> bool {
        self.misplaced.binary_search(&line).is_ok()
    }

    /// The squares that a move of this record visits, its origin first.
    pub fn path(&self, text: &MoveText) -> &[Square] {
        &self.squares[long(&text.path)]
    }

    /// The furthest file or rank that moves of the record name, the first being 1; those of variations
    /// count too. 0 if there is no move.
    pub(crate) fn reach(&self) -> usize {
        // Sixteen at a time, side by side.
        let (groups, rest) = self.squares.as_chunks::<16>();
        let mut furthest = [0; 16];
        for group in groups {
            for (most, square) in furthest.iter_mut().zip(group) {
                *most = square.file.max(square.rank).max(*most);
            }
        }
        let last = rest.iter().map(|square| square.file.max(square.rank));
        let most = furthest.into_iter().chain(last).fold(0, u8::max);
        if self.squares.is_empty() { 0 } else { usize::from(most) + 1 }
    }

    /// The captures that a move of this record lists.
    pub fn captures(&self, text: &MoveText) -> &[CaptureText] {
        &self.captures[long(&text.captures)]
    }

    /// Keeps the parts of a move and returns its text, for a reader that builds moves itself.
    pub fn make_move(&mut self, parts: &MoveParts, piece: Option<PieceKind>) -> MoveText {
        let (path, captures) = self.keep(&parts.path, &parts.captures);
        MoveText {
            piece,
            path,
            captures,
            run_together: false,
            jumps: 0,
            continues: false,
            capture_count: None,
            info: None,
        }
    }

    /// Adds a move from one square to another to a line, with the captures from this one on. It is put
    /// together where it stays: the processor would wait for each that is copied there.
    #[inline]
    pub(crate) fn add_slide(&mut self, line: LineId, span: Span, slide: Slide, capture: usize) {
        let path = self.squares.len();
        self.squares.extend_from_slice(&[slide.from, slide.to]);
        let text = MoveText {
            piece: None,
            path: short(path..path + 2),
            captures: short(capture..self.captures.len()),
            run_together: slide.run_together,
            jumps: 0,
            continues: false,
            capture_count: None,
            info: None,
        };
        self.line_mut(line).tokens.push(Token { span, kind: TokenKind::Move(text) });
    }

    /// Lets a token of a line go on with the hops of the token behind it, which is taken off: both must
    /// be moves, the one behind read last, and begin where the other ends.
    pub(crate) fn join_last(&mut self, line: LineId) {
        let Some(Token { span, kind: TokenKind::Move(more) }) = self.line_mut(line).tokens.pop()
        else {
            return;
        };
        let Some(Token { span: whole, kind: TokenKind::Move(mut text) }) =
            self.line_mut(line).tokens.pop()
        else {
            return;
        };
        let hops = text.path.len() as u32 - 1;
        text.jumps |= more.jumps.checked_shl(hops).unwrap_or(0);
        text.path = join(&mut self.squares, &text.path, &more.path, 1);
        text.captures = join(&mut self.captures, &text.captures, &more.captures, 0);
        text.capture_count = match (text.capture_count, more.capture_count) {
            (Some(before), Some(after)) => Some(before.saturating_add(after)),
            (before, after) => before.or(after),
        };
        text.info = more.info;
        let span = Span { start: whole.start, end: span.end };
        self.line_mut(line).tokens.push(Token { span, kind: TokenKind::Move(text) });
    }

    /// Keeps squares and captures, and says where.
    fn keep(&mut self, path: &[Square], captures: &[CaptureText]) -> (Range<u32>, Range<u32>) {
        let (squares, taken) = self.lengths();
        self.squares.extend_from_slice(path);
        self.captures.extend_from_slice(captures);
        (short(squares..self.squares.len()), short(taken..self.captures.len()))
    }

    /// Adds a square to the move that is being read, and returns where the next would go.
    pub(crate) fn push_square(&mut self, square: Square) {
        self.squares.push(square);
    }

    /// Adds a capture to the move that is being read.
    pub(crate) fn push_capture(&mut self, capture: CaptureText) {
        self.captures.push(capture);
    }

    /// Whether what was read last begins on the square where what was read before it ended.
    #[inline]
    pub(crate) fn ends_meet(&self) -> bool {
        matches!(self.squares.as_slice(), [.., end, begin, _] if end == begin)
    }

    /// How many squares and captures have been read so far.
    pub(crate) fn lengths(&self) -> (usize, usize) {
        (self.squares.len(), self.captures.len())
    }

    /// Removes what was read of a word that turned out to be no move.
    pub(crate) fn truncate(&mut self, (squares, captures): (usize, usize)) {
        self.squares.truncate(squares);
        self.captures.truncate(captures);
    }

    /// The value of the first header entry with this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }

    /// Adds a header entry.
    pub fn add_tag(
        &mut self,
        name: impl Into<Cow<'static, str>>,
        value: impl Into<String>,
        span: Span,
    ) {
        self.tags.push(Tag { name: name.into(), value: value.into(), span });
    }

    /// The side whose turn it is at a token of the game. Where the record does not say who begins, the
    /// attackers do.
    pub(crate) fn mover(&self, token: usize) -> Side {
        let first = self.first.as_ref().map_or(Side::Attackers, |first| first.value);
        if token.is_multiple_of(2) { first } else { first.other() }
    }

    /// The player of a side, where the record names one.
    pub fn player(&self, side: Side) -> Option<&str> {
        self.tag(side.name())
    }
}

/// Puts a range behind another, without the first so many of its elements, and returns where both are
/// then. Where they follow one another at the end already, only what is left out is moved over.
fn join<T: Clone>(
    kept: &mut Vec<T>,
    before: &Range<u32>,
    more: &Range<u32>,
    without: u32,
) -> Range<u32> {
    let added = long(&(more.start + without..more.end));
    if before.end == more.start && more.end as usize == kept.len() {
        kept.drain(more.start as usize..added.start);
        return before.start..kept.len() as u32;
    }
    let start = kept.len();
    kept.extend_from_within(long(before));
    kept.extend_from_within(added);
    short(start..kept.len())
}

/// A range as moves keep it: a record has fewer than 2^32 bytes, as its spans have it as well.
#[inline]
pub(crate) const fn short(range: Range<usize>) -> Range<u32> {
    range.start as u32..range.end as u32
}

#[inline]
const fn long(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}
