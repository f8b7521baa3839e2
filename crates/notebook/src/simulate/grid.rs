//! A grid: many simulations with their differences, read as one table.

use std::time::{Duration, Instant};

use serde::{Serialize, Serializer};

use crate::correspondences::{Correspondences, Criterion};
use crate::reading::Verdict;
use crate::stats::{difference_within, mean_of, paired_difference_within, significance, wilson, z_of_all};

use super::{GridCell, GridFactor, Observer, Plan, Provenance, ReadingRow, SimulationSummary, Tally, TurnRow, Workers};

/// The cells of a grid as they were played, as `enochian simulate --json` prints several.
///
/// A cell is compared with the first of its question. Where all cells have the same seed and numbers of readings, they share their
/// chance and are compared reading by reading: shares of Yes by Bonett and Price, turns by the mean of their differences. Where each has
/// chance of its own, by Newcombe and Welch. All intervals of differences together hold with 95 % (Bonferroni).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Grid {
    /// The criterion of the answers: `ptah`, or `kings` if all cells end by that.
    pub by: &'static str,
    /// Whether readings of the same number have the same chance in all cells.
    pub shared_chance: bool,
    /// The number of readings that were wanted, of the cell that has the most.
    #[serde(skip)]
    pub wanted: u64,
    /// The number of intervals of differences that hold together.
    pub intervals: usize,
    /// The confidence of each of them: `1 - 0.05 / intervals`.
    pub confidence: f64,
    /// A row for each cell.
    pub rows: Vec<GridRow>,
    /// The means of the differences over all questions, each question as heavy as the others.
    pub means: Vec<GridMean>,
    /// The whole results of each cell.
    pub summaries: Vec<SimulationSummary>,
}

/// A cell of a grid. Shares, not percent.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GridRow {
    /// Its name.
    pub cell: String,
    /// The name of its question.
    pub question: String,
    /// Its levels.
    #[serde(flatten, serialize_with = "as_map")]
    pub levels: Vec<(GridFactor, String)>,
    /// The number of readings.
    pub readings: u64,
    /// Those with Yes.
    pub yes: u64,
    /// Their share.
    pub share: f64,
    /// The lower bound of its 95% interval, by Wilson.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
    /// The mean number of turns. A reading at the limit has not ended, and counts as the limit.
    pub turns: f64,
    /// The name of the cell with which it is compared.
    pub compared_with: Option<String>,
    /// How it differs from that.
    #[serde(flatten)]
    pub difference: Option<GridDifference>,
}

/// The mean of the differences of cells with the same levels.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GridMean {
    /// The levels.
    #[serde(flatten, serialize_with = "as_map")]
    pub levels: Vec<(GridFactor, String)>,
    /// The number of questions.
    pub questions: usize,
    /// The mean difference.
    #[serde(flatten)]
    pub difference: GridDifference,
}

/// A difference from another cell, or the mean of several.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GridDifference {
    /// The difference in the share of Yes.
    pub difference: f64,
    /// The lower bound of its interval.
    pub difference_low: f64,
    /// The upper bound.
    pub difference_high: f64,
    /// The difference in the mean number of turns.
    pub turns_difference: f64,
    /// The lower bound of its interval, of two readings or more.
    pub turns_low: Option<f64>,
    /// The upper bound.
    pub turns_high: Option<f64>,
    /// The pairs of readings in which only the one of this cell has Yes, if readings are compared in pairs.
    pub only_here: Option<u64>,
    /// The pairs in which only the other has Yes.
    pub only_there: Option<u64>,
    /// Whether no reading has another answer or another number of turns than its pair.
    pub same: bool,
}

/// Levels by the names of their factors.
fn as_map<S: Serializer>(levels: &[(GridFactor, String)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(levels.iter().map(|(factor, level)| (factor.name(), level)))
}

impl GridDifference {
    /// Whether the interval of the share does not hold 0.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        self.difference_low > 0.0 || self.difference_high < 0.0
    }

    /// Whether the interval of the turns does not hold 0.
    #[must_use]
    pub fn has_clear_turns(&self) -> bool {
        self.turns_low.is_some_and(|low| low > 0.0) || self.turns_high.is_some_and(|high| high < 0.0)
    }
}

impl Grid {
    /// The names of the questions.
    #[must_use]
    pub fn questions(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.rows.iter().map(|row| row.question.as_str()).collect();
        names.dedup();
        names
    }
}

