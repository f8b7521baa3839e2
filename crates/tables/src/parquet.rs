//! A part in Parquet, as one row group, written by the library's column writers.

use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as PhysicalType, ZstdLevel};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{SchemaDescriptor, Type, TypePtr};

use super::TableCompression;
use super::values::{Batch, ColumnValues, Field, FieldKind, Values};

/// The content of a part, with a key and its value in the metadata.
///
/// # Errors
/// If the library cannot write it.
pub fn file(
    fields: &[Field],
    (key, json): (String, String),
    compression: TableCompression,
    batches: &[Batch],
) -> Result<Vec<u8>, ParquetError> {
    let root = root(fields)?;
    let mut properties = WriterProperties::builder()
        .set_created_by(concat!("enochian ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(vec![KeyValue::new(key, json)]))
        .set_data_page_row_count_limit(ROWS)
        .set_compression(match compression {
            TableCompression::None => Compression::UNCOMPRESSED,
            TableCompression::Zstd => Compression::ZSTD(ZstdLevel::default()),
            TableCompression::Lz4 => Compression::LZ4_RAW,
        });
    for column in SchemaDescriptor::new(Arc::clone(&root)).columns() {
        let path = || column.path().clone();
        if column.max_rep_level() > 0 {
            properties = properties.set_column_data_page_row_count_limit(path(), LISTS);
        }
        properties = match column.physical_type() {
            // Differences are written sooner than places in a dictionary, but are larger where few values stand in no order.
            PhysicalType::INT32 | PhysicalType::INT64 if !["throw", "effects"].contains(&column.name()) => properties
                .set_column_dictionary_enabled(path(), false)
                .set_column_encoding(path(), Encoding::DELTA_BINARY_PACKED),
            // Nearly every page has all flags and words, so there is nothing to skip, and to look for the least takes long.
            PhysicalType::BOOLEAN | PhysicalType::BYTE_ARRAY => {
                properties.set_column_statistics_enabled(path(), EnabledStatistics::None)
            }
            _ => properties,
        };
    }
    let mut file = SerializedFileWriter::new(vec![], root, Arc::new(properties.build()))?;
    let mut group = file.next_row_group()?;
    let leaves = fields.iter().flat_map(|field| {
        let is_list = matches!(field.kind, FieldKind::List(_));
        field.leaves().iter().map(move |leaf| (leaf, is_list))
    });
    // Where the lists begin, which is the same for all columns in them.
    let begins: Vec<Option<Vec<i16>>> = batches.iter().map(|batch| batch.lengths.as_deref().map(begins)).collect();
    for (place, (field, is_list)) in leaves.enumerate() {
        let Some(mut writer) = group.next_column()? else { break };
        let words = words(field);
        for (batch, begins) in batches.iter().zip(&begins) {
            let begins = begins.as_deref().filter(|_| is_list);
            write(writer.untyped(), &batch.columns[place], field, &words, begins)?;
        }
        writer.close()?;
    }
    group.close()?;
    file.into_inner()
}

/// A page has about as many rows: few enough to skip what is not asked for, many enough that its header weighs little.
const ROWS: usize = 1 << 14;

/// The same for lists, which have some hundred items each.
const LISTS: usize = 1 << 6;

/// The repetition levels of lists: 0 for the first item of each, 1 for the others. No reading is without turns.
fn begins(lengths: &[usize]) -> Vec<i16> {
    let mut levels = Vec::with_capacity(lengths.iter().sum());
    for length in lengths {
        levels.push(0);
        levels.resize(levels.len() + length - 1, 1);
    }
    levels
}

fn words(field: &Field) -> Vec<ByteArray> {
    match &field.kind {
        FieldKind::Word(words) => words.iter().map(|word| Bytes::from_static(word.as_bytes()).into()).collect(),
        _ => vec![],
    }
}

/// Writes the values of a column of a batch, without those that are missing, and the levels that say which are there.
fn write(
    writer: &mut ColumnWriter<'_>,
    column: &ColumnValues,
    field: &Field,
    words: &[ByteArray],
    repetitions: Option<&[i16]>,
) -> Result<(), ParquetError> {
    fn there<'a, T, U>(all: &'a [T], known: Option<&[bool]>, of: impl Fn(&'a T) -> U) -> Vec<U> {
        match known {
            None => all.iter().map(of).collect(),
            Some(known) => all.iter().zip(known).filter(|(_, known)| **known).map(|(one, _)| of(one)).collect(),
        }
    }
    let known = column.known.as_deref();
    let item = i16::from(repetitions.is_some());
    let definitions: Option<Vec<i16>> = match (known, repetitions) {
        (Some(known), _) => Some(known.iter().map(|known| item + i16::from(*known)).collect()),
        (None, Some(items)) => Some(vec![item + i16::from(field.nullable); items.len()]),
        (None, None) => None,
    };
    let definitions = definitions.as_deref();
    match (writer, &column.values) {
        (ColumnWriter::Int32ColumnWriter(writer), Values::Numbers(numbers)) => {
            writer.write_batch(&there(numbers, known, |number| i32::from(*number)), definitions, repetitions)
        }
        (ColumnWriter::Int64ColumnWriter(writer), Values::Large(numbers)) => {
            writer.write_batch(&there(numbers, known, |number| *number), definitions, repetitions)
        }
        (ColumnWriter::BoolColumnWriter(writer), Values::Flags(flags)) => {
            writer.write_batch(flags, definitions, repetitions)
        }
        (ColumnWriter::ByteArrayColumnWriter(writer), Values::Words(places)) => {
            let word = |place: &u8| words[usize::from(*place)].clone();
            writer.write_batch(&there(places, known, word), definitions, repetitions)
        }
        (ColumnWriter::ByteArrayColumnWriter(writer), Values::Texts(texts)) => {
            writer.write_batch(&there(texts, known, |text| text.as_str().into()), definitions, repetitions)
        }
        _ => Err(ParquetError::General(format!("the column `{}` has another type", field.name))),
    }
    .map(drop)
}

/// The schema of a file. Its names are those that Arrow's writer gives, which other programs know.
fn root(fields: &[Field]) -> Result<TypePtr, ParquetError> {
    let fields = fields.iter().map(type_of).collect::<Result<_, _>>()?;
    Ok(Arc::new(Type::group_type_builder("arrow_schema").with_fields(fields).build()?))
}

fn type_of(field: &Field) -> Result<TypePtr, ParquetError> {
    let (kind, logical) = match &field.kind {
        FieldKind::Number => (PhysicalType::INT32, None),
        FieldKind::Large => (PhysicalType::INT64, None),
        FieldKind::Flag => (PhysicalType::BOOLEAN, None),
        FieldKind::Word(_) | FieldKind::Text => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
        FieldKind::List(items) => return list_of(field, items),
    };
    let repetition = if field.nullable { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    let built = Type::primitive_type_builder(&field.name, kind).with_logical_type(logical).with_repetition(repetition);
    Ok(Arc::new(built.build()?))
}

fn list_of(field: &Field, items: &[Field]) -> Result<TypePtr, ParquetError> {
    let items = items.iter().map(type_of).collect::<Result<_, _>>()?;
    let item = Type::group_type_builder("item").with_fields(items).with_repetition(Repetition::REQUIRED).build()?;
    let list = Type::group_type_builder("list").with_fields(vec![Arc::new(item)]);
    let list = list.with_repetition(Repetition::REPEATED).build()?;
    let built = Type::group_type_builder(&field.name).with_fields(vec![Arc::new(list)]);
    Ok(Arc::new(built.with_logical_type(Some(LogicalType::List)).with_repetition(Repetition::REQUIRED).build()?))
}
