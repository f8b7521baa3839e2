//! Two simulations, compared.

use serde::Serialize;

use super::{ComparedOutcome, PairedCounts, Provenance, ShareDifference, SimulationSummary};

/// Two simulations and their differences, as `enochian simulate compare --json` prints them.
///
/// ```
/// use enochian::{correspondences::Correspondences, reading::QuestionDraft, input::Source};
/// use enochian::simulate::{Plan, Provenance, SimulationComparison, SimulationSummary, Tally};
/// let correspondences = Correspondences::embedded();
/// let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
/// let question = QuestionDraft::read(&file, correspondences).unwrap().resolve(correspondences).unwrap();
/// let [one, other] = [0..200, 100..300].map(|range| {
///     let plan = Plan::new(question.clone(), 1, range.clone());
///     let mut tally = Tally::new();
///     let counted: Result<(), std::convert::Infallible> = plan.run(1, Tally::new, |_, part| Ok(tally.merge(&part)));
///     counted.unwrap();
///     SimulationSummary::of(Provenance::of(&plan, correspondences), range, &tally, 0.0)
/// });
/// let found = SimulationComparison::between(&one, &other, None);
/// assert_eq!((found.same_chance, found.paired), (100, false));
/// assert!(found.differences.iter().all(|one| !one.is_significant()));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SimulationComparison {
    /// The first.
    pub one: ComparedSimulation,
    /// The second.
    pub other: ComparedSimulation,
    /// Whether they were played with the same chance, to be compared reading by reading.
    pub paired: bool,
    /// The number of readings with the same seed and number in both, and so with the same random numbers.
    pub same_chance: u64,
    /// The differences, with intervals and p-values corrected for their number.
    pub differences: Vec<ShareDifference>,
    /// The number of differences that were tested.
    #[serde(skip)]
    pub tested: usize,
}

/// A simulation that is compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ComparedSimulation {
    /// What determines its readings.
    #[serde(flatten)]
    pub provenance: Provenance,
    /// The ranges of readings that were played.
    pub done: Vec<(u64, u64)>,
    /// Their number.
    pub readings: u64,
}

impl SimulationComparison {
    /// Compares two simulations; with pairs, reading by reading.
    #[must_use]
    pub fn between(
        one: &SimulationSummary,
        other: &SimulationSummary,
        pairs: Option<&PairedCounts>,
    ) -> SimulationComparison {
        let mut differences = ShareDifference::between([one, other], pairs, &ComparedOutcome::ALL);
        let tested = ShareDifference::correct(&mut differences);
        SimulationComparison {
            one: ComparedSimulation::of(one),
            other: ComparedSimulation::of(other),
            paired: pairs.is_some(),
            same_chance: same_chance(one, other),
            differences,
            tested,
        }
    }
}

impl ComparedSimulation {
    fn of(summary: &SimulationSummary) -> ComparedSimulation {
        let SimulationSummary { provenance, done, readings, .. } = summary;
        ComparedSimulation { provenance: provenance.clone(), done: done.clone(), readings: *readings }
    }
}

/// The number of readings with the same seed and number in both.
fn same_chance(one: &SimulationSummary, other: &SimulationSummary) -> u64 {
    if one.provenance.seed != other.provenance.seed {
        return 0;
    }
    let pairs = one.done.iter().flat_map(|one| other.done.iter().map(move |other| (one, other)));
    pairs.map(|(one, other)| one.1.min(other.1).saturating_sub(one.0.max(other.0))).sum()
}
