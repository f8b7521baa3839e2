//! A fast encoder for the columns of tables: dictionaries of few distinct values, and numbers that increase from row to row.
//!
//! The parquet library looks up each value in a hash table. Here the indices are known: words are already indices, and small
//! numbers use an identity dictionary. So rows are bit-packed directly, which is several times faster. The library writes the
//! page headers.

use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, UInt8Type, UInt16Type};
use arrow_array::{Array, ArrayRef, StringArray};
use arrow_buffer::{BooleanBufferBuilder, NullBuffer, OffsetBuffer};
use arrow_schema::DataType;
use bytes::Bytes;
use parquet::basic::Encoding;
use parquet::column::page::{CompressedPage, Page, PageWriter};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, OffsetIndexBuilder};
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;

use super::bit_packing::{RepeatedIndex, definition_levels, flags, indices, repeated_indices, repetition_levels};
use super::bounds::{self, Bounds};
use super::delta::differences;
use super::table_compression::PageCompressor;

/// Values up to 255 use an identity dictionary; columns with greater values a dictionary of the values that occur.
const SMALL: u16 = 255;

/// A page takes batches until it has so many values: few enough to skip what is not asked for, many enough that its header and
/// its place in the index weigh little.
const VALUES: usize = 1 << 14;

/// What is known of the values of a column, and decides how they are encoded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueOrder {
    /// Nothing.
    Any,
    /// Numbers that increase from row to row: they are delta-encoded.
    Increasing,
    /// Words that stay the same for many rows, and are never missing: they are run-length encoded.
    Repeated,
}

/// A column of a batch. For a column in lists, with the lists.
pub(super) struct ColumnPiece<'a> {
    pub(super) values: &'a ArrayRef,
    pub(super) lists: Option<&'a OffsetBuffer<i32>>,
}

/// An encoded column of a row group.
pub(super) struct ColumnChunk {
    pub(super) bytes: Bytes,
    pub(super) close: ColumnCloseResult,
}

impl ColumnChunk {
    /// Encodes a column from its batches.
    pub(super) fn of(
        column: ColumnDescPtr,
        pieces: &[ColumnPiece<'_>],
        order: ValueOrder,
        compressor: &mut PageCompressor,
    ) -> Result<ColumnChunk, ParquetError> {
        let kind = pieces.first().map_or(DataType::Null, |piece| piece.values.data_type().clone());
        let words = pieces.first().and_then(|piece| piece.values.as_any_dictionary_opt());
        let words = words.map(|column| column.values().as_string::<i32>());
        let (pages, encoding): (Vec<EncodedPage<'_>>, _) = match (kind, words, order) {
            (DataType::Boolean, ..) => {
                let gathered = gather(pieces, BooleanBufferBuilder::new, |values, all| {
                    all.append_buffer(values.as_boolean().values());
                });
                let encoded = gathered.into_iter().map(|page| {
                    let page = page.map(|mut values| values.finish());
                    page.encoded(&column, bounds::of_flags(&page.values), flags)
                });
                (encoded.collect(), ChunkEncoding::Runs)
            }
            (DataType::Int64, ..) => {
                let gathered = gather(pieces, Vec::with_capacity, |values, all: &mut Vec<i64>| {
                    all.extend(values.as_primitive::<Int64Type>().values());
                });
                let encode = |values: &Vec<i64>, page: &mut Vec<u8>| differences(values, page);
                let encoded = gathered.iter().map(|page| page.encoded(&column, bounds::of_wide(&page.values), encode));
                (encoded.collect(), ChunkEncoding::Differences)
            }
            (_, Some(words), ValueOrder::Repeated) => {
                let gathered = gather(pieces, |_| Vec::new(), RepeatedIndex::gather);
                let encoded = gathered.iter().map(|page| {
                    let indices: Vec<u16> = page.values.iter().map(|run| run.index.into()).collect();
                    let encode =
                        |runs: &Vec<RepeatedIndex>, page: &mut Vec<u8>| repeated_indices(runs, bound(&indices), page);
                    page.encoded(&column, bounds::of_words(&indices, words), encode)
                });
                (encoded.collect(), ChunkEncoding::Indices(Dictionary::of_words(words)))
            }
            (_, words, _) => {
                let gathered = gather(pieces, Vec::with_capacity, small_values);
                let bounded = gathered.iter().map(|page| match words {
                    Some(words) => (page, bounds::of_words(&page.values, words)),
                    None => (page, bounds::of_narrow(&page.values)),
                });
                if order == ValueOrder::Increasing {
                    let encode = |values: &Vec<u16>, page: &mut Vec<u8>| differences(values, page);
                    let pages = bounded.map(|(page, bounds)| page.encoded(&column, bounds, encode)).collect();
                    (pages, ChunkEncoding::Differences)
                } else {
                    let dictionary = match words {
                        Some(words) => Dictionary::of_words(words),
                        None => Dictionary::of_numbers(&gathered),
                    };
                    let encode = |values: &Vec<u16>, page: &mut Vec<u8>| dictionary.encode(values, page);
                    let pages = bounded.map(|(page, bounds)| page.encoded(&column, bounds, encode)).collect();
                    (pages, ChunkEncoding::Indices(dictionary))
                }
            }
        };
        write(column, pages, encoding, compressor)
    }
}

/// The encoding of the values of a column.
enum ChunkEncoding {
    Indices(Dictionary),
    Differences,
    Runs,
}

/// The values of a page without nulls, and what its levels are made from.
struct GatheredPage<V> {
    values: V,
    /// The values and nulls.
    count: usize,
    nulls: Option<NullBuffer>,
    /// The lengths of the lists.
    lengths: Option<Vec<usize>>,
}

struct EncodedPage<'a> {
    content: Vec<u8>,
    count: usize,
    rows: usize,
    nulls: usize,
    bounds: Bounds<'a>,
}

