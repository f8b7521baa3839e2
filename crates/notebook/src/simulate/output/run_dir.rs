//! The folder of a run: parts and a manifest.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::correspondences::Correspondences;
use crate::disk::{self, HeldPlace};
use crate::input::shell_word;

use super::super::{Plan, Provenance, SimulationSummary, Workers, chunks};
use super::collector::Collector;
use super::manifest::{Manifest, fits, put};
use super::part::{self, PartFile};
use super::replay::{self, Replay};
use super::stream::pack;
use super::{DetailLevel, OutputError, TableSpec, check_built};
use enochian_tables::{Batch, LevelTable, digest};

/// A folder to which a run is written in parts, by one process at a time.
///
/// Every part is written atomically, and then recorded in the manifest with its size and SHA-256. So an interrupted run leaves
/// complete parts, and is resumed after the last recorded one. Missing or damaged parts are played again.
///
/// ```
/// use enochian::correspondences::Correspondences;
/// use enochian::reading::QuestionDraft;
/// use enochian::simulate::Plan;
/// use enochian::simulate::output::{RunDir, TableFormat, DetailLevel, TableSpec};
/// use enochian::input::Source;
///
/// let correspondences = Correspondences::embedded();
/// let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
/// let plan = Plan::new(QuestionDraft::read(&file, correspondences).unwrap().resolve(correspondences).unwrap(), 1, 0..20);
/// let temporary = tempfile::tempdir().unwrap();
/// let path = temporary.path().join("brother");
/// let spec = TableSpec::new(DetailLevel::Summary, TableFormat::Csv, Some(10)).unwrap();
/// drop(RunDir::create(&path, &plan, correspondences, spec, "an example").unwrap());
/// // Later:
/// let mut run_dir = RunDir::resume(&path, correspondences, |_, _| ()).unwrap();
/// run_dir.play(2, |_| ()).unwrap();
/// assert_eq!(RunDir::progress_of(&path).unwrap().summary.done, [(0, 20)]);
/// ```
#[derive(Debug)]
pub struct RunDir {
    path: PathBuf,
    plan: Plan,
    manifest: Manifest,
    /// The recorded parts that have to be played again, in order.
    damaged: Vec<DamagedPart>,
    /// Keeps other processes out.
    _place: HeldPlace,
}

/// The progress of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunProgress {
    /// The summary of the readings done so far.
    pub summary: SimulationSummary,
    /// The number of readings requested.
    pub wanted: u64,
}

/// A run that was verified.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct VerifiedRun {
    /// Its progress.
    pub progress: RunProgress,
    /// The number of readings that were played again.
    pub replayed: u64,
    /// What could not be checked, and whether another program wrote it.
    pub notes: Vec<String>,
}

/// The manifest is written at most this often, since it grows with the number of parts.
const PAUSE: Duration = Duration::from_secs(1);

impl RunDir {
    /// Creates the folder of a run. The command is saved in the manifest.
    ///
    /// # Errors
    /// If the seed or the number of a reading is too large for a table, the program was built without the format, or the path
    /// exists and is not an empty folder, or cannot be written to.
    pub fn create(
        path: &Path,
        plan: &Plan,
        correspondences: &Correspondences,
        spec: TableSpec,
        command: &str,
    ) -> Result<RunDir, OutputError> {
        fits(plan)?;
        check_built(spec.format)?;
        let unreadable = |error| OutputError::File(path.to_owned(), error);
        let made = path.symlink_metadata().is_err();
        if made {
            disk::create_folder(path).map_err(|error| OutputError::NoFolder(path.to_owned(), error))?;
        } else if !path.is_dir() || !disk::is_free(path).map_err(unreadable)? {
            return Err(OutputError::Taken(path.to_owned()));
        }
        let manifest = Manifest::of(plan, correspondences, spec, command);
        let begun = place(path).and_then(|place| {
            // Another process may have been here since the look.
            if !disk::is_free(path).map_err(unreadable)? {
                return Err(OutputError::Taken(path.to_owned()));
            }
            manifest.write(path).map(|()| place)
        });
        let place = begun.map_err(|error| match error {
            OutputError::File(_, error) => {
                // Undo, so that the same command can be tried again.
                if made {
                    disk::remove_folder(path);
                }
                OutputError::NoFolder(path.to_owned(), error)
            }
            other => other,
        })?;
        Ok(RunDir { path: path.to_owned(), plan: plan.clone(), manifest, damaged: vec![], _place: place })
    }

    /// Whether a folder has a run that can be resumed, judging by its manifest.
    #[must_use]
    pub fn is_resumable(path: &Path) -> bool {
        Manifest::read(path).is_ok()
    }

