//! The plan of a design: what fixes all of its readings before they are played.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::correspondences::Correspondences;
use crate::simulate::{CHANCE, Plan, Provenance};

use super::DesignCell;

/// The number of the format of plans.
pub(super) const FORMAT: u64 = 1;

/// The plan of a design: the file `plan.json`.
///
/// It has no dates and paths, so the same design, question, data and program always give the same plan, byte for byte.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DesignPlan {
    /// The number of the format of this file.
    pub plan: u64,
    /// The program and its version.
    pub program: String,
    /// The SHA-256 of the program's file.
    pub executable: String,
    /// The digest of the data: see [`Correspondences::digest`].
    pub data: String,
    /// The random number generator.
    pub chance: String,
    /// The SHA-256 of `design.toml`.
    pub design: String,
    /// The SHA-256 of `question.toml`.
    pub question: String,
    /// The seed.
    pub seed: u64,
    /// The number of readings in all cells.
    pub readings: u64,
    /// The names of the factors, in their order.
    pub factors: Vec<String>,
    /// The cells, in their order.
    pub cells: Vec<PlannedCell>,
}

/// A cell in the plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PlannedCell {
    /// Its number in the full factorial.
    pub cell: u64,
    /// The levels of the factors.
    pub levels: BTreeMap<String, String>,
    /// The whole setting that follows from them, as in [`Provenance::setting`].
    pub setting: BTreeMap<String, String>,
    /// The policy of each army.
    pub policies: BTreeMap<String, String>,
    /// The number of turns after which a reading is left undecided.
    pub limit: u16,
    /// The number of the first reading.
    pub from: u64,
    /// The number after the last.
    pub to: u64,
}

/// The hashes of what a plan is made of.
#[derive(Clone, Debug)]
pub(super) struct PlanSources {
    pub(super) executable: String,
    pub(super) design: String,
    pub(super) question: String,
}

impl DesignPlan {
    pub(super) fn of(
        sources: PlanSources,
        factors: Vec<String>,
        seed: u64,
        cells: &[DesignCell],
        correspondences: &Correspondences,
    ) -> DesignPlan {
        let PlanSources { executable, design, question } = sources;
        DesignPlan {
            plan: FORMAT,
            program: Provenance::PROGRAM.to_owned(),
            executable,
            data: correspondences.digest().to_owned(),
            chance: CHANCE.to_owned(),
            design,
            question,
            seed,
            readings: cells.iter().map(|cell| cell.plan.range.end - cell.plan.range.start).sum(),
            factors,
            cells: cells.iter().map(|cell| PlannedCell::of(cell, correspondences)).collect(),
        }
    }

    /// What of all that determines the cells differs from another plan, as text.
    pub(super) fn differences(&self, other: &DesignPlan) -> Vec<String> {
        let pairs = [
            ("the program", &self.program, &other.program),
            ("the data", &self.data, &other.data),
            ("the random number generator", &self.chance, &other.chance),
            ("design.toml", &self.design, &other.design),
            ("question.toml", &self.question, &other.question),
        ];
        let differ = pairs.into_iter().filter(|(_, one, two)| one != two);
        differ.map(|(what, one, two)| format!("{what}: {one}, now {two}")).collect()
    }

    /// The cell with a number.
    pub(super) fn cell(&self, number: u64) -> Option<&PlannedCell> {
        let place = self.cells.binary_search_by_key(&number, |cell| cell.cell).ok()?;
        self.cells.get(place)
    }
}

impl PlannedCell {
    fn of(cell: &DesignCell, correspondences: &Correspondences) -> PlannedCell {
        let Plan { range, .. } = &cell.plan;
        let Provenance { setting, policies, limit, .. } = Provenance::of(&cell.plan, correspondences);
        let levels = cell.levels.clone();
        PlannedCell { cell: cell.number, levels, setting, policies, limit, from: range.start, to: range.end }
    }

    /// Whether this provenance is that of the cell, in a plan.
    pub(super) fn is_of(&self, plan: &DesignPlan, provenance: &Provenance) -> bool {
        let Provenance { program, data, chance, setting, policies, seed, limit, question: _ } = provenance;
        (program, data, chance, *seed) == (&plan.program, &plan.data, &plan.chance, plan.seed)
            && (setting, policies, *limit) == (&self.setting, &self.policies, self.limit)
    }
}
