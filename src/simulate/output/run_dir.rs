//! A run in a folder: parts and a manifest.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use arrow_array::RecordBatch;

use crate::correspondences::Correspondences;
use crate::disk::{self, FileLock, LockError};

use super::super::{Plan, SimulationSummary, Workers, chunks};
use super::collector::Collector;
use super::level_table::LevelTable;
use super::manifest::{Manifest, NAME, put};
use super::part::{self, PartFile};
use super::stream::pack;
use super::{DetailLevel, OutputError, TableSpec};

/// A folder into which a run is written, in parts of so many readings; no other process writes there meanwhile.
///
/// Every part is put in its place whole, and then the manifest records it with its size and SHA-256: a run that is broken
/// off leaves sound parts, and goes on from the last that is recorded. A part that is missing or damaged is played anew.
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
/// let place = tempfile::tempdir().unwrap();
/// let path = place.path().join("brother");
/// let shape = TableSpec::new(DetailLevel::Summary, TableFormat::Parquet, Some(10)).unwrap();
/// drop(RunDir::create(&path, &plan, correspondences, shape, "an example").unwrap());
/// // Another day.
/// let mut folder = RunDir::resume(&path, correspondences, |_, _| ()).unwrap();
/// folder.play(2, |_| ()).unwrap();
/// assert_eq!(RunDir::summary_of(&path).unwrap().done, [(0, 20)]);
/// ```
#[derive(Debug)]
pub struct RunDir {
    path: PathBuf,
    plan: Plan,
    manifest: Manifest,
    /// What is recorded but to be played anew, in the order of the numbers.
    damaged: Vec<Damaged>,
    /// Keeps others out.
    _hold: FileLock,
}

/// A part that is not as it is recorded.
#[derive(Debug)]
struct Damaged {
    range: Range<u64>,
    part: PartFile,
    /// What is wrong with it, in words.
    fault: String,
}

/// How far the run in a folder is.
#[derive(Clone, Debug, PartialEq)]
pub struct RunProgress {
    /// What the readings done so far came to.
    pub summary: SimulationSummary,
    /// How many readings were asked for.
    pub wanted: u64,
}

/// The manifest is written no more often, since it grows with the number of parts.
const PAUSE: Duration = Duration::from_secs(1);

