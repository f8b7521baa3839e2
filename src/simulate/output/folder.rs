//! A run in a folder: parts and a manifest.

use std::fs::{self, File, TryLockError};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Instant;

use arrow_array::RecordBatch;

use crate::lore::Lore;

use super::super::{Plan, Summary, pieces};
use super::collector::Collector;
use super::manifest::{Manifest, put};
use super::stream::pack;
use super::table::Table;
use super::{Level, OutputError, Shape};

/// A folder into which a run is written, in parts of so many readings; no other process writes there meanwhile.
///
/// Every part is put in its place whole, and then the manifest tells of it: a run that is broken off leaves sound parts,
/// and goes on from the last of which the manifest tells.
///
/// ```
/// use enochian::lore::Lore;
/// use enochian::reading::Draft;
/// use enochian::simulate::Plan;
/// use enochian::simulate::output::{Folder, Format, Level, Shape};
/// use enochian::text::Source;
///
/// let lore = Lore::embedded();
/// let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
/// let plan = Plan::new(Draft::read(&file, lore).unwrap().settle(lore).unwrap(), 1, 0..20);
/// let place = tempfile::tempdir().unwrap();
/// let path = place.path().join("brother");
/// let shape = Shape::new(Level::Summary, Format::Parquet, Some(10)).unwrap();
/// drop(Folder::create(&path, &plan, lore, shape, "an example").unwrap());
/// // Another day.
/// let mut folder = Folder::resume(&path, lore).unwrap();
/// folder.play(2, |_| ()).unwrap();
/// assert_eq!(Folder::summary_of(&path).unwrap().done, [(0, 20)]);
/// ```
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    plan: Plan,
    manifest: Manifest,
    /// Holds the lock.
    _lock: File,
}

impl Folder {
    /// Makes the folder for a run. The command is kept in the manifest.
    ///
    /// # Errors
    /// When something is there already, save an empty folder, or nothing can be written there.
    pub fn create(path: &Path, plan: &Plan, lore: &Lore, shape: Shape, command: &str) -> Result<Folder, OutputError> {
        if path.symlink_metadata().is_err() {
            fs::create_dir(path).map_err(|error| OutputError::NoFolder(path.to_owned(), error))?;
        } else if !fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none()) {
            return Err(OutputError::Taken(path.to_owned()));
        }
        let manifest = Manifest::of(plan, lore, shape, command);
        let begun = lock(path).and_then(|lock| manifest.write(path).map(|()| lock));
        let lock = begun.map_err(|error| match error {
            OutputError::File(_, error) => {
                // The folder is as good as empty for another try.
                let _ = fs::remove_file(path.join(LOCK));
                OutputError::NoFolder(path.to_owned(), error)
            }
            other => other,
        })?;
        Ok(Folder { path: path.to_owned(), plan: plan.clone(), manifest, _lock: lock })
    }

    /// Opens a folder to go on with its run.
    ///
    /// # Errors
    /// When there is no run, parts of it are gone, another process is at it, or the data or the program are no longer those
    /// with which it was begun.
    pub fn resume(path: &Path, lore: &Lore) -> Result<Folder, OutputError> {
        // Read before anything is made there: it may be no folder of ours.
        Manifest::read(path)?;
        let lock = lock(path)?;
        let manifest = Manifest::read(path)?;
        let plan = manifest.plan(path, lore)?;
        left(path, &manifest)?;
        whole(path, &manifest)?;
        Ok(Folder { path: path.to_owned(), plan, manifest, _lock: lock })
    }

    /// What a folder's run came to so far.
    ///
    /// # Errors
    /// When there is no run in it, parts of it are gone, or none is done yet.
    pub fn summary_of(path: &Path) -> Result<Summary, OutputError> {
        let manifest = Manifest::read(path)?;
        whole(path, &manifest)?;
        if manifest.summary.readings == 0 {
            return Err(OutputError::Nothing(path.to_owned()));
        }
        Ok(manifest.summary)
    }

    /// What is played.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What the run came to so far.
    pub fn summary(&self) -> &Summary {
        &self.manifest.summary
    }

    /// Plays on so many threads what is not done yet. `progress` is told how many more readings were played.
    ///
    /// # Errors
    /// When something cannot be written; what is done stays, and can be gone on with.
    pub fn play(&mut self, threads: usize, progress: impl Fn(u64) + Sync) -> Result<(), OutputError> {
        match self.manifest.shape.level {
            Level::Summary => self.played::<false>(threads, &progress),
            Level::Lists | Level::Events => self.played::<true>(threads, &progress),
        }
    }

    fn played<const TURNS: bool>(
        &mut self,
        threads: usize,
        progress: &(impl Fn(u64) + Sync),
    ) -> Result<(), OutputError> {
        let (path, plan, manifest) = (&self.path, &self.plan, &mut self.manifest);
        let (shape, premises) = (manifest.shape, manifest.summary.premises.clone());
        let table = &Table::new(shape.level);
        let metadata = &table.metadata(&premises);
        let write = |range: &Range<u64>| {
            let file = path.join(name(range, shape));
            Collector::<TURNS, _, (), _>::new(table, progress, move |batches: Vec<RecordBatch>| {
                put(&file, |out| pack(shape.format, table, metadata, &batches, out))
            })
        };
        let mut since = Instant::now();
        let left = pieces(left(path, manifest)?, shape.part);
        plan.run_pieces(threads, left, write, |range, part| {
            let (tally, _) = part.done()?;
            let seconds = since.elapsed().as_secs_f64();
            since = Instant::now();
            manifest.summary.merge(&Summary::of(premises.clone(), range, &tally, seconds))?;
            manifest.write(path)
        })
    }
}

/// What is left to play: parts are done in the order of their numbers.
fn left(path: &Path, manifest: &Manifest) -> Result<Range<u64>, OutputError> {
    let Manifest { from, to, .. } = *manifest;
    match *manifest.summary.done {
        [] if from < to => Ok(from..to),
        [(start, end)] if start == from && end <= to => Ok(end..to),
        _ => Err(OutputError::Ranges(path.to_owned())),
    }
}

/// The name of the file of a part.
fn name(range: &Range<u64>, shape: Shape) -> String {
    format!("part-{:012}-{:012}.{}", range.start, range.end, shape.format)
}

/// Whether all parts that are done are there; the first that are not are named.
fn whole(path: &Path, manifest: &Manifest) -> Result<(), OutputError> {
    let done = manifest.summary.done.iter().flat_map(|(from, to)| pieces(*from..*to, manifest.shape.part));
    let names = done.map(|part| name(&part, manifest.shape));
    let gone: Vec<String> = names.filter(|name| !path.join(name).is_file()).take(8).collect();
    if gone.is_empty() { Ok(()) } else { Err(OutputError::Lacking(path.to_owned(), gone)) }
}

/// The file that is locked; it stays when the run is over.
const LOCK: &str = ".lock";

/// Keeps other processes of ours from writing in a folder.
fn lock(path: &Path) -> Result<File, OutputError> {
    let name = path.join(LOCK);
    let file = File::create(&name).map_err(OutputError::at(&name))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OutputError::InUse(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(OutputError::File(name, error)),
    }
}
