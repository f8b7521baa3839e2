//! Two simulations, compared.

use serde::Serialize;

use crate::stats::{Z_95, significance};

use super::{ComparedOutcome, PairedCounts, Provenance, ShareDifference, SimulationSummary};

/// Two simulations and their differences, as Python compares them.
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
    /// The difference in the mean number of turns.
    pub turns: TurnsDifference,
    /// The number of differences in shares that were tested.
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
            turns: TurnsDifference::between(one, other, pairs.is_some()),
            tested,
        }
    }
}

/// How the mean numbers of turns to the end differ, the first minus the second. A reading at the limit has not ended: it counts as the
/// limit, the lower of the two, so these are means restricted to as many turns.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct TurnsDifference {
    /// What is compared, with the limit.
    pub of: String,
    /// The mean of the first.
    pub one: f64,
    /// The mean of the second.
    pub other: f64,
    /// Their difference.
    pub difference: f64,
    /// The lower bound of its 95% interval (of a normal distribution, with Welch's variance); none where readings have the same chance,
    /// since a summary does not say how their lengths go together.
    pub low: Option<f64>,
    /// The upper bound.
    pub high: Option<f64>,
    /// The p-value, by itself.
    pub p: Option<f64>,
}

impl TurnsDifference {
    fn between(one: &SimulationSummary, other: &SimulationSummary, paired: bool) -> TurnsDifference {
        let limit = one.provenance.limit.min(other.provenance.limit);
        let [(one_mean, one_square), (other_mean, other_square)] = [one, other].map(|it| mean_turns(it, limit));
        let (difference, spread) = (one_mean - other_mean, (one_square + other_square).sqrt());
        let is_known = !paired && spread > 0.0;
        TurnsDifference {
            of: format!("turns, at most {limit}"),
            one: one_mean,
            other: other_mean,
            difference,
            low: is_known.then_some(difference - Z_95 * spread),
            high: is_known.then_some(difference + Z_95 * spread),
            p: is_known.then(|| significance::two_sided(difference.abs() / spread)),
        }
    }
}

/// The mean number of turns up to a limit, and the square of its standard error.
fn mean_turns(summary: &SimulationSummary, limit: u16) -> (f64, f64) {
    let n = summary.readings.max(1) as f64;
    let turns = || summary.lengths.iter().map(|(turns, count)| (f64::from((*turns).min(limit.into())), *count as f64));
    let mean = turns().map(|(turns, count)| turns * count).sum::<f64>() / n;
    let squares = turns().map(|(turns, count)| (turns - mean).powi(2) * count).sum::<f64>();
    (mean, squares / (n - 1.0).max(1.0) / n)
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
