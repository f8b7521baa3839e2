//! A fast encoder for the columns of tables: dictionaries of few distinct values, and numbers that increase from row to row.
//!
//! The parquet library looks up each value in a hash table. Here the indices are known: words are already indices, and small
//! numbers use an identity dictionary. So rows are bit-packed directly, which is several times faster. The library writes the
//! page headers.

use bytes::Bytes;
use parquet::basic::Encoding;
use parquet::column::page::{CompressedPage, Page, PageWriter};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, OffsetIndexBuilder};
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;

use super::bit_list::Bits;
use super::bit_packing::{RepeatedIndex, definition_levels, flags, indices, repeated_indices, repetition_levels};
use super::bounds::{self, Bounds};
use super::delta::differences;
use super::page_compressor::PageCompressor;
use super::values::{Batch, ColumnValues, Field, FieldKind, Values};

/// Values up to 255 use an identity dictionary; columns with greater values a dictionary of the values that occur.
const SMALL: u16 = 255;

/// A page takes batches until it has so many values: few enough to skip what is not asked for, many enough that its header and
/// its place in the index weigh little.
const VALUES: usize = 1 << 14;

/// What is known of the values of a column, and decides how they are encoded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueOrder {
    /// Nothing.
    Any,
    /// Numbers that increase from row to row: they are delta-encoded.
    Increasing,
    /// Words that stay the same for many rows, and are never missing: they are run-length encoded.
    Repeated,
}

/// A column of a batch. For a column in lists, with their lengths.
pub(crate) struct ColumnPiece<'a> {
    column: &'a ColumnValues,
    lengths: Option<&'a [usize]>,
}