impl RunDir {
    /// Makes the folder for a run. The command is kept in the manifest.
    ///
    /// # Errors
    /// When something is there already, save an empty folder, or nothing can be written there.
    pub fn create(
        path: &Path,
        plan: &Plan,
        correspondences: &Correspondences,
        shape: TableSpec,
        command: &str,
    ) -> Result<RunDir, OutputError> {
        let made = path.symlink_metadata().is_err();
        if made {
            fs::create_dir(path).map_err(|error| OutputError::NoFolder(path.to_owned(), error))?;
        } else if !fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none()) {
            return Err(OutputError::Taken(path.to_owned()));
        }
        let manifest = Manifest::of(plan, correspondences, shape, command);
        let begun = lock(path).and_then(|hold| manifest.write(path).map(|()| hold));
        let hold = begun.map_err(|error| match error {
            OutputError::File(_, error) => {
                // All is as it was, for another try.
                if made {
                    let _ = fs::remove_dir(path);
                }
                OutputError::NoFolder(path.to_owned(), error)
            }
            other => other,
        })?;
        Ok(RunDir { path: path.to_owned(), plan: plan.clone(), manifest, damaged: vec![], _hold: hold })
    }

    /// Whether a folder holds a run that [`RunDir::resume`] can go on with, as far as its manifest says.
    #[must_use]
    pub fn is_resumable(path: &Path) -> bool {
        Manifest::read(path).is_ok_and(|manifest| !manifest.is_first())
    }

    /// Opens a folder to go on with its run. Every part that is recorded is read; `progress` is told how many
    /// bytes are read, and of how many.
    ///
    /// # Errors
    /// When there is no run, or one of an earlier version, which recorded no parts; when another process is at it, or the
    /// data or the program are no longer those with which it was begun.
    pub fn resume(
        path: &Path,
        correspondences: &Correspondences,
        progress: impl FnMut(u64, u64),
    ) -> Result<RunDir, OutputError> {
        // Read before anything is made there: it may be no folder of ours.
        Manifest::read(path)?;
        let hold = lock(path)?;
        let manifest = Manifest::read(path)?;
        let plan = manifest.plan(path, correspondences)?;
        disk::sweep_held(path);
        let damaged = checked(path, &manifest, progress)?;
        Ok(RunDir { path: path.to_owned(), plan, manifest, damaged, _hold: hold })
    }

    /// What a folder's run came to so far. Of its parts only the sizes are looked at: see [`RunDir::verify`].
    ///
    /// # Errors
    /// When there is no run in it, parts of it are missing or of another size, or none is done yet.
    pub fn summary_of(path: &Path) -> Result<SimulationSummary, OutputError> {
        Ok(RunDir::progress_of(path)?.summary)
    }

    /// The same, and how many readings were asked for.
    ///
    /// # Errors
    /// As [`RunDir::summary_of`].
    pub fn progress_of(path: &Path) -> Result<RunProgress, OutputError> {
        let manifest = Manifest::read(path)?;
        let faults = if manifest.is_first() {
            let names = manifest.done().map(|range| part::name(&range, manifest.shape));
            names.filter(|name| !path.join(name).is_file()).map(|name| format!("{name}: missing")).collect()
        } else {
            damaged(&manifest, |part| part.check_size(path)).iter().map(Damaged::message).collect()
        };
        check_sound(path, faults)?;
        if manifest.summary.readings == 0 {
            return Err(OutputError::Nothing(path.to_owned()));
        }
        Ok(RunProgress { wanted: manifest.to.saturating_sub(manifest.from), summary: manifest.summary })
    }

    /// Reads all parts of a folder's run and compares them with the sizes and the SHA-256 that were recorded. `progress` is
    /// told how many bytes are read, and of how many.
    ///
    /// # Errors
    /// When there is no run in it, or one of an earlier version, which recorded no parts; when parts are missing or damaged,
    /// all of which are named.
    pub fn verify(path: &Path, progress: impl FnMut(u64, u64)) -> Result<RunProgress, OutputError> {
        let manifest = Manifest::read(path)?;
        check_sound(path, checked(path, &manifest, progress)?.iter().map(Damaged::message).collect())?;
        Ok(RunProgress { wanted: manifest.to - manifest.from, summary: manifest.summary })
    }

    /// What is played.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What the run came to so far.
    #[must_use]
    pub fn summary(&self) -> &SimulationSummary {
        &self.manifest.summary
    }

    /// The recorded parts that are to be played anew, each with what is wrong with it.
    pub fn damaged(&self) -> Vec<String> {
        self.damaged.iter().map(Damaged::message).collect()
    }

    /// How many readings are to be played: those of damaged parts, and what is not done yet.
    #[must_use]
    pub fn left(&self) -> u64 {
        let anew: u64 = self.damaged.iter().map(|part| part.range.end - part.range.start).sum();
        anew + self.wanted().saturating_sub(self.summary().readings)
    }

    /// How many readings were asked for.
    #[must_use]
    pub fn wanted(&self) -> u64 {
        self.plan.range.end - self.plan.range.start
    }

    /// Plays what is damaged and what is not done yet. `progress` is told how many more readings were played. Where it is
    /// stopped ([`Workers::stop`]), the parts that are whole are kept.
    ///
    /// # Errors
    /// When something cannot be written; what is done stays, and can be gone on with.
    pub fn play(&mut self, workers: impl Into<Workers>, progress: impl Fn(u64) + Sync) -> Result<(), OutputError> {
        match self.manifest.shape.level {
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
        let (shape, premises) = (manifest.shape, manifest.summary.premises.clone());
        let table = &LevelTable::new(shape.level);
        let metadata = &table.metadata(&premises);
        let write = |range: &Range<u64>| {
            let file = part::name(range, shape);
            let recorded = damaged.binary_search_by_key(&range.start, |damaged| damaged.range.start);
            let recorded = recorded.ok().map(|place| &damaged[place].part);
            Collector::<TURNS, _, PartFile, _>::new(table, progress, move |batches: Vec<RecordBatch>| {
                let mut content = Vec::new();
                pack(shape.format, table, metadata, &batches, &mut content)?;
                let part = PartFile::of(file.clone(), &content);
                if recorded.is_some_and(|recorded| *recorded != part) {
                    return Err(OutputError::Differs(path.join(file.clone())));
                }
                put(&path.join(&file), &content).map(|()| part)
            })
        };
        let left = manifest.left(path)?;
        let to_play = damaged.iter().map(|damaged| damaged.range.clone()).chain(chunks(left.clone(), shape.part));
        let (mut since, mut written, mut unwritten, mut anew) = (Instant::now(), None::<Instant>, false, 0);
        let played = plan.run_pieces(workers, to_play, write, |range, done| {
            let (tally, part) = done.done()?;
            let seconds = since.elapsed().as_secs_f64();
            since = Instant::now();
            if range.start < left.start {
                anew += 1;
                return Ok(());
            }
            manifest.summary.merge(&SimulationSummary::of(premises.clone(), range, &tally, seconds))?;
            manifest.parts.extend(part);
            unwritten = written.is_some_and(|written| written.elapsed() < PAUSE);
            if !unwritten {
                manifest.write(path)?;
                written = Some(Instant::now());
            }
            Ok(())
        });
        // However the run ended, what is done is kept.
        let kept = if unwritten { manifest.write(path) } else { Ok(()) };
        self.damaged.drain(..anew);
        played.and(kept)
    }
}

