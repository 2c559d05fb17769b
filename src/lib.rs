//! Rules, records and puzzles of tafl: hnefatafl and its family.
//!
//! The command `tafl` is a thin skin over this library; everything that it prints can be had as a
//! value. The modules build on each other in this order:
//!
//! | module | knows |
//! |---|---|
//! | [`board`] | squares, pieces, bit sets, arrangements; no rules |
//! | [`rules`] | what a variant says, as data: [`rules::Ruleset`], the built-in variants, rules records |
//! | [`game`] | playing: legal turns, captures, endings; no files |
//! | [`record`] | a game as its record tells it, with the place of every word |
//! | [`notation`] | text to record: formats and how to tell them apart; plays nothing |
//! | [`solve`] | forced wins, proved; no files |
//! | [`replay`] | records held against rules, and puzzles against the search: findings, verdicts, sums |
//! | [`draw`] | pictures of positions |
//! | [`visible`] | texts from elsewhere, made safe to show |
//!
//! # Features
//!
//! | feature | holds |
//! |---|---|
//! | `cli` (default) | the command `tafl`, with all below |
//! | `files` | [`replay::Corpus`]: collections of files and folders, packed or not; with `parallel` |
//! | `parallel` | threads, for collections and for the solver |
//!
//! Without any, the library starts no thread and opens no file, and a search may be handed the clock of the host
//! ([`solve::Watch`]): so it runs in a browser too. [`replay::check`] judges text in memory as the command
//! judges files.
//!
//! # Example
//!
//! Play a game by the rules of Copenhagen, then hold a record against them:
//!
//! ```
//! use taflkit::game::Game;
//! use taflkit::notation::{self, Format};
//! use taflkit::replay::{Code, Judge};
//! use taflkit::rules::names;
//!
//! let rules = names::resolve("copenhagen").unwrap();
//! let mut game = Game::new(&rules.ruleset).unwrap();
//! assert_eq!(game.legal_turns().unwrap().len(), 116);
//! let path: Vec<_> = ["d1", "d3"].iter().map(|name| name.parse().unwrap()).collect();
//! let played = game.play(&path).unwrap();
//! assert_eq!(played.ending, None);
//!
//! let text = "d1-d3 e5-e2xe1,0,1,Ongoing";
//! let read = notation::read(Format::Csv, text);
//! let verdict = Judge::new(Some(rules)).judge(text, &read.record, &read.faults);
//! assert_eq!(verdict.plies, 2);
//! assert_eq!(verdict.findings[0].code, Code::T202); // the move does not take e1
//! ```

pub mod board;
pub mod draw;
pub mod game;
mod keyed;
pub mod notation;
pub mod record;
pub mod replay;
pub mod rules;
pub mod solve;
pub mod visible;
