//! Checking certificates: the rules engine and maps, and nothing of the search.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use crate::board::{Setup, Side};
use crate::game::{By, Ending, Game, LegalTurn, TableError};
use crate::rules::{RepetitionVerdict, Ruleset, Stuck};

use super::certificate::{Certificate, EndingJson, Node, PROOF_SCHEMA, ProofStep};
use super::reading::{Claim, Claims, Flaw, board, head, kind, read_claim, read_rules, side};
use super::recurrence::may_recur;

/// What a certificate that holds has proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The claim, in words.
    pub claim: String,
    /// The position that it is about.
    pub position: String,
    /// How many nodes were checked.
    pub nodes: usize,
}

/// Checks that a certificate proves its claim.
///
/// # Errors
/// The first flaw found, with the node that has it.
pub fn verify(certificate: &Certificate) -> Result<Verified, Flaw> {
    let checker = Checker::new(certificate)?;
    checker.check_start()?;
    for node in 0..certificate.nodes.len() {
        checker.check_node(node).map_err(|why| Flaw::Node { node, why })?;
    }
    if let Some(node) = unreached(certificate) {
        let why = "no line from node 0 leads to it".to_owned();
        return Err(Flaw::Node { node, why });
    }
    let solver = checker.solver;
    let claim = match checker.claim {
        Claim::WinIn(turns) => format!("the {solver} win in {turns}"),
        Claim::NoWinIn(turns) => format!("the {solver} do not win in {turns}"),
        Claim::OnlyKey(key, turns) => {
            format!("the {solver} win in {turns}, and only {key} does it")
        }
    };
    let position = certificate.nodes[0].position.clone();
    Ok(Verified { claim, position, nodes: certificate.nodes.len() })
}

/// Whether nothing but the nodes of a certificate can decide its claim: no repetition along its
/// lines, and no limit on play without captures. The nodes themselves are not looked at.
pub(super) fn nodes_decide(certificate: &Certificate) -> bool {
    Checker::new(certificate).and_then(|checker| checker.check_start()).is_ok()
}

/// The first node that cannot be reached from node 0, which proves nothing.
fn unreached(certificate: &Certificate) -> Option<usize> {
    let nodes = &certificate.nodes;
    let mut reached = vec![false; nodes.len()];
    let mut open = vec![0];
    while let Some(at) = open.pop() {
        // A step to a node that is not there is a flaw of the node that it starts from.
        let Some(seen) = reached.get_mut(at) else { continue };
        if !std::mem::replace(seen, true) {
            open.extend(nodes[at].moves.iter().filter_map(|step| step.to));
        }
    }
    reached.iter().position(|reached| !reached)
}

struct Checker<'a> {
    certificate: &'a Certificate,
    rules: Ruleset,
    solver: Side,
    claim: Claim<'a>,
    /// What was there before the start, oldest first.
    before: Vec<(Setup, Side)>,
    /// How often positions have been there, the start among them.
    seen: HashMap<(Setup, Side), u32>,
    boards: Vec<(Setup, Side)>,
    /// How the pieces stand at the nodes, where turns that bring that back may be barred.
    may_be_barred: HashSet<Setup>,
}

