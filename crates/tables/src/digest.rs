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
    let mut bytes: Vec<u8> = vec![];
    for place in 0..columns {
        for batch in batches {
            let column = &batch.columns[place];
            bytes.clear();
            match &column.values {
                Values::Numbers(numbers) => bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes())),
                Values::Large(numbers) => bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes())),
                Values::Words(places) => match &column.known {
                    None => bytes.extend(places.iter().map(|place| place + 1)),
                    Some(known) => {
                        bytes.extend(places.iter().zip(known).map(|(place, known)| place + u8::from(*known)))
                    }
                },
                Values::Flags(_) | Values::Texts(_) => {}
            }
            sha256.update(&bytes);
        }
    }
    sha256.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
