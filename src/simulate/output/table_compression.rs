//! Compression of tables, page by page in Parquet and batch by batch in Arrow.

use serde::{Deserialize, Serialize};

/// How tables are compressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
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
