//! The cells of a design: the combinations of the levels, and what each plays.

use std::collections::BTreeMap;

use crate::chess::{Angle, Array, Mode, Position, Square};
use crate::correspondences::Correspondences;
use crate::reading::QuestionDraft;
use crate::simulate::{ArmyPlayer, Plan, unplayable};

use super::factor::{FactorLevel, LevelValue};
use super::{CellChance, Design, DesignError};

/// The most combinations that a design may have.
pub(super) const MOST: u64 = 10_000;

/// A combination of levels, and the plan that plays it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DesignCell {
    /// Its number in the full factorial, from 0; the last factor varies fastest.
    pub number: u64,
    /// The levels by the names of the factors.
    pub levels: BTreeMap<String, String>,
    /// What it plays.
    pub plan: Plan,
}

/// A fault of one or more cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellFault {
    /// The fault, and what would be valid.
    pub problem: String,
    /// How many cells have it.
    pub cells: usize,
    /// The levels of the first of them.
    pub first: String,
}

impl Design {
    /// The number of combinations of all levels.
    #[must_use]
    pub fn combinations(&self) -> u64 {
        self.factors.iter().fold(1, |product: u64, factor| product.saturating_mul(factor.len() as u64))
    }

    /// The cells to be played, in the order of their numbers.
    ///
    /// # Errors
    /// If there are more than 10,000 combinations, or numbers beyond 63 bits; if combinations are against the rules, with all
    /// such faults, unless the design leaves these out; if none is left; or if a fraction is not balanced.
    pub fn cells(
        &self,
        question: &QuestionDraft,
        correspondences: &Correspondences,
    ) -> Result<Vec<DesignCell>, DesignError> {
        let combinations = self.combinations();
        if combinations > MOST {
            return Err(DesignError::TooMany(combinations));
        }
        let last = match self.chance {
            CellChance::Own => self.readings.checked_mul(combinations),
            CellChance::Shared => Some(self.readings),
        };
        if last.is_none_or(|last| i64::try_from(last).is_err()) {
            return Err(DesignError::TooManyReadings);
        }
        let (mut cells, mut chosen, mut faults) = (vec![], vec![], Vec::<CellFault>::new());
        for number in 0..combinations {
            let places = self.places(number);
            if !places.iter().sum::<usize>().is_multiple_of(self.fraction as usize) {
                continue;
            }
            let levels: Vec<&FactorLevel> =
                self.factors.iter().zip(&places).map(|(factor, place)| &factor.levels[*place]).collect();
            let start = if self.chance == CellChance::Own { number * self.readings } else { 0 };
            match self.plan(&levels, question, correspondences) {
                Ok(plan) => {
                    let plan = Plan { range: start..start + self.readings, ..plan };
                    let named = self.factors.iter().zip(&levels);
                    let levels = named.map(|(factor, level)| (factor.name.to_owned(), level.name.clone())).collect();
                    cells.push(DesignCell { number, levels, plan });
                    chosen.push(places);
                }
                Err(problems) => problems.into_iter().for_each(|problem| {
                    match faults.iter_mut().find(|fault| fault.problem == problem) {
                        Some(fault) => fault.cells += 1,
                        None => faults.push(CellFault { problem, cells: 1, first: self.described(&levels) }),
                    }
                }),
            }
        }
        if !faults.is_empty() && (!self.leave_out || cells.is_empty()) {
            return Err(DesignError::Faults(faults));
        }
        match self.imbalance(&chosen) {
            Some((one, two)) if self.fraction > 1 => Err(DesignError::Imbalance { fraction: self.fraction, one, two }),
            _ => Ok(cells),
        }
    }

    /// The places of the levels of a combination.
    fn places(&self, number: u64) -> Vec<usize> {
        let mut rest = number as usize;
        let mut places: Vec<usize> = self
            .factors
            .iter()
            .rev()
            .map(|factor| {
                let place = rest % factor.len();
                rest /= factor.len();
                place
            })
            .collect();
        places.reverse();
        places
    }

    fn described(&self, levels: &[&FactorLevel]) -> String {
        let named = self.factors.iter().zip(levels).map(|(factor, level)| format!("{} {}", factor.name, level.name));
        named.collect::<Vec<_>>().join(", ")
    }

