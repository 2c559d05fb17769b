//! Writing certificates: the search finds what each node needs.

use std::collections::HashMap;

use thiserror::Error;

use crate::board::{Bits, Side};
use crate::game::{Game, LegalTurn, OnTable, Position, Table as Played};
use crate::rules::{Ruleset, record, variants};
use crate::solve::SolveError;
use crate::solve::first::{First, check};
use crate::solve::goal::Aim;
use crate::solve::limits::{Clock, Limit, Limits, Stop};
use crate::solve::search::{Prover, Search, Transpositions};
use crate::solve::watch::Watch;

use super::certificate::{Certificate, ClaimJson, EndingJson, Node, PROOF_SCHEMA, ProofStep};
use super::verify::{nodes_decide, verify};

/// What is to be proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// The side to move wins within this number of turns.
    WinIn(u32),
    /// It does not.
    NoWinIn(u32),
    /// It does, and with one first turn only.
    OnlyKey(u32),
}

/// Why no certificate can be written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProofError {
    /// The question cannot be asked.
    #[error(transparent)]
    Question(#[from] SolveError),
    /// The claim is false.
    #[error("the claim does not hold, so there is no proof of it")]
    False,
    /// What is claimed rests on repetition or on the no-capture limit, which this form of proof cannot
    /// carry.
    #[error(
        "the claim rests on repetition or on the limit of play without captures, which a certificate cannot carry"
    )]
    Way,
    /// A limit was reached before the proof was complete.
    #[error("the proof is not complete: {0}")]
    Limit(Limit),
    /// It would be too large.
    #[error("the proof needs more than {0} moves")]
    Large(usize),
}

/// The most turns that a certificate may list.
const MOST_STEPS: usize = 20_000_000;

/// How many positions are worth a search by proof numbers before any others.
const FEWEST_NUMBERS: u64 = 100_000;

/// Writes the proof of a claim about the position that a game stands in. `first` is a first turn that
/// is known to win, if one is, and spares looking for it.
///
/// # Errors
/// When the claim is false or cannot be certified, or a limit is reached first.
pub fn prove(
    game: &Game,
    claim: Theorem,
    first: Option<&LegalTurn>,
    limits: &Limits,
    watch: Watch<'_>,
) -> Result<Certificate, ProofError> {
    let Proof { nodes, way_counts } = game.on_table(Prove { claim, first, limits, watch })?;
    let (history, quiet) = game.on_table(Past);
    let (win_in, no_win_in) = match claim {
        Theorem::WinIn(turns) | Theorem::OnlyKey(turns) => (Some(turns), None),
        Theorem::NoWinIn(turns) => (None, Some(turns)),
    };
    let only_key = matches!(claim, Theorem::OnlyKey(_)).then(|| key_of(&nodes, game.to_move()));
    let certificate = Certificate {
        schema: PROOF_SCHEMA.to_owned(),
        rules: record::write(game.rules()),
        variant: variant_of(game.rules()),
        solver: game.to_move().name().to_owned(),
        history,
        quiet,
        claim: ClaimJson { only_key: only_key.flatten(), win_in, no_win_in },
        nodes,
    };
    // Repetition along a line and its turns without a capture are checked only now.
    let holds = match certificate.history.is_empty() {
        _ if !way_counts => true,
        true => nodes_decide(&certificate),
        false => verify(&certificate).is_ok(),
    };
    if holds { Ok(certificate) } else { Err(ProofError::Way) }
}

/// The built-in variant that these rules are.
fn variant_of(rules: &Ruleset) -> Option<String> {
    let is = |variant: &&variants::Variant| {
        let built_in = variant.ruleset();
        let (start, first) = (built_in.start.clone(), built_in.first);
        built_in.size() == rules.size()
            && record::write(&built_in) == record::write(&Ruleset { start, first, ..rules.clone() })
    };
    variants::all().iter().find(is).map(|variant| variant.id.to_owned())
}

/// The turn at node 0 that leads to a win.
fn key_of(nodes: &[Node], solver: Side) -> Option<String> {
    let wins = |step: &&ProofStep| match (step.to, &step.ending) {
        (Some(to), _) => nodes.get(to).is_some_and(|node| node.claims == "win"),
        (None, Some(ending)) => ending.winner.as_deref() == Some(solver.name()),
        (None, None) => false,
    };
    nodes.first()?.moves.iter().find(wins).map(|step| step.turn.clone())
}

/// The earlier positions of a game, once for every time they were there, and the quiet turns.
struct Past;

impl OnTable for Past {
    type Out = (Vec<String>, u64);

    fn run<B: Bits>(self, table: &Played<B>) -> Self::Out {
        let size = table.book().geometry().size();
        let mut history = Vec::new();
        for (position, count) in table.history().seen() {
            let now = u32::from(position == *table.position());
            let written = format!("{} {}", position.to_setup(size), position.to_move());
            history.extend(std::iter::repeat_n(written, count.saturating_sub(now) as usize));
        }
        (history, table.quiet())
    }
}

struct Prove<'a> {
    claim: Theorem,
    first: Option<&'a LegalTurn>,
    limits: &'a Limits,
    watch: Watch<'a>,
}

