//! One search for all games that have none of their own, as Enochian chess has: it asks a [`GameState`] for its acts and plays
//! them, and knows no rule.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Instant;

use super::{Actor, GameState, OfferedAct};
use crate::chess::splitmix64;
use crate::player::{Advice, SearchLimit};

/// The most acts that are tried.
const MOST_ACTS: u64 = 5_000;

/// The value of a won game.
const WON: i32 = 1_000_000;

/// Searches for the best act of the seat that is to act, or values the one that is named; none if there is none. Acts are far slower to try
/// than moves of Enochian chess, so no limit allows more than 5,000 acts.
///
/// It sees what the seat sees ([`GameState::view`]), so it does not know the cards of others. Every other side is taken for an
/// enemy who plays the worst for the seat; of chance, one outcome is tried.
pub(super) fn search_acts(
    state: &dyn GameState,
    only: Option<&str>,
    limit: &SearchLimit,
    seed: u64,
) -> Option<Advice<String>> {
    let Actor::Seat(seat) = state.actor() else { return None };
    let view = state.view(Some(seat));
    let seats = state.seats();
    let sides = seats.iter().map(|other| other.side == seats[seat].side).collect();
    let until = limit.time.map(|time| Instant::now() + time);
    let mut search = ActSearch { seat, is_own: sides, limit, until, seed, nodes: 0, stopped: false };
    let mut roots: Vec<RootAct> = Vec::new();
    let acts = state.acts().into_iter().filter(|act| only.is_none_or(|only| act.text == only));
    for (place, act) in acts.enumerate() {
        // A view in which an act cannot be played knows too little of it to judge it.
        let after = view.play(&act.text).ok().map(|played| played.state);
        let tie = splitmix64(seed, place as u64);
        // A pawn is 100.
        let error = (tie % u64::from(8 * limit.error + 1)) as i32 - 4 * limit.error as i32;
        let value = after.as_ref().map_or(-WON, |after| search.estimate(&**after));
        roots.push(((value.saturating_add(error), tie), value, act, after));
    }
    search.nodes += roots.len() as u64;
    roots.sort_by_key(|(judged, ..)| Reverse(*judged));
    let (_, value, best, _) = roots.first()?;
    let mut advice = Advice { line: vec![best.text.clone()], estimate: share(*value), nodes: 0, depth: 1 };
    let deepest = limit.deepest(roots.len());
    for depth in 2..=deepest {
        let mut best = None;
        for at in 0..roots.len() {
            let Some(after) = roots[at].3.clone() else { continue };
            let alpha = best.unwrap_or(-2 * WON);
            let value = search.value(&*after, depth - 1, alpha, 2 * WON);
            if search.stopped {
                break;
            }
            if best.is_none_or(|best| value > best) {
                best = Some(value);
                roots[..=at].rotate_right(1);
                (advice.line, advice.estimate) = (vec![roots[0].2.text.clone()], share(value));
            }
        }
        if search.stopped || best.is_none_or(|best| best.abs() > WON / 2) {
            break;
        }
        advice.depth = depth;
    }
    advice.nodes = search.nodes;
    Some(advice)
}

/// An act that can be played: its value with an error and its place among equals, its value, and the state after it where the seat
/// can tell.
type RootAct = ((i32, u64), i32, OfferedAct, Option<Arc<dyn GameState>>);

/// A value as a share from 0 to 1; a queen more is nine of ten.
fn share(value: i32) -> f64 {
    0.5 + 0.5 * (f64::from(value) / 400.0).tanh()
}

struct ActSearch<'s> {
    seat: usize,
    /// Whether each seat is of the side that searches.
    is_own: Vec<bool>,
    limit: &'s SearchLimit,
    until: Option<Instant>,
    seed: u64,
    nodes: u64,
    stopped: bool,
}

impl ActSearch<'_> {
    /// The value of a state to the side that searches; if it is not between `alpha` and `beta`, a bound on its side.
    fn value(&mut self, state: &dyn GameState, depth: u32, mut alpha: i32, mut beta: i32) -> i32 {
        let actor = state.actor();
        if depth == 0 || actor == Actor::Nobody {
            return self.estimate(state);
        }
        if let Actor::Chance = actor {
            let (seed, mut drawn) = (self.seed ^ self.nodes, 0);
            let mut below = |count: usize| {
                drawn += 1;
                (splitmix64(seed, drawn) % count.max(1) as u64) as usize
            };
            let after = state.chance(&mut below).and_then(|act| state.play(&act).ok());
            return match after.filter(|_| !self.tick()) {
                Some(played) => self.value(&*played.state, depth - 1, alpha, beta),
                None => self.estimate(state),
            };
        }
        let is_own = matches!(actor, Actor::Seat(seat) if self.is_own.get(seat).copied().unwrap_or(false));
        let mut children = Vec::new();
        for child in state.children() {
            if self.tick() {
                return 0;
            }
            children.push((self.estimate(&*child), child));
        }
        if children.is_empty() {
            return self.estimate(state);
        }
        children.sort_by_key(|(guess, _)| if is_own { -guess } else { *guess });
        let mut best = if is_own { -2 * WON } else { 2 * WON };
        for (guess, child) in children {
            let value = if depth == 1 { guess } else { self.value(&*child, depth - 1, alpha, beta) };
            if is_own {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if alpha >= beta || self.stopped {
                break;
            }
        }
        best
    }

    /// Counts an act; returns whether the search must end.
    fn tick(&mut self) -> bool {
        self.nodes += 1;
        self.stopped = self.stopped
            || self.nodes > self.limit.nodes.min(MOST_ACTS)
            || self.until.is_some_and(|until| Instant::now() >= until)
            || self.limit.stop.is_set();
        self.stopped
    }

    /// What a state looks like to the side that searches, in hundredths of a pawn: how the game ended, or else the pieces on the
    /// board, of which those of all others together count as much as its own.
    fn estimate(&self, state: &dyn GameState) -> i32 {
        if let Some(ending) = state.ending() {
            let place = ending.places.iter().position(|seats| seats.contains(&self.seat));
            return match (place, ending.places.len()) {
                (_, 0 | 1) | (None, _) => 0,
                (Some(place), places) => WON - (2 * WON / (places as i32 - 1)) * place as i32,
            };
        }
        let mut pieces = vec![0; self.is_own.len()];
        for piece in state.pieces().into_iter().filter(|piece| !piece.is_out) {
            if let Some(sum) = pieces.get_mut(piece.seat) {
                *sum += worth(piece.name);
            }
        }
        let mut sums = [0, 0];
        let mut seats = [0, 0];
        for (seat, (&is_own, &worth)) in self.is_own.iter().zip(&pieces).enumerate() {
            sums[usize::from(!is_own)] += worth + if state.is_in_check(seat) { -20 } else { 0 };
            seats[usize::from(!is_own)] += 1;
        }
        sums[0] * seats[1] / seats[0] - sums[1]
    }
}

/// What a piece is worth, in hundredths of a pawn.
fn worth(name: &str) -> i32 {
    match name {
        "king" => 1200,
        "queen" => 900,
        "rook" => 500,
        "pawn" => 100,
        _ => 330,
    }
}
