//! What chance alone answers to the question of a reading: the same question, played many times with moves chosen at random.

use std::convert::Infallible;

use minijinja::Value;

use crate::correspondences::Correspondences;
use crate::reading::{Question, Verdict};
use crate::render::{Estimate, Plot, number};
use crate::simulate::{Plan, Provenance, SimulationSummary, Tally};

use super::call::Problem;
use super::html::shown;
use super::playing::quiet;
use super::routes::Table;

/// How many readings are played, and how many of them in a call, so that no other call waits long.
const READINGS: u64 = 100_000;
const PART: u64 = 5_000;
/// `enochian simulate` has the same seed by default, so it counts the same.
const SEED: u64 = 1;

/// The readings of a question that were played so far.
pub(super) struct ByChance {
    question: Question,
    tally: Tally,
}

impl Table<'_> {
    /// Plays a part of the readings of a question; they are kept, and with them what came out when all are played.
    pub(super) fn by_chance(&mut self, name: &str) -> Result<(), Problem> {
        if !self.by_chance.contains_key(name) {
            let record = self.record(name)?;
            record.check_not_quiet().map_err(|_| quiet())?;
            let question = record.enochian().and_then(|record| record.subject().question());
            let question = question.ok_or_else(|| Problem::invalid("a game asks no question"))?.clone();
            self.by_chance.insert(name.to_owned(), ByChance { question, tally: Tally::new() });
        }
        if let Some(run) = self.by_chance.get_mut(name).filter(|run| run.tally.readings < READINGS) {
            run.play_on();
        }
        Ok(())
    }

    /// How far the readings of a question are played, if they are.
    pub(super) fn chance_view(&self, name: &str) -> Option<Value> {
        self.by_chance.get(name).map(|run| run.view(self.correspondences))
    }
}

impl ByChance {
    fn plan(&self, from: u64, to: u64) -> Plan {
        Plan::new(self.question.clone(), SEED, from..to)
    }

    fn play_on(&mut self) {
        let from = self.tally.readings;
        let counted: Result<(), Infallible> = self.plan(from, from + PART).run(1, Tally::new, |_, part| {
            self.tally.merge(&part);
            Ok(())
        });
        let Ok(()) = counted;
    }

    /// How far it is, and what came out in the end: in words, and as a plot.
    fn view(&self, correspondences: &Correspondences) -> Value {
        let readings = self.tally.readings;
        if readings < READINGS {
            return shown! { done: readings, of: READINGS };
        }
        let plan = self.plan(0, READINGS);
        let summary = SimulationSummary::of(Provenance::of(&plan, correspondences), 0..readings, &self.tally, 0.0);
        let picture = Plot::Simulation(&summary, self.question.board, correspondences).picture().inline_svg();
        shown! { text: self.text(&summary), picture }
    }

    fn text(&self, summary: &SimulationSummary) -> String {
        let criterion = self.question.procedure.ends_by;
        let share = |verdict| 100.0 * Estimate::answer(summary, criterion, verdict).value;
        format!(
            "Of {} readings of this question with each move chosen at random, {:.1} % were answered yes, {:.1} % no, and {:.1} % not \
             at all. This says how the game falls from this board, angle and Ptah, and nothing about your question.",
            number(summary.readings),
            share(Verdict::Yes),
            share(Verdict::No),
            share(Verdict::Undecided),
        )
    }
}
