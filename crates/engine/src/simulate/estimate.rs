//! How long simulations will take.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::time::{Duration, Instant};

use super::{Plan, Tally, chunks};

/// Each kind of plan is tried for so long …
const EACH: Duration = Duration::from_millis(40);
/// … and no further kinds after so long.
const TOGETHER: Duration = Duration::from_secs(2);

/// Estimates how long plans take one after another on this many threads, by playing a little of them. Those that differ in
/// procedure, policies, limit or start are tried apart; of very many kinds only some are.
///
/// What is played for this has another seed, so nothing of the plans is seen.
///
/// ```
/// use enochian::correspondences::Correspondences;
/// use enochian::reading::QuestionDraft;
/// use enochian::simulate::{Plan, estimate};
/// use enochian::input::Source;
///
/// let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
/// let question = QuestionDraft::read(&file, Correspondences::embedded()).unwrap().resolve(Correspondences::embedded()).unwrap();
/// let plan = Plan::new(question, 1, 0..1_000_000_000);
/// assert!(estimate([&plan], 1).as_secs() > 10);
/// ```
#[must_use]
pub fn estimate<'p>(plans: impl IntoIterator<Item = &'p Plan>, threads: usize) -> Duration {
    let begun = Instant::now();
    let mut kinds = BTreeMap::<_, (&Plan, f64)>::new();
    for plan in plans {
        let policies = plan.players.each_ref().map(|player| player.name());
        let kind = (
            plan.procedure(),
            plan.ends_by(),
            policies,
            plan.limit,
            plan.from_position.is_some() || plan.from_state.is_some(),
        );
        kinds.entry(kind).or_insert((plan, 0.0)).1 += (plan.range.end - plan.range.start) as f64;
    }
    let (mut seconds, mut tried) = (0.0, 0.0);
    for (plan, readings) in kinds.values() {
        if begun.elapsed() < TOGETHER {
            seconds += readings * seconds_for_one(plan, threads);
            tried += readings;
        }
    }
    let all: f64 = kinds.values().map(|(_, readings)| readings).sum();
    Duration::try_from_secs_f64(seconds * all / f64::max(tried, 1.0)).unwrap_or(Duration::MAX)
}

/// The time for one reading, when many are played.
fn seconds_for_one(plan: &Plan, threads: usize) -> f64 {
    let plan = Plan { seed: !plan.seed, ..plan.clone() };
    let (threads, mut share) = (threads.max(1), 1);
    loop {
        let (begun, readings) = (Instant::now(), share * threads as u64);
        let Ok(()) =
            plan.run_chunks(threads, chunks(0..readings, share), |_| Tally::new(), |_, _| Ok::<_, Infallible>(()));
        let taken = begun.elapsed();
        // As many as are wanted take no longer than the play itself.
        if taken >= EACH || readings >= plan.range.end - plan.range.start || share >= 1 << 20 {
            return taken.as_secs_f64() / readings as f64;
        }
        share *= 4;
    }
}
