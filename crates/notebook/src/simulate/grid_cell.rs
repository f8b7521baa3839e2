//! The cells of a grid: questions and the levels of what varies.

use std::ops::Range;

use crate::correspondences::Correspondences;

use super::{GridAxis, GridError, GridFactor, Plan, unplayable};

/// The most cells that a grid may have.
const MOST: usize = 10_000;

/// A question with a level of each factor, and what plays it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GridCell {
    /// What distinguishes it: its question if there are several, and its levels.
    pub name: String,
    /// The name of its question.
    pub question: String,
    /// Its levels.
    pub levels: Vec<(GridFactor, String)>,
    /// What it plays.
    pub plan: Plan,
    /// The place of the cell with which it is compared: the first of its question or, where nothing but the question varies, the first
    /// of all.
    pub compared_with: Option<usize>,
}

/// The cells of a grid, and what was left out of it.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct GridCells {
    /// The cells: those of the first question first, and the last factor varies fastest.
    pub cells: Vec<GridCell>,
    /// The cells that cannot be played, where all levels were asked for, each with the reason.
    pub left_out: Vec<String>,
}

impl GridCells {
    /// The cells of questions, each given by a name and a plan, with every combination of levels. All have the numbers of readings
    /// that their plans have, and so the same chance; with `own_chance` each has the numbers after those of the cell before.
    ///
    /// # Errors
    /// If there is no such level, a factor or a level is there twice, a level does not fit a question, or there are too many cells
    /// or readings.
    ///
    /// ```
    /// use enochian::{correspondences::Correspondences, reading::QuestionDraft, input::Source};
    /// use enochian::simulate::{GridCells, Plan};
    /// let correspondences = Correspondences::embedded();
    /// let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
    /// let question = QuestionDraft::read(&file, correspondences).unwrap().resolve(correspondences).unwrap();
    /// let axes = ["dice".parse().unwrap(), "policy=random,purpose".parse().unwrap()];
    /// let brother = vec![("brother".to_owned(), Plan::new(question, 1, 0..100))];
    /// let cells = GridCells::of(brother, &axes, false, correspondences).unwrap().cells;
    /// let names: Vec<&str> = cells.iter().map(|cell| cell.name.as_str()).collect();
    /// assert_eq!(names, ["regardie, random", "regardie, purpose", "y-manuscript, random", "y-manuscript, purpose"]);
    /// ```
    pub fn of(
        questions: Vec<(String, Plan)>,
        axes: &[GridAxis],
        own_chance: bool,
        correspondences: &Correspondences,
    ) -> Result<GridCells, GridError> {
        let mut grid = GridCells::default();
        let many = questions.len() > 1;
        for (question, plan) in questions {
            let first = grid.cells.len();
            // Where nothing else varies, the questions are compared with the first of them.
            let compared_with = if axes.iter().all(|axis| axis.levels.len() == 1) { 0 } else { first };
            let versions = combinations(axes, plan, correspondences).map_err(|error| match many {
                true => GridError { problem: format!("{question}: {}", error.problem), ..error },
                false => error,
            })?;
            for (levels, plan) in versions {
                let labels = levels.iter().map(|(factor, level)| factor.label(level, &plan));
                let of_question = Some(question.clone()).filter(|_| many || axes.is_empty());
                let name = of_question.into_iter().chain(labels).collect::<Vec<_>>().join(", ");
                let place = grid.cells.len();
                if let Some((factor, why)) = fault(&plan) {
                    let axis = axes.iter().find(|axis| axis.factor == factor).or(axes.first());
                    if let Some(axis) = axis.filter(|axis| !axis.levels.is_empty()) {
                        return Err(GridError::new(axis.factor.name(), format!("{name}: {why}")));
                    }
                    grid.left_out.push(format!("{name}: {why}"));
                } else {
                    let range = if own_chance { after(&plan, place as u64)? } else { plan.range.clone() };
                    grid.cells.push(GridCell {
                        name,
                        question: question.clone(),
                        levels,
                        plan: Plan { range, ..plan },
                        compared_with: Some(compared_with).filter(|first| *first < place),
                    });
                }
            }
        }
        Ok(grid)
    }
}

/// Levels, one for each axis, and the plan that has them.
type Version = (Vec<(GridFactor, String)>, Plan);

/// Every combination of the levels for a plan; the last factor varies fastest.
fn combinations(axes: &[GridAxis], plan: Plan, correspondences: &Correspondences) -> Result<Vec<Version>, GridError> {
    let unset = axes.iter().map(|axis| (axis.factor, String::new())).collect();
    // Each with the places of its levels.
    let mut all: Vec<(Vec<usize>, Version)> = vec![(vec![0; axes.len()], (unset, plan))];
    // The square of the Ptah and the array are those of the board, which is set first.
    let (boards, others): (Vec<_>, Vec<_>) =
        axes.iter().enumerate().partition(|(_, axis)| axis.factor == GridFactor::Board);
    for (number, axis) in boards.into_iter().chain(others) {
        let factor = axis.factor;
        if axes[..number].iter().any(|other| other.factor == factor) {
            let once = format!("it is there twice; name all its levels together, as in {factor}=LEVEL,LEVEL");
            return Err(GridError::new(factor.name(), once));
        }
        let mut next = vec![];
        for (places, (levels, plan)) in &all {
            for (place, (level, version)) in axis.versions(plan, correspondences)?.into_iter().enumerate() {
                let (mut places, mut levels) = (places.clone(), levels.clone());
                (places[number], levels[number].1) = (place, level);
                next.push((places, (levels, version)));
            }
        }
        if next.len() > MOST {
            let many = format!("there are more than {MOST} cells for each question; vary less at once");
            return Err(GridError::new(factor.name(), many));
        }
        all = next;
    }
    all.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(all.into_iter().map(|(_, version)| version).collect())
}

/// The numbers of the readings behind those of so many plans like this.
fn after(plan: &Plan, plans: u64) -> Result<Range<u64>, GridError> {
    let readings = plan.range.end - plan.range.start;
    let start = readings.checked_mul(plans).and_then(|before| plan.range.start.checked_add(before));
    let range = start.and_then(|start| Some(start..start.checked_add(readings)?));
    range.ok_or_else(|| {
        GridError::new(GridError::READINGS, "there are too many for each cell to have its own; play fewer")
    })
}

/// Why a plan cannot be played, and which factor is to blame.
fn fault(plan: &Plan) -> Option<(GridFactor, String)> {
    let question = &plan.question;
    if question.ptah == question.army().throne() {
        let why = format!("the Ptah would stand on {}, where the querent's king starts", question.ptah);
        return Some((GridFactor::Board, why));
    }
    let position = plan.from_position.as_ref()?;
    if position.direction() != question.direction {
        return Some((GridFactor::Direction, format!("the position is played {}", position.direction())));
    }
    unplayable(position, question).map(|why| (GridFactor::Procedure, why.to_owned()))
}
