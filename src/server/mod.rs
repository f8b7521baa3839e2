//! The table: a page in the browser at which readings and games are played.
//!
//! Beside the commands this is the second module that talks to the outside, and it uses nothing of them. The table owns the
//! notebook and answers one call after the other; so nothing is shared, and an act is on disk before its answer is sent.
//! Whoever brings the calls knows nothing of readings: `http` lets only the owner's browser in, on a thread of its own; `web` is
//! called by a page that has the program with it.

mod acting;
mod beginning;
mod better;
mod by_chance;
mod call;
#[cfg(test)]
mod cards_tests;
#[cfg(feature = "table")]
mod connections;
mod downloads;
mod drawings;
mod elsewhere;
mod enochian_state;
mod field_reader;
mod home;
mod html;
#[cfg(feature = "table")]
mod http;
mod move_options;
mod named_file;
mod near_dates;
mod notes;
mod open_journal;
mod other_state;
#[cfg(test)]
mod other_tests;
#[cfg(feature = "table")]
mod page_files;
mod page_state;
mod playing;
#[cfg(test)]
mod program_tests;
mod routes;
#[cfg(feature = "table")]
mod serving;
mod sight;
#[cfg(test)]
mod table_tests;
#[cfg(feature = "table")]
mod thinking;
#[cfg(feature = "web")]
pub(crate) mod web;
mod what_if;
#[cfg(test)]
mod windows_for_tests;

use std::path::PathBuf;

use crate::correspondences::{Naming, Palette};
use crate::record::Timestamp;

#[cfg(feature = "table")]
pub(crate) use serving::{OpenTable, TableStopper, new_token};

/// What the table needs to know of the outside.
#[derive(Debug)]
pub(crate) struct TableSettings {
    /// The folder of journals.
    pub(crate) journals: PathBuf,
    /// What the page calls that place.
    pub(crate) place: String,
    /// The folder of question files, if there is one.
    pub(crate) questions: Option<PathBuf>,
    /// The file that says which lessons were done, if there is a place for it.
    pub(crate) learned: Option<PathBuf>,
    /// The name of the notebook.
    pub(crate) name: String,
    /// The names and colours of the armies.
    pub(crate) naming: Naming,
    /// The palette of boards and pieces.
    pub(crate) palette: Palette,
    /// Whether new readings are quiet, unless one chooses otherwise.
    pub(crate) is_quiet: bool,
    /// Whether the program throws the die of new readings, unless one chooses otherwise.
    pub(crate) program_throws: bool,
    /// The present time.
    pub(crate) now: fn() -> Timestamp,
    /// The time zone.
    pub(crate) zone: Option<String>,
}
