//! Checking a folder of readings: its parts are read, counted again and compared with the manifest, and readings are played again
//! from the seed and the question.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::ops::Range;
use std::path::Path;
use std::thread;

use enochian_tables::{Batch, LevelTable, PartTable, UnreadableTable, csv_reader};
use serde_json::Value;

use crate::input::{read_bytes, reason};

use super::super::{CHUNK, Plan, Provenance, SimulationSummary, Tally, chunks};
use super::collector::Collector;
use super::manifest::Manifest;
use super::part::PartFile;
use super::replay_sample::Replay;
#[cfg(feature = "parquet")]
use super::table_metadata::KEY;
use super::{DetailLevel, OutputError, TableFormat};

/// A missing or damaged part.
#[derive(Debug)]
pub(super) struct DamagedPart {
    pub(super) range: Range<u64>,
    pub(super) part: PartFile,
    /// The problem as text.
    problem: String,
}

impl DamagedPart {
    pub(super) fn message(&self) -> String {
        format!("{}: {}", self.part.name(), self.problem)
    }
}

/// The recorded parts that fail a check.
pub(super) fn damaged(manifest: &Manifest, mut check: impl FnMut(&PartFile) -> Result<(), String>) -> Vec<DamagedPart> {
    let parts = manifest.done().zip(&manifest.parts);
    let failed = parts.filter_map(|(range, part)| {
        let problem = check(part).err()?;
        Some(DamagedPart { range, part: part.clone(), problem })
    });
    failed.collect()
}

/// What was found in a folder.
#[derive(Debug, Default)]
pub(super) struct FolderCheck {
    /// The parts that are not as they were recorded. They were not counted.
    pub(super) damaged: Vec<DamagedPart>,
    /// What sound parts have that they should not.
    pub(super) faults: Vec<String>,
    /// The counts of the sound parts; `None` if they cannot be read.
    pub(super) tally: Option<Tally>,
    /// Whether all that a summary counts is in them, and not only what the turns say.
    pub(super) is_complete: bool,
    /// The number of readings that were played again.
    pub(super) replayed: u64,
}

impl FolderCheck {
    /// Compares the counts with those of the manifest.
    pub(super) fn compare(&mut self, manifest: &Manifest) {
        if let Some(tally) = &self.tally {
            self.faults.extend(contradictions(manifest, tally, self.is_complete));
        }
    }

    /// Passes on what does not agree as an error.
    pub(super) fn accepted(&self, path: &Path) -> Result<(), OutputError> {
        match self.faults.as_slice() {
            [] => Ok(()),
            faults => Err(OutputError::Contradicted(path.to_owned(), faults.to_vec())),
        }
    }

    /// Whether all parts are sound and agree with the manifest.
    pub(super) fn verified(mut self, path: &Path, manifest: &Manifest) -> Result<(), OutputError> {
        let damaged: Vec<String> = self.damaged.iter().map(DamagedPart::message).collect();
        if damaged.is_empty() {
            self.compare(manifest);
        } else if self.faults.is_empty() {
            return Err(OutputError::Damaged(path.to_owned(), damaged));
        }
        self.faults.splice(0..0, damaged);
        self.accepted(path)
    }
}

/// Reads all parts. Readings are played again if there is a plan. `progress` is called with the bytes read and their total.
pub(super) fn check(
    path: &Path,
    manifest: &Manifest,
    plan: Option<&Plan>,
    replay: Replay,
    mut progress: impl FnMut(u64, u64),
) -> FolderCheck {
    let sum = |sum: u64, part: &PartFile| sum.saturating_add(part.bytes());
    let (mut read, of) = (0, manifest.parts.iter().fold(0, sum));
    let damaged = damaged(manifest, |part| {
        progress(read, of);
        read = sum(read, part);
        part.check(path)
    });
    let mut found = FolderCheck { damaged, ..FolderCheck::default() };
    let sample = replay.places(manifest.summary.readings);
    let plan = plan.filter(|_| found.damaged.is_empty() || sample.is_some());
    if !manifest.spec.format.is_built() {
        if let (Some(plan), None) = (plan, &sample) {
            let tally = counted(plan, manifest.from..manifest.from + manifest.summary.readings);
            (found.replayed, found.tally, found.is_complete) = (tally.readings, Some(tally), true);
        }
        return found;
    }
    let table = LevelTable::new(manifest.spec.level);
    let (mut tally, mut played) = (Tally::new(), Tally::new());
    for (range, part) in manifest.done().zip(&manifest.parts) {
        if found.damaged.iter().any(|damaged| damaged.range == range) {
            continue;
        }
        let counted = read_part(&table, manifest, path, part, &range).and_then(|part| Ok((part.tally()?, part)));
        match counted {
            Ok((counts, rows)) => {
                tally.merge(&counts);
                if let Some(plan) = plan {
                    let first = manifest.from;
                    let ranges: Vec<Range<u64>> = match &sample {
                        None => chunks(range.clone(), CHUNK).collect(),
                        Some(places) => {
                            let within = range.start - first..range.end - first;
                            places.range(within).map(|place| first + place..first + place + 1).collect()
                        }
                    };
                    match played_again(&table, &rows, plan, ranges, range.start) {
                        Ok(counts) => played.merge(&counts),
                        Err(fault) => found.faults.push(format!("{}: {fault}", part.name())),
                    }
                }
            }
            Err(UnreadableTable(problem)) => found.faults.push(format!("{}: {problem}", part.name())),
        }
    }
    let are_all = plan.is_some() && sample.is_none();
    found.replayed = played.readings;
    found.is_complete = are_all || manifest.spec.level != DetailLevel::Events;
    found.tally = Some(if are_all { played } else { tally });
    found
}

