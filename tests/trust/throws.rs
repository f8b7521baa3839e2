//! The die: six million throws of each source, and the edges of every choice.
//!
//! Each source is asked four questions: whether the faces come equally often, whether the pairs and the triples of successive
//! throws do (chi-square), and whether a throw is followed by the same one as often as by chance (binomial), which is the
//! number of runs. All answers together are corrected by Holm's method.

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::reading::{DiceSource, Question, QuestionDraft, RandomDraw};
use enochian::simulate::{ArmyPlayer, Observer, Plan, ReadingRow, TurnRow, Weights, reading_seed};
use enochian::stats::significance;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::sample::short_or_whole;

/// The corrected p-value that a right program has. The system's throws are others each time: by chance it fails once in a million runs.
const LEVEL: f64 = 0.001;
const LEVEL_OF_SYSTEM: f64 = 1e-6;

#[test]
fn every_source_throws_evenly_and_throws_do_not_depend_on_those_before() {
    let times = short_or_whole(600_000, 6_000_000);
    let known: Vec<(String, f64)> = sources().iter().flat_map(|(name, throws)| answers(name, &throws(times))).collect();
    let by_system = answers("the system's randomness", &drawn(DiceSource::System, times));
    for (answers, level) in [(&known[..], LEVEL), (&by_system[..], LEVEL_OF_SYSTEM)] {
        let found: Vec<f64> = answers.iter().map(|(_, p)| *p).collect();
        for ((question, _), p) in answers.iter().zip(significance::holm(&found)) {
            assert!(p > level, "{question}: p = {p:.2e}, corrected for {} questions", answers.len());
        }
    }
    println!("{times} throws of each of {} sources", known.len() / 4 + 1);
}

/// A source with its name: it throws so many times. The faces are numbered from 0.
type Named = (String, Box<dyn Fn(usize) -> Vec<u8>>);

/// The sources that repeat themselves with the same seed.
fn sources() -> Vec<Named> {
    let mut sources: Vec<Named> = vec![
        ("the seeded die".into(), Box::new(|times| drawn(DiceSource::seeded(7), times))),
        ("the first throw of each seed".into(), Box::new(|times| first(times, |seed| seed))),
        ("the first throw of each reading".into(), Box::new(|times| first(times, |n| reading_seed(1, n)))),
    ];
    for table in Correspondences::embedded().dice_tables() {
        let plan = Plan::new(question(&table.name), 14, 0..u64::MAX);
        let mut slow = plan.clone();
        slow.players = slow.players.map(|_| ArmyPlayer::weighted(Weights::GREEDY));
        for (how, plan) in [("at random", plan), ("with a policy", slow)] {
            let name = format!("a simulation {how}, table {}", table.name);
            sources.push((name, Box::new(move |times| simulated(&plan, times))));
        }
    }
    sources
}

fn drawn(mut source: DiceSource, times: usize) -> Vec<u8> {
    (0..times).map(|_| face(source.draw().unwrap())).collect()
}

fn face(draw: RandomDraw) -> u8 {
    draw.throw().number() - 1
}

fn first(times: usize, seed: impl Fn(u64) -> u64) -> Vec<u8> {
    (0..times as u64).map(|number| face(DiceSource::seeded(seed(number)).draw().unwrap())).collect()
}

fn question(table: &str) -> Question {
    let text = format!("question = \"Do the dice fall evenly?\"\ncategory = \"brother\"\ndice = \"{table}\"\n");
    let correspondences = Correspondences::embedded();
    QuestionDraft::read(&Source::new("dice.toml", &text), correspondences).unwrap().resolve(correspondences).unwrap()
}

/// The throws of a simulation, reading by reading. Each reading ends by what was thrown before, so that the throws of all of
/// them in a row are as independent as those of one stream.
fn simulated(plan: &Plan, times: usize) -> Vec<u8> {
    struct Throws(Vec<u8>);
    impl Observer for Throws {
        const TURNS: bool = true;
        fn reading(&mut self, _: &ReadingRow, turns: &[TurnRow]) {
            self.0.extend(turns.iter().map(|turn| turn.throw - 1));
        }
    }
    let mut all = Vec::with_capacity(times);
    let enough = plan.run(
        1,
        || Throws(Vec::new()),
        |_, throws| {
            all.extend(throws.0);
            if all.len() < times { Ok(()) } else { Err(()) }
        },
    );
    assert_eq!(enough, Err(()), "a simulation has fewer throws than were asked for");
    all.truncate(times);
    all
}

/// The p-values of every question that is put to a source.
fn answers(name: &str, throws: &[u8]) -> [(String, f64); 4] {
    let p = |at_once: usize| {
        let mut counts = vec![0; 6usize.pow(at_once as u32)];
        for throws in throws.chunks_exact(at_once) {
            counts[throws.iter().fold(0, |place, &throw| 6 * place + usize::from(throw))] += 1;
        }
        significance::even(&counts).unwrap().p
    };
    let mut differences = [0; 6];
    throws.windows(2).for_each(|pair| differences[usize::from(6 + pair[1] - pair[0]) % 6] += 1);
    let runs = significance::even(&differences).unwrap().p;
    [
        (format!("{name}: the faces"), p(1)),
        (format!("{name}: the pairs"), p(2)),
        (format!("{name}: the triples"), p(3)),
        (format!("{name}: the difference to the one before"), runs),
    ]
}

/// The numbers of 64 bits are shared among throws and choices as equally as can be: each cell begins at the first number that is not
/// below its share, and so has at most one number more than any other.
#[test]
fn the_edges_between_throws_and_choices_are_where_they_belong() {
    for count in (1..=64).chain([100, 1000, 65_537]) {
        let of = |number: u64| {
            let draw = draw_of(number);
            u128::from(face(draw)) * count as u128 + draw.choice(count) as u128
        };
        let cells = 6 * count as u128;
        // Some cells of many.
        for cell in (0..cells).step_by((cells as usize).div_ceil(short_or_whole(400, 400_000))) {
            let begins = (cell << 64).div_ceil(cells) as u64;
            assert_eq!(of(begins), cell, "the number {begins:#x} among {count} choices");
            assert!(cell == 0 || of(begins - 1) == cell - 1, "the number before {begins:#x} among {count} choices");
        }
        assert_eq!(of(u64::MAX), cells - 1, "the last number among {count} choices");
    }
}

/// The draw of a generator whose state is such that it gives this number next.
fn draw_of(number: u64) -> RandomDraw {
    // xoshiro256++ gives rotl(s0 + s3, 23) + s0.
    let state = [0, 1, 0, number.rotate_right(23)].map(u64::to_le_bytes);
    let stream = Xoshiro256PlusPlus::from_seed(state.as_flattened().try_into().unwrap());
    DiceSource::Seeded(stream).draw().unwrap()
}
