//! The specification of tables: level, format, part size and compression.

use serde::{Deserialize, Serialize};

use super::{DetailLevel, OutputError, TableCompression, TableFormat};

/// How the tables of a run are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSpec {
    /// The level of detail.
    pub level: DetailLevel,
    /// The file format.
    pub format: TableFormat,
    /// The number of readings per file.
    pub part: u64,
    /// The compression.
    pub compression: TableCompression,
}

/// Checks that the program can write a format.
///
/// # Errors
/// If it was built without the feature `parquet`, and the format needs it.
pub fn check_built(format: TableFormat) -> Result<(), OutputError> {
    if format.is_built() { Ok(()) } else { Err(OutputError::NotBuilt(format)) }
}

impl TableSpec {
    /// A specification without compression; the default number of readings per file is [`DetailLevel::default_part`].
    ///
    /// # Errors
    /// If lists are requested in CSV.
    pub fn new(level: DetailLevel, format: TableFormat, part: Option<u64>) -> Result<TableSpec, OutputError> {
        if (level, format) == (DetailLevel::Lists, TableFormat::Csv) {
            return Err(OutputError::NoLists);
        }
        let part = part.unwrap_or(level.default_part()).max(1);
        Ok(TableSpec { level, format, part, compression: TableCompression::None })
    }

    /// The same with a compression.
    ///
    /// # Errors
    /// If CSV is to be compressed.
    pub fn compressed(self, compression: TableCompression) -> Result<TableSpec, OutputError> {
        match (self.format, compression) {
            (TableFormat::Csv, TableCompression::Zstd | TableCompression::Lz4) => Err(OutputError::NoCompression),
            _ => Ok(TableSpec { compression, ..self }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_both_ways_and_are_those_of_the_manifest() {
        for (name, level) in DetailLevel::NAMES {
            assert_eq!((level.to_string().as_str(), name.parse().ok()), (name, Some(level)));
            assert_eq!(serde_json::to_string(&level).unwrap(), format!("\"{name}\""));
        }
        for (name, format) in TableFormat::NAMES {
            assert_eq!((format.to_string().as_str(), name.parse().ok()), (name, Some(format)));
            assert_eq!(serde_json::to_string(&format).unwrap(), format!("\"{name}\""));
        }
        for (name, compression) in TableCompression::NAMES {
            assert_eq!((compression.to_string().as_str(), name.parse().ok()), (name, Some(compression)));
            assert_eq!(serde_json::to_string(&compression).unwrap(), format!("\"{name}\""));
        }
        assert_eq!(
            "xml".parse::<TableFormat>().unwrap_err().to_string(),
            "unknown value \"xml\"; expected one of parquet, csv, arrow"
        );
        assert!(TableSpec::new(DetailLevel::Lists, TableFormat::Csv, None).is_err());
    }
}
