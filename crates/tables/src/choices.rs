//! What may be chosen for a table: its level of detail, format and compression.

use std::fmt;
use std::str::FromStr;

use enochian_engine::input::quoted;
use serde::{Deserialize, Serialize};

/// The level of detail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DetailLevel {
    /// A row per reading: answers, length and counts.
    #[default]
    Summary,
    /// The same, with the turns as a list.
    Lists,
    /// A row per turn.
    Events,
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

/// A file format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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

impl TableFormat {
    /// The formats with their names, which are also the file extensions.
    pub const NAMES: [(&str, TableFormat); 3] =
        [("parquet", TableFormat::Parquet), ("csv", TableFormat::Csv), ("arrow", TableFormat::Arrow)];

    /// Whether the program can write it: all but CSV need the feature `parquet`.
    #[must_use]
    pub const fn is_built(self) -> bool {
        cfg!(feature = "parquet") || matches!(self, TableFormat::Csv)
    }

    /// Its name in a sentence.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            TableFormat::Parquet => "Parquet",
            TableFormat::Csv => "CSV",
            TableFormat::Arrow => "Arrow",
        }
    }
}

/// How tables are compressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TableCompression {
    /// Not at all; Parquet packs values into few bits all the same.
    #[default]
    None,
    /// Zstandard: smaller than LZ4, and slower to write.
    Zstd,
    /// LZ4: fast.
    Lz4,
}

impl TableCompression {
    /// The compressions with their names.
    pub const NAMES: [(&str, TableCompression); 3] =
        [("none", TableCompression::None), ("zstd", TableCompression::Zstd), ("lz4", TableCompression::Lz4)];
}

/// The error when a text is not the name of a level, format or compression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown value {}; expected one of {known}", quoted(.name))]
pub struct UnknownValue {
    /// The text.
    pub name: String,
    /// The names.
    pub known: String,
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
            type Err = UnknownValue;

            fn from_str(name: &str) -> Result<Self, UnknownValue> {
                let found = Self::NAMES.into_iter().find(|(known, _)| *known == name);
                let known = || Self::NAMES.map(|(known, _)| known).join(", ");
                found.map(|(_, value)| value).ok_or_else(|| UnknownValue { name: name.to_owned(), known: known() })
            }
        }
    )*};
}

named!(DetailLevel, TableFormat, TableCompression);
