//! Open journals by the game that is played: of Enochian chess, or of another.

use std::ops::{Deref, DerefMut};

use crate::record::{EnochianRecord, OtherRecord};
use crate::session::{Act, SessionHost, SessionState, SessionTerms};

use super::{Journal, JournalError};

/// An open journal of a reading or a game of Enochian chess: everything that a [`Journal`] has, and its turns.
#[derive(Debug)]
pub struct EnochianJournal<'l>(Journal<'l>);

impl<'l> EnochianJournal<'l> {
    /// The journal, if it is of Enochian chess; otherwise it is given back.
    ///
    /// # Errors
    /// If it is of another game.
    #[allow(clippy::result_large_err, reason = "it is given back, and this happens once for each journal")]
    pub fn of(journal: Journal<'l>) -> Result<EnochianJournal<'l>, Journal<'l>> {
        if journal.record().enochian().is_some() { Ok(EnochianJournal(journal)) } else { Err(journal) }
    }

    /// The record.
    #[must_use]
    pub fn record(&self) -> EnochianRecord<'_> {
        self.0.record().known_enochian()
    }
}

impl<'l> Deref for EnochianJournal<'l> {
    type Target = Journal<'l>;

    fn deref(&self) -> &Journal<'l> {
        &self.0
    }
}

impl<'l> DerefMut for EnochianJournal<'l> {
    fn deref_mut(&mut self) -> &mut Journal<'l> {
        &mut self.0
    }
}

/// An open journal of another game: everything that a [`Journal`] has, and its acts.
#[derive(Debug)]
pub struct OtherJournal<'l>(Journal<'l>);

impl<'l> OtherJournal<'l> {
    /// The journal, if it is of another game; otherwise it is given back.
    ///
    /// # Errors
    /// If it is of Enochian chess.
    #[allow(clippy::result_large_err, reason = "it is given back, and this happens once for each journal")]
    pub fn of(journal: Journal<'l>) -> Result<OtherJournal<'l>, Journal<'l>> {
        if journal.record().other().is_some() { Ok(OtherJournal(journal)) } else { Err(journal) }
    }

    /// The record.
    #[must_use]
    pub fn record(&self) -> OtherRecord<'_> {
        self.0.record().other().expect("it is of another game, as its heading says, which never changes")
    }
}

impl<'l> Deref for OtherJournal<'l> {
    type Target = Journal<'l>;

    fn deref(&self) -> &Journal<'l> {
        &self.0
    }
}

impl<'l> DerefMut for OtherJournal<'l> {
    fn deref_mut(&mut self) -> &mut Journal<'l> {
        &mut self.0
    }
}

/// Every act is saved before `act` returns.
impl SessionHost for EnochianJournal<'_> {
    type Error = JournalError;

    fn session_state(&self) -> (&SessionState, &SessionTerms) {
        self.record().session().session_state()
    }

    fn act(&mut self, act: Act) -> Result<(), JournalError> {
        self.enter(act)
    }
}
