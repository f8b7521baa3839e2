//! What would have been better in a game: its turns, judged one after another for who asks when it is over.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::player::Level;
use crate::record::{CostlyTurn, CostlyTurns};
use crate::render::capitalised;

use super::call::{Call, CallAnswer, Problem};
use super::routes::Table;

/// After how long a call is answered, so that no other call waits long.
const PART: Duration = Duration::from_millis(50);

/// A game of which not all turns are judged yet.
pub(super) struct Judging {
    left: CostlyTurns,
    of: usize,
    costly: Vec<CostlyTurn>,
}

/// How far it is, and what was better in the end.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct BetterView {
    done: usize,
    of: usize,
    text: Option<String>,
    turns: Vec<BetterTurn>,
}

/// A turn that cost its side much; estimates are of 100.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct BetterTurn {
    turn: u32,
    actor: String,
    played: String,
    estimate: i64,
    better: String,
    better_estimate: i64,
}

impl Table<'_> {
    /// GET `api/better`: judges some turns, and tells which cost most when all are judged.
    pub(super) fn better(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let name = call.query("journal").unwrap_or_default();
        let mut judging = match self.judging.remove(name) {
            Some(judging) => judging,
            None => {
                let record = self.record(name)?;
                record.check_can_be_judged().map_err(|why| Problem::invalid(capitalised(&format!("{why}."))))?;
                let left = record.costly_turns(&Level::USUAL.limit());
                Judging { of: left.len(), left, costly: Vec::new() }
            }
        };
        let begun = Instant::now();
        while judging.left.len() > 0 && begun.elapsed() < PART {
            judging.costly.extend(judging.left.next().flatten());
        }
        let view = judging.view();
        if judging.left.len() > 0 {
            self.judging.insert(name.to_owned(), judging);
        }
        Ok(CallAnswer::json(&view))
    }
}

impl Judging {
    fn view(&mut self) -> BetterView {
        let (left, of) = (self.left.len(), self.of);
        let view = BetterView { done: of - left, of, text: None, turns: Vec::new() };
        if left > 0 {
            return view;
        }
        CostlyTurn::keep_worst(&mut self.costly);
        let text = CostlyTurn::introduction(&self.costly, Level::USUAL);
        BetterView { text: Some(text), turns: self.costly.iter().map(BetterTurn::of).collect(), ..view }
    }
}

impl BetterTurn {
    fn of(it: &CostlyTurn) -> BetterTurn {
        let [estimate, better_estimate] = it.hundredths();
        let (actor, played, better) = (it.actor.clone(), it.played.clone(), it.better.clone());
        BetterTurn { turn: it.turn, actor, played, estimate, better, better_estimate }
    }
}
