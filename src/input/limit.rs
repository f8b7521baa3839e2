//! How long a person's texts may be: the same wherever they come from, and before anything is written.

/// The longest text that is given at once, in bytes: a question, a note, a remark, what came to pass.
pub const WORDS_LIMIT: usize = 64 << 10;

/// The longest name, title, source or tag, in bytes.
pub const NAME_LIMIT: usize = 1 << 10;

/// A text is longer than may be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} is {length} bytes long; at most {limit} fit, so please shorten it")]
pub struct TooLong {
    /// What is too long, as a sentence begins with it: `the note`.
    pub what: &'static str,
    /// How long it is, in bytes.
    pub length: usize,
    /// How long it may be, in bytes.
    pub limit: usize,
}

impl TooLong {
    /// Refuses a text that is longer than the limit.
    ///
    /// # Errors
    /// When it is.
    ///
    /// ```
    /// use enochian::input::{NAME_LIMIT, TooLong};
    /// assert!(TooLong::check("the name", "Anna", NAME_LIMIT).is_ok());
    /// let refused = TooLong::check("the name", &"Anna".repeat(1000), NAME_LIMIT).unwrap_err();
    /// assert_eq!(refused.to_string(), "the name is 4000 bytes long; at most 1024 fit, so please shorten it");
    /// ```
    pub fn check(what: &'static str, text: &str, limit: usize) -> Result<(), TooLong> {
        let length = text.len();
        if length <= limit { Ok(()) } else { Err(TooLong { what, length, limit }) }
    }
}
