//! Whether the figures of simulations are as certain as they say: marks are rare where nothing differs, intervals cover.

use std::convert::Infallible;

use enochian::correspondences::{Correspondences, Criterion};
use enochian::input::Source;
use enochian::reading::{Question, QuestionDraft, Verdict};
use enochian::simulate::{ComparedOutcome, Plan, Provenance, ShareDifference, SimulationSummary, Tally, TogetherRun};
use enochian::stats::FixedWidth;
use enochian::stats::wilson;

/// The readings of each simulation that is compared.
const READINGS: u64 = 512;

/// By how much the samples are divided, which take too long whole for every commit.
fn divisor() -> usize {
    crate::sample::short_or_whole(8, 1)
}

/// Whether so many of a part of the sample are as near to what is expected as the bounds of the whole ask: a part has as much of
/// the expectation, and of the distance from it the square root.
fn is_within(count: usize, low: usize, expected: usize, high: usize) -> bool {
    let part = 1.0 / divisor() as f64;
    let bound = |bound: usize| expected as f64 * part + (bound as f64 - expected as f64) * part.sqrt();
    (bound(low)..=bound(high)).contains(&(count as f64))
}

fn brother() -> Question {
    let correspondences = Correspondences::embedded();
    let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
    QuestionDraft::read(&file, correspondences).unwrap().resolve(correspondences).unwrap()
}

/// A thousand pairs of simulations of one question, or a part of them, played out so that both answers are tested.
fn simulations() -> (Plan, Vec<Tally>) {
    let plan = Plan { play_out: true, ..Plan::new(brother(), 20_261_122, 0..2000 / divisor() as u64 * READINGS) };
    let mut tallies = Vec::new();
    let parts = enochian::simulate::chunks(plan.range.clone(), READINGS);
    let Ok(()) = plan.run_chunks(
        2,
        parts,
        |_| Tally::new(),
        |_, tally| {
            tallies.push(tally);
            Ok::<(), Infallible>(())
        },
    );
    (plan, tallies)
}

/// One run for both, since it takes the most time.
#[test]
fn marks_are_rare_where_nothing_differs_and_intervals_cover() {
    let (plan, tallies) = simulations();
    let mut all = Tally::new();
    tallies.iter().for_each(|tally| all.merge(tally));
    let summary = |(place, tally): (u64, &Tally)| {
        let range = place * READINGS..(place + 1) * READINGS;
        SimulationSummary::of(Provenance::of(&plan, Correspondences::embedded()), range, tally, 0.0)
    };
    let summaries: Vec<SimulationSummary> = (0..).zip(&tallies).map(summary).collect();

    // `compare`, a question against itself with other chance.
    let (mut marked, mut missed) = (0, 0);
    for pair in summaries.chunks(2) {
        let mut differences = ShareDifference::between([&pair[0], &pair[1]], None, &ComparedOutcome::ALL);
        assert_eq!(ShareDifference::correct(&mut differences), ComparedOutcome::ALL.len());
        marked += usize::from(differences.iter().any(ShareDifference::is_significant));
        let of_yes = differences[0].certainty.unwrap();
        missed += usize::from(of_yes.low > 0.0 || of_yes.high < 0.0);
    }
    let pairs = summaries.len() / 2;
    assert!(is_within(marked, 5, 35, 65), "{marked} of {pairs} comparisons are marked");
    assert!(is_within(missed, 30, 50, 70), "{missed} of {pairs} intervals of differences miss 0");

    // The share of each answer.
    for criterion in Criterion::ALL {
        for verdict in [Verdict::Yes, Verdict::No] {
            let truth = all.answers(criterion, verdict) as f64 / all.readings as f64;
            let covers = |tally: &&Tally| {
                let (low, high) = wilson(tally.answers(criterion, verdict), tally.readings);
                (low..=high).contains(&truth)
            };
            let covered = tallies.iter().filter(covers).count();
            let all = tallies.len();
            assert!(
                is_within(covered, 1870, 1900, 1930),
                "{verdict} by {criterion}: {covered} of {all} intervals cover"
            );
        }
    }

    // Runs of `--until 2`, one after another.
    let rule = FixedWidth::new(0.02).unwrap();
    let truth = all.answers(Criterion::Ptah, Verdict::Yes) as f64 / all.readings as f64;
    let (mut runs, mut covered, mut run) = (0, 0, Tally::new());
    for two in tallies.chunks(2) {
        two.iter().for_each(|tally| run.merge(tally));
        assert_eq!(run.readings % FixedWidth::STEP, 0);
        let (low, high) = rule.interval(run.answers(Criterion::Ptah, Verdict::Yes), run.readings);
        if rule.is_met((low, high)) {
            (runs, covered, run) = (runs + 1, covered + usize::from((low..=high).contains(&truth)), Tally::new());
        }
    }
    assert!(runs > 250 / divisor() && covered * 100 >= runs * 93, "{covered} of {runs} sequential intervals cover");
}

/// The paired interval covers a difference that is known from many more pairs, and is much narrower where the pairs are alike.
#[test]
fn paired_intervals_cover() {
    let here = Plan::new(brother(), 7, 0..0);
    let mut there = here.clone();
    there.question.ptah = "b5".parse().unwrap();
    let yes = ComparedOutcome::Answer(Criterion::Ptah, Verdict::Yes);
    let play = |range| {
        let plans = [Plan { range, ..here.clone() }, there.clone()];
        let run = TogetherRun::play(&plans, 0, 2, |_| ());
        let summary = |place: usize| {
            let provenance = Provenance::of(&plans[place], Correspondences::embedded());
            SimulationSummary::of(provenance, run.done.clone(), &run.tallies[place], 0.0)
        };
        let [one, other] = [summary(1), summary(0)];
        let paired = ShareDifference::between([&one, &other], Some(&run.pairs[1]), &[yes]).remove(0);
        (paired, ShareDifference::between([&one, &other], None, &[yes]).remove(0))
    };
    let parts = 400 / divisor();
    let truth = play(0..500 * parts as u64).0.value();
    let (mut covered, mut narrower) = (0, 0);
    for part in 0..parts as u64 {
        let (paired, separate) = play(part * 500..(part + 1) * 500);
        assert_eq!(paired.value(), separate.value());
        let (paired, separate) = (paired.certainty.unwrap(), separate.certainty.unwrap());
        covered += usize::from((paired.low..=paired.high).contains(&truth));
        narrower += usize::from(paired.high - paired.low < 0.6 * (separate.high - separate.low));
        assert!(paired.correlation.unwrap() > 0.5 && separate.correlation.is_none());
    }
    assert!(is_within(covered, 368, 381, 394), "{covered} of {parts} paired intervals cover");
    assert!(narrower * 400 > 390 * parts, "{narrower} of {parts} paired intervals are narrower");
}
