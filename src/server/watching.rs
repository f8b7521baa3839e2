//! The streams on which browsers hear that something has changed, and the windows that listen.
//!
//! All windows of a browser share one stream. It tells a window that something has changed, and not what: the window asks for
//! that. So however much happens while nobody reads, at most one event for each window waits.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use serde::Deserialize;
use serde_json::json;

/// A window of a browser.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct PageWindow {
    /// Its name, which it made up.
    pub(super) client: String,
    /// The name of the journal that it shows; `None` for the notebook.
    pub(super) journal: Option<String>,
}

/// A stream as the table has it. When it is dropped, the stream ends.
#[derive(Debug)]
pub(super) struct Watcher {
    /// Its name, which the browser made up.
    stream: String,
    /// The windows that listen.
    pub(super) windows: Vec<PageWindow>,
    waiting: Waiting,
}

/// The events of a stream as the browser gets them. When this is dropped, the browser has gone.
#[derive(Debug)]
pub(super) struct Events(Waiting);

/// What waits to be sent.
#[derive(Clone, Debug, Default)]
struct Waiting(Arc<Mutex<WaitingEvents>>);

#[derive(Debug, Default)]
struct WaitingEvents {
    /// The windows that have something to ask for.
    changed: BTreeSet<String>,
    /// Whether the table has ended, which is yet to be said.
    is_stopping: bool,
    /// Whether nothing can follow.
    is_over: bool,
    /// The reader, while it waits.
    reader: Option<Waker>,
}

impl Waiting {
    fn lock(&self) -> MutexGuard<'_, WaitingEvents> {
        // Nothing in here can panic half-way.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut WaitingEvents)) {
        let mut waiting = self.lock();
        change(&mut waiting);
        let reader = waiting.reader.take();
        drop(waiting);
        if let Some(reader) = reader {
            reader.wake();
        }
    }
}

/// A stream of a name, for no window yet.
pub(super) fn stream(name: &str) -> (Watcher, Events) {
    let waiting = Waiting::default();
    (Watcher { stream: name.to_owned(), windows: Vec::new(), waiting: waiting.clone() }, Events(waiting))
}

impl Watcher {
    /// Whether this is the stream of a name.
    pub(super) fn is(&self, stream: &str) -> bool {
        self.stream == stream
    }

    /// Whether the browser has gone.
    pub(super) fn is_gone(&self) -> bool {
        Arc::strong_count(&self.waiting.0) == 1
    }

    /// Names the windows that listen from now on.
    pub(super) fn listen(&mut self, windows: Vec<PageWindow>) {
        self.windows = windows;
        let is_there = |client: &String| self.windows.iter().any(|window| window.client == *client);
        self.waiting.lock().changed.retain(is_there);
    }

    /// Tells a window that something has changed.
    pub(super) fn tell(&self, client: &str) {
        self.waiting.change(|waiting| {
            waiting.changed.insert(client.to_owned());
        });
    }

    /// Says that the table has ended.
    #[cfg(feature = "table")]
    pub(super) fn stop(&self) {
        self.waiting.change(|waiting| waiting.is_stopping = true);
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.waiting.change(|waiting| waiting.is_over = true);
    }
}

impl Events {
    /// The next event, as the text of a JSON value; `None` after the last.
    pub(super) fn poll(&mut self, context: &Context<'_>) -> Poll<Option<String>> {
        let mut waiting = self.0.lock();
        if let Some(client) = waiting.changed.pop_first() {
            return Poll::Ready(Some(json!({ "kind": "changed", "client": client }).to_string()));
        }
        if std::mem::take(&mut waiting.is_stopping) {
            return Poll::Ready(Some(json!({ "kind": "stopped" }).to_string()));
        }
        if waiting.is_over {
            return Poll::Ready(None);
        }
        waiting.reader = Some(context.waker().clone());
        Poll::Pending
    }

    /// The events that wait.
    #[cfg(any(test, feature = "web"))]
    pub(super) fn heard(&mut self) -> Vec<String> {
        let context = Context::from_waker(Waker::noop());
        std::iter::from_fn(|| match self.poll(&context) {
            Poll::Ready(event) => event,
            Poll::Pending => None,
        })
        .collect()
    }
}
