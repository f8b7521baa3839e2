//! What is written, and how.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::OutputError;

/// How much is kept of each reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum DetailLevel {
    /// One row a reading: the answers, the length, what was counted.
    #[default]
    Summary,
    /// The same, and the turns of the reading in a list.
    Lists,
    /// One row a turn.
    Events,
}

/// A kind of file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum TableFormat {
    /// Parquet: small, and quick to count in.
    #[default]
    Parquet,
    /// Text with commas.
    Csv,
    /// Arrow's own format for passing tables between programs.
    Arrow,
}

/// How the tables of a run are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSpec {
    /// How much is kept of each reading.
    pub level: DetailLevel,
    /// The kind of file.
    pub format: TableFormat,
    /// How many readings one file holds.
    pub part: u64,
}

impl DetailLevel {
    /// The levels with their names.
    pub const NAMES: [(&str, DetailLevel); 3] =
        [("summary", DetailLevel::Summary), ("lists", DetailLevel::Lists), ("events", DetailLevel::Events)];

    /// How many readings one file holds unless one says otherwise: files of a few megabytes.
    #[must_use]
    pub const fn usual_part(self) -> u64 {
        match self {
            DetailLevel::Summary => 65_536,
            DetailLevel::Lists | DetailLevel::Events => 4096,
        }
    }
}

impl TableFormat {
    /// The formats with their names, which are the endings of their files too.
    pub const NAMES: [(&str, TableFormat); 3] =
        [("parquet", TableFormat::Parquet), ("csv", TableFormat::Csv), ("arrow", TableFormat::Arrow)];
}

impl TableSpec {
    /// A shape; without a number of readings, that of [`DetailLevel::usual_part`].
    ///
    /// # Errors
    /// For lists in CSV, which has none.
    pub fn new(level: DetailLevel, format: TableFormat, part: Option<u64>) -> Result<TableSpec, OutputError> {
        if (level, format) == (DetailLevel::Lists, TableFormat::Csv) {
            return Err(OutputError::NoLists);
        }
        Ok(TableSpec { level, format, part: part.unwrap_or(level.usual_part()).max(1) })
    }
}

/// Names both ways, as in [`DetailLevel::NAMES`].
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

named!(DetailLevel, TableFormat);

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
        assert_eq!("xml".parse::<TableFormat>().unwrap_err().to_string(), "\"xml\" is none of parquet, csv, arrow");
        assert!(TableSpec::new(DetailLevel::Lists, TableFormat::Csv, None).is_err());
    }
}
