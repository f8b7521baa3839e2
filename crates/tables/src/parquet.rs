//! A part in Parquet, as one row group.

use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as PhysicalType};
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{SchemaDescriptor, Type, TypePtr};

use super::page_compressor::PageCompressor;
use super::pages::{ColumnChunk, ColumnPiece, ValueOrder};
use super::values::{Batch, ColumnValues, Field, FieldKind, Values};
use super::{DetailLevel, TableCompression};

/// What is known of a column in tables of a level, or of journals.
fn order(name: &str, level: Option<DetailLevel>) -> ValueOrder {
    match (name, level) {
        ("reading" | "turn" | "turns.list.item.turn", _) => ValueOrder::Increasing,
        ("ptah" | "kings", Some(DetailLevel::Events)) => ValueOrder::Repeated,
        _ => ValueOrder::Any,
    }
}

/// The content of a part, with a key and its value in the metadata. Texts, which tables of a level do not have, are not
/// compressed.
pub fn file(
    fields: &[Field],
    level: Option<DetailLevel>,
    (key, json): (String, String),
    compression: TableCompression,
    batches: &[Batch],
) -> Result<Vec<u8>, ParquetError> {
    let root = root(fields)?;
    let schema = SchemaDescriptor::new(Arc::clone(&root));
    let properties = WriterProperties::builder()
        .set_created_by(concat!("enochian ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(vec![KeyValue::new(key, json)]))
        .build();
    let mut file = SerializedFileWriter::new(vec![], root, Arc::new(properties))?;
    let mut compressor = PageCompressor::new(compression)?;
    let mut group = file.next_row_group()?;
    let fields = fields.iter().flat_map(|field| {
        let is_list = matches!(field.kind, FieldKind::List(_));
        field.leaves().iter().map(move |field| (field, is_list))
    });
    for (place, (column, (field, is_list))) in schema.columns().iter().zip(fields).enumerate() {
        if matches!(field.kind, FieldKind::Text) {
            texts(&mut group, field, batches.iter().map(|batch| &batch.columns[place]))?;
            continue;
        }
        let pieces: Vec<_> = batches.iter().map(|batch| ColumnPiece::of(batch, place, is_list)).collect();
        let order = order(&column.path().string(), level);
        let chunk = ColumnChunk::of(Arc::clone(column), field, &pieces, order, &mut compressor)?;
        group.append_column(&chunk.bytes, chunk.close)?;
    }
    group.close()?;
    file.into_inner()
}

/// Writes the next column, one of texts, as the library does.
fn texts<'b>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    field: &Field,
    columns: impl Iterator<Item = &'b ColumnValues>,
) -> Result<(), ParquetError> {
    let Some(mut writer) = group.next_column()? else { return Ok(()) };
    for column in columns {
        let Values::Texts(places, texts) = &column.values else { continue };
        let texts: Vec<ByteArray> = texts.iter().map(|text| text.as_str().into()).collect();
        let is_known = |row: &usize| column.known.as_ref().is_none_or(|known| known.get(*row));
        let rows = 0..places.len();
        let values: Vec<_> = rows.clone().filter(is_known).map(|row| texts[places[row] as usize].clone()).collect();
        let levels: Option<Vec<i16>> = field.nullable.then(|| rows.map(|row| is_known(&row).into()).collect());
        writer.typed::<ByteArrayType>().write_batch(&values, levels.as_deref(), None)?;
    }
    writer.close()
}

/// The schema of a file. Its names are those that Arrow's writer gives, which other programs know.
pub fn root(fields: &[Field]) -> Result<TypePtr, ParquetError> {
    let fields = fields.iter().map(type_of).collect::<Result<_, _>>()?;
    Ok(Arc::new(Type::group_type_builder("arrow_schema").with_fields(fields).build()?))
}

fn type_of(field: &Field) -> Result<TypePtr, ParquetError> {
    let (kind, logical) = match &field.kind {
        FieldKind::Small => (PhysicalType::INT32, Some(LogicalType::integer(8, false))),
        FieldKind::Number => (PhysicalType::INT32, Some(LogicalType::integer(16, false))),
        FieldKind::Large => (PhysicalType::INT64, None),
        FieldKind::Flag => (PhysicalType::BOOLEAN, None),
        FieldKind::Word(_) | FieldKind::Text => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
        FieldKind::List(items) => return list_of(field, items),
    };
    let repetition = repetition(field);
    let built = Type::primitive_type_builder(&field.name, kind).with_logical_type(logical).with_repetition(repetition);
    Ok(Arc::new(built.build()?))
}

fn list_of(field: &Field, items: &[Field]) -> Result<TypePtr, ParquetError> {
    let items = items.iter().map(type_of).collect::<Result<_, _>>()?;
    let item = Type::group_type_builder("item").with_fields(items).with_repetition(Repetition::REQUIRED).build()?;
    let list = Type::group_type_builder("list").with_fields(vec![Arc::new(item)]);
    let list = list.with_repetition(Repetition::REPEATED).build()?;
    let built = Type::group_type_builder(&field.name).with_fields(vec![Arc::new(list)]);
    Ok(Arc::new(built.with_logical_type(Some(LogicalType::List)).with_repetition(repetition(field)).build()?))
}

fn repetition(field: &Field) -> Repetition {
    if field.nullable { Repetition::OPTIONAL } else { Repetition::REQUIRED }
}
