//! A table: its columns, batches of its rows, and its metadata.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, UInt8Type, UInt16Type};
use arrow_array::{ArrayRef, DictionaryArray, Int64Array, ListArray, RecordBatch, StructArray, UInt8Array};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields, Schema, SchemaRef};
use serde::Serialize;

use super::super::{Provenance, ReadingRow};
use super::DetailLevel;
use super::column::{Column, MEANING};
use super::flags;
use super::schema::{self, TurnInReading};

/// The columns of a level.
pub(super) struct LevelTable {
    level: DetailLevel,
    /// In a table of turns, those that stand beside each turn.
    of_readings: Vec<Column<ReadingRow>>,
    of_turns: Vec<Column<TurnInReading>>,
    /// The turns as one column.
    list: Option<FieldRef>,
    schema: SchemaRef,
}

impl LevelTable {
    pub(super) fn new(level: DetailLevel) -> LevelTable {
        let (of_readings, of_turns) = match level {
            DetailLevel::Summary => (schema::of_readings(), vec![]),
            DetailLevel::Lists => (schema::of_readings(), schema::of_turns()),
            DetailLevel::Events => (schema::beside_turns(), schema::of_turns()),
        };
        let list = (level == DetailLevel::Lists).then(|| list_of(&of_turns));
        let of_rows = match (level, &list) {
            (DetailLevel::Summary, _) => vec![],
            (_, Some(list)) => vec![Arc::clone(list)],
            (_, None) => turn_fields(&of_turns),
        };
        let fields: Vec<FieldRef> = fields(&of_readings).into_iter().chain(of_rows).collect();
        LevelTable { level, of_readings, of_turns, list, schema: Arc::new(Schema::new(fields)) }
    }

    pub(super) fn level(&self) -> DetailLevel {
        self.level
    }

    pub(super) fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    /// The rows of some readings and their turns.
    pub(super) fn batch(&self, rows: &[ReadingRow], turns: &[TurnInReading]) -> Result<RecordBatch, ArrowError> {
        let mut arrays = filled(&self.of_readings, rows);
        match (self.level, &self.list) {
            (DetailLevel::Summary, _) => {}
            (_, Some(list)) => arrays.push(listed(list, self.turns(turns), rows)?),
            (_, None) => {
                arrays.iter_mut().for_each(|column| *column = beside_turns(column, rows));
                arrays.extend(self.turns(turns));
            }
        }
        RecordBatch::try_new(self.schema(), arrays)
    }

    /// The columns of some turns: the effects are the last, and their flags follow.
    fn turns(&self, turns: &[TurnInReading]) -> Vec<ArrayRef> {
        let mut arrays = filled(&self.of_turns, turns);
        let effects = arrays.last().and_then(|column| column.as_primitive_opt::<UInt16Type>().cloned());
        arrays.extend(effects.iter().flat_map(|effects| flags::columns(effects.values())));
        arrays
    }

    /// The metadata of the table's files as JSON: the provenance of the readings, and the columns.
    pub(super) fn metadata(&self, provenance: &Provenance) -> HashMap<String, String> {
        let columns = self.schema.fields().iter().map(|field| ColumnMetadata::of(field)).collect();
        let json = serde_json::to_string(&TableMetadata { provenance, level: self.level, columns });
        json.map(|json| ("enochian".to_owned(), json)).into_iter().collect()
    }

    /// The schema with that metadata.
    pub(super) fn schema_with(&self, metadata: &HashMap<String, String>) -> SchemaRef {
        Arc::new(Schema::new_with_metadata(self.schema.fields().clone(), metadata.clone()))
    }
}

#[derive(Serialize)]
struct TableMetadata<'t> {
    #[serde(flatten)]
    provenance: &'t Provenance,
    level: DetailLevel,
    columns: Vec<ColumnMetadata<'t>>,
}

/// The description of a column in metadata and `docs/DATA.md`.
#[derive(Serialize)]
struct ColumnMetadata<'f> {
    name: &'f str,
    #[serde(rename = "type")]
    kind: String,
    meaning: &'f str,
    /// The columns of each item of a list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    items: Vec<ColumnMetadata<'f>>,
}

