//! The tidy table of a design in Parquet.

use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as PhysicalType};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};

use crate::simulate::output::OutputError;

use super::DesignPlan;
use super::cells_table::{CellsTable, TidyColumn};

impl CellsTable {
    /// The table as Parquet, with the hash of the plan in its metadata.
    pub(super) fn to_parquet(&self, plan: &DesignPlan, digest: &str) -> Result<Vec<u8>, OutputError> {
        let metadata = vec![KeyValue::new("plan".to_owned(), digest.to_owned())];
        let properties = WriterProperties::builder()
            .set_created_by(plan.program.clone())
            .set_key_value_metadata(Some(metadata))
            .build();
        let fields = self.columns.iter().map(|(name, column)| column.to_type(name)).collect::<Result<_, _>>()?;
        // Named as in the tables of readings.
        let root = Type::group_type_builder("arrow_schema").with_fields(fields).build()?;
        let mut file = SerializedFileWriter::new(vec![], Arc::new(root), Arc::new(properties))?;
        let mut group = file.next_row_group()?;
        for (_, column) in &self.columns {
            let Some(mut out) = group.next_column()? else { break };
            match column {
                TidyColumn::Text(values) => {
                    let levels: Vec<i16> = values.iter().map(|value| value.is_some().into()).collect();
                    let words: Vec<_> = values.iter().flatten().map(|word| ByteArray::from(word.as_str())).collect();
                    out.typed::<ByteArrayType>().write_batch(&words, Some(&levels), None)?;
                }
                TidyColumn::Number(values) => {
                    out.typed::<Int64Type>().write_batch(values, None, None)?;
                }
            }
            out.close()?;
        }
        group.close()?;
        Ok(file.into_inner()?)
    }
}

impl TidyColumn {
    fn to_type(&self, name: &str) -> Result<TypePtr, ParquetError> {
        let (kind, logical, repetition) = match self {
            TidyColumn::Text(_) => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String), Repetition::OPTIONAL),
            TidyColumn::Number(_) => (PhysicalType::INT64, None, Repetition::REQUIRED),
        };
        let built = Type::primitive_type_builder(name, kind).with_logical_type(logical).with_repetition(repetition);
        Ok(Arc::new(built.build()?))
    }
}
