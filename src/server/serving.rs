//! The table on a thread of this program, which browsers reach by HTTP.

use std::io;
use std::net::TcpListener;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use rand::TryRng;
use rand::rngs::SysRng;
use tokio::sync::oneshot;

use crate::correspondences::Correspondences;

use super::TableSettings;
use super::call::{Call, CallAnswer};
use super::http::{self, HttpThread};
use super::routes::{STOP, Table};

/// How often the table looks whether the program has chosen a move, while a page waits for one.
const LOOK: Duration = Duration::from_millis(5);

/// A message from a page.
#[derive(Debug)]
pub(super) enum FromPage {
    /// A request, with the way to answer it.
    Call(Call, oneshot::Sender<CallAnswer>),
    /// End the table.
    Stop,
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

impl Table<'_> {
    /// Answers calls until it is told to stop.
    pub(super) fn run(mut self, calls: &Receiver<FromPage>) {
        loop {
            self.answer_waiting();
            let from_page = match self.waiting.is_empty() {
                true => calls.recv().map_err(RecvTimeoutError::from),
                false => calls.recv_timeout(LOOK),
            };
            match from_page {
                Ok(FromPage::Call(call, answer)) => {
                    let is_last = call.is_post && call.path == STOP;
                    self.take(call, answer);
                    if is_last {
                        break;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Ok(FromPage::Stop) | Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    }
}
