//! Tables as CSV.

use std::io::Write;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, UInt8Type, UInt16Type};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field, FieldRef, Fields, Schema};
use csv::Writer;

use super::OutputError;

/// The text is written when so many bytes are filled.
const ENOUGH: usize = 1 << 16;

/// Numbers below this are looked up.
const KNOWN: u64 = 1000;

/// The column of all flags: the names of those that are set. A column for each would more than double the text.
const FLAGS: &str = "effect_names";

/// The columns as they are written: each by itself, but all flags that stand side by side as one.
fn joined(fields: &Fields) -> impl Iterator<Item = &[FieldRef]> {
    fields.chunk_by(|one, next| is_flag(one) && is_flag(next))
}

fn is_flag(field: &Field) -> bool {
    *field.data_type() == DataType::Boolean
}

/// A CSV file being written.
pub(super) struct CsvWriter<W: Write> {
    out: W,
    text: CsvText,
    /// The numbers below [`KNOWN`].
    numbers: Vec<CsvCell>,
}

impl<W: Write> CsvWriter<W> {
    /// Writes the header.
    pub(super) fn begin(mut out: W, schema: &Schema) -> Result<CsvWriter<W>, OutputError> {
        let mut header = Writer::from_writer(vec![]);
        header
            .write_record(joined(schema.fields()).map(|field| match field {
                [field] if !is_flag(field) => field.name(),
                _ => FLAGS,
            }))
            .map_err(failed)?;
        out.write_all(&header.into_inner().map_err(|error| OutputError::Stream(error.into_error()))?)?;
        let numbers = (0..KNOWN).map(|number| CsvCell::new(number.to_string().as_bytes())).collect();
        let text = CsvText { bytes: vec![0; ENOUGH], filled: 0 };
        Ok(CsvWriter { out, text, numbers })
    }

    pub(super) fn write(&mut self, batch: &RecordBatch) -> Result<(), OutputError> {
        let schema = batch.schema();
        let mut rest = batch.columns();
        let mut columns = Vec::with_capacity(batch.num_columns());
        for fields in joined(schema.fields()) {
            let (these, others) = rest.split_at(fields.len());
            rest = others;
            columns.push(match (these, fields) {
                ([column], [field]) if !is_flag(field) => CsvColumn::of(column)?,
                _ => CsvColumn::of_flags(fields, these),
            });
        }
        let longest = columns.iter().map(CsvColumn::longest).sum();
        for row in 0..batch.num_rows() {
            if self.text.bytes.len() - self.text.filled < longest {
                self.flush()?;
                let room = longest.max(self.text.bytes.len());
                self.text.bytes.resize(room, 0);
            }
            columns.iter().for_each(|column| column.write(row, &self.numbers, &mut self.text));
            // Instead of the comma after the last cell.
            self.text.bytes[self.text.filled - 1] = b'\n';
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), OutputError> {
        let filled = std::mem::take(&mut self.text.filled);
        Ok(self.out.write_all(&self.text.bytes[..filled])?)
    }

    pub(super) fn finish(mut self) -> Result<(), OutputError> {
        self.flush()?;
        Ok(self.out.flush()?)
    }
}

/// The text of a cell and the comma after it. Its first bytes are copied at once, however few they are.
struct CsvCell {
    first: [u8; CsvCell::FIRST],
    rest: Vec<u8>,
    length: usize,
}

impl CsvCell {
    const FIRST: usize = 16;

    fn new(text: &[u8]) -> CsvCell {
        let mut first = [text, b","].concat();
        let length = first.len();
        first.resize(length.max(CsvCell::FIRST), 0);
        let rest = first.split_off(CsvCell::FIRST);
        CsvCell { first: std::array::from_fn(|at| first[at]), rest, length }
    }
}

/// Rows of text, with room for the next.
struct CsvText {
    bytes: Vec<u8>,
    filled: usize,
}

impl CsvText {
    fn put(&mut self, cell: &CsvCell) {
        let end = self.filled + CsvCell::FIRST;
        self.bytes[self.filled..end].copy_from_slice(&cell.first);
        if !cell.rest.is_empty() {
            self.bytes[end..end + cell.rest.len()].copy_from_slice(&cell.rest);
        }
        self.filled += cell.length;
    }

