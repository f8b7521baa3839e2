//! The table: a page in the browser at which readings and games are played.
//!
//! Beside the commands this is the second module that talks to the outside, and it uses nothing of them. It has two halves.
//! `http` is asynchronous and knows nothing of readings: it lets only the owner's browser in, and turns each request into a
//! [`FromPage`]. The [`Table`] is an ordinary loop on one thread, which owns the notebook and answers one call after the
//! other; so nothing is shared, and an act is on disk before its answer is sent.

mod asking;
mod beginning;
mod board_view;
mod call;
#[cfg(test)]
mod cards_tests;
mod cast_view;
mod catalogue;
#[cfg(test)]
mod catching_up_tests;
mod connections;
mod downloads;
mod drawings;
mod enochian_acting;
mod enochian_state;
mod field_reader;
#[cfg(test)]
mod game_windows_for_tests;
mod home;
mod http;
mod meanings;
mod move_options;
mod named_file;
mod near_dates;
mod open_journal;
mod other_acting;
mod other_beginning;
mod other_state;
#[cfg(test)]
mod other_tests;
mod outcome_view;
mod page_act;
mod page_files;
mod page_parts;
mod page_state;
#[cfg(test)]
mod page_types_tests;
mod playing;
mod routes;
mod sight;
mod square_gloss;
#[cfg(test)]
mod table_tests;
mod watching;
#[cfg(test)]
mod windows_for_tests;

use std::io;
use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};

use rand::TryRng;
use rand::rngs::SysRng;

use crate::correspondences::{Correspondences, Naming, Palette};
use crate::record::Timestamp;

use call::FromPage;
use http::HttpThread;
use routes::Table;

/// What the table needs to know of the outside.
#[derive(Debug)]
pub(crate) struct TableSettings {
    /// The folder of journals.
    pub(crate) journals: PathBuf,
    /// The folder of question files, if there is one.
    pub(crate) questions: Option<PathBuf>,
    /// The folder in which metadata of journals is cached.
    pub(crate) cache: Option<PathBuf>,
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

/// The secret part of the table's address; requests without it are refused.
///
/// # Errors
/// If the operating system returns no random numbers.
pub(crate) fn new_token() -> io::Result<String> {
    let half = || SysRng.try_next_u64().map_err(io::Error::other);
    Ok(format!("{:016x}{:016x}", half()?, half()?))
}

/// A table that browsers can reach.
#[derive(Debug)]
pub(crate) struct OpenTable {
    http: HttpThread,
    calls: Receiver<FromPage>,
    stopper: TableStopper,
}

/// Ends a table from elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct TableStopper(Sender<FromPage>);

impl TableStopper {
    /// Ends the table after the call that it is answering.
    pub(crate) fn stop(&self) {
        // It may have ended already.
        let _ = self.0.send(FromPage::Stop);
    }
}

impl OpenTable {
    /// Opens a table at an address, to whoever knows the token. Calls wait until it is served.
    ///
    /// # Errors
    /// If the address cannot be served.
    pub(crate) fn open(listener: TcpListener, token: &str) -> io::Result<OpenTable> {
        let (sender, calls) = mpsc::channel();
        let http = http::spawn(listener, token, sender.clone())?;
        Ok(OpenTable { http, calls, stopper: TableStopper(sender) })
    }

    /// What ends the table.
    pub(crate) fn stopper(&self) -> TableStopper {
        self.stopper.clone()
    }

    /// Answers calls until the table is stopped, from a page or elsewhere.
    pub(crate) fn serve(self, settings: &TableSettings, correspondences: &Correspondences) {
        let OpenTable { http, calls, stopper: _ } = self;
        Table::new(settings, correspondences).run(&calls);
        // Calls that came too late are answered by the thread itself, which waits until the last answers are sent.
        drop(calls);
        drop(http);
    }
}
