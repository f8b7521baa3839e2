//! What the same questions give by chance: simulated readings, against which the landings of a collection are tested.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::chess::{Angle, Army, Array, Board, Direction, Square};
use crate::correspondences::{Correspondences, Criterion};
use crate::reading::{DiceSource, Question, QuestionKind};
use crate::simulate::{Observer, Plan, ReadingRow, TurnRow, reading_seed};

use super::landings::{SquareProperty, SquareTrait};

/// The rows of all tallies of landings: elements, qualities, angles, signs and elements' own squares.
pub(super) const ROWS: usize = 28;

/// A number for each row.
type Rows = [f32; ROWS];

/// The readings that are simulated for a collection, shared among its questions.
pub(super) const SIMULATED: usize = 20_000;

/// The fewest readings that are simulated for a question.
pub(super) const FEWEST: usize = 128;

/// The collections that are drawn from them.
const COLLECTIONS: usize = 999;

/// The same collection has the same p-values every time.
pub(super) const SEED: u64 = 0x656e_6f63_6869_616e;

/// What chance needs to know of a reading to play its question.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CountedQuestion {
    board: u8,
    angle: u8,
    ptah: u8,
    array: u8,
    is_widdershins: bool,
    ruleset: String,
    procedure: String,
    dice: String,
    /// The turns after which it was stopped, or is so far; `None` at its end.
    stopped: Option<u16>,
}

impl CountedQuestion {
    /// The question of a reading. `stopped` is its number of turns, if the reading has not come to its end by the rules.
    #[must_use]
    pub fn of(question: &Question, stopped: Option<usize>) -> CountedQuestion {
        let array = Array::all().into_iter().position(|array| array == question.array).unwrap_or_default();
        CountedQuestion {
            board: question.board.index() as u8,
            angle: question.angle.index() as u8,
            ptah: question.ptah.index() as u8,
            array: array as u8,
            is_widdershins: question.direction == Direction::Widdershins,
            ruleset: question.ruleset.name.clone(),
            procedure: question.procedure.name.clone(),
            dice: question.dice.name.clone(),
            stopped: stopped.map(|turns| turns.try_into().unwrap_or(u16::MAX)),
        }
    }

    /// The criterion by which its procedure answers.
    pub(super) fn ends_by(&self, correspondences: &Correspondences) -> Criterion {
        correspondences.procedure(&self.procedure).map_or(Criterion::Ptah, |procedure| procedure.ends_by)
    }

    /// The querent's army.
    #[must_use]
    pub fn querent(&self) -> Option<Army> {
        Army::ALL.get(usize::from(self.angle)).copied()
    }

    /// Readings of it by chance, each as what is made of its turns; where it was stopped, those that come so far. `join` adds a
    /// reading to another, which happens where hardly any lasts so long.
    pub(super) fn simulated<T: Clone + Default + Send>(
        &self,
        seed: u64,
        readings: usize,
        correspondences: &Correspondences,
        of: impl Fn(Board, &[TurnRow]) -> T + Sync,
        join: impl Fn(&mut T, &T),
    ) -> Option<Vec<T>> {
        let plan = self.plan(seed, readings, correspondences)?;
        let of = |turns: &[TurnRow]| of(plan.question.board, turns);
        let simulated = simulate(&plan, &of);
        Some(match self.stopped {
            None => simulated.into_iter().map(|(_, made)| made).collect(),
            Some(turns) => as_long(simulated, u32::from(turns), join),
        })
    }

    /// The plan that plays it by chance; `None` if the correspondences do not have what it names.
    fn plan(&self, seed: u64, readings: usize, correspondences: &Correspondences) -> Option<Plan> {
        let board = *Board::ALL.get(usize::from(self.board))?;
        let ptah = Square::from_index(self.ptah.into())?;
        let question = Question {
            board,
            angle: *Angle::ALL.get(usize::from(self.angle))?,
            force: correspondences.square(board, ptah).force,
            ptah,
            array: *Array::all().get(usize::from(self.array))?,
            direction: if self.is_widdershins { Direction::Widdershins } else { Direction::Deosil },
            ruleset: correspondences.ruleset(&self.ruleset).ok()?.clone(),
            procedure: correspondences.procedure(&self.procedure).ok()?.clone(),
            dice: correspondences.dice_table(&self.dice).ok()?.clone(),
            text: String::new(),
            kind: QuestionKind::default(),
            querent: String::new(),
            category: None,
            source: None,
            known: None,
            supposed: None,
            asked: None,
            term: None,
            quiet: false,
        };
        let plan = Plan::new(question, seed, 0..readings as u64);
        Some(Plan { limit: self.stopped.unwrap_or(plan.limit), ..plan })
    }
}

