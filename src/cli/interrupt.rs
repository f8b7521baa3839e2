//! Ctrl-C while readings are played: the first ends the run in good order, the second ends the program.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use signal_hook::consts::SIGINT;
use signal_hook::flag;

use crate::simulate::Workers;

/// The exit code of a program that Ctrl-C ended, as shells have it.
pub(super) const CODE: u8 = 130;

/// A command that Ctrl-C ended: how far it was, and how to go on.
#[derive(Debug, thiserror::Error)]
#[error("stopped {after}")]
pub(super) struct Stopped {
    pub(super) after: String,
    pub(super) way_on: String,
}

/// So many threads, stopped by Ctrl-C from now on.
pub(super) fn workers(threads: usize) -> Workers {
    static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let stop = STOP.get_or_init(|| {
        let stop = Arc::default();
        // In this order the first Ctrl-C does not find the flag that it sets. Where the system refuses, each ends the
        // program, as it did before.
        let _ = flag::register_conditional_shutdown(SIGINT, CODE.into(), Arc::clone(&stop))
            .and_then(|_| flag::register(SIGINT, Arc::clone(&stop)));
        stop
    });
    Workers { threads, stop: Arc::clone(stop) }
}