/// Gathers batches to pages. `begin` begins a page of a number of values, to which `values` adds those of a batch.
fn gather<V>(
    pieces: &[ColumnPiece<'_>],
    begin: impl Fn(usize) -> V,
    mut values: impl FnMut(&ArrayRef, &mut V),
) -> Vec<GatheredPage<V>> {
    let mut pages = Vec::new();
    let mut rest = pieces;
    while !rest.is_empty() {
        let (mut count, mut taken) = (0, 0);
        while taken < rest.len() && count < VALUES {
            count += rest[taken].values.len();
            taken += 1;
        }
        let (batches, left) = rest.split_at(taken);
        rest = left;
        let mut page = GatheredPage { values: begin(count), count, nulls: nulls(batches), lengths: None };
        for batch in batches {
            values(batch.values, &mut page.values);
            if let Some(lists) = batch.lists {
                page.lengths.get_or_insert_default().extend(lists.lengths());
            }
        }
        pages.push(page);
    }
    pages
}

/// Which values of some batches are there; none if all are.
fn nulls(batches: &[ColumnPiece<'_>]) -> Option<NullBuffer> {
    batches.iter().find(|batch| batch.values.null_count() > 0)?;
    let mut known = BooleanBufferBuilder::new(0);
    for ColumnPiece { values, .. } in batches {
        match values.nulls() {
            Some(nulls) => known.append_buffer(nulls.inner()),
            None => known.append_n(values.len(), true),
        }
    }
    Some(NullBuffer::new(known.finish()))
}

/// Takes the non-null values of a batch, as numbers or word indices.
fn small_values(batch: &ArrayRef, all: &mut Vec<u16>) {
    let nulls = batch.nulls().filter(|nulls| nulls.null_count() > 0);
    let narrow = |values: &[u8], all: &mut Vec<u16>| match nulls {
        None => all.extend(values.iter().map(|&value| u16::from(value))),
        Some(nulls) => all.extend(nulls.valid_indices().map(|at| u16::from(values[at]))),
    };
    match batch.data_type() {
        DataType::UInt8 => narrow(batch.as_primitive::<UInt8Type>().values(), all),
        DataType::Dictionary(..) => narrow(batch.as_dictionary::<UInt8Type>().keys().values(), all),
        _ => {
            let values = batch.as_primitive::<UInt16Type>().values();
            match nulls {
                None => all.extend_from_slice(values),
                Some(nulls) => all.extend(nulls.valid_indices().map(|at| values[at])),
            }
        }
    }
}

impl<V> GatheredPage<V> {
    /// The page with other values.
    fn map<W>(self, of: impl FnOnce(V) -> W) -> GatheredPage<W> {
        let GatheredPage { values, count, nulls, lengths } = self;
        GatheredPage { values: of(values), count, nulls, lengths }
    }

    /// The content of the page, with values as `encode` writes them.
    fn encoded<'a>(
        &self,
        column: &ColumnDescPtr,
        bounds: Bounds<'a>,
        encode: impl Fn(&V, &mut Vec<u8>),
    ) -> EncodedPage<'a> {
        let mut content = vec![];
        if let Some(lengths) = &self.lengths {
            repetition_levels(lengths, &mut content);
        }
        if column.max_def_level() > 0 {
            definition_levels(column.max_def_level(), self.count, self.nulls.as_ref(), &mut content);
        }
        encode(&self.values, &mut content);
        let (count, nulls) = (self.count, self.nulls.as_ref().map_or(0, NullBuffer::null_count));
        EncodedPage { content, count, rows: self.lengths.as_ref().map_or(count, Vec::len), nulls, bounds }
    }
}

