//! `tafl moves`.

use clap::Args;
use serde_json::{Value, json};
use taflkit::board::Square;
use taflkit::draw::{Board, Marks};
use taflkit::game::{Ending, Game, LegalTurn};

use super::documents::Document;
use super::help::{self, Example};
use super::output::{Failure, Outcome, Output};
use super::{Form, PositionArgs, style};

const EXAMPLES: &[Example] = &[
    ("List the first moves of a variant", "tafl moves --variant brandubh"),
    (
        "List the moves of the defenders in a position",
        "tafl moves --variant brandubh --position /3t3/7/3T3/t2K2t/7/7/3t3/ \\\n      --side defenders",
    ),
    (
        "Read the position from a file, drawn as tafl draws it",
        "tafl moves --variant brandubh --position @board.txt",
    ),
];

/// List the legal moves of a position, with captures and how the game stands after each
///
/// A position with more than 100,000 moves, to which only chains can lead, is refused.
#[derive(Args)]
#[command(after_long_help = help::examples(EXAMPLES))]
pub(super) struct Moves {
    #[command(flatten)]
    position: PositionArgs,
}

impl Moves {
    pub(super) fn run(self, output: &Output) -> Result<Outcome, Failure> {
        let (game, variant) = self.position.game(output)?;
        let turns = game.legal_turns().map_err(|error| Failure::usage(error.to_string()))?;
        match output.form {
            Form::Human => {
                let mut text =
                    format!("{variant}, {} to move: {} moves\n", game.to_move(), turns.len());
                text.extend(turns.iter().map(in_words));
                let board = Board { setup: &game.setup(), rules: Some(game.rules()) };
                let board = style::board(&board, Marks::default(), output.colours);
                output.print_as_it_is(&(board + &output.shown(&text)))?;
            }
            Form::Json => {
                let moves: Vec<Value> = turns.iter().map(as_json).collect();
                output.print_json(&about(&game, &variant, json!({ "moves": moves })))?;
            }
            Form::Jsonl => {
                let lines = turns.iter().map(|turn| about(&game, &variant, as_json(turn)));
                output.print(&lines.map(|line| format!("{line}\n")).collect::<String>())?;
            }
        }
        Ok(Outcome::Well)
    }
}

/// With what the moves are moves of.
fn about(game: &Game, variant: &str, mut content: Value) -> Document {
    content["variant"] = variant.into();
    content["position"] = game.setup().to_string().into();
    content["side"] = game.to_move().name().into();
    Document::new("moves", content)
}

fn in_words(turn: &LegalTurn) -> String {
    match turn.ending {
        Some(ending) => format!("{turn}  {ending}\n"),
        None => format!("{turn}\n"),
    }
}

fn as_json(turn: &LegalTurn) -> Value {
    let captures: Vec<String> = turn.captures.iter().flatten().map(Square::to_string).collect();
    json!({
        "move": turn.to_string(),
        "captures": captures,
        "ending": turn.ending.map(ending_json),
        "chain": turn.is_chain(),
    })
}

pub(super) fn ending_json(ending: Ending) -> Value {
    json!({ "winner": ending.winner.map(|side| side.name()), "by": ending.by.name() })
}
