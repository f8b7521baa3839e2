//! Tables as CSV.

use std::fmt;
use std::io::{self, Write};

use csv::Writer;

use super::bit_list::Bits;
use super::values::{Batch, ColumnValues, Field, FieldKind, Values};

/// The text is written when so many bytes are filled.
const ENOUGH: usize = 1 << 16;

/// Numbers below this are looked up.
const KNOWN: u64 = 1000;

/// The column of several flags: the names of those that are set. A column for each would more than double the text.
pub(crate) const FLAGS: &str = "effect_names";

/// The columns as they are written: each by itself, but flags that stand side by side as one.
pub(crate) fn joined(fields: &[Field]) -> impl Iterator<Item = &[Field]> {
    fields.chunk_by(|one, next| is_flag(one) && is_flag(next))
}

pub(crate) fn is_flag(field: &Field) -> bool {
    matches!(field.kind, FieldKind::Flag)
}

/// A CSV file being written.
pub struct CsvWriter<'f> {
    out: Box<dyn Write + 'f>,
    fields: &'f [Field],
    text: CsvText,
    /// The numbers below [`KNOWN`].
    numbers: Vec<CsvCell>,
}

impl<'f> CsvWriter<'f> {
    /// Writes the header.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(out: impl Write + 'f, fields: &'f [Field]) -> io::Result<CsvWriter<'f>> {
        let mut header = Writer::from_writer(vec![]);
        header
            .write_record(joined(fields).map(|field| match field {
                [field] => field.name.as_str(),
                _ => FLAGS,
            }))
            .map_err(io::Error::from)?;
        let mut out = Box::new(out);
        out.write_all(&header.into_inner().map_err(csv::IntoInnerError::into_error)?)?;
        let numbers = (0..KNOWN).map(|number| CsvCell::new(number.to_string().as_bytes())).collect();
        let text = CsvText { bytes: vec![0; ENOUGH], filled: 0 };
        Ok(CsvWriter { out, fields, text, numbers })
    }

    /// Writes the rows of a batch.
    ///
    /// # Errors
    /// If they cannot be written, or have lists.
    pub fn write(&mut self, batch: &Batch) -> io::Result<()> {
        let mut rest = batch.columns.as_slice();
        let mut columns = Vec::with_capacity(rest.len());
        for fields in joined(self.fields) {
            let (these, others) = rest.split_at(fields.len());
            rest = others;
            columns.push(match (these, fields) {
                ([column], [field]) => CsvColumn::of(field, column)?,
                _ => CsvColumn::of_flags(fields, these),
            });
        }
        let longest = columns.iter().map(CsvColumn::longest).sum();
        for row in 0..batch.rows {
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

    fn flush(&mut self) -> io::Result<()> {
        let filled = std::mem::take(&mut self.text.filled);
        self.out.write_all(&self.text.bytes[..filled])
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        self.out.flush()
    }
}

impl fmt::Debug for CsvWriter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CsvWriter").field("fields", &self.fields).finish_non_exhaustive()
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
    #[inline]
    fn put(&mut self, cell: &CsvCell) {
        let end = self.filled + CsvCell::FIRST;
        self.bytes[self.filled..end].copy_from_slice(&cell.first);
        if !cell.rest.is_empty() {
            self.bytes[end..end + cell.rest.len()].copy_from_slice(&cell.rest);
        }
        self.filled += cell.length;
    }

    #[inline]
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
    known: Option<&'a Bits>,
}

enum CsvValues<'a> {
    Small(&'a [u8]),
    Number(&'a [u16]),
    Large(&'a [i64]),
    /// The same for the names of flags.
    Flags(Vec<u16>, Vec<CsvCell>),
    /// The places of words, and the words.
    Words(&'a [u8], Vec<CsvCell>),
    /// The same for texts.
    Texts(&'a [u32], Vec<CsvCell>),
}

impl<'a> CsvColumn<'a> {
    fn of(field: &Field, column: &'a ColumnValues) -> io::Result<CsvColumn<'a>> {
        let values = match (&column.values, &field.kind) {
            (Values::Small(values), _) => CsvValues::Small(values),
            (Values::Number(values), _) => CsvValues::Number(values),
            (Values::Large(values), _) => CsvValues::Large(values),
            (Values::Words(places), FieldKind::Word(words)) => {
                CsvValues::Words(places, words.iter().map(|word| quoted(word)).collect::<Result<_, _>>()?)
            }
            (Values::Texts(places, texts), _) => {
                CsvValues::Texts(places, texts.iter().map(|text| quoted(text)).collect::<Result<_, _>>()?)
            }
            (Values::Flags(flags), _) => {
                let places = (0..flags.len()).map(|row| flags.get(row).into()).collect();
                CsvValues::Flags(places, ["false", "true"].map(|word| CsvCell::new(word.as_bytes())).into())
            }
            // `TableSpec::new` rejects lists.
            _ => return Err(io::Error::new(io::ErrorKind::InvalidInput, "CSV has no lists")),
        };
        Ok(CsvColumn { values, known: column.known.as_ref() })
    }

    /// The names of the flags that are set, at most 16.
    fn of_flags(fields: &[Field], columns: &[ColumnValues]) -> CsvColumn<'a> {
        let mut sums = vec![0_u16; columns.first().map_or(0, ColumnValues::len)];
        for (flag, column) in columns.iter().enumerate() {
            if let Values::Flags(flags) = &column.values {
                flags.places().for_each(|row| sums[row] |= 1 << flag);
            }
        }
        // Few of all sums occur.
        let mut known = vec![None; 1 << columns.len()];
        let mut words = Vec::new();
        let mut place = |sum: u16| {
            *known[usize::from(sum)].get_or_insert_with(|| {
                let set = fields.iter().enumerate().filter(|(flag, _)| sum >> flag & 1 == 1);
                let names: Vec<&str> = set.map(|(_, field)| field.name.as_str()).collect();
                words.push(CsvCell::new(names.join(" ").as_bytes()));
                words.len() as u16 - 1
            })
        };
        let places = sums.into_iter().map(&mut place).collect();
        CsvColumn { values: CsvValues::Flags(places, words), known: None }
    }

    /// The room that a cell may take.
    fn longest(&self) -> usize {
        let longest = match &self.values {
            CsvValues::Words(_, words) | CsvValues::Texts(_, words) | CsvValues::Flags(_, words) => {
                words.iter().map(|word| word.length).max().unwrap_or(0)
            }
            CsvValues::Small(_) | CsvValues::Number(_) | CsvValues::Large(_) => u64::MAX.to_string().len() + 1,
        };
        longest + CsvCell::FIRST
    }

    /// Writes a value as text, or nothing for null, and a comma.
    #[inline]
    fn write(&self, row: usize, numbers: &[CsvCell], text: &mut CsvText) {
        if self.known.is_some_and(|known| !known.get(row)) {
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
            CsvValues::Texts(places, texts) => text.put(&texts[places[row] as usize]),
        }
    }
}

/// A word as it is written, in quotes where it needs them.
fn quoted(word: &str) -> io::Result<CsvCell> {
    let mut writer = Writer::from_writer(vec![]);
    // An empty word would be written otherwise if it stood alone.
    writer.write_record(["", word]).map_err(io::Error::from)?;
    let line = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
    Ok(CsvCell::new(&line[1..line.len() - 1]))
}
