//! What would have been better in a game: its turns, judged one after another for who asks when it is over.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::player::Level;
use crate::record::{CostlyTurn, CostlyTurns};
use crate::render::capitalised;

use super::call::Problem;
use super::routes::Table;

/// After how long a call is answered, so that no other call waits long.
const PART: Duration = Duration::from_millis(50);

/// A game whose turns are judged.
pub(super) struct Judging {
    left: CostlyTurns,
    of: usize,
    costly: Vec<CostlyTurn>,
}

/// How far it is, and what was better in the end.
#[derive(Debug, Serialize)]
pub(super) struct BetterView {
    done: usize,
    of: usize,
    text: Option<String>,
    turns: Vec<BetterTurn>,
}

/// A turn that cost its side much; estimates are of 100.
#[derive(Debug, Serialize)]
struct BetterTurn {
    turn: u32,
    actor: String,
    played: String,
    estimate: i64,
    better: String,
    better_estimate: i64,
}

impl Table<'_> {
    /// Judges some turns of a game; it is kept, and with it which cost most when all are judged.
    pub(super) fn better(&mut self, name: &str) -> Result<(), Problem> {
        if !self.judging.contains_key(name) {
            let record = self.record(name)?;
            record.check_can_be_judged().map_err(|why| Problem::invalid(capitalised(&format!("{why}."))))?;
            let left = record.costly_turns(&Level::USUAL.limit());
            let judging = Judging { of: left.len(), left, costly: Vec::new() };
            self.judging.insert(name.to_owned(), judging);
        }
        let Some(judging) = self.judging.get_mut(name) else { return Ok(()) };
        let begun = Instant::now();
        while judging.left.len() > 0 && begun.elapsed() < PART {
            judging.costly.extend(judging.left.next().flatten());
        }
        if judging.left.len() == 0 {
            CostlyTurn::keep_costliest(&mut judging.costly);
        }
        Ok(())
    }

    /// How far the turns of a game are judged, if they are.
    pub(super) fn better_view(&self, name: &str) -> Option<BetterView> {
        let Judging { left, of, costly } = self.judging.get(name)?;
        let view = BetterView { done: of - left.len(), of: *of, text: None, turns: Vec::new() };
        if left.len() > 0 {
            return Some(view);
        }
        let text = CostlyTurn::introduction(costly, Level::USUAL);
        Some(BetterView { text: Some(text), turns: costly.iter().map(BetterTurn::of).collect(), ..view })
    }
}

impl BetterTurn {
    fn of(it: &CostlyTurn) -> BetterTurn {
        let [estimate, better_estimate] = it.hundredths();
        let (actor, played, better) = (it.actor.clone(), it.played.clone(), it.better.clone());
        BetterTurn { turn: it.turn, actor, played, estimate, better, better_estimate }
    }
}
