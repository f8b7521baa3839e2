//! What a thread does while others play: it looks for Ctrl-C, shows the progress, and passes on the errors of policies.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use enochian::simulate::Workers;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::errors::interrupted;
use crate::policy::Failure;

/// How progress is shown.
#[derive(Clone, Default)]
pub(crate) enum Progress {
    #[default]
    Hidden,
    /// A line on standard error.
    Line,
    /// A function of the readings done and wanted.
    Function(Arc<Py<PyAny>>),
}

impl Progress {
    pub(crate) fn of(given: Option<&Bound<'_, PyAny>>) -> PyResult<Progress> {
        Ok(match given {
            None => Progress::Hidden,
            Some(function) if function.is_callable() => Progress::Function(Arc::new(function.clone().unbind())),
            Some(given) => match given.extract::<bool>() {
                Ok(true) => Progress::Line,
                Ok(false) => Progress::Hidden,
                Err(_) => return Err(PyTypeError::new_err("progress: expected True, False or a function")),
            },
        })
    }

    fn show(&self, py: Python<'_>, done: u64, of: u64, over: bool) -> PyResult<()> {
        match self {
            Progress::Hidden => {}
            Progress::Function(function) => drop(function.call1(py, (done, of))?),
            Progress::Line => {
                let err = py.import("sys")?.getattr("stderr")?;
                // It is None where there is no console.
                if !err.is_none() {
                    let end = if over { "\n" } else { "" };
                    err.call_method1("write", (format!("\r  {} of {} readings{end}", grouped(done), grouped(of)),))?;
                    err.call_method0("flush")?;
                }
            }
        }
        Ok(())
    }
}

/// A number with commas.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(",")
}

/// The number of readings played so far.
#[derive(Clone, Default)]
pub(crate) struct Counter(Arc<AtomicU64>);

impl Counter {
    pub(crate) fn add(&self, readings: u64) {
        self.0.fetch_add(readings, Ordering::Relaxed);
    }
}

/// The watch over one run.
pub(crate) struct Watch {
    stop: Arc<AtomicBool>,
    done: Counter,
    of: u64,
    progress: Progress,
    failures: Vec<Failure>,
    looked: Instant,
    shown: Instant,
    error: Option<PyErr>,
}

impl Watch {
    /// It looks no more often than that.
    pub(crate) const PAUSE: Duration = Duration::from_millis(20);

    /// It shows the progress no more often than that.
    const SHOWING: Duration = Duration::from_millis(100);

    pub(crate) fn new(of: u64, progress: Progress, failures: Vec<Failure>) -> Watch {
        for failure in &failures {
            failure.take();
        }
        Watch {
            stop: Arc::default(),
            done: Counter::default(),
            of,
            progress,
            failures,
            looked: Instant::now(),
            shown: Instant::now(),
            error: None,
        }
    }

    /// The workers of the run, which it stops.
    pub(crate) fn workers(&self, threads: usize) -> Workers {
        Workers { threads, stop: Arc::clone(&self.stop) }
    }

    /// Where the readings are counted.
    pub(crate) fn counter(&self) -> Counter {
        self.done.clone()
    }

    /// Looks, if it is time again. An error stops the run.
    pub(crate) fn look(&mut self) -> PyResult<()> {
        if self.looked.elapsed() < Watch::PAUSE {
            return Ok(());
        }
        self.looked = Instant::now();
        self.look_now(false)
    }

    /// At the end of the run.
    pub(crate) fn finish(mut self) -> PyResult<()> {
        match self.error.take() {
            Some(error) => Err(error),
            None => self.look_now(true),
        }
    }

    fn look_now(&mut self, over: bool) -> PyResult<()> {
        let looked = Python::attach(|py| {
            py.check_signals()?;
            self.failures.iter().find_map(Failure::take).map_or(Ok(()), Err)?;
            if !over && self.shown.elapsed() < Watch::SHOWING {
                return Ok(());
            }
            self.shown = Instant::now();
            self.progress.show(py, self.done.0.load(Ordering::Relaxed), self.of, over)
        });
        looked.inspect_err(|error| {
            self.stop.store(true, Ordering::Relaxed);
            self.error = Some(Python::attach(|py| error.clone_ref(py)));
        })
    }
}

/// Lets another thread play. The one that called waits, since only it hears of Ctrl-C.
pub(crate) fn waited<T: Send>(mut watch: Watch, play: impl FnOnce() -> T + Send) -> PyResult<T> {
    let (waiting, is_done) = (thread::current(), AtomicBool::new(false));
    thread::scope(|scope| {
        let playing = scope.spawn(|| {
            let played = play();
            is_done.store(true, Ordering::Release);
            waiting.unpark();
            played
        });
        while !is_done.load(Ordering::Acquire) && !playing.is_finished() {
            thread::park_timeout(Watch::PAUSE);
            if watch.look().is_err() {
                break;
            }
        }
        let played = playing.join().unwrap_or_else(|panic| resume_unwind(panic));
        watch.finish().map(|()| played)
    })
}

/// Reads files with what only tells its progress. Ctrl-C leaves it by unwinding, which closes what is open.
///
/// # Errors
/// Ctrl-C.
pub(crate) fn interruptible<T>(read: impl FnOnce(&mut dyn FnMut(u64, u64)) -> T) -> PyResult<T> {
    let mut looked = Instant::now();
    let mut look = |_: u64, _: u64| {
        if looked.elapsed() >= Watch::PAUSE {
            looked = Instant::now();
            if let Some(signal) = interrupted() {
                resume_unwind(Box::new(signal));
            }
        }
    };
    catch_unwind(AssertUnwindSafe(|| read(&mut look))).map_err(|raised| match raised.downcast::<PyErr>() {
        Ok(signal) => *signal,
        Err(panic) => resume_unwind(panic),
    })
}

/// Reads files on another thread than the one that hears of Ctrl-C, and leaves by unwinding when the watch stops; then `None`.
pub(crate) fn stoppable<T>(stop: &AtomicBool, read: impl FnOnce(&mut dyn FnMut(u64, u64)) -> T) -> Option<T> {
    struct Stopped;
    let mut look = |_: u64, _: u64| {
        if stop.load(Ordering::Relaxed) {
            resume_unwind(Box::new(Stopped));
        }
    };
    match catch_unwind(AssertUnwindSafe(|| read(&mut look))) {
        Ok(done) => Some(done),
        Err(raised) if raised.is::<Stopped>() => None,
        Err(panic) => resume_unwind(panic),
    }
}

impl Drop for Watch {
    /// A run whose result nobody wants any more ends.
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
