//! Whole numbers in JSON that survive a reader of doubles, as those of JavaScript, R and jq are.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The greatest number up to which a double holds every whole number.
const LARGEST: u64 = 1 << 53;

/// A number that is written as a text where a double would change it.
///
/// ```
/// use enochian::input::ExactNumber;
/// let written = |number| serde_json::to_string(&ExactNumber(number)).unwrap();
/// assert_eq!(written(7), "7");
/// assert_eq!(written(u64::MAX), "\"18446744073709551615\"");
/// assert_eq!(serde_json::from_str::<ExactNumber>("\"18446744073709551615\"").unwrap().0, u64::MAX);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExactNumber(pub u64);

impl Serialize for ExactNumber {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if self.0 <= LARGEST { to.serialize_u64(self.0) } else { to.collect_str(&self.0) }
    }
}

impl<'de> Deserialize<'de> for ExactNumber {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<ExactNumber, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(u64),
            Text(String),
        }
        match Written::deserialize(from)? {
            Written::Number(number) => Ok(ExactNumber(number)),
            Written::Text(text) => text.parse().map(ExactNumber).map_err(serde::de::Error::custom),
        }
    }
}

/// Writes a number as an [`ExactNumber`]: for a field with `#[serde(with = "exact_number")]`.
///
/// # Errors
/// If it cannot be written.
pub fn serialize<S: Serializer>(number: &u64, to: S) -> Result<S::Ok, S::Error> {
    ExactNumber(*number).serialize(to)
}

/// Reads the number of an [`ExactNumber`].
///
/// # Errors
/// If there is no such number.
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    ExactNumber::deserialize(from).map(|number| number.0)
}
