//! The threads of a run, and how to stop them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The number of threads of a run, and a flag to stop it. A plain number converts into workers that are not stopped.
///
/// ```
/// use std::convert::Infallible;
/// use std::sync::atomic::Ordering;
/// use enochian::correspondences::Correspondences;
/// use enochian::reading::QuestionDraft;
/// use enochian::simulate::{Plan, Tally, Workers};
/// use enochian::input::Source;
///
/// let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
/// let question = QuestionDraft::read(&file, Correspondences::embedded()).unwrap().resolve(Correspondences::embedded()).unwrap();
/// let workers = Workers::from(2);
/// let (stop, mut played) = (workers.stop.clone(), 0);
/// let Ok(()) = Plan::new(question, 1, 0..u64::MAX).run(workers, Tally::new, |_, chunk| {
///     played += chunk.readings;
///     stop.store(true, Ordering::Relaxed);
///     Ok::<(), Infallible>(())
/// });
/// assert!(played > 0);
/// ```
#[derive(Clone, Debug)]
pub struct Workers {
    /// The number of threads.
    pub threads: usize,
    /// Setting it ends the run early, without an error: see [`Plan::run`](super::Plan::run).
    pub stop: Arc<AtomicBool>,
}

impl From<usize> for Workers {
    fn from(threads: usize) -> Workers {
        Workers { threads, stop: Arc::default() }
    }
}
