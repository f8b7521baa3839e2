//! The specification of tables: level, format, part size and compression.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{OutputError, TableCompression};

/// The level of detail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum DetailLevel {
    /// A row per reading: answers, length and counts.
    #[default]
    Summary,
    /// The same, with the turns as a list.
    Lists,
    /// A row per turn.
    Events,
}

/// A file format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum TableFormat {
    /// Parquet: small, and fast to query. The default where it can be written.
    #[cfg_attr(feature = "parquet", default)]
    Parquet,
    /// Comma-separated values.
    #[cfg_attr(not(feature = "parquet"), default)]
    Csv,
    /// The Arrow IPC stream format, for passing tables between programs.
    Arrow,
}

/// How the tables of a run are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSpec {
    /// The level of detail.
    pub level: DetailLevel,
    /// The file format.
    pub format: TableFormat,
    /// The number of readings per file.
    pub part: u64,
    /// The compression, which manifests of earlier versions do not name.
    #[serde(default)]
    pub compression: TableCompression,
}

impl DetailLevel {
    /// The levels with their names.
    pub const NAMES: [(&str, DetailLevel); 3] =
        [("summary", DetailLevel::Summary), ("lists", DetailLevel::Lists), ("events", DetailLevel::Events)];

    /// The default number of readings per file, for files of a few megabytes.
    #[must_use]
    pub const fn default_part(self) -> u64 {
        match self {
            DetailLevel::Summary => 65_536,
            DetailLevel::Lists | DetailLevel::Events => 4096,
        }
    }
}

impl TableFormat {
    /// The formats with their names, which are also the file extensions.
    pub const NAMES: [(&str, TableFormat); 3] =
        [("parquet", TableFormat::Parquet), ("csv", TableFormat::Csv), ("arrow", TableFormat::Arrow)];

    /// Checks that the program can write it: all but CSV need the feature `parquet`.
    ///
    /// # Errors
    /// If it cannot.
    pub fn check_built(self) -> Result<(), OutputError> {
        if cfg!(feature = "parquet") || self == TableFormat::Csv { Ok(()) } else { Err(OutputError::NotBuilt(self)) }
    }

    /// Its name in a sentence.
    pub(super) fn title(self) -> &'static str {
        match self {
            TableFormat::Parquet => "Parquet",
            TableFormat::Csv => "CSV",
            TableFormat::Arrow => "Arrow",
        }
    }
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

/// Implements `Display` and `FromStr` from `NAMES`.
macro_rules! named {
    ($($sort:ty),*) => {$(
        impl fmt::Display for $sort {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(Self::NAMES[*self as usize].0)
            }
        }

        impl FromStr for $sort {
            type Err = OutputError;

            fn from_str(name: &str) -> Result<Self, OutputError> {
                let found = Self::NAMES.into_iter().find(|(known, _)| *known == name);
                let known = || Self::NAMES.map(|(known, _)| known).join(", ");
                found.map(|(_, value)| value).ok_or_else(|| OutputError::Unknown(name.to_owned(), known()))
            }
        }
    )*};
}

named!(DetailLevel, TableFormat, TableCompression);

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
