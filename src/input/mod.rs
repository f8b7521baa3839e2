//! Text from outside: read with care, refused with reasons.
//!
//! Every file a person writes by hand comes in through here: a [`Source`] is
//! the text with the name that messages call it by, [`TomlTable`] reads TOML out
//! of it, and whatever is wrong becomes a [`Diagnostic`] with its place. Faults are
//! collected, never thrown at the first, so that one run shows them all.
//!
//! ```
//! use enochian::input::{TomlTable, Source};
//!
//! let source = Source::new("notes.toml", "title = \"A storm\"\nhouse = 13\nhuose = 2\n");
//! let faults = TomlTable::read(&source, |fields| {
//!     let title = fields.text("title");
//!     let house = fields.integer("house", 1..=12u8);
//!     Some((title?, house?))
//! })
//! .unwrap_err();
//! assert_eq!(
//!     faults.to_string(),
//!     "notes.toml:2: `house` is 13; expected a whole number from 1 to 12\n\
//!      notes.toml:3: the key `huose` is not known here; expected `house`, perhaps"
//! );
//! ```

mod fault;
mod fields;
mod item;
mod limit;
mod safe;
#[cfg(feature = "journal")]
mod shell;
mod source;
mod suggest;

pub use fault::{Diagnostic, Diagnostics, FileDiagnostics};
pub use fields::TomlTable;
pub use item::TomlValue;
pub use limit::{NAME_LIMIT, TooLong, WORDS_LIMIT};
pub use safe::{is_plain, quoted, safe, safe_json, safe_path, safe_prose};
#[cfg(feature = "journal")]
pub use shell::shell_word;
pub use source::{Source, reason};
pub use suggest::nearest;
