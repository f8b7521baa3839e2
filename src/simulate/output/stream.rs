//! Writing tables: whole parts, and one table as a stream while the readings are played.

use std::collections::HashMap;
use std::io::Write;

use arrow_array::RecordBatch;
use arrow_ipc::writer::{FileWriter, StreamWriter};

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
    fits(plan)?;
    let table = LevelTable::new(spec.level);
    let metadata = table.metadata(&Provenance::of(plan, correspondences));
    let mut stream = match spec.format {
        TableFormat::Parquet => return Err(OutputError::NoStream),
        TableFormat::Arrow => {
            let options = spec.compression.of_arrow()?;
            let writer = StreamWriter::try_new_with_options(out, &table.schema_with(&metadata), options)?;
            Stream::Arrow(Box::new(writer))
        }
        TableFormat::Csv => Stream::Csv(CsvWriter::begin(out, &table.schema())?),
    };
    let written = match spec.level {
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
