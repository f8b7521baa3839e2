//! Reads text from outside, and reports all errors in it.
//!
//! Every file that a person writes by hand is read here: a [`Source`] is the text with its name in messages,
//! [`TomlTable`] reads TOML, and every problem becomes a [`Diagnostic`] with its place. Errors are collected instead of
//! stopping at the first, so that one run shows them all.
//!
//! ```
//! use enochian::input::{TomlTable, Source};
//!
//! let source = Source::new("notes.toml", "title = \"A storm\"\nhouse = 13\nhuose = 2\n");
//! let errors = TomlTable::read(&source, |fields| {
//!     let title = fields.required("title")?.text();
//!     let house = fields.required("house")?.text();
//!     Some((title?, house?))
//! })
//! .unwrap_err();
//! assert_eq!(
//!     errors.to_string(),
//!     "notes.toml:2: `house` is 13; expected a string in quotation marks\n\
//!      notes.toml:3: unknown key `huose`; did you mean `house`?"
//! );
//! ```

#[cfg(any(feature = "journal", feature = "tables"))]
mod shell;

pub use enochian_engine::input::*;
#[cfg(any(feature = "journal", feature = "tables"))]
pub use shell::shell_word;
