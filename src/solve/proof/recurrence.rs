//! Whether a position can come again along the lines of a proof.
//!
//! A proof that there is no win names one reply to each turn of the solver's, so every line that can
//! be played against it is a way through its nodes. If on none of them a position comes often enough
//! for the repetition rule to apply, the rule has no part in the proof.

use std::collections::HashMap;
use std::hash::Hash;

use super::certificate::Node;

/// The most steps that are followed before the question is given up.
const MOST_STEPS: usize = 400_000_000;

/// Whether along some line through these nodes, from the first, a position could be there `count`
/// times. `boards` has the position of each node, `before` how often it was there before the first.
/// If it takes too long to find out, it could.
pub(super) fn may_recur<K: Eq + Hash>(
    nodes: &[Node],
    boards: &[K],
    before: impl Fn(&K) -> u32,
    count: u32,
    least_turns: u32,
) -> bool {
    let mut places: HashMap<&K, Vec<usize>> = HashMap::new();
    for (node, board) in boards.iter().enumerate() {
        places.entry(board).or_default().push(node);
    }
    let mut walk = Walk { nodes, met: vec![0; nodes.len()], round: 0, steps: 0 };
    places.into_iter().any(|(board, mut places)| {
        let times = count.saturating_sub(before(board)).max(1);
        places.sort_by_key(|&node| nodes[node].within);
        walk.comes(&places, times, least_turns)
    })
}

struct Walk<'a> {
    nodes: &'a [Node],
    /// The round in which each node was last met.
    met: Vec<u32>,
    round: u32,
    steps: usize,
}

impl Walk<'_> {
    /// Whether a line meets `times` of these places, which are ordered by `within`. The solver needs at
    /// least `least_turns` turns from one to the next.
    fn comes(&mut self, places: &[usize], times: u32, least_turns: u32) -> bool {
        if times < 2 || places.len() < times as usize {
            // Where it ends the game the first time it comes, the step says so.
            return false;
        }
        let lowest = self.nodes[places[0]].within;
        let mut longest: Vec<u32> = Vec::with_capacity(places.len());
        for (at, &place) in places.iter().enumerate() {
            let far = self.nodes[place].within >= lowest + least_turns;
            if far {
                self.mark(place, lowest);
            }
            let later = (0..at).filter(|&other| far && self.met[places[other]] == self.round);
            let most = 1 + later.map(|other| longest[other]).max().unwrap_or(0);
            if most >= times || self.steps > MOST_STEPS {
                return true;
            }
            longest.push(most);
        }
        false
    }

    /// Marks every node below this one, down to `lowest`.
    fn mark(&mut self, from: usize, lowest: u32) {
        self.round += 1;
        let mut open = vec![from];
        while let Some(node) = open.pop() {
            for to in self.nodes[node].moves.iter().filter_map(|step| step.to) {
                self.steps += 1;
                let below = self.nodes.get(to).is_some_and(|node| node.within >= lowest);
                if below && self.met[to] != self.round {
                    self.met[to] = self.round;
                    open.push(to);
                }
            }
            if self.steps > MOST_STEPS {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::certificate::ProofStep;
    use super::*;

    fn node(within: u32, to: &[usize]) -> Node {
        let step = |&to| ProofStep { turn: String::new(), to: Some(to), ending: None };
        Node {
            position: String::new(),
            to_move: String::new(),
            within,
            claims: String::new(),
            moves: to.iter().map(step).collect(),
        }
    }

    /// A line of nodes, each leading to the next; the letters say which position each has.
    fn line(letters: &str, count: u32, before: char) -> bool {
        let boards: Vec<char> = letters.chars().collect();
        let nodes: Vec<Node> = (0..boards.len())
            .map(|at| {
                node((boards.len() - at) as u32, if at + 1 < boards.len() { &[0] } else { &[] })
            })
            .enumerate()
            .map(|(at, mut node)| {
                node.moves.iter_mut().for_each(|step| step.to = Some(at + 1));
                node
            })
            .collect();
        may_recur(&nodes, &boards, |&board| u32::from(board == before), count, 2)
    }

    #[test]
    fn a_line_is_followed_through_all_its_nodes() {
        assert!(line("abcdabcda", 3, ' '));
        assert!(!line("abcdabcd", 3, ' '));
        assert!(line("abcda", 2, ' '));
        assert!(line("abcda", 3, 'a'));
        assert!(!line("abcde", 2, ' '));
    }

    #[test]
    fn positions_on_different_lines_are_no_repetition() {
        // 0 leads to 1 and 2, which have the same position but not one after the other.
        let nodes = [node(5, &[1, 2]), node(4, &[]), node(2, &[])];
        assert!(!may_recur(&nodes, &['a', 'b', 'b'], |_| 0, 2, 2));
        let nodes = [node(5, &[1]), node(4, &[2]), node(2, &[])];
        assert!(may_recur(&nodes, &['a', 'b', 'b'], |_| 0, 2, 2));
    }
}
