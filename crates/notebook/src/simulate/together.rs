//! Simulations that share their chance: readings of the same number have the same random numbers, so that they can be compared
//! one by one.

use std::ops::Range;

use super::outcomes::OutcomeSet;
use super::{ComparedOutcome, Observer, Plan, ReadingRow, Tally, TurnRow, Workers, chunks};

/// The number of readings whose outcomes are kept at a time.
const BLOCK: u64 = 1 << 14;

/// Simulations played with the same chance, and how they differ from one of them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TogetherRun {
    /// The numbers of the readings that all have played; fewer than wanted if the run was stopped.
    pub done: Range<u64>,
    /// The counts of each, in the order of the plans.
    pub tallies: Vec<Tally>,
    /// The differences of each from the reference, which differs in nothing from itself.
    pub pairs: Vec<PairedCounts>,
}

/// Readings of a simulation that differ from those of the same number of another, by [`ComparedOutcome::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PairedCounts {
    /// The number of pairs.
    pub readings: u64,
    /// The pairs in which only the first reading has the outcome.
    pub only_first: [u64; ComparedOutcome::ALL.len()],
    /// The pairs in which only the second has it.
    pub only_second: [u64; ComparedOutcome::ALL.len()],
}

impl PairedCounts {
    /// The pairs in which only the first reading has an outcome, and those in which only the second has it.
    #[must_use]
    pub fn only(&self, outcome: ComparedOutcome) -> (u64, u64) {
        let place = ComparedOutcome::ALL.iter().position(|one| *one == outcome);
        place.map_or((0, 0), |place| (self.only_first[place], self.only_second[place]))
    }

    fn add(&mut self, first: &[OutcomeSet], second: &[OutcomeSet]) {
        self.readings += first.len() as u64;
        for (one, other) in first.iter().zip(second) {
            for place in 0..ComparedOutcome::ALL.len() {
                self.only_first[place] += u64::from(one.has_only(place, *other));
                self.only_second[place] += u64::from(other.has_only(place, *one));
            }
        }
    }
}

/// Keeps the outcomes of all readings beside their counts.
struct KeptOutcomes<'p> {
    plan: &'p Plan,
    tally: Tally,
    outcomes: Vec<OutcomeSet>,
}

impl Observer for KeptOutcomes<'_> {
    const TURNS: bool = false;

    fn reading(&mut self, row: &ReadingRow, _: &[TurnRow]) {
        self.tally.count(row);
        self.outcomes.push(OutcomeSet::of(row, &self.plan.question));
    }
}

impl TogetherRun {
    /// Plays the same readings of several plans, those of the range of the `reference`, and compares them with it. `progress`
    /// hears of every reading of every plan.
    ///
    /// All plans are to have the seed of the reference; each is played with it. A run that is stopped ends with the same
    /// readings of all plans.
    ///
    /// ```
    /// use enochian::{correspondences::Correspondences, reading::QuestionDraft, input::Source};
    /// use enochian::simulate::{ComparedOutcome, Plan, TogetherRun};
    /// let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
    /// let question = QuestionDraft::read(&file, Correspondences::embedded()).unwrap().resolve(Correspondences::embedded()).unwrap();
    /// let here = Plan::new(question, 1, 0..100);
    /// let mut there = here.clone();
    /// there.question.ptah = "a6".parse().unwrap();
    /// let run = TogetherRun::play(&[here, there], 0, 1, |_| ());
    /// let differ = run.pairs[1].only_first[0] + run.pairs[1].only_second[0];
    /// assert!(run.done == (0..100) && differ < 30, "{} in {differ} readings", ComparedOutcome::ALL[0]);
    /// ```
    pub fn play(
        plans: &[Plan],
        reference: usize,
        workers: impl Into<Workers>,
        mut progress: impl FnMut(u64),
    ) -> TogetherRun {
        let workers = workers.into();
        let Plan { seed, range, .. } = &plans[reference];
        let mut run = TogetherRun {
            done: range.start..range.start,
            tallies: vec![Tally::new(); plans.len()],
            pairs: vec![PairedCounts::default(); plans.len()],
        };
        for block in chunks(range.clone(), BLOCK) {
            let mut play = |plan: &Plan| {
                kept(&Plan { seed: *seed, range: block.clone(), ..plan.clone() }, &workers, &mut progress)
            };
            let Some(played) = plans.iter().map(&mut play).collect::<Option<Vec<_>>>() else { break };
            for (place, (tally, outcomes)) in played.iter().enumerate() {
                run.tallies[place].merge(tally);
                run.pairs[place].add(outcomes, &played[reference].1);
            }
            run.done.end = block.end;
        }
        run
    }
}

/// Plays a plan and keeps the outcomes; `None` if it was stopped.
fn kept(plan: &Plan, workers: &Workers, progress: &mut impl FnMut(u64)) -> Option<(Tally, Vec<OutcomeSet>)> {
    let (mut tally, mut outcomes) = (Tally::new(), Vec::new());
    let observe = || KeptOutcomes { plan, tally: Tally::new(), outcomes: Vec::new() };
    let Ok(()) = plan.run(workers.clone(), observe, |_, piece| {
        progress(piece.tally.readings);
        tally.merge(&piece.tally);
        outcomes.extend(piece.outcomes);
        Ok::<(), std::convert::Infallible>(())
    });
    (tally.readings == plan.range.end - plan.range.start).then_some((tally, outcomes))
}
