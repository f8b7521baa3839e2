//! Compression of pages in Parquet.

use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use zstd::bulk;

use super::TableCompression;

/// The level of Zstandard, for tables that are written as fast as they are played.
const LEVEL: i32 = 1;

/// Compresses the pages of a part.
pub(crate) enum PageCompressor {
    None,
    Zstd(Box<bulk::Compressor<'static>>),
    Lz4,
}

impl PageCompressor {
    pub(crate) fn new(compression: TableCompression) -> Result<PageCompressor, ParquetError> {
        Ok(match compression {
            TableCompression::None => PageCompressor::None,
            TableCompression::Zstd => PageCompressor::Zstd(Box::new(bulk::Compressor::new(LEVEL)?)),
            TableCompression::Lz4 => PageCompressor::Lz4,
        })
    }

    /// Its name in the metadata of a column.
    pub(crate) fn codec(&self) -> Compression {
        match self {
            PageCompressor::None => Compression::UNCOMPRESSED,
            PageCompressor::Zstd(_) => Compression::ZSTD(ZstdLevel::default()),
            PageCompressor::Lz4 => Compression::LZ4_RAW,
        }
    }

    /// The content of a page, compressed.
    pub(crate) fn compress(&mut self, page: Vec<u8>) -> Result<Vec<u8>, ParquetError> {
        Ok(match self {
            PageCompressor::None => page,
            PageCompressor::Zstd(compressor) => compressor.compress(&page)?,
            PageCompressor::Lz4 => lz4_flex::block::compress(&page),
        })
    }
}
