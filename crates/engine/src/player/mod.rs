//! The player: it searches ahead for the best move of a reading or a game.
//!
//! Without dice it is an alpha-beta search over the two sides, with dice an expectimax whose chance nodes are pruned (Ballard's
//! Star1). Both deepen ply by ply until a limit, and always have a move. A search with a limit of nodes depends on nothing but
//! its arguments.
//!
//! ```
//! use enochian::chess::{Angle, Array, Army, Board, Direction, Position, Rules};
//! use enochian::player::{Level, search};
//! use enochian::session::{SessionState, SessionTerms};
//! let terms = SessionTerms::of_rules(Rules::CHESSVARIANTS);
//! let start = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
//! let moves = start.moves();
//! let found = search(&SessionState::begin(&terms, start), &terms, &moves, &Level::Two.limit(), 7);
//! assert!(moves.contains(&found.best()));
//! ```

mod evaluation;
mod level;
mod stop_signal;
mod with_dice;
mod without_dice;

use std::fmt;
use std::time::{Duration, Instant};

use crate::chess::{Move, splitmix64};
use crate::session::{SessionState, SessionTerms};

pub(crate) use evaluation::PieceValues;
#[doc(hidden)]
pub use evaluation::{FEATURES, each_feature};
pub use level::Level;
pub use stop_signal::StopSignal;

use evaluation::{WON, expected};

/// When a search ends. It ends at the first limit that it reaches, at the end of a ply that it has searched whole, or after
/// [`SearchLimit::DEEPEST`] plies.
#[derive(Clone, Debug)]
pub struct SearchLimit {
    /// The number of positions to look at.
    pub nodes: u64,
    /// The number of plies to look ahead, at least 1.
    pub depth: u32,
    /// The time. A search with one can find another move each time.
    pub time: Option<Duration>,
    /// Ends the search within milliseconds, whatever else is left of its limits.
    pub stop: StopSignal,
    /// The greatest error of judgement, in hundredths of a logit: a beginner's. Each move is valued with an error of its own.
    pub error: u32,
}

impl SearchLimit {
    /// The greatest depth.
    pub const DEEPEST: u32 = 60;

    /// No limit but the greatest depth.
    pub const NONE: SearchLimit =
        SearchLimit { nodes: u64::MAX, depth: SearchLimit::DEEPEST, time: None, stop: StopSignal::NEVER, error: 0 };

    /// The plies to look ahead among so many moves. A single one needs no search, unless its depth is asked for.
    #[must_use]
    pub const fn deepest(&self, moves: usize) -> u32 {
        match self.depth {
            0 => 1,
            SearchLimit::DEEPEST.. if moves == 1 => 1,
            SearchLimit::DEEPEST.. => SearchLimit::DEEPEST,
            depth => depth,
        }
    }
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice<A = Move> {
    /// The best move, and what the search expects to follow: without dice the best moves, with dice nothing else.
    pub line: Vec<A>,
    /// What the side to move can expect, from 0 to 1: the probability of what it plays for, or the share of a won game.
    pub estimate: f64,
    /// The number of positions looked at.
    pub nodes: u64,
    /// The plies that were searched whole.
    pub depth: u32,
}

impl<A: Clone + fmt::Display> Advice<A> {
    /// The best move.
    #[must_use]
    pub fn best(&self) -> A {
        self.line[0].clone()
    }