struct Proof {
    nodes: Vec<Node>,
    /// Whether repetition or the no-capture limit could matter within the turns of the claim.
    way_counts: bool,
}

impl OnTable for Prove<'_> {
    type Out = Result<Proof, ProofError>;

    fn run<B: Bits>(self, root: &Played<B>) -> Self::Out {
        check(root)?;
        let turns = match self.claim {
            Theorem::WinIn(turns) | Theorem::NoWinIn(turns) | Theorem::OnlyKey(turns) => turns,
        };
        if turns == 0 || turns > Limits::MOST_TURNS {
            return Err(SolveError::Turns(turns).into());
        }
        let turns = turns as u8;
        let clock = Clock::new(self.limits, self.watch);
        let table = Transpositions::new(self.limits.memory.max(Limits::LEAST_MEMORY));
        let side = root.position().to_move();
        let search = Search::new(root.book(), &table, &clock, side);
        let aim = Aim { side, draw_counts: false };
        let prover = Prover::new(search, aim, root);
        let way_counts = prover.way_at_root(root, turns);
        let mut writer = Writer {
            prover,
            aim,
            first: self.first,
            root,
            scratch: root.clone(),
            nodes: Vec::new(),
            known: HashMap::new(),
            steps: 0,
            way_counts,
        };
        let written = match self.claim {
            Theorem::WinIn(_) => writer.win(root.position(), turns).map(|_| ()),
            Theorem::NoWinIn(_) => writer.no_win(root.position(), turns).map(|_| ()),
            Theorem::OnlyKey(_) => writer.only_key(root.position(), turns),
        };
        match written {
            Ok(()) => Ok(Proof { nodes: writer.nodes, way_counts }),
            Err(Fail::Stop) => Err(ProofError::Limit(clock.reached().unwrap_or(Limit::Nodes))),
            Err(Fail::False) if way_counts => Err(ProofError::Way),
            Err(Fail::False) => Err(ProofError::False),
            Err(Fail::Large) => Err(ProofError::Large(MOST_STEPS)),
        }
    }
}

enum Fail {
    Stop,
    False,
    Large,
}

impl From<Stop> for Fail {
    fn from(_: Stop) -> Self {
        Self::Stop
    }
}

struct Writer<'a, B> {
    prover: Prover<'a, B>,
    aim: Aim,
    /// The turn that wins at the start.
    first: Option<&'a LegalTurn>,
    root: &'a Played<B>,
    scratch: Played<B>,
    nodes: Vec<Node>,
    known: HashMap<(Position<B>, u8, bool), usize>,
    steps: usize,
    /// Whether repetition or the no-capture limit could matter. The positions before the start are then
    /// counted at every node, and the other side's replies are chosen so that lines do not go to and
    /// fro.
    way_counts: bool,
}

