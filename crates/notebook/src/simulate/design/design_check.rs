//! Verifying the folder of a design.

use std::path::Path;

use crate::correspondences::Correspondences;
use crate::simulate::output::{Replay, RunDir, sha256};
use crate::simulate::{Provenance, SimulationSummary, Workers};

use super::cell_player::CellPlayer;
use super::design_dir::{PlannedDesign, read_plan, sources, summaries, table, take_damaged};
use super::folder_files::{self, CSV, DESIGN, PLAN, QUESTION};
use super::receipt::{PlayedCell, Receipt};
use super::{DesignDir, DesignError, DesignProgress, PlannedCell};

impl DesignDir {
    /// Checks the whole folder, and plays some of it again: that the plan follows from the design and its question, that the
    /// receipt is of this plan, that every file has the size and hash of the receipt, that the counts of each cell are of that cell and agree with the tables
    /// of its readings, and that the table of all cells follows from their counts. Of tables some readings are played again,
    /// of cells without tables whole cells, until there are as many readings as wanted. `progress` is called with the bytes read and
    /// their total.
    ///
    /// # Errors
    /// If there is no plan, or with all that does not hold.
    pub fn verify(
        path: &Path,
        correspondences: &Correspondences,
        replay: Replay,
        progress: impl FnMut(u64, u64),
    ) -> Result<DesignProgress, DesignError> {
        let (plan, json) = read_plan(path)?;
        let digest = sha256(&json);
        let mut faults = vec![];
        let [design, question] = sources(path)?;
        for (name, source, planned) in [(DESIGN, &design, &plan.design), (QUESTION, &question, &plan.question)] {
            if sha256(source.text.as_bytes()) != *planned {
                faults.push(format!("{name}: changed since it was planned"));
            }
        }
        let is_of_this_program = plan.program == Provenance::PROGRAM && plan.data == correspondences.digest();
        let again = match faults.is_empty() {
            true => PlannedDesign::of(&design, &question, correspondences, &plan.executable).ok(),
            false => None,
        };
        if is_of_this_program && faults.is_empty() && again.as_ref().is_none_or(|again| again.json != json) {
            faults.push(format!("{PLAN}: it does not follow from {DESIGN} and {QUESTION}"));
        }
        let receipt = Receipt::read(path)?;
        let mut found = receipt.clone().unwrap_or_else(|| Receipt::of(&digest, &plan.executable));
        if found.plan != digest {
            faults.push(format!("{PLAN}: its SHA-256 is {digest}, in the receipt {}", found.plan));
        }
        faults.extend(take_damaged(path, &mut found, progress).problems);
        let summaries = summaries(path, &plan, &found);
        let mut replayed = 0;
        let of_each = match replay {
            Replay::Sample(wanted) => Replay::Sample(wanted.div_ceil(found.cells.len().max(1) as u64)),
            Replay::All => Replay::All,
        };
        for cell in found.cells.iter().filter(|cell| cell.files.len() > 1) {
            match faults_of_tables(path, cell, correspondences, of_each) {
                Ok(played) => replayed += played,
                Err(fault) => faults.push(fault),
            }
        }
        let is_complete = receipt.as_ref().is_some_and(|receipt| receipt.complete);
        if is_complete && receipt.is_some_and(|receipt| receipt.cells.len() != plan.cells.len()) {
            faults.push(format!("{}: it is complete, but not all cells are in it", folder_files::RECEIPT));
        }
        let mut readings = 0;
        match summaries {
            Err(DesignError::Differs(_, more)) => faults.extend(more),
            Err(error) => return Err(error),
            Ok(summaries) => {
                readings = summaries.iter().map(|(_, summary)| summary.readings).sum();
                if let (Some(again), true, 0) = (&again, faults.is_empty(), replayed) {
                    match again.played_again(path, &summaries, correspondences, replay) {
                        Ok(played) => replayed += played,
                        Err(more) => faults.extend(more),
                    }
                }
                if faults.is_empty() && is_complete {
                    for (name, content) in table(&plan, &digest, &summaries)? {
                        // Another version may pack Parquet in another way, or have none; its SHA-256 has been checked.
                        let is_recorded = found.table.iter().any(|file| file.name() == name);
                        let comparable = name == CSV || is_of_this_program && is_recorded;
                        if comparable && folder_files::read(&path.join(name))? != content {
                            faults.push(format!("{name}: it does not follow from the counts of the cells"));
                        }
                    }
                }
            }
        }
        if !faults.is_empty() {
            return Err(DesignError::Differs(path.to_owned(), faults));
        }
        let receipt_path = path.join(folder_files::RECEIPT);
        let receipt = if receipt_path.exists() { Some(sha256(&folder_files::read(&receipt_path)?)) } else { None };
        Ok(DesignProgress {
            digest,
            receipt,
            cells: found.cells.len(),
            wanted: plan.cells.len(),
            readings,
            replayed,
            is_of_this_program,
            is_of_one_build: plan.executable == found.executable,
        })
    }
}

