//! Tables as CSV.

use std::io::Write;

use arrow_array::cast::AsArray;
use arrow_array::types::{UInt8Type, UInt16Type, UInt64Type};
use arrow_array::{Array, RecordBatch};
use arrow_schema::{DataType, Schema};
use csv::Writer;

use super::OutputError;

/// A CSV file being written.
pub(super) struct CsvWriter<W: Write>(Writer<W>);

impl<W: Write> CsvWriter<W> {
    /// Writes the header.
    pub(super) fn begin(out: W, schema: &Schema) -> Result<CsvWriter<W>, OutputError> {
        let mut writer = Writer::from_writer(out);
        writer.write_record(schema.fields().iter().map(|field| field.name())).map_err(failed)?;
        Ok(CsvWriter(writer))
    }

    pub(super) fn write(&mut self, batch: &RecordBatch) -> Result<(), OutputError> {
        for row in 0..batch.num_rows() {
            for column in batch.columns() {
                self.0.write_field(cell(column.as_ref(), row)).map_err(failed)?;
            }
            self.0.write_record(None::<&[u8]>).map_err(failed)?;
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<(), OutputError> {
        Ok(self.0.flush()?)
    }
}

/// A value as text; empty for null.
fn cell(column: &dyn Array, row: usize) -> String {
    if column.is_null(row) {
        return String::new();
    }
    match column.data_type() {
        DataType::UInt8 => column.as_primitive::<UInt8Type>().value(row).to_string(),
        DataType::UInt16 => column.as_primitive::<UInt16Type>().value(row).to_string(),
        DataType::UInt64 => column.as_primitive::<UInt64Type>().value(row).to_string(),
        DataType::Dictionary(..) => {
            let words = column.as_dictionary::<UInt8Type>();
            let place = words.keys().value(row);
            words.values().as_string::<i32>().value(place.into()).to_owned()
        }
        // Lists were rejected by `TableSpec::new`.
        _ => String::new(),
    }
}

fn failed(error: csv::Error) -> OutputError {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => OutputError::Stream(error),
        other => OutputError::Table(format!("{other:?}")),
    }
}
