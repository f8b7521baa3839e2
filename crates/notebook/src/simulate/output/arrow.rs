//! Tables in Arrow: their schema and batches, files, and streams.

use std::io::Write;
use std::ops::Range;
use std::sync::Arc;

use arrow_array::types::UInt8Type;
use arrow_array::{
    ArrayRef, BooleanArray, DictionaryArray, Int32Array, Int64Array, ListArray, PrimitiveArray, RecordBatch,
    StringArray, StructArray,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};
use arrow_schema::{ArrowError, DataType, Fields, Schema, SchemaRef};

use crate::correspondences::Correspondences;

use super::super::{Plan, Provenance, Workers};
use super::manifest::fits;
use super::stream::played;
use super::table_metadata::metadata;
use super::{DetailLevel, OutputError, TableCompression};
use enochian_tables::{Batch, ColumnValues, Field, FieldKind, LevelTable, Values};

/// The key of a column's meaning in the metadata of its field.
const MEANING: &str = "meaning";

/// Makes batches of Arrow, which take over the values without a copy.
pub(super) struct ArrowTable {
    schema: SchemaRef,
    /// The words of each column, if it has some; those of the items of lists are the last.
    words: Vec<Option<ArrayRef>>,
}

impl ArrowTable {
    pub(super) fn new(all: &[Field]) -> ArrowTable {
        let words = |field: &Field| match &field.kind {
            FieldKind::Word(words) => Some(Arc::new(StringArray::from_iter_values(*words)) as ArrayRef),
            _ => None,
        };
        let words = all.iter().flat_map(Field::leaves).map(words).collect();
        ArrowTable { schema: Arc::new(Schema::new(fields(all))), words }
    }

    /// The same with the metadata of a table's files.
    pub(super) fn with_metadata(self, (key, json): (String, String)) -> ArrowTable {
        let schema = Schema::new_with_metadata(self.schema.fields().clone(), [(key, json)]);
        ArrowTable { schema: Arc::new(schema), ..self }
    }

    pub(super) fn batch(&self, batch: Batch) -> Result<RecordBatch, ArrowError> {
        let columns = batch.columns.into_iter().zip(&self.words);
        let mut arrays: Vec<ArrayRef> = columns.map(|(column, words)| array(column, words.as_ref())).collect();
        if let (Some(lengths), Some(list)) = (batch.lengths, self.schema.fields().last())
            && let DataType::List(item) = list.data_type()
            && let DataType::Struct(fields) = item.data_type()
        {
            let of_items = arrays.split_off(arrays.len() - fields.len());
            let items = StructArray::try_new(fields.clone(), of_items, None)?;
            let lengths = OffsetBuffer::from_lengths(lengths);
            arrays.push(Arc::new(ListArray::try_new(Arc::clone(item), lengths, Arc::new(items), None)?));
        }
        RecordBatch::try_new(Arc::clone(&self.schema), arrays)
    }
}

fn fields(all: &[Field]) -> Fields {
    let field = |field: &Field| {
        let kind = match &field.kind {
            FieldKind::Number => DataType::Int32,
            FieldKind::Large => DataType::Int64,
            FieldKind::Flag => DataType::Boolean,
            FieldKind::Word(_) => DataType::Dictionary(Box::new(DataType::UInt8), Box::new(DataType::Utf8)),
            FieldKind::Text => DataType::Utf8,
            FieldKind::List(items) => {
                let item = arrow_schema::Field::new("item", DataType::Struct(fields(items)), false);
                DataType::List(Arc::new(item))
            }
        };
        let meaning = [(MEANING.to_owned(), field.meaning.clone())];
        arrow_schema::Field::new(&field.name, kind, field.nullable).with_metadata(meaning)
    };
    all.iter().map(field).collect()
}

fn array(column: ColumnValues, words: Option<&ArrayRef>) -> ArrayRef {
    let nulls = column.known.map(NullBuffer::from).filter(|nulls| nulls.null_count() > 0);
    match (column.values, words) {
        (Values::Words(places), Some(words)) => {
            let keys = PrimitiveArray::<UInt8Type>::new(places.into(), nulls);
            Arc::new(DictionaryArray::new(keys, Arc::clone(words)))
        }
        (Values::Words(places), None) => Arc::new(PrimitiveArray::<UInt8Type>::new(places.into(), nulls)),
        (Values::Numbers(numbers), _) => {
            Arc::new(Int32Array::new(numbers.into_iter().map(i32::from).collect::<Vec<i32>>().into(), nulls))
        }
        (Values::Large(numbers), _) => Arc::new(Int64Array::new(numbers.into(), nulls)),
        (Values::Flags(flags), _) => Arc::new(BooleanArray::new(flags.into(), nulls)),
        (Values::Texts(texts), _) => {
            let is_known = |row| nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row));
            let text = |(row, text)| is_known(row).then_some(text);
            Arc::new(texts.into_iter().enumerate().map(text).collect::<StringArray>())
        }
    }
}