    /// Two factors, the same twice if it is a matter of one, whose levels do not meet equally often in some cells. Where all do,
    /// the cells are an orthogonal array of strength 2, and the effect of a level is not mixed up with that of another factor.
    fn imbalance(&self, cells: &[Vec<usize>]) -> Option<(String, String)> {
        let all = 0..self.factors.len();
        let mut pairs = all.clone().flat_map(|one| (one..all.end).map(move |two| (one, two)));
        let differ = pairs.find(|&(one, two)| {
            let (rows, columns) = (self.factors[one].len(), self.factors[two].len());
            let mut counts = vec![0_usize; rows * columns];
            cells.iter().for_each(|cell| counts[cell[one] * columns + cell[two]] += 1);
            // A factor meets itself only at the same level.
            let step = if one == two { columns + 1 } else { 1 };
            counts.iter().step_by(step).any(|count| *count != counts[0])
        });
        let name = |place: usize| self.factors[place].name.to_owned();
        differ.map(|(one, two)| (name(one), name(two)))
    }

    /// The plan of a combination, but for its range.
    fn plan(
        &self,
        levels: &[&FactorLevel],
        question: &QuestionDraft,
        correspondences: &Correspondences,
    ) -> Result<Plan, Vec<String>> {
        let mut setting = CellSetting::of(self, question, correspondences);
        levels.iter().for_each(|level| setting.set(&level.value));
        setting.resolve(self.seed, correspondences)
    }
}

/// What the levels of a cell set.
struct CellSetting<'d> {
    draft: QuestionDraft,
    square: Option<Square>,
    /// The array is that of this angle on the cell's board.
    array_of: Option<Angle>,
    is_game: bool,
    policy: &'d str,
    from_position: Option<&'d Position>,
    limit: u16,
    play_out: bool,
}

impl<'d> CellSetting<'d> {
    fn of(design: &Design, question: &QuestionDraft, correspondences: &Correspondences) -> CellSetting<'d> {
        let draft = question.with_category(correspondences);
        let array_of = draft.array.map(Array::angle);
        CellSetting {
            draft,
            square: None,
            array_of,
            is_game: false,
            policy: "",
            from_position: None,
            limit: design.limit,
            play_out: design.play_out,
        }
    }

    fn set(&mut self, value: &'d LevelValue) {
        let draft = &mut self.draft;
        match value {
            LevelValue::Board(board) => draft.board = Some(*board),
            LevelValue::Angle(angle) => draft.angle = Some(*angle),
            LevelValue::Force(force) => draft.force = Some(*force),
            LevelValue::Square(square) => self.square = Some(*square),
            LevelValue::Array(array) => (draft.array, self.array_of) = (Some(*array), None),
            LevelValue::ArrayOf(angle) => self.array_of = Some(*angle),
            LevelValue::Direction(direction) => draft.direction = Some(*direction),
            LevelValue::Ruleset(name) => draft.ruleset = Some(name.clone()),
            LevelValue::Procedure(name) if name == Plan::GAME => self.is_game = true,
            LevelValue::Procedure(name) => draft.procedure = Some(name.clone()),
            LevelValue::Dice(name) => draft.dice = Some(name.clone()),
            LevelValue::Policy(words) => self.policy = words,
            LevelValue::Position(position) => self.from_position = position.as_ref(),
            LevelValue::Limit(limit) => self.limit = *limit,
        }
    }

    /// The plan, or all that is against the rules.
    fn resolve(mut self, seed: u64, correspondences: &Correspondences) -> Result<Plan, Vec<String>> {
        let mut problems = vec![];
        let draft = &mut self.draft;
        if let (Some(angle), Some(board)) = (self.array_of, draft.board) {
            draft.array = Some(Array::of(angle, board));
        }
        if let (Some(square), Some(board), Some(angle)) = (self.square, draft.board, draft.angle) {
            draft.force = Some(correspondences.square(board, square).force);
            if square.angle() != angle {
                problems.push(format!(
                    "{square} is in the {} angle, not in the {angle} angle of the question",
                    square.angle()
                ));
            }
        }
        if let Some(position) = self.from_position {
            let direction = *draft.direction.get_or_insert(position.direction());
            if direction != position.direction() {
                problems.push(format!("the position is played {}, the question {direction}", position.direction()));
            }
        }
        let question = self.draft.resolve(correspondences);
        let question = question.map_err(|errors| problems.extend(errors.iter().map(ToString::to_string)));
        let Ok(question) = question else { return Err(problems) };
        if let Some(position) = self.from_position {
            problems.extend(unplayable(position, &question).map(str::to_owned));
        }
        let players = ArmyPlayer::of_words(self.policy.split_whitespace(), question.army());
        match players {
            Ok(players) if problems.is_empty() => Ok(Plan {
                limit: self.limit,
                players,
                mode: if self.is_game { Mode::Game } else { Mode::Reading },
                play_out: self.play_out,
                from_position: self.from_position.cloned(),
                ..Plan::new(question, seed, 0..1)
            }),
            players => Err(problems.into_iter().chain(players.err().map(|error| error.to_string())).collect()),
        }
    }
}