impl<B: Bits> Writer<'_, B> {
    /// Goes to a position. Only the positions that count at every node are kept as its history.
    fn go_to(&mut self, position: &Position<B>) {
        if !self.way_counts {
            self.scratch.reset(*position);
            return;
        }
        self.scratch = self.root.clone();
        if position != self.root.position() {
            self.scratch.go_on_from(*position);
        }
    }

    fn turns(&mut self, position: &Position<B>) -> Result<Vec<First<B>>, Stop> {
        self.go_to(position);
        self.prover.firsts(&self.scratch)
    }

    fn own(&self, position: &Position<B>) -> bool {
        position.to_move() == self.aim.side
    }

    fn wins(&mut self, position: &Position<B>, turns: u8) -> Result<bool, Stop> {
        self.go_to(position);
        self.prover.reaches(&self.scratch, turns)
    }

    /// The number of a node for this position, and whether it is there already.
    fn place(&mut self, position: &Position<B>, within: u8, win: bool) -> (usize, bool) {
        if let Some(&at) = self.known.get(&(*position, within, win)) {
            return (at, true);
        }
        let at = self.nodes.len();
        self.known.insert((*position, within, win), at);
        let size = self.prover.search.book.geometry().size();
        self.nodes.push(Node {
            position: position.to_setup(size).to_string(),
            to_move: position.to_move().name().to_owned(),
            within: u32::from(within),
            claims: if win { "win" } else { "no_win" }.to_owned(),
            moves: Vec::new(),
        });
        (at, false)
    }

    fn add(&mut self, at: usize, turn: &LegalTurn, to: Option<usize>) -> Result<(), Fail> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err(Fail::Large);
        }
        let ending = turn.ending.map(|ending| Box::new(EndingJson::from(ending)));
        self.nodes[at].moves.push(ProofStep { turn: turn.to_string(), to, ending });
        Ok(())
    }

    fn ends_well(&self, turn: &First<B>) -> bool {
        turn.name.ending.is_some_and(|ending| self.aim.met_by(ending))
    }

    /// A node that claims a win within `turns`, and all below it.
    fn win(&mut self, position: &Position<B>, turns: u8) -> Result<usize, Fail> {
        let (at, there) = self.place(position, turns, true);
        if there {
            return Ok(at);
        }
        let all = self.turns(position)?;
        if !self.own(position) {
            for reply in all {
                let to = match reply.name.ending {
                    Some(ending) if self.aim.met_by(ending) => None,
                    Some(_) => return Err(Fail::False),
                    None => {
                        let least = self.least(reply.after.position(), turns)?;
                        Some(self.win(reply.after.position(), least)?)
                    }
                };
                self.add(at, &reply.name, to)?;
            }
            return Ok(at);
        }
        if let Some(end) = all.iter().find(|turn| self.ends_well(turn)) {
            self.add(at, &end.name, None)?;
            return Ok(at);
        }
        let Some(turn) = self.winning_turn(at, all, turns)? else { return Err(Fail::False) };
        let to = self.win(turn.after.position(), turns - 1)?;
        self.add(at, &turn.name, Some(to))?;
        Ok(at)
    }

    /// A turn at the solver's node that leads to a win.
    fn winning_turn(
        &mut self,
        at: usize,
        mut open: Vec<First<B>>,
        turns: u8,
    ) -> Result<Option<First<B>>, Fail> {
        open.retain(|turn| turn.name.ending.is_none());
        let key = self.first.filter(|_| at == 0);
        if let Some(key) = open.iter().position(|turn| key == Some(&turn.name)) {
            return Ok(Some(open.swap_remove(key)));
        }
        open.sort_by_cached_key(|turn| !self.seems_won(turn, turns - 1));
        for turn in open {
            if self.wins(turn.after.position(), turns - 1)? {
                return Ok(Some(turn));
            }
        }
        Ok(None)
    }

    /// Whether the search remembers a win after this turn, what came before left aside.
    fn seems_won(&self, turn: &First<B>, turns: u8) -> bool {
        let known = self.prover.search.table.get(turn.after.position().hash128());
        known.and_then(|known| known.answer(turns)) == Some(true)
    }

    fn least(&mut self, position: &Position<B>, most: u8) -> Result<u8, Fail> {
        let before = self.prover.search.clock.nodes();
        for turns in 1..=most {
            let spent = self.prover.search.clock.nodes() - before;
            if self.wins_by_numbers(position, turns, spent)? || self.wins(position, turns)? {
                return Ok(turns);
            }
        }
        Err(Fail::False)
    }

    /// Whether proof numbers find a win with about as many positions as were spent on it already.
    fn wins_by_numbers(
        &mut self,
        position: &Position<B>,
        turns: u8,
        spent: u64,
    ) -> Result<bool, Stop> {
        if turns < 5 || self.way_counts {
            return Ok(false);
        }
        let Search { book, table, clock, solver, .. } = self.prover.search;
        let part = clock.part(spent.max(FEWEST_NUMBERS));
        let mut search = Search::new(book, table, &part, solver);
        let won = search.by_numbers(position, turns, &mut |_| ());
        let _ = search.report_count();
        clock.absorb(&part)?;
        Ok(won == Ok(true))
    }

    /// A node that claims no win within `turns`, and all below it.
    fn no_win(&mut self, position: &Position<B>, turns: u8) -> Result<usize, Fail> {
        let (at, there) = self.place(position, turns, false);
        if there || (self.own(position) && turns == 0) {
            return Ok(at);
        }
        let all = self.turns(position)?;
        if self.own(position) {
            for turn in all {
                let to = match turn.name.ending {
                    Some(ending) if self.aim.met_by(ending) => return Err(Fail::False),
                    Some(_) => None,
                    None => Some(self.no_win(turn.after.position(), turns - 1)?),
                };
                self.add(at, &turn.name, to)?;
            }
            return Ok(at);
        }
        let bad_end = |reply: &First<B>| reply.name.ending.is_some_and(|end| !self.aim.met_by(end));
        if let Some(end) = all.iter().find(|reply| bad_end(reply)) {
            self.add(at, &end.name, None)?;
            return Ok(at);
        }
        // Another reply every second turn, so that what one moves the next does not move back.
        let mut others = if self.way_counts { turns / 2 } else { 0 };
        let mut chosen = None;
        for reply in all {
            if reply.name.ending.is_none() && !self.wins(reply.after.position(), turns)? {
                chosen = Some(reply);
                if others == 0 {
                    break;
                }
                others -= 1;
            }
        }
        let Some(reply) = chosen else { return Err(Fail::False) };
        let to = self.no_win(reply.after.position(), turns)?;
        self.add(at, &reply.name, Some(to))?;
        Ok(at)
    }

    fn only_key(&mut self, position: &Position<B>, turns: u8) -> Result<(), Fail> {
        let (at, _) = self.place(position, turns, true);
        let mut keys = 0;
        for turn in self.turns(position)? {
            let after = turn.after.position();
            let to = match turn.name.ending {
                Some(ending) => {
                    keys += usize::from(self.aim.met_by(ending));
                    None
                }
                None if self.wins(after, turns - 1)? => {
                    keys += 1;
                    Some(self.win(after, turns - 1)?)
                }
                None => Some(self.no_win(after, turns - 1)?),
            };
            self.add(at, &turn.name, to)?;
        }
        if keys == 1 { Ok(()) } else { Err(Fail::False) }
    }
}
