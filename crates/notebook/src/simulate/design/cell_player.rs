//! Playing the cells of a design.

use std::convert::Infallible;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use crate::correspondences::Correspondences;
use crate::simulate::output::{OutputError, PartFile, RunDir, TableSpec};
use crate::simulate::{CHUNK, Plan, Provenance, SimulationSummary, Tally, Workers, chunks};

use super::receipt::PlayedCell;
use super::{DesignCell, DesignError, DesignPlan, folder_files};

/// Plays cells and writes their files, but not the receipt.
pub(super) struct CellPlayer<'d, P> {
    /// The folder of the design.
    pub(super) path: &'d Path,
    pub(super) plan: &'d DesignPlan,
    pub(super) tables: Option<TableSpec>,
    /// Cells that were recorded before; what is played again must be the same.
    pub(super) damaged: &'d [PlayedCell],
    pub(super) correspondences: &'d Correspondences,
    /// Saved beside tables of readings.
    pub(super) command: &'d str,
    /// Called with the number of new readings.
    pub(super) progress: P,
}

impl<P: Fn(u64) + Sync> CellPlayer<'_, P> {
    /// Plays cells, and passes each that is finished to `take`, not always in their order.
    pub(super) fn play_all(
        &self,
        cells: &[DesignCell],
        workers: &Workers,
        mut take: impl FnMut(PlayedCell) -> Result<(), DesignError>,
    ) -> Result<(), DesignError> {
        // Many cells are played side by side, few of them by all threads.
        let all = workers.threads.max(1);
        let threads = if cells.len() < 4 * all { 1 } else { all };
        let of_each = Workers { threads: all / threads, stop: Arc::clone(&workers.stop) };
        let next = AtomicUsize::new(0);
        let work = |deliver: Sender<Result<PlayedCell, DesignError>>| {
            while let Some(cell) = cells.get(next.fetch_add(1, Ordering::Relaxed)) {
                let Some(played) = self.play(cell, &of_each).transpose() else { break };
                let _ = deliver.send(played);
            }
        };
        thread::scope(|scope| {
            let (deliver, delivered) = channel();
            let start = |deliver: Sender<_>| {
                let work = &work;
                thread::Builder::new().spawn_scoped(scope, move || work(deliver))
            };
            let started = (0..threads).map_while(|_| start(deliver.clone()).ok()).count();
            if started == 0 {
                // No thread could be started: play on this one.
                work(deliver.clone());
            }
            drop(deliver);
            let mut taken = Ok(());
            for played in delivered {
                taken = taken.and_then(|()| played.and_then(&mut take));
                if taken.is_err() {
                    next.store(cells.len(), Ordering::Relaxed);
                }
            }
            taken
        })
    }

    /// Plays a cell; `None` if it was stopped.
    fn play(&self, cell: &DesignCell, workers: &Workers) -> Result<Option<PlayedCell>, DesignError> {
        let played = match self.tables {
            None => self.counted(&cell.plan, workers).map(|summary| (summary, vec![])),
            Some(spec) => self.written(cell, spec, workers)?,
        };
        let (Some((summary, tables)), Some(planned)) = (played, self.plan.cell(cell.number)) else { return Ok(None) };
        let (file, content) = (folder_files::counts(cell.number), folder_files::counts_json(planned, &summary)?);
        let counts = PartFile::of(file.clone(), &content);
        let played = PlayedCell { cell: cell.number, files: [vec![counts], tables].concat() };
        let mut recorded = self.damaged.iter().filter(|recorded| recorded.cell == cell.number);
        if recorded.any(|recorded| *recorded != played) {
            return Err(OutputError::Differs(self.path.join(file)).into());
        }
        folder_files::write(&self.path.join(file), &content)?;
        Ok(Some(played))
    }

    /// Plays a plan and counts; `None` if it was stopped.
    pub(super) fn counted(&self, plan: &Plan, workers: &Workers) -> Option<SimulationSummary> {
        let Range { start, end } = plan.range;
        // Small cells are for all threads too.
        let part = ((end - start) / workers.threads.max(1) as u64).clamp(plan.fewest(), CHUNK);
        let (mut tally, mut done) = (Tally::new(), start);
        let parts = chunks(start..end, part);
        let Ok(()) = plan.run_chunks(
            workers.clone(),
            parts,
            |_| Tally::new(),
            |range, piece| {
                tally.merge(&piece);
                (self.progress)(piece.readings);
                done = range.end;
                Ok::<_, Infallible>(())
            },
        );
        let provenance = Provenance::of(plan, self.correspondences);
        // The time that it took is not the same everywhere, and left out.
        (done == end).then(|| SimulationSummary::of(provenance, start..end, &tally, 0.0))
    }

    /// Plays a cell into tables of its readings; `None` if it was stopped.
    fn written(
        &self,
        cell: &DesignCell,
        spec: TableSpec,
        workers: &Workers,
    ) -> Result<Option<(SimulationSummary, Vec<PartFile>)>, DesignError> {
        let name = folder_files::readings(cell.number);
        let folder = self.path.join(&name);
        folder.parent().map_or(Ok(()), folder_files::make_folder)?;
        let mut run = if RunDir::is_resumable(&folder) {
            RunDir::resume(&folder, self.correspondences, |_, _| ())?
        } else {
            RunDir::create(&folder, &cell.plan, self.correspondences, spec, self.command)?
        };
        let provenance = |plan: &Plan| (plan.range.clone(), Provenance::of(plan, self.correspondences));
        if provenance(run.plan()) != provenance(&cell.plan) {
            return Err(OutputError::Differs(folder).into());
        }
        run.play(workers.clone(), &self.progress)?;
        let parts = run.parts().iter().map(|part| part.within(&name)).collect();
        Ok((run.left() == 0).then(|| (run.summary().clone(), parts)))
    }
}
