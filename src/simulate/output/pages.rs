//! A fast dictionary encoder for Parquet columns with few distinct values.
//!
//! The parquet library looks up each value in a hash table. Here the indices are known: words are already indices, and small
//! numbers use an identity dictionary. So rows are bit-packed directly, which is several times faster. The library writes the
//! page headers.

use std::borrow::Cow;

use arrow_array::cast::AsArray;
use arrow_array::types::{UInt8Type, UInt16Type};
use arrow_array::{Array, ArrayRef};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use bytes::Bytes;
use parquet::basic::Encoding;
use parquet::column::page::{CompressedPage, Page, PageWriter};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;

/// Values up to 255 use an identity dictionary; columns with greater values a dictionary of the values that occur.
const SMALL: u16 = 255;

/// An encoded column of a row group.
pub(super) struct ColumnChunk {
    pub(super) bytes: Bytes,
    pub(super) close: ColumnCloseResult,
}

impl ColumnChunk {
    /// Whether this encoder supports a type.
    pub(super) fn takes(kind: &DataType) -> bool {
        matches!(kind, DataType::UInt8 | DataType::UInt16 | DataType::Dictionary(..))
    }

    /// Encodes a column from its batches, a page for each.
    pub(super) fn of(column: ColumnDescPtr, batches: &[&ArrayRef]) -> Result<ColumnChunk, ParquetError> {
        let optional = column.max_def_level() > 0;
        let values: Vec<Cow<'_, [u16]>> = batches.iter().map(|batch| values(batch)).collect();
        let dictionary = Dictionary::of(batches, &values);
        let mut file = TrackedWrite::new(Vec::new());
        let mut pages = SerializedPageWriter::new(&mut file);
        let mut put = |page: Page| {
            let size = page.buffer().len();
            pages.write_page(CompressedPage::new(page, size))
        };
        let first = put(Page::DictionaryPage {
            num_values: dictionary.count,
            buf: dictionary.plain.into(),
            encoding: Encoding::PLAIN,
            is_sorted: false,
        })?;
        for (batch, values) in batches.iter().zip(values) {
            let mut page = vec![];
            if optional {
                levels(batch.len(), batch.nulls(), &mut page);
            }
            match &dictionary.places {
                None => places(&values, &mut page),
                Some(table) => {
                    places(&Vec::from_iter(values.iter().map(|&value| table[usize::from(value)])), &mut page)
                }
            }
            put(Page::DataPage {
                buf: page.into(),
                num_values: batch.len() as u32,
                encoding: Encoding::RLE_DICTIONARY,
                def_level_encoding: Encoding::RLE,
                rep_level_encoding: Encoding::RLE,
                statistics: None,
            })?;
        }
        let bytes = Bytes::from(file.into_inner()?);
        let rows: usize = batches.iter().map(|batch| batch.len()).sum();
        let metadata = ColumnChunkMetaData::builder(column)
            .set_encodings(vec![Encoding::PLAIN, Encoding::RLE, Encoding::RLE_DICTIONARY])
            .set_num_values(rows as i64)
            .set_total_compressed_size(bytes.len() as i64)
            .set_total_uncompressed_size(bytes.len() as i64)
            .set_dictionary_page_offset(Some(0))
            .set_data_page_offset(first.bytes_written as i64)
            .build()?;
        let close = ColumnCloseResult {
            bytes_written: bytes.len() as u64,
            rows_written: rows as u64,
            metadata,
            bloom_filter: None,
            column_index: None,
            offset_index: None,
        };
        Ok(ColumnChunk { bytes, close })
    }
}

/// The non-null values of a batch, as numbers or word indices.
fn values(batch: &ArrayRef) -> Cow<'_, [u16]> {
    let wide = |all: &[u8]| Cow::Owned(all.iter().map(|&value| u16::from(value)).collect::<Vec<_>>());
    let all: Cow<'_, [u16]> = match batch.data_type() {
        DataType::UInt16 => Cow::Borrowed(batch.as_primitive::<UInt16Type>().values()),
        DataType::UInt8 => wide(batch.as_primitive::<UInt8Type>().values()),
        _ => wide(batch.as_dictionary::<UInt8Type>().keys().values()),
    };
    match batch.nulls() {
        None => all,
        Some(nulls) => nulls.valid_indices().map(|at| all[at]).collect(),
    }
}

