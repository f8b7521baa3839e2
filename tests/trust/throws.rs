//! The die: six million throws of each source, and the edges of every choice.
//!
//! Each source is asked four questions: whether the faces come equally often, whether the pairs and the triples of successive
//! throws do (chi-square), and whether a throw is followed by the same one as often as by chance (binomial), which is the
//! number of runs. All answers together are corrected by Holm's method, so that a right program fails once in a thousand runs
//! at most; with fixed seeds it either fails always or never.

use std::thread;

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::reading::{DiceSource, Question, QuestionDraft, RandomDraw};
use enochian::simulate::{ArmyPlayer, Observer, Plan, ReadingRow, TurnRow, Weights, reading_seed};
use enochian::stats::significance;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::figure::{Figure, Run};

pub(crate) const FIGURE: Figure =
    Figure { number: 14, name: "throws", protections: &["sixty-four-bits", "fresh-numbers"], measure };

/// The corrected p-value that a right program has.
const LEVEL: f64 = 0.001;

fn measure(run: &Run) -> String {
    let times = run.times(600_000, 600_000, 6_000_000) as usize;
    let sources = sources(run);
    let mut asked = 0;
    let mut least: f64 = 1.0;
    let mut repeated = "";
    let mut known = choices(run, times);
    known.extend(of_all(&sources, times));
    for (question, p) in corrected(&known) {
        assert!(p > LEVEL, "{question}: p = {p:.2e}, corrected for {} questions", known.len());
        least = least.min(p);
        asked += 1;
    }
    let mut by_system =
        of_all(&[("the system's randomness".into(), Box::new(|times| drawn(DiceSource::System, times)))], times);
    if corrected(&by_system).any(|(_, p)| p <= LEVEL) {
        let again: Vec<Named> =
            vec![("the system's randomness again".into(), Box::new(|times| drawn(DiceSource::System, times)))];
        by_system = of_all(&again, 10 * times);
        repeated = " (repeated with ten times the throws)";
    }
    for (question, p) in corrected(&by_system) {
        assert!(p > LEVEL, "{question}: p = {p:.2e}, corrected for {} questions", by_system.len());
        asked += 1;
    }
    let edges = edges(run);
    format!(
        "{times} throws of each of {} sources{repeated}, {asked} tests, least corrected p {least:.3}; {edges} edges \
         between throws and choices where they belong",
        sources.len() + 1
    )
}

/// A source with its name: it throws so many times. The faces are numbered from 0.
type Named<'s> = (String, Box<dyn Fn(usize) -> Vec<u8> + Sync + 's>);

/// The sources that repeat themselves with the same seed.
fn sources(run: &Run) -> Vec<Named<'_>> {
    let of = |name: &str, throws: Box<dyn Fn(usize) -> Vec<u8> + Sync>| -> Named<'_> { (name.to_owned(), throws) };
    let mut sources = vec![
        of("the seeded die", seeded(run)),
        of("the first throw of each seed", Box::new(|times| first(times, |seed| seed))),
        of("the first throw of each reading of a simulation", Box::new(|times| first(times, |n| reading_seed(1, n)))),
    ];
    let correspondences = Correspondences::embedded();
    for table in correspondences.dice_tables() {
        let plan = Plan::new(question(&table.name), 14, 0..u64::MAX);
        let mut slow = plan.clone();
        slow.players = slow.players.map(|_| ArmyPlayer::weighted(Weights::GREEDY));
        sources
            .push(of(&format!("a simulation, table {}", table.name), Box::new(move |times| simulated(&plan, times))));
        sources.push(of(
            &format!("a simulation with a policy, table {}", table.name),
            Box::new(move |times| simulated(&slow, times)),
        ));
    }
    sources
}

