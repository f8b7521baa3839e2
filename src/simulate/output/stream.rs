//! Tables in their formats: a part that is written whole, and one table that is written as the readings are played.

use std::collections::HashMap;
use std::io::Write;

use arrow_array::RecordBatch;
use arrow_ipc::writer::{FileWriter, StreamWriter};

use crate::correspondences::Correspondences;

use super::super::{Plan, Provenance, Workers};
use super::collector::Collector;
use super::csv_writer::CsvWriter;
use super::level_table::LevelTable;
use super::{DetailLevel, OutputError, TableFormat, TableSpec, parquet};

/// Writes a part whole.
pub(super) fn pack(
    format: TableFormat,
    table: &LevelTable,
    metadata: &HashMap<String, String>,
    batches: &[RecordBatch],
    out: impl Write + Send,
) -> Result<(), OutputError> {
    match format {
        TableFormat::Parquet => parquet::write(table, metadata, batches, out)?,
        TableFormat::Arrow => {
            let mut writer = FileWriter::try_new(out, &table.schema_with(metadata))?;
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

/// A table under way.
enum Stream<W: Write> {
    Arrow(StreamWriter<W>),
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

/// Plays the readings of a plan and writes their table, in the order of their numbers; returns how many it wrote, which are
/// fewer than wanted only when it was stopped ([`Workers::stop`]). `progress` is told how many more were played. The size of
/// parts makes no difference.
///
/// # Errors
/// For Parquet, which cannot be read before it is whole; and when `out` cannot be written.
pub fn stream(
    plan: &Plan,
    correspondences: &Correspondences,
    shape: TableSpec,
    workers: impl Into<Workers>,
    out: impl Write,
    progress: impl Fn(u64) + Sync,
) -> Result<u64, OutputError> {
    let table = LevelTable::new(shape.level);
    let metadata = table.metadata(&Provenance::of(plan, correspondences));
    let mut stream = match shape.format {
        TableFormat::Parquet => return Err(OutputError::NoStream),
        TableFormat::Arrow => Stream::Arrow(StreamWriter::try_new(out, &table.schema_with(&metadata))?),
        TableFormat::Csv => Stream::Csv(CsvWriter::begin(out, &table.schema())?),
    };
    let written = match shape.level {
        DetailLevel::Summary => played::<false>(plan, &table, workers.into(), &progress, &mut stream)?,
        DetailLevel::Lists | DetailLevel::Events => {
            played::<true>(plan, &table, workers.into(), &progress, &mut stream)?
        }
    };
    match stream {
        Stream::Arrow(mut writer) => writer.finish()?,
        Stream::Csv(writer) => writer.finish()?,
    }
    Ok(written)
}

fn played<const TURNS: bool>(
    plan: &Plan,
    table: &LevelTable,
    workers: Workers,
    progress: &(impl Fn(u64) + Sync),
    stream: &mut Stream<impl Write>,
) -> Result<u64, OutputError> {
    let mut written = 0;
    plan.run(
        workers,
        || Collector::<TURNS, _, _, _>::new(table, progress, Ok),
        |range, part| {
            let (_, batches) = part.done()?;
            written += range.end - range.start;
            stream.write(&batches.unwrap_or_default())
        },
    )?;
    Ok(written)
}