/// Compresses and writes pages, and describes them.
fn write(
    column: ColumnDescPtr,
    pages: Vec<EncodedPage<'_>>,
    encoding: ChunkEncoding,
    compressor: &mut PageCompressor,
) -> Result<ColumnChunk, ParquetError> {
    let mut file = TrackedWrite::new(Vec::new());
    let mut out = SerializedPageWriter::new(&mut file);
    let mut uncompressed = 0;
    let mut put = |content: Vec<u8>, page: &dyn Fn(Bytes) -> Page| {
        let size = content.len();
        let put = out.write_page(CompressedPage::new(page(compressor.compress(content)?.into()), size))?;
        uncompressed += put.uncompressed_size;
        Ok::<_, ParquetError>(put)
    };
    let (encoding, dictionary) = match encoding {
        ChunkEncoding::Indices(dictionary) => (Encoding::RLE_DICTIONARY, Some(dictionary)),
        ChunkEncoding::Differences => (Encoding::DELTA_BINARY_PACKED, None),
        ChunkEncoding::Runs => (Encoding::RLE, None),
    };
    // Levels are in runs too.
    let mut encodings = vec![Encoding::RLE];
    if encoding != Encoding::RLE {
        encodings.push(encoding);
    }
    let mut data_offset = 0;
    if let Some(Dictionary { plain, count, .. }) = &dictionary {
        encodings.push(Encoding::PLAIN);
        let page = |buf| Page::DictionaryPage { num_values: *count, buf, encoding: Encoding::PLAIN, is_sorted: false };
        data_offset = put(plain.clone(), &page)?.bytes_written;
    }
    let mut offsets = OffsetIndexBuilder::new();
    let (mut all_bounds, mut nulls) = (vec![], vec![]);
    let (mut count, mut rows) = (0, 0);
    for page in pages {
        let placed = put(page.content, &|buf| Page::DataPage {
            buf,
            num_values: page.count as u32,
            encoding,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        })?;
        offsets.append_offset_and_size(placed.offset as i64, placed.compressed_size as i32);
        offsets.append_row_count(page.rows as i64);
        all_bounds.push(page.bounds);
        nulls.push(page.nulls);
        count += page.count;
        rows += page.rows;
    }
    let bytes = Bytes::from(file.into_inner()?);
    let kind = column.physical_type();
    let metadata = ColumnChunkMetaData::builder(column)
        .set_compression_codec(compressor.codec().into())
        .set_encodings(encodings)
        .set_num_values(count as i64)
        .set_total_compressed_size(bytes.len() as i64)
        .set_total_uncompressed_size(uncompressed as i64)
        .set_dictionary_page_offset(dictionary.map(|_| 0))
        .set_data_page_offset(data_offset as i64)
        .set_statistics(bounds::statistics(kind, &all_bounds, nulls.iter().sum::<usize>() as u64))
        .build()?;
    let close = ColumnCloseResult {
        bytes_written: bytes.len() as u64,
        rows_written: rows as u64,
        metadata,
        bloom_filter: None,
        column_index: Some(bounds::column_index(kind, &all_bounds, nulls.into_iter())?),
        offset_index: Some(offsets.build()),
    };
    Ok(ColumnChunk { bytes, close })
}

