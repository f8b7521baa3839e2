//! The search where no dice are thrown: alpha-beta over the two sides.

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::chess::{Move, Movers, Outcome, Position, Role, Side};

use super::evaluation::{PieceValues, WON, evaluate_game};
use super::{Clock, SearchLimit};

/// What the table knows of a position, at whatever ply it was reached.
#[derive(Clone, Copy)]
struct Known {
    hash: u64,
    value: i32,
    depth: u8,
    bound: ValueBound,
    best: Move,
    /// The iteration that found it.
    iteration: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ValueBound {
    Exact,
    AtLeast,
    AtMost,
}

/// A search, with what it has learnt.
pub(super) struct WithoutDice {
    table: Vec<Option<Known>>,
    /// How often a quiet move between two squares was too good, by the square it leaves and the square it reaches.
    history: Vec<u32>,
    /// The last two such moves at each ply.
    killers: Vec<[Option<Move>; 2]>,
    /// One list of moves for each ply.
    lists: Vec<Vec<(i32, Move)>>,
    /// The plies that are searched now below the moves.
    iteration: u32,
}

impl WithoutDice {
    pub(super) fn new(limit: &SearchLimit) -> WithoutDice {
        let places = (limit.nodes / 8).clamp(1 << 8, 1 << 18).next_power_of_two() as usize;
        WithoutDice {
            table: vec![None; places],
            history: vec![0; 64 * 64],
            killers: vec![[None; 2]; SearchLimit::DEEPEST as usize + 2],
            lists: Vec::new(),
            iteration: 0,
        }
    }

    /// The value of a position after a move, for the side that searches.
    pub(super) fn after(
        &mut self,
        position: &Position,
        side: Side,
        depth: u32,
        alpha: i32,
        clock: &mut Clock<'_>,
    ) -> i32 {
        self.iteration = depth;
        self.child(position, position.zobrist_hash(), side, depth, 1, alpha, WON + 1, clock)
    }

    /// What the search expects to follow a move.
    pub(super) fn line(&self, first: Move, after: &Position) -> Vec<Move> {
        let (mut line, mut position, mut seen) = (vec![first], after.clone(), Vec::new());
        while let Some(known) = self.known(position.zobrist_hash())
            && line.len() < SearchLimit::DEEPEST as usize
            && !seen.contains(&known.hash)
            && position.is_legal(known.best)
        {
            seen.push(known.hash);
            line.push(known.best);
            position.play_unchecked(known.best, &mut ());
        }
        line
    }

    fn known(&self, hash: u64) -> Option<Known> {
        self.table[hash as usize & (self.table.len() - 1)].filter(|known| known.hash == hash)
    }

    /// The value of a position to `side`, which need not be the one to move: a frozen army's turns are skipped.
    #[allow(clippy::too_many_arguments, reason = "the window and what is searched")]
    fn child(
        &mut self,
        position: &Position,
        hash: u64,
        side: Side,
        depth: u32,
        ply: u32,
        alpha: i32,
        beta: i32,
        clock: &mut Clock<'_>,
    ) -> i32 {
        if position.turn().side() == side {
            self.value(position, hash, depth, ply, alpha, beta, clock)
        } else {
            -self.value(position, hash, depth, ply, -beta, -alpha, clock)
        }
    }

    /// The value of a position to the side to move; if it is not between `alpha` and `beta`, a bound on its side. The hash is
    /// that of the position if the depth is more than one, where the table is used.
    #[allow(clippy::too_many_arguments, reason = "the window and what is searched")]
    fn value(
        &mut self,
        position: &Position,
        hash: u64,
        depth: u32,
        ply: u32,
        mut alpha: i32,
        beta: i32,
        clock: &mut Clock<'_>,
    ) -> i32 {
        if let Some(end) = position.decided() {
            clock.tick();
            return ended(end, position, ply);
        }
        if depth == 0 || ply > SearchLimit::DEEPEST {
            return self.quiet(position, ply, alpha, beta, clock);
        }
        if clock.tick() {
            return 0;
        }
        let known = if depth > 1 { self.known(hash) } else { None };
        if let Some(known) = known
            && u32::from(known.depth) >= depth
            && let value = known.value - to_win(known.value, ply)
            && match known.bound {
                ValueBound::Exact => true,
                ValueBound::AtLeast => value >= beta,
                ValueBound::AtMost => value <= alpha,
            }
        {
            return value;
        }
        let moves = self.ordered(position, ply, known.map(|known| known.best));
        let (side, first_alpha) = (position.turn().side(), alpha);
        let (mut best, mut best_move) = (-WON - 1, None);
        for (place, &(_, mv)) in moves.iter().enumerate() {
            let mut after = position.clone();
            after.play_unchecked(mv, &mut ());
            let next = if depth > 2 { after.zobrist_hash_from(position, hash) } else { 0 };
            // All but the first are expected to be worse, which a window of no width shows fastest.
            let mut value = 0;
            let mut is_worse = place > 0 && depth > 1;
            if is_worse {
                value = self.child(&after, next, side, depth - 1, ply + 1, alpha, alpha + 1, clock);
                is_worse = value <= alpha || value >= beta;
            }
            if !is_worse {
                value = self.child(&after, next, side, depth - 1, ply + 1, alpha, beta, clock);
            }
            if clock.stopped {
                break;
            }
            if value > best {
                (best, best_move) = (value, Some(mv));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                self.learn(position, mv, depth, ply);
                break;
            }
        }
        self.lists.push(moves);
        if clock.stopped {
            return 0;
        }
        // A game that is drawn by stalemate has no moves (RULES 4.4).
        let Some(best_move) = best_move else { return 0 };
        if depth > 1 {
            let bound = match best {
                best if best >= beta => ValueBound::AtLeast,
                best if best <= first_alpha => ValueBound::AtMost,
                _ => ValueBound::Exact,
            };
            let (places, iteration) = (self.table.len() - 1, self.iteration);
            let known = &mut self.table[hash as usize & places];
            // What this iteration has found deeper stays: the line that is expected is among it.
            if known.is_none_or(|it| it.hash == hash || it.iteration < iteration || u32::from(it.depth) <= depth) {
                let value = best + to_win(best, ply);
                *known = Some(Known { hash, value, depth: depth as u8, bound, best: best_move, iteration });
            }
        }
        best
    }