impl<'a> ColumnPiece<'a> {
    pub(crate) fn of(batch: &'a Batch, place: usize, is_in_lists: bool) -> ColumnPiece<'a> {
        let lengths = batch.lengths.as_deref().filter(|_| is_in_lists);
        ColumnPiece { column: &batch.columns[place], lengths }
    }
}

/// An encoded column of a row group.
pub(crate) struct ColumnChunk {
    pub(crate) bytes: Bytes,
    pub(crate) close: ColumnCloseResult,
}

impl ColumnChunk {
    /// Encodes a column from its batches.
    pub(crate) fn of(
        column: ColumnDescPtr,
        field: &Field,
        pieces: &[ColumnPiece<'_>],
        order: ValueOrder,
        compressor: &mut PageCompressor,
    ) -> Result<ColumnChunk, ParquetError> {
        let words = match &field.kind {
            FieldKind::Word(words) => Some(&**words),
            _ => None,
        };
        let (pages, encoding): (Vec<EncodedPage<'_>>, _) = match (&field.kind, words, order) {
            (FieldKind::Flag, ..) => {
                let gathered = gather(
                    pieces,
                    |_| Bits::default(),
                    |column, all: &mut Bits| {
                        if let Values::Flags(flags) = &column.values {
                            all.extend(flags);
                        }
                    },
                );
                let encoded = gathered.iter().map(|page| page.encoded(&column, bounds::of_flags(&page.values), flags));
                (encoded.collect(), ChunkEncoding::Runs)
            }
            (FieldKind::Large, ..) => {
                let gathered = gather(pieces, Vec::with_capacity, |column, all: &mut Vec<i64>| {
                    if let Values::Large(values) = &column.values {
                        all.extend(values);
                    }
                });
                let encode = |values: &Vec<i64>, page: &mut Vec<u8>| differences(values, page);
                let encoded = gathered.iter().map(|page| page.encoded(&column, bounds::of_wide(&page.values), encode));
                (encoded.collect(), ChunkEncoding::Differences)
            }
            (_, Some(words), ValueOrder::Repeated) => {
                let gathered = gather(
                    pieces,
                    |_| Vec::new(),
                    |column, all| {
                        if let Values::Words(places) = &column.values {
                            RepeatedIndex::gather(places, all);
                        }
                    },
                );
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
    /// Which of them are values; `None` if all are.
    known: Option<Bits>,
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
    values: impl Fn(&ColumnValues, &mut V),
) -> Vec<GatheredPage<V>> {
    let mut pages = Vec::new();
    let mut rest = pieces;
    while !rest.is_empty() {
        let (mut count, mut taken) = (0, 0);
        while taken < rest.len() && count < VALUES {
            count += rest[taken].column.len();
            taken += 1;
        }
        let (batches, left) = rest.split_at(taken);
        rest = left;
        let mut page = GatheredPage { values: begin(count), count, known: known(batches), lengths: None };
        for batch in batches {
            values(batch.column, &mut page.values);
            if let Some(lengths) = batch.lengths {
                page.lengths.get_or_insert_default().extend(lengths);
            }
        }
        pages.push(page);
    }
    pages
}

/// Which values of some batches are there; `None` if all are.
fn known(batches: &[ColumnPiece<'_>]) -> Option<Bits> {
    batches.iter().find(|batch| batch.column.known.is_some())?;
    let mut all = Bits::default();
    for ColumnPiece { column, .. } in batches {
        match &column.known {
            Some(known) => all.extend(known),
            None => all.extend(&Bits::of(column.len(), |_| true)),
        }
    }
    Some(all)
}

/// Takes the values of a batch that are there, as numbers or word indices.
fn small_values(column: &ColumnValues, all: &mut Vec<u16>) {
    match (&column.values, &column.known) {
        (Values::Small(values) | Values::Words(values), None) => {
            all.extend(values.iter().map(|&value| u16::from(value)))
        }
        (Values::Small(values) | Values::Words(values), Some(known)) => {
            all.extend(known.places().map(|at| u16::from(values[at])));
        }
        (Values::Number(values), None) => all.extend_from_slice(values),
        (Values::Number(values), Some(known)) => all.extend(known.places().map(|at| values[at])),
        // They are gathered otherwise.
        (Values::Large(_) | Values::Flags(_) | Values::Texts(..), _) => {}
    }
}

impl<V> GatheredPage<V> {
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
            definition_levels(column.max_def_level(), self.count, self.known.as_ref(), &mut content);
        }
        encode(&self.values, &mut content);
        let (count, nulls) = (self.count, self.known.as_ref().map_or(0, |known| known.len() - known.count()));
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
    fn of_words(words: &[String]) -> Dictionary {
        let plain = words.iter().flat_map(|word| {
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
    use std::ops::Range;
    use std::sync::Arc;

    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::file::writer::SerializedFileWriter;
    use parquet::record::Field as Cell;
    use parquet::schema::types::SchemaDescriptor;

    use super::*;
    use crate::TableCompression;
    use crate::parquet::root;

    /// A column whose rows are asked for by their numbers.
    struct Asked<'a> {
        kind: FieldKind,
        values: &'a dyn Fn(Range<usize>) -> Values,
        /// Which values are there, if some are not.
        known: Option<&'a dyn Fn(usize) -> bool>,
        order: ValueOrder,
        compression: TableCompression,
    }

    impl<'a> Asked<'a> {
        fn new(kind: FieldKind, values: &'a dyn Fn(Range<usize>) -> Values) -> Asked<'a> {
            Asked { kind, values, known: None, order: ValueOrder::Any, compression: TableCompression::None }
        }

        /// Writes the first rows as a file, in batches of `each`.
        fn file(&self, count: usize, each: usize) -> Bytes {
            let (kind, nullable) = (self.kind.clone(), self.known.is_some());
            let field = Field { name: "column".to_owned(), meaning: String::new(), kind, nullable };
            let root = root(std::slice::from_ref(&field)).unwrap();
            let schema = SchemaDescriptor::new(Arc::clone(&root));
            let mut file = SerializedFileWriter::new(Vec::new(), root, Default::default()).unwrap();
            let batch = |from: usize| {
                let rows = from..count.min(from + each);
                let known = self.known.map(|known| Bits::of(rows.len(), |at| known(from + at)));
                Batch { rows: rows.len(), columns: vec![ColumnValues::new((self.values)(rows), known)], lengths: None }
            };
            let batches: Vec<Batch> = (0..count).step_by(each).map(batch).collect();
            let pieces: Vec<_> = batches.iter().map(|batch| ColumnPiece::of(batch, 0, false)).collect();
            let mut compressor = PageCompressor::new(self.compression).unwrap();
            let chunk = ColumnChunk::of(schema.column(0), &field, &pieces, self.order, &mut compressor).unwrap();
            let mut group = file.next_row_group().unwrap();
            group.append_column(&chunk.bytes, chunk.close).unwrap();
            group.close().unwrap();
            Bytes::from(file.into_inner().unwrap())
        }

        /// Whether the library reads back what was written, here as text.
        #[track_caller]
        fn check(&self, count: usize, each: usize, expected: impl Fn(usize) -> String) {
            let reader = SerializedFileReader::new(self.file(count, each)).unwrap();
            let mut rows = 0;
            for (row, found) in reader.get_row_iter(None).unwrap().map(Result::unwrap).enumerate() {
                let found = match found.get_column_iter().next().unwrap().1 {
                    Cell::Null => None,
                    Cell::Str(word) => Some(word.clone()),
                    other => Some(other.to_string()),
                };
                let is_known = self.known.is_none_or(|known| known(row));
                assert_eq!(found, is_known.then(|| expected(row)), "row {row} of {count}, {each} a batch");
                rows += 1;
            }
            assert_eq!(rows, count);
        }
    }

    /// A pseudorandom number below `end`.
    fn number(at: usize, end: u32) -> u16 {
        ((at as u32 + 1).wrapping_mul(0x9E37_79B1) >> 8).rem_euclid(end) as u16
    }

    fn words<const N: usize>(words: [&str; N]) -> FieldKind {
        FieldKind::Word(words.map(str::to_owned).to_vec().into())
    }

    #[test]
    fn numbers_of_every_width_are_read_back() {
        for end in (0..=16).flat_map(|bits| [1 << bits, (1 << bits) + 1]).map(|end: u32| end.min(65_536)) {
            let numbers = |rows: Range<usize>| Values::Number(rows.map(|at| number(at, end)).collect());
            for (count, each) in [(1, 1), (7, 8), (8, 8), (1001, 100), (4096, 1024)] {
                Asked::new(FieldKind::Number, &numbers).check(count, each, |at| number(at, end).to_string());
            }
        }
        let all = |rows: Range<usize>| Values::Number(rows.map(|at| at as u16).collect());
        Asked::new(FieldKind::Number, &all).check(65_536, 10_000, |at| at.to_string());
        let small = |rows: Range<usize>| Values::Small(rows.map(|at| at as u8).collect());
        Asked::new(FieldKind::Small, &small).check(256, 50, |at| at.to_string());
    }

    #[test]
    fn what_is_missing_stays_missing() {
        for (every, end) in [(1, 9), (2, 200), (3, 65_536), (5000, 70)] {
            let numbers = |rows: Range<usize>| Values::Number(rows.map(|at| number(at, end)).collect());
            let column = Asked::new(FieldKind::Number, &numbers);
            Asked { known: Some(&|at: usize| !at.is_multiple_of(every)), ..column }
                .check(3001, 1000, |at| number(at, end).to_string());
        }
    }

    #[test]
    fn a_page_of_nothing_but_nulls_has_no_run() {
        let mut page = vec![];
        indices(&[], 0, &mut page);
        assert_eq!(page, [1]);
        let column = Asked::new(FieldKind::Number, &|rows| Values::Number(vec![0; rows.len()]));
        Asked { known: Some(&|_| false), ..column }.check(9, 4, |_| String::new());
    }

    #[test]
    fn words_are_read_back_as_words() {
        let all = ["Air", "Water", "", "Erde ☿"];
        let column = Asked::new(words(all), &|rows| Values::Words(rows.map(|at| (at % 5 % 4) as u8).collect()));
        Asked { known: Some(&|at| at % 5 < 4), ..column }.check(777, 200, |at| all[at % 5].to_owned());
    }

    #[test]
    fn numbers_that_run_are_read_back() {
        for (count, each) in [(1, 1), (2, 2), (129, 50), (1000, 33), (70_000, 1024)] {
            for every in [1, 7, 230, 65_536] {
                let numbers = |rows: Range<usize>| Values::Number(rows.map(|at| (at % every) as u16).collect());
                let column = Asked::new(FieldKind::Number, &numbers);
                Asked { order: ValueOrder::Increasing, ..column }.check(count, each, |at| (at % every).to_string());
                let wide = |at: usize| i64::MAX.wrapping_add(at as i64 / every as i64 * 0x1234_5678_9ABC);
                let large = |rows: Range<usize>| Values::Large(rows.map(wide).collect());
                Asked::new(FieldKind::Large, &large).check(count, each, |at| wide(at).to_string());
            }
        }
    }

    #[test]
    fn flags_are_read_back() {
        for (count, each) in [(1, 1), (7, 8), (129, 50), (4096, 100), (70_000, 1024)] {
            // Seldom, often, always and never; and in runs of every length.
            for every in [1, 2, 3, 9, 100, 1001, 100_000] {
                let seldom = |at: usize| (at + 1).is_multiple_of(every);
                let runs = |at: usize| (at / every).is_multiple_of(2);
                for is_set in [&seldom as &dyn Fn(usize) -> bool, &runs] {
                    let flags = |rows: Range<usize>| Values::Flags(Bits::of(rows.len(), |at| is_set(rows.start + at)));
                    Asked::new(FieldKind::Flag, &flags).check(count, each, |at| is_set(at).to_string());
                }
            }
        }
        let seldom =
            |rows: Range<usize>| Values::Flags(Bits::of(rows.len(), |at| (rows.start + at).is_multiple_of(240)));
        let size = Asked::new(FieldKind::Flag, &seldom).file(70_000, 1024).len();
        assert!(size < 3000, "{size} bytes");
    }

    #[test]
    fn words_that_stay_the_same_are_read_back_and_take_next_to_no_room() {
        let all = ["yes", "no", "undecided"];
        for (count, each) in [(1, 1), (9, 4), (1000, 33), (70_000, 1024)] {
            for every in [1, 2, 7, 8, 9, 64, 230, 65_536] {
                let places = |rows: Range<usize>| Values::Words(rows.map(|at| (at / every % 3) as u8).collect());
                let column = Asked { order: ValueOrder::Repeated, ..Asked::new(words(all), &places) };
                let size = column.file(count, each).len();
                assert!(every < 230 || size < 600 + count / every * 4, "{size} bytes");
                column.check(count, each, |at| all[at / every % 3].to_owned());
            }
        }
    }

    #[test]
    fn what_is_compressed_is_read_back() {
        for compression in [TableCompression::Zstd, TableCompression::Lz4] {
            let numbers = |rows: Range<usize>| Values::Number(rows.map(|at| number(at, 90)).collect());
            let column = Asked::new(FieldKind::Number, &numbers);
            Asked { compression, ..column }.check(50_000, 1024, |at| number(at, 90).to_string());
            let running = |rows: Range<usize>| Values::Number(rows.map(|at| (at % 230) as u16).collect());
            let column = Asked::new(FieldKind::Number, &running);
            let order = ValueOrder::Increasing;
            Asked { compression, order, ..column }.check(50_000, 1024, |at| (at % 230).to_string());
        }
    }
}