    /// The same with the texts of the moves.
    #[must_use]
    pub fn in_words(&self) -> Advice<String> {
        let Advice { line, estimate, nodes, depth } = self;
        let line = line.iter().map(ToString::to_string).collect();
        Advice { line, estimate: *estimate, nodes: *nodes, depth: *depth }
    }
}

/// Searches for the best of some moves, which are those that can be played in a state: in a reading after its throw. Of moves
/// that are equally good at first sight, `seed` decides which is looked at first.
///
/// # Panics
/// If there is no move.
#[must_use]
pub fn search(state: &SessionState, terms: &SessionTerms, moves: &[Move], limit: &SearchLimit, seed: u64) -> Advice {
    let until = limit.time.map(|time| Instant::now() + time);
    let mut clock = Clock { limit, until, nodes: 0, stopped: false };
    let side = state.position().turn().side();
    let mut searcher = match terms.has_dice() {
        true => Searcher::WithDice(with_dice::WithDice::new(terms, side)),
        false => Searcher::WithoutDice(Box::new(without_dice::WithoutDice::new(limit))),
    };
    let mut roots: Vec<Root> = moves
        .iter()
        .enumerate()
        .map(|(place, &mv)| {
            let mut after = state.clone();
            after.play_unchecked(mv, &mut ());
            let tie = splitmix64(seed, place as u64);
            // The least and the greatest error are equally far from none.
            let error = (tie % u64::from(2 * limit.error + 1)) as i32 - limit.error as i32;
            let guess = searcher.estimate(evaluation::evaluate(&after, side));
            Root { mv, value: guess, after, error: searcher.estimate(error), tie }
        })
        .collect();
    roots.sort_by_key(|root| std::cmp::Reverse((root.value.saturating_add(root.error), root.tie)));
    let share = |value| searcher_share(terms.has_dice(), value);
    let mut found = Advice { line: vec![roots[0].mv], estimate: share(roots[0].value), nodes: 0, depth: 0 };
    let deepest = limit.deepest(moves.len());
    for depth in 1..=deepest {
        let mut best: Option<i32> = None;
        for at in 0..roots.len() {
            let Root { after, error, .. } = &roots[at];
            let alpha = best.map_or(-WON - 1, |best| best - error);
            let value = match &mut searcher {
                Searcher::WithDice(it) => it.after(after, depth - 1, alpha, &mut clock),
                Searcher::WithoutDice(it) => it.after(after.position(), side, depth - 1, alpha, &mut clock),
            };
            if clock.stopped {
                break;
            }
            if best.is_none_or(|best| value + error > best) {
                best = Some(value + error);
                roots[at].value = value;
                // The best move comes first in the next iteration, and is what is played if this one is interrupted.
                roots[..=at].rotate_right(1);
                found.estimate = share(value);
                found.line = match &searcher {
                    Searcher::WithDice(_) => vec![roots[0].mv],
                    Searcher::WithoutDice(it) => it.line(roots[0].mv, roots[0].after.position()),
                };
            }
        }
        if clock.stopped {
            break;
        }
        found.depth = depth;
        if clock.is_spent() || roots[0].value.abs() >= WON - SearchLimit::DEEPEST as i32 {
            break;
        }
    }
    found.nodes = clock.nodes + roots.len() as u64;
    found
}

/// What the side to move has of a reading or a game that is over, from 0 to 1: the estimate that needs no search. None before the
/// end.
#[must_use]
pub fn estimate_of_end(state: &SessionState) -> Option<f64> {
    let side = state.position().turn().side();
    state.end().map(|end| searcher_share(true, with_dice::ended(state, end, side)))
}

enum Searcher<'s> {
    WithDice(with_dice::WithDice<'s>),
    WithoutDice(Box<without_dice::WithoutDice>),
}

impl Searcher<'_> {
    /// An estimate in the values of the search: with dice they are averaged, so they are chances.
    fn estimate(&self, estimate: i32) -> i32 {
        if let Searcher::WithDice(_) = self { expected(estimate) } else { estimate }
    }
}

/// A move that can be played, with the state after it.
struct Root {
    mv: Move,
    after: SessionState,
    value: i32,
    error: i32,
    tie: u64,
}

/// A value of the search as a share from 0 to 1.
fn searcher_share(has_dice: bool, value: i32) -> f64 {
    let value = if has_dice || value.abs() >= WON - SearchLimit::DEEPEST as i32 { value } else { expected(value) };
    f64::from(value + WON) / f64::from(2 * WON)
}

/// Counts the positions, and says when to stop.
struct Clock<'l> {
    limit: &'l SearchLimit,
    until: Option<Instant>,
    nodes: u64,
    stopped: bool,
}

