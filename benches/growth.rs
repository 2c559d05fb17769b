//! How the time of a check grows, as figures and as a chart.
//!
//! `cargo bench --bench growth`
//!
//! Writes `benches/growth.csv` and draws `benches/growth.svg` from it. Four things grow: the number of
//! games, the moves of a game, the board, and the bytes of a comment. Every check runs on one
//! thread.

mod support;

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

use taflkit::game::Game;
use taflkit::notation::Format;

use support::Chance;

/// One row of figures.
struct Point {
    series: &'static str,
    x: f64,
    seconds: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let points: Vec<Point> =
        [games(), moves(), boards(), comments()].into_iter().flatten().collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches");
    let mut csv = String::from("what grows,how far,seconds\n");
    for Point { series, x, seconds } in &points {
        writeln!(csv, "{series},{x},{seconds:.6}")?;
    }
    fs::write(folder.join("growth.csv"), csv)?;
    fs::write(folder.join("growth.svg"), chart(&points)?)?;
    Ok(())
}

fn point(series: &'static str, x: usize, passes: usize, work: impl FnMut()) -> Point {
    let seconds = support::quickest(passes, work).as_secs_f64();
    Point { series, x: x as f64, seconds }
}

/// The same rows over and over, up to so many games, without a file.
struct Rows<'a> {
    rows: &'a [String],
    next: usize,
    end: usize,
    rest: &'a [u8],
}

impl Read for Rows<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() && self.next < self.end {
            self.rest = self.rows[self.next % self.rows.len()].as_bytes();
            self.next += 1;
        }
        self.rest.read(buffer)
    }
}

fn games() -> Vec<Point> {
    let text = support::rows(&support::rules("copenhagen"), 500, 40);
    let rows: Vec<String> = text.lines().map(|row| format!("{row}\n")).collect();
    let check = |count| {
        let passes = if count > 10_000 { 1 } else { 5 };
        point("games", count, passes, || {
            let reader = Rows { rows: &rows, next: 0, end: count, rest: &[] };
            support::judge_all(reader, Format::Csv, Some("copenhagen"));
        })
    };
    [1, 10, 100, 1000, 10_000, 100_000, 1_000_000].map(check).into()
}

/// One game without captures that goes on and on.
fn moves() -> Vec<Point> {
    let mut chance = Chance::new(7);
    let mut game = Game::new(&support::rules("copenhagen")).expect("rules that can be played");
    let mut words = Vec::new();
    while words.len() < 100_000 {
        let turns = game.legal_turns().expect("a position with few turns");
        let quiet = |at: &usize| {
            let turn = &turns[*at];
            turn.ending.is_none() && turn.captures.iter().all(Vec::is_empty)
        };
        let quiet: Vec<usize> = (0..turns.len()).filter(quiet).collect();
        let Some(&at) = quiet.get(chance.below(quiet.len().max(1))) else { break };
        game.play(&turns[at].path).expect("a legal turn");
        words.push(turns[at].to_string());
    }
    let check = |count: usize| {
        let row = words[..count.min(words.len())].join(" ") + ",,,\n";
        point("moves", count, 5, || {
            support::judge_all(row.as_bytes(), Format::Csv, Some("copenhagen"));
        })
    };
    [10, 100, 1000, 10_000, 100_000].map(check).into()
}

/// A hundred games of a hundred moves, by the squares of the board.
fn boards() -> Vec<Point> {
    let check = |(side, name): (usize, &'static str)| {
        let rows = support::rows(&support::rules(name), 100, 100);
        let mut plies = 0;
        let whole = point("squares", side * side, 9, || {
            plies = support::judge_all(rows.as_bytes(), Format::Csv, Some(name));
        });
        // Games end after more or fewer moves.
        Point { seconds: whole.seconds * 10_000.0 / plies as f64, ..whole }
    };
    support::SIZES.map(check).into()
}

fn comments() -> Vec<Point> {
    let check = |bytes: usize| {
        let comment = "All moves were made in haste. ".repeat(bytes / 30 + 1);
        let text = format!("[variant:copenhagen]\n\n1. d1-d3 e5-e2\n[{}|]\n", &comment[..bytes]);
        point("bytes of a comment", bytes, 5, || {
            support::judge_all(text.as_bytes(), Format::Otg, None);
        })
    };
    [100, 1000, 10_000, 100_000, 1_000_000, 10_000_000].map(check).into()
}

