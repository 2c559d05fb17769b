//! Symbols after moves, counts and the result, held against the game.

use crate::board::{Bits, Side};
use crate::game::{By, Ending};
use crate::record::{Claim, Info, Token};

use super::state::Replay;
use crate::replay::findings::{Code, Finding};
use crate::replay::verdict::Decision;

impl<B: Bits> Replay<'_, B> {
    pub(super) fn check_info(&mut self, token: &Token, info: Info, ending: Option<Ending>) {
        let book = self.table.book();
        let position = self.table.position();
        let by = ending.map(|ending| ending.by);
        let mover = position.to_move().other();
        let (right, says) = match info {
            Info::KingTaken => (by == Some(By::KingCaptured), "the king is taken"),
            Info::KingEscapes => (by == Some(By::KingEscaped), "the king has escaped"),
            Info::KingInDanger => (book.can_take_king(position), "the king can be taken next turn"),
            Info::KingHasWayOut | Info::Raichi | Info::Tuichi => {
                (book.can_escape(position), "the king has a way out")
            }
            Info::ThreatensWin if mover == Side::Attackers => {
                (book.can_take_king(position), "the attackers threaten to win")
            }
            Info::ThreatensWin => (book.can_escape(position), "the defenders threaten to win"),
            Info::Wins => {
                let winner = ending.and_then(|ending| ending.winner);
                (winner == Some(mover), "the move wins")
            }
            // Opinions.
            Info::GivesGameAway | Info::Starred => return,
        };
        if !right {
            let message = format!("`{}` says that {says}; that is not so", info.symbol());
            let finding = self.finding(Code::T205, token, message);
            self.add(finding);
        }
    }

    pub(super) fn compare_counts(&mut self) {
        let Some(counts) = &self.record.counts else { return };
        if self.reported_run_together {
            return;
        }
        let stated = [counts.value.by_attackers, counts.value.by_defenders];
        if stated != self.recorded {
            let [attackers, defenders] = self.recorded;
            let message = format!(
                "the record counts {} and {} captures by attackers and defenders; its moves list \
                 {attackers} and {defenders}",
                stated[0], stated[1],
            );
            let span = counts.span;
            self.add(Finding::new(Code::T206, message).at(span));
        }
    }

    /// Holds the claimed result against the board and against resignations.
    pub(super) fn compare_result(&mut self) {
        let result = self.record.result.as_ref();
        let claim = result.map_or(Claim::Open, |result| result.value);
        let span = result
            .map(|result| result.span)
            .filter(|span| span.end > span.start)
            .or(self.record.tokens().last().map(|token| token.span))
            .unwrap_or_default();
        let found = if let Some(ending) = self.verdict.last {
            self.verdict.decision = Decision::Board;
            self.compare_with_ending(claim, ending).map(|finding| finding.at(span))
        } else if let Some((loser, decision, span)) = self.loser {
            self.verdict.decision = decision;
            Some(given_up(claim, loser, decision).at(span))
        } else {
            Some(self.undecided(claim).at(span))
        };
        if let Some(finding) = found {
            let ply = self.verdict.plies;
            // Without a move there is none to name.
            self.add(Finding { ply: (ply > 0).then_some(ply), ..finding });
        }
    }

    /// The claim against the ending on the board.
    fn compare_with_ending(&mut self, claim: Claim, ending: Ending) -> Option<Finding> {
        let ply = self.verdict.plies;
        let first_at_last = self.verdict.ending.is_some_and(|(_, at)| at == ply);
        let stated = match claim {
            Claim::Won(side) => Some(Some(side)),
            Claim::Draw => Some(None),
            Claim::Open => None,
        };
        self.verdict.agrees = first_at_last && stated == Some(ending.winner);
        match stated {
            Some(winner) if winner == ending.winner => None,
            Some(_) => {
                let message = format!("{ending}, but the record says that {}", in_words(claim));
                Some(Finding::new(Code::T301, message))
            }
            None => {
                let message = format!("{ending}, but the record has no result");
                Some(Finding::new(Code::T302, message))
            }
        }
    }

    /// The claim where neither the board nor a resignation decides.
    fn undecided(&mut self, claim: Claim) -> Finding {
        let (decision, code, message) = match claim {
            Claim::Won(Side::Attackers) | Claim::Open if self.is_adjudicated() => {
                let message = "the corners are closed and the defenders too few for a fort, where this \
                               server has the attackers win";
                (Decision::Adjudication, Code::T310, message.to_owned())
            }
            Claim::Won(side) => {
                let why = match self.verdict.ending {
                    Some((_, at)) => format!("the game goes on after its end at ply {at}"),
                    None => "the board does not decide".to_owned(),
                };
                let message = format!("the {side} are said to have won; {why}");
                (Decision::OffBoard, Code::T305, message)
            }
            Claim::Draw => (Decision::Agreement, Code::T308, "drawn by agreement".to_owned()),
            Claim::Open => (Decision::Nothing, Code::T307, "the game is not finished".to_owned()),
        };
        self.verdict.decision = decision;
        Finding::new(code, message)
    }

    /// Whether the server whose rules these are ends the game here for the attackers.
    fn is_adjudicated(&self) -> bool {
        let book = self.table.book();
        book.bars_repeats()
            && self.verdict.ending.is_none()
            && book.are_closed_in(self.table.position())
    }
}

/// The claim where a side has given up or lost on time.
fn given_up(claim: Claim, loser: Side, decision: Decision) -> Finding {
    let how = if decision == Decision::Time { "lost on time" } else { "resigned" };
    if claim.winner() == Some(loser) || claim == Claim::Draw {
        let claimed = in_words(claim);
        let message = format!("the {loser} {how}, but the record says that {claimed}");
        return Finding::new(Code::T306, message);
    }
    let code = if decision == Decision::Time { Code::T304 } else { Code::T303 };
    // Most games end like this, so that a formatter would take time.
    Finding::new(code, ["the ", loser.name(), " ", how].concat())
}

/// A claimed result in words.
fn in_words(claim: Claim) -> String {
    match claim {
        Claim::Won(side) => format!("the {side} won"),
        Claim::Draw => "it was a draw".to_owned(),
        Claim::Open => "it is not decided".to_owned(),
    }
}
