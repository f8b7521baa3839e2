//! Numbers that increase from row to row, as their differences: the encoding `DELTA_BINARY_PACKED` of Parquet.

use super::bit_packing::varint;

/// The differences of a block, which share their least one, and those that share a bit width.
const BLOCK: usize = 128;
const MINIBLOCK: usize = 32;

/// Writes numbers.
pub(crate) fn differences<T: Copy + Into<i64>>(numbers: &[T], page: &mut Vec<u8>) {
    varint(BLOCK as u64, page);
    varint((BLOCK / MINIBLOCK) as u64, page);
    varint(numbers.len() as u64, page);
    varint(zigzag(numbers.first().map_or(0, |&first| first.into())), page);
    for from in (1..numbers.len()).step_by(BLOCK) {
        let block = &numbers[from - 1..numbers.len().min(from + BLOCK)];
        let mut all = [0; BLOCK];
        let count = block.len() - 1;
        for (difference, pair) in all.iter_mut().zip(block.windows(2)) {
            *difference = pair[1].into().wrapping_sub(pair[0].into());
        }
        let least = all[..count].iter().fold(i64::MAX, |least, &one| least.min(one));
        varint(zigzag(least), page);
        let mut above = [0; BLOCK];
        for (above, &difference) in above.iter_mut().zip(&all[..count]) {
            *above = difference.wrapping_sub(least) as u64;
        }
        let (miniblocks, _) = above.as_chunks::<MINIBLOCK>();
        let widths = miniblocks.iter().map(|numbers| u64::BITS - numbers.iter().fold(0, |a, b| a | b).leading_zeros());
        page.extend(widths.clone().map(|width| width as u8));
        miniblocks.iter().zip(widths).for_each(|(numbers, width)| pack(numbers, width, page));
    }
}

/// Bit-packs a miniblock, lowest bit first.
fn pack(numbers: &[u64; MINIBLOCK], width: u32, page: &mut Vec<u8>) {
    let (mut bits, mut filled) = (0_u128, 0);
    for &number in numbers.iter().take(if width == 0 { 0 } else { MINIBLOCK }) {
        bits |= u128::from(number) << filled;
        filled += width;
        if filled >= u64::BITS {
            page.extend((bits as u64).to_le_bytes());
            bits >>= u64::BITS;
            filled -= u64::BITS;
        }
    }
    page.extend_from_slice(&bits.to_le_bytes()[..filled as usize / 8]);
}

/// A signed number as one without a sign, small if it is near zero.
fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}