impl Clock<'_> {
    /// How many positions are looked at between two looks at the time: far less than a millisecond.
    const OFTEN: u64 = 1024;

    /// Counts a position; returns whether the search must end.
    #[inline]
    fn tick(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        self.nodes += 1;
        if self.nodes >= self.limit.nodes || self.nodes.is_multiple_of(Clock::OFTEN) && self.is_late() {
            self.stopped = true;
        }
        self.stopped
    }

    fn is_late(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until) || self.limit.stop.is_set()
    }

    /// Whether another iteration, which takes several times as long as all before it, is not worth beginning.
    fn is_spent(&self) -> bool {
        self.nodes >= self.limit.nodes / 2 || self.is_late()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::chess::{Outcome, Position, Rules, Side};
    use crate::reading::{DiceSource, EndReason, Throw, Verdict, samples};
    use crate::session::{Act, Session};

    /// The value of a state by the definition: every throw, every move, to the depth.
    fn slowly(state: &SessionState, terms: &SessionTerms, side: Side, depth: u32) -> f64 {
        let querent = state.querent();
        let won = |winner: Side| if winner == side { f64::from(WON) } else { -f64::from(WON) };
        if let Some(end) = state.end() {
            return match end {
                EndReason::Answered(Verdict::Yes) => won(querent.unwrap().side()),
                EndReason::Answered(Verdict::No) => won(querent.unwrap().side().opponent()),
                EndReason::Game(Outcome::Won(side)) => won(side),
                _ => 0.0,
            };
        }
        if depth == 0 {
            return f64::from(expected(evaluation::evaluate(state, side)));
        }
        let best = |moves: Vec<Move>| {
            let values = moves.into_iter().map(|mv| {
                let mut after = state.clone();
                after.play_unchecked(mv, &mut ());
                slowly(&after, terms, side, depth - 1)
            });
            let better = if state.position().turn().side() == side { f64::max } else { f64::min };
            values.reduce(better).unwrap()
        };
        Throw::ALL.into_iter().map(|throw| best(terms.moves_for(state.position(), throw).moves)).sum::<f64>() / 6.0
    }

    #[test]
    fn with_dice_the_best_move_is_that_of_the_whole_tree() {
        let mut compared = 0;
        for (seed, question) in samples::varied(6).enumerate() {
            let mut session = Session::of_question(&question);
            let mut chance = DiceSource::seeded(seed as u64);
            while session.end().is_none() && session.turns().len() < 60 {
                let draw = chance.draw().unwrap();
                session.accept(Act::Throw(draw.throw())).unwrap();
                let (state, moves) = (session.state(), session.moves());
                if moves.len() > 1 && session.turns().len() % 7 == 3 {
                    let depth = 2 + (compared % 2);
                    let limit = SearchLimit { depth, ..SearchLimit::NONE };
                    let found = search(state, session.terms(), &moves, &limit, draw.number());
                    let side = state.position().turn().side();
                    let exact = |mv| {
                        let mut after = state.clone();
                        after.play_unchecked(mv, &mut ());
                        slowly(&after, session.terms(), side, depth - 1)
                    };
                    let best = moves.iter().map(|mv| exact(*mv)).reduce(f64::max).unwrap();
                    assert!((exact(found.best()) - best).abs() < 10.0, "{} {best}", exact(found.best()));
                    let value = found.estimate.mul_add(2.0, -1.0) * f64::from(WON);
                    assert!((value - best).abs() < 10.0, "{value} {best}");
                    compared += 1;
                }
                session.accept(Act::Move(moves[draw.choice(moves.len())])).unwrap();
            }
        }
        assert!(compared > 20, "{compared}");
    }

    /// Whether the side to move can force a win within some plies, by the definition.
    fn wins(position: &Position, side: Side, plies: u32) -> bool {
        if let Some(end) = position.outcome() {
            return end == Outcome::Won(side);
        }
        let after = |mv| {
            let mut after = position.clone();
            after.play_unchecked(mv, &mut ());
            wins(&after, side, plies - 1)
        };
        plies > 0
            && match position.turn().side() == side {
                true => position.moves().into_iter().any(after),
                false => position.moves().into_iter().all(after),
            }
    }

    /// Endings of the four kings and some rooks and knights, at random.
    fn ending(number: u64) -> Option<Position> {
        let mut board = [""; 64];
        for (place, piece) in ["aK", "wK", "fK", "eK", "aR", "fR", "aN", "wN", "er"].into_iter().enumerate() {
            let square = &mut board[(splitmix64(number, place as u64) % 64) as usize];
            *square = if square.is_empty() { piece } else { return None };
        }
        let cell = |piece: &&str| if piece.is_empty() { "1".to_owned() } else { (*piece).to_owned() };
        let rank = |rank: &[&str]| rank.iter().map(cell).collect::<String>();
        let ranks: Vec<String> = board.chunks(8).map(rank).collect();
        let turn = ["a", "w", "f", "e"][(number % 4) as usize];
        // Runs of empty squares are one digit.
        let mut text = ranks.join("/");
        for run in (2..=8).rev() {
            text = text.replace(&"1".repeat(run), &run.to_string());
        }
        format!("{text} {turn} ---- ---- 0000 0").parse().ok()
    }

    #[test]
    fn without_dice_small_endings_are_won_where_the_whole_tree_says_so() {
        let terms = SessionTerms::of_rules(Rules::CHESSVARIANTS);
        let (mut won, mut seen) = (0, 0);
        for position in (0..2000).filter_map(ending).take(600) {
            let moves = position.moves();
            if moves.is_empty() {
                continue;
            }
            let side = position.turn().side();
            let limit = SearchLimit { depth: 3, ..SearchLimit::NONE };
            let found = search(&SessionState::begin(&terms, position.clone()), &terms, &moves, &limit, 1);
            let mut after = position.clone();
            after.play_unchecked(found.best(), &mut ());
            if wins(&position, side, 3) {
                assert!(found.estimate > 0.9999 && wins(&after, side, 3), "{position}: {found:?}");
                won += 1;
            }
            // Captures are searched further, so a win may lie deeper.
            let plies = ((1.0 - found.estimate) * 2.0 * f64::from(WON)).round() as u32;
            if plies <= 3 {
                assert!(wins(&position, side, plies), "{position}: {found:?}");
            }
            seen += 1;
        }
        assert!(won > 15 && seen > 500, "{won} of {seen}");
    }

    #[test]
    fn without_dice_the_line_that_is_expected_is_as_long_as_the_search_is_deep() {
        let text = "5fn2/1wQ6/3fn4/3wK4/8/1aK6/eQfK5ab/1wb1aN2eK1 w< ---- ---- 0003 39";
        let position: Position = text.parse().unwrap();
        let (terms, moves) = (SessionTerms::of_rules(Rules::CHESSVARIANTS), position.moves());
        let limit = SearchLimit { nodes: 100_000, ..SearchLimit::NONE };
        let found = search(&SessionState::begin(&terms, position), &terms, &moves, &limit, 1);
        assert!(found.depth > 8 && found.line.len() as u32 + 1 >= found.depth, "{found:?}");
    }

    #[test]
    fn a_search_always_has_a_legal_act_and_is_the_same_each_time() {
        let question = samples::brother("ptah");
        let game = SessionTerms::of_rules(Rules::CHESSVARIANTS);
        for (terms, start) in [(SessionTerms::of_question(&question), question.start()), (game, question.start())] {
            let mut session = Session::begin(terms, start);
            let mut chance = DiceSource::seeded(3);
            while session.end().is_none() && session.turns().len() < 80 {
                let draw = chance.draw().unwrap();
                if session.terms().has_dice() {
                    session.accept(Act::Throw(draw.throw())).unwrap();
                }
                let moves = session.moves();
                let nodes = 1 + draw.number() % 3000;
                let limit = SearchLimit { nodes, error: (nodes % 90) as u32, ..SearchLimit::NONE };
                let searched = || search(session.state(), session.terms(), &moves, &limit, draw.number());
                let found = searched();
                assert_eq!(found, searched());
                assert!(
                    found.nodes <= nodes + moves.len() as u64 && (0.0..=1.0).contains(&found.estimate),
                    "{found:?}"
                );
                let line = found.line.clone();
                if !session.terms().has_dice() {
                    let mut position = session.position().clone();
                    line.iter().for_each(|mv| position.play(*mv, &mut ()).unwrap());
                }
                session.accept(Act::Move(found.best())).unwrap();
            }
        }
    }

    #[test]
    fn a_search_ends_when_it_is_told_to_and_when_its_time_is_over() {
        let question = samples::brother("ptah");
        let terms = SessionTerms::of_rules(Rules::CHESSVARIANTS);
        let state = SessionState::begin(&terms, question.start());
        let moves = state.position().moves();
        let stop = Arc::new(AtomicBool::new(false));
        let late = |limit: SearchLimit| {
            let begun = Instant::now();
            assert!(moves.contains(&search(&state, &terms, &moves, &limit, 1).best()));
            begun.elapsed()
        };
        let time = Some(Duration::from_millis(20));
        assert!(late(SearchLimit { time, ..SearchLimit::NONE }) < Duration::from_millis(500));
        let set = {
            let stop = stop.clone();
            std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(20));
                stop.store(true, Ordering::Relaxed);
            })
        };
        assert!(late(SearchLimit { stop: stop.into(), ..SearchLimit::NONE }) < Duration::from_millis(500));
        set.join().unwrap();
    }
}
