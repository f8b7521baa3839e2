//! Packing a table into a file of one of the formats.

use std::collections::HashMap;
use std::io::Write;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_ipc::writer::FileWriter;
use arrow_schema::{Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::{Compression, Encoding};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};

use super::csv::Csv;
use super::table::Table;
use super::{Format, Level, OutputError};

/// Writes a part whole.
pub(super) fn pack(
    format: Format,
    table: &Table,
    metadata: &HashMap<String, String>,
    batches: &[RecordBatch],
    out: impl Write + Send,
) -> Result<(), OutputError> {
    match format {
        Format::Parquet => {
            // Other programs are to find plain text in columns of words, so nothing is told of how they stood here.
            let options =
                ArrowWriterOptions::new().with_properties(properties(table, metadata)).with_skip_arrow_metadata(true);
            let mut writer = ArrowWriter::try_new_with_options(out, table.schema(), options)?;
            batches.iter().try_for_each(|batch| writer.write(batch))?;
            writer.close()?;
        }
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

/// How Parquet packs a table: one group of rows a part.
///
/// Measured on the columns of a reading: small whole numbers are packed quickest, and nearly as tightly as with a
/// compressor after it, as differences in as few bits as hold them. Turns repeat themselves, so they are worth compressing, and LZ4 needs no C.
fn properties(table: &Table, metadata: &HashMap<String, String>) -> WriterProperties {
    let told = metadata.iter().map(|(key, value)| KeyValue::new(key.clone(), value.clone())).collect();
    let mut properties = WriterProperties::builder()
        .set_created_by(concat!("enochian ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(told))
        .set_max_row_group_row_count(None)
        .set_write_batch_size(8192)
        .set_statistics_enabled(EnabledStatistics::None)
        .set_column_statistics_enabled("reading".into(), EnabledStatistics::Chunk);
    if table.level() != Level::Summary {
        properties = properties.set_compression(Compression::LZ4_RAW);
    }
    for field in table.schema().fields() {
        if field.data_type().is_integer() {
            let path = parquet::schema::types::ColumnPath::from(field.name().as_str());
            properties = properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED);
        }
    }
    properties.build()
}
