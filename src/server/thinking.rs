//! What the program thinks over for a page. It can take a second, in which the table goes on to answer other calls.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use tokio::sync::oneshot;

use crate::player::{Level, SearchLimit};

use super::call::{Call, CallAnswer};
use super::page_act::{ActRequest, PageAct, ProgramChoice};
use super::routes::Table;

/// A call that waits until the program has chosen.
#[derive(Debug)]
pub(super) struct WaitingCall {
    call: Call,
    answer: oneshot::Sender<CallAnswer>,
    journal: String,
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
        let Some((journal, level)) = self.to_choose(&call) else { return self.reply(&call, answer) };
        let Some(open) = self.journals.get(&journal) else { return self.reply(&call, answer) };
        let (record, revision) = (open.record().clone(), open.revision());
        let stop = StopWhenDropped::default();
        let limit = SearchLimit { stop: Arc::clone(&stop.0).into(), ..level.limit() };
        let choosing = thread::spawn(move || ProgramChoice { revision, level, proposed: record.proposed(&limit) });
        self.waiting.push(WaitingCall { call, answer, journal, choosing, _stop: stop });
    }

    /// Answers the calls for which the program has chosen, and forgets the hints of pages that have gone.
    pub(super) fn answer_waiting(&mut self) {
        self.waiting.retain(|it| it.call.is_post || !it.answer.is_closed());
        let (done, waiting) = self.waiting.drain(..).partition(|it| it.choosing.is_finished());
        self.waiting = waiting;
        let done: Vec<WaitingCall> = done;
        for WaitingCall { call, answer, journal, choosing, _stop } in done {
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

    /// The journal in which the program has to choose for a call, and its level.
    fn to_choose(&self, call: &Call) -> Option<(String, Level)> {
        match (call.is_post, call.path.as_str()) {
            (false, "api/hint") => Some((call.query("journal")?.to_owned(), Level::STRONGEST)),
            (true, "api/act") => {
                let ActRequest { journal, act: PageAct::Program, .. } = call.body().ok()? else { return None };
                let level = self.journals.get(&journal)?.level_to_act()?;
                Some((journal, level))
            }
            _ => None,
        }
    }
}