/// The seeded die, or one that lacks something.
fn seeded(run: &Run) -> Box<dyn Fn(usize) -> Vec<u8> + Sync> {
    if run.is_without("sixty-four-bits") {
        return Box::new(|times| {
            let mut stream = Xoshiro256PlusPlus::seed_from_u64(7);
            (0..times).map(|_| stream.next_u64() as u8 % 6).collect()
        });
    }
    if run.is_without("fresh-numbers") {
        return Box::new(|times| {
            let mut throws = drawn(DiceSource::seeded(7), times);
            (50..times).step_by(50).for_each(|at| throws[at] = throws[at - 1]);
            throws
        });
    }
    Box::new(|times| drawn(DiceSource::seeded(7), times))
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

/// The p-values of every question that is put to each source.
fn of_all(sources: &[Named<'_>], times: usize) -> Vec<(String, f64)> {
    let ask = |part: &[Named<'_>]| -> Vec<(String, f64)> {
        part.iter().flat_map(|(name, throws)| answers(name, &throws(times))).collect()
    };
    let (here, there) = sources.split_at(sources.len() / 2);
    thread::scope(|scope| {
        let there = scope.spawn(|| ask(there));
        let mut all = ask(here);
        all.extend(there.join().unwrap());
        all
    })
}

fn answers(name: &str, throws: &[u8]) -> [(String, f64); 4] {
    let p = |at_once: usize| {
        let mut counts = vec![0; 6usize.pow(at_once as u32)];
        for throws in throws.chunks_exact(at_once) {
            counts[throws.iter().fold(0, |place, &throw| 6 * place + usize::from(throw))] += 1;
        }
        significance::even(&counts).unwrap().p
    };
    let repeated = throws.windows(2).filter(|pair| pair[0] == pair[1]).count();
    let runs = significance::binomial(repeated as u32, throws.len() as u32 - 1, 1.0 / 6.0);
    [
        (format!("{name}: the faces"), p(1)),
        (format!("{name}: the pairs"), p(2)),
        (format!("{name}: the triples"), p(3)),
        (format!("{name}: throws like the one before"), runs),
    ]
}

/// The p-values of the choice among 2 to 64 moves together with the throw that is made by the same number.
fn choices(run: &Run, times: usize) -> Vec<(String, f64)> {
    const COUNTS: std::ops::RangeInclusive<usize> = 2..=64;
    let mut source = DiceSource::seeded(64);
    // Each count gets as many throws as its cells need.
    let each = run.times(20, 20, 200) as usize;
    COUNTS
        .map(|count| {
            let mut cells = vec![0; 6 * count];
            for _ in 0..(each * cells.len()).max(times / COUNTS.count()) {
                let draw = source.draw().unwrap();
                cells[usize::from(face(draw)) * count + draw.choice(count)] += 1;
            }
            (format!("the throw and the choice among {count}"), significance::even(&cells).unwrap().p)
        })
        .collect()
}

/// The p-values corrected by Holm's method.
fn corrected(answers: &[(String, f64)]) -> impl Iterator<Item = (&str, f64)> {
    let found: Vec<f64> = answers.iter().map(|(_, p)| *p).collect();
    answers.iter().map(|(question, _)| question.as_str()).zip(significance::holm(&found))
}

/// Whether the numbers of 64 bits are shared among throws and choices as equally as can be: each cell begins at the first
/// number that is not below its share, and so has at most one number more than any other. Returns how many edges were tried.
fn edges(run: &Run) -> u64 {
    let mut tried = 0;
    for count in (1..=64).chain([100, 1000, 65_537]) {
        let cells = 6 * count as u128;
        // Some cells of many.
        for cell in (0..cells).step_by((cells as usize).div_ceil(run.times(400, 400, 400_000) as usize)) {
            let begins = (cell << 64).div_ceil(cells) as u64;
            let of = |number: u64| {
                let draw = draw_of(number);
                u128::from(face(draw)) * count as u128 + draw.choice(count) as u128
            };
            assert_eq!(of(begins), cell, "the number {begins:#x} among {count} choices");
            if cell > 0 {
                assert_eq!(of(begins - 1), cell - 1, "the number {:#x} among {count} choices", begins - 1);
            }
            tried += 1;
        }
        let last = draw_of(u64::MAX);
        assert_eq!((face(last), last.choice(count)), (5, count - 1), "the last number among {count} choices");
    }
    tried
}

/// The draw of a generator whose state is such that it gives this number next.
fn draw_of(number: u64) -> RandomDraw {
    // xoshiro256++ gives rotl(s0 + s3, 23) + s0.
    let state = [0, 1, 0, number.rotate_right(23)].map(u64::to_le_bytes);
    let stream = Xoshiro256PlusPlus::from_seed(state.as_flattened().try_into().unwrap());
    DiceSource::Seeded(stream).draw().unwrap()
}
