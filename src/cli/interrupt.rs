//! Ctrl-C during a simulation: the first ends the run cleanly, the second ends the program.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use signal_hook::consts::SIGINT;
use signal_hook::flag;

use crate::input::Help;
use crate::simulate::Workers;

/// The exit code of a program that was ended by Ctrl-C, as in shells.
pub(super) const CODE: u8 = 130;

/// A command that was ended by Ctrl-C: how far it got, and how to resume.
#[derive(Debug, thiserror::Error)]
#[error("stopped {after}")]
pub(super) struct Stopped {
    pub(super) after: String,
    pub(super) way_on: String,
}

impl Help for Stopped {
    fn help(&self) -> Option<String> {
        Some(self.way_on.clone())
    }
}

/// This many threads, which Ctrl-C stops from now on.
pub(super) fn workers(threads: usize) -> Workers {
    static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let stop = STOP.get_or_init(|| {
        let stop = Arc::default();
        // In this order the first Ctrl-C does not see the flag that it sets. If registering fails, any Ctrl-C ends the
        // program, which is the default.
        let _ = flag::register_conditional_shutdown(SIGINT, CODE.into(), Arc::clone(&stop))
            .and_then(|_| flag::register(SIGINT, Arc::clone(&stop)));
        stop
    });
    Workers { threads, stop: Arc::clone(stop) }
}