    /// The command that resumes the run in a folder.
    #[must_use]
    pub fn resume_command(path: &Path) -> String {
        format!("enochian simulate --resume {}", shell_word(path))
    }

    /// Opens a folder to resume its run. All recorded parts are read and compared with their SHA-256; `progress` is called with the
    /// bytes read and their total.
    ///
    /// # Errors
    /// If there is no run; or if another process is writing it, was started with other data or another version, or is in a
    /// format that the program was built without.
    pub fn resume(
        path: &Path,
        correspondences: &Correspondences,
        progress: impl FnMut(u64, u64),
    ) -> Result<RunDir, OutputError> {
        // Nothing is created in a folder that is not a run.
        Manifest::read(path)?;
        let place = place(path)?;
        let manifest = Manifest::read(path)?;
        let plan = manifest.plan(path, correspondences)?;
        check_built(manifest.spec.format)?;
        disk::sweep_held(path);
        let damaged = changed(path, &manifest, progress);
        Ok(RunDir { path: path.to_owned(), plan, manifest, damaged, _place: place })
    }

    /// How far a run is, with its summary so far. Only the digest of its manifest and the sizes of its parts are checked: see
    /// [`RunDir::verify`].
    ///
    /// # Errors
    /// If there is no run, it has no readings yet, its manifest was changed, or parts listed in the manifest are missing or have
    /// another size.
    pub fn progress_of(path: &Path) -> Result<RunProgress, OutputError> {
        let manifest = Manifest::read(path)?;
        accepted(path, &damaged(&manifest, |part| part.check_size(path)))?;
        if manifest.summary.readings == 0 {
            return Err(OutputError::Nothing(path.to_owned()));
        }
        Ok(RunProgress { wanted: manifest.to.saturating_sub(manifest.from), summary: manifest.summary })
    }

    /// Compares all parts of a run with their recorded sizes and SHA-256, and plays some or all of them again from the question and
    /// the seed. `progress` is called with the bytes read and their total. What is found after the workers were stopped says nothing
    /// of the rest.
    ///
    /// # Errors
    /// If there is no run; if parts are missing or damaged, with all of them; or with all that is not the same when it is played
    /// again.
    pub fn verify(
        path: &Path,
        correspondences: &Correspondences,
        replay: Replay,
        workers: impl Into<Workers>,
        progress: impl FnMut(u64, u64),
    ) -> Result<VerifiedRun, OutputError> {
        let manifest = Manifest::read(path)?;
        let (plan, mut notes) = manifest.plan_to_replay(path, correspondences)?;
        accepted(path, &changed(path, &manifest, progress))?;
        let mut replayed = 0;
        if let Some(plan) = &plan {
            let makes_files =
                manifest.summary.provenance.program == Provenance::PROGRAM && manifest.spec.format.is_built();
            let (readings, faults) = replay::played_again(&manifest, plan, replay, workers.into(), makes_files)?;
            if !faults.is_empty() {
                return Err(OutputError::Contradicted(path.to_owned(), faults));
            }
            replayed = readings;
            if !makes_files && replayed > 0 {
                notes.push("its files were not made again; the digests of their rows were compared".to_owned());
            }
        }
        let progress = RunProgress { wanted: manifest.to - manifest.from, summary: manifest.summary };
        Ok(VerifiedRun { progress, replayed, notes })
    }

    /// The kind of its tables.
    #[must_use]
    pub fn level(&self) -> DetailLevel {
        self.manifest.spec.level
    }

    /// The plan of the run.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The summary of the run so far.
    #[must_use]
    pub fn summary(&self) -> &SimulationSummary {
        &self.manifest.summary
    }

    /// The recorded parts that have to be played again, each with the problem.
    pub fn damaged(&self) -> Vec<String> {
        self.damaged.iter().map(DamagedPart::message).collect()
    }

    /// The number of readings left to play, including those of damaged parts.
    #[must_use]
    pub fn left(&self) -> u64 {
        let anew: u64 = self.damaged.iter().map(|part| part.range.end - part.range.start).sum();
        anew + self.wanted().saturating_sub(self.summary().readings)
    }

    /// The number of readings requested.
    #[must_use]
    pub fn wanted(&self) -> u64 {
        self.plan.range.end - self.plan.range.start
    }

