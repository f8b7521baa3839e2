//! Reading a table back from a file of Arrow IPC.

use std::io::Cursor;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, UInt8Type, UInt16Type};
use arrow_array::{Array, ArrayRef};
use arrow_ipc::reader::FileReader;
use arrow_schema::DataType;
use enochian_tables::{Batch, ColumnBuilder, Field, LevelTable, UnreadableTable};

fn failed(error: &arrow_schema::ArrowError) -> UnreadableTable {
    UnreadableTable(error.to_string())
}

/// Reads a table, as [`file`](super::arrow::file) writes it, and what its metadata has under a key.
///
/// # Errors
/// If it has other columns, or values that these cannot have.
pub(super) fn read(
    table: &LevelTable,
    content: Vec<u8>,
    key: &str,
) -> Result<(Batch, Option<String>), UnreadableTable> {
    let reader = FileReader::try_new(Cursor::new(content), None).map_err(|error| failed(&error))?;
    let schema = reader.schema();
    // Their meanings may be put otherwise in another version.
    let names = schema.fields().iter().map(|field| field.name());
    if !names.eq(table.fields().iter().map(|field| &field.name)) {
        return Err(UnreadableTable("it has other columns".to_owned()));
    }
    let fields: Vec<&Field> = table.fields().iter().flat_map(Field::leaves).collect();
    let mut builders: Vec<ColumnBuilder<'_>> = fields.iter().map(|field| ColumnBuilder::new(field)).collect();
    let (mut rows, mut lengths) = (0, None::<Vec<usize>>);
    for batch in reader {
        let batch = batch.map_err(|error| failed(&error))?;
        rows += batch.num_rows();
        let mut columns = batch.columns().to_vec();
        if let Some(list) = columns.last().and_then(|column| column.as_list_opt::<i32>()) {
            let list = list.clone();
            columns.pop();
            let items = list.offsets().windows(2).map(|ends| ends[1].abs_diff(ends[0]) as usize);
            lengths.get_or_insert_default().extend(items);
            let ends = [list.offsets().first(), list.offsets().last()];
            let [first, last] = ends.map(|end| end.unsigned_abs() as usize);
            let items = list.values().as_struct_opt().filter(|items| last <= items.len() && first <= last);
            let items = items.ok_or_else(|| UnreadableTable("its lists have other items".to_owned()))?;
            columns.extend(items.columns().iter().map(|column| column.slice(first, last - first)));
        }
        if columns.len() != builders.len() {
            return Err(UnreadableTable("it has other columns".to_owned()));
        }
        for (builder, column) in builders.iter_mut().zip(&columns) {
            take(column, builder)?;
        }
    }
    let columns = builders.into_iter().map(ColumnBuilder::finish).collect();
    let metadata = schema.metadata().get(key).cloned();
    Ok((Batch { rows, columns, lengths }, metadata))
}

/// Takes the values of a column.
fn take(column: &ArrayRef, builder: &mut ColumnBuilder<'_>) -> Result<(), UnreadableTable> {
    let (of, is_there) = (column.as_ref(), |row: usize| column.is_valid(row));
    let rows = 0..of.len();
    match of.data_type() {
        DataType::UInt8 => {
            let values = of.as_primitive::<UInt8Type>();
            rows.into_iter().try_for_each(|row| builder.push(is_there(row).then(|| values.value(row).into())))
        }
        DataType::UInt16 => {
            let values = of.as_primitive::<UInt16Type>();
            rows.into_iter().try_for_each(|row| builder.push(is_there(row).then(|| values.value(row).into())))
        }
        DataType::Int64 => {
            let values = of.as_primitive::<Int64Type>();
            rows.into_iter().try_for_each(|row| builder.push(is_there(row).then(|| values.value(row))))
        }
        DataType::Boolean => {
            let values = of.as_boolean();
            rows.into_iter().try_for_each(|row| builder.push(is_there(row).then(|| values.value(row).into())))
        }
        _ => {
            let words = of.as_dictionary_opt::<UInt8Type>().and_then(|places| {
                let words = places.values().as_string_opt::<i32>()?;
                Some((places.keys(), words))
            });
            let (places, words) = words.ok_or_else(|| UnreadableTable("it has another type of column".to_owned()))?;
            rows.into_iter().try_for_each(|row| {
                let place = usize::from(places.value(row));
                match is_there(row) {
                    true if place < words.len() => builder.push_text(words.value(place).as_bytes()),
                    true => Err(UnreadableTable(format!("word {place} is missing"))),
                    false => builder.push(None),
                }
            })
        }
    }
}
