//! A journal of any kind that pages show.

use std::path::{Path, PathBuf};

use crate::chess::Mode;
use crate::correspondences::Correspondences;
use crate::games::GameSession;
use crate::journal;
use crate::record::Annotation;
use crate::session::Session;

use super::call::Problem;
use super::open_journal::{ClosedJournal, JournalWindows, OpenJournal};

/// A journal of any kind that pages show.
#[derive(Debug)]
pub(super) enum AnyOpenJournal<'l> {
    /// A reading or a game of Enochian chess.
    Enochian(OpenJournal<'l, Session>),
    /// One of the other games.
    Variant(OpenJournal<'l, GameSession>),
}

/// Does the same with a journal of either kind.
macro_rules! with_either {
    ($any:expr, $open:ident => $done:expr) => {
        match $any {
            AnyOpenJournal::Enochian($open) => $done,
            AnyOpenJournal::Variant($open) => $done,
        }
    };
}

impl<'l> AnyOpenJournal<'l> {
    /// Reads a journal, without opening it for writing.
    pub(super) fn read(
        path: PathBuf,
        closed: Option<&ClosedJournal>,
        correspondences: &Correspondences,
    ) -> Result<AnyOpenJournal<'l>, Problem> {
        let is_of_variant = journal::is_of_variant(&path).map_err(|error| Problem::invalid(error.to_string()))?;
        Ok(match is_of_variant {
            false => AnyOpenJournal::Enochian(OpenJournal::read(path, closed, correspondences)?),
            true => AnyOpenJournal::Variant(OpenJournal::read(path, closed, correspondences)?),
        })
    }

    pub(super) fn windows(&self) -> &JournalWindows {
        with_either!(self, open => &open.windows)
    }

    pub(super) fn windows_mut(&mut self) -> &mut JournalWindows {
        with_either!(self, open => &mut open.windows)
    }

    pub(super) fn mode(&self) -> Mode {
        with_either!(self, open => open.mode())
    }

    pub(super) fn is_concluded(&self) -> bool {
        with_either!(self, open => open.record().closing().is_some())
    }

    /// Opens it for playing: see [`OpenJournal::open`].
    pub(super) fn open(&mut self, correspondences: &'l Correspondences) -> Result<(), Problem> {
        with_either!(self, open => open.open(correspondences))
    }

    /// Reads the file again if it has changed: see [`OpenJournal::follow`].
    pub(super) fn follow(&mut self, correspondences: &Correspondences) -> bool {
        with_either!(self, open => open.follow(correspondences))
    }

    /// Adds an annotation: see [`OpenJournal::annotate`].
    pub(super) fn annotate(
        &mut self,
        annotation: Annotation,
        correspondences: &'l Correspondences,
    ) -> Result<(), Problem> {
        with_either!(self, open => open.annotate(annotation, correspondences))
    }

    /// Saves it as a new journal: see [`OpenJournal::save_new`]. Returns the name of that.
    pub(super) fn save_new(&mut self, folder: &Path, correspondences: &'l Correspondences) -> Result<String, Problem> {
        with_either!(self, open => {
            open.save_new(folder, correspondences)?;
            Ok(open.path.file_stem().unwrap_or_default().to_string_lossy().into_owned())
        })
    }

    /// Closes it, so that other processes can play it.
    pub(super) fn close(self) -> ClosedJournal {
        with_either!(self, open => open.close())
    }
}
