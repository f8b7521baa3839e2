//! Reads text from outside, and reports all errors in it.

#[cfg(any(feature = "journal", feature = "tables"))]
mod shell;

pub use enochian_engine::input::*;
#[cfg(any(feature = "journal", feature = "tables"))]
pub use shell::shell_word;
