//! Limits on the length of people's texts: the same for every source, and checked before anything is written.

/// The longest text in one piece, in bytes: a question, a note, a comment or an outcome.
pub const TEXT_LIMIT: usize = 64 << 10;

/// The longest name, title, source or tag, in bytes.
pub const NAME_LIMIT: usize = 1 << 10;

/// The error when a text is too long.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} is {length} bytes long; shorten it to {limit} or less")]
pub struct TooLong {
    /// What is too long, at the start of a sentence: `the note`.
    pub what: &'static str,
    /// Its length, in bytes.
    pub length: usize,
    /// The limit, in bytes.
    pub limit: usize,
}

impl TooLong {
    /// Checks that a text is not longer than the limit.
    ///
    /// # Errors
    /// If it is longer.
    ///
    /// ```
    /// use enochian::input::{NAME_LIMIT, TooLong};
    /// assert!(TooLong::check("the name", "Anna", NAME_LIMIT).is_ok());
    /// let refused = TooLong::check("the name", &"Anna".repeat(1000), NAME_LIMIT).unwrap_err();
    /// assert_eq!(refused.to_string(), "the name is 4000 bytes long; shorten it to 1024 or less");
    /// ```
    pub fn check(what: &'static str, text: &str, limit: usize) -> Result<(), TooLong> {
        let length = text.len();
        if length <= limit { Ok(()) } else { Err(TooLong { what, length, limit }) }
    }
}
