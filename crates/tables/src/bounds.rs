//! The least and the greatest value of a page and of a column: statistics and the column index.

use parquet::basic::{BoundaryOrder, Type};
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::metadata::ColumnIndexBuilder;
use parquet::file::page_index::column_index::ColumnIndexMetaData;
use parquet::file::statistics::Statistics;

use super::bit_list::Bits;

/// A value that bounds others. Those of a column are of one kind, and ordered as Parquet orders them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Bound<'a> {
    Narrow(u16),
    Wide(i64),
    Flag(bool),
    Word(&'a str),
}

/// The least and the greatest; none if all is null.
pub(crate) type Bounds<'a> = Option<(Bound<'a>, Bound<'a>)>;

impl Bound<'_> {
    /// In PLAIN encoding, without a length.
    fn plain(self) -> Vec<u8> {
        match self {
            Bound::Narrow(number) => i32::from(number).to_le_bytes().into(),
            Bound::Wide(number) => number.to_le_bytes().into(),
            Bound::Flag(flag) => vec![flag.into()],
            Bound::Word(word) => word.as_bytes().into(),
        }
    }
}

/// The least and greatest of numbers, which must not be empty.
fn extremes<T: Copy + Ord>(numbers: &[T]) -> Option<(T, T)> {
    let first = *numbers.first()?;
    Some(numbers.iter().fold((first, first), |(least, greatest), &one| (least.min(one), greatest.max(one))))
}

/// The bounds of small numbers.
pub(crate) fn of_narrow(numbers: &[u16]) -> Bounds<'static> {
    extremes(numbers).map(|(least, greatest)| (Bound::Narrow(least), Bound::Narrow(greatest)))
}

/// The bounds of large numbers.
pub(crate) fn of_wide(numbers: &[i64]) -> Bounds<'static> {
    extremes(numbers).map(|(least, greatest)| (Bound::Wide(least), Bound::Wide(greatest)))
}

/// The bounds of flags.
pub(crate) fn of_flags(flags: &Bits) -> Bounds<'static> {
    let set = flags.count();
    (!flags.is_empty()).then_some((Bound::Flag(set == flags.len()), Bound::Flag(set > 0)))
}

/// The bounds of words, by their indices in a list.
pub(crate) fn of_words<'a>(indices: &[u16], words: &'a [String]) -> Bounds<'a> {
    let mut occurs = vec![false; words.len()];
    indices.iter().for_each(|&index| occurs[usize::from(index)] = true);
    let found = || occurs.iter().enumerate().filter(|(_, occurs)| **occurs).map(|(index, _)| words[index].as_str());
    Some((Bound::Word(found().min()?), Bound::Word(found().max()?)))
}

/// The bounds of all pages.
fn of_all<'a>(pages: &[Bounds<'a>]) -> Bounds<'a> {
    let known = || pages.iter().flatten();
    Some((known().map(|(least, _)| *least).min()?, known().map(|(_, greatest)| *greatest).max()?))
}

/// The statistics of a column.
pub(crate) fn statistics(kind: Type, pages: &[Bounds<'_>], nulls: u64) -> Statistics {
    let (least, greatest) = of_all(pages).unzip();
    let small = |bound: Option<Bound<'_>>| match bound {
        Some(Bound::Narrow(number)) => Some(i32::from(number)),
        _ => None,
    };
    let large = |bound: Option<Bound<'_>>| match bound {
        Some(Bound::Wide(number)) => Some(number),
        _ => None,
    };
    let flag = |bound: Option<Bound<'_>>| match bound {
        Some(Bound::Flag(flag)) => Some(flag),
        _ => None,
    };
    let word = |bound: Option<Bound<'_>>| bound.map(|bound| ByteArray::from(bound.plain()));
    match kind {
        Type::BOOLEAN => Statistics::boolean(flag(least), flag(greatest), None, Some(nulls), false),
        Type::INT32 => Statistics::int32(small(least), small(greatest), None, Some(nulls), false),
        Type::INT64 => Statistics::int64(large(least), large(greatest), None, Some(nulls), false),
        _ => Statistics::byte_array(word(least), word(greatest), None, Some(nulls), false),
    }
}

/// The column index: the bounds and the nulls of each page.
pub(crate) fn column_index(
    kind: Type,
    pages: &[Bounds<'_>],
    nulls: impl Iterator<Item = usize>,
) -> Result<ColumnIndexMetaData, ParquetError> {
    let mut index = ColumnIndexBuilder::new(kind);
    for (bounds, nulls) in pages.iter().zip(nulls) {
        let (least, greatest) = bounds.map_or_else(Default::default, |(a, b)| (a.plain(), b.plain()));
        index.append(bounds.is_none(), least, greatest, nulls as i64, None);
    }
    // Pages of nothing but nulls have no place in the order.
    let known: Vec<_> = pages.iter().flatten().collect();
    if known.is_sorted_by(|one, next| one.0 <= next.0 && one.1 <= next.1) {
        index.set_boundary_order(BoundaryOrder::ASCENDING);
    }
    index.build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_are_of_the_kind_of_their_column() {
        let known = statistics(Type::INT64, &[None, Some((Bound::Wide(-3), Bound::Wide(1 << 40)))], 2);
        assert_eq!(known, Statistics::int64(Some(-3), Some(1 << 40), None, Some(2), false));
    }

    #[test]
    fn pages_are_said_to_ascend_only_if_they_do() {
        let order = |pages: [(u16, u16); 3]| {
            let pages = pages.map(|(least, greatest)| Some((Bound::Narrow(least), Bound::Narrow(greatest))));
            column_index(Type::INT32, &pages, [0; 3].into_iter()).unwrap().get_boundary_order().unwrap()
        };
        assert_eq!(order([(1, 2), (2, 2), (2, 5)]), BoundaryOrder::ASCENDING);
        assert_eq!(order([(1, 2), (0, 3), (4, 5)]), BoundaryOrder::UNORDERED);
        assert_eq!(order([(1, 4), (2, 3), (4, 5)]), BoundaryOrder::UNORDERED);
    }
}
