//! The hybrid of bit-packed and repeated runs, in which Parquet writes levels and the indices of dictionaries.

use super::bit_list::Bits;

/// Writes a number, seven bits to a byte.
pub(crate) fn varint(mut number: u64, page: &mut Vec<u8>) {
    while number >= 0x80 {
        page.push(number as u8 | 0x80);
        number >>= 7;
    }
    page.push(number as u8);
}

/// Writes the header of a bit-packed run; runs are padded to groups of eight.
fn packed_run(numbers: usize, page: &mut Vec<u8>) {
    varint((numbers.div_ceil(8) << 1 | 1) as u64, page);
}

/// Writes a run of one level.
fn repeated_run(level: u8, count: usize, page: &mut Vec<u8>) {
    if count > 0 {
        varint((count << 1) as u64, page);
        page.push(level);
    }
}

/// Writes levels after their length in bytes.
fn with_length(levels: &[u8], page: &mut Vec<u8>) {
    page.extend((levels.len() as u32).to_le_bytes());
    page.extend_from_slice(levels);
}

/// Writes repetition levels: where each list begins.
pub(crate) fn repetition_levels(lengths: &[usize], page: &mut Vec<u8>) {
    let mut levels = Vec::with_capacity(lengths.len() * 5);
    for length in lengths {
        repeated_run(0, 1, &mut levels);
        repeated_run(1, length - 1, &mut levels);
    }
    with_length(&levels, page);
}

/// Writes definition levels: which of `count` values are there. `greatest` is the level of a value.
pub(crate) fn definition_levels(greatest: i16, count: usize, known: Option<&Bits>, page: &mut Vec<u8>) {
    let mut levels = Vec::with_capacity(count / 4 + 16);
    match (known, greatest) {
        (None, _) => repeated_run(greatest as u8, count, &mut levels),
        (Some(known), 1) => {
            packed_run(count, &mut levels);
            levels.extend_from_slice(known.bytes());
        }
        // In a list, a null has level 1 and a value level 2.
        (Some(known), _) => {
            packed_run(count, &mut levels);
            let pairs = |&eight: &u8| (spread(eight) << 1 | spread(!eight)).to_le_bytes();
            levels.extend(known.bytes().iter().flat_map(pairs));
        }
    }
    with_length(&levels, page);
}

/// Puts a zero before each bit.
fn spread(eight: u8) -> u16 {
    let bits = u16::from(eight);
    let bits = (bits | bits << 4) & 0x0F0F;
    let bits = (bits | bits << 2) & 0x3333;
    (bits | bits << 1) & 0x5555
}

/// Writes bit-packed indices up to `greatest` after their bit width.
pub(crate) fn indices(all: &[u16], greatest: u16, page: &mut Vec<u8>) {
    let width = (u16::BITS - greatest.leading_zeros()).max(1);
    page.push(width as u8);
    if all.is_empty() {
        // Parquet has no empty runs.
        return;
    }
    packed_run(all.len(), page);
    macro_rules! pack {
        ($($width:literal)*) => {
            match width {
                $($width => pack::<$width>(all, page),)*
                _ => pack::<16>(all, page),
            }
        };
    }
    pack!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
}

/// An index of a dictionary, and how often it follows itself.
pub(crate) struct RepeatedIndex {
    pub(crate) index: u8,
    count: usize,
}

impl RepeatedIndex {
    /// Adds the indices of words.
    pub(crate) fn gather(mut rest: &[u8], all: &mut Vec<RepeatedIndex>) {
        while let Some(&index) = rest.first() {
            let count = repeats(rest, index);
            rest = &rest[count..];
            match all.last_mut().filter(|last| last.index == index) {
                Some(last) => last.count += count,
                None => all.push(RepeatedIndex { index, count }),
            }
        }
    }
}

/// How many of the first bytes are like this one, looked at eight at a time.
fn repeats(bytes: &[u8], like: u8) -> usize {
    let (eights, _) = bytes.as_chunks::<8>();
    let skipped = 8 * eights.iter().take_while(|eight| **eight == [like; 8]).count();
    skipped + bytes[skipped..].iter().take_while(|byte| **byte == like).count()
}

/// Writes indices up to `greatest` as runs, after their bit width.
pub(crate) fn repeated_indices(runs: &[RepeatedIndex], greatest: u16, page: &mut Vec<u8>) {
    page.push((u16::BITS - greatest.leading_zeros()).max(1) as u8);
    runs.iter().for_each(|run| repeated_run(run.index, run.count, page));
}

/// Writes flags after their length in bytes: repeated runs where at least [`ENOUGH`] bytes are the same, packed ones elsewhere.
pub(crate) fn flags(flags: &Bits, page: &mut Vec<u8>) {
    let bytes = flags.bytes();
    let mut runs = Vec::with_capacity(bytes.len() + 16);
    let pack = |eights: &[u8], runs: &mut Vec<u8>| {
        if !eights.is_empty() {
            packed_run(8 * eights.len(), runs);
            runs.extend_from_slice(eights);
        }
    };
    let (mut from, mut at) = (0, 0);
    while at < bytes.len() {
        let byte = bytes[at];
        let same = if matches!(byte, 0 | u8::MAX) { repeats(&bytes[at..], byte) } else { 1 };
        if same >= ENOUGH {
            pack(&bytes[from..at], &mut runs);
            repeated_run(byte & 1, (8 * same).min(flags.len() - 8 * at), &mut runs);
            from = at + same;
        }
        at += same;
    }
    pack(&bytes[from..], &mut runs);
    with_length(&runs, page);
}

/// Fewer bytes of flags that are the same take less room packed with those around them.
const ENOUGH: usize = 4;

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
    use super::*;

    #[test]
    fn runs_are_as_long_as_what_they_stand_for() {
        // A list of one value has no further ones, and no run for them.
        let mut page = vec![];
        repetition_levels(&[1, 3], &mut page);
        assert_eq!(page, [6, 0, 0, 0, 1 << 1, 0, 1 << 1, 0, 2 << 1, 1]);
        // The last run ends with the flags, though their last byte does not.
        let mut page = vec![];
        flags(&Bits::of(50, |at| at < 8), &mut page);
        assert_eq!(page, [4, 0, 0, 0, 1 << 1 | 1, u8::MAX, 42 << 1, 0]);
    }
}