struct Dictionary {
    /// The values in PLAIN encoding, and their number.
    plain: Vec<u8>,
    count: u32,
    /// The index of each value; `None` for an identity dictionary.
    places: Option<Vec<u16>>,
}

impl Dictionary {
    fn of(batches: &[&ArrayRef], values: &[Cow<'_, [u16]>]) -> Dictionary {
        if let Some(column) = batches.first().and_then(|batch| batch.as_any_dictionary_opt()) {
            let words = column.values().as_string::<i32>();
            let plain = words.iter().flatten().flat_map(|word| {
                let length = word.len() as u32;
                length.to_le_bytes().into_iter().chain(word.bytes())
            });
            return Dictionary { plain: plain.collect(), count: words.len() as u32, places: None };
        }
        let greatest = values.iter().map(|values| bound(values)).max().unwrap_or(0);
        let mut occurs = vec![greatest <= SMALL; usize::from(greatest) + 1];
        if greatest > SMALL {
            values.iter().flat_map(|values| values.iter()).for_each(|&value| occurs[usize::from(value)] = true);
        }
        let numbers = (0..=greatest).filter(|&number| occurs[usize::from(number)]);
        let plain: Vec<u8> = numbers.flat_map(|number| i32::from(number).to_le_bytes()).collect();
        let places = (greatest > SMALL).then(|| {
            let place =
                |next: &mut u16, &occurs: &bool| Some(std::mem::replace(next, next.wrapping_add(occurs.into())));
            occurs.iter().scan(0, place).collect()
        });
        Dictionary { count: plain.len() as u32 / 4, plain, places }
    }
}

/// An upper bound of the values: all ones, in as many bits as the greatest has.
fn bound(values: &[u16]) -> u16 {
    // OR is vectorised on every processor, maximum is not.
    let bits = values.iter().fold(0, |bits, value| bits | value);
    u16::MAX.checked_shr(bits.leading_zeros()).unwrap_or(0)
}

/// Writes the definition levels, which mark nulls, after their length in bytes.
fn levels(rows: usize, nulls: Option<&NullBuffer>, page: &mut Vec<u8>) {
    let mut levels = vec![];
    run(rows, &mut levels);
    match nulls {
        Some(nulls) => levels.extend_from_slice(&nulls.inner().sliced()[..rows.div_ceil(8)]),
        None => levels.resize(levels.len() + rows.div_ceil(8), u8::MAX),
    }
    page.extend((levels.len() as u32).to_le_bytes());
    page.append(&mut levels);
}

/// Writes bit-packed indices after their bit width.
fn places(places: &[u16], page: &mut Vec<u8>) {
    let width = (u16::BITS - bound(places).leading_zeros()).max(1);
    page.push(width as u8);
    if places.is_empty() {
        // Parquet has no empty runs.
        return;
    }
    run(places.len(), page);
    macro_rules! pack {
        ($($width:literal)*) => {
            match width {
                $($width => pack::<$width>(places, page),)*
                _ => pack::<16>(places, page),
            }
        };
    }
    pack!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
}

/// Writes the header of a bit-packed run; runs are padded to groups of eight.
fn run(numbers: usize, page: &mut Vec<u8>) {
    let mut header = numbers.div_ceil(8) << 1 | 1;
    while header >= 0x80 {
        page.push(header as u8 | 0x80);
        header >>= 7;
    }
    page.push(header as u8);
}

/// Bit-packs numbers, lowest bit first. `WIDTH` is a constant so that the compiler unrolls groups of eight.
fn pack<const WIDTH: usize>(numbers: &[u16], page: &mut Vec<u8>) {
    let side_by_side = |eight: &[u16]| {
        let bits = eight.iter().enumerate().fold(0, |bits, (at, &number)| bits | u128::from(number) << (at * WIDTH));
        bits.to_le_bytes()
    };
    let (eights, rest) = numbers.as_chunks::<8>();
    let begin = page.len();
    page.resize(begin + eights.len() * WIDTH, 0);
    for (eight, place) in eights.iter().zip(page[begin..].chunks_exact_mut(WIDTH)) {
        place.copy_from_slice(&side_by_side(eight)[..WIDTH]);
    }
    if !rest.is_empty() {
        page.extend_from_slice(&side_by_side(rest)[..WIDTH]);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::{DictionaryArray, RecordBatch, StringArray, UInt8Array, UInt16Array};
    use arrow_schema::{Field, Schema};
    use parquet::arrow::ArrowWriter;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

    use super::*;

    /// Encodes a column in pages of `rows` rows, and reads it back with the library.
    fn read_back(column: &ArrayRef, rows: usize) -> ArrayRef {
        let kind = match column.data_type() {
            DataType::Dictionary(_, words) => words.as_ref().clone(),
            kind => kind.clone(),
        };
        let schema = Arc::new(Schema::new(vec![Field::new("column", kind, column.nulls().is_some())]));
        let (mut file, _) = ArrowWriter::try_new(Vec::new(), schema, None).unwrap().into_serialized_writer().unwrap();
        let described = file.schema_descr().column(0);
        let batches: Vec<ArrayRef> =
            (0..column.len()).step_by(rows).map(|at| column.slice(at, rows.min(column.len() - at))).collect();
        let chunk = ColumnChunk::of(described, &batches.iter().collect::<Vec<_>>()).unwrap();
        let mut group = file.next_row_group().unwrap();
        group.append_column(&chunk.bytes, chunk.close).unwrap();
        group.close().unwrap();
        let bytes = Bytes::from(file.into_inner().unwrap());
        let read =
            ParquetRecordBatchReaderBuilder::try_new(bytes).unwrap().with_batch_size(column.len().max(1)).build();
        let batches: Vec<RecordBatch> = read.unwrap().map(Result::unwrap).collect();
        Arc::clone(batches[0].column(0))
    }

    /// Pseudorandom numbers below `end`.
    fn numbers(count: usize, end: u32) -> impl Iterator<Item = u16> {
        (1..=count as u32).map(move |at| (at.wrapping_mul(0x9E37_79B1) >> 8) % end).map(|number| number as u16)
    }

    #[test]
    fn numbers_of_every_width_are_read_back() {
        for end in (0..=16).flat_map(|bits| [1 << bits, (1 << bits) + 1]).map(|end: u32| end.min(65_536)) {
            for (count, rows) in [(1, 1), (7, 8), (8, 8), (1001, 100), (4096, 1024)] {
                let column = Arc::new(UInt16Array::from_iter_values(numbers(count, end))) as ArrayRef;
                assert_eq!(&read_back(&column, rows), &column, "{count} numbers below {end}, {rows} a page");
            }
        }
        let all = Arc::new(UInt16Array::from_iter_values(0..=u16::MAX)) as ArrayRef;
        assert_eq!(&read_back(&all, 10_000), &all);
        let small = Arc::new(UInt8Array::from_iter_values(0..=u8::MAX)) as ArrayRef;
        assert_eq!(&read_back(&small, 50), &small);
    }

    #[test]
    fn what_is_missing_stays_missing() {
        for (every, end) in [(1, 9), (2, 200), (3, 65_536), (5000, 70)] {
            let values = numbers(3001, end).enumerate().map(|(at, number)| (at % every != 0).then_some(number));
            let column = Arc::new(values.collect::<UInt16Array>()) as ArrayRef;
            assert_eq!(&read_back(&column, 1000), &column, "one of {every} missing");
        }
    }

    #[test]
    fn a_page_of_nothing_but_nulls_has_no_run() {
        let mut page = vec![];
        places(&[], &mut page);
        assert_eq!(page, [1]);
        let column = Arc::new(UInt16Array::from(vec![None; 9])) as ArrayRef;
        assert_eq!(&read_back(&column, 4), &column);
    }

    #[test]
    fn words_are_read_back_as_words() {
        let words = Arc::new(StringArray::from(vec!["Air", "Water", "", "Erde ☿"]));
        let word = |at: usize| (at % 5 < 4).then_some((at % 5) as u8);
        let places: UInt8Array = (0..777).map(word).collect();
        let column = Arc::new(DictionaryArray::<UInt8Type>::new(places, Arc::clone(&words) as ArrayRef)) as ArrayRef;
        let read = read_back(&column, 200);
        let expected: Vec<Option<&str>> = (0..777).map(|at| word(at).map(|place| words.value(place.into()))).collect();
        assert_eq!(read.as_string::<i32>().iter().collect::<Vec<_>>(), expected);
    }
}
