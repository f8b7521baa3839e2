//! Writing tables: whole parts, and one table as a stream while the readings are played.

use std::io::Write;
use std::ops::Range;

use enochian_tables::{Batch, CsvWriter, Field, LevelTable};

use crate::correspondences::Correspondences;

use super::super::{Plan, Provenance, Workers};
use super::collector::Collector;
use super::manifest::fits;
use super::{DetailLevel, OutputError, TableCompression, TableFormat, TableSpec, check_built};
#[cfg(feature = "parquet")]
use super::{arrow, table_metadata::metadata};

/// The content of a part.
pub(super) fn pack(
    spec: TableSpec,
    table: &LevelTable,
    provenance: &Provenance,
    batches: Vec<Batch>,
) -> Result<Vec<u8>, OutputError> {
    file(table.fields(), Some((provenance, table.level())), spec.format, spec.compression, batches)
}

/// The content of a file with rows in these columns. Those of a simulation have their provenance and level.
#[cfg_attr(not(feature = "parquet"), allow(unused_variables, reason = "CSV has no metadata"))]
pub(crate) fn file(
    fields: &[Field],
    of: Option<(&Provenance, DetailLevel)>,
    format: TableFormat,
    compression: TableCompression,
    batches: Vec<Batch>,
) -> Result<Vec<u8>, OutputError> {
    match format {
        TableFormat::Csv => {
            let mut content = vec![];
            let mut writer = CsvWriter::begin(&mut content, fields)?;
            batches.iter().try_for_each(|batch| writer.write(batch))?;
            writer.finish()?;
            Ok(content)
        }
        #[cfg(feature = "parquet")]
        TableFormat::Parquet => {
            Ok(enochian_tables::parquet::file(fields, metadata(fields, of)?, compression, &batches)?)
        }
        #[cfg(feature = "parquet")]
        TableFormat::Arrow => arrow::file(fields, metadata(fields, of)?, compression, batches),
        #[cfg(not(feature = "parquet"))]
        format => Err(OutputError::NotBuilt(format)),
    }
}

/// A table being written.
enum Stream<'t> {
    Csv(Box<CsvWriter<'t>>),
    #[cfg(feature = "parquet")]
    Arrow(Box<arrow::ArrowStream<'t>>),
}

/// Plays the readings of a plan and writes their table in order. `progress` is called with the number of new readings.
///
/// Returns the number of readings written, which is smaller than requested only if the run was stopped ([`Workers::stop`]). The
/// part size of the specification is ignored.
///
/// # Errors
/// If the format is Parquet, which cannot be streamed, the program was built without it, the seed or the number of a reading is
/// too large for a table, or `out` cannot be written.
#[cfg_attr(not(feature = "parquet"), allow(unused_variables, reason = "CSV has no metadata"))]
pub fn stream(
    plan: &Plan,
    correspondences: &Correspondences,
    spec: TableSpec,
    workers: impl Into<Workers>,
    out: impl Write,
    progress: impl Fn(u64) + Sync,
) -> Result<u64, OutputError> {
    fits(plan)?;
    check_built(spec.format)?;
    let table = LevelTable::new(spec.level);
    let mut stream = match spec.format {
        TableFormat::Csv => Stream::Csv(Box::new(CsvWriter::begin(out, table.fields())?)),
        #[cfg(feature = "parquet")]
        TableFormat::Arrow => {
            let provenance = Provenance::of(plan, correspondences);
            Stream::Arrow(Box::new(arrow::ArrowStream::begin(&table, &provenance, spec.compression, out)?))
        }
        _ => return Err(OutputError::NoStream),
    };
    let mut written = 0;
    played(&table, plan, workers.into(), &progress, Ok, |range, batches| {
        written += range.end - range.start;
        match &mut stream {
            Stream::Csv(writer) => batches.iter().try_for_each(|batch| writer.write(batch)).map_err(OutputError::from),
            #[cfg(feature = "parquet")]
            Stream::Arrow(writer) => batches.into_iter().try_for_each(|batch| writer.write(batch)),
        }
    })?;
    match stream {
        Stream::Csv(writer) => writer.finish()?,
        #[cfg(feature = "parquet")]
        Stream::Arrow(writer) => writer.finish()?,
    }
    Ok(written)
}

/// Plays the readings of a plan and passes on, in order, what is made of the batches of each range.
pub(super) fn played<T: Default + Send, E: From<OutputError>>(
    table: &LevelTable,
    plan: &Plan,
    workers: Workers,
    progress: &(impl Fn(u64) + Sync),
    make: impl Fn(Vec<Batch>) -> Result<T, OutputError> + Sync,
    mut take: impl FnMut(Range<u64>, T) -> Result<(), E>,
) -> Result<(), E> {
    macro_rules! run {
        ($turns:literal) => {
            plan.run(
                workers,
                || Collector::<$turns, _, _, _>::new(table, progress, &make),
                |range, part| {
                    let (_, made) = part.done()?;
                    take(range, made.unwrap_or_default())
                },
            )
        };
    }
    match table.level() {
        DetailLevel::Summary => run!(false),
        DetailLevel::Lists | DetailLevel::Events => run!(true),
    }
}