impl ColumnMetadata<'_> {
    fn of(field: &Field) -> ColumnMetadata<'_> {
        let items = match field.data_type() {
            DataType::List(item) => match item.data_type() {
                DataType::Struct(fields) => fields.iter().map(|field| ColumnMetadata::of(field)).collect(),
                _ => vec![],
            },
            _ => vec![],
        };
        let meaning = field.metadata().get(MEANING).map_or("", String::as_str);
        ColumnMetadata { name: field.name(), kind: type_of(field), meaning, items }
    }
}

/// The columns of a level as a Markdown table: name, type, meaning.
///
/// ```
/// use enochian::simulate::output::{DetailLevel, describe};
/// assert!(describe(DetailLevel::Events).contains("| `army` | text | the army whose turn it was: Air, Water, Fire, Earth |"));
/// ```
#[must_use]
pub fn describe(level: DetailLevel) -> String {
    let mut text = "| column | type | meaning |\n|---|---|---|\n".to_owned();
    let schema = LevelTable::new(level).schema();
    let columns: Vec<ColumnMetadata<'_>> = schema.fields().iter().map(|field| ColumnMetadata::of(field)).collect();
    describe_rows(&columns, "", &mut text);
    text
}

fn describe_rows(columns: &[ColumnMetadata<'_>], within: &str, text: &mut String) {
    for ColumnMetadata { name, kind, meaning, items } in columns {
        let _ = writeln!(text, "| `{within}{name}` | {kind} | {meaning} |");
        describe_rows(items, &format!("{within}{name}."), text);
    }
}

/// The name of a type, as in `docs/DATA.md`.
fn type_of(field: &Field) -> String {
    let name = match field.data_type() {
        DataType::UInt8 => "uint8",
        DataType::UInt16 => "uint16",
        DataType::Int64 => "int64",
        DataType::Boolean => "bool",
        DataType::Dictionary(..) => "text",
        _ => "list",
    };
    if field.is_nullable() { format!("{name} or null") } else { name.to_owned() }
}

fn fields<T>(columns: &[Column<T>]) -> Vec<FieldRef> {
    columns.iter().map(|column| Arc::clone(&column.field)).collect()
}

fn filled<T: 'static>(columns: &[Column<T>], all: &[T]) -> Vec<ArrayRef> {
    columns.iter().map(|column| column.filled(all)).collect()
}

/// The columns of turns and the flags of their effects.
fn turn_fields(columns: &[Column<TurnInReading>]) -> Vec<FieldRef> {
    fields(columns).into_iter().chain(flags::fields()).collect()
}

/// The values of a column of readings, each as often as its reading has turns.
fn beside_turns(column: &ArrayRef, rows: &[ReadingRow]) -> ArrayRef {
    fn repeated<T: Copy>(values: &[T], rows: &[ReadingRow]) -> Vec<T> {
        let mut all = Vec::with_capacity(rows.iter().map(|row| row.length as usize).sum());
        values.iter().zip(rows).for_each(|(&value, row)| all.resize(all.len() + row.length as usize, value));
        all
    }
    match column.as_dictionary_opt::<UInt8Type>() {
        Some(words) => {
            let places = UInt8Array::from(repeated(words.keys().values(), rows));
            Arc::new(DictionaryArray::new(places, Arc::clone(words.values())))
        }
        None => Arc::new(Int64Array::from(repeated(column.as_primitive::<Int64Type>().values(), rows))),
    }
}

fn list_of(columns: &[Column<TurnInReading>]) -> FieldRef {
    let item = Field::new("item", DataType::Struct(turn_fields(columns).into()), false);
    let meaning = HashMap::from([(MEANING.to_owned(), "the turns, in order".to_owned())]);
    Arc::new(Field::new("turns", DataType::List(Arc::new(item)), false).with_metadata(meaning))
}

fn listed(list: &Field, of_turns: Vec<ArrayRef>, rows: &[ReadingRow]) -> Result<ArrayRef, ArrowError> {
    let DataType::List(item) = list.data_type() else { return Err(ArrowError::SchemaError("not a list".to_owned())) };
    let fields: &Fields = match item.data_type() {
        DataType::Struct(fields) => fields,
        _ => return Err(ArrowError::SchemaError("not a list of turns".to_owned())),
    };
    let turns = StructArray::try_new(fields.clone(), of_turns, None)?;
    let lengths = OffsetBuffer::from_lengths(rows.iter().map(|row| row.length as usize));
    Ok(Arc::new(ListArray::try_new(Arc::clone(item), lengths, Arc::new(turns), None)?))
}
