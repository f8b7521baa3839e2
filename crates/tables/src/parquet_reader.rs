//! Reading a table back from Parquet.

use bytes::Bytes;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::reader::FileReader;
use parquet::file::serialized_reader::SerializedFileReader;

use super::column_builder::{ColumnBuilder, UnreadableTable};
use super::level_table::LevelTable;
use super::parquet::root;
use super::values::{Batch, ColumnValues, Field, FieldKind};

impl From<ParquetError> for UnreadableTable {
    fn from(error: ParquetError) -> UnreadableTable {
        UnreadableTable(error.to_string())
    }
}

/// Reads a table, as [`file`](super::parquet::file) writes it, and what its metadata has under a key.
///
/// # Errors
/// If it has other columns, or values that these cannot have.
pub fn read(table: &LevelTable, content: Vec<u8>, key: &str) -> Result<(Batch, Option<String>), UnreadableTable> {
    let reader = SerializedFileReader::new(Bytes::from(content))?;
    let file = reader.metadata().file_metadata();
    if file.schema().get_fields() != root(table.fields())?.get_fields() {
        return Err(UnreadableTable("it has other columns".to_owned()));
    }
    let metadata = file.key_value_metadata().into_iter().flatten().find(|pair| pair.key == key);
    let metadata = metadata.and_then(|pair| pair.value.clone());
    let leaves = || {
        table.fields().iter().flat_map(|field| {
            let is_list = matches!(field.kind, FieldKind::List(_));
            field.leaves().iter().map(move |leaf| (leaf, is_list))
        })
    };
    let (mut rows, mut lengths, mut columns) = (0, None, vec![]);
    for (place, (field, is_list)) in leaves().enumerate() {
        let mut builder = ColumnBuilder::new(field);
        let mut of_lists = vec![];
        for group in 0..reader.num_row_groups() {
            match reader.get_row_group(group)?.get_column_reader(place)? {
                ColumnReader::BoolColumnReader(column) => {
                    take(column, field, is_list, &mut of_lists, |value| {
                        builder.push(value.map(|flag| i64::from(*flag)))
                    })?;
                }
                ColumnReader::Int32ColumnReader(column) => {
                    // Numbers without a sign are kept in those with one.
                    take(column, field, is_list, &mut of_lists, |value| {
                        builder.push(value.map(|number| i64::from(number.cast_unsigned())))
                    })?;
                }
                ColumnReader::Int64ColumnReader(column) => {
                    take(column, field, is_list, &mut of_lists, |value| builder.push(value.copied()))?;
                }
                ColumnReader::ByteArrayColumnReader(column) => {
                    take(column, field, is_list, &mut of_lists, |value| match value {
                        Some(text) => builder.push_text(text.data()),
                        None => builder.push(None),
                    })?;
                }
                _ => return Err(UnreadableTable(format!("the column `{}` has another type", field.name))),
            }
        }
        let column: ColumnValues = builder.finish();
        if is_list {
            if lengths.get_or_insert_with(|| of_lists.clone()) != &of_lists {
                return Err(UnreadableTable(format!("the column `{}` has lists of another length", field.name)));
            }
        } else if place == 0 {
            rows = column.len();
        }
        columns.push(column);
    }
    let items = lengths.iter().flatten().sum::<usize>();
    let fits = |(column, (_, is_list)): (&ColumnValues, _)| column.len() == if is_list { items } else { rows };
    if !columns.iter().zip(leaves()).all(fits) || lengths.as_ref().is_some_and(|lengths| lengths.len() != rows) {
        return Err(UnreadableTable("its columns differ in length".to_owned()));
    }
    Ok((Batch { rows, columns, lengths }, metadata))
}

/// How many records are taken at once.
const STEP: usize = 1 << 12;

/// Takes all values of a column chunk, and the lengths of lists.
fn take<T: DataType>(
    mut column: ColumnReaderImpl<T>,
    field: &Field,
    is_list: bool,
    lengths: &mut Vec<usize>,
    mut push: impl FnMut(Option<&T::T>) -> Result<(), UnreadableTable>,
) -> Result<(), UnreadableTable> {
    // A value is there if its level says that all is there that may be missing: the item of the list, and the value.
    let item = i16::from(is_list);
    let present = item + i16::from(field.nullable);
    loop {
        let (mut definitions, mut repetitions, mut values) = (vec![], vec![], vec![]);
        let levels = (present > 0).then_some(&mut definitions);
        let lists = is_list.then_some(&mut repetitions);
        let (records, found, _) = column.read_records(STEP, levels, lists, &mut values)?;
        if records == 0 && found == 0 {
            return Ok(());
        }
        if present == 0 {
            values.iter().try_for_each(|value| push(Some(value)))?;
            continue;
        }
        let mut values = values.iter();
        for (at, definition) in definitions.iter().enumerate() {
            if is_list && repetitions.get(at) == Some(&0) {
                lengths.push(0);
            }
            if *definition < item {
                continue;
            }
            if let (true, Some(length)) = (is_list, lengths.last_mut()) {
                *length += 1;
            }
            push(if *definition == present { values.next() } else { None })?;
        }
    }
}