impl<'a> Checker<'a> {
    fn new(certificate: &'a Certificate) -> Result<Self, Flaw> {
        if certificate.schema != PROOF_SCHEMA {
            return head(format!("the schema is {:?}, not {PROOF_SCHEMA}", certificate.schema));
        }
        let rules = read_rules(certificate)?;
        let Some(solver) = side(&certificate.solver) else {
            return head(format!("{:?} is no side", certificate.solver));
        };
        let claim = read_claim(certificate)?;
        let mut boards = Vec::with_capacity(certificate.nodes.len());
        for (node, written) in certificate.nodes.iter().enumerate() {
            let board = board(&written.position, &written.to_move, &rules);
            boards.push(board.map_err(|why| Flaw::Node { node, why })?);
        }
        let Some(start) = boards.first() else { return head("there are no nodes") };
        let mut seen = HashMap::from([(start.clone(), 1)]);
        let mut before = Vec::with_capacity(certificate.history.len());
        for earlier in &certificate.history {
            let Some((position, to_move)) = earlier.split_once(' ') else {
                return head(format!("{earlier:?} in the history is no position with a side"));
            };
            let board = board(position, to_move, &rules);
            let board = board.or_else(|why| head(format!("the history: {why}")))?;
            before.push(board.clone());
            *seen.entry(board).or_insert(0) += 1;
        }
        let mut checker = Self {
            certificate,
            rules,
            solver,
            claim,
            before,
            seen,
            boards,
            may_be_barred: HashSet::new(),
        };
        if checker.needs_what_is_barred() {
            let setups = checker.boards.iter().map(|(setup, _)| setup.clone());
            checker.may_be_barred = setups.collect();
        }
        Ok(checker)
    }

    /// Checks node 0 against the claim, and that nothing but the nodes can decide the claim.
    fn check_start(&self) -> Result<(), Flaw> {
        let start = &self.certificate.nodes[0];
        let (turns, claims) = match self.claim {
            Claim::WinIn(turns) | Claim::OnlyKey(_, turns) => (turns, Claims::Win),
            Claim::NoWinIn(turns) => (turns, Claims::NoWin),
        };
        let fault = |why: &str| Err(Flaw::Node { node: 0, why: why.to_owned() });
        if start.within != turns || kind(start) != Some(claims) {
            return fault("it is not what is claimed");
        }
        if self.boards[0].1 != self.solver {
            return fault("the solver is not to move");
        }
        let plies = u64::from(turns) * 2;
        if self.lines_could_stay_quiet() {
            return head("along its lines the limit of play without captures could be reached");
        }
        if !matches!(self.claim, Claim::WinIn(_))
            && self.repetition_could_win(plies)
            && self.lines_could_repeat()
        {
            return head("along its lines a position could come again so often that it wins");
        }
        if self.needs_what_is_barred() && self.lines_could_bring_back() {
            return head(
                "along its lines the pieces could come to stand as they stood before, which the \
                 defenders may not bring about",
            );
        }
        Ok(())
    }

    /// Whether the claim could fail because the defenders are barred from a turn of the nodes. Fewer turns
    /// cannot help them, unless they have none left and that is a draw.
    fn needs_what_is_barred(&self) -> bool {
        self.bars()
            && match self.claim {
                Claim::WinIn(_) => {
                    self.solver == Side::Defenders || self.rules.stuck == Stuck::Draws
                }
                Claim::NoWinIn(_) => self.solver == Side::Attackers,
                Claim::OnlyKey(..) => true,
            }
    }

    fn bars(&self) -> bool {
        self.rules.repetition.verdict == RepetitionVerdict::DefendersMayNot
    }

    /// Whether along a line of the proof the defenders could bring the pieces back as they stood at an
    /// earlier node. The start and the positions before it are known to every node.
    fn lines_could_bring_back(&self) -> bool {
        let by_defenders: HashSet<&Setup> = self
            .boards
            .iter()
            .filter(|(_, to_move)| *to_move == Side::Attackers)
            .map(|(setup, _)| setup)
            .collect();
        // A board that no turn of theirs leads to equals no other.
        let boards: Vec<Result<&Setup, usize>> = (self.boards.iter().enumerate())
            .map(|(node, (setup, _))| by_defenders.get(setup).copied().ok_or(node))
            .collect();
        let before = |board: &Result<&Setup, usize>| {
            let alike = |(earlier, _): &&(Setup, Side)| *board == Ok(earlier);
            self.before.iter().filter(alike).count() as u32
        };
        let count = u32::from(self.rules.repetition.count);
        let least = if self.has_mercenaries() { 0 } else { 2 };
        may_recur(&self.certificate.nodes, &boards, before, count, least)
    }

