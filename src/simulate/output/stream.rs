//! Writing tables: whole parts, and one table as a stream or as batches while the readings are played.

use std::collections::HashMap;
use std::io::Write;
use std::ops::Range;

use arrow_array::RecordBatch;
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_schema::SchemaRef;

use crate::correspondences::Correspondences;

use super::super::{Plan, Provenance, Workers};
use super::collector::Collector;
use super::csv_writer::CsvWriter;
use super::level_table::LevelTable;
use super::manifest::fits;
use super::{DetailLevel, OutputError, TableFormat, TableSpec, parquet};

/// Writes a part.
pub(super) fn pack(
    spec: TableSpec,
    table: &LevelTable,
    metadata: &HashMap<String, String>,
    batches: &[RecordBatch],
    out: impl Write + Send,
) -> Result<(), OutputError> {
    match spec.format {
        TableFormat::Parquet => parquet::write(table, metadata, spec.compression, batches, out)?,
        TableFormat::Arrow => {
            let mut writer =
                FileWriter::try_new_with_options(out, &table.schema_with(metadata), spec.compression.of_arrow()?)?;
            batches.iter().try_for_each(|batch| writer.write(batch))?;
            writer.finish()?;
        }
        TableFormat::Csv => {
            let mut writer = CsvWriter::begin(out, &table.schema())?;
            batches.iter().try_for_each(|batch| writer.write(batch))?;
            writer.finish()?;
        }
    }
    Ok(())
}

/// A table being written.
enum Stream<W: Write> {
    Arrow(Box<StreamWriter<W>>),
    Csv(CsvWriter<W>),
}

impl<W: Write> Stream<W> {
    fn write(&mut self, batches: &[RecordBatch]) -> Result<(), OutputError> {
        match self {
            Stream::Arrow(writer) => Ok(batches.iter().try_for_each(|batch| writer.write(batch))?),
            Stream::Csv(writer) => batches.iter().try_for_each(|batch| writer.write(batch)),
        }
    }
}

/// Plays the readings of a plan and writes their table in order. `progress` is called with the number of new readings.
///
/// Returns the number of readings written, which is smaller than requested only if the run was stopped ([`Workers::stop`]). The
/// part size of the specification is ignored.
///
/// # Errors
/// If the format is Parquet, which cannot be streamed, the seed or the number of a reading is too large for a table, or `out`
/// cannot be written.
pub fn stream(
    plan: &Plan,
    correspondences: &Correspondences,
    spec: TableSpec,
    workers: impl Into<Workers>,
    out: impl Write,
    progress: impl Fn(u64) + Sync,
) -> Result<u64, OutputError> {
    let schema = schema(plan, correspondences, spec.level)?;
    let mut stream = match spec.format {
        TableFormat::Parquet => return Err(OutputError::NoStream),
        TableFormat::Arrow => {
            let options = spec.compression.of_arrow()?;
            Stream::Arrow(Box::new(StreamWriter::try_new_with_options(out, &schema, options)?))
        }
        TableFormat::Csv => Stream::Csv(CsvWriter::begin(out, &schema)?),
    };
    let mut written = 0;
    batches(plan, spec.level, workers, progress, |range, batches| {
        written += range.end - range.start;
        stream.write(&batches)
    })?;
    match stream {
        Stream::Arrow(mut writer) => writer.finish()?,
        Stream::Csv(writer) => writer.finish()?,
    }
    Ok(written)
}

/// The columns of a plan's table, with the provenance of its readings as metadata.
///
/// # Errors
/// If the seed or the number of a reading is too large for a table.
pub fn schema(plan: &Plan, correspondences: &Correspondences, level: DetailLevel) -> Result<SchemaRef, OutputError> {
    fits(plan)?;
    let table = LevelTable::new(level);
    Ok(table.schema_with(&table.metadata(&Provenance::of(plan, correspondences))))
}

/// Plays the readings of a plan and passes on their table in order: a range of readings each time, and its batches.
/// `progress` is called with the number of new readings. The batches lack the metadata of [`schema`].
///
/// ```
/// use enochian::correspondences::Correspondences;
/// use enochian::input::Source;
/// use enochian::reading::QuestionDraft;
/// use enochian::simulate::Plan;
/// use enochian::simulate::output::{DetailLevel, OutputError, batches};
///
/// let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
/// let question = QuestionDraft::read(&file, Correspondences::embedded()).unwrap().resolve(Correspondences::embedded()).unwrap();
/// let mut rows = 0;
/// batches(&Plan::new(question, 1, 0..3000), DetailLevel::Summary, 2, |_| (), |_, batches| {
///     rows += batches.iter().map(|batch| batch.num_rows()).sum::<usize>();
///     Ok::<(), OutputError>(())
/// })
/// .unwrap();
/// assert_eq!(rows, 3000);
/// ```
///
/// # Errors
/// The first error of `take`, or of making a batch.
pub fn batches<E: From<OutputError>>(
    plan: &Plan,
    level: DetailLevel,
    workers: impl Into<Workers>,
    progress: impl Fn(u64) + Sync,
    take: impl FnMut(Range<u64>, Vec<RecordBatch>) -> Result<(), E>,
) -> Result<(), E> {
    match level {
        DetailLevel::Summary => played::<false, E>(plan, level, workers.into(), &progress, take),
        DetailLevel::Lists | DetailLevel::Events => played::<true, E>(plan, level, workers.into(), &progress, take),
    }
}

fn played<const TURNS: bool, E: From<OutputError>>(
    plan: &Plan,
    level: DetailLevel,
    workers: Workers,
    progress: &(impl Fn(u64) + Sync),
    mut take: impl FnMut(Range<u64>, Vec<RecordBatch>) -> Result<(), E>,
) -> Result<(), E> {
    let table = LevelTable::new(level);
    plan.run(
        workers,
        || Collector::<TURNS, _, _, _>::new(&table, progress, Ok),
        |range, part| {
            let (_, batches) = part.done()?;
            take(range, batches.unwrap_or_default())
        },
    )
}