const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 240.0;
const MARGIN: f64 = 56.0;

/// A panel a series, both axes logarithmic: what grows linearly is a straight line that climbs as the
/// grey one does.
fn chart(points: &[Point]) -> Result<String, std::fmt::Error> {
    let mut series: Vec<&'static str> = points.iter().map(|point| point.series).collect();
    series.dedup();
    let (width, height) = (2.0 * (WIDTH + MARGIN) + MARGIN, 2.0 * (HEIGHT + MARGIN) + MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (at, name) in series.into_iter().enumerate() {
        let left = MARGIN + (at % 2) as f64 * (WIDTH + MARGIN);
        let top = MARGIN + (at / 2) as f64 * (HEIGHT + MARGIN);
        let of_series: Vec<&Point> = points.iter().filter(|point| point.series == name).collect();
        panel(&mut svg, name, &of_series, (left, top))?;
    }
    svg += "</svg>\n";
    Ok(svg)
}

fn panel(
    svg: &mut String,
    name: &str,
    points: &[&Point],
    (left, top): (f64, f64),
) -> std::fmt::Result {
    let range = |of: fn(&Point) -> f64| {
        let logs = points.iter().map(|point| of(point).log10());
        let (low, high) = logs.fold((f64::MAX, f64::MIN), |(a, b), v| (a.min(v), b.max(v)));
        (low.floor(), high.ceil().max(low.floor() + 1.0))
    };
    let (xs, ys) = (range(|point| point.x), range(|point| point.seconds));
    let x_of = |log: f64| left + WIDTH * (log - xs.0) / (xs.1 - xs.0);
    let y_of = |log: f64| top + HEIGHT * (1.0 - (log - ys.0) / (ys.1 - ys.0));
    writeln!(
        svg,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"none\" \
         stroke=\"#999\"/>\n<text x=\"{left}\" y=\"{:.0}\">seconds by {name}</text>",
        top - 8.0
    )?;
    for log in xs.0 as i32..=xs.1 as i32 {
        let (x, y) = (x_of(f64::from(log)), top + HEIGHT + 16.0);
        writeln!(
            svg,
            "<text x=\"{x:.0}\" y=\"{y:.0}\" text-anchor=\"middle\">{}</text>",
            power(log)
        )?;
    }
    for log in ys.0 as i32..=ys.1 as i32 {
        let (x, y) = (left - 6.0, y_of(f64::from(log)) + 4.0);
        writeln!(svg, "<text x=\"{x:.0}\" y=\"{y:.0}\" text-anchor=\"end\">{}</text>", power(log))?;
    }
    // What it would be if all of it grew as the last point does.
    if let Some(last) = points.last() {
        let (x, y) = (last.x.log10(), last.seconds.log10());
        let back = (x - xs.0).min(y - ys.0);
        let from = format!("{:.1},{:.1}", x_of(x - back), y_of(y - back));
        let to = format!("{:.1},{:.1}", x_of(x), y_of(y));
        writeln!(svg, "<polyline points=\"{from} {to}\" stroke=\"#bbb\" stroke-width=\"4\"/>")?;
    }
    let place = |point: &&Point| (x_of(point.x.log10()), y_of(point.seconds.log10()));
    let line: Vec<String> =
        points.iter().map(place).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    writeln!(svg, "<polyline points=\"{}\" fill=\"none\" stroke=\"#06c\"/>", line.join(" "))?;
    for (x, y) in points.iter().map(place) {
        writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"#06c\"/>")?;
    }
    Ok(())
}

/// A power of ten as people write it.
fn power(log: i32) -> String {
    match log {
        6.. => format!("{}M", 10_u64.pow(log as u32 - 6)),
        3..=5 => format!("{}k", 10_u64.pow(log as u32 - 3)),
        0..=2 => 10_u64.pow(log as u32).to_string(),
        -3..=-1 => format!("{} ms", 10_u64.pow((log + 3) as u32)),
        _ => format!("{} µs", 10_f64.powi(log + 6)),
    }
}