    /// The game at a node. Where earlier positions bar turns, they are part of its history.
    fn game(&self, number: usize) -> Result<Game, TableError> {
        let (board, to_move) = &self.boards[number];
        let mut game = Game::from_position(&self.rules, board, *to_move)?;
        if self.bars() {
            let mut earlier = self.before.clone();
            earlier.extend((self.boards[number] != self.boards[0]).then(|| self.boards[0].clone()));
            game.remember(&earlier)?;
        }
        Ok(game)
    }

    /// Whether within `plies` plies a position could come again often enough for the solver to win by
    /// repetition, other than the first time that it comes again.
    fn repetition_could_win(&self, plies: u64) -> bool {
        let rule = self.rules.repetition;
        let helps = rule.verdict.may_win_for(self.solver);
        let count = u64::from(rule.count);
        let time = |is_start: bool, seen: u64| {
            let more = count.saturating_sub(seen);
            // A position comes back after four plies at least; another than this one is first
            // reached after one.
            if is_start { 4 * more } else { 1 + 4 * more.saturating_sub(1) }
        };
        let start = &self.boards[0];
        let seen_soon = self.seen.iter().any(|(board, &times)| {
            let over_at_once = board != start && u64::from(times) + 1 >= count;
            !over_at_once && time(board == start, u64::from(times)) <= plies
        });
        let soon = seen_soon || time(false, 0) <= plies;
        helps && (soon || self.has_mercenaries())
    }

    /// Whether along a line of a win the game could be drawn by the limit of turns without a capture.
    fn lines_could_stay_quiet(&self) -> bool {
        let Some(limit) = self.rules.no_capture else { return false };
        let nodes = &self.certificate.nodes;
        let mut wins: Vec<usize> =
            (0..nodes.len()).filter(|&at| kind(&nodes[at]) == Some(Claims::Win)).collect();
        // Every step leads on in this order.
        wins.sort_by_key(|&at| (Reverse(nodes[at].within), self.boards[at].1 == self.solver));
        let mut most = vec![None; nodes.len()];
        most[0] = Some(self.certificate.quiet);
        for at in wins {
            let Some(before) = most[at] else { continue };
            for (step, to) in nodes[at].moves.iter().filter_map(|step| Some((step, step.to?))) {
                let quiet = if step.takes() { 0 } else { before.saturating_add(1) };
                if quiet >= limit.plies() {
                    return true;
                }
                if let Some(most) = most.get_mut(to) {
                    *most = (*most).max(Some(quiet));
                }
            }
        }
        false
    }

    /// Whether along a line of the proof a position could come as often as the rule says.
    fn lines_could_repeat(&self) -> bool {
        let start = self.boards.first();
        let before = |board: &(Setup, Side)| {
            let times = self.seen.get(board).copied().unwrap_or(0);
            times - u32::from(Some(board) == start)
        };
        let count = u32::from(self.rules.repetition.count);
        let least = if self.has_mercenaries() { 0 } else { 2 };
        may_recur(&self.certificate.nodes, &self.boards, before, count, least)
    }

    fn has_mercenaries(&self) -> bool {
        let mut pieces = self.boards[0].0.pieces();
        pieces.any(|(_, piece)| piece.letter() == 'm' || piece.letter() == 'M')
    }

