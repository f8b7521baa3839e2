//! Readings of the same questions by chance.

use crate::chess::{Angle, Army, Array, Board, Direction, Square};
use crate::correspondences::{Correspondences, Criterion};
use crate::reading::{Question, QuestionKind};
use crate::simulate::{Observer, Plan, ReadingRow, TurnRow};

/// What chance needs to know of a reading to play its question.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CountedQuestion {
    board: Board,
    angle: Angle,
    ptah: Square,
    array: Array,
    direction: Direction,
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
        CountedQuestion {
            board: question.board,
            angle: question.angle,
            ptah: question.ptah,
            array: question.array,
            direction: question.direction,
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
    pub fn querent(&self) -> Army {
        Army::of(self.angle.element())
    }

    /// What came up in readings of it by chance, as bits that `of` finds in the turns of each; where it was stopped, in those that
    /// come so far. `None` if the correspondences do not have what it names.
    pub(super) fn simulated(
        &self,
        seed: u64,
        readings: usize,
        correspondences: &Correspondences,
        of: impl Fn(Board, &[TurnRow]) -> u64 + Sync,
    ) -> Option<Vec<u64>> {
        let plan = self.plan(seed, readings, correspondences)?;
        let simulated = simulate(&plan, &|turns: &[TurnRow]| of(plan.question.board, turns));
        Some(match self.stopped {
            None => simulated.into_iter().map(|(_, found)| found).collect(),
            Some(turns) => as_long(&simulated, u32::from(turns)),
        })
    }

    /// The plan that plays it by chance; `None` if the correspondences do not have what it names.
    fn plan(&self, seed: u64, readings: usize, correspondences: &Correspondences) -> Option<Plan> {
        let question = Question {
            board: self.board,
            angle: self.angle,
            force: correspondences.square(self.board, self.ptah).force,
            ptah: self.ptah,
            array: self.array,
            direction: self.direction,
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

/// The fewest readings that count as many enough.
const ENOUGH: usize = 32;

/// Of readings, with their numbers of turns, those that come to so many turns, as those do that were stopped there.
fn as_long(simulated: &[(u32, u64)], turns: u32) -> Vec<u64> {
    let as_long: Vec<u64> = simulated.iter().filter(|(length, _)| *length >= turns).map(|(_, found)| *found).collect();
    if as_long.len() >= ENOUGH {
        return as_long;
    }
    // Hardly any lasts so long: several together do.
    let (mut all, mut so_far, mut joined) = (Vec::new(), 0, 0);
    for (length, found) in simulated {
        so_far += length;
        joined |= found;
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

/// The number of turns of each reading of a plan, and what is found in them.
fn simulate(plan: &Plan, of: &(impl Fn(&[TurnRow]) -> u64 + Sync)) -> Vec<(u32, u64)> {
    struct Found<'o, F>(&'o F, Vec<(u32, u64)>);

    impl<F: Fn(&[TurnRow]) -> u64 + Sync> Observer for Found<'_, F> {
        const TURNS: bool = true;

        fn reading(&mut self, row: &ReadingRow, turns: &[TurnRow]) {
            self.1.push((row.length, (self.0)(turns)));
        }
    }

    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut all = Vec::new();
    let Ok(()) = plan.run(
        threads,
        || Found(of, Vec::new()),
        |_, mut chunk| {
            all.append(&mut chunk.1);
            Ok::<(), std::convert::Infallible>(())
        },
    );
    all
}