/// The landings that the questions of a collection give by chance.
///
/// Readings of each question are simulated, with moves chosen at random. From these, whole collections are drawn, with a reading
/// for each of the real ones; so nothing is assumed of the turns of a reading, which depend on each other. A count is as far from
/// chance as its deviation from what as many landings would have, in standard deviations of the drawn collections.
///
/// Tests of several collections of the same questions can share it.
#[derive(Clone, Debug)]
pub struct LandingsByChance {
    /// Of each question the share of the landings that each row has.
    shares: BTreeMap<CountedQuestion, Rows>,
    /// The standard deviations by which the deviation of each row is divided.
    deviations: Rows,
    /// Of each row the drawn deviations, and of all rows together the largest of each collection; ascending.
    drawn: Vec<Vec<f32>>,
    largest: Vec<f32>,
}

/// How far the landings of one row are from chance.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowByChance {
    /// The landings that chance gives in as many.
    pub(super) expected: f64,
    /// The share of chance collections that deviate as much in this row.
    pub(super) p: f64,
    /// The share of chance collections that deviate as much in any row.
    pub(super) p_corrected: f64,
}

/// The simulated readings of one question.
struct Pool {
    /// How many readings of the collection ask it.
    asked: usize,
    share: Rows,
    /// Of each reading the deviations of its counts from the share.
    deviations: Vec<Rows>,
}

impl Pool {
    fn of(landed: &[[u16; ROWS]], asked: usize) -> Pool {
        // Each landing is in one row of each tally, and the elements come first.
        let all = |counts: &[u16; ROWS]| counts[..4].iter().map(|&count| u32::from(count)).sum::<u32>();
        let total = landed.iter().map(all).sum::<u32>().max(1) as f32;
        let in_row = |row: usize| landed.iter().map(|counts| u32::from(counts[row])).sum::<u32>() as f32;
        let share: Rows = std::array::from_fn(|row| in_row(row) / total);
        let deviation = |counts: &[u16; ROWS]| {
            let all = all(counts) as f32;
            std::array::from_fn(|row| f32::from(counts[row]) - all * share[row])
        };
        Pool { asked, share, deviations: landed.iter().map(deviation).collect() }
    }

    /// The variance of a row in one reading.
    fn variance(&self, row: usize) -> f32 {
        self.deviations.iter().map(|of| of[row] * of[row]).sum::<f32>() / self.deviations.len().max(1) as f32
    }
}

impl LandingsByChance {
    /// Simulates the readings of these questions.
    #[must_use]
    pub fn of<'q>(
        questions: impl IntoIterator<Item = &'q CountedQuestion>,
        correspondences: &Correspondences,
    ) -> LandingsByChance {
        let mut asked: BTreeMap<CountedQuestion, usize> = BTreeMap::new();
        for question in questions {
            *asked.entry(question.clone()).or_default() += 1;
        }
        let readings = asked.values().sum::<usize>().max(1);
        let pools: Vec<(CountedQuestion, Pool)> = (0..)
            .zip(asked)
            .filter_map(|(place, (question, asked))| {
                let simulated = (SIMULATED * asked / readings).max(FEWEST);
                let rows = Board::ALL.map(|board| rows_of_squares(board, correspondences));
                let counted = |board: Board, turns: &[TurnRow]| counted(turns, &rows[board.index()]);
                let join = |sum: &mut [u16; ROWS], more: &[u16; ROWS]| {
                    sum.iter_mut().zip(more).for_each(|(sum, count)| *sum = sum.saturating_add(*count));
                };
                let seed = reading_seed(SEED, place);
                let landed = question.simulated(seed, simulated, correspondences, counted, join)?;
                Some((question, Pool::of(&landed, asked)))
            })
            .collect();
        // The shares are those of a sample too, so what is tested deviates a little more than what is drawn.
        let variance = |row: usize, of_share: f32| {
            let of = |pool: &Pool| {
                let asked = pool.asked as f32;
                asked * pool.variance(row) * (1.0 + of_share * asked / pool.deviations.len().max(1) as f32)
            };
            pools.iter().map(|(_, pool)| of(pool)).sum::<f32>().sqrt()
        };
        let deviations = std::array::from_fn(|row| variance(row, 1.0));
        let (drawn, largest) = draw(&pools, &std::array::from_fn(|row| variance(row, 0.0)));
        let shares = pools.into_iter().map(|(question, pool)| (question, pool.share)).collect();
        LandingsByChance { shares, deviations, drawn, largest }
    }

    /// Tests the counts of a collection; `readings` are its questions, each with its number of landings.
    pub(super) fn test(&self, readings: &[(CountedQuestion, u32)], counts: &[u32]) -> Vec<RowByChance> {
        let of_row = |(row, &count): (usize, &u32)| {
            let share = |question| self.shares.get(question).map_or(0.0, |shares: &Rows| f64::from(shares[row]));
            let expected: f64 = readings.iter().map(|(question, all)| f64::from(*all) * share(question)).sum();
            let deviation = f64::from(self.deviations[row]);
            let distance = if deviation > 0.0 { ((f64::from(count) - expected) / deviation).abs() as f32 } else { 0.0 };
            RowByChance {
                expected,
                p: share_from(&self.drawn[row], distance),
                p_corrected: share_from(&self.largest, distance),
            }
        };
        counts.iter().enumerate().map(of_row).collect()
    }
}