    fn put_number(&mut self, number: u64, known: &[CsvCell]) {
        if number < KNOWN {
            return self.put(&known[number as usize]);
        }
        self.put_number(number / KNOWN, known);
        // Three digits instead of the comma.
        let rest = (number % KNOWN) as u16;
        let digits = [rest / 100, rest / 10 % 10, rest % 10].map(|digit| b'0' + digit as u8);
        self.bytes[self.filled - 1..][..4].copy_from_slice(&[digits[0], digits[1], digits[2], b',']);
        self.filled += 3;
    }
}

/// A column of a batch, or all of flags.
struct CsvColumn<'a> {
    values: CsvValues<'a>,
    nulls: Option<&'a NullBuffer>,
}

enum CsvValues<'a> {
    Small(&'a [u8]),
    Number(&'a [u16]),
    Large(&'a [i64]),
    /// The same for the names of flags.
    Flags(Vec<u16>, Vec<CsvCell>),
    /// The places of words, and the words.
    Words(&'a [u8], Vec<CsvCell>),
}

impl<'a> CsvColumn<'a> {
    fn of(column: &'a ArrayRef) -> Result<CsvColumn<'a>, OutputError> {
        let values = match column.data_type() {
            DataType::UInt8 => CsvValues::Small(column.as_primitive::<UInt8Type>().values()),
            DataType::UInt16 => CsvValues::Number(column.as_primitive::<UInt16Type>().values()),
            DataType::Int64 => CsvValues::Large(column.as_primitive::<Int64Type>().values()),
            DataType::Dictionary(..) => {
                let places = column.as_dictionary::<UInt8Type>();
                let words = places.values().as_string::<i32>().iter().flatten().map(quoted);
                CsvValues::Words(places.keys().values(), words.collect::<Result<_, _>>()?)
            }
            // `TableSpec::new` rejects them.
            _ => return Err(OutputError::NoLists),
        };
        Ok(CsvColumn { values, nulls: column.nulls().filter(|nulls| nulls.null_count() > 0) })
    }

    /// The names of the flags that are set, at most 16.
    fn of_flags(fields: &[FieldRef], columns: &[ArrayRef]) -> CsvColumn<'a> {
        let mut sums = vec![0_u16; columns.first().map_or(0, |column| column.len())];
        for (flag, column) in columns.iter().enumerate() {
            column.as_boolean().values().set_indices().for_each(|row| sums[row] |= 1 << flag);
        }
        // Few of all sums occur.
        let mut known = vec![None; 1 << columns.len()];
        let mut words = Vec::new();
        let mut place = |sum: u16| {
            *known[usize::from(sum)].get_or_insert_with(|| {
                let set = fields.iter().enumerate().filter(|(flag, _)| sum >> flag & 1 == 1);
                let names: Vec<&str> = set.map(|(_, field)| field.name().as_str()).collect();
                words.push(CsvCell::new(names.join(" ").as_bytes()));
                words.len() as u16 - 1
            })
        };
        let places = sums.into_iter().map(&mut place).collect();
        CsvColumn { values: CsvValues::Flags(places, words), nulls: None }
    }

    /// The room that a cell may take.
    fn longest(&self) -> usize {
        let longest = match &self.values {
            CsvValues::Words(_, words) | CsvValues::Flags(_, words) => {
                words.iter().map(|word| word.length).max().unwrap_or(0)
            }
            CsvValues::Small(_) | CsvValues::Number(_) | CsvValues::Large(_) => u64::MAX.to_string().len() + 1,
        };
        longest + CsvCell::FIRST
    }

    /// Writes a value as text, or nothing for null, and a comma.
    fn write(&self, row: usize, numbers: &[CsvCell], text: &mut CsvText) {
        if self.nulls.is_some_and(|nulls| nulls.is_null(row)) {
            text.bytes[text.filled] = b',';
            text.filled += 1;
            return;
        }
        match &self.values {
            CsvValues::Small(all) => text.put_number(all[row].into(), numbers),
            CsvValues::Number(all) => text.put_number(all[row].into(), numbers),
            // No number of a reading is negative.
            CsvValues::Large(all) => text.put_number(all[row] as u64, numbers),
            CsvValues::Flags(places, words) => text.put(&words[usize::from(places[row])]),
            CsvValues::Words(places, words) => text.put(&words[usize::from(places[row])]),
        }
    }
}

/// A word as it is written, in quotes where it needs them.
fn quoted(word: &str) -> Result<CsvCell, OutputError> {
    let mut writer = Writer::from_writer(vec![]);
    // An empty word would be written otherwise if it stood alone.
    writer.write_record(["", word]).map_err(failed)?;
    let line = writer.into_inner().map_err(|error| OutputError::Stream(error.into_error()))?;
    Ok(CsvCell::new(&line[1..line.len() - 1]))
}

fn failed(error: csv::Error) -> OutputError {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => OutputError::Stream(error),
        other => OutputError::Table(format!("{other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use arrow_array::{BooleanArray, DictionaryArray, Int64Array, StringArray, UInt8Array, UInt16Array};

    /// Some flags, and how often each is set.
    const FLAGS: [(&str, usize); 3] = [("often", 2), ("no_move", 3), ("set seldom", 50)];

    #[test]
    fn every_cell_is_written_as_the_csv_library_writes_it() {
        let words = ["a1", "with a, comma", "with \"quotes\"", "in\ntwo lines", " spaces ", ""];
        let places: UInt8Array = (0..200).map(|at| (at % 7 < 6).then_some(at % 7)).collect();
        let dictionary = Arc::new(StringArray::from(words.to_vec()));
        let columns: Vec<(&str, ArrayRef)> = vec![
            ("large", Arc::new(Int64Array::from_iter_values((0..200).map(|at| i64::MAX >> (at % 63))))),
            ("the \"word\"", Arc::new(DictionaryArray::<UInt8Type>::new(places, dictionary))),
            ("number", Arc::new((0..200).map(|at| (at % 3 > 0).then_some(at * 327)).collect::<UInt16Array>())),
            ("small", Arc::new(UInt8Array::from_iter_values(0..200))),
        ];
        let flag = |every: usize| Arc::new((0..200).map(|at| at % every == 0).collect::<BooleanArray>()) as ArrayRef;
        let columns: Vec<_> = columns.into_iter().chain(FLAGS.map(|(name, every)| (name, flag(every)))).collect();
        let fields: Vec<Field> =
            columns.iter().map(|(name, column)| Field::new(*name, column.data_type().clone(), true)).collect();
        let columns: Vec<ArrayRef> = columns.into_iter().map(|(_, column)| column).collect();
        let mut expected = Writer::from_writer(vec![]);
        expected.write_record(fields[..4].iter().map(|field| field.name().as_str()).chain(["effect_names"])).unwrap();
        let or_null =
            |column: &ArrayRef, row: usize, text: String| if column.is_null(row) { String::new() } else { text };
        for row in 0..200 {
            let place = columns[1].as_dictionary::<UInt8Type>().keys().value(row);
            let mut cells = vec![
                columns[0].as_primitive::<Int64Type>().value(row).to_string(),
                words[usize::from(place)].to_owned(),
                columns[2].as_primitive::<UInt16Type>().value(row).to_string(),
                columns[3].as_primitive::<UInt8Type>().value(row).to_string(),
            ];
            cells.push(
                FLAGS.iter().filter(|(_, every)| row % every == 0).map(|(name, _)| *name).collect::<Vec<_>>().join(" "),
            );
            let cells = columns.iter().zip(cells).map(|(column, text)| or_null(column, row, text));
            expected.write_record(cells).unwrap();
        }
        let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).unwrap();
        let mut found = Vec::new();
        let mut writer = CsvWriter::begin(&mut found, &batch.schema()).unwrap();
        writer.write(&batch.slice(0, 90)).unwrap();
        writer.write(&batch.slice(90, 110)).unwrap();
        writer.finish().unwrap();
        assert_eq!(String::from_utf8(found).unwrap(), String::from_utf8(expected.into_inner().unwrap()).unwrap());
    }
}