impl PlannedDesign {
    /// Plays some cells again and compares their counts; and how many readings these are.
    ///
    /// # Errors
    /// With all cells that differ.
    fn played_again(
        &self,
        path: &Path,
        summaries: &[(&PlannedCell, SimulationSummary)],
        correspondences: &Correspondences,
        replay: Replay,
    ) -> Result<u64, Vec<String>> {
        let of_cells = match replay {
            Replay::Sample(wanted) => Replay::Sample(wanted.div_ceil(self.design.readings.max(1))),
            Replay::All => Replay::All,
        };
        let drawn = of_cells.places(summaries.len() as u64);
        let workers = Workers::from(std::thread::available_parallelism().map_or(1, usize::from));
        let (plan, progress) = (&self.plan, |_| ());
        let player = CellPlayer { path, plan, tables: None, damaged: &[], correspondences, command: "", progress };
        let (mut played, mut faults) = (0, vec![]);
        for (place, (planned, told)) in (0..).zip(summaries) {
            let cell = self.cells.iter().find(|cell| cell.number == planned.cell);
            let Some(cell) = cell.filter(|_| drawn.as_ref().is_none_or(|drawn| drawn.contains(&place))) else {
                continue;
            };
            let Some(counted) = player.counted(&cell.plan, &workers) else { continue };
            played += counted.readings;
            // Another program or other data matter only if they play otherwise.
            let provenance = told.provenance.clone();
            let differences = provenance.differences(&counted.provenance);
            let are_of_program = ["the program:", "the data:", "the random number generator:"];
            let is_of_cell = differences.iter().all(|one| are_of_program.iter().any(|of| one.starts_with(of)));
            if !is_of_cell || *told != (SimulationSummary { provenance, seconds: told.seconds, ..counted }) {
                let name = folder_files::counts(planned.cell);
                faults.push(format!("{name}: its counts are others when it is played again"));
            }
        }
        if faults.is_empty() { Ok(played) } else { Err(faults) }
    }
}

/// Verifies the tables of a cell's readings, which must have the counts of the cell; and how many readings were played again.
///
/// # Errors
/// The fault as text.
fn faults_of_tables(
    path: &Path,
    cell: &PlayedCell,
    correspondences: &Correspondences,
    replay: Replay,
) -> Result<u64, String> {
    let name = folder_files::readings(cell.cell);
    let verified = RunDir::verify(&path.join(&name), correspondences, replay, |_, _| ());
    let verified = verified.map_err(|error| error.to_string())?;
    let run = verified.progress.summary;
    let counts = path.join(folder_files::counts(cell.cell));
    let of_cell = folder_files::read(&counts).and_then(|text| folder_files::parse::<SimulationSummary>(&counts, &text));
    match of_cell {
        Ok(of_cell) if of_cell == (SimulationSummary { seconds: of_cell.seconds, ..run }) => Ok(verified.replayed),
        Ok(_) => Err(format!("{name}: its counts are not those of the cell")),
        Err(error) => Err(error.to_string()),
    }
}
