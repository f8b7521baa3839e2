//! The search where dice are thrown: expectimax, whose chance nodes are pruned.

use crate::chess::{Move, Movers, Outcome, Position, Role, Side};
use crate::reading::{EndReason, Throw, Verdict};
use crate::session::{SessionState, SessionTerms};

use super::Clock;
use super::evaluation::{WON, evaluate, expected};

/// The number of throws, all equally likely.
const THROWS: i32 = Throw::ALL.len() as i32;
/// The moves of each role are a group; the last is no move.
const GROUPS: usize = PASS + 1;
const PASS: usize = Role::ALL.len();

/// A search for a side.
pub(super) struct WithDice<'s> {
    terms: &'s SessionTerms,
    side: Side,
}

/// A state that a move leads to.
struct Reached {
    group: usize,
    guess: i32,
    state: SessionState,
}

impl<'s> WithDice<'s> {
    pub(super) fn new(terms: &'s SessionTerms, side: Side) -> WithDice<'s> {
        WithDice { terms, side }
    }

    /// The value of a state after a move, for the side that searches.
    pub(super) fn after(&mut self, state: &SessionState, depth: u32, alpha: i32, clock: &mut Clock<'_>) -> i32 {
        self.before_throw(state, depth, alpha, WON + 1, clock)
    }

    /// The value of a state in which the die has to be thrown; if it is not between `alpha` and `beta`, a bound on its side.
    fn before_throw(&mut self, state: &SessionState, depth: u32, alpha: i32, beta: i32, clock: &mut Clock<'_>) -> i32 {
        if clock.tick() {
            return 0;
        }
        if let Some(end) = state.end() {
            return ended(state, end, self.side);
        }
        if depth == 0 {
            return expected(evaluate(state, self.side));
        }
        let is_own = state.position().turn().side() == self.side;
        let mut reached = self.reached(state, depth, is_own, clock);
        if clock.stopped {
            return 0;
        }
        let weights = self.weights(state.position(), &mut reached, state);
        // The sum of the values so far, and the throws that are left.
        let (mut sum, mut rest) = (0, THROWS);
        for (group, weight) in weights.into_iter().enumerate().filter(|(_, weight)| *weight > 0) {
            rest -= weight;
            let low = ((THROWS * alpha - sum - rest * WON).div_euclid(weight)).max(-WON - 1);
            let high = (-(-(THROWS * beta - sum + rest * WON)).div_euclid(weight)).min(WON + 1);
            let value = self.best(&reached, group, depth, is_own, low, high, clock);
            if clock.stopped {
                return 0;
            }
            sum += weight * value;
            if rest > 0 && value <= low {
                return (sum + rest * WON) / THROWS;
            }
            if rest > 0 && value >= high {
                return (sum - rest * WON) / THROWS;
            }
        }
        sum / THROWS
    }

    /// The states after all moves. Where more is searched below them, the most promising of each group comes first.
    fn reached(&self, state: &SessionState, depth: u32, is_own: bool, clock: &mut Clock<'_>) -> Vec<Reached> {
        let mut reached = Vec::with_capacity(48);
        state.position().each_child(&mut |mv, child| {
            let group = match mv {
                Move::Pass => PASS,
                Move::Step { role, .. } => role.index(),
            };
            let state = state.followed(child);
            reached.push(Reached { group, guess: 0, state });
        });
        if depth > 1 {
            for it in &mut reached {
                if clock.tick() {
                    break;
                }
                it.guess = evaluate(&it.state, self.side);
            }
            reached.sort_by_key(|it| if is_own { -it.guess } else { it.guess });
        }
        reached
    }

    /// How many throws each group has (RULES 8.3, 8.4); adds the state after a No Move if there is one.
    fn weights(&self, position: &Position, reached: &mut Vec<Reached>, state: &SessionState) -> [i32; GROUPS] {
        let mut weights = [0; GROUPS];
        let mut has_moves = [false; GROUPS];
        reached.iter().for_each(|it| has_moves[it.group] = true);
        for throw in Throw::ALL {
            let called = match self.terms.movers(throw) {
                Movers::Any => PASS,
                Movers::Only(role) => role.index(),
                Movers::KingOrPawn if has_moves[Role::King.index()] => Role::King.index(),
                Movers::KingOrPawn if position.king(position.turn()).is_some() => Role::Pawn.index(),
                Movers::KingOrPawn => PASS,
            };
            weights[if has_moves[called] { called } else { PASS }] += 1;
        }
        if weights[PASS] > 0 && !has_moves[PASS] {
            let mut after = state.clone();
            after.play_unchecked(Move::Pass, &mut ());
            reached.push(Reached { group: PASS, guess: 0, state: after });
        }
        weights
    }

    /// The value of the best move of a group, to the army that moves.
    #[allow(clippy::too_many_arguments, reason = "the window and what is searched")]
    fn best(
        &mut self,
        reached: &[Reached],
        group: usize,
        depth: u32,
        is_own: bool,
        mut alpha: i32,
        mut beta: i32,
        clock: &mut Clock<'_>,
    ) -> i32 {
        let mut best = if is_own { -WON } else { WON };
        for it in reached.iter().filter(|it| it.group == group) {
            let value = self.before_throw(&it.state, depth - 1, alpha, beta, clock);
            if is_own {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if alpha >= beta || clock.stopped {
                break;
            }
        }
        best
    }
}

/// The value of the end of a reading or a game to a side.
pub(super) fn ended(state: &SessionState, end: EndReason, side: Side) -> i32 {
    let won = |winner: Side| if winner == side { WON } else { -WON };
    let querents = || state.querent().map_or(side, |querent| querent.side());
    match end {
        EndReason::Answered(Verdict::Yes) => won(querents()),
        EndReason::Answered(Verdict::No) => -won(querents()),
        EndReason::Game(Outcome::Won(side)) => won(side),
        EndReason::Answered(Verdict::Undecided) | EndReason::Game(Outcome::Drawn(_)) => 0,
    }
}