/// The share of ascending distances that are at least this one, which counts as one of them.
fn share_from(drawn: &[f32], distance: f32) -> f64 {
    let as_far = drawn.len() - drawn.partition_point(|it| *it < distance);
    (as_far + 1) as f64 / (drawn.len() + 1) as f64
}

/// Draws collections of whole readings; returns the distances of each row, and the largest of each collection.
fn draw(pools: &[(CountedQuestion, Pool)], deviations: &Rows) -> (Vec<Vec<f32>>, Vec<f32>) {
    let mut chance = DiceSource::seeded(SEED);
    let (mut drawn, mut largest) = (vec![Vec::new(); ROWS], Vec::new());
    for _ in 0..COLLECTIONS {
        let mut sum: Rows = [0.0; ROWS];
        for (_, pool) in pools {
            for _ in 0..pool.asked {
                // A seeded source does not fail.
                let place = chance.draw().map_or(0, |draw| draw.choice(pool.deviations.len()));
                let reading = &pool.deviations[place];
                sum.iter_mut().zip(reading).for_each(|(sum, of)| *sum += of);
            }
        }
        let mut most: f32 = 0.0;
        for row in 0..ROWS {
            let distance = if deviations[row] > 0.0 { (sum[row] / deviations[row]).abs() } else { 0.0 };
            drawn[row].push(distance);
            most = most.max(distance);
        }
        largest.push(most);
    }
    drawn.iter_mut().chain([&mut largest]).for_each(|distances| distances.sort_by(f32::total_cmp));
    (drawn, largest)
}

/// The rows to which each square of a board belongs, in the order of the tallies: one of each property.
fn rows_of_squares(board: Board, correspondences: &Correspondences) -> [[u8; 4]; 64] {
    let traits: Vec<SquareTrait> = SquareProperty::ALL.into_iter().flat_map(SquareProperty::traits).collect();
    let mut rows = [[0; 4]; 64];
    for square in Square::all() {
        let here = correspondences.square(board, square);
        let held = traits.iter().enumerate().filter(|(_, of)| of.holds(here));
        rows[square.index()].iter_mut().zip(held).for_each(|(row, (place, _))| *row = place as u8);
    }
    rows
}

/// Of readings and their turns those that come to a number of turns, as those do that were stopped there.
fn as_long<T: Clone + Default>(simulated: Vec<(u32, T)>, turns: u32, join: impl Fn(&mut T, &T)) -> Vec<T> {
    let as_long: Vec<T> =
        simulated.iter().filter(|(length, _)| *length >= turns).map(|(_, made)| made.clone()).collect();
    if as_long.len() >= FEWEST / 4 {
        return as_long;
    }
    // Hardly any lasts so long: several together do.
    let (mut all, mut so_far, mut joined) = (Vec::new(), 0, T::default());
    for (length, made) in simulated {
        so_far += length;
        join(&mut joined, &made);
        if so_far >= turns {
            all.push(std::mem::take(&mut joined));
            so_far = 0;
        }
    }
    if all.is_empty() {
        all.push(joined);
    }
    all
}

/// The landings of a reading, by row.
fn counted(turns: &[TurnRow], rows: &[[u8; 4]; 64]) -> [u16; ROWS] {
    let mut squares = [0; 64];
    for turn in turns {
        if !turn.is_no_move() {
            squares[turn.to.index()] += 1;
        }
    }
    let mut counts = [0; ROWS];
    for (square, &landings) in squares.iter().enumerate() {
        if landings > 0 {
            for &row in &rows[square] {
                counts[usize::from(row)] += landings;
            }
        }
    }
    counts
}

/// The turns of each reading of a plan, and what is made of them.
fn simulate<T: Send>(plan: &Plan, of: &(impl Fn(&[TurnRow]) -> T + Sync)) -> Vec<(u32, T)> {
    struct Made<'o, T, F>(&'o F, Vec<(u32, T)>);

    impl<T: Send, F: Fn(&[TurnRow]) -> T + Sync> Observer for Made<'_, T, F> {
        const TURNS: bool = true;

        fn reading(&mut self, row: &ReadingRow, turns: &[TurnRow]) {
            self.1.push((row.length, (self.0)(turns)));
        }
    }

    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut all = Vec::new();
    let Ok(()) = plan.run(
        threads,
        || Made(of, Vec::new()),
        |_, mut chunk| {
            all.append(&mut chunk.1);
            Ok::<(), std::convert::Infallible>(())
        },
    );
    all
}