/// Cells that are compared with others, each by its place and that of the other; several are averaged.
type Pairs = Vec<(usize, usize)>;

/// What the readings of a contrast add up to: of each reading, the sum of the differences of all pairs.
#[derive(Clone, Copy, Debug, Default)]
struct ContrastSums {
    yes: i64,
    yes_squares: u64,
    turns: i128,
    turns_squares: u128,
}

/// Counts the readings of a block, and keeps what is compared: of each reading its turns, and whether the answer is Yes.
struct KeptReadings {
    criterion: Criterion,
    limit: u32,
    tally: Tally,
    kept: Vec<(u32, bool)>,
}

impl Observer for KeptReadings {
    const TURNS: bool = false;

    fn reading(&mut self, row: &ReadingRow, _: &[TurnRow]) {
        self.tally.count(row);
        self.kept.push((row.length.min(self.limit), row.answer.by(self.criterion).verdict == Verdict::Yes));
    }
}

impl Grid {
    /// Plays cells, and compares them. `progress` hears of every reading of every cell. A run that is stopped ends with as many
    /// readings of all cells.
    ///
    /// ```
    /// use enochian::{correspondences::Correspondences, reading::QuestionDraft, input::Source};
    /// use enochian::simulate::{Grid, GridCells, Plan};
    /// let correspondences = Correspondences::embedded();
    /// let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
    /// let question = QuestionDraft::read(&file, correspondences).unwrap().resolve(correspondences).unwrap();
    /// let brother = vec![("brother".to_owned(), Plan::new(question, 1, 0..300))];
    /// let cells = GridCells::of(brother, &["ptah=a5,a6".parse().unwrap()], false, correspondences).unwrap().cells;
    /// let grid = Grid::play(&cells, correspondences, 1, |_| ());
    /// let found = grid.rows[1].difference.unwrap();
    /// assert!(found.difference_low < found.difference && found.difference < found.difference_high);
    /// ```
    #[must_use]
    pub fn play(
        cells: &[GridCell],
        correspondences: &Correspondences,
        workers: impl Into<Workers>,
        progress: impl FnMut(u64),
    ) -> Grid {
        let begun = Instant::now();
        let by_kings = cells.iter().all(|cell| cell.plan.criterion() == Criterion::Kings);
        let chance = |cell: &GridCell| (cell.plan.seed, cell.plan.range.clone());
        let mut run = GridRun {
            cells,
            criterion: if by_kings { Criterion::Kings } else { Criterion::Ptah },
            limit: cells.iter().map(|cell| cell.plan.limit).min().unwrap_or_default().into(),
            shared_chance: cells.iter().all(|cell| chance(cell) == chance(&cells[0])),
            contrasts: vec![],
            sums: vec![],
            tallies: vec![Tally::new(); cells.len()],
            readings: 0,
        };
        let alone = cells.iter().enumerate().filter_map(|(place, cell)| Some(vec![(place, cell.compared_with?)]));
        let means = over_questions(cells);
        run.contrasts = alone.chain(means.iter().map(|(_, pairs)| pairs.clone())).collect();
        run.sums = vec![ContrastSums::default(); run.contrasts.len()];
        run.play(&workers.into(), progress);
        run.finish(&means, begun.elapsed(), correspondences)
    }
}

/// The contrasts that are means over all questions, with the levels; none if the questions differ in their levels.
fn over_questions(cells: &[GridCell]) -> Vec<(Vec<(GridFactor, String)>, Pairs)> {
    let mut by_levels: Vec<(Vec<(GridFactor, String)>, Pairs)> = vec![];
    let compared = cells.iter().enumerate().filter(|(_, cell)| !cell.levels.is_empty());
    for (place, cell, with) in compared.filter_map(|(place, cell)| Some((place, cell, cell.compared_with?))) {
        match by_levels.iter_mut().find(|(levels, _)| *levels == cell.levels) {
            Some((_, pairs)) => pairs.push((place, with)),
            None => by_levels.push((cell.levels.clone(), vec![(place, with)])),
        }
    }
    let first = |pair: &(usize, usize)| &cells[pair.1].levels;
    let questions = cells.iter().filter(|cell| cell.compared_with.is_none()).count();
    let is_whole = |pairs: &Pairs| pairs.len() == questions && pairs.iter().all(|pair| first(pair) == first(&pairs[0]));
    if questions < 2 || !by_levels.iter().all(|(_, pairs)| is_whole(pairs)) { vec![] } else { by_levels }
}

