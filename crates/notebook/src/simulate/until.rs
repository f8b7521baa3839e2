//! How many readings are played to know an answer to a certain width.

use std::time::Instant;

use serde::Serialize;

use crate::correspondences::Correspondences;
use crate::reading::Verdict;
use crate::stats::FixedWidth;

use super::{Plan, Provenance, SimulationSummary, Tally, Workers, chunks};

/// A simulation that was played until the share of yes was known to a certain width, as `enochian simulate --until --json` prints it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct UntilResult {
    /// The results.
    #[serde(flatten)]
    pub summary: SimulationSummary,
    /// How well the answer is known.
    pub until: KnownWidth,
}

/// To what width an answer is known. Shares, not percent.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct KnownWidth {
    /// The answer.
    pub of: String,
    /// The width that was asked for, to either side.
    pub half_width: f64,
    /// The share of readings with the answer.
    pub share: f64,
    /// The lower bound of its interval, if that became narrow enough.
    pub low: Option<f64>,
    /// The upper bound.
    pub high: Option<f64>,
}

impl UntilResult {
    /// Plays until the share of yes by the criterion that ends the readings is known to this width, or to the end of the plan.
    /// `progress` hears of every piece: its readings, and the half-width so far.
    ///
    /// ```
    /// use enochian::{correspondences::Correspondences, reading::QuestionDraft, input::Source};
    /// use enochian::{simulate::{Plan, UntilResult}, stats::FixedWidth};
    /// let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
    /// let question = QuestionDraft::read(&file, Correspondences::embedded()).unwrap().resolve(Correspondences::embedded()).unwrap();
    /// let (plan, width) = (Plan::new(question, 1, 0..100_000), FixedWidth::new(0.02).unwrap());
    /// let found = UntilResult::play(&plan, width, Correspondences::embedded(), 1, |_, _| ());
    /// assert!(found.summary.readings < 5_000 && found.until.low < Some(found.until.share));
    /// ```
    pub fn play(
        plan: &Plan,
        width: FixedWidth,
        correspondences: &Correspondences,
        workers: impl Into<Workers>,
        mut progress: impl FnMut(u64, f64),
    ) -> UntilResult {
        let yes = |tally: &Tally| tally.answers(plan.criterion(), Verdict::Yes);
        let (start, end) = (plan.range.start, plan.range.end);
        let begun = Instant::now();
        let (mut tally, mut done, mut found) = (Tally::new(), start..start, None);
        let looks = chunks(start..end, FixedWidth::STEP);
        // The error ends the run.
        let _ = plan.run_chunks(
            workers,
            looks,
            |_| Tally::new(),
            |range, piece| {
                tally.merge(&piece);
                done.end = range.end;
                let (low, high) = width.interval(yes(&tally), tally.readings);
                progress(piece.readings, 0.5 * (high - low));
                found = width.is_met((low, high)).then_some((low, high));
                found.map_or(Ok(()), Err)
            },
        );
        let seconds = begun.elapsed().as_secs_f64();
        let summary = SimulationSummary::of(Provenance::of(plan, correspondences), done, &tally, seconds);
        let share = yes(&tally) as f64 / summary.readings.max(1) as f64;
        let (low, high) = found.unzip();
        let of = format!("{} by {}", Verdict::Yes, plan.criterion().words());
        let until = KnownWidth { of, half_width: width.half_width(), share, low, high };
        UntilResult { summary, until }
    }
}
