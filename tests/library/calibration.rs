//! Whether the figures of simulations are as certain as they say: marks are rare where nothing differs, intervals cover.

use std::convert::Infallible;

use enochian::correspondences::{Correspondences, Criterion};
use enochian::input::Source;
use enochian::reading::{Question, QuestionDraft, Verdict};
use enochian::simulate::{Grid, GridAxis, GridCells, Plan, Tally};
use enochian::stats::{FixedWidth, difference, difference_within, wilson, z_of_all};

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

/// Two thousand simulations of one question, or a part of them, played out so that both answers are tested.
fn simulations() -> Vec<Tally> {
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
    tallies
}

fn yes(tally: &Tally) -> (u64, u64) {
    (tally.answers(Criterion::Ptah, Verdict::Yes), tally.readings)
}

/// One run for all, since it takes the most time.
#[test]
fn intervals_cover() {
    let tallies = simulations();
    let mut all = Tally::new();
    tallies.iter().for_each(|tally| all.merge(tally));

    // A question against itself with other chance.
    let misses = |pair: &&[Tally]| {
        let (low, high) = difference(yes(&pair[0]), yes(&pair[1]));
        low > 0.0 || high < 0.0
    };
    let (pairs, missed) = (tallies.len() / 2, tallies.chunks(2).filter(misses).count());
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
    let truth = yes(&all).0 as f64 / all.readings as f64;
    let (mut runs, mut covered, mut run) = (0, 0, Tally::new());
    for two in tallies.chunks(2) {
        two.iter().for_each(|tally| run.merge(tally));
        assert_eq!(run.readings % FixedWidth::STEP, 0);
        let (low, high) = rule.interval(yes(&run).0, run.readings);
        if rule.is_met((low, high)) {
            (runs, covered, run) = (runs + 1, covered + usize::from((low..=high).contains(&truth)), Tally::new());
        }
    }
    assert!(runs > 250 / divisor() && covered * 100 >= runs * 93, "{covered} of {runs} sequential intervals cover");
}

fn grid(questions: Vec<(String, Plan)>, axes: &[&str], own_chance: bool) -> Grid {
    let axes: Vec<GridAxis> = axes.iter().map(|axis| axis.parse().unwrap()).collect();
    let cells = GridCells::of(questions, &axes, own_chance, Correspondences::embedded()).unwrap().cells;
    Grid::play(&cells, Correspondences::embedded(), 2, |_| ())
}

/// A question against itself with other chance, three times: at most one grid in twenty has a mark.
#[test]
fn marks_are_rare_where_nothing_differs() {
    let grids = 1000 / divisor() as u64;
    let marked = (0..grids).filter(|place| {
        let named = |name: &str| (name.to_owned(), Plan::new(brother(), 5, place * 600..place * 600 + 200));
        let found = grid(["first", "second", "third"].map(named).to_vec(), &[], true);
        let differences = found.rows.iter().filter_map(|row| row.difference);
        differences.into_iter().any(|it| it.is_clear() || it.has_clear_turns())
    });
    let marked = marked.count();
    assert!(is_within(marked, 10, 45, 75), "{marked} of {grids} grids are marked");
}

/// The paired intervals cover a difference that is known from many more pairs, and are much narrower where the pairs are alike. Each of
/// the two holds with 97.5 %, so that both do with 95 %.
#[test]
fn paired_intervals_cover() {
    let play = |range| {
        let plan = Plan { range, ..Plan::new(brother(), 7, 0..0) };
        let found = grid(vec![("brother".to_owned(), plan)], &["ptah=a5,b5"], false);
        assert_eq!((found.intervals, found.confidence), (2, 0.975));
        found
    };
    let parts = 400 / divisor();
    let truth = play(0..500 * parts as u64).rows[1].difference.unwrap();
    let (mut covered, mut covered_turns, mut narrower) = (0, 0, 0);
    for part in 0..parts as u64 {
        let found = play(part * 500..(part + 1) * 500);
        let paired = found.rows[1].difference.unwrap();
        let [one, other] = [1, 0].map(|place: usize| (found.rows[place].yes, found.rows[place].readings));
        let (low, high) = difference_within(one, other, z_of_all(2));
        covered += usize::from((paired.difference_low..=paired.difference_high).contains(&truth.difference));
        let turns = paired.turns_low.unwrap()..=paired.turns_high.unwrap();
        covered_turns += usize::from(turns.contains(&truth.turns_difference));
        narrower += usize::from(paired.difference_high - paired.difference_low < 0.6 * (high - low));
    }
    assert!(is_within(covered, 379, 390, 400), "{covered} of {parts} paired intervals cover");
    assert!(is_within(covered_turns, 374, 388, 400), "{covered_turns} of {parts} paired intervals of turns cover");
    assert!(narrower * 400 > 390 * parts, "{narrower} of {parts} paired intervals are narrower");
}
