//! Compression of tables, page by page in Parquet and batch by batch in Arrow.

use arrow_ipc::CompressionType;
use arrow_ipc::writer::IpcWriteOptions;
use arrow_schema::ArrowError;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use serde::{Deserialize, Serialize};
use zstd::bulk;

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

/// The level of Zstandard, for tables that are written as fast as they are played.
const LEVEL: i32 = 1;

impl TableCompression {
    /// The compressions with their names.
    pub const NAMES: [(&str, TableCompression); 3] =
        [("none", TableCompression::None), ("zstd", TableCompression::Zstd), ("lz4", TableCompression::Lz4)];

    /// The settings of Arrow.
    pub(super) fn of_arrow(self) -> Result<IpcWriteOptions, ArrowError> {
        IpcWriteOptions::default().try_with_compression(match self {
            TableCompression::None => None,
            TableCompression::Zstd => Some(CompressionType::ZSTD),
            TableCompression::Lz4 => Some(CompressionType::LZ4_FRAME),
        })
    }
}

/// Compresses the pages of a part.
pub(super) enum PageCompressor {
    None,
    Zstd(Box<bulk::Compressor<'static>>),
    Lz4,
}

impl PageCompressor {
    pub(super) fn new(compression: TableCompression) -> Result<PageCompressor, ParquetError> {
        Ok(match compression {
            TableCompression::None => PageCompressor::None,
            TableCompression::Zstd => PageCompressor::Zstd(Box::new(bulk::Compressor::new(LEVEL)?)),
            TableCompression::Lz4 => PageCompressor::Lz4,
        })
    }

    /// Its name in the metadata of a column.
    pub(super) fn codec(&self) -> Compression {
        match self {
            PageCompressor::None => Compression::UNCOMPRESSED,
            PageCompressor::Zstd(_) => Compression::ZSTD(ZstdLevel::default()),
            PageCompressor::Lz4 => Compression::LZ4_RAW,
        }
    }

    /// The content of a page, compressed.
    pub(super) fn compress(&mut self, page: Vec<u8>) -> Result<Vec<u8>, ParquetError> {
        Ok(match self {
            PageCompressor::None => page,
            PageCompressor::Zstd(compressor) => compressor.compress(&page)?,
            PageCompressor::Lz4 => lz4_flex::block::compress(&page),
        })
    }
}
