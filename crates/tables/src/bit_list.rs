//! Bits in a row: flags, and which values of a column are there.

/// Bits, the lowest of each byte first. Those after the last are zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bits {
    bytes: Vec<u8>,
    length: usize,
}

impl Bits {
    /// As many bits, each as `bit` says of its place.
    #[must_use]
    pub fn of(length: usize, bit: impl Fn(usize) -> bool) -> Bits {
        let byte =
            |from: usize| (from..length.min(from + 8)).fold(0, |byte, at| byte | u8::from(bit(at)) << (at - from));
        Bits { bytes: (0..length).step_by(8).map(byte).collect(), length }
    }

    /// Bits that are in bytes already; those after the last must be zero. Panics if there are more or fewer bytes than the bits need.
    pub fn of_bytes(bytes: Vec<u8>, length: usize) -> Bits {
        assert_eq!(bytes.len(), length.div_ceil(8));
        Bits { bytes, length }
    }

    #[cfg(feature = "parquet")]
    /// Eight bits in each byte, the first in the lowest place.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    #[cfg(feature = "parquet")]
    /// The same, without a copy.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The number of bits.
    #[must_use]
    pub fn len(&self) -> usize {
        self.length
    }

    #[inline]
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bit at a place.
    #[must_use]
    pub fn get(&self, at: usize) -> bool {
        self.bytes[at / 8] >> (at % 8) & 1 == 1
    }

    /// How many are set.
    pub fn count(&self) -> usize {
        self.bytes.iter().map(|byte| byte.count_ones() as usize).sum()
    }

    /// The places of those that are set.
    pub fn places(&self) -> impl Iterator<Item = usize> {
        self.bytes.iter().enumerate().flat_map(|(at, &byte)| {
            let mut left = byte;
            std::iter::from_fn(move || {
                let lowest = (left > 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(8 * at + lowest)
            })
        })
    }

    /// Adds others at the end.
    #[cfg(feature = "parquet")]
    pub fn extend(&mut self, more: &Bits) {
        let shift = self.length % 8;
        if shift == 0 {
            self.bytes.extend_from_slice(&more.bytes);
        } else {
            for &byte in &more.bytes {
                if let Some(last) = self.bytes.last_mut() {
                    *last |= byte << shift;
                }
                self.bytes.push(byte >> (8 - shift));
            }
        }
        self.length += more.length;
        self.bytes.truncate(self.length.div_ceil(8));
    }
}

#[cfg(all(test, feature = "parquet"))]
mod tests {
    use super::*;

    #[test]
    fn lists_of_bits_are_joined() {
        let is_set = |at: usize| at % 3 == 1 || at % 7 == 2;
        for length in [0, 1, 7, 8, 9, 100] {
            for split in [0, 1, 5, 8, 64].map(|split| length.min(split)) {
                let mut joined = Bits::of(split, is_set);
                joined.extend(&Bits::of(length - split, |at| is_set(split + at)));
                assert_eq!(joined, Bits::of(length, is_set));
            }
        }
    }
}