struct Dictionary {
    /// The values in PLAIN encoding, and their number.
    plain: Vec<u8>,
    count: u32,
    /// The index of each value; `None` for an identity dictionary.
    places: Option<Vec<u16>>,
}

impl Dictionary {
    fn of_words(words: &StringArray) -> Dictionary {
        let plain = words.iter().flatten().flat_map(|word| {
            let length = word.len() as u32;
            length.to_le_bytes().into_iter().chain(word.bytes())
        });
        Dictionary { plain: plain.collect(), count: words.len() as u32, places: None }
    }

    fn of_numbers(pages: &[GatheredPage<Vec<u16>>]) -> Dictionary {
        let values = || pages.iter().map(|page| page.values.as_slice());
        let greatest = values().map(bound).max().unwrap_or(0);
        let mut occurs = vec![greatest <= SMALL; usize::from(greatest) + 1];
        if greatest > SMALL {
            values().flatten().for_each(|&value| occurs[usize::from(value)] = true);
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

    /// Writes the indices of values.
    fn encode(&self, values: &[u16], page: &mut Vec<u8>) {
        match &self.places {
            None => indices(values, bound(values), page),
            Some(places) => {
                let found = Vec::from_iter(values.iter().map(|&value| places[usize::from(value)]));
                indices(&found, bound(&found), page);
            }
        }
    }
}

/// An upper bound of the values: all ones, in as many bits as the greatest has.
fn bound(values: &[u16]) -> u16 {
    // OR is vectorised on every processor, maximum is not.
    let bits = values.iter().fold(0, |bits, value| bits | value);
    u16::MAX.checked_shr(bits.leading_zeros()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::{BooleanArray, DictionaryArray, Int64Array, RecordBatch, StringArray, UInt8Array, UInt16Array};
    use arrow_schema::{Field, Schema};
    use parquet::arrow::ArrowSchemaConverter;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use parquet::file::writer::SerializedFileWriter;

    use super::super::TableCompression;
    use super::*;

    /// Writes a column of batches of `rows` rows as a file.
    fn file(column: &ArrayRef, rows: usize, order: ValueOrder, compression: TableCompression) -> Bytes {
        let kind = match column.data_type() {
            DataType::Dictionary(_, words) => words.as_ref().clone(),
            kind => kind.clone(),
        };
        let schema = Schema::new(vec![Field::new("column", kind, column.nulls().is_some())]);
        let schema = ArrowSchemaConverter::new().convert(&schema).unwrap();
        let mut file = SerializedFileWriter::new(Vec::new(), schema.root_schema_ptr(), Default::default()).unwrap();
        let batches: Vec<ArrayRef> =
            (0..column.len()).step_by(rows).map(|at| column.slice(at, rows.min(column.len() - at))).collect();
        let pieces: Vec<_> = batches.iter().map(|values| ColumnPiece { values, lists: None }).collect();
        let mut compressor = PageCompressor::new(compression).unwrap();
        let chunk = ColumnChunk::of(schema.column(0), &pieces, order, &mut compressor).unwrap();
        let mut group = file.next_row_group().unwrap();
        group.append_column(&chunk.bytes, chunk.close).unwrap();
        group.close().unwrap();
        Bytes::from(file.into_inner().unwrap())
    }

    /// Reads a file back with the library.
    fn read(file: Bytes, rows: usize) -> ArrayRef {
        let read = ParquetRecordBatchReaderBuilder::try_new(file).unwrap().with_batch_size(rows.max(1)).build();
        let batches: Vec<RecordBatch> = read.unwrap().map(Result::unwrap).collect();
        Arc::clone(batches[0].column(0))
    }

    /// Encodes a column of batches of `rows` rows, and reads it back.
    fn read_back(column: &ArrayRef, rows: usize) -> ArrayRef {
        read(file(column, rows, ValueOrder::Any, TableCompression::None), column.len())
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
        indices(&[], 0, &mut page);
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

    #[test]
    fn numbers_that_run_are_read_back() {
        for (count, rows) in [(1, 1), (2, 2), (129, 50), (1000, 33), (70_000, 1024)] {
            for every in [1, 7, 230, 65_536] {
                let column = Arc::new(UInt16Array::from_iter_values((0..count).map(|at| (at % every) as u16)));
                let column = column as ArrayRef;
                let read = read(file(&column, rows, ValueOrder::Increasing, TableCompression::None), count);
                assert_eq!(&read, &column, "{count} numbers from 0 to {every}");
                let wide = (0..count as i64).map(|at| i64::MAX.wrapping_add(at / every as i64 * 0x1234_5678_9ABC));
                let wide = Arc::new(Int64Array::from_iter_values(wide)) as ArrayRef;
                assert_eq!(&read_back(&wide, rows), &wide, "{count} large numbers, {every} of each");
            }
        }
    }

    #[test]
    fn flags_are_read_back() {
        for (count, rows) in [(1, 1), (7, 8), (129, 50), (4096, 100), (70_000, 1024)] {
            // Seldom, often, always and never; and in runs of every length.
            for every in [1, 2, 3, 9, 100, 1001, 100_000] {
                let seldom = (1..=count).map(|at| at % every == 0).collect::<BooleanArray>();
                let runs = (0..count).map(|at| at / every % 2 == 0).collect::<BooleanArray>();
                for column in [seldom, runs] {
                    let column = Arc::new(column) as ArrayRef;
                    assert_eq!(&read_back(&column, rows), &column, "one of {every}, {rows} of {count} a page");
                }
            }
        }
        let seldom = Arc::new((0..70_000).map(|at| at % 240 == 0).collect::<BooleanArray>()) as ArrayRef;
        let size = file(&seldom, 1024, ValueOrder::Any, TableCompression::None).len();
        assert!(size < 3000, "{size} bytes");
    }

    #[test]
    fn words_that_stay_the_same_are_read_back_and_take_next_to_no_room() {
        let words = Arc::new(StringArray::from(vec!["yes", "no", "undecided"])) as ArrayRef;
        for (count, rows) in [(1, 1), (9, 4), (1000, 33), (70_000, 1024)] {
            for every in [1, 2, 7, 8, 9, 64, 230, 65_536] {
                let places = UInt8Array::from_iter_values((0..count).map(|at| (at / every % 3) as u8));
                let column = Arc::new(DictionaryArray::<UInt8Type>::new(places, Arc::clone(&words))) as ArrayRef;
                let written = file(&column, rows, ValueOrder::Repeated, TableCompression::None);
                assert!(every < 230 || written.len() < 600 + count / every * 4, "{} bytes", written.len());
                let read = read(written, count);
                let expected = (0..count).map(|at| Some(["yes", "no", "undecided"][at / every % 3]));
                assert!(read.as_string::<i32>().iter().eq(expected), "{count} words, {every} of each");
            }
        }
    }

    #[test]
    fn what_is_compressed_is_read_back() {
        for compression in [TableCompression::Zstd, TableCompression::Lz4] {
            let column = Arc::new(UInt16Array::from_iter_values(numbers(50_000, 90))) as ArrayRef;
            assert_eq!(
                &read(file(&column, 1024, ValueOrder::Any, compression), column.len()),
                &column,
                "{compression}"
            );
            let running = Arc::new(UInt16Array::from_iter_values((0..50_000).map(|at| at % 230))) as ArrayRef;
            assert_eq!(
                &read(file(&running, 1024, ValueOrder::Increasing, compression), column.len()),
                &running,
                "{compression}"
            );
        }
    }
}