    /// The value of a position after all captures that are worth making.
    fn quiet(&mut self, position: &Position, ply: u32, mut alpha: i32, beta: i32, clock: &mut Clock<'_>) -> i32 {
        if clock.tick() {
            return 0;
        }
        let still = evaluate_game(position);
        if still >= beta || ply > SearchLimit::DEEPEST {
            return still;
        }
        let (side, mut best) = (position.turn().side(), still);
        alpha = alpha.max(still);
        let mut captures = self.lists.pop().unwrap_or_default();
        captures.clear();
        let occupied = position.occupied();
        let ControlFlow::Continue(()) = position.each_set::<Infallible>(Movers::Any, &mut |set| {
            if let Some(set) = set {
                let own = PieceValues::STANDARD.of(set.piece.kind);
                let captured = set.within(occupied & !set.choices).into_iter();
                captures.extend(captured.map(|mv| (16 * taken(position, mv) - own / 100, mv)));
            }
            ControlFlow::Continue(())
        });
        captures.sort_unstable_by_key(|(order, _)| -order);
        for &(_, mv) in &captures {
            let mut after = position.clone();
            after.play_unchecked(mv, &mut ());
            let value = match after.decided() {
                Some(end) => {
                    let value = ended(end, &after, ply + 1);
                    if after.turn().side() == side { value } else { -value }
                }
                None if after.turn().side() == side => self.quiet(&after, ply + 1, alpha, beta, clock),
                None => -self.quiet(&after, ply + 1, -beta, -alpha, clock),
            };
            if clock.stopped {
                break;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.lists.push(captures);
        best
    }

    /// The moves of a position, the most promising first: the best known one, captures, those that were too good elsewhere.
    fn ordered(&mut self, position: &Position, ply: u32, known: Option<Move>) -> Vec<(i32, Move)> {
        let mut list = self.lists.pop().unwrap_or_default();
        list.clear();
        let (occupied, killers) = (position.occupied(), self.killers[ply as usize]);
        position.each_move(Movers::Any, &mut |mv| {
            let order = match mv {
                _ if Some(mv) == known => i32::MAX,
                Move::Step { to, role, .. } if occupied.has(to) => {
                    (1 << 24) + 16 * taken(position, mv) - role_worth(role)
                }
                _ if killers.contains(&Some(mv)) => 1 << 23,
                Move::Step { from, to, .. } => self.history[64 * from.index() + to.index()].min(1 << 22) as i32,
                Move::Pass => 0,
            };
            list.push((order, mv));
        });
        list.sort_by_key(|(order, _)| -order);
        list
    }

    fn learn(&mut self, position: &Position, mv: Move, depth: u32, ply: u32) {
        if let Move::Step { from, to, .. } = mv
            && !position.occupied().has(to)
        {
            self.history[64 * from.index() + to.index()] += depth * depth;
            let [first, second] = &mut self.killers[ply as usize];
            if *first != Some(mv) {
                (*first, *second) = (Some(mv), *first);
            }
        }
    }
}

/// What a move captures is worth.
fn taken(position: &Position, mv: Move) -> i32 {
    mv.to().map_or(0, |to| position.pieces_at(to).map(|piece| PieceValues::STANDARD.of(piece.kind)).sum())
}

fn role_worth(role: Role) -> i32 {
    match role {
        Role::King => 9,
        Role::Officer(_) => 3,
        Role::Pawn => 1,
    }
}

/// What a value at a ply lacks of its value in the table, where the plies to a win count from the position itself: the same
/// position may be reached at another ply.
const fn to_win(value: i32, ply: u32) -> i32 {
    if value.abs() < WON - 2 * SearchLimit::DEEPEST as i32 { 0 } else { value.signum() * ply as i32 }
}

/// The value of the end of a game to the side whose turn follows; a win is worth more the sooner it comes.
fn ended(end: Outcome, position: &Position, ply: u32) -> i32 {
    match end {
        Outcome::Won(side) if side == position.turn().side() => WON - ply as i32,
        Outcome::Won(_) => -(WON - ply as i32),
        Outcome::Drawn(_) => 0,
    }
}
