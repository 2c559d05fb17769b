//! The records of one input, judged on the spot.

use std::io::Read;
use std::path::PathBuf;

use crate::replay::located::Located;

use super::piece::judge_one;
use super::split::split;
use super::{Event, Options};

/// Judges every record that `reader` gives, such as `&[u8]`, and tells each what is found, in order: what the
/// command `check` tells of a file of this name, by the same code, but without other threads and files.
/// [`Event::Record`] does not occur. A [`Summary`](super::super::Summary) sums the events up.
///
/// The name says what findings are about; where text alone does not tell the format, its ending does.
/// [`Options::jobs`] does not matter here. What cannot be read to its end is an event too.
///
/// # Errors
/// Whatever `each` returns as an error, which ends the walk.
///
/// # Examples
/// ```
/// use std::convert::Infallible;
/// use taflkit::replay::{Event, Options, Summary, check};
///
/// let text = "[rules:brandubh]\n\n1. d1-c1 d3-a3\n\n[rules:brandubh]\n\n1. d1-d2\n";
/// let (mut summary, mut lines) = (Summary::default(), Vec::new());
/// let Ok(()) = check("games.otg", text.as_bytes(), &Options::default(), |event| {
///     summary.add_event(&event);
///     lines.extend(event.to_json());
///     if let Event::Game(game) = event {
///         println!("line {}: {} plies", game.read.line, game.verdict.plies);
///     }
///     Ok::<(), Infallible>(())
/// });
/// assert_eq!((summary.games, summary.plies, lines.len()), (2, 2, 2));
/// ```
pub fn check<E>(
    name: &str,
    reader: impl Read,
    options: &Options,
    mut each: impl FnMut(Event<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut judge = options.judge();
    let mut judged = |event: Event<'_>| {
        let Event::Record(read) = event else { return each(event) };
        let verdict = judge_one(&mut judge, &read);
        each(Event::Game(Located { read, verdict: &verdict }))
    };
    split(
        options,
        name,
        PathBuf::from(name),
        reader,
        &mut |item| item.tell(&mut judged),
        &mut |_| (),
    )
}
