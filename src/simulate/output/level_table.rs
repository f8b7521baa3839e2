//! A table: its columns, batches of its rows, and its metadata.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use arrow_array::{ArrayRef, ListArray, RecordBatch, StructArray};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields, Schema, SchemaRef};
use serde::Serialize;

use super::super::{Provenance, ReadingRow};
use super::DetailLevel;
use super::column::{Column, MEANING};
use super::schema::{self, TurnInReading};

/// The columns of a level.
pub(super) struct LevelTable {
    level: DetailLevel,
    of_readings: Vec<Column<ReadingRow>>,
    of_turns: Vec<Column<TurnInReading>>,
    /// The turns as one column.
    list: Option<FieldRef>,
    schema: SchemaRef,
}

impl LevelTable {
    pub(super) fn new(level: DetailLevel) -> LevelTable {
        let of_readings = if level == DetailLevel::Events { vec![] } else { schema::of_readings() };
        let mut of_turns = if level == DetailLevel::Summary { vec![] } else { schema::of_turns() };
        if level == DetailLevel::Events {
            of_turns.insert(0, schema::reading());
        }
        let list = (level == DetailLevel::Lists).then(|| list_of(&of_turns));
        let fields: Vec<FieldRef> = match &list {
            Some(list) => of_readings.iter().map(|column| &column.field).chain([list]).cloned().collect(),
            None => fields(&of_readings).into_iter().chain(fields(&of_turns)).collect(),
        };
        LevelTable { level, of_readings, of_turns, list, schema: Arc::new(Schema::new(fields)) }
    }

    pub(super) fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    /// The rows of some readings and their turns.
    pub(super) fn batch(&self, rows: &[ReadingRow], turns: &[TurnInReading]) -> Result<RecordBatch, ArrowError> {
        let mut arrays = filled(&self.of_readings, rows);
        let of_turns = filled(&self.of_turns, turns);
        match &self.list {
            Some(list) => arrays.push(listed(list, of_turns, rows)?),
            None => arrays.extend(of_turns),
        }
        RecordBatch::try_new(self.schema(), arrays)
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
        DataType::UInt64 => "uint64",
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

fn list_of(columns: &[Column<TurnInReading>]) -> FieldRef {
    let item = Field::new("item", DataType::Struct(fields(columns).into()), false);
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
