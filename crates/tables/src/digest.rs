//! The digest of some rows, whatever the format in which they are written.

use sha2::{Digest, Sha256};

use super::values::{Batch, Values};

/// The SHA-256 of the rows of some batches, in hexadecimal: the same however they are divided into batches, and in every format.
///
/// It is taken of the values column by column, those in lists likewise, in their order: a number as two bytes, one of 64 bits as
/// eight, the lowest first; a word as a byte, its place among the words of the column from 1. What is missing is 0. Flags are left
/// out, since `effects` is their sum, and so are texts, which no simulation has.
#[must_use]
pub fn digest(batches: &[Batch]) -> String {
    let mut sha256 = Sha256::new();
    let columns = batches.first().map_or(0, |batch| batch.columns.len());
    for place in 0..columns {
        for batch in batches {
            let column = &batch.columns[place];
            match (&column.values, &column.known) {
                (Values::Numbers(numbers), _) => {
                    sha256.update(numbers.iter().map(|number| number.to_le_bytes()).collect::<Vec<_>>().as_flattened());
                }
                (Values::Large(numbers), _) => {
                    sha256.update(numbers.iter().map(|number| number.to_le_bytes()).collect::<Vec<_>>().as_flattened());
                }
                (Values::Words(places), None) => {
                    sha256.update(places.iter().map(|place| place + 1).collect::<Vec<u8>>())
                }
                (Values::Words(places), Some(known)) => {
                    let places = places.iter().zip(known).map(|(place, known)| place + u8::from(*known));
                    sha256.update(places.collect::<Vec<u8>>());
                }
                (Values::Flags(_) | Values::Texts(_), _) => {}
            }
        }
    }
    sha256.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
