//! Records in sheet notation, as Zalewski printed his games (RULES 9.2).
//!
//! A sheet is a text with lines `key: value` and with rounds, one column per army: `1 | P3c | P4c | Q1c | N3c`.
//! `docs/JOURNAL.md` describes it. It is read leniently and written strictly; reading a written sheet returns the same
//! record, but for the tags, remarks and outcomes that were added to it.
//!
//! ```
//! use enochian::{correspondences::Correspondences, sheet::{self, ImportOptions}, input::Source};
//! let text = "board: air\narray: air\n1 | P2c | P3c\n";
//! let begun = "2026-11-21T14:05:00+01:00".parse().unwrap();
//! let options = ImportOptions { begun, as_played: false };
//! let record = sheet::read(&Source::new("game.txt", text), &options, Correspondences::embedded())?;
//! assert_eq!(record.enochian().unwrap().turns()[1].mv.to_string(), "Pg6f6");
//! assert!(sheet::write(record.enochian().unwrap()).contains("1 | P2c | P3c | . | ."));
//! # Ok::<(), enochian::input::Diagnostics>(())
//! ```

mod cell;
mod heading;
mod read;
mod tokens;
mod write;

pub use read::{ImportOptions, read};
pub use write::write;
