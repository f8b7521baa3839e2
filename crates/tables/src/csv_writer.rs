//! Tables as CSV.

use std::fmt;
use std::io::{self, Write};

use csv::{ByteRecord, Writer, WriterBuilder};

use super::values::{Batch, ColumnValues, Field, FieldKind, Values};

/// The column of several flags: the names of those that are set. A column for each would more than double the text.
const FLAGS: &str = "effect_names";

/// The columns as they are written: each by itself, but flags that stand side by side as one.
fn joined(fields: &[Field]) -> impl Iterator<Item = &[Field]> {
    let is_flag = |field: &Field| matches!(field.kind, FieldKind::Flag);
    fields.chunk_by(move |one, next| is_flag(one) && is_flag(next))
}

/// A CSV file being written.
pub struct CsvWriter<'f> {
    // Without a type parameter it is compiled here, where the optimiser is.
    out: Writer<Box<dyn Write + 'f>>,
    fields: &'f [Field],
}

impl<'f> CsvWriter<'f> {
    /// Writes the header.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(out: impl Write + 'f, fields: &'f [Field]) -> io::Result<CsvWriter<'f>> {
        let out: Box<dyn Write + 'f> = Box::new(out);
        let mut out = WriterBuilder::new().buffer_capacity(1 << 16).from_writer(out);
        out.write_record(joined(fields).map(|field| match field {
            [field] => field.name.as_str(),
            _ => FLAGS,
        }))?;
        Ok(CsvWriter { out, fields })
    }

    /// Writes the rows of a batch.
    ///
    /// # Errors
    /// If they cannot be written, or have lists.
    pub fn write(&mut self, batch: &Batch) -> io::Result<()> {
        if batch.lengths.is_some() {
            // `TableSpec::new` rejects them.
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "CSV has no lists"));
        }
        let mut rest = batch.columns.as_slice();
        let mut columns = Vec::with_capacity(rest.len());
        for fields in joined(self.fields) {
            let (these, others) = rest.split_at(fields.len());
            rest = others;
            columns.push(match (these, fields) {
                ([column], [field]) => CsvColumn::One(field, column),
                _ => CsvColumn::names(fields, these),
            });
        }
        let mut record = ByteRecord::new();
        for row in 0..batch.rows {
            record.clear();
            columns.iter().for_each(|column| column.push(row, &mut record));
            self.out.write_byte_record(&record)?;
        }
        Ok(())
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl fmt::Debug for CsvWriter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CsvWriter").field("fields", &self.fields).finish_non_exhaustive()
    }
}

/// A column of a batch, or all of flags.
enum CsvColumn<'a> {
    One(&'a Field, &'a ColumnValues),
    /// The places of the names of the flags that are set in each row.
    Flags(Vec<u16>, Vec<String>),
}

impl<'a> CsvColumn<'a> {
    /// At most 16 flags as one column.
    fn names(fields: &[Field], columns: &[ColumnValues]) -> CsvColumn<'a> {
        let mut sums = vec![];
        for (bit, column) in columns.iter().enumerate() {
            let Values::Flags(flags) = &column.values else { continue };
            sums.resize(flags.len(), 0_u16);
            sums.iter_mut().zip(flags).for_each(|(sum, set)| *sum |= u16::from(*set) << bit);
        }
        // Few of all sums occur.
        let mut places = vec![None; 1 << columns.len()];
        let mut names = vec![];
        let mut place = |sum: u16| {
            *places[usize::from(sum)].get_or_insert_with(|| {
                let set = fields.iter().enumerate().filter(|(bit, _)| sum >> bit & 1 == 1);
                names.push(set.map(|(_, field)| field.name.as_str()).collect::<Vec<_>>().join(" "));
                names.len() as u16 - 1
            })
        };
        CsvColumn::Flags(sums.into_iter().map(&mut place).collect(), names)
    }

    /// Adds the cell of a row; an empty one for null.
    fn push(&self, row: usize, record: &mut ByteRecord) {
        let (field, column) = match self {
            CsvColumn::One(field, column) => (field, column),
            CsvColumn::Flags(places, names) => return record.push_field(names[usize::from(places[row])].as_bytes()),
        };
        let mut number = itoa::Buffer::new();
        let text = match (&column.values, &field.kind) {
            _ if !column.is_known(row) => "",
            (Values::Numbers(numbers), _) => number.format(numbers[row]),
            (Values::Large(numbers), _) => number.format(numbers[row]),
            (Values::Flags(flags), _) => {
                if flags[row] {
                    "true"
                } else {
                    "false"
                }
            }
            (Values::Texts(texts), _) => &texts[row],
            (Values::Words(places), FieldKind::Word(words)) => words[usize::from(places[row])],
            (Values::Words(places), _) => number.format(places[row]),
        };
        record.push_field(text.as_bytes());
    }
}