fn options(compression: TableCompression) -> Result<IpcWriteOptions, ArrowError> {
    IpcWriteOptions::default().try_with_compression(match compression {
        TableCompression::None => None,
        TableCompression::Zstd => Some(CompressionType::ZSTD),
        TableCompression::Lz4 => Some(CompressionType::LZ4_FRAME),
    })
}

/// The content of a part, with a key and its value in the metadata.
pub(super) fn file(
    fields: &[Field],
    metadata: (String, String),
    compression: TableCompression,
    batches: Vec<Batch>,
) -> Result<Vec<u8>, OutputError> {
    let arrow = ArrowTable::new(fields).with_metadata(metadata);
    let batches = batches.into_iter().map(|batch| arrow.batch(batch)).collect::<Result<Vec<_>, _>>()?;
    // What has enough room from the beginning is not copied as it grows.
    let mut content = Vec::with_capacity(batches.iter().map(RecordBatch::get_array_memory_size).sum());
    let mut writer = FileWriter::try_new_with_options(&mut content, &arrow.schema, options(compression)?)?;
    batches.iter().try_for_each(|batch| writer.write(batch))?;
    writer.finish()?;
    drop(writer);
    Ok(content)
}

/// A stream being written.
pub(super) struct ArrowStream<'w> {
    table: ArrowTable,
    writer: StreamWriter<Box<dyn Write + 'w>>,
}

impl<'w> ArrowStream<'w> {
    pub(super) fn begin(
        table: &LevelTable,
        provenance: &Provenance,
        compression: TableCompression,
        out: impl Write + 'w,
    ) -> Result<ArrowStream<'w>, OutputError> {
        let metadata = metadata(table.fields(), Some((provenance, table.level())))?;
        let table = ArrowTable::new(table.fields()).with_metadata(metadata);
        let writer =
            StreamWriter::try_new_with_options(Box::new(out) as Box<dyn Write>, &table.schema, options(compression)?)?;
        Ok(ArrowStream { table, writer })
    }

    pub(super) fn write(&mut self, batch: Batch) -> Result<(), OutputError> {
        Ok(self.writer.write(&self.table.batch(batch)?)?)
    }

    pub(super) fn finish(mut self) -> Result<(), OutputError> {
        Ok(self.writer.finish()?)
    }
}

/// The columns of a plan's table, with the provenance of its readings as metadata.
///
/// # Errors
/// If the seed or the number of a reading is too large for a table.
pub fn schema(plan: &Plan, correspondences: &Correspondences, level: DetailLevel) -> Result<SchemaRef, OutputError> {
    fits(plan)?;
    let table = LevelTable::new(level);
    let metadata = metadata(table.fields(), Some((&Provenance::of(plan, correspondences), level)))?;
    Ok(ArrowTable::new(table.fields()).with_metadata(metadata).schema)
}

/// Plays the readings of a plan and passes on their table in order: a range of readings each time, and its batches.
/// `progress` is called with the number of new readings. The batches lack the metadata of [`schema`].
///
/// ```
/// use enochian::correspondences::Correspondences;
/// use enochian::input::Source;
/// use enochian::reading::QuestionDraft;
/// use enochian::simulate::Plan;
/// use enochian::simulate::output::{DetailLevel, OutputError, batches};
///
/// let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
/// let question = QuestionDraft::read(&file, Correspondences::embedded()).unwrap().resolve(Correspondences::embedded()).unwrap();
/// let mut rows = 0;
/// batches(&Plan::new(question, 1, 0..3000), DetailLevel::Summary, 2, |_| (), |_, batches| {
///     rows += batches.iter().map(|batch| batch.num_rows()).sum::<usize>();
///     Ok::<(), OutputError>(())
/// })
/// .unwrap();
/// assert_eq!(rows, 3000);
/// ```
///
/// # Errors
/// The first error of `take`, or of making a batch.
pub fn batches<E: From<OutputError>>(
    plan: &Plan,
    level: DetailLevel,
    workers: impl Into<Workers>,
    progress: impl Fn(u64) + Sync,
    take: impl FnMut(Range<u64>, Vec<RecordBatch>) -> Result<(), E>,
) -> Result<(), E> {
    let table = LevelTable::new(level);
    let arrow = ArrowTable::new(table.fields());
    let make = |batches: Vec<Batch>| {
        let made = batches.into_iter().map(|batch| arrow.batch(batch)).collect::<Result<Vec<_>, _>>();
        Ok(made?)
    };
    played(&table, plan, workers.into(), &progress, make, take)
}

/// Rows in these columns as batches, and their schema.
pub(crate) fn record_batches(
    fields: &[Field],
    batches: Vec<Batch>,
) -> Result<(SchemaRef, Vec<RecordBatch>), OutputError> {
    let arrow = ArrowTable::new(fields).with_metadata(metadata(fields, None)?);
    let batches = batches.into_iter().map(|batch| arrow.batch(batch)).collect::<Result<_, _>>()?;
    Ok((arrow.schema, batches))
}

impl From<ArrowError> for OutputError {
    fn from(error: ArrowError) -> OutputError {
        match error {
            ArrowError::IoError(_, error) => OutputError::Stream(error),
            other => OutputError::Table(other.to_string()),
        }
    }
}
