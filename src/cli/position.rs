//! A position on the command line.

use std::io::Read;
use std::path::Path;

use clap::{Args, ValueEnum};
use taflkit::board::{Drawing, RowOrder, Setup, Side};
use taflkit::game::Game;
use taflkit::rules::Ruleset;
use taflkit::rules::names::{self, Resolved};

use super::args::VariantArg;
use super::output::{Failure, Output};
use super::rules_of;

/// A position and the rules that it is played by.
#[derive(Args)]
pub(super) struct PositionArgs {
    #[command(flatten)]
    pub(super) variant: VariantArg,
    /// The position: an OpenTafl record, rank 1 first, or a board as tafl draws it; `-` reads it from
    /// standard input, `@FILE` from a file; `start`, the rules' own, is meant if left out. Its rules are
    /// copenhagen unless --variant gives others
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    position: Option<String>,
    /// Read the rows of the position from the top: the last rank first
    #[arg(long, requires = "position")]
    top_first: bool,
    /// The side to move; the side that begins if left out
    #[arg(long, value_enum, value_name = "SIDE")]
    pub(super) side: Option<SideArg>,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum SideArg {
    /// The besiegers
    Attackers,
    /// The king's side
    Defenders,
}

impl From<SideArg> for Side {
    fn from(side: SideArg) -> Self {
        match side {
            SideArg::Attackers => Self::Attackers,
            SideArg::Defenders => Self::Defenders,
        }
    }
}

/// The rules where none are given.
const USUAL: &str = "copenhagen";

/// The word for the rules' own start.
const START: &str = "start";

/// The longest text that is read as a position, in bytes: no board needs a tenth of it.
const LONGEST: u64 = 1 << 16;

impl PositionArgs {
    /// Whether a position is asked about, rather than records.
    pub(super) const fn is_stated(&self) -> bool {
        self.position.is_some()
    }

    /// The file that the position is read from, if it is.
    pub(super) fn file(&self) -> Option<&Path> {
        self.position.as_deref()?.strip_prefix('@').map(Path::new)
    }

    /// The game that stands in this position, with what its rules are called.
    pub(super) fn game(&self, output: &Output) -> Result<(Game, String), Failure> {
        let stated = self.position.as_deref().filter(|&position| position != START);
        let setup = stated.map(|position| self.read(position)).transpose()?;
        let text = self.variant.text().unwrap_or(USUAL);
        let resolved = match &setup {
            Some(setup) => rules_of(names::resolve_on(text, setup.size()), output)?,
            None => rules_of(names::resolve(text), output)?,
        };
        let rules = match setup {
            Some(setup) => self.place(&resolved, setup, output)?,
            None => resolved.ruleset.clone(),
        };
        let side = self.side.map_or(rules.first, Side::from);
        let game = Game::from_position(&rules, &rules.start, side)
            .map_err(|error| Failure::usage(format!("the position cannot be played: {error}")))?;
        Ok((game, resolved.name()))
    }

    /// The rules with the position as their start.
    fn place(&self, rules: &Resolved, setup: Setup, output: &Output) -> Result<Ruleset, Failure> {
        if rules.fits_only_upside_down(&setup) {
            let what = if self.top_first { "leave --top-first out" } else { "add --top-first" };
            output.warn(&format!(
                "pieces stand where they may not; with its rows read the other way up the position \
                 makes sense ({what})"
            ));
        }
        rules.from_position(setup).map_err(|misfit| {
            Failure::usage(match misfit.help() {
                Some(help) => format!("{misfit} ({help})"),
                None => format!("the position cannot be played: {misfit}"),
            })
        })
    }

    /// Reads the position from wherever it is.
    fn read(&self, position: &str) -> Result<Setup, Failure> {
        let (text, place) = match position.strip_prefix('@') {
            _ if position == "-" => (whole(&mut std::io::stdin().lock(), "standard input")?, None),
            Some(path) => {
                let failed = |error| Failure::usage(format!("--position: {path}: {error}"));
                let mut file = std::fs::File::open(path).map_err(failed)?;
                (whole(&mut file, path)?, Some(path))
            }
            None => (position.to_owned(), None),
        };
        let place = place.map_or_else(String::new, |place| format!("{place}: "));
        self.parse(&text).map_err(|why| Failure::usage(format!("--position: {place}{why}")))
    }

    /// A record has slashes between its rows, a drawn board has a line for each.
    fn parse(&self, text: &str) -> Result<Setup, String> {
        let is_drawn = !text.contains('/') && text.trim().contains('\n');
        if is_drawn {
            let drawing = Drawing::read(text, RowOrder::LastRankFirst);
            return drawing.map(|drawing| drawing.setup).map_err(|error| error.to_string());
        }
        let order = if self.top_first { RowOrder::LastRankFirst } else { RowOrder::FirstRankFirst };
        Setup::from_record(text, order).map_err(|error| error.to_string())
    }
}

/// The whole of a text that is no longer than a position can be.
fn whole(from: &mut dyn Read, name: &str) -> Result<String, Failure> {
    let failed = |why: String| Failure::usage(format!("--position: {name}: {why}"));
    let mut text = String::new();
    from.take(LONGEST + 1).read_to_string(&mut text).map_err(|error| failed(error.to_string()))?;
    if text.len() as u64 > LONGEST {
        return Err(failed("this is longer than any position".to_owned()));
    }
    Ok(text)
}