    fn check_node(&self, number: usize) -> Result<(), String> {
        let node = &self.certificate.nodes[number];
        let claims = kind(node).ok_or_else(|| format!("{:?} is no claim", node.claims))?;
        let (_, to_move) = &self.boards[number];
        let game = self.game(number).map_err(|e| e.to_string())?;
        let legal = game.legal_turns().map_err(|e| e.to_string())?;
        let by_name: HashMap<String, &LegalTurn> =
            legal.iter().map(|turn| (turn.to_string(), turn)).collect();
        let own = *to_move == self.solver;
        if own && node.within == 0 {
            let no_win = claims == Claims::NoWin;
            return if no_win { Ok(()) } else { Err("nobody wins within 0 turns".into()) };
        }
        let only_key = number == 0 && matches!(self.claim, Claim::OnlyKey(..));
        let every = only_key || own == (claims == Claims::NoWin);
        let expected = if every { legal.len() } else { 1 };
        if node.moves.len() != expected {
            return Err(format!("it has {} moves, not {expected}", node.moves.len()));
        }
        let mut named = HashSet::new();
        for step in &node.moves {
            let turn = by_name.get(&step.turn);
            let turn = turn.ok_or_else(|| format!("{} is no legal turn", step.turn))?;
            if !named.insert(&step.turn) {
                return Err(format!("{} comes twice", step.turn));
            }
            let mut wanted = claims;
            if let (true, Claim::OnlyKey(key, _)) = (only_key, self.claim)
                && step.turn != key
            {
                wanted = Claims::NoWin;
            }
            self.check_step(&game, node, own, wanted, step, turn)
                .map_err(|why| format!("{}: {why}", step.turn))?;
        }
        match self.claim {
            Claim::OnlyKey(key, _) if only_key && !by_name.contains_key(key) => {
                Err(format!("the key {key} is no legal turn"))
            }
            _ => Ok(()),
        }
    }

    fn check_step(
        &self,
        game: &Game,
        node: &Node,
        own: bool,
        claims: Claims,
        step: &ProofStep,
        turn: &LegalTurn,
    ) -> Result<(), String> {
        let mut after = game.clone();
        after.play(&turn.path).map_err(|error| error.to_string())?;
        let reached = (after.setup(), after.to_move());
        let ending = self.ending(game.to_move(), turn, &reached);
        match (step.to, &step.ending, ending) {
            (None, Some(written), Some(ending)) => {
                if **written != EndingJson::from(ending) {
                    return Err(format!("it ends otherwise: {ending}"));
                }
                let won = ending.winner == Some(self.solver);
                // A turn that ends the game may bring back what an earlier node has, and no node says so.
                if game.to_move() == Side::Defenders && self.may_be_barred.contains(&reached.0) {
                    return Err("it brings back pieces that may not come again".into());
                }
                if won == (claims == Claims::Win) {
                    Ok(())
                } else {
                    Err(format!("that ending is not what is claimed: {ending}"))
                }
            }
            (Some(to), None, None) => self.check_child(node, own, claims, to, &reached),
            (None, None, _) => Err("it leads nowhere".into()),
            (Some(_), _, Some(ending)) => Err(format!("the game is over: {ending}")),
            (_, Some(_), None) => Err("the game is not over".into()),
        }
    }

    fn check_child(
        &self,
        node: &Node,
        own: bool,
        claims: Claims,
        to: usize,
        reached: &(Setup, Side),
    ) -> Result<(), String> {
        let child = self.certificate.nodes.get(to).ok_or("it leads to no node")?;
        if self.boards[to] != *reached {
            return Err(format!("node {to} is another position"));
        }
        if kind(child) != Some(claims) {
            return Err(format!("node {to} claims something else"));
        }
        let within = node.within - u32::from(own);
        let good = match claims {
            Claims::Win => child.within <= within,
            Claims::NoWin => child.within == within,
        };
        if good {
            Ok(())
        } else {
            Err(format!("node {to} is within {}, not {within}", child.within))
        }
    }

    /// How the game stands after a turn, with the positions before the start counted.
    fn ending(&self, mover: Side, turn: &LegalTurn, reached: &(Setup, Side)) -> Option<Ending> {
        let by_itself = turn.ending;
        let later = |by: By| matches!(by, By::NoMoves | By::NoCapture | By::Repetition);
        if by_itself.is_some_and(|ending| !later(ending.by)) {
            return by_itself;
        }
        let rule = self.rules.repetition;
        let times = self.seen.get(reached).copied().unwrap_or(0) + 1;
        if !rule.verdict.ends_game() || times < u32::from(rule.count) {
            return by_itself;
        }
        let winner = rule.verdict.winner(mover);
        Some(Ending { winner, by: By::Repetition })
    }
}