/// A grid while it is played.
struct GridRun<'c> {
    cells: &'c [GridCell],
    criterion: Criterion,
    limit: u32,
    shared_chance: bool,
    contrasts: Vec<Pairs>,
    sums: Vec<ContrastSums>,
    tallies: Vec<Tally>,
    readings: u64,
}

impl GridRun<'_> {
    /// The readings of the first block, which is small so that a slow grid that is stopped keeps some.
    const FIRST_BLOCK: u64 = 128;

    /// What is kept of all cells at a time, in readings.
    const KEPT: u64 = 1 << 23;

    fn wanted(&self) -> u64 {
        self.cells.iter().map(|cell| cell.plan.range.end - cell.plan.range.start).max().unwrap_or(0)
    }

    /// Plays all cells block by block.
    fn play(&mut self, workers: &Workers, mut progress: impl FnMut(u64)) {
        let largest = (GridRun::KEPT / self.cells.len().max(1) as u64).clamp(1 << 10, 1 << 16);
        let mut size = GridRun::FIRST_BLOCK;
        while self.readings < self.wanted() {
            let begun = Instant::now();
            let end = self.wanted().min(self.readings + size);
            let block = |cell: &GridCell| self.block(&cell.plan, end, workers, &mut progress);
            let Some(played) = self.cells.iter().map(block).collect::<Option<Vec<_>>>() else { return };
            for (tally, block) in self.tallies.iter_mut().zip(&played) {
                tally.merge(&block.tally);
            }
            for (pairs, sums) in self.contrasts.iter().zip(&mut self.sums).filter(|_| self.shared_chance) {
                sums.add(pairs, &played);
            }
            self.readings = end;
            if begun.elapsed() < Duration::from_secs(1) {
                size = largest.min(2 * size);
            }
        }
    }

    /// Plays the readings of a plan up to a place; `None` if it was stopped.
    fn block(&self, plan: &Plan, end: u64, workers: &Workers, progress: &mut impl FnMut(u64)) -> Option<KeptReadings> {
        let place = |readings: u64| plan.range.start.saturating_add(readings).min(plan.range.end);
        let plan = Plan { range: place(self.readings)..place(end), ..plan.clone() };
        let empty = || KeptReadings { criterion: self.criterion, limit: self.limit, tally: Tally::new(), kept: vec![] };
        let mut all = empty();
        let Ok(()) = plan.run(workers.clone(), empty, |_, piece| {
            progress(piece.tally.readings);
            all.tally.merge(&piece.tally);
            all.kept.extend(piece.kept);
            Ok::<(), std::convert::Infallible>(())
        });
        (all.tally.readings == plan.range.end - plan.range.start).then_some(all)
    }

    fn finish(
        self,
        means: &[(Vec<(GridFactor, String)>, Pairs)],
        time: Duration,
        correspondences: &Correspondences,
    ) -> Grid {
        // Each contrast has an interval of its share and one of its turns.
        let intervals = 2 * self.contrasts.len();
        let z = z_of_all(intervals);
        let mut differences = (0..self.contrasts.len()).map(|contrast| self.difference(contrast, z));
        let seconds = time.as_secs_f64() / self.cells.len().max(1) as f64;
        let rows = self.cells.iter().zip(&self.tallies).map(|(cell, tally)| {
            let (yes, readings) = (tally.answers(self.criterion, Verdict::Yes), tally.readings);
            let (low, high) = wilson(yes, readings);
            GridRow {
                cell: cell.name.clone(),
                question: cell.question.clone(),
                levels: cell.levels.clone(),
                readings,
                yes,
                share: yes as f64 / readings.max(1) as f64,
                low,
                high,
                turns: self.turns(tally).0,
                compared_with: cell.compared_with.map(|place| self.cells[place].name.clone()),
                difference: cell.compared_with.and_then(|_| differences.next()),
            }
        });
        let rows = rows.collect();
        let means = means.iter().zip(differences).map(|((levels, pairs), difference)| GridMean {
            levels: levels.clone(),
            questions: pairs.len(),
            difference,
        });
        let means = means.collect();
        let summaries = self.cells.iter().zip(&self.tallies).map(|(cell, tally)| {
            let start = cell.plan.range.start;
            let provenance = Provenance::of(&cell.plan, correspondences);
            SimulationSummary::of(provenance, start..start + tally.readings, tally, seconds)
        });
        Grid {
            by: if self.criterion == Criterion::Kings { "kings" } else { "ptah" },
            shared_chance: self.shared_chance,
            wanted: self.wanted(),
            intervals,
            confidence: 1.0 - significance::LEVEL / intervals.max(1) as f64,
            rows,
            means,
            summaries: summaries.collect(),
        }
    }

    /// The mean number of turns, and the square of its standard error.
    fn turns(&self, tally: &Tally) -> (f64, Option<f64>) {
        let turns = || (0_u32..).zip(&tally.lengths).map(|(turns, count)| (turns.min(self.limit), *count));
        let sum = turns().map(|(turns, count)| i128::from(turns) * i128::from(count)).sum();
        let squares = turns().map(|(turns, count)| u128::from(turns).pow(2) * u128::from(count)).sum();
        mean_of(sum, squares, tally.readings)
    }

    fn difference(&self, contrast: usize, z: f64) -> GridDifference {
        if self.shared_chance { self.paired(contrast, z) } else { self.unpaired(&self.contrasts[contrast], z) }
    }

    fn paired(&self, contrast: usize, z: f64) -> GridDifference {
        let (ContrastSums { yes, yes_squares, turns, turns_squares }, n) = (self.sums[contrast], self.readings);
        let pairs = self.contrasts[contrast].len();
        let (low, high) = paired_difference_within(yes, yes_squares, pairs as u64, n, z);
        let (mean, square) = mean_of(turns, turns_squares, n);
        let (mean, margin) = (mean / pairs as f64, square.map(|square| z * square.sqrt() / pairs as f64));
        // Of one pair, each difference is 1, 0 or -1.
        let only = |sign: i64| (pairs == 1).then(|| (yes_squares as i64 + sign * yes) as u64 / 2);
        GridDifference {
            difference: yes as f64 / (pairs as f64 * n.max(1) as f64),
            difference_low: low,
            difference_high: high,
            turns_difference: mean,
            turns_low: margin.map(|margin| mean - margin),
            turns_high: margin.map(|margin| mean + margin),
            only_here: only(1),
            only_there: only(-1),
            same: n > 0 && yes_squares == 0 && turns_squares == 0,
        }
    }

    /// Newcombe's interval and Welch's; of a mean, the squares of their distances from the value are added.
    fn unpaired(&self, pairs: &Pairs, z: f64) -> GridDifference {
        let (mut value, mut below, mut above) = (0.0, 0.0, 0.0);
        let (mut turns, mut square) = (0.0, Some(0.0));
        for (here, there) in pairs {
            let [one, other] = [here, there].map(|place| &self.tallies[*place]);
            let [x, y] = [one, other].map(|tally| (tally.answers(self.criterion, Verdict::Yes), tally.readings));
            let difference = x.0 as f64 / x.1.max(1) as f64 - y.0 as f64 / y.1.max(1) as f64;
            let (low, high) = difference_within(x, y, z);
            value += difference;
            below += (difference - low).powi(2);
            above += (high - difference).powi(2);
            let [(one, first), (other, second)] = [one, other].map(|tally| self.turns(tally));
            turns += one - other;
            square = square.zip(first).zip(second).map(|((all, first), second)| all + first + second);
        }
        let of = pairs.len() as f64;
        let margin = square.map(|square| z * f64::sqrt(square) / of);
        GridDifference {
            difference: value / of,
            difference_low: (value - below.sqrt()) / of,
            difference_high: (value + above.sqrt()) / of,
            turns_difference: turns / of,
            turns_low: margin.map(|margin| turns / of - margin),
            turns_high: margin.map(|margin| turns / of + margin),
            only_here: None,
            only_there: None,
            same: false,
        }
    }
}

impl ContrastSums {
    /// Adds the readings of a block of each cell.
    fn add(&mut self, pairs: &Pairs, played: &[KeptReadings]) {
        let readings = played.first().map_or(0, |block| block.kept.len());
        for number in 0..readings {
            let (mut yes, mut turns) = (0_i64, 0_i64);
            for (here, there) in pairs {
                let (one, other) = (played[*here].kept[number], played[*there].kept[number]);
                yes += i64::from(one.1) - i64::from(other.1);
                turns += i64::from(one.0) - i64::from(other.0);
            }
            self.yes += yes;
            self.yes_squares += yes.unsigned_abs().pow(2);
            self.turns += i128::from(turns);
            self.turns_squares += u128::from(turns.unsigned_abs()).pow(2);
        }
    }
}
