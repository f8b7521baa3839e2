//! What would have been better in a game: its turns, judged one after another for who asks when it is over.

use std::time::{Duration, Instant};

use minijinja::Value;

use crate::player::Level;
use crate::record::{CostlyTurn, CostlyTurns};
use crate::render::capitalised;

use super::call::Problem;
use super::html::shown;
use super::routes::Table;

/// After how long a call is answered, so that no other call waits long.
const PART: Duration = Duration::from_millis(50);

/// A game whose turns are judged.
pub(super) struct Judging {
    left: CostlyTurns,
    of: usize,
    costly: Vec<CostlyTurn>,
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
    pub(super) fn better_view(&self, name: &str) -> Option<Value> {
        let Judging { left, of, costly } = self.judging.get(name)?;
        if left.len() > 0 {
            return Some(shown! { done: of - left.len(), of });
        }
        // Estimates are of 100.
        let turn = |it: &CostlyTurn| {
            let [estimate, better_estimate] = it.hundredths();
            shown! { turn: it.turn, actor: &it.actor, played: &it.played, estimate, better: &it.better, better_estimate }
        };
        let text = CostlyTurn::introduction(costly, Level::USUAL);
        Some(shown! { text, turns: costly.iter().map(turn).collect::<Vec<_>>() })
    }
}