/// The rows of a part, which must be those of its range and of the run.
fn read_part<'t>(
    table: &'t LevelTable,
    manifest: &Manifest,
    path: &Path,
    part: &PartFile,
    range: &Range<u64>,
) -> Result<PartTable<'t>, UnreadableTable> {
    let content = read_bytes(&path.join(part.name()), part.bytes()).map_err(|error| UnreadableTable(reason(&error)))?;
    let (batch, metadata) = match manifest.spec.format {
        TableFormat::Csv => (csv_reader::read(table, &content)?, None),
        #[cfg(feature = "parquet")]
        TableFormat::Parquet => enochian_tables::parquet_reader::read(table, content, KEY)?,
        #[cfg(feature = "parquet")]
        TableFormat::Arrow => super::arrow_reader::read(table, content, KEY)?,
        #[cfg(not(feature = "parquet"))]
        format => return Err(UnreadableTable(OutputError::NotBuilt(format).to_string())),
    };
    // The meanings of columns may be put otherwise in another version, but not what determines the readings.
    let is_of_run =
        |json: String| serde_json::from_str(&json).is_ok_and(|of: Provenance| of == manifest.summary.provenance);
    if manifest.spec.format != TableFormat::Csv && !metadata.is_some_and(is_of_run) {
        return Err(UnreadableTable("it is of another question, setting or seed than the manifest says".to_owned()));
    }
    PartTable::new(table, batch, range)
}

/// All threads.
fn threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Plays readings again, and counts them.
fn counted(plan: &Plan, range: Range<u64>) -> Tally {
    let mut tally = Tally::new();
    let Ok(()) = plan.run_chunks(
        threads(),
        chunks(range, CHUNK),
        |_| Tally::new(),
        |_, piece| {
            tally.merge(&piece);
            Ok::<_, Infallible>(())
        },
    );
    tally
}

/// Plays readings again, compares them with the rows of a part, and counts them.
///
/// # Errors
/// The first difference.
fn played_again(
    table: &LevelTable,
    rows: &PartTable<'_>,
    plan: &Plan,
    ranges: Vec<Range<u64>>,
    first: u64,
) -> Result<Tally, String> {
    let compare = |mut reading: u64, batches: Vec<Batch>| {
        for batch in batches {
            let readings = table.readings_of(&batch);
            if let Some(column) = rows.difference((reading - first) as usize, &batch) {
                let which = match readings {
                    1 => format!("reading {reading}"),
                    _ => format!("one of the readings {reading} to {}", reading + readings as u64 - 1),
                };
                return Err(format!("`{column}` of {which} is another when it is played again"));
            }
            reading += readings as u64;
        }
        Ok(())
    };
    match table.level() {
        DetailLevel::Summary => collected::<false>(table, plan, ranges, compare),
        DetailLevel::Lists | DetailLevel::Events => collected::<true>(table, plan, ranges, compare),
    }
}

fn collected<const TURNS: bool>(
    table: &LevelTable,
    plan: &Plan,
    ranges: Vec<Range<u64>>,
    mut compare: impl FnMut(u64, Vec<Batch>) -> Result<(), String>,
) -> Result<Tally, String> {
    let mut tally = Tally::new();
    let nothing = |_| ();
    let collect = |_: &Range<u64>| Collector::<TURNS, _, _, _>::new(table, &nothing, Ok);
    plan.run_chunks(threads(), ranges, collect, |range, done| {
        let (counts, batches) = done.done().map_err(|error| error.to_string())?;
        tally.merge(&counts);
        compare(range.start, batches.unwrap_or_default())
    })?;
    Ok(tally)
}

/// The counts of a run that are not those of its parts.
pub(super) fn contradictions(manifest: &Manifest, tally: &Tally, is_complete: bool) -> Vec<String> {
    let told = &manifest.summary;
    let range = manifest.from..manifest.from + told.readings;
    let counted = SimulationSummary::of(told.provenance.clone(), range, tally, told.seconds);
    let keys = (!is_complete).then_some(PartTable::COUNTED_OF_EVENTS.as_slice());
    let mut all = vec![];
    if let (Ok(Value::Object(told)), Ok(Value::Object(counted))) =
        (serde_json::to_value(told), serde_json::to_value(&counted))
    {
        for (key, right) in counted {
            if keys.is_none_or(|keys| keys.contains(&key.as_str())) {
                compare(&key, told.get(&key).unwrap_or(&Value::Null), &right, &mut all);
            }
        }
    }
    if all.len() > MOST {
        let more = all.len() - MOST;
        all.truncate(MOST);
        all.push(format!("and {more} more"));
    }
    all
}

/// No more contradictions are told one by one.
const MOST: usize = 6;

fn compare(name: &str, told: &Value, counted: &Value, all: &mut Vec<String>) {
    if told == counted {
        return;
    }
    match (told, counted) {
        (Value::Object(one), Value::Object(two)) => {
            let names: BTreeSet<&String> = one.keys().chain(two.keys()).collect();
            for key in names {
                let of = |object: &serde_json::Map<String, Value>| object.get(key).cloned().unwrap_or(Value::Null);
                compare(&format!("{name}.{key}"), &of(one), &of(two), all);
            }
        }
        (told, counted) => all.push(format!("`{name}` is {told}, but {counted} by the parts")),
    }
}
