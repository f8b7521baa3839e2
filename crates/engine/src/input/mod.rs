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
//!     let title = fields.text("title");
//!     let house = fields.integer("house", 1..=12u8);
//!     Some((title?, house?))
//! })
//! .unwrap_err();
//! assert_eq!(
//!     errors.to_string(),
//!     "notes.toml:2: `house` is 13; expected a whole number from 1 to 12\n\
//!      notes.toml:3: unknown key `huose`; did you mean `house`?"
//! );
//! ```

mod diagnostic;
mod help;
mod limit;
mod named;
mod safe;
mod source;
mod suggest;
mod toml_table;
mod toml_value;

pub use diagnostic::{Diagnostic, Diagnostics, FileDiagnostics};
pub use help::Help;
pub use limit::{NAME_LIMIT, TEXT_LIMIT, TooLong};
pub use safe::{
    is_hidden, is_plain, is_unsafe, quoted, safe, safe_json, safe_path, safe_prose, safe_styled, shortened, shown_path,
};
pub use source::{Source, reason};
pub use suggest::nearest;
pub use toml_table::TomlTable;
pub use toml_value::TomlValue;

// What only the crates above need.
#[doc(hidden)]
pub use diagnostic::did_you_mean;
#[doc(hidden)]
pub use source::{check_folder, is_in_icloud, read_bytes, replaced_by, unmarked};
#[doc(hidden)]
pub use toml_table::alternatives;
