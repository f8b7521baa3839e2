//! Packing a table into a file of one of the formats.

use std::collections::HashMap;
use std::io::Write;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_ipc::writer::FileWriter;
use arrow_schema::{Schema, SchemaRef};

use super::csv::Csv;
use super::table::Table;
use super::{Format, OutputError, parquet};

/// Writes a part whole.
pub(super) fn pack(
    format: Format,
    table: &Table,
    metadata: &HashMap<String, String>,
    batches: &[RecordBatch],
    out: impl Write + Send,
) -> Result<(), OutputError> {
    match format {
        Format::Parquet => parquet::write(table, metadata, batches, out)?,
        Format::Arrow => {
            let mut writer = FileWriter::try_new(out, &told(table, metadata))?;
            batches.iter().try_for_each(|batch| writer.write(batch))?;
            writer.finish()?;
        }
        Format::Csv => {
            let mut writer = Csv::begin(out, &table.schema())?;
            batches.iter().try_for_each(|batch| writer.write(batch))?;
            writer.finish()?;
        }
    }
    Ok(())
}

/// The schema of a table with its metadata.
pub(super) fn told(table: &Table, metadata: &HashMap<String, String>) -> SchemaRef {
    Arc::new(Schema::new_with_metadata(table.schema().fields().clone(), metadata.clone()))
}