    /// Plays damaged parts again, and all that is left. `progress` is called with the number of new readings. If it is stopped
    /// ([`Workers::stop`]), complete parts are saved.
    ///
    /// # Errors
    /// If something cannot be written; the finished parts stay, and the run can be resumed.
    pub fn play(&mut self, workers: impl Into<Workers>, progress: impl Fn(u64) + Sync) -> Result<(), OutputError> {
        match self.manifest.spec.level {
            DetailLevel::Summary => self.played::<false>(workers.into(), &progress),
            DetailLevel::Lists | DetailLevel::Events => self.played::<true>(workers.into(), &progress),
        }
    }

    fn played<const TURNS: bool>(
        &mut self,
        workers: Workers,
        progress: &(impl Fn(u64) + Sync),
    ) -> Result<(), OutputError> {
        let (path, plan, manifest, damaged) = (&self.path, &self.plan, &mut self.manifest, &self.damaged);
        let (spec, provenance) = (manifest.spec, manifest.summary.provenance.clone());
        let table = &LevelTable::new(spec.level);
        let of_parts = &provenance;
        let write = |range: &Range<u64>| {
            let file = part::name(range, spec);
            let recorded = damaged.binary_search_by_key(&range.start, |damaged| damaged.range.start);
            let recorded = recorded.ok().map(|place| &damaged[place].part);
            Collector::<TURNS, _, PartFile, _>::new(table, progress, move |batches: Vec<Batch>| {
                let rows = digest(&batches);
                let content = pack(spec, table, of_parts, batches)?;
                let part = PartFile::of(file.clone(), &content, rows);
                if recorded.is_some_and(|recorded| *recorded != part) {
                    return Err(OutputError::Differs(path.join(file.clone())));
                }
                put(&path.join(&file), &content).map(|()| part)
            })
        };
        let left = manifest.left(path)?;
        let to_play = damaged.iter().map(|damaged| damaged.range.clone()).chain(chunks(left.clone(), spec.part));
        let (mut since, mut written, mut unwritten, mut replayed) = (Instant::now(), None::<Instant>, false, 0);
        let played = plan.run_chunks(workers, to_play, write, |range, done| {
            let (tally, part) = done.done()?;
            let seconds = since.elapsed().as_secs_f64();
            since = Instant::now();
            if range.start < left.start {
                replayed += 1;
                return Ok(());
            }
            manifest.summary.merge(&SimulationSummary::of(provenance.clone(), range, &tally, seconds))?;
            manifest.parts.extend(part);
            unwritten = written.is_some_and(|written| written.elapsed() < PAUSE);
            if !unwritten {
                manifest.write(path)?;
                written = Some(Instant::now());
            }
            Ok(())
        });
        // Save the finished parts however the run ended.
        let saved = if unwritten { manifest.write(path) } else { Ok(()) };
        self.damaged.drain(..replayed);
        played.and(saved)
    }
}

/// A missing or damaged part.
#[derive(Debug)]
struct DamagedPart {
    range: Range<u64>,
    part: PartFile,
    /// The problem as text.
    problem: String,
}

impl DamagedPart {
    fn message(&self) -> String {
        format!("{}: {}", self.part.name(), self.problem)
    }
}

/// The recorded parts that fail a check.
fn damaged(manifest: &Manifest, mut check: impl FnMut(&PartFile) -> Result<(), String>) -> Vec<DamagedPart> {
    let parts = manifest.done().zip(&manifest.parts);
    let failed = parts.filter_map(|(range, part)| {
        let problem = check(part).err()?;
        Some(DamagedPart { range, part: part.clone(), problem })
    });
    failed.collect()
}

/// The recorded parts that are missing, or no longer have their SHA-256. `progress` is called with the bytes read and their total.
fn changed(path: &Path, manifest: &Manifest, mut progress: impl FnMut(u64, u64)) -> Vec<DamagedPart> {
    let sum = |sum: u64, part: &PartFile| sum.saturating_add(part.bytes());
    let (mut read, of) = (0, manifest.parts.iter().fold(0, sum));
    damaged(manifest, |part| {
        progress(read, of);
        read = sum(read, part);
        part.check(path)
    })
}

/// Passes on damaged parts as an error.
fn accepted(path: &Path, damaged: &[DamagedPart]) -> Result<(), OutputError> {
    match damaged {
        [] => Ok(()),
        damaged => Err(OutputError::Damaged(path.to_owned(), damaged.iter().map(DamagedPart::message).collect())),
    }
}

/// The place of the one process that writes in a folder.
fn place(path: &Path) -> Result<HeldPlace, OutputError> {
    let taken = HeldPlace::take(path, "run").map_err(|error| OutputError::File(path.to_owned(), error))?;
    taken.ok_or_else(|| OutputError::InUse(path.to_owned()))
}
