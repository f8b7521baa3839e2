//! A part in Parquet, as one row group.

use std::collections::HashMap;
use std::io::Write;

use arrow_array::RecordBatch;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::{ArrowWriterOptions, compute_leaves};
use parquet::basic::Encoding;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;

use super::OutputError;
use super::level_table::LevelTable;
use super::pages::ColumnChunk;

/// Columns whose numbers increase from row to row, in tables of readings, of turns and of lists; they are delta-encoded.
const RUNNING: [&[&str]; 3] = [&["reading"], &["turn"], &["turns", "list", "item", "turn"]];

/// Writes a part.
pub(super) fn write(
    table: &LevelTable,
    metadata: &HashMap<String, String>,
    batches: &[RecordBatch],
    out: impl Write + Send,
) -> Result<(), OutputError> {
    // Without the Arrow schema, so that other programs read columns of words as plain text.
    let options = ArrowWriterOptions::new().with_properties(properties(metadata)).with_skip_arrow_metadata(true);
    let writer = ArrowWriter::try_new_with_options(out, table.schema(), options)?;
    let (mut file, factory) = writer.into_serialized_writer()?;
    let described = file.schema_descr().columns().to_vec();
    let mut columns = factory.create_column_writers(0)?.into_iter().zip(described);
    let mut group = file.next_row_group()?;
    for (place, field) in table.schema().fields().iter().enumerate() {
        let pieces: Vec<_> = batches.iter().map(|batch| batch.column(place)).collect();
        if ColumnChunk::takes(field.data_type()) && !RUNNING.contains(&[field.name().as_str()].as_slice()) {
            let Some((_, described)) = columns.next() else { break };
            let chunk = ColumnChunk::of(described, &pieces)?;
            group.append_column(&chunk.bytes, chunk.close)?;
            continue;
        }
        // A list has several leaf columns.
        let mut writers = vec![];
        for piece in pieces {
            let leaves = compute_leaves(field, piece)?;
            if writers.is_empty() {
                writers.extend(columns.by_ref().take(leaves.len()).map(|(writer, _)| writer));
            }
            writers.iter_mut().zip(&leaves).try_for_each(|(writer, leaf)| writer.write(leaf))?;
        }
        for writer in writers {
            writer.close()?.append_to_row_group(&mut group)?;
        }
    }
    group.close()?;
    file.close()?;
    Ok(())
}

/// The settings for columns encoded by the library. No compression, which would gain little after bit-packing.
fn properties(metadata: &HashMap<String, String>) -> WriterProperties {
    let metadata = metadata.iter().map(|(key, value)| KeyValue::new(key.clone(), value.clone())).collect();
    let mut properties = WriterProperties::builder()
        .set_created_by(concat!("enochian ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(metadata))
        .set_offset_index_disabled(true)
        .set_statistics_enabled(EnabledStatistics::None)
        .set_column_statistics_enabled("reading".into(), EnabledStatistics::Chunk);
    for path in RUNNING {
        let path = ColumnPath::new(path.iter().map(|name| (*name).to_owned()).collect());
        properties = properties
            .set_column_dictionary_enabled(path.clone(), false)
            .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED);
    }
    properties.build()
}
