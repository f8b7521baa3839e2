//! What the system says of a failure, for a person.

use std::io;

/// The system's words for a failure, without its number and what stands behind that: `Permission denied`.
///
/// ```
/// let error = std::io::Error::from_raw_os_error(1);
/// assert!(!enochian::text::reason(&error).contains("os error"));
/// assert_eq!(enochian::text::reason(&std::io::Error::other("the disk is gone")), "the disk is gone");
/// ```
pub fn reason(error: &io::Error) -> String {
    let words = error.to_string();
    words.split(" (os error ").next().unwrap_or_default().to_owned()
}
