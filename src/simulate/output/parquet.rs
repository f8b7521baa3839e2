//! A part in Parquet, as one row group.

use std::collections::HashMap;
use std::io::Write;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use parquet::arrow::ArrowSchemaConverter;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;

use super::level_table::LevelTable;
use super::pages::{ColumnChunk, ColumnPiece, ValueOrder};
use super::table_compression::PageCompressor;
use super::{DetailLevel, OutputError, TableCompression};

/// What is known of a column in tables of a level.
fn order(name: &str, level: DetailLevel) -> ValueOrder {
    match (name, level) {
        ("reading" | "turn" | "turns.list.item.turn", _) => ValueOrder::Increasing,
        ("ptah" | "kings", DetailLevel::Events) => ValueOrder::Repeated,
        _ => ValueOrder::Any,
    }
}

/// Writes a part.
pub(super) fn write(
    table: &LevelTable,
    metadata: &HashMap<String, String>,
    compression: TableCompression,
    batches: &[RecordBatch],
    out: impl Write + Send,
) -> Result<(), OutputError> {
    // Without the Arrow schema, so that other programs read columns of words as plain text.
    let schema = ArrowSchemaConverter::new().convert(&table.schema())?;
    let mut file = SerializedFileWriter::new(out, schema.root_schema_ptr(), Arc::new(properties(metadata)))?;
    let mut compressor = PageCompressor::new(compression)?;
    let mut group = file.next_row_group()?;
    for (column, pieces) in schema.columns().iter().zip(columns(table, batches)) {
        let order = order(&column.path().string(), table.level());
        let chunk = ColumnChunk::of(Arc::clone(column), &pieces, order, &mut compressor)?;
        group.append_column(&chunk.bytes, chunk.close)?;
    }
    group.close()?;
    file.close()?;
    Ok(())
}

/// The columns of batches, with those in lists on their own.
fn columns<'a>(table: &LevelTable, batches: &'a [RecordBatch]) -> impl Iterator<Item = Vec<ColumnPiece<'a>>> {
    let in_batch = |batch: &'a RecordBatch, place: usize| {
        let column = batch.column(place);
        match column.as_list_opt::<i32>() {
            None => vec![ColumnPiece { values: column, lists: None }],
            Some(lists) => {
                let columns = lists.values().as_struct().columns().iter();
                columns.map(|values| ColumnPiece { values, lists: Some(lists.offsets()) }).collect()
            }
        }
    };
    (0..table.schema().fields().len()).flat_map(move |place| {
        let mut columns: Vec<Vec<ColumnPiece<'a>>> = vec![];
        for batch in batches {
            let pieces = in_batch(batch, place);
            columns.resize_with(pieces.len(), Vec::new);
            columns.iter_mut().zip(pieces).for_each(|(column, piece)| column.push(piece));
        }
        columns
    })
}

/// The program that wrote the file, and the metadata of the table.
fn properties(metadata: &HashMap<String, String>) -> WriterProperties {
    let metadata = metadata.iter().map(|(key, value)| KeyValue::new(key.clone(), value.clone())).collect();
    WriterProperties::builder()
        .set_created_by(concat!("enochian ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(metadata))
        .build()
}
