//! What the program thinks over for a page. It can take a second, in which the table goes on to answer other calls.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use tokio::sync::oneshot;

use crate::player::{Level, SearchLimit};

use super::acting::ProgramChoice;
use super::call::{Call, CallAnswer};
use super::html::ViewAct;
use super::routes::Table;

/// A call that waits until the program has chosen.
#[derive(Debug)]
pub(super) struct WaitingCall {
    call: Call,
    answer: oneshot::Sender<CallAnswer>,
    journal: String,
    /// Whether only the page that asks is told.
    is_hint: bool,
    choosing: JoinHandle<ProgramChoice>,
    _stop: StopWhenDropped,
}

/// Ends a search that nobody waits for any more.
#[derive(Debug, Default)]
struct StopWhenDropped(Arc<AtomicBool>);

impl Drop for StopWhenDropped {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Table<'_> {
    /// Answers a call, at once or after the program has chosen.
    pub(super) fn take(&mut self, call: Call, answer: oneshot::Sender<CallAnswer>) {
        let Some((journal, level, is_hint)) = self.to_choose(&call) else { return self.reply(&call, answer) };
        let Some(open) = self.journals.get(&journal) else { return self.reply(&call, answer) };
        let (record, revision) = (open.record().clone(), open.revision());
        let stop = StopWhenDropped::default();
        let limit = SearchLimit { stop: Arc::clone(&stop.0).into(), ..level.limit() };
        let choosing = thread::spawn(move || ProgramChoice { revision, level, proposed: record.proposed(&limit) });
        self.waiting.push(WaitingCall { call, answer, journal, is_hint, choosing, _stop: stop });
    }

    /// Answers the calls for which the program has chosen, and forgets the hints of pages that have gone.
    pub(super) fn answer_waiting(&mut self) {
        self.waiting.retain(|it| !it.is_hint || !it.answer.is_closed());
        let (done, waiting) = self.waiting.drain(..).partition(|it| it.choosing.is_finished());
        self.waiting = waiting;
        let done: Vec<WaitingCall> = done;
        for WaitingCall { call, answer, journal, choosing, .. } in done {
            // A panic ends a release at once; where panics unwind, the call meets it again.
            if let (Some(open), Ok(choice)) = (self.journals.get_mut(&journal), choosing.join()) {
                open.choice = Some(choice);
            }
            self.reply(&call, answer);
        }
    }

    fn reply(&mut self, call: &Call, answer: oneshot::Sender<CallAnswer>) {
        // The page may have gone meanwhile.
        let _ = answer.send(self.answer(call).unwrap_or_else(|problem| problem.answer()));
    }

    /// The journal in which the program has to choose for a call, its level, and whether that is a hint.
    fn to_choose(&self, call: &Call) -> Option<(String, Level, bool)> {
        if !call.is_post || call.path != "act" {
            return None;
        }
        let request: ViewAct = call.body().ok()?;
        let journal = call.query("journal")?.to_owned();
        match request.act.as_str() {
            "hint" => Some((journal, Level::STRONGEST, true)),
            "program" => {
                let level = self.journals.get(&journal)?.level_to_act()?;
                Some((journal, level, false))
            }
            _ => None,
        }
    }
}
