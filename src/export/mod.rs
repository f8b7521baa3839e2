//! A record as a file for others: a page, a table, a picture.
//!
//! One format a file, all behind [`Exporter`]. What several of them tell is put into words once, in [`Page`]. Whatever
//! a person typed is escaped in every format, and nothing that a terminal or a spreadsheet would obey gets through.

mod csv;
mod html;
mod json;
mod markdown;
mod page;
mod picture;
mod plain_text;
mod sheet;

pub use self::csv::Csv;
pub use html::Html;
pub use json::Json;
pub use markdown::Markdown;
pub use page::{
    ArmyRoads, BetweenTurns, Headings, Page, PageLanding, PageNote, PageRoadStep, PageTurn, PieceRoad, TakenBackTurns,
};
#[cfg(feature = "png")]
pub use picture::PngPicture;
pub use picture::{SvgPicture, TurnOutOfRange, View};
pub use plain_text::Text;
pub use sheet::Sheet;

use crate::correspondences::Correspondences;
use crate::record::{Quiet, Record};

/// A format that a record can be written in.
///
/// ```
/// use enochian::{export::{Exporter, Markdown}, journal, correspondences::Correspondences};
/// let correspondences = Correspondences::embedded();
/// let journal = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md";
/// let record = journal::read(journal.as_ref(), correspondences).unwrap();
/// let bytes = Markdown.export(&record, correspondences)?;
/// assert!(bytes.starts_with(b"# Is my brother happy"));
/// # Ok::<(), enochian::export::ExportError>(())
/// ```
pub trait Exporter {
    /// The bytes of the file.
    ///
    /// # Errors
    /// When the record has not what is asked of it, such as a ply that was not played.
    fn export(&self, record: &Record, correspondences: &Correspondences) -> Result<Vec<u8>, ExportError>;
}

/// Why a record could not be exported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The picture is of a ply that was not played.
    #[error(transparent)]
    Ply(#[from] TurnOutOfRange),
    /// It tells what a quiet reading keeps back.
    #[error(transparent)]
    Quiet(#[from] Quiet),
    /// The picture could not be painted.
    #[cfg(feature = "png")]
    #[error(transparent)]
    Picture(#[from] crate::render::PngError),
    /// The page could not be filled in.
    #[error("the page could not be made: {0}")]
    Page(#[from] minijinja::Error),
    /// The table could not be written.
    #[error("the table could not be made: {0}")]
    Table(#[from] ::csv::Error),
    /// The account could not be written.
    #[error("the account could not be made: {0}")]
    Account(#[from] serde_json::Error),
}