impl Damaged {
    fn message(&self) -> String {
        format!("{}: {}", self.part.file, self.fault)
    }
}

/// The parts that fail a check.
fn damaged(manifest: &Manifest, mut check: impl FnMut(&PartFile) -> Result<(), String>) -> Vec<Damaged> {
    let parts = manifest.done().zip(&manifest.parts);
    let failed = parts.filter_map(|(range, part)| {
        let fault = check(part).err()?;
        Some(Damaged { range, part: part.clone(), fault })
    });
    failed.collect()
}

/// Reads all parts, and finds those that are not as they are recorded.
fn checked(path: &Path, manifest: &Manifest, mut progress: impl FnMut(u64, u64)) -> Result<Vec<Damaged>, OutputError> {
    if manifest.is_first() {
        return Err(OutputError::Unrecorded(path.to_owned(), manifest.left(path)?));
    }
    let sum = |sum: u64, part: &PartFile| sum.saturating_add(part.bytes());
    let (mut read, of) = (0, manifest.parts.iter().fold(0, sum));
    Ok(damaged(manifest, |part| {
        progress(read, of);
        read = sum(read, part);
        part.check(path)
    }))
}

/// Refuses parts with faults.
fn check_sound(path: &Path, faults: Vec<String>) -> Result<(), OutputError> {
    if faults.is_empty() { Ok(()) } else { Err(OutputError::Damaged(path.to_owned(), faults)) }
}

/// Keeps other processes of ours from writing in a folder.
fn lock(path: &Path) -> Result<FileLock, OutputError> {
    let manifest = path.join(NAME);
    FileLock::take(&manifest, "run", Duration::ZERO).map_err(|error| match error {
        LockError::Disk(error) => OutputError::File(manifest, error.into_io()),
        LockError::Taken { ref doubtful, .. } => {
            OutputError::InUse(path.to_owned(), error.to_string(), doubtful.clone())
        }
    })
}
