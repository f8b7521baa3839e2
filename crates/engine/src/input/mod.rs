//! Reads text from outside, and reports all errors in it.

mod diagnostic;
pub mod exact_number;
mod folded;
mod help;
mod named;
mod safe;
mod source;
mod suggest;
mod toml_data;
mod toml_node;
mod toml_table;
mod toml_value;
mod words;

pub use diagnostic::{Diagnostic, Diagnostics, FileDiagnostics};
pub use exact_number::ExactNumber;
pub use folded::{composed, folded, has_curly_quotes, search_key, with_plain_digits};
pub use help::Help;
pub use named::ParseError;
pub use safe::{
    is_hidden, is_unsafe, is_word_part, quoted, safe, safe_json, safe_path, safe_prose, shortened, shown_path,
};
pub use source::{Source, reason};
pub use suggest::nearest;
pub use toml_data::{Checked, read_toml};
pub use toml_table::TomlTable;
pub use toml_value::TomlValue;
pub use words::{InvalidWords, NAME_LIMIT, TEXT_LIMIT, Words};

// What only the crates above need.
#[doc(hidden)]
pub use diagnostic::did_you_mean;
#[doc(hidden)]
pub use source::{check_folder, is_in_icloud, read_bytes, replaced_by, unmarked, write_remedy};
#[doc(hidden)]
pub use toml_data::{choice, read_toml_within};
#[doc(hidden)]
pub use toml_table::alternatives;
