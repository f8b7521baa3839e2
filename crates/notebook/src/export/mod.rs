//! Export of records: pages, tables, pictures.
//!
//! Each format is an [`Exporter`]. The text that several of them share is composed once, in [`Page`]. A person's text is escaped
//! in every format, so that no terminal or spreadsheet interprets it.

mod calendar;
#[cfg(feature = "tables")]
mod gloss_columns;
mod html;
#[cfg(feature = "tables")]
mod journal_tables;
mod json;
mod markdown;
mod page;
mod picture;
mod plain_text;
mod sheet;
#[cfg(feature = "tables")]
mod spreadsheet_cell;

pub use calendar::calendar;
pub use html::{Book, Html};
#[doc(hidden)]
pub use html::{Conclusion, LOOK, encoded};
#[cfg(feature = "tables")]
pub use journal_tables::JournalTable;
pub use json::Json;
pub use markdown::Markdown;
pub use page::{BetweenTurns, Headings, Page, PageNote, PageTurn};
#[cfg(feature = "png")]
pub use picture::PngPicture;
pub use picture::{SvgPicture, TurnOutOfRange, View};
pub use plain_text::Text;
pub use sheet::Sheet;

use crate::correspondences::Correspondences;
use crate::input::Help;
use crate::record::{Quiet, Record};

/// An export format, for every game.
///
/// ```
/// use enochian::{export::{Exporter, Markdown}, journal, correspondences::Correspondences};
/// let correspondences = Correspondences::embedded();
/// let journal = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md";
/// let record = journal::read(journal.as_ref(), correspondences).unwrap();
/// let bytes = Markdown::default().export(&record, correspondences)?;
/// assert!(bytes.starts_with(b"---\ntitle: \"Is my brother happy"));
/// # Ok::<(), enochian::export::ExportError>(())
/// ```
pub trait Exporter {
    /// Exports a record as the bytes of a file.
    ///
    /// # Errors
    /// If the record does not have what is requested, such as a turn that was not played.
    fn export(&self, record: &Record, correspondences: &Correspondences) -> Result<Vec<u8>, ExportError>;
}

/// An error when exporting a record.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The requested turn was not played.
    #[error(transparent)]
    Ply(#[from] TurnOutOfRange),
    /// The export would show what a quiet reading hides.
    #[error(transparent)]
    Quiet(#[from] Quiet),
    /// One of the other games does not have what is requested.
    #[error("{0}")]
    OtherGame(&'static str),
    /// A game has no querent, whose king could be followed.
    #[error("only a reading has a road of the querent's king; choose a reading, or --view landings")]
    NoRoad,
    /// The picture could not be rendered.
    #[cfg(feature = "png")]
    #[error(transparent)]
    Picture(#[from] crate::render::PngError),
    /// The page could not be rendered.
    #[error("cannot build the page: {0}")]
    Page(#[from] minijinja::Error),
    /// The JSON could not be written.
    #[error("cannot build the JSON: {0}")]
    Account(#[from] serde_json::Error),
}

impl Help for ExportError {}
